//! What a unit does in its hex besides turning: it refuses a flank, spreads, gathers, changes its place in the stack.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_movement::step::is_swamp;
use longroll_movement::{Check, Checks, Progress, extension, refused_flank};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::ground_checks::GroundCheck;
use super::moving::MovingStep;
use super::prospect::Reshape;
use super::refusals::{drop_refusal, leave_refused};
use super::stack_order;
use super::stages::{after_step, spend};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// SR 7.32: the unit refuses, and its stack with it (SR 8.26); each pays.
pub(super) fn refuse(play: &mut Play<'_>, unit: UnitId, progress: Progress, hand: Hand) {
    let at = play.at();
    let own = at.position.body_of(at.setting, unit);
    let (_, hex, _) = refused_flank::refused_end(&at, at.position.unit(unit), hand);
    let stack: SmallVec<[UnitId; 6]> = at.position.stack(hex).map(|part| part.unit).collect();
    for other in stack {
        if play.position.unit(other).refused.is_some() {
            continue;
        }
        let cost = if other == unit || play.position.body_of(play.setting, other) == own {
            HalfMp::ONE
        } else {
            HalfMp::ZERO
        };
        if other == unit {
            spend(play, unit, cost);
        } else {
            play.pays(other, cost);
        }
        play.happens(Event::RefusalChanged {
            unit: other,
            refused: Some(hand),
            cost,
            rule: Rule::SR_7_32,
        });
    }
    play.did(unit, Deeds::REFUSED);
    play.push(MovingStep { unit, progress });
}

/// SR 7.32-stack, reading I105: the unit refuses alone, over those who are bound to leave from now on.
pub(super) fn refuse_alone(play: &mut Play<'_>, unit: UnitId, progress: Progress, hand: Hand) {
    spend(play, unit, HalfMp::ONE);
    let hex = play.position.unit(unit).hex;
    let others: SmallVec<[UnitId; 6]> = play
        .position
        .stack(hex)
        .map(|part| part.unit)
        .filter(|&other| other != unit)
        .collect();
    for other in others {
        play.did(other, Deeds::MUST_LEAVE);
    }
    play.did(unit, Deeds::REFUSED);
    play.happens(Event::RefusalChanged {
        unit,
        refused: Some(hand),
        cost: HalfMp::ONE,
        rule: Rule::SR_7_32_stack,
    });
    play.push(MovingStep { unit, progress });
}

/// BB 30.0: a unit is set up in this formation.
pub(crate) fn form_at_start(
    play: &mut Play<'_>,
    unit: UnitId,
    hex: HexId,
    extent: Extent,
    facing: Facing,
    rule: Rule,
) {
    let stacks = stack_order::stacks_of(&play.position, unit);
    let cost = HalfMp::ZERO;
    if facing != play.position.unit(unit).facing {
        play.happens(Event::Turned {
            unit,
            facing,
            cost,
            rule,
        });
    }
    play.happens(Event::ExtentChanged {
        unit,
        hex,
        extent,
        cost,
        rule,
    });
    stack_order::keep_order(play, unit, &stacks);
}

/// BB 30.0: a unit is set up with this flank refused, and its stack with it (SR 8.26).
pub(crate) fn refuse_at_start(play: &mut Play<'_>, unit: UnitId, hand: Hand, rule: Rule) {
    let at = play.at();
    let (_, hex, _) = refused_flank::refused_end(&at, at.position.unit(unit), hand);
    let stack: SmallVec<[UnitId; 6]> = at.position.stack(hex).map(|part| part.unit).collect();
    for other in stack {
        play.happens(Event::RefusalChanged {
            unit: other,
            refused: Some(hand),
            cost: HalfMp::ZERO,
            rule,
        });
    }
}

/// SR 7.33: the unit stops being refused; what it has refused in this Activation is over for the others too (SR 8.26).
pub(super) fn unrefuse(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let before = *play.position.unit(unit);
    spend(play, unit, HalfMp::ONE);
    leave_refused(play, unit, &before);
    play.happens(Event::RefusalChanged {
        unit,
        refused: None,
        cost: HalfMp::ONE,
        rule: Rule::SR_7_33,
    });
    let mut progress = progress;
    if progress.steps == 0 {
        progress.unrefused += HalfMp::ONE;
    }
    play.push(MovingStep { unit, progress });
}

