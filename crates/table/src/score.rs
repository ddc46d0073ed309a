//! How the battle stands, in words: points with their reasons, goals with what they still want, the verdict if it ended now.

use longroll_gbacw::{Battle, victory};
use longroll_victory::{Blank, Due, Goal, Reason, Verdict};

use crate::naming;
use crate::wire;
use crate::words::Words;

/// How the battle stands; nothing where the scenario says nothing of victory.
pub(crate) fn score(battle: &Battle, words: &Words) -> Option<wire::Score> {
    let score = victory::score(battle.at())?;
    let lines = score.lines.iter().filter(|line| line.points != 0);
    Some(wire::Score {
        verdict: verdict(words, &score.verdict),
        winner: score.verdict.winner,
        rule: score.verdict.rule.to_string(),
        union: score.totals.union,
        confederate: score.totals.confederate,
        lines: lines
            .map(|line| wire::ScoreLine {
                side: line.side,
                points: line.points.into(),
                text: reason(words, &line.reason),
                rule: line.rule.to_string(),
                to_come: line.due == Due::ToCome,
            })
            .collect(),
        goals: score.goals.iter().map(|own| goal(words, own)).collect(),
    })
}

fn goal(words: &Words, goal: &Goal) -> wire::ScoreGoal {
    wire::ScoreGoal {
        kind: words.say(&format!("goal.{}", goal.kind.word()), &[]),
        side: goal.side,
        met: goal.met,
        counts: goal.counts,
        rule: goal.rule.to_string(),
        checks: goal
            .checks
            .iter()
            .map(|check| wire::ScoreCheck {
                holds: check.holds,
                text: reason(words, &check.reason),
            })
            .collect(),
    }
}

/// A verdict in words.
fn verdict(words: &Words, verdict: &Verdict) -> String {
    words.say(&format!("won.{}", verdict.key()), &[])
}

fn reason(words: &Words, reason: &Reason) -> String {
    let filled: Vec<(&str, String)> = reason
        .blanks
        .iter()
        .map(|(name, blank)| {
            let value = match blank {
                Blank::Number(number) => number.to_string(),
                Blank::Side(side) => naming::side(words, *side),
                Blank::Name(name) => name.clone(),
                Blank::Names(names) if names.is_empty() => "–".to_owned(),
                Blank::Names(names) => names.join(", "),
            };
            (*name, value)
        })
        .collect();
    let blanks: Vec<(&str, &str)> = filled
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    words.say(&format!("score.{}", reason.key), &blanks)
}
