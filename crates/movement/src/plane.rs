//! The prices of one kind of mover for every step there is.

use longroll_board::{Direction, HexId};
use longroll_core::Refusal;
use longroll_position::HalfMp;

use crate::chart::Chart;
use crate::checks::Checks;
use crate::cost::{self, StepCost};
use crate::gait::{Gait, MoverClass, Way};
use crate::step_ground::StepGround;

/// Closed to the mover.
pub(crate) const SHUT: u8 = u8::MAX;

/// The price of every step out of every hex for one kind of mover; the last two places of a row are padding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plane {
    pub costs: Vec<[u8; 8]>,
    checks: Vec<[u8; 8]>,
    /// The cheapest step there is.
    pub least: u8,
}

impl Plane {
    pub fn new(
        chart: &Chart,
        steps: &[[Option<StepGround>; 6]],
        class: MoverClass,
        gait: Gait,
        way: Option<Way>,
    ) -> Self {
        let mut plane = Self {
            costs: vec![[SHUT; 8]; steps.len()],
            checks: vec![[0; 8]; steps.len()],
            least: SHUT,
        };
        for (hex, around) in steps.iter().enumerate() {
            for (direction, step) in around.iter().enumerate() {
                let Some(step) = step else { continue };
                let price: Result<StepCost, Refusal> = match way {
                    Some(way) => cost::price(chart, step, class, gait, way),
                    None => cost::best(chart, step, class, gait).map(|(_, cost)| cost),
                };
                if let Ok(price) = price {
                    // No step of any chart comes near 120 MP.
                    plane.costs[hex][direction] = u8::try_from(price.cost.0).unwrap_or(SHUT - 1);
                    plane.checks[hex][direction] = price.checks.bits();
                    plane.least = plane.least.min(plane.costs[hex][direction]);
                }
            }
        }
        plane
    }

    #[inline]
    pub fn cost(&self, from: HexId, direction: Direction) -> u8 {
        self.costs[from.index()][direction.index()]
    }

    #[inline]
    pub fn step(&self, from: HexId, direction: Direction) -> Option<StepCost> {
        let cost = self.cost(from, direction);
        let checks = Checks::from_bits(self.checks[from.index()][direction.index()]);
        (cost != SHUT).then_some(StepCost {
            cost: HalfMp(u16::from(cost)),
            checks,
        })
    }
}
