//! The forms of a scenario file that are read key by key.

use core::ops::Range;

use longroll_core::Side;
use toml::de::DeValue;

use super::fault::FaultKind;
use super::form::{Cx, Decode, Form, Value, form, form_field, tagged_form, text_of};
use super::tables::covers_die;
use crate::facts::{
    AlertAtStart, AlertChance, AlertChoice, AlertProgramme, AlertResult, AlertRoll, AlertRow,
    AlertStep, ArrivalRoll, AutomaticInitiative, AutomaticVictory, BrokenSide, CommandGroup,
    Condition, Counted, Difficulty, DivisionAlert, DivisionAlertRow, Doubt, EarlyEnd,
    EfficiencyCap, EfficiencyDraws, EfficiencyPool, EfficiencyTerms, EventChits, EventTerms,
    FixedActivations, FixedNumber, GroupBivouac, GroupBrigade, HeldAtStart, InitiativeDrm,
    InitiativeTerms, LevelChange, LevelShift, Light, Mission, MissionRow, MissionTable, Objective,
    Outcome, OutcomeTest, OutcomeVerdict, PointTerm, ProximityRoll, SlowStartRow, SlowStartTurn,
    SoundOfBattle, Source, Sourced, StartingPoints, TurnFacts, TurnId, VariableArrival, Variant,
    VictoryLevel, VictoryTerms, VisitRow,
};
use crate::tables::DieRange;

form!(InitiativeTerms {
    statement,
    automatic,
    drms
});
form!(AutomaticInitiative { turn, side });
form!(EfficiencyCap { side, who, max });
form!(EventTerms { statement [default], chits, ignored });
form!(Difficulty {
    level,
    statement,
    rules
});
form!(Doubt { issue, reading });
form!(AlertProgramme {
    statement,
    at_start,
    rolls,
    choice,
    all_from,
    notes
});
form!(AlertAtStart { units, activations });
form!(AlertChoice { turn, divisions });
form!(DivisionAlert { statement, rows });
form!(DivisionAlertRow {
    active,
    drawn,
    alerts,
    chance
});
form!(SoundOfBattle { statement, tables });
form!(VisitRow { die, turn });
form!(AlertStep { turn, commands });
form!(ProximityRoll { within, die });
form!(SlowStartRow { who, turns });
form!(SlowStartTurn { turn, chance });
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
form!(Variant {
    id,
    title,
    kind,
    statement,
    based_on,
    last_turn,
    removes_rules,
    zones,
    starting_points,
    automatic,
    points,
    level_changes,
    arrival,
    rule,
    rules,
    early_end,
    after,
    after_automatic [default],
});
form!(LevelChange { from, to });
form!(VariableArrival {
    command,
    hex,
    activations,
    order,
    rolls
});
form!(ArrivalRoll { turn, die, fatigue [default], extent });
form!(CommandGroup {
    leader,
    division_leader,
    batteries,
    cavalry,
    brigades,
    bivouac
});
form!(GroupBrigade {
    brigade,
    leader,
    units,
    attached
});
form!(GroupBivouac { under, units });

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

impl Decode for TurnFacts {
    /// Turns define the track, so they are not checked against it.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let id = form
            .raw("id")
            .and_then(|value| text_of(cx, value)?.turn(cx.reporter));
        if id.is_none() && form.raw("id").is_none() {
            cx.report(value.span(), FaultKind::MissingKey("id".into()));
        }
        let label: Option<String> = form.field(cx, "label");
        if let (Some(label), Some(value)) = (&label, form.raw("label"))
            && label.trim().is_empty()
        {
            let text = "a turn needs a label, such as \"8 AM\"".to_owned();
            cx.report(value.span(), FaultKind::Contradiction(text));
        }
        let light: Option<Light> = form.field(cx, "light");
        let source: Option<Source> = form.field(cx, "source");
        form.close(cx);
        Some(Self {
            id: id?,
            label: label?,
            light: Sourced::new(light?, source?),
        })
    }
}

/// `from` and `until`: a stretch of turns that does not end before it begins.
fn stretch(form: &mut Form<'_, '_>, cx: &mut Cx<'_>) -> (Option<TurnId>, Option<TurnId>) {
    let (from, until): (Option<TurnId>, Option<TurnId>) =
        (form.field(cx, "from"), form.field(cx, "until"));
    if let (Some(from), Some(until), Some(value)) = (from, until, form.raw("until"))
        && until < from
    {
        let text = format!("this ends with the turn {until}, before it begins with {from}");
        cx.report(value.span(), FaultKind::Contradiction(text));
    }
    (from, until)
}

impl Decode for EfficiencyDraws {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (from, until) = stretch(&mut form, cx);
        let commands = form.field(cx, "commands");
        form.close(cx);
        Some(Self {
            from: from?,
            until: until?,
            commands: commands?,
        })
    }
}

