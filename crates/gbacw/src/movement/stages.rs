//! What happens between two choices of a unit under way: the stages of one step in their order, and the end of a move.
//!
//! The order is that of section 8 of our readings of SR 9: turn in the hex, leaving Swamp while Disordered, Reaction
//! movement, the step itself, the check for friends passed through, the checks of the ground (hexside before hex), Reaction
//! Facing and Refusal, and the stop next to an enemy.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::adjacency::Contact;
use longroll_movement::allowance::Fired;
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::TurnTerms;
use longroll_movement::step::{self, StepOrder, StepTerms, WayChoice};
use longroll_movement::{
    Check, MinimumMove, Progress, arrival, refused_flank, stacking, withdrawal,
};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::ground_checks::{self, GroundCheck};
use super::moving::MovingStep;
use super::reacting;
use crate::battle::At;
use crate::choice::{Choice, StackEnd};
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure, Step};

/// Along what a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Along {
    /// Along the route if the unit can use it as it stands.
    Best,
    /// SR 8.13: along the route, in Extended Column.
    Route,
}

impl Along {
    const fn choice(self) -> WayChoice {
        match self {
            Self::Best => WayChoice::Best,
            Self::Route => WayChoice::Route,
        }
    }
}

/// A movement of a whole line, as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineOrder {
    /// Straight ahead.
    Forward(Direction),
    /// On the part at this hand.
    Wheel(Hand),
    /// 180 degrees.
    AboutFace,
}

impl From<LineMove> for LineOrder {
    fn from(order: LineMove) -> Self {
        match order {
            LineMove::Forward(direction) => Self::Forward(direction),
            LineMove::Wheel(hand) => Self::Wheel(hand),
            LineMove::AboutFace => Self::AboutFace,
        }
    }
}

impl From<LineOrder> for LineMove {
    fn from(order: LineOrder) -> Self {
        match order {
            LineOrder::Forward(direction) => Self::Forward(direction),
            LineOrder::Wheel(hand) => Self::Wheel(hand),
            LineOrder::AboutFace => Self::AboutFace,
        }
    }
}

/// The stages of a step that nobody decides, and the one choice at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageStep {
    /// The unit enters the hex.
    Enter {
        /// Which.
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// Where to.
        direction: Direction,
        /// With which facing.
        facing: Facing,
        /// Along what.
        along: Along,
    },
    /// SR 8.44: the line moves.
    EnterLine {
        /// Which.
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// How.
        order: LineOrder,
    },
    /// SR 9.54: the unit steps back.
    StepBack {
        /// Which.
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// Where to.
        direction: Direction,
    },
    /// SR 9.47 and others: a check of its order.
    Check(GroundCheck),
    /// The step is done: the unit goes on or stops.
    Settle {
        /// Which.
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// SR 9.53, 9.42: the rule by which its movement ends here.
        ends: Option<Rule>,
    },
    /// SR 8.23: where in the stack?
    Stack {
        /// Which.
        unit: UnitId,
        /// Where it came from.
        from: HexId,
    },
}

fn order_of(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    along: Along,
) -> Option<StepOrder> {
    let from = at.position.unit(unit).hex;
    let direction = at.setting.grid().direction_between(from, hex)?;
    Some(StepOrder {
        direction,
        facing,
        way: along.choice(),
    })
}

