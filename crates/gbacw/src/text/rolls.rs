//! Dice as lines of text.

use longroll_catalog::facts::Profile;
use longroll_catalog::tables::{AssaultKind, CoordinationResult, OrdersResult};
use longroll_position::Setting;

use crate::event::{Purpose, Rolled, Verdict};
use crate::names;

/// A die as one line: purpose, natural value, every term with its rule, total, verdict.
pub(super) fn roll_line(setting: &Setting, roll: &Rolled) -> String {
    let what = purpose_text(setting, roll.purpose);
    let terms = if roll.terms.as_slice().is_empty() {
        String::new()
    } else {
        format!(" {}", roll.terms)
    };
    let verdict = verdict_text(roll);
    format!(
        "{what} [{}]: die {}{terms} = {}{verdict}",
        roll.rule, roll.die, roll.total
    )
}

/// What a die is rolled for.
fn purpose_text(setting: &Setting, purpose: Purpose) -> String {
    match purpose {
        Purpose::Initiative(side) => format!("initiative of {side}"),
        Purpose::OrdersChange(body) => format!("orders change of {}", names::body(setting, body)),
        Purpose::UnreliableProfile(body) => {
            format!("temper of the brigadier of {}", names::body(setting, body))
        }
        Purpose::Coordination(id) => format!("coordination of {}", names::activator(setting, id)),
        Purpose::Udd(unit) => format!("UDD of {}", setting.unit(unit).name),
        Purpose::GunsInWoods(unit) => format!("guns lost in Woods by {}", setting.unit(unit).name),
        Purpose::Fire(unit, target) => format!(
            "fire of {} at {}",
            setting.unit(unit).name,
            setting.grid().name(target)
        ),
        Purpose::Assault(unit, target) => format!(
            "assault of {} on {}",
            setting.unit(unit).name,
            setting.grid().name(target)
        ),
        Purpose::WastedFire(unit) => format!("fire of {} at nobody", setting.unit(unit).name),
        Purpose::Resupply(unit) => format!("ammunition for {}", setting.unit(unit).name),
        Purpose::Recovery(unit) => format!("recovery of {}", setting.unit(unit).name),
        Purpose::RoutRecovery(unit) => format!("return of {}", setting.unit(unit).name),
        Purpose::Stragglers(unit) => format!("stragglers of {}", setting.unit(unit).name),
        Purpose::Shelling(unit, body) => format!(
            "indirect fire of {} at {}",
            setting.unit(unit).name,
            names::body(setting, body)
        ),
        Purpose::Wheels(unit) => format!("wheels of {}", setting.unit(unit).name),
        Purpose::LeaderLoss(leader) => format!("loss of {}", setting.leader(leader).name),
        Purpose::Alert(command) => format!("alert of {}", names::command(setting, command)),
        Purpose::Arrival(command) => format!("arrival of {}", names::command(setting, command)),
        Purpose::Hearing(command) => {
            format!("alert roll of {}", names::command(setting, command))
        }
        Purpose::GroupRelease(leader) => {
            format!("release of the group of {}", setting.leader(leader).name)
        }
        Purpose::Release(unit) => format!("release of {}", setting.unit(unit).name),
        Purpose::SlowStart(id) => format!("slow start of {}", names::activator(setting, id)),
        Purpose::Visit(leader) => format!("visit of {}", setting.leader(leader).name),
        Purpose::LeaderRelease(leader) => format!("release of {}", setting.leader(leader).name),
        Purpose::Mission(command) => format!("mission of {}", names::command(setting, command)),
        Purpose::EventTens => "event, tens".to_owned(),
        Purpose::EventUnits => "event, units".to_owned(),
        Purpose::RandomEvent => "random event".to_owned(),
    }
}

/// What a die says, with its colon; nothing where the total says it all.
fn verdict_text(roll: &Rolled) -> String {
    match roll.verdict {
        Verdict::Total | Verdict::Mission(_) | Verdict::Again => String::new(),
        Verdict::Fire(result) => format!(": {result}"),
        Verdict::Assault(result) => format!(": {}", assault_kind(result.kind())),
        Verdict::Guns(guns) => format!(": {guns} guns"),
        Verdict::Passed { limit } => format!(" <= {limit}: passes"),
        Verdict::Failed { limit } => format!(" > {limit}: fails"),
        Verdict::FailedWithLoss { limit } if roll.total > limit => {
            format!(" > {limit}: fails and loses 1 SP")
        }
        Verdict::FailedWithLoss { .. } => ": fails and loses 1 SP".to_owned(),
        Verdict::KeptAwake => ": no stragglers come back".to_owned(),
        Verdict::OutOfShells => ": out of ammunition".to_owned(),
        Verdict::NoEffect => ": no effect".to_owned(),
        Verdict::Dissolved => ": it does not come back".to_owned(),
        Verdict::Orders(result) => format!(": {}", orders_result_word(result)),
        Verdict::Acts(profile) => format!(": {}", profile_word(profile)),
        Verdict::Coordination(CoordinationResult::Confusion) => ": confusion".to_owned(),
        Verdict::Coordination(CoordinationResult::Failure) => ": failure".to_owned(),
        Verdict::Coordination(CoordinationResult::Brigades(number)) => {
            format!(": {number} brigades")
        }
        Verdict::Coordination(CoordinationResult::All) => ": all brigades".to_owned(),
        Verdict::Killed => ": killed".to_owned(),
        Verdict::Unhurt => ": unhurt".to_owned(),
        Verdict::Arrives => ": it comes".to_owned(),
        Verdict::StaysAway => ": not yet".to_owned(),
        Verdict::Alerted => ": alerted".to_owned(),
        Verdict::SleepsOn => ": sleeps on".to_owned(),
        Verdict::Freed => ": free".to_owned(),
        Verdict::Held => ": held".to_owned(),
        Verdict::Used => ": the marker is used".to_owned(),
        Verdict::Ignored => ": the marker is ignored".to_owned(),
        Verdict::Helps(turn) => format!(": he helps in {turn}"),
        Verdict::Released => ": he may move".to_owned(),
        Verdict::Stays => ": he stays".to_owned(),
        Verdict::Activations(number) => format!(": {number} activations"),
    }
}

const fn orders_result_word(result: OrdersResult) -> &'static str {
    match result {
        OrdersResult::KeepAndStay => "keep and stay",
        OrdersResult::Keep => "keep",
        OrdersResult::LooseReins => "loose reins",
        OrdersResult::ChangeAndStay => "change and stay",
        OrdersResult::Change => "change",
    }
}

const fn profile_word(profile: Profile) -> &'static str {
    match profile {
        Profile::Aggressive => "aggressive",
        Profile::Normal => "normal",
        Profile::Cautious => "cautious",
        Profile::Unreliable => "unreliable",
    }
}

/// What a result of the Assault Resolution Table is called.
const fn assault_kind(kind: AssaultKind) -> &'static str {
    match kind {
        AssaultKind::AttackerRetreats => "the attackers retreat",
        AssaultKind::Stall => "stall",
        AssaultKind::BloodyStall => "bloody stall",
        AssaultKind::DefenderRetreats => "the defenders retreat",
        AssaultKind::DefenderPursued => "the defenders retreat, the assault may go on",
        AssaultKind::Disarray => "the defenders retreat in disarray, the assault may go on",
    }
}
