//! SR 11.46, Step 6c: who advances into what was won.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_combat::assault::{self, Duty, FreeTurn, Role};
use longroll_core::{Refusal, Side};
use longroll_movement::arrival::extension_is_behind;
use longroll_movement::extension::line_advances;
use longroll_position::{Extent, HalfMp, Position, StackPlace, UnitState};
use longroll_rule::Rule;

use super::chosen::{Chosen, Onward, OnwardWay};
use super::frame::{AssaultStep, EarnedBy, Stage};
use super::striding::StrideStep;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::may_fall_back_with;
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::prompt::Prompt;
use crate::results::{Advance, Advancer, from_beside, judge_advance};
use crate::scene::At;
use crate::step::Ask;

impl AssaultStep {
    /// Who advances in Step 6c.
    pub(super) fn advancing_side(&self) -> Side {
        let by = self.current().by;
        match self.earned {
            Some(EarnedBy::Defender) => by.enemy(),
            _ => by,
        }
    }

    /// SR 11.46: the hexes that are empty now.
    pub(super) fn won(&self, at: At<'_>) -> Vec<HexId> {
        let assault = self.current();
        let side = self.advancing_side();
        let open = |hex: &HexId| at.position.holder(*hex) != Some(side.enemy());
        if side == assault.by {
            // ASL-037: while some of them still stand, guns left behind beside them are not yet won.
            if !assault.targets.iter().all(open) {
                let bare = |hex: &HexId| !crate::results::are_guns_left(at, *hex);
                let open = assault.targets.iter().copied().filter(open);
                return open.filter(bare).collect();
            }
            return assault.targets.iter().copied().filter(open).collect();
        }
        let mut left: Vec<HexId> = Vec::new();
        for attacker in &assault.attackers {
            if let Role::Fought(stood) = &attacker.role {
                for &hex in &stood.hexes {
                    if open(&hex) && !left.contains(&hex) {
                        left.push(hex);
                    }
                }
            }
        }
        left
    }

    /// SR 11.46: who may advance where next.
    fn advancers(&self, at: At<'_>) -> Vec<(UnitId, HexId)> {
        let assault = self.current();
        let look = self.look(at);
        let mut found: Vec<(UnitId, HexId)> = Vec::new();
        let can = |unit: UnitId, hex: HexId| {
            !self.tried.contains(&unit) && !self.ways_into(at, unit, hex).is_empty()
        };
        for hex in self.won(at) {
            if self.advancing_side() == assault.by {
                for unit in assault::next_to_advance(&look, assault, hex, |unit| can(unit, hex)) {
                    found.push((unit, hex));
                }
            } else {
                for unit in self.turners(at) {
                    // SR 12.47: whoever was thrown back and is attacked in his turn may follow.
                    let judged = assault::may_advance(&look, unit, hex);
                    let barred = judged.err().map(|refusal| refusal.rule);
                    if matches!(barred, None | Some(Rule::SR_12_35f)) && can(unit, hex) {
                        found.push((unit, hex));
                    }
                }
            }
        }
        found
    }

    /// SR 6.11, 11.46-defender: the defenders who have thrown the enemy back and may continue the assault turn as they like, also where
    /// nothing has been won: who may not assault neither advances nor turns.
    fn turners(&self, at: At<'_>) -> Vec<UnitId> {
        if self.earned != Some(EarnedBy::Defender) {
            return Vec::new();
        }
        let look = self.look(at);
        let mut units = assault::defenders(&look, self.current());
        units.retain(|&unit| {
            !self.tried.contains(&unit) && assault::may_follow_up(&look, unit).is_ok()
        });
        units
    }

    /// SR 11.35, 11.46-defender: nobody has to, as far as they can only go where the enemy left before the assault.
    fn is_free_to_advance(&self, at: At<'_>) -> bool {
        let retired = |(_, hex): &(UnitId, HexId)| self.retired.contains(hex);
        self.earned == Some(EarnedBy::Defender) || self.advancers(at).iter().all(retired)
    }

    /// Everybody who may advance next, each once.
    fn who_advances(&self, at: At<'_>) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = Vec::new();
        for (unit, _) in self.advancers(at) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }

