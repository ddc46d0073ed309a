//! An exchange on the pending work: its next stage, and second shots that are lost (SR 14.3).

use longroll_catalog::facts::UnitId;

use crate::fire::exchange::frame::{FireStep, Stage};
use crate::play::Play;
use crate::scene::At;
use crate::step::Step;

impl FireStep {
    pub(super) fn next(self, play: &mut Play<'_>, stage: Stage) {
        play.push(self.at_stage(stage));
    }
}

/// SR 14.3: a unit suffers a second Disorder; its second shot in the fire under way is lost.
pub(crate) fn no_second_shot(play: &mut Play<'_>, unit: UnitId) {
    let at = play.stage.at(&play.position);
    for step in play.work.iter_mut() {
        if let Some(fire) = step.fire_mut() {
            fire.takes_no_second_shot(at, unit);
        }
    }
}

impl Step {
    fn fire_mut(&mut self) -> Option<&mut FireStep> {
        match self {
            Self::Fire(step) => Some(step),
            Self::Awaits(waiting) => waiting.frame_mut().fire_mut(),
            _ => None,
        }
    }
}

impl FireStep {
    /// SR 14.3: whoever suffers a second Disorder does not fire his second shot, whether he falls back or finds no way.
    pub(super) fn takes_no_second_shot(&mut self, at: At<'_>, unit: UnitId) {
        for (volley, hex) in &mut self.second {
            let firers = volley.fire.from.len();
            volley.fire.from.retain(|firer| firer.part.unit != unit);
            // The others fire from where they stand.
            if let (true, Some(first)) = (volley.fire.from.len() < firers, volley.unit()) {
                *hex = at.position.unit(first).hex;
            }
        }
        self.second.retain(|(volley, _)| volley.unit().is_some());
    }
}
