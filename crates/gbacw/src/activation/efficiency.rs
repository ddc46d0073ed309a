//! SR 5.2, 5.4, BB 4.2: the steps of II/B, and the commanders who raise numbers.

use longroll_catalog::facts::{AbilityKind, CommandId, Custom, LeaderId, Level};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{ActivatorId, ActivatorKind, ActivatorNote, Topic};
use longroll_rule::Rule;

use super::division_markers::{activations, comes_with_it, enters_with};
use super::draw::{draw, is_in_play};
use super::entitlement::settle_entitlements;
use super::transfer::may_transfer;
use crate::choice::Choice;
use crate::command::{division_leader, draws_for, in_range, is_visiting, may_help_whom, ratings};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Step};

mod frame;

pub use self::frame::EfficiencyStep;

/// SR 5.22, 5.23-1, BB 4.2: whether this commander may raise this command by one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_help(at: At<'_>, leader: LeaderId, command: CommandId) -> Result<Rule, Refusal> {
    let facts = at.setting.leader(leader);
    let target = at.setting.command(command);
    let rule = if facts.level == Level::Army {
        Rule::SR_5_22
    } else {
        Rule::SR_5_23
    };
    may_help_whom(at, leader, command)?;
    if target.parent != Some(facts.command) {
        return Err(Refusal::new(rule, "not directly under his command"));
    }
    helps_that_level(at, leader, command, rule)?;
    if !was_drawn_for(at, command) {
        return Err(Refusal::new(rule, "nothing was drawn for it"));
    }
    if is_visiting(at, leader) {
        return Ok(at.setting.special_name(Topic::Visit, |_| true));
    }
    // BB 4.21: who leads the division himself, its own leader being dead, is with it.
    let activator = at.setting.activator_for(command);
    let leads = activator.and_then(|activator| division_leader(at, activator)) == Some(leader);
    if leads && at.setting.scenario.command_groups().is_empty() {
        return Ok(Rule::BB_4_21);
    }
    // SR 9.71: he enters with it.
    if activator.is_some_and(|activator| enters_with(at, leader, activator)) {
        return Ok(Rule::SR_9_71);
    }
    if !at.position.leader(leader).on_map() {
        return Err(Refusal::new(
            Rule::SR_9_71,
            "off the map he helps nobody but those who enter with him",
        ));
    }
    let Some(below) = at
        .position
        .leader_of(at.setting, command)
        .filter(|&own| at.position.leader(own).on_map())
    else {
        return Err(Refusal::new(rule, "its leader is not on the map"));
    };
    if in_range(at, leader, at.position.leader(below).hex) {
        Ok(
            if facts.level == Level::Army && target.level == Level::Division {
                Rule::BB_4_2
            } else {
                rule
            },
        )
    } else {
        Err(Refusal::new(Rule::SR_4_15, "out of his command range"))
    }
}

/// SR 5.22, 5.23-1, BB 4.2: whether the command is of the level that he helps.
fn helps_that_level(
    at: At<'_>,
    leader: LeaderId,
    command: CommandId,
    rule: Rule,
) -> Result<(), Refusal> {
    let facts = at.setting.leader(leader);
    match (facts.level, at.setting.command(command).level) {
        (Level::Army, Level::Corps) | (Level::Corps, Level::Division) => {}
        // BB 4.2: where there are no corps the commander's value works like a corps Efficiency value.
        (Level::Army, Level::Division) => {
            if facts
                .ability(AbilityKind::InitiativeHelpsEfficiency)
                .is_none()
            {
                return Err(Refusal::new(
                    Rule::BB_4_2,
                    "only the named commander helps divisions",
                ));
            }
        }
        _ => return Err(Refusal::new(rule, "he helps the level below his own")),
    }
    Ok(())
}

/// Whether a marker was drawn for the command.
fn was_drawn_for(at: At<'_>, command: CommandId) -> bool {
    at.setting.activator_ids().any(|id| {
        let activator = at.setting.activator(id);
        (activator.command == command || draws_for(at, id) == command)
            && activator.kind != ActivatorKind::Unassigned
            && at.position.activator(id).marker > 0
    })
}

