//! BB 14.74: what gunboats see from the river.

use core::ops::ControlFlow::{self, Continue};

use longroll_board::HexId;
use longroll_rule::Rule;

use crate::exceptions::{self, Midway};
use crate::judge::{Finding, Place, Report, ground_rule, runs_beside_field, trees_rule};
use crate::line::{Member, SightLine};
use crate::rules::GeographicCrests;
use crate::scene::Cover;
use crate::sight::{Explain, Sight};
use crate::verdict::Block;

/// Whether a gunboat can fire at a hex, and through how much cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GunboatLine {
    /// Everything in the way; none means the boat sees the hex.
    pub blocks: Vec<Block>,
    /// Swamp, Woods and Field Boundary hexes passed through or ended in: -1 to the fire for each.
    pub cover_hexes: u32,
}

impl Sight {
    /// BB 14.74: on the two lowest levels of the land the boat fires through any number of Swamp, Woods and Field
    /// Boundary hexes. Such hexes on higher ground block, as does any hex whose ground is above that of the target.
    /// All other ground blocks as usual. A Field Boundary beside a Field along the line is as good as Field (BB 9.44-boundary).
    pub fn gunboat_line(&self, boat: HexId, target: HexId) -> GunboatLine {
        let mut report = Explain {
            sight: self,
            blocks: Vec::new(),
            woods: Vec::new(),
        };
        let crossed = self
            .with_line(boat, target, |line| {
                let found = gunboat(&line, self.rules().crests, &mut report);
                match found {
                    Continue(count) => count,
                    ControlFlow::Break(()) => 0,
                }
            })
            .unwrap_or(0);
        let own = self
            .cell(target)
            .is_some_and(|cell| is_fired_through(cell.cover));
        GunboatLine {
            blocks: report.blocks,
            cover_hexes: crossed + u32::from(own),
        }
    }
}

/// Cover that naval guns fire through.
const fn is_fired_through(cover: Cover) -> bool {
    cover.is_woods() || matches!(cover, Cover::Swamp)
}

fn gunboat<R: Report>(
    line: &SightLine<'_>,
    crests: GeographicCrests,
    report: &mut R,
) -> ControlFlow<(), u32> {
    exceptions::crest_hexsides(line, report)?;
    let bottom = line.scene.two_lowest_levels();
    let lower = line.lower();
    let on_the_bottom = |member: &Member<'_>| bottom.contains(&member.cell.base());
    if lower.is_some() {
        match exceptions::midway(line) {
            Midway::Open => {}
            Midway::Ground(finding) => report.block(finding)?,
            Midway::Trees(member, finding) => {
                if !(on_the_bottom(&member) && is_fired_through(member.cell.cover)) {
                    report.block(finding)?;
                }
            }
        }
    }
    let mut cover_hexes = 0;
    for (index, leg) in line.between().iter().enumerate() {
        let mut counted = false;
        let members = line.members(index, leg);
        let beside_field = runs_beside_field(&members);
        for member in members.into_iter().flatten() {
            let cell = member.cell;
            let ignored = beside_field && cell.cover == Cover::FieldBoundary;
            let tall = cell.cover.is_tall() && !ignored;
            let through = is_fired_through(cell.cover) && !ignored;
            let low = on_the_bottom(&member);
            counted |= through && low;
            let rule = if cell.base() > line.to_cell.base() || (through && !low) {
                Some(Rule::BB_14_74)
            } else if through || (low && !tall) {
                None
            } else {
                let trees = tall.then(|| trees_rule(line, leg, cell.top(), lower));
                ground_rule(line, leg, &member, lower).or(trees.flatten())
            };
            if let Some(rule) = rule {
                report.block(Finding {
                    place: Place::Hex(member.spot),
                    rule,
                    terrain: tall.then(|| cell.cover.rule()),
                    twice_height: 2 * cell.top(),
                })?;
            }
        }
        cover_hexes += u32::from(counted);
    }
    if let Some(lower) = lower {
        exceptions::intervening_hill(line, lower.other(), report)?;
        exceptions::steep_at_the_foot(line, lower, report)?;
        if crests == GeographicCrests::Hide {
            exceptions::geographic_crest(line, lower.other(), report)?;
        }
    }
    Continue(cover_hexes)
}
