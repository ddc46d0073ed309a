//! The card of a fire or an assault.

use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{
    AssaultKind, AssaultRow, FireDisorder, FireResult, FireTableOrigin, WeaponClass,
};
use longroll_combat::Grounds;
use longroll_combat::assault::{self, AssaultTerms, Force};
use longroll_combat::fire::odds::{Chance, odds_of_result};
use longroll_combat::fire::{self, Odds, TargetStack};
use longroll_core::Terms;
use longroll_gbacw::results::{cohesion, udd_terms};
use longroll_gbacw::{Battle, Choice, notation};
use longroll_movement::Scene;
use longroll_rule::Rule;

use super::charge::{self, Charge};
use super::frames::Volley;
use super::volley;
use crate::naming;
use crate::sight;
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
fn under(words: &Words, all: Vec<Grounds>) -> Vec<wire::Note> {
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

fn names(battle: &Battle, units: impl Iterator<Item = UnitId>) -> String {
    let mut all: Vec<String> = Vec::new();
    for unit in units {
        let name = naming::unit(battle.setting(), unit);
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.join(" + ")
}

fn chance(text: String, permille: u16, tone: &str) -> Option<wire::Chance> {
    (permille > 0).then(|| wire::Chance {
        text,
        permille,
        tone: tone.to_owned(),
    })
}

/// The card of a fire; nothing if there is nobody to be struck.
pub(crate) fn fire(
    battle: &Battle,
    words: &Words,
    volley: &Volley,
    choice: Option<Choice>,
) -> Option<wire::Fight> {
    let mut card = plain_fire(battle, words, volley)?;
    card.order = choice.map(|choice| notation::print(battle.setting(), choice));
    card.answer = volley::answer(battle, volley)
        .and_then(|answer| plain_fire(battle, words, &answer))
        .map(Box::new);
    Some(card)
}

fn plain_fire(battle: &Battle, words: &Words, volley: &Volley) -> Option<wire::Fight> {
    let setting = battle.setting();
    let grid = setting.grid();
    let (shot, stack) = volley::target(battle, volley)?;
    let table = &setting.tables().fire;
    let odds = fire::odds(table, &volley.shots, &stack);
    let fire = &volley.fire;
    let first = fire.from.first()?;
    let origin = first.hex(battle.position())?;
    let who = names(battle, fire.from.iter().map(|firer| firer.part.unit));
    let whom = names(battle, stack.units.iter().map(|unit| unit.unit));
    let hex = grid.name(fire.target).to_owned();
    let mut from: Vec<String> = Vec::new();
    for own in fire
        .from
        .iter()
        .filter_map(|firer| firer.hex(battle.position()))
    {
        let name = grid.name(own).to_owned();
        if !from.contains(&name) {
            from.push(name);
        }
    }
    let attackers = fire.from.iter().map(|firer| {
        let unit = firer.part.unit;
        let all = battle.position().unit(unit).sp;
        wire::Share {
            name: naming::unit(setting, unit),
            counts: firer.sp.to_string(),
            of: (all != firer.sp).then(|| all.to_string()),
            rules: if all == firer.sp {
                Vec::new()
            } else {
                vec![Rule::SR_10_14.to_string()]
            },
        }
    });
    let defenders = stack.units.iter().map(|unit| wire::Share {
        name: naming::unit(setting, unit.unit),
        counts: unit.sp.to_string(),
        of: None,
        rules: Vec::new(),
    });
    let cells = shot.outcomes(table).into_iter().map(|outcome| {
        let (text, tone) = fire_face(words, outcome.result);
        let harmed = 1000 - permille(odds_of_result(outcome.result, shot, &stack).unharmed);
        wire::Face {
            die: outcome.die,
            total: outcome.total,
            result: outcome.result.to_string(),
            text,
            permille: (harmed > 0).then_some(harmed),
            tone: tone.to_owned(),
        }
    });
    let mut notes = Vec::new();
    if volley.shots.len() > 1 {
        notes.push(wire::Note {
            text: words.say("fight.two-shots", &[]),
            rule: if fire.options.rapid {
                Rule::SR_10_68.to_string()
            } else {
                Rule::SR_14_31.to_string()
            },
        });
    }
    let against = against(battle, words, &stack);
    Some(wire::Fight {
        kind: "fire".to_owned(),
        under: under(words, volley::grounds(battle, volley)),
        title: words.say("fight.title-fire", &[("unit", &who), ("whom", &whom)]),
        side: setting.unit(first.part.unit).side,
        order: None,
        rule: shot.rule.to_string(),
        sight: Some(sight::line(battle, words, origin, fire.target)),
        from,
        to: vec![hex],
        range: Some(shot.range),
        attackers: attackers.collect(),
        defenders: defenders.collect(),
        ratio: String::new(),
        terms: terms(words, &shot.terms),
        total: shot.terms.sum(),
        column: column(words, shot.class, shot.sp),
        rebuilt: table.origin == FireTableOrigin::Reconstruction,
        cells: cells.collect(),
        legend: against.as_ref().map_or_else(String::new, |against| {
            words.say("fight.legend", &[("against", against)])
        }),
        against: against.unwrap_or_default(),
        chances: fire_chances(battle, words, &odds, &stack),
        notes,
        answer: None,
    })
}

/// What the checks of the cells are made against.
fn against(battle: &Battle, words: &Words, stack: &TargetStack) -> Option<String> {
    let first = stack.units.first()?;
    let limit = cohesion(battle.at(), first.unit)?;
    let added = first.udd;
    let key = if added == 0 {
        "fight.against"
    } else {
        "fight.against-added"
    };
    let blanks = [
        ("unit", naming::unit(battle.setting(), first.unit)),
        ("number", limit.to_string()),
        ("drm", format!("{added:+}")),
    ];
    let blanks: Vec<(&str, &str)> = blanks
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Some(words.say(key, &blanks))
}

fn fire_chances(
    battle: &Battle,
    words: &Words,
    odds: &Odds,
    stack: &TargetStack,
) -> Vec<wire::Chance> {
    let setting = battle.setting();
    let mut all: Vec<Option<wire::Chance>> = Vec::new();
    let say = |key: &str, unit: UnitId| {
        let unit = naming::unit(setting, unit);
        words.say(&format!("fight.{key}"), &[("unit", &unit)])
    };
    all.push(chance(
        words.say("fight.unharmed", &[]),
        permille(odds.unharmed),
        "nothing",
    ));
    all.push(chance(
        words.say("fight.called-to-check", &[]),
        permille(odds.check),
        "check",
    ));
    for unit in &odds.units {
        let id = unit.unit;
        all.push(chance(
            say("gets-disordered", id),
            permille(unit.disordered),
            "check",
        ));
        all.push(chance(
            say("second-disorder", id),
            permille(unit.second_disorder),
            "check",
        ));
        all.push(chance(say("retreats", id), permille(unit.retreats), "loss"));
        all.push(chance(say("routs", id), permille(unit.routs), "loss"));
        all.push(chance(
            say("is-eliminated", id),
            permille(unit.eliminated),
            "loss",
        ));
    }
    let losses: Vec<u16> = odds.losses.iter().map(|chance| permille(*chance)).collect();
    for least in 1..losses.len() {
        let at_least: u16 = losses.iter().skip(least).sum();
        let text = words.say("fight.at-least", &[("number", &least.to_string())]);
        all.push(chance(text, at_least, "loss"));
    }
    if stack.leaders > 0 {
        all.push(chance(
            words.say("fight.leader", &[]),
            permille(odds.leader),
            "loss",
        ));
    }
    all.push(chance(
        words.say("fight.friends", &[]),
        permille(odds.friends),
        "check",
    ));
    for own in &odds.ammunition {
        let name = naming::unit(setting, own.unit);
        let name = match own.section {
            Some(place) => words.say(
                "fight.section",
                &[("unit", &name), ("number", &(place + 1).to_string())],
            ),
            None => name,
        };
        for (key, share) in [("low", own.low), ("out", own.out)] {
            let text = words.say(&format!("fight.ammunition-{key}"), &[("unit", &name)]);
            all.push(chance(text, permille(share), "price"));
        }
    }
    all.into_iter().flatten().collect()
}

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
