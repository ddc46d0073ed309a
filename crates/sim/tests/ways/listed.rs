//! Every way in which a game can end, by its terms alone.

use std::collections::BTreeSet;

use longroll_catalog::facts::{
    AfterAutomatic, EnemyStands, Extension, LevelShift, OutcomeTest, OutcomeVerdict, ScenarioFacts,
    Verdict, VictoryMethod, VictoryTerms,
};
use longroll_core::Side;

use crate::way::{AGAINST_WORN, head};

/// A scenario by itself, and with each variant by which it ends otherwise.
pub fn games(scenario: &ScenarioFacts) -> Vec<ScenarioFacts> {
    let varied = scenario.variants.iter().map(|own| scenario.varied(own));
    let varied = varied.filter(|own| {
        let extends = own.agreed.as_ref().is_some_and(|own| own.extends.is_some());
        extends || own.victory != scenario.victory
    });
    core::iter::once(scenario.clone()).chain(varied).collect()
}

/// A verdict of some terms, and the words for what led to it.
struct End {
    verdict: Option<Verdict>,
    automatic: bool,
    words: String,
}

/// The ways of a game, as [`crate::way::way_of`] names them.
pub fn ways(game: &ScenarioFacts) -> BTreeSet<String> {
    let mut ends: Vec<(End, String)> = Vec::new();
    let extends = game.agreed.as_ref().and_then(|own| own.extends.as_ref());
    if let Some(first) = extends {
        let over = by_terms(&first.terms, &[], 0).into_iter();
        let over = over.filter(|end| !goes_on(first, end));
        ends.extend(over.map(|end| (end, "-not-extended".to_owned())));
    }
    let terms = &game.victory;
    ends.extend(
        by_terms(terms, &[], 0)
            .into_iter()
            .map(|end| (end, String::new())),
    );
    for (without, shift, rest) in broken(terms) {
        let own = by_terms(terms, without, shift).into_iter();
        ends.extend(own.map(|end| (end, rest.clone())));
    }
    let head = head(game);
    ends.into_iter()
        .map(|(end, rest)| format!("{head}{}{rest}", end.words))
        .collect()
}

/// BB 30.1-extended: whether the first days of an extended game are not its end.
fn goes_on(first: &Extension, end: &End) -> bool {
    let offered = !end.automatic || first.after_automatic == AfterAutomatic::Offered;
    offered && end.verdict.is_some_and(|own| first.after.contains(&own))
}

/// BB 31.0-early-end: for each side that can be broken what is not given, by how much the level is shifted (for the
/// Confederate if more than 0), and the words for it.
fn broken(terms: &VictoryTerms) -> Vec<(&[String], i32, String)> {
    let mut found: Vec<(&[String], i32, String)> = Vec::new();
    for own in terms.early_end.iter().flat_map(|early| &early.broken) {
        let words = format!("-{}-broken", own.side);
        let shift = toward(own.side.enemy(), own.shift);
        found.push((&own.without, shift, words.clone()));
        // Where the enemy must not be broken too and is, the game is told as the first side's.
        let told = own.enemy == EnemyStands::Whole || own.side == Side::BOTH[0];
        if told {
            found.push((&[], 0, format!("{words}{AGAINST_WORN}")));
        }
    }
    found
}

fn toward(side: Side, levels: u8) -> i32 {
    match side {
        Side::Confederate => i32::from(levels),
        Side::Union => -i32::from(levels),
    }
}

/// The ends of some terms without some of their shifts, all shifted by so many levels more.
fn by_terms(terms: &VictoryTerms, without: &[String], fixed: i32) -> Vec<End> {
    let mut ends = match terms.method {
        VictoryMethod::PointDifference | VictoryMethod::ConfederatePoints => {
            by_points(terms, without, fixed)
        }
        VictoryMethod::ObjectiveCount => by_lead(terms),
        VictoryMethod::Objectives | VictoryMethod::FirstOutcome => by_outcome(terms),
    };
    for own in &terms.automatic {
        for verdict in core::iter::once(own.verdict).chain(own.otherwise) {
            ends.push(End {
                verdict: Some(verdict),
                automatic: true,
                words: format!("automatic-{}-by-{}", name(verdict, terms.method), own.id),
            });
        }
    }
    ends
}

