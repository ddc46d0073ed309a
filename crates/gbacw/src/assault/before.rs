//! SR 11.33 to 11.38: Steps 2 to 5: who retreats before the assault, who commits himself, Envelopment, countercharges, the
//! defenders' fire. Their checks stand by themselves.

use longroll_board::{Hand, HexId};
use longroll_catalog::facts::{AbilityKind, Arm, LeaderId, UnitId};
use longroll_combat::assault::{self, Role};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::MoverClass;
use longroll_movement::extension::Closed;
use longroll_position::{BodyId, Deeds, HalfMp, LeaderNote};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::chosen::Chosen;
use super::frame::{AssaultStep, Stage};
use crate::activation::{ability_range, ability_ready};
use crate::choice::Choice;
use crate::event::{Event, Verdict};
use crate::fire::FireStep;
use crate::movement::relocation::relocate;
use crate::movement::{Cause, Destination, GroundCheck, StageStep, may_fall_back_with};
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::results::{Account, Check, CheckStep, Fall, Occasion, Retreat, udd_roll, udd_terms};
use crate::scene::At;
use crate::step::Step;

impl AssaultStep {
    /// SR 11.33: the retreat a unit may make before the assault.
    fn retreat_of(&self, at: At<'_>, unit: UnitId) -> Retreat {
        let mounted = MoverClass::standing(at.setting.unit(unit), at.position.unit(unit))
            == Some(MoverClass::Cavalry);
        let mut causing: SmallVec<[UnitId; 4]> = SmallVec::new();
        for assault in self.now() {
            let struck = assault::defenders(&self.look(at), &assault);
            if struck.contains(&unit) {
                causing.extend(assault.attacking().map(|attacker| attacker.unit));
            }
        }
        Retreat {
            unit,
            least: 1,
            most: if mounted { 2 } else { 1 },
            causing,
            rule: Rule::SR_11_33,
            account: Account::Own,
            through: Vec::new(),
            owed: Vec::new(),
            first: None,
        }
    }

