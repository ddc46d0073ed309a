//! SR 10.22–10.24 and BB 9.44, 10.24: does anything stand in the way?
//!
//! One procedure serves the quick answer and the explained one: it tells a
//! [`Report`] what it finds, and the report says whether to look further.

use core::cmp::Ordering;
use core::ops::ControlFlow::{self, Continue};

use longroll_board::Direction;
use longroll_rule::Rule;

use crate::course::Leg;
use crate::exceptions::{self, Midway};
use crate::line::{End, Member, SightLine};
use crate::rules::{GeographicCrests, SightRules, SteepDrop, Woods, WoodsCount};
use crate::scene::{Cover, Spot};

/// Where something stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Hex(Spot),
    Side(Spot, Direction),
}

/// Something that stands in the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub place: Place,
    pub rule: Rule,
    /// The rule of the terrain itself, where the battle has one.
    pub terrain: Option<Rule>,
    /// Twice its height: hexsides can be half a level high.
    pub twice_height: i32,
}

/// Takes what the procedure finds.
pub(crate) trait Report {
    /// The line is blocked; `Break` ends the procedure.
    fn block(&mut self, finding: Finding) -> ControlFlow<()>;
    /// A Woods or Field Boundary hex (or a pair of them) that is seen through.
    fn woods(&mut self, spot: Spot, rule: Rule);
}

/// How many Woods and Field Boundary hexes a line may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeeThrough {
    /// BB TEC-c.
    One,
    /// BB 10.67-limited: guns that fire over them.
    Any,
}

/// The number of Woods hexes seen through, or `Break` once the report has heard enough.
pub(crate) fn judge<R: Report>(
    line: &SightLine<'_>,
    rules: SightRules,
    see_through: SeeThrough,
    report: &mut R,
) -> ControlFlow<(), u32> {
    exceptions::crest_hexsides(line, report)?;
    let lower = line.lower();
    let edge = match lower {
        Some(_) => wooded_edge(line, rules, report)?,
        None => None,
    };
    let mut woods = 0;
    for (index, leg) in line.between().iter().enumerate() {
        let members = line.members(index, leg);
        let beside_field = runs_beside_field(&members);
        let mut counted = edge
            .filter(|member| member.leg == index)
            .map(|member| (member.spot, member.cell.cover.rule()));
        for member in members.into_iter().flatten() {
            if let Some(rule) = ground_rule(line, leg, &member, lower) {
                report.block(Finding {
                    place: Place::Hex(member.spot),
                    rule,
                    terrain: None,
                    twice_height: 2 * member.cell.base(),
                })?;
                continue;
            }
            let cover = member.cell.cover;
            if !cover.is_tall() || (beside_field && cover == Cover::FieldBoundary) {
                continue;
            }
            if let Some(rule) = trees(line, leg, &member, lower, rules, report)? {
                counted.get_or_insert((member.spot, rule));
            }
        }
        let Some((spot, rule)) = counted else {
            continue;
        };
        woods += 1;
        report.woods(spot, rule);
        if woods == 2 && see_through == SeeThrough::One {
            report.block(Finding {
                place: Place::Hex(spot),
                rule: Rule::BB_TEC_c,
                terrain: Some(rule),
                twice_height: line.scene.cell(spot).map_or(0, |cell| 2 * cell.top()),
            })?;
        }
    }
    if let Some(lower) = lower {
        exceptions::intervening_hill(line, lower.other(), report)?;
        exceptions::steep_at_the_foot(line, lower, report)?;
        if rules.crests == GeographicCrests::Hide {
            exceptions::geographic_crest(line, lower.other(), report)?;
        }
    }
    Continue(woods)
}

/// The Woods hex that counts only because its edge is exactly mid-way; other trees there block.
fn wooded_edge<'a, R: Report>(
    line: &SightLine<'a>,
    rules: SightRules,
    report: &mut R,
) -> ControlFlow<(), Option<Member<'a>>> {
    match exceptions::midway(line) {
        Midway::Open => {}
        Midway::Ground(finding) => report.block(finding)?,
        Midway::Trees(member, finding) => {
            let seen_through = matches!(rules.woods, Woods::OneSeenThrough { .. });
            if seen_through && member.cell.cover.is_woods() {
                return Continue(Some(member));
            }
            report.block(finding)?;
        }
    }
    Continue(None)
}

