//! `tables/single-figures.toml`: ammunition, events, hazards.

use longroll_board::{Grid, GridLayout, Ground, Parity, Terrain};
use longroll_core::Side;

use crate::read::fault::{FaultKind, Reporter};
use crate::read::form::{self, Cx, Form, form};
use crate::read::names::Names;
use crate::read::provider::{Provider, open};
use crate::tables::{AmmunitionTable, DieRange, Hazards, Looting};

form!(AmmunitionTable {
    small_arms_success,
    road_drm,
    trail_drm,
    small_arms_road_distance,
    small_arms_trail_distance,
    artillery_road_distance,
    artillery_trail_distance,
    camp_success,
});

form!(Hazards {
    leader_loss,
    leader_loss_ability_drm,
    night_fire,
    dark_range_divisor,
    fatigue_penalty,
    free_activations,
    free_march_equivalents,
    activation_levels_limit,
    artillery_wear,
    straggler_margin,
    rout_recovery_loss,
});

form!(Looting {
    unit_from_enemy,
    camp_from_enemy,
    unit_from_camp,
});

struct Events {
    early_until_hour: u8,
    random_union: DieRange,
    random_confederate: DieRange,
}

form!(Events {
    early_until_hour,
    random_union,
    random_confederate
});

/// What the file holds.
pub(super) struct SingleFigures {
    pub(super) ammunition: AmmunitionTable,
    pub(super) hazards: Hazards,
    pub(super) early_until_hour: u8,
    pub(super) random_sides: Vec<(DieRange, Side)>,
    pub(super) looting: Option<Looting>,
}

pub(super) fn read_single_figures(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Option<SingleFigures> {
    let file = open(reporter, files, "tables/single-figures.toml");
    let table = form::parse(reporter, &file)?;
    let nothing = Ground::uniform(
        Grid::new(GridLayout::plain(1..=1, 1..=1, Parity::OddSouth)).ok()?,
        Terrain::Clear,
    );
    let names = Names::new(&nothing, &[], &[], &[]);
    let mut cx = Cx {
        reporter,
        file: &file,
        names: &names,
        turns: Vec::new(),
    };
    let mut form = Form::of_file(&table);
    let ammunition: Option<AmmunitionTable> = form.field(&mut cx, "ammunition");
    let events: Option<Events> = form.field(&mut cx, "events");
    let hazards: Option<Hazards> = form.field(&mut cx, "hazards");
    let looting: Option<Option<Looting>> = form.field(&mut cx, "looting");
    if let Some(hazards) = &hazards {
        let five = hazards.fatigue_penalty.len() == 5;
        let text = "fatigue_penalty needs five numbers, for levels 0 to 4";
        check(&mut cx, five, "fatigue_penalty", text);
        let four = hazards.night_fire.len() == 4;
        let text = "night_fire needs four numbers, for ranges 1 to 4";
        check(&mut cx, four, "night_fire", text);
        let divides = hazards.dark_range_divisor > 0;
        let text = "a range cannot be divided by 0";
        check(&mut cx, divides, "dark_range_divisor", text);
    }
    form.close(&mut cx);
    let events = events?;
    Some(SingleFigures {
        ammunition: ammunition?,
        hazards: hazards?,
        early_until_hour: events.early_until_hour,
        looting: looting?,
        random_sides: vec![
            (events.random_union, Side::Union),
            (events.random_confederate, Side::Confederate),
        ],
    })
}

/// Notes what is wrong with the value of a key, at that key.
fn check(cx: &mut Cx<'_>, sound: bool, key: &str, text: &str) {
    if !sound {
        let start = cx.file.text().find(key).unwrap_or(0);
        cx.report(
            start..start + key.len(),
            FaultKind::Contradiction(text.to_owned()),
        );
    }
}
