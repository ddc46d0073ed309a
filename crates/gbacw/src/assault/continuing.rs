//! SR 11.47, Step 6d: who goes on, where to, and the Continued assault that follows.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_combat::assault::{self, Assault, Duty, FreeTurn, Role};
use longroll_core::Refusal;
use longroll_position::Deeds;
use longroll_rule::Rule;

use super::aim::Aim;
use super::chosen::{Chosen, Onward, OnwardWay, Union};
use super::following::{companions, goes_along};
use super::frame::{AssaultStep, EarnedBy, Stage};
use crate::choice::Choice;
use crate::movement::{FaceCause, ReactStep, stay_behind};
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::prompt::Prompt;
use crate::results::{Advance, ShrinkStep};
use crate::scene::At;
use crate::step::{Ask, Step};

impl AssaultStep {
    /// SR 11.47: who may or must go on.
    fn goers(&self, at: At<'_>) -> Vec<(UnitId, Duty)> {
        let Some(earned) = self.earned else {
            return Vec::new();
        };
        let assault = self.current();
        let look = self.look(at);
        let units: Vec<UnitId> = match earned {
            EarnedBy::Defender => {
                let mut own: Vec<UnitId> = assault::defenders(&look, assault);
                for hex in self.stood(at, assault) {
                    own.extend(at.position.stack(hex).map(|part| part.unit));
                }
                own
            }
            EarnedBy::FailedCheck | EarnedBy::Attacker => {
                assault.attackers.iter().map(|each| each.unit).collect()
            }
        };
        let mut found: Vec<(UnitId, Duty)> = Vec::new();
        for unit in units {
            let known = found.iter().any(|(other, _)| *other == unit);
            let side = at.setting.unit(unit).side == self.advancing_side();
            if let (false, true, Ok(duty)) = (
                known,
                side,
                assault::may_continue(&look, assault, unit, earned.into()),
            ) {
                found.push((unit, duty));
            }
        }
        found
    }

    /// Where the attackers stood when the die was rolled.
    fn stood(&self, _: At<'_>, assault: &Assault) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = Vec::new();
        for attacker in &assault.attackers {
            if let Role::Fought(stood) = &attacker.role {
                hexes.extend(stood.hexes.iter().copied());
            }
        }
        hexes
    }

    pub(super) fn asks_press(&self, at: At<'_>) -> Option<Ask> {
        let goers = self.goers(at);
        let may = goers.iter().any(|(_, duty)| matches!(duty, Duty::May(_)));
        may.then(|| Ask {
            side: self.advancing_side(),
            rule: Rule::SR_11_47,
            prompt: Prompt::PressOn,
        })
    }

    pub(super) fn judge_press(&self, _: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        Some(match choice {
            Choice::Press => Ok(Ruling::new(Rule::SR_11_47, Chosen::Presses)),
            Choice::Done => Ok(Ruling::new(Rule::SR_11_47, Chosen::Done)),
            _ => return None,
        })
    }

    /// SR 11.47-mandatory: after a charge there is nothing to ask.
    pub(super) fn goes_on_or_not(self, play: &mut Play<'_>) {
        if self.goers(play.at()).is_empty() {
            self.reacted(play, Stage::After);
        } else {
            self.presses(play);
        }
    }

    pub(super) fn presses(self, play: &mut Play<'_>) {
        let goers = self.goers(play.at());
        let queue = goers.iter().map(|(unit, _)| *unit).collect();
        self.draws_in(play, queue);
    }

    /// SR 11.47-mandatory: whoever may stays, whoever must goes on.
    pub(super) fn holds_back(self, play: &mut Play<'_>) {
        let goers = self.goers(play.at());
        let must = goers
            .iter()
            .filter(|(_, duty)| matches!(duty, Duty::Must(_)));
        let queue: Vec<UnitId> = must.map(|(unit, _)| *unit).collect();
        if queue.is_empty() {
            self.reacted(play, Stage::After);
        } else {
            self.draws_in(play, queue);
        }
    }

