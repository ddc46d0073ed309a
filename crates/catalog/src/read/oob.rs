//! The order of battle: commands, leaders with their abilities, units.

use longroll_board::Ground;
use longroll_core::Side;

use super::cell::Cell;
use super::fault::{FaultKind, Named, Reporter};
use super::map::Once;
use super::names::{Names, unknown};
use super::provider::{Provider, open};
use super::tsv::{RawRow, RawTable};
use crate::facts::{
    Ability, Arm, ByOrder, CommandFacts, CommandId, Experience, LeaderFacts, LeaderId, Level,
    Mobility, Parent, Profile, Ratings, Replacement, SectionFacts, SectionLetter, Source, Sourced,
    UnitFacts, UnitId,
};
use crate::tables::RangeTable;

/// Reads `oob/commands.tsv`. A parent must stand above its children, in the file and in level.
pub(super) fn read_commands(reporter: &mut Reporter, files: &dyn Provider) -> Vec<CommandFacts> {
    let file = open(reporter, files, "oob/commands.tsv");
    let table = RawTable::parse(
        reporter,
        &file,
        &["code", "level", "parent", "side", "name"],
        &[],
    );
    let mut commands: Vec<CommandFacts> = Vec::new();
    let mut seen = Once::default();
    for row in table.rows() {
        let code = row.cell("code");
        let level: Option<Level> = row.cell("level").word(reporter);
        let side: Option<Side> = row.cell("side").word(reporter);
        if !seen.check(reporter, &code) {
            continue;
        }
        let parent = match row.cell("parent").filled() {
            None => None,
            Some(cell) => {
                let found = commands.iter().find(|command| command.code == cell.text());
                if found.is_none() {
                    unknown(
                        reporter,
                        &cell,
                        Named::Command,
                        commands.iter().map(|command| &*command.code),
                    );
                }
                let Some(found) = found else { continue };
                if level.is_some_and(|level| level >= found.level) {
                    let text = format!("{} cannot stand below {}", code.text(), found.code);
                    cell.fault(reporter, FaultKind::Contradiction(text));
                }
                if side.is_some_and(|side| side != found.side) {
                    row.cell("side").fault(
                        reporter,
                        FaultKind::WrongSide {
                            name: found.code.clone(),
                        },
                    );
                }
                Some(found.id)
            }
        };
        let (Some(level), Some(side), Some(id)) =
            (level, side, CommandId::from_index(commands.len()))
        else {
            continue;
        };
        commands.push(CommandFacts {
            id,
            code: code.text().to_owned(),
            name: row.cell("name").text().to_owned(),
            side,
            level,
            parent,
            children: Vec::new(),
            leaders: Vec::new(),
            units: Vec::new(),
        });
    }
    for index in 0..commands.len() {
        let (id, parent) = (commands[index].id, commands[index].parent);
        if let Some(parent) = parent {
            commands[parent.index()].children.push(id);
        }
    }
    commands
}

const LEADER_COLUMNS: [&str; 24] = [
    "key",
    "name",
    "full_name",
    "level",
    "command",
    "initiative",
    "efficiency",
    "coordination",
    "activation",
    "profile",
    "orders",
    "range",
    "given",
    "replacement",
    "same_as",
    "r_initiative",
    "r_efficiency",
    "r_coordination",
    "r_activation",
    "r_profile",
    "r_orders",
    "r_range",
    "note",
    "replacement_note",
];

/// The columns of one side of a leader counter.
const FRONT: [&str; 7] = [
    "initiative",
    "efficiency",
    "coordination",
    "activation",
    "profile",
    "orders",
    "range",
];
const BACK: [&str; 7] = [
    "r_initiative",
    "r_efficiency",
    "r_coordination",
    "r_activation",
    "r_profile",
    "r_orders",
    "r_range",
];

