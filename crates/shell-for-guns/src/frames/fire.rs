//! SfG 2.6, 2.7: one unit fires, the target suffers and is pushed back.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use longroll_tabletop::Body;
use serde::{Deserialize, Serialize};

use super::losses::Losses;
use super::procedure::{Answer, Ask, Flow, Procedure, not_asked};
use crate::choice::Choice;
use crate::event::{Cause, Event};
use crate::facts::{Cover, UnitId};
use crate::fighting::charging;
use crate::fighting::cover;
use crate::fighting::firing::{self, Charged};
use crate::fighting::forced::{self, Force};
use crate::look::Look;
use crate::moving;
use crate::options::Pushback;
use crate::play::Play;
use crate::roll::{Purpose, Roll};

/// Reaction fire: where the charger is shot at, and how it charges.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Reaction {
    pose: longroll_tabletop::Pose,
    by_horse: bool,
    frontal: bool,
}

/// One fire.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Firing {
    unit: UnitId,
    target: UnitId,
    reaction: Option<Reaction>,
    stage: Stage,
    hits: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Roll,
    Push,
}

impl Firing {
    /// A unit fires at another.
    #[must_use]
    pub const fn new(unit: UnitId, target: UnitId) -> Self {
        Self {
            unit,
            target,
            reaction: None,
            stage: Stage::Roll,
            hits: 0,
        }
    }

    /// SfG 2.5-stand: a unit fires at its charger where it is shot at.
    #[must_use]
    pub const fn in_reaction(
        unit: UnitId,
        charger: UnitId,
        pose: longroll_tabletop::Pose,
        charged: Charged,
    ) -> Self {
        Self {
            unit,
            target: charger,
            reaction: Some(Reaction {
                pose,
                by_horse: charged.by_horse,
                frontal: charged.frontal,
            }),
            stage: Stage::Roll,
            hits: 0,
        }
    }

    fn granted_by(&self, look: Look<'_>) -> Rule {
        let joined = look.unit(self.unit).joined.is_some();
        match (look.is_battery(self.unit), self.reaction.is_some()) {
            (true, true) if joined => Rule::SFG_2_3_batteries_fire,
            (true, true) => Rule::SFG_2_5_reaction_battery,
            (true, false) => Rule::SFG_2_6_gun_table,
            (false, true) => Rule::SFG_2_5_stand,
            (false, false) => Rule::SFG_2_6_musket_dice,
        }
    }

    fn aim(&self, look: Look<'_>) -> (Body, Option<Charged>) {
        match &self.reaction {
            None => (look.body(self.target), None),
            Some(reaction) => {
                let stance = charging::starting(look, self.target).at(reaction.pose);
                let charged = Charged {
                    by_horse: reaction.by_horse,
                    frontal: reaction.frontal,
                };
                (stance.body(), Some(charged))
            }
        }
    }
}

/// SfG 2.7: one push die; works hold, a 6 disorders all the same.
fn push(play: &mut Play<'_>, unit: UnitId, firer: UnitId) -> Result<(), ChanceError> {
    let look = play.look();
    let from = moving::centre(look, firer);
    let held = cover::holds(look, unit, from);
    let hidden = cover::against(look, unit, &look.body(unit), from, true) != Cover::Open;
    let rule = match (held, hidden) {
        (true, _) => Rule::SFG_2_7_works,
        (false, true) => Rule::SFG_2_7_cover,
        (false, false) => Rule::SFG_2_7,
    };
    let roll = Roll::table(Purpose::Push, rule, [1, 1, 1, 1, 1, 2]);
    let (distance, six) = play.roll_for(unit, roll)?;
    let look = play.look();
    if !held {
        let direction = forced::away_from(look, unit, from);
        let far = longroll_tabletop::Ticks(1000 * distance);
        let retreat = forced::retreat(look, unit, direction, far, Force::Fire);
        if retreat.length > longroll_tabletop::Ticks::ZERO {
            play.relocate(unit, Cause::Push, retreat.stance, retreat.length, rule);
        }
        if retreat.disorders {
            play.disorder(unit, forced::DISORDERED);
        }
    }
    if six {
        play.disorder(unit, Rule::SFG_2_7);
    }
    Ok(())
}

impl Procedure for Firing {
    type Ruling = ();
    type Calls = Losses;

    fn asks(&self, _: Look<'_>) -> Option<Ask> {
        None
    }

    fn candidates(&self, _: Look<'_>, _: &mut dyn FnMut(Choice)) {}

    fn judge(&self, _: Look<'_>, _: &Choice) -> Result<(), Refusal> {
        Err(not_asked(&None))
    }

    fn carry_out(&mut self, _: &mut Play<'_>, (): ()) -> Result<Flow<Losses>, ChanceError> {
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Losses>, ChanceError> {
        match self.stage {
            Stage::Roll => {
                self.stage = Stage::Push;
                let (body, charged) = self.aim(play.look());
                let Ok(volley) =
                    firing::volley(play.look(), self.unit, self.target, &body, charged)
                else {
                    return Ok(Flow::Finish(Answer::Hits(0)));
                };
                let rule = self.granted_by(play.look());
                play.happens(Event::Fired {
                    unit: self.unit,
                    target: self.target,
                    reaction: self.reaction.is_some(),
                    rule,
                });
                let (hits, _) = play.roll_for(self.unit, volley.roll)?;
                self.hits = u8::try_from(hits).unwrap_or(u8::MAX);
                if self.hits > 0 {
                    let losses = Losses::new(self.target, self.hits, Vec::new());
                    return Ok(Flow::Call(losses));
                }
                Ok(Flow::Again)
            }
            Stage::Push => {
                let dice = match play.facts.options.pushback {
                    Pushback::Fire => u8::from(self.hits >= 2),
                    Pushback::Pairs => self.hits / 2,
                };
                if self.reaction.is_none() {
                    for _ in 0..dice {
                        if play.table.unit(self.target).on_table() {
                            push(play, self.target, self.unit)?;
                        }
                    }
                }
                Ok(Flow::Finish(Answer::Hits(self.hits)))
            }
        }
    }
}
