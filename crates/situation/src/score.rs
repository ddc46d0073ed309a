//! `control`, `variant` and the questions about victory.

use longroll_catalog::facts::{Arm, Disagreement, ScenarioFacts, TurnId};
use longroll_core::{Side, did_you_mean};
use longroll_gbacw::{Battle, victory};
use longroll_position::{Draft, Setting, field_place};

use crate::answer::Found;
use crate::form::{Desk, Form};
use crate::question::Subject;
use crate::tree::Node;

/// The variant that a file plays, laid over its scenario: `base` is the game without any, which ends with its last turn.
pub(crate) fn vary(desk: &Desk, node: &Node, scenario: &mut ScenarioFacts) {
    let Some(id) = desk.text(node) else { return };
    if id == "base" {
        return;
    }
    match scenario.agreed_on(id) {
        Ok(agreed) => *scenario = agreed,
        Err(reason @ Disagreement::Exclusive(..)) => desk.fault(&node.span, reason.to_string()),
        Err(Disagreement::Unknown(id)) => {
            let id = id.as_str();
            let known: Vec<&str> = scenario.variants.iter().map(|own| &*own.id).collect();
            let near = did_you_mean(id, known.iter().copied());
            let all = if known.is_empty() {
                "there is only base".to_owned()
            } else {
                format!("there are base, {}", known.join(", "))
            };
            desk.fault(&node.span, format!("no variant '{id}' here{near}; {all}"));
        }
    }
}

/// Reads `control`: who passed through which place in which order, and where a turn ended in between.
pub(crate) fn read(desk: &Desk, form: &Form<'_>, setting: &Setting, position: &mut Draft) {
    for entry in form.blocks("control") {
        if let Some(node) = entry.get("end") {
            let turn = desk.text(node).and_then(|text| {
                text.parse::<TurnId>()
                    .map_err(|error| desk.fault(&node.span, error.to_string()))
                    .ok()
            });
            let place = turn.and_then(|turn| {
                let calendar = setting.calendar();
                let place = calendar.iter().position(|own| own.id == turn);
                if place.is_none() {
                    let reason = format!("the turn {turn} is not in the calendar");
                    desk.fault(&node.span, reason);
                }
                place
            });
            if let Some(turn) = place.and_then(|place| u8::try_from(place).ok()) {
                position.keep_control(setting, turn);
            }
            entry.close();
            continue;
        }
        let side = entry.need("side").and_then(|node| desk.side(node));
        let arm = entry.word::<Arm>("arm").unwrap_or(Arm::Infantry);
        let ground = setting.ground();
        let mut hexes = Vec::new();
        if let Some(node) = entry.get("hexes") {
            let items = node.items().iter();
            hexes.extend(items.filter_map(|item| desk.hex(&ground.grid, item)));
        }
        if let Some(node) = entry.get("field")
            && let Some(name) = desk.text(node)
        {
            let field = ground.names.field_named(name);
            if field.is_none() {
                desk.fault(&node.span, format!("no field '{name}' on this map"));
            }
            let terms = &setting.scenario.victory;
            let place = field.map(|field| field_place(ground, terms, field, &[]));
            hexes.extend(place.and_then(|place| place.first().copied()));
        }
        if let Some(side) = side {
            for hex in hexes {
                position.pass_through(setting, side, arm, hex);
            }
        }
        entry.close();
    }
}

/// Answers a question about victory.
pub(crate) fn answer(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    let score = victory::score(battle.at()).ok_or("nothing here says who wins")?;
    Ok(match subject {
        Subject::Score { id, by } => {
            let mut lines = score.lines.iter().filter(|line| {
                line.id == *id && by.is_none_or(|side| line.side == side) && {
                    let only = by.is_some() || line.points != 0;
                    only || score.lines.iter().filter(|own| own.id == *id).count() == 1
                }
            });
            match (lines.next(), lines.next()) {
                (Some(line), None) => Found {
                    because: Some(line.rule),
                    terms: vec![line.reason.plain(), due(line.due).to_owned()],
                    ..Found::one(line.points)
                },
                (Some(_), Some(_)) => {
                    return Err("both sides score there: say whose points are meant (by)".into());
                }
                (None, _) => {
                    let ids = score.lines.iter().map(|line| &*line.id);
                    return Err(match listed(ids) {
                        Some(all) => {
                            format!("nobody scores for '{id}'; points are given for {all}")
                        }
                        None => format!("nobody scores for '{id}'; points are given for nothing"),
                    });
                }
            }
        }
        Subject::Goal { id } => {
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
            Found {
                because: Some(goal.rule),
                terms: checks.map(|check| check.reason.plain()).collect(),
                ..Found::one(answer)
            }
        }
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
        Subject::MayExtend { id } => {
            let variants = &battle.setting().scenario.variants;
            let variant = variants
                .iter()
                .find(|own| own.id == *id)
                .ok_or_else(|| match listed(variants.iter().map(|own| &*own.id)) {
                    Some(all) => format!("no variant '{id}' here; there are {all}"),
                    None => format!("no variant '{id}' here; there are none"),
                })?;
            Found {
                because: variant.rule,
                ..Found::one(longroll_victory::may_extend(&score, variant))
            }
        }
        _ => Found {
            because: Some(score.verdict.rule),
            ..Found::one(score.verdict.plain())
        },
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

/// Whose points are meant.
pub(crate) fn by(desk: &Desk, form: &Form<'_>) -> Option<Side> {
    form.get("by").and_then(|node| desk.side(node))
}
