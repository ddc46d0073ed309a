//! SR 9.43 to 9.45, BB 9.43: the price of a step along a Road or Trail.

use longroll_board::{Climb, Crossing, Passage, SlopeClass, Water};
use longroll_catalog::facts::CommandTrace;
use longroll_catalog::tables::{MoveCost, Mover, TerrainKind, TerrainNote};
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_rule::Rule;

use super::ledger::Ledger;
use super::{Pricing, Rise, slope};
use crate::checks::Check;
use crate::gait::{Gait, MoverClass, TraceRank};
use crate::step_ground::StepRelief;
use crate::terms::CostPart;

impl Pricing<'_> {
    /// SR 9.44-road, BB 9.43-road: whatever the ground; a printed bridge and a creek ford are paid all the same (reading I88).
    pub(super) fn road(&self, ledger: &mut impl Ledger) -> Result<(), Refusal> {
        // A Road over a creek is a bridge, drawn or not.
        if let Some(closed) = self
            .closed_side()
            .filter(|&kind| kind != TerrainKind::Creek)
        {
            self.side(ledger, closed, self.class.column())?;
        }
        let low = self.gait == Gait::Trace(TraceRank::BrigadeOrDivision);
        if self.trace_cost(
            ledger,
            self.row(TerrainKind::Road),
            CostPart::Route(TerrainKind::Road),
            low,
        ) {
            return Ok(());
        }
        // BB 14.43-move: Detachments pay 1 MP on Roads, like marching foot that does not march.
        let column = if self.class == MoverClass::Detachment {
            Mover::Foot
        } else {
            self.class.column()
        };
        ledger.describe(match self.chart.trace() {
            CommandTrace::OwnCosts => Rule::BB_9_43_road,
            CommandTrace::AsLeaders => Rule::SR_9_44_road,
        });
        let row = self.row(TerrainKind::Road);
        let part = CostPart::Route(TerrainKind::Road);
        let advance = self.gait != Gait::March;
        self.cell(
            ledger,
            row,
            column,
            part,
            advance,
            (Check::Hex, Check::HexAutomatic),
        )?;
        let crossing = match (self.ground.water, self.ground.crossing) {
            (_, Crossing::Bridge) => TerrainKind::Bridge,
            (Water::Creek, Crossing::Ford) => TerrainKind::CreekFord,
            _ => return Ok(()),
        };
        let row = self.row(crossing);
        let part = CostPart::Hexside(crossing);
        self.cell(
            ledger,
            row,
            self.class.column(),
            part,
            advance,
            (Check::Hexside, Check::HexsideAutomatic),
        )?;
        Ok(())
    }

    /// SR 9.44-trail, BB 9.43-trail, readings I4 to I6: half of hex and hexside, rounded to whole MP, at least 1.
    pub(super) fn trail(&self, ledger: &mut impl Ledger) -> Result<(), Refusal> {
        if let Some(closed) = self.closed_side() {
            self.side(ledger, closed, self.class.column())?;
        }
        let row = self.row(TerrainKind::Trail);
        if self.trace_cost(ledger, row, CostPart::Route(TerrainKind::Trail), true) {
            return Ok(());
        }
        ledger.describe(match self.chart.trace() {
            CommandTrace::OwnCosts => Rule::BB_9_43_trail,
            CommandTrace::AsLeaders => Rule::SR_9_44_trail,
        });
        let minimum = match row.cost(self.class.column()) {
            MoveCost::HalfOfOther { minimum } => i16::from(minimum),
            MoveCost::Prohibited => {
                return Err(Refusal::new(
                    row.rule,
                    "the chart closes Trails to the mover",
                ));
            }
            _ => 2,
        };
        let special = self.class == MoverClass::Artillery && row.has(TerrainNote::N);
        let swamp = special && self.chart.is_swamp(self.ground.entered);
        let column = self.class.column();
        self.trail_water(ledger, column)?;
        let mut full = 0;
        if special && self.has_steep() {
            full += self.steep_for_guns(ledger)?;
        } else {
            self.trail_slopes(ledger, column)?;
        }
        if swamp {
            full += self.full_cavalry(
                ledger,
                CostPart::Hex(self.ground.entered),
                self.ground.entered,
            )?;
        } else {
            self.hex(ledger, column)?;
        }
        ledger.forget_risks();
        let other = ledger.total() - full;
        let share = HalfMp(other.unsigned_abs());
        let rounded = match self.gait {
            Gait::March | Gait::Leader | Gait::Trace(_) => share.halved_down(),
            Gait::Advance | Gait::Attack => share.halved_up(),
        };
        // A Swamp hex paid in full leaves only hexsides to be halved, and they may be nothing.
        let least = if swamp { 0 } else { minimum };
        let paid = i16::try_from(rounded.0).unwrap_or(i16::MAX).max(least);
        ledger.amount(CostPart::TrailShare, paid - other, Rule::SR_9_44_trail);
        if special && self.has_steep() {
            ledger.risk(Check::GunAtRisk, Rule::BB_9_43_art_steep);
        }
        if swamp {
            ledger.risk(Check::SwampTrail, Rule::BB_9_43_art_swamp);
        }
        Ok(())
    }

    /// SR 4.15, BB TEC-impassable, TEC-creek, TEC-river: the hexside that closes a route to movement and to command.
    const fn closed_side(&self) -> Option<TerrainKind> {
        match (self.ground.water, self.ground.crossing) {
            (_, Crossing::Bridge) => None,
            (Water::River | Water::Lake, _) => Some(TerrainKind::RiverSide),
            _ if matches!(self.ground.passage, Passage::Impassable) => {
                Some(TerrainKind::Inaccessible)
            }
            (Water::Creek, Crossing::None) => Some(TerrainKind::Creek),
            _ => None,
        }
    }

    /// Reading I5: a Trail over a stream is a ford.
    fn trail_water(&self, ledger: &mut impl Ledger, column: Mover) -> Result<(), Refusal> {
        let kind = match (self.ground.water, self.ground.crossing) {
            (Water::None, _) => return Ok(()),
            (_, Crossing::Bridge) => TerrainKind::Bridge,
            (Water::Stream, _) => TerrainKind::StreamFord,
            _ => return self.water(ledger, column),
        };
        let row = self.row(kind);
        let advance = self.gait != Gait::March;
        let part = CostPart::Hexside(kind);
        self.cell(
            ledger,
            row,
            column,
            part,
            advance,
            (Check::Hexside, Check::HexsideAutomatic),
        )?;
        Ok(())
    }

    /// Reading I91: on a Trail guns cross a Ravine or Crest whatever its lines, at the cost of its slopes.
    fn trail_slopes(&self, ledger: &mut impl Ledger, column: Mover) -> Result<(), Refusal> {
        match self.ground.relief {
            StepRelief::Ravine(climb) | StepRelief::Crest(climb)
                if self.class == MoverClass::Artillery && climb.up + climb.down >= 3 =>
            {
                for (lines, rise) in [(climb.up, Rise::Up), (climb.down, Rise::Down)] {
                    if let Some(class) = SlopeClass::of_lines(lines) {
                        self.side(ledger, slope(class, rise), column)?;
                    }
                }
                Ok(())
            }
            _ => self.slopes(ledger, column),
        }
    }

    fn steep_parts(&self) -> [Option<(SlopeClass, Rise)>; 2] {
        match self.ground.relief {
            StepRelief::Level => [None, None],
            StepRelief::Up(class) => [Some((class, Rise::Up)), None],
            StepRelief::Down(class) => [Some((class, Rise::Down)), None],
            StepRelief::Ravine(Climb { up, down }) | StepRelief::Crest(Climb { up, down }) => {
                if up + down < 3 {
                    return [None, None];
                }
                [
                    SlopeClass::of_lines(up).map(|class| (class, Rise::Up)),
                    SlopeClass::of_lines(down).map(|class| (class, Rise::Down)),
                ]
            }
        }
    }

    fn has_steep(&self) -> bool {
        self.steep_parts()
            .into_iter()
            .flatten()
            .any(|(class, _)| class >= SlopeClass::Steep)
    }

    /// BB 9.43-art-steep, reading I6: Steep sides at the full cavalry cost; says how much must not be halved.
    fn steep_for_guns(&self, ledger: &mut impl Ledger) -> Result<i16, Refusal> {
        let mut full = 0;
        for (class, rise) in self.steep_parts().into_iter().flatten() {
            let kind = slope(class, rise);
            if class >= SlopeClass::Steep {
                full += self.full_cavalry(ledger, CostPart::Hexside(kind), kind)?;
            } else {
                self.side(ledger, kind, Mover::Artillery)?;
            }
        }
        Ok(full)
    }

    fn full_cavalry(
        &self,
        ledger: &mut impl Ledger,
        part: CostPart,
        kind: TerrainKind,
    ) -> Result<i16, Refusal> {
        let before = ledger.total();
        let row = self.row(kind);
        self.cell(
            ledger,
            row,
            Mover::Cavalry,
            part,
            false,
            (Check::Hex, Check::HexAutomatic),
        )?;
        Ok(ledger.total() - before)
    }
}
