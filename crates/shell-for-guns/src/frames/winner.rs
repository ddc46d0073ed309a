//! SfG 2.8-winner-stay, 2.8-winner-reform, 2.8-breakthrough: what a winner that charged does.

use longroll_core::{Barrier, Chance, ChanceError, Refusal};
use longroll_rule::Rule;
use longroll_tabletop::{Arc, Hull, Point, Pose, Ticks, Turn, Vector};
use serde::{Deserialize, Serialize};

use super::assault::Assault;
use super::procedure::{Answer, Ask, Flow, Nobody, Procedure, Prompt, not_asked};
use crate::choice::{Choice, Plan};
use crate::event::{Cause, Event};
use crate::facts::{LineId, UnitId};
use crate::fighting::sight::LINED_UP;
use crate::fighting::{charging, sight};
use crate::look::Look;
use crate::moving::{self, Manner, Way, front_edge};
use crate::play::Play;
use crate::refusal::refuse;
use crate::roll::{Odds, Purpose, Roll};
use crate::scope::Scope;

/// What [`Winner::odds`] calls a breakthrough that meets nobody.
pub(crate) const NO_MELEE: i32 = 2;

/// A winner that charged.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Winner {
    unit: UnitId,
    /// Obstacles that the beaten enemy defended.
    works: Vec<LineId>,
    over: bool,
    defeated: bool,
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Reorganising(Reorganising),
    Assault(Assault),
}

/// A legal choice of the winner.
#[derive(Debug)]
pub enum Ruling {
    /// It stays.
    Stay,
    /// It reorganises.
    Reorganise,
    /// It breaks through.
    BreakThrough(UnitId),
}

impl Winner {
    /// SfG 2.5-auto-win or the winner of a melee: whoever charged and has beaten its enemy.
    #[must_use]
    pub const fn new(unit: UnitId, works: Vec<LineId>) -> Self {
        Self {
            unit,
            works,
            over: false,
            defeated: false,
        }
    }

    /// SfG 2.8-breakthrough: the nearest enemies in the arc of the front edge that are to be seen.
    fn ahead(&self, look: Look<'_>) -> Vec<UnitId> {
        let [left, right] = front_edge(&moving::stance(look, self.unit));
        let arc = Arc::of_front(left, right);
        let centre = moving::centre(look, self.unit);
        let mut found: Vec<_> = look
            .enemies(self.unit)
            .filter(|enemy| look.body(*enemy).bases().iter().any(|base| arc.meets(base)))
            .filter(|enemy| sight::sees(look, self.unit, *enemy).is_ok())
            .filter_map(|enemy| {
                look.body(enemy)
                    .squared_distance_to(&centre)
                    .map(|square| (square, enemy))
            })
            .collect();
        found.sort();
        let nearest = found.first().map(|(square, _)| *square);
        found
            .into_iter()
            .filter(|(square, _)| Some(*square) == nearest)
            .map(|(_, enemy)| enemy)
            .collect()
    }

    /// SfG-reading 165: how far back the front edge lies on the defended obstacle, at most as far as one is lined up on it.
    fn overstepped(&self, look: Look<'_>) -> Ticks {
        let start = moving::stance(look, self.unit).straightened();
        let edge = front_edge(&start);
        let touches = |back: i32| {
            let step = Vector::along(start.pose.heading, Ticks(-back));
            let sweep = Hull::of(edge.into_iter().chain(edge.map(|corner| corner + step)));
            let mut works = self.works.iter();
            works.any(|id| look.facts.terrain.obstacle(*id).line.passes_through(&sweep))
        };
        // A tick farther back the obstacle would lie before it.
        let past = (1..=LINED_UP.0 + 1).find(|back| touches(*back));
        past.map_or(Ticks::ZERO, |back| Ticks(back - 1))
    }

    /// What stops the front edge, and how far it is to it: an obstacle that it does not owe nothing for, or a ford (no line).
    /// What lies exactly under the front edge is before it, as in any move.
    fn obstacle(
        &self,
        look: Look<'_>,
        bearing: Turn,
        distance: Ticks,
    ) -> Option<(Ticks, Option<LineId>)> {
        let start = moving::stance(look, self.unit).straightened();
        let direction = start.pose.heading.turned(bearing);
        let edge = front_edge(&start);
        let swept = |behind: [Point; 2], length: i32| {
            let step = Vector::along(direction, Ticks(length));
            Hull::of(behind.into_iter().chain(edge.map(|corner| corner + step)))
        };
        let back = Vector::along(start.pose.heading, Ticks(-1));
        let under = edge.map(|corner| corner + back);
        let owed = |id: &LineId| self.works.contains(id) || !start.paid.contains(id);
        let lines = look.facts.terrain.obstacles();
        let lines = lines
            .filter(|(id, _)| owed(id))
            .filter_map(|(id, obstacle)| {
                let meets = |length| obstacle.line.passes_through(&swept(under, length));
                Some((last_clear(distance, meets)?, Some(id)))
            });
        let fords = look.facts.terrain.fords().filter_map(|ford| {
            let meets = |length| ford.is_entered_by(&swept(edge, length));
            // Whoever stands in it has begun to cross it.
            (!meets(0)).then_some((last_clear(distance, meets)?, None))
        });
        // SfG-reading 80: the ground that a road crosses is nothing to a column on it.
        let road = moving::along(look, start.formation, &start.body(), direction, distance);
        let met = lines.chain(fords);
        met.filter(|(at, _)| *at >= road).min()
    }

