//! SR 10.3, 10.4: a fire from its declaration to its end, with whoever answers it.
//!
//! Phasing fire is declared, the enemy says who returns it at once, everything is rolled, the results are applied (fire
//! reading 40), a target fired at from outside its front may turn, and whoever had to wait answers then. Withdrawal and
//! Approach fire are the same machine with one side firing.

use core::cell::RefCell;
use std::rc::Rc;

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_combat::fire::{
    self, DeclaredFire, EventFire, FireOptions, FireScene, FireTerms, Occasion, Shot, Wear,
};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::Cohesion;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub(crate) use self::resolving::settle_ammunition;
use self::resolving::tell;
use super::FireManner;
use super::declaring::{FireLook, candidates};
use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::results::{Hit, StrikeStep};
use crate::step::{Ask, Done, Step};

mod asking;
mod resolving;
mod spencers;
mod stack;
mod veto;

/// A declared fire with the terms of its shots.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    fire: DeclaredFire,
    shots: SmallVec<[FireTerms; 2]>,
}

impl Volley {
    /// What was declared.
    pub(crate) const fn fire(&self) -> &DeclaredFire {
        &self.fire
    }

    /// SR 10.44, BB 18.1-fire: whom it strikes, if one unit was named.
    pub(crate) const fn strikes(&self) -> Option<UnitId> {
        self.fire.strikes
    }

    /// Judges a declared fire.
    pub(crate) fn of(look: &FireScene<'_>, fire: DeclaredFire) -> Result<Self, Refusal> {
        let first = fire::terms(look, &fire, Shot::First)?;
        let mut shots: SmallVec<[FireTerms; 2]> = SmallVec::new();
        shots.push(first);
        let twice = |firer: &fire::FiringPart| fire::fires_twice(look, firer.part.unit);
        if fire.options.rapid || fire.from.iter().all(twice) {
            shots.extend(fire::terms(look, &fire, Shot::Second).ok());
        }
        Ok(Self { fire, shots })
    }

    /// Who fires.
    pub(crate) fn unit(&self) -> Option<UnitId> {
        self.fire.from.first().map(|firer| firer.part.unit)
    }
}

/// The dice that wear the ammunition of a firer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Worn {
    unit: UnitId,
    section: Option<u8>,
    target: HexId,
    /// Which of the fires.
    volley: usize,
    before: Ammunition,
    shots: Vec<(Wear, u8)>,
}

/// Where an exchange has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// SR 10.15: more of the same unit's fire.
    Declare,
    /// SR 6.34: a brigade in Reserve wakes up.
    Warn,
    /// What is declared is announced.
    Announce,
    /// BB 18.1-nofire: is somebody kept from what opens the exchange?
    VetoOpening,
    /// SR 10.42: who answers at once?
    Answer,
    /// BB 18.1-nofire: is somebody kept from answering?
    VetoAnswers,
    /// SR 10.44, 10.45: who fires at the mover?
    Collect,
    /// Everything declared is rolled.
    Roll,
    /// SR 10.41: what was declared out of phase is rolled and applied one by one.
    RollNext,
    /// BB 18.1-nofire: is somebody kept from the next of these?
    VetoNext,
    /// The results, one by one.
    Apply,
    /// SR 14.31, 14.32: a second shot.
    Second,
    /// Fire reading 40: retreats that have waited.
    Retreat,
    /// SR 9.61: targets turn or refuse.
    Turn,
    /// SR 10.42, 10.45: who answers now?
    Late,
    /// Ammunition.
    Close,
}

