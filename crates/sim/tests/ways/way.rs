//! The way in which a game ended, as one word.

use longroll_catalog::facts::ScenarioFacts;
use longroll_gbacw::{Battle, victory};
use longroll_sim::ending;
use longroll_victory::{Ending, GoalKind, Score};

/// What every way of a game begins with: `10-early-end-`.
pub fn head(scenario: &ScenarioFacts) -> String {
    let agreed = scenario.agreed.as_ref();
    let variant = agreed.map_or_else(String::new, |own| format!("{}-", own.id));
    format!("{:02}-{variant}", scenario.number)
}

/// The end of a way that led over an early end for which the terms have nothing.
pub const AGAINST_WORN: &str = "-against-a-worn-enemy";

/// The verdict, and what led to it: the level before it was shifted, the automatic victory or the outcome by its name; and why
/// the game was over if it was not with its last turn.
pub fn way_of(battle: &Battle) -> String {
    let score = victory::score(battle.at()).expect("a scenario tells who wins");
    let verdict = ending(battle);
    let verdict = verdict.trim_end_matches("-early");
    format!("{verdict}{}{}", by(&score), because(battle, &score))
}

fn by(score: &Score) -> String {
    let kind = if score.verdict.automatic {
        GoalKind::Automatic
    } else {
        GoalKind::Outcome
    };
    let mut goals = score.goals.iter();
    if let Some(goal) = goals.find(|goal| goal.kind == kind && goal.counts) {
        return format!("-by-{}", goal.id);
    }
    let before = score.before_shifts.as_ref();
    let before = before.filter(|before| before.key() != score.verdict.key());
    before.map_or_else(String::new, |before| {
        let words = before.plain().replace(' ', "-");
        format!("-from-{}", words.trim_end_matches("-victory"))
    })
}

fn because(battle: &Battle, score: &Score) -> String {
    match victory::ending(battle.at()) {
        None | Some(Ending::Automatic(_)) => String::new(),
        Some(Ending::NotExtended(_)) => "-not-extended".to_owned(),
        Some(Ending::Broken { side, .. }) => {
            let terms = &battle.setting().scenario.victory;
            let given = |id: &str| score.lines.iter().any(|line| line.id == id);
            let without = terms.points.iter().any(|term| !given(&term.id));
            let applies = without || score.goal("early-end").is_some();
            let rest = if applies { "" } else { AGAINST_WORN };
            format!("-{side}-broken{rest}")
        }
    }
}
