//! SR 9.63: whoever moves away before an enemy who comes near, and the fire that may come before it.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::Checks;
use longroll_movement::reaction::{self, Evasion};
use longroll_movement::retreat::{Arrival, RetreatCause};
use longroll_position::{Bound, Cohesion, Deeds, Extent};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::frame::{Others, ReactStep};
use crate::choice::Choice;
use crate::fire::FireStep;
use crate::fire::declaring::{self, FireLook, Trigger};
use crate::movement::stages::StageStep;
use crate::play::Play;
use crate::procedure::{Breadth, Procedure};
use crate::results::{
    Check, CheckStep, Occasion, Stop, Walk, columns_back, disorder, has_guns_to_man, shake,
    stops_on,
};
use crate::scene::At;

mod goal;

pub use self::goal::{Goal, Trodden};

/// Where a unit may move away to: the last hex of each way out, with the least risk to get there; and where ways to one hex
/// differ, each of them by its first hex. SR 8.5, 8.47: a column stays one if it can.
pub(super) fn ways_out(
    at: At<'_>,
    unit: UnitId,
    arrival: Arrival,
    most: u8,
) -> Result<Vec<WayOut>, Refusal> {
    let mut ways = column_ways(at, unit, arrival, most)?;
    if !ways.is_empty() {
        return Ok(ways);
    }
    let evasions = reaction::evasions(&at, unit, arrival, most)?;
    let all: Vec<WayOut> = evasions
        .iter()
        .filter_map(|evasion| way_out(at, unit, evasion))
        .collect();
    for way in &all {
        keep_easiest(
            &mut ways,
            WayOut {
                by: None,
                ..way.clone()
            },
        );
    }
    for way in all {
        if is_worth_naming(&ways, &way) {
            keep_easiest(&mut ways, way);
        }
    }
    ways.sort_unstable_by_key(|way| (way.end, way.by));
    Ok(ways)
}

/// A way out by its hexes.
fn way_out(at: At<'_>, unit: UnitId, evasion: &Evasion) -> Option<WayOut> {
    let end = evasion.path.end()?;
    let steps = &evasion.path.steps;
    let before = steps.iter().rev().nth(1).map(|step| step.to);
    let first = steps.first().map(|step| step.to);
    Some(WayOut {
        end,
        by: first.filter(|&first| first != end),
        from: before.unwrap_or(at.position.unit(unit).hex),
        stops: stops_on(at, &evasion.path),
        trodden: trodden(at, unit, evasion),
    })
}

/// Of the ways of one name the one with the least risk.
fn keep_easiest(ways: &mut Vec<WayOut>, way: WayOut) {
    let same = |known: &&mut WayOut| (known.end, known.by) == (way.end, way.by);
    match ways.iter_mut().find(same) {
        Some(known) if known.risk() > way.risk() => *known = way,
        Some(_) => {}
        None => ways.push(way),
    }
}

/// SR 12.41, 9.63: whether a way of several hexes means something else than the easiest way to the same end, which goes without
/// a name.
fn is_worth_naming(ways: &[WayOut], way: &WayOut) -> bool {
    let easiest = ways
        .iter()
        .find(|known| known.end == way.end && known.by.is_none());
    let Some(easiest) = easiest.filter(|easiest| easiest.trodden.len() > 1) else {
        return false;
    };
    let first = easiest.trodden.first().map(|one| one.hex);
    let longer = way.trodden.len() > easiest.trodden.len();
    way.by.is_some() && way.by != first && !longer && easiest.means() != way.means()
}

/// SR 12.44, 8.5, 8.47: the ways out of a column along its length. Swamp draws it together, so that it goes no further.
fn column_ways(
    at: At<'_>,
    unit: UnitId,
    arrival: Arrival,
    most: u8,
) -> Result<Vec<WayOut>, Refusal> {
    let cause = reaction::away_from(arrival);
    let ways = columns_back(at, unit, &cause, most);
    if ways.is_empty() {
        return Ok(Vec::new());
    }
    reaction::may_evade(&at, unit, arrival.mover, arrival.to)?;
    let mut found: Vec<WayOut> = Vec::new();
    let toll = |way: &WayOut| (way.risk(), way.stops.len());
    for stops in ways {
        let Some(way) = column_way(at, unit, &cause, stops) else {
            continue;
        };
        match found.iter_mut().find(|known| known.end == way.end) {
            Some(known) if toll(known) > toll(&way) => *known = way,
            Some(_) => {}
            None => found.push(way),
        }
    }
    Ok(found)
}

