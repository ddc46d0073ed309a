//! SR 10.26: units in the way of fire. Sight is one test, units are a second one.

use core::cmp::Ordering;

use longroll_board::HexId;
use longroll_rule::Rule;

use crate::line::{End, Member, SightLine};
use crate::sight::Sight;
use crate::verdict::Verdict;

/// How something fires, as far as units in the way are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireKind {
    /// Infantry and cavalry at any range.
    SmallArms,
    /// SR 10.67-ammo: artillery at 1–3 hexes.
    Canister,
    /// SR 10.67-ammo: artillery at 4 hexes or more.
    Shell,
}

/// Whose combat units are in a hex, seen from the firer. Leaders and gunboats (BB 14.72) are no obstacle: say `Nobody`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// No combat unit.
    Nobody,
    /// Units of the firer's side.
    Friends,
    /// Units of the other side.
    Enemies,
}

/// Whether fire may go from one hex to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneOfFire {
    /// The line of sight, by terrain alone.
    pub sight: Verdict,
    /// Hexes whose units block the fire.
    pub blocked_by_units: Vec<HexId>,
    /// The rule by which they do.
    pub rule: Rule,
    /// SR 10.26-friendlyfire: friends fired over next to the target, who check on an unmodified die of 2 or less.
    pub friends_at_risk: Vec<HexId>,
}

/// The units on a line of fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitsInTheWay {
    /// Hexes whose units block the fire.
    pub block: Vec<HexId>,
    /// The rule by which they do.
    pub rule: Rule,
    /// SR 10.26-friendlyfire: friends next to the target, if the fire is open.
    pub friends: Vec<HexId>,
}

impl LaneOfFire {
    /// Whether the fire is possible as far as sight and units go.
    pub fn is_open(&self) -> bool {
        self.sight.is_visible() && self.blocked_by_units.is_empty()
    }
}

impl Sight {
    /// SR 10.21–10.26: sight, and the units on the line of fire. The arc and the range of the firer are not asked.
    pub fn line_of_fire(
        &self,
        from: HexId,
        to: HexId,
        kind: FireKind,
        occupant: impl Fn(HexId) -> Occupant,
    ) -> LaneOfFire {
        let sight = self.line_of_sight(from, to, crate::sight::no_units);
        self.lane(sight, kind, occupant)
    }

    /// The same for a line of sight that has been decided already.
    pub fn lane(
        &self,
        sight: Verdict,
        kind: FireKind,
        occupant: impl Fn(HexId) -> Occupant,
    ) -> LaneOfFire {
        let units = self.units_in_the_way((sight.from, sight.to), kind, occupant);
        let open = sight.is_visible() && units.block.is_empty();
        LaneOfFire {
            sight,
            blocked_by_units: units.block,
            rule: units.rule,
            friends_at_risk: if open { units.friends } else { Vec::new() },
        }
    }

    /// SR 10.26: the units on the line of fire between two hexes, whatever the ground says.
    pub fn units_in_the_way(
        &self,
        (from, to): (HexId, HexId),
        kind: FireKind,
        occupant: impl Fn(HexId) -> Occupant,
    ) -> UnitsInTheWay {
        let (block, friends) = self
            .with_line(from, to, |line| match kind {
                FireKind::Shell => (friends_near_target(&line, &occupant), Vec::new()),
                FireKind::SmallArms | FireKind::Canister => (
                    self.units_between(from, &line, kind, &occupant),
                    friends_beside_target(&line, &occupant),
                ),
            })
            .unwrap_or_default();
        UnitsInTheWay {
            block,
            rule: match kind {
                FireKind::Shell => Rule::SR_10_26_shell,
                FireKind::SmallArms | FireKind::Canister => Rule::SR_10_26_block,
            },
            friends,
        }
    }

    /// SR 10.26-block with its four exceptions. A unit in either hex of a pair intervenes (SR 10.27).
    fn units_between(
        &self,
        from: HexId,
        line: &SightLine<'_>,
        kind: FireKind,
        occupant: &impl Fn(HexId) -> Occupant,
    ) -> Vec<HexId> {
        let standing: Vec<(Member<'_>, Occupant)> = intervening(line)
            .map(|member| (member, occupant(member.cell.hex)))
            .filter(|(_, who)| *who != Occupant::Nobody)
            .collect();
        // (b) Enemies only, and the firer sees none of them.
        let unseen = standing
            .iter()
            .all(|(member, who)| *who == Occupant::Enemies && !self.can_see(from, member.cell.hex));
        if unseen {
            return Vec::new();
        }
        standing
            .into_iter()
            .filter(|(member, _)| !is_fired_over(line, member, kind))
            .map(|(member, _)| member.cell.hex)
            .collect()
    }
}

fn intervening<'a>(line: &SightLine<'a>) -> impl Iterator<Item = Member<'a>> {
    line.indices_from(End::From)
        .flat_map(|index| line.members_at(index))
}

/// SR 10.26-block, the exceptions that depend on the ground of the intervening unit.
fn is_fired_over(line: &SightLine<'_>, member: &Member<'_>, kind: FireKind) -> bool {
    let base = member.cell.base();
    let Some(leg) = line.between().get(member.leg) else {
        return false;
    };
    // (a) Lower than firer and target.
    let below_both = base < line.low();
    // (c) Just below guns that stand two levels higher.
    let below_the_guns =
        kind == FireKind::Canister && leg.near == 1 && line.from_cell.base() - base >= 2;
    // (d) Two levels between the ends, level with the lower one and not nearer to it.
    let on_the_flat = line.high() - line.low() >= 2
        && base == line.low()
        && line
            .lower()
            .is_some_and(|lower| line.nearness(leg, lower) != Ordering::Less);
    below_both || below_the_guns || on_the_flat
}

/// SR 10.26-friendlyfire: friends between, in hexes adjacent to the target.
fn friends_beside_target(
    line: &SightLine<'_>,
    occupant: &impl Fn(HexId) -> Occupant,
) -> Vec<HexId> {
    intervening(line)
        .filter(|member| {
            line.between()
                .get(member.leg)
                .is_some_and(|leg| leg.far == 1)
        })
        .map(|member| member.cell.hex)
        .filter(|hex| occupant(*hex) == Occupant::Friends)
        .collect()
}

/// SR 10.26-shell: friends on the line of fire within two hexes of the target, before or beyond it.
fn friends_near_target(line: &SightLine<'_>, occupant: &impl Fn(HexId) -> Occupant) -> Vec<HexId> {
    const NEAR: u16 = 2;
    let before = intervening(line)
        .filter(|member| {
            line.between()
                .get(member.leg)
                .is_some_and(|leg| leg.far <= NEAR)
        })
        .map(|member| member.cell.hex);
    let beyond = line
        .legs()
        .iter()
        .zip(line.beyond(End::To))
        .take_while(|(leg, _)| leg.near <= NEAR)
        .flat_map(|(_, hexes)| hexes.into_iter().flatten())
        .map(|(_, cell)| cell.hex);
    before
        .chain(beyond)
        .filter(|hex| occupant(*hex) == Occupant::Friends)
        .collect()
}
