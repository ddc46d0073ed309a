//! SR 12.2, 12.5, 12.8: a unit leaves the map.

use longroll_board::HexId;
use longroll_catalog::facts::{Piece, UnitId};
use longroll_position::Presence;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::refuge::DisplaceStep;
use crate::event::Event;
use crate::movement::drop_too_weak;
use crate::play::Play;
use crate::results::leader_loss::kill_leaders_of_nobody;

/// A unit leaves the map: eliminated, routed, left standing, under a rule of the scenario. SR 12.73: leaders who are left alone look
/// for others as soon as all who leave with it have gone, before any die and any decision.
pub(crate) fn remove(play: &mut Play<'_>, unit: UnitId, presence: Presence, rule: Rule) {
    let hexes: SmallVec<[HexId; 3]> = play.position.unit(unit).hexes().collect();
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence,
        hex: None,
        rule,
    });
    for hex in hexes {
        drop_too_weak(play, hex);
    }
    if presence == Presence::Lost {
        kill_leaders_of_nobody(play, unit);
    }
    play.at_once(DisplaceStep);
}

/// A unit leaves the map under a rule of the scenario.
pub(crate) fn leave_map(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    remove(play, unit, Presence::Left, rule);
}