/// A unit is about to leave its hex for the next.
pub(super) fn depart(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    hex: HexId,
    facing: Facing,
    along: Along,
) {
    let at = play.at();
    let Some(order) = order_of(at, unit, hex, facing, along) else {
        return;
    };
    let Ok(terms) = step::step(&at, &progress, unit, order) else {
        return;
    };
    let disordered = at.position.unit(unit).is_disordered();
    let guided = step::swamp_guide(&at, &progress, unit, hex).is_some();
    play.push(StageStep::Enter {
        unit,
        progress,
        direction: order.direction,
        facing,
        along,
    });
    reacting::ask_all(play, unit, hex);
    if disordered && terms.checks.has(Check::LeaveSwamp) && !guided {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
    if terms.turn_check {
        play.push(StageStep::Check(GroundCheck::turning_in_swamp(unit)));
    }
    play.position.unit_mut(unit).deeds.note(Deeds::ACTED);
}

/// A line is about to move as a whole.
pub(super) fn depart_line(play: &mut Play<'_>, unit: UnitId, progress: Progress, order: LineMove) {
    let Ok(terms) = extension::move_line(&play.at(), &progress, unit, order) else {
        return;
    };
    play.push(StageStep::EnterLine {
        unit,
        progress,
        order: order.into(),
    });
    for hex in terms.entered.into_iter().rev() {
        reacting::ask_all(play, unit, hex);
    }
    play.position.unit_mut(unit).deeds.note(Deeds::ACTED);
}

fn spend(play: &mut Play<'_>, unit: UnitId, cost: HalfMp) -> HalfMp {
    let state = play.position.unit_mut(unit);
    state.spent += cost;
    state.deeds.note(Deeds::ACTED);
    if cost > HalfMp::ZERO {
        state.deeds.note(Deeds::MOVED);
    }
    state.spent
}

/// SR 7.21: the unit turns where it stands.
pub(super) fn turn(play: &mut Play<'_>, unit: UnitId, progress: Progress, terms: TurnTerms) {
    spend(play, unit, terms.cost);
    play.position.unit_mut(unit).facing = terms.facing;
    play.position.unit_mut(unit).deeds.note(Deeds::TURNED);
    play.tell(Event::Turned {
        unit,
        facing: terms.facing,
        cost: terms.cost,
        rule: terms.rule,
    });
    let mut next = progress;
    next.turn_paid += terms.cost;
    next.pinned |= terms.pins;
    let at = play.at();
    let hex = at.position.unit(unit).hex;
    if terms.inverts {
        let own = at.position.body_of(at.setting, unit);
        let order = longroll_movement::facing::inverted(&at, hex, |other| {
            at.position.body_of(at.setting, other) == own
        });
        restack(play, hex, &order, Rule::SR_7_22);
    }
    play.push(StageStep::Settle {
        unit,
        progress: next,
        ends: None,
    });
    if terms.swamp_check {
        play.push(StageStep::Check(GroundCheck::turning_in_swamp(unit)));
    }
}

fn restack(play: &mut Play<'_>, hex: HexId, order: &[UnitId], rule: Rule) {
    play.position.reorder_stack(play.setting, hex, order);
    play.tell(Event::Restacked {
        hex,
        order: order.to_vec(),
        rule,
    });
}

/// A refused flank falls away.
pub(crate) fn drop_refusal(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.position.unit(unit).refused.is_some() {
        play.position.unit_mut(unit).refused = None;
        play.tell(Event::RefusalChanged {
            unit,
            refused: None,
            cost: HalfMp::ZERO,
            rule,
        });
    }
}

/// SR 7.32: the unit refuses, and its stack with it (SR 8.26); each pays.
pub(super) fn refuse(play: &mut Play<'_>, unit: UnitId, progress: Progress, hand: Hand) {
    let at = play.at();
    let own = at.position.body_of(at.setting, unit);
    let (_, hex, _) = refused_flank::refused_end(&at, at.position.unit(unit), hand);
    let stack: SmallVec<[UnitId; 6]> = at.position.stack(hex).map(|part| part.unit).collect();
    for other in stack {
        let cost = if other == unit || play.position.body_of(play.setting, other) == own {
            HalfMp::ONE
        } else {
            HalfMp::ZERO
        };
        if other == unit {
            spend(play, unit, cost);
        } else {
            play.position.unit_mut(other).spent += cost;
        }
        play.position.unit_mut(other).refused = Some(hand);
        play.tell(Event::RefusalChanged {
            unit: other,
            refused: Some(hand),
            cost,
            rule: Rule::SR_7_32,
        });
    }
    play.position.unit_mut(unit).deeds.note(Deeds::REFUSED);
    play.push(MovingStep { unit, progress });
}

/// SR 7.33: the unit stops being refused.
pub(super) fn unrefuse(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    spend(play, unit, HalfMp::ONE);
    play.position.unit_mut(unit).refused = None;
    play.tell(Event::RefusalChanged {
        unit,
        refused: None,
        cost: HalfMp::ONE,
        rule: Rule::SR_7_33,
    });
    play.push(MovingStep { unit, progress });
}

/// SR 8.42, 8.52: the unit spreads, gathers, or changes between line and column.
#[allow(clippy::too_many_arguments)]
pub(super) fn reshape(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    hex: HexId,
    extent: Extent,
    facing: Option<Facing>,
    cost: HalfMp,
    rule: Rule,
) {
    let was_column = matches!(play.position.unit(unit).extent, Extent::Column { .. });
    spend(play, unit, cost);
    if let Some(facing) = facing.filter(|&facing| facing != play.position.unit(unit).facing) {
        play.position.unit_mut(unit).facing = facing;
        play.tell(Event::Turned {
            unit,
            facing,
            cost: HalfMp::ZERO,
            rule,
        });
    }
    play.position
        .move_unit(play.setting, unit, hex, extent, StackPlace::Bottom);
    play.position.unit_mut(unit).deeds.note(Deeds::MOVED);
    play.tell(Event::ExtentChanged {
        unit,
        hex,
        extent,
        cost,
        rule,
    });
    let mut next = progress;
    next.entered_facing = play.position.unit(unit).facing;
    next.turn_paid = HalfMp::ZERO;
    // SR 8.52-retract: next to the enemy a gathered column neither turns nor forms line.
    let side = play.setting.unit(unit).side;
    let contact = was_column
        && extent == Extent::Single
        && play.position.next_to_enemy(play.setting, hex, side);
    let ends = contact.then_some(Rule::SR_9_53);
    play.push(StageStep::Settle {
        unit,
        progress: next,
        ends,
    });
}

/// SR 8.53, reading I49: a column under Attack orders that can neither retract nor form line gathers anyway, Disordered and
/// finished.
pub(super) fn gather_in_disorder(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    play.position
        .move_unit(play.setting, unit, hex, Extent::Single, StackPlace::Bottom);
    play.tell(Event::ExtentChanged {
        unit,
        hex,
        extent: Extent::Single,
        cost: HalfMp::ZERO,
        rule: Rule::SR_8_53,
    });
    crate::results::disorder(play, unit, Rule::SR_8_53);
    let deeds = Deeds::ACTED.with(Deeds::MOVE_ENDED).with(Deeds::FINISHED);
    play.position.unit_mut(unit).deeds.note(deeds);
    play.tell(Event::Stopped {
        unit,
        rule: Rule::SR_8_53,
    });
}

/// SR 8.24: the unit changes its place in the stack instead of moving.
pub(super) fn reorder(play: &mut Play<'_>, unit: UnitId, end: StackEnd) {
    let place = match end {
        StackEnd::Top => StackPlace::Top,
        StackEnd::Bottom => StackPlace::Bottom,
    };
    play.position.place_in_stack(play.setting, unit, place);
    let deeds = Deeds::ACTED.with(Deeds::REORDERED).with(Deeds::MOVE_ENDED);
    play.position.unit_mut(unit).deeds.note(deeds);
    let hex = play.position.unit(unit).hex;
    let order = play.position.stack(hex).map(|part| part.unit).collect();
    play.tell(Event::Restacked {
        hex,
        order,
        rule: Rule::SR_8_24,
    });
}

/// SR 8.11, 7.11: whether the stacks of all its hexes are legal with the unit in them, everybody facing alike. A unit that
/// has neither left its hex nor spread may stay with whoever it began with (BB 14.52).
///
/// # Errors
/// The rule that makes it go on.
pub(super) fn may_stay(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    let single = state.extent == Extent::Single;
    // SR 8.44: nobody turns an Extended Line or Column by turning beside it.
    let bars = |other: &UnitState| other.extent != Extent::Single && other.facing != state.facing;
    let barred = at
        .position
        .stack(state.hex)
        .any(|part| part.unit != unit && bars(at.position.unit(part.unit)));
    if barred && single && progress.steps == 0 {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "an extended unit in the hex faces otherwise",
        ));
    }
    if progress.steps == 0 && single && state.hex == progress.start {
        return Ok(());
    }
    for hex in state.hexes() {
        stacking::stack_is_legal(at.setting, at.position, hex)?;
        let conforms = single && !state.deeds.has(Deeds::WITHDREW);
        let alike = at
            .position
            .stack(hex)
            .all(|part| at.position.unit(part.unit).facing == state.facing);
        if !conforms && !alike {
            return Err(Refusal::new(
                Rule::SR_7_11,
                "all units in a hex face the same way",
            ));
        }
    }
    Ok(())
}

