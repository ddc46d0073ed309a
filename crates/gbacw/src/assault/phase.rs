//! SR 11.11: the six steps of all assaults of a brigade Activation.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_combat::assault::{Assault, AssaultPhase, AssaultScene, Earned, Role, defenders};
use longroll_core::{ChanceError, Side};
use longroll_position::{BodyId, Note, fire};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::Aim;
use super::designating::may_assault;
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::stay_behind;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{Fall, Retirees};
use crate::step::{Ask, Done};

/// Where the assaults have come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Step 1, SR 11.31.
    Designate,
    /// Step 2, SR 11.33.
    Withdraw,
    /// Step 3, SR 11.36.
    Commit,
    /// BB 4.11-J3: after Step 3.
    Steady,
    /// SR 8.48: between Steps 3 and 4 (reading 28 of the assault chapter).
    Envelop,
    /// SR 11.56: instead of the checks of Step 4.
    Countercharge,
    /// Step 4, SR 11.37.
    Check,
    /// Step 5, SR 11.38.
    Fire,
    /// Reading 20 of the assault chapter: assaults that have lost their attackers lapse before it is asked which is next.
    Lapse,
    /// SR 11.41: which assault is next?
    Order,
    /// Step 6a and 6b.
    Resolve,
    /// What came of the die has been applied.
    Resolved,
    /// Step 6c, SR 11.46.
    Advance,
    /// Step 6d, SR 11.47: is the assault continued?
    PressOn,
    /// SR 8.49: lines that have enveloped draw together.
    DrawIn,
    /// SR 11.47-advance: where to?
    GoOn,
    /// SR 11.47-attack: against whom?
    Renew,
    /// SR 11.32: who goes on together with whom?
    Combine,
    /// Step 6e, SR 11.48.
    After,
    /// SR 11.48-march, and the end.
    End,
}

/// A unit that took part in a 6b, and its order before the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Fighter {
    pub(super) unit: UnitId,
    /// SR 11.48: as an attacker, or as one who was attacked.
    pub(super) attacked: bool,
    pub(super) was_disordered: bool,
}

impl AssaultStep {
    /// SR 12.35e: who has retreated before the assault.
    pub(crate) const fn retirees_mut(&mut self) -> &mut Retirees {
        &mut self.retirees
    }

    /// The same.
    pub(crate) const fn retirees(&self) -> &Retirees {
        &self.retirees
    }
}

/// The assaults of a brigade Activation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssaultStep {
    pub(super) stage: Stage,
    /// Whose Activation it is.
    pub(super) side: Side,
    pub(super) phase: AssaultPhase,
    /// The assaults that Steps 2 to 5 are about.
    pub(super) now: Vec<usize>,
    /// Designated assaults that have not been resolved.
    pub(super) pending: Vec<usize>,
    /// SR 11.41: the designated assaults from left to right, and where the sweep began.
    pub(super) order: Vec<Vec<usize>>,
    pub(super) from_left: Option<bool>,
    /// The assault that is being resolved.
    pub(super) current: usize,
    /// SR 11.47: further Continued assaults of the same chain.
    pub(super) more: Vec<usize>,
    /// Units still to be asked or rolled for.
    pub(super) queue: Vec<UnitId>,
    /// Hexes still to be asked or rolled for.
    pub(super) hexes: Vec<HexId>,
    /// SR 11.36: who failed to commit himself.
    pub(super) balked: Vec<UnitId>,
    /// SR 11.35: hexes left before the assault.
    pub(super) retired: Vec<HexId>,
    /// SR 12.35e: the stacks of this Step 2.
    #[serde(default)]
    pub(super) retirees: Retirees,
    /// Reading 98 of the assault chapter: assaulted hexes whose defenders fled or left their guns in Step 4.
    pub(super) fled: Vec<HexId>,
    /// Who made the last check of Step 4, with whom he stood.
    pub(super) checked: Vec<UnitId>,
    /// Who has advanced in this 6c, or could not get out of its hex.
    pub(super) tried: Vec<UnitId>,
    /// SR 12.47: units thrown back that an enemy's Continued assault lets fight again.
    pub(super) resumed: Vec<UnitId>,
    /// SR 11.47-declare: who has advanced where, for those who may react.
    pub(super) arrivals: Vec<(UnitId, HexId)>,
    /// SR 12.6: the enemies in front of those who go on, before anybody has reacted.
    #[serde(default)]
    pub(super) aimed: Vec<(UnitId, HexId)>,
    /// Whether going on has been earned by the current assault.
    pub(super) earned: Option<EarnedBy>,
    /// SR 11.48: who fought in the current chain.
    pub(super) chain: Vec<Fighter>,
    /// SR 11.47-attack, reading 100 of the assault chapter: who has gone on in the current chain, once for each time.
    #[serde(default)]
    pub(super) continuations: Vec<UnitId>,
    /// SR 11.48-march: brigades on the march that were assaulted, and who of them was involved.
    pub(super) marchers: Vec<BodyId>,
    pub(super) involved: Vec<UnitId>,
}

