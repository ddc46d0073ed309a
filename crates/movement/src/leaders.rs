//! SR 9.3: leaders and commanders on the move.

use core::ops::ControlFlow;

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, Level, UnitId};
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_position::rule_set::LeaderMarch;
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::command_range::{is_safe, leader_price};
use crate::flood::Scratch;
use crate::gait::Gait;
use crate::plane::SHUT;
use crate::scene::Scene;

/// SR 9.31: whether a leader moves alone or with a unit that enters the hex together with him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Company {
    /// By himself.
    Alone,
    /// With this unit of his command.
    With(UnitId),
}

/// SR 9.11, 4.16, 4.17: the MP of a leader in one phase.
#[must_use]
pub const fn leader_allowance(level: Level) -> HalfMp {
    match level {
        Level::Brigade | Level::Division => HalfMp::whole(10),
        Level::Corps | Level::Army => HalfMp::whole(40),
    }
}

/// SR 9.31, reading I54: the MP of a brigade or division leader who rides with a March marker of so many equivalents.
#[must_use]
pub fn leader_march_allowance(scene: &Scene<'_>, equivalents: u8) -> HalfMp {
    match scene.setting.rules.switches.leader_march_move {
        LeaderMarch::PerEquivalent => HalfMp::whole(10 * equivalents.clamp(1, 4)),
        LeaderMarch::TenMp => HalfMp::whole(10),
    }
}

/// SR 9.32: whether what a commander has spent in IV/A is more than the 10 MP that go unpunished.
#[must_use]
pub const fn rode_far(spent: HalfMp) -> bool {
    spent.0 > HalfMp::whole(10).0
}

/// SR 9.31 to 9.33: the price of one hex for a leader, at the best rate.
///
/// # Errors
/// The rule that closes the hex to him.
pub fn leader_step_cost(
    scene: &Scene<'_>,
    leader: LeaderId,
    from: HexId,
    to: HexId,
) -> Result<HalfMp, Refusal> {
    leader_step(scene, leader, from, to, Company::Alone)
}

/// [`leader_step_cost`] for a leader who may be with a unit.
///
/// # Errors
/// The rule that closes the hex to him.
pub fn leader_step(
    scene: &Scene<'_>,
    leader: LeaderId,
    from: HexId,
    to: HexId,
    company: Company,
) -> Result<HalfMp, Refusal> {
    let facts = scene.setting.leader(leader);
    let Some(direction) = scene.grid().direction_between(from, to) else {
        return Err(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        ));
    };
    in_play(scene, to)?;
    let price = leader_price(scene, Gait::Leader)(from, direction, to);
    if price == SHUT {
        return Err(Refusal::new(
            Rule::SR_9_41,
            "the terrain is closed to leaders",
        ));
    }
    if scene.holds(facts.side.enemy(), to) {
        return Err(Refusal::new(
            Rule::SR_9_51,
            "an enemy combat unit is in the hex",
        ));
    }
    let accompanied = matches!(company, Company::With(_))
        && matches!(facts.level, Level::Brigade | Level::Division);
    if !accompanied && !is_safe(scene, facts.side, to) {
        return Err(Refusal::new(
            Rule::SR_9_33,
            "a leader may be next to the enemy only with a friendly unit",
        ));
    }
    Ok(HalfMp(u16::from(price)))
}

/// SR 9.56 and the scenario's playing area.
pub(crate) fn in_play(scene: &Scene<'_>, hex: HexId) -> Result<(), Refusal> {
    let turn = scene.position.now(scene.setting).map(|turn| turn.id);
    match turn.and_then(|turn| scene.tables.area(turn)) {
        Some(area) if !area.contains(hex) && !is_entry(scene, hex) => Err(Refusal::new(
            Rule::SR_9_56,
            "the hex lies outside the playing area",
        )),
        _ => Ok(()),
    }
}

