//! SR 9.6: what the non-phasing side may do about a step.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Ammunition, Arm, LeaderId, Orders, UnitId};
use longroll_catalog::tables::SecondDisorderCause;
use longroll_combat::fire::{FirerArm, longest_range, too_steep, weapon_of};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::reaction::{self, ReactionCause};
use longroll_position::fire::{FiringPart, Occasion as FireOccasion};
use longroll_position::rule_set::SwampTurn;
use longroll_position::{Bound, Cohesion, Deeds, Extent, HalfMp, LeaderNote};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::stages::StageStep;
use crate::battle::At;
use crate::choice::Choice;
use crate::event::Event;
use crate::fire::declaring::{self, FireLook, Trigger};
use crate::fire::{FireStep, Firing};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::results::{
    Check, CheckStep, Checked, Occasion, Stop, Walk, disorder, friends_on, no_return_fire,
    second_disorder, shake, stops_on,
};
use crate::step::{Ask, Done};

/// The reactions to one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactStep {
    /// SR 9.63: everybody who may move away before the mover enters.
    Evasions {
        /// Who moves.
        mover: UnitId,
        /// Where to.
        hex: HexId,
    },
    /// SR 9.63: does this unit move away?
    Evade {
        /// Which.
        unit: UnitId,
        /// From whom.
        mover: UnitId,
        /// Where he is about to enter.
        hex: HexId,
        /// SR 9.63-art: so many hexes at most.
        most: u8,
    },
    /// SR 9.63-art: does the mover fire at guns before they move away?
    FireFirst {
        /// Which.
        unit: UnitId,
        /// From whom.
        mover: UnitId,
        /// Where he is about to enter.
        hex: HexId,
        /// Where they go.
        end: HexId,
    },
    /// SR 9.63-art: the guns move away after they have been fired at.
    Flee {
        /// Which.
        unit: UnitId,
        /// From whom.
        mover: UnitId,
        /// Where he is about to enter.
        hex: HexId,
        /// Where they wanted to go.
        end: HexId,
        /// Their guns and state before the fire.
        before: (u8, Cohesion),
    },
    /// SR 9.63-udd: the check after moving away.
    EvadeCheck {
        /// Which.
        unit: UnitId,
        /// What is added.
        drm: u8,
        /// Reading I101: disordered by Swamp first.
        swamp: bool,
    },
    /// SR 9.61: everybody next to the mover's new hex.
    Faces {
        /// Who moved.
        mover: UnitId,
        /// Where to.
        hex: HexId,
        /// What he has done.
        cause: FaceCause,
    },
    /// SR 9.61: does this stack turn or refuse?
    Face {
        /// Its top unit.
        unit: UnitId,
        /// At whom.
        mover: UnitId,
        /// Where he is.
        hex: HexId,
        /// What he has done.
        cause: FaceCause,
    },
    /// SR 9.62, BB 9.44-swamp-facing: the check after turning in Swamp.
    SwampCheck {
        /// Which.
        unit: UnitId,
        /// It faced this way before.
        faced: Facing,
        /// It turned to him.
        mover: UnitId,
    },
}

/// Asks everybody who may move away before `mover` enters `hex`; before that a quick look whether anybody is near.
pub(super) fn ask_all(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    if !reaction::triggered(&play.at(), mover, hex).is_empty() {
        play.push(ReactStep::Evasions { mover, hex });
    }
}

/// Where a unit may move away to: the last hex of each way out, with the least risk to get there.
fn ways_out(
    at: At<'_>,
    unit: UnitId,
    mover: UnitId,
    hex: HexId,
    most: u8,
) -> Result<Vec<WayOut>, Refusal> {
    let mut ways: Vec<WayOut> = Vec::new();
    for evasion in reaction::evasions(&at, unit, mover, hex, most)? {
        let Some(end) = evasion.path.end() else {
            continue;
        };
        let before = evasion.path.steps.iter().rev().nth(1).map(|step| step.to);
        let way = WayOut {
            end,
            from: before.unwrap_or(at.position.unit(unit).hex),
            stops: stops_on(at, &evasion.path),
            passed: friends_on(at, &evasion.path),
            drm: evasion.drm(),
            swamp: evasion.swamp,
        };
        match ways.iter_mut().find(|known| known.end == end) {
            Some(known) if known.risk() > way.risk() => *known = way,
            Some(_) => {}
            None => ways.push(way),
        }
    }
    ways.sort_unstable_by_key(|way| way.end);
    Ok(ways)
}

