//! Leaders: both sides of their counters, and their abilities.

use longroll_board::Ground;

use crate::facts::{
    Ability, CommandFacts, LeaderFacts, LeaderId, Level, Profile, Ratings, Replacement, Source,
    Sourced,
};
use crate::read::cell::Cell;
use crate::read::fault::{At, FaultKind, Named, Reporter};
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
        let fresh = [
            keys.check(reporter, &row.cell("key")),
            by_name.check(reporter, &row.cell("name")),
        ];
        let Some(leader) = leader(reporter, &row, leaders.len(), ground, commands) else {
            continue;
        };
        if fresh != [true, true] {
            continue;
        }
        let command = &mut commands[leader.command.index()];
        if command.level != leader.level {
            let text = format!(
                "{} is a {}, not a {}",
                command.code,
                command.level.word(),
                leader.level.word()
            );
            row.cell("level")
                .fault(reporter, FaultKind::Contradiction(text));
        }
        command.leaders.push(leader.id);
        if let Some(cell) = row.cell("same_as").filled() {
            same.push((leader.id, cell.text().to_owned(), cell.at()));
        }
        leaders.push(leader);
    }
    note_same_persons(reporter, &mut leaders, same);
    read_abilities(reporter, files, ground, &mut leaders);
    leaders
}

/// One leader, both sides of his counter.
fn leader(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    index: usize,
    ground: &Ground,
    commands: &[CommandFacts],
) -> Option<LeaderFacts> {
    let names = Names::new(ground, commands, &[], &[]);
    let command = names.command(reporter, &row.cell("command"));
    let level: Option<Level> = row.cell("level").word(reporter);
    check_given(reporter, &row.cell("given"));
    let front = ratings(reporter, row, FRONT, level);
    let replacement = row.cell("replacement").filled().and_then(|name| {
        let ratings = ratings(reporter, row, BACK, level)?;
        Some(Replacement {
            name: name.text().to_owned(),
            same_person: None,
            ratings,
        })
    });
    Some(LeaderFacts {
        id: LeaderId::from_index(index)?,
        key: row.text("key"),
        name: row.text("name"),
        full_name: row.text("full_name"),
        side: names.command_facts(command?).side,
        level: level?,
        command: command?,
        ratings: front?,
        replacement,
        abilities: Vec::new(),
        note: row.text("note"),
    })
}

/// Whose replacement has a counter of his own as well.
fn note_same_persons(
    reporter: &mut Reporter,
    leaders: &mut [LeaderFacts],
    same: Vec<(LeaderId, String, At)>,
) {
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

/// One side of a counter being read.
struct CounterSide<'r> {
    row: &'r RawRow<'r>,
    columns: [&'static str; 7],
    level: Option<Level>,
    note: String,
}

impl CounterSide<'_> {
    /// Whether a leader of his level has the rating in this column.
    fn wants(&self, place: usize) -> bool {
        match self.level {
            Some(Level::Army) => place == 0,
            Some(Level::Corps) => place == 1,
            Some(Level::Division) => place == 2 || place == 3,
            Some(Level::Brigade) => place == 4 || place == 5,
            None => false,
        }
    }

    /// A rating of the column, which the text gives or which is an estimate.
    fn sourced<T>(&self, place: usize, value: T) -> Sourced<T> {
        let given = self.row.cell("given");
        let column = self.columns[place];
        let stated = self.columns == FRONT && given.parts(' ').any(|word| word.text() == column);
        Sourced {
            value,
            source: if stated {
                Source::Text
            } else {
                Source::Estimate
            },
            note: self.note.clone(),
        }
    }

    /// A rating that is a number; those of his level must be there, the others must not.
    fn number(&self, reporter: &mut Reporter, place: usize) -> Option<Sourced<i8>> {
        let column = self.columns[place];
        let cell = self.row.cell(column);
        if cell.is_empty() {
            if self.wants(place) {
                cell.fault(reporter, FaultKind::MissingKey(column.to_owned()));
            }
            return None;
        }
        if self.level.is_some() && !self.wants(place) {
            let text = format!("a leader of this level has no {column}");
            cell.fault(reporter, FaultKind::Contradiction(text));
        }
        let value = cell.number(reporter, -5..=5)?;
        Some(self.sourced(place, value))
    }

    /// The profile of a brigadier.
    fn profile(&self, reporter: &mut Reporter) -> Option<Sourced<Profile>> {
        let column = self.columns[4];
        let cell = self.row.cell(column);
        if cell.is_empty() && self.wants(4) {
            cell.fault(reporter, FaultKind::MissingKey(column.to_owned()));
        }
        let value: Option<Profile> = cell.filled().and_then(|cell| cell.word(reporter));
        value.map(|value| self.sourced(4, value))
    }
}

/// One side of a counter; the ratings of his level must be there, the others must not.
fn ratings(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    columns: [&'static str; 7],
    level: Option<Level>,
) -> Option<Ratings> {
    let side = CounterSide {
        row,
        columns,
        level,
        note: row.text(if columns == FRONT {
            "note"
        } else {
            "replacement_note"
        }),
    };
    let [initiative, efficiency, coordination, activation] =
        [0, 1, 2, 3].map(|place| side.number(reporter, place));
    let orders = side.number(reporter, 5);
    let profile = side.profile(reporter);
    let range = row.cell(columns[6]).number(reporter, 0..=40)?;
    Some(Ratings {
        initiative,
        efficiency,
        coordination,
        activation,
        profile,
        orders,
        command_range: side.sourced(6, range),
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
