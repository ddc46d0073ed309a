//! SR 12 and SR 2.6, as far as the chapters before it need them: cohesion rolls and losses.

use longroll_catalog::facts::{Arm, LeaderId, Mechanism, Piece, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_position::rule_set::UnionShock;
use longroll_position::{BodyKind, Cohesion, Mount, Presence, RuleBook, Topic, UnitNote};
use longroll_rule::Rule;

use crate::battle::At;
use crate::event::{Event, Purpose, Verdict};
use crate::play::Play;
use crate::sequence::first_day_hour;

/// How a UDD came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Udd {
    /// Not above Cohesion.
    Passed,
    /// Above it.
    Failed,
}

/// SR 2.6, 12.31: the Cohesion of the side that lies up; none for a gunboat.
#[must_use]
pub fn cohesion(at: At<'_>, unit: UnitId) -> Option<u8> {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let printed = match (facts.dismounted, state.mount) {
        // SR 14.21: the dismounted counter has a Cohesion of its own.
        (Some(counter), Mount::Dismounted) => counter.cohesion,
        _ => facts.cohesion.as_ref()?.value,
    };
    Some(if state.is_disordered() {
        printed.disordered
    } else {
        printed.good_order
    })
}

/// SR 11.73, BB 13.42: the leaders stacked with a unit whose chain of command it is in.
pub fn leaders_with(at: At<'_>, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
    let hex = at.position.unit(unit).hex;
    at.setting.leader_ids().filter(move |&leader| {
        let own = at.position.leader(leader);
        own.on_map()
            && own.hex == hex
            && at.setting.leader(leader).side == at.setting.unit(unit).side
            && crate::command::leads(at, leader, unit)
    })
}

/// SR 2.6: what is added to a cohesion roll of a unit wherever it is made: leaders (SR 11.73, BB 13.42), Fatigue
/// (SR 17.31), the first morning's surprise (BB 30.0-udd).
#[must_use]
pub fn udd_terms(at: At<'_>, unit: UnitId) -> Terms {
    let mut terms = Terms::new();
    let facts = at.setting.unit(unit);
    for leader in leaders_with(at, unit) {
        let level = at.setting.leader(leader).level;
        let (value, rule) = match at.setting.rules.book {
            RuleBook::BattleBook => (-1, Rule::BB_13_42),
            RuleBook::Series => (-(level as i32 + 1), Rule::SR_13_42),
        };
        terms.add(
            value,
            rule,
            format!("{} with the unit", at.setting.leader(leader).name),
        );
    }
    if facts.arm != Arm::Artillery {
        let level = i32::from(fatigue_level(at, unit));
        terms.add((level + 1) / 2, Rule::SR_17_31, "Fatigue");
    }
    if at.setting.rules.book == RuleBook::BattleBook {
        let shock = at.setting.battle.terms.cohesion_drm;
        if shock.side == facts.side
            && !shock_is_dropped(at)
            && first_day_hour(at).is_some_and(|hour| hour <= shock.until_hour)
        {
            terms.add(
                shock.drm.into(),
                Rule::BB_30_0_udd,
                "surprise of the first morning",
            );
        }
    }
    terms
}

/// BB 30.2-options: whether the players have dropped the modifier of the first morning, where the scenario lets them.
fn shock_is_dropped(at: At<'_>) -> bool {
    at.setting.rules.switches.scn2_union_shock == UnionShock::Off
        && at.setting.special(Topic::Dropped).any(|special| {
            matches!(&special.mechanism, Mechanism::MayDrop { dropped } if dropped.contains(&Rule::BB_30_0_udd))
        })
}

/// SR 17.3, BB 17.0: a unit of a brigade has its brigade's level, a loose one its own.
#[must_use]
pub fn fatigue_level(at: At<'_>, unit: UnitId) -> u8 {
    let body = at.position.body_of(at.setting, unit);
    match at.setting.body(body).kind {
        BodyKind::Brigade => at.position.body(body).fatigue.level(),
        _ => at.position.unit(unit).fatigue.level(),
    }
}

/// SR 2.6: a total equal to Cohesion or below passes, one above it fails.
#[must_use]
pub const fn judge_udd(limit: u8, total: i32) -> (Udd, Rule) {
    let outcome = if total <= limit as i32 {
        Udd::Passed
    } else {
        Udd::Failed
    };
    (outcome, Rule::SR_2_6)
}

