//! BB 14.7: gunboats on the river.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Light, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::{BodyId, Deeds, HalfMp, Part, Presence, SpecialNote};
use longroll_rule::Rule;

use super::destination::{Cause, Destination};
use super::prospect::Deed;
use super::relocation::relocate;
use super::stages::StageStep;
use crate::choice::Choice;
use crate::event::{Purpose, Roll, Verdict};
use crate::fire::FireStep;
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

/// BB 14.73: one river hex at a time, as many as its owner likes.
pub(super) fn candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    let state = at.position.unit(unit);
    let facing = state.facing;
    for hex in at.setting.neighbours(state.hex) {
        each(Choice::Move { unit, hex, facing });
    }
    if is_dark(at) {
        let enemy = at.setting.unit(unit).side.enemy();
        for body in at.setting.body_ids() {
            if at.setting.body(body).side == enemy && at.position.body(body).reserve {
                each(Choice::Shell { unit, body });
            }
        }
    }
}

/// BB 14.79: night, or dawn.
fn is_dark(at: At<'_>) -> bool {
    matches!(at.position.light(at.setting), Light::Night | Light::Dawn)
}

/// BB 14.79: whether a gunboat may keep a brigade in Reserve awake: in its first Activation of the turn, instead of other fire, a
/// different brigade each time, all of whose units are five hexes from its friends.
pub(super) fn may_shell(at: At<'_>, unit: UnitId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_14_79;
    const FAR: u32 = 5;
    let refuse = |reason| Err(Refusal::new(RULE, reason));
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    if facts.arm != Arm::Gunboat || !state.on_map() {
        return refuse("only gunboats fire over the woods");
    }
    if !is_dark(at) {
        return refuse("indirect fire is for the night and for dawn");
    }
    let own = at.position.body_of(at.setting, unit);
    if at.position.body(own).used > 1 || state.deeds.has(Deeds::FIRED) {
        return refuse("in its first Activation of the turn, instead of other fire");
    }
    let shots = at
        .setting
        .terms()
        .map_or(0, |terms| terms.gunboat_night_fires);
    let fired = at
        .position
        .special
        .shells
        .iter()
        .filter(|(boat, _)| *boat == unit);
    if fired.count() >= usize::from(shots) {
        return refuse("it has made its indirect fires of this turn");
    }
    let known = at.position.special.shells.contains(&(unit, body));
    if known {
        return refuse("each fire strikes another brigade");
    }
    if at.setting.body(body).side == facts.side || !at.position.body(body).reserve {
        return refuse("the brigade is not the enemy's in Reserve");
    }
    let friends: Vec<HexId> = at
        .setting
        .unit_ids()
        .filter(|&own| at.setting.unit(own).side == facts.side && own != unit)
        .filter(|&own| at.setting.unit(own).arm != Arm::Gunboat)
        .flat_map(|own| at.position.unit(own).hexes())
        .collect();
    let mut hexes = at
        .position
        .members(at.setting, body)
        .flat_map(|own| at.position.unit(own).hexes());
    let grid = at.setting.grid();
    let near = hexes.any(|hex| friends.iter().any(|&own| grid.distance(own, hex) < FAR));
    if near {
        return refuse("a unit of it is within five hexes of Union units");
    }
    Ok(RULE)
}

/// BB 14.79: an 8 or 9 keeps the brigade from its stragglers, a 0 is the end of the gunboat's shells.
pub(super) fn shell(play: &mut Play<'_>, unit: UnitId, body: BodyId) -> Result<(), ChanceError> {
    play.did(unit, Deeds::ACTED);
    let roll = Roll::new(
        Purpose::Shelling(unit, body),
        Rule::BB_14_79,
        Terms::new(),
        |die, _| match die.face() {
            0 => Verdict::OutOfShells,
            8.. => Verdict::KeptAwake,
            _ => Verdict::NoEffect,
        },
    );
    let verdict = play.roll(roll)?.verdict;
    play.note_special(SpecialNote::Shelled {
        unit,
        body,
        awake: verdict == Verdict::KeptAwake,
    });
    if verdict == Verdict::OutOfShells {
        crate::results::remove(play, unit, Presence::Left, Rule::BB_14_79);
    }
    Ok(())
}

/// BB 14.72, 14.73: whether a gunboat may do this.
pub(super) fn judge(at: At<'_>, unit: UnitId, choice: Choice) -> Judgement<Deed> {
    const RULE: Rule = Rule::BB_14_73;
    let Choice::Move { hex, facing, .. } = choice else {
        return Err(Refusal::new(
            RULE,
            "a gunboat moves on the river and does nothing else here",
        ));
    };
    super::permits::after_fire(at, unit)?;
    let state = at.position.unit(unit);
    let sailed = at.position.fires.shooter(Part { unit, number: 0 });
    if state.deeds.has(Deeds::FIRED) && sailed.is_some_and(|done| done.river_hexes >= 20) {
        let reason = "a gunboat that has fired sails no more than 20 hexes";
        return Err(Refusal::new(RULE, reason));
    }
    let Some(direction) = at.setting.grid().direction_between(state.hex, hex) else {
        let reason = "a step leads to an adjacent hex";
        return Err(Refusal::new(Rule::SR_9_13, reason));
    };
    longroll_movement::special::gunboat_step(&at, state.hex, direction)?;
    if facing != state.facing {
        return Err(Refusal::new(RULE, "a gunboat has no facing to change"));
    }
    let in_play = at
        .position
        .now(at.setting)
        .is_none_or(|turn| at.setting.scenario.area.contains(hex, turn.id));
    if !in_play {
        return Err(Refusal::new(RULE, "the hex is outside the area of play"));
    }
    Ok(Ruling::new(RULE, Deed::Sail(hex)))
}

/// BB 14.73: the gunboat sails on; what it moved counts for its fire.
pub(super) fn move_gunboat(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
    let there = Destination::single(hex);
    let rule = Rule::BB_14_73;
    relocate(play, unit, there, HalfMp::ONE, rule, Cause::Sails);
    // What drives it off ends its way.
    play.push(StageStep::Settle {
        unit,
        progress: longroll_movement::Progress::begin(play.position.unit(unit)),
        ends: None,
    });
    // BB 14.77: guns fire at a gunboat that comes near.
    if let Some(fire) = FireStep::approach(play.at(), unit, hex) {
        play.push(fire);
    }
}
