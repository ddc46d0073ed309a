//! What decides a scenario, in words: points, objectives, levels, shifts and automatic victories, each with its rule.

use std::fmt::Display;

use longroll_board::FieldId;
use longroll_catalog::facts::{
    Assessed, AutomaticVictory, BattleFacts, Counted, LevelShift, Outcome, OutcomeVerdict,
    PointTerm, ScenarioFacts, StartingPoints, TurnId, Variant, Verdict as Level, VictoryLevel,
    VictoryMethod, VictoryTerms,
};
use longroll_core::Side;
use longroll_victory::Verdict;

use crate::console::Console;
use crate::failure::Failure;
use crate::score;

/// The page's part on victory.
pub fn victory(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let terms = &scenario.victory;
    console.blank()?;
    console.heading(console.text("scenario.victory", &[]))?;
    if !terms.statement.is_empty() {
        console.paragraph(2, console.statement(&terms.statement))?;
    }
    console.paragraph(2, &console.word("method", terms.method.word()))?;
    let told = Told { facts, scenario };
    told.starts(&terms.starting_points, console)?;
    told.points(&terms.points, console)?;
    for objective in &terms.objectives {
        let side = console.word("side", objective.side.word());
        let what = console.statement(&objective.statement);
        console.item(0, "*", &format!("{side}: {what} [{}]", objective.rule))?;
    }
    levels(terms, console)?;
    for shift in &terms.shifts {
        console.item(0, "*", &shifted(shift, terms, console))?;
    }
    for automatic in &terms.automatic {
        console.item(0, "*", &won_at_once(automatic, terms, console))?;
    }
    for own in &terms.outcomes {
        console.item(0, "*", &outcome(own, console))?;
    }
    Ok(())
}

/// What the points of a variant are, if it has its own.
pub fn variant_points(
    facts: &BattleFacts,
    scenario: &ScenarioFacts,
    variant: &Variant,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let told = Told { facts, scenario };
    told.starts(&variant.starting_points, console)?;
    told.points(&variant.points, console)?;
    for automatic in &variant.automatic {
        console.item(0, "*", &won_at_once(automatic, &scenario.victory, console))?;
    }
    Ok(())
}

struct Told<'a> {
    facts: &'a BattleFacts,
    scenario: &'a ScenarioFacts,
}

impl Told<'_> {
    fn starts(&self, points: &[StartingPoints], console: &mut Console<'_>) -> Result<(), Failure> {
        for own in points {
            let side = console.word("side", own.side.word());
            let text = console.text("scenario.start-points", &[("side", &side)]);
            console.item(6, format!("{:+} VP", own.vp), &text)?;
        }
        Ok(())
    }

    fn points(&self, terms: &[PointTerm], console: &mut Console<'_>) -> Result<(), Failure> {
        for term in terms {
            let mut text = self.counted(term, console);
            if !term.statement.is_empty() {
                text = format!("{text}. {}", console.statement(&term.statement));
            }
            let text = format!("{text} [{}]", term.rule);
            console.item(6, format!("{:+} VP", term.vp), &text)?;
        }
        Ok(())
    }

    /// For what a side scores.
    fn counted(&self, term: &PointTerm, console: &Console<'_>) -> String {
        let name = |side: Side| console.word("side", side.word());
        let to = |otherwise: Option<Side>| match term.to.or(otherwise) {
            Some(side) => name(side),
            None => console.text("scenario.each-side", &[]),
        };
        match &term.per {
            Counted::IneffectiveCommands {
                side,
                level,
                except,
            } => {
                let level = console.word("level", level.word());
                let left_out: Vec<&str> = except
                    .iter()
                    .map(|&own| self.facts.command(own).code.as_str())
                    .collect();
                let except = if left_out.is_empty() {
                    String::new()
                } else {
                    let names = left_out.join(", ");
                    console.text("scenario.except", &[("names", &names)])
                };
                let blanks: [(&str, &dyn Display); 4] = [
                    ("to", &to(Some(side.enemy()))),
                    ("level", &level),
                    ("side", &name(*side)),
                    ("except", &except),
                ];
                console.text("scenario.per-ineffective", &blanks)
            }
            Counted::EliminatedBatteries => {
                console.text("scenario.per-battery", &[("to", &to(None))])
            }
            Counted::HexesHeld { by, hexes, holder } => {
                let grid = &self.facts.ground.grid;
                let hexes: Vec<&str> = hexes.iter().map(|&hex| grid.name(hex)).collect();
                let blanks: [(&str, &dyn Display); 3] = [
                    ("to", &to(Some(*by))),
                    ("holder", &console.word("holder", holder.word())),
                    ("hexes", &hexes.join(" ")),
                ];
                console.text("scenario.per-hex", &blanks)
            }
            Counted::StrengthLost { side } => {
                let blanks: [(&str, &dyn Display); 2] =
                    [("to", &to(Some(side.enemy()))), ("side", &name(*side))];
                console.text("scenario.per-strength", &blanks)
            }
            Counted::FieldsControlled { by, fields, at } => {
                let blanks: [(&str, &dyn Display); 3] = [
                    ("to", &to(*by)),
                    ("turn", &self.turn(*at)),
                    ("fields", &self.fields(fields)),
                ];
                console.text("scenario.per-field", &blanks)
            }
        }
    }

    /// The label of a turn, also of one that only a longer game has.
    fn turn(&self, id: TurnId) -> String {
        let mut turns = self.scenario.turns.iter();
        let found = turns.find(|turn| turn.id == id);
        found.map_or_else(|| id.to_string(), |turn| turn.label.clone())
    }

    fn fields(&self, fields: &[FieldId]) -> String {
        let names = &self.facts.ground.names;
        let known = fields.iter().filter_map(|&field| names.field(field));
        let names: Vec<&str> = known.map(|field| field.name.as_str()).collect();
        names.join(", ")
    }
}

