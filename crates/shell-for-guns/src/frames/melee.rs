//! SfG 2.8: a melee from contact to its result.

use longroll_core::{ChanceError, Refusal, Side};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Heading, Point, Ticks};
use serde::{Deserialize, Serialize};

use super::losses::Losses;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use super::winner::Winner;
use crate::choice::Choice;
use crate::event::{Cause, Engaged, Event};
use crate::facts::{Cover, LineId, UnitId};
use crate::fighting::forced::{self, Force};
use crate::fighting::melee::{self, Arrived};
use crate::fighting::{charging, conforming, cover};
use crate::joining;
use crate::look::Look;
use crate::play::Play;
use crate::refusal::refuse;
use crate::roll::{Purpose, Roll};
use crate::table::Loss;

/// One enemy of the attacker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Foe {
    engaged: Engaged,
    /// SfG-reading 147: what hides it from this attacker.
    cover: Cover,
    /// Obstacles that it defends against this attacker.
    works: Vec<LineId>,
    /// Batteries joined to it.
    joined: Vec<UnitId>,
    /// Hits on it in this round.
    hits: u8,
}

/// The attacker's bases that touch more than one enemy.
fn contested(foes: &[Foe]) -> Vec<u8> {
    let mut open: Vec<u8> = foes
        .iter()
        .flat_map(|foe| foe.engaged.attacking.iter().copied())
        .filter(|base| {
            foes.iter()
                .filter(|foe| foe.engaged.attacking.contains(base))
                .count()
                > 1
        })
        .collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// A melee.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Melee {
    attacker: UnitId,
    arrived: Arrived,
    /// The direction of the attack.
    direction: Heading,
    foes: Vec<Foe>,
    /// Bases of the attacker that touch two enemies and are not assigned yet.
    open: Vec<u8>,
    round: u8,
    stage: Stage,
    /// Hits on the attacker in this round.
    hits: u8,
    bonus: (u8, u8),
    defeated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Assign,
    Roll,
    Lose(usize),
    Decide,
    Over,
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Losses(Losses),
    Winner(Winner),
}

impl Melee {
    /// Everybody whom the attacker touches fights; `target` was declared at, and `began` is where the attacker came from.
    #[must_use]
    pub fn new(
        look: Look<'_>,
        attacker: UnitId,
        arrived: Arrived,
        direction: Heading,
        from: Point,
        target: (UnitId, bool),
        began: &Body,
    ) -> Self {
        let own = look.body(attacker);
        let mut foes = Vec::new();
        for enemy in look.enemies(attacker) {
            let body = look.body(enemy);
            if !own.is_in_contact(&body) {
                continue;
            }
            let flank = if enemy == target.0 {
                target.1
            } else {
                charging::is_flank(look, began, enemy)
            };
            let (mut attacking, mut defending): (Vec<u8>, Vec<u8>) =
                own.contacts(&body).map(|(a, b)| (a as u8, b as u8)).unzip();
            for list in [&mut attacking, &mut defending] {
                list.sort_unstable();
                list.dedup();
            }
            foes.push(Foe {
                cover: cover::against(look, enemy, &body, from, true),
                works: cover::works(look, enemy, from),
                joined: look.joined_to(enemy).collect(),
                engaged: Engaged {
                    unit: enemy,
                    flank,
                    attacking,
                    defending,
                },
                hits: 0,
            });
        }
        let open = contested(&foes);
        Self {
            attacker,
            arrived,
            direction,
            foes,
            open,
            round: 1,
            stage: Stage::Assign,
            hits: 0,
            bonus: (0, 0),
            defeated: false,
        }
    }

