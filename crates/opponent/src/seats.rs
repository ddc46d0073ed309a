//! Players by name at a table: the plain opponent, and those of `sim`.

use std::sync::Arc;

use longroll_core::{Seed, Side};
use longroll_gbacw::{Battle, Choice, Stage};
use longroll_sim::players::{self, Player, Seat, UnknownPlayer};
use longroll_table::Intent;

use crate::imagine::imagine;
use crate::plain::{Cancel, Plain};
use crate::temper::Temper;

/// Every player that can sit at a table, the usual one first.
pub const NAMES: &[&str] = &["plain", "brisk", "random"];

/// A player in his chair.
pub struct Chair {
    who: Who,
    cancel: Cancel,
}

enum Who {
    Plain(Box<Plain>),
    Other(Box<dyn Player>),
}

impl std::fmt::Debug for Chair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.who {
            Who::Plain(_) => "Chair(plain)",
            Who::Other(_) => "Chair(other)",
        })
    }
}

impl Chair {
    /// Decides for whoever must decide, with what it has in mind. The player is handed its seat, and battles that it may imagine; not the battle.
    pub fn choose(&mut self, battle: &Battle) -> Option<(Choice, Option<Intent>)> {
        let seat = Seat::of(battle)?;
        match &mut self.who {
            Who::Plain(plain) => {
                let side = seat.ask().side;
                plain.ponder(seat, |seed| imagine(battle, side, seed));
                let choice = plain.choose(seat)?;
                Some((choice, plain.intention()))
            }
            Who::Other(player) => player.choose(seat).map(|choice| (choice, None)),
        }
    }

    /// Lets somebody else say that nobody waits any longer.
    #[must_use]
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }
}

/// A player by name, taking his chair for one game.
///
/// # Errors
/// When there is none of that name.
pub fn sit_down(
    name: &str,
    stage: &Arc<Stage>,
    seed: Seed,
    side: Side,
) -> Result<Chair, UnknownPlayer> {
    let cancel = Cancel::default();
    // Matches may try other weights: `plain:good=45,contact=5`.
    if let Some(temper) = name.strip_prefix("plain:").and_then(Temper::read) {
        let plain = Plain::new(Arc::clone(stage), side, cancel.clone()).tempered(temper);
        let who = Who::Plain(Box::new(plain));
        return Ok(Chair { who, cancel });
    }
    let who = match name {
        "plain" | "computer" => Who::Plain(Box::new(Plain::new(
            Arc::clone(stage),
            side,
            cancel.clone(),
        ))),
        other => Who::Other(players::sit_down(other, seed, side)?),
    };
    Ok(Chair { who, cancel })
}
