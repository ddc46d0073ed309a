//! SR 12.2: strength is lost; at nothing the unit is eliminated, below half it collapses.

use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::ChanceError;
use longroll_position::{Cohesion, Presence, UnitNote};
use longroll_rule::Rule;

use super::removal::remove;
use super::shrink::after_loss;
use crate::event::{Drawn, Event, Lot};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};

mod frame;

pub use self::frame::LossStep;

impl Procedure for LossStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let Self { unit, sp, rule } = self;
        let state = *play.position.unit(unit);
        if !state.on_map() {
            return Ok(());
        }
        let lost = sp.min(state.sp);
        if play.setting.unit(unit).arm == Arm::Artillery {
            for _ in 0..lost {
                lose_gun(play, unit)?;
            }
        }
        let left = state.sp - lost;
        play.happens(Event::Lost {
            unit,
            sp: lost,
            left,
            rule,
        });
        if left == 0 {
            remove(play, unit, Presence::Lost, rule);
        } else if crate::sequence::collapses(play.setting, unit, left)
            && state.cohesion != Cohesion::Collapsed
        {
            play.happens(Event::CohesionChanged {
                unit,
                cohesion: Cohesion::Collapsed,
                rule: Rule::SR_12_23,
            });
        }
        after_loss(play, unit);
        Ok(())
    }
}

/// SR 8.35, 8.37: one gun of a battery, of a section drawn at random among those that still have one.
fn lose_gun(play: &mut Play<'_>, unit: UnitId) -> Result<(), ChanceError> {
    let armed = longroll_movement::fire_front::sections_with_guns(play.position.unit(unit).guns);
    let section = match armed.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        several => {
            let sections = several.iter().filter_map(|&each| u8::try_from(each).ok());
            let lot = Lot {
                rule: Rule::SR_8_37,
                outcomes: sections.map(|each| (Drawn::Section(each), 1)).collect(),
            };
            match play.draw(lot)? {
                Some(Drawn::Section(section)) => usize::from(section),
                _ => return Ok(()),
            }
        }
    };
    let mut guns = play.position.unit(unit).guns;
    if let Some(section) = guns.get_mut(section) {
        *section = section.saturating_sub(1);
    }
    play.note_unit(unit, UnitNote::Guns(guns));
    Ok(())
}
