//! SR 9.4, BB 9.43, 9.44, TEC: what one step costs and what it risks.
//!
//! One procedure serves the fast form ([`price`], no allocation) and the explained form ([`explain`]).

mod ledger;
mod route;
#[cfg(test)]
mod tests;

use longroll_board::{Climb, Crossing, Passage, RouteKind, SlopeClass, Water};
use longroll_catalog::facts::CommandTrace;
use longroll_catalog::tables::{DisorderRisk, MoveCost, Mover, TerrainKind, TerrainNote};
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_rule::Rule;

use self::ledger::{Ledger, Sum};
use crate::chart::{Chart, Row};
use crate::checks::{Check, Checks};
use crate::gait::{Gait, MoverClass, Way};
use crate::step_ground::{FieldEntry, Lie, StepGround, StepRelief};
use crate::terms::{CostPart, CostTerms};

/// What a step costs and risks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StepCost {
    /// MP for hex and hexside, or for the route.
    pub cost: HalfMp,
    /// Risks for the order of the unit.
    pub checks: Checks,
}

/// The price of a step made this way.
///
/// # Errors
/// The rule that closes the hex, the hexside or the route to this mover.
pub fn price(
    chart: &Chart,
    ground: &StepGround,
    class: MoverClass,
    gait: Gait,
    way: Way,
) -> Result<StepCost, Refusal> {
    let mut sum = Sum::default();
    Pricing {
        chart,
        ground,
        class,
        gait,
    }
    .run(way, &mut sum)?;
    Ok(StepCost {
        cost: HalfMp(sum.cost.unsigned_abs()),
        checks: sum.checks,
    })
}

/// The same with every part and its rule.
///
/// # Errors
/// As [`price`].
pub fn explain(
    chart: &Chart,
    ground: &StepGround,
    class: MoverClass,
    gait: Gait,
    way: Way,
) -> Result<CostTerms, Refusal> {
    let mut terms = CostTerms::default();
    Pricing {
        chart,
        ground,
        class,
        gait,
    }
    .run(way, &mut terms)?;
    Ok(terms)
}

/// The price along the route if there is one, else over the ground: a route is never dearer and never disorders.
///
/// # Errors
/// As [`price`], for the ground if neither way is open.
pub fn best(
    chart: &Chart,
    ground: &StepGround,
    class: MoverClass,
    gait: Gait,
) -> Result<(Way, StepCost), Refusal> {
    if let Ok(cost) = price(chart, ground, class, gait, Way::Route) {
        return Ok((Way::Route, cost));
    }
    price(chart, ground, class, gait, Way::OffRoute).map(|cost| (Way::OffRoute, cost))
}

/// One step to be priced.
struct Pricing<'a> {
    chart: &'a Chart,
    ground: &'a StepGround,
    class: MoverClass,
    gait: Gait,
}

