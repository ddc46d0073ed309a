//! Fire and assault: whom, when, and what comes after.

use std::sync::Arc;

use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::fire::Occasion;
use longroll_core::Offer;
use longroll_gbacw::Choice;
use longroll_position::{Deeds, Position};
use longroll_table::Intent;

use crate::fighting::{self, Prospects};
use crate::plain::Plain;

impl Plain {
    /// Whether an assault is worth its price.
    pub(crate) fn is_good(&self, found: &Prospects) -> bool {
        let won = found
            .won
            .max(found.routs + self.temper.good.saturating_sub(self.temper.rout));
        found.lost <= self.temper.risk && won >= self.temper.good + found.bleeds * self.dear / 100
    }

    /// Those who stand before the enemy already fire before anybody moves: SR 12.6 may open the way.
    pub(crate) fn shoot_first(
        &mut self,
        position: &Position,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let setting = self.setting();
        let near: Vec<Offer<Choice>> = offers
            .iter()
            .filter(|offer| {
                let Choice::Fire { unit, target, .. } = offer.choice else {
                    return false;
                };
                let state = position.unit(unit);
                let moved = state.deeds.any(Deeds::MOVED.with(Deeds::ENTERED));
                let guns = setting.unit(unit).arm == Arm::Artillery;
                let far = self.distance(state.hex, target);
                !moved && (far <= 1 || guns && far <= 5)
            })
            .cloned()
            .collect();
        self.shoot(position, &near)
    }

    /// The best fire of somebody who has not been thought about; a unit that would do better with the bayonet holds it.
    pub(crate) fn shoot(
        &mut self,
        position: &Position,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let stage = Arc::clone(&self.stage);
        let at = stage.at(position);
        let mut best: Option<(u32, Choice)> = None;
        let mut held: Vec<UnitId> = Vec::new();
        for offer in offers {
            let Choice::Fire { unit, how, .. } = offer.choice else {
                continue;
            };
            // A claim to move afterwards is made by those who move.
            if self.aimed.contains(&unit) || how.options.will_move || held.contains(&unit) {
                continue;
            }
            if how.options.last_rounds || how.options.rapid {
                continue;
            }
            // SR 11.21: whoever has come up without firing charges.
            let charges = fighting::must_assault(at, unit)
                && fighting::best_assault(at, unit).is_some_and(|found| self.is_good(&found));
            if charges {
                held.push(unit);
                continue;
            }
            let worth = fighting::fire(at, offer.choice, &[Occasion::Phasing]).unwrap_or(0);
            if worth >= self.temper.shot && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, offer.choice));
            }
        }
        self.aimed.extend(held);
        let (_, choice) = best?;
        if let Choice::Fire { unit, .. } = choice {
            self.aimed.insert(unit);
            // Whoever has fired stays: a move would only be paid for in the enemy's fire.
            self.tried.insert(unit);
        }
        Some(choice)
    }

    /// Answers with everything that does any harm, the best first.
    pub(crate) fn answer(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        let at = self.stage.at(position);
        offers
            .iter()
            .filter_map(|offer| {
                let Choice::Fire { target, how, .. } = offer.choice else {
                    return None;
                };
                // Everything at once: what is kept back is seldom asked for again.
                if how.sp.is_some() || how.options.rapid || how.options.last_rounds {
                    return None;
                }
                let occasions = fighting::occasions(at, self.side, target);
                let worth =
                    fighting::fire(at, offer.choice, &occasions).unwrap_or(self.temper.answer);
                (worth >= self.temper.answer).then_some((worth, offer.choice))
            })
            .max()
            .map(|(_, choice)| choice)
    }

    /// Assaults whom it will likely drive away, and whom it must; alone or with others, whichever is better.
    pub(crate) fn assault(
        &mut self,
        position: &Position,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let stage = Arc::clone(&self.stage);
        let at = stage.at(position);
        let best = offers
            .iter()
            .filter_map(|offer| {
                let Choice::Assault { unit, aim } = offer.choice else {
                    return None;
                };
                let prospects = fighting::assault(at, unit, aim)?;
                let worth = prospects.won + prospects.routs + 40;
                let must = fighting::must_assault(at, unit);
                let good = self.is_good(&prospects);
                let price = prospects.lost + prospects.bleeds * self.dear / 100;
                (good || must).then_some((worth.saturating_sub(price), offer.choice))
            })
            .max();
        if let Some((_, choice @ Choice::Assault { unit, aim })) = best {
            let setting = self.setting();
            let body = position.body_of(setting, unit);
            let front = aim.hex.unwrap_or_else(|| position.unit(unit).hex);
            self.intent = Some(Intent::Assaults {
                body: longroll_gbacw::names::body(setting, body),
                hex: setting.grid().name(front).to_owned(),
            });
            return Some(choice);
        }
        // Whoever cannot be let out of it goes, well or badly.
        let mut all = offers.iter().map(|offer| offer.choice);
        all.clone()
            .find(|&choice| choice == Choice::Done)
            .or_else(|| all.next())
    }

    /// Guns do not wait for the bayonet; men do.
    pub(crate) fn save_guns(&self, offers: &[Offer<Choice>]) -> Option<Choice> {
        let setting = self.setting();
        let guns = offers.iter().filter(|offer| {
            matches!(offer.choice, Choice::FallBack { unit, .. } if setting.unit(unit).arm == Arm::Artillery)
        });
        let guns: Vec<Offer<Choice>> = guns.cloned().collect();
        self.away(&guns)
    }

    /// Goes into the hex that was won, facing the enemy; whoever keeps his ground does not.
    pub(crate) fn advance(&self, position: &Position, offers: &[Offer<Choice>]) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| {
                let Choice::Advance { unit, hex, facing } = offer.choice else {
                    return None;
                };
                let target = self.aims.get(&unit).map(|aim| aim.hex);
                if target.is_none() && !self.goals.keep.contains(&hex) {
                    return None;
                }
                let price = self.price(position, unit, target, hex, Some(facing));
                Some((price, offer.choice))
            })
            .min()
            .map(|(_, choice)| choice)
    }

    /// Of several units the one with the most strength.
    pub(crate) fn strongest(
        &self,
        position: &Position,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        offers
            .iter()
            .filter_map(|offer| match offer.choice {
                Choice::Check { unit } | Choice::Lose { unit } => {
                    Some((position.unit(unit).sp, offer.choice))
                }
                _ => None,
            })
            .max()
            .map(|(_, choice)| choice)
    }
}