/// A level in the words of its scenario.
fn named(level: Level, terms: &VictoryTerms, console: &Console<'_>) -> String {
    score::verdict(&Verdict::level(level, terms.method, terms.rule), console)
}

fn levels(terms: &VictoryTerms, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut rows: Vec<VictoryLevel> = terms.levels.clone();
    if terms.method == VictoryMethod::ObjectiveCount {
        // The table is that of whoever leads: once for each side.
        rows.retain(|level| level.verdict != Level::Draw);
        let union: Vec<VictoryLevel> = rows.iter().rev().map(|own| mirrored(*own)).collect();
        let draw = VictoryLevel {
            min: Some(0),
            max: Some(0),
            verdict: Level::Draw,
        };
        rows = union.into_iter().chain([draw]).chain(rows).collect();
    }
    for level in rows {
        let number = |value: Option<i16>| value.map(|value| value.to_string()).unwrap_or_default();
        let range = match (level.min, level.max) {
            (Some(min), Some(max)) if min == max => format!("{min:>4}       "),
            (min, max) => format!("{:>4} … {:<4}", number(min), number(max)),
        };
        console.item(0, range, &named(level.verdict, terms, console))?;
    }
    Ok(())
}

fn mirrored(level: VictoryLevel) -> VictoryLevel {
    let verdict = match level.verdict {
        Level::ConfederateMarginal => Level::UnionMarginal,
        Level::ConfederateTactical => Level::UnionTactical,
        Level::ConfederateStrategic => Level::UnionStrategic,
        Level::UnionMarginal => Level::ConfederateMarginal,
        Level::UnionTactical => Level::ConfederateTactical,
        Level::UnionStrategic => Level::ConfederateStrategic,
        Level::Draw => Level::Draw,
    };
    VictoryLevel {
        min: level.max.map(|number| -number),
        max: level.min.map(|number| -number),
        verdict,
    }
}

fn shifted(shift: &LevelShift, terms: &VictoryTerms, console: &Console<'_>) -> String {
    let what = match shift.becomes {
        Some(level) => named(level, terms, console),
        None => {
            let side = console.word("side", shift.toward.word());
            let blanks: [(&str, &dyn Display); 2] = [("levels", &shift.levels), ("side", &side)];
            console.text("scenario.shifts", &blanks)
        }
    };
    let statement = console.statement(&shift.statement);
    format!("{statement} -> {what} [{}]", shift.rule)
}

fn won_at_once(
    automatic: &AutomaticVictory,
    terms: &VictoryTerms,
    console: &Console<'_>,
) -> String {
    let mut verdict = named(automatic.verdict, terms, console);
    if let Some(other) = automatic.otherwise {
        let other = named(other, terms, console);
        let blanks: [(&str, &dyn Display); 2] = [("better", &verdict), ("other", &other)];
        verdict = console.text("scenario.automatic-or", &blanks);
    }
    let blanks: [(&str, &dyn Display); 1] = [("verdict", &verdict)];
    let when = match automatic.assessed {
        Assessed::EndOfGame => console.text("scenario.automatic-at-end", &blanks),
        Assessed::EveryTurn => console.text("scenario.automatic-every-turn", &blanks),
    };
    let statement = console.statement(&automatic.statement);
    format!("{statement} -> {when} [{}]", automatic.rule)
}

fn outcome(outcome: &Outcome, console: &Console<'_>) -> String {
    let wins = match outcome.verdict {
        OutcomeVerdict::ThatSide => console.text("scenario.that-side", &[]),
        OutcomeVerdict::Winner(side) => console.text(
            "scenario.wins",
            &[("side", &console.word("side", side.word()))],
        ),
        OutcomeVerdict::Draw => console.word("verdict", "draw"),
    };
    if outcome.statement.is_empty() {
        wins
    } else {
        let statement = console.statement(&outcome.statement);
        format!("{statement} -> {wins} [{}]", outcome.rule)
    }
}
