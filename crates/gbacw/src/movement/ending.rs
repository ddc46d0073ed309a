//! The end of a move: its place in the stack, what it means for its neighbours, and where a unit goes back to that may not stay.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::withdrawal::udd_of_crowded;
use longroll_movement::{Progress, arrival, fire_front, stacking};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, TurnedAlong, UnitNote};
use longroll_rule::Rule;

use super::conforming::{face_free, uncover};
use super::destination::{Cause, Destination};
use super::ground_checks::GroundCheck;
use super::relocation::relocate;
use super::stages::StageStep;
use super::staying::{may_stay, means_to_turn, price_of_turn, turning_along};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// The movement of a unit is over: it conforms to the stack it joins (SR 7.11), takes its place in it (SR 8.23), and
/// uncovers the refused flanks it fills (SR 7.32).
pub(super) fn end_move(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    if !play.position.unit(unit).on_map() {
        return;
    }
    if play.setting.unit(unit).arm == Arm::Gunboat {
        let deeds = Deeds::MOVE_ENDED.with(Deeds::ACTED);
        play.did(unit, deeds);
        return;
    }
    if play.position.unit(unit).deeds.has(Deeds::TOGETHER) {
        super::group_moves::end(play, unit, progress);
        return;
    }
    if play.position.unit(unit).deeds.has(Deeds::DRIVEN_BACK) {
        end_driven(play, unit, progress);
        return;
    }
    let moved = progress.steps > 0;
    let withdrew = play.position.unit(unit).deeds.has(Deeds::WITHDREW);
    if let Some(drm) = udd_of_crowded(&play.at(), &progress, unit).filter(|_| withdrew) {
        play.push(StageStep::Check(GroundCheck::withdrawing(unit, drm, None)));
    }
    match arrival::settle(&play.at(), &progress, unit) {
        Ok(terms) => {
            // SR 8.42: a part of a line that was laid has joined whoever stands there.
            if moved || progress.line_entered.iter().any(Option::is_some) {
                conform(play, unit, &progress, &terms);
            }
        }
        Err(_) if withdrew => {
            let from = progress.came_from.unwrap_or(progress.start);
            let places = super::stages::stack_places(play.at(), unit, 0, from);
            takes_its_place(play, unit, &progress, &places);
        }
        Err(_) => go_back(play, unit, progress),
    }
    if may_stay(play.at(), &progress, unit).is_err() {
        go_back(play, unit, progress);
    }
    turn_stack_with(play, unit, progress.about || progress.steps > 0);
    conform_to_extended(play, unit);
    play.did(unit, Deeds::MOVE_ENDED.with(Deeds::ACTED));
    super::joint::unrefuse_stack(play, unit, &progress);
    super::joint::settle_order(play, unit, &progress);
    super::joint::drop_covered(play, unit);
    uncover(play, unit);
    super::leaders::all_dismount(play, unit);
    crate::orders::join_brigade(play, unit);
    if moved && play.setting.unit(unit).arm == Arm::Artillery {
        super::proximity::ask(play, unit, progress.start);
    }
}

/// SR 7.11, 7.32: a unit faces and refuses as the stack it joins, pays for it, and takes its place.
fn conform(play: &mut Play<'_>, unit: UnitId, progress: &Progress, terms: &arrival::StopTerms) {
    let withdrew = play.position.unit(unit).deeds.has(Deeds::WITHDREW);
    // Whoever was sent back, or has nothing left, conforms free of charge; the event tells what was paid.
    let able = if withdrew {
        // Reading I63: a withdrawal spends no MP.
        HalfMp::ZERO
    } else {
        pay_ground(play, unit, terms.full_last_hex);
        remaining(play.setting, &play.position, unit, Fired::No)
    };
    play.pays(unit, terms.cost.less(terms.full_last_hex).min(able));
    let cost = terms.turning.min(able);
    if play.position.unit(unit).facing != terms.facing {
        play.happens(Event::Turned {
            unit,
            facing: terms.facing,
            cost,
            rule: Rule::SR_7_11,
        });
        check_swamp(play, GroundCheck::conforming_in_swamp(unit));
    }
    let state = play.position.unit(unit);
    if terms.refused.is_some() && state.refused != terms.refused {
        let refused = terms.refused;
        let cost = HalfMp::ONE.min(able);
        play.happens(Event::RefusalChanged {
            unit,
            refused,
            cost,
            rule: Rule::SR_7_32_cost,
        });
    }
    if terms.no_combat {
        play.did(unit, Deeds::NO_COMBAT);
    }
    let hex = play.position.unit(unit).hex;
    if fire_front::may_fire_after_joining(&play.at(), unit, hex).is_err() {
        play.did(unit, Deeds::NO_FIRE);
    }
    takes_its_place(play, unit, progress, &terms.places);
}