    /// SR 11.33: who may still retreat before the assault.
    pub(super) fn retreaters<'a>(&'a self, at: At<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let now = self.now();
        let mut units: Vec<UnitId> = Vec::new();
        for assault in &now {
            for unit in assault::defenders(&self.look(at), assault) {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            }
        }
        units.into_iter().filter(move |&unit| {
            assault::may_retreat_before(&self.look(at), unit, &now).is_ok()
                && !self.retreat_of(at, unit).ways(at).is_empty()
        })
    }

    pub(super) fn retreat_candidates(&self, at: At<'_>, each: &mut dyn FnMut(Choice)) {
        for unit in self.retreaters(at) {
            for way in self.retreat_of(at, unit).ways(at) {
                each(way.choice(unit));
            }
            let side = at.setting.unit(unit).side;
            for leader in at.setting.leader_ids() {
                if at.setting.leader(leader).side == side {
                    each(Choice::Accompany { leader, unit });
                }
            }
        }
        each(Choice::Done);
    }

    pub(super) fn judge_retreat(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        const RULE: Rule = Rule::SR_11_33;
        Some(match choice {
            Choice::FallBack { unit, .. } => self.may_retire(at, unit, choice),
            Choice::Accompany { leader, unit } => {
                let retreats = self.retreaters(at).any(|other| other == unit);
                may_fall_back_with(at, leader, unit).and_then(|rule| {
                    if retreats {
                        Ok(Ruling::new(rule, Chosen::Accompanies(leader, unit)))
                    } else {
                        Err(Refusal::new(Rule::SR_12_72, "it does not fall back"))
                    }
                })
            }
            Choice::Done => Ok(Ruling::new(RULE, Chosen::Done)),
            _ => return None,
        })
    }

    fn may_retire(&self, at: At<'_>, unit: UnitId, choice: Choice) -> Judgement<Chosen> {
        let now = self.now();
        let look = self.look(at);
        let struck =
            |assault: &assault::Assault| assault::defenders(&look, assault).contains(&unit);
        if !now.iter().any(struck) {
            return Err(Refusal::new(Rule::SR_11_33, "it is not assaulted"));
        }
        assault::may_retreat_before(&look, unit, &now)?;
        let mut ways = self.retreat_of(at, unit).ways(at).into_iter();
        match ways.find(|way| way.choice(unit) == choice) {
            // BB 14.46: of its own will a Detachment stays north of its limit.
            Some(way)
                if MoverClass::of(at.setting.unit(unit)).is_some_and(|class| {
                    longroll_movement::special::beyond_limit(&at, class, way.hex)
                }) =>
            {
                Err(Refusal::new(
                    Rule::BB_14_46,
                    "Detachments stay north of their limit",
                ))
            }
            Some(way) => Ok(Ruling::new(Rule::SR_11_33, Chosen::Retreats(unit, way))),
            None => Err(self.why_not(at, unit, choice)),
        }
    }

    /// SR 12.44: which limit closes this way. SR 11.34 says before an assault what it says of friends, SR 12.43 how far.
    fn why_not(&self, at: At<'_>, unit: UnitId, choice: Choice) -> Refusal {
        let Choice::FallBack { hex, .. } = choice else {
            return Refusal::new(Rule::SR_11_34, "it does not retreat before the assault");
        };
        let refusal = self.retreat_of(at, unit).why_not(at, hex);
        let friends = at.position.holder(hex) == Some(at.setting.unit(unit).side);
        let rule = match refusal.rule {
            Rule::SR_12_44_stacking => Rule::SR_11_34,
            Rule::SR_12_44_front if friends => Rule::SR_11_34,
            Rule::SR_12_42 => Rule::SR_12_43,
            rule => rule,
        };
        Refusal { rule, ..refusal }
    }

    /// SR 11.33: it retreats, and rolls if it must.
    pub(super) fn retire(mut self, play: &mut Play<'_>, unit: UnitId, way: Fall) {
        // SR 11.46: a hex in which others await the assault has not been left before it.
        let is_last = |hex: &HexId| {
            let mut there = play.position.stack(*hex);
            there.all(|part| part.unit == unit)
        };
        let left = play.position.unit(unit).hexes().filter(is_last);
        self.retired.extend(left);
        let mut hexes: Vec<HexId> = play.position.unit(unit).hexes().collect();
        hexes.reverse();
        self.retirees.leaves(unit, &hexes);
        let rolls = assault::rolls_after_retreat(&self.look(play.at()), unit);
        let mut retreat = self.retreat_of(play.at(), unit);
        play.push(self);
        if let Some(rule) = rolls {
            if way.draws_together(play.position.unit(unit)) {
                retreat.first = Some(rule);
            } else {
                let occasion = Occasion::RetreatBeforeAssault(rule);
                play.push(CheckStep::Roll(Check::plain(unit, occasion)));
            }
        }
        if crate::movement::chooses_place(play.at(), unit, way.hex) {
            let from = play.position.unit(unit).hex;
            play.push(StageStep::Stack {
                unit,
                from,
                mates: 0,
            });
        }
        crate::results::fall_back(play, &retreat, way);
    }

    pub(super) fn accompany(self, play: &mut Play<'_>, leader: LeaderId, unit: UnitId) {
        play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
        play.push(self);
    }

    /// Step 3, SR 11.36: Green units and cavalry commit themselves, or do not.
    pub(super) fn commit(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self.is_continued() {
            self.next(play, Stage::Envelop);
            return Ok(());
        }
        for place in self.now.clone() {
            let assault = self.phase.assaults[place].clone();
            // SR 11.35: nobody is left to be assaulted.
            if assault::defenders(&self.look(play.at()), &assault).is_empty() {
                continue;
            }
            for attacker in assault.attacking() {
                let unit = attacker.unit;
                let look = self.look(play.at());
                let Some(rule) = assault::needs_commitment(&look, &assault, attacker) else {
                    continue;
                };
                let terms = udd_terms(play.at(), unit);
                let Some(roll) = udd_roll(play.at(), unit, rule, terms) else {
                    continue;
                };
                if !matches!(play.roll(roll)?.verdict, Verdict::Passed { .. }) {
                    self.balked.push(unit);
                    self.set_role(unit, Role::Out);
                }
            }
        }
        // BB 4.11-J3, reading 49: a commander who has used it with this marker steadies everybody who acts with it.
        let used = play.position.special.events.abilities.clone();
        for (leader, kind) in used {
            let own = play.setting.leader(leader).side == self.side;
            if own && kind == AbilityKind::SteadiesGreenUnits {
                self.steadies(play, leader);
            }
        }
        self.next(play, Stage::Steady);
        Ok(())
    }

    /// SR 11.48-march: nothing more comes over a brigade on the march of whose assailants nobody has committed himself (reading 20 of the
    /// assault chapter).
    pub(super) fn spares_marchers(&mut self, at: At<'_>) {
        let mut struck: Vec<BodyId> = Vec::new();
        for assault in self.now() {
            if assault.attacking().next().is_some() {
                let units = assault::defenders(&self.look(at), &assault).into_iter();
                struck.extend(units.map(|unit| at.position.body_of(at.setting, unit)));
            }
        }
        self.marchers.retain(|body| struck.contains(body));
    }

    fn set_role(&mut self, unit: UnitId, role: Role) {
        for assault in &mut self.phase.assaults {
            for attacker in &mut assault.attackers {
                if attacker.unit == unit && !matches!(attacker.role, Role::Fought(_)) {
                    attacker.role = role.clone();
                }
            }
        }
    }

    pub(super) fn is_continued(&self) -> bool {
        let mut now = self.now.iter();
        now.any(|&place| self.phase.assaults[place].continued > 0)
    }

    /// BB 4.11-J3: Green regiments in his range that have failed.
    fn steadied(&self, at: At<'_>, leader: LeaderId) -> Vec<UnitId> {
        let range = ability_range(at, leader);
        // Where its move began, or where it has ended.
        let near = |unit: &UnitId| {
            let starts = at.position.fires.starts.iter();
            let began = starts.filter(|(own, _)| own == unit).map(|&(_, hex)| hex);
            let mut hexes = began.chain([at.position.unit(*unit).hex]);
            at.setting.unit(*unit).side == at.setting.leader(leader).side
                && hexes.any(|hex| crate::command::within(at, leader, hex, range))
        };
        let infantry =
            |unit: &UnitId| at.setting.unit(*unit).arm == longroll_catalog::facts::Arm::Infantry;
        let balked = self.balked.iter().copied();
        balked.filter(infantry).filter(near).collect()
    }

    /// BB 4.11-J3: the commanders who may use it.
    pub(super) fn steadiers(&self, at: At<'_>) -> Vec<LeaderId> {
        let kind = AbilityKind::SteadiesGreenUnits;
        if self.balked.is_empty() {
            return Vec::new();
        }
        at.setting
            .leader_ids()
            .filter(|&leader| {
                at.setting.leader(leader).side == self.side
                    && at.position.leader(leader).on_map()
                    && ability_ready(at, leader, kind).is_ok()
                    && !self.steadied(at, leader).is_empty()
            })
            .collect()
    }

    pub(super) fn steady(mut self, play: &mut Play<'_>, leader: LeaderId) {
        play.note_leader(leader, LeaderNote::Used(AbilityKind::SteadiesGreenUnits));
        self.steadies(play, leader);
        play.push(self);
    }

    fn steadies(&mut self, play: &mut Play<'_>, leader: LeaderId) {
        let mut told: Vec<BodyId> = Vec::new();
        for unit in self.steadied(play.at(), leader) {
            let body = play.position.body_of(play.setting, unit);
            if !told.contains(&body) {
                told.push(body);
                play.happens(Event::AbilityUsed {
                    leader,
                    body,
                    rule: Rule::BB_4_11_J3,
                });
            }
            self.balked.retain(|&other| other != unit);
            self.set_role(unit, Role::In);
        }
    }

    /// SR 8.48: the wheels that may be made.
    pub(super) fn wheels(&self, at: At<'_>) -> Vec<(UnitId, Closed)> {
        if self.is_continued() {
            return Vec::new();
        }
        let look = self.look(at);
        let now = self.now();
        let all = now
            .iter()
            .flat_map(|assault| assault::envelopments(&look, assault));
        all.filter(|(unit, _)| !at.position.unit(*unit).deeds.has(Deeds::ENVELOPED))
            .collect()
    }

    pub(super) fn envelop(self, play: &mut Play<'_>, unit: UnitId, closed: Closed) {
        play.did(unit, Deeds::ENVELOPED);
        self.notes_pending(play, &self.now.clone());
        play.push(self);
        let rule = Rule::SR_8_48;
        let before = *play.position.unit(unit);
        let swamp = |hex: &HexId| longroll_movement::step::is_swamp(&play.at(), *hex);
        let bog = closed.entered.iter().copied().find(swamp);
        play.happens(Event::Turned {
            unit,
            facing: closed.facing,
            cost: HalfMp::ZERO,
            rule,
        });
        if let Some(hex) = bog {
            // BB 9.44-swamp-extended: as in an advance (reading I44).
            let there = Destination::single(hex);
            relocate(
                play,
                unit,
                there,
                HalfMp::ZERO,
                rule,
                Cause::AdvancesIntoSwamp,
            );
            crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
            return;
        }
        let there = Destination::at_bottom(closed.hex, closed.extent);
        relocate(play, unit, there, HalfMp::ZERO, rule, Cause::LineMoves);
        // SR 7.11: guns in the hex on which it wheels turn with it.
        let guns: Vec<UnitId> = before
            .hexes()
            .filter(|hex| play.position.unit(unit).hexes().any(|own| own == *hex))
            .flat_map(|hex| play.position.stack(hex))
            .map(|part| part.unit)
            .filter(|&other| other != unit)
            .collect();
        for other in guns {
            play.happens(Event::Turned {
                unit: other,
                facing: closed.facing,
                cost: HalfMp::ZERO,
                rule: Rule::SR_7_11,
            });
        }
        let checks = closed.checks.iter();
        play.then(
            checks
                .map(|check| StageStep::Check(GroundCheck::of_ground(unit, check)).into())
                .collect::<Vec<Step>>(),
        );
    }

    /// SR 11.56: the next hex whose cavalry may countercharge, and its top unit.
    pub(super) fn charged(&self, at: At<'_>) -> Option<(UnitId, assault::Countercharge)> {
        if self.is_continued() {
            return None;
        }
        let &hex = self.hexes.first()?;
        let found = assault::may_countercharge(&self.look(at), hex, &self.now()).ok()?;
        let top = at.position.stack(hex).next()?;
        Some((top.unit, found))
    }

    pub(super) fn judge_before(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        Some(match (self.stage, choice) {
            (Stage::Steady, Choice::Steady { leader }) => {
                if self.steadiers(at).contains(&leader) {
                    Ok(Ruling::new(Rule::BB_4_11_J3, Chosen::Steadies(leader)))
                } else {
                    Err(Refusal::new(
                        Rule::BB_4_11_J3,
                        "nobody who failed to commit himself is in his range",
                    ))
                }
            }
            (Stage::Steady, Choice::Done) => Ok(Ruling::new(Rule::BB_4_11_J3, Chosen::Done)),
            (Stage::Envelop, Choice::Wheel { unit, hand }) => {
                let mut wheels = self.wheels(at).into_iter();
                let wheel =
                    wheels.find(|(who, closed)| *who == unit && pivot(at, unit, closed) == hand);
                match wheel {
                    Some((_, closed)) => {
                        Ok(Ruling::new(Rule::SR_8_48, Chosen::Envelops(unit, closed)))
                    }
                    None => Err(Refusal::new(Rule::SR_8_48, "it cannot envelop so")),
                }
            }
            (Stage::Envelop, Choice::Done) => Ok(Ruling::new(Rule::SR_8_48, Chosen::Done)),
            (Stage::Countercharge, Choice::Countercharge { unit }) => match self.charged(at) {
                Some((top, _)) if top == unit => {
                    let hex = self.hexes[0];
                    Ok(Ruling::new(Rule::SR_11_56, Chosen::Countercharges(hex)))
                }
                _ => Err(Refusal::new(Rule::SR_11_56, "it may not countercharge")),
            },
            (Stage::Check, Choice::Check { unit }) => {
                if self.checkers(at).contains(&unit) {
                    Ok(Ruling::new(Rule::SR_11_37_extended, Chosen::Checks(unit)))
                } else {
                    Err(Refusal::new(
                        Rule::SR_11_37_extended,
                        "it is not on top of those who are assaulted",
                    ))
                }
            }
            (Stage::Countercharge, Choice::Done) => Ok(Ruling::new(Rule::SR_11_56, Chosen::Done)),
            _ => return None,
        })
    }

    /// SR 11.56: under Attack orders at will, else by a UDD.
    pub(super) fn countercharge(
        mut self,
        play: &mut Play<'_>,
        hex: HexId,
    ) -> Result<(), ChanceError> {
        let charges = match self.charged(play.at()) {
            Some((_, assault::Countercharge::ByCheck(unit))) => {
                let terms = udd_terms(play.at(), unit);
                match udd_roll(play.at(), unit, Rule::SR_11_56, terms) {
                    Some(roll) => matches!(play.roll(roll)?.verdict, Verdict::Passed { .. }),
                    None => false,
                }
            }
            Some(_) => true,
            None => false,
        };
        if charges {
            for &place in &self.now {
                let assault = &mut self.phase.assaults[place];
                if assault.targets.contains(&hex) {
                    assault.countercharges.push(hex);
                }
            }
            // SR 11.56, 14.24: whoever countercharges does not fire.
            let riders: Vec<UnitId> = play.position.stack(hex).map(|part| part.unit).collect();
            for unit in riders {
                if play.setting.unit(unit).arm == Arm::Cavalry {
                    play.did(unit, Deeds::CHARGES);
                }
            }
        }
        self.hexes.remove(0);
        let stage = if self.hexes.is_empty() {
            Stage::Check
        } else {
            Stage::Countercharge
        };
        self.next(play, stage);
        Ok(())
    }

    /// Step 5, SR 11.38: the defenders, and their neighbours, fire.
    pub(super) fn fires(mut self, play: &mut Play<'_>) {
        if self.is_continued() {
            self.drops_out(play.at());
        } else {
            self.lapses(play.at());
        }
        let places: Vec<usize> = if self.is_continued() {
            let mut all = self.now.clone();
            all.extend(self.pending.iter().copied());
            all
        } else {
            self.now.clone()
        };
        self.notes_pending(play, &places);
        let mut hexes: SmallVec<[HexId; 3]> = SmallVec::new();
        let mut attackers: Vec<UnitId> = Vec::new();
        for assault in self.now() {
            for attacker in assault.attacking() {
                attackers.push(attacker.unit);
                for hex in play.position.unit(attacker.unit).hexes() {
                    if !hexes.contains(&hex) {
                        hexes.push(hex);
                    }
                }
            }
        }
        let stage = if self.is_continued() {
            Stage::Resolve
        } else {
            Stage::Lapse
        };
        let side = attackers
            .first()
            .map(|&unit| play.setting.unit(unit).side.enemy());
        let fire =
            side.and_then(|side| FireStep::before_assault(play.at(), &attackers, side, hexes));
        self.next(play, stage);
        if let Some(fire) = fire {
            play.push(fire);
        }
    }
}

/// SR 8.44: on which hand a line wheels.
pub(super) fn pivot(at: At<'_>, unit: UnitId, closed: &Closed) -> Hand {
    if at.position.unit(unit).facing.turned(1) == closed.facing {
        Hand::Right
    } else {
        Hand::Left
    }
}