    /// How a unit may advance into a hex.
    fn ways_into(&self, at: At<'_>, unit: UnitId, hex: HexId) -> Vec<(Facing, OnwardWay)> {
        let state = at.position.unit(unit);
        if matches!(state.extent, Extent::Line { .. }) && !state.is_enveloping() {
            let defends = self.advancing_side() != self.current().by;
            let mut lines = line_advances(&at, unit, hex);
            if lines.is_empty() && defends {
                lines = line_advances(&at.at(&turned_about(at, unit)), unit, hex);
            }
            if !lines.is_empty() {
                let ways = lines.into_iter();
                return ways
                    .map(|line| (line.facing, OnwardWay::Into(line.into())))
                    .collect();
            }
        }
        // SR 7.11: whoever follows others into the hex faces as they do; SR 11.46-defender: a defender turns as it needs to.
        let friend = at.position.stack(hex).next().map(|part| part.unit);
        let defends = self.advancing_side() != self.current().by;
        let turned: Vec<Facing> = match friend {
            Some(friend) => vec![at.position.unit(friend).facing],
            None => {
                let towards = from_beside(at, unit, hex).ok().map(|(_, side)| side);
                let ahead = towards.is_some_and(|side| state.facing.front().contains(side));
                // SR 11.46-defender: as it must to enter the hex, then one vertex as everybody.
                let into = |turn: &i8| {
                    let facing = state.facing.turned(*turn);
                    towards.is_some_and(|side| facing.front().contains(side))
                };
                let must = if defends && !ahead {
                    [1_i8, -1, 2, -2, 3].into_iter().find(into).unwrap_or(0)
                } else {
                    0
                };
                [0_i8, -1, 1]
                    .into_iter()
                    .map(|turn| state.facing.turned(must).turned(turn))
                    .collect()
            }
        };
        let free = defends || friend.is_some();
        turned
            .into_iter()
            .filter_map(|facing| {
                let advance = judge_advance(at, unit, hex, facing, free).ok()?;
                Some((facing, OnwardWay::Into(advance)))
            })
            .collect()
    }

    /// How a unit may advance into any hex that was won. Reading 102 of the assault chapter: who must go on does so where, and as, it
    /// can come before the enemy, if it can at all.
    fn ways_of(&self, at: At<'_>, unit: UnitId) -> Vec<(HexId, Facing, OnwardWay)> {
        let hexes = self.advancers(at).into_iter();
        let mut ways: Vec<(HexId, Facing, OnwardWay)> = Vec::new();
        for (_, won) in hexes.filter(|(own, _)| *own == unit) {
            let into = self.ways_into(at, unit, won).into_iter();
            ways.extend(into.map(|(facing, way)| (won, facing, way)));
        }
        let leads_on = |(_, _, way): &(HexId, Facing, OnwardWay)| match way {
            OnwardWay::Into(advance) => self.meets_enemy_from(at, unit, advance),
            OnwardWay::Further { .. } => true,
        };
        if self.has_to_go_on(at, unit) && ways.iter().any(leads_on) {
            ways.retain(leads_on);
        }
        ways
    }

    /// SR 11.47-advance: whether a unit that has advanced so has the enemy in its front, at once or by the extra advance.
    fn meets_enemy_from(&self, at: At<'_>, unit: UnitId, advance: &Advance) -> bool {
        let (hex, extent) = advance.place();
        let there = UnitState {
            hex,
            extent,
            facing: advance.facing,
            ..*at.position.unit(unit)
        };
        let bottom = StackPlace::Bottom;
        let moved = at.position.with_unit(at.setting, unit, there, bottom);
        let look = self.look(at.at(&moved));
        let ways = assault::extra_advances(&look, unit, FreeTurn::Used);
        ways.iter().any(|way| way.faces_enemy)
    }

    /// SR 11.47-mandatory: whether a unit that charged has earned a continuation that it has to make.
    fn has_to_go_on(&self, at: At<'_>, unit: UnitId) -> bool {
        let assault = self.current();
        let mut attackers = assault.attackers.iter();
        let Some(own) = attackers.find(|each| each.unit == unit) else {
            return false;
        };
        let earned = matches!(
            self.earned,
            Some(EarnedBy::Attacker | EarnedBy::FailedCheck)
        );
        let duty = assault::obligation(&self.look(at), assault, own);
        earned && matches!(duty, Duty::Must(_))
    }

    pub(super) fn asks_advance(&self, at: At<'_>) -> Option<Ask> {
        let anybody = !self.advancers(at).is_empty() || !self.turners(at).is_empty();
        anybody.then(|| Ask {
            side: self.advancing_side(),
            rule: Rule::SR_11_46,
            prompt: Prompt::AdvanceAfterAssault,
        })
    }

