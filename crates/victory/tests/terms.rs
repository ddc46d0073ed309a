//! The terms of the ten scenarios and their variants hang together: whatever they ask about is watched, every number of
//! points has a level, and names mean one thing.

use std::collections::BTreeSet;
use std::sync::Arc;

use longroll_catalog::facts::{
    Condition, Counted, Holding, ScenarioFacts, VictoryMethod, VictoryTerms,
};
use longroll_position::{RuleSet, Setting, beside, field_place, north_boundary};

/// Every scenario as it is played without a variant and with each of its variants.
fn scenarios() -> Vec<(String, Setting)> {
    let battle = longroll_shiloh::battle().expect("the battle is embedded");
    let mut all = Vec::new();
    for number in 1..=10 {
        let scenario = longroll_shiloh::scenario(number)
            .expect("there are ten scenarios")
            .expect("the data is sound");
        let mut played: Vec<ScenarioFacts> = scenario
            .variants
            .iter()
            .map(|variant| scenario.varied(variant))
            .collect();
        played.push(ScenarioFacts::clone(&scenario));
        for facts in played {
            let agreed = facts.agreed.as_ref().map_or("base", |own| &own.id);
            let name = format!("{number} {agreed}");
            let setting = Setting::new(Arc::clone(&battle), Arc::new(facts), RuleSet::BATTLE_BOOK);
            all.push((name, setting));
        }
    }
    all
}

fn places_of(setting: &Setting, terms: &VictoryTerms) -> Vec<Vec<longroll_board::HexId>> {
    let ground = setting.ground();
    let each = |hexes: &[longroll_board::HexId]| {
        let hexes = hexes.iter().map(|&hex| vec![hex]);
        hexes.collect::<Vec<_>>()
    };
    let mut places = Vec::new();
    for term in &terms.points {
        match &term.per {
            Counted::HexesHeld { hexes, .. } => places.extend(each(hexes)),
            Counted::FieldsControlled { fields, .. } => {
                let fields = fields.iter();
                places.extend(fields.map(|&field| field_place(ground, terms, field, &[])));
            }
            _ => {}
        }
    }
    for condition in terms.conditions() {
        match condition {
            Condition::Held {
                hexes,
                holding: Holding::OccupiedOrLastThrough,
                ..
            }
            | Condition::TakenBy { hexes, .. } => places.extend(each(hexes)),
            Condition::NotHeld { hex, .. } => places.push(vec![*hex]),
            Condition::RouteControlled { hexes, .. } => {
                places.extend(each(hexes));
                places.push(beside(&ground.grid, hexes));
            }
            Condition::NorthBoundaryReached { from_column, .. } => {
                let boundary = north_boundary(&ground.grid, &setting.scenario, *from_column);
                assert!(!boundary.is_empty());
                places.extend(each(&boundary));
            }
            Condition::FieldsControlled { fields, .. } => {
                let fields = fields.iter();
                places.extend(fields.map(|&field| field_place(ground, terms, field, &[])));
            }
            Condition::FieldsNotControlled {
                fields, ignoring, ..
            } => {
                let fields = fields.iter();
                places.extend(fields.map(|&field| field_place(ground, terms, field, ignoring)));
            }
            _ => {}
        }
    }
    places
}

#[test]
fn every_place_that_decides_is_watched() {
    let mut count = 0;
    for (name, setting) in scenarios() {
        let scenario = Arc::clone(&setting.scenario);
        let extends = scenario
            .agreed
            .as_ref()
            .and_then(|own| own.extends.as_ref());
        let terms = [Some(&scenario.victory), extends.map(|own| &own.terms)];
        for place in terms
            .into_iter()
            .flatten()
            .flat_map(|terms| places_of(&setting, terms))
        {
            assert!(!place.is_empty(), "{name}: a place without a hex");
            assert!(setting.watch.place(&place).is_some(), "{name}: {place:?}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn every_turn_that_is_named_is_played() {
    for (name, setting) in scenarios() {
        let terms = &setting.scenario.victory;
        let calendar: Vec<_> = setting.calendar().iter().map(|turn| turn.id).collect();
        assert_eq!(calendar.last(), Some(&terms.assessed), "{name}");
        for turn in terms.named_turns() {
            assert!(calendar.contains(&turn), "{name}: {turn}");
        }
    }
}

#[test]
fn every_number_of_points_has_one_level() {
    for (name, setting) in scenarios() {
        let terms = &setting.scenario.victory;
        let range = match terms.method {
            VictoryMethod::PointDifference | VictoryMethod::ConfederatePoints => -300..=300,
            VictoryMethod::ObjectiveCount => 0..=8,
            VictoryMethod::Objectives | VictoryMethod::FirstOutcome => continue,
        };
        for points in range {
            let fits = terms.levels.iter().filter(|level| {
                level.min.is_none_or(|min| points >= min)
                    && level.max.is_none_or(|max| points <= max)
            });
            assert_eq!(fits.count(), 1, "{name}: {points}");
        }
        let verdicts: Vec<_> = terms.levels.iter().map(|level| level.verdict).collect();
        assert!(verdicts.is_sorted(), "{name}: from best for the Union on");
    }
}

#[test]
fn names_mean_one_thing_and_are_there() {
    for (name, setting) in scenarios() {
        let terms = &setting.scenario.victory;
        let mut ids = BTreeSet::new();
        let points = terms.points.iter().map(|own| &own.id);
        let objectives = terms.objectives.iter().map(|own| &own.id);
        let shifts = terms.shifts.iter().map(|own| &own.id);
        let automatic = terms.automatic.iter().map(|own| &own.id);
        for id in points.chain(objectives).chain(shifts).chain(automatic) {
            assert!(ids.insert(id), "{name}: {id} stands twice");
        }
        for broken in terms.early_end.iter().flat_map(|own| &own.broken) {
            for id in &broken.without {
                assert!(ids.contains(id), "{name}: {id}");
            }
        }
    }
}
