//! SR 14.31 to 14.38: the order of the shots where Spencers take part.

use longroll_catalog::facts::Arm;
use longroll_combat::fire::{self, FireTerms, Shot};
use longroll_core::ChanceError;
use smallvec::SmallVec;

use super::super::declaring::FireLook;
use super::frame::{Duel, FireStep, Stage, Volley};
use crate::play::Play;
use crate::scene::At;

impl Volley {
    /// SR 14.3: whether it is two shots of Spencers.
    pub(super) fn is_repeated(&self) -> bool {
        self.shots.len() > 1 && !self.fire.options.rapid
    }

    /// Its shots as fires of their own.
    fn shot(&self, number: usize) -> Self {
        let mut fire = self.fire.clone();
        let shots: SmallVec<[FireTerms; 2]> =
            self.shots.iter().skip(number).take(1).cloned().collect();
        if number > 0 && self.is_repeated() {
            // SR 14.33: the second shot wears everybody who fires it.
            let again = |unit| {
                let mut worn = shots.iter().flat_map(|terms| &terms.worn);
                worn.any(|worn| worn.unit == unit)
            };
            fire.from.retain(|firer| again(firer.part.unit));
        }
        Self { fire, shots }
    }
}

impl FireStep {
    /// SR 14.31, 14.34: phasing Spencers fire first of all, and once more after they have been answered.
    pub(super) fn opens_with_spencers(&mut self, at: At<'_>) -> bool {
        if !self.fires.iter().any(Volley::is_repeated) {
            return false;
        }
        self.duel = Duel::Unanswered;
        let fires = self.fires.clone();
        self.to_roll = self.first_shots(at, fires);
        true
    }

    /// SR 14.32, 14.37, 14.38: what answers has to wait with its second shot: Spencers, unless they answer Rapid fire; guns with
    /// Rapid fire that answer Spencers.
    pub(super) fn answers(&mut self, at: At<'_>, answers: Vec<Volley>) -> Vec<Volley> {
        let rapid = self.fires.iter().any(|volley| volley.fire.options.rapid);
        if rapid {
            return answers;
        }
        self.first_shots(at, answers)
    }

    fn first_shots(&mut self, at: At<'_>, volleys: Vec<Volley>) -> Vec<Volley> {
        let mut first = Vec::new();
        for volley in volleys {
            let guns = self.duel != Duel::None && volley.shots.len() > 1;
            let hex = volley.unit().map(|unit| at.position.unit(unit).hex);
            match hex {
                Some(hex) if guns || volley.is_repeated() => {
                    first.push(volley.shot(0));
                    self.second.push((volley.shot(1), hex));
                }
                _ => first.push(volley),
            }
        }
        first
    }

    /// A second shot, unless its firer has left his hex, or has guns that are Disordered (SR 14.38).
    pub(super) fn roll_second(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let (mut volley, hex) = self.second.remove(0);
        let Some(unit) = volley.unit() else {
            self.next(play, Stage::Apply);
            return Ok(());
        };
        let state = play.position.unit(unit);
        let guns = play.setting.unit(unit).arm == Arm::Artillery;
        if state.on_map() && state.hex == hex && !(guns && state.is_disordered()) {
            let look = FireLook::new(play.at());
            let scene = look.scene();
            for firer in &mut volley.fire.from {
                let (normal, refused) = fire::share_of(&scene, *firer);
                firer.sp = firer.sp.min(if firer.refused { refused } else { normal });
            }
            if let Ok(terms) = fire::terms(&scene, &volley.fire, Shot::Second) {
                volley.shots = smallvec::smallvec![terms];
            }
            self.roll(play, &volley)?;
        }
        self.next(play, Stage::Apply);
        Ok(())
    }
}