impl Pricing<'_> {
    fn run(&self, way: Way, ledger: &mut impl Ledger) -> Result<(), Refusal> {
        match way {
            Way::OffRoute => self.off_route(ledger),
            Way::Route => match self.ground.route {
                _ if self.gait == Gait::Attack => Err(Refusal::new(
                    Rule::SR_9_24,
                    "units under Attack orders may not use routes",
                )),
                None => Err(Refusal::new(
                    Rule::SR_9_45,
                    "no Road or Trail joins the two hexes",
                )),
                Some(RouteKind::Trail) => self.trail(ledger),
                Some(RouteKind::Road | RouteKind::Pike) => self.road(ledger),
            },
        }
    }

    fn row(&self, kind: TerrainKind) -> &Row {
        self.chart.row(kind)
    }

    /// SR 9.41: hex plus hexside.
    fn off_route(&self, ledger: &mut impl Ledger) -> Result<(), Refusal> {
        let column = self.class.column();
        self.water(ledger, column)?;
        self.slopes(ledger, column)?;
        self.hex(ledger, column)?;
        self.leaving_swamp(ledger);
        Ok(())
    }

    fn hex(&self, ledger: &mut impl Ledger, column: Mover) -> Result<(), Refusal> {
        if let Some(rule) = of_hex(self.ground.entered) {
            ledger.describe(rule);
        }
        let row = self.row(self.ground.entered);
        let first = self.ground.field == FieldEntry::SameField;
        if self.trace_cost(ledger, row, CostPart::Hex(self.ground.entered), first) {
            return Ok(());
        }
        let part = CostPart::Hex(self.ground.entered);
        let risk = self.cell(
            ledger,
            row,
            column,
            part,
            first,
            (Check::Hex, Check::HexAutomatic),
        )?;
        // BB 9.44-swamp-leave: one UDD serves for leaving one Swamp and entering the next.
        let absorbed = self.leaves_swamp()
            && self.chart.is_swamp(self.ground.entered)
            && risk == Some(Check::Hex);
        if let Some(check) = risk.filter(|_| !absorbed) {
            ledger.risk(check, row.rule);
        }
        if self.ground.lie == Lie::Sloping && !self.slope_cancels_lie() {
            let sloping = self.row(TerrainKind::SlopingGround);
            let part = CostPart::Hex(TerrainKind::SlopingGround);
            if let Some(check) = self.cell(
                ledger,
                sloping,
                column,
                part,
                true,
                (Check::Hex, Check::HexAutomatic),
            )? {
                ledger.risk(check, sloping.rule);
            }
        }
        Ok(())
    }

    /// BB 4.15: pays the row's own cost of tracing command, if it has one and that is what is asked.
    fn trace_cost(&self, ledger: &mut impl Ledger, row: &Row, part: CostPart, first: bool) -> bool {
        let (Gait::Trace(_), CommandTrace::OwnCosts) = (self.gait, self.chart.trace()) else {
            return false;
        };
        let cost = match row.command_range {
            Some(MoveCost::HalfPoints { cost, .. } | MoveCost::HalfOfOther { minimum: cost }) => {
                cost
            }
            Some(MoveCost::Either { first: cost, .. }) if first => cost,
            Some(MoveCost::Either { second: cost, .. }) => cost,
            Some(MoveCost::None | MoveCost::Prohibited) | None => return false,
        };
        ledger.amount(part, i16::from(cost), Rule::BB_4_15);
        true
    }

    /// BB TEC-j, reading I92: a Ravine, a Minor or a Steep slope stands in for Sloping Ground.
    fn slope_cancels_lie(&self) -> bool {
        if !self.row(TerrainKind::SlopingGround).has(TerrainNote::J) {
            return false;
        }
        match self.ground.relief {
            StepRelief::Level => false,
            StepRelief::Up(class) | StepRelief::Down(class) => class != SlopeClass::Gradual,
            StepRelief::Ravine(_) => true,
            StepRelief::Crest(Climb { up, down }) => up + down > 2,
        }
    }

    fn water(&self, ledger: &mut impl Ledger, column: Mover) -> Result<(), Refusal> {
        let kind = match (self.ground.water, self.ground.crossing) {
            (Water::River | Water::Lake, _) => TerrainKind::RiverSide,
            _ if self.ground.passage == Passage::Impassable => TerrainKind::Inaccessible,
            (Water::None, _) => return Ok(()),
            (Water::Stream, _) => TerrainKind::Stream,
            (Water::Creek, Crossing::Ford) if self.gait == Gait::Attack => {
                return Err(Refusal::new(
                    Rule::SR_9_44_ford,
                    "units under Attack orders may not move through fords",
                ));
            }
            // Reading I115: a creek ford is crossed from any hex beside it.
            (Water::Creek, Crossing::Ford) => TerrainKind::CreekFord,
            (Water::Creek, Crossing::Bridge) if self.gait == Gait::Attack => {
                return Err(Refusal::new(
                    Rule::SR_9_44_bridge,
                    "units under Attack orders may not move over bridges",
                ));
            }
            (Water::Creek, _) => TerrainKind::Creek,
        };
        self.side(ledger, kind, column)
    }

    fn slopes(&self, ledger: &mut impl Ledger, column: Mover) -> Result<(), Refusal> {
        match self.ground.relief {
            StepRelief::Level => Ok(()),
            StepRelief::Up(class) => self.side(ledger, slope(class, Rise::Up), column),
            StepRelief::Down(class) => self.side(ledger, slope(class, Rise::Down), column),
            StepRelief::Ravine(climb) => self.ridge(ledger, TerrainKind::Ravine, climb, column),
            StepRelief::Crest(climb) => self.ridge(ledger, TerrainKind::Crest, climb, column),
        }
    }

    /// BB TEC-g, 9.44-artravine: a Ravine or Crest of three or more lines is paid as the slopes it is made of.
    fn ridge(
        &self,
        ledger: &mut impl Ledger,
        kind: TerrainKind,
        climb: Climb,
        column: Mover,
    ) -> Result<(), Refusal> {
        let lines = climb.up + climb.down;
        if lines < 3 || !self.row(kind).has(TerrainNote::G) {
            return self.side(ledger, kind, column);
        }
        if let Some(rule) = of_side(kind) {
            ledger.describe(rule);
        }
        let gun = self.class == MoverClass::Artillery;
        if gun && lines > 3 {
            return Err(Refusal::new(
                Rule::BB_9_44_artravine,
                "artillery may not cross a Ravine or Crest of more than three lines",
            ));
        }
        for (lines, rise) in [(climb.up, Rise::Up), (climb.down, Rise::Down)] {
            let Some(class) = SlopeClass::of_lines(lines) else {
                continue;
            };
            let row = self.row(slope(class, rise));
            let part = CostPart::Hexside(slope(class, rise));
            let risk = self.cell(
                ledger,
                row,
                column,
                part,
                true,
                (Check::Hexside, Check::HexsideAutomatic),
            )?;
            // Reading I91: for guns the automatic Disorder of the whole replaces the risks of its parts.
            if let Some(check) = risk.filter(|_| !gun) {
                ledger.risk(check, row.rule);
            }
        }
        if gun {
            ledger.risk(Check::GunAtRisk, Rule::BB_9_44_artravine);
        }
        Ok(())
    }

    fn side(
        &self,
        ledger: &mut impl Ledger,
        kind: TerrainKind,
        column: Mover,
    ) -> Result<(), Refusal> {
        if let Some(rule) = of_side(kind) {
            ledger.describe(rule);
        }
        let row = self.row(kind);
        let risks = (Check::Hexside, Check::HexsideAutomatic);
        if let Some(check) = self.cell(ledger, row, column, CostPart::Hexside(kind), true, risks)? {
            ledger.risk(check, row.rule);
        }
        Ok(())
    }

    /// Pays one cell of the chart and says what it risks. `first` chooses between the two numbers of note d.
    fn cell(
        &self,
        ledger: &mut impl Ledger,
        row: &Row,
        column: Mover,
        part: CostPart,
        first: bool,
        (check, automatic): (Check, Check),
    ) -> Result<Option<Check>, Refusal> {
        let (cost, risk) = match row.cost(column) {
            MoveCost::None => (0, DisorderRisk::None),
            MoveCost::Prohibited => {
                return Err(Refusal::new(
                    row.rule,
                    "the chart closes this terrain to the mover",
                ));
            }
            MoveCost::HalfPoints { cost, risk } => (cost, risk),
            MoveCost::Either { first: cost, .. } if first => (cost, DisorderRisk::None),
            MoveCost::Either { second: cost, .. } => (cost, DisorderRisk::None),
            MoveCost::HalfOfOther { minimum } => (minimum, DisorderRisk::None),
        };
        ledger.amount(part, i16::from(cost), row.rule);
        Ok(match risk {
            DisorderRisk::None => None,
            DisorderRisk::Check => Some(check),
            DisorderRisk::Automatic => Some(automatic),
        })
    }

    fn leaves_swamp(&self) -> bool {
        self.chart.is_swamp(self.ground.left) && !matches!(self.class, MoverClass::Leader)
    }

    fn leaving_swamp(&self, ledger: &mut impl Ledger) {
        if self.leaves_swamp() {
            ledger.risk(Check::LeaveSwamp, Rule::BB_9_44_swamp_leave);
        }
    }
}

