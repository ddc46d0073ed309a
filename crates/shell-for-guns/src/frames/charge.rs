//! SfG 2.5-charge: declared, tested, then die, support fire, reaction, reaction fire, the run and the melee (SfG-reading 91).

use longroll_core::{Barrier, Chance, ChanceError, Refusal};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Hull, Pose, Ticks, Vector};
use serde::{Deserialize, Serialize};

use super::assault::Assault;
use super::fire::Firing;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use super::winner::Winner;
use crate::choice::Choice;
use crate::event::{Cause, Event};
use crate::facts::{Arm, LineId, UnitId};
use crate::fighting::charging::{self, ChargeWay, Met};
use crate::fighting::cover;
use crate::fighting::firing::{self, Charged};
use crate::fighting::forced::{self, Force};
use crate::fighting::sight::LINED_UP;
use crate::look::Look;
use crate::moving;
use crate::options::ReactionFireAt;
use crate::play::Play;
use crate::refusal::refuse;
use crate::roll::{Purpose, Reading, Roll};
use crate::table::Loss;

/// SfG-reading 100: how far from its target a charger is shot at.
const APPROACH: Ticks = Ticks(4000);

/// A charge at work.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    way: ChargeWay,
    stage: Stage,
    bonus: Ticks,
    /// Losses by reaction fire of the whole charge.
    hits: u8,
    /// Pairs of them that had their die.
    diced: u8,
    /// Who has had a reaction.
    reacted: Vec<Reaction>,
    defeated: bool,
}

/// An enemy that has had its reaction to a charge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Reaction {
    unit: UnitId,
    /// SfG 2.8-flank: whether it is charged in flank or rear.
    flank: bool,
    /// SfG 2.5-flee: whether it fled.
    fled: bool,
    /// SfG 2.8-obstacle-taken: obstacles that it gave up by fleeing.
    works: Vec<LineId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Die,
    Support { open: bool },
    React,
    Shots { left: Vec<UnitId> },
    Dice,
    Flight,
    Run,
    Over,
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Firing(Firing),
    Assault(Assault),
    Winner(Winner),
}

/// A legal step of a charge.
#[derive(Debug)]
pub enum Ruling {
    /// Somebody fires before it goes in.
    Fire(UnitId, UnitId),
    /// It goes in.
    GoOn,
    /// The target stands.
    Stand,
    /// These fire.
    Shoot(Vec<UnitId>),
    /// The target flees.
    Flee,
}

impl Charge {
    /// A declared charge whose test was passed.
    #[must_use]
    pub const fn new(way: ChargeWay) -> Self {
        Self {
            way,
            stage: Stage::Die,
            bonus: Ticks::ZERO,
            hits: 0,
            diced: 0,
            reacted: Vec::new(),
            defeated: false,
        }
    }

    fn support_fire(&self, look: Look<'_>) -> bool {
        let division = look.facts.unit(self.way.unit).division;
        look.facts.division(division).units.iter().any(|unit| {
            firing::may_fire(look, *unit).is_ok() && !firing::targets(look, *unit).is_empty()
        })
    }

