//! The report for a terminal.

use longroll_core::{BySide, Side};
use longroll_position::{Happening, Setting};
use longroll_rule::Rule;
use longroll_victory::{Due, Goal, Score};

use crate::MEN;
use crate::chronicle::{Chronicle, Moment};
use crate::ledger::{DieKind, Ledger, Sum};
use crate::words::Words;

/// A part of the report: its heading and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// What a reader has to know first; a paragraph, empty for none.
    pub note: String,
    /// The lines.
    pub lines: Vec<String>,
}

impl Section {
    /// A part that explains itself.
    pub(crate) const fn plain(heading: String, lines: Vec<String>) -> Self {
        Self {
            heading,
            note: String::new(),
            lines,
        }
    }
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
        Moment::Happened { happening, rule } => happened(words, *happening, *rule),
        Moment::Arrived {
            side,
            command,
            units,
            hexes,
        } => words.say(
            "arrived",
            &[
                ("side", &words.side(*side)),
                ("command", command),
                ("unit", &units.join(", ")),
                ("hex", &hexes.join(", ")),
            ],
        ),
        Moment::Rallied { side, unit, hex } => place(words, "rallied", *side, unit, hex),
        Moment::Recrewed { side, unit, hex } => place(words, "recrewed", *side, unit, hex),
        Moment::Taken {
            side,
            place: what,
            name,
            hex,
        } => place(words, &format!("taken-{}", what.key()), *side, name, hex),
    }
}

/// BB 18.1, 19.0: what came out of the cup.
fn happened(words: &dyn Words, happening: Happening, rule: Rule) -> String {
    let (key, side) = match happening {
        Happening::Nothing => return String::new(),
        Happening::MisdirectedFire(side) => ("event-misdirected-fire".to_owned(), Some(side)),
        Happening::NoFire(side) => ("event-no-fire".to_owned(), Some(side)),
        Happening::Looting => ("event-looting".to_owned(), None),
        Happening::Fortune(fortune, side) => (format!("event-{}", fortune.key()), Some(side)),
    };
    let side = side.map_or(String::new(), |side| words.side(side));
    let what = words.say(&key, &[("side", &side)]);
    words.say("event", &[("what", &what), ("rule", rule.id())])
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
        let rule = score.verdict.rule.id();
        lines.push(words.say(key, &[("verdict", &verdict), ("rule", rule)]));
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
    Section::plain(chronicle.title.clone(), lines)
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
    Section::plain(words.say("story", &[]), lines)
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
    Section::plain(words.say("strength", &[]), lines)
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
    Section::plain(words.say("brigades", &[]), lines)
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
    Section::plain(words.say("units", &[]), lines)
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
        lines.extend(goals(words, score));
    }
    Section::plain(words.say("score", &[]), lines)
}

/// Objectives, shifts, automatic victories and outcomes, each with what it rests on, and the level before the shifts.
pub(crate) fn goals(words: &dyn Words, score: &Score) -> Vec<String> {
    let mut lines = Vec::new();
    for own in &score.goals {
        lines.push(format!("  {}", goal(words, own)));
        for check in &own.checks {
            let mark = if check.holds { "+" } else { "-" };
            lines.push(format!("      {mark} {}", words.reason(&check.reason)));
        }
    }
    lines.extend(shifted(words, score).map(|line| format!("  {line}")));
    lines
}

/// A goal in a line.
pub(crate) fn goal(words: &dyn Words, goal: &Goal) -> String {
    let mark = if goal.counts { "+" } else { "-" };
    let side = goal
        .side
        .map_or_else(|| words.say("nobody", &[]), |side| words.side(side));
    let kind = words.say(&format!("goal-{}", goal.kind.word()), &[]);
    format!("{mark} {kind}, {side} [{}]", goal.rule)
}

/// What the level was before it was shifted, if it was.
pub(crate) fn shifted(words: &dyn Words, score: &Score) -> Option<String> {
    let before = score
        .before_shifts
        .as_ref()
        .filter(|_| score.shifted != 0)?;
    let toward = if score.shifted > 0 {
        Side::Confederate
    } else {
        Side::Union
    };
    let blanks = [
        ("before", words.verdict(before)),
        ("levels", score.shifted.abs().to_string()),
        ("side", words.side(toward)),
    ];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, own)| (*name, &**own)).collect();
    Some(words.say("shifted", &blanks))
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
        note: words.say("luck-note", &[]),
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
