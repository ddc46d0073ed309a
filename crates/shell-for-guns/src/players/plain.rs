//! A plain player: it fires whenever it can, charges what it can reach, marches on the nearest enemy objective, and
//! keeps its generals near. No foresight; it shows that the rules can be played with purpose.

use longroll_core::{Chance, Family as _, Side};
use longroll_tabletop::Point;

use super::{Player, draw, member, stream};
use crate::battle::Battle;
use crate::choice::Choice;
use crate::facts::UnitId;
use crate::family::{Kin, Scope};
use crate::frames::Prompt;
use crate::look::Look;
use crate::moving::{self, Manner};

/// A plain player.
#[derive(Debug, Clone)]
pub struct Plain {
    chance: Chance,
}

impl Plain {
    /// A player with its own stream for what it does not care about.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            chance: stream(seed),
        }
    }

    fn activation(&mut self, battle: &Battle, side: Side) -> Option<Choice> {
        let offers: Vec<Choice> = battle
            .offers()
            .into_iter()
            .map(|offer| offer.choice)
            .collect();
        if let Some(fire) = offers
            .iter()
            .find(|choice| matches!(choice, Choice::Fire { .. }))
        {
            return Some(fire.clone());
        }
        let look = battle.look();
        let far = look.of_side(side).all(|unit| {
            look.facts.unit(unit).division
                != look
                    .table
                    .active()
                    .unwrap_or(look.facts.unit(unit).division)
                || nearest_enemy(look, unit).is_none_or(|ticks| ticks > 10_000)
        });
        if far && offers.contains(&Choice::DivisionOrder) {
            return Some(Choice::DivisionOrder);
        }
        for family in battle.families() {
            if matches!(family.scope, Scope::Charge(..))
                && draw(&mut self.chance, 2) == 0
                && let Some(choice) = member(&family, &mut self.chance)
            {
                return Some(choice);
            }
        }
        let orders: Vec<&Choice> = offers
            .iter()
            .filter(|choice| matches!(choice, Choice::Order { unit } if look.unit(*unit).deeds.orders == 0))
            .collect();
        match orders.first() {
            Some(order) => Some((*order).clone()),
            None => Some(Choice::End),
        }
    }

    /// The suggestion that ends nearest to the goal.
    fn towards(
        &mut self,
        look: Look<'_>,
        family: &Kin,
        unit: UnitId,
        manner: Manner,
    ) -> Option<Choice> {
        let goal = goal(look, unit)?;
        let mut list = family.candidates();
        let mut best: Option<(i64, Choice)> = None;
        for _ in 0..24 {
            if list.is_empty() {
                break;
            }
            let choice = list.swap_remove(draw(&mut self.chance, list.len()));
            let Choice::Move { plan, .. } = &choice else {
                continue;
            };
            let Ok(way) = moving::judge(look, unit, plan, manner) else {
                continue;
            };
            let off = way.stance.front().front.squared_distance(goal);
            if best.as_ref().is_none_or(|(least, _)| off < *least) && family.check(&choice).is_ok()
            {
                best = Some((off, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }
}

fn nearest_enemy(look: Look<'_>, unit: UnitId) -> Option<i32> {
    let body = look.body(unit);
    look.enemies(unit)
        .filter_map(|enemy| body.squared_distance(&look.body(enemy)))
        .min()
        .map(|square| square.ticks().0)
}

/// The nearest objective that the enemy holds, or the nearest enemy.
fn goal(look: Look<'_>, unit: UnitId) -> Option<Point> {
    let from = moving::centre(look, unit);
    let side = look.side(unit);
    look.table
        .objectives()
        .iter()
        .filter(|objective| objective.holder != side)
        .map(|objective| objective.at)
        .chain(look.enemies(unit).map(|enemy| moving::centre(look, enemy)))
        .min_by_key(|at| at.squared_distance(from))
}

impl Player for Plain {
    fn choose(&mut self, battle: &Battle) -> Option<(Side, Choice)> {
        let ask = battle.asked()?;
        let look = battle.look();
        let first = |choices: &[Choice]| {
            choices
                .iter()
                .find(|choice| battle.why_not(ask.side, choice).is_none())
                .cloned()
        };
        let choice = match ask.prompt {
            Prompt::Activation => self.activation(battle, ask.side),
            Prompt::Reaction(_) => first(&[Choice::StandAndFire, Choice::Stand]),
            Prompt::Winner(_) => first(&[Choice::Stay]),
            Prompt::Generals => Some(Choice::Done),
            Prompt::Move(unit) => battle
                .families()
                .first()
                .and_then(|family| self.towards(look, family, unit, Manner::Order)),
            Prompt::DivisionMove => {
                let families = battle.families();
                match families.first() {
                    Some(family) => match family.scope {
                        Scope::Move(unit) => self
                            .towards(look, family, unit, Manner::Division)
                            .or(Some(Choice::Done)),
                        _ => Some(Choice::Done),
                    },
                    None => Some(Choice::Done),
                }
            }
            _ => None,
        };
        if let Some(choice) = choice {
            return Some((ask.side, choice));
        }
        let offers = battle.offers();
        let families = battle.families();
        for family in &families {
            // The first suggestions are the ones a person would try first.
            let list = family.candidates();
            let near = list
                .into_iter()
                .take(400)
                .find(|choice| family.check(choice).is_ok());
            if near.is_some() && !matches!(ask.prompt, Prompt::Deploy) {
                return near.map(|choice| (ask.side, choice));
            }
            if let Some(choice) = member(family, &mut self.chance) {
                return Some((ask.side, choice));
            }
        }
        offers
            .into_iter()
            .next_back()
            .map(|offer| (ask.side, offer.choice))
    }
}
