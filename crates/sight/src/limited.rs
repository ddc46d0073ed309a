//! BB 10.67-limited: guns on a height that fire over Woods they cannot see through.

use longroll_board::HexId;

use crate::judge::SeeThrough;
use crate::sight::Sight;
use crate::verdict::Verdict;

/// Switch `limited_los_over_target`: which hexes the battery must overlook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlook {
    /// Every hex between, and the hex of the target.
    TargetToo,
    /// Every hex between.
    HexesBetween,
}

/// Why limited line of sight cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLimitedSight {
    /// It reaches from 4 to 10 hexes.
    OutOfRange {
        /// The distance.
        distance: u32,
    },
    /// This hex is as high as the battery, or higher.
    NotOverlooked(HexId),
}

impl Sight {
    /// The line of sight of phasing artillery with the option of limited LOS: Woods and Field Boundary hexes no longer
    /// block, Swamp, Thicket and wooded Sloping Ground do. Only for fire, and only from the battery to its target.
    pub fn limited_line_of_sight(
        &self,
        battery: HexId,
        target: HexId,
        overlook: Overlook,
    ) -> Result<Verdict, NoLimitedSight> {
        let distance = self.distance(battery, target);
        if !(4..=10).contains(&distance) {
            return Err(NoLimitedSight::OutOfRange { distance });
        }
        let verdict = self.explained(battery, target, SeeThrough::Any);
        let Some((first, rest)) = verdict.profile.split_first() else {
            return Err(NoLimitedSight::NotOverlooked(battery));
        };
        let too_high = rest
            .iter()
            .flat_map(|step| [Some(step.hex), step.beside])
            .flatten()
            .filter(|stand| overlook == Overlook::TargetToo || stand.hex != target)
            .find(|stand| stand.base >= first.hex.base);
        match too_high {
            Some(stand) => Err(NoLimitedSight::NotOverlooked(stand.hex)),
            None => Ok(verdict),
        }
    }
}
