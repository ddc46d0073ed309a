//! SR 11.11: the six steps of all assaults of a brigade Activation.

use longroll_combat::assault::{AssaultPhase, Earned, defenders};
use longroll_core::ChanceError;
use longroll_position::BodyId;
use longroll_rule::Rule;

use super::chosen::Chosen;
use super::designating::may_assault;
use super::frame::{AssaultStep, EarnedBy, Stage};
use crate::choice::Choice;
use crate::movement::stay_behind;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::Retirees;
use crate::scene::At;
use crate::step::{Ask, Done};

impl From<EarnedBy> for Earned {
    fn from(earned: EarnedBy) -> Self {
        match earned {
            EarnedBy::FailedCheck => Self::FailedCheck,
            EarnedBy::Attacker => Self::Attacker,
            EarnedBy::Defender => Self::Defender,
        }
    }
}

impl AssaultStep {
    /// SR 11.12: the assaults of these bodies; nothing if nobody of them may assault.
    #[must_use]
    pub(crate) fn of(at: At<'_>, bodies: Vec<BodyId>) -> Option<Self> {
        let &first = bodies.first()?;
        let side = at.setting.body(first).side;
        let mut step = Self {
            stage: Stage::Designate,
            side,
            phase: AssaultPhase {
                bodies,
                ..AssaultPhase::default()
            },
            now: Vec::new(),
            pending: Vec::new(),
            order: Vec::new(),
            from_left: None,
            current: 0,
            more: Vec::new(),
            queue: Vec::new(),
            hexes: Vec::new(),
            balked: Vec::new(),
            retired: Vec::new(),
            retirees: Retirees::default(),
            fled: Vec::new(),
            checked: Vec::new(),
            tried: Vec::new(),
            resumed: Vec::new(),
            arrivals: Vec::new(),
            aimed: Vec::new(),
            earned: None,
            chain: Vec::new(),
            continuations: Vec::new(),
            marchers: Vec::new(),
            involved: Vec::new(),
        };
        step.heartened(at);
        let anybody = {
            let look = step.look(at);
            let mut members = step.members(at);
            members.any(|unit| may_assault(&look, unit).is_ok())
        };
        anybody.then_some(step)
    }
}

