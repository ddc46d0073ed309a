//! SR 9.6: what the non-phasing side may do about a step.

use core::cell::OnceCell;

use evading::{Goal, evade, evade_check, fires_first, first_fires, flee, may_fire_first, ways_out};
use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::reaction;
use longroll_movement::retreat::Arrival;
use longroll_position::{Deeds, LeaderNote};
use longroll_rule::Rule;
use smallvec::SmallVec;
use turning::{refuse_stack, turn_stack, turns};

use crate::choice::Choice;
use crate::fire::{FireStep, Firing};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod evading;
mod frame;
mod turning;

pub use self::evading::WayOut;
pub use self::frame::{FaceCause, Others, ReactStep};
pub use self::turning::react_refuse;

/// Asks everybody who may move away before the mover comes; before that a quick look whether anybody is near.
pub(super) fn ask_all(play: &mut Play<'_>, arrival: Arrival) {
    if !reaction::triggered(&play.at(), arrival.mover, arrival.to).is_empty() {
        play.push(ReactStep::Evasions { arrival });
    }
}

impl ReactStep {
    /// Reading I77: those who are asked after this unit about the same step, with their ways out; their owner may let them go first.
    /// Whoever has no way out is not waited for.
    fn before_it<'l>(&self, look: &'l ReactLook<'_>) -> &'l [Earlier] {
        look.earlier.get_or_init(|| self.find_before_it(look))
    }

