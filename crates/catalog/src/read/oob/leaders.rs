//! Leaders: both sides of their counters, and their abilities.

use longroll_board::Ground;

use crate::facts::{
    Ability, CommandFacts, LeaderFacts, LeaderId, Level, Profile, Ratings, Replacement, Source,
    Sourced,
};
use crate::read::cell::Cell;
use crate::read::fault::{FaultKind, Named, Reporter};
use crate::read::names::Names;
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};

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
pub(in crate::read) fn read_leaders(
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