/// SR 2.6: a UDD with the terms of its occasion on top of the standing ones. It only rolls; what a failure does is the
/// caller's rule.
///
/// # Errors
/// When a script of dice is used up.
pub fn roll_udd(
    play: &mut Play<'_>,
    unit: UnitId,
    rule: Rule,
    occasion: &Terms,
) -> Result<Udd, ChanceError> {
    let mut terms = udd_terms(play.at(), unit);
    for term in occasion.as_slice() {
        terms.add(term.value, term.rule, term.reason.clone());
    }
    let Some(cohesion) = cohesion(play.at(), unit) else {
        return Ok(Udd::Passed);
    };
    let limit = i32::from(cohesion);
    let verdict = play.roll(Purpose::Udd(unit), rule, terms, |_, total| match judge_udd(
        cohesion, total,
    )
    .0
    {
        Udd::Passed => Verdict::Passed { limit },
        Udd::Failed => Verdict::Failed { limit },
    })?;
    Ok(if matches!(verdict, Verdict::Passed { .. }) {
        Udd::Passed
    } else {
        Udd::Failed
    })
}

/// A UDD that nothing modifies, as a special rule asks for it.
///
/// # Errors
/// When a script of dice is used up.
pub fn roll_plain_udd(play: &mut Play<'_>, unit: UnitId, rule: Rule) -> Result<Udd, ChanceError> {
    let Some(cohesion) = cohesion(play.at(), unit) else {
        return Ok(Udd::Passed);
    };
    let limit = i32::from(cohesion);
    let mut outcome = Udd::Passed;
    play.roll(Purpose::Udd(unit), rule, Terms::new(), |_, total| {
        outcome = judge_udd(cohesion, total).0;
        match outcome {
            Udd::Passed => Verdict::Passed { limit },
            Udd::Failed => Verdict::Failed { limit },
        }
    })?;
    Ok(outcome)
}

/// A unit leaves the map under a rule of the scenario; leaders with it who are left alone look for others.
pub fn leave_map(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence: Presence::Left,
        hex: None,
        rule,
    });
    crate::movement::displace_exposed(play);
}

/// SR 12.31: a unit in Good Order is turned to its Disordered side.
pub fn disorder(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.position.unit(unit).cohesion == Cohesion::GoodOrder {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion: Cohesion::Disordered,
            rule,
        });
    }
}

/// SR 12.2: strength is lost; at nothing the unit is eliminated, below half it collapses (SR 12.23). SR 8.37: each gun is lost
/// by a section drawn at random among those that still have one.
///
/// # Errors
/// When a script of dice is used up.
pub fn lose(play: &mut Play<'_>, unit: UnitId, sp: u8, rule: Rule) -> Result<(), ChanceError> {
    let artillery = play.setting.unit(unit).arm == Arm::Artillery;
    let lost = sp.min(play.position.unit(unit).sp);
    if artillery {
        for _ in 0..lost {
            lose_gun(play, unit)?;
        }
    }
    let left = play.position.unit(unit).sp - lost;
    play.happens(Event::Lost {
        unit,
        sp: lost,
        left,
        rule,
    });
    if left == 0 {
        play.happens(Event::PresenceChanged {
            piece: Piece::Unit(unit),
            presence: Presence::Lost,
            hex: None,
            rule,
        });
        kill_leaders_of_nobody(play, unit);
    } else if crate::sequence::collapses(play.setting, unit, left)
        && play.position.unit(unit).cohesion != Cohesion::Collapsed
    {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion: Cohesion::Collapsed,
            rule: Rule::SR_12_23,
        });
    }
    crate::movement::after_loss(play, unit);
    Ok(())
}

/// SR 12.71: a leader is killed when the last unit of his command is eliminated; routed ones may come back to him.
pub fn kill_leaders_of_nobody(play: &mut Play<'_>, unit: UnitId) {
    let at = play.at();
    let lost = |unit: UnitId| {
        let presence = at.position.unit(unit).presence;
        matches!(presence, Presence::Lost | Presence::Absent)
    };
    let killed: Vec<LeaderId> = at
        .setting
        .chain(at.position.unit(unit).assigned)
        .filter(|&command| {
            let mut units = at.setting.unit_ids();
            units.all(|unit| {
                lost(unit) || !at.setting.belongs(at.position.unit(unit).assigned, command)
            })
        })
        .flat_map(|command| at.setting.command(command).leaders.iter().copied())
        .filter(|&leader| at.position.leader(leader).on_map())
        .collect();
    for leader in killed {
        play.happens(Event::PresenceChanged {
            piece: Piece::Leader(leader),
            presence: Presence::Lost,
            hex: None,
            rule: Rule::SR_12_71,
        });
    }
}

/// SR 8.35, 8.37: one gun of a battery.
fn lose_gun(play: &mut Play<'_>, unit: UnitId) -> Result<(), ChanceError> {
    let armed = longroll_movement::fire_front::sections_with_guns(play.position.unit(unit).guns);
    let drawn = match armed.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        several => {
            let among = u16::try_from(several.len()).unwrap_or(u16::MAX);
            let draw = usize::from(play.draw(among)?);
            several.get(draw).copied().unwrap_or_default()
        }
    };
    let mut guns = play.position.unit(unit).guns;
    if let Some(section) = guns.get_mut(drawn) {
        *section = section.saturating_sub(1);
    }
    play.note_unit(unit, UnitNote::Guns(guns));
    Ok(())
}