/// SR 8.23, 12.43, 12.47: the movement of a unit that was driven back on its way is over. It stands in its stack as its
/// retreat has put it there, with no choice of its owner's.
fn end_driven(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    play.did(unit, Deeds::MOVE_ENDED.with(Deeds::ACTED));
    uncover(play, unit);
    super::leaders::all_dismount(play, unit);
    crate::orders::join_brigade(play, unit);
    if progress.steps > 0 && play.setting.unit(unit).arm == Arm::Artillery {
        super::proximity::ask(play, unit, progress.start);
    }
}

/// SR 8.23: a unit that has joined friends takes the one place it can have, or its owner is asked.
fn takes_its_place(play: &mut Play<'_>, unit: UnitId, progress: &Progress, places: &[StackPlace]) {
    match places {
        [] => {}
        [only] => super::mates::take_place(play, *only, &[unit]),
        _ => {
            let from = progress.came_from.unwrap_or(progress.start);
            play.push(StageStep::Stack {
                unit,
                from,
                mates: 0,
            });
        }
    }
}

/// SR 9.43, 8.13: the ground of the last hex is paid by whoever may not stop there at the price of the route.
pub(super) fn pay_ground(play: &mut Play<'_>, unit: UnitId, price: HalfMp) {
    let able = remaining(play.setting, &play.position, unit, Fired::No);
    // SR 9.42: the one hex that is always allowed may cost more.
    let over = play.position.unit(unit).deeds.has(Deeds::MOVE_ENDED);
    let cost = if over { price.min(able) } else { price };
    if cost > HalfMp::ZERO {
        let spent = play.position.unit(unit).spent + cost;
        let rule = Rule::SR_9_43;
        play.happens(Event::Paid {
            unit,
            cost,
            spent,
            rule,
        });
    }
}

/// Whoever may not stay where its group ends goes back.
pub(super) fn go_back_if_driven(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let stuck = may_stay(play.at(), &progress, unit).is_err()
        // It lacks the MP to conform to whom it joins.
        || arrival::settle(&play.at(), &progress, unit).is_err();
    if play.position.unit(unit).on_map() && stuck {
        go_back(play, unit, progress);
    }
}

/// Reading I28: where it can neither stop nor go on it goes back to the last hex where it may stop, gathered.
fn go_back(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let at = play.at();
    let grid = at.setting.grid();
    let mut around: Vec<HexId> = grid.hexes_in_range(progress.start, 8).collect();
    around.sort_by_key(|&hex| (grid.distance(progress.start, hex), hex));
    // Whoever has been sent back already is behind the hex it came from.
    let here = at.position.unit(unit).hex;
    let before = progress.came_from.filter(|_| progress.before != Some(here));
    let way = [before, progress.refuge, Some(progress.start)];
    let way = way.into_iter().flatten();
    let mut refuge = way.filter(|&hex| hex != here && may_return(at, unit, hex));
    let refuge = refuge.next().or_else(|| {
        let mut around = around.into_iter();
        around.find(|&hex| is_refuge(at, unit, hex))
    });
    let Some(hex) = refuge else { return };
    let there = Destination::single(hex);
    relocate(
        play,
        unit,
        there,
        HalfMp::ZERO,
        Rule::SR_8_22,
        Cause::GoesBack,
    );
}

/// Whether a unit may stand again in a hex of its way: a legal stack that it can face with.
fn may_return(at: At<'_>, unit: UnitId, hex: HexId) -> bool {
    let side = at.setting.unit(unit).side;
    let kind = at.position.unit(unit).facing.kind();
    let mut others = at.position.stack(hex).filter(|part| part.unit != unit);
    others.all(|part| at.position.unit(part.unit).facing.kind() == kind)
        && at.position.holder(hex) != Some(side.enemy())
        && stacking::may_join(at.setting, at.position, unit, hex).is_ok()
}

