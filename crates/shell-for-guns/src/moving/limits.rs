//! What bounds a walk: its allowance, whoever is in the way, and how near it may come to enemies.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Body, Bounds, Hull, Point, SquaredDistance, Ticks};

use super::ground::{allowance, passes_paid};
use super::standing::gait_of;
use super::walk::{Walk, body_overlaps};
use crate::facts::UnitId;
use crate::look::Look;
use crate::measure::Um;
use crate::refusal::refuse;

/// SfG 2.3-division-distance: nobody comes this near under a division order.
const MUSKET_RANGE: Ticks = Ticks(6000);
const MUSKET_SQUARE: i64 = 36_000_000;

/// Under what a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// SfG 2.3-brigade-order.
    Order,
    /// SfG 2.3-division-order.
    Division,
    /// SfG 2.4-enter.
    Entry,
    /// SfG 2.8-winner-reform, with the distance of the die.
    Reorganise(Ticks),
}

impl Walk {
    /// SfG 2.5-distances, 2.5-turn, 2.5-formation, 2.5-back: whether the legs fit the allowance.
    pub fn affordable(&self, look: Look<'_>, unit: UnitId) -> Result<(Ticks, Rule), Refusal> {
        // SfG-reading 11: the allowance of the state in which the order was given.
        let gait = look.table.gait(look.facts, unit);
        let gait = if look.unit(unit).on_table() {
            gait
        } else {
            gait_of(look, unit, &self.stance)
        };
        if self.legs > 0 && gait != gait_of(look, unit, &self.stance) {
            let terrain = &look.facts.terrain;
            if let Some(name) = terrain.bars_way(&look.facts.figures, gait, &self.sweep) {
                return refuse(Rule::SFG_2_5_distances, format!("{name} is barred to it"));
            }
        }
        let limit = allowance(look, gait, self)?;
        let (allowance, rule) = (limit.most, limit.rule);
        let half = allowance.half();
        let mut left = allowance;
        for _ in 0..self.turns + self.changes {
            left -= half;
        }
        if self.back > half {
            let reason = format!(
                "{} UM sideways or back, half of {} is the most",
                Um(self.back),
                Um(allowance)
            );
            return refuse(Rule::SFG_2_5_back, reason);
        }
        let why = self.spent(allowance, limit.ground);
        self.within(left.max(Ticks::ZERO), rule, &why)?;
        let once = rule == Rule::SFG_2_5_distances && !self.on_road && passes_paid(look, self);
        let rule = if once {
            Rule::SFG_2_8_obstacle_once
        } else {
            rule
        };
        Ok((allowance, rule))
    }

    /// What leaves no more of a move: the ground, and what takes half of the rest.
    fn spent(&self, allowance: Ticks, ground: String) -> String {
        let half = |what: &str| format!("{what} takes half of {}", Um(allowance));
        let change = (self.changes > 0).then(|| half("the change of formation"));
        let turn = (self.turns > 0).then(|| half("the turn"));
        let ground = (!ground.is_empty()).then_some(ground);
        let all: Vec<String> = [ground, change, turn].into_iter().flatten().collect();
        all.join(", ")
    }

    /// Whether the legs are no longer than what is left; what leaves no more is named.
    pub fn within(&self, left: Ticks, rule: Rule, ground: &str) -> Result<(), Refusal> {
        if self.length > left {
            let measure = format!("{} UM of {}", Um(self.length), Um(left));
            return match ground {
                "" => refuse(rule, measure),
                _ => refuse(rule, format!("{measure}: {ground}")),
            };
        }
        Ok(())
    }

    /// Whether neither the table's edge nor barred ground is in the way.
    fn clear_of_ground(&self, look: Look<'_>, unit: UnitId, manner: Manner) -> Result<(), Refusal> {
        let terrain = &look.facts.terrain;
        let end = self.stance.body();
        let area = Bounds::of(&[
            Point::ORIGIN,
            Point::new(terrain.size.0.0, terrain.size.1.0),
        ]);
        if !terrain.contains(&end) || manner != Manner::Entry && !self.sweep.is_in(area) {
            return refuse(Rule::SFG_2_5_distances, "it would leave the table");
        }
        if !self.by_road(look) {
            let gait = gait_of(look, unit, &self.stance);
            if let Some(name) = terrain.bars_way(&look.facts.figures, gait, &self.sweep) {
                return refuse(Rule::SFG_2_5_distances, format!("{name} is barred to it"));
            }
        }
        Ok(())
    }