/// Reads `leaders/leaders.tsv` and `leaders/abilities.tsv`.
pub(super) fn read_leaders(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &Ground,
    commands: &mut [CommandFacts],
) -> Vec<LeaderFacts> {
    let file = open(reporter, files, "leaders/leaders.tsv");
    let table = RawTable::parse(reporter, &file, &LEADER_COLUMNS, &[]);
    let mut leaders: Vec<LeaderFacts> = Vec::new();
    let (mut keys, mut by_name) = (Once::default(), Once::default());
    let mut same = Vec::new();
    for row in table.rows() {
        let names = Names::new(ground, commands, &[], &[]);
        let fresh = [
            keys.check(reporter, &row.cell("key")),
            by_name.check(reporter, &row.cell("name")),
        ];
        let command = names.command(reporter, &row.cell("command"));
        let level: Option<Level> = row.cell("level").word(reporter);
        check_given(reporter, &row.cell("given"));
        let front = ratings(reporter, &row, FRONT, level);
        let replacement = row.cell("replacement").filled().and_then(|name| {
            let ratings = ratings(reporter, &row, BACK, level)?;
            Some(Replacement {
                name: name.text().to_owned(),
                same_person: None,
                ratings,
            })
        });
        let (Some(command), Some(level), Some(front), [true, true]) =
            (command, level, front, fresh)
        else {
            continue;
        };
        let facts = names.command_facts(command);
        if facts.level != level {
            let text = format!(
                "{} is a {}, not a {}",
                facts.code,
                facts.level.word(),
                level.word()
            );
            row.cell("level")
                .fault(reporter, FaultKind::Contradiction(text));
        }
        let side = facts.side;
        let Some(id) = LeaderId::from_index(leaders.len()) else {
            continue;
        };
        commands[command.index()].leaders.push(id);
        if let Some(cell) = row.cell("same_as").filled() {
            same.push((id, cell.text().to_owned(), cell.at()));
        }
        let text = |column: &str| {
            row.cell(column)
                .filled()
                .map(|cell| cell.text().to_owned())
                .unwrap_or_default()
        };
        leaders.push(LeaderFacts {
            id,
            key: text("key"),
            name: text("name"),
            full_name: text("full_name"),
            side,
            level,
            command,
            ratings: front,
            replacement,
            abilities: Vec::new(),
            note: text("note"),
        });
    }
    for (id, name, at) in same {
        let person = leaders
            .iter()
            .find(|leader| leader.name == name)
            .map(|leader| leader.id);
        if person.is_none() {
            reporter.report(
                &at,
                FaultKind::UnknownName {
                    what: Named::Leader,
                    name,
                    near: Vec::new(),
                },
            );
        }
        if let Some(replacement) = &mut leaders[id.index()].replacement {
            replacement.same_person = person;
        }
    }
    read_abilities(reporter, files, ground, &mut leaders);
    leaders
}

fn check_given(reporter: &mut Reporter, cell: &Cell<'_>) {
    for word in cell.parts(' ') {
        let known = FRONT.contains(&word.text()).then_some(());
        word.parsed(
            reporter,
            "ratings the text gives: initiative, efficiency, coordination, …",
            known,
        );
    }
}

