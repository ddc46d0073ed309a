//! SR 5.34: several brigades act as one.

use longroll_catalog::facts::{AbilityKind, Orders};
use longroll_catalog::tables::CoordinationResult;
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::rule_set::{CoordinationRange, CorpsCoordinates};
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, BodyNote, Bound, CommandStatus,
};
use longroll_rule::Rule;

use super::acting::may_act;
use super::present::bodies_of;
use crate::choice::Choice;
use crate::command::{body_leader, division_leader, in_range, ratings};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::CoordinationStep;

/// Brigades that count for coordination: able to act, with their leader in range now (reading 37).
fn eligible(at: At<'_>, activator: ActivatorId) -> impl Iterator<Item = BodyId> + '_ {
    bodies_of(at, activator).filter(move |&body| in_coordination(at, activator, body).is_ok())
}

/// Whether a brigade is within the division leader's reach for coordination.
fn is_reached(at: At<'_>, activator: ActivatorId, body: BodyId) -> bool {
    if at.setting.body(body).kind != BodyKind::Brigade {
        return false;
    }
    if at.setting.rules.switches.coordination_range == CoordinationRange::TurnStart {
        return at.position.body(body).status == CommandStatus::InCommand;
    }
    let (Some(leader), Some(own)) = (division_leader(at, activator), body_leader(at, body)) else {
        return false;
    };
    at.position.leader(own).on_map() && in_range(at, leader, at.position.leader(own).hex)
}

/// Reading 38: not at rest, on the march, sitting out, or bound by Loose Reins.
fn in_coordination(at: At<'_>, activator: ActivatorId, body: BodyId) -> Result<Rule, Refusal> {
    may_act(at, body)?;
    if at.position.body(body).orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "under March orders it acts with the March marker only",
        ));
    }
    if !is_reached(at, activator, body) {
        return Err(Refusal::new(
            Rule::SR_5_34,
            "its brigadier is out of the division leader's range",
        ));
    }
    match at.position.body(body).bound {
        Bound::Free | Bound::Stay => Ok(Rule::SR_5_34),
        _ => Err(Refusal::new(Rule::SR_6_24, "Loose Reins binds it")),
    }
}

/// SR 5.34, 13.32: whether a division may try: not Combat Ineffective, a leader, at least two brigades in his range.
///
/// # Errors
/// The rule that forbids it.
pub fn may_coordinate(at: At<'_>, activator: ActivatorId) -> Result<Rule, Refusal> {
    if at.position.activator(activator).ineffective {
        return Err(Refusal::new(
            Rule::SR_13_32,
            "a Combat Ineffective division does not coordinate",
        ));
    }
    let Some(leader) =
        division_leader(at, activator).filter(|&leader| at.position.leader(leader).on_map())
    else {
        return Err(Refusal::new(Rule::SR_5_34, "no division leader on the map"));
    };
    // BB 4.21: after the division leader's death the corps commander coordinates, unless the switch says no.
    let facts = at.setting.activator(activator);
    if facts.kind == ActivatorKind::DivisionOfCorps
        && at.setting.leader(leader).command != facts.command
        && at.setting.rules.switches.hardee_coordinates == CorpsCoordinates::Off
    {
        return Err(Refusal::new(
            Rule::BB_4_21,
            "the corps commander does not coordinate",
        ));
    }
    if eligible(at, activator).take(2).count() < 2 {
        return Err(Refusal::new(
            Rule::SR_5_34,
            "fewer than two brigades that could act together",
        ));
    }
    Ok(Rule::SR_5_34)
}

/// SR 5.34, 13.32: why a division does not coordinate while its marker asks for something else.
#[must_use]
pub fn not_now(at: At<'_>, activator: ActivatorId) -> Refusal {
    may_coordinate(at, activator).err().unwrap_or_else(|| {
        Refusal::new(
            Rule::SR_5_34,
            "brigades are coordinated after the orders changes and before the first of them acts",
        )
    })
}

/// SR 5.34: whether a brigade may join the group.
///
/// # Errors
/// The rule that forbids it.
pub fn may_join(at: At<'_>, activator: ActivatorId, body: BodyId) -> Result<Rule, Refusal> {
    if at.position.body(body).activator != activator {
        return Err(Refusal::new(Rule::SR_5_34, "a brigade of another division"));
    }
    if at.position.body(body).coordinated {
        return Err(Refusal::new(Rule::SR_5_34, "it has joined already"));
    }
    in_coordination(at, activator, body)
}

/// SR 5.34: the leader's Coordination value; BB 5.34, reading 129: the Efficiency value of a corps commander who has no
/// division leaders.
fn coordination_terms(at: At<'_>, activator: ActivatorId) -> Terms {
    let mut terms = Terms::new();
    if let Some(leader) = division_leader(at, activator) {
        let facts = at.setting.leader(leader);
        let ratings = ratings(at, leader);
        match &ratings.coordination {
            Some(value) => terms.note(
                value.value.into(),
                Rule::SR_5_34,
                "Coordination value of the division leader",
            ),
            None => {
                let value = ratings.efficiency.as_ref().map_or(0, |value| value.value);
                let rule = if facts
                    .ability(AbilityKind::EfficiencyAsCoordination)
                    .is_some()
                {
                    Rule::BB_5_34
                } else {
                    Rule::BB_4_21
                };
                terms.note(
                    value.into(),
                    rule,
                    "Efficiency value of the corps commander",
                );
            }
        }
    }
    terms
}