/// The movement of a unit is over: it conforms to the stack it joins (SR 7.11), takes its place in it (SR 8.23), and
/// uncovers the refused flanks it fills (SR 7.32).
pub(super) fn end_move(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    if !play.position.unit(unit).on_map() {
        return;
    }
    if play.setting.unit(unit).arm == Arm::Gunboat {
        let deeds = Deeds::MOVE_ENDED.with(Deeds::ACTED);
        play.position.unit_mut(unit).deeds.note(deeds);
        return;
    }
    let moved = progress.steps > 0;
    match arrival::stop(&play.at(), &progress, unit) {
        Ok(terms) => {
            if moved {
                let state = play.position.unit_mut(unit);
                state.spent += terms.cost;
                if state.facing != terms.facing {
                    state.facing = terms.facing;
                    play.tell(Event::Turned {
                        unit,
                        facing: terms.facing,
                        cost: terms.cost,
                        rule: Rule::SR_7_11,
                    });
                }
                let state = play.position.unit_mut(unit);
                if terms.refused.is_some() && state.refused != terms.refused {
                    state.refused = terms.refused;
                    let refused = terms.refused;
                    play.tell(Event::RefusalChanged {
                        unit,
                        refused,
                        cost: HalfMp::ONE,
                        rule: Rule::SR_7_32_cost,
                    });
                }
                let state = play.position.unit_mut(unit);
                if terms.no_combat {
                    state.deeds.note(Deeds::NO_COMBAT);
                }
                match terms.places.as_slice() {
                    [] => {}
                    [only] => put_in_stack(play, unit, *only),
                    _ => {
                        let from = progress.came_from.unwrap_or(progress.start);
                        play.push(StageStep::Stack { unit, from });
                    }
                }
            }
        }
        Err(_) if play.position.unit(unit).deeds.has(Deeds::WITHDREW) => {}
        Err(_) => go_back(play, unit, progress),
    }
    if may_stay(play.at(), &progress, unit).is_err() {
        go_back(play, unit, progress);
    }
    turn_stack_with(play, unit);
    play.position
        .unit_mut(unit)
        .deeds
        .note(Deeds::MOVE_ENDED.with(Deeds::ACTED));
    uncover(play, unit);
    super::leaders::all_dismount(play, unit);
}