    pub(super) fn advance_candidates(&self, at: At<'_>, each: &mut dyn FnMut(Choice)) {
        let mut seen: Vec<Choice> = Vec::new();
        for unit in self.who_advances(at) {
            for (won, facing, way) in self.ways_of(at, unit) {
                let hex = way.counter(won);
                let choice = Choice::Advance { unit, hex, facing };
                if !seen.contains(&choice) {
                    seen.push(choice);
                    each(choice);
                }
            }
            let side = at.setting.unit(unit).side;
            for leader in at.setting.leader_ids() {
                let choice = Choice::Accompany { leader, unit };
                if at.setting.leader(leader).side == side && !seen.contains(&choice) {
                    seen.push(choice);
                    each(choice);
                }
            }
        }
        for unit in self.turners(at) {
            let facing = at.position.unit(unit).facing;
            for turn in [-1, 1, -2, 2, 3] {
                let facing = facing.turned(turn);
                each(Choice::Face { unit, facing });
            }
        }
        each(Choice::Done);
    }

    pub(super) fn judge_advance(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        Some(match choice {
            Choice::Advance { unit, hex, facing } => {
                self.may_advance(at, unit, hex, facing).map(|way| {
                    let onward = Onward { unit, way };
                    Ruling::new(Rule::SR_11_46, Chosen::Advances(onward))
                })
            }
            Choice::Accompany { leader, unit } => {
                let goes = self.advancers(at).iter().any(|(own, _)| *own == unit);
                goes_along(at, leader, unit, goes)
            }
            Choice::Face { unit, facing } if self.earned == Some(EarnedBy::Defender) => {
                let state = at.position.unit(unit);
                let stays = self.turners(at).contains(&unit);
                if !may_turn_extended(at, unit, facing) {
                    Err(Refusal::new(
                        Rule::SR_11_46_defender,
                        "an extended unit turns only so far as its extension allows",
                    ))
                } else if stays && facing != state.facing && facing.kind() == state.facing.kind() {
                    Ok(Ruling::new(
                        Rule::SR_11_46_defender,
                        Chosen::Turns(unit, facing),
                    ))
                } else {
                    Err(Refusal::new(
                        Rule::SR_11_46_defender,
                        "only a defender who has thrown the enemy back turns freely",
                    ))
                }
            }
            Choice::Done if self.is_free_to_advance(at) => {
                Ok(Ruling::new(Rule::SR_11_46, Chosen::Done))
            }
            Choice::Done => Err(Refusal::new(
                Rule::SR_11_46,
                "every attacker that can must advance",
            )),
            _ => return None,
        })
    }

    fn may_advance(
        &self,
        at: At<'_>,
        unit: UnitId,
        hex: HexId,
        facing: Facing,
    ) -> Result<OnwardWay, Refusal> {
        let ways = self.ways_of(at, unit);
        let known = !ways.is_empty();
        let mut ways = ways.into_iter();
        let wanted = |(won, faced, way): &(HexId, Facing, OnwardWay)| {
            *faced == facing && way.counter(*won) == hex
        };
        if let Some((_, _, way)) = ways.find(wanted) {
            return Ok(way);
        }
        if known {
            return Err(Refusal::new(
                Rule::SR_11_46,
                "it advances into a hex that was won and turns one vertex, a line as it can move",
            ));
        }
        if !self.won(at).contains(&hex) {
            return Err(Refusal::new(
                Rule::SR_11_46,
                "the hex has not been won in this assault",
            ));
        }
        assault::may_advance(&self.look(at), unit, hex)?;
        Err(Refusal::new(
            Rule::SR_11_46,
            "attackers above it in its stack advance first",
        ))
    }

    /// A unit advances, and the enemy beside it may react.
    pub(super) fn advances(mut self, play: &mut Play<'_>, onward: Onward) {
        let unit = onward.unit;
        if self.stage == Stage::GoOn {
            self.queue.retain(|&other| other != unit);
        } else {
            self.tried.push(unit);
        }
        let who = if play.setting.unit(unit).side == self.side {
            Advancer::Waits
        } else {
            Advancer::NonPhasing
        };
        if let (Advancer::Waits, OnwardWay::Into(advance)) = (who, &onward.way) {
            // SR 9.61: every hex that a line comes into.
            let before = *play.position.unit(unit);
            let entered = advance
                .hexes()
                .filter(|hex| before.hexes().all(|own| own != *hex));
            self.arrivals.extend(entered.map(|hex| (unit, hex)));
        }
        play.push(self);
        match onward.way {
            OnwardWay::Into(advance) => {
                let rule = advance.rule(Rule::SR_11_46);
                crate::results::advances(play, unit, advance, rule, who);
            }
            OnwardWay::Further { facing, legs } if legs.is_empty() => {
                turns(play, unit, facing, Rule::SR_11_47_advance);
            }
            OnwardWay::Further { legs, .. } => {
                let step = StrideStep::new(play.at(), unit, legs, who);
                play.push(step);
            }
        }
    }