/// Whether a unit sent back may stand in a hex off its way: the same, with ground it could move on and no enemy near.
fn is_refuge(at: At<'_>, unit: UnitId, hex: HexId) -> bool {
    let side = at.setting.unit(unit).side;
    let state = at.position.unit(unit);
    let reachable = hex == state.hex
        || at.setting.neighbours(hex).any(|near| {
            let class = longroll_movement::MoverClass::standing(at.setting.unit(unit), state);
            let direction = at.setting.grid().direction_between(near, hex);
            class.zip(direction).is_some_and(|(class, direction)| {
                let gait = longroll_movement::Gait::of(class, state.orders_now());
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
    reachable && !at.position.next_to_enemy(at.setting, hex, side) && may_return(at, unit, hex)
}

/// SR 7.11, 8.44: beside an extended unit, which does not turn in place, it is the single one that conforms.
fn conform_to_extended(play: &mut Play<'_>, unit: UnitId) {
    let state = *play.position.unit(unit);
    if state.extent != Extent::Single {
        return;
    }
    let theirs = play
        .position
        .stack(state.hex)
        .map(|part| play.position.unit(part.unit))
        .find(|other| other.extent != Extent::Single && other.facing.kind() == state.facing.kind())
        .map(|other| other.facing);
    if let Some(facing) = theirs {
        face_free(play, unit, facing);
    }
}

/// SR 7.11, 8.26: whoever stays in the hex of a unit that turned faces as it does; phasing units pay for it (SR 7.21).
fn turn_stack_with(play: &mut Play<'_>, unit: UnitId, about: bool) {
    let state = *play.position.unit(unit);
    for other in turning_along(play.at(), unit) {
        let theirs = play.position.unit(other);
        let acts = play.position.acts_now(play.setting, other);
        let pays = acts && !theirs.deeds.has(Deeds::MOVE_ENDED);
        let price = if pays {
            price_of_turn(play.at(), other, state.facing, about)
        } else {
            HalfMp::ZERO
        };
        let cost = means_to_turn(play.at(), other, price);
        play.pays(other, cost);
        if pays {
            let turn = turned_along(play.at(), other, state.facing, cost);
            play.note_unit(other, UnitNote::TurnedAlong(turn));
        }
        // SR 8.26: whom another brigade turns has done nothing itself.
        if acts {
            play.did(other, Deeds::TURNED);
        }
        if cost > HalfMp::ZERO {
            play.did(other, Deeds::MOVED);
        }
        play.happens(Event::Turned {
            unit: other,
            facing: state.facing,
            cost,
            rule: Rule::SR_8_26,
        });
        check_swamp(play, GroundCheck::conforming_in_swamp(other));
    }
}

/// SR 7.21, 9.53: what a unit has had of its turns in this hex once its stack has turned it to this facing as well.
fn turned_along(at: At<'_>, unit: UnitId, facing: Facing, cost: HalfMp) -> TurnedAlong {
    let state = at.position.unit(unit);
    let before = state.turned_along;
    let from = before.map_or(state.facing, |turn| turn.from);
    let paid = before.map_or(HalfMp::ZERO, |turn| turn.paid) + cost;
    let side = at.setting.unit(unit).side;
    let wide = from.turns_to(facing).is_some_and(|steps| steps > 1);
    TurnedAlong {
        from,
        paid,
        pins: wide && at.position.next_to_enemy(at.setting, state.hex, side),
    }
}

/// BB 9.44-swamp-facing: a unit that has turned of its own will where it stands makes a UDD if that is Swamp.
pub(crate) fn turned_in_swamp(play: &mut Play<'_>, unit: UnitId, faced: Facing) {
    check_swamp(play, GroundCheck::turning_in_swamp(unit, faced));
}

/// BB 9.44-swamp-facing: whoever changes facing in Swamp makes a UDD, also to conform to its stack.
pub(super) fn check_swamp(play: &mut Play<'_>, check: GroundCheck) {
    let hex = play.position.unit(check.unit).hex;
    if longroll_movement::step::is_swamp(&play.at(), hex) {
        play.push(StageStep::Check(check));
    }
}
