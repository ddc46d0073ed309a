//! Units that are held: until an hour, an enemy near them, a roll, an enemy in sight, or their commander.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_position::TetherKind;
use longroll_position::fire::{DeclaredFire, EventFire, Occasion};
use longroll_rule::Rule;

use super::let_go::{is_let_go, now};
use super::shaky::ShakyStep;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};

mod frame;

pub use self::frame::ReleaseStep;

fn free(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.position.special.is_freed(unit) {
        return;
    }
    play.happens(Event::Freed { unit, rule });
    if is_let_go(play.at(), unit)
        && let Some(command) = play.setting.army_of(play.setting.unit(unit).formation)
    {
        crate::orders::move_to_command(play, unit, command, rule);
    }
}

/// An enemy unit has come into a hex: whoever waits for that is free.
pub(crate) fn enemy_came(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    let setting = play.setting;
    super::stirring::enemy_came(play, mover, hex);
    super::formed::came(play, mover, hex);
    for tether in &setting.special.tethers {
        let own = tether.units.first().map(|unit| setting.unit(*unit).side);
        if own == Some(setting.unit(mover).side) {
            continue;
        }
        let at = play.at();
        let on_map = |unit: &&UnitId| at.position.unit(**unit).on_map();
        let held = tether
            .units
            .iter()
            .any(|&unit| !at.position.special.is_freed(unit));
        let freed: Vec<UnitId> = match tether.kind {
            _ if !held => Vec::new(),
            TetherKind::Held {
                within: Some(within),
                ..
            } => {
                let near = tether.units.iter().filter(on_map).any(|&unit| {
                    let mut hexes = at.position.unit(unit).hexes();
                    hexes.any(|own| setting.grid().distance(own, hex) <= u32::from(within))
                });
                if near {
                    tether.units.clone()
                } else {
                    Vec::new()
                }
            }
            TetherKind::Held { .. } => Vec::new(),
            TetherKind::Dormant { .. } => tether
                .units
                .iter()
                .filter(on_map)
                .filter(|&&unit| setting.sight.can_see(hex, at.position.unit(unit).hex))
                .copied()
                .collect(),
        };
        for unit in freed {
            free(play, unit, tether.rule);
        }
    }
}

/// A hex is fired at: whoever waits for that is free (BB 30.6), and an army that has been shelled stirs (BB 30.8). Small arms
/// and canister (`close`) end bivouacs and missions (BB 30.8, sob-free). Misdirected fire counts for nothing.
pub(crate) fn fired_at(play: &mut Play<'_>, fire: &DeclaredFire, close: bool) {
    if let Occasion::Event(EventFire::Misdirected) = fire.occasion {
        return;
    }
    let setting = play.setting;
    let firers = fire.from.iter().map(|firer| setting.unit(firer.part.unit));
    let guns = firers.clone().any(|facts| facts.arm == Arm::Artillery);
    let Some(side) = firers.map(|facts| facts.side).next() else {
        return;
    };
    let struck: Vec<UnitId> = play
        .position
        .stack(fire.target)
        .map(|part| part.unit)
        .filter(|&unit| setting.unit(unit).side != side)
        .collect();
    for tether in &setting.special.tethers {
        let waits = matches!(
            tether.kind,
            TetherKind::Held {
                within: Some(_),
                ..
            }
        );
        if waits && tether.units.iter().any(|unit| struck.contains(unit)) {
            for &unit in &tether.units {
                free(play, unit, tether.rule);
            }
        }
    }
    for unit in struck {
        if guns {
            super::stirring::shelled(play, unit);
        }
        if close {
            super::stirring::roused(play, unit);
            let body = play.position.body_of(setting, unit);
            crate::alert::shot_at(play, body);
        }
    }
}

/// A turn begins: whoever stands in the range of the commander he waits for is free.
pub(crate) fn begin_turn(play: &mut Play<'_>) -> Option<ShakyStep> {
    let setting = play.setting;
    super::stirring::begin_turn(play);
    for tether in &setting.special.tethers {
        let TetherKind::Dormant { leader } = tether.kind else {
            continue;
        };
        for &unit in &tether.units {
            let at = play.at();
            let reached = at.position.unit(unit).on_map()
                && at.position.leader(leader).on_map()
                && crate::command::in_range(at, leader, at.position.unit(unit).hex);
            if reached {
                free(play, unit, tether.rule);
            }
        }
    }
    super::shaky::begin_turn(play)
}

impl Procedure for ReleaseStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let setting = play.setting;
        for tether in &setting.special.tethers {
            let TetherKind::Held {
                release,
                roll: Some(range),
                ..
            } = tether.kind
            else {
                continue;
            };
            if release != now(play.at()) {
                continue;
            }
            for &unit in &tether.units {
                if play.position.special.is_freed(unit) || !play.position.unit(unit).on_map() {
                    continue;
                }
                let purpose = Purpose::Release(unit);
                let roll = Roll::new(purpose, tether.rule, Terms::new(), |die, _| {
                    if range.contains(die.face()) {
                        Verdict::Freed
                    } else {
                        Verdict::Held
                    }
                });
                if play.roll(roll)?.verdict == Verdict::Freed {
                    free(play, unit, tether.rule);
                }
            }
        }
        Ok(())
    }
}