/// One side of a counter; the ratings of his level must be there, the others must not.
fn ratings(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    columns: [&'static str; 7],
    level: Option<Level>,
) -> Option<Ratings> {
    let given = row.cell("given");
    let note = row.cell(if columns == FRONT {
        "note"
    } else {
        "replacement_note"
    });
    let note = note
        .filled()
        .map(|cell| cell.text().to_owned())
        .unwrap_or_default();
    let source = |column: &str| {
        let stated = columns == FRONT && given.parts(' ').any(|word| word.text() == column);
        if stated {
            Source::Text
        } else {
            Source::Estimate
        }
    };
    let wanted = |place: usize| match level {
        Some(Level::Army) => place == 0,
        Some(Level::Corps) => place == 1,
        Some(Level::Division) => place == 2 || place == 3,
        Some(Level::Brigade) => place == 4 || place == 5,
        None => false,
    };
    let mut number = |place: usize| -> Option<Sourced<i8>> {
        let column = columns[place];
        let cell = row.cell(column);
        if cell.is_empty() {
            if wanted(place) {
                cell.fault(reporter, FaultKind::MissingKey(column.to_owned()));
            }
            return None;
        }
        if level.is_some() && !wanted(place) {
            let text = format!("a leader of this level has no {column}");
            cell.fault(reporter, FaultKind::Contradiction(text));
        }
        let value = cell.number(reporter, -5..=5)?;
        Some(Sourced {
            value,
            source: source(column),
            note: note.clone(),
        })
    };
    let [initiative, efficiency, coordination, activation] =
        [number(0), number(1), number(2), number(3)];
    let orders = number(5);
    let profile = row.cell(columns[4]);
    if profile.is_empty() && wanted(4) {
        profile.fault(reporter, FaultKind::MissingKey(columns[4].to_owned()));
    }
    let profile: Option<Profile> = profile.filled().and_then(|cell| cell.word(reporter));
    let profile = profile.map(|value| Sourced {
        value,
        source: source(columns[4]),
        note: note.clone(),
    });
    let range = row.cell(columns[6]).number(reporter, 0..=40)?;
    let command_range = Sourced {
        value: range,
        source: source(columns[6]),
        note: note.clone(),
    };
    Some(Ratings {
        initiative,
        efficiency,
        coordination,
        activation,
        profile,
        orders,
        command_range,
    })
}

fn read_abilities(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &Ground,
    leaders: &mut [LeaderFacts],
) {
    let file = open(reporter, files, "leaders/abilities.tsv");
    let columns = [
        "leader",
        "ability",
        "number",
        "from_hour",
        "until_hour",
        "rule",
    ];
    let table = RawTable::parse(reporter, &file, &columns, &[]);
    for row in table.rows() {
        let leader = Names::new(ground, &[], leaders, &[]).leader(reporter, &row.cell("leader"));
        let kind = row.cell("ability").word(reporter);
        let rule = row.cell("rule").rule(reporter);
        let mut number = |column: &str, high: i64| {
            row.cell(column)
                .filled()
                .and_then(|cell| cell.number(reporter, 0..=high))
        };
        let (count, from_hour, until_hour) = (
            number("number", 20),
            number("from_hour", 23),
            number("until_hour", 23),
        );
        if let (Some(leader), Some(kind), Some(rule)) = (leader, kind, rule) {
            leaders[leader.index()].abilities.push(Ability {
                kind,
                number: count,
                from_hour,
                until_hour,
                rule,
            });
        }
    }
}

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
pub(super) fn read_units(
    reporter: &mut Reporter,
    files: &dyn Provider,
    ground: &Ground,
    commands: &mut [CommandFacts],
    leaders: &[LeaderFacts],
    weapons: Option<&RangeTable>,
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
    units
}

fn unit(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    index: usize,
    ground: &Ground,
    commands: &[CommandFacts],
    weapons: Option<&RangeTable>,
) -> Option<UnitFacts> {
    let text = |column: &str| {
        row.cell(column)
            .filled()
            .map(|cell| cell.text().to_owned())
            .unwrap_or_default()
    };
    let arm: Option<Arm> = row.cell("arm").word(reporter);
    let formation =
        Names::new(ground, commands, &[], &[]).command(reporter, &row.cell("formation"));
    let sp: Option<u8> = row.cell("sp").number(reporter, 1..=40);
    let sp_source: Option<Source> = row.cell("sp_src").word(reporter);
    let weapon = weapons.and_then(|table| weapon(reporter, table, &row.cell("weapon")));
    let weapon_source: Option<Source> = row.cell("weapon_src").word(reporter);
    let experience: Option<Experience> = row.cell("experience").word(reporter);
    let experience_source: Option<Source> = row.cell("experience_src").word(reporter);
    let cohesion = by_order(reporter, row, "cohesion", 0..=9);
    if cohesion.is_none()
        && arm.is_some_and(|arm| arm != Arm::Gunboat)
        && row.cell("cohesion").is_empty()
    {
        row.cell("cohesion")
            .fault(reporter, FaultKind::MissingKey("cohesion".into()));
    }
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
    let sections = weapons
        .map(|table| sections(reporter, table, &row.cell("guns")))
        .unwrap_or_default();
    if arm == Some(Arm::Artillery) {
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
    Some(UnitFacts {
        id: UnitId::from_index(index)?,
        key: text("key"),
        name: text("name"),
        full_name: text("full_name"),
        side: commands.get(formation?.index())?.side,
        arm: arm?,
        formation: formation?,
        strength: Sourced {
            value: sp?,
            source: sp_source?,
            note: text("sp_note"),
        },
        weapon: Sourced {
            value: weapon?,
            source: weapon_source?,
            note: text("weapon_note"),
        },
        experience: Sourced {
            value: experience?,
            source: experience_source?,
            note: text("experience_note"),
        },
        cohesion,
        mobility: mobility?,
        sections,
        detached_from: None,
        traits,
        note: text("note"),
    })
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
    let value = ByOrder {
        good_order: good.number(reporter, limits.clone())?,
        disordered: bad.number(reporter, limits)?,
    };
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
