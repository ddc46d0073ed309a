//! SR 9.31: brigade and division leaders move while their command acts.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, Level, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{BodyId, BodyKind, Bound, Deeds, Extent, HalfMp, LeaderNote, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::destination::Destination;
use crate::choice::Choice;
use crate::command::{body_leader, division_leader_of};
use crate::event::Event;
use crate::orders::march_limit;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::RideStep;

/// Leaders who may move while this body acts: its own, and the division leader (SR 9.31).
pub fn leaders_of(at: At<'_>, body: BodyId) -> impl Iterator<Item = LeaderId> {
    let own = body_leader(at, body);
    let division = division_leader_of(at, body).filter(|&leader| {
        Some(leader) != own && at.setting.leader(leader).level == Level::Division
    });
    // SR 9.32: commanders of corps and armies move in IV/A only; SR 6.19: a brigadier moves with the marker of his brigade's
    // orders.
    let state = at.position.body(body);
    let with_his_marker = at.setting.body(body).kind != BodyKind::Brigade
        || (state.orders == Orders::March) == state.march.acting;
    let own =
        own.filter(|&leader| at.setting.leader(leader).level <= Level::Division && with_his_marker);
    own.into_iter().chain(division)
}

/// SR 9.31, 9.32: the MP a leader has in the phase under way.
pub(super) fn allowance(at: At<'_>, leader: LeaderId) -> HalfMp {
    let facts = at.setting.leader(leader);
    match facts.level {
        Level::Corps | Level::Army => longroll_movement::leaders::leader_allowance(facts.level),
        Level::Brigade => at
            .setting
            .body_of_brigade(facts.command)
            .filter(|&body| at.position.body(body).orders == Orders::March)
            .map_or(
                longroll_movement::leaders::leader_allowance(facts.level),
                |body| longroll_movement::leaders::leader_march_allowance(&at, march_of(at, body)),
            ),
        Level::Division => match at.position.leader(leader).march_equivalents {
            0 => longroll_movement::leaders::leader_allowance(facts.level),
            equivalents => {
                let marched = at
                    .setting
                    .body_ids()
                    .filter(|&body| {
                        at.setting
                            .belongs(at.setting.body(body).command, facts.command)
                            && at.position.body(body).orders == Orders::March
                    })
                    .map(|body| march_of(at, body))
                    .max();
                let used = marched.map_or(equivalents, |marched| marched.min(equivalents));
                longroll_movement::leaders::leader_march_allowance(&at, used)
            }
        },
    }
}

/// SR 6.19, reading I54: the equivalents a brigade marches; once nobody of it marches on, those it has used.
fn march_of(at: At<'_>, body: BodyId) -> u8 {
    let units: SmallVec<[UnitId; 8]> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .collect();
    let over = Deeds::MOVE_ENDED.with(Deeds::FINISHED);
    let marches_on = |unit: &UnitId| !at.position.unit(*unit).deeds.any(over);
    let limit = march_limit(at, body);
    if units.is_empty() || units.iter().any(marches_on) {
        return limit;
    }
    let used = units
        .iter()
        .map(|&unit| crate::fatigue::equivalents(at, unit));
    let used = used.max().and_then(|used| u8::try_from(used).ok());
    used.unwrap_or(limit).clamp(1, limit.max(1))
}

/// SR 9.31 to 9.33: whether a leader may ride into this hex next.
///
/// # Errors
/// The rule that forbids it.
pub fn may_ride(at: At<'_>, leader: LeaderId, hex: HexId) -> Result<(Rule, HalfMp), Refusal> {
    crate::alert::leader_may_move(at, leader)?;
    crate::command::is_free_to_move(at, leader)?;
    longroll_movement::leaders::may_move(&at, leader)?;
    let state = at.position.leader(leader);
    if state.move_ended || state.riding_with.is_some() {
        let reason = "his move is over, or he goes along with a unit";
        return Err(Refusal::new(Rule::SR_9_31, reason));
    }
    let cost = longroll_movement::leader_step_cost(&at, leader, state.hex, hex)?;
    if state.spent + cost > allowance(at, leader) {
        let rule = match at.setting.leader(leader).level {
            Level::Brigade | Level::Division => Rule::SR_4_16,
            Level::Corps | Level::Army => Rule::SR_4_17,
        };
        return Err(Refusal::new(rule, "not enough MP left"));
    }
    let rule = if at.setting.leader(leader).level >= Level::Corps {
        Rule::SR_9_32
    } else {
        Rule::SR_9_31
    };
    Ok((rule, cost))
}

