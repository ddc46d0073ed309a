//! Set-ups and reinforcements: one line per piece, one line per group.

use longroll_board::{Facing, HexId};
use longroll_core::Side;

use super::cell::Cell;
use super::fault::{At, FaultKind, Reporter, SourceFile};
use super::names::Names;
use super::tsv::{RawRow, RawTable};
use crate::Word;
use crate::facts::{
    Ammunition, ArrivingPiece, CommandId, EntryKind, ExtensionKind, Fatigue, Orders, Piece, Place,
    Reinforcement, SetupEntry, SetupExtension, SetupFacing, TurnId,
};

/// An entry with its place in the file, for checks that need the whole scenario.
#[derive(Debug)]
pub(super) struct Placed<T> {
    pub(super) at: At,
    pub(super) entry: T,
}

/// Reads a set-up file.
pub(super) fn read_setup(
    reporter: &mut Reporter,
    names: &Names<'_>,
    file: &SourceFile,
) -> Vec<Placed<SetupEntry>> {
    let optional = [
        "facing",
        "orders",
        "sp",
        "conditions",
        "fatigue",
        "ammo",
        "assigned_to",
        "extension",
        "note",
    ];
    let table = RawTable::parse(reporter, file, &["place", "piece"], &optional);
    table
        .rows()
        .filter_map(|row| entry(reporter, names, &row))
        .collect()
}

fn entry(
    reporter: &mut Reporter,
    names: &Names<'_>,
    row: &RawRow<'_>,
) -> Option<Placed<SetupEntry>> {
    let piece = names.piece(reporter, &row.cell("piece"));
    let place = place(reporter, names, &row.cell("place"));
    let facing = facing(reporter, &row.cell("facing"));
    let orders = row
        .cell("orders")
        .parts(' ')
        .filter_map(|cell| cell.word::<Orders>(reporter))
        .collect();
    let sp = row
        .cell("sp")
        .filled()
        .map(|cell| strength(reporter, names, piece, &cell));
    let conditions = row
        .cell("conditions")
        .parts(' ')
        .filter_map(|cell| cell.word(reporter))
        .collect();
    let fatigue = word_or(reporter, row, "fatigue", Fatigue::None);
    let ammunition = word_or(reporter, row, "ammo", Ammunition::Full);
    let side = piece.map(|piece| side_of(names, piece));
    let assigned = row.cell("assigned_to").filled();
    let assigned_to = assigned
        .as_ref()
        .and_then(|cell| own_command(reporter, names, side, cell));
    let extension = row
        .cell("extension")
        .filled()
        .map(|cell| extension(reporter, names, &cell));
    let entry = SetupEntry {
        side: side?,
        piece: piece?,
        place: place?,
        facing: facing?,
        orders,
        strength: sp.flatten(),
        conditions,
        fatigue: fatigue?,
        ammunition: ammunition?,
        assigned_to,
        extension: extension.flatten(),
        note: row.text("note"),
    };
    Some(Placed {
        at: row.cell("piece").at(),
        entry,
    })
}

/// A word, or what holds where nothing is written.
fn word_or<W: Word>(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    column: &str,
    usual: W,
) -> Option<W> {
    row.cell(column)
        .filled()
        .map_or(Some(usual), |cell| cell.word(reporter))
}

fn side_of(names: &Names<'_>, piece: Piece) -> Side {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => names.unit_facts(unit).side,
        Piece::Leader(leader) => names.leader_facts(leader).side,
    }
}

/// A command of this side.
fn own_command(
    reporter: &mut Reporter,
    names: &Names<'_>,
    side: Option<Side>,
    cell: &Cell<'_>,
) -> Option<CommandId> {
    let command = names.command(reporter, cell)?;
    if side.is_some_and(|side| side != names.command_facts(command).side) {
        cell.fault(
            reporter,
            FaultKind::WrongSide {
                name: cell.text().to_owned(),
            },
        );
    }
    Some(command)
}