/// What one way of a column means: in each hex that its first or last part comes into.
fn column_way(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    stops: SmallVec<[Stop; 4]>,
) -> Option<WayOut> {
    let last = |hex: HexId, extent: Extent| extent.hexes().last().unwrap_or(hex);
    let state = at.position.unit(unit);
    let mut trodden: SmallVec<[Trodden; 4]> = SmallVec::new();
    let mut stood = (state.hex, state.extent);
    for stop in &stops {
        if trodden.iter().any(|before| before.swamp) {
            return None;
        }
        let back = stood.1.hexes().next() == Some(stop.hex);
        let (from, to) = if back {
            (last(stood.0, stood.1), last(stop.hex, stop.extent))
        } else {
            (stood.0, stop.hex)
        };
        let risk = reaction::risk_behind(&at, unit, cause, from, to).ok()?;
        trodden.push(Trodden {
            hex: stop.hex,
            drm: risk.drm,
            swamp: risk.swamp,
            passed: SmallVec::new(),
            crews: false,
        });
        stood = (stop.hex, stop.extent);
    }
    let end = stops.last()?.hex;
    Some(WayOut {
        end,
        by: None,
        from: state.hex,
        stops,
        trodden,
    })
}

/// The hexes of a way out in their order. BB 14.41: nobody minds a Detachment, nor does it mind anybody.
fn trodden(at: At<'_>, unit: UnitId, evasion: &Evasion) -> SmallVec<[Trodden; 4]> {
    let minds = move |unit: UnitId| !at.setting.unit(unit).is_detachment();
    let end = evasion.path.end();
    let friends = |hex: HexId| {
        let stack = at.position.stack(hex).map(|part| part.unit);
        stack.filter(move |&friend| Some(hex) != end && minds(unit) && minds(friend))
    };
    let mans = !at.position.unit(unit).is_disordered();
    let hexes = evasion.path.steps.iter().map(|step| step.to);
    hexes
        .map(|hex| Trodden {
            hex,
            drm: evasion.drm_in(hex),
            swamp: evasion.swamps.contains(&hex),
            passed: friends(hex).collect(),
            crews: mans && has_guns_to_man(at, unit, hex),
        })
        .collect()
}

/// What going through a hex comes to, whichever it is.
#[derive(PartialEq)]
struct Means<'a> {
    drm: u8,
    swamp: bool,
    crews: bool,
    passed: &'a [UnitId],
    checks: Option<&'a Checks>,
}

/// SR 9.63: a way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayOut {
    pub(super) end: HexId,
    /// The hex by which it goes, where that is not left open.
    pub(super) by: Option<HexId>,
    /// The hex before it.
    from: HexId,
    /// SR 12.44-d: its hexes, with what their ground asks.
    stops: SmallVec<[Stop; 4]>,
    /// What having gone there means, hex by hex.
    trodden: SmallVec<[Trodden; 4]>,
}

impl WayOut {
    /// The choice of this way.
    pub(super) const fn choice(&self, unit: UnitId) -> Choice {
        let (hex, by) = (self.end, self.by);
        Choice::React { unit, hex, by }
    }

    /// Where it leads, and by which hex.
    pub(super) const fn goal(&self) -> Goal {
        Goal {
            end: self.end,
            by: self.by,
        }
    }

    /// What it comes to, wherever it goes: hex by hex the ground, the checks, the friends passed.
    fn means(&self) -> Vec<Means<'_>> {
        self.trodden
            .iter()
            .map(|one| {
                let mut stops = self.stops.iter();
                let stop = stops.find(|stop| stop.hex == one.hex);
                Means {
                    drm: one.drm,
                    swamp: one.swamp,
                    crews: one.crews,
                    passed: &one.passed,
                    checks: stop.map(|stop| &stop.checks),
                }
            })
            .collect()
    }

    /// What makes one way worse than another: Swamp, friends passed, ground that asks for checks, the DRM.
    fn risk(&self) -> (bool, usize, usize, u8) {
        let rough = self.stops.iter().filter(|stop| !stop.checks.is_empty());
        let trodden = &self.trodden;
        (
            trodden.iter().any(|hex| hex.swamp),
            trodden.iter().map(|hex| hex.passed.len()).sum(),
            rough.count(),
            trodden.iter().map(|hex| hex.drm).sum(),
        )
    }
}

/// SR 9.63-art, reading I80: whoever could fire now of his own accord, under Attack orders; guns do not.
pub(super) fn may_fire_first(at: At<'_>, mover: UnitId) -> Result<(), Refusal> {
    let (facts, state) = (at.setting.unit(mover), at.position.unit(mover));
    let body = at.position.body_of(at.setting, mover);
    let bound = at.position.body(body).bound;
    let free = matches!(facts.arm, Arm::Infantry | Arm::Cavalry)
        && state.on_map()
        && state.orders_now() == Orders::Attack
        && !state
            .deeds
            .any(Deeds::FIRED.with(Deeds::TOGETHER).with(Deeds::CHARGES))
        && !matches!(bound, Bound::Confusion | Bound::Charge | Bound::Close);
    if free {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::SR_9_63_art,
            "only units under Attack orders that have not fired do so",
        ))
    }
}