/// Every level, and every one that shifts lead to from there; the table ends at its ends.
fn by_points(terms: &VictoryTerms, without: &[String], fixed: i32) -> Vec<End> {
    let shifts = terms.shifts.iter();
    let shifts: Vec<&LevelShift> = shifts.filter(|own| !without.contains(&own.id)).collect();
    let mut sums = BTreeSet::from([fixed]);
    for own in &shifts {
        let more: Vec<i32> = sums
            .iter()
            .map(|sum| sum + toward(own.toward, own.levels))
            .collect();
        sums.extend(more);
    }
    let ladder: Vec<Verdict> = terms.levels.iter().map(|own| own.verdict).collect();
    let last = i32::try_from(ladder.len()).expect("a short table") - 1;
    let mut ends = Vec::new();
    for (place, &before) in ladder.iter().enumerate() {
        let place = i32::try_from(place).expect("a short table");
        for sum in &sums {
            let after = usize::try_from((place + sum).clamp(0, last)).expect("on the table");
            let after = ladder[after];
            let set = shifts
                .iter()
                .filter(|own| after.winner() == Some(own.toward.enemy()))
                .filter_map(|own| own.becomes);
            for after in core::iter::once(after).chain(set) {
                ends.push(read(before, after, terms.method));
            }
        }
    }
    ends
}

fn read(before: Verdict, after: Verdict, method: VictoryMethod) -> End {
    let from = if before == after {
        String::new()
    } else {
        let words = name(before, method);
        format!("-from-{}", words.trim_end_matches("-victory"))
    };
    End {
        verdict: Some(after),
        automatic: false,
        words: format!("{}{from}", name(after, method)),
    }
}

/// BB 30.4-levels: a lead of either side.
fn by_lead(terms: &VictoryTerms) -> Vec<End> {
    let mut ends = Vec::new();
    for level in &terms.levels {
        let words = name(level.verdict, terms.method);
        for side in Side::BOTH {
            ends.push(End {
                verdict: None,
                automatic: false,
                words: words.replace("confederate", side.word()),
            });
        }
    }
    ends
}

fn by_outcome(terms: &VictoryTerms) -> Vec<End> {
    let mut ends = Vec::new();
    for (index, own) in terms.outcomes.iter().enumerate() {
        let winners: Vec<Option<Side>> = match (&own.when, own.verdict) {
            (OutcomeTest::AllOrOnlySide, OutcomeVerdict::ThatSide) => Side::BOTH.map(Some).to_vec(),
            (_, OutcomeVerdict::Winner(side)) => vec![Some(side)],
            (_, OutcomeVerdict::Draw | OutcomeVerdict::ThatSide) => vec![None],
        };
        ends.extend(winners.into_iter().map(|winner| {
            let verdict = winner.map_or("draw".to_owned(), |side| format!("{side}-victory"));
            End {
                verdict: None,
                automatic: false,
                words: format!("{verdict}-by-outcome-{}", index + 1),
            }
        }));
    }
    ends
}

/// A level in the words of the method.
fn name(level: Verdict, method: VictoryMethod) -> String {
    let word = level.word();
    match (level.winner(), method) {
        (None, _) => word.to_owned(),
        (Some(side), VictoryMethod::ConfederatePoints) => format!("{side}-victory"),
        (Some(_), VictoryMethod::ObjectiveCount) => {
            let word = word.replace("tactical", "substantial");
            format!("{}-victory", word.replace("strategic", "decisive"))
        }
        (Some(_), _) => format!("{word}-victory"),
    }
}
