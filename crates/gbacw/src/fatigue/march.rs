//! SR 17.22-1, 17.26: long marches.

use longroll_board::{HexId, RouteKind};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_movement::Way;
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_position::rule_set::FatigueTrail;
use longroll_position::{BodyId, Deeds};
use longroll_rule::Rule;

use crate::event::{Purpose, Roll, Verdict};
use crate::play::Play;
use crate::results::LossStep;
use crate::scene::At;

/// SR 17.22-1: whether a step of a march is not along a Road (reading 95: a Trail is none).
pub(crate) fn leaves_road(at: At<'_>, from: HexId, to: HexId, way: Way) -> bool {
    if way == Way::OffRoute {
        return true;
    }
    let ground = at.setting.ground();
    let trail_will_do = at.setting.rules.switches.march_fatigue_trail_is_road == FatigueTrail::On;
    !RouteKind::ALL
        .into_iter()
        .filter(|&kind| trail_will_do || kind != RouteKind::Trail)
        .any(|kind| ground.joined_by(from, to, kind))
}

/// Reading 96: MP spent by the MA of one Activation, rounded up. SR 5.28: never more than the march had, also of a unit that
/// was Disordered under way and has a smaller MA now.
pub(crate) fn equivalents(at: At<'_>, unit: UnitId) -> u16 {
    let spent = at.position.unit(unit).spent;
    match allowance(at.setting, at.position, unit, Fired::No) {
        Allowance::Points(points) if points.total.0 > 0 => {
            let each = (points.total.0 / u16::from(points.equivalents)).max(1);
            spent.0.div_ceil(each).min(u16::from(points.equivalents))
        }
        _ => 0,
    }
}

/// SR 17.22-1: the levels of a march: one for a fourth equivalent, one for a third off the Road. BB 4.11-march: that one is
/// spared.
pub(super) fn march_levels(at: At<'_>, unit: UnitId) -> u8 {
    let state = at.position.unit(unit);
    let body = at.position.body_of(at.setting, unit);
    let number = equivalents(at, unit);
    let off_road = state.deeds.has(Deeds::OFF_ROAD) && !at.position.body(body).march.spared;
    u8::from(number >= 4) + u8::from(number >= 3 && off_road)
}

/// SR 17.26: guns that have marched a fourth equivalent may break a wheel, once for every march.
pub(crate) fn wheels(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    let at = play.at();
    let guns: Vec<UnitId> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| {
            at.setting.unit(unit).arm == Arm::Artillery
                && at.position.unit(unit).on_map()
                && at.position.unit(unit).deeds.has(Deeds::MOVED)
                && equivalents(at, unit) >= 4
        })
        .collect();
    for unit in guns {
        let roll = Roll::new(
            Purpose::Wheels(unit),
            Rule::SR_17_26,
            Terms::new(),
            |die, _| Verdict::Guns(u8::from(die.face() >= 6)),
        );
        if let Verdict::Guns(1) = play.roll(roll)?.verdict {
            play.push(LossStep {
                unit,
                sp: 1,
                rule: Rule::SR_17_26,
            });
        }
    }
    Ok(())
}
