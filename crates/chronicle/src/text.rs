//! The report for a terminal.

use longroll_core::{BySide, Side};
use longroll_position::Setting;
use longroll_victory::Due;

use crate::MEN;
use crate::chronicle::{Chronicle, Moment};
use crate::ledger::{DieKind, Ledger, Sum};
use crate::words::Words;

/// A part of the report: its heading and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// The moment in words.
pub(crate) fn moment(words: &dyn Words, moment: &Moment) -> String {
    match moment {
        Moment::Assault {
            side,
            attackers,
            hexes,
            result,
        } => {
            let result = match result {
                Some(kind) => words.say(&format!("assault-{}", kind.word()), &[]),
                None => words.say("assault-none", &[]),
            };
            words.say(
                "assault",
                &[
                    ("side", &words.side(*side)),
                    ("units", &attackers.join(", ")),
                    ("hexes", &hexes.join(", ")),
                    ("result", &result),
                ],
            )
        }
        Moment::Routed { side, unit, hex } => place(words, "routed", *side, unit, hex),
        Moment::Eliminated { side, unit, hex } => place(words, "eliminated", *side, unit, hex),
        Moment::Abandoned { side, unit, hex } => place(words, "abandoned", *side, unit, hex),
        Moment::LeaderFell { side, leader } => place(words, "leader-fell", *side, leader, ""),
        Moment::Worn {
            side,
            command,
            worn: true,
        } => place(words, "worn", *side, command, ""),
        Moment::Worn { side, command, .. } => place(words, "fit-again", *side, command, ""),
        Moment::Surprised { side } => place(words, "surprised", *side, "", ""),
    }
}

fn place(words: &dyn Words, key: &str, side: Side, unit: &str, hex: &str) -> String {
    let side = words.side(side);
    words.say(key, &[("side", &side), ("unit", unit), ("hex", hex)])
}

/// The whole report.
#[must_use]
pub fn report(
    words: &dyn Words,
    setting: &Setting,
    chronicle: &Chronicle,
    ledger: &Ledger,
) -> Vec<Section> {
    vec![
        result(words, chronicle),
        story(words, chronicle),
        strength(words, chronicle),
        brigades(words, setting, chronicle),
        units(words, chronicle),
        points(words, chronicle),
        luck(words, ledger),
    ]
}

fn result(words: &dyn Words, chronicle: &Chronicle) -> Section {
    let mut lines = Vec::new();
    if let Some(score) = &chronicle.score {
        let verdict = words.verdict(&score.verdict);
        let key = if chronicle.over { "result" } else { "so-far" };
        lines.push(words.say(key, &[("verdict", &verdict)]));
    }
    for side in Side::BOTH {
        let (sp, guns) = chronicle.lost(side);
        let men = (sp * MEN).to_string();
        lines.push(words.say(
            "losses",
            &[
                ("side", &words.side(side)),
                ("men", &men),
                ("sp", &sp.to_string()),
                ("guns", &guns.to_string()),
            ],
        ));
    }
    Section {
        heading: chronicle.title.clone(),
        lines,
    }
}

fn story(words: &dyn Words, chronicle: &Chronicle) -> Section {
    let mut lines = Vec::new();
    for hour in &chronicle.hours {
        lines.push(words.say(
            "hour",
            &[
                ("hour", &hour.label),
                ("union-fires", &hour.fires.union.to_string()),
                ("confederate-fires", &hour.fires.confederate.to_string()),
                ("union", &hour.lost.union.to_string()),
                ("confederate", &hour.lost.confederate.to_string()),
            ],
        ));
        let told = hour.moments.iter();
        lines.extend(told.map(|own| format!("    {}", moment(words, own))));
    }
    Section {
        heading: words.say("story", &[]),
        lines,
    }
}

fn strength(words: &dyn Words, chronicle: &Chronicle) -> Section {
    let row = |name: &str, both: BySide<crate::Standing>| {
        let side =
            |own: crate::Standing| format!("{:>5} {:>4} {:>5}", own.sp, own.guns, own.routed);
        format!(
            "  {name:<10} {}   {}",
            side(both.union),
            side(both.confederate)
        )
    };
    let mut lines = vec![words.say("strength-head", &[])];
    lines.push(row(&words.say("start", &[]), chronicle.start));
    for hour in &chronicle.hours {
        lines.push(row(&hour.label, hour.standing));
    }
    Section {
        heading: words.say("strength", &[]),
        lines,
    }
}

