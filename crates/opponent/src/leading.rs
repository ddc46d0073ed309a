//! Where leaders ride: a brigadier to those of his regiments who assault, his superiors to where their subordinates are within reach of their word.

use std::collections::BTreeMap;

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, Level};
use longroll_core::{Offer, Side};
use longroll_gbacw::Choice;
use longroll_gbacw::command::in_range;
use longroll_position::{Draft, HalfMp, Position};

use crate::fighting;
use crate::plain::Plain;

/// SR 9.32: a commander who rides farther than this in IV/A pays for it in the next turn.
const FAR: HalfMp = HalfMp::whole(10);

/// Steps of all leaders in one Activation; what goes in circles ends here.
const MOST_STEPS: u8 = 40;

/// So many places are thought about more closely for a leader.
const MOST_PLACES: usize = 8;

impl Plain {
    /// One step of a leader towards where he is wanted.
    pub(crate) fn ride(&mut self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        if self.ridden > MOST_STEPS {
            return None;
        }
        let mut known: BTreeMap<LeaderId, BTreeMap<HexId, u32>> = BTreeMap::new();
        let mut best: Option<((Level, u32, u32, HexId), Choice)> = None;
        for offer in offers {
            let Choice::Ride { leader, hex } = offer.choice else {
                continue;
            };
            let ways = known.entry(leader).or_insert_with(|| {
                let wanted = self.wanted_at(position, leader);
                let here = position.leader(leader).hex;
                wanted.map_or_else(BTreeMap::new, |wanted| self.ways(position, here, wanted))
            });
            let state = position.leader(leader);
            let (Some(&now), Some(&then)) = (ways.get(&state.hex), ways.get(&hex)) else {
                continue;
            };
            let level = self.setting().leader(leader).level;
            let tires = matches!(level, Level::Corps | Level::Army)
                && state.spent.0 + 4 > FAR.0
                && !self.joins_the_only_one(position, leader);
            if then >= now || tires {
                continue;
            }
            // Another hex with as little way to go may be next to the enemy; friends are company.
            let company = u32::from(position.holder(hex) != Some(self.side));
            // Superiors ride when it is known where those below them are.
            let rank = (level, then, company, hex);
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, offer.choice));
            }
        }
        if best.is_some() {
            self.ridden += 1;
        }
        best.map(|(_, choice)| choice)
    }

    /// How far it is from a hex, and from all that are no farther, to another, round the enemy (SR 9.33).
    fn ways(&self, position: &Position, from: HexId, to: HexId) -> BTreeMap<HexId, u32> {
        let setting = self.setting();
        let open = |hex: HexId| {
            hex == from
                || position.holder(hex) == Some(self.side)
                || position.holder(hex).is_none() && !self.threatened(position, hex)
        };
        let mut known = BTreeMap::from([(to, 0)]);
        let mut ring = vec![to];
        let mut far = 0;
        while !ring.is_empty() && !known.contains_key(&from) && far < MOST_STEPS {
            far += 1;
            let mut next = Vec::new();
            for hex in ring {
                for beside in setting.neighbours(hex) {
                    if !known.contains_key(&beside) && open(beside) {
                        known.insert(beside, u32::from(far));
                        next.push(beside);
                    }
                }
            }
            ring = next;
        }
        known
    }

    /// Where a leader is wanted; nothing if he is well placed.
    fn wanted_at(&self, position: &Position, leader: LeaderId) -> Option<HexId> {
        let setting = self.setting();
        match setting.leader(leader).level {
            Level::Brigade => self.brigadier_wanted(position, leader),
            _ => self.superior_wanted(position, leader),
        }
    }

    /// SR 11.72: with an assault of his brigade if there is one, else in its middle.
    fn brigadier_wanted(&self, position: &Position, leader: LeaderId) -> Option<HexId> {
        let setting = self.setting();
        let body = setting.body_of_brigade(setting.leader(leader).command)?;
        let at = self.stage.at(position);
        let units: Vec<_> = setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side == self.side && position.unit(unit).on_map())
            .filter(|&unit| position.body_of(setting, unit) == body)
            .collect();
        units
            .iter()
            .map(|&unit| {
                let state = position.unit(unit);
                let all: u32 = units
                    .iter()
                    .map(|&other| self.distance(state.hex, position.unit(other).hex))
                    .sum();
                let fights = fighting::best_assault(at, unit)
                    .filter(|found| self.is_good(found) || fighting::must_assault(at, unit));
                let bonus = match fights {
                    Some(found) => 200 + found.won,
                    None if state.is_disordered() => 10,
                    None => 0,
                };
                (all.saturating_add(400).saturating_sub(bonus), state.hex)
            })
            .min()
            .map(|(_, hex)| hex)
    }

    /// SR 9.32: a corps commander who rides far commands only those he is stacked with; where that is everybody he rides as far as he must.
    fn joins_the_only_one(&self, position: &Position, leader: LeaderId) -> bool {
        self.setting().leader(leader).level == Level::Corps
            && self.below(position, leader).len() == 1
    }

    /// Where the leaders of the next rank below are.
    fn below(&self, position: &Position, leader: LeaderId) -> Vec<HexId> {
        let setting = self.setting();
        let own = setting.leader(leader);
        let below: Vec<(Level, HexId)> = setting
            .leader_ids()
            .filter(|&other| other != leader && setting.leader(other).side == self.side)
            .filter(|&other| setting.belongs(setting.leader(other).command, own.command))
            .filter(|&other| position.leader(other).on_map())
            .map(|other| (setting.leader(other).level, position.leader(other).hex))
            .collect();
        // The next rank that is there.
        let ranks = [Level::Corps, Level::Division, Level::Brigade].into_iter();
        let mut those = ranks.filter(|&rank| rank < own.level).map(|rank| {
            let of = below.iter().filter(|(level, _)| *level == rank);
            of.map(|(_, hex)| *hex).collect::<Vec<HexId>>()
        });
        those.find(|those| !those.is_empty()).unwrap_or_default()
    }

    /// SR 4.22: with friends from whom the farthest subordinate leader is as near as can be.
    fn superior_wanted(&self, position: &Position, leader: LeaderId) -> Option<HexId> {
        let next = self.below(position, leader);
        if next.is_empty() {
            return None;
        }
        let reach = |hex: HexId| {
            let far = next.iter().map(|&other| self.distance(hex, other));
            (far.clone().max().unwrap_or(0), far.sum::<u32>())
        };
        let mut places: Vec<_> = self
            .own(position)
            .map(|(_, hex)| hex)
            .chain(next.iter().copied())
            .map(|hex| (reach(hex), self.threatened(position, hex), hex))
            .collect();
        places.sort_unstable();
        places.dedup();
        places.truncate(MOST_PLACES);
        // SR 4.15: the way of a word goes round the enemy.
        let unheard = |hex: HexId| {
            let mut draft = Draft::from(position.clone());
            draft.leader_mut(leader).hex = hex;
            let moved = draft.imagined();
            let at = self.stage.at(&moved);
            let hears = |&&other: &&HexId| !in_range(at, leader, other);
            next.iter().filter(hears).count()
        };
        let best = places.iter().map(|&(.., hex)| (unheard(hex), hex));
        best.min_by_key(|&(unheard, _)| unheard).map(|(_, hex)| hex)
    }

    /// Whether an enemy stands beside a hex.
    fn threatened(&self, position: &Position, hex: HexId) -> bool {
        let enemy: Side = self.side.enemy();
        position.adjacent_to(self.setting(), hex, enemy)
    }
}
