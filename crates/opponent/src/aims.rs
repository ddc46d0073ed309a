//! Who goes for what: the goals of a side shared out among its units, so that every hex that is to be taken has somebody on his way and every regiment that is to be broken has
//! enough of them.

use std::collections::BTreeMap;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Holder, Orders, UnitId};
use longroll_position::Position;

use crate::goals::Place;
use crate::plain::Plain;

/// What a unit goes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aim {
    /// Where.
    pub hex: HexId,
    /// Whether an enemy is to be fought there; else the hex is to be walked into.
    pub fights: bool,
}

/// A goal that is shared out: how much it still wants.
struct Open {
    aim: Aim,
    /// SP of fighters, or one pair of boots.
    wants: u32,
    /// How much farther it seems than it is, in half hexes.
    price: u32,
    /// Who is of use.
    holder: Holder,
}

impl Plain {
    /// The aims of all units of the side that have one. Cheapest pairs are made first, so nobody marches past a goal to another man's.
    pub(crate) fn share_out(&self, position: &Position) -> BTreeMap<UnitId, Aim> {
        let mut open = self.open_goals(position);
        let mut pairs: Vec<(u32, UnitId, usize)> = Vec::new();
        let own: Vec<(UnitId, HexId)> = self.own(position).collect();
        for &(unit, from) in &own {
            for (number, goal) in open.iter().enumerate() {
                if let Some(price) = self.pair(position, unit, from, goal) {
                    pairs.push((price, unit, number));
                }
            }
        }
        pairs.sort_unstable();
        let mut aims = self.stay_there(position, &own);
        for &(_, unit, number) in &pairs {
            let Some(goal) = open.get_mut(number) else {
                continue;
            };
            if goal.wants == 0 || aims.contains_key(&unit) {
                continue;
            }
            let given = if goal.aim.fights {
                u32::from(position.unit(unit).sp).max(1)
            } else {
                1
            };
            goal.wants = goal.wants.saturating_sub(given);
            aims.insert(unit, goal.aim);
        }
        // Whoever is left over helps where it is nearest; guns follow.
        for &(_, unit, number) in &pairs {
            let useful = |goal: &&Open| goal.aim.fights || !self.is_fit(position, unit);
            if let Some(goal) = open.get(number).filter(useful) {
                aims.entry(unit).or_insert(goal.aim);
            }
        }
        for &(unit, from) in &own {
            let guns = self.setting().unit(unit).arm == Arm::Artillery;
            let fights = open.iter().filter(|goal| goal.aim.fights);
            let near = fights.min_by_key(|goal| (self.distance(from, goal.aim.hex), goal.aim.hex));
            if let Some(goal) = near.filter(|_| guns) {
                aims.entry(unit).or_insert(goal.aim);
            }
        }
        let goals = &self.goals;
        let aimless = goals.keep.is_empty() && goals.take.is_empty() && goals.places.is_empty();
        if open.is_empty() && aimless {
            for &(unit, from) in &own {
                if let Some(hex) = self.enemy_near(from) {
                    aims.insert(unit, Aim { hex, fights: true });
                }
            }
        }
        aims
    }

    /// Whether this is the last turn: what is to be held at the end must be gone for now.
    pub(crate) fn is_last(&self, position: &Position) -> bool {
        usize::from(position.turn) + 1 >= self.setting().calendar().len()
    }

    /// How often a unit will act in this turn, the Activation under way included.
    fn acts_now(&self, position: &Position, unit: UnitId) -> u32 {
        let body = position.body_of(self.setting(), unit);
        let state = position.body(body);
        let markers = position.activator(state.activator);
        let left = state.entitled.saturating_sub(state.used);
        let waits = !state.acted && self.marker == Some((state.activator, markers.drawn));
        let to_come = markers.placed.saturating_sub(markers.drawn) + u8::from(waits);
        let left = left.min(to_come);
        u32::from(left) + u32::from(self.acting.contains(&body))
    }

    /// SR 12.34: whether a unit may go up to the enemy.
    pub(crate) fn is_fit(&self, position: &Position, unit: UnitId) -> bool {
        self.setting().unit(unit).arm == Arm::Infantry && !position.unit(unit).is_disordered()
    }

    /// Who stands where somebody must stay.
    fn stay_there(&self, position: &Position, own: &[(UnitId, HexId)]) -> BTreeMap<UnitId, Aim> {
        let mut aims = BTreeMap::new();
        let places = self.goals.places.iter().filter(|place| place.stays);
        for place in places.filter(|place| place.counts_still(position)) {
            let there = own.iter().find(|&&(unit, hex)| {
                place.hexes.contains(&hex) && self.is_of_use(unit, place.holder)
            });
            if let Some(&(unit, hex)) = there {
                aims.insert(unit, Aim { hex, fights: false });
            }
        }
        aims
    }

    fn is_of_use(&self, unit: UnitId, holder: Holder) -> bool {
        match holder {
            Holder::Infantry => self.setting().unit(unit).arm == Arm::Infantry,
            Holder::NotCavalry => self.setting().unit(unit).arm != Arm::Cavalry,
            Holder::Any => true,
        }
    }

    /// Whether the side has a place.
    fn has_place(&self, position: &Position, place: &Place) -> bool {
        let side = Some(self.side);
        if place.stays {
            return place.hexes.iter().any(|&hex| position.holder(hex) == side);
        }
        let setting = self.setting();
        let controls = |hexes: &[HexId]| {
            let watched = setting.watch.place(hexes)?;
            Some(position.place(setting, watched).controller(place.holder) == side)
        };
        controls(&place.hexes).unwrap_or_else(|| {
            let mut each = place.hexes.iter();
            each.any(|&hex| controls(&[hex]).unwrap_or(position.holder(hex) == side))
        })
    }