/// How often a commander may raise a number this turn.
fn help_points(at: At<'_>, leader: LeaderId) -> u8 {
    let facts = at.setting.leader(leader);
    let state = at.position.leader(leader);
    // BB 30.0: a commander who visits helps one division.
    if is_visiting(at, leader) {
        return 1;
    }
    if !state.on_map() && !comes_with_it(at, leader) {
        return 0;
    }
    let value = match facts.level {
        Level::Army => {
            let spent_on_direct = state.abilities.has(AbilityKind::DirectCommand)
                && facts
                    .ability(AbilityKind::DirectCommandCostsEfficiencyHelp)
                    .is_some();
            if state.rode_far || spent_on_direct {
                return 0;
            }
            ratings(at, leader)
                .initiative
                .as_ref()
                .map_or(0, |value| value.value)
        }
        // A corps without divisions has nobody to give its value to (reading 130).
        Level::Corps => ratings(at, leader)
            .efficiency
            .as_ref()
            .map_or(0, |value| value.value),
        Level::Division | Level::Brigade => 0,
    };
    u8::try_from(value).unwrap_or(0)
}

/// What was chosen about the markers of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raising {
    /// SR 5.22, 5.23: a commander raises a command; what is left of his value comes next.
    Help(LeaderId, CommandId, EfficiencyStep),
    /// SR 5.41: two divisions give to a third.
    Transfer(ActivatorId, ActivatorId, ActivatorId),
    /// Nothing more.
    Done,
}

