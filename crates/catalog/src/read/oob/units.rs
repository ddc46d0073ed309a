//! Units: what is printed on their counters.

use longroll_board::Ground;

use crate::facts::{
    Arm, ByOrder, CommandFacts, Experience, LeaderFacts, Mobility, Parent, SectionFacts,
    SectionLetter, Source, Sourced, UnitFacts, UnitId,
};
use crate::read::cell::Cell;
use crate::read::fault::{At, FaultKind, Named, Reporter};
use crate::read::names::{Names, unknown};
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};
use crate::tables::RangeTable;

const UNIT_COLUMNS: [&str; 22] = [
    "key",
    "name",
    "full_name",
    "arm",
    "formation",
    "sp",
    "sp_src",
    "guns",
    "weapon",
    "weapon_src",
    "experience",
    "experience_src",
    "cohesion",
    "cohesion_src",
    "ma",
    "ma_src",
    "traits",
    "detached_from",
    "sp_note",
    "weapon_note",
    "experience_note",
    "note",
];

/// Reads `oob/units.tsv`.
pub(in crate::read) fn read_units(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &Ground,
    commands: &mut [CommandFacts],
    leaders: &[LeaderFacts],
    weapons: &RangeTable,
) -> Vec<UnitFacts> {
    let file = open(reporter, files, "oob/units.tsv");
    let table = RawTable::parse(reporter, &file, &UNIT_COLUMNS, &[]);
    let mut units: Vec<UnitFacts> = Vec::new();
    let (mut keys, mut by_name) = (Once::default(), Once::default());
    let mut parents = Vec::new();
    for row in table.rows() {
        let fresh = [
            keys.check(reporter, &row.cell("key")),
            by_name.check(reporter, &row.cell("name")),
        ];
        if let Some(leader) = leaders
            .iter()
            .find(|leader| leader.name == row.cell("name").text())
        {
            let text = format!("'{}' is the name of a leader as well", leader.name);
            row.cell("name")
                .fault(reporter, FaultKind::Contradiction(text));
        }
        let Some(unit) = unit(reporter, &row, units.len(), ground, commands, weapons) else {
            continue;
        };
        if fresh != [true, true] {
            continue;
        }
        commands[unit.formation.index()].units.push(unit.id);
        if let Some(cell) = row.cell("detached_from").filled() {
            parents.push((unit.id, cell.text().to_owned(), cell.at()));
        }
        units.push(unit);
    }
    note_parents(reporter, &mut units, commands, parents);
    units
}

/// Where each unit was detached from: another unit, or any of a command.
fn note_parents(
    reporter: &mut Reporter,
    units: &mut [UnitFacts],
    commands: &[CommandFacts],
    parents: Vec<(UnitId, String, At)>,
) {
    for (id, text, at) in parents {
        let parent = match text.strip_prefix("any ") {
            Some(code) => commands
                .iter()
                .find(|command| command.code == code)
                .map(|own| Parent::AnyOf(own.id)),
            None => units
                .iter()
                .find(|unit| unit.name == text)
                .map(|unit| Parent::Unit(unit.id)),
        };
        if parent.is_none() {
            reporter.report(
                &at,
                FaultKind::UnknownName {
                    what: Named::Unit,
                    name: text,
                    near: Vec::new(),
                },
            );
        }
        units[id.index()].detached_from = parent;
    }
}

fn unit(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    index: usize,
    ground: &Ground,
    commands: &[CommandFacts],
    weapons: &RangeTable,
) -> Option<UnitFacts> {
    let arm: Option<Arm> = row.cell("arm").word(reporter);
    let formation =
        Names::new(ground, commands, &[], &[]).command(reporter, &row.cell("formation"));
    let sp: Option<u8> = row.cell("sp").number(reporter, 1..=40);
    let strength = sourced(reporter, row, "sp", sp);
    let weapon = weapon(reporter, weapons, &row.cell("weapon"));
    let weapon = sourced(reporter, row, "weapon", weapon);
    let experience: Option<Experience> = row.cell("experience").word(reporter);
    let experience = sourced(reporter, row, "experience", experience);
    let cohesion = by_order(reporter, row, "cohesion", 0..=9);
    check_cohesion(reporter, row, arm, cohesion.as_ref());
    let mobility = match row.cell("ma").text() {
        "*" => Some(Mobility::WithoutHorses),
        "river" => Some(Mobility::OnTheRiver),
        _ => by_order(reporter, row, "ma", 0..=40).map(Mobility::Allowance),
    };
    let traits = row
        .cell("traits")
        .parts(' ')
        .filter_map(|word| word.word(reporter))
        .collect();
    let sections = sections(reporter, weapons, &row.cell("guns"));
    if arm == Some(Arm::Artillery) {
        check_guns(reporter, row, sp, &sections);
    }
    Some(UnitFacts {
        id: UnitId::from_index(index)?,
        key: row.text("key"),
        name: row.text("name"),
        full_name: row.text("full_name"),
        side: commands.get(formation?.index())?.side,
        arm: arm?,
        formation: formation?,
        strength: strength?,
        weapon: weapon?,
        experience: experience?,
        cohesion,
        mobility: mobility?,
        dismounted: None,
        sections,
        detached_from: None,
        traits,
        note: row.text("note"),
    })
}

