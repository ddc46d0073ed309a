//! What blocks besides the hexes themselves: crest hexsides, the hexside exactly
//! mid-way, and the exceptions to the rule of slopes (SR 10.24, BB 9.44-crest).

use core::ops::ControlFlow::{self, Continue};

use longroll_board::Direction;
use longroll_rule::Rule;

use crate::judge::{Finding, Place, Report};
use crate::line::{End, Member, SightLine};
use crate::scene::Spot;

/// BB 9.44-crest: hexsides that stand higher than both their hexes.
///
/// Beside an end they hide everything farther than the next hex. Elsewhere they
/// block if higher than both ends, above the median and no farther from the lower
/// unit than from the higher, or as high as the higher unit (SR 10.24-ex1: the hex
/// on this side of a crest is always lower). A crest the line runs along, or whose
/// end it touches where it begins or ceases to run along a hexside, counts as
/// crossed: there either side decides, as in SR 10.27.
pub(crate) fn crest_hexsides<R: Report>(line: &SightLine<'_>, report: &mut R) -> ControlFlow<()> {
    if !line.scene.has_crests() {
        return Continue(());
    }
    let legs = line.legs();
    let mut before = Reach {
        near: 0,
        far: legs.last().map_or(0, |leg| i32::from(leg.near)),
    };
    for (index, leg) in legs.iter().enumerate() {
        let here = Reach {
            near: i32::from(leg.near),
            far: i32::from(leg.far),
        };
        let between = Reach {
            near: before.near + here.near,
            far: before.far + here.far,
        };
        let at_end = index == 0 || index + 1 == legs.len();
        for member in line.members(index, leg).into_iter().flatten() {
            for (way, _) in line.sides(&member, End::From) {
                crest(line, (member.spot, way), at_end, between, report)?;
            }
        }
        if let (Some(way), Some(member)) = (
            leg.runs_beside(),
            line.members_at(index).find(|member| !member.beside),
        ) {
            let along = Reach {
                near: 2 * here.near,
                far: 2 * here.far,
            };
            crest(line, (member.spot, way), false, along, report)?;
        }
        before = here;
    }
    Continue(())
}

/// Distances from the two ends of a line.
#[derive(Clone, Copy)]
struct Reach {
    near: i32,
    far: i32,
}

/// One crest; its distances are doubled, because a hexside lies between two hexes.
fn crest<R: Report>(
    line: &SightLine<'_>,
    (spot, way): (Spot, Direction),
    at_end: bool,
    doubled: Reach,
    report: &mut R,
) -> ControlFlow<()> {
    let Some(height) = line.scene.crest(spot, way) else {
        return Continue(());
    };
    let (to_lower, to_higher) = match line.lower() {
        Some(End::To) => (doubled.far, doubled.near),
        _ => (doubled.near, doubled.far),
    };
    let rule = if at_end || height > line.high() {
        Rule::BB_9_44_crest
    } else if line.lower().is_none() {
        return Continue(());
    } else if 2 * height > line.twice_median() && to_lower <= to_higher {
        Rule::SR_10_24_slopes
    } else if height == line.high() {
        Rule::SR_10_24_ex1
    } else {
        return Continue(());
    };
    report.block(Finding {
        place: Place::Side(spot, way),
        rule,
        terrain: Some(Rule::BB_9_44_crest),
        twice_height: 2 * height,
    })
}

/// What the hexside exactly half-way does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Midway<'a> {
    /// Nothing.
    Open,
    /// Its ground stands in the way.
    Ground(Finding),
    /// Only the trees of this hex lift it into the way.
    Trees(Member<'a>, Finding),
}

