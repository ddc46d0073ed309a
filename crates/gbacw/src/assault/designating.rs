//! SR 11.31, 11.32: Step 1, who assaults whom.

use longroll_catalog::facts::{AbilityKind, LeaderId, Orders, UnitId};
use longroll_combat::assault::{self, Assault, AssaultScene};
use longroll_core::Refusal;
use longroll_position::{BodyId, BodyKind, Deeds, Extent, LeaderNote};
use longroll_rule::Rule;

use super::aim::Aim;
use super::chosen::Chosen;
use super::frame::AssaultStep;
use crate::activation::{ability_reaches, ability_ready};
use crate::choice::Choice;
use crate::command::{body_leader, lends, note_lent};
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

/// How many further designations are looked at.
const FARTHEST: u8 = 6;

/// SR 11.12, 5.36: whether a unit may assault: of those who act with the marker under way.
pub(super) fn may_assault(look: &AssaultScene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let at = look.scene;
    let body = at.position.body_of(at.setting, unit);
    crate::movement::has_an_activation(at, body, unit)?;
    assault::may_assault(look, unit)
}

impl AssaultStep {
    fn is_designated(&self, unit: UnitId) -> bool {
        let all = self.phase.assaults.iter();
        all.flat_map(|assault| &assault.attackers)
            .any(|attacker| attacker.unit == unit)
    }

    /// What may be worth asking about in Step 1.
    pub(super) fn aims(&self, at: At<'_>, each: &mut dyn FnMut(Choice)) {
        let look = self.look(at);
        for unit in self.members(at) {
            if self.is_designated(unit) || may_assault(&look, unit).is_err() {
                continue;
            }
            let targets = assault::target_hexes(&look, unit);
            let mut hexes: Vec<Option<longroll_board::HexId>> = Vec::new();
            if at.position.unit(unit).extent == Extent::Single || targets.len() == 1 {
                hexes.extend(targets.iter().copied().map(Some));
            }
            if targets.len() > 1 {
                hexes.push(None);
            }
            for hex in hexes {
                let aim = Aim { hex, with: None };
                each(Choice::Assault { unit, aim });
                for earlier in &self.phase.assaults {
                    if let Some(first) = earlier.attackers.first() {
                        let with = Some(first.unit);
                        let aim = Aim { hex, with };
                        each(Choice::Assault { unit, aim });
                    }
                }
            }
        }
        for leader in at.setting.leader_ids() {
            each(Choice::Embolden { leader });
        }
        each(Choice::Done);
    }

    /// The designations with one unit more.
    fn with_aim(&self, at: At<'_>, unit: UnitId, aim: Aim) -> Result<Vec<Assault>, Refusal> {
        self.one_more(at, &self.phase.assaults, unit, aim)
    }

