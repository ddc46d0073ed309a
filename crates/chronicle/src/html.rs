//! The report as one file for a browser: nothing is loaded from anywhere.

use std::fmt::Write as _;

use longroll_core::{BySide, Side};
use longroll_position::Setting;
use longroll_victory::Due;

use crate::chart::{Series, bars, escape, lines};
use crate::chronicle::{Chronicle, Hour, Standing};
use crate::ledger::{DieKind, Ledger};
use crate::text::{self, luck_of, moment, tenths};
use crate::words::Words;
use crate::{MEN, fallen};

pub(crate) const STYLE: &str = "
:root{color-scheme:light dark;--ink:#2b2620;--paper:#faf6ec;--line:#cfc4ad;--union:#2f4f8f;--confederate:#9a4a2c;--open:#e9e0c3;--woods:#c3cda6;--swamp:#b9c7bd;--water:#a9c1d6;--orchard:#dcd7a8;--road:#a08f6c}
@media(prefers-color-scheme:dark){:root{--ink:#e8e0d0;--paper:#211d18;--line:#574d3f;--union:#87a6e6;--confederate:#e0936f;--open:#3a3427;--woods:#333a26;--swamp:#2c3832;--water:#2a3a49;--orchard:#403b24;--road:#7a6b52}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:16px/1.5 Georgia,'Times New Roman',serif}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;font-size:.9rem;width:100%}th,td{padding:.15rem .5rem;text-align:left;border-bottom:1px solid var(--line)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
.chart,.map{width:100%;height:auto;display:block;margin:1rem 0}.map{max-height:90vh}
.grid{stroke:var(--line);stroke-width:1}.tick{fill:var(--ink);font-size:11px}
.line{fill:none;stroke-width:2.5}.line.union{stroke:var(--union)}.line.confederate{stroke:var(--confederate)}
rect.union,circle.union{fill:var(--union)}rect.confederate,circle.confederate{fill:var(--confederate)}
circle.fell{fill-opacity:.65}.open{fill:var(--open)}.woods{fill:var(--woods)}.swamp{fill:var(--swamp)}.water{fill:var(--water)}.orchard{fill:var(--orchard)}
.road{fill:none;stroke:var(--road);stroke-width:1.6}.name{fill:var(--ink);font-size:9px;text-anchor:middle;opacity:.75}
b.union{color:var(--union)}b.confederate{color:var(--confederate)}
details{margin:.5rem 0}
";

/// A page that stands alone.
#[must_use]
pub fn page(
    words: &dyn Words,
    setting: &Setting,
    chronicle: &Chronicle,
    ledger: &Ledger,
) -> String {
    let mut page = format!(
        "<!doctype html>\n<html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{0}</title><style>{STYLE}</style></head><body><h1>{0}</h1>",
        escape(&chronicle.title)
    );
    head(&mut page, words, chronicle);
    charts(&mut page, words, chronicle);
    heading(&mut page, words, "map");
    page += &fallen::map(setting, chronicle);
    story(&mut page, words, chronicle);
    brigades(&mut page, words, setting, chronicle);
    units(&mut page, words, chronicle);
    score(&mut page, words, chronicle);
    luck(&mut page, words, setting, ledger);
    page + "</body></html>\n"
}

fn heading(page: &mut String, words: &dyn Words, key: &str) {
    let _ = write!(page, "<h2>{}</h2>", escape(&words.say(key, &[])));
}

fn head(page: &mut String, words: &dyn Words, chronicle: &Chronicle) {
    if let Some(score) = &chronicle.score {
        let key = if chronicle.over { "result" } else { "so-far" };
        let verdict = words.verdict(&score.verdict);
        let rule = score.verdict.rule.id();
        let text = words.say(key, &[("verdict", &verdict), ("rule", rule)]);
        let _ = write!(page, "<p><strong>{}</strong></p>", escape(&text));
    }
    for side in Side::BOTH {
        let (sp, guns) = chronicle.lost(side);
        let text = words.say(
            "losses",
            &[
                ("side", &words.side(side)),
                ("men", &(sp * MEN).to_string()),
                ("sp", &sp.to_string()),
                ("guns", &guns.to_string()),
            ],
        );
        let _ = write!(page, "<p>{}</p>", escape(&text));
    }
}

fn both(words: &dyn Words, value: impl Fn(Side) -> Vec<f64>) -> Vec<Series> {
    Side::BOTH
        .into_iter()
        .map(|side| Series {
            label: words.side(side),
            class: side.word(),
            values: value(side),
        })
        .collect()
}

fn charts(page: &mut String, words: &dyn Words, chronicle: &Chronicle) {
    let labels: Vec<String> = chronicle
        .hours
        .iter()
        .map(|hour| hour.label.clone())
        .collect();
    let hours = &chronicle.hours;
    heading(page, words, "strength");
    let standings = standings(words, chronicle);
    let strength = both(words, |side| {
        let sp = standings.iter().map(|(_, own)| f64::from(own[side].sp));
        sp.collect()
    });
    let moments: Vec<String> = standings.iter().map(|(label, _)| label.clone()).collect();
    *page += &lines(&words.say("strength", &[]), &moments, &strength);
    standing_table(page, words, &standings);
    heading(page, words, "losses-by-hour");
    let losses = both(words, |side| {
        hours
            .iter()
            .map(|hour| f64::from(hour.lost[side]))
            .collect()
    });
    *page += &bars(&words.say("losses-by-hour", &[]), &labels, &losses);
    let counts = |hour: &Hour| {
        hour.points
            .is_some_and(|own| own.union != 0 || own.confederate != 0)
    };
    if hours.iter().any(counts) {
        heading(page, words, "score-by-hour");
        let points = both(words, |side| {
            hours
                .iter()
                .map(|hour| hour.points.map_or(0.0, |points| f64::from(points[side])))
                .collect()
        });
        *page += &lines(&words.say("score-by-hour", &[]), &labels, &points);
    }
}

/// The armies at the start and at the end of every hour.
fn standings(words: &dyn Words, chronicle: &Chronicle) -> Vec<(String, BySide<Standing>)> {
    let hours = chronicle.hours.iter();
    let later = hours.map(|hour| (hour.label.clone(), hour.standing));
    let start = (words.say("start", &[]), chronicle.start);
    core::iter::once(start).chain(later).collect()
}

fn standing_table(page: &mut String, words: &dyn Words, standings: &[(String, BySide<Standing>)]) {
    let summary = escape(&words.say("strength-table", &[]));
    let _ = write!(
        page,
        "<details><summary>{summary}</summary><div class=\"scroll\"><table><tr><th></th>"
    );
    for side in Side::BOTH {
        for key in ["column-sp", "column-guns", "column-routed"] {
            let head = words.say(key, &[("side", &words.side(side))]);
            let _ = write!(page, "<th class=\"n\">{}</th>", escape(&head));
        }
    }
    *page += "</tr>";
    for (label, both) in standings {
        let _ = write!(page, "<tr><td>{}</td>", escape(label));
        for side in Side::BOTH {
            let own = both[side];
            for number in [own.sp, own.guns, own.routed] {
                let _ = write!(page, "<td class=\"n\">{number}</td>");
            }
        }
        *page += "</tr>";
    }
    *page += "</table></div></details>";
}

fn story(page: &mut String, words: &dyn Words, chronicle: &Chronicle) {
    heading(page, words, "story");
    for hour in &chronicle.hours {
        let text = words.say(
            "hour",
            &[
                ("hour", &hour.label),
                ("union-fires", &hour.fires.union.to_string()),
                ("confederate-fires", &hour.fires.confederate.to_string()),
                ("union", &hour.lost.union.to_string()),
                ("confederate", &hour.lost.confederate.to_string()),
            ],
        );
        let _ = write!(page, "<h3>{}</h3><ul>", escape(&text));
        for own in &hour.moments {
            let _ = write!(page, "<li>{}</li>", escape(&moment(words, own)));
        }
        *page += "</ul>";
    }
}

fn brigades(page: &mut String, words: &dyn Words, setting: &Setting, chronicle: &Chronicle) {
    heading(page, words, "brigades");
    for side in Side::BOTH {
        let rows = chronicle.by_brigade(setting, side);
        if rows.is_empty() {
            continue;
        }
        let _ = write!(
            page,
            "<div class=\"scroll\"><table><tr><th><b class=\"{}\">{}</b></th>",
            side.word(),
            escape(&words.side(side))
        );
        for hour in &chronicle.hours {
            let _ = write!(page, "<th class=\"n\">{}</th>", escape(&hour.label));
        }
        *page += "<th class=\"n\">=</th></tr>";
        for (name, row) in rows {
            let _ = write!(page, "<tr><td>{}</td>", escape(&name));
            for sp in &row {
                let cell = if *sp == 0 {
                    "·".to_owned()
                } else {
                    sp.to_string()
                };
                let _ = write!(page, "<td class=\"n\">{cell}</td>");
            }
            let _ = write!(
                page,
                "<td class=\"n\">{}</td></tr>",
                row.iter().sum::<u32>()
            );
        }
        *page += "</table></div>";
    }
}

fn units(page: &mut String, words: &dyn Words, chronicle: &Chronicle) {
    heading(page, words, "units");
    *page += "<div class=\"scroll\"><table>";
    let mut rows: Vec<_> = chronicle
        .units
        .iter()
        .filter(|unit| unit.left < unit.before || unit.state != "on-map")
        .collect();
    rows.sort_by_key(|unit| {
        (
            unit.side,
            core::cmp::Reverse(unit.before.saturating_sub(unit.left)),
        )
    });
    for unit in rows {
        let state = words.say(&format!("state-{}", unit.state), &[]);
        let _ = write!(
            page,
            "<tr><td><b class=\"{}\">{}</b></td><td>{}</td><td class=\"n\">{} → {}</td><td>{}</td></tr>",
            unit.side.word(),
            escape(&unit.name),
            escape(&unit.brigade),
            unit.before,
            unit.left,
            escape(&state)
        );
    }
    *page += "</table></div>";
}

fn score(page: &mut String, words: &dyn Words, chronicle: &Chronicle) {
    let Some(score) = &chronicle.score else {
        return;
    };
    heading(page, words, "score");
    *page += "<table>";
    for hour in &chronicle.hours {
        if let (Some(points), Some(verdict)) = (hour.points, &hour.verdict) {
            let _ = write!(
                page,
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
                escape(&hour.label),
                points.union,
                points.confederate,
                escape(&words.verdict(verdict))
            );
        }
    }
    *page += "</table><table>";
    let counted = score.lines.iter();
    for line in counted.filter(|line| line.points != 0 && line.due != Due::ToCome) {
        let _ = write!(
            page,
            "<tr><td class=\"n\">{}</td><td><b class=\"{}\">{}</b></td><td>{}</td><td>{}</td></tr>",
            line.points,
            line.side.word(),
            escape(&words.side(line.side)),
            escape(&words.reason(&line.reason)),
            line.rule
        );
    }
    *page += "</table><ul>";
    for goal in &score.goals {
        let _ = write!(page, "<li>{}<ul>", escape(&text::goal(words, goal)));
        for check in &goal.checks {
            let mark = if check.holds { "+" } else { "-" };
            let _ = write!(
                page,
                "<li>{mark} {}</li>",
                escape(&words.reason(&check.reason))
            );
        }
        *page += "</ul></li>";
    }
    *page += "</ul>";
    if let Some(line) = text::shifted(words, score) {
        let _ = write!(page, "<p>{}</p>", escape(&line));
    }
}

fn luck(page: &mut String, words: &dyn Words, setting: &Setting, ledger: &Ledger) {
    heading(page, words, "luck");
    let say = |key: &str| escape(&words.say(key, &[]));
    let _ = write!(page, "<p>{}</p>", say("luck-note"));
    let columns = format!(
        "<th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th>",
        say("dice"),
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
        let sums = ledger.sums(side);
        for kind in DieKind::ALL {
            if let Some(sum) = sums.get(&kind) {
                let _ = write!(
                    page,
                    "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                    say(&format!("die-{}", kind.key())),
                    sum.dice,
                    tenths(sum.expected_tenths),
                    sum.came,
                    luck_of(sum)
                );
            }
        }
        let total = ledger.totals()[side];
        let _ = write!(
            page,
            "<tr><td><strong>{}</strong></td><td class=\"n\">{}</td><td></td><td></td><td class=\"n\"><strong>{}</strong> ({:+.1} σ)</td></tr></table>",
            say("die-all"),
            total.dice,
            luck_of(&total),
            total.deviations()
        );
    }
    every_die(page, words, setting, ledger);
}

fn every_die(page: &mut String, words: &dyn Words, setting: &Setting, ledger: &Ledger) {
    let say = |key: &str| escape(&words.say(key, &[]));
    let _ = write!(
        page,
        "<details><summary>{}</summary><div class=\"scroll\"><table><tr><th></th><th></th><th></th><th></th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th></tr>",
        say("every-die"),
        say("die"),
        say("expected"),
        say("came"),
        say("luck-column")
    );
    for entry in &ledger.entries {
        let turn = setting.calendar().get(usize::from(entry.turn));
        let _ = write!(
            page,
            "<tr><td>{}</td><td><b class=\"{}\">{}</b></td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{:+.2}</td></tr>",
            escape(turn.map_or("", |turn| turn.label.as_str())),
            entry.side.map_or("", Side::word),
            escape(&entry.who),
            say(&format!("die-{}", entry.kind.key())),
            entry.rule,
            entry.die,
            tenths(entry.expected_tenths),
            entry.came,
            f64::from(entry.luck) / 20.0
        );
    }
    *page += "</table></div></details>";
}