    fn find_before_it(&self, look: &ReactLook<'_>) -> Vec<Earlier> {
        let Self::Evade {
            unit: asked,
            arrival,
            from,
            others,
            ..
        } = *self
        else {
            return Vec::new();
        };
        let at = look.at;
        if at.position.unit(asked).hex != from || look.ways.as_ref().map_or(true, Vec::is_empty) {
            return Vec::new();
        }
        // Guns at which the mover would fire before they go are asked in their turn only.
        others
            .into_iter()
            .flatten()
            .filter(|&(unit, from)| at.position.unit(unit).hex == from)
            .filter(|&(unit, _)| !fires_first(at, unit, arrival))
            .filter_map(|(unit, _)| Some((unit, ways_out(at, unit, arrival, 2).ok()?)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect()
    }

    /// Reading I77: a choice about another unit than the one that is asked.
    fn judge_another(
        &self,
        look: &ReactLook<'_>,
        (asked, unit): (UnitId, UnitId),
        choice: Choice,
    ) -> Judgement<Reaction> {
        let at = look.at;
        if let Some((_, ways)) = self.before_it(look).iter().find(|own| own.0 == unit)
            && let Some(way) = ways.iter().find(|way| way.choice(unit) == choice)
        {
            let way = way.clone();
            return Ok(Ruling::new(Rule::SR_9_63, Reaction::Evade(unit, way)));
        }
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

    /// SR 12.72: whether a leader may go along with a unit that moves away.
    fn judge_company(
        &self,
        look: &ReactLook<'_>,
        leader: LeaderId,
        (asked, unit): (UnitId, UnitId),
    ) -> Judgement<Reaction> {
        let rule = super::may_fall_back_with(look.at, leader, unit)?;
        let goes = if unit == asked {
            look.ways.as_ref().is_ok_and(|ways| !ways.is_empty())
        } else {
            self.before_it(look).iter().any(|own| own.0 == unit)
        };
        if !goes {
            return Err(Refusal::new(rule, "it does not move away"));
        }
        Ok(Ruling::new(rule, Reaction::Accompany(leader, unit)))
    }

    /// SR 9.63: a unit moves away; guns may be fired at before they go.
    fn goes(self, play: &mut Play<'_>, unit: UnitId, way: WayOut) -> Result<(), ChanceError> {
        match self {
            // Reading I77: another of those who are asked makes room first; this one is asked again.
            Self::Evade {
                unit: asked,
                arrival,
                ..
            } if asked != unit => {
                play.push(self);
                let from = play.position.unit(unit).hex;
                let most = 2;
                let own = Self::Evade {
                    unit,
                    arrival,
                    most,
                    from,
                    others: Others::default(),
                };
                own.carry_out(play, Reaction::Evade(unit, way))?;
            }
            Self::Evade { arrival, .. } if fires_first(play.at(), unit, arrival) => {
                let goal = way.goal();
                play.push(Self::FireFirst {
                    unit,
                    arrival,
                    goal,
                });
            }
            _ => evade(play, unit, way),
        }
        Ok(())
    }

    /// SR 9.63-art: the mover fires at guns, which then move away.
    fn fires_first(self, play: &mut Play<'_>, firing: Firing) -> Result<(), ChanceError> {
        if let Self::FireFirst {
            unit,
            arrival,
            goal,
        } = self
        {
            let mover = arrival.mover;
            let state = play.position.unit(unit);
            let before = (state.sp, state.cohesion);
            play.push(Self::Flee {
                unit,
                arrival,
                goal,
                before,
            });
            let start = play.position.unit(mover).hex;
            let step = FireStep::phasing(play.at(), mover, start);
            step.carry_out(play, firing)?;
        }
        Ok(())
    }
}

/// A unit that may go first, with its ways out.
type Earlier = (UnitId, Vec<WayOut>);

/// What a reaction needs to know, looked up once.
#[derive(Debug)]
pub struct ReactLook<'a> {
    at: At<'a>,
    /// SR 9.63: the ways out, with the least risk to the end of each.
    ways: Result<Vec<WayOut>, Refusal>,
    /// Reading I77: who may go first, once asked for.
    earlier: OnceCell<Vec<Earlier>>,
}

impl ReactLook<'_> {
    /// SR 9.63: whether a unit may move away to this hex, by the way that the choice names.
    fn judge_way_out(
        &self,
        unit: UnitId,
        arrival: Arrival,
        (end, choice): (HexId, Choice),
    ) -> Judgement<Reaction> {
        let ways = self.ways.as_ref().map_err(Clone::clone)?;
        if let Some(way) = ways.iter().find(|way| way.choice(unit) == choice) {
            let way = way.clone();
            return Ok(Ruling::new(Rule::SR_9_63, Reaction::Evade(unit, way)));
        }
        reaction::may_evade_to(&self.at, unit, arrival, end)?;
        Err(Refusal::new(Rule::SR_12_44, "no way out leads there"))
    }

    /// SR 9.63-art: the mover does not fire, and the guns go where they wanted to.
    fn judge_flight(&self, unit: UnitId, goal: Goal) -> Judgement<Reaction> {
        let ways = self.ways.as_ref().map_err(Clone::clone)?;
        match ways.iter().find(|way| way.goal() == goal) {
            Some(way) => Ok(Ruling::new(
                Rule::SR_9_63_art,
                Reaction::Flee(unit, way.clone()),
            )),
            None => Ok(Ruling::new(Rule::SR_9_63_art, Reaction::None)),
        }
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
        if let Self::FireFirst { arrival, .. } = *self {
            let unit = arrival.mover;
            return Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::SR_9_63_art,
                prompt: Prompt::FireFirst { unit },
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
            Self::Evade { unit, from, .. } if at.position.unit(unit).hex != from => Ok(Vec::new()),
            Self::Evade {
                unit,
                arrival,
                most,
                ..
            } => ways_out(at, unit, arrival, most),
            Self::FireFirst { unit, arrival, .. } => ways_out(at, unit, arrival, 2),
            _ => Ok(Vec::new()),
        };
        let earlier = OnceCell::new();
        ReactLook { at, ways, earlier }
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
                    each(way.choice(unit));
                }
                for &(unit, ref ways) in self.before_it(look) {
                    for leader in look.at.setting.leader_ids() {
                        if look.at.setting.leader(leader).side == look.at.setting.unit(unit).side {
                            each(Choice::Accompany { leader, unit });
                        }
                    }
                    for way in ways {
                        each(way.choice(unit));
                    }
                }
            }
            Self::FireFirst { unit, arrival, .. } => {
                first_fires(look.at, unit, arrival.mover, each);
            }
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
        match (self.clone(), choice) {
            (Self::Evade { unit: asked, .. }, Choice::React { unit, .. })
            | (Self::Face { unit: asked, .. }, Choice::ReactFace { unit, .. })
            | (Self::Face { unit: asked, .. }, Choice::ReactRefuse { unit, .. })
                if unit != asked =>
            {
                self.judge_another(look, (asked, unit), choice)
            }
            (Self::Evade { unit, arrival, .. }, Choice::React { hex: end, .. }) => {
                look.judge_way_out(unit, arrival, (end, choice))
            }
            (
                Self::Face {
                    unit,
                    mover,
                    hex,
                    cause,
                },
                Choice::ReactFace { facing, .. },
            ) => judge_turn(at, unit, cause.by(mover, hex), facing),
            (
                Self::Face {
                    unit,
                    mover,
                    hex,
                    cause,
                },
                Choice::ReactRefuse { hand, .. },
            ) => judge_refusal(at, unit, cause.by(mover, hex), hand),
            (
                Self::FireFirst { unit, arrival, .. },
                Choice::Fire {
                    unit: firer,
                    target,
                    ..
                },
            ) if firer == arrival.mover => judge_first_fire(at, (unit, firer), target, choice),
            (Self::FireFirst { unit, goal, .. }, Choice::Done) => look.judge_flight(unit, goal),
            (Self::Evade { unit: asked, .. }, Choice::Accompany { leader, unit }) => {
                self.judge_company(look, leader, (asked, unit))
            }
            (Self::Evade { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_9_63, Reaction::None)),
            (Self::Face { .. }, Choice::Done) => Ok(Ruling::new(Rule::SR_9_61, Reaction::None)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, reaction: Reaction) -> Result<(), ChanceError> {
        match reaction {
            Reaction::Evade(unit, way) => self.goes(play, unit, way)?,
            Reaction::Flee(unit, way) => evade(play, unit, way),
            Reaction::Fire(firing) => self.fires_first(play, *firing)?,
            Reaction::Face(unit, facing, terms) => {
                let Self::Face { mover, .. } = self else {
                    return Ok(());
                };
                turn_stack(play, (unit, mover), facing, &terms);
            }
            Reaction::Refuse(unit, hand, terms) => {
                let Self::Face { mover, .. } = self else {
                    return Ok(());
                };
                refuse_stack(play, (unit, mover), hand, &terms);
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
            Self::Evasions { arrival }
                if play
                    .position
                    .unit(arrival.mover)
                    .deeds
                    .has(Deeds::MOVE_ENDED) =>
            {
                // BB 9.44-swamp-leave: it has not come out of its hex.
            }
            Self::Evasions { arrival } => ask_to_evade(play, arrival),
            Self::Faces { mover, hex, cause } => ask_to_face(play, mover, hex, cause),
            Self::EvadeCheck { unit, way } => evade_check(play, unit, &way),
            Self::Flee {
                unit,
                arrival,
                goal,
                before,
            } => flee(play, (unit, arrival), goal, before),
            Self::Evade { .. } | Self::FireFirst { .. } | Self::Face { .. } => {}
        }
        Ok(())
    }
}

/// SR 9.63-art: whether the mover may fire at the guns before they move away.
fn judge_first_fire(
    at: At<'_>,
    (guns, mover): (UnitId, UnitId),
    target: HexId,
    choice: Choice,
) -> Judgement<Reaction> {
    if target != at.position.unit(guns).hex {
        return Err(Refusal::new(
            Rule::SR_9_63_art,
            "it fires at the guns that are about to move",
        ));
    }
    may_fire_first(at, mover)?;
    let step = FireStep::phasing(at, mover, at.position.unit(mover).hex);
    let look = step.look(at, Breadth::One);
    let ruling = step.judge(&look, choice)?;
    Ok(Ruling::new(
        Rule::SR_9_63_art,
        Reaction::Fire(Box::new(ruling.means)),
    ))
}

/// SR 9.61: whether the stack may turn this way.
fn judge_turn(
    at: At<'_>,
    unit: UnitId,
    cause: reaction::ReactionCause,
    facing: Facing,
) -> Judgement<Reaction> {
    let terms = reaction::react_face(&at, unit, cause, facing)?;
    Ok(Ruling::new(
        Rule::SR_9_61,
        Reaction::Face(unit, facing, terms),
    ))
}

/// SR 9.61: whether the stack may refuse this flank.
fn judge_refusal(
    at: At<'_>,
    unit: UnitId,
    cause: reaction::ReactionCause,
    hand: Hand,
) -> Judgement<Reaction> {
    let terms = react_refuse(at, unit, cause, hand)?;
    Ok(Ruling::new(
        Rule::SR_9_61,
        Reaction::Refuse(unit, hand, terms),
    ))
}

/// SR 9.63: asks everybody near who is awake, each with those who are asked after it (reading I77).
fn ask_to_evade(play: &mut Play<'_>, arrival: Arrival) {
    let mover = arrival.mover;
    let units = reaction::triggered(&play.at(), mover, arrival.to);
    let at = play.at();
    let awake: Vec<(UnitId, HexId)> = units
        .into_iter()
        .filter(|&unit| {
            !crate::alert::is_surprised(at, unit) && !crate::alert::is_stunned(at, unit, mover)
        })
        .map(|unit| (unit, at.position.unit(unit).hex))
        .collect();
    play.then(
        awake
            .iter()
            .enumerate()
            .map(|(place, &(unit, from))| {
                let most = 2;
                let mut later = awake.iter().skip(place + 1).copied();
                let others = core::array::from_fn(|_| later.next());
                ReactStep::Evade {
                    unit,
                    arrival,
                    most,
                    from,
                    others,
                }
                .into()
            })
            .collect::<Vec<_>>(),
    );
}

/// SR 9.61: asks the top unit of every enemy stack next to the hex.
fn ask_to_face(play: &mut Play<'_>, mover: UnitId, hex: HexId, cause: FaceCause) {
    let at = play.at();
    if !at.position.unit(mover).on_map() {
        return;
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
                ReactStep::Face {
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
