//! What is found out once about a unit for a list of all its steps.

use longroll_core::Refusal;

use crate::adjacency::{march_may_start, watched_around};
use crate::artillery::artillery_may_enter;
use crate::gait::{Gait, MoverClass};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special::ways_away;
use crate::walker::{Around, Walker};

impl Walker<'_> {
    /// The same, for a list of all its steps: what they keep asking for is found out once.
    ///
    /// # Errors
    /// SR 9.22: when it is on the march and seen where it stands, and none of them need be looked at.
    pub fn for_many_steps(
        mut self,
        scene: &Scene<'_>,
        progress: &Progress,
    ) -> Result<Self, Refusal> {
        let hex = self.state.hex;
        let mut around = Around {
            away: ways_away(scene, &self, progress.start, hex),
            ..Around::default()
        };
        if self.gait == Gait::March {
            if progress.steps == 0 {
                // A column is seen in any of its hexes.
                for own in self.state.hexes() {
                    march_may_start(scene, self.side, own)?;
                }
            }
            around.seen = watched_around(scene, self.side, hex);
        }
        if self.class == MoverClass::Artillery {
            for (direction, to) in scene.grid().neighbours(hex) {
                let start = Some(progress.start);
                if artillery_may_enter(scene, self.side, start, to).is_err() {
                    around.kept_off |= 1 << direction.index();
                }
            }
        }
        self.around = Some(around);
        Ok(self)
    }
}