impl Procedure for EfficiencyStep {
    type Means = Raising;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Help { leader, left, .. } if left > 0 => {
                let facts = at.setting.leader(leader);
                let rule = if facts.level == Level::Army {
                    Rule::SR_5_22
                } else {
                    Rule::SR_5_23
                };
                Some(Ask {
                    side: facts.side,
                    rule,
                    prompt: Prompt::Help { leader },
                })
            }
            Self::Transfer { side } => Some(Ask {
                side,
                rule: Rule::SR_5_41,
                prompt: Prompt::Transfer,
            }),
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Help { leader, raised, .. } => {
                for command in at
                    .setting
                    .command_ids()
                    .filter(|&command| !raised.contains(&Some(command)))
                {
                    each(Choice::Help { leader, command });
                }
                each(Choice::Done);
            }
            Self::Transfer { side } => {
                if at.setting.variations.efficiency_transfer.value == Custom::Done {
                    let own: Vec<ActivatorId> = at
                        .setting
                        .activator_ids()
                        .filter(|&id| {
                            at.setting.activator(id).side == side
                                && at.position.activator(id).marker > 0
                        })
                        .collect();
                    for (index, &first) in own.iter().enumerate() {
                        for &second in &own[index..] {
                            for &to in &own {
                                each(Choice::Transfer { first, second, to });
                            }
                        }
                    }
                }
                each(Choice::Done);
            }
            Self::Draw | Self::DrawMarkers | Self::Helpers { .. } | Self::Settle => {}
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Raising> {
        let (rule, means) = match (*self, choice) {
            (Self::Help { leader: asked, .. }, Choice::Help { leader, .. }) if leader != asked => {
                return Err(Refusal::new(
                    Rule::SR_5_22,
                    "another commander is asked now",
                ));
            }
            (Self::Help { raised, .. }, Choice::Help { command, .. })
                if raised.contains(&Some(command)) =>
            {
                return Err(Refusal::new(Rule::SR_5_22, "he has raised it already"));
            }
            (
                Self::Help {
                    left, mut raised, ..
                },
                Choice::Help { leader, command },
            ) => {
                let rule = may_help(at, leader, command)?;
                // SR 5.22: +1 for each corps; SR 5.23, BB 4.2: a division may be raised by two.
                let corps = at.setting.command(command).level == Level::Corps;
                if let Some(place) = raised.iter_mut().find(|place| corps && place.is_none()) {
                    *place = Some(command);
                }
                let next = Self::Help {
                    leader,
                    left: left.saturating_sub(1),
                    raised,
                };
                (rule, Raising::Help(leader, command, next))
            }
            (Self::Transfer { side }, Choice::Transfer { first, second, to }) => {
                if at.setting.activator(first).side != side {
                    return Err(Refusal::new(Rule::SR_5_43, "the other side's divisions"));
                }
                let rule = may_transfer(at, first, second, to)?;
                if second < first {
                    return Err(Refusal::new(
                        Rule::SR_5_43,
                        "the two that give are named in the order of the army",
                    ));
                }
                (rule, Raising::Transfer(first, second, to))
            }
            (_, Choice::Transfer { first, second, to }) => {
                may_transfer(at, first, second, to)?;
                return Err(self.beside_the_point(at));
            }
            (Self::Help { .. }, Choice::Done) => (Rule::SR_5_22, Raising::Done),
            (Self::Transfer { .. }, Choice::Done) => (Rule::SR_5_41, Raising::Done),
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Raising) -> Result<(), ChanceError> {
        match means {
            Raising::Help(leader, command, next) => {
                help(play, leader, command);
                play.push(next);
            }
            Raising::Transfer(first, second, to) => {
                play.happens(Event::Transferred { first, second, to });
                play.push(self);
            }
            Raising::Done => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Draw => {
                play.then([
                    crate::alert::AlertStep::Wake.into(),
                    Self::DrawMarkers.into(),
                ]);
                Ok(())
            }
            Self::DrawMarkers => draw(play),
            Self::Helpers { side } => {
                let at = play.at();
                let helpers: Vec<Step> = at
                    .setting
                    .leader_ids()
                    .filter(|&leader| at.setting.leader(leader).side == side)
                    .map(|leader| (leader, help_points(at, leader)))
                    .filter(|&(_, points)| points > 0)
                    .map(|(leader, left)| {
                        Self::Help {
                            leader,
                            left,
                            raised: [None; 3],
                        }
                        .into()
                    })
                    .collect();
                play.then(helpers);
                Ok(())
            }
            Self::Settle => {
                settle(play);
                Ok(())
            }
            Self::Help { .. } | Self::Transfer { .. } => Ok(()),
        }
    }
}

/// SR 5.22 raises a corps for all its divisions, not above 4; SR 5.23 and BB 4.2 raise one division.
fn help(play: &mut Play<'_>, leader: LeaderId, command: CommandId) {
    let setting = play.setting;
    let rule = if setting.command(command).level == Level::Corps {
        let drawing: Vec<ActivatorId> = setting
            .activator_ids()
            .filter(|&id| draws_for(play.at(), id) == command)
            .collect();
        for id in drawing {
            play.note_activator(id, ActivatorNote::Raised);
        }
        Rule::SR_5_22
    } else {
        for id in setting
            .activator_ids()
            .filter(|&id| setting.activator(id).command == command)
        {
            let help = play.position.activator(id).help + 1;
            play.note_activator(id, ActivatorNote::Help(help));
        }
        if setting.leader(leader).level == Level::Army {
            Rule::BB_4_2
        } else {
            Rule::SR_5_23
        }
    };
    play.happens(Event::Helped {
        leader,
        command,
        rule,
    });
}

fn settle(play: &mut Play<'_>) {
    for id in play.setting.activator_ids() {
        let at = play.at();
        if !is_in_play(at, id) {
            if at.position.activator(id).number != 0 {
                play.note_activator(id, ActivatorNote::Number(0));
            }
            continue;
        }
        let (number, terms) = activations(at, id);
        if number == 0 {
            play.note_activator(id, ActivatorNote::Number(0));
        } else {
            play.happens(Event::Activations {
                activator: id,
                number,
                terms,
            });
        }
    }
    settle_entitlements(play);
}