fn brigades(words: &dyn Words, setting: &Setting, chronicle: &Chronicle) -> Section {
    let mut lines = Vec::new();
    let labels: Vec<String> = chronicle
        .hours
        .iter()
        .map(|hour| format!("{:>6}", short(&hour.label)))
        .collect();
    for side in Side::BOTH {
        let rows = chronicle.by_brigade(setting, side);
        if rows.is_empty() {
            continue;
        }
        lines.push(format!("  {:<22} {}", words.side(side), labels.join("")));
        for (name, row) in rows {
            let cells: Vec<String> = row
                .iter()
                .map(|sp| match sp {
                    0 => format!("{:>6}", "·"),
                    sp => format!("{sp:>6}"),
                })
                .collect();
            let all: u32 = row.iter().sum();
            lines.push(format!("  {name:<22} {}  = {all}", cells.join("")));
        }
    }
    Section {
        heading: words.say("brigades", &[]),
        lines,
    }
}

fn short(label: &str) -> String {
    label.chars().take(5).collect()
}

fn units(words: &dyn Words, chronicle: &Chronicle) -> Section {
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
    let lines = rows
        .into_iter()
        .map(|unit| {
            let state = words.say(&format!("state-{}", unit.state), &[]);
            format!(
                "  {:<12} {:<24} {:<22} {:>3} → {:<3} {state}",
                words.side(unit.side),
                unit.name,
                unit.brigade,
                unit.before,
                unit.left
            )
        })
        .collect();
    Section {
        heading: words.say("units", &[]),
        lines,
    }
}

fn points(words: &dyn Words, chronicle: &Chronicle) -> Section {
    let mut lines = Vec::new();
    for hour in &chronicle.hours {
        if let (Some(points), Some(verdict)) = (hour.points, &hour.verdict) {
            lines.push(format!(
                "  {:<10} {:>4} : {:<4} {}",
                hour.label,
                points.union,
                points.confederate,
                words.verdict(verdict)
            ));
        }
    }
    if let Some(score) = &chronicle.score {
        let counted = score.lines.iter();
        for line in counted.filter(|line| line.points != 0 && line.due != Due::ToCome) {
            lines.push(format!(
                "  {:>4} {:<12} {} [{}]",
                line.points,
                words.side(line.side),
                words.reason(&line.reason),
                line.rule
            ));
        }
    }
    Section {
        heading: words.say("score", &[]),
        lines,
    }
}

/// Tenths as a number with one place.
pub(crate) fn tenths(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}.{}", (number / 10).abs(), (number % 10).abs())
}

/// Luck in dice: twentieths as a signed number with two places.
pub(crate) fn luck_of(sum: &Sum) -> String {
    format!("{:+.2}", f64::from(sum.luck) / 20.0)
}

fn luck(words: &dyn Words, ledger: &Ledger) -> Section {
    let mut lines = vec![words.say("luck-head", &[])];
    for side in Side::BOTH {
        let sums = ledger.sums(side);
        lines.push(format!("  {}", words.side(side)));
        for kind in DieKind::ALL {
            if let Some(sum) = sums.get(&kind) {
                lines.push(line(&words.say(&format!("die-{}", kind.key()), &[]), sum));
            }
        }
        let total = ledger.totals()[side];
        lines.push(format!(
            "    {:<24} {:>5} {:>19} {:>9} ({:+.1} σ)",
            words.say("die-all", &[]),
            total.dice,
            "",
            luck_of(&total),
            total.deviations()
        ));
    }
    Section {
        heading: words.say("luck", &[]),
        lines,
    }
}

fn line(name: &str, sum: &Sum) -> String {
    format!(
        "    {name:<24} {:>5} {:>9} {:>9} {:>9}",
        sum.dice,
        tenths(sum.expected_tenths),
        sum.came,
        luck_of(sum)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_written_with_their_sign() {
        assert_eq!(tenths(35), "3.5");
        assert_eq!(tenths(-4), "-0.4");
        assert_eq!(tenths(-25), "-2.5");
        assert_eq!(tenths(0), "0.0");
    }
}
