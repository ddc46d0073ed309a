//! SR 15: entrenchments. Begun in II/F, dug for two turns (one at Night), finished in IV/B; anything else the builder does, or an
//! assault on his hex, ends the work.
//!
//! What a finished work does is asked where fire and assault are: `SR 10.81-entrench-firer`, `SR 10.81-entrench-target`, `SR 15.23`;
//! what crossing and removing one costs where movement is: `SR 15.17`, `SR 15.22` (`longroll_movement::works`).

use longroll_board::{Direction, Facing, FacingKind, HexId, Terrain};
use longroll_catalog::facts::{Arm, Custom, Light, Orders, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_movement::allowance::fatigue_level;
use longroll_position::{
    BodyKind, CommandStatus, Extent, HalfMp, Mount, Site, SpecialNote, UnitState,
};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::choice::Choice;
use crate::command::has_link_for_orders;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;
mod stopping;

pub use self::frame::WorksStep;
pub(crate) use self::stopping::stopped_by;

const RULE: Rule = Rule::SR_15_11;
/// How far the wood may be brought from.
const REACH: u8 = 3;
/// SR 15.12, note: entrenchments in a hex.
const MOST: usize = 2;

/// SR 15.11: who may build.
fn may_build(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let custom = at.setting.variations.entrenching;
    if custom.value == Custom::Never {
        return Err(Refusal::new(
            custom.rule,
            "nobody entrenches in this battle",
        ));
    }
    let refuse = |reason| Err(Refusal::new(RULE, reason));
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let foot =
        facts.arm == Arm::Infantry || facts.arm == Arm::Cavalry && state.mount == Mount::Dismounted;
    if !foot || !state.on_map() {
        return refuse("infantry and dismounted cavalry build");
    }
    let body = at.position.body_of(at.setting, unit);
    let theirs = at.position.body(body);
    if state.orders != Orders::Advance || theirs.reserve {
        return refuse("units under Advance orders build");
    }
    if state.status != CommandStatus::InCommand || theirs.status != CommandStatus::InCommand {
        return refuse("the unit and its brigadier are In Command");
    }
    if at.setting.body(body).kind == BodyKind::Brigade && !has_link_for_orders(at, body) {
        return refuse("no chain of command brings its brigade new orders");
    }
    if fatigue_level(at.setting, at.position, unit) >= 2 {
        return Err(Refusal::new(Rule::SR_17_34, "it is too tired to build"));
    }
    if at
        .position
        .special
        .sites
        .iter()
        .any(|site| site.unit == unit)
    {
        return refuse("it builds already");
    }
    Ok(())
}

/// SR 15.12, note: whether a hexside has its entrenchment, or gets it.
fn is_covered(at: At<'_>, hex: HexId, side: Direction) -> bool {
    let mut works = at.position.fires.works.iter();
    let mut sites = at.position.special.sites.iter();
    works.any(|work| (work.hex, work.side) == (hex, side))
        || sites.any(|site| site.hex == hex && site.facing.front().contains(side))
}

/// SR 15.12: whether as many entrenchments stand or are being built in the hex as it holds.
fn is_full(at: At<'_>, hex: HexId) -> bool {
    let built = at
        .position
        .fires
        .works
        .iter()
        .filter(|work| work.hex == hex);
    let begun = at
        .position
        .special
        .sites
        .iter()
        .filter(|site| site.hex == hex);
    built.count() / 2 + begun.count() >= MOST
}

/// SR 15.12: where.
fn may_build_in(at: At<'_>, side: Side, hex: HexId, facing: Facing) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(Rule::SR_15_12, reason));
    let terrain = |hex| at.setting.ground().terrain(hex);
    if matches!(
        terrain(hex),
        Terrain::Town | Terrain::Swamp | Terrain::SwampStream
    ) {
        return refuse("not in a Town or Swamp");
    }
    if is_full(at, hex) {
        return refuse("two entrenchments in a hex at most");
    }
    let mut sides = facing.front().iter();
    if sides.all(|side| is_covered(at, hex, side)) {
        return refuse("both hexsides are covered already");
    }
    let safe = |hex: &HexId| !at.next_to_enemy(side, *hex) && !at.holds(side.enemy(), *hex);
    let wood = |hex: &HexId| {
        matches!(
            terrain(*hex),
            Terrain::Woods | Terrain::Orchard | Terrain::Town
        ) || at
            .setting
            .ground()
            .names
            .places
            .iter()
            .any(|place| place.hex == *hex)
    };
    if !safe(&hex) {
        return refuse("not next to an enemy");
    }
    let mut ring = vec![hex];
    let mut seen = ring.clone();
    for _ in 0..=REACH {
        if ring.iter().any(wood) {
            return Ok(());
        }
        let mut next = Vec::new();
        for near in ring.iter().flat_map(|&hex| at.setting.neighbours(hex)) {
            if !seen.contains(&near) && safe(&near) {
                seen.push(near);
                next.push(near);
            }
        }
        ring = next;
    }
    refuse("no Woods, Orchard, Town or building within three hexes by a way free of the enemy")
}

/// Whether a unit may begin to build, and the hexes in which it does.
fn may_entrench(
    at: At<'_>,
    side: Side,
    unit: UnitId,
    facing: Facing,
) -> Result<SmallVec<[HexId; 3]>, Refusal> {
    if at.setting.unit(unit).side != side {
        return Err(Refusal::new(RULE, "the other side's unit"));
    }
    may_build(at, unit)?;
    let state = at.position.unit(unit);
    if facing.kind() != FacingKind::Vertex {
        return Err(Refusal::new(
            Rule::SR_15_21,
            "an entrenchment covers two hexsides",
        ));
    }
    if state.extent != Extent::Single && facing != state.facing {
        return Err(Refusal::new(
            Rule::SR_15_15,
            "the parts of an extended unit build where they look",
        ));
    }
    // SR 7.11: whoever shares its hex looks the same way, and turns with it but where an extension or a work of its own binds it.
    let bound = |other: UnitId| {
        let theirs = at.position.unit(other);
        let mut sites = at.position.special.sites.iter();
        theirs.facing != facing
            && (theirs.extent != Extent::Single || sites.any(|site| site.unit == other))
    };
    let mut others = state
        .hexes()
        .flat_map(|hex| at.position.stack(hex))
        .filter(|part| part.unit != unit);
    if others.any(|part| bound(part.unit)) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "all units in a hex face the same way",
        ));
    }
    let found: SmallVec<[HexId; 3]> = building_ground(at, side, state, facing).collect();
    if found.is_empty() {
        may_build_in(at, side, state.hex, facing)?;
    }
    Ok(found)
}

