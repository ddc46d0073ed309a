//! `longroll map hex S2706`: all about a hex and its six sides.

use std::sync::Arc;

use longroll_board::{
    Climb, Crossing, Direction, Gazetteer, Ground, HexId, Passage, Relief, SideGround, Water,
};
use longroll_catalog::facts::{BattleFacts, Piece, Place, ScenarioFacts};

use crate::arguments::HexArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &HexArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let ground = battle.facts.ground.as_ref();
    let hex = ground
        .grid
        .parse(&arguments.hex.to_uppercase())
        .map_err(|error| {
            let message = console.text("map.no-hex", &[("reason", &error)]);
            Failure::question(message, Some(console.text("map.no-hex-help", &[])))
        })?;
    describe(ground, hex, console)?;
    named_here(ground, hex, console)?;
    ways_here(&ground.names, hex, console)?;
    sides(ground, hex, console)?;
    in_scenarios(&battle.facts, &battle.scenarios()?, hex, console)
}

fn describe(ground: &Ground, hex: HexId, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = ground.grid.name(hex);
    match ground.grid.alias(hex) {
        Some(alias) => console.heading(format!("{name} = {alias}"))?,
        None => console.heading(name)?,
    }
    let facts = &ground.hexes[hex];
    let terrain = console.word("terrain", facts.terrain.name());
    let mut line = console.text(
        "map.ground",
        &[("terrain", &terrain), ("level", &facts.level)],
    );
    if let Some(feet) = facts.feet {
        line.push_str(&console.text("map.feet", &[("feet", &feet)]));
    }
    console.line(format!("  {line}  [{}]", source(facts.source, console)))?;
    Ok(())
}

/// Its field, features, places and camps.
fn named_here(ground: &Ground, hex: HexId, console: &mut Console<'_>) -> Result<(), Failure> {
    let (facts, names) = (&ground.hexes[hex], &ground.names);
    if let Some(field) = facts.field.and_then(|id| names.field(id)) {
        entry(
            console.text("map.field", &[]),
            &field.name,
            Some(field.source),
            console,
        )?;
    }
    for feature in facts.features.iter() {
        let feature = console.word("feature", &saved(&feature));
        entry(console.text("map.feature", &[]), &feature, None, console)?;
    }
    for place in names.places_in(hex) {
        entry(
            console.text("map.place", &[]),
            &format!("{} ({})", place.name, place.kind),
            Some(place.source),
            console,
        )?;
    }
    for camp in names.camps_in(hex) {
        let kind = console.word("camp", &saved(&camp.kind));
        entry(
            console.text("map.camp", &[]),
            &format!("{} ({kind})", camp.unit),
            Some(camp.source),
            console,
        )?;
    }
    Ok(())
}

/// The ways through it, who enters here, and supply.
fn ways_here(names: &Gazetteer, hex: HexId, console: &mut Console<'_>) -> Result<(), Failure> {
    for route in names
        .routes
        .iter()
        .filter(|route| route.hexes.contains(&hex))
    {
        let kind = console.word("route", &saved(&route.kind));
        entry(
            console.text("map.route", &[]),
            &format!("{} ({kind})", route.name),
            Some(route.source),
            console,
        )?;
    }
    for way_in in names.entries.iter().filter(|way_in| way_in.hex == hex) {
        let side = console.word("side", &way_in.side);
        let text = if way_in.note.is_empty() {
            side
        } else {
            format!("{side}, {}", way_in.note)
        };
        entry(console.text("map.entry", &[]), &text, None, console)?;
    }
    for supply in names
        .supply_sources
        .iter()
        .filter(|supply| supply.hex == hex)
    {
        let side = console.word("side", &supply.side);
        entry(
            console.text("map.supply", &[]),
            &side,
            Some(supply.source),
            console,
        )?;
    }
    Ok(())
}

fn entry(
    name: String,
    text: &str,
    from: Option<longroll_board::Source>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let from = from
        .map(|from| format!("  [{}]", source(from, console)))
        .unwrap_or_default();
    Ok(console.line(format!("  {name} {text}{from}"))?)
}

