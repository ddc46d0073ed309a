//! The frame of the assaults on the pending work: its next stage, who drops out, and what is noted of what is still to come
//! (SR 11.11, 11.36, 12.35f, 12.47).

use longroll_board::HexId;
use longroll_combat::assault::Role;
use longroll_position::{Note, fire};

use crate::assault::frame::{AssaultStep, Stage};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

impl AssaultStep {
    pub(super) fn next(mut self, play: &mut Play<'_>, stage: Stage) {
        self.stage = stage;
        play.push(self);
    }

    /// SR 11.36, 12.35f, 12.47: whoever has been driven off, or is gone, attacks no more.
    pub(super) fn drops_out(&mut self, at: At<'_>) {
        for assault in &mut self.phase.assaults {
            for attacker in &mut assault.attackers {
                let state = at.position.unit(attacker.unit);
                let spent = state.deeds.has(longroll_position::Deeds::FINISHED)
                    && !self.resumed.contains(&attacker.unit);
                let out = !state.on_map()
                    || spent
                    || !state.hexes().any(|hex| {
                        let near = |target: &HexId| at.setting.grid().adjacent(hex, *target);
                        assault.targets.iter().any(near)
                    });
                if attacker.role == Role::In && out {
                    attacker.role = Role::Out;
                }
            }
        }
    }

    /// SR 10.43, 12.44-front: tells everybody which hexes assault which.
    pub(super) fn notes_pending(&self, play: &mut Play<'_>, places: &[usize]) {
        let mut pairs: Vec<fire::Assault> = Vec::new();
        for &place in places {
            let Some(assault) = self.phase.assaults.get(place) else {
                continue;
            };
            for attacker in assault.attacking() {
                for from in play.position.unit(attacker.unit).hexes() {
                    for &on in &assault.targets {
                        let continued = assault.continued > 0;
                        let pair = fire::Assault {
                            from,
                            on,
                            continued,
                        };
                        if play.setting.grid().adjacent(from, on) && !pairs.contains(&pair) {
                            pairs.push(pair);
                        }
                    }
                }
            }
        }
        if play.position.fires.assaults != pairs {
            play.happens(Event::Noted(Note::Assaults(pairs)));
        }
    }

    pub(super) fn targets_now(&self) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = Vec::new();
        for assault in self.now() {
            for hex in assault.targets {
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
        }
        hexes
    }
}
