//! The card of an assault.

use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::AssaultRow;
use longroll_combat::assault::{self, AssaultTerms, Force};
use longroll_core::Terms;
use longroll_gbacw::results::{cohesion, udd_terms};
use longroll_gbacw::{Battle, Choice, notation};
use longroll_movement::Scene;
use longroll_rule::Rule;

use super::card::{assault_face, assault_tone, chance, names, terms, under};
use super::charge::{self, Charge};
use crate::naming;
use crate::wire;
use crate::words::Words;

/// Half SP as people write them.
fn halves(halves: u32) -> String {
    let whole = halves / 2;
    match (whole, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

fn shares(battle: &Battle, force: &Force) -> Vec<wire::Share> {
    let all = force.parts.iter();
    all.map(|part| {
        let counts = halves(part.halves);
        let of = battle.position().unit(part.unit).sp.to_string();
        wire::Share {
            name: naming::unit(battle.setting(), part.unit),
            of: (of != counts).then_some(of),
            counts,
            rules: part.rules.iter().map(ToString::to_string).collect(),
        }
    })
    .collect()
}

/// The card of an assault.
pub(crate) fn assault(
    battle: &Battle,
    words: &Words,
    charge: &Charge,
    choice: Option<Choice>,
) -> wire::Fight {
    let setting = battle.setting();
    let grid = setting.grid();
    let own = &charge.assault;
    let look = charge.look(battle);
    let attacked = assault::defenders(&look, own);
    let who = names(battle, own.attacking().map(|attacker| attacker.unit));
    let whom = names(battle, attacked.iter().copied());
    let mut from: Vec<String> = Vec::new();
    for attacker in own.attacking() {
        let hex = battle.position().unit(attacker.unit).hex;
        from.push(grid.name(hex).to_owned());
    }
    let terms_of = charge.terms(battle);
    let empty = Terms::new();
    let all = terms_of.as_ref().map_or(&empty, |terms| &terms.terms);
    let title = words.say("fight.title-assault", &[("unit", &who), ("whom", &whom)]);
    wire::Fight {
        kind: "assault".to_owned(),
        under: under(words, assault::grounds(&look, own)),
        title,
        side: own.by,
        order: choice.map(|choice| notation::print(setting, choice)),
        rule: Rule::SR_11_42.to_string(),
        from,
        to: own
            .targets
            .iter()
            .map(|&hex| grid.name(hex).to_owned())
            .collect(),
        range: None,
        sight: None,
        attackers: terms_of
            .as_ref()
            .map_or_else(Vec::new, |terms| shares(battle, &terms.attackers)),
        defenders: terms_of
            .as_ref()
            .map_or_else(Vec::new, |terms| shares(battle, &terms.defenders)),
        ratio: terms_of
            .as_ref()
            .map_or_else(String::new, |terms| ratio(words, terms)),
        terms: terms(words, all),
        total: all.sum(),
        column: words.say("fight.assault-table", &[]),
        rebuilt: false,
        cells: terms_of
            .as_ref()
            .map_or_else(Vec::new, |terms| assault_cells(battle, words, terms)),
        legend: String::new(),
        against: String::new(),
        chances: assault_chances(battle, words, charge, terms_of.as_ref()),
        notes: assault_notes(battle, words, charge),
        answer: None,
    }
}

fn ratio(words: &Words, terms: &AssaultTerms) -> String {
    let row = terms.ratio.row;
    words.say(
        "fight.ratio",
        &[
            ("attackers", &halves(terms.attackers.halves())),
            ("defenders", &halves(terms.defenders.halves())),
            ("one", &halves(row.attacker_halves.into())),
            ("other", &halves(row.defender_halves.into())),
        ],
    )
}

fn assault_cells(battle: &Battle, words: &Words, terms: &AssaultTerms) -> Vec<wire::Face> {
    let outcomes = terms.outcomes(battle.setting().tables()).into_iter();
    outcomes
        .map(|outcome| row_face(words, outcome.die, outcome.total, outcome.row))
        .collect()
}

/// A face that falls on a row of the assault table.
pub(crate) fn row_face(words: &Words, die: u8, total: i32, row: &AssaultRow) -> wire::Face {
    let kind = row.result().kind();
    wire::Face {
        die,
        total,
        result: words.say(&format!("fight.short-{}", kind.word()), &[]),
        text: assault_face(words, kind),
        permille: None,
        tone: assault_tone(kind).to_owned(),
    }
}

fn assault_chances(
    battle: &Battle,
    words: &Words,
    charge: &Charge,
    terms: Option<&AssaultTerms>,
) -> Vec<wire::Chance> {
    let mut all: Vec<wire::Chance> = Vec::new();
    let mut add = |text: String, permille: u16, tone: &str| {
        if permille == 0 {
            return;
        }
        match all.iter_mut().find(|own| own.text == text) {
            Some(own) => own.permille += permille,
            None => all.extend(chance(text, permille, tone)),
        }
    };
    let tables = battle.setting().tables();
    match (charge::odds(battle, charge), terms) {
        (Some(odds), _) => {
            for (row, cases) in &odds.rows {
                let kind = row.result().kind();
                let text = assault_face(words, kind);
                let of = charge::permille(&odds, *cases);
                add(text, of, assault_tone(kind));
            }
            let gone = charge::permille(&odds, odds.gives_way);
            add(words.say("fight.gives-way", &[]), gone, "good");
            let balks = charge::permille(&odds, odds.balks);
            add(words.say("fight.balks", &[]), balks, "bad");
        }
        (None, Some(terms)) => {
            for (row, faces) in terms.chances(tables) {
                let kind = row.result().kind();
                let text = assault_face(words, kind);
                add(text, u16::from(faces) * 100, assault_tone(kind));
            }
        }
        (None, None) => add(words.say("fight.empty-hex", &[]), 1000, "good"),
    }
    all
}

/// The chance of a thousand that a unit fails a cohesion roll.
fn failing(at: Scene<'_>, unit: UnitId, drm: i32) -> Option<u16> {
    let limit = i32::from(cohesion(at, unit)?) - udd_terms(at, unit).sum() - drm;
    let failing = (0..10).filter(|face| *face > limit).count();
    u16::try_from(failing * 100).ok()
}

fn percent(permille: u16) -> String {
    (permille / 10).to_string()
}

/// Checks before the die that the odds do not count, and the price of having assaulted.
fn assault_notes(battle: &Battle, words: &Words, charge: &Charge) -> Vec<wire::Note> {
    let setting = battle.setting();
    let look = charge.look(battle);
    let own = &charge.assault;
    let mut notes = Vec::new();
    let mut note = |text: String, rule: Rule| {
        notes.push(wire::Note {
            text,
            rule: rule.to_string(),
        });
    };
    for attacker in own.attacking() {
        if let Some(rule) = assault::needs_commitment(&look, own, attacker)
            && let Some(failing) = failing(look.scene, attacker.unit, 0)
        {
            let unit = naming::unit(setting, attacker.unit);
            let chance = percent(failing);
            note(
                words.say("fight.may-balk", &[("unit", &unit), ("percent", &chance)]),
                rule,
            );
        }
    }
    let all = core::slice::from_ref(own);
    for check in assault::pre_assault_checks(&look, all) {
        for &unit in &check.by {
            let drm = assault::pre_assault_terms(&look, &check, unit, all).sum();
            if let Some(failing) = failing(look.scene, unit, drm) {
                let name = naming::unit(setting, unit);
                let chance = percent(failing);
                note(
                    words.say(
                        "fight.checks-first",
                        &[("unit", &name), ("percent", &chance)],
                    ),
                    Rule::SR_11_37,
                );
            }
        }
    }
    if charge::odds(battle, charge).is_none() && charge.terms(battle).is_some() {
        note(words.say("fight.without-checks", &[]), Rule::SR_11_37);
    }
    note(words.say("fight.not-counted", &[]), Rule::SR_11_38);
    for attacker in own.attacking() {
        let state = battle.position().unit(attacker.unit);
        let unit = naming::unit(setting, attacker.unit);
        let key = match (state.is_disordered(), look.is_mounted(attacker.unit)) {
            (false, _) => "fight.price-disorder",
            (true, false) => "fight.price-loss",
            (true, true) => "fight.price-blown",
        };
        note(words.say(key, &[("unit", &unit)]), Rule::SR_11_48);
    }
    notes
}