/// An exchange of fire.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireStep {
    stage: Stage,
    /// Who fires first.
    side: Side,
    /// The unit that fires, or at whose movement is fired.
    unit: UnitId,
    /// SR 9.55-1: where it began its move.
    start: HexId,
    /// SR 10.44, 10.45: what set off a fire out of phase.
    occasion: Occasion,
    /// SR 10.44, 10.45: the hexes that may be fired at.
    at: SmallVec<[HexId; 3]>,
    /// SR 10.44: who leaves; where others stay in the hex these are fired at instead.
    leavers: SmallVec<[UnitId; 4]>,
    /// SR 8.42-fire: it gives up these hexes and keeps others.
    #[serde(default)]
    retracts: bool,
    /// SR 8.35-assault: who assaults.
    assaulting: SmallVec<[UnitId; 4]>,
    /// From where to where the opening fires go, and whether by limited sight.
    lanes: SmallVec<[(HexId, HexId, bool); 4]>,
    /// The fires that opened the exchange.
    fires: Vec<Volley>,
    /// What is declared and not yet rolled.
    to_roll: Vec<Volley>,
    /// What has been rolled and not yet applied.
    hits: Vec<Hit>,
    /// Fire reading 40: results whose retreat waits.
    held: Vec<StrikeStep>,
    /// SR 10.42, 10.45: who may answer only after the results.
    waiting: Vec<(UnitId, HexId)>,
    /// SR 10.44: the unit as it was before it was fired at.
    before: (u8, Cohesion),
    worn: Vec<Worn>,
    /// SR 14.31: whether Spencers have opened the fire, and whether they have been answered.
    #[serde(default)]
    duel: Duel,
    /// SR 14.31, 14.32, 14.38: second shots that wait, with where the firer stood.
    #[serde(default)]
    second: Vec<(Volley, HexId)>,
}

/// SR 14.31: the order of an exchange with Spencers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Duel {
    /// Nobody who fires first has Spencers.
    #[default]
    None,
    /// Their first shot comes before any answer.
    Unanswered,
    /// The answers come before their second.
    Answered,
}

impl FireStep {
    fn new(at: At<'_>, unit: UnitId, side: Side, occasion: Occasion, stage: Stage) -> Self {
        let state = at.position.unit(unit);
        Self {
            stage,
            side,
            unit,
            start: state.hex,
            occasion,
            at: SmallVec::new(),
            leavers: SmallVec::new(),
            retracts: false,
            assaulting: SmallVec::new(),
            lanes: SmallVec::new(),
            fires: Vec::new(),
            to_roll: Vec::new(),
            hits: Vec::new(),
            held: Vec::new(),
            waiting: Vec::new(),
            before: (state.sp, state.cohesion),
            worn: Vec::new(),
            duel: Duel::None,
            second: Vec::new(),
        }
    }

    /// SR 10.3: a unit that began its move in `start` begins to declare its fire.
    #[must_use]
    pub(crate) fn phasing(at: At<'_>, unit: UnitId, start: HexId) -> Self {
        let side = at.setting.unit(unit).side;
        Self {
            start,
            ..Self::new(at, unit, side, Occasion::Phasing, Stage::Declare)
        }
    }

    /// BB 18.1, 19.0: an event lets somebody fire.
    #[must_use]
    pub(crate) fn of_event(at: At<'_>, event: EventFire, fires: Vec<Volley>) -> Option<Self> {
        let unit = fires.first()?.unit()?;
        let side = at.setting.unit(unit).side;
        let occasion = Occasion::Event(event);
        Some(Self {
            fires,
            ..Self::new(at, unit, side, occasion, Stage::Warn)
        })
    }

    /// BB 18.1-fire, 19.0-5: whether nobody answers.
    fn is_unanswered(&self) -> bool {
        matches!(
            self.occasion,
            Occasion::Event(EventFire::Misdirected | EventFire::AtWill)
        )
    }

    /// SR 10.44: a unit is about to leave its hexes; nothing if nobody could fire at it.
    #[must_use]
    pub(crate) fn withdrawal(at: At<'_>, mover: UnitId, company: &[UnitId]) -> Option<Self> {
        let hexes: SmallVec<[HexId; 3]> = at.position.unit(mover).hexes().collect();
        Self::leaving(at, mover, company, &hexes)
    }

