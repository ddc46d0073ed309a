//! SR 10.3, 10.4: a fire from its declaration to its end, with whoever answers it.
//!
//! Phasing fire is declared, the enemy says who returns it at once, everything is rolled, the results are applied (fire
//! reading 40), a target fired at from outside its front may turn, and whoever had to wait answers then. Withdrawal and
//! Approach fire are the same machine with one side firing.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Arm, Orders, UnitId};
use longroll_combat::fire::{
    self, DeclaredFire, FireOutcome, FireScene, FireTerms, FirerArm, Load, Occasion, Shot,
    Simultaneity, Wear,
};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::{BodyId, BodyNote, Cohesion};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::declaring::{FireLook, Trigger, add, candidates, declared, fits};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::movement::{FaceCause, ReactStep};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::results::{AdvanceStep, Hit, Shock, StrikeStep};
use crate::step::{Ask, Done};

/// A declared fire with the terms of its shots.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    fire: DeclaredFire,
    shots: SmallVec<[FireTerms; 2]>,
}

impl Volley {
    fn of(look: &FireScene<'_>, fire: DeclaredFire) -> Result<Self, Refusal> {
        let first = fire::terms(look, &fire, Shot::First)?;
        let mut shots: SmallVec<[FireTerms; 2]> = SmallVec::new();
        shots.push(first);
        let twice = |firer: &fire::FiringPart| fire::fires_twice(look, firer.part.unit);
        if fire.options.rapid || fire.from.iter().all(twice) {
            shots.extend(fire::terms(look, &fire, Shot::Second).ok());
        }
        Ok(Self { fire, shots })
    }