/// Reading I28: where it can neither stop nor go on it goes back to the last hex where it may stop, gathered.
fn go_back(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let at = play.at();
    let from = at.position.unit(unit).hex;
    let grid = at.setting.grid();
    let mut around: Vec<HexId> = grid.hexes_in_range(progress.start, 8).collect();
    around.sort_by_key(|&hex| (grid.distance(progress.start, hex), hex));
    let refuge = [progress.came_from, Some(progress.start)]
        .into_iter()
        .flatten()
        .chain(around)
        .find(|&hex| is_refuge(at, unit, hex));
    let Some(hex) = refuge else { return };
    let before = *play.position.unit(unit);
    play.position
        .move_unit(play.setting, unit, hex, Extent::Single, StackPlace::Bottom);
    let (cost, spent) = (HalfMp::ZERO, before.spent);
    play.tell(Event::Moved {
        unit,
        from,
        to: hex,
        cost,
        spent,
        rule: Rule::SR_8_22,
    });
    if before.extent != Extent::Single {
        play.tell(Event::ExtentChanged {
            unit,
            hex,
            extent: Extent::Single,
            cost,
            rule: Rule::SR_8_22,
        });
    }
    let facing = play
        .position
        .stack(hex)
        .next()
        .map(|top| play.position.unit(top.unit).facing);
    if let Some(facing) = facing.filter(|&facing| facing != before.facing) {
        play.position.unit_mut(unit).facing = facing;
        play.tell(Event::Turned {
            unit,
            facing,
            cost,
            rule: Rule::SR_7_11,
        });
    }
}

