//! A die in words.

use longroll_catalog::facts::Profile;
use longroll_catalog::tables::{AssaultKind, CoordinationResult, OrdersResult};
use longroll_core::{Die, Terms};
use longroll_gbacw::event::{Purpose, Verdict};
use longroll_position::Setting;

use crate::naming;
use crate::wire;
use crate::words::Words;

/// A die with its terms, for the card and the log.
pub(super) fn die(
    setting: &Setting,
    words: &Words,
    purpose_of: Purpose,
    natural: Die,
    (terms, total): (&Terms, i32),
    outcome: Verdict,
) -> wire::Die {
    let needed = match outcome {
        Verdict::Passed { limit } | Verdict::Failed { limit } => Some(limit),
        _ => None,
    };
    wire::Die {
        purpose: purpose(setting, words, purpose_of),
        natural: natural.face(),
        terms: terms
            .as_slice()
            .iter()
            .map(|term| wire::Term {
                value: term.value,
                rule: term.rule.to_string(),
                text: term.reason.to_string(),
            })
            .collect(),
        total,
        needed,
        verdict: verdict(words, &outcome),
    }
}

fn purpose(setting: &Setting, words: &Words, purpose: Purpose) -> String {
    let (key, blank, value) = match purpose {
        Purpose::Initiative(side) => ("initiative", "side", naming::side(words, side)),
        Purpose::OrdersChange(body) => ("orders-change", "body", naming::body(setting, body)),
        Purpose::UnreliableProfile(body) => {
            ("unreliable-profile", "body", naming::body(setting, body))
        }
        Purpose::Coordination(id) => ("coordination", "activator", naming::activator(setting, id)),
        Purpose::Udd(unit) => ("udd", "unit", naming::unit(setting, unit)),
        Purpose::GunsInWoods(unit) => ("guns-in-woods", "unit", naming::unit(setting, unit)),
        Purpose::Fire(unit, target) => {
            let hex = setting.grid().name(target);
            let unit = naming::unit(setting, unit);
            return words.say("purpose.fire", &[("unit", &unit), ("hex", hex)]);
        }
        Purpose::Assault(unit, target) => {
            let hex = setting.grid().name(target);
            let unit = naming::unit(setting, unit);
            return words.say("purpose.assault", &[("unit", &unit), ("hex", hex)]);
        }
        Purpose::WastedFire(unit) => ("wasted-fire", "unit", naming::unit(setting, unit)),
        Purpose::Resupply(unit) => ("resupply", "unit", naming::unit(setting, unit)),
        Purpose::Recovery(unit) => ("recovery", "unit", naming::unit(setting, unit)),
        Purpose::RoutRecovery(unit) => ("rout-recovery", "unit", naming::unit(setting, unit)),
        Purpose::Stragglers(unit) => ("stragglers", "unit", naming::unit(setting, unit)),
        Purpose::Wheels(unit) => ("wheels", "unit", naming::unit(setting, unit)),
        Purpose::LeaderLoss(id) => ("leader-loss", "leader", naming::leader(setting, id)),
        Purpose::Alert(id) => ("alert", "command", naming::command(setting, id)),
        Purpose::Hearing(id) => ("hearing", "command", naming::command(setting, id)),
        Purpose::GroupRelease(id) => ("group-release", "leader", naming::leader(setting, id)),
        Purpose::Release(unit) => ("release", "unit", naming::unit(setting, unit)),
        Purpose::Mission(id) => ("mission", "command", naming::command(setting, id)),
        Purpose::SlowStart(id) => ("slow-start", "activator", naming::activator(setting, id)),
        Purpose::Visit(id) => ("visit", "leader", naming::leader(setting, id)),
        Purpose::LeaderRelease(id) => ("leader-release", "leader", naming::leader(setting, id)),
        Purpose::EventTens => ("event-tens", "", String::new()),
        Purpose::EventUnits => ("event-units", "", String::new()),
        Purpose::RandomEvent => ("random-event", "", String::new()),
    };
    words.say(&format!("purpose.{key}"), &[(blank, &value)])
}

fn verdict(words: &Words, verdict: &Verdict) -> String {
    let plain = |key: &str| words.say(&format!("verdict.{key}"), &[]);
    let numbered =
        |key: &str, number: &str| words.say(&format!("verdict.{key}"), &[("number", number)]);
    match verdict {
        Verdict::Passed { .. } => plain("passed"),
        Verdict::Failed { .. } => plain("failed"),
        Verdict::FailedWithLoss { .. } => plain("failed-with-loss"),
        Verdict::Dissolved => plain("dissolved"),
        Verdict::Orders(result) => plain(match result {
            OrdersResult::KeepAndStay => "orders-keep-and-stay",
            OrdersResult::Keep => "orders-keep",
            OrdersResult::LooseReins => "orders-loose-reins",
            OrdersResult::ChangeAndStay => "orders-change-and-stay",
            OrdersResult::Change => "orders-change",
        }),
        Verdict::Acts(profile) => plain(match profile {
            Profile::Aggressive => "acts-aggressive",
            Profile::Normal => "acts-normal",
            Profile::Cautious => "acts-cautious",
            Profile::Unreliable => "acts-unreliable",
        }),
        Verdict::Coordination(CoordinationResult::Confusion) => plain("coordination-confusion"),
        Verdict::Coordination(CoordinationResult::Failure) => plain("coordination-failure"),
        Verdict::Coordination(CoordinationResult::Brigades(number)) => {
            numbered("coordination-brigades", &number.to_string())
        }
        Verdict::Coordination(CoordinationResult::All) => plain("coordination-all"),
        Verdict::Killed => plain("killed"),
        Verdict::Unhurt => plain("unhurt"),
        Verdict::Activations(number) => numbered("activations", &number.to_string()),
        Verdict::Fire(result) => words.say("verdict.fire", &[("result", &result.to_string())]),
        Verdict::Assault(result) => plain(match result.kind() {
            AssaultKind::AttackerRetreats => "assault-attacker-retreats",
            AssaultKind::Stall => "assault-stall",
            AssaultKind::BloodyStall => "assault-bloody-stall",
            AssaultKind::DefenderRetreats => "assault-defender-retreats",
            AssaultKind::DefenderPursued => "assault-defender-pursued",
            AssaultKind::Disarray => "assault-disarray",
        }),
        Verdict::Guns(number) => numbered("guns", &number.to_string()),
        Verdict::Mission(Some(_)) => plain("mission"),
        Verdict::Mission(None) => plain("no-mission"),
        Verdict::Again => plain("again"),
        Verdict::Alerted => plain("alerted"),
        Verdict::SleepsOn => plain("sleeps-on"),
        Verdict::Freed => plain("freed"),
        Verdict::Held => plain("held"),
        Verdict::Used => plain("used"),
        Verdict::Ignored => plain("ignored"),
        Verdict::Helps(turn) => words.say("verdict.helps", &[("turn", &turn.to_string())]),
        Verdict::Released => plain("released"),
        Verdict::Stays => plain("stays"),
        Verdict::Total => String::new(),
    }
}
