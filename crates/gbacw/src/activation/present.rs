//! SR 5.32, 5.35: the bodies of a marker, and whether anybody of them is there to act.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_position::{ActivatorId, BodyId, BodyKind, Presence};

use crate::movement;
use crate::scene::At;

/// Bodies that use an activator's markers and have anybody to act.
pub fn bodies_of(at: At<'_>, activator: ActivatorId) -> impl Iterator<Item = BodyId> + '_ {
    at.setting
        .body_ids()
        .filter(move |&body| at.position.body(body).activator == activator)
        .filter(move |&body| has_anybody(at, body))
}

/// Whether anybody uses this activator's markers now.
#[must_use]
pub fn has_anybody_to_act(at: At<'_>, activator: ActivatorId) -> bool {
    bodies_of(at, activator).next().is_some()
}

/// Whether a body has units on the map, or entering.
pub(super) fn has_anybody(at: At<'_>, body: BodyId) -> bool {
    has_anybody_under(at, body, |_| true)
}

/// The same for units whose own orders fit: units Out of Command keep theirs (SR 5.36), loose cavalry has its own (BB 4.24).
pub(super) fn has_anybody_under(at: At<'_>, body: BodyId, fits: impl Fn(Orders) -> bool) -> bool {
    let mut units = present(at, body);
    units.any(|unit| fits(at.position.unit(unit).orders))
        || leads_the_routed(at, body) && fits(at.position.body(body).orders)
}

/// SR 9.31, 6.33: whether a brigadier rides though his units are all routed.
pub(super) fn leads_the_routed(at: At<'_>, body: BodyId) -> bool {
    let routed = |unit| at.position.unit(unit).presence == Presence::Routed;
    let leader = crate::command::body_leader(at, body);
    at.setting.body(body).kind == BodyKind::Brigade
        && leader.is_some_and(|leader| {
            at.setting.leader(leader).command == at.setting.body(body).command
                && at.position.leader(leader).on_map()
        })
        && at.position.members(at.setting, body).any(routed)
}

/// SR 6.26, 5.36: whether anybody of a body has not marched this turn, because March orders never reached him or because he
/// comes only now; whoever has marched acts no more.
pub(super) fn has_anybody_who_did_not_march(at: At<'_>, body: BodyId) -> bool {
    present(at, body).any(|unit| {
        let state = at.position.unit(unit);
        state.orders != Orders::March && !state.march.done
    })
}

/// The units of a body on the map, and those who may come onto it now.
fn present(at: At<'_>, body: BodyId) -> impl Iterator<Item = UnitId> + '_ {
    let units = at.position.members(at.setting, body);
    units.filter(move |&unit| match at.position.unit(unit).presence {
        Presence::OnMap => true,
        Presence::Due(group) => movement::may_enter_now(at, group),
        _ => false,
    })
}
