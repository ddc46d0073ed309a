//! SR 12.44, 12.72: the choice of those who fall back: by which way, and who goes along.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::Refusal;
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::movement::may_fall_back_with;
use crate::procedure::{Judgement, Ruling};
use crate::results::falls::{falls, why_not};
use crate::results::way_back::Fall;
use crate::scene::At;

/// SR 12.44: units that may fall back in any order, and every way of each.
#[derive(Debug)]
pub struct FallsLook<'a> {
    /// Where they stand.
    pub at: At<'a>,
    ways: Vec<(UnitId, Vec<Fall>)>,
}

impl<'a> FallsLook<'a> {
    /// Those of the units that can.
    pub(crate) fn of(at: At<'a>, units: &[UnitId]) -> Self {
        let there = units
            .iter()
            .filter(|&&unit| at.position.unit(unit).on_map());
        let ways = there
            .map(|&unit| (unit, falls(at, unit)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect();
        Self { at, ways }
    }

    /// Every way back, and SR 12.72: the leaders who may go along.
    pub(crate) fn candidates(&self, each: &mut dyn FnMut(Choice)) {
        for (unit, ways) in &self.ways {
            way_candidates(self.at, *unit, ways, each);
        }
    }

    /// SR 12.44, 12.72: whether one of them may fall back so; nothing if the choice is about something else.
    pub(crate) fn judge(&self, choice: Choice) -> Option<Judgement<Falling>> {
        let ways_of = |unit| self.ways.iter().find(|(own, _)| *own == unit);
        let ways = match choice {
            Choice::FallBack { unit, .. } => ways_of(unit).map(|(_, ways)| ways.as_slice()),
            _ => None,
        };
        let falling = |unit| ways_of(unit).is_some();
        judge_way(
            self.at,
            choice,
            falling,
            ways.unwrap_or_default(),
            Rule::SR_6_24_C,
            |hex| match choice {
                Choice::FallBack { unit, .. } => why_not(self.at, unit, hex),
                _ => Refusal::new(Rule::SR_12_44, "it does not fall back now"),
            },
        )
    }
}

pub(super) fn way_candidates(
    at: At<'_>,
    unit: UnitId,
    ways: &[Fall],
    each: &mut dyn FnMut(Choice),
) {
    for way in ways {
        each(way.choice(unit));
    }
    let side = at.setting.unit(unit).side;
    for leader in at.setting.leader_ids() {
        if at.setting.leader(leader).side == side {
            each(Choice::Accompany { leader, unit });
        }
    }
}

/// What was chosen of units that fall back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Falling {
    /// SR 12.72: a leader goes along with a unit.
    Accompany(LeaderId, UnitId),
    /// SR 12.44: a unit goes this way.
    Back(UnitId, Fall),
}

pub(super) fn judge_way(
    at: At<'_>,
    choice: Choice,
    mut falling: impl FnMut(UnitId) -> bool,
    ways: &[Fall],
    rule: Rule,
    why_not: impl FnOnce(HexId) -> Refusal,
) -> Option<Judgement<Falling>> {
    Some(match choice {
        Choice::Accompany { leader, unit } if falling(unit) => may_fall_back_with(at, leader, unit)
            .map(|rule| Ruling::new(rule, Falling::Accompany(leader, unit))),
        Choice::Accompany { leader, unit } => Err(may_fall_back_with(at, leader, unit)
            .err()
            .unwrap_or(Refusal::new(Rule::SR_12_72, "it does not fall back"))),
        Choice::FallBack { unit, hex, .. } if falling(unit) => {
            match ways.iter().find(|way| way.choice(unit) == choice) {
                Some(&way) => Ok(Ruling::new(rule, Falling::Back(unit, way))),
                None => Err(why_not(hex)),
            }
        }
        Choice::FallBack { .. } => Err(Refusal::new(Rule::SR_12_44, "it does not fall back now")),
        _ => return None,
    })
}