/// [`Earned`], to be kept in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EarnedBy {
    FailedCheck,
    Attacker,
    Defender,
}

impl From<EarnedBy> for Earned {
    fn from(earned: EarnedBy) -> Self {
        match earned {
            EarnedBy::FailedCheck => Self::FailedCheck,
            EarnedBy::Attacker => Self::Attacker,
            EarnedBy::Defender => Self::Defender,
        }
    }
}

/// What was chosen in an assault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// Step 1: a unit assaults.
    Aims(UnitId, Aim),
    /// BB 4.11-J2.
    Emboldens(LeaderId),
    /// Step 2: a unit retreats.
    Retreats(UnitId, Fall),
    /// SR 12.72: a leader goes along.
    Accompanies(LeaderId, UnitId),
    /// BB 4.11-J3.
    Steadies(LeaderId),
    /// SR 8.48.
    Envelops(UnitId, longroll_movement::extension::Closed),
    /// SR 11.56: in this hex.
    Countercharges(HexId),
    /// SR 11.37-extended: this unit makes the check.
    Checks(UnitId),
    /// SR 11.41: this assault is next.
    Next(usize),
    /// SR 11.46, 11.47-advance.
    Advances(super::following::Onward),
    /// SR 11.46-defender: a stack turns.
    Turns(UnitId, longroll_board::Facing),
    /// SR 11.47.
    Presses,
    /// SR 11.32: a Continued assault joins another.
    Joins(Union),
    /// Nothing more.
    Done,
}

/// SR 11.32: a Continued assault that may be fought together with an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Union {
    pub(super) choice: Choice,
    pub(super) place: usize,
    pub(super) with: usize,
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

    /// The scene of the questions.
    pub(super) fn look<'a>(&'a self, at: At<'a>) -> AssaultScene<'a> {
        AssaultScene {
            scene: at,
            history: &at.position.fires,
            phase: &self.phase,
        }
    }

    /// The units of the bodies that act.
    pub(super) fn members<'a>(&'a self, at: At<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let bodies = self.phase.bodies.iter();
        bodies.flat_map(move |&body| at.position.members(at.setting, body))
    }

    /// The assaults that Steps 2 to 5 are about.
    pub(super) fn now(&self) -> Vec<Assault> {
        let all = &self.phase.assaults;
        self.now
            .iter()
            .filter_map(|&each| all.get(each).cloned())
            .collect()
    }

    /// The assault that is being resolved.
    pub(super) fn current(&self) -> &Assault {
        // `current` is always the place of an assault that has been put into the list.
        &self.phase.assaults[self.current]
    }

    pub(super) fn next(mut self, play: &mut Play<'_>, stage: Stage) {
        self.stage = stage;
        play.push(self);
    }

    /// SR 11.36, 12.35f, 12.47: whoever has been driven off, or is gone, attacks no more.
    pub(super) fn drops_out(&mut self, at: At<'_>) {
        for assault in &mut self.phase.assaults {
            for attacker in &mut assault.attackers {
                let state = at.position.unit(attacker.unit);
                let spent = state.deeds.has(longroll_position::Deeds::FINISHED)
                    && !self.resumed.contains(&attacker.unit);
                let out = !state.on_map()
                    || spent
                    || !state.hexes().any(|hex| {
                        let near = |target: &HexId| at.setting.grid().adjacent(hex, *target);
                        assault.targets.iter().any(near)
                    });
                if attacker.role == Role::In && out {
                    attacker.role = Role::Out;
                }
            }
        }
    }

    /// SR 10.43, 12.44-front: tells everybody which hexes assault which.
    pub(super) fn notes_pending(&self, play: &mut Play<'_>, places: &[usize]) {
        let mut pairs: Vec<fire::Assault> = Vec::new();
        for &place in places {
            let Some(assault) = self.phase.assaults.get(place) else {
                continue;
            };
            for attacker in assault.attacking() {
                for from in play.position.unit(attacker.unit).hexes() {
                    for &on in &assault.targets {
                        let continued = assault.continued > 0;
                        let pair = fire::Assault {
                            from,
                            on,
                            continued,
                        };
                        if play.setting.grid().adjacent(from, on) && !pairs.contains(&pair) {
                            pairs.push(pair);
                        }
                    }
                }
            }
        }
        if play.position.fires.assaults != pairs {
            play.happens(Event::Noted(Note::Assaults(pairs)));
        }
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
                if self.phase.assaults.is_empty() {
                    return;
                }
                let before = play.work.len();
                self.designated(play);
                self.next(play, Stage::Withdraw);
                // SR 7.23: whoever comes under other orders by it (SR 6.34) faces anew first.
                play.work[before..].rotate_right(1);
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
            Stage::Countercharge => {
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

    pub(super) fn targets_now(&self) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = Vec::new();
        for assault in self.now() {
            for hex in assault.targets {
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
        }
        hexes
    }
}
