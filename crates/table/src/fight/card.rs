//! What the cards of fires and assaults are written with.

use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{AssaultKind, FireDisorder, FireResult, WeaponClass};
use longroll_combat::Grounds;
use longroll_combat::fire::odds::Chance;
use longroll_core::Terms;
use longroll_gbacw::Battle;

use crate::naming;
use crate::wire;
use crate::words::Words;

/// A chance of a thousand, rounded.
pub(crate) fn permille(chance: Chance) -> u16 {
    u16::try_from((chance.millionths() + 500) / 1000).unwrap_or(1000)
}

/// Every modifier as the wire tells it.
pub(crate) fn terms(words: &Words, terms: &Terms) -> Vec<wire::Term> {
    let all = terms.as_slice().iter();
    all.map(|term| wire::Term {
        value: term.value,
        rule: term.rule.to_string(),
        text: words.reason(&term.reason),
    })
    .collect()
}

/// The rules behind it as the wire tells them.
pub(super) fn under(words: &Words, all: Vec<Grounds>) -> Vec<wire::Note> {
    let notes = all.into_iter().map(|grounds| wire::Note {
        text: words.reason(grounds.reason),
        rule: grounds.rule.to_string(),
    });
    notes.collect()
}

/// How the Fire Table is read.
pub(crate) fn column(words: &Words, class: WeaponClass, sp: u8) -> String {
    let key = match class {
        WeaponClass::Artillery => "fight.column-artillery",
        WeaponClass::SmallArms => "fight.column-small-arms",
    };
    words.say(key, &[("sp", &sp.to_string())])
}

/// A result of the Fire Table in words, and how grave it is.
pub(crate) fn fire_face(words: &Words, result: FireResult) -> (String, &'static str) {
    let mut parts: Vec<String> = Vec::new();
    if result.loss > 0 {
        parts.push(words.say("fight.loses", &[("number", &result.loss.to_string())]));
    }
    match result.disorder {
        FireDisorder::None => {}
        FireDisorder::Check(drm) => {
            let drm = format!("{drm:+}");
            parts.push(words.say("fight.checks", &[("drm", &drm)]));
        }
        FireDisorder::Automatic => parts.push(words.say("fight.disordered", &[])),
    }
    if parts.is_empty() {
        return (words.say("fight.nothing", &[]), "nothing");
    }
    let grave = result.loss > 0 || result.disorder == FireDisorder::Automatic;
    (parts.join(", "), if grave { "loss" } else { "check" })
}

/// A row of the assault table in words.
pub(crate) fn assault_face(words: &Words, kind: AssaultKind) -> String {
    words.say(&format!("verdict.assault-{}", kind.word()), &[])
}

/// Whether a result is good for whoever assaults.
pub(crate) const fn assault_tone(kind: AssaultKind) -> &'static str {
    match kind {
        AssaultKind::AttackerRetreats => "bad",
        AssaultKind::Stall | AssaultKind::BloodyStall => "nothing",
        AssaultKind::DefenderRetreats | AssaultKind::DefenderPursued | AssaultKind::Disarray => {
            "good"
        }
    }
}

pub(super) fn names(battle: &Battle, units: impl Iterator<Item = UnitId>) -> String {
    let mut all: Vec<String> = Vec::new();
    for unit in units {
        let name = naming::unit(battle.setting(), unit);
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.join(" + ")
}

pub(super) fn chance(text: String, permille: u16, tone: &str) -> Option<wire::Chance> {
    (permille > 0).then(|| wire::Chance {
        text,
        permille,
        tone: tone.to_owned(),
    })
}