impl Decode for EventChits {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (from, until) = stretch(&mut form, cx);
        let count = form.field(cx, "count");
        form.close(cx);
        Some(Self {
            from: from?,
            until: until?,
            count: count?,
        })
    }
}

/// The most that a roll of a die from 0 to 9 can be changed by and still be a roll.
const MOST_DRM: i8 = 9;

impl Decode for InitiativeDrm {
    /// SR 5.11: a modifier of a die from 0 to 9.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (turn, side) = (form.field(cx, "turn"), form.field(cx, "side"));
        let drm: Option<i8> = form.field(cx, "drm");
        if let (Some(drm), Some(value)) = (drm, form.raw("drm"))
            && !(-MOST_DRM..=MOST_DRM).contains(&drm)
        {
            let kind = FaultKind::BadNumber {
                found: drm.to_string(),
                low: i64::from(-MOST_DRM),
                high: i64::from(MOST_DRM),
            };
            cx.report(value.span(), kind);
        }
        form.close(cx);
        Some(Self {
            turn: turn?,
            side: side?,
            drm: drm?,
        })
    }
}

impl Decode for EfficiencyTerms {
    /// SR 5.21: a side has one pool at a time, and whoever draws has one to draw from.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let statement = form_field!(form, cx, statement, default);
        let pools: Option<Vec<EfficiencyPool>> = form.field(cx, "pools");
        let draws: Option<Vec<EfficiencyDraws>> = form.field(cx, "draws");
        let (fixed, caps) = (form.field(cx, "fixed"), form.field(cx, "caps"));
        let (pool_places, draw_places) = (places(form.raw("pools")), places(form.raw("draws")));
        form.close(cx);
        let (pools, draws) = (pools?, draws?);
        // What could not be read is told, and has no place here.
        if pools.len() == pool_places.len() && draws.len() == draw_places.len() {
            check_pools(cx, &pools, &pool_places);
            for (draw, place) in draws.iter().zip(draw_places) {
                check_draw(cx, draw, &pools, place);
            }
        }
        Some(Self {
            statement: statement?,
            pools,
            draws,
            fixed: fixed?,
            caps: caps?,
        })
    }
}

/// Where the elements of a list stand.
fn places(list: Option<&Value<'_>>) -> Vec<Range<usize>> {
    match list.map(Value::get_ref) {
        Some(DeValue::Array(items)) => items.iter().map(Value::span).collect(),
        _ => Vec::new(),
    }
}

/// No two pools of a side from the same turn on.
fn check_pools(cx: &mut Cx<'_>, pools: &[EfficiencyPool], places: &[Range<usize>]) {
    for (index, (pool, place)) in pools.iter().zip(places).enumerate() {
        let same = |other: &EfficiencyPool| other.side == pool.side && other.from == pool.from;
        if let Some(first) = pools[..index].iter().position(same) {
            let kind = FaultKind::Twice {
                name: format!("{} from {}", pool.side.word(), pool.from),
                first_line: places
                    .get(first)
                    .map_or(1, |place| cx.file.line_of(place.start)),
            };
            cx.report(place.clone(), kind);
        }
    }
}

/// Every command that draws has a pool of its side by then.
fn check_draw(
    cx: &mut Cx<'_>,
    draw: &EfficiencyDraws,
    pools: &[EfficiencyPool],
    place: Range<usize>,
) {
    for side in Side::BOTH {
        let drawn = draw
            .commands
            .iter()
            .map(|&command| cx.names.command_facts(command))
            .find(|command| command.side == side);
        let pool = |pool: &EfficiencyPool| pool.side == side && pool.from <= draw.from;
        if let Some(command) = drawn
            && !pools.iter().any(pool)
        {
            let text = format!(
                "{} draws from {} on, but the {} side has no pool then",
                command.code,
                draw.from,
                side.word()
            );
            cx.report(place.clone(), FaultKind::Contradiction(text));
        }
    }
}

impl Decode for EfficiencyPool {
    /// A pool from which nothing can be drawn is none.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (side, from) = (form.field(cx, "side"), form.field(cx, "from"));
        let markers: Option<[u8; 4]> = form.field(cx, "markers");
        let place = form.raw("markers").map(Value::span);
        form.close(cx);
        let markers = markers?;
        if markers == [0; 4] {
            let text = "a pool needs at least one marker to draw".to_owned();
            cx.report(
                place.unwrap_or_else(|| value.span()),
                FaultKind::Contradiction(text),
            );
            return None;
        }
        Some(Self {
            side: side?,
            from: from?,
            markers,
        })
    }
}

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