/// Whether a unit sent back may stand in a hex: ground it could move on, no enemy near, a legal stack that it can face with.
fn is_refuge(at: At<'_>, unit: UnitId, hex: HexId) -> bool {
    let side = at.setting.unit(unit).side;
    let state = at.position.unit(unit);
    let alike = at
        .position
        .stack(hex)
        .filter(|part| part.unit != unit)
        .all(|part| at.position.unit(part.unit).facing.kind() == state.facing.kind());
    let reachable = hex == state.hex
        || at.setting.neighbours(hex).any(|near| {
            let class = longroll_movement::MoverClass::of(at.setting.unit(unit));
            let direction = at.setting.grid().direction_between(near, hex);
            class.zip(direction).is_some_and(|(class, direction)| {
                let gait = longroll_movement::Gait::of(class, state.orders);
                at.tables
                    .step(
                        near,
                        direction,
                        class,
                        gait,
                        longroll_movement::Way::OffRoute,
                    )
                    .is_some()
            })
        });
    alike
        && reachable
        && at.position.holder(hex) != Some(side.enemy())
        && !at.position.next_to_enemy(at.setting, hex, side)
        && stacking::may_join(at.setting, at.position, unit, hex).is_ok()
}

/// SR 7.11, 8.26: whoever stays in the hex of a unit that turned faces as it does; phasing units pay for it (SR 7.21).
fn turn_stack_with(play: &mut Play<'_>, unit: UnitId) {
    let state = *play.position.unit(unit);
    let at = play.at();
    let own = at.position.body_of(at.setting, unit);
    let others: SmallVec<[UnitId; 6]> = state
        .hexes()
        .flat_map(|hex| at.position.stack(hex))
        .map(|part| part.unit)
        .filter(|&other| other != unit && at.position.unit(other).facing != state.facing)
        .filter(|&other| at.position.unit(other).extent == Extent::Single)
        .filter(|&other| at.position.unit(other).facing.kind() == state.facing.kind())
        .collect();
    for other in others {
        let theirs = play.position.unit(other);
        let pays = play.position.body_of(play.setting, other) == own
            && !theirs.deeds.has(Deeds::MOVE_ENDED)
            && theirs
                .facing
                .turns_to(state.facing)
                .is_some_and(|steps| steps > 1);
        let able =
            longroll_movement::allowance::remaining(play.setting, play.position, other, Fired::No);
        let cost = if pays {
            HalfMp::ONE.min(able)
        } else {
            HalfMp::ZERO
        };
        let theirs = play.position.unit_mut(other);
        theirs.facing = state.facing;
        theirs.spent += cost;
        play.tell(Event::Turned {
            unit: other,
            facing: state.facing,
            cost,
            rule: Rule::SR_8_26,
        });
    }
}

fn put_in_stack(play: &mut Play<'_>, unit: UnitId, place: StackPlace) {
    let state = *play.position.unit(unit);
    play.position.place_in_stack(play.setting, unit, place);
    let order: Vec<UnitId> = play
        .position
        .stack(state.hex)
        .map(|part| part.unit)
        .collect();
    if order.len() > 1 {
        play.tell(Event::Restacked {
            hex: state.hex,
            order,
            rule: Rule::SR_8_23,
        });
    }
}

/// SR 7.32-friend: a friend in the refused front takes the marker off.
fn uncover(play: &mut Play<'_>, unit: UnitId) {
    let at = play.at();
    let side = at.setting.unit(unit).side;
    let own = at.position.body_of(at.setting, unit);
    let hexes: SmallVec<[HexId; 3]> = at.position.unit(unit).hexes().collect();
    for hex in hexes {
        let at = play.at();
        let found = refused_flank::uncovered_by(&at, side, hex, |other| {
            at.position.body_of(at.setting, other) == own
        });
        for (other, cost) in found {
            if other == unit {
                continue;
            }
            let state = play.position.unit_mut(other);
            state.refused = None;
            state.spent += cost;
            play.tell(Event::RefusalChanged {
                unit: other,
                refused: None,
                cost,
                rule: Rule::SR_7_32_friend,
            });
        }
    }
}