/// Where a leader who may still ride could go next.
pub(super) fn ride_candidates(at: At<'_>, leader: LeaderId, each: &mut dyn FnMut(Choice)) {
    let state = at.position.leader(leader);
    if !state.on_map() || state.move_ended || state.riding_with.is_some() {
        return;
    }
    for hex in at.setting.neighbours(state.hex) {
        each(Choice::Ride { leader, hex });
    }
}

/// Leaders that may move while a body acts. Reading 11, 46: not under a cautious Loose Reins of that brigade; the
/// Unassigned have none.
pub(super) fn acting_leaders(at: At<'_>, body: BodyId) -> impl Iterator<Item = LeaderId> {
    let held = at.position.body(body).bound == Bound::FallenBack
        || at.setting.body(body).kind == BodyKind::Unassigned;
    leaders_of(at, body).filter(move |_| !held)
}

/// What they may be worth asking about; `seen` are those listed for another body of the group.
pub(super) fn leader_candidates(
    at: At<'_>,
    body: BodyId,
    seen: &mut SmallVec<[LeaderId; 6]>,
    each: &mut dyn FnMut(Choice),
) {
    for leader in acting_leaders(at, body) {
        if seen.contains(&leader) {
            continue;
        }
        seen.push(leader);
        ride_candidates(at, leader, each);
        let state = at.position.leader(leader);
        if state.on_map() {
            for part in at.position.stack(state.hex) {
                let unit = part.unit;
                each(Choice::Accompany { leader, unit });
            }
        }
    }
}

/// SR 9.31: whether a leader may go along with a unit: of his command, stacked with him, neither having moved.
///
/// # Errors
/// The rule that forbids it.
pub fn may_accompany(at: At<'_>, leader: LeaderId, unit: UnitId) -> Result<Rule, Refusal> {
    crate::alert::leader_may_move(at, leader)?;
    longroll_movement::leaders::may_move(&at, leader)?;
    let state = at.position.leader(leader);
    let theirs = at.position.unit(unit);
    if state.riding_with.is_some() {
        return Err(Refusal::new(
            Rule::SR_9_31,
            "he goes along with a unit already",
        ));
    }
    // SR 8.44: a leader in any hex of an extended unit is stacked with it.
    if !theirs.on_map() || !theirs.hexes().any(|hex| hex == state.hex) {
        return Err(Refusal::new(Rule::SR_9_31, "he is not stacked with it"));
    }
    if !crate::command::leads(at, leader, unit) {
        return Err(Refusal::new(Rule::SR_9_31, "it is not of his command"));
    }
    if theirs.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED)) {
        return Err(Refusal::new(Rule::SR_9_31, "its movement is over"));
    }
    let body = at.position.body_of(at.setting, unit);
    let acts = at.position.body(body).acted || at.position.body(body).orders == Orders::March;
    if !acts {
        return Err(Refusal::new(Rule::SR_9_31, "its brigade does not act now"));
    }
    super::may_act::may_unit_act(at, body, unit)?;
    Ok(Rule::SR_9_31)
}

/// SR 8.44: where a leader with a part of an extended unit is after its move: with the same part, if it is still there.
fn with_his_part(hex: HexId, before: &UnitState, after: &Destination) -> HexId {
    // A line that turns about leaves no hex; only its hands change.
    let holds = |own: HexId| own == after.hex || after.extent.hexes().any(|part| part == own);
    if before.extent != after.extent && before.hexes().all(holds) {
        return hex;
    }
    let same = |one: Option<HexId>, other: Option<HexId>| one.filter(|&it| it == hex).and(other);
    let found = match (before.extent, after.extent) {
        (
            Extent::Line { left, right },
            Extent::Line {
                left: to_left,
                right: to_right,
            },
        ) => same(left, to_left).or(same(right, to_right)),
        (
            Extent::Column { rear, tail },
            Extent::Column {
                rear: to_rear,
                tail: to_tail,
            },
        ) => same(Some(rear), Some(to_rear)).or(same(tail, to_tail)),
        _ => None,
    };
    found.unwrap_or(after.hex)
}

