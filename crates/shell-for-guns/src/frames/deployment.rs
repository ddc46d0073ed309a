//! SfG 3.0-deploy: the sides set up one division each in turn, then their corps generals.

use longroll_core::{ChanceError, Refusal, Side};
use longroll_rule::Rule;
use longroll_tabletop::Pose;
use serde::{Deserialize, Serialize};

use super::procedure::{Answer, Ask, Flow, Nobody, Procedure, Prompt, not_asked};
use crate::choice::Choice;
use crate::event::{Cause, Event, Stance};
use crate::facts::{DivisionId, GeneralId, UnitId};
use crate::look::Look;
use crate::play::Play;
use crate::refusal::refuse;
use crate::roll::{Purpose, Roll};
use crate::scenario;
use crate::scope::Scope;
use crate::table::Place;

/// Setting up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deployment {
    next: Option<Side>,
    current: Option<DivisionId>,
}

/// A legal step of setting up.
#[derive(Debug)]
pub enum Ruling {
    /// A unit stands.
    Place(UnitId, Stance),
    /// A unit is kept back.
    Reserve(UnitId, u8),
    /// A general stands.
    Station(GeneralId, Pose),
}

impl Deployment {
    /// Divisions of a side that are not complete.
    fn open(look: Look<'_>, side: Side) -> impl Iterator<Item = DivisionId> + '_ {
        look.facts
            .divisions()
            .filter(move |(id, division)| division.side == side && !complete(look, *id))
            .map(|(id, _)| id)
    }

    /// The corps general of a side who has no place yet.
    fn corps(look: Look<'_>, side: Side) -> Option<GeneralId> {
        look.facts
            .generals()
            .find(|(id, general)| {
                general.side == side
                    && general.division.is_none()
                    && look.table.general(*id).pose.is_none()
            })
            .map(|(id, _)| id)
    }

    fn left(look: Look<'_>, side: Side) -> bool {
        Self::open(look, side).next().is_some()
            || !Self::any_open(look) && Self::corps(look, side).is_some()
    }

    /// SfG-reading 169: corps generals wait for the last division of both sides.
    fn any_open(look: Look<'_>) -> bool {
        let mut sides = Side::BOTH.into_iter();
        sides.any(|side| Self::open(look, side).next().is_some())
    }

    fn may_work_on(&self, look: Look<'_>, side: Side, division: DivisionId) -> Result<(), Refusal> {
        if look.facts.division(division).side != side {
            return refuse(Rule::SFG_3_0_deploy, "it belongs to the other side");
        }
        match self.current {
            Some(current) if current != division => refuse(
                Rule::SFG_3_0_deploy,
                format!("{} is being set up", look.facts.division(current).name),
            ),
            _ => Ok(()),
        }
    }

    fn divisions(&self, look: Look<'_>, side: Side) -> Vec<DivisionId> {
        match self.current {
            Some(current) => vec![current],
            None => Self::open(look, side).collect(),
        }
    }
}

/// SfG-reading 40: a division wholly in reserve keeps its general off the table.
fn kept_back(look: Look<'_>, id: DivisionId) -> bool {
    let mut units = look.facts.division(id).units.iter();
    units.all(|unit| look.unit(*unit).place == Place::Reserve)
}

/// SfG-reading 40: every unit has its place, and the general has his unless the whole division is kept back.
fn complete(look: Look<'_>, id: DivisionId) -> bool {
    let division = look.facts.division(id);
    let waiting = division
        .units
        .iter()
        .any(|unit| look.unit(*unit).place == Place::Waiting);
    let present = division
        .units
        .iter()
        .any(|unit| look.unit(*unit).on_table());
    !waiting && (!present || look.table.general(division.general).pose.is_some())
}

impl Procedure for Deployment {
    type Ruling = Ruling;
    type Calls = Nobody;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        let side = self.next?;
        Self::left(look, side).then_some(Ask {
            side,
            rule: Rule::SFG_3_0_deploy,
            prompt: Prompt::Deploy,
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        let Some(side) = self.next else { return };
        for division in self.divisions(look, side) {
            for unit in &look.facts.division(division).units {
                if look.unit(*unit).place == Place::Waiting {
                    (1..=look.facts.turns)
                        .for_each(|due| each(Choice::Reserve { unit: *unit, due }));
                }
            }
        }
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        let Some(side) = self.next else {
            return Vec::new();
        };
        let mut scopes = Vec::new();
        for id in self.divisions(look, side) {
            let division = look.facts.division(id);
            for unit in &division.units {
                if look.unit(*unit).place == Place::Waiting {
                    scopes.push(Scope::Place(*unit));
                }
            }
            if look.table.general(division.general).pose.is_none() {
                scopes.push(Scope::Station(division.general));
            }
        }
        if self.current.is_none() && !Self::any_open(look) {
            scopes.extend(Self::corps(look, side).map(Scope::Station));
        }
        scopes
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        let ask = self.asks(look);
        let Some(Ask { side, .. }) = ask else {
            return Err(not_asked(&ask));
        };
        let waiting = |unit: UnitId| {
            self.may_work_on(look, side, look.facts.unit(unit).division)?;
            if look.unit(unit).place != Place::Waiting {
                return refuse(Rule::SFG_3_0_deploy, "it has its place already");
            }
            Ok(())
        };
        match choice {
            Choice::Place {
                unit,
                formation,
                mounted,
                pose,
            } => {
                waiting(*unit)?;
                let stance = scenario::placed(look, *unit, *formation, *mounted, *pose)?;
                Ok(Ruling::Place(*unit, stance))
            }
            Choice::Reserve { unit, due } => {
                waiting(*unit)?;
                scenario::reserve(look, *unit, *due)?;
                Ok(Ruling::Reserve(*unit, *due))
            }
            Choice::Station { general, pose } => {
                let facts = look.facts.general(*general);
                match facts.division {
                    Some(division) => self.may_work_on(look, side, division)?,
                    None if facts.side != side
                        || self.current.is_some()
                        || Self::any_open(look) =>
                    {
                        return refuse(Rule::SFG_3_0_deploy, "corps generals are set up last");
                    }
                    None => {}
                }
                if look.table.general(*general).pose.is_some() {
                    return refuse(Rule::SFG_3_0_deploy, "he has his place already");
                }
                if facts.division.is_some_and(|own| kept_back(look, own)) {
                    return refuse(
                        Rule::SFG_2_2,
                        "his whole division is in reserve: he enters with it",
                    );
                }
                scenario::stationed(look, *general, *pose)?;
                Ok(Ruling::Station(*general, *pose))
            }
            _ => Err(not_asked(&ask)),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Nobody>, ChanceError> {
        let division = match ruling {
            Ruling::Place(unit, stance) => {
                play.relocate(
                    unit,
                    Cause::Deployment,
                    stance,
                    longroll_tabletop::Ticks::ZERO,
                    Rule::SFG_3_0_deploy,
                );
                Some(play.facts.unit(unit).division)
            }
            Ruling::Reserve(unit, due) => {
                play.happens(Event::KeptBack { unit, due });
                let division = play.facts.unit(unit).division;
                let general = play.facts.division(division).general;
                if kept_back(play.look(), division) && play.table.general(general).pose.is_some() {
                    play.happens(Event::GeneralMoved {
                        general,
                        pose: None,
                        attached: None,
                        rule: Rule::SFG_2_2,
                    });
                }
                Some(division)
            }
            Ruling::Station(general, pose) => {
                play.happens(Event::GeneralMoved {
                    general,
                    pose: Some(pose),
                    attached: None,
                    rule: Rule::SFG_3_0_deploy,
                });
                play.facts.general(general).division
            }
        };
        self.current = division.filter(|division| !complete(play.look(), *division));
        if self.current.is_none()
            && let Some(side) = self.next
        {
            let other = Self::left(play.look(), side.enemy());
            self.next = Some(if other { side.enemy() } else { side });
        }
        Ok(Flow::Again)
    }

    /// SfG-reading 169: each side rolls 1D10, the lower deploys the first division.
    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Nobody>, ChanceError> {
        if self.next.is_some() {
            return Ok(Flow::Finish(Answer::Done));
        }
        loop {
            let mut dice = [0; 2];
            for (place, side) in Side::BOTH.into_iter().enumerate() {
                dice[place] = play.roll(
                    side,
                    None,
                    None,
                    Roll::ten(Purpose::Deployment, Rule::SFG_3_0_deploy),
                )?;
            }
            let side = match dice[0].cmp(&dice[1]) {
                core::cmp::Ordering::Less => Side::Union,
                core::cmp::Ordering::Greater => Side::Confederate,
                core::cmp::Ordering::Equal => continue,
            };
            play.happens(Event::DeploysFirst { side });
            let left = Self::left(play.look(), side);
            self.next = Some(if left { side } else { side.enemy() });
            return Ok(Flow::Again);
        }
    }
}
