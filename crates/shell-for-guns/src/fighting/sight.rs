//! SfG 2.6-friends, 2.6-obstacle, 2.6-woods, 2.6-village, D-sight: what a line of fire may pass.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Base, Hull, LengthInside, Point, Polygon, Ratio, Segment, Ticks, Turn};

use crate::facts::{Area, AreaKind, Guns, UnitId};
use crate::look::Look;
use crate::measure::Um;
use crate::moving;
use crate::refusal::refuse;

/// SfG-reading 121: how far a line of fire runs inside a wood.
const WOODS: Ticks = Ticks(1000);
/// SfG-reading 122: how far inside a built-up area.
const VILLAGE: Ticks = Ticks(200);
/// SfG-reading 138: how far ahead an obstacle may be for a base lined up on it.
pub(crate) const LINED_UP: Ticks = Ticks(200);

/// Who looks: what stops small arms does not always stop guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eye {
    /// Small arms.
    Muskets,
    /// Guns of a kind, on a level.
    Battery(Guns, u8),
    /// SfG-reading 90: only to see whom to charge.
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

/// SfG 2.6-woods, 2.6-village: whether a line of fire may run through an area.
fn passes_area(eye: Eye, line: &Segment, area: &Area) -> Result<(), Refusal> {
    let (limit, rule) = match (area.kind, eye) {
        (AreaKind::Woods, _) => (WOODS, Rule::SFG_2_6_woods),
        (AreaKind::Village, Eye::Battery(..)) => (VILLAGE, Rule::SFG_2_6_gun_village),
        (AreaKind::Village, _) => (VILLAGE, Rule::SFG_2_6_village),
        _ => return Ok(()),
    };
    let Some(ends) = ends(&area.outline, line) else {
        return Ok(());
    };
    if ends.between {
        return refuse(rule, format!("{} is in between", area.name));
    }
    // SfG 2.6-village: on the edge only they may be fired at; houses do not hide from a charge who is in them.
    if area.kind == AreaKind::Village && eye == Eye::Charger {
        return Ok(());
    }
    let shells = area.kind == AreaKind::Village
        && matches!(eye, Eye::Battery(Guns::Howitzer | Guns::Siege, _));
    if shells && ends.end {
        return Ok(());
    }
    let inside = LengthInside::of(line, &area.outline);
    let (fits, long) = if ends.both {
        let whole = line.squared_length();
        (whole.within(limit), whole.ticks())
    } else {
        (inside.is_at_most(limit), inside.ticks())
    };
    if !fits {
        let reason = format!(
            "{} UM inside {}, {} is the most",
            Um(long),
            area.name,
            Um(limit)
        );
        return refuse(rule, reason);
    }
    Ok(())
}

/// The ground under a line of fire; each end is a base.
///
/// # Errors
/// What blocks it.
pub fn ground(
    look: Look<'_>,
    eye: Eye,
    line: &Segment,
    from: &Base,
    to: &Base,
) -> Result<(), Refusal> {
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
        passes_area(eye, line, area)?;
    }
    levels(look, line, from.centre(), to.centre())
}

/// SfG-reading 123.
fn levels(look: Look<'_>, line: &Segment, from: Point, to: Point) -> Result<(), Refusal> {
    let terrain = &look.facts.terrain;
    let (low, high) = (terrain.level(from), terrain.level(to));
    let top = if low.0 >= high.0 { low } else { high };
    for (index, hill) in terrain.hills.iter().enumerate() {
        let blocks =
            hill.level > top.0 || hill.level == top.0 && low.0 != high.0 && top.1 != Some(index);
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
pub fn troops(
    look: Look<'_>,
    eye: Eye,
    line: &Segment,
    firer: (UnitId, usize),
    target: UnitId,
) -> Result<(), Refusal> {
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
        let bases = body.bases();
        let blocked = bases
            .iter()
            .enumerate()
            .any(|(index, base)| (other, index) != firer && line.crosses(base))
            || seams(unit).any(|index| {
                // Nobody fires through the seam between two bases that stand side by side.
                (other, index) != firer
                    && (other, index + 1) != firer
                    && line.crosses(&Hull::of_both(&bases[index], &bases[index + 1]))
            });
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

/// The bases of a formation that touch the next one of their rank.
fn seams(unit: &crate::table::Unit) -> impl Iterator<Item = usize> + '_ {
    let pairs = unit.slots.windows(2).enumerate();
    pairs
        .filter(|(_, pair)| {
            unit.chain.is_empty()
                && pair[0].front.ahead == pair[1].front.ahead
                && pair[0].front_right().right == pair[1].front_left().right
        })
        .map(|(index, _)| index)
}

/// Whether an area holds the end of a line, whether it holds both ends, and whether a stretch inside holds neither.
struct Ends {
    end: bool,
    both: bool,
    between: bool,
}

fn ends(outline: &Polygon, line: &Segment) -> Option<Ends> {
    let parts = outline.parts_inside(line);
    let end = parts.last()?.1 == Ratio::ONE;
    let start = parts.first()?.0 == Ratio::ZERO;
    let middle = |part: &(Ratio, Ratio)| part.0 != Ratio::ZERO && part.1 != Ratio::ONE;
    Some(Ends {
        end,
        both: start && end,
        between: parts.iter().any(middle),
    })
}

/// SfG-reading 90: whether a unit sees another that it wants to charge.
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
    from.heading
        .turn_to(longroll_tabletop::Heading::of(to - from.front))
}