    fn attacking(&self) -> Vec<(UnitId, u8)> {
        let mut all: Vec<(UnitId, u8)> = self
            .foes
            .iter()
            .flat_map(|foe| {
                foe.engaged
                    .attacking
                    .iter()
                    .map(|base| (self.attacker, *base))
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn defending(&self) -> Vec<(UnitId, u8)> {
        self.foes
            .iter()
            .flat_map(|foe| {
                foe.engaged
                    .defending
                    .iter()
                    .map(|base| (foe.engaged.unit, *base))
            })
            .collect()
    }

    /// SfG 2.8-result: the bonuses of both sides, as they stand at contact.
    fn bonuses(&self, look: Look<'_>) -> (i32, i32) {
        let charging = (self.arrived == Arrived::Charge).then_some(self.attacker);
        let enemies: Vec<UnitId> = self.foes.iter().map(|foe| foe.engaged.unit).collect();
        let own = melee::bonus(look, &self.attacking(), &enemies, charging).sum();
        let theirs = melee::bonus(look, &self.defending(), &[self.attacker], None).sum();
        (own, theirs)
    }

    /// The dice of both sides, for odds.
    #[must_use]
    pub fn rolls(&self, look: Look<'_>) -> (Vec<Roll>, Vec<Roll>) {
        let own = self
            .foes
            .iter()
            .map(|foe| melee::attack(look, self.attacker, self.arrived, &foe.engaged, foe.cover))
            .collect();
        let theirs = self
            .foes
            .iter()
            .map(|foe| melee::defence(look, &foe.engaged))
            .collect();
        (own, theirs)
    }

    /// Chances before the dice: -1 the attacker is beaten, 0 a draw, 1 it wins.
    #[must_use]
    pub fn odds(&self, look: Look<'_>) -> crate::roll::Odds {
        let (own, theirs) = self.rolls(look);
        let (mine, other) = self.bonuses(look);
        melee::odds(&own, &theirs, mine, other)
    }

    /// SfG 2.8-dice, 2.8-simultaneous: both sides roll.
    fn fight(&mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let (own, theirs) = self.rolls(play.look());
        let (mine, other) = self.bonuses(play.look());
        self.bonus = (
            u8::try_from(mine).unwrap_or(0),
            u8::try_from(other).unwrap_or(0),
        );
        self.hits = 0;
        for (index, roll) in own.into_iter().enumerate() {
            let hits = if roll.dice > 0 {
                play.roll_for(self.attacker, roll)?.0
            } else {
                0
            };
            self.foes[index].hits = u8::try_from(hits).unwrap_or(u8::MAX);
        }
        for (index, roll) in theirs.into_iter().enumerate() {
            let unit = self.foes[index].engaged.unit;
            let hits = if roll.dice > 0 {
                play.roll_for(unit, roll)?.0
            } else {
                0
            };
            self.hits = self
                .hits
                .saturating_add(u8::try_from(hits).unwrap_or(u8::MAX));
        }
        Ok(())
    }

    fn inflicted(&self) -> u8 {
        self.foes
            .iter()
            .fold(0, |sum, foe| sum.saturating_add(foe.hits))
    }

    /// SfG 2.8-result, SfG-reading 154.
    fn winner(&self, look: Look<'_>) -> Option<Side> {
        let side = look.side(self.attacker);
        let stands = look.unit(self.attacker).on_table();
        let theirs = self
            .foes
            .iter()
            .any(|foe| look.unit(foe.engaged.unit).on_table());
        match (stands, theirs) {
            (false, false) => None,
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            (true, true) => {
                let own = self.inflicted() + self.bonus.0;
                let other = self.hits + self.bonus.1;
                match own.cmp(&other) {
                    core::cmp::Ordering::Greater => Some(side),
                    core::cmp::Ordering::Less => Some(side.enemy()),
                    core::cmp::Ordering::Equal => None,
                }
            }
        }
    }

    fn decide(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        let look = play.look();
        let winner = self.winner(look);
        let side = look.side(self.attacker);
        let anybody = look.unit(self.attacker).on_table()
            && self
                .foes
                .iter()
                .any(|foe| look.unit(foe.engaged.unit).on_table());
        play.happens(Event::MeleeDecided {
            attacker: self.attacker,
            own: (self.inflicted(), self.bonus.0),
            theirs: (self.hits, self.bonus.1),
            winner,
            rule: match winner {
                Some(_) => Rule::SFG_2_8_result,
                None if anybody => Rule::SFG_2_8_draw,
                // Both dissolved: neither was spared because it struck first.
                None => Rule::SFG_2_8_simultaneous,
            },
        });
        self.stage = Stage::Over;
        match winner {
            Some(won) if won == side => {
                self.drive_back(play)?;
                let works = self
                    .foes
                    .iter()
                    .flat_map(|foe| foe.works.iter().copied())
                    .collect();
                Ok(Flow::Call(Calls::Winner(Winner::new(self.attacker, works))))
            }
            Some(_) => {
                self.defeated = true;
                self.repulse(play)?;
                Ok(Flow::Again)
            }
            None if !anybody => {
                self.defeated = true;
                Ok(Flow::Again)
            }
            None => self.draw(play),
        }
    }

    /// SfG 2.8-loser, 2.8-battery, 2.3-batteries-fate: the enemies go back along the direction of the attack.
    fn drive_back(&self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        for foe in &self.foes {
            let unit = foe.engaged.unit;
            let batteries = self.untouched(foe);
            if !play.table.unit(unit).on_table() {
                for battery in batteries {
                    play.remove(battery, Loss::Abandoned, Rule::SFG_2_3_batteries_fate);
                }
                continue;
            }
            if play.look().is_battery(unit) && foe.cover == Cover::Open {
                play.remove(unit, Loss::Overrun, Rule::SFG_2_8_battery);
                continue;
            }
            let length = push(play, unit, self.direction)?;
            self.take_along(play, &batteries, Cause::Beaten, length);
            if foe.engaged.flank {
                self.face(play, unit);
            }
        }
        self.part_company(play);
        Ok(())
    }

    /// Batteries joined to an enemy that the attacker does not touch.
    fn untouched(&self, foe: &Foe) -> Vec<UnitId> {
        let touched =
            |battery: &UnitId| self.foes.iter().any(|other| other.engaged.unit == *battery);
        let mut batteries = foe.joined.clone();
        batteries.retain(|battery| !touched(battery));
        batteries
    }

    /// SfG-reading 158: they go back as far as their brigade did.
    fn take_along(&self, play: &mut Play<'_>, batteries: &[UnitId], cause: Cause, length: Ticks) {
        for battery in batteries {
            let back = forced::retreat(play.look(), *battery, self.direction, length, Force::Melee);
            if back.length > Ticks::ZERO {
                play.relocate(
                    *battery,
                    cause,
                    back.stance,
                    back.length,
                    Rule::SFG_2_3_batteries_fate,
                );
            }
            // SfG-reading 25: being carried along is a forced move like any other.
            if back.disorders {
                play.disorder(*battery, forced::DISORDERED);
            }
        }
    }

    /// SfG 2.3-batteries: guns that are no longer in line with their brigade are part of its front no more.
    fn part_company(&self, play: &mut Play<'_>) {
        let fighting = self.foes.iter().map(|foe| foe.engaged.unit);
        let joined = self.foes.iter().flat_map(|foe| foe.joined.iter().copied());
        for battery in fighting.chain(joined) {
            let look = play.look();
            let brigade = look.unit(battery).joined;
            if brigade.is_some_and(|own| joining::in_line(look, battery, own).is_err()) {
                play.happens(Event::Parted { battery });
            }
        }
    }

    fn face(&self, play: &mut Play<'_>, unit: UnitId) {
        let heading = self.direction.opposite();
        if play.table.unit(unit).on_table() && play.table.unit(unit).pose.heading != heading {
            let stance = conforming::faced(play.look(), unit, heading);
            play.relocate(unit, Cause::Facing, stance, Ticks::ZERO, conforming::FACING);
        }
    }

    /// SfG 2.8-loser, 2.8-winner-stay: the attacker goes back the way it came, the winners stay and recover.
    fn repulse(&self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if play.table.unit(self.attacker).on_table() {
            push(play, self.attacker, self.direction.opposite())?;
        }
        for foe in &self.foes {
            if foe.engaged.flank {
                self.face(play, foe.engaged.unit);
            }
            play.recover(foe.engaged.unit, Rule::SFG_2_8_winner_stay);
        }
        Ok(())
    }

    /// SfG 2.8-draw, 2.8-draw-losses, 2.8-draw-cavalry, 2.8-draw-cover.
    fn draw(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        let look = play.look();
        let bloodless = self.inflicted() == 0 && self.hits == 0 && self.round == 1;
        let mounted = |unit: UnitId| look.is_mounted(unit);
        let horse = mounted(self.attacker) || self.foes.iter().any(|foe| mounted(foe.engaged.unit));
        if bloodless && !horse {
            self.round = 2;
            self.stage = Stage::Roll;
            return Ok(Flow::Again);
        }
        let mut back: Vec<(UnitId, Heading, Ticks, Vec<UnitId>)> = Vec::new();
        let mut recoil = |unit: UnitId, direction: Heading, covered: bool, with: Vec<UnitId>| {
            if mounted(unit) {
                back.push((unit, direction, Ticks(3000), with));
            } else if !bloodless && !covered {
                back.push((unit, direction, Ticks(1000), with));
            }
        };
        recoil(self.attacker, self.direction.opposite(), false, Vec::new());
        for foe in &self.foes {
            let covered = foe.cover != Cover::Open;
            recoil(
                foe.engaged.unit,
                self.direction,
                covered,
                self.untouched(foe),
            );
        }
        let sheltered = self.foes.iter().any(|foe| foe.cover != Cover::Open);
        for (unit, direction, distance, batteries) in back {
            if !play.table.unit(unit).on_table() {
                continue;
            }
            let retreat = forced::retreat(play.look(), unit, direction, distance, Force::Melee);
            let rule = if distance == Ticks(3000) {
                Rule::SFG_2_8_draw_cavalry
            } else if sheltered {
                Rule::SFG_2_8_draw_cover
            } else if self.round > 1 {
                Rule::SFG_2_8_draw
            } else {
                Rule::SFG_2_8_draw_losses
            };
            if retreat.length > Ticks::ZERO {
                play.relocate(unit, Cause::Recoil, retreat.stance, retreat.length, rule);
            }
            if retreat.disorders {
                play.disorder(unit, forced::DISORDERED);
            }
            self.take_along(play, &batteries, Cause::Recoil, retreat.length);
        }
        self.part_company(play);
        Ok(Flow::Again)
    }
}

/// SfG 2.8-loser: one push die; how far it went.
fn push(play: &mut Play<'_>, unit: UnitId, direction: Heading) -> Result<Ticks, ChanceError> {
    let roll = Roll::table(Purpose::MeleePush, Rule::SFG_2_8_loser, [1, 1, 1, 2, 2, 2]);
    let (distance, six) = play.roll_for(unit, roll)?;
    let far = Ticks(1000 * distance);
    let retreat = forced::retreat(play.look(), unit, direction, far, Force::Melee);
    if retreat.length > Ticks::ZERO {
        play.relocate(
            unit,
            Cause::Beaten,
            retreat.stance,
            retreat.length,
            Rule::SFG_2_8_loser,
        );
    }
    if retreat.disorders {
        play.disorder(unit, forced::DISORDERED);
    }
    if six {
        play.disorder(unit, Rule::SFG_2_8_loser);
    }
    Ok(retreat.length)
}

impl Procedure for Melee {
    type Ruling = (u8, UnitId);
    type Calls = Calls;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        if self.stage != Stage::Assign {
            return None;
        }
        self.open.first().map(|base| Ask {
            side: look.side(self.attacker),
            rule: Rule::SFG_2_8_contact,
            prompt: Prompt::Assign(self.attacker, base + 1),
        })
    }

    fn candidates(&self, _: Look<'_>, each: &mut dyn FnMut(Choice)) {
        if let Some(base) = self.open.first() {
            for foe in &self.foes {
                each(Choice::Assign {
                    base: base + 1,
                    target: foe.engaged.unit,
                });
            }
        }
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<(u8, UnitId), Refusal> {
        match (choice, self.open.first()) {
            (Choice::Assign { base, target }, Some(open)) if *base == open + 1 => {
                let touches = |foe: &&Foe| {
                    foe.engaged.unit == *target && foe.engaged.attacking.contains(open)
                };
                match self.foes.iter().find(touches) {
                    Some(_) => Ok((*open, *target)),
                    None => refuse(Rule::SFG_2_8_contact, "the base does not touch it"),
                }
            }
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        _: &mut Play<'_>,
        (base, target): (u8, UnitId),
    ) -> Result<Flow<Calls>, ChanceError> {
        for foe in &mut self.foes {
            if foe.engaged.unit != target {
                foe.engaged.attacking.retain(|own| *own != base);
            }
        }
        self.open.retain(|own| *own != base);
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        match self.stage {
            Stage::Assign => {
                self.stage = Stage::Roll;
                if self.foes.is_empty() {
                    self.stage = Stage::Over;
                }
                for foe in self.foes.iter().filter(|foe| foe.engaged.flank) {
                    play.surprise(foe.engaged.unit);
                }
                play.happens(Event::MeleeJoined {
                    attacker: self.attacker,
                    against: self.foes.iter().map(|foe| foe.engaged.clone()).collect(),
                });
            }
            Stage::Roll => {
                self.fight(play)?;
                self.stage = Stage::Lose(0);
            }
            Stage::Lose(next) => {
                self.stage = Stage::Lose(next + 1);
                if next == 0 {
                    let fighting = self.attacking().into_iter().map(|(_, base)| base).collect();
                    let losses = Losses::new(self.attacker, self.hits, fighting);
                    return Ok(Flow::Call(Calls::Losses(losses)));
                }
                match self.foes.get(next - 1) {
                    Some(foe) => {
                        let fighting = foe.engaged.defending.clone();
                        let losses = Losses::new(foe.engaged.unit, foe.hits, fighting);
                        return Ok(Flow::Call(Calls::Losses(losses)));
                    }
                    None => self.stage = Stage::Decide,
                }
            }
            Stage::Decide => return self.decide(play),
            Stage::Over => {
                return Ok(Flow::Finish(Answer::Fought {
                    defeated: self.defeated,
                }));
            }
        }
        Ok(Flow::Again)
    }

    fn resume(&mut self, _: &mut Play<'_>, answer: Answer) {
        if let Answer::Fought { defeated } = answer {
            self.defeated = defeated;
        }
    }
}
