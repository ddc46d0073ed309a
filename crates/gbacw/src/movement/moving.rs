//! SR 9.1, 8.21: a unit under way. It goes on, choice by choice, until it halts or must stop.

use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::Turn;
use longroll_movement::step::WayChoice;
use longroll_movement::{Progress, arrival, facing};
use longroll_position::{Deeds, Extent, Mount};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::ending;
use super::listing::{must_unform, offer, unforming};
use super::permits::{
    Drive, kept, may_advance_line, may_extend, may_halt, may_refuse, may_refuse_alone, may_spend,
    may_step, may_turn, may_unrefuse, may_withdraw, retractions,
};
use super::shaping;
use super::stages::{self, StageStep};
use super::together;
use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure};

/// A unit under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MovingStep {
    /// Which.
    pub unit: UnitId,
    /// The memory of its move.
    pub progress: Progress,
}

/// The unit a movement choice is about.
#[must_use]
pub const fn unit_of(choice: Choice) -> Option<UnitId> {
    match choice {
        Choice::Move { unit, .. }
        | Choice::Road { unit, .. }
        | Choice::OffRoad { unit, .. }
        | Choice::Face { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::RefuseAlone { unit, .. }
        | Choice::Together { unit, .. }
        | Choice::Unrefuse { unit }
        | Choice::Extend { unit, .. }
        | Choice::Retract { unit, .. }
        | Choice::Wheel { unit, .. }
        | Choice::About { unit }
        | Choice::Column { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Reorder { unit, .. }
        | Choice::Mount { unit }
        | Choice::Dismount { unit }
        | Choice::Withdraw { unit, .. } => Some(unit),
        _ => None,
    }
}

impl Procedure for MovingStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: at.setting.unit(self.unit).side,
            rule: Rule::SR_9_13,
            prompt: Prompt::Moving { unit: self.unit },
        })
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        let body = at.position.body_of(at.setting, self.unit);
        let others = |offers: &mut Offers<'_>| offer(at, body, self.unit, &self.progress, offers);
        others(offers);
        if !offers.wants(|choice| choice == Choice::Halt) {
            return;
        }
        match may_halt(at, &self.progress, self.unit) {
            Ok(()) => offers.add(Choice::Halt, Rule::SR_9_13),
            // A column that faces away from its extension can always turn back.
            Err(refusal) if refusal.rule == Rule::SR_8_52 => {}
            // Reading I28: a unit that can neither go on nor stop goes back to where it may.
            Err(_) if !offers.leads_on(others) => offers.add(Choice::Halt, Rule::SR_8_22),
            Err(_) => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        let (unit, progress) = (self.unit, &self.progress);
        if let Some(other) = unit_of(choice)
            && other != unit
        {
            return Some(Refusal::new(
                Rule::SR_8_21,
                "units move one at a time; another is under way",
            ));
        }
        let line = matches!(at.position.unit(unit).extent, Extent::Line { .. });
        if at.setting.unit(unit).arm == Arm::Gunboat {
            return super::special::refusal(at, unit, choice);
        }
        if at.position.unit(unit).deeds.has(Deeds::TOGETHER) {
            return together::refusal(at, progress, unit, choice);
        }
        if must_unform(at, unit)
            && !matches!(
                choice,
                Choice::Retract { .. } | Choice::Line { .. } | Choice::Halt
            )
        {
            return Some(Refusal::new(
                Rule::SR_8_53,
                "a column under Attack orders retracts or forms line first",
            ));
        }
        match choice {
            Choice::Move { hex, .. } if line => may_advance_line(at, progress, unit, hex).err(),
            Choice::Move { hex, facing, .. } => {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .err()
                    .or_else(|| {
                        Some(Refusal::new(
                            Rule::SR_7_21,
                            "off the route it turns first, then moves: face, then move",
                        ))
                    })
            }
            Choice::Road { hex, facing, .. } => {
                may_step(at, progress, unit, hex, facing, WayChoice::Route)
                    .err()
                    .or_else(|| {
                        Some(Refusal::new(
                            Rule::SR_8_13,
                            "its ordinary move follows the route already",
                        ))
                    })
            }
            Choice::OffRoad { hex, facing, .. } => {
                may_step(at, progress, unit, hex, facing, WayChoice::OffRoute)
                    .err()
                    .or_else(|| {
                        Some(Refusal::new(
                            Rule::SR_9_43,
                            "leaving the route changes nothing but the price",
                        ))
                    })
            }
            Choice::Face { facing, .. } => may_turn(at, progress, unit, facing).err(),
            Choice::Refuse { hand, .. } => may_refuse(at, progress, unit, hand).err(),
            Choice::RefuseAlone { hand, .. } => may_refuse_alone(at, progress, unit, hand).err(),
            Choice::Together { other, .. } => {
                together::may_go_together(at, progress, unit, other).err()
            }
            Choice::Unrefuse { .. } => may_unrefuse(at, progress, unit).err(),
            Choice::Extend { hand, .. } => may_extend(at, progress, unit, hand).err(),
            Choice::Retract { .. } => match retractions(at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(Rule::SR_8_42, "it cannot gather there")),
            },
            Choice::Wheel { hand, .. } => may_spend(at, unit)
                .err()
                .or_else(|| extension::move_line(&at, progress, unit, LineMove::Wheel(hand)).err()),
            Choice::About { .. } if line => may_spend(at, unit)
                .err()
                .or_else(|| extension::move_line(&at, progress, unit, LineMove::AboutFace).err()),
            Choice::About { .. } => may_spend(at, unit).err().or_else(|| {
                let to = progress.entered_facing.about_face();
                facing::turn(&at, progress, unit, to, Turn::AboutFace)
                    .and_then(|terms| {
                        Drive::of(at, unit, progress)
                            .map_or(Ok(()), |drive| drive.may_turn(at, progress, &terms))
                    })
                    .err()
            }),
            Choice::Column { .. } => match extension::columns_of_line(&at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(
                    Rule::SR_8_44_column,
                    "it cannot form column there",
                )),
            },
            Choice::Line { .. } => match extension::lines_of_column(&at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(
                    Rule::SR_8_52_line,
                    "it cannot form line there",
                )),
            },
            Choice::Reorder { .. } => may_spend(at, unit)
                .err()
                .or_else(|| arrival::may_reorder(&at, progress, unit).err())
                .or_else(|| {
                    Some(Refusal::new(
                        Rule::SR_8_24,
                        "it lies there already, or there is no such place",
                    ))
                }),
            Choice::Withdraw { hex, .. } => may_withdraw(at, progress, unit, hex).err(),
            Choice::Mount { .. } => {
                super::mounting::may_change(at, progress, unit, Mount::Mounted).err()
            }
            Choice::Dismount { .. } => {
                super::mounting::may_change(at, progress, unit, Mount::Dismounted).err()
            }
            Choice::Halt => may_halt(at, progress, unit).err(),
            _ => Some(Refusal::new(
                Rule::SR_8_21,
                "a unit is under way; it goes on or halts",
            )),
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        let (unit, progress) = (self.unit, self.progress);
        let line = matches!(play.position.unit(unit).extent, Extent::Line { .. });
        match choice {
            Choice::Move { hex, .. } if line => {
                let Ok(order) = may_advance_line(play.at(), &progress, unit, hex) else {
                    return Ok(());
                };
                stages::depart_line(play, unit, progress, order);
            }
            Choice::Wheel { hand, .. } => {
                stages::depart_line(play, unit, progress, LineMove::Wheel(hand))
            }
            Choice::About { .. } if line => {
                stages::depart_line(play, unit, progress, LineMove::AboutFace)
            }
            Choice::Move { hex, facing, .. } => {
                if at_gunboat(play, unit) {
                    super::special::move_gunboat(play, unit, hex);
                    return Ok(());
                }
                stages::depart(play, unit, progress, hex, facing, stages::Along::Best);
            }
            Choice::Road { hex, facing, .. } => {
                stages::depart(play, unit, progress, hex, facing, stages::Along::Route);
            }
            Choice::OffRoad { hex, facing, .. } => {
                stages::depart(play, unit, progress, hex, facing, stages::Along::Ground);
            }
            Choice::Face { facing, .. } => {
                let Ok(terms) = may_turn(play.at(), &progress, unit, facing) else {
                    return Ok(());
                };
                stages::turn(play, unit, progress, terms);
            }
            Choice::About { .. } => {
                let to = progress.entered_facing.about_face();
                let Ok(terms) = facing::turn(&play.at(), &progress, unit, to, Turn::AboutFace)
                else {
                    return Ok(());
                };
                stages::turn(play, unit, progress, terms);
            }
            Choice::Refuse { hand, .. } => shaping::refuse(play, unit, progress, hand),
            Choice::RefuseAlone { hand, .. } => shaping::refuse_alone(play, unit, progress, hand),
            Choice::Together { other, .. } => {
                together::join(play, unit, other);
                play.push(MovingStep { unit, progress });
            }
            Choice::Unrefuse { .. } => shaping::unrefuse(play, unit, progress),
            Choice::Extend { hand, .. } => {
                if let Ok(terms) = may_extend(play.at(), &progress, unit, hand) {
                    shaping::reshape(
                        play,
                        unit,
                        progress,
                        terms.hex,
                        terms.extent,
                        None,
                        terms.cost,
                        Rule::SR_8_42,
                    );
                }
            }
            Choice::Retract { hex, .. }
                if must_unform(play.at(), unit)
                    && unforming(play.at(), unit, &progress).is_empty() =>
            {
                shaping::gather_in_disorder(play, unit, hex);
            }
            Choice::Retract { hex, keeping, .. } => {
                let ways = retractions(play.at(), &progress, unit).unwrap_or_default();
                let way = ways
                    .into_iter()
                    .find(|(to, extent, _)| *to == hex && kept(*extent) == keeping);
                if let Some((hex, extent, cost)) = way {
                    shaping::reshape(play, unit, progress, hex, extent, None, cost, Rule::SR_8_42);
                }
            }
            Choice::Column { hex, facing, .. } | Choice::Line { hex, facing, .. } => {
                let forms = if matches!(choice, Choice::Column { .. }) {
                    extension::columns_of_line(&play.at(), &progress, unit)
                } else {
                    extension::lines_of_column(&play.at(), &progress, unit)
                };
                let form = forms
                    .unwrap_or_default()
                    .into_iter()
                    .find(|form| form.hex == hex && form.facing == facing);
                if let Some(form) = form {
                    let rule = if matches!(choice, Choice::Column { .. }) {
                        Rule::SR_8_44_column
                    } else {
                        Rule::SR_8_52_line
                    };
                    shaping::reshape(
                        play,
                        unit,
                        progress,
                        form.hex,
                        form.extent,
                        Some(form.facing),
                        form.cost,
                        rule,
                    );
                }
            }
            Choice::Mount { .. } => {
                super::mounting::change(play, progress, unit, Mount::Mounted);
            }
            Choice::Dismount { .. } => {
                super::mounting::change(play, progress, unit, Mount::Dismounted);
            }
            Choice::Reorder { place, .. } => shaping::reorder(play, unit, place),
            Choice::Withdraw { hex, .. } => {
                if let Ok(back) = may_withdraw(play.at(), &progress, unit, hex) {
                    if let Some(part) = back.gathers {
                        shaping::break_line(play, unit, part);
                    }
                    let direction = back.direction;
                    play.push(StageStep::StepBack {
                        unit,
                        progress,
                        direction,
                    });
                    super::reacting::ask_all(play, unit, hex);
                    stages::check_leaving_back(play, unit, &progress, direction);
                }
            }
            _ => ending::end_move(play, unit, progress),
        }
        Ok(())
    }

    fn run(self, _: &mut Play<'_>) -> Result<(), ChanceError> {
        Ok(())
    }
}

fn at_gunboat(play: &Play<'_>, unit: UnitId) -> bool {
    play.setting.unit(unit).arm == Arm::Gunboat
}
