//! SR 11.47-advance: a unit that goes on, hex by hex, as far as the ground lets it (SR 12.6-terrain).

use longroll_core::ChanceError;
use longroll_position::{Deeds, Extent, LeaderNote};
use longroll_rule::Rule;

use self::frame::place;
use crate::movement::{FaceCause, ReactStep};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::results::{AdvanceMoveStep, Advancer, RetreatStep};
use crate::step::Done;

mod frame;

pub use self::frame::StrideStep;

impl Procedure for StrideStep {
    asks_nobody!();

    fn runs(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if !play.position.unit(self.unit).on_map() {
            return Ok(());
        }
        let here = place(play.at(), self.unit);
        if here == self.reached && !self.legs.is_empty() {
            let leg = self.legs.remove(0);
            self.reached = leg.place();
            if !self.legs.is_empty() && leg.place().1 == Extent::Single {
                self.first = Some(self.reached.0);
            }
            let (unit, who) = (self.unit, self.who);
            for &leader in &self.riders {
                if play.position.leader(leader).riding_with.is_none() {
                    play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                }
            }
            let advance = AdvanceMoveStep::new(unit, leg, Rule::SR_11_47_advance, who);
            play.call(self, advance.called());
            return Ok(());
        }
        if self.who == Advancer::Waits && here != self.stood {
            self.is_seen(play);
        }
        if let Some(hex) = self.first.filter(|_| here == self.reached) {
            let riders = self.riders.into_iter();
            play.then(riders.map(|leader| {
                let hexes = smallvec::smallvec![hex];
                RetreatStep::Stays { leader, hexes }.into()
            }));
        }
        Ok(())
    }

    /// SR 11.47-advance: whom the ground stops has come as far as it comes.
    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if result == Done::Stopped {
            self.legs.clear();
        }
        self.runs(play)
    }
}

impl StrideStep {
    /// SR 9.61: those who have it in their front by an earlier unit have reacted.
    fn is_seen(&self, play: &mut Play<'_>) {
        let unit = self.unit;
        let hex = play.position.unit(unit).hex;
        let follows = play.position.stack(hex).any(|part| {
            part.unit != unit && play.position.unit(part.unit).deeds.has(Deeds::MOVE_ENDED)
        });
        if !follows {
            play.push(ReactStep::Faces {
                mover: unit,
                hex,
                cause: FaceCause::Advanced,
            });
        }
    }
}