/// SR 9.61: why a unit turns or refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaceCause {
    /// An enemy has come into the hex.
    #[default]
    Moved,
    /// SR 12.6: enemies have advanced into it.
    Advanced,
    /// An enemy has fired from it.
    Fired,
}

impl FaceCause {
    const fn by(self, mover: UnitId, hex: HexId) -> ReactionCause {
        match self {
            Self::Moved => ReactionCause::Moved { by: mover, to: hex },
            Self::Advanced => ReactionCause::Advanced { by: mover, to: hex },
            Self::Fired => ReactionCause::Fired {
                by: mover,
                from: hex,
            },
        }
    }
}

fn turns(at: At<'_>, unit: UnitId) -> [Facing; 2] {
    let facing = at.position.unit(unit).facing;
    [facing.turned(-1), facing.turned(1)]
}

/// What a reaction needs to know, looked up once.
#[derive(Debug)]
pub struct ReactLook<'a> {
    at: At<'a>,
    /// SR 9.63: the ways out, with the least risk to the end of each.
    ways: Result<Vec<WayOut>, Refusal>,
}

/// SR 9.63: the end of a way out, with the least risk to get there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayOut {
    end: HexId,
    /// The hex before it.
    from: HexId,
    /// SR 12.44-d: its hexes, with what their ground asks.
    stops: SmallVec<[Stop; 4]>,
    /// SR 12.46: the friends it leads through.
    passed: Vec<UnitId>,
    /// What its check adds.
    drm: u8,
    /// Reading I101: it leads through Swamp.
    swamp: bool,
}

impl WayOut {
    /// What makes one way worse than another: Swamp, friends passed, ground that asks for checks, the DRM.
    fn risk(&self) -> (bool, usize, usize, u8) {
        let rough = self.stops.iter().filter(|stop| !stop.checks.is_empty());
        (self.swamp, self.passed.len(), rough.count(), self.drm)
    }
}

/// What a reaction comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reaction {
    /// SR 9.63: it moves away.
    Evade(UnitId, WayOut),
    /// SR 9.63-art: the mover fires first.
    Fire(Box<Firing>),
    /// SR 9.63-art: he does not.
    Flee(UnitId, WayOut),
    /// SR 12.72: a leader stays with it when it goes.
    Accompany(LeaderId, UnitId),
    /// SR 9.61: the stack turns.
    Face(UnitId, Facing, reaction::ReactionTerms),
    /// SR 9.61: the stack refuses a flank.
    Refuse(UnitId, Hand, reaction::ReactionTerms),
    /// It does nothing.
    None,
}

