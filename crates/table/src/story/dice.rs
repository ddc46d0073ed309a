//! A die in words.

use longroll_catalog::facts::Profile;
use longroll_catalog::tables::{CoordinationResult, OrdersResult, WeaponClass};
use longroll_gbacw::event::{Purpose, Rolled, Verdict};
use longroll_position::Setting;

use crate::fight;
use crate::naming;
use crate::wire;
use crate::words::Words;

/// A die with its terms, for the card and the log.
pub(super) fn die(
    setting: &Setting,
    words: &Words,
    roll: &Rolled,
    read: Option<(WeaponClass, u8)>,
) -> wire::Die {
    let (natural, outcome) = (roll.die, roll.verdict);
    let (table, column, cells) = cells(setting, words, roll, read);
    let needed = match outcome {
        Verdict::Passed { limit } | Verdict::Failed { limit } => Some(limit),
        _ => None,
    };
    wire::Die {
        purpose: purpose(setting, words, roll.purpose),
        natural: natural.face(),
        terms: fight::terms(words, &roll.terms),
        total: roll.total,
        needed,
        verdict: verdict(words, &outcome),
        table: table.to_owned(),
        column,
        cells,
    }
}

/// What each face would have meant, where the result is read off a table.
fn cells(
    setting: &Setting,
    words: &Words,
    roll: &Rolled,
    read: Option<(WeaponClass, u8)>,
) -> (&'static str, String, Vec<wire::Face>) {
    let sum = roll.terms.sum();
    let totals = || (0..10_u8).map(move |die| (die, i32::from(die) + sum));
    match (roll.verdict, read) {
        (Verdict::Fire(_), Some((class, sp))) => {
            let table = &setting.tables().fire;
            let faces = totals().map(|(die, total)| {
                let row = i16::try_from(total).unwrap_or(i16::MAX);
                let result = table.result(class, sp, row);
                let (text, tone) = fight::fire_face(words, result);
                wire::Face {
                    die,
                    total,
                    result: result.to_string(),
                    text,
                    permille: None,
                    tone: tone.to_owned(),
                }
            });
            ("fire", fight::column(words, class, sp), faces.collect())
        }
        (Verdict::Assault(_), _) => {
            let table = &setting.tables().assault;
            let faces = totals().map(|(die, total)| {
                let row = i16::try_from(total).unwrap_or(i16::MAX);
                fight::row_face(words, die, total, table.row(row))
            });
            (
                "assault",
                words.say("fight.assault-table", &[]),
                faces.collect(),
            )
        }
        _ => ("", String::new(), Vec::new()),
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
        Purpose::Shelling(unit, _) => ("shelling", "unit", naming::unit(setting, unit)),
        Purpose::Wheels(unit) => ("wheels", "unit", naming::unit(setting, unit)),
        Purpose::LeaderLoss(id) => ("leader-loss", "leader", naming::leader(setting, id)),
        Purpose::Alert(id) => ("alert", "command", naming::command(setting, id)),
        Purpose::Arrival(id) => ("arrival", "command", naming::command(setting, id)),
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
        Verdict::KeptAwake => plain("kept-awake"),
        Verdict::OutOfShells => plain("out-of-shells"),
        Verdict::NoEffect => plain("no-effect"),
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
        Verdict::Fire(result) => {
            let (text, _) = fight::fire_face(words, *result);
            words.say(
                "verdict.fire",
                &[("result", &result.to_string()), ("text", &text)],
            )
        }
        Verdict::Assault(result) => fight::assault_face(words, result.kind()),
        Verdict::Guns(number) => numbered("guns", &number.to_string()),
        Verdict::Mission(Some(_)) => plain("mission"),
        Verdict::Mission(None) => plain("no-mission"),
        Verdict::Again => plain("again"),
        Verdict::Arrives => plain("arrives"),
        Verdict::StaysAway => plain("stays-away"),
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
