//! SfG 2.1: both sides move their generals in secret; all moves are shown and made together (SfG-reading 37).

use longroll_core::{BySide, ChanceError, Refusal, Side};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Pose, Slot, Ticks, touches};
use serde::{Deserialize, Serialize};

use super::procedure::{Answer, Ask, Flow, Nobody, Procedure, Prompt, not_asked};
use crate::beside;
use crate::choice::Choice;
use crate::event::Event;
use crate::facts::{Gait, GeneralId, GroundClass, UnitId};
use crate::look::Look;
use crate::measure::Um;
use crate::options::GeneralsPay;
use crate::play::Play;
use crate::refusal::refuse;
use crate::scope::Scope;

/// One general's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ride {
    pub general: GeneralId,
    pub pose: Pose,
    /// With whom he will be.
    pub attach: Option<UnitId>,
}

/// The generals' phase.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Generals {
    rides: BySide<Vec<Ride>>,
    sealed: BySide<bool>,
}

/// A legal step of the phase.
#[derive(Debug)]
pub enum Ruling {
    /// One more general moves.
    Ride(Ride),
    /// The side has decided.
    Seal,
}

impl Generals {
    /// What a side has decided so far and the other must not see.
    pub(crate) fn rides_of(&self, side: Side) -> &[Ride] {
        &self.rides[side]
    }

    fn side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| !self.sealed[*side])
    }
}

/// SfG 2.1, 2.1-attach: whether a general may go there.
fn judge_ride(look: Look<'_>, ride: Ride) -> Result<(), Refusal> {
    let facts = look.facts.general(ride.general);
    let Some(from) = look.table.general(ride.general).pose else {
        return refuse(Rule::SFG_2_1, "he is not on the table");
    };
    let body = Body::placed(
        ride.pose,
        &[Slot::single(look.facts.general_size(ride.general))],
    );
    if !look.facts.terrain.contains(&body) {
        return refuse(Rule::SFG_2_1, "he would leave the table");
    }
    let reach = reach(look, ride.general, from, ride.pose);
    let way = (ride.pose.front - from.front).length_rounded_up();
    if from.front.squared_distance(ride.pose.front) > i64::from(reach.0) * i64::from(reach.0) {
        return refuse(Rule::SFG_2_1, format!("{} UM of {}", Um(way), Um(reach)));
    }
    beside::may_rest(look, &body, None)?;
    let touched = look
        .of_side(facts.side.enemy())
        .find(|enemy| look.body(*enemy).is_in_contact(&body));
    if let Some(enemy) = touched
        && ride.attach.is_none()
    {
        let reason = format!("alone he would touch {}", look.name(enemy));
        return refuse(Rule::SFG_2_1, reason);
    }
    if let Some(unit) = ride.attach {
        if look.side(unit) != facts.side || !look.unit(unit).on_table() {
            return refuse(Rule::SFG_2_1_attach, "no unit of his side on the table");
        }
        let near = |base| body.bases().iter().any(|own| touches(own, base));
        if !look.body(unit).bases().iter().any(near) {
            return refuse(Rule::SFG_2_1_attach, "he does not end in contact with it");
        }
    }
    Ok(())
}

/// SfG 2.1: 12 UM whatever the ground; SfG-reading 38: by the table if the switch says so.
fn reach(look: Look<'_>, general: GeneralId, from: Pose, to: Pose) -> Ticks {
    let pace = look.facts.figures.pace(Gait::General);
    match look.facts.options.generals_pay_terrain {
        GeneralsPay::Off => pace.standard,
        GeneralsPay::On => {
            let size = look.facts.general_size(general);
            let front = |pose| Slot::single(size).placed(pose).front_edge();
            let (classes, crosses) = look.facts.terrain.met(front(from), front(to));
            let mut reach = pace.standard;
            for class in classes {
                if class != GroundClass::Impassable {
                    reach = reach.min(pace.on(class).unwrap_or(reach));
                }
            }
            if crosses {
                reach = reach.min(pace.obstacle.unwrap_or(reach));
            }
            reach
        }
    }
}

impl Procedure for Generals {
    type Ruling = Ruling;
    type Calls = Nobody;

    fn asks(&self, _: Look<'_>) -> Option<Ask> {
        self.side().map(|side| Ask {
            side,
            rule: Rule::SFG_2_1,
            prompt: Prompt::Generals,
        })
    }

    fn candidates(&self, _: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Done);
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        let Some(side) = self.side() else {
            return Vec::new();
        };
        look.facts
            .generals()
            .filter(|(id, general)| {
                general.side == side
                    && look.table.general(*id).pose.is_some()
                    && self.rides[side].iter().all(|ride| ride.general != *id)
            })
            .map(|(id, _)| Scope::General(id))
            .collect()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        let Some(side) = self.side() else {
            return Err(not_asked(&None));
        };
        match choice {
            Choice::Done => Ok(Ruling::Seal),
            Choice::General {
                general,
                pose,
                attach,
            } => {
                if look.facts.general(*general).side != side {
                    return refuse(Rule::SFG_2_1, "he is the enemy's");
                }
                if self.rides[side].iter().any(|ride| ride.general == *general) {
                    return refuse(Rule::SFG_2_1, "he has moved in this phase");
                }
                let ride = Ride {
                    general: *general,
                    pose: *pose,
                    attach: *attach,
                };
                judge_ride(look, ride)?;
                Ok(Ruling::Ride(ride))
            }
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Nobody>, ChanceError> {
        let Some(side) = self.side() else {
            return Ok(Flow::Again);
        };
        match ruling {
            Ruling::Ride(ride) => self.rides[side].push(ride),
            Ruling::Seal => {
                self.sealed[side] = true;
                play.happens(Event::Sealed {
                    side,
                    rule: Rule::SFG_2_1,
                });
                play.reveal();
            }
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Nobody>, ChanceError> {
        for ride in self.rides.union.iter().chain(&self.rides.confederate) {
            play.happens(Event::GeneralMoved {
                general: ride.general,
                pose: Some(ride.pose),
                attached: ride.attach,
                rule: if ride.attach.is_some() {
                    Rule::SFG_2_1_attach
                } else {
                    Rule::SFG_2_1
                },
            });
        }
        Ok(Flow::Finish(Answer::Done))
    }
}