/// SP or guns, not above full strength.
fn strength(
    reporter: &mut Reporter,
    names: &Names<'_>,
    piece: Option<Piece>,
    cell: &Cell<'_>,
) -> Option<u8> {
    let number: u8 = cell.number(reporter, 1..=40)?;
    let (full, name) = match piece? {
        Piece::Unit(unit) => (
            names.unit_facts(unit).strength.value,
            names.unit_facts(unit).name.clone(),
        ),
        Piece::Section(unit, letter) => {
            let facts = names.unit_facts(unit);
            (
                facts.section(letter)?.guns,
                format!("{} section {}", facts.name, letter.letter()),
            )
        }
        Piece::Leader(leader) => {
            let text = format!(
                "{} is a leader and has no strength",
                names.leader_facts(leader).name
            );
            cell.fault(reporter, FaultKind::Contradiction(text));
            return None;
        }
    };
    if number > full {
        cell.fault(
            reporter,
            FaultKind::AboveFull {
                unit: name,
                found: number,
                full,
            },
        );
    }
    Some(number)
}

/// "S2706", "with 1/6/T", "within 2 of N4322", "along route:… N3422..N3720", "zone box:…", "river", "anywhere".
fn place(reporter: &mut Reporter, names: &Names<'_>, cell: &Cell<'_>) -> Option<Place> {
    if cell.text() == "river" {
        return Some(Place::River);
    }
    if cell.text() == "anywhere" {
        return Some(Place::Anywhere);
    }
    if let Some(command) = cell.after("with ") {
        return names.command(reporter, &command).map(Place::WithAnyUnitOf);
    }
    if let Some(rest) = cell.after("within ") {
        let pair = rest
            .split_once(' ')
            .and_then(|(distance, of)| Some((distance, of.after("of ")?)));
        let (distance, of) = rest.parsed(
            reporter,
            "a distance and a hex, such as within 2 of N4322",
            pair,
        )?;
        let (distance, of) = (distance.number(reporter, 1..=20), names.hex(reporter, &of));
        return Some(Place::Within {
            distance: distance?,
            of: of?,
        });
    }
    if let Some(path) = cell.after("along ") {
        return names.hexes(reporter, &path).map(Place::OnePerHexAlong);
    }
    if let Some(zone) = cell.after("zone ") {
        return names.hexes(reporter, &zone).map(Place::Zone);
    }
    names.hex(reporter, cell).map(Place::Hex)
}

/// A vertex (E), a hexside for units on the march (side N), or nothing.
fn facing(reporter: &mut Reporter, cell: &Cell<'_>) -> Option<SetupFacing> {
    if cell.is_empty() || cell.text() == "any" {
        return Some(SetupFacing::Free);
    }
    let facing = match cell.after("side ") {
        Some(side) => Facing::parse_side(side.text()).ok(),
        None => Facing::parse_vertex(cell.text()).ok(),
    };
    let expected = "a vertex (NE, E, SE, SW, W, NW), a hexside (side N), or any";
    cell.parsed(reporter, expected, facing).map(SetupFacing::To)
}

/// "line S3011" or "column N5821".
fn extension(
    reporter: &mut Reporter,
    names: &Names<'_>,
    cell: &Cell<'_>,
) -> Option<SetupExtension> {
    let (kind, hex) = cell.parsed(
        reporter,
        "line or column and a hex, such as line S3011",
        cell.split_once(' '),
    )?;
    let (kind, hex) = (
        kind.word::<ExtensionKind>(reporter),
        names.hex(reporter, &hex),
    );
    Some(SetupExtension {
        kind: kind?,
        hex: hex?,
    })
}

/// Reads a reinforcement file.
pub(super) fn read_reinforcements(
    reporter: &mut Reporter,
    names: &Names<'_>,
    file: &SourceFile,
    turns: &[TurnId],
) -> Vec<Placed<Reinforcement>> {
    let required = ["turn", "entry", "hexes", "pieces"];
    let optional = [
        "order",
        "command",
        "with",
        "activations",
        "orders",
        "fatigue",
        "note",
    ];
    let table = RawTable::parse(reporter, file, &required, &optional);
    table
        .rows()
        .filter_map(|row| group(reporter, names, &row, turns))
        .collect()
}