impl Procedure for ReactStep {
    type Look<'a> = ReactLook<'a>;
    type Means = Reaction;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        // Whoever has no way to react has only `done` on his list, and the machine takes that by itself.
        if let Self::FireFirst { mover, .. } = *self {
            return Some(Ask {
                side: at.setting.unit(mover).side,
                rule: Rule::SR_9_63_art,
                prompt: Prompt::FireFirst { unit: mover },
            });
        }
        let (unit, rule) = match *self {
            Self::Evade { unit, .. } => (unit, Rule::SR_9_63),
            Self::Face { unit, .. } => (unit, Rule::SR_9_61),
            _ => return None,
        };
        Some(Ask {
            side: at.setting.unit(unit).side,
            rule,
            prompt: Prompt::React { unit },
        })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> ReactLook<'a> {
        let ways = match *self {
            Self::Evade {
                unit,
                mover,
                hex,
                most,
            } => ways_out(at, unit, mover, hex, most),
            Self::FireFirst {
                unit, mover, hex, ..
            } => ways_out(at, unit, mover, hex, 2),
            _ => Ok(Vec::new()),
        };
        ReactLook { at, ways }
    }

    fn candidates(&self, look: &ReactLook<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Evade { unit, .. } => {
                let mut ways = look.ways.iter().flatten().peekable();
                if ways.peek().is_some() {
                    for leader in look.at.setting.leader_ids() {
                        if look.at.setting.leader(leader).side == look.at.setting.unit(unit).side {
                            each(Choice::Accompany { leader, unit });
                        }
                    }
                }
                for way in ways {
                    each(Choice::React { unit, hex: way.end });
                }
            }
            Self::FireFirst { unit, mover, .. } => first_fires(look.at, unit, mover, each),
            Self::Face { unit, .. } => {
                for facing in turns(look.at, unit) {
                    each(Choice::ReactFace { unit, facing });
                }
                for hand in [Hand::Left, Hand::Right] {
                    each(Choice::ReactRefuse { unit, hand });
                }
            }
            _ => return,
        }
        each(Choice::Done);
    }

    fn judge(&self, look: &ReactLook<'_>, choice: Choice) -> Judgement<Reaction> {
        let at = look.at;
        match (*self, choice) {
            (Self::Evade { unit: asked, .. }, Choice::React { unit, .. })
            | (Self::Face { unit: asked, .. }, Choice::ReactFace { unit, .. })
            | (Self::Face { unit: asked, .. }, Choice::ReactRefuse { unit, .. })
                if unit != asked =>
            {
                let rule = self.asks(at).map_or(Rule::SR_9_6, |ask| ask.rule);
                let stacked = at.position.unit(unit).hex == at.position.unit(asked).hex;
                let reason = if stacked {
                    let name = &at.setting.unit(asked).name;
                    format!("{name} answers for its stack").into()
                } else {
                    "another unit is asked now".into()
                };
                Err(Refusal { rule, reason })
            }
            (
                Self::Evade {
                    unit, mover, hex, ..
                },
                Choice::React { hex: end, .. },
            ) => {
                let ways = look.ways.as_ref().map_err(Clone::clone)?;
                if let Some(way) = ways.iter().find(|way| way.end == end) {
                    let way = way.clone();
                    return Ok(Ruling::new(Rule::SR_9_63, Reaction::Evade(unit, way)));
                }
                reaction::may_evade_to(&at, unit, mover, hex, end)?;
                Err(Refusal::new(Rule::SR_12_44, "no way out leads there"))
            }
            (
                Self::Face {
                    unit,
                    mover,
                    hex,
                    cause,
                },
                Choice::ReactFace { facing, .. },
            ) => {
                let terms = reaction::react_face(&at, unit, cause.by(mover, hex), facing)?;
                Ok(Ruling::new(
                    Rule::SR_9_61,
                    Reaction::Face(unit, facing, terms),
                ))
            }
            (
                Self::Face {
                    unit,
                    mover,
                    hex,
                    cause,
                },
                Choice::ReactRefuse { hand, .. },
            ) => {
                let terms = react_refuse(at, unit, cause.by(mover, hex), hand)?;
                Ok(Ruling::new(
                    Rule::SR_9_61,
                    Reaction::Refuse(unit, hand, terms),
                ))
            }
            (
                Self::FireFirst { unit, mover, .. },
                Choice::Fire {
                    unit: firer,
                    target,
                    how,
                },
            ) if firer == mover => {
                if target != at.position.unit(unit).hex {
                    return Err(Refusal::new(
                        Rule::SR_9_63_art,
                        "it fires at the guns that are about to move",
                    ));
                }
                may_fire_first(at, mover)?;
                let step = FireStep::phasing(at, mover, at.position.unit(mover).hex);
                let look = step.look(at, Breadth::One);
                let unit = firer;
                let ruling = step.judge(&look, Choice::Fire { unit, target, how })?;
                Ok(Ruling::new(
                    Rule::SR_9_63_art,
                    Reaction::Fire(Box::new(ruling.means)),
                ))
            }
            (Self::FireFirst { unit, end, .. }, Choice::Done) => {
                let ways = look.ways.as_ref().map_err(Clone::clone)?;
                match ways.iter().find(|way| way.end == end) {
                    Some(way) => Ok(Ruling::new(
                        Rule::SR_9_63_art,
                        Reaction::Flee(unit, way.clone()),
                    )),
                    None => Ok(Ruling::new(Rule::SR_9_63_art, Reaction::None)),
                }
            }
            (Self::Evade { unit: asked, .. }, Choice::Accompany { leader, unit }) => {
                let rule = super::may_fall_back_with(at, leader, unit)?;
                if unit != asked || !look.ways.as_ref().is_ok_and(|ways| !ways.is_empty()) {
                    return Err(Refusal::new(rule, "it does not move away"));
                }
                Ok(Ruling::new(rule, Reaction::Accompany(leader, unit)))
            }
            (Self::Evade { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_9_63, Reaction::None)),
            (Self::Face { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_9_61, Reaction::None)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, reaction: Reaction) -> Result<(), ChanceError> {
        match reaction {
            Reaction::Evade(unit, way) => match self {
                Self::Evade { mover, hex, .. } if fires_first(play.at(), unit, mover) => {
                    let end = way.end;
                    play.push(Self::FireFirst {
                        unit,
                        mover,
                        hex,
                        end,
                    });
                }
                _ => evade(play, unit, way),
            },
            Reaction::Flee(unit, way) => evade(play, unit, way),
            Reaction::Fire(firing) => {
                if let Self::FireFirst {
                    unit,
                    mover,
                    hex,
                    end,
                } = self
                {
                    let state = play.position.unit(unit);
                    let before = (state.sp, state.cohesion);
                    play.push(Self::Flee {
                        unit,
                        mover,
                        hex,
                        end,
                        before,
                    });
                    let start = play.position.unit(mover).hex;
                    let step = FireStep::phasing(play.at(), mover, start);
                    step.carry_out(play, *firing)?;
                }
            }
            Reaction::Face(unit, facing, terms) => {
                let Self::Face { mover, .. } = self else {
                    return Ok(());
                };
                let stack = reaction::react_stack(&play.at(), unit);
                let state = *play.position.unit(unit);
                let swamp = longroll_movement::step::is_swamp(&play.at(), state.hex);
                for other in stack {
                    play.did(other, Deeds::REACTED_FACING);
                    play.happens(Event::Turned {
                        unit: other,
                        facing,
                        cost: HalfMp::ZERO,
                        rule: Rule::SR_9_61,
                    });
                }
                if swamp {
                    check_in_swamp(play, &terms.rolls, state.facing, mover);
                } else {
                    let occasion = Occasion::ReactionFacing(mover);
                    shake(play, occasion, terms.rolls.to_vec());
                }
            }
            Reaction::Refuse(unit, hand, terms) => {
                let Self::Face { mover, .. } = self else {
                    return Ok(());
                };
                let stack = reaction::refusing_stack(&play.at(), unit, hand);
                for other in stack {
                    play.did(other, Deeds::REACTED_FACING);
                    play.happens(Event::RefusalChanged {
                        unit: other,
                        refused: Some(hand),
                        cost: HalfMp::ZERO,
                        rule: Rule::SR_9_61,
                    });
                }
                let occasion = Occasion::ReactionFacing(mover);
                shake(play, occasion, terms.rolls.to_vec());
            }
            Reaction::Accompany(leader, unit) => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                play.push(self);
            }
            Reaction::None => {
                if let Self::Evade { unit, .. } | Self::FireFirst { unit, .. } = self {
                    super::leaders::stay_behind(play, unit);
                }
            }
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Evasions { mover, hex } => {
                let units = reaction::triggered(&play.at(), mover, hex);
                let at = play.at();
                let awake: Vec<UnitId> = units
                    .into_iter()
                    .filter(|&unit| {
                        !crate::alert::is_surprised(at, unit)
                            && !crate::alert::is_stunned(at, unit, mover)
                    })
                    .collect();
                play.then(
                    awake
                        .into_iter()
                        .map(|unit| {
                            let most = 2;
                            Self::Evade {
                                unit,
                                mover,
                                hex,
                                most,
                            }
                            .into()
                        })
                        .collect::<Vec<_>>(),
                );
            }
            Self::Faces { mover, hex, cause } => {
                let at = play.at();
                if !at.position.unit(mover).on_map() {
                    return Ok(());
                }
                let enemy = at.setting.unit(mover).side.enemy();
                let tops: SmallVec<[UnitId; 6]> = at
                    .setting
                    .neighbours(hex)
                    .filter(|&near| at.position.holder(near) == Some(enemy))
                    .filter_map(|near| at.position.stack(near).next().map(|part| part.unit))
                    .collect();
                play.then(
                    tops.into_iter()
                        .map(|unit| {
                            Self::Face {
                                unit,
                                mover,
                                hex,
                                cause,
                            }
                            .into()
                        })
                        .collect::<Vec<_>>(),
                );
                crate::alert::enemy_came(play, mover, hex);
                crate::alert::attacker_came(play, mover, hex);
                crate::held::enemy_came(play, mover, hex);
            }
            Self::EvadeCheck { unit, drm, swamp } => evade_check(play, unit, drm, swamp),
            Self::SwampCheck { unit, .. } => {
                let check = swamp_check(play.at(), unit);
                play.call(self, CheckStep::Roll(check));
            }
            Self::Flee {
                unit,
                mover,
                hex,
                end,
                before,
            } => flee(play, (unit, mover, hex), end, before),
            Self::Evade { .. } | Self::FireFirst { .. } | Self::Face { .. } => {}
        }
        Ok(())
    }

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let (Self::SwampCheck { unit, faced, mover }, Done::Checked(Checked::Failed)) =
            (self, result)
        {
            fails_in_swamp(play, unit, faced, mover);
        }
        Ok(())
    }
}

