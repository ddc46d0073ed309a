//! SR 12.23, 13.2, 13.3: when units collapse and commands are Combat Ineffective, as far as a scenario changes it.

use longroll_catalog::facts::{Arm, CommandId, Custom, Level, Mechanism, UnitId};
use longroll_core::Side;
use longroll_position::{ActivatorId, ActivatorKind, BodyId, Cohesion, Presence, Setting, Topic};
use longroll_rule::Rule;

use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// SR 12.23: whether a unit of so many SP is Collapsed: below half of its strength, or at the share that the scenario
/// names or below it. Artillery and gunboats never are.
#[must_use]
pub fn collapses(setting: &Setting, unit: UnitId, sp: u8) -> bool {
    let facts = setting.unit(unit);
    if matches!(facts.arm, Arm::Artillery | Arm::Gunboat) {
        return false;
    }
    let full = u32::from(facts.strength.value);
    let share = setting
        .special(Topic::Effectiveness)
        .filter(|rule| rule.concerns(facts.side))
        .find_map(|rule| match rule.mechanism {
            Mechanism::CollapseAt { percent } => Some(u32::from(percent)),
            _ => None,
        });
    match share {
        Some(percent) => u32::from(sp) * 100 <= full * percent,
        None => u32::from(sp) * 2 < full,
    }
}

/// BB 30.0: how a scenario counts a regiment for the effectiveness of its brigade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// If it is in play or was lost in it.
    Usual,
    /// As lost although it does not appear.
    AsLost,
    /// Not at all.
    Never,
}

fn counting(at: At<'_>, unit: UnitId) -> Counting {
    let side = at.setting.unit(unit).side;
    let found = at
        .setting
        .special(Topic::Effectiveness)
        .filter(|rule| rule.concerns(side))
        .find_map(|rule| match &rule.mechanism {
            Mechanism::EffectivenessByPresent { also, .. } if also.contains(&unit) => {
                Some(Counting::AsLost)
            }
            Mechanism::EffectivenessByPresent { ignoring, .. } if ignoring.contains(&unit) => {
                Some(Counting::Never)
            }
            _ => None,
        });
    found.unwrap_or(Counting::Usual)
}

/// BB 30.0: whether a scenario makes a division of this side Combat Ineffective with its last brigade only.
fn needs_all_brigades(at: At<'_>, side: Side) -> bool {
    at.setting
        .special(Topic::Effectiveness)
        .any(|rule| rule.concerns(side) && rule.mechanism == Mechanism::DivisionNeedsAllBrigades)
}

/// SR 13.21, 13.24, reading 59: the infantry of a brigade (and the cavalry of a cavalry brigade), in play or lost, that
/// counts for its effectiveness.
pub(crate) fn tally(at: At<'_>, brigade: CommandId) -> (usize, usize, usize) {
    let mut all = 0;
    let mut impaired = 0;
    let mut gone = 0;
    let assigned = (0_usize..).zip(&at.position.units);
    let assigned = assigned.filter(|(_, state)| state.assigned == brigade);
    let units = assigned
        .filter_map(|(index, _)| UnitId::from_index(index))
        .filter(|&unit| {
            let facts = at.setting.unit(unit);
            let own_cavalry = facts.arm == Arm::Cavalry
                && facts.formation == brigade
                && at.setting.variations.brigade_cavalry_counts.value == Custom::Done;
            (facts.arm == Arm::Infantry || own_cavalry)
                && !facts.is_detachment()
                && counting(at, unit) != Counting::Never
        });
    for unit in units {
        let state = at.position.unit(unit);
        let (bad, lost) = match (state.presence, state.cohesion) {
            (Presence::Absent, _) if counting(at, unit) == Counting::AsLost => (true, true),
            (
                Presence::Absent
                | Presence::Due(_)
                | Presence::AbandonedOne
                | Presence::AbandonedTwo,
                _,
            ) => continue,
            (Presence::Routed | Presence::Lost, _) | (_, Cohesion::Collapsed) => (true, true),
            // BB 30.9-boundary: who has left the area counts as Disordered.
            (Presence::OnMap, Cohesion::Disordered) | (Presence::Left, _) => (true, false),
            (Presence::OnMap, Cohesion::GoodOrder) => (false, false),
        };
        all += 1;
        impaired += usize::from(bad);
        gone += usize::from(lost);
    }
    (all, impaired, gone)
}