    /// Whether nothing is in the way: the table's edge, barred ground, friends, enemies.
    pub fn clear(&self, look: Look<'_>, unit: UnitId, manner: Manner) -> Result<(), Refusal> {
        self.clear_of_ground(look, unit, manner)?;
        let end = self.stance.body();
        let start = self.start.body();
        let passed = self
            .sweep
            .bounds()
            .unwrap_or(start.bounds())
            .joined(start.bounds())
            .joined(end.bounds());
        for (other, own) in look.table.present() {
            // Most of the table is nowhere near: one look at the boxes tells.
            if other == unit || own.surroundings().squared_gap(passed) > 100 {
                continue;
            }
            let body = own.body();
            if body.bounds().squared_gap(passed) > 100 {
                continue;
            }
            let enemy = look.side(other) != look.side(unit);
            if enemy && !self.origin.is_in_contact(&body) {
                // SfG 2.3-division-distance bars whoever comes near, not only whoever touches: it is asked by itself.
                if matches!(manner, Manner::Division | Manner::Entry) {
                    continue;
                }
                let contact = |shape: &Hull| {
                    body.squared_distance_to(shape)
                        .is_some_and(|square| square.is_contact())
                };
                if self.sweep.any_near(&body, Ticks::CONTACT, contact) {
                    if let Manner::Reorganise(_) = manner {
                        not_nearer(look, unit, self)?;
                    }
                    let reason = format!(
                        "it would touch {}: a charge is declared before the test",
                        look.name(other)
                    );
                    return refuse(Rule::SFG_2_5_charge, reason);
                }
                continue;
            }
            let overlap = |shape: &Hull| body_overlaps(&body, shape);
            if !self.sweep.any_near(&body, Ticks::ZERO, overlap) {
                continue;
            }
            let passable = !enemy && (look.is_battery(other) || own.disordered);
            if !passable {
                let reason = format!("{} is in the way", look.name(other));
                return refuse(Rule::SFG_2_5_interpenetration, reason);
            }
            if end.overlaps(&body) {
                let reason = format!("it cannot clear {} with this move", look.name(other));
                return refuse(Rule::SFG_2_5_interpenetration, reason);
            }
        }
        Ok(())
    }
}

/// SfG 2.3-division-distance, SfG-reading 50: never within 6 UM; who is already so near comes no nearer. Nobody who comes from
/// off the table is near already.
pub(crate) fn keep_away(
    look: Look<'_>,
    unit: UnitId,
    walk: &Walk,
    manner: Manner,
) -> Result<(), Refusal> {
    let own = &walk.origin;
    let Some(passed) = walk.sweep.bounds() else {
        return Ok(());
    };
    for enemy in look.enemies(unit) {
        let near = look.unit(enemy).surroundings();
        if near.squared_gap(passed.joined(own.bounds())) > MUSKET_SQUARE {
            continue;
        }
        let body = look.body(enemy);
        let start = own.squared_distance(&body);
        let was_near =
            manner != Manner::Entry && start.is_some_and(|start| start.within(MUSKET_RANGE));
        let (limit, reach) = match start {
            Some(start) if was_near => (start, start.ticks_rounded_up()),
            _ => (SquaredDistance::of(MUSKET_RANGE), MUSKET_RANGE),
        };
        let mut nearest = None;
        let too_near = |shape: &Hull| {
            nearest = body.squared_distance_to(shape);
            nearest.is_some_and(|square| square < limit || !was_near && square == limit)
        };
        if walk.sweep.any_near(&body, reach, too_near) {
            let reason = format!(
                "it would come to {} UM of {}",
                Um(nearest.unwrap_or(limit).ticks()),
                look.name(enemy)
            );
            return refuse(Rule::SFG_2_3_division_distance, reason);
        }
        if was_near && comes_back(&body, walk) {
            let reason = format!("it would come nearer to {} again", look.name(enemy));
            return refuse(Rule::SFG_2_3_division_distance, reason);
        }
    }
    Ok(())
}

/// SfG-reading 50: whether the distance to an enemy shrinks again after it has grown, in a later leg or turn.
fn comes_back(enemy: &Body, walk: &Walk) -> bool {
    walk.stages().iter().any(|stage| {
        let start = enemy.squared_distance(&stage.start.body());
        start.is_some_and(|start| {
            let nearer = |shape: &Hull| {
                enemy
                    .squared_distance_to(shape)
                    .is_some_and(|square| square < start)
            };
            stage
                .sweep
                .any_near(enemy, start.ticks_rounded_up(), nearer)
        })
    })
}

/// SfG 2.8-winner-reform, SfG-reading 156: no base nearer to any enemy unit than before. Bases that change their place in
/// the formation have no names: the nearest of them is held against the nearest before, the next against the next.
pub(crate) fn not_nearer(look: Look<'_>, unit: UnitId, walk: &Walk) -> Result<(), Refusal> {
    let (before, after) = (look.body(unit), walk.stance.body());
    for enemy in look.enemies(unit) {
        let body = look.body(enemy);
        let distances = |own: &Body| -> Vec<SquaredDistance> {
            let bases = own.bases().iter();
            let mut list: Vec<_> = bases
                .filter_map(|base| body.squared_distance_to(base))
                .collect();
            if walk.changes > 0 {
                list.sort();
            }
            list
        };
        let nearer = distances(&before)
            .into_iter()
            .zip(distances(&after))
            .find(|(was, is)| is < was);
        if let Some((was, is)) = nearer {
            let reason = format!(
                "a base {} UM from {}, {} before",
                Um(is.ticks()),
                look.name(enemy),
                Um(was.ticks())
            );
            return refuse(Rule::SFG_2_8_winner_reform, reason);
        }
    }
    Ok(())
}