    /// SR 11.31: whether these designations stand, or others can still make them complete.
    fn can_be_completed(&self, at: At<'_>, all: &[Assault], depth: u8) -> bool {
        let look = self.look(at);
        let faults = assault::judge_designations(&look, all);
        let Some(fault) = faults.into_iter().next() else {
            return true;
        };
        if depth == 0 {
            return true;
        }
        let named = |unit: UnitId| {
            let mut own = all.iter().flat_map(|assault| &assault.attackers);
            own.any(|attacker| attacker.unit == unit)
        };
        let wanted: Vec<UnitId> = match (fault.unit, fault.hex) {
            // An enemy whom nobody assaults yet.
            (_, Some(hex)) => self
                .members(at)
                .filter(|&unit| !named(unit) && may_assault(&look, unit).is_ok())
                .filter(|&unit| assault::target_hexes(&look, unit).contains(&hex))
                .collect(),
            // Somebody who must and does not.
            (Some(unit), None) if !named(unit) => vec![unit],
            _ => Vec::new(),
        };
        let withs: Vec<Option<UnitId>> = core::iter::once(None)
            .chain(
                all.iter()
                    .map(|own| own.attackers.first().map(|one| one.unit)),
            )
            .collect();
        for unit in wanted {
            let targets = assault::target_hexes(&look, unit);
            let hexes = targets.iter().copied().map(Some).chain([None]);
            for hex in hexes {
                for &with in &withs {
                    let aim = Aim { hex, with };
                    let Ok(more) = self.one_more(at, all, unit, aim) else {
                        continue;
                    };
                    let own = more.iter().find(|one| {
                        let mut attackers = one.attackers.iter();
                        attackers.any(|attacker| attacker.unit == unit)
                    });
                    let legal = own.is_some_and(|one| assault::judge_assault(&look, one).is_ok());
                    if legal && self.can_be_completed(at, &more, depth - 1) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn one_more(
        &self,
        at: At<'_>,
        before: &[Assault],
        unit: UnitId,
        aim: Aim,
    ) -> Result<Vec<Assault>, Refusal> {
        let look = self.look(at);
        let targets = assault::target_hexes(&look, unit);
        let whom: Vec<_> = match aim.hex {
            Some(hex) if targets.contains(&hex) => vec![hex],
            Some(hex) => return Err(assault::why_not(&look, unit, hex)),
            None => targets.to_vec(),
        };
        let attacker = assault::attacker(&look, unit);
        let mut all = before.to_vec();
        match aim.with {
            None => all.push(Assault {
                by: self.side,
                attackers: vec![attacker],
                targets: whom,
                continued: 0,
                countercharges: Vec::new(),
            }),
            Some(other) => {
                let theirs = all.iter_mut().find(|assault| {
                    let mut own = assault.attackers.iter();
                    own.any(|attacker| attacker.unit == other)
                });
                let Some(theirs) = theirs else {
                    return Err(Refusal::new(Rule::SR_11_32, "that unit does not assault"));
                };
                theirs.attackers.push(attacker);
                for hex in whom {
                    if !theirs.targets.contains(&hex) {
                        theirs.targets.push(hex);
                    }
                }
            }
        }
        Ok(all)
    }

    pub(super) fn judge_aim(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        Some(match choice {
            Choice::Assault { unit, aim } => self.may_aim(at, unit, aim),
            Choice::Embolden { leader } => self
                .may_embolden(at, leader)
                .map(|rule| Ruling::new(rule, Chosen::Emboldens(leader))),
            Choice::Done => {
                let look = self.look(at);
                let faults = assault::judge_designations(&look, &self.phase.assaults);
                match faults.into_iter().next() {
                    // Whoever must and cannot is excused.
                    Some(_) if !self.anybody_may_aim(at) => {
                        Ok(Ruling::new(Rule::SR_11_31, Chosen::Done))
                    }
                    Some(fault) => Err(fault.refusal),
                    None => Ok(Ruling::new(Rule::SR_11_31, Chosen::Done)),
                }
            }
            _ => return None,
        })
    }

    fn anybody_may_aim(&self, at: At<'_>) -> bool {
        let mut found = false;
        self.aims(at, &mut |choice| {
            if let Choice::Assault { unit, aim } = choice {
                found = found || self.may_aim(at, unit, aim).is_ok();
            }
        });
        found
    }

    fn may_aim(&self, at: At<'_>, unit: UnitId, aim: Aim) -> Judgement<Chosen> {
        let look = self.look(at);
        if !self.members(at).any(|member| member == unit) {
            return Err(Refusal::new(
                Rule::SR_11_12,
                "its brigade is not the one that acts",
            ));
        }
        may_assault(&look, unit)?;
        if self.is_designated(unit) {
            return Err(Refusal::new(
                Rule::SR_11_32_no_split,
                "it does not divide its strength",
            ));
        }
        let all = self.with_aim(at, unit, aim)?;
        let rule = match assault::duty(&look, unit) {
            assault::Duty::Must(rule) | assault::Duty::May(rule) => rule,
        };
        for one in &all {
            if one.attackers.iter().any(|attacker| attacker.unit == unit) {
                assault::judge_assault(&look, one)?;
            }
        }
        if let Some(fault) = assault::uncombined(&look, &all).into_iter().next() {
            return Err(fault.refusal);
        }
        if !self.can_be_completed(at, &all, FARTHEST)
            && self.can_be_completed(at, &self.phase.assaults, FARTHEST)
        {
            return Err(Refusal::new(
                Rule::SR_11_31,
                "an enemy in the front of an attacker would be left whom nobody can assault",
            ));
        }
        Ok(Ruling::new(rule, Chosen::Aims(unit, aim)))
    }

    pub(super) fn designate(mut self, play: &mut Play<'_>, unit: UnitId, aim: Aim) {
        if let Ok(all) = self.with_aim(play.at(), unit, aim) {
            self.phase.assaults = all;
        }
        play.did(unit, Deeds::ACTED);
        play.push(self);
    }

    /// BB 4.11-J2: brigadiers of the acting brigades under Attack orders in his range.
    fn emboldened(&self, at: At<'_>, leader: LeaderId) -> Vec<(BodyId, LeaderId)> {
        let reached = |body: &BodyId| {
            at.position.body(*body).orders == Orders::Attack
                && ability_reaches(at, leader, *body, Rule::BB_4_11_J2).is_ok()
        };
        let bodies = self.phase.bodies.iter().copied().filter(reached);
        bodies
            .filter_map(|body| Some((body, body_leader(at, body)?)))
            .filter(|(_, brigadier)| !self.phase.inspired.contains(brigadier))
            .collect()
    }

    /// BB 4.11-J2, reading 49: a commander who has used it with this marker has used it for everybody who acts with it.
    pub(super) fn heartened(&mut self, at: At<'_>) {
        let used = at.position.special.events.abilities.iter();
        let mut found: Vec<LeaderId> = Vec::new();
        for &(leader, kind) in used {
            if kind == AbilityKind::InspiresAggression
                && at.setting.leader(leader).side == self.side
            {
                found.extend(self.emboldened(at, leader).into_iter().map(|it| it.1));
            }
        }
        self.phase.inspired.extend(found);
    }

    fn may_embolden(&self, at: At<'_>, leader: LeaderId) -> Result<Rule, Refusal> {
        const RULE: Rule = Rule::BB_4_11_J2;
        if at.setting.leader(leader).side != self.side {
            return Err(Refusal::new(RULE, "he does not command those who assault"));
        }
        if !at.position.leader(leader).on_map() && !lends(at, leader) {
            return Err(Refusal::new(RULE, "he is not in play"));
        }
        ability_ready(at, leader, AbilityKind::InspiresAggression)?;
        if self.emboldened(at, leader).is_empty() {
            return Err(Refusal::new(
                RULE,
                "no brigadier under Attack orders is in his range",
            ));
        }
        Ok(RULE)
    }

    pub(super) fn embolden(mut self, play: &mut Play<'_>, leader: LeaderId) {
        let reached = self.emboldened(play.at(), leader);
        play.note_leader(leader, LeaderNote::Used(AbilityKind::InspiresAggression));
        for (body, brigadier) in reached {
            note_lent(play, leader, body);
            play.happens(Event::AbilityUsed {
                leader,
                body,
                rule: Rule::BB_4_11_J2,
            });
            self.phase.inspired.push(brigadier);
        }
        play.push(self);
    }

    /// Step 1 is over: everything is told, and whoever is designated is warned (SR 6.26, 6.34).
    pub(super) fn designated(&mut self, play: &mut Play<'_>) {
        let unled = assault::unled(&self.look(play.at()), &self.phase.assaults);
        self.phase.unled = unled;
        self.now = (0..self.phase.assaults.len()).collect();
        self.pending.clone_from(&self.now);
        for assault in self.phase.assaults.clone() {
            self.tell(play, &assault);
        }
        self.notes_pending(play, &self.now.clone());
    }

    /// SR 11.48-march, 6.34: an assault is told, and what it does to brigades at rest or on the march.
    pub(super) fn tell(&mut self, play: &mut Play<'_>, assault: &Assault) {
        play.happens(Event::Assaulted {
            attackers: assault.attackers.iter().map(|each| each.unit).collect(),
            targets: assault.targets.clone(),
            continued: assault.continued,
            rule: if assault.continued == 0 {
                Rule::SR_11_31
            } else {
                Rule::SR_11_47
            },
        });
        let struck = assault::defenders(&self.look(play.at()), assault);
        crate::orders::leave_reserve_under_attack(play, &struck);
        // SR 11.48-march: whoever assaults is as much part of it as those he strikes.
        let attackers = assault.attackers.iter().map(|each| each.unit);
        for unit in attackers {
            if !self.involved.contains(&unit) {
                self.involved.push(unit);
            }
        }
        for unit in struck {
            let body = play.position.body_of(play.setting, unit);
            crate::held::roused(play, unit);
            crate::orders::break_march_of(play, unit);
            if play.position.unit(unit).orders == Orders::March {
                // Those of no brigade have no rest of it.
                let brigade = play.setting.body(body).kind == BodyKind::Brigade;
                if brigade && !self.marchers.contains(&body) {
                    self.marchers.push(body);
                }
            }
            if !self.involved.contains(&unit) {
                self.involved.push(unit);
            }
        }
    }
}