/// BB 9.44-swamp-leave: whether a part of the unit is drawn out of Swamp with this shape.
pub(super) fn draws_out_of_swamp(at: At<'_>, unit: UnitId, shape: &Reshape) -> bool {
    let state = at.position.unit(unit);
    let shrinks = shape.extent.count() < state.extent.count();
    if matches!(state.extent, Extent::Column { .. }) {
        return shrinks && extension::gathering_checks(&at, unit, shape.hex).has(Check::LeaveSwamp);
    }
    let kept = |hex: HexId| hex == shape.hex || shape.extent.hexes().any(|own| own == hex);
    let drawn = |part: HexId| !kept(part) && is_swamp(&at, part);
    shrinks && state.hexes().any(drawn) && !is_swamp(&at, shape.hex)
}

/// SR 8.42, 8.52: the unit spreads, gathers, or changes between line and column.
pub(super) fn reshape(play: &mut Play<'_>, unit: UnitId, progress: Progress, shape: Reshape) {
    let before = *play.position.unit(unit);
    let change = Change {
        unit,
        before,
        progress,
        shape,
    };
    let leaves_swamp = draws_out_of_swamp(play.at(), unit, &shape);
    let began_adjacent =
        progress.steps == 0 && before.hexes().any(|hex| change.next_to_enemy(play, hex));
    let risks = if change.gathers() {
        extension::gathering_checks(&play.at(), unit, shape.hex)
    } else {
        Checks::default()
    };
    change.take(play);
    let after = *play.position.unit(unit);
    let mut next = change.remembered(&after, began_adjacent);
    let entered: SmallVec<[HexId; 3]> = after
        .hexes()
        .filter(|hex| before.hexes().all(|own| own != *hex))
        .collect();
    next.note_line_entered(&entered, &after);
    let contact = change.draws_into_contact(play, &after);
    let column_contact = change.gathers() && change.next_to_enemy(play, shape.hex);
    // SR 8.53: under Attack orders with the restrictions of 9.42, exception 2.
    if column_contact && before.orders_now() == Orders::Attack {
        play.did(unit, Deeds::NO_COMBAT);
    }
    let mut ends = (contact || column_contact).then_some(Rule::SR_9_53);
    let mut checks: SmallVec<[GroundCheck; 4]> = SmallVec::new();
    if change.gathers() && is_swamp(&play.at(), shape.hex) {
        // BB 9.44-swamp-extended: parts of it come into Swamp off the route.
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
    } else {
        checks = change.ground_checks(&risks, leaves_swamp);
    }
    // BB 9.44-swamp-facing: whoever forms line has turned.
    if after.facing != before.facing && is_swamp(&play.at(), shape.hex) {
        checks.push(GroundCheck::conforming_in_swamp(unit));
    }
    // SR 10.44, reading I65: whoever was hurt on giving up a hex goes no farther.
    if change.gives_up() && progress.one_hex {
        ends = ends.or(Some(Rule::SR_10_44));
    }
    after_step(play, unit, next, checks.into_iter(), &entered, ends);
}

/// A change of shape, with the unit as it was before.
struct Change {
    unit: UnitId,
    before: UnitState,
    progress: Progress,
    shape: Reshape,
}

impl Change {
    const fn is_of_column(&self) -> bool {
        matches!(self.before.extent, Extent::Column { .. })
    }

    /// SR 8.53: whether a column draws together.
    fn gathers(&self) -> bool {
        self.is_of_column() && self.shape.extent == Extent::Single
    }

    /// Whether it stands in fewer hexes afterwards.
    fn gives_up(&self) -> bool {
        self.shape.extent.count() < self.before.extent.count()
    }

    fn next_to_enemy(&self, play: &Play<'_>, hex: HexId) -> bool {
        let side = play.setting.unit(self.unit).side;
        play.position.next_to_enemy(play.setting, hex, side)
    }

    /// SR 9.53, 8.52-retract: a part that gathers from elsewhere in a hex next to the enemy has moved next to him; there it
    /// neither turns nor forms line.
    fn draws_into_contact(&self, play: &Play<'_>, after: &UnitState) -> bool {
        self.gives_up()
            && self.next_to_enemy(play, self.shape.hex)
            && self
                .before
                .hexes()
                .any(|part| after.hexes().all(|own| own != part) && !self.next_to_enemy(play, part))
    }

