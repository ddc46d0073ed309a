//! The questions about victory.

use longroll_catalog::facts::Variant;
use longroll_core::Side;
use longroll_gbacw::{Battle, victory};
use longroll_victory::Score;

use crate::found::Found;
use crate::question::Subject;

/// Answers a question about victory.
pub(crate) fn answer(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    let score = victory::score(battle.at()).ok_or("nothing here says who wins")?;
    Ok(match subject {
        Subject::Score { id, by } => points(&score, id, *by)?,
        Subject::Goal { id } => goal(&score, id)?,
        Subject::Total { side } => Found::one(score.totals[*side]),
        Subject::Lead => Found {
            because: score.before_shifts.as_ref().map(|verdict| verdict.rule),
            ..Found::one(
                score
                    .reading
                    .map_or("none".to_owned(), |own| own.to_string()),
            )
        },
        Subject::Shifted => Found::one(score.shifted),
        Subject::MayExtend { id } => may_extend(&score, &battle.setting().scenario.variants, id)?,
        _ => Found {
            because: Some(score.verdict.rule),
            ..Found::one(score.verdict.plain())
        },
    })
}

/// BB 30, 31: the points that a term gives a side.
fn points(score: &Score, id: &str, by: Option<Side>) -> Result<Found, String> {
    let mut lines = score.lines.iter().filter(|line| {
        line.id == *id && by.is_none_or(|side| line.side == side) && {
            let only = by.is_some() || line.points != 0;
            only || score.lines.iter().filter(|own| own.id == *id).count() == 1
        }
    });
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok(Found {
            because: Some(line.rule),
            terms: vec![line.reason.plain(), due(line.due).to_owned()],
            ..Found::one(line.points)
        }),
        (Some(_), Some(_)) => Err("both sides score there: say whose points are meant (by)".into()),
        (None, _) => {
            let ids = score.lines.iter().map(|line| &*line.id);
            Err(match listed(ids) {
                Some(all) => {
                    format!("nobody scores for '{id}'; points are given for {all}")
                }
                None => format!("nobody scores for '{id}'; points are given for nothing"),
            })
        }
    }
}

/// BB 30, 31: whether an objective, a shift or an automatic victory is there.
fn goal(score: &Score, id: &str) -> Result<Found, String> {
    let Some(goal) = score.goal(id) else {
        let ids = score.goals.iter().map(|goal| &*goal.id);
        return Err(match listed(ids) {
            Some(all) => format!("there is no '{id}'; there are {all}"),
            None => format!("there is no '{id}': only points decide here"),
        });
    };
    let answer = match (goal.counts, goal.met) {
        (true, _) => "met",
        (false, true) => "not yet",
        (false, false) => "not met",
    };
    let checks = goal.checks.iter();
    Ok(Found {
        because: Some(goal.rule),
        terms: checks.map(|check| check.reason.plain()).collect(),
        ..Found::one(answer)
    })
}

/// Whether the players may agree to go on.
fn may_extend(score: &Score, variants: &[Variant], id: &str) -> Result<Found, String> {
    let variant = variants.iter().find(|own| own.id == *id).ok_or_else(|| {
        match listed(variants.iter().map(|own| &*own.id)) {
            Some(all) => format!("no variant '{id}' here; there are {all}"),
            None => format!("no variant '{id}' here; there are none"),
        }
    })?;
    Ok(Found {
        because: variant.rule,
        ..Found::one(longroll_victory::may_extend(score, variant))
    })
}

/// Names in a row, each once; none if there are no names.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    (!all.is_empty()).then(|| all.join(", "))
}

const fn due(due: longroll_victory::Due) -> &'static str {
    match due {
        longroll_victory::Due::Settled => "settled",
        longroll_victory::Due::AsItStands => "as it stands",
        longroll_victory::Due::ToCome => "to come",
    }
}