/// BB 9.44-boundary: a Field Boundary does not count where the line runs between it and a Field.
pub(crate) fn runs_beside_field(members: &[Option<Member<'_>>; 2]) -> bool {
    matches!(
        members.map(|member| member.map(|member| member.cell.cover)),
        [Some(Cover::Field), Some(Cover::FieldBoundary)]
            | [Some(Cover::FieldBoundary), Some(Cover::Field)]
    )
}

/// SR 10.24-higher, SR 10.24-slopes: the rule by which bare ground blocks.
pub(crate) fn ground_rule(
    line: &SightLine<'_>,
    leg: &Leg,
    member: &Member<'_>,
    lower: Option<End>,
) -> Option<Rule> {
    let base = member.cell.base();
    if base > line.high() {
        return Some(Rule::SR_10_24_higher);
    }
    let lower = lower?;
    if 2 * base <= line.twice_median() {
        return None;
    }
    let blocks = match line.nearness(leg, lower) {
        Ordering::Less => true,
        Ordering::Greater => false,
        // SR 10.24-slopes-notes: a hex one level above the lower unit has no steep enough side.
        Ordering::Equal => {
            base - line.low() > 1
                && line
                    .sides(member, lower)
                    .any(|(_, side)| side.is_non_gradual())
        }
    };
    blocks.then_some(Rule::SR_10_24_slopes)
}

/// The rule by which trees or houses of this height stand in the way.
///
/// Their sides count as Steep slopes (SR 10.23) and the one-level note spares them,
/// so standing equally far from both ends is near enough.
pub(crate) fn trees_rule(
    line: &SightLine<'_>,
    leg: &Leg,
    top: i32,
    lower: Option<End>,
) -> Option<Rule> {
    if top > line.high() {
        return Some(Rule::SR_10_24_higher);
    }
    let lower = lower?;
    let blocks = 2 * top > line.twice_median() && line.nearness(leg, lower) != Ordering::Greater;
    blocks.then_some(Rule::SR_10_24_slopes)
}

/// What the trees of a hex do: block, count as Woods by the rule given back, or nothing.
fn trees<R: Report>(
    line: &SightLine<'_>,
    leg: &Leg,
    member: &Member<'_>,
    lower: Option<End>,
    rules: SightRules,
    report: &mut R,
) -> ControlFlow<(), Option<Rule>> {
    let cover = member.cell.cover;
    let finding = |rule| Finding {
        place: Place::Hex(member.spot),
        rule,
        terrain: Some(cover.rule()),
        twice_height: 2 * member.cell.top(),
    };
    let see_through = match rules.woods {
        Woods::OneSeenThrough { count, steep_drop } if cover.is_woods() => {
            Some((count, steep_drop))
        }
        _ => None,
    };
    let standing = trees_rule(line, leg, member.cell.top(), lower);
    let Some((count, steep_drop)) = see_through else {
        if let Some(rule) = standing {
            report.block(finding(rule))?;
        } else if cover.is_woods() && are_treetops(line, leg, member, SteepDrop::NoTreetops) {
            report.block(finding(Rule::SR_10_24_treetops))?;
        }
        if lower.is_some() && rises_beside_an_end(line, leg, member) {
            report.block(finding(Rule::SR_10_24_ex2a))?;
        }
        return Continue(None);
    };
    Continue(if standing.is_some() || count == WoodsCount::EveryHex {
        Some(cover.rule())
    } else if are_treetops(line, leg, member, steep_drop) {
        Some(Rule::BB_10_24)
    } else {
        None
    })
}

/// SR 10.24-ex2a: next to an end, and with its trees above the unit there.
fn rises_beside_an_end(line: &SightLine<'_>, leg: &Leg, member: &Member<'_>) -> bool {
    let top = member.cell.top();
    (leg.near == 1 && top > line.from_cell.base()) || (leg.far == 1 && top > line.to_cell.base())
}

/// SR 10.24-treetops, BB 10.24: trees just below a wooded end.
fn are_treetops(
    line: &SightLine<'_>,
    leg: &Leg,
    member: &Member<'_>,
    steep_drop: SteepDrop,
) -> bool {
    let base = member.cell.base();
    [(leg.near, End::From), (leg.far, End::To)]
        .into_iter()
        .any(|(distance, end)| {
            let end_cell = line.end_cell(end);
            distance == 1
                && end_cell.cover.is_woods()
                && base < end_cell.base()
                && !(steep_drop == SteepDrop::NoTreetops
                    && base < line.low()
                    && line
                        .sides(member, end)
                        .any(|(_, side)| side.is_non_gradual()))
        })
}