    fn unit(&self) -> Option<UnitId> {
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
    /// SR 10.42: who answers at once?
    Answer,
    /// SR 10.44, 10.45: who fires at the mover?
    Collect,
    /// Everything declared is rolled.
    Roll,
    /// SR 10.41: what was declared out of phase is rolled and applied one by one.
    RollNext,
    /// The results, one by one.
    Apply,
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
    /// SR 10.44: whom it strikes, if not the top unit.
    strikes: Option<UnitId>,
    /// SR 10.44: who leaves a hex where others stay, and is not fired at.
    spared: SmallVec<[UnitId; 4]>,
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
            strikes: None,
            spared: SmallVec::new(),
            lanes: SmallVec::new(),
            fires: Vec::new(),
            to_roll: Vec::new(),
            hits: Vec::new(),
            held: Vec::new(),
            waiting: Vec::new(),
            before: (state.sp, state.cohesion),
            worn: Vec::new(),
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

    /// SR 10.44: a unit is about to leave its hexes; nothing if nobody could fire at it.
    #[must_use]
    pub(crate) fn withdrawal(at: At<'_>, mover: UnitId, company: &[UnitId]) -> Option<Self> {
        let hexes: SmallVec<[HexId; 3]> = at.position.unit(mover).hexes().collect();
        Self::leaving(at, mover, company, &hexes)
    }

    /// SR 8.42-fire, 10.44: the same for some of its hexes.
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
        let &first = hexes.first()?;
        // SR 10.44: whoever stays in the hex is fired at instead.
        let stays = |unit: UnitId| unit != mover && !company.contains(&unit);
        let mut stack = at.position.stack(first).map(|part| part.unit);
        let strikes = stack.find(|&unit| stays(unit));
        let mut spared: SmallVec<[UnitId; 4]> = SmallVec::new();
        if strikes.is_some() {
            spared.push(mover);
            spared.extend(company.iter().copied());
        }
        Some(Self {
            at: hexes,
            strikes,
            spared,
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

    fn at_stage(mut self, stage: Stage) -> Self {
        self.stage = stage;
        self
    }

    fn next(self, play: &mut Play<'_>, stage: Stage) {
        play.push(self.at_stage(stage));
    }

    /// Who may be worth asking at this stage.
    fn shooters(&self, at: At<'_>) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        let mut take = |hex: HexId, side: Side| {
            for part in at.position.stack(hex) {
                let unit = part.unit;
                if at.setting.unit(unit).side == side && !found.contains(&unit) {
                    found.push(unit);
                }
            }
        };
        match (self.stage, self.occasion) {
            (Stage::Declare, _) => take(at.position.unit(self.unit).hex, self.side),
            (Stage::Collect, Occasion::Approach) => {
                for &hex in &self.at {
                    for near in at.held_within(self.side, hex, 3) {
                        take(near, self.side);
                    }
                }
                let grid = at.setting.grid();
                let has_guns = |unit: &UnitId| {
                    matches!(at.setting.unit(*unit).arm, Arm::Artillery | Arm::Gunboat)
                };
                found.retain(has_guns);
                let boats = at.setting.unit_ids().filter(|&unit| {
                    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
                    facts.arm == Arm::Gunboat
                        && facts.side == self.side
                        && state.on_map()
                        && self
                            .at
                            .iter()
                            .any(|&hex| grid.distance(state.hex, hex) <= 3)
                });
                found.extend(boats);
            }
            (Stage::Collect, _) => {
                for &hex in &self.at {
                    for near in at.setting.neighbours(hex) {
                        take(near, self.side);
                    }
                }
            }
            (Stage::Late, _) => found.extend(self.waiting.iter().map(|(unit, _)| *unit)),
            _ => {
                for (origin, struck, _) in self.lanes.clone() {
                    take(struck, self.side.enemy());
                    let around = at.setting.neighbours(struck);
                    for near in around.chain(at.setting.neighbours(origin)) {
                        take(near, self.side.enemy());
                    }
                }
            }
        }
        found
    }

    /// From where to where the opening fires go, and whether by limited sight. SR 10.42: an answer goes to the hex the fire came
    /// from, wherever the firer is by then.
    fn find_lanes(&self, at: At<'_>) -> SmallVec<[(HexId, HexId, bool); 4]> {
        let mut found = SmallVec::new();
        for volley in &self.fires {
            for firer in &volley.fire.from {
                let limited = volley.fire.options.limited;
                if let Some(origin) = firer.hex(at.position) {
                    let lane = (origin, volley.fire.target, limited);
                    if !found.contains(&lane) {
                        found.push(lane);
                    }
                }
            }
        }
        found
    }

    /// What may be fired at, on which occasion.
    fn triggers(&self) -> SmallVec<[Trigger; 4]> {
        match self.stage {
            Stage::Declare => SmallVec::from_slice(&[Trigger::PHASING]),
            Stage::Collect => {
                let triggers = self.at.iter().map(|&hex| Trigger {
                    occasion: self.occasion,
                    at: Some(hex),
                    strikes: self.strikes,
                });
                triggers.collect()
            }
            _ => {
                let lanes = self.lanes.iter().copied();
                let triggers = lanes.map(|(origin, struck, limited)| Trigger {
                    occasion: Occasion::Return { struck, limited },
                    at: Some(origin),
                    strikes: None,
                });
                triggers.collect()
            }
        }
    }

    fn asked_side(&self) -> Option<Side> {
        match self.stage {
            Stage::Declare | Stage::Collect => Some(self.side),
            Stage::Answer | Stage::Late => Some(self.side.enemy()),
            _ => None,
        }
    }

    /// A fire that is declared at this stage.
    fn judge_fire(
        &self,
        look: &FireLook<'_>,
        at: At<'_>,
        unit: UnitId,
        target: HexId,
        manner: super::FireManner,
    ) -> Judgement<Firing> {
        let scene = look.scene();
        let mut refused = None;
        for trigger in self.triggers() {
            let judged = declared(&scene, trigger, unit, target, manner).and_then(|fire| {
                if self.stage == Stage::Declare {
                    return self.judge_more(&scene, unit, fire, manner.joins);
                }
                if manner.joins {
                    let rule = trigger.occasion.rule();
                    return Err(Refusal::new(
                        rule,
                        "out of phase every unit fires by itself",
                    ));
                }
                let volley = Volley::of(&scene, fire)?;
                self.in_time(at, &scene, unit, target)?;
                let kept = self.kept(&scene, &volley.fire)?;
                Ok(Firing::One(Box::new(volley), kept))
            });
            match judged {
                Ok(firing) => {
                    let rule = trigger.occasion.rule();
                    return Ok(Ruling::new(rule, firing));
                }
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        Err(refused.unwrap_or(Refusal::new(Rule::SR_10_12, "there is nobody to fire at")))
    }

    /// SR 10.42, 10.45: whether its answer counts at this stage.
    fn in_time(
        &self,
        at: At<'_>,
        look: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), Refusal> {
        let order = self.order_of(at, look, unit, target);
        match self.stage {
            Stage::Answer if order != Simultaneity::Simultaneous => Err(Refusal::new(
                Rule::SR_10_45,
                "it answers after the results have been applied",
            )),
            Stage::Late if !self.waits(unit) => Err(Refusal::new(
                Rule::SR_10_42,
                "it could have answered before the results",
            )),
            _ => Ok(()),
        }
    }

    /// Whether a unit waits for its answer.
    fn waits(&self, unit: UnitId) -> bool {
        self.waiting.iter().any(|(own, _)| *own == unit)
    }

    /// When the answer of a unit counts, by the best of its hexes.
    fn order_of(
        &self,
        at: At<'_>,
        look: &FireScene<'_>,
        unit: UnitId,
        target: HexId,
    ) -> Simultaneity {
        let count = at.position.unit(unit).hexes().count();
        let orders = (0..count).map(|number| {
            let number = u8::try_from(number).unwrap_or(0);
            let firer = fire::FiringPart::of(unit, 1).number(number);
            fire::return_order(look, firer, target)
        });
        orders.min().unwrap_or(Simultaneity::Simultaneous)
    }

    /// SR 10.15: what it keeps back for another hex.
    fn kept(&self, look: &FireScene<'_>, fire: &DeclaredFire) -> Result<u8, Refusal> {
        let Some(&firer) = fire.from.first() else {
            return Ok(0);
        };
        if fire.occasion.kind().is_none() {
            return Ok(0);
        }
        let left = fire::left_of(look, fire, firer)?;
        Ok(left.saturating_sub(firer.sp))
    }

    /// SR 10.15, 10.63: one more fire of the declaration.
    fn judge_more(
        &self,
        look: &FireScene<'_>,
        unit: UnitId,
        fire: DeclaredFire,
        joins: bool,
    ) -> Result<Firing, Refusal> {
        if unit != self.unit && !joins {
            return Err(Refusal::new(
                Rule::SR_10_13,
                "a unit completes its fire before the next begins",
            ));
        }
        let before: Vec<DeclaredFire> = self.fires.iter().map(|it| it.fire.clone()).collect();
        let all = add(&before, fire, joins)?;
        let volleys: Result<Vec<Volley>, Refusal> = all
            .iter()
            .map(|fire| Volley::of(look, fire.clone()))
            .collect();
        let volleys = volleys?;
        fits(look, &all)?;
        if !can_be_completed(look, self.unit, &all) {
            fire::judge_shares(look, &all)?;
        }
        Ok(Firing::All(volleys))
    }
}

/// SR 10.15, 10.65: whether a declaration is complete, or can be made so by fires at further hexes.
fn can_be_completed(look: &FireScene<'_>, unit: UnitId, fires: &[DeclaredFire]) -> bool {
    if fire::judge_shares(look, fires).is_ok() {
        return true;
    }
    // Every further fire takes another hex, and a battery has six guns at most.
    if fires.len() >= 6 {
        return false;
    }
    let mut completes = false;
    candidates(look, Trigger::PHASING, unit, &mut |target, manner| {
        if completes || manner.sp.is_none() {
            return;
        }
        let next = declared(look, Trigger::PHASING, unit, target, manner);
        let all = next.and_then(|mut fire| {
            if let Some(first) = fires.first() {
                fire.options = first.options;
            }
            fire::terms(look, &fire, Shot::First)?;
            let all = add(fires, fire, false)?;
            fits(look, &all)?;
            Ok(all)
        });
        completes = all.is_ok_and(|all| can_be_completed(look, unit, &all));
    });
    completes
}

/// What was chosen in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Firing {
    /// The declaration with one more fire.
    All(Vec<Volley>),
    /// A fire out of phase, with the SP that are kept back.
    One(Box<Volley>, u8),
    /// Nobody fires (any more).
    Done,
}

/// What the judgements of one question about fire share.
#[derive(Debug)]
pub struct ExchangeLook<'a> {
    at: At<'a>,
    look: FireLook<'a>,
}

impl Procedure for FireStep {
    type Look<'a> = ExchangeLook<'a>;
    type Means = Firing;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let side = self.asked_side()?;
        if self.stage == Stage::Declare && self.fires.is_empty() {
            return None;
        }
        let rule = match self.stage {
            Stage::Declare => Rule::SR_10_15,
            Stage::Collect => self.occasion.rule(),
            _ => Rule::SR_10_42,
        };
        let prompt = match self.stage {
            Stage::Declare => Prompt::MoreFire { unit: self.unit },
            _ => Prompt::AnswerFire { unit: self.unit },
        };
        let _ = at;
        Some(Ask { side, rule, prompt })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> ExchangeLook<'a> {
        let look = match self.stage {
            Stage::Declare => FireLook::under_way(at, self.unit, self.start),
            _ => FireLook::new(at),
        };
        ExchangeLook { at, look }
    }

    fn candidates(&self, look: &ExchangeLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        let scene = look.look.scene();
        let mut seen: Vec<Choice> = Vec::new();
        for unit in self.shooters(at) {
            for trigger in self.triggers() {
                candidates(&scene, trigger, unit, &mut |target, how| {
                    let mut manners: SmallVec<[super::FireManner; 2]> = SmallVec::new();
                    if unit == self.unit || self.stage != Stage::Declare {
                        manners.push(how);
                    }
                    if let (Stage::Declare, None, Some(last)) =
                        (self.stage, how.sp, self.fires.last())
                    {
                        manners.push(super::FireManner {
                            joins: true,
                            options: last.fire.options,
                            ..how
                        });
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
            Choice::Fire { unit, target, how } => {
                self.judge_fire(&look.look, at, unit, target, how)
            }
            Choice::Done if self.stage == Stage::Declare => {
                let fires: Vec<DeclaredFire> =
                    self.fires.iter().map(|it| it.fire.clone()).collect();
                fire::judge_split(&look.look.scene(), &fires)?;
                Ok(Ruling::new(Rule::SR_10_15, Firing::Done))
            }
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
            (Firing::Done, Stage::Declare) => self.next(play, Stage::Warn),
            (Firing::Done, Stage::Answer) => {
                // SR 10.42: both sides fire before results are applied.
                let answers = core::mem::take(&mut self.to_roll);
                self.to_roll = self.fires.clone();
                self.to_roll.extend(answers);
                self.next(play, Stage::Roll);
            }
            (Firing::Done, _) => self.next(play, Stage::RollNext),
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.stage {
            // Asked at once, with the first fire already declared.
            Stage::Declare | Stage::Answer | Stage::Collect | Stage::Late => {}
            Stage::Warn => self.warn(play),
            Stage::Roll => return self.roll_all(play),
            Stage::RollNext => return self.roll_next(play),
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

/// Who fires at what, before the dice.
fn tell(play: &mut Play<'_>, volley: &Volley, kept: u8) {
    play.happens(Event::Fired {
        fire: Box::new(volley.fire.clone()),
        kept,
        rule: volley.fire.occasion.rule(),
    });
}

impl FireStep {
    /// SR 6.34: a brigade in Reserve that is fired at within four hexes leaves it first; who may answer only later is noted.
    fn warn(mut self, play: &mut Play<'_>) {
        let mut woken = Vec::new();
        for volley in &self.fires {
            let range = volley.shots.first().map_or(0, |terms| terms.range);
            if fire::leaves_reserve(range) {
                for part in play.position.stack(volley.fire.target) {
                    let body = play.position.body_of(play.setting, part.unit);
                    if !woken.contains(&body) {
                        woken.push(body);
                    }
                }
            }
        }
        for body in woken {
            crate::orders::leave_reserve_under_attack(play, body);
        }
        self.break_marches(play);
        let volleys = self.fires.clone();
        for volley in &volleys {
            tell(play, volley, 0);
        }
        self.lanes = self.find_lanes(play.at());
        let at = play.at();
        let look = FireLook::new(at);
        let scene = look.scene();
        let step = self.clone().at_stage(Stage::Answer);
        let mut waiting = Vec::new();
        for unit in step.shooters(at) {
            let late = step.lanes.iter().any(|&(origin, _, _)| {
                step.order_of(at, &scene, unit, origin) != Simultaneity::Simultaneous
            });
            if late {
                waiting.push((unit, at.position.unit(unit).hex));
            }
        }
        self.waiting = waiting;
        self.next(play, Stage::Answer);
    }

    /// SR 10.17: everything is rolled before anything is applied.
    fn roll_all(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let volleys = core::mem::take(&mut self.to_roll);
        for volley in volleys {
            self.roll(play, &volley)?;
        }
        self.next(play, Stage::Apply);
        Ok(())
    }

    /// SR 10.41: one fire out of phase after the other.
    fn roll_next(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self.to_roll.is_empty() {
            self.next(play, Stage::Close);
            return Ok(());
        }
        let volley = self.to_roll.remove(0);
        self.roll(play, &volley)?;
        self.next(play, Stage::Apply);
        Ok(())
    }

    /// Rolls the shots of one fire. Fire reading 41: where nobody is left to hit the dice only wear the ammunition.
    fn roll(&mut self, play: &mut Play<'_>, volley: &Volley) -> Result<(), ChanceError> {
        let Some(unit) = volley.unit() else {
            return Ok(());
        };
        let number = self.worn.iter().map(|worn| worn.volley + 1).max();
        let number = number.unwrap_or(0);
        let table = &play.setting.tables().fire;
        let enemy = play.setting.unit(unit).side.enemy();
        let mut stack = play.position.stack(volley.fire.target);
        let empty = !stack.any(|part| play.setting.unit(part.unit).side == enemy);
        for terms in &volley.shots {
            if empty && terms.worn.is_empty() {
                continue;
            }
            let (purpose, added) = if empty {
                (Purpose::WastedFire(unit), Terms::new())
            } else {
                (Purpose::Fire(unit, volley.fire.target), terms.terms.clone())
            };
            let roll = Roll::new(purpose, terms.rule, added, |die, _| {
                if empty {
                    Verdict::Total
                } else {
                    Verdict::Fire(terms.outcome(table, die.face()).result)
                }
            });
            let die = play.roll(roll)?.die.face();
            self.wear(terms, volley.fire.target, number, die);
            if !empty {
                let outcome = terms.outcome(table, die);
                let mut hit = hit_of(play.at(), volley, terms, &outcome, enemy);
                hit.spared = self.spared.clone();
                self.hits.push(hit);
            }
        }
        Ok(())
    }

    fn wear(&mut self, terms: &FireTerms, target: HexId, volley: usize, die: u8) {
        for worn in &terms.worn {
            let same = |known: &&mut Worn| known.unit == worn.unit && known.section == worn.section;
            match self.worn.iter_mut().find(same) {
                Some(known) => known.shots.push((worn.wear, die)),
                None => self.worn.push(Worn {
                    unit: worn.unit,
                    section: worn.section,
                    target,
                    volley,
                    before: worn.before,
                    shots: vec![(worn.wear, die)],
                }),
            }
        }
    }

    /// The next result. Fire reading 40: a retreat of the target of phasing fire waits for the answers.
    fn apply(mut self, play: &mut Play<'_>) {
        if self.hits.is_empty() {
            let stage = if self.occasion != Occasion::Phasing {
                Stage::RollNext
            } else if !self.held.is_empty() {
                Stage::Retreat
            } else if self.to_roll.is_empty() && self.waiting.is_empty() {
                Stage::Close
            } else if self.to_roll.is_empty() {
                Stage::Turn
            } else {
                Stage::RollNext
            };
            self.next(play, stage);
            return;
        }
        let hit = self.hits.remove(0);
        // SR 12.48: where both sides must retreat, both wait until it is known.
        let holds = self.occasion == Occasion::Phasing
            && if hit.side == self.side {
                !self.held.is_empty()
            } else {
                self.hits.iter().any(|other| other.side == self.side)
            };
        let strike = StrikeStep::new(play.at(), hit, holds);
        play.call(self, strike);
    }

    fn retreat(mut self, play: &mut Play<'_>) {
        // SR 12.48: the steadier side retreats last; on a tie the defender goes first.
        let at = play.at();
        let phasing = self.side;
        let best = |side: Side| {
            let theirs = self.held.iter().map(|strike| strike.steadiness(at));
            let own = theirs.filter(|(whose, _)| *whose == side);
            own.map(|(_, value)| value).max()
        };
        let first = match (best(phasing), best(phasing.enemy())) {
            (Some(own), Some(theirs)) if own < theirs => phasing,
            (Some(_), None) => phasing,
            _ => phasing.enemy(),
        };
        let place = self
            .held
            .iter()
            .position(|strike| strike.steadiness(at).0 == first);
        let Some(place) = place else {
            self.next(play, Stage::Apply);
            return;
        };
        let strike = self.held.remove(place);
        play.call(self, strike.going_on());
    }

    /// SR 9.61, 10.42: the target of a fire from outside its front may turn or refuse, unless it had to retreat.
    fn turn(mut self, play: &mut Play<'_>) {
        let at = play.at();
        let mut steps = Vec::new();
        for (origin, struck, _) in self.lanes.clone() {
            let top = at.position.stack(struck).next().map(|part| part.unit);
            if let Some(unit) = top.filter(|&unit| self.waits(unit)) {
                steps.push(
                    ReactStep::Face {
                        unit,
                        mover: self.unit,
                        hex: origin,
                        cause: FaceCause::Fired,
                    }
                    .into(),
                );
            }
        }
        // SR 10.42: whoever had to retreat answers no more.
        let still = |(unit, hex): &(UnitId, HexId)| {
            let state = at.position.unit(*unit);
            state.on_map() && state.hex == *hex
        };
        self.waiting.retain(still);
        self.next(play, Stage::Late);
        play.then(steps);
    }

    /// SR 10.69, 10.91: the dice have worn the ammunition; SR 10.44: whoever called is told whether the mover was hurt.
    fn close(self, play: &mut Play<'_>) {
        let table = &play.setting.tables().fire;
        for worn in &self.worn {
            // SR 10.65: sections that attack one hex more than once share what the dice wear.
            let again = |other: &&Worn| {
                other.unit == worn.unit
                    && worn.section.is_some()
                    && other.volley != worn.volley
                    && other.target == worn.target
            };
            let shared = self.worn.iter().filter(again);
            let shared = shared.flat_map(|other| other.shots.iter());
            let shots: Vec<(Wear, u8)> = worn
                .shots
                .iter()
                .copied()
                .chain(shared.map(|(_, die)| (Wear::Ordinary, *die)))
                .collect();
            let last = shots.iter().any(|(wear, _)| *wear == Wear::LastRounds);
            let after = fire::ammunition_after(table, worn.before, &shots);
            if after != worn.before && play.position.unit(worn.unit).on_map() {
                let guns = play.setting.unit(worn.unit).arm == Arm::Artillery;
                play.happens(Event::AmmunitionChanged {
                    unit: worn.unit,
                    section: worn.section,
                    ammunition: after,
                    rule: match (guns, last) {
                        (true, _) => Rule::SR_10_69,
                        (false, true) => Rule::BB_10_91,
                        (false, false) => Rule::SR_10_91,
                    },
                });
            }
        }
        if self.occasion == Occasion::Phasing {
            self.may_advance(play);
        }
        let state = play.position.unit(self.unit);
        let hurt = !state.on_map() || (state.sp, state.cohesion) != self.before;
        play.finish(Done::FiredAt { hurt });
    }
}

impl FireStep {
    /// SR 6.26: a march that suffers any fire but that of artillery is broken.
    fn break_marches(&self, play: &mut Play<'_>) {
        for volley in &self.fires {
            let guns = |firer: &fire::FiringPart| has_guns(play.at(), firer.part.unit);
            if volley.fire.from.iter().all(guns) {
                continue;
            }
            let bodies: Vec<BodyId> = play
                .position
                .stack(volley.fire.target)
                .filter(|part| play.position.unit(part.unit).orders == Orders::March)
                .map(|part| play.position.body_of(play.setting, part.unit))
                .collect();
            for body in bodies {
                if !play.position.body(body).march_broken {
                    play.note_body(body, BodyNote::MarchBroken(true));
                }
            }
        }
    }

    /// SR 12.6-fire: the hexes next to the firer that its fire has emptied.
    fn may_advance(&self, play: &mut Play<'_>) {
        // It began next to the target.
        let grid = play.setting.grid();
        let near = |volley: &&Volley| {
            volley.shots.iter().all(|terms| terms.range == 1)
                && grid.adjacent(self.start, volley.fire.target)
        };
        let emptied = |hex: &HexId| play.position.holder(*hex) != Some(self.side.enemy());
        let hexes: SmallVec<[HexId; 2]> = self
            .fires
            .iter()
            .filter(near)
            .map(|volley| volley.fire.target)
            .filter(emptied)
            .collect();
        let unit = self.unit;
        if !hexes.is_empty() && play.position.unit(unit).on_map() {
            play.push(AdvanceStep { unit, hexes });
        }
    }
}

fn hit_of(
    at: At<'_>,
    volley: &Volley,
    terms: &FireTerms,
    outcome: &FireOutcome,
    side: Side,
) -> Hit {
    let causing = volley.fire.from.iter();
    let causing = causing.filter_map(|firer| firer.hex(at.position)).collect();
    let friends = terms.friends.as_ref().filter(|_| outcome.friends_check);
    Hit {
        target: volley.fire.target,
        side,
        strikes: terms.strikes,
        close: terms.load != Load::Shell,
        loss: outcome.result.loss,
        shock: Shock::of(outcome.result),
        causing,
        spared: SmallVec::new(),
        friends: friends.map(|check| check.hexes.clone()).unwrap_or_default(),
        over_woods: volley.fire.options.limited,
        rule: terms.rule,
    }
}

/// Whether a unit has guns.
#[must_use]
pub fn has_guns(at: At<'_>, unit: UnitId) -> bool {
    FirerArm::of(at.setting.unit(unit), at.position.unit(unit)).has_guns()
}
