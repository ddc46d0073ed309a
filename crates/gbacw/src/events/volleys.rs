//! BB 19.0-1, 19.0-5: events in which a side fires outside every Activation.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{DeclaredFire, EventFire, FireScene, Occasion};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{Fortune, Part};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::misdirected::MishapStep;
use crate::choice::Choice;
use crate::fire::declaring::{FireLook, Trigger, add, candidates, declared};
use crate::fire::{FireManner, FireStep, Volley};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::EventFireStep;

impl EventFireStep {
    const fn fortune(&self) -> Fortune {
        match self.event {
            EventFire::Batteries => Fortune::Batteries,
            EventFire::AtWill | EventFire::Misdirected => Fortune::AtWill,
        }
    }

    const fn trigger(&self) -> Trigger {
        Trigger {
            occasion: Occasion::Event(self.event),
            at: None,
            strikes: None,
        }
    }

    /// What is declared with this fire: the first, one that joins it, or that of the second battery of the hex by itself.
    fn judged(
        &self,
        at: At<'_>,
        scene: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
        how: FireManner,
    ) -> Result<Vec<Volley>, Refusal> {
        let rule = self.event.rule();
        let refuse = |reason| Err(Refusal::new(rule, reason));
        if at.setting.unit(unit).side != self.side {
            return refuse("the side that fortune favours fires");
        }
        let fire = declared(scene, self.trigger(), unit, target, how)?;
        let before: SmallVec<[DeclaredFire; 2]> = self
            .declared
            .iter()
            .map(|volley| volley.fire().clone())
            .collect();
        let Some(first) = before.first() else {
            return Ok(vec![together(scene, rule, &before, fire, how.joins)?]);
        };
        match self.event {
            EventFire::Batteries => {
                let firers = before.iter().flat_map(|fire| &fire.from);
                let batteries: std::collections::BTreeSet<UnitId> =
                    firers.map(|firer| firer.part.unit).collect();
                let hex = at.position.unit(unit).hex;
                if batteries.contains(&unit) {
                    return refuse("it fires already");
                }
                if batteries.len() > 1 {
                    return refuse("two batteries fire at most");
                }
                if batteries
                    .iter()
                    .any(|&own| at.position.unit(own).hex != hex)
                {
                    return refuse("two batteries fire only from one hex");
                }
                // SR 10.63: they may fire together, or each by itself.
                let all = add(scene, &before, fire, how.joins)?;
                all.into_iter()
                    .map(|fire| Volley::of(scene, fire))
                    .collect()
            }
            EventFire::AtWill | EventFire::Misdirected => {
                is_another_part(rule, first, &fire)?;
                Ok(vec![together(scene, rule, &before, fire, how.joins)?])
            }
        }
    }

    fn each_candidate(
        &self,
        look: &EventLook<'_>,
        each: &mut dyn FnMut(UnitId, HexId, FireManner),
    ) {
        let (at, scene) = (look.at, look.fire.scene());
        let last = self.declared.last();
        let near = last.and_then(Volley::unit);
        for unit in at.setting.unit_ids() {
            let state = at.position.unit(unit);
            if at.setting.unit(unit).side != self.side || !state.on_map() {
                continue;
            }
            if near.is_some_and(|first| at.position.unit(first).hex != state.hex) {
                continue;
            }
            candidates(&scene, self.trigger(), unit, &mut |hex, how| {
                if let Some(volley) = last {
                    let joined = FireManner {
                        joins: true,
                        options: volley.fire().options,
                        ..how
                    };
                    each(unit, hex, joined);
                }
                if last.is_none() || self.event == EventFire::Batteries {
                    each(unit, hex, how);
                }
            });
        }
    }

    /// Whether there is anything (more) to declare: it is asked only then.
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
        let fire = FireStep::of_event(play.at(), self.event, self.declared);
        if let Some(fire) = fire {
            play.call(MishapStep::Over, fire);
        }
    }
}

/// SR 8.45: whether what joins the fire of a regiment is another hex of the same regiment.
pub(super) fn is_another_part(
    rule: Rule,
    first: &DeclaredFire,
    fire: &DeclaredFire,
) -> Result<(), Refusal> {
    let any = |same: fn(Part, Part) -> bool| {
        let mut firers = first.from.iter();
        firers.any(|firer| fire.from.iter().any(|own| same(firer.part, own.part)))
    };
    if !any(|one, other| one.unit == other.unit) {
        return Err(Refusal::new(rule, "one infantry unit fires"));
    }
    if any(|one, other| one == other) {
        return Err(Refusal::new(rule, "it fires already"));
    }
    Ok(())
}

/// What has been declared, with a fire that joins it or is the first.
pub(super) fn together(
    scene: &FireScene<'_>,
    rule: Rule,
    before: &[DeclaredFire],
    fire: DeclaredFire,
    joins: bool,
) -> Result<Volley, Refusal> {
    match <[DeclaredFire; 1]>::try_from(add(scene, before, fire, joins)?) {
        Ok([fire]) => Volley::of(scene, fire),
        Err(_) => Err(Refusal::new(
            rule,
            "those who fire together fire at one hex",
        )),
    }
}

/// What the judgements of a fire in an event share.
#[derive(Debug)]
pub struct EventLook<'a> {
    pub(super) at: At<'a>,
    pub(super) fire: FireLook<'a>,
}

impl<'a> EventLook<'a> {
    pub(super) fn new(at: At<'a>) -> Self {
        let fire = FireLook::new(at);
        Self { at, fire }
    }
}

impl Procedure for EventFireStep {
    type Look<'a> = EventLook<'a>;
    type Means = Option<Vec<Volley>>;

    fn asks(&self, _: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: self.side,
            rule: self.event.rule(),
            prompt: Prompt::Fortune {
                fortune: self.fortune(),
            },
        })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> EventLook<'a> {
        EventLook::new(at)
    }

    fn candidates(&self, look: &EventLook<'_>, each: &mut dyn FnMut(Choice)) {
        let mut seen: Vec<Choice> = Vec::new();
        self.each_candidate(look, &mut |unit, target, how| {
            let choice = Choice::Fire { unit, target, how };
            if !seen.contains(&choice) {
                seen.push(choice);
                each(choice);
            }
        });
        each(Choice::Done);
    }

    fn judge(&self, look: &EventLook<'_>, choice: Choice) -> Judgement<Self::Means> {
        match choice {
            Choice::Fire { unit, target, how } => {
                let volleys = self.judged(look.at, &look.fire.scene(), unit, target, how)?;
                Ok(Ruling::new(self.event.rule(), Some(volleys)))
            }
            Choice::Done => Ok(Ruling::new(self.event.rule(), None)),
            _ => Err(self.beside_the_point(look.at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, volleys: Self::Means) -> Result<(), ChanceError> {
        match volleys {
            Some(volleys) => {
                self.declared = volleys;
                if self.any(play.at()) {
                    play.push(self);
                } else {
                    self.fires(play);
                }
            }
            None => self.fires(play),
        }
        Ok(())
    }
}
