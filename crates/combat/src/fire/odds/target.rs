//! The hex that is fired at, as far as the result needs to know it.

use longroll_board::HexId;
use longroll_catalog::facts::{ByOrder, UnitFacts, UnitId};
use longroll_core::Side;
use longroll_position::rule_set::LeaderLossPerSp;
use longroll_position::{Cohesion, Mount, UnitState};
use smallvec::SmallVec;

use super::fate::Standing;
use crate::fire::firer::FirerArm;
use crate::fire::scene::FireScene;
use crate::fire::terms::Strikes;

/// One unit of the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetUnit {
    pub unit: UnitId,
    /// What it is.
    pub arm: FirerArm,
    /// SP or guns now.
    pub sp: u8,
    /// SR 12.23: SP as printed.
    pub printed: u8,
    /// SR 2.6.
    pub cohesion: ByOrder<u8>,
    /// Good Order, Disordered or Collapsed.
    pub standing: Standing,
    /// What is added to its UDDs: leaders, Fatigue, the first morning.
    pub udd: i32,
    /// BB 12.35: a Second Disorder from small arms or canister makes it check for rout.
    pub rout_check: bool,
}

/// The units of the hex, in the order in which they are struck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetStack {
    /// The units; never empty.
    pub units: SmallVec<[TargetUnit; 4]>,
    /// SR 12.71: leaders in the hex.
    pub leaders: u8,
    /// SR 12.71: a leader is killed on this or less.
    pub leader_loss: u8,
    /// BB 12.78-perloss: a roll for every SP lost.
    pub roll_per_sp: bool,
}

impl TargetStack {
    /// The units of a side in a hex as a fire would strike them. `udd` gives what is added to the UDDs of a unit, and
    /// `rout_check` says of whom BB 12.35 holds: both are questions of the chapter on results.
    #[must_use]
    pub fn of(
        look: &FireScene<'_>,
        side: Side,
        hex: HexId,
        strikes: Strikes,
        udd: impl Fn(UnitId) -> i32,
        rout_check: impl Fn(UnitId) -> bool,
    ) -> Self {
        let mut units: SmallVec<[TargetUnit; 4]> = SmallVec::new();
        for part in look.scene.position.stack(hex) {
            let (facts, state) = (look.facts(part.unit), look.state(part.unit));
            let arm = FirerArm::of(facts, state);
            let hit = match strikes {
                Strikes::Boat(boat) => part.unit == boat,
                Strikes::First(_) | Strikes::Each => arm != FirerArm::Boat,
            };
            if facts.side != side || !hit {
                continue;
            }
            units.push(TargetUnit {
                unit: part.unit,
                arm,
                sp: state.sp,
                printed: facts.strength.value,
                cohesion: ratings_of(facts, state),
                standing: match state.cohesion {
                    Cohesion::GoodOrder => Standing::GoodOrder,
                    Cohesion::Disordered => Standing::Disordered,
                    Cohesion::Collapsed => Standing::Collapsed,
                },
                udd: udd(part.unit),
                rout_check: rout_check(part.unit),
            });
        }
        if let Strikes::First(first) = strikes
            && let Some(place) = units.iter().position(|unit| unit.unit == first)
        {
            // SR 8.35-assault: what is left over strikes the others from the top.
            let struck = units.remove(place);
            units.insert(0, struck);
        }
        let hazards = &look.tables().hazards;
        Self {
            units,
            leaders: u8::try_from(leaders_in(look, side, hex)).unwrap_or(u8::MAX),
            leader_loss: u8::try_from(hazards.leader_loss).unwrap_or(0),
            roll_per_sp: look.switches().opt_leader_loss_per_sp == LeaderLossPerSp::On,
        }
    }
}

/// SR 14.23: the cohesion it fights with; dismounted cavalry has that of its other counter.
fn ratings_of(facts: &UnitFacts, state: &UnitState) -> ByOrder<u8> {
    let printed = facts.cohesion.as_ref().map_or(
        ByOrder {
            good_order: 9,
            disordered: 9,
        },
        |cohesion| cohesion.value,
    );
    match (facts.dismounted, state.mount) {
        (Some(counter), Mount::Dismounted) => counter.cohesion,
        _ => printed,
    }
}

/// How many leaders of a side are in a hex.
fn leaders_in(look: &FireScene<'_>, side: Side, hex: HexId) -> usize {
    look.scene
        .setting
        .leader_ids()
        .filter(|leader| look.scene.setting.leader(*leader).side == side)
        .filter(|leader| {
            let own = look.scene.position.leader(*leader);
            own.on_map() && own.hex == hex
        })
        .count()
}