/// A value with the source and the note that stand in columns of their own.
fn sourced<T>(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    column: &str,
    value: Option<T>,
) -> Option<Sourced<T>> {
    let source: Option<Source> = row.cell(&format!("{column}_src")).word(reporter);
    Some(Sourced {
        value: value?,
        source: source?,
        note: row.text(&format!("{column}_note")),
    })
}

/// Everybody but a gunboat has Cohesion.
fn check_cohesion(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    arm: Option<Arm>,
    cohesion: Option<&Sourced<ByOrder<u8>>>,
) {
    if cohesion.is_none()
        && arm.is_some_and(|arm| arm != Arm::Gunboat)
        && row.cell("cohesion").is_empty()
    {
        row.cell("cohesion")
            .fault(reporter, FaultKind::MissingKey("cohesion".into()));
    }
}

/// A battery has the guns of its sections.
fn check_guns(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    sp: Option<u8>,
    sections: &[SectionFacts],
) {
    let guns: u32 = sections.iter().map(|section| u32::from(section.guns)).sum();
    if sp.is_some_and(|sp| u32::from(sp) != guns) {
        let text = format!(
            "the sections have {guns} guns, the battery {}",
            row.cell("sp").text()
        );
        row.cell("guns")
            .fault(reporter, FaultKind::Contradiction(text));
    }
}

fn weapon(
    reporter: &mut Reporter,
    table: &RangeTable,
    cell: &Cell<'_>,
) -> Option<crate::facts::WeaponId> {
    let found = table.coded(cell.text());
    if found.is_none() {
        unknown(
            reporter,
            cell,
            Named::Weapon,
            table.weapons().iter().map(|weapon| &*weapon.code),
        );
    }
    found
}

/// "6/4" with its source; nothing if the cell is empty.
fn by_order(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    column: &'static str,
    limits: core::ops::RangeInclusive<i64>,
) -> Option<Sourced<ByOrder<u8>>> {
    let cell = row.cell(column).filled()?;
    let source: Option<Source> = row.cell(&format!("{column}_src")).word(reporter);
    let halves = cell.parsed(
        reporter,
        "good order/disordered, such as 6/4",
        cell.split_once('/'),
    );
    let (good, bad) = halves?;
    let value: ByOrder<u8> = ByOrder {
        good_order: good.number(reporter, limits.clone())?,
        disordered: bad.number(reporter, limits)?,
    };
    if value.disordered > value.good_order {
        let text = format!(
            "{}/{} would be better in disorder than in good order",
            value.good_order, value.disordered
        );
        cell.fault(reporter, FaultKind::Contradiction(text));
    }
    Some(Sourced::new(value, source?))
}

/// "6L" or "a:4L b:2H12".
fn sections(reporter: &mut Reporter, table: &RangeTable, cell: &Cell<'_>) -> Vec<SectionFacts> {
    let mut sections = Vec::new();
    let mut seen = Once::default();
    for part in cell.parts(' ') {
        let (letter, rest) = match part.split_once(':') {
            Some((letter, rest)) => {
                seen.check(reporter, &letter);
                let Some(letter) = letter.word::<SectionLetter>(reporter) else {
                    continue;
                };
                (Some(letter), rest)
            }
            None => (None, part.clone()),
        };
        let digits: String = rest
            .text()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let guns = rest.parsed(
            reporter,
            "guns and their type, such as 4L",
            digits.parse::<u8>().ok(),
        );
        let weapon = rest
            .after(&digits)
            .and_then(|code| weapon(reporter, table, &code));
        if let (Some(guns), Some(weapon)) = (guns, weapon) {
            sections.push(SectionFacts {
                letter,
                guns,
                weapon,
            });
        }
    }
    sections
}
