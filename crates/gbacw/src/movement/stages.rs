//! What happens between two choices of a unit under way: the stages of one step in their order, and the end of a move.
//!
//! The order is that of section 8 of our readings of SR 9: turn in the hex, leaving Swamp while Disordered, Reaction
//! movement, the step itself, the check for friends passed through, the checks of the ground (hexside before hex), Reaction
//! Facing and Refusal, and the stop next to an enemy.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::adjacency::Contact;
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::TurnTerms;
use longroll_movement::passing::LinePassage;
use longroll_movement::step::{self, StepOrder, StepTerms, WayChoice};
use longroll_movement::{Check, MinimumMove, Progress, arrival, withdrawal};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::ending::{end_move, put_in_stack};
use super::ground_checks::{self, GroundCheck};
use super::joint;
use super::moving::MovingStep;
use super::reacting;
use super::shaping::drop_refusal;
use super::together;
use crate::battle::At;
use crate::choice::Choice;
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
    /// SR 9.43: over the ground although a route leads there.
    Ground,
}

impl Along {
    const fn choice(self) -> WayChoice {
        match self {
            Self::Best => WayChoice::Best,
            Self::Route => WayChoice::Route,
            Self::Ground => WayChoice::OffRoute,
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
        /// BB 9.44-swamp-extended: the Swamp hex its owner chose to gather in.
        gathers: Option<HexId>,
    },
    /// BB 9.44-swamp-extended: in which of several Swamp hexes does the line gather?
    Gather {
        /// Which.
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// How it moves.
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
    let faced = at.position.unit(unit).facing;
    let guided = step::swamp_guide(&at, &progress, unit, hex).is_some();
    let mut progress = progress;
    if terms.turn_check {
        // BB 9.44-swamp-facing: it turns, then checks; a unit that fails has turned all the same unless it was Disordered.
        spend(play, unit, terms.turn);
        play.position.unit_mut(unit).facing = facing;
        progress.turn_paid += terms.turn;
        let (cost, rule) = (terms.turn, turning_rule(play.at(), unit));
        play.tell(Event::Turned {
            unit,
            facing,
            cost,
            rule,
        });
    }
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
        play.push(StageStep::Check(GroundCheck::turning_in_swamp(unit, faced)));
    }
    play.position.unit_mut(unit).deeds.note(Deeds::ACTED);
}

/// SR 7.21, 7.22: the rule by which a unit pays for turning where it stands.
fn turning_rule(at: At<'_>, unit: UnitId) -> Rule {
    let state = at.position.unit(unit);
    let woods = longroll_movement::facing::is_woods_for_turning(&at, state.hex);
    if woods && state.orders == Orders::Attack {
        Rule::SR_7_22
    } else {
        Rule::SR_7_21
    }
}

/// BB 9.44-swamp-leader: whoever sees this unit out of Swamp has used his help for this Activation.
fn note_guide(play: &mut Play<'_>, progress: &Progress, unit: UnitId, to: HexId) {
    if let Some(leader) = step::swamp_guide(&play.at(), progress, unit, to) {
        let hex = play.position.unit(unit).hex;
        play.position.leader_mut(leader).guided = Some(hex);
        play.tell(Event::SeenOut { leader, unit });
    }
}

/// BB 9.44-swamp-leave: a Disordered unit that withdraws out of Swamp checks before it leaves.
pub(super) fn check_leaving_back(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: &Progress,
    direction: Direction,
) {
    let at = play.at();
    let leaves = at.position.unit(unit).is_disordered()
        && withdrawal::withdraw(&at, progress, unit, direction).is_ok_and(|terms| {
            terms.leave_swamp && step::swamp_guide(&at, progress, unit, terms.to).is_none()
        });
    if leaves {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
}

/// A line is about to move as a whole.
pub(super) fn depart_line(play: &mut Play<'_>, unit: UnitId, progress: Progress, order: LineMove) {
    let at = play.at();
    let Ok(terms) = extension::move_line(&at, &progress, unit, order) else {
        return;
    };
    let leaves = terms.checks.has(Check::LeaveSwamp)
        && at.position.unit(unit).is_disordered()
        && step::swamp_guide(&at, &progress, unit, terms.hex).is_none();
    play.push(StageStep::EnterLine {
        unit,
        progress,
        order: order.into(),
        gathers: None,
    });
    for hex in terms.entered.into_iter().rev() {
        reacting::ask_all(play, unit, hex);
    }
    if leaves {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
    play.position.unit_mut(unit).deeds.note(Deeds::ACTED);
}

pub(super) fn spend(play: &mut Play<'_>, unit: UnitId, cost: HalfMp) -> HalfMp {
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
    let faced = play.position.unit(unit).facing;
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
    // SR 7.22: the stack is inverted when it is known who stays.
    next.about = terms.inverts;
    play.push(StageStep::Settle {
        unit,
        progress: next,
        ends: None,
    });
    if terms.swamp_check {
        play.push(StageStep::Check(GroundCheck::turning_in_swamp(unit, faced)));
    }
}

impl Procedure for StageStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        match self {
            Self::Gather { unit, .. } => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::BB_9_44_swamp_extended,
                prompt: Prompt::Gather { unit },
            }),
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
        if let Self::Gather {
            unit,
            progress,
            order,
        } = self
        {
            let keeping = None;
            for hex in swamps(at, unit, &progress, order) {
                let choice = Choice::Retract { unit, hex, keeping };
                offers.add(choice, Rule::BB_9_44_swamp_extended);
            }
        }
    }