/// What was chosen about coordination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinating {
    /// The division tries.
    Attempt(ActivatorId),
    /// A brigade joins the group; as many as the table still allows may follow.
    Join(BodyId, CoordinationStep),
    /// The group of this division is complete.
    Closed(ActivatorId),
    /// It does not try.
    Waived,
}

impl Procedure for CoordinationStep {
    type Means = Coordinating;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let (activator, prompt) = match *self {
            Self::Ask { activator } => (activator, Prompt::Coordinate { activator }),
            Self::Join { activator, left } => (activator, Prompt::JoinGroup { left }),
        };
        Some(Ask {
            side: at.setting.activator(activator).side,
            rule: Rule::SR_5_34,
            prompt,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Ask { .. } => each(Choice::Coordinate),
            Self::Join { activator, left } => {
                if left > 0 {
                    for body in bodies_of(at, activator) {
                        each(Choice::Join { body });
                    }
                }
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Coordinating> {
        let (rule, means) = match (*self, choice) {
            (Self::Ask { activator }, Choice::Coordinate) => (
                may_coordinate(at, activator)?,
                Coordinating::Attempt(activator),
            ),
            (Self::Ask { .. }, Choice::Attempt { .. }) => {
                return Err(Refusal::new(
                    Rule::SR_6_21,
                    "orders changes come before coordination",
                ));
            }
            (Self::Join { left: 0, .. }, Choice::Join { .. }) => {
                return Err(Refusal::new(
                    Rule::SR_5_34,
                    "as many brigades as the table allows have joined",
                ));
            }
            (Self::Join { activator, left }, Choice::Join { body }) => {
                let rule = may_join(at, activator, body)?;
                let left = left.saturating_sub(1);
                let next = Self::Join { activator, left };
                (rule, Coordinating::Join(body, next))
            }
            (Self::Join { activator, .. }, Choice::Done) => {
                (Rule::SR_5_34, Coordinating::Closed(activator))
            }
            (Self::Ask { .. }, Choice::Done) => (Rule::SR_5_34, Coordinating::Waived),
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Coordinating) -> Result<(), ChanceError> {
        match means {
            Coordinating::Attempt(activator) => attempt(play, activator),
            Coordinating::Join(body, next) => {
                play.note_body(body, BodyNote::Coordinated(true));
                play.push(next);
                Ok(())
            }
            Coordinating::Closed(activator) => {
                let at = play.at();
                let bodies: Vec<BodyId> = bodies_of(at, activator)
                    .filter(|&body| at.position.body(body).coordinated)
                    .collect();
                if bodies.len() < 2 {
                    for body in bodies {
                        play.note_body(body, BodyNote::Coordinated(false));
                    }
                } else {
                    play.happens(Event::Coordinated { bodies });
                }
                Ok(())
            }
            Coordinating::Waived => Ok(()),
        }
    }
}

/// SR 5.34: the roll for coordination.
#[must_use]
pub fn coordination_roll(at: At<'_>, activator: ActivatorId) -> Roll {
    let terms = coordination_terms(at, activator);
    let purpose = Purpose::Coordination(activator);
    Roll::new(purpose, Rule::SR_5_34, terms, |_, total| {
        Verdict::Coordination(look_up(&at.setting.tables().coordination, total))
    })
}

fn attempt(play: &mut Play<'_>, activator: ActivatorId) -> Result<(), ChanceError> {
    let at = play.at();
    let roll = coordination_roll(at, activator);
    let reached: Vec<BodyId> = bodies_of(at, activator)
        .filter(|&body| {
            let state = at.position.body(body);
            // SR 5.35, 6.32: who marches or rests takes no notice of the marker.
            is_reached(at, activator, body) && state.orders != Orders::March && !state.reserve
        })
        .collect();
    let ready = u8::try_from(eligible(at, activator).count()).unwrap_or(u8::MAX);
    match play.roll(roll)?.verdict {
        Verdict::Coordination(CoordinationResult::Confusion) => {
            for body in reached {
                // SR 6.24-C: who has fallen back does nothing at all.
                if play.position.body(body).bound == Bound::FallenBack {
                    continue;
                }
                play.happens(Event::Bound {
                    body,
                    bound: Bound::Confusion,
                    rule: Rule::SR_5_34,
                });
            }
        }
        Verdict::Coordination(CoordinationResult::Brigades(number)) => {
            play.push(CoordinationStep::Join {
                activator,
                left: number,
            });
        }
        Verdict::Coordination(CoordinationResult::All) => {
            play.push(CoordinationStep::Join {
                activator,
                left: ready,
            });
        }
        _ => {}
    }
    Ok(())
}

/// SR 5.34: the line of the table; below it Confusion, above it all.
fn look_up(table: &[longroll_catalog::tables::CoordinationRow], total: i32) -> CoordinationResult {
    let total = i16::try_from(total).unwrap_or(i16::MAX);
    table
        .iter()
        .find(|row| row.roll.contains(total))
        .map_or(CoordinationResult::Failure, |row| row.result)
}
