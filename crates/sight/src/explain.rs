//! SR 10.2 told hex by hex: what every hex and hexside under a line does to it, and by which rule.

use core::cmp::Ordering;

use longroll_board::{HexId, Hexside};
use longroll_rule::Rule;

use crate::course::Leg;
use crate::line::{End, Member, SightLine};
use crate::scene::{Cover, Spot};
use crate::sight::{Sight, no_units};
use crate::verdict::{Height, Obstacle, Verdict};

/// A line of sight with its reasons, from the first hex to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The answer, by terrain alone.
    pub verdict: Verdict,
    /// SR 10.24-slopes: the mean level of the two ends.
    pub median: Height,
    /// The level of the higher end.
    pub high: i32,
    /// Every hex, or pair of hexes beside a hexside (SR 10.27), both ends included.
    pub steps: Vec<ExplainedStep>,
    /// The hexsides that count for themselves: crests, the brow at the foot of which a unit stands, the one mid-way.
    pub sides: Vec<ExplainedSide>,
}

/// A hex under the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainedHex {
    pub hex: HexId,
    /// What stands on it.
    pub cover: Cover,
    /// Level of the ground.
    pub base: i32,
    /// Level of its trees or roofs; the ground where there are none.
    pub top: i32,
}

/// One step along the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedStep {
    pub hex: ExplainedHex,
    /// SR 10.27: the hex on the other side of the hexside the line runs along.
    pub beside: Option<ExplainedHex>,
    /// Hexes from the first hex of the line.
    pub from_start: u32,
    /// Hexes from the last hex of the line.
    pub to_end: u32,
    /// The height above which ground blocks here: the higher end, in the half of the lower unit the median.
    pub limit: Height,
    /// What the step does.
    pub effect: Effect,
}

/// A hexside that counts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainedSide {
    pub side: Hexside,
    /// The step before it, by its place in [`Explanation::steps`].
    pub after: usize,
    /// How high it stands.
    pub height: Height,
    /// The rule by which it blocks; none if the line passes over it.
    pub blocks: Option<Rule>,
}

/// What a step does to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An end of the line: what stands there never hides it (SR 10.22).
    End,
    /// Nothing there is in the way.
    Passed(Passed),
    /// BB 9.44-woods, BB 10.24: a Woods hex that is seen through, by this rule.
    SeenThrough(Rule),
    /// It blocks, by these rules.
    Blocks(Vec<Rule>),
}

/// Why a step is not in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passed {
    /// Not above the limit.
    Below,
    /// Above the limit of the lower half, but mid-way and without a brow that counts.
    Even,
    /// Above the median, but nearer the higher unit.
    HigherHalf,
    /// A Field Boundary beside the Field along whose edge the line runs.
    EdgeOfField,
}

impl Passed {
    /// The rule that lets the line pass.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Below => Rule::SR_10_24_higher,
            Self::Even => Rule::SR_10_24_slopes_notes,
            Self::HigherHalf => Rule::SR_10_24_slopes,
            Self::EdgeOfField => Rule::BB_9_44_boundary,
        }
    }
}

impl Sight {
    /// SR 10.2: the line between two hexes, hex by hex, with the rule for each. Units are not asked.
    pub fn explain(&self, from: HexId, to: HexId) -> Explanation {
        let verdict = self.line_of_sight(from, to, no_units);
        let level = |hex: HexId| self.cell(hex).map_or(0, |cell| cell.base());
        let (one, other) = (level(from), level(to));
        let mut explanation = Explanation {
            median: Height::from_half_levels(one + other),
            high: one.max(other),
            steps: self.bare_steps(&verdict),
            sides: Vec::new(),
            verdict,
        };
        self.with_line(from, to, |line| {
            judge_steps(&line, &mut explanation);
            explanation.sides = self.sides_of(&line, &explanation.verdict);
        });
        explanation
    }

    /// The hexes of the profile with their cover; the ends already judged.
    fn bare_steps(&self, verdict: &Verdict) -> Vec<ExplainedStep> {
        let clothed = |hex: HexId| {
            let cell = self.cell(hex)?;
            Some(ExplainedHex {
                hex,
                cover: cell.cover,
                base: cell.base(),
                top: cell.top(),
            })
        };
        let steps = verdict.profile.iter().filter_map(|step| {
            let hex = clothed(step.hex.hex)?;
            Some(ExplainedStep {
                hex,
                beside: step.beside.and_then(|stand| clothed(stand.hex)),
                from_start: step.from_start,
                to_end: step.to_end,
                limit: Height::level(hex.base),
                effect: Effect::End,
            })
        });
        steps.collect()
    }