    fn refusal(self, _: At<'_>, choice: Choice) -> Option<Refusal> {
        match choice {
            Choice::StackAt { .. } => Some(Refusal::new(
                Rule::SR_8_23,
                "it may not be put there in the stack",
            )),
            Choice::Retract { .. } => Some(Refusal::new(
                Rule::BB_9_44_swamp_extended,
                "it gathers in one of the Swamp hexes it entered",
            )),
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        if let (Self::Stack { unit, .. }, Choice::StackAt { place }) = (self, choice) {
            put_in_stack(play, unit, place);
        }
        if let (
            Self::Gather {
                unit,
                progress,
                order,
            },
            Choice::Retract { hex, .. },
        ) = (self, choice)
        {
            play.push(Self::EnterLine {
                unit,
                progress,
                order,
                gathers: Some(hex),
            });
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
                gathers,
            } => {
                enter_line(play, unit, progress, order, gathers);
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
            Self::Stack { .. } | Self::Gather { .. } => Ok(()),
        }
    }
}

fn stack_places(at: At<'_>, unit: UnitId, from: HexId) -> SmallVec<[StackPlace; 3]> {
    let hex = at.position.unit(unit).hex;
    longroll_movement::Walker::of(&at, unit, longroll_movement::allowance::Fired::No)
        .map(|walker| arrival::places(&at, &walker, from, hex))
        .unwrap_or_default()
}

/// BB 9.44-swamp-extended: the Swamp hexes a line comes into with this movement.
fn swamps(at: At<'_>, unit: UnitId, progress: &Progress, order: LineOrder) -> SmallVec<[HexId; 3]> {
    extension::move_line(&at, progress, unit, order.into())
        .map(|terms| terms.bogged)
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
    super::leaders::displace_exposed(play);
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

pub(super) fn note_contact(
    play: &mut Play<'_>,
    unit: UnitId,
    contact: Contact,
    minimum: MinimumMove,
) {
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
    let group = together::mates(play.at(), unit);
    let (terms, theirs) = match step::step(&play.at(), &progress, unit, order) {
        Ok(terms) if group.is_empty() => (terms, SmallVec::new()),
        Ok(terms) => match together::may_step_together(play.at(), &progress, unit, order) {
            Ok(mut all) => (terms, all.drain(1..).collect()),
            Err(_) => {
                play.push(MovingStep { unit, progress });
                return;
            }
        },
        Err(_) => {
            // Something on the way here has changed (a lost gun, a slower pace): the unit chooses anew.
            play.push(MovingStep { unit, progress });
            return;
        }
    };
    let theirs: SmallVec<[(UnitId, StepTerms); 4]> = theirs;
    let before = *play.position.unit(unit);
    // BB 9.44-swamp-extended: a column that comes into Swamp off the route gathers there, Disordered.
    let bogged = matches!(before.extent, Extent::Column { .. })
        && terms.way == longroll_movement::Way::OffRoute
        && step::is_swamp(&play.at(), terms.to);
    let extent = match terms.column {
        Some(column) if !bogged => column.extent,
        _ => Extent::Single,
    };
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.to).is_some();
    if guided && terms.checks.has(Check::LeaveSwamp) {
        note_guide(play, &progress, unit, terms.to);
    }
    let turned_by = if terms.way == longroll_movement::Way::Route {
        Rule::SR_9_45
    } else {
        turning_rule(play.at(), unit)
    };
    play.position
        .move_unit(play.setting, unit, terms.to, extent, StackPlace::Bottom);
    let spent = spend(play, unit, terms.total);
    let state = play.position.unit_mut(unit);
    state.facing = terms.facing;
    state.deeds = state.deeds.with(Deeds::MOVED).without(Deeds::MUST_LEAVE);
    if terms.column.is_some_and(|column| column.forming) && !bogged {
        state.deeds.note(Deeds::FORMED_COLUMN);
    }
    if before.facing != terms.facing {
        play.tell(Event::Turned {
            unit,
            facing: terms.facing,
            cost: terms.turn,
            rule: turned_by,
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
            rule: if bogged {
                Rule::BB_9_44_swamp_extended
            } else {
                Rule::SR_8_5
            },
        });
    }
    drop_refusal(play, unit, Rule::SR_7_33);
    super::leaders::take_along(play, unit, terms.from, terms.to);
    super::leaders::displace_exposed(play);
    note_contact(play, unit, terms.contact, terms.minimum);
    let next = terms.after(&progress);
    let mut ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    let mut checks = checks_of_step(&terms, &progress, unit, before.is_disordered(), guided);
    if bogged {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
        checks.clear();
    }
    checks.extend(together::follow(play, &progress, &theirs));
    after_step(play, unit, next, checks.into_iter(), &[terms.to], ends);
}

/// The checks of a step in their order: friends passed, leaving Swamp in Good Order, hexside, hex.
pub(super) fn checks_of_step(
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
        checks.push(match (check, terms.way) {
            (Check::GunAtRisk, longroll_movement::Way::OffRoute) => GroundCheck::ravine(unit),
            _ => GroundCheck::of_ground(unit, check),
        });
    }
    checks
}