impl Procedure for StageStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        match self {
            Self::Stack { unit, from } if !stack_places(at, unit, from).is_empty() => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::SR_8_23,
                prompt: Prompt::StackPlace { unit },
            }),
            _ => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        if let Self::Stack { unit, from } = self {
            for place in stack_places(at, unit, from) {
                offers.add(Choice::StackAt { place }, Rule::SR_8_23);
            }
        }
    }

    fn refusal(self, _: At<'_>, choice: Choice) -> Option<Refusal> {
        match choice {
            Choice::StackAt { .. } => Some(Refusal::new(
                Rule::SR_8_23,
                "it may not be put there in the stack",
            )),
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        if let (Self::Stack { unit, .. }, Choice::StackAt { place }) = (self, choice) {
            put_in_stack(play, unit, place);
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Enter {
                unit,
                progress,
                direction,
                facing,
                along,
            } => {
                enter(
                    play,
                    unit,
                    progress,
                    StepOrder {
                        direction,
                        facing,
                        way: along.choice(),
                    },
                );
                Ok(())
            }
            Self::EnterLine {
                unit,
                progress,
                order,
            } => {
                enter_line(play, unit, progress, order.into());
                Ok(())
            }
            Self::StepBack {
                unit,
                progress,
                direction,
            } => {
                step_back(play, unit, progress, direction);
                Ok(())
            }
            Self::Check(check) => ground_checks::roll(play, check),
            Self::Settle {
                unit,
                progress,
                ends,
            } => {
                settle(play, unit, progress, ends);
                Ok(())
            }
            Self::Stack { .. } => Ok(()),
        }
    }
}

fn stack_places(at: At<'_>, unit: UnitId, from: HexId) -> SmallVec<[StackPlace; 3]> {
    let hex = at.position.unit(unit).hex;
    longroll_movement::Walker::of(&at, unit, longroll_movement::allowance::Fired::No)
        .map(|walker| arrival::places(&at, &walker, from, hex))
        .unwrap_or_default()
}

fn is_over(play: &Play<'_>, unit: UnitId) -> bool {
    let state = play.position.unit(unit);
    !state.on_map() || state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
}

fn settle(play: &mut Play<'_>, unit: UnitId, progress: Progress, ends: Option<Rule>) {
    if !play.position.unit(unit).on_map() {
        return;
    }
    if let Some(rule) = ends {
        play.tell(Event::Stopped { unit, rule });
        play.position.unit_mut(unit).deeds.note(Deeds::MOVE_ENDED);
    }
    if is_over(play, unit) {
        end_move(play, unit, progress);
    } else {
        play.push(MovingStep { unit, progress });
    }
}

fn displace_leaders(play: &mut Play<'_>, mover: UnitId) {
    let enemy = play.setting.unit(mover).side.enemy();
    super::leaders::displace_alone(play, enemy);
}

/// The stages after the unit stands in its new hex, in order.
fn after_step(
    play: &mut Play<'_>,
    unit: UnitId,
    next: Progress,
    checks: impl Iterator<Item = GroundCheck>,
    entered: &[HexId],
    ends: Option<Rule>,
) {
    let mut steps: Vec<Step> = checks.map(|check| StageStep::Check(check).into()).collect();
    for &hex in entered {
        steps.push(reacting::ReactStep::Faces { mover: unit, hex }.into());
    }
    steps.push(
        StageStep::Settle {
            unit,
            progress: next,
            ends,
        }
        .into(),
    );
    play.then(steps);
}