/// BB 9.44: where the terrain of a hex is described.
const fn of_hex(kind: TerrainKind) -> Option<Rule> {
    match kind {
        TerrainKind::Open => Some(Rule::BB_9_44_field),
        TerrainKind::Woods => Some(Rule::BB_9_44_woods),
        TerrainKind::FieldBoundary => Some(Rule::BB_9_44_boundary),
        TerrainKind::Orchard => Some(Rule::BB_9_44_orchard),
        TerrainKind::Thicket => Some(Rule::BB_9_44_thicket),
        TerrainKind::Swamp => Some(Rule::BB_9_44_swamp),
        TerrainKind::SwampStream => Some(Rule::BB_9_44_swampstream),
        TerrainKind::Camp | TerrainKind::Headquarters => Some(Rule::BB_9_44_camps),
        _ => None,
    }
}

/// BB 9.44: where a hexside is described.
const fn of_side(kind: TerrainKind) -> Option<Rule> {
    match kind {
        TerrainKind::Stream | TerrainKind::StreamFord | TerrainKind::CreekFord => {
            Some(Rule::BB_9_44_water)
        }
        TerrainKind::Ravine => Some(Rule::BB_9_44_ravine),
        TerrainKind::Crest => Some(Rule::BB_9_44_crest),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rise {
    Up,
    Down,
}

const fn slope(class: SlopeClass, rise: Rise) -> TerrainKind {
    match (class, rise) {
        (SlopeClass::Gradual, _) => TerrainKind::GradualSlope,
        (SlopeClass::Minor, Rise::Up) => TerrainKind::MinorSlopeUp,
        (SlopeClass::Minor, Rise::Down) => TerrainKind::MinorSlopeDown,
        (SlopeClass::Steep | SlopeClass::Sharp, Rise::Up) => TerrainKind::SteepSlopeUp,
        (SlopeClass::Steep | SlopeClass::Sharp, Rise::Down) => TerrainKind::SteepSlopeDown,
    }
}