/// SR 15.15: the hexes of a unit in which it may build; each part of a line builds for itself.
fn building_ground<'a>(
    at: At<'a>,
    side: Side,
    state: &'a UnitState,
    facing: Facing,
) -> impl Iterator<Item = HexId> + 'a {
    state
        .hexes()
        .filter(move |&hex| may_build_in(at, side, hex, facing).is_ok())
}

/// What was chosen of those who may build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Building {
    /// SR 15.13: a unit begins, towards this facing and in these hexes.
    Begins(UnitId, Facing, SmallVec<[HexId; 3]>),
    /// Nobody more begins.
    Done,
}

impl Procedure for WorksStep {
    type Means = Building;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let Self::Begin { side } = *self else {
            return None;
        };
        if at.setting.variations.entrenching.value == Custom::Never {
            return None;
        }
        let mut any = false;
        self.candidates(&at, &mut |choice| {
            any = any || choice != Choice::Done && self.judge(&at, choice).is_ok();
        });
        any.then_some(Ask {
            side,
            rule: RULE,
            prompt: Prompt::Entrench,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let Self::Begin { side } = *self else { return };
        for unit in at.setting.unit_ids() {
            if at.setting.unit(unit).side == side && may_build(at, unit).is_ok() {
                for facing in Facing::all_of(FacingKind::Vertex) {
                    each(Choice::Entrench { unit, facing });
                }
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Building> {
        let means = match (*self, choice) {
            (Self::Begin { side }, Choice::Entrench { unit, facing }) => {
                let hexes = may_entrench(at, side, unit, facing)?;
                Building::Begins(unit, facing, hexes)
            }
            (Self::Begin { .. }, Choice::Done) => Building::Done,
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(RULE, means))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Building) -> Result<(), ChanceError> {
        if let Building::Begins(unit, facing, hexes) = means {
            play.push(self);
            begin(play, unit, facing, hexes);
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self == Self::Dig && !play.position.special.sites.is_empty() {
            play.note_special(SpecialNote::Dug);
            for site in play.position.special.sites.clone() {
                // SR 6.32: whoever rests in Reserve builds nothing.
                let body = play.position.body_of(play.setting, site.unit);
                if site.left == 0 && !play.position.body(body).reserve {
                    play.happens(Event::WorkFinished(site));
                }
            }
        }
        Ok(())
    }
}

/// SR 15.13: two turns, at Night one; the builder turns towards the hexsides.
fn begin(play: &mut Play<'_>, unit: UnitId, facing: Facing, hexes: SmallVec<[HexId; 3]>) {
    let state = *play.position.unit(unit);
    let stack = state.hexes().flat_map(|hex| play.position.stack(hex));
    let turning: Vec<UnitId> = stack
        .map(|part| part.unit)
        .filter(|&own| play.position.unit(own).facing != facing)
        .collect();
    for unit in turning {
        play.happens(Event::Turned {
            unit,
            facing,
            cost: HalfMp::ZERO,
            rule: Rule::SR_15_13,
        });
    }
    let night = play.position.light(play.setting) == Light::Night;
    let left = if night { 1 } else { 2 };
    for hex in hexes {
        play.happens(Event::WorkBegun(Site {
            unit,
            hex,
            facing,
            left,
        }));
    }
}