    /// SfG-readings 157, 163, 165: the die, then straight at the enemy; an obstacle is taken and no more.
    fn break_through(
        &mut self,
        play: &mut Play<'_>,
        target: UnitId,
    ) -> Result<Flow<Calls>, ChanceError> {
        let unit = self.unit;
        play.happens(Event::BrokeThrough { unit });
        let (far, _) = play.roll_for(unit, breakthrough_roll())?;
        let mut distance = Ticks(1000 * far);
        if distance == Ticks::ZERO {
            return Ok(Flow::Again);
        }
        let look = play.look();
        let mut start = moving::stance(look, unit).straightened();
        let bearing = bearing_at(look, unit, target, start.front());
        let mut paid = start.paid.clone();
        let obstacle = self.obstacle(look, bearing, distance);
        if let Some((at, _)) = obstacle {
            distance = at;
        } else if !self.works.is_empty() {
            // Its front edge is on or over the defended obstacle already: the position is taken.
            distance = Ticks::ZERO;
            start = start.at(start.pose.leg(Turn(0), Ticks(-self.overstepped(look).0)));
        }
        // What nobody defended is not taken: it stops the winner and is still owed for.
        paid.extend(self.works.iter().copied());
        paid.sort_unstable();
        paid.dedup();
        let direction = start.pose.heading.turned(bearing);
        let met = charging::advance_at(look, (unit, target), &start.body(), direction, distance);
        if let Some(enemy) = met.enemy {
            let left = distance - met.at;
            let assault = Assault::breaking_through(look, unit, enemy, bearing, met.at, left);
            return Ok(Flow::Call(Calls::Assault(assault)));
        }
        let mut stance = start.at(start.pose.leg(bearing, met.at));
        let edge = Hull::of(front_edge(&stance));
        paid.retain(|id| {
            look.facts
                .terrain
                .obstacle(*id)
                .line
                .is_within(&edge, LINED_UP)
        });
        stance.paid = paid;
        let taken = |id: Option<LineId>| id.is_some_and(|id| self.works.contains(&id));
        let rule = match obstacle {
            Some((_, id)) if !taken(id) => Rule::SFG_2_8_obstacles,
            None if self.works.is_empty() => Rule::SFG_2_8_breakthrough,
            _ => Rule::SFG_2_8_obstacle_taken,
        };
        play.relocate(unit, Cause::Breakthrough, stance, met.at, rule);
        Ok(Flow::Again)
    }
}

/// The farthest at which something is not yet met on a way of some length; none if it never is.
fn last_clear(most: Ticks, meets: impl Fn(i32) -> bool) -> Option<Ticks> {
    if !meets(most.0) {
        return None;
    }
    let (mut low, mut high) = (0, most.0);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if meets(middle) {
            high = middle - 1;
        } else {
            low = middle;
        }
    }
    Some(Ticks(low))
}

/// SfG 2.8-breakthrough: how far it goes.
const fn breakthrough_roll() -> Roll {
    Roll::table(
        Purpose::Breakthrough,
        Rule::SFG_2_8_breakthrough,
        [0, 0, 0, 1, 1, 2],
    )
}

/// SfG 2.8-winner-reform: how far it may go.
const fn reorganise_roll() -> Roll {
    Roll::table(
        Purpose::Reorganise,
        Rule::SFG_2_8_winner_reform,
        [1, 1, 1, 2, 2, 2],
    )
}

impl Winner {
    /// Chances of a choice that rolls. Reorganising: the distance. Breaking through: -1 beaten, 0 a draw, 1 victory in the
    /// melee that follows, [`NO_MELEE`] if none does, and before them those of the distance. Each face of the die is run
    /// on a table of its own.
    pub(crate) fn odds(&self, look: Look<'_>, choice: &Choice) -> Option<Odds> {
        match choice {
            Choice::Reorganise => Some(reorganise_roll().odds()),
            Choice::BreakThrough { target } => {
                let after: Vec<Option<Odds>> = (0..6)
                    .map(|index| self.melee_after(look, *target, index))
                    .collect();
                let mut odds = Odds::of_faces(&after, NO_MELEE);
                odds.before = vec![breakthrough_roll().odds()];
                Some(odds)
            }
            _ => None,
        }
    }

