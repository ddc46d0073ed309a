//! SR 9.1, 8.21: a unit under way. It goes on, choice by choice, until it halts or must stop.

use longroll_board::HexId;
use longroll_combat::fire::supply::Resupply;
use longroll_core::ChanceError;
use longroll_movement::retreat::Arrival;
use longroll_position::Deeds;
use longroll_rule::Rule;

use super::ground_checks::GroundCheck;
use super::permits::StepBack;
use super::prospect::{Deed, Prospect, Reshape};
use super::stages::{self, StageStep};
use super::{mates, shaping};
use crate::choice::Choice;
use crate::fire::{FireStep, Firing, SectionPlace};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure};
use crate::prompt::Prompt;
use crate::recovery::TurnAfterStep;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::MovingStep;

impl Procedure for MovingStep {
    type Look<'a> = Prospect<'a>;
    type Means = Deed;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: at.setting.unit(self.unit).side,
            rule: Rule::SR_9_13,
            prompt: Prompt::Moving { unit: self.unit },
        })
    }

    fn look<'a>(&self, at: At<'a>, breadth: Breadth) -> Prospect<'a> {
        Prospect::new(at, self.unit, self.progress, breadth)
    }

    fn candidates(&self, look: &Prospect<'_>, each: &mut dyn FnMut(Choice)) {
        look.candidates(each);
        each(Choice::Halt);
    }

    fn judge(&self, look: &Prospect<'_>, choice: Choice) -> Judgement<Deed> {
        look.judge(choice)
    }

    fn carry_out(self, play: &mut Play<'_>, deed: Deed) -> Result<(), ChanceError> {
        let (unit, progress) = (self.unit, self.progress);
        match deed {
            Deed::Step(stride) => stages::depart(play, unit, progress, &stride),
            Deed::Line(order, terms) => stages::depart_line(play, unit, progress, (order, &terms)),
            Deed::Sail(hex) => super::special::move_gunboat(play, unit, hex),
            Deed::Turn(terms) => stages::turn(play, unit, progress, terms),
            Deed::Refuse(hand) => shaping::refuse(play, unit, progress, hand),
            Deed::RefuseAlone(hand) => shaping::refuse_alone(play, unit, progress, hand),
            Deed::Unrefuse => shaping::unrefuse(play, unit, progress),
            Deed::Together(other) => {
                mates::join(play, unit, other);
                play.push(self);
            }
            Deed::Reshape(shape) => {
                self.announce_shape(play, shape);
            }
            Deed::GatherInDisorder(part) => self.announce_gathering(play, part),
            Deed::Mount(mount, all) => super::mounting::change(play, self, &all, mount),
            Deed::Reorder(place, hex) => {
                play.push(StageStep::Settle {
                    unit,
                    progress,
                    ends: None,
                });
                shaping::reorder(play, unit, place, hex);
            }
            Deed::Withdraw(back) => {
                self.announce_withdrawal(play, &back);
            }
            Deed::Fire(start, firing) => {
                self.fire(play, start, firing)?;
            }
            Deed::Raise(section) => {
                play.push(self);
                crate::fire::sections::raise(play, unit, section);
            }
            Deed::Supply(section, resupply) => {
                self.supply(play, section, resupply)?;
            }
            Deed::Charge(hex) => super::charging::announce(play, unit, hex)?,
            Deed::Shell(body) => {
                play.push(StageStep::Settle {
                    unit,
                    progress,
                    ends: None,
                });
                super::special::shell(play, unit, body)?;
            }
            Deed::Recover(rally) => crate::recovery::rally(play, unit, *rally)?,
            Deed::Halt if progress.settled => {}
            Deed::Halt => super::stages::halt(play, unit, progress),
        }
        Ok(())
    }
}

impl MovingStep {
    /// SR 8.42, 8.52: a new shape is announced; enemies near may move away first.
    fn announce_shape(self, play: &mut Play<'_>, shape: Reshape) {
        let (unit, progress) = (self.unit, self.progress);
        let stage = StageStep::Reshape {
            unit,
            progress,
            shape,
        };
        stages::leave_some(play, unit, shape, stage);
        // SR 9.63: a part that is laid comes into its hex.
        for hex in stages::hexes_laid(play.at(), unit, &shape) {
            let held = core::iter::once(shape.hex).chain(shape.extent.hexes());
            super::reacting::ask_all(play, Arrival::among(unit, hex, held));
            play.did(unit, Deeds::ACTED);
        }
        // BB 9.44-swamp-leave, reading I93: whoever is Disordered rolls first, and stays if it fails.
        let disordered = play.position.unit(unit).is_disordered();
        if disordered && shaping::draws_out_of_swamp(play.at(), unit, &shape) {
            let check = GroundCheck::leaving_disordered(unit);
            play.push(StageStep::Check(check));
            play.did(unit, Deeds::ACTED);
        }
    }

    /// SR 8.53: so is a column that gathers in Disorder.
    fn announce_gathering(self, play: &mut Play<'_>, part: HexId) {
        let (unit, progress) = (self.unit, self.progress);
        let stage = StageStep::GatherDisordered {
            unit,
            progress,
            part,
        };
        stages::give_up(play, unit, &[part], stage);
    }

    /// SR 9.54: a step back is announced in the same way.
    fn announce_withdrawal(self, play: &mut Play<'_>, back: &StepBack) {
        let (unit, progress) = (self.unit, self.progress);
        let direction = back.direction;
        match back.gathers {
            Some(part) => {
                let stage = StageStep::BreakLine {
                    unit,
                    progress,
                    direction,
                    part,
                };
                stages::give_up(play, unit, &[part], stage);
            }
            None => stages::announce_back(play, unit, progress, direction),
        }
    }

    /// SR 10.3: it fires on its way, from the hex in which it began.
    fn fire(self, play: &mut Play<'_>, start: HexId, firing: Firing) -> Result<(), ChanceError> {
        let (unit, progress) = (self.unit, self.progress);
        let mut next = progress;
        next.fired = true;
        play.push(StageStep::Settle {
            unit,
            progress: next,
            ends: None,
        });
        let step = FireStep::phasing(play.at(), unit, start);
        step.carry_out(play, firing)
    }

    /// SR 10.92: it brings up ammunition; it may turn afterwards.
    fn supply(
        self,
        play: &mut Play<'_>,
        section: Option<SectionPlace>,
        resupply: Resupply,
    ) -> Result<(), ChanceError> {
        let unit = self.unit;
        if section.is_some() {
            play.push(self);
        }
        let deeds = play.position.unit(unit).deeds;
        if !deeds.has(Deeds::TURNED) {
            let rule = Rule::SR_10_92;
            play.push(TurnAfterStep { unit, rule });
        }
        crate::fire::supplying::supply(play, unit, section, resupply)
    }
}