/// SR 9.61, 9.62-refuse: whether a unit may refuse this flank in reaction, and could answer through it.
///
/// # Errors
/// The rule that forbids it.
pub fn react_refuse(
    at: At<'_>,
    unit: UnitId,
    cause: ReactionCause,
    hand: Hand,
) -> Result<reaction::ReactionTerms, Refusal> {
    let terms = reaction::react_refuse(&at, unit, cause, hand)?;
    if could_answer(at, unit, hand, cause.hex()) {
        Ok(terms)
    } else {
        Err(Refusal::new(
            Rule::SR_9_62_refuse,
            "nobody could answer through the Refused Front",
        ))
    }
}

/// SR 9.62-refuse: whether somebody of the hex could fire at the enemy through the Refused Front: not without rounds, not
/// Disordered guns, and not farther than his weapon reaches.
fn could_answer(at: At<'_>, unit: UnitId, hand: Hand, hex: HexId) -> bool {
    let look = FireLook::new(at);
    let scene = look.scene();
    let (_, own, _) =
        longroll_movement::refused_flank::refused_end(&at, at.position.unit(unit), hand);
    let range = at.setting.grid().distance(own, hex);
    let mut there = at.position.stack(hex);
    let on_the_river = there.any(|part| at.setting.unit(part.unit).arm == Arm::Gunboat);
    reaction::refusing_stack(&at, unit, hand)
        .iter()
        .any(|&member| {
            let (facts, state) = (at.setting.unit(member), at.position.unit(member));
            let guns = facts.arm == Arm::Artillery;
            let firer = FiringPart::of(member, state.sp);
            // BB 14.76: small arms do not fire at gunboats.
            let silent = state.ammunition == Ammunition::Out
                || guns && state.is_disordered()
                || !guns && on_the_river
                || too_steep(&scene, firer, hex).is_some();
            let arm = FirerArm::of(facts, state);
            let weapon = weapon_of(&scene, firer);
            !silent && range <= longest_range(&scene, weapon, arm, FireOccasion::Withdrawal).0
        })
}

