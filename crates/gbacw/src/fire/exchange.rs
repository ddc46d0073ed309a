//! SR 10.3, 10.4: a fire from its declaration to its end, with whoever answers it.
//!
//! Phasing fire is declared, the enemy says who returns it at once, everything is rolled, the results are applied (fire
//! reading 40), a target fired at from outside its front may turn, and whoever had to wait answers then. Withdrawal and
//! Approach fire are the same machine with one side firing.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{self, DeclaredFire, Occasion};
use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;
use smallvec::SmallVec;

use self::frame::Stage;
use self::look::Further;
use self::resolving::tell;
use super::declaring::{FireLook, candidates};
use super::manner::FireManner;
use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done};

mod asking;
mod frame;
mod look;
mod pending;
mod resolving;
mod spencers;
mod stack;
mod veto;

pub use self::frame::{FireStep, Volley};
pub use self::look::{ExchangeLook, Firing};
pub(crate) use self::pending::no_second_shot;
pub(crate) use self::resolving::settle_ammunition;

impl FireStep {
    /// SR 10.45: a unit has come within three hexes of enemy guns; nothing if it has not.
    #[must_use]
    pub(crate) fn approach(at: At<'_>, mover: UnitId, hex: HexId) -> Option<Self> {
        let side = at.setting.unit(mover).side.enemy();
        let step = Self {
            at: SmallVec::from_slice(&[hex]),
            ..Self::new(at, mover, side, Occasion::Approach, Stage::Collect)
        };
        (!step.shooters(at).is_empty()).then_some(step)
    }
}

