//! `longroll report GAME.roll`: what became of a game.

use std::path::PathBuf;

use longroll_chronicle::{Replayed, html, replay, text};
use longroll_core::Record;
use longroll_sim::table::Edition;
use serde::Serialize;

use super::play::{edition_note, own_edition, reopened};
use crate::arguments::ReportArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{has_folder, read_text, write};
use crate::score::{ReportWords, print_sections};
use crate::tabletop;

pub fn run(arguments: &ReportArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if tabletop::is_our_record(&arguments.file) {
        return tabletop::report::run(arguments, console);
    }
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
            chronicle: &told.chronicle,
            ledger: &told.ledger,
        })?);
    }
    let setting = told.battle.setting();
    if let Some(path) = page {
        let page = html::page(
            &ReportWords(console),
            setting,
            &told.chronicle,
            &told.ledger,
        );
        write(&path, &page, console)?;
        return Ok(console.line(console.text("report.written", &[("path", &path.display())]))?);
    }
    let sections = text::report(
        &ReportWords(console),
        setting,
        &told.chronicle,
        &told.ledger,
    );
    print_sections(&sections, console)?;
    let file = arguments.file.display();
    Ok(console.paragraph(0, &console.text("report.also-html", &[("path", &file)]))?)
}

/// The record played again, and what is to be said of the program that wrote it.
fn told(
    arguments: &ReportArguments,
    console: &Console<'_>,
) -> Result<(Replayed, Option<String>), Failure> {
    let path: &PathBuf = &arguments.file;
    let file = path.display();
    let damaged = |reason: &dyn std::fmt::Display| {
        let message = console.text("play.damaged", &[("path", &file), ("reason", reason)]);
        Failure::faults(message, None)
    };
    let record = Record::parse(&read_text(path)?).map_err(|(_, error)| damaged(&error))?;
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let note = edition_note(&Edition::of(&record), &own_edition(&battle), console);
    let named = arguments.situation.as_deref();
    let (game, outcome) = reopened(&record, &battle, (path, named), console)?;
    let told = replay(game, &outcome.events, &record).map_err(|error| damaged(&error))?;
    Ok((told, note))
}

#[derive(Serialize)]
struct AsJson<'a> {
    chronicle: &'a longroll_chronicle::Chronicle,
    ledger: &'a longroll_chronicle::Ledger,
}
