//! SR 11.33: Retreat before assault.

use longroll_catalog::facts::{Arm, BattleDay, Experience, Mechanism, Orders, UnitId};
use longroll_core::{Refusal, Side};
use longroll_movement::retreat::{RetreatCause, RetreatPath, retreat_paths};
use longroll_position::rule_set::RetreatBeforeContinued;
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Role};
use super::enemies::defended_hexes;

/// SR 11.33, 11.33-excluded: whether a unit may Retreat before these assaults: all designated ones in Step 2, or the one Continued
/// assault that is about to be fought (reading 22). Each unit of a stack decides for itself (reading 23).
///
/// # Errors
/// The rule that forbids it.
pub fn may_retreat_before(
    look: &AssaultScene<'_>,
    unit: UnitId,
    now: &[Assault],
) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let side = look.facts(unit).side;
    let concerns = |assault: &&Assault| {
        assault.by != side
            && assault.is_pending()
            && look
                .state(unit)
                .hexes()
                .any(|hex| assault.targets.contains(&hex))
    };
    let mut against = now.iter().filter(concerns).peekable();
    if against.peek().is_none() {
        return refuse(Rule::SR_11_33, "nobody is about to assault it");
    }
    if look.is_phasing(side) {
        return refuse(
            Rule::SR_11_33,
            "only non-phasing units retreat before assault",
        );
    }
    if against.any(|assault| assault.continued > 0)
        && look.switches().retreat_before_continued_assault == RetreatBeforeContinued::Off
    {
        return refuse(Rule::SR_11_47, "nobody retreats before a Continued assault");
    }
    let excluded = |reason| refuse(Rule::SR_11_33_excluded, reason);
    if matches!(look.facts(unit).arm, Arm::Artillery | Arm::Gunboat) {
        return excluded("artillery does not retreat before assault");
    }
    match look.orders(unit) {
        Orders::Attack => return excluded("units under Attack orders stand"),
        Orders::March => return excluded("units under March orders cannot get away"),
        Orders::Advance => {}
    }
    let all = now.iter().chain(&look.phase.assaults).filter(concerns);
    let mounted = |assault: &Assault| assault.attacking().any(|own| look.is_mounted(own.unit));
    if all.into_iter().any(mounted) {
        return excluded("nobody gets away from mounted cavalry");
    }
    Ok(())
}

/// SR 11.33, 11.34: the ways on which a unit may Retreat before these assaults: one hex on foot, up to two mounted. An Extended Line
/// that can go back extended does so (`movement::retreat::line_retreats`).
///
/// # Errors
/// The rule that forbids it.
pub fn retreats_before(
    look: &AssaultScene<'_>,
    unit: UnitId,
    now: &[Assault],
) -> Result<Vec<RetreatPath>, Refusal> {
    may_retreat_before(look, unit, now)?;
    let mut cause = RetreatCause::default();
    let side = look.facts(unit).side;
    for assault in now.iter().filter(|own| own.by != side && own.is_pending()) {
        if look
            .state(unit)
            .hexes()
            .any(|hex| assault.targets.contains(&hex))
        {
            cause
                .causing
                .extend(retreat_cause(look, assault, side).causing);
        } else {
            cause.pending.extend(assault.targets.iter().copied());
        }
    }
    let most = if look.is_mounted(unit) { 2 } else { 1 };
    Ok(retreat_paths(&look.scene, unit, &cause, 1, most, |_| true))
}

/// Reading 81: from whom a side falls back that this assault drives back, and which hexes give no cover because an assault on them is
/// still to be fought (SR 12.44-front).
#[must_use]
pub fn retreat_cause(look: &AssaultScene<'_>, assault: &Assault, side: Side) -> RetreatCause {
    let mut cause = RetreatCause::default();
    if side == assault.by {
        cause.causing.extend(defended_hexes(look, assault));
    } else {
        for own in &assault.attackers {
            match &own.role {
                Role::Out => {}
                Role::In => cause.causing.extend(look.state(own.unit).hexes()),
                Role::Fought(print) => cause.causing.extend(print.hexes.iter().copied()),
            }
        }
    }
    let others = look.phase.assaults.iter();
    for other in others.filter(|other| *other != assault && other.is_pending()) {
        cause.pending.extend(other.targets.iter().copied());
    }
    cause.pending.retain(|hex| !assault.targets.contains(hex));
    cause
}

/// SR 11.33-disordered, BB 14.1-retreat: the rule by which a unit makes one UDD after its Retreat before assault (readings 25, 26).
#[must_use]
pub fn rolls_after_retreat(look: &AssaultScene<'_>, unit: UnitId) -> Option<Rule> {
    if look.state(unit).is_disordered() {
        return Some(Rule::SR_11_33_disordered);
    }
    let facts = look.facts(unit);
    // BB 14.53: cavalry counts as Green for attacking alone.
    let green = facts.arm == Arm::Infantry && facts.experience.value == Experience::Green;
    let scenario = &look.scene.setting.scenario;
    let free = |mechanism: &Mechanism| matches!(mechanism, Mechanism::GreenRetreatsFreely);
    let spared = scenario
        .special_rules
        .iter()
        .any(|rule| free(&rule.mechanism));
    (green && is_first_day(look) && !spared).then_some(Rule::BB_14_1_retreat)
}

/// BB 14.1: a scenario that began on the first day of the battle, in a turn of that day.
fn is_first_day(look: &AssaultScene<'_>) -> bool {
    let setting = look.scene.setting;
    let today = look.scene.position.now(setting).map(|turn| turn.id.day);
    setting.terms().is_some()
        && setting.scenario.day == BattleDay::First
        && today == Some(setting.scenario.first_turn().day)
}
