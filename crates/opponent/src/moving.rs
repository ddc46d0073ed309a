//! Where a unit goes: the cheapest of the places it can reach, with the assault that it would make from there.

use std::sync::Arc;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::Offer;
use longroll_gbacw::movement::route::{Destination, places};
use longroll_gbacw::results::{cohesion, udd_terms};
use longroll_gbacw::{At, Choice};
use longroll_movement::reach::reach;
use longroll_movement::step::WayChoice;
use longroll_movement::{Progress, Scratch};
use longroll_position::{Deeds, Position, StackPlace, UnitState};

use crate::fighting;
use crate::plain::{Plain, Plan, ending};

impl Plain {
    /// What a brigade does: those who are in contact fire, then everybody moves, fires, and is led and mended.
    pub(crate) fn act(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        if let Some(choice) = self.shoot_first(position, offers) {
            return Some(choice);
        }
        let mut movers: Vec<UnitId> = offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Move { unit, .. } => Some(unit),
                _ => None,
            })
            .filter(|unit| !self.tried.contains(unit))
            .collect();
        // Front rank first.
        movers.sort_by_cached_key(|&unit| {
            let hex = position.unit(unit).hex;
            let enemy = self.enemy_near(hex);
            (enemy.map_or(0, |enemy| self.distance(hex, enemy)), unit)
        });
        movers.dedup();
        for unit in movers {
            if self.cancel.is_cancelled() {
                return None;
            }
            self.tried.insert(unit);
            if self.mends(position, unit) {
                continue;
            }
            if let Some(plan) = self.plan_for(position, unit) {
                self.plan = Some(plan);
                if let Some(choice) = self.step(position, offers) {
                    return Some(choice);
                }
            }
        }
        self.plan = None;
        self.shoot(position, offers)
            .or_else(|| self.ride(position, offers))
            .or_else(|| self.mend(position, offers))
    }

    /// Whether a unit had better come into order than move: it is away from the enemy, and it has the nerve for it.
    fn mends(&self, position: &Position, unit: UnitId) -> bool {
        let setting = self.setting();
        let state = position.unit(unit);
        if !state.is_disordered() || setting.unit(unit).arm == Arm::Artillery {
            return false;
        }
        let beside = position.next_to_enemy(setting, state.hex, self.side);
        if beside || state.deeds.has(Deeds::FIRED) {
            return false;
        }
        // Somebody who walks into an empty camp need not be in order.
        let walks = self.aims.get(&unit).is_some_and(|aim| !aim.fights);
        !walks && self.is_worth_mending(position, unit)
    }

    /// SR 13.41: whether it will likely recover, and be of use afterwards.
    fn is_worth_mending(&self, position: &Position, unit: UnitId) -> bool {
        self.recovers(position, unit) >= self.temper.mend
            && self.acts_left(position, unit) > self.temper.late
    }

    /// Of a hundred, how often a unit recovers.
    fn recovers(&self, position: &Position, unit: UnitId) -> u32 {
        let at = self.stage.at(position);
        let Some(value) = cohesion(at, unit) else {
            return 0;
        };
        let highest = i32::from(value) - udd_terms(at, unit).sum();
        // SR 13.41: a nine never recovers.
        u32::try_from((highest + 1).clamp(0, 9)).unwrap_or(0) * 10
    }

    /// How often the unit's brigade will act before the game ends, this time included.
    fn acts_left(&self, position: &Position, unit: UnitId) -> u32 {
        let setting = self.setting();
        let body = position.body(position.body_of(setting, unit));
        let turns = setting
            .calendar()
            .len()
            .saturating_sub(usize::from(position.turn) + 1);
        let later = u32::try_from(turns).unwrap_or(u32::MAX).saturating_mul(2);
        // Those that are spent count the one under way.
        later.saturating_add(u32::from(body.entitled.saturating_sub(body.used)) + 1)
    }

    /// Disordered units away from the enemy come into order, those without cartridges fetch some.
    fn mend(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let setting = self.setting();
        let mut all = offers.iter().map(|offer| offer.choice);
        all.find(|choice| match *choice {
            Choice::Recover { unit } => {
                let beside = position.next_to_enemy(setting, position.unit(unit).hex, self.side);
                !beside && self.is_worth_mending(position, unit)
            }
            Choice::Supply {
                unit,
                section: None,
            } => !position.next_to_enemy(setting, position.unit(unit).hex, self.side),
            _ => false,
        })
    }

    /// Where a unit should end its move; nothing if it is best where it is.
    fn plan_for(&self, position: &Position, unit: UnitId) -> Option<Plan> {
        let here = position.unit(unit);
        let target = self.aims.get(&unit).map(|aim| aim.hex);
        let stage = Arc::clone(&self.stage);
        let at = stage.at(position);
        let ends = places(at, &Progress::begin(here), unit).ok()?;
        let stay = self.price(position, unit, target, here.hex, Some(here.facing))
            + self.contact(at, unit, here.hex, here.facing);
        let best = ends
            .iter()
            .map(|end| (self.price_of(at, unit, target, end), end))
            .min_by_key(|(price, end)| (*price, end.hex, end.facing))?;
        if best.0 >= stay {
            return None;
        }
        let (end, facing) = (best.1.hex, best.1.facing);
        let steps = steps(at, unit, end, facing).unwrap_or_default();
        Some(Plan {
            unit,
            end,
            facing,
            steps,
        })
    }

    /// What it is worth to fight from a place, as a price: an assault that will likely win costs little, one that the unit would have to make and lose costs much.
    fn contact(&self, at: At<'_>, unit: UnitId, hex: HexId, facing: Facing) -> u32 {
        const EVEN: u32 = 100;
        let state = at.position.unit(unit);
        if at.setting.unit(unit).arm != Arm::Infantry || !self.aims.contains_key(&unit) {
            return EVEN;
        }
        if !at.position.next_to_enemy(at.setting, hex, self.side) {
            return EVEN;
        }
        let found = if hex == state.hex && facing == state.facing {
            fighting::best_assault(at, unit)
        } else {
            if state.orders_now() != Orders::Attack {
                return EVEN;
            }
            let mut there = UnitState {
                hex,
                facing,
                ..*state
            };
            if hex != state.hex {
                there.deeds.note(Deeds::ENTERED);
                there.deeds.note(Deeds::MOVED);
            }
            let position = at
                .position
                .with_unit(at.setting, unit, there, StackPlace::Bottom);
            fighting::best_assault(at.at(&position), unit)
        };
        let Some(found) = found else {
            // Beside the enemy and nobody before it.
            return EVEN + 20;
        };
        let help = self.help(at, unit, hex) * 8;
        let worth = (found.won + help).min(100) + found.routs;
        let cost = found.lost + self.temper.good + found.bleeds * self.dear / 100;
        let scale = self.temper.charge;
        (EVEN + cost * scale / 10).saturating_sub(worth * scale / 10)
    }

    /// How many friends of the same brigade could join an assault from here.
    fn help(&self, at: At<'_>, unit: UnitId, hex: HexId) -> u32 {
        let body = at.position.body_of(at.setting, unit);
        let friends = self.own(at.position).filter(|&(other, own)| {
            other != unit
                && at.setting.unit(other).arm == Arm::Infantry
                && !at.position.unit(other).is_disordered()
                && at.position.body_of(at.setting, other) == body
                && self.distance(own, hex) <= 2
        });
        u32::try_from(friends.count()).unwrap_or(0).min(2)
    }

    fn price_of(&self, at: At<'_>, unit: UnitId, target: Option<HexId>, end: &Destination) -> u32 {
        // Of two places that are as good the cheaper one.
        let price = self.price(at.position, unit, target, end.hex, end.facing);
        let facing = end.facing.unwrap_or(at.position.unit(unit).facing);
        price + u32::from(end.cost.0) / 4 + self.contact(at, unit, end.hex, facing)
    }

    /// How bad it is to stand somewhere: far from the goal, alone, turned away, beset by many.
    pub(crate) fn price(
        &self,
        position: &Position,
        unit: UnitId,
        target: Option<HexId>,
        hex: HexId,
        facing: Option<Facing>,
    ) -> u32 {
        let setting = self.setting();
        let body = position.body_of(setting, unit);
        let far = target.map_or(0, |target| self.distance(hex, target)) * 12;
        let from_home = if target.is_none() {
            self.distance(position.unit(unit).hex, hex) * 12
        } else {
            0
        };
        let enemies = setting
            .neighbours(hex)
            .filter(|&beside| position.holder(beside) == Some(self.side.enemy()))
            .count();
        let beset = match enemies {
            0 | 1 => 0,
            more => u32::try_from(more).unwrap_or(6) * self.temper.beset,
        };
        let friend = |beside: HexId| {
            position.stack(beside).any(|part| {
                part.unit != unit
                    && setting.unit(part.unit).side == self.side
                    && position.body_of(setting, part.unit) == body
            })
        };
        let alone = if setting.neighbours(hex).any(friend) {
            0
        } else {
            self.temper.alone
        };
        let crowded = if position.stack(hex).any(|part| part.unit != unit) {
            6
        } else {
            0
        };
        let enemy = self.enemy_near(hex);
        let blind = facing.map_or(0, |facing| self.blind(enemy, hex, facing));
        let best = enemy.map_or(0, |enemy| self.distance(hex, enemy).saturating_sub(1) * 2);
        let prize = if self.is_open(position, hex) {
            0
        } else {
            self.temper.prize
        };
        far + from_home + beset + alone + crowded + prize + blind.saturating_sub(best) * 2
    }

    /// The next step of the plan; where it was interrupted, whatever leads nearest to its end.
    fn step(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let plan = self.plan.as_mut()?;
        let offered = |choice: Choice| offers.iter().any(|offer| offer.choice == choice);
        if let Some(choice) = plan.steps.pop() {
            if offered(choice) {
                return Some(choice);
            }
            plan.steps.clear();
        }
        let plan = self.plan.as_ref()?;
        let here = position.unit(plan.unit).hex;
        let now = self.distance(here, plan.end);
        // Where it may not stop it does not dress its front.
        if now == 0 && ending(offers).is_none() {
            return None;
        }
        if now == 0 {
            let wanted = plan
                .facing
                .filter(|&facing| facing != position.unit(plan.unit).facing)?;
            let turn = Choice::Face {
                unit: plan.unit,
                facing: wanted,
            };
            return offers
                .iter()
                .any(|offer| offer.choice == turn)
                .then_some(turn);
        }
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Move { unit, hex, facing } if unit == plan.unit => {
                    let left = self.distance(hex, plan.end);
                    let off = plan
                        .facing
                        .and_then(|wanted| facing.turns_to(wanted))
                        .unwrap_or(0);
                    (left < now).then_some(((left, off, hex), offer.choice))
                }
                _ => None,
            })
            .min()
            .map(|(_, choice)| choice)
    }

    pub(crate) fn go_on(
        &mut self,
        position: &Position,
        unit: UnitId,
        offers: &[Offer<Choice>],
    ) -> Choice {
        let planned = self.plan.as_ref().is_some_and(|plan| plan.unit == unit);
        let on = if planned {
            self.step(position, offers)
        } else {
            None
        };
        let first = offers.first().map_or(Choice::Halt, |offer| offer.choice);
        on.or_else(|| ending(offers))
            .or_else(|| self.get_away(position, unit, offers))
            .unwrap_or(first)
    }

    /// SR 8.22: where it may not stop it goes on, as near to its goal as it can; if it has to turn first, never twice to one
    /// side in a hex.
    fn get_away(
        &mut self,
        position: &Position,
        unit: UnitId,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let here = position.unit(unit).hex;
        let plan = self.plan.as_ref().filter(|plan| plan.unit == unit);
        let goal = plan.map_or(here, |plan| plan.end);
        let way = |offer: &Offer<Choice>| match offer.choice {
            Choice::Move { hex, .. } | Choice::Road { hex, .. } | Choice::Withdraw { hex, .. } => {
                Some(((self.distance(hex, goal), hex), offer.choice))
            }
            _ => None,
        };
        if let Some((_, choice)) = offers.iter().filter_map(way).min() {
            return Some(choice);
        }
        // Whatever else changes something: a column may have to draw together (SR 8.52).
        let turns = |choice: Choice| matches!(choice, Choice::Face { .. } | Choice::About { .. });
        let mut all = offers.iter().map(|offer| offer.choice);
        if let Some(choice) = all.find(|&choice| !turns(choice)) {
            return Some(choice);
        }
        if self
            .turned
            .first()
            .is_none_or(|turn| (turn.0, turn.1) != (unit, here))
        {
            self.turned.clear();
        }
        let turn = offers.iter().find_map(|offer| match offer.choice {
            Choice::Face { facing, .. } => {
                let turn = (unit, here, facing);
                (!self.turned.contains(&turn)).then_some((turn, offer.choice))
            }
            _ => None,
        });
        let (turn, choice) = turn?;
        self.turned.push(turn);
        Some(choice)
    }
}

/// The way to a place, the first step last.
fn steps(at: At<'_>, unit: UnitId, end: HexId, facing: Option<Facing>) -> Option<Vec<Choice>> {
    let state = at.position.unit(unit);
    let mut scratch = Scratch::new();
    let progress = Progress::begin(state);
    let reach = reach(&at, &mut scratch, &progress, unit, WayChoice::Best).ok()?;
    let path = reach.path(end, facing)?;
    let mut now = state.facing;
    let mut steps = Vec::new();
    for step in &path.steps {
        if now.turns_to(step.facing).is_some_and(|turns| turns > 1) {
            steps.push(Choice::Face {
                unit,
                facing: step.facing,
            });
        }
        steps.push(Choice::Move {
            unit,
            hex: step.to,
            facing: step.facing,
        });
        now = step.facing;
    }
    let last = facing.filter(|&last| last != now && !path.steps.is_empty());
    steps.extend(last.map(|facing| Choice::Face { unit, facing }));
    steps.reverse();
    Some(steps)
}