    /// SfG-reading 100: where the charger is shot at: where it stands, or on its way, its turn included.
    fn shot_at(&self, look: Look<'_>) -> Pose {
        let target = look.body(self.way.target);
        let limit = match look.facts.options.reaction_fire_at {
            ReactionFireAt::Approach => APPROACH,
            ReactionFireAt::Contact => Ticks::CONTACT,
        };
        let place = charging::starting(look, self.way.unit);
        if place.body().is_within(&target, limit) {
            return place.pose;
        }
        let body = self.way.start(look).body();
        if body.is_within(&target, limit) {
            return self.way.pose;
        }
        let most = self.most(look);
        let at = |distance: i32| body.moved(Vector::along(self.way.direction(), Ticks(distance)));
        let near = |distance: i32| at(distance).is_within(&target, limit);
        let met = charging::advance(look, self.way.unit, &body, self.way.direction(), most)
            .at
            .0;
        let (mut low, mut high) = (0, met);
        if !near(high) {
            return self
                .way
                .pose
                .moved(Vector::along(self.way.direction(), Ticks(high)));
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if near(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.way
            .pose
            .moved(Vector::along(self.way.direction(), Ticks(low)))
    }

    fn most(&self, look: Look<'_>) -> Ticks {
        charging::full_distance(look, &self.way, self.bonus, Ticks(i32::MAX))
    }

    fn charged(&self, look: Look<'_>) -> Charged {
        Charged {
            by_horse: look.is_mounted(self.way.unit),
            frontal: !self.way.flank,
        }
    }

    /// SfG 2.5-reaction, 2.5-reaction-battery: the target and its joined batteries, if they can fire at the charger.
    fn shooters(&self, look: Look<'_>) -> Result<Vec<UnitId>, Refusal> {
        let pose = self.shot_at(look);
        let body: Body = charging::starting(look, self.way.unit).at(pose).body();
        let mut why = Refusal::new(Rule::SFG_2_5_reaction, "nobody can fire at the charger");
        let mut found = Vec::new();
        let joined: Vec<UnitId> = look.joined_to(self.way.target).collect();
        for unit in core::iter::once(self.way.target).chain(joined) {
            let able = firing::may_fire(look, unit)
                .and_then(|()| firing::bases(look, unit, self.way.unit, &body));
            match able {
                Ok(_) => found.push(unit),
                Err(refusal) if unit == self.way.target => why = refusal,
                Err(_) => {}
            }
        }
        if found.is_empty() {
            Err(why)
        } else {
            Ok(found)
        }
    }

    /// Chances of the losses that each shooter inflicts on the charger.
    pub(crate) fn reaction_odds(&self, look: Look<'_>) -> Vec<crate::roll::Odds> {
        let pose = self.shot_at(look);
        let body: Body = charging::starting(look, self.way.unit).at(pose).body();
        let charged = Some(self.charged(look));
        let shooters = self.shooters(look).unwrap_or_default();
        shooters
            .into_iter()
            .filter_map(|unit| firing::volley(look, unit, self.way.unit, &body, charged).ok())
            .map(|volley| volley.roll.odds())
            .collect()
    }

    /// The target is asked what it does; SfG 1.5-surprise comes before its answer.
    fn ask_target(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::React;
        if self.way.flank {
            play.surprise(self.way.target);
        }
    }

    /// The target has had its reaction.
    fn note_reaction(&mut self, look: Look<'_>, fled: bool) {
        let works = if fled {
            cover::works(look, self.way.target, self.way.from)
        } else {
            Vec::new()
        };
        self.reacted.push(Reaction {
            unit: self.way.target,
            flank: self.way.flank,
            fled,
            works,
        });
    }

    fn reaction_of(&self, unit: UnitId) -> Option<&Reaction> {
        self.reacted.iter().find(|own| own.unit == unit)
    }

    /// Chances of the melee if the target stands and nobody is lost on the way; none if the charger does not reach it.
    #[must_use]
    pub fn forecast(&self, look: Look<'_>) -> Option<crate::roll::Odds> {
        let body = self.way.start(look).body();
        let pace = look
            .facts
            .figures
            .pace(look.table.gait(look.facts, self.way.unit));
        let direction = self.way.direction();
        let met = charging::advance_at(
            look,
            (self.way.unit, self.way.target),
            &body,
            direction,
            pace.standard + self.bonus,
        );
        let distance = charging::distance(look, &self.way, met.at, self.bonus);
        let enemy = met.enemy.filter(|_| met.at <= distance)?;
        Some(Assault::new(look, &self.way, enemy, met.at, distance - met.at).forecast(look))
    }

    /// Chances that the target escapes (1) or is caught (0) if it flees; those of the distance it runs come before. Each
    /// face of the die is run on a table of its own.
    pub(crate) fn flight_odds(&self, look: Look<'_>) -> crate::roll::Odds {
        let escapes = |face: u8| {
            let (mut table, mut charge) = (look.table.clone(), self.clone());
            let mut chance = Chance::scripted(vec![u16::from(face) - 1]);
            let mut play = Play {
                facts: look.facts,
                table: &mut table,
                chance: &mut chance,
                events: &mut Vec::new(),
                drawn: &mut Vec::new(),
                barrier: &mut Barrier::Open,
            };
            charge.note_reaction(look, true);
            let ran = charge.flight(&mut play).is_ok();
            charge.run_in(&mut play);
            i32::from(ran && table.unit(self.way.target).on_table())
        };
        let mut row = [0; 6];
        for (place, face) in row.iter_mut().zip(1..) {
            *place = escapes(face);
        }
        let mut odds = Roll::table(Purpose::Flight, Rule::SFG_2_5_flee, row).odds();
        odds.before = vec![flight_roll().odds()];
        odds
    }

    /// SfG 2.5-charger-hit: whether the reaction fire disorders the charger.
    fn charger_dice(&mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let unit = self.way.unit;
        // SfG-reading 103: pairs of all reaction fire of this charge, less those that had their die.
        let pairs = (self.hits / 2).saturating_sub(self.diced);
        if pairs > 0 {
            let roll = Roll {
                purpose: Purpose::ChargerDisorder,
                rule: Rule::SFG_2_5_charger_hit,
                dice: u16::from(pairs),
                faces: 6,
                terms: longroll_core::Terms::new(),
                reading: Reading::EachAtLeast { number: 6 },
            };
            if play.roll_for(unit, roll)?.0 > 0 {
                play.disorder(unit, Rule::SFG_2_5_charger_hit);
            }
            self.diced += pairs;
        }
        Ok(())
    }

    /// SfG 2.5-flee: die and flight; the run tells whether it is caught.
    fn flight(&mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let target = self.way.target;
        let (distance, _) = play.roll_for(target, flight_roll())?;
        let batteries: Vec<UnitId> = play.look().joined_to(target).collect();
        for battery in batteries {
            play.remove(battery, Loss::Abandoned, Rule::SFG_2_3_batteries_fate);
        }
        play.disorder(target, Rule::SFG_2_5_flee);
        let far = Ticks(1000 * distance);
        let direction = self.way.direction();
        let retreat = forced::retreat(play.look(), target, direction, far, Force::Melee);
        if retreat.length > Ticks::ZERO {
            play.relocate(
                target,
                Cause::Flight,
                retreat.stance,
                retreat.length,
                Rule::SFG_2_5_flee,
            );
        }
        self.stage = Stage::Run;
        Ok(())
    }

    /// What stops the charger on its way now, and its charge distance there.
    fn meets(&self, look: Look<'_>) -> (Met, Ticks) {
        let body = self.way.start(look).body();
        let gait = look.table.gait(look.facts, self.way.unit);
        let most = look.facts.figures.pace(gait).standard + self.bonus;
        let pair = (self.way.unit, self.way.target);
        let met = charging::advance_at(look, pair, &body, self.way.direction(), most);
        let distance = charging::distance(look, &self.way, met.at, self.bonus);
        (met, distance)
    }

    /// The enemy that the charger reaches next, and how far it goes. Of those it touches together a fugitive is the first.
    fn reached(&self, look: Look<'_>) -> Option<(UnitId, Ticks, Ticks)> {
        let (met, distance) = self.meets(look);
        let enemy = met.enemy.filter(|_| met.at <= distance)?;
        let step = Vector::along(self.way.direction(), met.at);
        let there = self.way.start(look).body().moved(step);
        let fugitive = self
            .reacted
            .iter()
            .filter(|own| own.fled && look.unit(own.unit).on_table())
            .find(|own| there.is_in_contact(&look.body(own.unit)));
        let enemy = fugitive.map_or(enemy, |own| own.unit);
        Some((enemy, met.at, distance))
    }

    /// SfG 2.5-flee: whoever fled and is reached after all is destroyed, one after the other; how far the charger went.
    fn catch(&self, play: &mut Play<'_>) -> Option<Ticks> {
        let mut gone = None;
        while let Some((enemy, at, _)) = self.reached(play.look())
            && self.reaction_of(enemy).is_some_and(|own| own.fled)
        {
            play.remove(enemy, Loss::Caught, Rule::SFG_2_5_flee);
            gone = Some(at);
        }
        gone
    }

    /// SfG-readings 92, 93, 98: onto fugitives, into contact, or the full distance.
    fn run_in(&mut self, play: &mut Play<'_>) -> Flow<Calls> {
        let caught = self.catch(play);
        if let Some((enemy, at, distance)) = self.reached(play.look())
            && caught.is_none_or(|gone| at <= gone)
        {
            return self.meet(play, enemy, at, distance - at);
        }
        self.stage = Stage::Over;
        let unit = self.way.unit;
        play.happens(Event::ChargeMade { unit });
        if let Some(gone) = caught {
            self.end_at(play, gone, Rule::SFG_2_5_auto_win);
            let works = self.given_up(play.look());
            return Flow::Call(Calls::Winner(Winner::new(unit, works)));
        }
        let look = play.look();
        let (met, _) = self.meets(look);
        let wanted = charging::full_distance(look, &self.way, self.bonus, met.at);
        let body = self.way.start(look).body();
        let length = charging::clear_end(look, unit, &body, self.way.direction(), wanted);
        self.end_at(play, length, Rule::SFG_2_5_charge_short);
        Flow::Again
    }

    /// SfG 2.5-auto-win: what those who were caught had defended counts as after a melee, if the charger has just come to it.
    fn given_up(&self, look: Look<'_>) -> Vec<LineId> {
        let caught = |own: &&Reaction| own.fled && !look.unit(own.unit).on_table();
        let edge = Hull::of(moving::front_edge(&moving::stance(look, self.way.unit)));
        let near = |id: &LineId| {
            let line = &look.facts.terrain.obstacle(*id).line;
            line.is_within(&edge, LINED_UP)
        };
        let all = self.reacted.iter().filter(caught);
        let works = all.flat_map(|own| own.works.iter().copied());
        works.filter(near).collect()
    }

    /// An enemy that did not flee is met: it reacts if it has not yet, and is fought if it has.
    fn meet(&mut self, play: &mut Play<'_>, enemy: UnitId, at: Ticks, left: Ticks) -> Flow<Calls> {
        let look = play.look();
        let unit = self.way.unit;
        if enemy != self.way.target {
            let known = self.reaction_of(enemy).map(|own| own.flank);
            self.way.target = enemy;
            let flank = known.unwrap_or_else(|| charging::is_flank(look, &look.body(unit), enemy));
            self.way.flank = flank;
            if known.is_none() {
                self.ask_target(play);
                return Flow::Again;
            }
        }
        self.stage = Stage::Over;
        let assault = Assault::new(look, &self.way, enemy, at, left);
        play.happens(Event::ChargeMade { unit });
        self.clear_way(play, at);
        Flow::Call(Calls::Assault(assault))
    }

    /// SfG-reading 34: whoever stands alone in the way of a charge that turns first. A straight one sees to it by itself.
    fn clear_way(&self, play: &mut Play<'_>, length: Ticks) {
        if self.way.turn.is_some() {
            let trail = self.way.trail(play.look(), length);
            play.give_way(self.way.unit, &trail);
        }
    }

    fn end_at(&self, play: &mut Play<'_>, length: Ticks, rule: Rule) {
        self.clear_way(play, length);
        let start = self.way.start(play.look());
        let step = Vector::along(self.way.direction(), length);
        let mut stance = start.at(start.pose.moved(step));
        let walk = charging::walked(play.look(), &self.way, length);
        stance.paid = moving::kept_paid(play.look(), &walk);
        play.relocate(self.way.unit, Cause::Charge, stance, length, rule);
    }
}

/// SfG 2.5-flee: how far the target runs.
const fn flight_roll() -> Roll {
    Roll::table(Purpose::Flight, Rule::SFG_2_5_flee, [0, 0, 1, 1, 2, 2])
}

impl Procedure for Charge {
    type Ruling = Ruling;
    type Calls = Calls;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        match self.stage {
            Stage::Support { open: true } => Some(Ask {
                side: look.side(self.way.unit),
                rule: Rule::SFG_2_5_charge,
                prompt: Prompt::Support(self.way.unit),
            }),
            Stage::React if look.unit(self.way.target).on_table() => Some(Ask {
                side: look.side(self.way.target),
                rule: Rule::SFG_2_5_reaction,
                prompt: Prompt::Reaction(self.way.target),
            }),
            _ => None,
        }
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        if let Stage::Support { .. } = self.stage {
            firing::candidates(look, look.facts.unit(self.way.unit).division, each);
            each(Choice::Done);
        } else {
            [Choice::Stand, Choice::StandAndFire, Choice::Flee]
                .into_iter()
                .for_each(each);
        }
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        let ask = self.asks(look);
        match (&self.stage, choice) {
            (Stage::Support { .. }, Choice::Done) => Ok(Ruling::GoOn),
            (Stage::Support { .. }, Choice::Fire { unit, target }) => {
                if look.facts.unit(*unit).division != look.facts.unit(self.way.unit).division {
                    return refuse(Rule::SFG_2_6_when, "it is not of the active division");
                }
                firing::judge(look, *unit, *target)?;
                Ok(Ruling::Fire(*unit, *target))
            }
            (Stage::React, Choice::Stand) => Ok(Ruling::Stand),
            (Stage::React, Choice::StandAndFire) => self.shooters(look).map(Ruling::Shoot),
            (Stage::React, Choice::Flee) => {
                if look.entry(self.way.target).arm == Arm::Battery {
                    return refuse(Rule::SFG_2_5_reaction, "batteries do not flee");
                }
                Ok(Ruling::Flee)
            }
            (Stage::React, Choice::Fire { .. }) => refuse(
                Rule::SFG_2_6_when,
                "only the unit that is charged fires now, at its charger",
            ),
            _ => Err(not_asked(&ask)),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Calls>, ChanceError> {
        match ruling {
            Ruling::Fire(unit, target) => {
                self.stage = Stage::Support { open: false };
                return Ok(Flow::Call(Calls::Firing(Firing::new(unit, target))));
            }
            Ruling::GoOn => self.ask_target(play),
            Ruling::Stand => {
                self.note_reaction(play.look(), false);
                self.stage = Stage::Dice;
            }
            Ruling::Shoot(left) => {
                self.note_reaction(play.look(), false);
                self.stage = Stage::Shots { left };
            }
            Ruling::Flee => {
                self.note_reaction(play.look(), true);
                self.stage = Stage::Flight;
            }
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        let unit = self.way.unit;
        match self.stage.clone() {
            Stage::Die => {
                let far = charging::bonus(play.look(), unit).0 / 1000;
                let roll = Roll::table(
                    Purpose::ChargeDie,
                    Rule::SFG_2_5_charge_die,
                    [0, 0, 0, 0, far, far],
                );
                let (more, _) = play.roll_for(unit, roll)?;
                self.bonus = Ticks(1000 * more);
                self.stage = Stage::Support { open: false };
            }
            Stage::Support { .. } => {
                if self.support_fire(play.look()) {
                    self.stage = Stage::Support { open: true };
                } else {
                    self.ask_target(play);
                }
            }
            // The target is gone before it could react.
            Stage::React => self.stage = Stage::Run,
            Stage::Shots { mut left } => {
                if left.is_empty() || !play.table.unit(unit).on_table() {
                    self.stage = Stage::Dice;
                    return Ok(Flow::Again);
                }
                let shooter = left.remove(0);
                let pose = self.shot_at(play.look());
                let charged = self.charged(play.look());
                self.stage = Stage::Shots { left };
                let firing = Firing::in_reaction(shooter, unit, pose, charged);
                return Ok(Flow::Call(Calls::Firing(firing)));
            }
            Stage::Dice => {
                if !play.table.unit(unit).on_table() {
                    self.stage = Stage::Over;
                    return Ok(Flow::Again);
                }
                self.charger_dice(play)?;
                self.stage = Stage::Run;
            }
            Stage::Flight => self.flight(play)?,
            Stage::Run => return Ok(self.run_in(play)),
            Stage::Over => {
                return Ok(Flow::Finish(Answer::Fought {
                    defeated: self.defeated,
                }));
            }
        }
        Ok(Flow::Again)
    }

    fn resume(&mut self, _: &mut Play<'_>, answer: Answer) {
        match answer {
            Answer::Hits(hits) if matches!(self.stage, Stage::Shots { .. }) => {
                self.hits = self.hits.saturating_add(hits);
            }
            Answer::Fought { defeated } => self.defeated = defeated,
            Answer::Hits(_) | Answer::Done => {}
        }
    }
}