/// Every fire of the mover at the guns.
pub(super) fn first_fires(at: At<'_>, unit: UnitId, mover: UnitId, each: &mut dyn FnMut(Choice)) {
    if may_fire_first(at, mover).is_err() {
        return;
    }
    let target = at.position.unit(unit).hex;
    let trigger = Trigger {
        at: Some(target),
        ..Trigger::PHASING
    };
    let look = FireLook::under_way(at, mover, at.position.unit(mover).hex);
    declaring::candidates(&look.scene(), trigger, mover, &mut |target, how| {
        let unit = mover;
        each(Choice::Fire { unit, target, how });
    });
}

pub(super) fn fires_first(at: At<'_>, unit: UnitId, arrival: Arrival) -> bool {
    let mover = arrival.mover;
    // SR 9.54: who withdraws does not fire.
    if arrival.withdraws
        || at.setting.unit(unit).arm != Arm::Artillery
        || may_fire_first(at, mover).is_err()
    {
        return false;
    }
    let step = FireStep::phasing(at, mover, at.position.unit(mover).hex);
    let look = step.look(at, Breadth::One);
    let mut found = false;
    first_fires(at, unit, mover, &mut |choice| {
        found = found || step.judge(&look, choice).is_ok();
    });
    found
}

/// SR 9.63-art: guns that the fire has hurt move one hex at most; if that is not where they wanted to go they are asked again.
pub(super) fn flee(
    play: &mut Play<'_>,
    (unit, arrival): (UnitId, Arrival),
    goal: Goal,
    before: (u8, Cohesion),
) {
    let state = play.position.unit(unit);
    if !state.on_map() || state.deeds.has(Deeds::REACTED_MOVE) {
        crate::movement::leaders::stay_behind(play, unit);
        return;
    }
    let most = if (state.sp, state.cohesion) == before {
        2
    } else {
        1
    };
    let ways = ways_out(play.at(), unit, arrival, most).unwrap_or_default();
    match ways.into_iter().find(|way| way.goal() == goal) {
        Some(way) => evade(play, unit, way),
        None => play.push(ReactStep::Evade {
            unit,
            arrival,
            most,
            from: play.position.unit(unit).hex,
            others: Others::default(),
        }),
    }
}

pub(super) fn evade(play: &mut Play<'_>, unit: UnitId, way: WayOut) {
    let WayOut {
        end: to,
        by: _,
        from,
        stops,
        trodden,
    } = way;
    let state = *play.position.unit(unit);
    let chooses = crate::movement::chooses_place(play.at(), unit, to);
    play.did(unit, Deeds::REACTED_MOVE);
    let gathers = stops
        .last()
        .is_some_and(|stop| stop.extent == Extent::Single);
    let drew_together = gathers && state.extent != Extent::Single;
    play.push(ReactStep::EvadeCheck { unit, way: trodden });
    if drew_together && !state.is_disordered() {
        play.push(CheckStep::Roll(Check::plain(unit, Occasion::DrewTogether)));
    }
    if chooses {
        play.push(StageStep::Stack {
            unit,
            from,
            mates: 0,
        });
    }
    play.push(Walk {
        unit,
        stops,
        rule: Rule::SR_9_63,
        due: SmallVec::new(),
    });
}

/// SR 9.63-udd, BB 12.45-react, reading I101: Swamp disorders first. Whoever the ground has stopped (SR 12.44-d) has gone
/// through the hexes behind it only.
pub(super) fn evade_check(play: &mut Play<'_>, unit: UnitId, way: &[Trodden]) {
    let here = play.position.unit(unit).hex;
    let stopped = way.iter().position(|trodden| trodden.hex == here);
    let gone = stopped.map_or(way, |last| &way[..=last]);
    let through = stopped.map_or(way, |last| &way[..last]);
    let passed = through.iter().flat_map(|hex| hex.passed.iter().copied());
    shake(play, Occasion::RetreatedThrough, passed.collect());
    if gone.iter().any(|hex| hex.swamp) {
        disorder(play, unit, Rule::BB_9_44_swamp_retreat);
    }
    let rule = match play.setting.unit(unit).arm {
        Arm::Artillery => Rule::BB_12_45_react,
        _ => Rule::SR_9_63_udd,
    };
    let drm: u8 = gone.iter().map(|hex| hex.drm).sum();
    let drm = i8::try_from(drm).unwrap_or(i8::MAX);
    play.push(CheckStep::Roll(Check {
        unit,
        occasion: Occasion::ReactionMovement,
        drm: Some((drm, rule)),
    }));
}
