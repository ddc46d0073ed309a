//! How a battle stands, in words.

use longroll_chronicle::Words;
use longroll_chronicle::text::Section;
use longroll_core::Side;
use longroll_victory::{Blank, Due, Goal, Reason, Score, Verdict};

use crate::console::Console;
use crate::failure::Failure;

/// A reason in the reader's language.
pub fn reason(reason: &Reason, console: &Console<'_>) -> String {
    let mut text = console.word("score", reason.key);
    for (name, blank) in &reason.blanks {
        let value = match blank {
            Blank::Number(number) => number.to_string(),
            Blank::Side(side) => console.word("side", side.word()),
            Blank::Name(name) => name.clone(),
            Blank::Names(names) if names.is_empty() => "-".to_owned(),
            Blank::Names(names) => names.join(", "),
        };
        text = text.replace(&format!("{{{name}}}"), &value);
    }
    text
}

/// A verdict in the reader's language.
pub fn verdict(verdict: &Verdict, console: &Console<'_>) -> String {
    let text = console.word("won", &verdict.key());
    if verdict.automatic {
        return format!("{text} {}", console.text("score.automatic", &[]));
    }
    text
}

/// The whole score: points, goals, and the verdict if the game ended now.
pub fn print(score: &Score, console: &mut Console<'_>) -> Result<(), Failure> {
    print_reasons(score, console)?;
    let verdict = format!(
        "{} [{}]",
        verdict(&score.verdict, console),
        score.verdict.rule
    );
    Ok(console.heading(console.text("score.verdict", &[("verdict", &verdict)]))?)
}

/// What the verdict rests on: points, goals, shifts.
pub fn print_reasons(score: &Score, console: &mut Console<'_>) -> Result<(), Failure> {
    for line in score.lines.iter().filter(|line| line.points != 0) {
        let side = console.word("side", line.side.word());
        let why = reason(&line.reason, console);
        let due = match line.due {
            Due::ToCome => format!(" {}", console.text("score.to-come", &[])),
            _ => String::new(),
        };
        console.line(format!(
            "  {:>4} {side:<12} {why}{due} [{}]",
            line.points, line.rule
        ))?;
    }
    if !score.lines.is_empty() {
        let totals = [
            ("union", &score.totals.union as &dyn std::fmt::Display),
            ("confederate", &score.totals.confederate),
        ];
        console.line(format!("  {}", console.text("score.totals", &totals)))?;
    }
    let open = still_open(score);
    if !open.is_empty() {
        let turns = open.join(", ");
        console.paragraph(2, &console.text("score.open", &[("turns", &turns)]))?;
    }
    for goal in &score.goals {
        print_goal(goal, console)?;
    }
    if let Some(before) = score.before_shifts.as_ref().filter(|_| score.shifted != 0) {
        let toward = if score.shifted > 0 {
            Side::Confederate
        } else {
            Side::Union
        };
        let toward = console.word("side", toward.word());
        let before = verdict(before, console);
        let blanks: [(&str, &dyn std::fmt::Display); 3] = [
            ("before", &before),
            ("levels", &score.shifted.abs()),
            ("side", &toward),
        ];
        console.line(console.text("score.shifted", &blanks))?;
    }
    Ok(())
}

/// The turns at whose end points are given for which nobody has anything yet.
fn still_open(score: &Score) -> Vec<&str> {
    let to_come = score.lines.iter().filter(|line| line.due == Due::ToCome);
    let mut turns: Vec<&str> = Vec::new();
    for line in to_come.filter(|line| line.points == 0) {
        let mut blanks = line.reason.blanks.iter();
        let turn = blanks.find_map(|(name, blank)| match blank {
            Blank::Name(turn) if *name == "turn" => Some(turn.as_str()),
            _ => None,
        });
        turns.extend(turn.filter(|turn| !turns.contains(turn)));
    }
    turns
}

fn print_goal(goal: &Goal, console: &mut Console<'_>) -> Result<(), Failure> {
    let mark = if goal.counts {
        "+"
    } else if goal.met {
        "~"
    } else {
        "-"
    };
    let kind = console.word("goal", goal.kind.word());
    let side = match goal.side {
        Some(side) => console.word("side", side.word()),
        None => console.word("won", "draw"),
    };
    console.line(format!("  {mark} {kind}, {side} [{}]", goal.rule))?;
    for check in &goal.checks {
        let mark = if check.holds { "+" } else { "-" };
        let why = reason(&check.reason, console);
        console.paragraph(6, &format!("{mark} {why}"))?;
    }
    Ok(())
}

/// The words of a report, out of the catalogue of the console.
pub struct ReportWords<'a, 'b>(pub &'a Console<'b>);

impl Words for ReportWords<'_, '_> {
    fn say(&self, key: &str, blanks: &[(&str, &str)]) -> String {
        let mut text = self.0.word("report", key);
        for (name, value) in blanks {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    fn side(&self, side: Side) -> String {
        self.0.word("side", side.word())
    }

    fn reason(&self, own: &Reason) -> String {
        reason(own, self.0)
    }

    fn verdict(&self, own: &Verdict) -> String {
        verdict(own, self.0)
    }
}

/// A report on the terminal, part by part.
pub fn print_sections(sections: &[Section], console: &mut Console<'_>) -> Result<(), Failure> {
    for section in sections {
        console.heading(&section.heading)?;
        if !section.note.is_empty() {
            console.paragraph(2, &section.note)?;
        }
        for line in &section.lines {
            console.line(line)?;
        }
        console.blank()?;
    }
    Ok(())
}
