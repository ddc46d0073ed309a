//! `longroll report GAME.roll` for a game on the tabletop.

use longroll_chronicle::tabletop::{Annals, Retold, Rolls, html, replay, text};
use longroll_core::{Record, Side};
use longroll_shell_for_guns::{View, keeping};
use longroll_shell_for_guns_draw::table_view;
use longroll_tabletop_draw::{Overlay, PlainText, table_svg};
use serde::Serialize;

use super::Opening;
use crate::arguments::ReportArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{has_folder, read_text, write};
use crate::score::{ReportWords, print_sections};

pub fn run(arguments: &ReportArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let page = arguments.page();
    if let Some(page) = &page {
        has_folder(page, console)?;
    }
    let (told, note) = told(arguments, console)?;
    if let Some(note) = note {
        console.note(arguments.json, note)?;
    }
    if arguments.json {
        return Ok(console.json(&AsJson {
            annals: &told.annals,
            rolls: &told.rolls,
        })?);
    }
    if let Some(path) = page {
        let drawing = drawing(&told);
        let page = html::page(
            &ReportWords(console),
            &told.annals,
            &told.rolls,
            drawing.as_deref(),
        );
        write(&path, &page, console)?;
        return Ok(console.line(console.text("report.written", &[("path", &path.display())]))?);
    }
    let sections = text::report(&ReportWords(console), &told.annals, &told.rolls);
    print_sections(&sections, console)
}

/// The record played again, and what is to be said of the program that wrote it.
fn told(
    arguments: &ReportArguments,
    console: &Console<'_>,
) -> Result<(Retold, Option<String>), Failure> {
    let file = arguments.file.display();
    let damaged = |reason: &dyn std::fmt::Display| {
        let message = console.text("play.damaged", &[("path", &file), ("reason", reason)]);
        Failure::faults(message, None)
    };
    let text = read_text(&arguments.file)?;
    let record = Record::parse(&text).map_err(|(_, error)| damaged(&error))?;
    let data = super::folder(arguments.data.as_deref(), console)?;
    let named = arguments.situation.as_deref();
    let opening = Opening::of_record(&record, (&arguments.file, named), &data, console)?;
    let note = super::edition_note(&record, opening.facts(), console);
    let seed = keeping::seed_of(&record).map_err(|error| damaged(&error))?;
    let begun = opening.begin(seed).map_err(|error| damaged(&error))?;
    let told = replay(begun, opening.table(), &record).map_err(|error| damaged(&error))?;
    Ok((told, note))
}

/// The table as the game left it. Nothing of a game that is over is secret.
fn drawing(told: &Retold) -> Option<String> {
    let view = View::of(&told.battle, Side::Union);
    let table = table_view(view.look(told.battle.facts()), None, &[])?;
    Some(table_svg(&table, &Overlay::default(), &PlainText))
}

#[derive(Serialize)]
struct AsJson<'a> {
    annals: &'a Annals,
    rolls: &'a Rolls,
}
