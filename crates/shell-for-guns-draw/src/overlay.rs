//! What is laid over the table for one look: the ghost of a choice, arcs and lines of fire, ranges, tapes.

use longroll_core::{Refusal, Side};
use longroll_shell_for_guns::choice::{Choice, Part, Plan};
use longroll_shell_for_guns::facts::UnitId;
use longroll_shell_for_guns::fighting::{charging, firing};
use longroll_shell_for_guns::look::Look;
use longroll_shell_for_guns::measure::Um;
use longroll_shell_for_guns::tape::Tape;
use longroll_shell_for_guns::{Battle, moving};
use longroll_tabletop::{Arc, Body, Pose, Slot, Ticks};
use longroll_tabletop_draw::{ArcView, FireView, GhostView, RangeView, TapeView};

use crate::table::army;

/// A choice that is being thought of, as far as it is legal.
#[derive(Debug, Clone)]
pub struct Ghost {
    /// How it is drawn.
    pub view: GhostView,
    /// The legal part as a choice; none if no part of it is legal.
    pub legal: Option<Choice>,
    /// Why the wanted choice is not to be had.
    pub refusal: Option<Refusal>,
}

/// The ghost of a choice of the deciding side; none for choices that move nobody.
#[must_use]
pub fn ghost(battle: &Battle, choice: &Choice) -> Option<Ghost> {
    let look = battle.look();
    let ask = battle.asked()?;
    let refusal = battle.why_not(ask.side, choice);
    let end = |choice: &Choice| end_of(battle, choice);
    let legal = match &refusal {
        None => Some(choice.clone()),
        Some(_) => shortened(battle, ask.side, choice),
    };
    // A march that the road does not carry ends nowhere: its legal part is all there is to show.
    let wanted = end(choice).or_else(|| legal.as_ref().and_then(end))?;
    let (start, side) = match choice {
        Choice::Move { unit, .. } | Choice::Charge { unit, .. } => {
            (look.body(*unit), look.side(*unit))
        }
        Choice::Place { unit, .. } => (wanted.clone(), look.side(*unit)),
        Choice::Enter {
            unit,
            formation,
            pose,
            ..
        } => {
            let edge = moving::at_the_edge(look, *unit, *formation, *pose);
            (edge.body(), look.side(*unit))
        }
        Choice::General { general, .. } | Choice::Station { general, .. } => (
            look.table
                .general_body(look.facts, *general)
                .unwrap_or_else(|| wanted.clone()),
            look.facts.general(*general).side,
        ),
        _ => return None,
    };
    let reason = match (&refusal, choice) {
        (Some(refusal), _) => refusal.to_string(),
        (None, Choice::Move { unit, plan }) => length(battle, *unit, plan),
        _ => String::new(),
    };
    let view = GhostView {
        army: army(side),
        start,
        legal: legal.iter().filter_map(end).collect(),
        wanted: refusal.is_some().then_some(wanted),
        reason,
    };
    Some(Ghost {
        view,
        legal,
        refusal,
    })
}

fn length(battle: &Battle, unit: UnitId, plan: &Plan) -> String {
    moving::judge(battle.look(), unit, plan, moving::Manner::Order)
        .map(|way| format!("{} UM of {}", Um(way.length), Um(way.allowance)))
        .unwrap_or_default()
}

/// Where a move ends; a march only if it is legal.
fn end_of_move(look: Look<'_>, unit: UnitId, plan: &Plan) -> Option<Body> {
    match plan.0.as_slice() {
        [Part::Road { .. }] => moving::judge(look, unit, plan, moving::Manner::Order)
            .ok()
            .map(|way| way.stance.body()),
        _ => moving::intended(look, unit, plan).map(|stance| stance.body()),
    }
}