    /// SR 8.49: a line that has enveloped draws together before it goes on.
    fn draws_in(mut self, play: &mut Play<'_>, queue: Vec<UnitId>) {
        let enveloping = |unit: &UnitId| play.position.unit(*unit).is_enveloping();
        let lines = queue.iter().copied().filter(enveloping);
        let steps: Vec<Step> = lines
            .map(|unit| ShrinkStep::enveloped(unit).into())
            .collect();
        self.queue = queue;
        self.next(play, Stage::DrawIn);
        play.then(steps);
    }

    pub(super) fn send_on(mut self, play: &mut Play<'_>) {
        if self.earned == Some(EarnedBy::Defender) {
            self.resumed.extend(self.queue.iter().copied());
        }
        self.checked.clone_from(&self.queue);
        self.aimed = {
            let look = self.look(play.at());
            let fronts = self.queue.iter().flat_map(|&unit| {
                let targets = assault::target_hexes(&look, unit);
                targets.into_iter().map(move |hex| (unit, hex))
            });
            fronts.collect()
        };
        self.reacted(play, Stage::GoOn);
    }

    /// SR 11.47-declare, 9.61: once it is known who goes on, the enemy beside those who have advanced may react.
    pub(super) fn reacted(mut self, play: &mut Play<'_>, stage: Stage) {
        self.tried.clear();
        let arrivals = core::mem::take(&mut self.arrivals);
        self.next(play, stage);
        let mut hexes: Vec<HexId> = Vec::new();
        let came_in = |&(unit, hex): &(UnitId, HexId)| {
            let state = play.position.unit(unit);
            state.on_map() && state.hexes().any(|own| own == hex)
        };
        let arrived: Vec<(UnitId, HexId)> = arrivals.into_iter().filter(came_in).collect();
        let reacting = arrived.into_iter().filter(|(_, hex)| {
            let fresh = !hexes.contains(hex);
            hexes.push(*hex);
            fresh
        });
        play.then(
            reacting
                .map(|(mover, hex)| {
                    ReactStep::Faces {
                        mover,
                        hex,
                        cause: FaceCause::Advanced,
                    }
                    .into()
                })
                .collect::<Vec<Step>>(),
        );
    }

    /// SR 12.6: the hexes before a unit that goes on which a failed reaction has emptied, if nobody else is in its front.
    fn emptied(&self, at: At<'_>, unit: UnitId) -> Vec<HexId> {
        let enemy = at.setting.unit(unit).side.enemy();
        let gone = self
            .aimed
            .iter()
            .filter(|(who, hex)| *who == unit && at.position.holder(*hex) != Some(enemy));
        if assault::target_hexes(&self.look(at), unit).is_empty() {
            gone.map(|(_, hex)| *hex).collect()
        } else {
            Vec::new()
        }
    }

    /// SR 11.47-advance: where the next unit may go on to.
    fn onwards(&self, at: At<'_>) -> Vec<(UnitId, HexId, Facing, OnwardWay)> {
        let Some(&unit) = self.queue.first() else {
            return Vec::new();
        };
        let state = at.position.unit(unit);
        let spent = state.deeds.has(Deeds::FINISHED)
            && at.setting.unit(unit).side == self.side
            && !self.resumed.contains(&unit);
        if !state.on_map() || spent || !self.emptied(at, unit).is_empty() {
            return Vec::new();
        }
        // The facing of the advance in 6c is final.
        let all = assault::extra_advances(&self.look(at), unit, FreeTurn::Used);
        let faces = all.iter().any(|way| way.faces_enemy);
        let ways = all.into_iter().filter(|way| !faces || way.faces_enemy);
        let mut found: Vec<(UnitId, HexId, Facing, OnwardWay)> = Vec::new();
        for way in ways {
            let hex = way.hex;
            // SR 7.11: whoever goes on into a hex of friends faces as they do.
            let mut there = at.position.stack(hex).map(|part| part.unit);
            let friend = there.find(|&other| other != unit);
            if friend.is_some_and(|friend| at.position.unit(friend).facing != way.facing) {
                continue;
            }
            let known = |(_, at, faced, _): &(UnitId, HexId, Facing, OnwardWay)| {
                (*at, *faced) == (hex, way.facing)
            };
            if !found.iter().any(known) {
                let onward = OnwardWay::Further {
                    facing: way.facing,
                    legs: way.legs.into_iter().map(Advance::from).collect(),
                };
                found.push((unit, hex, way.facing, onward));
            }
        }
        found
    }