    /// SR 8.42-fire, 10.44: the same for the hexes that a new shape gives up.
    #[must_use]
    pub(crate) fn retraction(at: At<'_>, mover: UnitId, hexes: &[HexId]) -> Option<Self> {
        let step = Self::leaving(at, mover, &[], hexes)?;
        Some(Self {
            retracts: true,
            ..step
        })
    }

    /// SR 10.44: the same for some of its hexes.
    #[must_use]
    pub(crate) fn leaving(
        at: At<'_>,
        mover: UnitId,
        company: &[UnitId],
        hexes: &[HexId],
    ) -> Option<Self> {
        let side = at.setting.unit(mover).side.enemy();
        let near = |hex: &HexId| at.position.next_to_enemy(at.setting, *hex, side.enemy());
        let hexes: SmallVec<[HexId; 3]> = hexes.iter().copied().filter(near).collect();
        hexes.first()?;
        Some(Self {
            at: hexes,
            leavers: core::iter::once(mover)
                .chain(company.iter().copied())
                .collect(),
            ..Self::new(at, mover, side, Occasion::Withdrawal, Stage::Collect)
        })
    }

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

    /// SR 10.43, 11.38: units assault from these hexes; whoever may fires at them.
    #[must_use]
    pub(crate) fn before_assault(
        at: At<'_>,
        attackers: &[UnitId],
        side: Side,
        hexes: SmallVec<[HexId; 3]>,
    ) -> Option<Self> {
        let &attacker = attackers.first()?;
        Some(Self {
            at: hexes,
            assaulting: attackers.iter().copied().collect(),
            ..Self::new(at, attacker, side, Occasion::PreAssault, Stage::Collect)
        })
    }

    /// SR 10.44: whoever stays in a hex that others leave is fired at instead.
    fn who_stays(&self, at: At<'_>, hex: HexId) -> Option<UnitId> {
        if self.leavers.is_empty() {
            return None;
        }
        let mut stack = at.position.stack(hex).map(|part| part.unit);
        stack.find(|unit| !self.leavers.contains(unit))
    }

    fn at_stage(mut self, stage: Stage) -> Self {
        self.stage = stage;
        self
    }

    fn next(self, play: &mut Play<'_>, stage: Stage) {
        play.push(self.at_stage(stage));
    }
}

/// What was chosen in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Firing {
    /// The declaration with one more fire.
    All(Vec<Volley>),
    /// A fire out of phase, with the SP that are kept back.
    One(Box<Volley>, u8),
    /// SR 8.45, 10.63: the last fire out of phase with another one added to it.
    Joined(Box<Volley>),
    /// BB 18.1-nofire: this unit does not fire.
    Cancelled(UnitId),
    /// Nobody fires (any more).
    Done,
}

/// What the judgements of one question about fire share.
#[derive(Debug)]
pub struct ExchangeLook<'a> {
    at: At<'a>,
    look: FireLook<'a>,
    further: Further,
}

/// What else the unit of a declaration could fire at, by what binds all its shares; found out once for a whole list.
#[derive(Debug, Default)]
struct Further(RefCell<Vec<KnownFires>>);

type KnownFires = (Option<FireOptions>, Rc<[DeclaredFire]>);

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

/// SR 14.3: a unit suffers a second Disorder; its second shot in the fire under way is lost.
pub(crate) fn no_second_shot(play: &mut Play<'_>, unit: UnitId) {
    let at = play.stage.at(play.position);
    for step in play.work.iter_mut() {
        if let Some(fire) = step.fire_mut() {
            fire.takes_no_second_shot(at, unit);
        }
    }
}

impl Step {
    fn fire_mut(&mut self) -> Option<&mut FireStep> {
        match self {
            Self::Fire(step) => Some(step),
            Self::Awaits(waiting) => waiting.frame_mut().fire_mut(),
            _ => None,
        }
    }
}
