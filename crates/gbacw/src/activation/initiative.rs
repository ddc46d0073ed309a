//! SR 5.1: Initiative.

use longroll_catalog::facts::{CommandId, LeaderId, Level, Mechanism};
use longroll_core::{BySide, ChanceError, Refusal, Side, Terms};
use longroll_position::Topic;
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::command::{in_range, is_visiting, ratings, roll_visits, turn_now};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::InitiativeStep;

/// SR 5.11: whether a commander's Initiative value may be added: he did not ride far (SR 9.32) and reaches at least one
/// corps commander of his army, or a division leader where it has no corps (reading 7).
///
/// # Errors
/// The rule that forbids it.
pub fn may_add_initiative(at: At<'_>, leader: LeaderId) -> Result<Rule, Refusal> {
    let facts = at.setting.leader(leader);
    let state = at.position.leader(leader);
    let visits = is_visiting(at, leader);
    if facts.level != Level::Army || !(state.on_map() || visits) {
        return Err(Refusal::new(
            Rule::SR_4_11,
            "no Overall Commander on the map",
        ));
    }
    if ratings(at, leader)
        .initiative
        .as_ref()
        .is_none_or(|value| value.value <= 0)
    {
        return Err(Refusal::new(
            Rule::SR_5_11,
            "his Initiative value adds nothing",
        ));
    }
    // BB 30.0: a commander who visits counts wherever he is.
    if visits {
        return Ok(at.setting.special_name(Topic::Visit, |_| true));
    }
    if state.rode_far {
        return Err(Refusal::new(Rule::SR_9_32, "he rode more than 10 MP"));
    }
    let reached = at.setting.leader_ids().find(|&other| {
        let below = at.setting.leader(other);
        at.setting.command(below.command).parent == Some(facts.command)
            && matches!(below.level, Level::Corps | Level::Division)
            && at.position.leader(other).on_map()
            && in_range(at, leader, at.position.leader(other).hex)
    });
    match reached.map(|other| at.setting.leader(other).level) {
        // BB 4.12, reading 7: where there are no corps a division leader will do.
        Some(Level::Division) => Ok(Rule::BB_4_12),
        Some(_) => Ok(Rule::SR_5_11),
        None => Err(Refusal::new(
            Rule::SR_5_11,
            "no corps commander in his range",
        )),
    }
}

fn candidates(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        at.setting.leader(leader).side == side && at.setting.leader(leader).level == Level::Army
    })
}

/// SR 5.11: what a side adds to its roll.
#[must_use]
pub fn initiative_terms(at: At<'_>, side: Side, commander: Option<LeaderId>) -> Terms {
    let mut terms = Terms::new();
    if at.position.initiative.previous == Some(side) {
        terms.add(1, Rule::SR_5_11, "held it last turn");
    }
    if let Some(leader) = commander {
        let value = ratings(at, leader)
            .initiative
            .as_ref()
            .map_or(0, |value| value.value);
        terms.add(
            value.into(),
            Rule::SR_5_11,
            format!("Initiative value of {}", at.setting.leader(leader).name),
        );
    }
    if let Some(turn) = at.position.now(at.setting) {
        for drm in at
            .setting
            .scenario
            .initiative
            .drms
            .iter()
            .filter(|drm| drm.turn == turn.id && drm.side == side)
        {
            terms.add(drm.drm.into(), Rule::SR_5_11, "scenario");
        }
    }
    terms
}

impl Procedure for InitiativeStep {
    /// What comes next, knowing whom the side has chosen.
    type Means = Self;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Commander { side, .. }
                if candidates(at, side).any(|l| may_add_initiative(at, l).is_ok()) =>
            {
                Some(Ask {
                    side,
                    rule: Rule::SR_5_11,
                    prompt: Prompt::InitiativeCommander,
                })
            }
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Commander { side, .. } = *self {
            for leader in candidates(at, side) {
                let choice = Choice::Initiative {
                    leader: Some(leader),
                };
                each(choice);
            }
            each(Choice::Initiative { leader: None });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Self> {
        match (*self, choice) {
            (Self::Commander { side, mut chosen }, Choice::Initiative { leader }) => {
                let rule = match leader {
                    Some(leader) if at.setting.leader(leader).side != side => {
                        return Err(Refusal::new(Rule::SR_5_11, "the other side's commander"));
                    }
                    Some(leader) => may_add_initiative(at, leader)?,
                    None => Rule::SR_5_11,
                };
                chosen[side] = leader;
                Ok(Ruling::new(rule, after(side, chosen)))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, next: Self) -> Result<(), ChanceError> {
        play.push(next);
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Begin => {
                roll_visits(play)?;
                let given = play.position.now(play.setting).and_then(|turn| {
                    play.setting
                        .scenario
                        .initiative
                        .automatic
                        .iter()
                        .find(|given| given.turn == turn.id)
                });
                match given {
                    Some(given) => settle(play, Some(given.side), None),
                    None => play.push(Self::Commander {
                        side: Side::Union,
                        chosen: BySide::default(),
                    }),
                }
                Ok(())
            }
            // Nobody to ask.
            Self::Commander { side, chosen } => {
                play.push(after(side, chosen));
                Ok(())
            }
            Self::Roll { chosen } => {
                let mut totals = BySide::<i32>::default();
                for side in [Side::Confederate, Side::Union] {
                    let at = play.at();
                    let roll = initiative_roll(at, side, chosen[side]);
                    totals[side] = play.roll(roll)?.total;
                }
                let holder = match totals.union.cmp(&totals.confederate) {
                    core::cmp::Ordering::Greater => Some(Side::Union),
                    core::cmp::Ordering::Less => Some(Side::Confederate),
                    core::cmp::Ordering::Equal => None,
                };
                settle(play, holder, holder.and_then(|side| chosen[side]));
                Ok(())
            }
        }
    }
}

/// SR 5.11: the roll of a side.
#[must_use]
pub fn initiative_roll(at: At<'_>, side: Side, leader: Option<LeaderId>) -> Roll {
    let terms = initiative_terms(at, side, leader);
    let purpose = Purpose::Initiative(side);
    Roll::new(purpose, Rule::SR_5_11, terms, |_, _| Verdict::Total)
}

const fn after(side: Side, chosen: BySide<Option<LeaderId>>) -> InitiativeStep {
    match side {
        Side::Union => InitiativeStep::Commander {
            side: Side::Confederate,
            chosen,
        },
        Side::Confederate => InitiativeStep::Roll { chosen },
    }
}

/// BB 30.0: the army to which the first marker is owed if this commander's value won the Initiative.
fn owed_to(at: At<'_>, winner: LeaderId) -> Option<CommandId> {
    at.setting
        .special_now(Topic::Initiative, turn_now(at))
        .find_map(|rule| match rule.mechanism {
            Mechanism::InitiativeBindsFirstMarker { leader, command } if leader == winner => {
                Some(command)
            }
            _ => None,
        })
}

fn settle(play: &mut Play<'_>, holder: Option<Side>, by: Option<LeaderId>) {
    let owed_to = by.and_then(|leader| owed_to(play.at(), leader));
    play.happens(Event::InitiativeSettled {
        holder,
        owed_to,
        rule: Rule::SR_5_12,
    });
}