    pub(super) fn asks_onward(&self, at: At<'_>) -> Option<Ask> {
        let &unit = self.queue.first()?;
        let ways = self.onwards(at);
        let own = at.position.unit(unit).hex;
        let goes = ways.iter().any(|(_, hex, _, _)| *hex != own);
        let asked = ways.len() > 1 || goes && companions(at, unit).next().is_some();
        asked.then(|| Ask {
            side: self.advancing_side(),
            rule: Rule::SR_11_47_advance,
            prompt: Prompt::GoOn { unit },
        })
    }

    pub(super) fn onward_candidates(&self, at: At<'_>, each: &mut dyn FnMut(Choice)) {
        for (unit, hex, facing, _) in self.onwards(at) {
            each(Choice::Advance { unit, hex, facing });
        }
        if let Some(&unit) = self.queue.first() {
            for leader in at.setting.leader_ids() {
                each(Choice::Accompany { leader, unit });
            }
        }
    }

    pub(super) fn judge_onward(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        if let Choice::Accompany { leader, unit } = choice {
            let own = at.position.unit(unit).hex;
            let mut ways = self.onwards(at).into_iter();
            let goes = self.queue.first() == Some(&unit) && ways.any(|way| way.1 != own);
            return Some(goes_along(at, leader, unit, goes));
        }
        let Choice::Advance { unit, hex, facing } = choice else {
            return None;
        };
        let mut ways = self.onwards(at).into_iter();
        let found = ways.find(|(who, to, faced, _)| (*who, *to, *faced) == (unit, hex, facing));
        Some(match found {
            Some((unit, _, _, way)) => Ok(Ruling::new(
                Rule::SR_11_47_advance,
                Chosen::Advances(Onward { unit, way }),
            )),
            None => Err(Refusal::new(
                Rule::SR_11_47_advance,
                "it goes on at most two hexes, and brings the enemy into its front where it can",
            )),
        })
    }

    /// Nothing to choose for the next unit, or everybody has gone on.
    pub(super) fn gone_on(mut self, play: &mut Play<'_>) {
        if self.queue.is_empty() {
            self.next(play, Stage::Renew);
            return;
        }
        match self.onwards(play.at()).pop() {
            Some((unit, _, _, way)) => self.advances(play, Onward { unit, way }),
            None => {
                stay_behind(play, self.queue.remove(0));
                play.push(self);
            }
        }
    }

    /// Reading 100 of the assault chapter: which continuation of the chain this is for those who go on, the highest count of all;
    /// what the other side has done in between does not interrupt it.
    fn continuation(&self, units: &[UnitId]) -> u8 {
        let earlier = |unit: &UnitId| {
            let times = self.continuations.iter().filter(|own| *own == unit);
            u8::try_from(times.count()).unwrap_or(u8::MAX)
        };
        let most = units.iter().map(earlier).max();
        most.unwrap_or(0).saturating_add(1)
    }