/// SR 9.31, 8.42, 8.52: whoever goes along with a part of a unit that draws together goes with that part.
pub(super) fn gather_with(play: &mut Play<'_>, unit: UnitId, before: &UnitState) {
    let after = *play.position.unit(unit);
    let left =
        |hex: HexId| before.hexes().any(|own| own == hex) && after.hexes().all(|own| own != hex);
    let riders = play.setting.leader_ids().any(|leader| {
        let state = play.position.leader(leader);
        state.riding_with == Some(unit) && left(state.hex)
    });
    if riders {
        let end = Destination::at_bottom(after.hex, after.extent);
        take_along(play, unit, before, &end);
    }
}

/// SR 9.31, reading I55: whoever goes along pays his own way, and drops off when he cannot.
pub(super) fn take_along(play: &mut Play<'_>, unit: UnitId, before: &UnitState, end: &Destination) {
    let leaders: Vec<LeaderId> = play
        .setting
        .leader_ids()
        .filter(|&leader| play.position.leader(leader).riding_with == Some(unit))
        .collect();
    for leader in leaders {
        let at = play.at();
        let from = at.position.leader(leader).hex;
        let to = with_his_part(from, before, end);
        if from == to {
            continue;
        }
        let left = allowance(at, leader).less(at.position.leader(leader).spent);
        let way = way_along(at, leader, unit, from, to);
        let price: HalfMp = way.iter().fold(HalfMp::ZERO, |sum, (_, cost)| sum + *cost);
        if way.is_empty() || price > left {
            drop_off(play, leader);
            continue;
        }
        let mut from = from;
        for (to, cost) in way {
            let spent = play.position.leader(leader).spent + cost;
            play.happens(Event::Rode {
                leader,
                from,
                to,
                cost,
                spent,
            });
            from = to;
        }
    }
}

/// The cheapest way of one or two hexes on which a leader keeps up with his part of a unit; none if there is none.
fn way_along(
    at: At<'_>,
    leader: LeaderId,
    unit: UnitId,
    from: HexId,
    to: HexId,
) -> SmallVec<[(HexId, HalfMp); 2]> {
    let company = longroll_movement::leaders::Company::With(unit);
    let step = |from: HexId, to: HexId| {
        longroll_movement::leaders::leader_step(&at, leader, from, to, company)
    };
    let grid = at.setting.grid();
    if grid.adjacent(from, to) {
        return step(from, to).into_iter().map(|cost| (to, cost)).collect();
    }
    let between = at
        .setting
        .neighbours(from)
        .filter(|&hex| grid.adjacent(hex, to));
    let ways =
        between.filter_map(|hex| Some([(hex, step(from, hex).ok()?), (to, step(hex, to).ok()?)]));
    let cheapest = ways.min_by_key(|[one, other]| one.1 + other.1);
    cheapest.into_iter().flatten().collect()
}

/// SR 12.72: whoever stays with a unit that falls back comes to its new hex, whatever the way costs.
pub(super) fn bring_along(
    play: &mut Play<'_>,
    unit: UnitId,
    before: &UnitState,
    end: &Destination,
) {
    for leader in play.setting.leader_ids() {
        let state = *play.position.leader(leader);
        if state.riding_with != Some(unit) {
            continue;
        }
        play.note_leader(leader, LeaderNote::RidesWith(None));
        let (from, cost, spent) = (state.hex, HalfMp::ZERO, state.spent);
        let to = with_his_part(from, before, end);
        play.happens(Event::Rode {
            leader,
            from,
            to,
            cost,
            spent,
        });
    }
}

