//! The order of battle: commands, leaders with their abilities, units.

mod leaders;
mod units;

pub(super) use leaders::read_leaders;
pub(super) use units::read_units;

use longroll_core::Side;

use crate::facts::{CommandFacts, CommandId, Level};
use crate::read::fault::{FaultKind, Named, Reporter};
use crate::read::names::unknown;
use crate::read::once::Once;
use crate::read::provider::{Provider, open};
use crate::read::tsv::{RawRow, RawTable};

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
        let parent = parent(reporter, &row, &commands, level, side);
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

/// The command above, of the same side and of a higher level.
fn parent(
    reporter: &mut Reporter,
    row: &RawRow<'_>,
    commands: &[CommandFacts],
    level: Option<Level>,
    side: Option<Side>,
) -> Option<CommandId> {
    let cell = row.cell("parent").filled()?;
    let Some(found) = commands.iter().find(|command| command.code == cell.text()) else {
        let codes = commands.iter().map(|command| &*command.code);
        unknown(reporter, &cell, Named::Command, codes);
        return None;
    };
    if level.is_some_and(|level| level >= found.level) {
        let text = format!(
            "{} cannot stand below {}",
            row.cell("code").text(),
            found.code
        );
        cell.fault(reporter, FaultKind::Contradiction(text));
    }
    if side.is_some_and(|side| side != found.side) {
        let name = found.code.clone();
        row.cell("side")
            .fault(reporter, FaultKind::WrongSide { name });
    }
    Some(found.id)
}
