//! SfG 2.8-front, section K: a frontal attacker squares up to the enemy front and slides along it.

use longroll_rule::Rule;
use longroll_tabletop::{
    Barrier, Body, Charger, Clearance, Field, Heading, Mover, Pose, Slide, TargetFront, Ticks,
    centre,
};

use super::forced::{barred, table_of};
use crate::event::Stance;
use crate::facts::UnitId;
use crate::look::Look;
use crate::moving;

/// Where an attacker may end: one place, or two equally good ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conformed {
    /// What squaring up cost.
    pub turned: Ticks,
    /// The best places along the front, each with the length of the slide towards the enemy's own right.
    pub places: Vec<(Pose, Ticks)>,
}

/// SfG 2.8-front: squares up and slides as far as `left` pays for.
#[must_use]
pub fn conform(
    look: Look<'_>,
    unit: UnitId,
    stance: &Stance,
    target: UnitId,
    left: Ticks,
) -> Conformed {
    let stays = Conformed {
        turned: Ticks::ZERO,
        places: vec![(stance.pose, Ticks::ZERO)],
    };
    let theirs = look.body(target);
    let front = moving::stance(look, target).front();
    let rank = look.unit(target).front_rank();
    let Some(aim) = TargetFront::of(&theirs, front, rank) else {
        return stays;
    };
    let others: Vec<Body> = look
        .table
        .present()
        .filter(|(other, _)| *other != unit && *other != target)
        .map(|(_, own)| own.body())
        .collect();
    let body = stance.body();
    let mut barriers: Vec<Barrier<'_>> = others
        .iter()
        .map(|other| Barrier::body(other, Clearance::SOLID))
        .collect();
    barriers.push(Barrier::body(&theirs, Clearance::SOLID));
    barred(look, unit, &body, &mut barriers);
    let field = Field::new(table_of(look), barriers);
    let own_rank = look.unit(unit).front_rank();
    let charger = Charger {
        mover: Mover::new(stance.pose, &stance.slots),
        front_rank: own_rank,
    };
    let squared = charger.square_up(aim, &field, left);
    let after = Charger {
        mover: Mover::new(squared.pose, &stance.slots),
        front_rank: own_rank,
    };
    if !squared.parallel {
        return Conformed {
            turned: squared.cost,
            places: vec![(squared.pose, Ticks::ZERO)],
        };
    }
    let slides: Vec<Slide> = after.slides(aim, &field, left - squared.cost);
    let mut places: Vec<(Pose, Ticks)> =
        slides.iter().map(|slide| (slide.pose, slide.by)).collect();
    if places.is_empty() {
        places.push((squared.pose, Ticks::ZERO));
    }
    Conformed {
        turned: squared.cost,
        places,
    }
}

/// SfG 2.8-face, SfG-reading 153: a unit turned about its centre to a heading, shifted by the least that fits.
#[must_use]
pub fn faced(look: Look<'_>, unit: UnitId, heading: Heading) -> Stance {
    let stance = moving::stance(look, unit).straightened();
    let middle = centre(stance.pose, &stance.slots);
    let by = stance.pose.heading.turn_to(heading);
    let turned = stance.pose.turned_about_point(middle, by);
    // The centre keeps its place to the tick.
    let drift = middle - centre(turned, &stance.slots);
    let place = stance.at(turned.moved(drift));
    let body = place.body();
    let others: Vec<Body> = look
        .table
        .present()
        .filter(|(other, _)| *other != unit)
        .map(|(_, own)| own.body())
        .collect();
    let mut barriers: Vec<Barrier<'_>> = others
        .iter()
        .map(|other| Barrier::body(other, Clearance::STRICT))
        .collect();
    barred(look, unit, &body, &mut barriers);
    let field = Field::new(table_of(look), barriers);
    if field.place(&body).is_ok() {
        return place;
    }
    match field.nearest_free(&body, Ticks(6000)) {
        Some(shift) => place.at(place.pose.moved(shift)),
        // Nowhere to turn: it stays as it is.
        None => stance,
    }
}

/// The rule of facing.
pub const FACING: Rule = Rule::SFG_2_8_face;