/// SR 9.71: whether reinforcements come in by a hex by now, which may lie just outside the area.
pub(crate) fn is_entry(scene: &Scene<'_>, hex: HexId) -> bool {
    let turn = scene.position.now(scene.setting).map(|turn| turn.id);
    scene.tables.is_entry(hex, turn)
}

/// SR 9.31, 9.32: whether a leader may begin to move now.
///
/// # Errors
/// When his one move of the phase is over.
pub fn may_move(scene: &Scene<'_>, leader: LeaderId) -> Result<(), Refusal> {
    let state = scene.position.leader(leader);
    if !state.on_map() {
        return Err(Refusal::new(Rule::SR_9_31, "he is not on the map"));
    }
    if state.move_ended {
        // SR 13.43: whoever has helped a unit to recover stays with it.
        let helped = scene.position.stack(state.hex).any(|part| {
            let deeds = scene.position.unit(part.unit).deeds;
            deeds.has(longroll_position::Deeds::RECOVERED)
        });
        if helped {
            return Err(Refusal::new(
                Rule::SR_13_43,
                "he has helped a unit to recover and stays with it",
            ));
        }
        return Err(Refusal::new(
            Rule::SR_9_31,
            "he has made his one move of the phase",
        ));
    }
    Ok(())
}

/// Every hex a leader can ride to alone within `limit`; ask `scratch` for costs and ways.
pub fn leader_reach(scene: &Scene<'_>, scratch: &mut Scratch, leader: LeaderId, limit: HalfMp) {
    let side = scene.setting.leader(leader).side;
    let from = scene.position.leader(leader).hex;
    let turn = scene.position.now(scene.setting).map(|turn| turn.id);
    let area = turn.and_then(|turn| scene.tables.area(turn));
    let inside = |hex| area.is_none_or(|area| area.contains(hex)) || is_entry(scene, hex);
    let open = |hex| inside(hex) && is_safe(scene, side, hex);
    scratch.flood(
        scene.grid(),
        from,
        limit,
        leader_price(scene, Gait::Leader),
        open,
        |_, _| ControlFlow::Continue(()),
    );
}

/// SR 12.73, reading 118 of the assault chapter: the nearest hexes with friendly combat units, in hexes from where he stood
/// along a way free of enemy units and impassable terrain, whatever the MP; those of his own command come first.
#[must_use]
pub fn refuges(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    leader: LeaderId,
    from: HexId,
) -> SmallVec<[HexId; 4]> {
    let facts = scene.setting.leader(leader);
    let enemy = facts.side.enemy();
    let turn = scene.position.now(scene.setting).map(|turn| turn.id);
    let area = turn.and_then(|turn| scene.tables.area(turn));
    let price = leader_price(scene, Gait::Leader);
    let open = |hex| area.is_none_or(|area| area.contains(hex)) && !scene.holds(enemy, hex);
    scratch.flood(
        scene.grid(),
        from,
        HalfMp(u16::MAX / 4),
        |hex, direction, to| match price(hex, direction, to) {
            SHUT => SHUT,
            _ => 1,
        },
        open,
        |_, _| ControlFlow::Continue(()),
    );
    let own = |hex: HexId| {
        scene.position.stack(hex).any(|part| {
            let assigned = scene.position.unit(part.unit).assigned;
            scene.setting.belongs(assigned, facts.command)
        })
    };
    let friends: SmallVec<[(HexId, HalfMp); 16]> = scratch
        .reached()
        .filter(|(hex, _)| *hex != from && scene.holds(facts.side, *hex))
        .collect();
    let least = friends.iter().map(|(_, steps)| *steps).min();
    let mut nearest: SmallVec<[HexId; 4]> = friends
        .into_iter()
        .filter(|(_, steps)| Some(*steps) == least)
        .map(|(hex, _)| hex)
        .collect();
    nearest.sort_by_key(|hex| (!own(*hex), *hex));
    nearest
}
