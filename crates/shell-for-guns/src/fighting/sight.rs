//! SfG 2.6-friends, 2.6-obstacle, 2.6-woods, 2.6-village, D-sight: what a line of fire may pass.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Base, Hull, Point, Polygon, Ratio, Segment, Ticks, Turn};

use crate::facts::{AreaKind, Guns, UnitId};
use crate::frames::refuse;
use crate::look::Look;
use crate::measure::Um;
use crate::moving;

/// Reading 121: how far a line of fire runs inside a wood.
const WOODS: Ticks = Ticks(1000);
/// Reading 122: how far inside a built-up area.
const VILLAGE: Ticks = Ticks(200);
/// Reading 138: how far ahead an obstacle may be for a base lined up on it.
pub(crate) const LINED_UP: Ticks = Ticks(200);

/// Who looks: what stops small arms does not always stop guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eye {
    /// Small arms.
    Muskets,
    /// Guns of a kind, on a level.
    Battery(Guns, u8),
    /// Reading 90: only to see whom to charge.
    Charger,
}

/// Whether a base is lined up on an obstacle: it lies within 0.20 UM ahead of its front edge, or touches it.
#[must_use]
pub fn lined_up(base: &Base, line: &longroll_tabletop::Polyline) -> bool {
    line.is_within(&strip(base), Ticks::ZERO)
}

/// The ground 0.20 UM ahead of a base's front edge.
fn strip(base: &Base) -> Hull {
    let [left, right] = base.front_edge();
    let heading = longroll_tabletop::Heading::of((right - left).left());
    let step = longroll_tabletop::Vector::along(heading, LINED_UP);
    Hull::of([left, right, left + step, right + step])
}

/// The ground under a line of fire; each end is a base.
///
/// # Errors
/// What blocks it.
pub fn ground(look: Look<'_>, eye: Eye, line: &Segment, from: &Base, to: &Base) -> Result<(), Refusal> {
    let terrain = &look.facts.terrain;
    if eye != Eye::Charger {
        for obstacle in &terrain.obstacles {
            if obstacle.line.is_crossed_by(line)
                && !lined_up(from, &obstacle.line)
                && !lined_up(to, &obstacle.line)
            {
                let rule = match eye {
                    Eye::Muskets | Eye::Charger => Rule::SFG_2_6_obstacle,
                    Eye::Battery(..) => Rule::SFG_2_6_gun_obstacle,
                };
                return refuse(rule, format!("a {} is in the line of fire", obstacle.kind));
            }
        }
    }
    for area in &terrain.areas {
        let (limit, rule) = match (area.kind, eye) {
            (AreaKind::Woods, _) => (WOODS, Rule::SFG_2_6_woods),
            (AreaKind::Village, Eye::Battery(..)) => (VILLAGE, Rule::SFG_2_6_gun_village),
            (AreaKind::Village, _) => (VILLAGE, Rule::SFG_2_6_village),
            _ => continue,
        };
        let inside = inside(&area.outline, line);
        if inside.parts == 0 {
            continue;
        }
        let shells = area.kind == AreaKind::Village
            && matches!(eye, Eye::Battery(Guns::Howitzer | Guns::Siege, _));
        if !inside.at_start && !inside.at_end {
            return refuse(rule, format!("{} is in between", area.name));
        }
        let counted = if shells && inside.at_end { inside.first } else { inside.longest };
        if counted > limit || inside.between {
            return refuse(rule, format!("{} UM inside {}, {} is the most", Um(counted), area.name, Um(limit)));
        }
    }
    levels(look, line, from.centre(), to.centre())
}

/// Reading 123.
fn levels(look: Look<'_>, line: &Segment, from: Point, to: Point) -> Result<(), Refusal> {
    let terrain = &look.facts.terrain;
    let (low, high) = (terrain.level(from), terrain.level(to));
    let top = if low.0 >= high.0 { low } else { high };
    for (index, hill) in terrain.hills.iter().enumerate() {
        let blocks = hill.level > top.0
            || hill.level == top.0 && low.0 != high.0 && top.1 != Some(index);
        if blocks && hill.outline.is_crossed_by(line) {
            return refuse(Rule::SFG_D_sight, format!("{} is in between", hill.name));
        }
    }
    Ok(())
}

