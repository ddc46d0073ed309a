//! `longroll render --scenario 2 --out map.png`: a picture of the map, with the set-up of a scenario; or a table, a
//! situation or a record of the tabletop.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use longroll_catalog::facts::{BattleFacts, ScenarioFacts};
use longroll_render::{Detail, Legend, MapStyle, Size, Viewport, png, scene_area, scene_svg};
use longroll_server::views;

use crate::arguments::{Part, RenderArguments};
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{read_text, write};
use crate::game::is_file;
use crate::tabletop;

/// BB 2.42: the scale of the map.
const YARDS_PER_HEX: u32 = 110;
const FEET_PER_LEVEL: u32 = 20;

/// The kinds of picture, by the ending of the file.
enum Kind {
    Svg,
    Png,
}

pub fn run(arguments: &RenderArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(wanted) = &arguments.scenario
        && (tabletop::is_ours(wanted, arguments.data.as_deref())
            || tabletop::is_our_record(Path::new(wanted)))
    {
        return tabletop::render::run(wanted, arguments, console);
    }
    if arguments.situation.is_some() {
        return Err(no_record(arguments, console));
    }
    let kind = kind(arguments, console)?;
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let facts = battle.facts.as_ref();
    let scenario = match &arguments.scenario {
        Some(wanted) => Some(chosen(&battle, wanted, arguments.case.is_some(), console)?),
        None => None,
    };
    let stacks = scenario
        .as_ref()
        .map(|scenario| views::stacks(&battle.facts, scenario))
        .unwrap_or_default();
    let scenario = scenario.as_deref();
    let (viewport, style) = match arguments.part {
        Part::Whole => (Viewport::Whole, with_legend(facts, scenario)),
        // The margin with its key belongs to the whole map.
        Part::Counters => (
            Viewport::AroundCounters { margin_hexes: 2.0 },
            MapStyle::default(),
        ),
    };
    let draw = |detail| scene_svg(&facts.ground, &style, &stacks, &viewport, detail);
    let bytes = match kind {
        Kind::Svg => draw(Detail::Near).into_bytes(),
        Kind::Png => {
            let across = scene_area(&facts.ground, &style, &stacks, &viewport).width();
            let detail = Detail::for_scale(f64::from(arguments.width) / across);
            png(&draw(detail), Size::Width(arguments.width)).map_err(|error| {
                Failure::question(console.text("render.failed", &[("reason", &error)]), None)
            })?
        }
    };
    write(&arguments.out, &bytes, console)?;
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("path", &arguments.out.display()),
        ("size", &(bytes.len() / 1024)),
    ];
    Ok(console.line(console.text("render.done", &blanks))?)
}

/// By the ending of the file that is wanted.
fn kind(arguments: &RenderArguments, console: &Console<'_>) -> Result<Kind, Failure> {
    let ending = arguments.out.extension().and_then(OsStr::to_str);
    match ending.map(str::to_lowercase).as_deref() {
        Some("svg") => Ok(Kind::Svg),
        Some("png") => Ok(Kind::Png),
        _ => {
            let message = console.text("render.kind", &[("path", &arguments.out.display())]);
            Err(Failure::question(message, None))
        }
    }
}

fn with_legend(facts: &BattleFacts, scenario: Option<&ScenarioFacts>) -> MapStyle {
    MapStyle {
        legend: Some(Legend {
            title: scenario.map_or_else(|| facts.title.clone(), |scenario| scenario.title.clone()),
            subtitle: scenario.map_or_else(|| facts.month.clone(), |_| facts.title.clone()),
            yards_per_hex: YARDS_PER_HEX,
            feet_per_level: FEET_PER_LEVEL,
        }),
        ..MapStyle::default()
    }
}

/// That a situation was named for something that is no record, or for a record that is not drawn.
fn no_record(arguments: &RenderArguments, console: &Console<'_>) -> Failure {
    let wanted = arguments.scenario.as_deref().unwrap_or_default();
    let is_record = Path::new(wanted)
        .extension()
        .is_some_and(|kind| kind == "roll");
    let message = if is_record {
        if let Err(failure) = read_text(Path::new(wanted)) {
            return failure;
        }
        console.text("render.hexes", &[("path", &wanted)])
    } else {
        console.text("play.situation-where", &[])
    };
    Failure::question(message, None)
}

/// A scenario; situation files of the hex map are not drawn.
fn chosen(
    battle: &Battle,
    wanted: &str,
    case: bool,
    console: &Console<'_>,
) -> Result<Arc<ScenarioFacts>, Failure> {
    let found = battle.scenario(wanted, console);
    if found.is_err() && is_file(wanted) {
        read_text(Path::new(wanted))?;
        let message = console.text("render.hexes", &[("path", &wanted)]);
        return Err(Failure::question(message, None));
    }
    if found.is_ok() && case {
        return Err(Failure::question(console.text("play.no-cases", &[]), None));
    }
    found
}