    /// The melee that a face of the die leads to, faces counted from 0.
    fn melee_after(&self, look: Look<'_>, target: UnitId, face: u16) -> Option<Odds> {
        let (mut table, mut winner) = (look.table.clone(), self.clone());
        let mut chance = Chance::scripted(vec![face]);
        let mut play = Play {
            facts: look.facts,
            table: &mut table,
            chance: &mut chance,
            events: &mut Vec::new(),
            drawn: &mut Vec::new(),
            barrier: &mut Barrier::Open,
        };
        match winner.break_through(&mut play, target) {
            Ok(Flow::Call(Calls::Assault(assault))) => Some(assault.forecast(play.look())),
            _ => None,
        }
    }
}

impl Procedure for Winner {
    type Ruling = Ruling;
    type Calls = Calls;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        (!self.over && look.unit(self.unit).on_table()).then(|| Ask {
            side: look.side(self.unit),
            rule: Rule::SFG_2_8_winner_stay,
            prompt: Prompt::Winner(self.unit),
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Stay);
        each(Choice::Reorganise);
        for target in self.ahead(look) {
            each(Choice::BreakThrough { target });
        }
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        match choice {
            Choice::Stay => Ok(Ruling::Stay),
            Choice::Reorganise => Ok(Ruling::Reorganise),
            Choice::BreakThrough { target } => {
                if look.unit(self.unit).deeds.broke_through {
                    return refuse(
                        Rule::SFG_2_8_breakthrough_once,
                        "it has broken through this turn",
                    );
                }
                if !self.ahead(look).contains(target) {
                    return refuse(
                        Rule::SFG_2_8_breakthrough,
                        "not the nearest visible enemy within 45 degrees of the front",
                    );
                }
                Ok(Ruling::BreakThrough(*target))
            }
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Calls>, ChanceError> {
        self.over = true;
        let unit = self.unit;
        match ruling {
            Ruling::Stay => play.recover(unit, Rule::SFG_2_8_winner_stay),
            Ruling::Reorganise => {
                let (far, _) = play.roll_for(unit, reorganise_roll())?;
                play.recover(unit, Rule::SFG_2_8_winner_reform);
                let reach = Ticks(1000 * far);
                return Ok(Flow::Call(Calls::Reorganising(Reorganising {
                    unit,
                    reach,
                    over: false,
                })));
            }
            Ruling::BreakThrough(target) => return self.break_through(play, target),
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, _: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        Ok(Flow::Finish(Answer::Fought {
            defeated: self.defeated,
        }))
    }

    fn resume(&mut self, _: &mut Play<'_>, answer: Answer) {
        if let Answer::Fought { defeated } = answer {
            self.defeated = defeated;
        }
    }
}

/// SfG 2.8-winner-reform: the move of a winner that reorganises.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reorganising {
    unit: UnitId,
    reach: Ticks,
    over: bool,
}

impl Procedure for Reorganising {
    type Ruling = Option<Way>;
    type Calls = Nobody;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        (!self.over && look.unit(self.unit).on_table()).then(|| Ask {
            side: look.side(self.unit),
            rule: Rule::SFG_2_8_winner_reform,
            prompt: Prompt::Reorganise(self.unit),
        })
    }

    fn candidates(&self, _: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::Move {
            unit: self.unit,
            plan: Plan::default(),
        });
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        if self.asks(look).is_some() {
            vec![Scope::Reorganise(self.unit)]
        } else {
            Vec::new()
        }
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Option<Way>, Refusal> {
        match choice {
            Choice::Move { unit, plan } if *unit == self.unit => {
                if plan.0.is_empty() {
                    return Ok(None);
                }
                moving::judge(look, *unit, plan, Manner::Reorganise(self.reach)).map(Some)
            }
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        way: Option<Way>,
    ) -> Result<Flow<Nobody>, ChanceError> {
        self.over = true;
        if let Some(way) = way {
            play.march(self.unit, Cause::Reorganising, way);
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, _: &mut Play<'_>) -> Result<Flow<Nobody>, ChanceError> {
        Ok(Flow::Finish(Answer::Done))
    }
}

impl Reorganising {
    /// How far the die lets it go.
    #[must_use]
    pub const fn reach(&self) -> Ticks {
        self.reach
    }
}

/// The bearing of the nearest place of a target, as far as a leg may go aside.
fn bearing_at(look: Look<'_>, unit: UnitId, target: UnitId, front: Pose) -> Turn {
    let aim = look
        .body(target)
        .bases()
        .iter()
        .map(|base| longroll_tabletop::nearest_to(base, moving::centre(look, unit)))
        .min_by_key(|point| point.squared_distance(moving::centre(look, unit)));
    let bearing = aim.map_or(Turn(0), |aim| sight::bearing(front, aim.rounded()));
    Turn(bearing.0.clamp(-4500, 4500))
}