/// SR 12.72: whether a leader may stay with a unit that advances or falls back. Whoever is stacked with it may, be it of his
/// command or not; SR 9.31 asks for his command only where he moves along.
///
/// # Errors
/// The rule that forbids it.
pub fn may_fall_back_with(at: At<'_>, leader: LeaderId, unit: UnitId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::SR_12_72;
    let state = at.position.leader(leader);
    let mut hexes = at.position.unit(unit).hexes();
    if !state.on_map() || !hexes.any(|hex| hex == state.hex) {
        return Err(Refusal::new(RULE, "he is not stacked with it"));
    }
    if state.riding_with.is_some() {
        return Err(Refusal::new(RULE, "he goes along with a unit already"));
    }
    Ok(RULE)
}

/// Nobody goes with the unit any more: it stays after all, or it is driven back (SR 12.72), and who was with it may choose anew.
pub(crate) fn stay_behind(play: &mut Play<'_>, unit: UnitId) {
    for leader in play.setting.leader_ids() {
        if play.position.leader(leader).riding_with == Some(unit) {
            play.note_leader(leader, LeaderNote::RidesWith(None));
        }
    }
}

/// He goes no further.
fn drop_off(play: &mut Play<'_>, leader: LeaderId) {
    play.note_leader(leader, LeaderNote::RidesWith(None));
    play.note_leader(leader, LeaderNote::MoveEnded);
}

/// The unit's move is over, and so is that of whoever went along with it.
pub(super) fn all_dismount(play: &mut Play<'_>, unit: UnitId) {
    for leader in play.setting.leader_ids() {
        if play.position.leader(leader).riding_with == Some(unit) {
            drop_off(play, leader);
        }
    }
}

/// A leader enters the next hex, at this cost.
pub(super) fn ride(play: &mut Play<'_>, leader: LeaderId, (hex, cost): (HexId, HalfMp)) {
    let state = play.position.leader(leader);
    let (from, spent) = (state.hex, state.spent + cost);
    play.happens(Event::Rode {
        leader,
        from,
        to: hex,
        cost,
        spent,
    });
}

/// What was chosen of a leader under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Riding {
    /// He rides into a hex, at this cost.
    On(HexId, HalfMp),
    /// SR 9.31: he goes along with a unit.
    Accompany(UnitId),
    /// He halts.
    Halt,
}

impl Procedure for RideStep {
    type Means = Riding;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let facts = at.setting.leader(self.leader);
        let rule = if facts.level >= Level::Corps {
            Rule::SR_9_32
        } else {
            Rule::SR_9_31
        };
        Some(Ask {
            side: facts.side,
            rule,
            prompt: Prompt::Ride {
                leader: self.leader,
            },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        ride_candidates(at, self.leader, each);
        // SR 9.31: he may ride to a unit and go on with it as if he had begun there.
        let level = at.setting.leader(self.leader).level;
        for part in at.position.stack(at.position.leader(self.leader).hex) {
            if level <= Level::Division {
                let choice = Choice::Accompany {
                    leader: self.leader,
                    unit: part.unit,
                };
                each(choice);
            }
        }
        each(Choice::Halt);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Riding> {
        match choice {
            Choice::Ride { leader, hex } if leader == self.leader => {
                let (rule, cost) = may_ride(at, leader, hex)?;
                Ok(Ruling::new(rule, Riding::On(hex, cost)))
            }
            Choice::Accompany { leader, unit } if leader == self.leader => {
                let rule = may_accompany(at, leader, unit)?;
                Ok(Ruling::new(rule, Riding::Accompany(unit)))
            }
            Choice::Halt => Ok(Ruling::new(Rule::SR_9_13, Riding::Halt)),
            Choice::Ride { .. } => Err(Refusal::new(
                Rule::SR_9_31,
                "a leader moves in one go; another is under way",
            )),
            _ => Err(Refusal::new(
                Rule::SR_9_31,
                "a leader is under way; he rides on or halts",
            )),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: Riding) -> Result<(), ChanceError> {
        match means {
            Riding::On(hex, cost) => {
                ride(play, self.leader, (hex, cost));
                play.push(self);
            }
            Riding::Accompany(unit) => {
                play.note_leader(self.leader, LeaderNote::RidesWith(Some(unit)));
            }
            Riding::Halt => play.note_leader(self.leader, LeaderNote::MoveEnded),
        }
        Ok(())
    }
}