    /// Crests on the line, and every hexside that blocks.
    fn sides_of(&self, line: &SightLine<'_>, verdict: &Verdict) -> Vec<ExplainedSide> {
        let mut found: Vec<ExplainedSide> = Vec::new();
        let mut note =
            |side: ExplainedSide| match found.iter_mut().find(|known| known.side == side.side) {
                Some(known) => known.blocks = known.blocks.or(side.blocks),
                None => found.push(side),
            };
        for (index, leg) in line.legs().iter().enumerate() {
            for (spot, way) in crossed(line, index, leg) {
                let Some(Obstacle::Hexside(side)) =
                    self.obstacle(crate::judge::Place::Side(spot, way))
                else {
                    continue;
                };
                let block = verdict
                    .blocks
                    .iter()
                    .find(|block| block.by == Obstacle::Hexside(side));
                let crest = line.scene.crest(spot, way).map(Height::level);
                let Some(height) = block.map(|block| block.height).or(crest) else {
                    continue;
                };
                note(ExplainedSide {
                    side,
                    after: index,
                    height,
                    blocks: block.map(|block| block.rule),
                });
            }
        }
        found
    }
}

/// The hexsides by which the line comes into a leg, and the one it runs along there.
fn crossed<'a>(
    line: &'a SightLine<'a>,
    index: usize,
    leg: &'a Leg,
) -> impl Iterator<Item = (Spot, longroll_board::Direction)> + 'a {
    let into = line
        .members(index, leg)
        .into_iter()
        .flatten()
        .flat_map(move |member| {
            let spot = member.spot;
            line.sides(&member, End::From)
                .map(move |(way, _)| (spot, way))
        });
    let along = leg.runs_beside().and_then(|way| {
        let member = line.members_at(index).find(|member| !member.beside)?;
        Some((member.spot, way))
    });
    into.chain(along)
}

fn judge_steps(line: &SightLine<'_>, explanation: &mut Explanation) {
    let lower = line.lower();
    for (index, leg) in line.between().iter().enumerate() {
        let members: Vec<Member<'_>> = line.members_at(index).collect();
        let holds = |hex: HexId| members.iter().any(|member| member.cell.hex == hex);
        let Some(step) = explanation
            .steps
            .iter_mut()
            .find(|step| step.effect == Effect::End && holds(step.hex.hex))
        else {
            continue;
        };
        let nearness = lower.map(|lower| line.nearness(leg, lower));
        step.limit = match nearness {
            None | Some(Ordering::Greater) => Height::level(line.high()),
            Some(_) => Height::from_half_levels(line.twice_median()),
        };
        let mut rules: Vec<Rule> = Vec::new();
        for block in &explanation.verdict.blocks {
            if let Obstacle::Hex(hex) = block.by
                && holds(hex)
                && !rules.contains(&block.rule)
            {
                rules.push(block.rule);
            }
        }
        let woods = &explanation.verdict.woods;
        let seen_through = woods.iter().find(|woods| holds(woods.hex));
        step.effect = if !rules.is_empty() {
            Effect::Blocks(rules)
        } else if let Some(woods) = seen_through {
            Effect::SeenThrough(woods.rule)
        } else {
            let why = members
                .iter()
                .map(|member| passed(line, nearness, member, &members))
                .max();
            Effect::Passed(why.unwrap_or(Passed::Below))
        };
    }
}

/// Why this hex, which neither blocks nor counts as Woods, is passed.
fn passed(
    line: &SightLine<'_>,
    nearness: Option<Ordering>,
    member: &Member<'_>,
    pair: &[Member<'_>],
) -> Passed {
    let beside_field = member.cell.cover == Cover::FieldBoundary
        && pair.iter().any(|other| other.cell.cover == Cover::Field);
    if beside_field && member.cell.top() > line.low() {
        return Passed::EdgeOfField;
    }
    let above_median = 2 * member.cell.top() > line.twice_median();
    match nearness {
        Some(Ordering::Greater) if above_median => Passed::HigherHalf,
        Some(Ordering::Equal) if above_median => Passed::Even,
        _ => Passed::Below,
    }
}