fn enter_line(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    going: LineOrder,
    gathers: Option<HexId>,
) {
    let order = LineMove::from(going);
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = extension::move_line(&play.at(), &progress, unit, order) else {
        play.push(MovingStep { unit, progress });
        return;
    };
    if gathers.is_none() && terms.bogged.len() > 1 {
        play.push(StageStep::Gather {
            unit,
            progress,
            order: going,
        });
        return;
    }
    let from = play.position.unit(unit).hex;
    let was_disordered = play.position.unit(unit).is_disordered();
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.hex).is_some();
    if guided && terms.checks.has(Check::LeaveSwamp) {
        note_guide(play, &progress, unit, terms.hex);
    }
    let (was_extended_as, was_facing) = (
        play.position.unit(unit).extent,
        play.position.unit(unit).facing,
    );
    let stacks = joint::stacks_of(play.position, unit);
    // BB 9.44-swamp-extended: a line that comes into Swamp gathers there, Disordered.
    let swamp = gathers.or(terms.bogged.first().copied());
    let (hex, extent) = match swamp {
        Some(swamp) => (swamp, Extent::Single),
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
    joint::keep_order(play, unit, &stacks);
    super::leaders::take_along(play, unit, from, hex);
    super::leaders::displace_exposed(play);
    note_contact(play, unit, terms.contact, terms.minimum);
    let mut next = progress;
    next.entered_facing = terms.facing;
    next.turn_paid = HalfMp::ZERO;
    next.pinned |= terms.pins;
    next.about = order == LineMove::AboutFace;
    next.line_passage = terms.among;
    next.note_line_entered(&terms.entered, play.position.unit(unit));
    if order != LineMove::AboutFace {
        next.steps = next.steps.saturating_add(1);
        next.came_from = None;
    }
    let mut ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    if !terms.bogged.is_empty() {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
    }
    let back = progress.line_passage.unwrap_or(LinePassage {
        udd: None,
        hex: from,
        extent: was_extended_as,
        facing: was_facing,
    });
    let passed = terms.passing.and_then(|pass| pass.udd);
    let ground = terms
        .checks
        .iter()
        .filter(|&check| !(check == Check::LeaveSwamp && (was_disordered || guided)))
        .map(|check| GroundCheck::of_ground(unit, check));
    let checks: SmallVec<[GroundCheck; 4]> = passed
        .map(|drm| GroundCheck::line_passed_through(unit, drm, back))
        .into_iter()
        .chain(ground)
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
    let was_disordered = play.position.unit(unit).is_disordered();
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.to).is_some();
    if guided && terms.leave_swamp {
        note_guide(play, &progress, unit, terms.to);
    }
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
    super::leaders::take_along(play, unit, from, terms.to);
    super::leaders::displace_exposed(play);
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
    if terms.leave_swamp && !was_disordered && !guided {
        checks.push(GroundCheck::of_ground(unit, Check::LeaveSwamp));
    }
    if terms.automatic {
        checks.push(GroundCheck::of_ground(unit, Check::HexAutomatic));
    } else if let Some(drm) = terms.udd {
        checks.push(GroundCheck::withdrawing(unit, drm, back));
    }
    after_step(play, unit, next, checks.into_iter(), &[terms.to], ends);
}