impl Procedure for FireStep {
    type Look<'a> = ExchangeLook<'a>;
    type Means = Firing;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        if self.is_veto() {
            return self.asks_veto(at);
        }
        if self.is_called_off(at) {
            return None;
        }
        let side = self.asked_side()?;
        if self.stage == Stage::Declare && self.fires.is_empty() {
            return None;
        }
        let rule = match self.stage {
            Stage::Declare => Rule::SR_10_15,
            Stage::Collect if self.retracts => Rule::SR_8_42_fire,
            Stage::Collect => self.occasion.rule(),
            _ => Rule::SR_10_42,
        };
        let prompt = match self.stage {
            Stage::Declare => Prompt::MoreFire { unit: self.unit },
            _ => Prompt::AnswerFire { unit: self.unit },
        };
        Some(Ask { side, rule, prompt })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> ExchangeLook<'a> {
        let look = match self.stage {
            Stage::Declare => FireLook::under_way(at, self.unit, self.start),
            _ => FireLook::new(at),
        };
        let further = Further::default();
        ExchangeLook { at, look, further }
    }

    fn candidates(&self, look: &ExchangeLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        if self.is_veto() {
            for (unit, _) in self.cancellable(at) {
                each(Choice::Cancel { unit });
            }
            each(Choice::Done);
            return;
        }
        let scene = look.look.scene();
        let mut seen: Vec<Choice> = Vec::new();
        for unit in self.shooters(at) {
            for trigger in self.triggers(at) {
                candidates(&scene, trigger, unit, &mut |target, how| {
                    let mut manners: SmallVec<[FireManner; 2]> = SmallVec::new();
                    let mates = || longroll_combat::fire::divide_as_one(&scene, self.unit, unit);
                    if unit == self.unit || self.stage != Stage::Declare || mates() {
                        manners.push(how);
                    }
                    let before = match self.stage {
                        Stage::Declare => self.fires.last(),
                        _ => self.to_roll.last().filter(|_| self.may_join(at, unit)),
                    };
                    let before = before
                        .filter(|last| self.stage == Stage::Declare || last.fire.target == target);
                    // SR 8.45: shares of a divided fire combine at the hex that was named last.
                    let joins = |last: &&Volley| {
                        let divides = self.stage == Stage::Declare && last.fire.target == target;
                        how.sp.is_none() || divides
                    };
                    if let Some(last) = before.filter(joins) {
                        let mut options = last.fire.options;
                        let joins = true;
                        manners.push(FireManner {
                            joins,
                            options,
                            ..how
                        });
                        // SR 10.82: whoever of a stack is Low says whether these are his last rounds.
                        options.last_rounds = how.options.last_rounds;
                        if options != last.fire.options && mates() {
                            manners.push(FireManner {
                                joins,
                                options,
                                ..how
                            });
                        }
                    }
                    for how in manners {
                        let choice = Choice::Fire { unit, target, how };
                        if !seen.contains(&choice) {
                            seen.push(choice);
                            each(choice);
                        }
                    }
                });
            }
        }
        each(Choice::Done);
    }

    fn judge(&self, look: &ExchangeLook<'_>, choice: Choice) -> Judgement<Firing> {
        let at = look.at;
        match choice {
            Choice::Cancel { unit } if self.is_veto() => self.judge_veto(at, unit),
            Choice::Done if self.is_veto() => {
                let rule = self.asks(at).map_or(Rule::SR_10_13, |ask| ask.rule);
                Ok(Ruling::new(rule, Firing::Done))
            }
            _ if self.is_veto() => Err(self.beside_the_point(at)),
            Choice::Fire { unit, target, how } => self.judge_fire(look, unit, target, how),
            Choice::Done if self.stage == Stage::Declare => {
                let fires: Vec<DeclaredFire> =
                    self.fires.iter().map(|it| it.fire.clone()).collect();
                fire::judge_split(&look.look.scene(), &fires)?;
                Ok(Ruling::new(Rule::SR_10_15, Firing::Done))
            }
            Choice::Done if self.owes_fire(at, &look.look.scene()) => Err(Refusal::new(
                Rule::SR_10_41,
                "Pre-Assault fire keeps nothing back",
            )),
            Choice::Done => Ok(Ruling::new(Rule::SR_10_13, Firing::Done)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, firing: Firing) -> Result<(), ChanceError> {
        match (firing, self.stage) {
            (Firing::All(volleys), _) => {
                self.fires = volleys;
                play.push(self);
            }
            (Firing::One(volley, kept), _) => {
                tell(play, &volley, kept);
                self.to_roll.push(*volley);
                play.push(self);
            }
            (Firing::Joined(volley), _) => {
                tell(play, &volley, 0);
                self.to_roll.pop();
                self.to_roll.push(*volley);
                play.push(self);
            }
            (Firing::Cancelled(unit), _) => self.cancel(play, unit),
            (Firing::Done, Stage::Declare) => self.next(play, Stage::Warn),
            (Firing::Done, Stage::Answer) => self.next(play, Stage::VetoAnswers),
            (Firing::Done, Stage::VetoOpening | Stage::VetoAnswers | Stage::VetoNext) => {
                self.past_veto(play)?;
            }
            (Firing::Done, stage) => {
                // SR 10.41: who answers late is declared once.
                if stage == Stage::Late {
                    self.waiting.clear();
                }
                self.next(play, Stage::RollNext);
            }
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.stage {
            Stage::Collect if self.is_called_off(play.at()) => {
                play.finish(Done::FiredAt { hurt: false });
            }
            // Asked at once, with the first fire already declared.
            Stage::Declare | Stage::Answer | Stage::Collect | Stage::Late => {}
            Stage::Warn => self.warn(play),
            Stage::Announce => self.announce(play),
            Stage::VetoOpening | Stage::VetoAnswers | Stage::VetoNext => {
                return self.past_veto(play);
            }
            Stage::Roll => return self.roll_all(play),
            Stage::RollNext => self.roll_next(play),
            Stage::Second => return self.roll_second(play),
            Stage::Apply => self.apply(play),
            Stage::Retreat => self.retreat(play),
            Stage::Turn => self.turn(play),
            Stage::Close => self.close(play),
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let Done::Held(strike) = result {
            self.held.push(*strike);
        }
        self.runs(play)
    }
}
