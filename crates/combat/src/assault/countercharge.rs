//! SR 11.56: cavalry that meets a charge with a charge.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::{Gait, MoverClass, StepGround, Way, cost};
use longroll_position::{HalfMp, Part};
use longroll_rule::Rule;

use super::advantage::{Seen, seen_from};
use super::assault_scene::AssaultScene;
use super::declared::{Assault, Charge};
use super::enemies::{lines_of, troops};

/// How a stack comes to countercharge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Countercharge {
    /// Under Attack orders: at will.
    Automatic,
    /// Under Advance orders: if this unit passes a UDD, which Disorders nobody (reading 112).
    ByCheck(UnitId),
}

/// SR 11.56: whether the cavalry of an assaulted hex may countercharge. Disordered and Blown cavalry may (reading 110).
///
/// # Errors
/// The rule that forbids it.
pub fn may_countercharge(
    look: &AssaultScene<'_>,
    hex: HexId,
    assaults: &[Assault],
) -> Result<Countercharge, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let against: Vec<&Assault> = assaults
        .iter()
        .filter(|own| own.is_pending() && own.targets.contains(&hex))
        .collect();
    let Some(first) = against.first() else {
        return refuse(Rule::SR_11_56, "nobody assaults that hex");
    };
    let side = first.by.enemy();
    if against.iter().any(|own| own.continued > 0) {
        return refuse(Rule::SR_11_57, "nobody countercharges a Continued assault");
    }
    if look.is_phasing(side) {
        return refuse(Rule::SR_11_56, "only non-phasing cavalry countercharges");
    }
    let units: Vec<UnitId> = troops(look, side, hex).map(|part| part.unit).collect();
    let Some(&top) = units.first() else {
        return refuse(Rule::SR_11_56, "nobody stands there");
    };
    if !units.iter().all(|unit| look.is_mounted(*unit)) {
        return refuse(Rule::SR_11_56, "only mounted cavalry countercharges");
    }
    let charged =
        |own: &&&Assault| own.has_charger(Charge::Infantry) || own.has_charger(Charge::Cavalry);
    let charging: Vec<&Assault> = against.iter().filter(charged).copied().collect();
    if charging.is_empty() {
        return refuse(Rule::SR_11_56, "only a charge is met by a countercharge");
    }
    // Reading 111: by whatever assault.
    if !against.iter().all(|own| comes_from_front(look, hex, own)) {
        return refuse(Rule::SR_11_56, "it is attacked from flank or rear");
    }
    if units.iter().any(|unit| has_fired_out_of_phase(look, *unit)) {
        return refuse(
            Rule::SR_11_56_effect,
            "it has fired in this enemy Activation",
        );
    }
    if !charging.iter().all(|own| is_open(look, hex, own)) {
        return refuse(
            Rule::SR_11_56_terrain,
            "the ground of the attacker forbids a charge",
        );
    }
    match look.orders(top) {
        Orders::Attack => Ok(Countercharge::Automatic),
        Orders::Advance => Ok(Countercharge::ByCheck(top)),
        Orders::March => refuse(
            Rule::SR_11_56,
            "cavalry on the march does not countercharge",
        ),
    }
}

/// Whether an assault comes into the hex over its front only.
fn comes_from_front(look: &AssaultScene<'_>, hex: HexId, own: &Assault) -> bool {
    let mut lines = lines_of(look, own)
        .into_iter()
        .filter(|across| across.to == hex);
    lines.all(|across| seen_from(look, hex, across.from) == Some(Seen::Front))
}

/// SR 11.56-terrain: whether cavalry could ride at everybody of an assault.
fn is_open(look: &AssaultScene<'_>, hex: HexId, own: &Assault) -> bool {
    let lines = lines_of(look, own).into_iter();
    let mut beside = lines.filter(|across| across.to == hex);
    beside.all(|across| may_ride(look, hex, across.from))
}

/// SR 14.24.
fn has_fired_out_of_phase(look: &AssaultScene<'_>, unit: UnitId) -> bool {
    let done = look.history.shooter(Part::counter(unit));
    done.is_some_and(|done| done.spent.iter().any(|spent| !spent.fires.is_empty()))
}

/// SR 11.52, reading 106: whether cavalry charges over this step: at most 1 MP in all, a Stream left out.
#[must_use]
pub fn may_ride(look: &AssaultScene<'_>, from: HexId, to: HexId) -> bool {
    use longroll_board::Water;
    let grid = look.scene.grid();
    let step = grid
        .direction_between(from, to)
        .and_then(|direction| StepGround::of(look.ground(), from, direction));
    let Some(mut step) = step else {
        return false;
    };
    if step.water == Water::Stream {
        step.water = Water::None;
    }
    let chart = look.scene.tables.chart();
    let price = cost::price(
        chart,
        &step,
        MoverClass::Cavalry,
        Gait::Attack,
        Way::OffRoute,
    );
    price.is_ok_and(|price| price.cost <= HalfMp::ONE)
}
