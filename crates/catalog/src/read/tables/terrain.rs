//! The Terrain Effects Chart.

use super::completeness::keyed;
use crate::read::cell::Cell;
use crate::read::fault::Reporter;
use crate::read::provider::{Provider, open};
use crate::read::tsv::RawTable;
use crate::tables::{
    CombatEffect, DisorderRisk, MoveCost, TerrainEffects, TerrainKind, TerrainRow,
};

pub(super) fn read_terrain(
    reporter: &mut Reporter,
    files: &dyn Provider,
) -> Option<TerrainEffects> {
    let file = open(reporter, files, "tables/terrain-effects.tsv");
    let columns = [
        "terrain",
        "place",
        "foot",
        "cavalry",
        "artillery",
        "leader",
        "command_range",
        "fire",
        "assault",
        "blocks",
        "notes",
        "rule",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    let rows = keyed(
        reporter,
        &table,
        "terrain",
        |reporter, row, kind: TerrainKind| {
            let costs = ["foot", "cavalry", "artillery", "leader"]
                .map(|column| cost(reporter, &row.cell(column)));
            let [foot, cavalry, artillery, leader] = costs;
            let range = row
                .cell("command_range")
                .filled()
                .map(|cell| cost(reporter, &cell));
            let (fire, assault) = (
                effect(reporter, &row.cell("fire")),
                effect(reporter, &row.cell("assault")),
            );
            let blocking = row.cell("blocks").word(reporter);
            let notes = row
                .cell("notes")
                .parts(' ')
                .filter_map(|note| note.word(reporter))
                .collect();
            let (place, rule) = (
                row.cell("place").word(reporter),
                row.cell("rule").rule(reporter),
            );
            let mut read =
                TerrainRow::new(kind, place?, [foot?, cavalry?, artillery?, leader?], rule?);
            read.command_range = range.flatten();
            read.fire = fire?;
            read.assault = assault?;
            read.blocking = blocking?;
            read.notes = notes;
            Some(read)
        },
    );
    TerrainEffects::from_rows(rows)
}

/// Half MP of "1½", "½", "3" or "+2".
pub(super) fn half_points(text: &str) -> Option<u8> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (whole, half) = match text.strip_suffix('½') {
        Some("") => (0, 1),
        Some(whole) => (whole.parse::<u8>().ok()?, 1),
        None => (text.parse::<u8>().ok()?, 0),
    };
    whole.checked_mul(2)?.checked_add(half)
}

/// A movement cell: "NE", "P", "3 d", "1 [1½]", "half 1".
fn cost(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<MoveCost> {
    let text = cell.text();
    let read = || -> Option<MoveCost> {
        if let Some(minimum) = text.strip_prefix("half ") {
            return Some(MoveCost::HalfOfOther {
                minimum: half_points(minimum)?,
            });
        }
        if let Some((first, second)) = text.split_once(" [") {
            let second = second.strip_suffix(']')?;
            return Some(MoveCost::Either {
                first: half_points(first)?,
                second: half_points(second)?,
            });
        }
        let (number, risk) = match text.split_once(' ') {
            Some((number, "d")) => (number, DisorderRisk::Check),
            Some((number, "D")) => (number, DisorderRisk::Automatic),
            Some(_) => return None,
            None => (text, DisorderRisk::None),
        };
        Some(MoveCost::HalfPoints {
            cost: half_points(number)?,
            risk,
        })
    };
    let read = match text {
        "NE" => Some(MoveCost::None),
        "P" => Some(MoveCost::Prohibited),
        _ => read(),
    };
    cell.parsed(
        reporter,
        "a movement cost, such as 1½, +2, 3 d, 1 [2], half 1, P or NE",
        read,
    )
}

/// A combat cell: "NE", "OTIH", "P", "-1", "-1/-1", "lines -3".
fn effect(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<CombatEffect> {
    let text = cell.text();
    let read = match text {
        "NE" => Some(CombatEffect::None),
        "OTIH" => Some(CombatEffect::OtherTerrain),
        "P" => Some(CombatEffect::Prohibited),
        _ => match (text.strip_prefix("lines "), text.split_once('/')) {
            (Some(lowest), _) => lowest
                .parse()
                .ok()
                .map(|lowest| CombatEffect::ByContourLines { lowest }),
            (None, Some((into, out))) => into
                .parse()
                .ok()
                .zip(out.parse().ok())
                .map(|(into, out)| CombatEffect::IntoAndOut { into, out }),
            (None, None) => text.parse().ok().map(CombatEffect::Drm),
        },
    };
    cell.parsed(
        reporter,
        "a combat effect, such as -1, -1/-1, lines -3, P, OTIH or NE",
        read,
    )
}
