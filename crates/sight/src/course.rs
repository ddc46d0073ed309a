//! The course of a line of sight: what it crosses, as offsets from its first hex.
//!
//! A course depends only on the difference between its two hexes, so it is traced
//! once and laid over any pair of hexes that differ by it. Exact: whole numbers only.

use core::ops::ControlFlow;
use std::sync::LazyLock;

use longroll_board::Direction;

/// Axial steps to the six neighbours, clockwise from north.
const STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// Hexes between two axial positions that differ by `(q, r)`.
pub(crate) const fn distance((q, r): (i32, i32)) -> i32 {
    let s = q + r;
    let (q, r, s) = (q.abs(), r.abs(), s.abs());
    let most = if q > r { q } else { r };
    if most > s { most } else { s }
}

/// One stretch of the course: the inside of a hex, or a hexside the line runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Axial offset of the hex.
    pub hex: (i32, i32),
    /// SR 10.27: the hex on the other side of the hexside the line runs along.
    pub beside: Option<(i32, i32)>,
    /// How the line comes in.
    pub entry: Entry,
}

/// What lies between a stretch and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Through one hexside, in this direction.
    Through(Direction),
    /// From a hex through the vertex where its sides towards `hex` and `beside` meet.
    IntoPair(Direction, Direction),
    /// From a pair into a hex: directions from its `hex` and from its `beside`.
    OutOfPair(Direction, Direction),
}

/// Everything a line crosses after its first hex, the last hex included.
///
/// A hex is crossed if some length of the line lies inside it; touching a vertex is
/// not crossing. A line that passes exactly through a vertex from one hex into
/// another crosses the hexside these two share.
pub(crate) fn trace(delta: (i32, i32), mut visit: impl FnMut(Stretch)) {
    let _ = trace_until(delta, |stretch| {
        visit(stretch);
        ControlFlow::Continue(())
    });
}

