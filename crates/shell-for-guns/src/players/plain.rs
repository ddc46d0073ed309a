//! Players with a purpose and no foresight: they fire whenever they can, charge what they can reach, march on the nearest
//! enemy objective and keep their generals near. The bold one seeks contact and follows up every melee it wins.

use longroll_core::{Chance, Family as _, Side};
use longroll_tabletop::Point;

use super::{Player, draw, member, stream};
use crate::choice::Choice;
use crate::facts::UnitId;
use crate::family::{Kin, Scope};
use crate::frames::Prompt;
use crate::look::Look;
use crate::moving::{self, Manner};
use crate::view::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Temper {
    Plain,
    Bold,
}

/// A plain or a bold player.
#[derive(Debug, Clone)]
pub struct Plain {
    chance: Chance,
    temper: Temper,
}

impl Plain {
    /// A player with its own stream for what it does not care about.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            chance: stream(seed),
            temper: Temper::Plain,
        }
    }

    /// One that charges before it fires, sends its units at the nearest enemy and breaks through.
    #[must_use]
    pub fn bold(seed: u64) -> Self {
        Self {
            temper: Temper::Bold,
            ..Self::new(seed)
        }
    }

    fn charge(&mut self, families: &[Kin]) -> Option<Choice> {
        families
            .iter()
            .filter(|family| matches!(family.scope, Scope::Charge(..)))
            .find_map(|family| {
                let goes = self.temper == Temper::Bold || draw(&mut self.chance, 2) == 0;
                goes.then(|| member(family, &mut self.chance)).flatten()
            })
    }

    fn activation(&mut self, seat: Seat<'_>, side: Side) -> Choice {
        let offers: Vec<Choice> = seat
            .offers()
            .into_iter()
            .map(|offer| offer.choice)
            .collect();
        let families = seat.families();
        let fire = offers
            .iter()
            .find(|choice| matches!(choice, Choice::Fire { .. }));
        let charge = match (self.temper, fire) {
            (Temper::Plain, Some(_)) => None,
            _ => self.charge(&families),
        };
        if let Some(choice) = charge.or_else(|| fire.cloned()) {
            return choice;
        }
        let look = seat.look();
        let active = look.table.active();
        let far = look
            .of_side(side)
            .filter(|unit| active.is_none_or(|own| own == look.facts.unit(*unit).division))
            .all(|unit| nearest_enemy(look, unit).is_none_or(|ticks| ticks > 10_000));
        if far && offers.contains(&Choice::DivisionOrder) {
            return Choice::DivisionOrder;
        }
        let fresh = |choice: &&Choice| match choice {
            Choice::Order { unit } => look.unit(*unit).deeds.orders == 0,
            _ => false,
        };
        offers.iter().find(fresh).cloned().unwrap_or(Choice::End)
    }

    /// The suggestion that ends nearest to the goal.
    fn towards(
        &mut self,
        look: Look<'_>,
        family: &Kin,
        unit: UnitId,
        manner: Manner,
    ) -> Option<Choice> {
        let goal = goal(look, unit, self.temper)?;
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

    fn after_victory(&self, seat: Seat<'_>) -> Option<Choice> {
        let through = |choice: &Choice| matches!(choice, Choice::BreakThrough { .. });
        let offers = seat.offers().into_iter().map(|offer| offer.choice);
        match self.temper {
            Temper::Plain => None,
            Temper::Bold => offers.into_iter().find(through),
        }
    }
}

fn nearest_enemy(look: Look<'_>, unit: UnitId) -> Option<i32> {
    let body = look.body(unit);
    look.enemies(unit)
        .filter_map(|enemy| body.squared_distance(&look.body(enemy)))
        .min()
        .map(|square| square.ticks().0)
}

/// The nearest objective that the enemy holds, or the nearest enemy; the bold player looks for the enemy alone.
fn goal(look: Look<'_>, unit: UnitId, temper: Temper) -> Option<Point> {
    let from = moving::centre(look, unit);
    let side = look.side(unit);
    let objectives = look
        .table
        .objectives()
        .iter()
        .filter(|objective| objective.holder != side && temper == Temper::Plain)
        .map(|objective| objective.at);
    objectives
        .chain(look.enemies(unit).map(|enemy| moving::centre(look, enemy)))
        .min_by_key(|at| at.squared_distance(from))
}

impl Player for Plain {
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice> {
        let ask = seat.ask();
        let look = seat.look();
        let first = |choices: &[Choice]| {
            choices
                .iter()
                .find(|choice| seat.why_not(choice).is_none())
                .cloned()
        };
        let choice = match ask.prompt {
            Prompt::Activation => Some(self.activation(seat, ask.side)),
            Prompt::Reaction(_) => first(&[Choice::StandAndFire, Choice::Stand]),
            Prompt::Winner(_) => self.after_victory(seat).or_else(|| first(&[Choice::Stay])),
            Prompt::Generals => Some(Choice::Done),
            Prompt::Move(unit) => seat
                .families()
                .first()
                .and_then(|family| self.towards(look, family, unit, Manner::Order)),
            Prompt::DivisionMove => seat
                .families()
                .first()
                .and_then(|family| match family.scope {
                    Scope::Move(unit) => self.towards(look, family, unit, Manner::Division),
                    _ => None,
                })
                .or(Some(Choice::Done)),
            _ => None,
        };
        if choice.is_some() {
            return choice;
        }
        for family in &seat.families() {
            // The first suggestions are the ones a person would try first.
            let near = family
                .candidates()
                .into_iter()
                .take(400)
                .find(|choice| family.check(choice).is_ok());
            if near.is_some() && !matches!(ask.prompt, Prompt::Deploy) {
                return near;
            }
            if let Some(choice) = member(family, &mut self.chance) {
                return Some(choice);
            }
        }
        seat.offers()
            .into_iter()
            .next_back()
            .map(|offer| offer.choice)
    }
}