fn source(source: longroll_board::Source, console: &Console<'_>) -> String {
    console.word("source", &saved(&source))
}

/// The word under which a value is saved: what the files call it.
fn saved<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn sides(ground: &Ground, hex: HexId, console: &mut Console<'_>) -> Result<(), Failure> {
    console.blank()?;
    console.heading(console.text("map.sides", &[]))?;
    for direction in Direction::ALL {
        let across = match ground.grid.neighbour(hex, direction) {
            Some(other) => {
                let terrain = console.word("terrain", ground.terrain(other).name());
                let level = ground.level(other);
                let beyond =
                    console.text("map.ground", &[("terrain", &terrain), ("level", &level)]);
                format!("{:<6} {beyond:<28}", ground.grid.name(other))
            }
            None => format!("{:<6} {:<28}", "", console.text("map.off", &[])),
        };
        let side = ground.side_of(hex, direction);
        let mut facts = side_facts(ground, side, ground.climb(hex, direction), console);
        if !facts.is_empty() {
            facts = format!("{facts}  [{}]", source(side.source, console));
        }
        console.line(format!("  {:<3} {across}{facts}", direction.name()).trim_end())?;
    }
    Ok(())
}

fn side_facts(ground: &Ground, side: &SideGround, climb: Climb, console: &Console<'_>) -> String {
    let mut facts = Vec::new();
    if side.passage == Passage::Impassable {
        facts.push(console.text("map.impassable", &[]));
    }
    if side.water != Water::None {
        let kind = console.word("water", &saved(&side.water));
        let name = side
            .water_name
            .and_then(|index| ground.names.waters.get(usize::from(index)));
        facts.push(name.map_or_else(|| kind.clone(), |name| format!("{kind} {name}")));
    }
    if side.crossing != Crossing::None {
        facts.push(console.word("crossing", &saved(&side.crossing)));
    }
    let lines: [(&str, &dyn std::fmt::Display); 2] = [("up", &climb.up), ("down", &climb.down)];
    match side.relief {
        Relief::Level => {}
        Relief::Slope { class, .. } => {
            let class = console.word("slope", class.name());
            let way = if climb.up > 0 {
                console.text("map.up", &[("lines", &climb.up)])
            } else {
                console.text("map.down", &[("lines", &climb.down)])
            };
            facts.push(format!("{class}, {way}"));
        }
        Relief::Ravine { .. } => facts.push(console.text("map.ravine", &lines)),
        Relief::Crest { .. } => facts.push(console.text("map.crest", &lines)),
    }
    facts.extend(
        side.routes
            .iter()
            .map(|kind| console.word("route", &saved(&kind))),
    );
    facts.join("; ")
}

/// Which scenarios play here, and what they set up here.
fn in_scenarios(
    facts: &BattleFacts,
    scenarios: &[Arc<ScenarioFacts>],
    hex: HexId,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let playing: Vec<String> = scenarios
        .iter()
        .filter(|scenario| {
            scenario
                .area
                .stages
                .iter()
                .any(|stage| stage.hexes.binary_search(&hex).is_ok())
        })
        .map(|scenario| scenario.number.to_string())
        .collect();
    console.blank()?;
    if playing.is_empty() {
        return Ok(console.line(console.text("map.in-no-scenario", &[]))?);
    }
    console.line(console.text("map.in-scenarios", &[("numbers", &playing.join(", "))]))?;
    for scenario in scenarios {
        let here: Vec<String> = scenario
            .setup
            .iter()
            .filter(|entry| entry.place == Place::Hex(hex))
            .map(|entry| piece_name(facts, entry.piece))
            .collect();
        if !here.is_empty() {
            console.item(2, scenario.number, &here.join(", "))?;
        }
    }
    Ok(())
}

/// The name of a piece at the table.
pub fn piece_name(facts: &BattleFacts, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => facts.unit(unit).name.clone(),
        Piece::Section(unit, letter) => format!("{} {}", facts.unit(unit).name, letter.letter()),
        Piece::Leader(leader) => facts.leader(leader).name.clone(),
    }
}