impl Decode for FixedActivations {
    /// Exactly one of `activations`, `efficiency`, `bonus` (AMs and maximum) and `at_least`.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (side, who) = (form.field(cx, "side"), form.field(cx, "who"));
        let (from, until) = stretch(&mut form, cx);
        let activations: Option<Option<u8>> = form.field(cx, "activations");
        let efficiency: Option<Option<u8>> = form.field(cx, "efficiency");
        let bonus: Option<Option<[u8; 2]>> = form.field(cx, "bonus");
        let at_least: Option<Option<u8>> = form.field(cx, "at_least");
        form.close(cx);
        let given = [
            activations?.map(FixedNumber::Activations),
            efficiency?.map(FixedNumber::Efficiency),
            bonus?.map(|[add, max]| FixedNumber::Bonus { add, max }),
            at_least?.map(FixedNumber::AtLeast),
        ];
        let mut given = given.into_iter().flatten();
        let (Some(number), None) = (given.next(), given.next()) else {
            let text = "give exactly one of activations, efficiency, bonus and at_least";
            cx.report(value.span(), FaultKind::Contradiction(text.into()));
            return None;
        };
        Some(Self {
            side: side?,
            from: from?,
            until: until?,
            who: who?,
            number,
        })
    }
}

impl Decode for AlertRoll {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (turn, command, except) = (
            form.field(cx, "turn"),
            form.field(cx, "command"),
            form.field(cx, "except"),
        );
        let (asleep, holds) = (form.field(cx, "asleep"), form.field(cx, "holds"));
        let table: Option<Vec<AlertRow>> = form.field(cx, "table");
        form.close(cx);
        let table = table?;
        check_cover(cx, value, table.iter().map(|row| row.die));
        Some(Self {
            turn: turn?,
            command: command?,
            except: except?,
            asleep: asleep?,
            holds: holds?,
            table,
        })
    }
}

impl Decode for AlertRow {
    /// A number of Activations, or a table to roll on again.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let die = form.field(cx, "die");
        let activations: Option<Option<u8>> = form.field(cx, "activations");
        let reroll: Option<Vec<Self>> = form.field(cx, "reroll");
        form.close(cx);
        let result = match (activations?, reroll?) {
            (Some(number), rows) if rows.is_empty() => AlertResult::Activations(number),
            (None, rows) if !rows.is_empty() => {
                check_cover(cx, value, rows.iter().map(|row| row.die));
                AlertResult::Reroll(rows)
            }
            _ => {
                let text = "give either activations or a table to reroll on";
                cx.report(value.span(), FaultKind::Contradiction(text.into()));
                return None;
            }
        };
        Some(Self { die: die?, result })
    }
}

impl Decode for AlertChance {
    /// "no", "auto", or a range of the die.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        match cell.text() {
            "no" => Some(Self::NoRoll),
            "auto" => Some(Self::Automatic),
            _ => cell.die_range(cx.reporter).map(Self::On),
        }
    }
}

impl Decode for MissionTable {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let commands = form.field(cx, "commands");
        let rows: Option<Vec<MissionRow>> = form.field(cx, "rows");
        form.close(cx);
        let rows = rows?;
        check_cover(cx, value, rows.iter().map(|row| row.die));
        Some(Self {
            commands: commands?,
            rows,
        })
    }
}

impl Decode for MissionRow {
    /// A hex and its place, or `stay = "this-turn"` or `stay = "first-activation"`.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let die = form.field(cx, "die");
        let hex: Option<Option<longroll_board::HexId>> = form.field(cx, "hex");
        let place: Option<Option<String>> = form.field(cx, "place");
        let stay: Option<Option<String>> = form.field(cx, "stay");
        form.close(cx);
        let mission = match (hex?, place?, stay?.as_deref()) {
            (Some(hex), Some(place), None) => Mission::MarchTo { hex, place },
            (None, None, Some("this-turn")) => Mission::StayThisTurn,
            (None, None, Some("first-activation")) => Mission::LoseFirstActivation,
            _ => {
                let text =
                    "give a hex with its place, or stay = \"this-turn\" or \"first-activation\"";
                cx.report(value.span(), FaultKind::Contradiction(text.into()));
                return None;
            }
        };
        Some(Self { die: die?, mission })
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

fn check_cover(cx: &mut Cx<'_>, value: &Value<'_>, dice: impl Iterator<Item = DieRange>) {
    let dice: Vec<DieRange> = dice.collect();
    let at = super::fault::At::new(cx.file, value.span());
    covers_die(cx.reporter, &at, &dice, 9);
}

/// The turns a scenario lists, for checking every other mention.
pub(super) fn turn_ids(turns: &[TurnFacts]) -> Vec<TurnId> {
    turns.iter().map(|turn| turn.id).collect()
}