/// SR 10.24-slopes-notes: the hexside exactly half-way between ends on different levels.
pub(crate) fn midway<'a>(line: &SightLine<'a>) -> Midway<'a> {
    let Some((before, way)) = line.midway() else {
        return Midway::Open;
    };
    let (Some(near), Some(far)) = (
        line.members_at(before).next(),
        line.members_at(before + 1).next(),
    ) else {
        return Midway::Open;
    };
    let (higher, other) = if near.cell.top() > far.cell.top() {
        (near, far)
    } else {
        (far, near)
    };
    let twice_height = near.cell.top() + far.cell.top();
    if near.cell.top() == far.cell.top() || twice_height <= line.twice_median() {
        return Midway::Open;
    }
    let highest_base = near.cell.base().max(far.cell.base());
    let non_gradual = near.cell.side(way).is_non_gradual() && highest_base - line.low() > 1;
    if !non_gradual && !higher.cell.cover.is_tall() {
        return Midway::Open;
    }
    let finding = |terrain, twice_height| Finding {
        place: Place::Side(near.spot, way),
        rule: Rule::SR_10_24_slopes_notes,
        terrain,
        twice_height,
    };
    let twice_ground = near.cell.base() + far.cell.base();
    if non_gradual && twice_ground > line.twice_median() {
        return Midway::Ground(finding(None, twice_ground));
    }
    let wooded = if higher.cell.cover.is_tall() {
        higher
    } else {
        other
    };
    Midway::Trees(
        wooded,
        finding(Some(wooded.cell.cover.rule()), twice_height),
    )
}

/// SR 10.24-ex1: ground as high as the higher unit, with lower ground between them.
pub(crate) fn intervening_hill<R: Report>(
    line: &SightLine<'_>,
    higher: End,
    report: &mut R,
) -> ControlFlow<()> {
    let mut dipped = false;
    for index in line.indices_from(higher) {
        if dipped {
            for hill in line.members_at(index) {
                if hill.cell.base() == line.high() {
                    report.block(Finding {
                        place: Place::Hex(hill.spot),
                        rule: Rule::SR_10_24_ex1,
                        terrain: None,
                        twice_height: 2 * hill.cell.base(),
                    })?;
                }
            }
        }
        dipped |= line
            .members_at(index)
            .any(|member| member.cell.base() < line.high());
    }
    Continue(())
}

/// SR 10.24-ex2b: a Steep slope at whose foot the lower unit stands hides it,
/// unless the slope is Steep all the way up.
pub(crate) fn steep_at_the_foot<R: Report>(
    line: &SightLine<'_>,
    lower: End,
    report: &mut R,
) -> ControlFlow<()> {
    let Some(next) = line.indices_from(lower).next() else {
        return Continue(());
    };
    for brow in line.members_at(next) {
        let steep_side = line.sides(&brow, lower).find(|(_, side)| side.is_steep());
        let Some((way, _)) = steep_side.filter(|_| brow.cell.base() > line.low()) else {
            continue;
        };
        if !is_steep_up_from(line, &brow, lower) {
            report.block(Finding {
                place: Place::Side(brow.spot, way),
                rule: Rule::SR_10_24_ex2b,
                terrain: None,
                twice_height: 2 * brow.cell.base(),
            })?;
        }
    }
    Continue(())
}

fn is_steep_up_from(line: &SightLine<'_>, brow: &Member<'_>, lower: End) -> bool {
    let steep = |member: &Member<'_>| {
        line.sides(member, lower.other())
            .all(|(_, side)| side.is_steep())
    };
    steep(brow)
        && line
            .indices_from(lower)
            .skip(1)
            .flat_map(|index| line.members_at(index))
            .all(|member| steep(&member))
}

/// SR 10.24-crests: the higher unit stands back from the edge of its height.
///
/// Same-level ground is counted on both sides of it; along a hexside the higher hex
/// of the pair is used, trees never. If the line of fire leaves the map first, the
/// ground beyond is unknown and does not hide anything.
pub(crate) fn geographic_crest<R: Report>(
    line: &SightLine<'_>,
    higher: End,
    report: &mut R,
) -> ControlFlow<()> {
    let level = line.high();
    let mut beyond = line.beyond(higher);
    for index in line.indices_from(higher) {
        let highest = line
            .members_at(index)
            .max_by_key(|member| member.cell.base());
        let Some(member) = highest.filter(|member| member.cell.base() == level) else {
            return Continue(());
        };
        let behind = beyond.next().and_then(|hexes| {
            hexes
                .into_iter()
                .flatten()
                .map(|(_, cell)| cell.base())
                .max()
        });
        match behind {
            Some(base) if base == level => {}
            Some(base) if base < level => {
                return report.block(Finding {
                    place: Place::Hex(member.spot),
                    rule: Rule::SR_10_24_crests,
                    terrain: None,
                    twice_height: 2 * level,
                });
            }
            _ => return Continue(()),
        }
    }
    Continue(())
}
