//! A scenario that takes over the special rules of another one, on the same hours of its own day.

use super::fault::Faults;
use super::provider::Provider;
use super::scenario::{read_index, read_own};
use crate::facts::{BattleFacts, Mechanism, ScenarioFacts, SpecialRule, TurnId};

/// Puts the special rules of the other scenario before its own: all but those it drops by name, and those of which it has
/// its own version under the same name.
///
/// # Errors
/// The faults of the other scenario.
pub(super) fn inherit(
    battle: &BattleFacts,
    files: &dyn Provider,
    scenario: &mut ScenarioFacts,
) -> Result<(), Faults> {
    let Some((number, without)) = scenario.special_rules.iter().find_map(|rule| {
        if let Mechanism::AsScenario { scenario, without } = &rule.mechanism {
            Some((*scenario, without.clone()))
        } else {
            None
        }
    }) else {
        return Ok(());
    };
    let Some(entry) = read_index(files)?
        .into_iter()
        .find(|entry| entry.number == number)
    else {
        return Ok(());
    };
    let other = read_own(battle, files, &entry.folder)?;
    let (theirs, ours) = (other.first_turn().day, scenario.first_turn().day);
    let moved = |turn: TurnId| TurnId::new((turn.day + ours).saturating_sub(theirs), turn.hour);
    let mut rules: Vec<SpecialRule> = other
        .special_rules
        .into_iter()
        .filter(|rule| !without.contains(&rule.id) && scenario.special_rule(&rule.id).is_none())
        .map(|rule| SpecialRule {
            from: rule.from.map(moved),
            until: rule.until.map(moved),
            mechanism: on_another_day(rule.mechanism, moved),
            ..rule
        })
        .collect();
    rules.append(&mut scenario.special_rules);
    scenario.special_rules = rules;
    Ok(())
}

/// The hours in a mechanism moved to the other day.
fn on_another_day(mechanism: Mechanism, moved: impl Fn(TurnId) -> TurnId) -> Mechanism {
    let mut mechanism = mechanism;
    match &mut mechanism {
        Mechanism::LossRollsFrom { turn, .. }
        | Mechanism::LentAbilities { turn, .. }
        | Mechanism::InitiativeHelpsEfficiencyOf { turn, .. }
        | Mechanism::FewerActivationsThan { turn, .. }
        | Mechanism::MarchOrdersFrom { turn }
        | Mechanism::ProximityAlert { before: turn, .. }
        | Mechanism::HeldBehindLine {
            free_from: turn, ..
        }
        | Mechanism::HeldInField { released: turn, .. } => *turn = moved(*turn),
        Mechanism::Held { release: turn, .. }
        | Mechanism::NoMarchOrders { except_from: turn }
        | Mechanism::FireFrom { turn, .. }
        | Mechanism::FatigueIfAllUsed { turn, .. } => *turn = turn.map(&moved),
        Mechanism::LeaderHeld {
            roll_from,
            free_from,
            ..
        } => {
            *roll_from = moved(*roll_from);
            *free_from = moved(*free_from);
        }
        Mechanism::ShakyRegiment {
            test_turn,
            acts_from,
            ..
        } => {
            *test_turn = test_turn.map(&moved);
            *acts_from = acts_from.map(&moved);
        }
        Mechanism::VisitRoll { turn, table, .. } => {
            *turn = moved(*turn);
            for row in table {
                row.turn = moved(row.turn);
            }
        }
        Mechanism::VoluntaryAlert { schedule } => {
            for step in schedule {
                step.turn = moved(step.turn);
            }
        }
        Mechanism::SlowStart { rows } => {
            for row in rows.iter_mut().flat_map(|row| &mut row.turns) {
                row.turn = moved(row.turn);
            }
        }
        _ => {}
    }
    mechanism
}