/// SR 9.62, BB 9.44-swamp-facing, reading I95: one UDD serves both rules. Guns check only because of the Swamp.
fn swamp_check(at: At<'_>, unit: UnitId) -> Check {
    let rule = match at.setting.unit(unit).arm {
        Arm::Artillery => Rule::BB_9_44_swamp_facing,
        _ => Rule::SR_9_62,
    };
    Check::plain(unit, Occasion::Swamp(rule))
}

/// A unit that turned in Swamp has failed its check: a Disordered one does not come round, and all units of a hex face alike
/// (SR 7.11), before it suffers its second Disorder.
fn fails_in_swamp(play: &mut Play<'_>, unit: UnitId, faced: Facing, mover: UnitId) {
    let guns = play.setting.unit(unit).arm == Arm::Artillery;
    let rule = swamp_check(play.at(), unit).occasion.rule();
    if !play.position.unit(unit).is_disordered() {
        let disorders = play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder;
        if !guns || disorders {
            disorder(play, unit, rule);
        }
        return;
    }
    for other in reaction::react_stack(&play.at(), unit) {
        if play.position.unit(other).facing == faced {
            continue;
        }
        play.happens(Event::Turned {
            unit: other,
            facing: faced,
            cost: HalfMp::ZERO,
            rule: Rule::BB_9_44_swamp_facing,
        });
    }
    if !guns {
        no_return_fire(play, unit, mover);
        second_disorder(play, unit, SecondDisorderCause::ReactionFacing, rule);
    }
}

fn check_in_swamp(play: &mut Play<'_>, rolls: &[UnitId], faced: Facing, mover: UnitId) {
    play.then(
        rolls
            .iter()
            .map(|&unit| ReactStep::SwampCheck { unit, faced, mover }.into())
            .collect::<Vec<_>>(),
    );
}