/// [`trace`] that ends as soon as the visitor has seen enough.
pub(crate) fn trace_until(
    delta: (i32, i32),
    mut visit: impl FnMut(Stretch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rate = STEPS.map(|step| along(delta, step));
    let mut hex = (0, 0);
    while hex != delta {
        let (first, second) = exits(hex, &rate);
        let Some(second) = second else {
            hex = stepped(hex, first);
            visit(Stretch {
                hex,
                beside: None,
                entry: Entry::Through(first),
            })?;
            continue;
        };
        let (first_rate, second_rate) = (rate[first.index()], rate[second.index()]);
        if first_rate == second_rate {
            let pair = (stepped(hex, first), stepped(hex, second));
            visit(Stretch {
                hex: pair.0,
                beside: Some(pair.1),
                entry: Entry::IntoPair(first, second),
            })?;
            hex = stepped(pair.0, second);
            visit(Stretch {
                hex,
                beside: None,
                entry: Entry::OutOfPair(second, first),
            })?;
        } else {
            let through = if first_rate > second_rate {
                first
            } else {
                second
            };
            hex = stepped(hex, through);
            visit(Stretch {
                hex,
                beside: None,
                entry: Entry::Through(through),
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// How far a difference reaches in a direction; two neighbours are 2 apart in these units
/// and the hexside between them lies at 1.
const fn along((q, r): (i32, i32), step: (i32, i32)) -> i32 {
    // Twice the scalar product in the hex plane.
    2 * (q * step.0 + r * step.1) + q * step.1 + r * step.0
}

pub(crate) fn stepped(hex: (i32, i32), direction: Direction) -> (i32, i32) {
    let (q, r) = STEPS[direction.index()];
    (hex.0 + q, hex.1 + r)
}

/// The hexside by which the line leaves a hex; two of them if it leaves by their vertex.
fn exits(hex: (i32, i32), rate: &[i32; 6]) -> (Direction, Option<Direction>) {
    let mut best: Option<(i32, i32)> = None;
    let mut exit = (Direction::N, None);
    for (direction, step) in Direction::ALL.into_iter().zip(STEPS) {
        let speed = rate[direction.index()];
        if speed <= 0 {
            continue;
        }
        // Time to reach the hexside: (place + 1) / speed, compared without dividing.
        let reach = along(hex, step) + 1;
        match best.map(|(other, other_speed)| (reach * other_speed).cmp(&(other * speed))) {
            Some(core::cmp::Ordering::Greater) => {}
            Some(core::cmp::Ordering::Equal) => exit.1 = Some(direction),
            _ => {
                best = Some((reach, speed));
                exit = (direction, None);
            }
        }
    }
    exit
}

/// A stretch with its distances from both ends, packed for storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub hex: (i16, i16),
    pub beside: Option<(i16, i16)>,
    pub entry: Entry,
    /// Hexes from the first hex of the line.
    pub near: u16,
    /// Hexes from the last hex of the line.
    pub far: u16,
}

impl Leg {
    fn new(stretch: Stretch, delta: (i32, i32)) -> Self {
        let hex = stretch.hex;
        Self {
            hex: small(hex),
            beside: stretch.beside.map(small),
            entry: stretch.entry,
            near: distance(hex).try_into().unwrap_or(u16::MAX),
            far: distance((delta.0 - hex.0, delta.1 - hex.1))
                .try_into()
                .unwrap_or(u16::MAX),
        }
    }

    /// For a hexside the line runs along: its direction as seen from `hex`.
    pub fn runs_beside(&self) -> Option<Direction> {
        match self.entry {
            Entry::IntoPair(hex, beside) if hex.turned(1) == beside => Some(hex.turned(2)),
            Entry::IntoPair(hex, _) => Some(hex.turned(-2)),
            Entry::Through(_) | Entry::OutOfPair(..) => None,
        }
    }
}

/// Maps have at most 99 columns and rows, so offsets are small.
fn small((q, r): (i32, i32)) -> (i16, i16) {
    let clamp =
        |value: i32| i16::try_from(value).unwrap_or(if value < 0 { i16::MIN } else { i16::MAX });
    (clamp(q), clamp(r))
}

/// All courses up to a distance, traced once.
#[derive(Clone, Debug)]
pub(crate) struct Courses {
    reach: i32,
    /// Where the legs of each difference start; one more entry closes the last.
    starts: Vec<u32>,
    legs: Vec<Leg>,
}

impl Courses {
    /// Courses up to this distance are kept; longer lines are traced when asked for. Twice the longest range of a weapon:
    /// SR 6.31 asks how far anybody sees.
    const KEPT: i32 = 40;

    /// The ones that are kept, the same for every map.
    pub fn kept() -> &'static Self {
        static KEPT: LazyLock<Courses> = LazyLock::new(|| Courses::up_to(Courses::KEPT));
        &KEPT
    }

    fn up_to(reach: i32) -> Self {
        let mut starts = Vec::new();
        let mut legs = Vec::new();
        let mut mark = |legs: &Vec<Leg>| starts.push(u32::try_from(legs.len()).unwrap_or(u32::MAX));
        for q in -reach..=reach {
            for r in -reach..=reach {
                mark(&legs);
                if distance((q, r)) <= reach {
                    trace((q, r), |stretch| legs.push(Leg::new(stretch, (q, r))));
                }
            }
        }
        mark(&legs);
        Self {
            reach,
            starts,
            legs,
        }
    }

    /// The stored course for a difference, if it is within reach.
    pub fn stored(&self, delta: (i32, i32)) -> Option<&[Leg]> {
        if distance(delta) > self.reach {
            return None;
        }
        let index = (delta.0 + self.reach) * (2 * self.reach + 1) + delta.1 + self.reach;
        let index = usize::try_from(index).ok()?;
        let start = usize::try_from(*self.starts.get(index)?).ok()?;
        let end = usize::try_from(*self.starts.get(index + 1)?).ok()?;
        self.legs.get(start..end)
    }

    /// The course for any difference, traced now.
    pub fn traced(delta: (i32, i32)) -> Vec<Leg> {
        let mut legs = Vec::new();
        trace(delta, |stretch| legs.push(Leg::new(stretch, delta)));
        legs
    }
}
