//! What concerns the units of a hex together: the order of their stack (SR 7.22, 8.23, 8.44) and the refused flank they
//! share (SR 7.32, 7.33).

use longroll_board::{Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::{Progress, facing, refused_flank};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::refusals::drop_refusal;
use super::stack_order::{Order, order_of, restack};
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Step};

mod frame;

pub use self::frame::GunsStep;

fn guns_in(at: At<'_>, hex: HexId) -> Order {
    order_of(at.position, hex)
        .into_iter()
        .filter(|&unit| at.setting.unit(unit).arm == Arm::Artillery)
        .collect()
}

/// The order of the stacks at the end of a move: SR 7.22, an about-face inverts it; SR 8.23, 8.44-aboutface: beside guns the
/// owner chooses.
pub(super) fn settle_order(play: &mut Play<'_>, unit: UnitId, progress: &Progress) {
    let state = *play.position.unit(unit);
    let mut steps: Vec<Step> = Vec::new();
    match state.extent {
        Extent::Single if progress.about => {
            let at = play.at();
            let own = at.position.body_of(at.setting, unit);
            let order = facing::inverted(&at, state.hex, |other| {
                at.position.body_of(at.setting, other) == own
                    && !at.position.unit(other).deeds.has(Deeds::MUST_LEAVE)
            });
            if order != order_of(&play.position, state.hex) {
                restack(play, state.hex, &order, Rule::SR_7_22);
            }
            add_guns(play.at(), state.hex, Rule::SR_7_22, &mut steps);
        }
        Extent::Line { .. } => {
            for hex in state.hexes() {
                let rule = if progress.about {
                    Rule::SR_8_44_aboutface
                } else if progress.line_entered.contains(&Some(hex)) {
                    Rule::SR_8_23
                } else {
                    continue;
                };
                add_guns(play.at(), hex, rule, &mut steps);
            }
        }
        Extent::Single | Extent::Column { .. } => {}
    }
    play.then(steps);
}

fn add_guns(at: At<'_>, hex: HexId, rule: Rule, steps: &mut Vec<Step>) {
    let mut after = None;
    for gun in guns_in(at, hex) {
        steps.push(
            GunsStep {
                gun,
                hex,
                after,
                rule,
            }
            .into(),
        );
        after = Some(gun);
    }
}

impl GunsStep {
    fn places(self, at: At<'_>) -> SmallVec<[StackPlace; 6]> {
        let mut places = SmallVec::new();
        let others: Order = order_of(at.position, self.hex)
            .into_iter()
            .filter(|&unit| unit != self.gun)
            .collect();
        if at.position.unit(self.gun).hex != self.hex || others.is_empty() {
            return places;
        }
        let first = match self.after {
            None => {
                places.push(StackPlace::Top);
                0
            }
            Some(after) => others.iter().position(|&unit| unit == after).unwrap_or(0),
        };
        for (place, &unit) in others.iter().enumerate().skip(first) {
            let is_gun = at.setting.unit(unit).arm == Arm::Artillery;
            if place + 1 == others.len() {
                places.push(StackPlace::Bottom);
            } else if !is_gun || self.after == Some(unit) {
                places.push(StackPlace::Below(unit));
            }
        }
        places
    }

    fn put(self, play: &mut Play<'_>, place: StackPlace) {
        let before = order_of(&play.position, self.hex);
        let order = play.position.order_with(self.hex, self.gun, place);
        if order != before.as_slice() {
            play.happens(Event::Restacked {
                hex: self.hex,
                order,
                rule: self.rule,
            });
        }
    }
}

impl Procedure for GunsStep {
    type Means = StackPlace;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        (self.places(at).len() > 1).then(|| Ask {
            side: at.setting.unit(self.gun).side,
            rule: self.rule,
            prompt: Prompt::StackPlace { unit: self.gun },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for place in self.places(at) {
            each(Choice::StackAt { place });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<StackPlace> {
        match choice {
            Choice::StackAt { place } if self.places(at).contains(&place) => {
                Ok(Ruling::new(self.rule, place))
            }
            Choice::StackAt { .. } => Err(Refusal::new(
                self.rule,
                "the infantry keeps its order, and so do the guns",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, place: StackPlace) -> Result<(), ChanceError> {
        self.put(play, place);
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let [only] = self.places(play.at()).as_slice() {
            self.put(play, *only);
        }
        Ok(())
    }
}

/// SR 7.33, 8.26: the units refused with this one in the hex that its flank is of, and whether they act with it. Of a unit that
/// has given its own flank up both ends are looked at (reading I15).
fn refused_mates(at: At<'_>, unit: UnitId) -> SmallVec<[(UnitId, Mate); 4]> {
    let state = at.position.unit(unit);
    let own = at.position.body_of(at.setting, unit);
    let shared = |hand: Hand| {
        let (_, hex) = refused_flank::refused_part(state, hand);
        let refuses = move |other| refused_flank::refusal_in(at.position.unit(other), hex);
        at.position
            .stack(hex)
            .map(|part| part.unit)
            .filter(move |&other| other != unit && refuses(other) == Some(hand))
    };
    [Hand::Left, Hand::Right]
        .into_iter()
        .filter(|&hand| state.refused.is_none_or(|refused| refused == hand))
        .flat_map(shared)
        .map(|other| {
            let mate = if at.position.body_of(at.setting, other) == own {
                Mate::Phasing
            } else {
                Mate::Other
            };
            (other, mate)
        })
        .collect()
}

/// SR 8.26: whether a unit of the stack acts with the one that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mate {
    Phasing,
    Other,
}

/// SR 7.33: whether a stack can stop being refused where it stands: every phasing unit of it pays 1 MP.
///
/// # Errors
/// When one of them cannot.
pub(super) fn stack_can_unrefuse(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let payers = refused_mates(at, unit)
        .into_iter()
        .filter(|(_, mate)| *mate == Mate::Phasing)
        .map(|(other, _)| other);
    super::permits::each_has_one(
        at,
        payers,
        Rule::SR_7_33,
        "a unit of the stack has no MP to stop being refused with",
    )
}

/// SR 7.33, 8.26: a unit that stopped being refused and stays takes its stack with it; each phasing unit pays.
pub(super) fn unrefuse_stack(play: &mut Play<'_>, unit: UnitId, progress: &Progress) {
    let state = *play.position.unit(unit);
    if progress.steps > 0 || state.refused.is_some() || progress.unrefused == HalfMp::ZERO {
        return;
    }
    for (other, mate) in refused_mates(play.at(), unit) {
        let price = match mate {
            Mate::Phasing => HalfMp::ONE,
            Mate::Other => HalfMp::ZERO,
        };
        super::conforming::end_refusal(play, other, price, Rule::SR_7_33);
    }
}

/// SR 7.31, 7.32-friend: a refused unit that has turned towards a friend covers him no longer with a bent flank; the marker
/// comes off, and off the units that turned with it.
pub(crate) fn drop_covered(play: &mut Play<'_>, unit: UnitId) {
    let side = play.setting.unit(unit).side;
    for other in order_of(&play.position, play.position.unit(unit).hex) {
        let state = *play.position.unit(other);
        let covered = state.refused.is_some_and(|hand| {
            let at = play.at();
            let (_, _, flank) = refused_flank::refused_end(&at, &state, hand);
            flank.is_some_and(|flank| at.position.holder(flank) == Some(side))
        });
        if covered {
            drop_refusal(play, other, Rule::SR_7_32_friend);
        }
    }
}
