//! The end of a move: whether a unit may stay where it is, its place in the stack, and what it means for its neighbours.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, Mobility, UnitId};
use longroll_core::Refusal;
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::facing::Turn;
use longroll_movement::withdrawal::udd_of_crowded;
use longroll_movement::{Progress, arrival, fire_front, refused_flank, stacking};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, TurnedAlong, UnitNote, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::ground_checks::GroundCheck;
use super::relocation::{Cause, Destination, relocate};
use super::stages::StageStep;
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

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
    if progress.steps == 0 {
        comrades_can_turn(at, progress, unit)?;
    }
    if progress.steps == 0 && single && state.hex == progress.start {
        return Ok(());
    }
    let alone = |hex| {
        at.position
            .stack(hex)
            .all(|part| part.unit == unit && part.number == 0)
    };
    for hex in state.hexes() {
        // A column that drew together (BB 9.44-swamp-extended) is too large for its hex, but nobody else is there.
        if single && alone(hex) {
            continue;
        }
        stacking::stack_is_legal(at.setting, at.position, hex)?;
        // A single unit conforms to whom it joins; whoever was with it turns with it (SR 8.26, 8.44-aboutface).
        // So does whoever shares the hex around which a line has wheeled (SR 8.26).
        let pivot = !single && !progress.line_entered.contains(&Some(hex));
        let conforms =
            (single && !state.deeds.has(Deeds::WITHDREW)) || progress.steps == 0 || pivot;
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
        play.did(unit, deeds);
        return;
    }
    if play.position.unit(unit).deeds.has(Deeds::TOGETHER) {
        super::together::end(play, unit, progress);
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
                // Whoever was sent back, or has nothing left, conforms free of charge; the event tells what was paid.
                let able = if withdrew {
                    // Reading I63: a withdrawal spends no MP.
                    HalfMp::ZERO
                } else {
                    pay_ground(play, unit, terms.full_last_hex);
                    remaining(play.setting, play.position, unit, Fired::No)
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
                takes_its_place(play, unit, &progress, &terms.places);
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
        [only] => super::together::take_place(play, *only, &[unit]),
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
    let able = remaining(play.setting, play.position, unit, Fired::No);
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

/// SR 7.11: a unit faces as whoever is in its hex.
pub(super) fn face_as_stack(play: &mut Play<'_>, unit: UnitId) {
    let hex = play.position.unit(unit).hex;
    let company = play.position.stack(hex).find(|part| part.unit != unit);
    if let Some(other) = company {
        let facing = play.position.unit(other.unit).facing;
        face_free(play, unit, facing);
    }
}

/// SR 7.11: a unit faces as its hex does, free of charge.
pub(super) fn face_free(play: &mut Play<'_>, unit: UnitId, facing: Facing) {
    if play.position.unit(unit).facing == facing {
        return;
    }
    play.happens(Event::Turned {
        unit,
        facing,
        cost: HalfMp::ZERO,
        rule: Rule::SR_7_11,
    });
}

/// A refused flank comes to an end; of its price the unit pays as much as it has left.
pub(super) fn end_refusal(play: &mut Play<'_>, unit: UnitId, price: HalfMp, rule: Rule) {
    let cost = price.min(remaining(play.setting, play.position, unit, Fired::No));
    play.pays(unit, cost);
    play.happens(Event::RefusalChanged {
        unit,
        refused: None,
        cost,
        rule,
    });
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

/// SR 7.11, 8.26: the units that turn with one that turned where it stands.
fn turning_along(at: At<'_>, unit: UnitId) -> SmallVec<[UnitId; 6]> {
    let state = at.position.unit(unit);
    state
        .hexes()
        .flat_map(|hex| at.position.stack(hex))
        .map(|part| part.unit)
        .filter(|&other| other != unit && at.position.unit(other).facing != state.facing)
        .filter(|&other| at.position.unit(other).extent == Extent::Single)
        .filter(|&other| at.position.unit(other).facing.kind() == state.facing.kind())
        .collect()
}

/// SR 7.21, 7.11: whether those who would have to turn with a unit have the MP for it and may spend them (SR 13.4, 10.61).
fn comrades_can_turn(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let own = at.position.body_of(at.setting, unit);
    let facing = at.position.unit(unit).facing;
    for other in turning_along(at, unit) {
        let theirs = at.position.unit(other);
        if at.position.body_of(at.setting, other) != own {
            continue;
        }
        let over = theirs.deeds.has(Deeds::MOVE_ENDED);
        let guns = at.setting.unit(other).arm == Arm::Artillery;
        let price = price_of_turn(at, other, facing, progress.about);
        let poor = !over && means_to_turn(at, other, price) < price;
        let stays = (guns || !over) && super::permits::after_fire(at, other).is_err();
        if price > HalfMp::ZERO && (poor || stays) {
            return Err(Refusal::new(
                Rule::SR_7_11,
                "a unit of its hex has no MP to turn with it",
            ));
        }
    }
    Ok(())
}

/// What a unit can pay of the price of turning along. BB 14.61: the one hex of a battery without horses includes every change of
/// facing.
fn means_to_turn(at: At<'_>, unit: UnitId, price: HalfMp) -> HalfMp {
    match at.setting.unit(unit).mobility {
        Mobility::WithoutHorses => price,
        Mobility::Allowance(_) | Mobility::OnTheRiver => {
            price.min(remaining(at.setting, at.position, unit, Fired::No))
        }
    }
}

/// SR 7.11, 8.26: whoever stays in the hex of a unit that turned faces as it does; phasing units pay for it (SR 7.21).
fn turn_stack_with(play: &mut Play<'_>, unit: UnitId, about: bool) {
    let state = *play.position.unit(unit);
    let at = play.at();
    let own = at.position.body_of(at.setting, unit);
    for other in turning_along(at, unit) {
        let theirs = play.position.unit(other);
        let pays = play.position.body_of(play.setting, other) == own
            && !theirs.deeds.has(Deeds::MOVE_ENDED);
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
        play.did(other, Deeds::TURNED);
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

/// SR 7.21, 7.22, reading I10: what turning to this facing costs a unit where it stands, by vertices or by turning about. The
/// net change counts: what it has paid for turning along with its stack before is paid already.
fn price_of_turn(at: At<'_>, unit: UnitId, facing: Facing, about: bool) -> HalfMp {
    let state = at.position.unit(unit);
    let before = state.turned_along;
    let from = before.map_or(state.facing, |turn| turn.from);
    let paid = before.map_or(HalfMp::ZERO, |turn| turn.paid);
    let class = longroll_movement::MoverClass::of(at.setting.unit(unit));
    let (Some(class), Some(steps)) = (class, from.turns_to(facing)) else {
        return HalfMp::ZERO;
    };
    let gait = longroll_movement::Gait::of(class, state.orders_now());
    let woods = longroll_movement::facing::is_woods_for_turning(&at, state.hex);
    let manner = if about && steps == 3 {
        Turn::AboutFace
    } else {
        Turn::ByVertices
    };
    let (price, _) = longroll_movement::facing::turning_cost(gait, woods, steps, manner);
    price.less(paid)
}

/// SR 7.32, 8.26: a stack is refused as a whole, with whoever was driven into it; of a line that is the hex at its refused
/// end (reading I15).
fn share_refusal(play: &mut Play<'_>, unit: UnitId, stack: &[UnitId]) {
    let hex = play.position.unit(unit).hex;
    let others = stack.iter().filter(|&&other| other != unit);
    let refused = others
        .map(|&other| play.position.unit(other))
        .find_map(|other| refused_flank::refusal_in(other, hex));
    if refused.is_some() && play.position.unit(unit).refused != refused {
        play.happens(Event::RefusalChanged {
            unit,
            refused,
            cost: HalfMp::ZERO,
            rule: Rule::SR_8_26,
        });
    }
}

/// A unit was driven into a hex (SR 9.63, 12.44): its place in the stack is told, and whoever can turn in place faces as
/// the hex does (SR 7.11): the newcomer if it is single, else the single ones it joins.
pub(super) fn join_driven(play: &mut Play<'_>, unit: UnitId) {
    let state = *play.position.unit(unit);
    for hex in state.hexes() {
        let stack: SmallVec<[UnitId; 6]> = play.position.stack(hex).map(|part| part.unit).collect();
        if stack.len() < 2 {
            continue;
        }
        let single = state.extent == Extent::Single;
        let theirs = stack
            .iter()
            .find(|&&other| other != unit)
            .map(|&other| play.position.unit(other).facing);
        let turning: SmallVec<[UnitId; 6]> = if single {
            SmallVec::from_iter([unit])
        } else {
            stack
                .iter()
                .copied()
                .filter(|&other| other != unit)
                .collect()
        };
        if single {
            share_refusal(play, unit, &stack);
        }
        let wanted = if single { theirs } else { Some(state.facing) };
        for other in turning {
            let faced = play.position.unit(other).facing;
            let turned = wanted.filter(|&facing| facing.kind() == faced.kind());
            if let Some(facing) = turned {
                face_free(play, other, facing);
            }
        }
        play.happens(Event::Restacked {
            hex,
            order: stack.into_vec(),
            rule: Rule::SR_8_23,
        });
    }
    uncover(play, unit);
}

/// SR 7.32-friend: a friend in the refused front takes the marker off.
pub(super) fn uncover(play: &mut Play<'_>, unit: UnitId) {
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
            // Reading I19: it has one MP less, but has spent none.
            let left = remaining(play.setting, play.position, other, Fired::No);
            play.happens(Event::RefusalChanged {
                unit: other,
                refused: None,
                cost: cost.min(left),
                rule: Rule::SR_7_32_friend,
            });
            if cost > HalfMp::ZERO {
                play.did(other, Deeds::COVERED);
            }
        }
    }
}
