//! SR 12.81: guns that were left standing get a crew again.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, Piece, UnitId};
use longroll_movement::stacking::is_legal_with;
use longroll_position::{Cohesion, Deeds, Extent, HalfMp, Presence};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::orders::{FacingStep, facing_kind, give_unit, lags_behind};
use crate::play::Play;
use crate::scene::At;

const RULE: Rule = Rule::SR_12_81;

/// The guns that stand abandoned in a hex.
fn abandoned_in(at: At<'_>, hex: HexId) -> impl Iterator<Item = UnitId> {
    at.setting.gun_ids().filter(move |&unit| {
        let state = at.position.unit(unit);
        matches!(
            state.presence,
            Presence::AbandonedOne | Presence::AbandonedTwo
        ) && state.hex == hex
    })
}

/// Whether guns stand abandoned in a hex.
pub(crate) fn are_guns_left(at: At<'_>, hex: HexId) -> bool {
    abandoned_in(at, hex).next().is_some()
}

/// Whether guns of its side stand abandoned in a hex, for a unit that comes there to man.
pub(crate) fn has_guns_to_man(at: At<'_>, friend: UnitId, hex: HexId) -> bool {
    !left_standing(at, hex, friend).is_empty()
}

/// The guns of a side that stand abandoned in a hex, the strongest first.
fn left_standing(at: At<'_>, hex: HexId, friend: UnitId) -> SmallVec<[UnitId; 2]> {
    let side = at.setting.unit(friend).side;
    let mut guns: SmallVec<[UnitId; 2]> = abandoned_in(at, hex)
        .filter(|&unit| at.setting.unit(unit).side == side)
        .collect();
    guns.sort_by_key(|&unit| core::cmp::Reverse(at.position.unit(unit).sp));
    guns
}

/// A unit is where friendly guns stand abandoned: one battery gets a crew if there is room for it, Disordered and facing as
/// the unit does. It waits for its next Activation.
pub(crate) fn crew_guns(play: &mut Play<'_>, friend: UnitId) {
    let hexes: SmallVec<[HexId; 3]> = play.position.unit(friend).hexes().collect();
    for hex in hexes {
        crew_guns_in(play, friend, hex);
    }
}

/// The same in a hex that the unit only passes through.
pub(crate) fn crew_guns_in(play: &mut Play<'_>, friend: UnitId, hex: HexId) {
    let guns = left_standing(play.at(), hex, friend);
    for &unit in &guns {
        ends_its_march(play, unit);
    }
    let fits = |unit: &UnitId| {
        let part = (*unit, Extent::Single, 0);
        is_legal_with(play.setting, &play.position, hex, part).is_ok()
    };
    let crewed = |play: &Play<'_>| {
        play.position.stack(hex).any(|part| {
            part.unit != friend
                && play.setting.unit(part.unit).arm == longroll_catalog::facts::Arm::Artillery
        })
    };
    if let Some(unit) = guns.into_iter().find(fits)
        && !crewed(play)
    {
        crew(play, unit, hex, friend);
    }
}

/// SR 8.12, 4.23: guns that were left standing on the march are under the orders of their brigade when it marches no longer; else
/// nobody could stop with them.
fn ends_its_march(play: &mut Play<'_>, unit: UnitId) {
    let body = play.position.body_of(play.setting, unit);
    let orders = play.position.body(body).orders;
    let marched = play.position.unit(unit).orders == Orders::March;
    if marched && orders != Orders::March && lags_behind(play.at(), unit) {
        give_unit(play, unit, orders, RULE);
    }
}

fn crew(play: &mut Play<'_>, unit: UnitId, hex: HexId, friend: UnitId) {
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule: RULE,
    });
    if play.position.unit(unit).cohesion != Cohesion::Disordered {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion: Cohesion::Disordered,
            rule: RULE,
        });
    }
    // SR 7.11: as those who stand there do; the unit that brings the crew may only be passing.
    let mut others = play.position.stack(hex).map(|part| part.unit);
    let stays = others.find(|&other| other != friend && other != unit);
    let facing = play.position.unit(stays.unwrap_or(friend)).facing;
    if play.position.unit(unit).facing != facing {
        play.happens(Event::Turned {
            unit,
            facing,
            cost: HalfMp::ZERO,
            rule: RULE,
        });
    }
    // SR 7.11, 7.23: guns under other orders than those who pass do not keep a facing that theirs do not allow.
    if facing.kind() != facing_kind(play.position.unit(unit).orders) {
        play.at_once(FacingStep { unit });
    }
    if play.position.acts_now(play.setting, unit) {
        play.did(unit, Deeds::FINISHED);
    }
}