    /// What is to be done about a place: whoever holds it is fought, else the nearest of its hexes is walked into.
    fn open_place(&self, position: &Position, place: &Place) -> Option<Open> {
        let enemy = Some(self.side.enemy());
        let near = |hex: HexId| {
            let far = self
                .own(position)
                .filter(|&(unit, _)| self.is_of_use(unit, place.holder));
            far.map(|(_, from)| self.distance(from, hex)).min()
        };
        let held = |hex: &HexId| position.holder(*hex) == enemy;
        let fights = place.hexes.iter().any(held);
        let hexes = place.hexes.iter().filter(|hex| !fights || held(hex));
        let (_, hex) = hexes.filter_map(|&hex| Some((near(hex)?, hex))).min()?;
        Some(Open {
            aim: Aim { hex, fights },
            wants: match (fights, place.decides) {
                (true, _) => 12,
                // Somebody is held up.
                (false, true) => 3,
                (false, false) => 1,
            },
            price: if place.decides { 0 } else { self.temper.grand },
            holder: place.holder,
        })
    }

    /// Whether enemy men stand beside a hex.
    fn is_barred(&self, position: &Position, hex: HexId) -> bool {
        let setting = self.setting();
        setting.neighbours(hex).any(|beside| {
            position.stack(beside).any(|part| {
                let facts = setting.unit(part.unit);
                facts.side != self.side && facts.arm != Arm::Artillery
            })
        })
    }

    fn open_goals(&self, position: &Position) -> Vec<Open> {
        let setting = self.setting();
        let enemy = Some(self.side.enemy());
        let take = self.goals.take.iter().copied();
        let take = take.filter(|&hex| !self.has(position, hex)).map(|hex| {
            let held = position.holder(hex) == enemy;
            // SR 9.23: nobody under Advance orders goes beside enemy men.
            let barred = !held && self.is_barred(position, hex);
            Open {
                aim: Aim {
                    hex,
                    fights: held || barred,
                },
                wants: match (held, barred) {
                    (true, _) => 12,
                    (false, true) => self.temper.barred,
                    (false, false) => 1,
                },
                price: self.temper.grand,
                holder: Holder::Any,
            }
        });
        let places = self.goals.places.iter();
        let places = places
            .filter(|place| place.counts_still(position) && !self.has_place(position, place))
            .filter_map(|place| self.open_place(position, place));
        let prey = setting.unit_ids().filter(|&unit| {
            let facts = setting.unit(unit);
            position.unit(unit).on_map()
                && facts.side != self.side
                && (self.goals.prey.contains(&position.unit(unit).assigned)
                    || self.goals.hunts && facts.arm == Arm::Infantry)
        });
        let price = if self.is_last(position) {
            self.temper.finish
        } else {
            self.temper.prey
        };
        let prey = prey.map(|unit| {
            let prey = price;
            let state = position.unit(unit);
            let sp = u32::from(state.sp).max(4);
            let enough = if state.is_disordered() {
                self.temper.enough.saturating_sub(5)
            } else {
                self.temper.enough
            };
            let guns = setting.unit(unit).arm == Arm::Artillery;
            Open {
                aim: Aim {
                    hex: state.hex,
                    fights: true,
                },
                wants: (sp * enough / 10).max(1),
                price: prey * 2 + if guns { 4 } else { 0 } + self.temper.grand,
                holder: Holder::Any,
            }
        });
        take.chain(places).chain(prey).collect()
    }

    /// What it costs to send a unit to a goal, in half hexes; nothing if it is of no use there.
    fn pair(&self, position: &Position, unit: UnitId, from: HexId, goal: &Open) -> Option<u32> {
        let state = position.unit(unit);
        let facts = self.setting().unit(unit);
        if !goal.aim.fights && !self.is_of_use(unit, goal.holder) {
            return None;
        }
        let far = self.distance(from, goal.aim.hex);
        // Whoever does not act again before the end takes nothing.
        let time = if self.is_last(position) {
            let acts = self.acts_now(position, unit);
            if acts == 0 {
                return None;
            }
            let pace = if state.orders_now() == Orders::Attack {
                2
            } else {
                3
            };
            (far.saturating_sub(acts * pace)) * self.temper.hopeless
        } else {
            0
        };
        let fit = self.is_fit(position, unit);
        // SR 9.24: whoever attacks is half as fast.
        let slow = state.orders_now() == Orders::Attack && facts.arm != Arm::Artillery;
        if goal.aim.fights {
            // SR 12.34: the Disordered do not go up to the enemy.
            if !fit && far > 3 {
                return None;
            }
            let pace = if slow { 2 } else { 3 };
            return Some(far * pace + goal.price + time + if fit { 0 } else { 4 });
        }
        if facts.arm == Arm::Artillery {
            let enemy = self.enemy_near(goal.aim.hex);
            if enemy.is_some_and(|enemy| self.distance(enemy, goal.aim.hex) <= 2) {
                return None;
            }
        }
        // A strong regiment is missed in the fight.
        let missed = if fit && !self.is_last(position) {
            u32::from(state.sp) * self.temper.missed / 10
        } else {
            0
        };
        // Whoever is on his way goes on.
        let before = self.aims.get(&unit).is_some_and(|aim| aim == &goal.aim);
        let waits = if before { 0 } else { self.temper.stubborn };
        let pace = if slow { self.temper.slow } else { 2 };
        Some(far * pace + goal.price + missed + waits + time)
    }
}
