//! SR 10.2 for fire: sight, and the units in the way.

use longroll_board::HexId;
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::{LimitedOverTarget, LimitedSight};
use longroll_rule::Rule;
use longroll_sight::{GroundLine, NoLimitedSight, Occupant, Overlook, Verdict};
use smallvec::SmallVec;

use super::firer::FirerArm;
use super::scene::FireScene;
use super::weapon::Load;
use longroll_position::fire::DeclaredFire;
use longroll_position::fire::Occasion;

/// The way of a fire from one hex to another, once nothing forbids it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// Where it begins.
    pub from: HexId,
    /// Hexes to the target.
    pub range: u32,
    /// What is fired.
    pub load: Load,
    /// BB 9.44-woods, BB 10.24: the rule by which Woods on the way count.
    pub woods: Option<Rule>,
    /// BB 14.74: hexes of cover that a gunboat's shell passes or ends in.
    pub boat_cover: Option<u32>,
    /// SR 10.26-friendlyfire: friends fired over next to the target.
    pub friends: SmallVec<[HexId; 2]>,
}

/// Finds the way, or what is in it.
///
/// # Errors
/// The rule of the ground or of the units that block it.
pub(super) fn lane(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    arm: FirerArm,
    side: Side,
    from: HexId,
    load: Load,
) -> Result<Lane, Refusal> {
    let (sight, to) = (look.scene.sight, fire.target);
    let occupant = |hex: HexId| match look.scene.position.holder(hex) {
        None => Occupant::Nobody,
        Some(holder) if holder == side => Occupant::Friends,
        Some(_) => Occupant::Enemies,
    };
    let mut found = Lane {
        from,
        range: look.range(from, to),
        load,
        woods: None,
        boat_cover: None,
        friends: SmallVec::new(),
    };
    let ground = ground_between(look, fire, arm, from, load)?;
    if arm == FirerArm::Boat {
        let line = sight.gunboat_line(from, to);
        blocked(line.blocks.first().map(|block| block.rule))?;
        found.boat_cover = Some(line.cover_hexes);
    } else {
        blocked(ground.blocked_by)?;
        found.woods = ground.woods;
    }
    let units = sight.units_in_the_way((from, to), load.in_the_way(), occupant);
    if !units.block.is_empty() {
        return Err(Refusal::new(
            units.rule,
            "units stand in the way of the fire",
        ));
    }
    if ground.blocked_by.is_none() {
        found.friends = SmallVec::from_vec(units.friends);
    }
    if fire.options.limited {
        // BB 10.67-limited-friends: all friends beside the target.
        found.friends = look
            .scene
            .grid()
            .neighbours(to)
            .map(|(_, hex)| hex)
            .filter(|hex| look.scene.holds(side, *hex))
            .collect();
    }
    Ok(found)
}

/// What the ground does to the line, by limited sight or by all of it.
fn ground_between(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    arm: FirerArm,
    from: HexId,
    load: Load,
) -> Result<GroundLine, Refusal> {
    if !fire.options.limited {
        return Ok(look.scene.sight.ground_line(from, fire.target));
    }
    let verdict = limited(look, fire, arm, from, load)?;
    Ok(GroundLine {
        blocked_by: verdict.blocked_by().map(|block| block.rule),
        woods: verdict.woods.first().map(|woods| woods.rule),
    })
}

fn blocked(by: Option<Rule>) -> Result<(), Refusal> {
    match by {
        Some(rule) => Err(Refusal::new(rule, "the ground blocks the line of sight")),
        None => Ok(()),
    }
}

/// BB 10.67-limited: who may fire over Woods, and the line by which he does.
fn limited(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    arm: FirerArm,
    from: HexId,
    load: Load,
) -> Result<Verdict, Refusal> {
    let refuse = |reason| Err(Refusal::new(Rule::BB_10_67_limited, reason));
    if look.switches().opt_limited_los == LimitedSight::Off {
        return refuse("limited line of sight is not in use");
    }
    if arm != FirerArm::Guns || load != Load::Shell {
        return refuse("only artillery at 4 hexes or more fires by limited line of sight");
    }
    let entitled = matches!(
        fire.occasion,
        Occasion::Phasing | Occasion::Return { limited: true, .. } | Occasion::Event(_)
    );
    if !entitled {
        return refuse(
            "only phasing guns, and guns that answer them, fire by limited line of sight",
        );
    }
    let overlook = match look.switches().limited_los_over_target {
        LimitedOverTarget::On => Overlook::TargetToo,
        LimitedOverTarget::Off => Overlook::HexesBetween,
    };
    match look
        .scene
        .sight
        .limited_line_of_sight(from, fire.target, overlook)
    {
        Ok(verdict) => Ok(verdict),
        Err(NoLimitedSight::OutOfRange { .. }) => {
            refuse("limited line of sight reaches from 4 to 10 hexes")
        }
        Err(NoLimitedSight::NotOverlooked(_)) => {
            refuse("a hex on the line is as high as the battery")
        }
    }
}
