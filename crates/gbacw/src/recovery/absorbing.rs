//! BB 14.42, 14.47: Detachments go back to the regiments of their brigade.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::Presence;
use longroll_rule::Rule;

use super::reserves::gain;
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::remove;
use crate::scene::At;
use crate::sequence::first_day_hour;
use crate::step::Ask;

mod frame;

pub use self::frame::AbsorbStep;

const RULE: Rule = Rule::BB_14_42;
/// How far a Detachment may be from the regiment, in hexes.
const REACH: u8 = 3;

/// Whether two hexes are joined by so many steps free of the enemy.
fn joined_within(at: At<'_>, side: Side, from: HexId, to: HexId, reach: u8) -> bool {
    let mut ring = vec![from];
    let mut seen = vec![from];
    for _ in 0..=reach {
        if ring.contains(&to) {
            return true;
        }
        let next: Vec<HexId> = ring
            .iter()
            .flat_map(|&hex| at.setting.grid().hexes_in_range(hex, 1))
            .filter(|&hex| at.position.holder(hex) != Some(side.enemy()))
            .collect();
        ring.clear();
        for hex in next {
            if !seen.contains(&hex) {
                seen.push(hex);
                ring.push(hex);
            }
        }
    }
    false
}

/// BB 14.42: a regiment of the brigade below its original strength, three hexes away at most.
fn may_absorb(at: At<'_>, detachment: UnitId, into: UnitId) -> Result<u8, Refusal> {
    let (facts, state) = (at.setting.unit(into), at.position.unit(into));
    let own = at.position.unit(detachment);
    if !at.setting.unit(detachment).is_detachment() || !own.on_map() {
        return Err(Refusal::new(RULE, "it is no Detachment on the map"));
    }
    let brigade = at.position.body_of(at.setting, detachment);
    if facts.arm != Arm::Infantry
        || facts.is_detachment()
        || !state.on_map()
        || at.position.body_of(at.setting, into) != brigade
    {
        return Err(Refusal::new(
            RULE,
            "a regiment of its brigade absorbs a Detachment",
        ));
    }
    let room = facts.strength.value.saturating_sub(state.sp);
    if room == 0 {
        return Err(Refusal::new(RULE, "the regiment has its original strength"));
    }
    let near = state
        .hexes()
        .any(|hex| joined_within(at, facts.side, own.hex, hex, REACH));
    if !near {
        return Err(Refusal::new(
            RULE,
            "the regiment is within three hexes, by a way free of the enemy",
        ));
    }
    Ok(room.min(own.sp))
}

impl AbsorbStep {
    fn detachments<'a>(&'a self, at: At<'a>) -> impl Iterator<Item = UnitId> + 'a {
        at.setting.unit_ids().filter(move |&unit| {
            let facts = at.setting.unit(unit);
            facts.is_detachment()
                && facts.side == self.side
                && at.position.unit(unit).on_map()
                && self.rest_of.is_none_or(|own| own == unit)
        })
    }

    fn any(&self, at: At<'_>) -> bool {
        self.detachments(at).any(|unit| {
            at.setting
                .unit_ids()
                .any(|into| may_absorb(at, unit, into).is_ok())
        })
    }

    /// BB 14.47: whether this is the last moment.
    fn is_due(at: At<'_>) -> bool {
        at.setting
            .terms()
            .is_some_and(|terms| first_day_hour(at) == Some(terms.detachments_absorbed_by_hour))
    }

    fn ends(self, play: &mut Play<'_>) {
        let lost: Vec<UnitId> = if self.rest_of.is_some() || Self::is_due(play.at()) {
            self.detachments(play.at()).collect()
        } else {
            Vec::new()
        };
        let rule = match self.rest_of {
            Some(_) => RULE,
            None => Rule::BB_14_47,
        };
        for unit in lost {
            let sp = play.position.unit(unit).sp;
            let left = 0;
            play.happens(Event::Lost {
                unit,
                sp,
                left,
                rule,
            });
            remove(play, unit, Presence::Lost, rule);
        }
        if self.rest_of.is_some() {
            play.push(Self::of(self.side));
        }
    }
}

impl Procedure for AbsorbStep {
    type Means = Option<(UnitId, UnitId, u8)>;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        self.any(at).then_some(Ask {
            side: self.side,
            rule: RULE,
            prompt: Prompt::Absorb,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for unit in self.detachments(at) {
            let brigade = at.position.body_of(at.setting, unit);
            for into in at.position.members(at.setting, brigade) {
                each(Choice::Absorb { unit, into });
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Self::Means> {
        match choice {
            Choice::Absorb { unit, into } => {
                if !self.detachments(at).any(|own| own == unit) {
                    return Err(Refusal::new(RULE, "the rest of another is absorbed first"));
                }
                let sp = may_absorb(at, unit, into)?;
                Ok(Ruling::new(RULE, Some((unit, into, sp))))
            }
            Choice::Done if Self::is_due(at) => Err(Refusal::new(
                Rule::BB_14_47,
                "a Detachment that can be absorbed must be absorbed now",
            )),
            Choice::Done => Ok(Ruling::new(RULE, None)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, chosen: Self::Means) -> Result<(), ChanceError> {
        let Some((unit, into, sp)) = chosen else {
            self.ends(play);
            return Ok(());
        };
        let side = self.side;
        gain(play, into, sp, RULE);
        let left = play.position.unit(unit).sp - sp;
        if left == 0 {
            remove(play, unit, Presence::Left, RULE);
            play.push(Self::of(side));
        } else {
            play.happens(Event::Lost {
                unit,
                sp,
                left,
                rule: RULE,
            });
            let rest_of = Some(unit);
            play.push(Self { side, rest_of });
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.ends(play);
        Ok(())
    }
}