    /// What its movement remembers of it.
    fn remembered(&self, after: &UnitState, began_adjacent: bool) -> Progress {
        let Reshape {
            hex, facing, cost, ..
        } = self.shape;
        let mut next = self.progress;
        match facing {
            // Reading I10: forming up by turning is part of the net turn of the hex.
            Some(facing) => {
                next.turn_paid += cost;
                let turned = self.progress.entered_facing.turns_to(facing).unwrap_or(0);
                next.pinned |= began_adjacent && turned > 1;
            }
            None if self.before.hex != hex => {
                next.entered_facing = after.facing;
                next.turn_paid = HalfMp::ZERO;
                if self.progress.came_from.is_some() {
                    next.draws_to(self.before.hex, cost);
                }
            }
            None => {}
        }
        next
    }

    /// What the ground asks of it.
    fn ground_checks(&self, risks: &Checks, leaves_swamp: bool) -> SmallVec<[GroundCheck; 4]> {
        let disordered = self.before.is_disordered();
        let ground = |check| GroundCheck::of_ground(self.unit, check);
        // A Disordered unit has rolled before it left Swamp.
        let rolled = |check: Check| check == Check::LeaveSwamp && disordered;
        let mut checks: SmallVec<[GroundCheck; 4]> = SmallVec::new();
        checks.extend(risks.iter().filter(|&check| !rolled(check)).map(ground));
        if leaves_swamp && !self.is_of_column() && !disordered {
            checks.push(ground(Check::LeaveSwamp));
        }
        checks
    }

    /// It pays, turns and stands in its new hexes, with its leaders, its flanks and the guns it finds there.
    fn take(&self, play: &mut Play<'_>) {
        let (unit, before) = (self.unit, &self.before);
        let Reshape {
            hex,
            extent,
            facing,
            cost,
            rule,
        } = self.shape;
        let stacks = stack_order::stacks_of(&play.position, unit);
        spend(play, unit, cost);
        if let Some(facing) = facing.filter(|&facing| facing != play.position.unit(unit).facing) {
            play.happens(Event::Turned {
                unit,
                facing,
                cost: HalfMp::ZERO,
                rule,
            });
        }
        // SR 8.53, 10.52: a column that forms line for nothing has only turned.
        let spends = cost > HalfMp::ZERO || facing.is_none();
        play.did(unit, if spends { Deeds::MOVED } else { Deeds::TURNED });
        play.happens(Event::ExtentChanged {
            unit,
            hex,
            extent,
            cost,
            rule,
        });
        stack_order::keep_order(play, unit, &stacks);
        if self.gives_up() {
            super::leaders::gather_with(play, unit, before);
        }
        if let Extent::Column { .. } = extent {
            drop_refusal(play, unit, Rule::SR_7_33);
        }
        // SR 12.81: an extension is laid by moving.
        if !before.is_disordered() {
            crate::results::crew_guns(play, unit);
        }
    }
}

/// SR 8.53, reading I49: a column under Attack orders that can neither retract nor form line gathers anyway, Disordered and
/// finished.
pub(super) fn gather_in_disorder(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    play.happens(Event::ExtentChanged {
        unit,
        hex,
        extent: Extent::Single,
        cost: HalfMp::ZERO,
        rule: Rule::SR_8_53,
    });
    crate::results::disorder(play, unit, Rule::SR_8_53);
    let deeds = Deeds::ACTED.with(Deeds::MOVE_ENDED).with(Deeds::FINISHED);
    play.did(unit, deeds);
    play.happens(Event::Stopped {
        unit,
        rule: Rule::SR_8_53,
    });
}

/// SR 9.54-extended, reading I66: a line that cannot withdraw as one draws together, Disordered.
pub(super) fn break_line(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    let stacks = stack_order::stacks_of(&play.position, unit);
    let (extent, cost, rule) = (Extent::Single, HalfMp::ZERO, Rule::SR_9_54_extended);
    play.happens(Event::ExtentChanged {
        unit,
        hex,
        extent,
        cost,
        rule,
    });
    stack_order::keep_order(play, unit, &stacks);
    crate::results::disorder(play, unit, rule);
}

/// SR 8.24: the unit changes its place in the stack instead of moving.
pub(super) fn reorder(play: &mut Play<'_>, unit: UnitId, place: StackPlace, hex: HexId) {
    let deeds = Deeds::ACTED.with(Deeds::REORDERED).with(Deeds::MOVE_ENDED);
    play.did(unit, deeds);
    let order = play.position.order_with(hex, unit, place);
    play.happens(Event::Restacked {
        hex,
        order,
        rule: Rule::SR_8_24,
    });
}
