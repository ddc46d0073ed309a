//! The forms about victory: points, objectives, shifts, outcomes.

use longroll_core::Side;

use super::fault::FaultKind;
use super::form::{Cx, Decode, Form, Value, form, form_field, tagged_form};
use crate::facts::{
    AutomaticVictory, BrokenSide, Condition, Counted, EarlyEnd, HeldAtStart, LevelShift, Objective,
    Outcome, OutcomeTest, OutcomeVerdict, PointTerm, StartingPoints, VictoryLevel, VictoryTerms,
};

form!(VictoryTerms {
    method,
    rule [book],
    rules,
    statement [default],
    assessed,
    starting_points,
    levels,
    points,
    objectives,
    shifts,
    automatic,
    outcomes,
    batteries_lost_before,
    ineffective_before,
    joined_fields,
    held_at_start,
    early_end,
});
form!(HeldAtStart { side, hexes, fields [default] });
form!(EarlyEnd { rule [book], broken });
form!(BrokenSide { side, enemy, without, shift [default] });
form!(StartingPoints { side, vp });
form!(VictoryLevel { min, max, verdict });
form!(Objective { id, rule [book], side, conditions, counts [default], statement });
form!(LevelShift { id, rule [book], toward, levels [default], conditions, becomes, statement });
form!(AutomaticVictory {
    id,
    rule [book],
    side,
    assessed,
    conditions,
    verdict,
    better_if,
    otherwise,
    statement
});
tagged_form!(Counted by "count" {
    "ineffective-commands" => IneffectiveCommands { side, level, except },
    "eliminated-batteries" => EliminatedBatteries,
    "hexes-held" => HexesHeld { by, hexes, holder [default] },
    "strength-lost" => StrengthLost { side },
    "fields-controlled" => FieldsControlled { by, fields, at },
});

tagged_form!(Condition by "condition" {
    "held" => Held { by, hexes, needed, holder, holding, fitness [default], at },
    "ineffective" => Ineffective { commands, needed },
    "ineffective-count" => IneffectiveCount { side, level, at_least },
    "gone" => Gone { command },
    "regiments-left" => RegimentsLeft { side, at_least },
    "regiments-shaken" => RegimentsShaken { command, at_least },
    "losses-at-most" => LossesAtMost { side, sp },
    "losses-at-least" => LossesAtLeast { side, sp, per_routed_unit, leaders },
    "points-at-least" => PointsAtLeast { side, vp },
    "route-controlled" => RouteControlled { by, hexes, from },
    "north-boundary-reached" => NorthBoundaryReached { by, from_column },
    "fields-controlled" => FieldsControlled { by, fields },
    "fields-not-controlled" => FieldsNotControlled { by, fields, ignoring },
    "regiments-in" => RegimentsIn { side, hexes, at_least },
    "taken-by" => TakenBy { by, hexes, until, holder, against },
    "not-held" => NotHeld { by, hex, holder, against },
    "fewer-ineffective-brigades" => FewerIneffectiveBrigades { side, tie },
});

impl Decode for PointTerm {
    /// Nobody scores nothing; only for losses of his own does a side score less than nothing.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (id, to) = (form.field(cx, "id"), form.field(cx, "to"));
        let rule = form_field!(form, cx, rule, book);
        let vp: Option<i16> = form.field(cx, "vp");
        let place = form.raw("vp").map(Value::span);
        let per = form.field(cx, "per");
        let statement: Option<Option<String>> = form.field(cx, "statement");
        form.close(cx);
        let (to, vp, per): (Option<Side>, i16, Counted) = (to?, vp?, per?);
        let losses_of = match per {
            Counted::IneffectiveCommands { side, .. } | Counted::StrengthLost { side } => {
                Some(side)
            }
            _ => None,
        };
        if vp == 0 || vp < 0 && (to.is_none() || to != losses_of) {
            let text = format!(
                "{vp} VP cannot be scored: write 1 or more, or less than 0 where a side scores for its own losses"
            );
            cx.report(
                place.unwrap_or_else(|| value.span()),
                FaultKind::Contradiction(text),
            );
        }
        Some(Self {
            id: id?,
            rule: rule?,
            to,
            vp,
            per,
            statement: statement?.unwrap_or_default(),
        })
    }
}

impl Decode for Outcome {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let rule = form_field!(form, cx, rule, book);
        let when: Option<String> = form.field(cx, "when");
        let side: Option<Option<Side>> = form.field(cx, "side");
        let conditions: Option<Vec<Condition>> = form.field(cx, "conditions");
        let verdict: Option<String> = form.field(cx, "verdict");
        let statement = form.field(cx, "statement");
        form.close(cx);
        let word_fault = |cx: &mut Cx<'_>, what: &str, found: String, allowed: &[&str]| {
            let allowed = allowed.iter().map(|word| (*word).to_owned()).collect();
            cx.report(
                value.span(),
                FaultKind::UnknownWord {
                    what: what.to_owned(),
                    found,
                    allowed,
                },
            );
        };
        let when = when?;
        let test = match (when.as_str(), side?) {
            ("all-or-only-side", None) => OutcomeTest::AllOrOnlySide,
            ("meets-none", Some(side)) => OutcomeTest::MeetsNone(side),
            ("conditions", None) => OutcomeTest::Conditions(conditions?),
            ("otherwise", None) => OutcomeTest::Otherwise,
            _ => {
                let allowed = [
                    "all-or-only-side",
                    "meets-none (with side)",
                    "conditions",
                    "otherwise",
                ];
                word_fault(cx, "when", when, &allowed);
                return None;
            }
        };
        let verdict = verdict?;
        let verdict = match verdict.as_str() {
            "that-side" => OutcomeVerdict::ThatSide,
            "union" => OutcomeVerdict::Winner(Side::Union),
            "confederate" => OutcomeVerdict::Winner(Side::Confederate),
            "draw" => OutcomeVerdict::Draw,
            _ => {
                word_fault(
                    cx,
                    "verdict",
                    verdict,
                    &["that-side", "union", "confederate", "draw"],
                );
                return None;
            }
        };
        Some(Self {
            rule: rule?,
            when: test,
            verdict,
            statement: statement?,
        })
    }
}
