//! `longroll render` for the tabletop: a table, a situation or the end of a record, drawn from above.

use std::path::Path;

use longroll_chronicle::tabletop::check_words;
use longroll_core::{Record, Session, Side};
use longroll_render::{Point, Size, png, text_path};
use longroll_shell_for_guns::{View, keeping};
use longroll_shell_for_guns_draw::table_view;
use longroll_tabletop_draw::{Anchor, Lettering, Overlay, PlainText, Setting, table_svg};

use super::Opening;
use crate::arguments::RenderArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{read_text, write};

/// Letters as outlines, with a rim of paper: a picture needs no font.
struct Outlines;

impl Lettering for Outlines {
    fn set(&self, out: &mut String, text: &str, setting: Setting<'_>) {
        let at = Point::new(setting.x, setting.y);
        let middle = setting.anchor == Anchor::Middle;
        let path = text_path(text, at, setting.size, middle);
        let rim = setting.size / 7.0;
        out.push_str(&format!(
            "<path d=\"{path}\" fill=\"#f6f1e4\" stroke=\"#f6f1e4\" stroke-width=\"{rim:.1}\" stroke-linejoin=\"round\"/><path d=\"{path}\" fill=\"{}\"/>",
            setting.ink
        ));
    }
}

pub fn run(
    wanted: &str,
    arguments: &RenderArguments,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let path = Path::new(wanted);
    let data = super::folder(arguments.data.as_deref(), console)?;
    let case = arguments.case.as_deref();
    let battle = if super::is_our_record(path) {
        if case.is_some() {
            return Err(super::wrong(console.text("play.no-cases", &[])));
        }
        let record = Record::parse(&read_text(path)?).map_err(|(_, error)| super::wrong(error))?;
        let named = arguments.situation.as_deref();
        let opening = Opening::of_record(&record, (path, named), &data, console)?;
        let seed = keeping::seed_of(&record).map_err(super::wrong)?;
        let (game, _) = opening.begin(seed).map_err(super::wrong)?;
        check_words(&game, &record).map_err(super::wrong)?;
        let session = Session::resume(game, record).map_err(super::wrong)?;
        session.game().clone()
    } else if arguments.situation.is_some() {
        return Err(super::wrong(console.text("play.situation-where", &[])));
    } else {
        let opening = Opening::of(wanted, case, &[], &data, console)?;
        opening
            .begin(longroll_core::Seed(0))
            .map_err(super::wrong)?
            .0
    };
    let view = View::of(&battle, Side::Union);
    let drawing = table_view(view.look(battle.facts()), None, &[])
        .ok_or_else(|| super::wrong(console.text("render.failed", &[("reason", &wanted)])))?;
    let overlay = Overlay::default();
    let ending = arguments.out.extension().and_then(std::ffi::OsStr::to_str);
    let bytes = match ending.map(str::to_lowercase).as_deref() {
        Some("svg") => table_svg(&drawing, &overlay, &PlainText).into_bytes(),
        Some("png") => {
            let svg = table_svg(&drawing, &overlay, &Outlines);
            png(&svg, Size::Width(arguments.width)).map_err(super::wrong)?
        }
        _ => {
            let message = console.text("render.kind", &[("path", &arguments.out.display())]);
            return Err(Failure::question(message, None));
        }
    };
    write(&arguments.out, &bytes, console)?;
    let blanks: [(&str, &dyn std::fmt::Display); 2] = [
        ("path", &arguments.out.display()),
        ("size", &(bytes.len() / 1024)),
    ];
    Ok(console.line(console.text("render.done", &blanks))?)
}