fn group(
    reporter: &mut Reporter,
    names: &Names<'_>,
    row: &RawRow<'_>,
    turns: &[TurnId],
) -> Option<Placed<Reinforcement>> {
    let turn = entry_turn(reporter, row, turns);
    let kind: Option<EntryKind> = row.cell("entry").word(reporter);
    let hexes = entry_hexes(reporter, names, row);
    let (pieces, side) = arriving(reporter, names, row);
    let mut command = |column: &str| {
        row.cell(column)
            .filled()
            .and_then(|cell| own_command(reporter, names, side, &cell))
    };
    let (of, with) = (command("command"), command("with"));
    let order = order(reporter, row);
    let activations = row
        .cell("activations")
        .filled()
        .and_then(|cell| cell.number(reporter, 0..=9));
    let orders = word_or(reporter, row, "orders", Orders::Advance);
    let fatigue = word_or(reporter, row, "fatigue", Fatigue::None);
    let entry = Reinforcement {
        side: side?,
        turn: turn?,
        entry: kind?,
        hexes,
        order,
        command: of,
        with_brigade: with,
        activations,
        orders: orders?,
        fatigue: fatigue?,
        pieces,
        possible: false,
        note: row.text("note"),
    };
    Some(Placed {
        at: row.cell("pieces").at(),
        entry,
    })
}

/// When a group comes: in a turn of the track.
fn entry_turn(reporter: &mut Reporter, row: &RawRow<'_>, turns: &[TurnId]) -> Option<TurnId> {
    let turn = row.cell("turn").turn(reporter);
    if let (Some(turn), Some(&first)) = (turn, turns.first()) {
        if turn < first {
            row.cell("turn")
                .fault(reporter, FaultKind::BeforeFirstTurn { turn, first });
        } else if !turns.contains(&turn) {
            row.cell("turn")
                .fault(reporter, FaultKind::UnknownTurn(turn));
        }
    }
    turn
}

/// Where it comes: at one hex at least.
fn entry_hexes(reporter: &mut Reporter, names: &Names<'_>, row: &RawRow<'_>) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = Vec::new();
    for cell in row.cell("hexes").parts(';') {
        hexes.extend(names.hexes(reporter, &cell).unwrap_or_default());
    }
    if hexes.is_empty() {
        row.cell("hexes")
            .fault(reporter, FaultKind::MissingKey("hexes".into()));
    }
    hexes
}

/// Who comes, with or without a strength of his own, and for which side: at least one piece, and all of one side.
fn arriving(
    reporter: &mut Reporter,
    names: &Names<'_>,
    row: &RawRow<'_>,
) -> (Vec<ArrivingPiece>, Option<Side>) {
    let mut pieces = Vec::new();
    let mut side = None;
    for cell in row.cell("pieces").parts(';') {
        let (name, number) = match cell.split_once('=') {
            Some((name, number)) => (name, Some(number)),
            None => (cell, None),
        };
        let Some(piece) = names.piece(reporter, &name) else {
            continue;
        };
        let own = side_of(names, piece);
        if *side.get_or_insert(own) != own {
            name.fault(
                reporter,
                FaultKind::WrongSide {
                    name: name.text().to_owned(),
                },
            );
        }
        let strength = number.and_then(|number| strength(reporter, names, Some(piece), &number));
        pieces.push(ArrivingPiece { piece, strength });
    }
    if pieces.is_empty() {
        row.cell("pieces")
            .fault(reporter, FaultKind::MissingKey("pieces".into()));
    }
    (pieces, side)
}

/// The letter of a group, as its place in the alphabet.
fn order(reporter: &mut Reporter, row: &RawRow<'_>) -> Option<u8> {
    let cell = row.cell("order").filled()?;
    let letter = cell
        .text()
        .bytes()
        .next()
        .filter(|letter| letter.is_ascii_uppercase() && cell.text().len() == 1);
    cell.parsed(
        reporter,
        "a letter A to Z",
        letter.map(|letter| letter - b'A'),
    )
}