const fn end_rule(contact: Contact, minimum: MinimumMove, one_hex: bool) -> Option<Rule> {
    if !matches!(contact, Contact::None) {
        return Some(Rule::SR_9_53);
    }
    match minimum {
        MinimumMove::No if one_hex => Some(Rule::SR_10_44),
        MinimumMove::No => None,
        MinimumMove::AwayFromEnemy | MinimumMove::IntoContact => Some(Rule::SR_9_42),
        MinimumMove::Immobile => Some(Rule::BB_14_61),
    }
}

fn note_contact(play: &mut Play<'_>, unit: UnitId, contact: Contact, minimum: MinimumMove) {
    let deeds = &mut play.position.unit_mut(unit).deeds;
    if contact == Contact::MadeOverCrossing {
        deeds.note(Deeds::NO_ASSAULT);
    }
    if minimum == MinimumMove::IntoContact {
        deeds.note(Deeds::NO_COMBAT);
    }
}

fn enter(play: &mut Play<'_>, unit: UnitId, progress: Progress, order: StepOrder) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = step::step(&play.at(), &progress, unit, order) else {
        // Something on the way here has changed (a lost gun, a slower pace): the unit chooses anew.
        play.push(MovingStep { unit, progress });
        return;
    };
    let before = *play.position.unit(unit);
    let extent = terms.column.map_or(Extent::Single, |column| column.extent);
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.to).is_some();
    play.position
        .move_unit(play.setting, unit, terms.to, extent, StackPlace::Bottom);
    let spent = spend(play, unit, terms.total);
    let state = play.position.unit_mut(unit);
    state.facing = terms.facing;
    state.deeds.note(Deeds::MOVED);
    if terms.column.is_some_and(|column| column.forming) {
        state.deeds.note(Deeds::FORMED_COLUMN);
    }
    if before.facing != terms.facing {
        play.tell(Event::Turned {
            unit,
            facing: terms.facing,
            cost: terms.turn,
            rule: Rule::SR_7_21,
        });
    }
    play.tell(Event::Moved {
        unit,
        from: terms.from,
        to: terms.to,
        cost: terms.total,
        spent,
        rule: Rule::SR_9_13,
    });
    if extent != before.extent {
        play.tell(Event::ExtentChanged {
            unit,
            hex: terms.to,
            extent,
            cost: HalfMp::ZERO,
            rule: Rule::SR_8_5,
        });
    }
    drop_refusal(play, unit, Rule::SR_7_33);
    super::leaders::take_along(play, unit, terms.from, terms.to);
    displace_leaders(play, unit);
    note_contact(play, unit, terms.contact, terms.minimum);
    let next = terms.after(&progress);
    let ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    let checks = checks_of_step(&terms, &progress, unit, before.is_disordered(), guided);
    after_step(play, unit, next, checks.into_iter(), &[terms.to], ends);
}

/// The checks of a step in their order: friends passed, leaving Swamp in Good Order, hexside, hex.
fn checks_of_step(
    terms: &StepTerms,
    progress: &Progress,
    unit: UnitId,
    was_disordered: bool,
    guided: bool,
) -> SmallVec<[GroundCheck; 4]> {
    let mut checks = SmallVec::new();
    if let Some(drm) = terms.passing.and_then(|pass| pass.udd) {
        checks.push(GroundCheck::passed_through(
            unit,
            drm,
            progress.came_from.unwrap_or(progress.start),
        ));
    }
    for check in terms.checks.iter() {
        if check == Check::LeaveSwamp && (was_disordered || guided) {
            continue;
        }
        checks.push(GroundCheck::of_ground(unit, check));
    }
    checks
}