/// Where a choice would put somebody.
fn end_of(battle: &Battle, choice: &Choice) -> Option<Body> {
    let look = battle.look();
    let single = |pose: Pose, size| Body::placed(pose, &[Slot::single(size)]);
    match choice {
        Choice::Move { unit, plan } => end_of_move(look, *unit, plan),
        Choice::Charge {
            unit,
            target,
            turn,
            bearing,
            ..
        } => {
            let turned = turn.map(|(pivot, angle)| Plan(vec![Part::Turn { pivot, angle }]));
            let stance = moving::intended(look, *unit, &turned.unwrap_or_default())?;
            let pace = look.facts.figures.pace(look.table.gait(look.facts, *unit));
            let most = pace.standard + charging::bonus(look, *unit);
            let way = stance.pose.heading.turned(*bearing);
            let met = charging::advance(look, *unit, &stance.body(), way, most);
            let far = met
                .enemy
                .filter(|enemy| enemy == target)
                .map_or(most, |_| met.at);
            Some(stance.at(stance.pose.leg(*bearing, far)).body())
        }
        Choice::Place {
            unit,
            formation,
            mounted,
            pose,
        } => {
            let bases = look.unit(*unit).bases();
            let slots = longroll_shell_for_guns::table::slots(
                look.facts, *unit, *formation, *mounted, bases,
            );
            Some(Body::placed(*pose, &slots))
        }
        Choice::Enter {
            unit,
            formation,
            pose,
            plan,
        } => match plan.0.as_slice() {
            [Part::Road { .. }] => moving::enter(look, *unit, *formation, *pose, plan)
                .ok()
                .map(|way| way.stance.body()),
            _ => {
                let edge = moving::at_the_edge(look, *unit, *formation, *pose);
                moving::intended_from(look, *unit, &edge, plan).map(|stance| stance.body())
            }
        },
        Choice::General { general, pose, .. } | Choice::Station { general, pose } => {
            Some(single(*pose, look.facts.general_size(*general)))
        }
        _ => None,
    }
}

/// The longest legal part of a move: its last leg, turn or march cut short, or its earlier parts alone.
fn shortened(battle: &Battle, side: Side, choice: &Choice) -> Option<Choice> {
    let (Choice::Move { plan: whole, .. } | Choice::Enter { plan: whole, .. }) = choice else {
        return None;
    };
    let legal = |part: &Plan| {
        let mut cut = choice.clone();
        if let Choice::Move { plan, .. } | Choice::Enter { plan, .. } = &mut cut {
            *plan = part.clone();
        }
        battle.why_not(side, &cut).is_none().then_some(cut)
    };
    let mut parts = whole.0.clone();
    while let Some(last) = parts.pop() {
        let with = |size: i32| {
            let mut cut = parts.clone();
            cut.push(match last {
                Part::Go { bearing, .. } => Part::Go {
                    bearing,
                    length: Ticks(size),
                },
                Part::Road { .. } => Part::Road {
                    length: Ticks(size),
                },
                Part::Turn { pivot, angle } => Part::Turn {
                    pivot,
                    angle: longroll_tabletop::Turn(size * angle.0.signum()),
                },
                other => other,
            });
            Plan(cut)
        };
        let whole = match last {
            Part::Go { length, .. } | Part::Road { length } => length.0,
            Part::Turn { angle, .. } => angle.size(),
            Part::Form { .. } | Part::Saddle(_) => 0,
        };
        let (mut low, mut high) = (0, whole);
        while low < high {
            let middle = low + (high - low + 1) / 2;
            if legal(&with(middle)).is_some() {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if low > 0
            && let Some(choice) = legal(&with(low))
        {
            return Some(choice);
        }
        if let Some(choice) = legal(&Plan(parts.clone())).filter(|_| !parts.is_empty()) {
            return Some(choice);
        }
    }
    None
}

/// The arcs of a unit's front rank, and its lines of fire at a target.
#[must_use]
pub fn fire(look: Look<'_>, unit: UnitId, target: Option<UnitId>) -> (Vec<ArcView>, Vec<FireView>) {
    let range = firing::range(look, unit);
    let rank = look.unit(unit).front_rank().max(1);
    let arcs = look
        .body(unit)
        .bases()
        .iter()
        .take(rank)
        .map(|base| ArcView {
            arc: Arc::of_base(base),
            eye: base.centre(),
            range,
        })
        .collect();
    let lines = target.map(|target| firing::lines(look, unit, target));
    let mut told: Vec<String> = Vec::new();
    let fires = lines
        .unwrap_or_default()
        .into_iter()
        .map(|(line, why)| {
            // The same reason is written once.
            let text = why
                .as_ref()
                .map_or(String::new(), |refusal| refusal.to_string());
            let new = !told.contains(&text);
            if new {
                told.push(text.clone());
            }
            FireView {
                line,
                free: why.is_none(),
                text: if new { text } else { String::new() },
            }
        })
        .collect();
    (arcs, fires)
}

/// How far a unit's weapons reach, all round.
#[must_use]
pub fn range(look: Look<'_>, unit: UnitId) -> RangeView {
    let distance = firing::range(look, unit);
    RangeView {
        body: look.body(unit),
        distance,
        text: format!("{} UM", Um(distance)),
    }
}

/// A tape as it lies on the table.
#[must_use]
pub fn tape(tape: &Tape) -> TapeView {
    let [from, to] = tape.ends();
    TapeView {
        from,
        to,
        // Section K: distances shown to players are cut to a hundredth.
        text: format!("{} UM", tape.distance()),
    }
}