/// The rule by which a brigade or division is Combat Ineffective.
#[must_use]
pub fn ineffective_by(setting: &Setting, command: CommandId) -> Rule {
    if setting.is_brigade(command) {
        Rule::SR_13_21
    } else {
        Rule::SR_13_31
    }
}

/// The rule by which its marker comes and goes.
#[must_use]
pub fn marker_rule(setting: &Setting, command: CommandId) -> Rule {
    if setting.is_brigade(command) {
        Rule::SR_13_22
    } else {
        Rule::SR_13_33
    }
}

/// SR 13.21: a brigade is Combat Ineffective when every regiment is impaired, or more than half are routed, lost or
/// Collapsed.
#[must_use]
pub fn is_brigade_ineffective(at: At<'_>, brigade: CommandId) -> bool {
    let (all, impaired, gone) = tally(at, brigade);
    all > 0 && (impaired == all || gone * 2 > all)
}

/// SR 13.31: the brigades that count for a division, and how many of them are Combat Ineffective. BB 30.5-before: one that was
/// worn out before the scenario began counts in its own.
fn brigades_of(at: At<'_>, id: ActivatorId) -> (usize, usize) {
    let division = at.setting.activator(id).command;
    let counts = |body: BodyId| {
        let brigade = at.setting.body(body).command;
        counted_in(at, brigade).map_or(crate::command::answers_to(at, body) == id, |command| {
            command == division
        })
    };
    let present: Vec<BodyId> = at
        .setting
        .body_ids()
        .filter(|&body| {
            let brigade = at.setting.body(body).command;
            at.setting.command(brigade).level == Level::Brigade
                && counts(body)
                && tally(at, brigade).0 > 0
        })
        .collect();
    let worn = present
        .iter()
        .filter(|&&body| at.position.body(body).ineffective)
        .count();
    let before = &at.setting.scenario.victory.ineffective_before;
    let gone = before
        .iter()
        .filter(|&&brigade| at.setting.belongs(brigade, division) && tally(at, brigade).0 == 0)
        .count();
    (present.len() + gone, worn + gone)
}

/// BB 30.0: the division in which a scenario counts a brigade, wherever it is assigned.
fn counted_in(at: At<'_>, counted: CommandId) -> Option<CommandId> {
    at.setting
        .special(Topic::Effectiveness)
        .find_map(|rule| match rule.mechanism {
            Mechanism::BrigadeCountsIn { brigade, command } if brigade == counted => Some(command),
            _ => None,
        })
}

/// SR 13.31, 13.33, reading 61: a division becomes so when more than half of its brigades are, and recovers when more
/// than half are not.
pub(super) fn check(play: &mut Play<'_>) {
    for body in play.setting.body_ids() {
        let command = play.setting.body(body).command;
        if !play.setting.is_brigade(command) {
            continue;
        }
        let ineffective = is_brigade_ineffective(play.at(), command);
        if play.position.body(body).ineffective != ineffective {
            play.happens(Event::Effectiveness {
                command,
                ineffective,
            });
        }
    }
    for id in play.setting.activator_ids() {
        let facts = play.setting.activator(id);
        let brigade = play.setting.is_brigade(facts.command);
        if facts.kind == ActivatorKind::Unassigned || brigade {
            continue;
        }
        let at = play.at();
        let (brigades, worn) = brigades_of(at, id);
        let was = at.position.activator(id).ineffective;
        let now = if was {
            (brigades - worn) * 2 <= brigades && brigades > 0
        } else {
            worn * 2 > brigades
        };
        let now = if needs_all_brigades(at, facts.side) {
            worn == brigades && brigades > 0
        } else {
            now
        };
        if was != now {
            let command = facts.command;
            play.happens(Event::Effectiveness {
                command,
                ineffective: now,
            });
        }
    }
}
