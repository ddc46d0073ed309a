//! SfG 2.5-road: marches along a road, in march column or limbered.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Hull, Polyline, Pose, Ticks, Turn};

use super::road::{ALONG, ROADSIDE, STEP, under};
use super::walk::{Walk, front_edge, leg_sweep};
use crate::facts::{Formation, UnitId};
use crate::look::Look;
use crate::measure::{Degrees, Um};
use crate::refusal::refuse;
use crate::stance::Stance;

/// A frame on the line at a mark; beyond its ends it goes on straight.
fn frame(line: &Polyline, mark: Ticks, forward: bool) -> Option<Pose> {
    let whole = line.length();
    let held = mark.max(Ticks::ZERO).min(whole);
    let pose = line.at(held)?;
    let pose = Pose::new(pose.front, pose.heading);
    let beyond = mark - held;
    let pose = pose.leg(Turn(0), beyond);
    Some(if forward {
        pose
    } else {
        Pose::new(pose.front, pose.heading.opposite())
    })
}

/// The bases of a column whose front edge is at a mark.
fn column(line: &Polyline, front: Ticks, forward: bool, stance: &Stance) -> Option<Vec<Pose>> {
    let way = if forward { 1 } else { -1 };
    let mut chain = Vec::new();
    let mut behind = 0;
    for slot in &stance.slots {
        let depth = slot.size.depth.0;
        let middle = frame(line, front - Ticks(way * (behind + depth / 2)), forward)?;
        chain.push(middle.leg(Turn(0), Ticks(depth / 2)));
        behind += depth;
    }
    Some(chain)
}

/// The same as a stance.
fn column_at(
    line: &Polyline,
    mark: Ticks,
    forward: bool,
    start: &Stance,
) -> Result<Stance, Refusal> {
    let Some(chain) = column(line, mark, forward, start) else {
        return refuse(Rule::SFG_2_5_road, "the column does not fit the road");
    };
    let Some(first) = chain.first().copied() else {
        return refuse(Rule::SFG_2_5_road, "there is nobody to march");
    };
    Ok(Stance {
        pose: first,
        chain,
        paid: Vec::new(),
        ..start.clone()
    })
}

/// The road on which the front base stands, and whether it looks along it.
fn road_under<'a>(
    look: Look<'a>,
    unit: UnitId,
    start: &Stance,
) -> Result<(&'a Polyline, bool), Refusal> {
    if !matches!(start.formation, Formation::March | Formation::Limbered) {
        if start.formation == Formation::Deployed {
            return refuse(Rule::SFG_2_5_distances, "guns are not pushed at road rate");
        }
        return refuse(Rule::SFG_1_2_march, "only a march column moves on the road");
    }
    let Some((line, forward, off)) = under(look, start.front()) else {
        return refuse(
            Rule::SFG_2_5_road,
            format!("{} does not stand on a road", look.name(unit)),
        );
    };
    // Off the table the road is where the column comes from.
    if look.unit(unit).on_table() && off.0 > ALONG {
        let reason = format!(
            "its front base looks {} degrees off the road, 15 is the most: it turns first",
            Degrees(off.0)
        );
        return refuse(Rule::SFG_2_5_road, reason);
    }
    Ok((line, forward))
}

/// How far the base comes that comes farthest.
fn farthest_move(start: &Stance, end: &Stance) -> Ticks {
    let old = start.body();
    let end = end.body();
    let farthest = old.bases().iter().zip(end.bases());
    let farthest = farthest.map(|(old, new)| (new.centre() - old.centre()).length_rounded_up());
    farthest.max().unwrap_or(Ticks::ZERO)
}

/// A march of some length along the road on which the front base stands.
pub(crate) fn march(
    look: Look<'_>,
    unit: UnitId,
    start: &Stance,
    length: Ticks,
) -> Result<Walk, Refusal> {
    let (line, forward) = road_under(look, unit, start)?;
    if length.0 <= 0 {
        return refuse(Rule::SFG_2_5_distances, "a march is longer than nothing");
    }
    let on_table = look.unit(unit).on_table();
    let way = if forward { 1 } else { -1 };
    let from = line.mark_of(start.front().front);
    let to = from + Ticks(way * length.0);
    if to < Ticks::ZERO || to > line.length() {
        return refuse(Rule::SFG_2_5_road, "the road ends before");
    }
    let mut walk = Walk::new(start.clone());
    walk.on_road = true;
    let mut gone = 0;
    while gone < length.0 {
        gone = (gone + STEP).min(length.0);
        let mark = from + Ticks(way * gone);
        let next = column_at(line, mark, forward, start)?;
        for shape in leg_sweep(&walk.stance.body(), &next.body()) {
            walk.sweep.add(shape);
        }
        let both = front_edge(&walk.stance)
            .into_iter()
            .chain(front_edge(&next));
        walk.fronts.add(Hull::of(both));
        walk.stance = next;
    }
    let farthest = farthest_move(start, &walk.stance);
    if on_table && farthest > length + ROADSIDE {
        let reason = format!(
            "a base would swing {} UM onto the road in a march of {}",
            Um(farthest),
            Um(length)
        );
        return refuse(Rule::SFG_2_5_road, reason);
    }
    walk.length = length;
    walk.legs = 1;
    // A single base needs no chain.
    if walk.stance.chain.len() == 1 {
        walk.stance.chain.clear();
    }
    Ok(walk)
}
