//! The report of a tabletop battle as one file for a browser: nothing is loaded from anywhere.

use std::fmt::Write as _;

use longroll_core::Side;

use super::annals::Annals;
use super::rolls::Rolls;
use super::text::{by_division, head, luck_of, moment, objectives, roll_key, state, told, turn};
use crate::chart::{Series, bars, escape, lines};
use crate::html::STYLE;
use crate::words::Words;

/// A page that stands alone. `drawing` is the table at the end as SVG, if there is one.
#[must_use]
pub fn page(words: &dyn Words, annals: &Annals, rolls: &Rolls, drawing: Option<&str>) -> String {
    let mut page = format!(
        "<!doctype html>\n<html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{0}</title><style>{STYLE}\n.table svg{{width:100%;height:auto}}</style></head><body><h1>{0}</h1>",
        escape(&annals.title)
    );
    for (place, line) in head(words, annals).iter().enumerate() {
        let line = escape(line);
        let _ = match place {
            0 => write!(page, "<p><strong>{line}</strong></p>"),
            _ => write!(page, "<p>{line}</p>"),
        };
    }
    heading(&mut page, words, "tabletop-objectives");
    list(&mut page, objectives(words, annals).into_iter());
    if let Some(drawing) = drawing {
        heading(&mut page, words, "tabletop-drawing");
        let _ = write!(page, "<div class=\"table\">{drawing}</div>");
    }
    charts(&mut page, words, annals);
    heading(&mut page, words, "tabletop-story");
    let _ = write!(
        page,
        "<p>{}</p>",
        escape(&words.say("tabletop-story-note", &[]))
    );
    for (_, own) in told(annals) {
        let _ = write!(page, "<h3>{}</h3>", escape(&turn(words, own)));
        list(&mut page, own.moments.iter().map(|own| moment(words, own)));
    }
    units(&mut page, words, annals);
    luck(&mut page, words, rolls);
    page + "</body></html>\n"
}

fn heading(page: &mut String, words: &dyn Words, key: &str) {
    let _ = write!(page, "<h2>{}</h2>", escape(&words.say(key, &[])));
}

fn list(page: &mut String, lines: impl Iterator<Item = String>) {
    *page += "<ul>";
    for line in lines {
        let _ = write!(page, "<li>{}</li>", escape(&line));
    }
    *page += "</ul>";
}

fn charts(page: &mut String, words: &dyn Words, annals: &Annals) {
    let labels: Vec<String> = told(annals)
        .map(|(_, turn)| turn.number.to_string())
        .collect();
    let both = |value: &dyn Fn(&super::Turn, Side) -> u32| -> Vec<Series> {
        let series = Side::BOTH.map(|side| Series {
            label: words.side(side),
            class: side.word(),
            values: told(annals)
                .map(|(_, turn)| f64::from(value(turn, side)))
                .collect(),
        });
        series.into()
    };
    for (key, series, as_lines) in [
        (
            "tabletop-bases",
            both(&|turn, side| turn.standing[side].bases),
            true,
        ),
        (
            "tabletop-losses-by-turn",
            both(&|turn, side| turn.counts[side].suffered),
            false,
        ),
        (
            "tabletop-objectives-by-turn",
            both(&|turn, side| turn.standing[side].objectives),
            true,
        ),
    ] {
        heading(page, words, key);
        let title = words.say(key, &[]);
        let draw = if as_lines { lines } else { bars };
        *page += &draw(&title, &labels, &series);
    }
}

fn units(page: &mut String, words: &dyn Words, annals: &Annals) {
    heading(page, words, "tabletop-units");
    for side in Side::BOTH {
        for (division, units) in by_division(annals, side) {
            let _ = write!(
                page,
                "<div class=\"scroll\"><table><tr><th><b class=\"{}\">{}</b></th>",
                side.word(),
                escape(division)
            );
            for (_, own) in told(annals) {
                let _ = write!(page, "<th class=\"n\">{}</th>", own.number);
            }
            let columns = escape(&words.say("tabletop-units-head", &[]));
            let _ = write!(
                page,
                "<th class=\"n\">=</th><th colspan=\"2\">{columns}</th></tr>"
            );
            for unit in units {
                let _ = write!(page, "<tr><td>{}</td>", escape(&unit.name));
                for (column, _) in told(annals) {
                    let losses = unit.losses.get(column).copied().unwrap_or(0);
                    let cell = match losses {
                        0 => "·".to_owned(),
                        losses => losses.to_string(),
                    };
                    let _ = write!(page, "<td class=\"n\">{cell}</td>");
                }
                let _ = write!(
                    page,
                    "<td class=\"n\">{}</td><td class=\"n\">{} → {}</td><td>{}</td></tr>",
                    unit.losses.iter().sum::<u32>(),
                    unit.before,
                    unit.left,
                    escape(&state(words, unit.state))
                );
            }
            *page += "</table></div>";
        }
    }
}

fn luck(page: &mut String, words: &dyn Words, rolls: &Rolls) {
    heading(page, words, "luck");
    let say = |key: &str| escape(&words.say(key, &[]));
    let _ = write!(page, "<p>{}</p>", say("tabletop-luck-note"));
    let columns = format!(
        "<th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th>",
        say("tabletop-rolls"),
        say("expected"),
        say("came"),
        say("luck-column")
    );
    for side in Side::BOTH {
        let _ = write!(
            page,
            "<table><tr><th><b class=\"{}\">{}</b></th>{columns}</tr>",
            side.word(),
            escape(&words.side(side))
        );
        for (purpose, sum) in rolls.sums(side) {
            let _ = write!(
                page,
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.1}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                say(&roll_key(purpose)),
                sum.rolls,
                sum.expected,
                sum.came,
                luck_of(&sum)
            );
        }
        let total = rolls.totals()[side];
        let _ = write!(
            page,
            "<tr><td><strong>{}</strong></td><td class=\"n\">{}</td><td></td><td></td><td class=\"n\"><strong>{}</strong> ({:+.1} σ)</td></tr></table>",
            say("die-all"),
            total.rolls,
            luck_of(&total),
            total.deviations()
        );
    }
    every_roll(page, words, rolls);
}

fn every_roll(page: &mut String, words: &dyn Words, rolls: &Rolls) {
    let say = |key: &str| escape(&words.say(key, &[]));
    let _ = write!(
        page,
        "<details><summary>{}</summary><div class=\"scroll\"><table><tr><th></th><th></th><th></th><th></th><th>{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th></tr>",
        say("tabletop-every-roll"),
        say("dice"),
        say("expected"),
        say("came"),
        say("luck-column")
    );
    for entry in &rolls.entries {
        let faces: Vec<String> = entry.faces.iter().map(u8::to_string).collect();
        let _ = write!(
            page,
            "<tr><td>{}</td><td><b class=\"{}\">{}</b></td><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{:.2}</td><td class=\"n\">{}</td><td class=\"n\">{:+.2}</td></tr>",
            entry.turn,
            entry.side.word(),
            escape(&entry.who),
            say(&roll_key(entry.purpose)),
            entry.rule,
            faces.join(" "),
            entry.expected,
            entry.came,
            entry.luck
        );
    }
    *page += "</table></div></details>";
}