/// Units in the line of fire: friends, the firer's own other bases, enemies other than the target.
///
/// # Errors
/// Who is in the way.
pub fn troops(look: Look<'_>, eye: Eye, line: &Segment, firer: (UnitId, usize), target: UnitId) -> Result<(), Refusal> {
    let bounds = line.bounds();
    for (other, unit) in look.table.present() {
        if other == target {
            continue;
        }
        let body = unit.body();
        if !body.bounds().meets(bounds) {
            continue;
        }
        if let Eye::Battery(_, level) = eye
            && other != firer.0
            && look.facts.terrain.level(moving::centre(look, other)).0 < level
        {
            continue;
        }
        let blocked = body
            .bases()
            .iter()
            .enumerate()
            .any(|(index, base)| (other, index) != firer && line.crosses(base));
        if blocked {
            let rule = match eye {
                Eye::Battery(..) => Rule::SFG_2_6_gun_friends,
                Eye::Muskets | Eye::Charger => Rule::SFG_2_6_friends,
            };
            return refuse(rule, format!("{} is in the line of fire", look.name(other)));
        }
    }
    Ok(())
}

/// How a line runs through an area.
struct Inside {
    /// Stretches inside.
    parts: usize,
    /// Whether it begins inside.
    at_start: bool,
    /// Whether it ends inside.
    at_end: bool,
    /// A stretch that holds neither end.
    between: bool,
    /// The stretch at the beginning.
    first: Ticks,
    /// The longest of the stretches at the ends.
    longest: Ticks,
}

fn inside(outline: &Polygon, line: &Segment) -> Inside {
    let parts = outline.parts_inside(line);
    let mut found = Inside {
        parts: parts.len(),
        at_start: false,
        at_end: false,
        between: false,
        first: Ticks::ZERO,
        longest: Ticks::ZERO,
    };
    for (start, end) in parts {
        let (begins, ends) = (start == Ratio::ZERO, end == Ratio::ONE);
        let length = length_of(line, start, end);
        found.at_start |= begins;
        found.at_end |= ends;
        found.between |= !begins && !ends;
        if begins {
            found.first = length;
        }
        found.longest = found.longest.max(length);
    }
    found
}

/// The length of a part of a line, rounded up to a tick: 2^-40 of the line is the finest part that is told apart.
fn length_of(line: &Segment, start: Ratio, end: Ratio) -> Ticks {
    let fixed = |ratio: Ratio| -> i128 {
        let ratio = ratio.reduced();
        let (mut n, mut d) = (ratio.numerator(), ratio.denominator());
        while n.abs() >> 80 != 0 {
            n >>= 1;
            d >>= 1;
        }
        (n << 40) / d.max(1)
    };
    let square = line.squared_length().ratio();
    let scaled = (square.numerator() << 20) / square.denominator();
    let length = i128::try_from(scaled.unsigned_abs().isqrt()).unwrap_or(0);
    let part = (length * (fixed(end) - fixed(start))) >> 40;
    Ticks(i32::try_from((part + 1023) >> 10).unwrap_or(i32::MAX))
}

/// Reading 90: whether a unit sees another that it wants to charge.
///
/// # Errors
/// What is in between.
pub fn sees(look: Look<'_>, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let (own, theirs) = (look.body(unit), look.body(target));
    let mut last = Refusal::new(Rule::SFG_2_5_charge, "the target is not to be seen");
    for base in own.bases().iter().take(look.unit(unit).front_rank()) {
        let near = theirs
            .bases()
            .iter()
            .min_by_key(|other| longroll_tabletop::squared_distance(base, *other));
        let Some(near) = near else { continue };
        let aim = longroll_tabletop::nearest_to(near, base.front());
        let line = Segment::new(base.front(), aim);
        match ground(look, Eye::Charger, &line, base, near) {
            Ok(()) => return Ok(()),
            Err(refusal) => last.reason = refusal.reason,
        }
    }
    Err(last)
}

/// The direction of a turn from a heading to a place.
#[must_use]
pub fn bearing(from: longroll_tabletop::Pose, to: Point) -> Turn {
    from.heading.turn_to(longroll_tabletop::Heading::of(to - from.front))
}
