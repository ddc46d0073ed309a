//! SfG 2.8-front: an attacker that reaches its enemy moves in, conforms, and fights.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use longroll_tabletop::{Heading, Point, Pose, Ticks, Turn};
use serde::{Deserialize, Serialize};

use super::melee::Melee;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use crate::choice::{Choice, End};
use crate::event::{Cause, Event, Stance};
use crate::facts::{LineId, UnitId};
use crate::fighting::charging::{self, ChargeWay};
use crate::fighting::conforming;
use crate::fighting::melee::Arrived;
use crate::look::Look;
use crate::moving::{self, Walk};
use crate::play::Play;
use crate::refusal::refuse;

/// An attacker on its last steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    unit: UnitId,
    target: UnitId,
    arrived: Arrived,
    /// Where it stood when the attack began, before any turn (SfG-reading 106).
    began: Pose,
    /// The frame from which the last leg starts.
    pose: Pose,
    bearing: Turn,
    /// The leg to contact.
    leg: Ticks,
    /// What is left to conform with.
    left: Ticks,
    flank: bool,
    /// The attacker's centre where it began.
    from: Point,
    /// SfG 2.8-obstacle-once: obstacles that its front edge had crossed when it met the enemy.
    paid: Vec<LineId>,
    stage: Stage,
    defeated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Close,
    /// Two equally good places along the front: to the charger's own left, to its own right.
    Slide {
        left: (Pose, Ticks),
        right: (Pose, Ticks),
    },
    Fight,
    Over,
}

impl Assault {
    /// The end of a charge.
    #[must_use]
    pub fn new(look: Look<'_>, way: &ChargeWay, target: UnitId, leg: Ticks, left: Ticks) -> Self {
        Self {
            unit: way.unit,
            target,
            arrived: Arrived::Charge,
            began: charging::starting(look, way.unit).pose,
            pose: way.pose,
            bearing: way.bearing,
            leg,
            left,
            flank: way.flank,
            from: way.from,
            paid: moving::kept_paid(look, &charging::walked(look, way, leg)),
            stage: Stage::Close,
            defeated: false,
        }
    }

    /// The end of a breakthrough.
    #[must_use]
    pub fn breaking_through(
        look: Look<'_>,
        unit: UnitId,
        target: UnitId,
        bearing: Turn,
        leg: Ticks,
        left: Ticks,
    ) -> Self {
        let mut walk = Walk::new(charging::starting(look, unit));
        walk.go(bearing, leg);
        Self {
            unit,
            target,
            arrived: Arrived::Breakthrough,
            began: look.unit(unit).pose,
            pose: look.unit(unit).pose,
            bearing,
            leg,
            left,
            flank: charging::is_flank(look, &look.body(unit), target),
            from: moving::centre(look, unit),
            paid: moving::kept_paid(look, &walk),
            stage: Stage::Close,
            defeated: false,
        }
    }

    const fn direction(&self) -> Heading {
        self.pose.heading.turned(self.bearing)
    }

    /// The melee that follows where the attacker stands now.
    fn melee(&self, look: Look<'_>) -> Melee {
        let began = charging::starting(look, self.unit).at(self.began);
        let target = (self.target, self.flank);
        let direction = self.direction();
        Melee::new(
            look,
            self.unit,
            self.arrived,
            direction,
            self.from,
            target,
            &began.body(),
        )
    }

    /// Chances of the melee if it were fought now, the attacker at its first best place.
    #[must_use]
    pub fn forecast(&self, look: Look<'_>) -> crate::roll::Odds {
        let start = charging::starting(look, self.unit);
        let there = start.at(self.pose.leg(self.bearing, self.leg));
        let pose = if self.flank {
            there.pose
        } else {
            conforming::conform(look, self.unit, &there, self.target, self.left)
                .places
                .first()
                .map_or(there.pose, |(pose, _)| *pose)
        };
        let mut table = look.table.clone();
        table.apply(
            look.facts,
            &Event::Moved {
                unit: self.unit,
                cause: Cause::Charge,
                stance: there.at(pose),
                length: self.leg,
                rule: Rule::SFG_2_5_charge,
            },
        );
        let then = Look {
            facts: look.facts,
            table: &table,
        };
        self.melee(then).odds(then)
    }

    fn close_to(&mut self, play: &mut Play<'_>, pose: Pose, length: Ticks) {
        let look = play.look();
        // What it had crossed at contact it has paid for, and what it crosses squaring up.
        let mut walk = Walk::new(Stance {
            paid: self.paid.clone(),
            ..charging::starting(look, self.unit).at(self.pose.leg(self.bearing, self.leg))
        });
        walk.shift(pose);
        let mut stance = walk.stance.clone();
        stance.paid = moving::kept_paid(look, &walk);
        let (cause, rule) = match self.arrived {
            Arrived::Charge => (Cause::Charge, Rule::SFG_2_5_charge),
            Arrived::Breakthrough => (Cause::Breakthrough, Rule::SFG_2_8_breakthrough),
        };
        play.relocate(self.unit, cause, stance, length, rule);
        self.stage = Stage::Fight;
    }
}

impl Procedure for Assault {
    type Ruling = (Pose, Ticks);
    type Calls = Melee;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        matches!(self.stage, Stage::Slide { .. }).then(|| Ask {
            side: look.side(self.unit),
            rule: Rule::SFG_2_8_front,
            prompt: Prompt::Slide(self.unit),
        })
    }

    fn candidates(&self, _: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Slide(End::Left));
        each(Choice::Slide(End::Right));
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<(Pose, Ticks), Refusal> {
        match (&self.stage, choice) {
            (Stage::Slide { left, .. }, Choice::Slide(End::Left)) => Ok(*left),
            (Stage::Slide { right, .. }, Choice::Slide(End::Right)) => Ok(*right),
            (Stage::Slide { .. }, _) => refuse(Rule::SFG_2_8_front, "to the left or to the right"),
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        (pose, length): (Pose, Ticks),
    ) -> Result<Flow<Melee>, ChanceError> {
        self.close_to(play, pose, length);
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Melee>, ChanceError> {
        match self.stage {
            Stage::Close => {
                let look = play.look();
                let start = charging::starting(look, self.unit);
                let there = start.at(self.pose.leg(self.bearing, self.leg));
                if self.flank {
                    self.close_to(play, there.pose, self.leg);
                    return Ok(Flow::Again);
                }
                let found = conforming::conform(look, self.unit, &there, self.target, self.left);
                let gone = self.leg + found.turned;
                // The enemy's own right is the charger's left.
                let place = |(pose, by): (Pose, Ticks)| (pose, gone + by.abs());
                match found.places.as_slice() {
                    [one, other, ..] => {
                        let (left, right) = if one.1 > other.1 {
                            (*one, *other)
                        } else {
                            (*other, *one)
                        };
                        self.stage = Stage::Slide {
                            left: place(left),
                            right: place(right),
                        };
                    }
                    [only] => {
                        let (pose, length) = place(*only);
                        self.close_to(play, pose, length);
                    }
                    [] => self.close_to(play, there.pose, gone),
                }
                Ok(Flow::Again)
            }
            Stage::Fight => {
                self.stage = Stage::Over;
                Ok(Flow::Call(self.melee(play.look())))
            }
            Stage::Slide { .. } => Ok(Flow::Again),
            Stage::Over => Ok(Flow::Finish(Answer::Fought {
                defeated: self.defeated,
            })),
        }
    }

    fn resume(&mut self, _: &mut Play<'_>, answer: Answer) {
        if let Answer::Fought { defeated } = answer {
            self.defeated = defeated;
        }
    }
}