fn enter_line(play: &mut Play<'_>, unit: UnitId, progress: Progress, order: LineMove) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = extension::move_line(&play.at(), &progress, unit, order) else {
        play.push(MovingStep { unit, progress });
        return;
    };
    let from = play.position.unit(unit).hex;
    let was_disordered = play.position.unit(unit).is_disordered();
    // BB 9.44-swamp-extended: a line that comes into Swamp gathers there, Disordered.
    let (hex, extent) = match terms.bogged.first() {
        Some(&swamp) => (swamp, Extent::Single),
        None => (terms.hex, terms.extent),
    };
    play.position
        .move_unit(play.setting, unit, hex, extent, StackPlace::Bottom);
    let spent = spend(play, unit, terms.total);
    let state = play.position.unit_mut(unit);
    let turned = state.facing != terms.facing;
    state.facing = terms.facing;
    state.deeds.note(Deeds::MOVED);
    if turned {
        play.tell(Event::Turned {
            unit,
            facing: terms.facing,
            cost: HalfMp::ZERO,
            rule: Rule::SR_8_44,
        });
    }
    if order != LineMove::AboutFace {
        drop_refusal(play, unit, Rule::SR_7_33);
    }
    let rule = match order {
        LineMove::Forward(_) => Rule::SR_8_44_move,
        LineMove::Wheel(_) => Rule::SR_8_44_wheel,
        LineMove::AboutFace => Rule::SR_8_44_aboutface,
    };
    play.tell(Event::Moved {
        unit,
        from,
        to: hex,
        cost: terms.total,
        spent,
        rule,
    });
    play.tell(Event::ExtentChanged {
        unit,
        hex,
        extent,
        cost: HalfMp::ZERO,
        rule,
    });
    super::leaders::take_along(play, unit, from, hex);
    displace_leaders(play, unit);
    note_contact(play, unit, terms.contact, terms.minimum);
    let mut next = progress;
    next.entered_facing = terms.facing;
    next.turn_paid = HalfMp::ZERO;
    if order != LineMove::AboutFace {
        next.steps = next.steps.saturating_add(1);
        next.came_from = None;
    }
    let mut ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    if !terms.bogged.is_empty() {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
    }
    let checks: SmallVec<[GroundCheck; 4]> = terms
        .checks
        .iter()
        .filter(|&check| !(check == Check::LeaveSwamp && was_disordered))
        .map(|check| GroundCheck::of_ground(unit, check))
        .collect();
    let entered: SmallVec<[HexId; 4]> = terms.entered;
    after_step(play, unit, next, checks.into_iter(), &entered, ends);
}

fn step_back(play: &mut Play<'_>, unit: UnitId, progress: Progress, direction: Direction) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = withdrawal::withdraw(&play.at(), &progress, unit, direction) else {
        play.push(MovingStep { unit, progress });
        return;
    };
    let from = play.position.unit(unit).hex;
    let was_extended = play.position.unit(unit).extent != Extent::Single;
    play.position.move_unit(
        play.setting,
        unit,
        terms.to,
        terms.extent,
        StackPlace::Bottom,
    );
    let state = play.position.unit_mut(unit);
    state
        .deeds
        .note(Deeds::ACTED.with(Deeds::MOVED).with(Deeds::WITHDREW));
    let spent = state.spent;
    play.tell(Event::Moved {
        unit,
        from,
        to: terms.to,
        cost: HalfMp::ZERO,
        spent,
        rule: Rule::SR_9_54,
    });
    if was_extended {
        let (hex, extent, cost) = (terms.to, terms.extent, HalfMp::ZERO);
        play.tell(Event::ExtentChanged {
            unit,
            hex,
            extent,
            cost,
            rule: Rule::SR_9_54,
        });
    }
    drop_refusal(play, unit, Rule::SR_7_33);
    displace_leaders(play, unit);
    let mut next = progress;
    next.steps = next.steps.saturating_add(1);
    next.came_from = Some(from);
    next.came_by = terms.way;
    let ends = if terms.contact != Contact::None {
        Some(Rule::SR_9_53)
    } else if next.steps >= 2 {
        Some(Rule::SR_9_54)
    } else {
        None
    };
    let back = (progress.steps > 0).then_some(from);
    let mut checks: SmallVec<[GroundCheck; 4]> = SmallVec::new();
    if terms.leave_swamp {
        checks.push(GroundCheck::of_ground(unit, Check::LeaveSwamp));
    }
    if terms.automatic {
        checks.push(GroundCheck::of_ground(unit, Check::HexAutomatic));
    } else if let Some(drm) = terms.udd {
        checks.push(GroundCheck::withdrawing(unit, drm, back));
    }
    after_step(play, unit, next, checks.into_iter(), &[terms.to], ends);
}