/// SR 9.63-art, reading I80: whoever could fire now of his own accord, under Attack orders; guns do not.
fn may_fire_first(at: At<'_>, mover: UnitId) -> Result<(), Refusal> {
    let (facts, state) = (at.setting.unit(mover), at.position.unit(mover));
    let body = at.position.body_of(at.setting, mover);
    let bound = at.position.body(body).bound;
    let free = matches!(facts.arm, Arm::Infantry | Arm::Cavalry)
        && state.on_map()
        && state.orders_now() == Orders::Attack
        && !state
            .deeds
            .any(Deeds::FIRED.with(Deeds::TOGETHER).with(Deeds::CHARGES))
        && !matches!(bound, Bound::Confusion | Bound::Charge | Bound::Close);
    if free {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::SR_9_63_art,
            "only units under Attack orders that have not fired do so",
        ))
    }
}

/// Every fire of the mover at the guns.
fn first_fires(at: At<'_>, unit: UnitId, mover: UnitId, each: &mut dyn FnMut(Choice)) {
    if may_fire_first(at, mover).is_err() {
        return;
    }
    let target = at.position.unit(unit).hex;
    let trigger = Trigger {
        at: Some(target),
        ..Trigger::PHASING
    };
    let look = FireLook::under_way(at, mover, at.position.unit(mover).hex);
    declaring::candidates(&look.scene(), trigger, mover, &mut |target, how| {
        let unit = mover;
        each(Choice::Fire { unit, target, how });
    });
}

fn fires_first(at: At<'_>, unit: UnitId, mover: UnitId) -> bool {
    if at.setting.unit(unit).arm != Arm::Artillery || may_fire_first(at, mover).is_err() {
        return false;
    }
    let step = FireStep::phasing(at, mover, at.position.unit(mover).hex);
    let look = step.look(at, Breadth::One);
    let mut found = false;
    first_fires(at, unit, mover, &mut |choice| {
        found = found || step.judge(&look, choice).is_ok();
    });
    found
}

/// SR 9.63-art: guns that the fire has hurt move one hex at most; if that is not where they wanted to go they are asked again.
fn flee(
    play: &mut Play<'_>,
    (unit, mover, hex): (UnitId, UnitId, HexId),
    end: HexId,
    before: (u8, Cohesion),
) {
    let state = play.position.unit(unit);
    if !state.on_map() || state.deeds.has(Deeds::REACTED_MOVE) {
        super::leaders::stay_behind(play, unit);
        return;
    }
    let most = if (state.sp, state.cohesion) == before {
        2
    } else {
        1
    };
    let ways = ways_out(play.at(), unit, mover, hex, most).unwrap_or_default();
    match ways.into_iter().find(|way| way.end == end) {
        Some(way) => evade(play, unit, way),
        None => play.push(ReactStep::Evade {
            unit,
            mover,
            hex,
            most,
        }),
    }
}

fn evade(play: &mut Play<'_>, unit: UnitId, way: WayOut) {
    let WayOut {
        end: to,
        from,
        stops,
        mut passed,
        drm,
        swamp,
    } = way;
    let state = *play.position.unit(unit);
    let chooses = super::chooses_place(play.at(), unit, to);
    play.did(unit, Deeds::REACTED_MOVE);
    // BB 14.41: nobody minds a Detachment, nor does it mind anybody.
    let minds = !play.setting.unit(unit).is_detachment();
    passed.retain(|&friend| minds && !play.setting.unit(friend).is_detachment());
    shake(play, Occasion::RetreatedThrough, passed);
    let drew_together = state.extent != Extent::Single;
    play.push(ReactStep::EvadeCheck { unit, drm, swamp });
    if drew_together && !state.is_disordered() {
        play.push(CheckStep::Roll(Check::plain(unit, Occasion::DrewTogether)));
    }
    if chooses {
        play.push(StageStep::Stack { unit, from });
    }
    play.push(Walk {
        unit,
        stops,
        rule: Rule::SR_9_63,
        due: SmallVec::new(),
    });
}

/// SR 9.63-udd, BB 12.45-react, reading I101: Swamp disorders first.
fn evade_check(play: &mut Play<'_>, unit: UnitId, drm: u8, swamp: bool) {
    if swamp {
        disorder(play, unit, Rule::BB_9_44_swamp_retreat);
    }
    let rule = match play.setting.unit(unit).arm {
        Arm::Artillery => Rule::BB_12_45_react,
        _ => Rule::SR_9_63_udd,
    };
    let drm = i8::try_from(drm).unwrap_or(i8::MAX);
    play.push(CheckStep::Roll(Check {
        unit,
        occasion: Occasion::ReactionMovement,
        drm: Some((drm, rule)),
    }));
}