impl Procedure for AssaultStep {
    type Means = Chosen;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let ask = |side, rule, prompt| Some(Ask { side, rule, prompt });
        match self.stage {
            Stage::Designate => ask(self.side, Rule::SR_11_31, Prompt::Assault),
            Stage::Withdraw => {
                let side = self.side.enemy();
                let anybody = self.retreaters(at).next().is_some();
                anybody.then_some(Ask {
                    side,
                    rule: Rule::SR_11_33,
                    prompt: Prompt::RetreatBeforeAssault,
                })
            }
            Stage::Steady if !self.steadiers(at).is_empty() => {
                ask(self.side, Rule::BB_4_11_J3, Prompt::Steady)
            }
            Stage::Envelop if !self.wheels(at).is_empty() => {
                ask(self.side, Rule::SR_8_48, Prompt::Envelop)
            }
            Stage::Countercharge => {
                let (unit, _) = self.charged(at)?;
                let prompt = Prompt::Countercharge { unit };
                ask(self.side.enemy(), Rule::SR_11_56, prompt)
            }
            Stage::Check if self.checkers(at).len() > 1 => ask(
                self.side.enemy(),
                Rule::SR_11_37_extended,
                Prompt::WhoChecks,
            ),
            Stage::Order if self.nexts().len() > 1 => {
                ask(self.side, Rule::SR_11_41, Prompt::NextAssault)
            }
            Stage::Advance => self.asks_advance(at),
            Stage::PressOn => self.asks_press(at),
            Stage::GoOn => self.asks_onward(at),
            Stage::Combine if !self.unions(at).is_empty() => {
                ask(self.current().by, Rule::SR_11_32, Prompt::Assault)
            }
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match self.stage {
            Stage::Designate => self.aims(at, each),
            Stage::Withdraw => self.retreat_candidates(at, each),
            Stage::Steady => {
                for leader in self.steadiers(at) {
                    each(Choice::Steady { leader });
                }
                each(Choice::Done);
            }
            Stage::Envelop => {
                for (unit, closed) in self.wheels(at) {
                    let hand = super::before::pivot(at, unit, &closed);
                    each(Choice::Wheel { unit, hand });
                }
                each(Choice::Done);
            }
            Stage::Countercharge => {
                if let Some((unit, _)) = self.charged(at) {
                    each(Choice::Countercharge { unit });
                }
                each(Choice::Done);
            }
            Stage::Check => {
                for unit in self.checkers(at) {
                    each(Choice::Check { unit });
                }
            }
            Stage::Order => {
                for place in self.nexts() {
                    let first = self.phase.assaults[place].attacking().next();
                    if let Some(attacker) = first {
                        each(Choice::Resolve {
                            unit: attacker.unit,
                        });
                    }
                }
            }
            Stage::Advance => self.advance_candidates(at, each),
            Stage::PressOn => {
                each(Choice::Press);
                each(Choice::Done);
            }
            Stage::GoOn => self.onward_candidates(at, each),
            Stage::Combine => {
                for union in self.unions(at) {
                    each(union.choice);
                }
                each(Choice::Done);
            }
            _ => {}
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Chosen> {
        let judged = match self.stage {
            Stage::Designate => self.judge_aim(at, choice),
            Stage::Withdraw => self.judge_retreat(at, choice),
            Stage::Steady | Stage::Envelop | Stage::Countercharge | Stage::Check => {
                self.judge_before(at, choice)
            }
            Stage::Order => self.judge_next(at, choice),
            Stage::Advance => self.judge_advance(at, choice),
            Stage::PressOn => self.judge_press(at, choice),
            Stage::GoOn => self.judge_onward(at, choice),
            Stage::Combine => self.judge_union(at, choice),
            _ => None,
        };
        judged.unwrap_or_else(|| Err(self.beside_the_point(at)))
    }

    fn carry_out(self, play: &mut Play<'_>, chosen: Chosen) -> Result<(), ChanceError> {
        match chosen {
            Chosen::Aims(unit, aim) => self.designate(play, unit, aim),
            Chosen::Emboldens(leader) => self.embolden(play, leader),
            Chosen::Retreats(unit, fall) => self.retire(play, unit, fall),
            Chosen::Accompanies(leader, unit) => self.accompany(play, leader, unit),
            Chosen::Steadies(leader) => self.steady(play, leader),
            Chosen::Envelops(unit, closed) => self.envelop(play, unit, closed),
            Chosen::Countercharges(hex) => return self.countercharge(play, hex),
            Chosen::Checks(unit) => return self.checks(play, unit),
            Chosen::Next(place) => self.take_up(play, place),
            Chosen::Advances(onward) => self.advances(play, onward),
            Chosen::Turns(unit, facing) => self.turns_about(play, unit, facing),
            Chosen::Presses => self.presses(play),
            Chosen::Joins(union) => self.joins(play, union),
            Chosen::Done => self.ends_stage(play),
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.stage {
            // Nobody is left who could be asked.
            Stage::Designate | Stage::Withdraw | Stage::Steady | Stage::Envelop => {
                self.ends_stage(play);
            }
            Stage::Commit => return self.commit(play),
            Stage::Countercharge => self.ends_stage(play),
            Stage::Check => return self.check(play),
            Stage::Fire => self.fires(play),
            Stage::Lapse => self.lapse(play),
            Stage::Order => self.take_next(play),
            Stage::Resolve => return self.resolve(play),
            Stage::Resolved => self.resolved(play),
            Stage::Advance => self.ends_stage(play),
            Stage::PressOn => self.goes_on_or_not(play),
            Stage::DrawIn => self.send_on(play),
            Stage::GoOn => self.gone_on(play),
            Stage::Renew => self.renews(play),
            Stage::Combine => self.renewed(play),
            Stage::After => self.after(play),
            Stage::End => return self.end(play),
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, _: Done) -> Result<(), ChanceError> {
        if self.stage == Stage::Check {
            self.note_fled(play.at());
        }
        self.runs(play)
    }
}

impl AssaultStep {
    /// Nothing more of what was asked.
    fn ends_stage(mut self, play: &mut Play<'_>) {
        let stage = match self.stage {
            Stage::Designate => {
                self.ends_designation(play);
                return;
            }
            Stage::Withdraw => {
                // SR 12.72: whoever would have gone along with a unit that stays chooses anew later.
                for assault in self.now() {
                    for unit in defenders(&self.look(play.at()), &assault) {
                        stay_behind(play, unit);
                    }
                }
                // SR 12.35e: every Step is a result of its own.
                self.retirees = Retirees::default();
                Stage::Commit
            }
            Stage::Steady => {
                // SR 11.36, 12.44-front: whoever has not committed himself threatens nobody's hex.
                self.lapses(play.at());
                self.notes_pending(play, &self.now);
                self.spares_marchers(play.at());
                Stage::Envelop
            }
            Stage::Envelop => {
                self.hexes = self.targets_now();
                Stage::Countercharge
            }
            Stage::Countercharge => self.next_countercharged(),
            Stage::Advance => {
                // SR 12.72: the same of those who do not advance.
                let assault = self.current().clone();
                let defending = defenders(&self.look(play.at()), &assault);
                let attacking = assault.attackers.iter().map(|own| own.unit);
                for unit in attacking.chain(defending) {
                    stay_behind(play, unit);
                }
                Stage::PressOn
            }
            Stage::PressOn => {
                self.holds_back(play);
                return;
            }
            Stage::Combine => {
                self.renewed(play);
                return;
            }
            other => other,
        };
        self.next(play, stage);
    }

    /// SR 11.31: nothing more is assaulted.
    fn ends_designation(mut self, play: &mut Play<'_>) {
        if self.phase.assaults.is_empty() {
            return;
        }
        let before = play.work.len();
        self.designated(play);
        self.next(play, Stage::Withdraw);
        // SR 7.23: whoever comes under other orders by it (SR 6.34) faces anew first.
        play.work[before..].rotate_right(1);
    }

    /// SR 14.24: the next hex that may countercharge, or the checks after the last.
    fn next_countercharged(&mut self) -> Stage {
        if !self.hexes.is_empty() {
            self.hexes.remove(0);
        }
        if self.hexes.is_empty() {
            self.hexes = self.targets_now();
            Stage::Check
        } else {
            Stage::Countercharge
        }
    }
}