    /// SR 11.46-defender: a defender who stays turns as he likes, his stack with him.
    pub(super) fn turns_about(mut self, play: &mut Play<'_>, unit: UnitId, facing: Facing) {
        const RULE: Rule = Rule::SR_11_46_defender;
        let hex = play.position.unit(unit).hex;
        let mut stack: Vec<UnitId> = play.position.stack(hex).map(|part| part.unit).collect();
        let extended = |other: &UnitId| play.position.unit(*other).extent != Extent::Single;
        if let Some(long) = stack.iter().copied().find(extended) {
            // SR 7.11: guns in the hex of its extension too.
            let all = play.position.unit(long).hexes();
            let mut others: Vec<UnitId> = all
                .flat_map(|hex| play.position.stack(hex))
                .map(|part| part.unit)
                .filter(|other| !stack.contains(other))
                .collect();
            others.dedup();
            stack.extend(others);
        }
        for &other in &stack {
            turns(play, other, facing, RULE);
            let state = *play.position.unit(other);
            if let Extent::Line { left, right } = state.extent {
                let (left, right) = (right, left);
                play.happens(Event::ExtentChanged {
                    unit: other,
                    hex: state.hex,
                    extent: Extent::Line { left, right },
                    cost: HalfMp::ZERO,
                    rule: RULE,
                });
            }
        }
        self.tried.extend(stack);
        play.push(self);
        crate::movement::drop_covered(play, unit);
    }
}

/// SR 11.46-defender, 8.44-aboutface: the position in which a line has turned about where it stands.
fn turned_about(at: At<'_>, unit: UnitId) -> Position {
    let mut state = *at.position.unit(unit);
    state.facing = state.facing.about_face();
    if let Extent::Line { left, right } = state.extent {
        let (left, right) = (right, left);
        state.extent = Extent::Line { left, right };
    }
    let bottom = StackPlace::Bottom;
    at.position.with_unit(at.setting, unit, state, bottom)
}

/// SR 12.72: leaders who may go along.
pub(super) fn companions(at: At<'_>, unit: UnitId) -> impl Iterator<Item = LeaderId> {
    let leaders = at.setting.leader_ids();
    leaders.filter(move |&leader| may_fall_back_with(at, leader, unit).is_ok())
}

/// SR 12.72: whether a leader goes along with a unit that advances, if it does.
pub(super) fn goes_along(
    at: At<'_>,
    leader: LeaderId,
    unit: UnitId,
    advances: bool,
) -> Judgement<Chosen> {
    let rule = may_fall_back_with(at, leader, unit)?;
    if advances {
        Ok(Ruling::new(rule, Chosen::Accompanies(leader, unit)))
    } else {
        Err(Refusal::new(Rule::SR_12_72, "it does not advance"))
    }
}

/// SR 8.44, 8.52: a line where it stands turns about only, a column so that its extension stays behind it; nobody turns a stack
/// of which an extended unit is a part otherwise.
fn may_turn_extended(at: At<'_>, unit: UnitId, facing: Facing) -> bool {
    let grid = at.setting.grid();
    let stack = at.position.stack(at.position.unit(unit).hex);
    stack
        .map(|part| at.position.unit(part.unit))
        .all(|state| match state.extent {
            Extent::Single => true,
            Extent::Line { .. } => facing == state.facing.about_face(),
            Extent::Column { .. } => extension_is_behind(grid, state, facing).is_ok(),
        })
}

/// SR 12.6: a unit turns as it advances.
fn turns(play: &mut Play<'_>, unit: UnitId, facing: Facing, rule: Rule) {
    if play.position.unit(unit).facing != facing {
        play.happens(Event::Turned {
            unit,
            facing,
            cost: HalfMp::ZERO,
            rule,
        });
    }
}