    /// SR 11.47-attack: they attack whoever is in their front, hex by hex.
    pub(super) fn renews(mut self, play: &mut Play<'_>) {
        let at = play.at();
        let units = core::mem::take(&mut self.checked);
        let side = self.advancing_side();
        let before = self.current();
        let continued = self.continuation(&units);
        let mut found: Vec<Assault> = Vec::new();
        {
            let look = self.look(at);
            for unit in units {
                let state = at.position.unit(unit);
                let spent = state.deeds.has(Deeds::FINISHED)
                    && side == self.side
                    && !self.resumed.contains(&unit);
                if !state.on_map() || spent {
                    continue;
                }
                let mut targets: Vec<HexId> = assault::target_hexes(&look, unit).to_vec();
                if targets.is_empty() {
                    targets = self.emptied(at, unit);
                }
                if targets.is_empty() {
                    continue;
                }
                let mut attacker = assault::attacker(&look, unit);
                // SR 11.47-mandatory: it is remembered whether the chain began with a charge.
                let earlier = before.attackers.iter().find(|own| own.unit == unit);
                attacker.charge = earlier.map_or(assault::Charge::None, |own| own.charge);
                let mate = found.iter_mut().find(|other: &&mut Assault| {
                    let mut own = other.attackers.iter();
                    own.any(|each| at.position.unit(each.unit).hex == state.hex)
                });
                match mate {
                    Some(other) => other.attackers.push(attacker),
                    None => found.push(Assault {
                        by: side,
                        attackers: vec![attacker],
                        targets,
                        continued,
                        countercharges: Vec::new(),
                    }),
                }
            }
        }
        if found.is_empty() {
            self.next(play, Stage::After);
            return;
        }
        let first = self.phase.assaults.len();
        self.now = (first..first + found.len()).collect();
        let going = found.iter().flat_map(|own| &own.attackers);
        self.continuations.extend(going.map(|each| each.unit));
        self.phase.assaults.extend(found);
        self.current = first;
        self.earned = None;
        self.next(play, Stage::Combine);
    }

    /// SR 11.32: which of the Continued assaults may be fought as one.
    pub(super) fn unions(&self, at: At<'_>) -> Vec<Union> {
        let look = self.look(at);
        let all = &self.phase.assaults;
        let mut found: Vec<Union> = Vec::new();
        for (number, &place) in self.now.iter().enumerate() {
            for &with in &self.now[..number] {
                let union = all[with].united(&all[place]);
                let firsts = (all[place].attackers.first(), all[with].attackers.first());
                if let (Some(joins), Some(leads)) = firsts
                    && assault::judge_assault(&look, &union).is_ok()
                {
                    let hex = match all[place].targets.as_slice() {
                        [only] => Some(*only),
                        _ => None,
                    };
                    let aim = Aim {
                        hex,
                        with: Some(leads.unit),
                    };
                    let unit = joins.unit;
                    let choice = Choice::Assault { unit, aim };
                    found.push(Union {
                        choice,
                        place,
                        with,
                    });
                }
            }
        }
        found
    }

    pub(super) fn judge_union(&self, at: At<'_>, choice: Choice) -> Option<Judgement<Chosen>> {
        const RULE: Rule = Rule::SR_11_32;
        let mut unions = self.unions(at).into_iter();
        Some(match choice {
            Choice::Done => Ok(Ruling::new(RULE, Chosen::Done)),
            Choice::Assault { .. } => match unions.find(|union| union.choice == choice) {
                Some(union) => Ok(Ruling::new(RULE, Chosen::Joins(union))),
                None => Err(Refusal::new(
                    RULE,
                    "they do not go on against the same hex side by side",
                )),
            },
            _ => return None,
        })
    }

    /// Two Continued assaults become one.
    pub(super) fn joins(mut self, play: &mut Play<'_>, union: Union) {
        let later = self.phase.assaults.remove(union.place);
        self.now.pop();
        let earlier = &mut self.phase.assaults[union.with];
        *earlier = earlier.united(&later);
        play.push(self);
    }

    /// It is settled who goes on against whom.
    pub(super) fn renewed(mut self, play: &mut Play<'_>) {
        for assault in self.now() {
            self.tell(play, &assault);
        }
        let side = self.current().by;
        self.more.extend(self.now.iter().copied().skip(1));
        let mut all = self.now.clone();
        all.extend(self.pending.iter().copied());
        self.notes_pending(play, &all);
        let enemy = side.enemy();
        let targets = self.targets_now();
        let nobody = |hex: &HexId| play.position.holder(*hex) != Some(enemy);
        // SR 12.6: where nobody is left there is nothing to decide but the advance.
        let stage = if targets.iter().all(nobody) {
            Stage::Resolve
        } else {
            Stage::Withdraw
        };
        self.next(play, stage);
    }
}
