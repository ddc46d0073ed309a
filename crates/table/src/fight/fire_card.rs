//! The card of a fire.

use longroll_catalog::tables::{FireTable, FireTableOrigin};
use longroll_combat::fire::odds::{AmmunitionOdds, UnitOdds, odds_of_result};
use longroll_combat::fire::{self, DeclaredFire, FireTerms, Odds, TargetStack};
use longroll_gbacw::results::cohesion;
use longroll_gbacw::{Battle, Choice, notation};
use longroll_rule::Rule;

use super::card::{chance, column, fire_face, names, permille, terms, under};
use super::frames::Volley;
use super::volley;
use crate::naming;
use crate::sight;
use crate::wire;
use crate::words::Words;

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
    let (shot, stack) = volley::target(battle, volley)?;
    let table = &setting.tables().fire;
    let odds = fire::odds(table, &volley.shots, &stack);
    let fire = &volley.fire;
    let first = fire.from.first()?;
    let origin = first.hex(battle.position())?;
    let who = names(battle, fire.from.iter().map(|firer| firer.part.unit));
    let whom = names(battle, stack.units.iter().map(|unit| unit.unit));
    let against = against(battle, words, &stack);
    Some(wire::Fight {
        kind: "fire".to_owned(),
        under: under(words, volley::grounds(battle, volley)),
        title: words.say("fight.title-fire", &[("unit", &who), ("whom", &whom)]),
        side: setting.unit(first.part.unit).side,
        order: None,
        rule: shot.rule.to_string(),
        sight: Some(sight::line(battle, words, origin, fire.target)),
        from: fired_from(battle, fire),
        to: vec![setting.grid().name(fire.target).to_owned()],
        range: Some(shot.range),
        attackers: firers(battle, fire),
        defenders: targets(battle, &stack),
        ratio: String::new(),
        terms: terms(words, &shot.terms),
        total: shot.terms.sum(),
        column: column(words, shot.class, shot.sp),
        rebuilt: table.origin == FireTableOrigin::Reconstruction,
        cells: fire_cells(words, table, shot, &stack),
        legend: against.as_ref().map_or_else(String::new, |against| {
            words.say("fight.legend", &[("against", against)])
        }),
        against: against.unwrap_or_default(),
        chances: fire_chances(battle, words, &odds, &stack),
        notes: shot_notes(words, volley),
        answer: None,
    })
}

/// The hexes fired from, each once.
fn fired_from(battle: &Battle, fire: &DeclaredFire) -> Vec<String> {
    let mut from: Vec<String> = Vec::new();
    for own in fire
        .from
        .iter()
        .filter_map(|firer| firer.hex(battle.position()))
    {
        let name = battle.setting().grid().name(own).to_owned();
        if !from.contains(&name) {
            from.push(name);
        }
    }
    from
}

/// SR 10.14: who fires, and with how much of his strength.
fn firers(battle: &Battle, fire: &DeclaredFire) -> Vec<wire::Share> {
    let firers = fire.from.iter().map(|firer| {
        let unit = firer.part.unit;
        let all = battle.position().unit(unit).sp;
        wire::Share {
            name: naming::unit(battle.setting(), unit),
            counts: firer.sp.to_string(),
            of: (all != firer.sp).then(|| all.to_string()),
            rules: if all == firer.sp {
                Vec::new()
            } else {
                vec![Rule::SR_10_14.to_string()]
            },
        }
    });
    firers.collect()
}

fn targets(battle: &Battle, stack: &TargetStack) -> Vec<wire::Share> {
    let targets = stack.units.iter().map(|unit| wire::Share {
        name: naming::unit(battle.setting(), unit.unit),
        counts: unit.sp.to_string(),
        of: None,
        rules: Vec::new(),
    });
    targets.collect()
}

/// What each face of the die would mean.
fn fire_cells(
    words: &Words,
    table: &FireTable,
    shot: &FireTerms,
    stack: &TargetStack,
) -> Vec<wire::Face> {
    let cells = shot.outcomes(table).into_iter().map(|outcome| {
        let (text, tone) = fire_face(words, outcome.result);
        let harmed = 1000 - permille(odds_of_result(outcome.result, shot, stack).unharmed);
        wire::Face {
            die: outcome.die,
            total: outcome.total,
            result: outcome.result.to_string(),
            text,
            permille: (harmed > 0).then_some(harmed),
            tone: tone.to_owned(),
        }
    });
    cells.collect()
}

/// SR 10.68, 14.31: that a volley is of two shots.
fn shot_notes(words: &Words, volley: &Volley) -> Vec<wire::Note> {
    let mut notes = Vec::new();
    if volley.shots.len() > 1 {
        notes.push(wire::Note {
            text: words.say("fight.two-shots", &[]),
            rule: if volley.fire.options.rapid {
                Rule::SR_10_68.to_string()
            } else {
                Rule::SR_14_31.to_string()
            },
        });
    }
    notes
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
    let say = |key: &str| words.say(&format!("fight.{key}"), &[]);
    let mut all = vec![
        chance(say("unharmed"), permille(odds.unharmed), "nothing"),
        chance(say("called-to-check"), permille(odds.check), "check"),
    ];
    for unit in &odds.units {
        all.extend(chances_of(battle, words, unit));
    }
    let losses: Vec<u16> = odds.losses.iter().map(|chance| permille(*chance)).collect();
    for least in 1..losses.len() {
        let at_least: u16 = losses.iter().skip(least).sum();
        let text = words.say("fight.at-least", &[("number", &least.to_string())]);
        all.push(chance(text, at_least, "loss"));
    }
    if stack.leaders > 0 {
        all.push(chance(say("leader"), permille(odds.leader), "loss"));
    }
    all.push(chance(say("friends"), permille(odds.friends), "check"));
    for own in &odds.ammunition {
        all.extend(prices(battle, words, own));
    }
    all.into_iter().flatten().collect()
}

/// What may become of a unit that is fired at.
fn chances_of(battle: &Battle, words: &Words, odds: &UnitOdds) -> [Option<wire::Chance>; 5] {
    let unit = naming::unit(battle.setting(), odds.unit);
    let say = |key: &str| words.say(&format!("fight.{key}"), &[("unit", &unit)]);
    [
        chance(say("gets-disordered"), permille(odds.disordered), "check"),
        chance(
            say("second-disorder"),
            permille(odds.second_disorder),
            "check",
        ),
        chance(say("retreats"), permille(odds.retreats), "loss"),
        chance(say("routs"), permille(odds.routs), "loss"),
        chance(say("is-eliminated"), permille(odds.eliminated), "loss"),
    ]
}

/// What a fire may cost a firer in ammunition.
fn prices(battle: &Battle, words: &Words, odds: &AmmunitionOdds) -> [Option<wire::Chance>; 2] {
    let name = naming::unit(battle.setting(), odds.unit);
    let name = match odds.section {
        Some(place) => words.say(
            "fight.section",
            &[("unit", &name), ("number", &(place + 1).to_string())],
        ),
        None => name,
    };
    [("low", odds.low), ("out", odds.out)].map(|(key, share)| {
        let text = words.say(&format!("fight.ammunition-{key}"), &[("unit", &name)]);
        chance(text, permille(share), "price")
    })
}
