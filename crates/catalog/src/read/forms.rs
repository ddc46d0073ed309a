//! The forms of a scenario file that are read key by key; those about alert and about victory stand by themselves.

use core::ops::Range;

use longroll_core::Side;
use longroll_rule::Rule;
use toml::de::DeValue;

use super::fault::FaultKind;
use super::form::{Cx, Decode, Form, Value, form, form_field, text_of};
use crate::facts::{
    ArrivalRoll, AutomaticInitiative, CommandGroup, Difficulty, Doubt, EfficiencyCap,
    EfficiencyDraws, EfficiencyPool, EfficiencyTerms, EventChits, EventTerms, FixedActivations,
    FixedNumber, GroupBivouac, GroupBrigade, InitiativeDrm, InitiativeTerms, LevelChange, Light,
    Source, Sourced, TurnFacts, TurnId, VariableArrival, Variant,
};

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

impl Decode for FixedActivations {
    /// Exactly one of `activations`, `efficiency`, `bonus` (AMs and maximum) and `at_least`; one that names no `rule` stands
    /// under the instructions for all scenarios.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (side, who) = (form.field(cx, "side"), form.field(cx, "who"));
        let (from, until) = stretch(&mut form, cx);
        let activations: Option<Option<u8>> = form.field(cx, "activations");
        let efficiency: Option<Option<u8>> = form.field(cx, "efficiency");
        let bonus: Option<Option<[u8; 2]>> = form.field(cx, "bonus");
        let at_least: Option<Option<u8>> = form.field(cx, "at_least");
        let rule: Option<Option<Rule>> = form.field(cx, "rule");
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
            rule: rule?.unwrap_or(Rule::BB_30_0),
        })
    }
}

/// The turns a scenario lists, for checking every other mention.
pub(super) fn turn_ids(turns: &[TurnFacts]) -> Vec<TurnId> {
    turns.iter().map(|turn| turn.id).collect()
}
