//! BB 18.1-fire: a unit fires at its friends; the enemy says who at whom.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::fire::{EventFire, FireScene, Occasion as FireOccasion};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::SpecialNote;
use longroll_rule::Rule;

use super::near::is_near;
use super::volleys::{EventLook, is_another_part, together};
use crate::choice::Choice;
use crate::fire::declaring::{Trigger, candidates, declared};
use crate::fire::{FireManner, FireStep, Volley};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::results::{Check, CheckStep, Checked, Occasion, RetreatStep, Shock, disorder};
use crate::scene::At;
use crate::step::{Ask, Done};

mod frame;

pub use self::frame::{MisdirectedStep, MishapStep};

const RULE: Rule = Rule::BB_18_1_fire;
/// How far a unit may be from the enemy whose fire goes astray.
const NEAR: u32 = 3;

const TRIGGER: Trigger = Trigger {
    occasion: FireOccasion::Event(EventFire::Misdirected),
    at: None,
    strikes: None,
};

/// Reading 105: two or three hexes from the enemy, and next to none of his units.
fn may_err(at: At<'_>, side: Side, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal::new(RULE, reason));
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    if facts.side != side || facts.arm != Arm::Infantry || !state.on_map() {
        return refuse("infantry of the side that errs fires");
    }
    let near = |far: u32| state.hexes().any(|hex| is_near(at, side.enemy(), hex, far));
    if near(1) {
        return refuse("it is next to the enemy");
    }
    if !near(NEAR) {
        return refuse("it is more than three hexes from the enemy");
    }
    Ok(())
}

impl MisdirectedStep {
    fn judged(
        &self,
        at: At<'_>,
        scene: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
        how: FireManner,
    ) -> Result<Volley, Refusal> {
        may_err(at, self.side, unit)?;
        if how.options.last_rounds {
            return Err(Refusal::new(RULE, "one unit fires as it would by itself"));
        }
        let mut fire = declared(scene, TRIGGER, unit, target, how)?;
        let struck = longroll_combat::fire::struck(scene, self.side, &fire)?
            .part
            .unit;
        if at.position.special.events.struck.contains(&struck) {
            return Err(Refusal::new(RULE, "friends have fired at it this turn"));
        }
        fire.strikes = Some(struck);
        let before = self.declared.as_ref().map(|volley| volley.fire());
        if let Some(first) = before {
            is_another_part(RULE, first, &fire)?;
        }
        let before = before.map_or(&[][..], core::slice::from_ref);
        together(scene, RULE, before, fire, how.joins)
    }

    fn each_candidate(
        &self,
        look: &EventLook<'_>,
        each: &mut dyn FnMut(UnitId, HexId, FireManner),
    ) {
        let scene = look.fire.scene();
        let first = self.declared.as_ref();
        for unit in look.at.setting.unit_ids() {
            let another = first.is_some_and(|volley| volley.unit() != Some(unit));
            if another || may_err(look.at, self.side, unit).is_err() {
                continue;
            }
            candidates(&scene, TRIGGER, unit, &mut |hex, how| {
                let joins = first.is_some();
                each(unit, hex, FireManner { joins, ..how });
            });
        }
    }

    /// Whether there is anybody to fire at anybody: it is asked only then.
    pub(super) fn any(&self, at: At<'_>) -> bool {
        let look = self.look(at, Breadth::One);
        let scene = look.fire.scene();
        let mut found = false;
        self.each_candidate(&look, &mut |unit, hex, how| {
            found = found || self.judged(at, &scene, unit, hex, how).is_ok();
        });
        found
    }

    fn fires(self, play: &mut Play<'_>) {
        let Some(volley) = self.declared else { return };
        if let Some(struck) = volley.strikes() {
            play.note_special(SpecialNote::Misdirected(struck));
        }
        let fire = FireStep::of_event(play.at(), EventFire::Misdirected, vec![*volley]);
        if let Some(fire) = fire {
            play.call(MishapStep::Over, fire);
        }
    }
}

impl Procedure for MisdirectedStep {
    type Look<'a> = EventLook<'a>;
    type Means = Option<Box<Volley>>;

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: self.side.enemy(),
            rule: RULE,
            prompt: Prompt::Misdirected,
        })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> EventLook<'a> {
        EventLook::new(at)
    }

    fn candidates(&self, look: &EventLook<'_>, each: &mut dyn FnMut(Choice)) {
        self.each_candidate(look, &mut |unit, target, how| {
            each(Choice::Fire { unit, target, how });
        });
        each(Choice::Done);
    }

    fn judge(&self, look: &EventLook<'_>, choice: Choice) -> Judgement<Self::Means> {
        match choice {
            Choice::Fire { unit, target, how } => {
                let volley = self.judged(look.at, &look.fire.scene(), unit, target, how)?;
                Ok(Ruling::new(RULE, Some(Box::new(volley))))
            }
            Choice::Done if self.declared.is_some() => Ok(Ruling::new(RULE, None)),
            _ => Err(self.beside_the_point(look.at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, volley: Self::Means) -> Result<(), ChanceError> {
        let more = volley.is_some();
        self.declared = volley.or(self.declared);
        if more && self.any(play.at()) {
            play.push(self);
        } else {
            self.fires(play);
        }
        Ok(())
    }
}

impl Procedure for MishapStep {
    crate::procedure::asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Strikes { unit, shock } if play.position.unit(unit).on_map() => {
                let disordered = play.position.unit(unit).is_disordered();
                match shock {
                    Shock::None => {}
                    Shock::Automatic if disordered => play.push(retreat(unit)),
                    Shock::Automatic => disorder(play, unit, RULE),
                    Shock::Check(drm) => {
                        let check = Check {
                            unit,
                            occasion: Occasion::Misdirected,
                            drm: (drm != 0).then_some((drm, Rule::SR_12_32)),
                        };
                        let frame = Self::Checked { unit, disordered };
                        play.call(frame, CheckStep::Roll(check));
                    }
                }
            }
            Self::Strikes { .. } | Self::Checked { .. } => {}
            Self::Over => {
                super::drawing::over(play);
                // BB 30.6-surprise, 31.0-alert: no marker is being played; whom the event has surprised is so no longer.
                crate::alert::end_of_marker(play, None);
            }
        }
        Ok(())
    }

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let (Self::Checked { unit, disordered }, Done::Checked(Checked::Failed)) = (self, result)
        {
            if disordered {
                play.push(retreat(unit));
            }
            return Ok(());
        }
        self.runs(play)
    }
}

/// Reading 106: one or two hexes, without the loss of a second Disorder.
fn retreat(unit: UnitId) -> RetreatStep {
    RetreatStep::by(unit, RULE)
}
