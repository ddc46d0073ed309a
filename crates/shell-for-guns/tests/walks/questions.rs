//! Every question that the rules can be asked about a position without a decision: some units are drawn, and everything
//! that decides something about them is told, whether or not anybody could choose it now.

use std::fmt::{Debug, Write as _};

use longroll_core::{Chance, Side};
use longroll_shell_for_guns::choice::{Pivot, Plan};
use longroll_shell_for_guns::event::Engaged;
use longroll_shell_for_guns::facts::{GeneralId, ObjectiveId, UnitId};
use longroll_shell_for_guns::fighting::firing::Charged;
use longroll_shell_for_guns::fighting::forced::Force;
use longroll_shell_for_guns::fighting::{
    charging, conforming, cover, firing, forced, melee, sight, ways,
};
use longroll_shell_for_guns::frames::Arrived;
use longroll_shell_for_guns::look::Look;
use longroll_shell_for_guns::moving::{self, Manner, edge};
use longroll_shell_for_guns::{Battle, View, command, formations, scenario, tape, text};
use longroll_tabletop::{Heading, Point, Ticks, Turn, Vector};

use super::below;

/// Units, and pairs of enemies, that are asked about at each place of a walk.
const PAIRS: usize = 2;

fn note(told: &mut String, what: &str, answer: impl Debug) {
    writeln!(told, "  {what}: {answer:?}").expect("text");
}

fn one<T: Copy>(numbers: &mut Chance, list: &[T]) -> Option<T> {
    list.get(below(numbers, list.len())).copied()
}

/// Everything about a position.
pub fn ask(battle: &Battle, numbers: &mut Chance, told: &mut String) {
    let look = battle.look();
    let present: Vec<UnitId> = look.table.present().map(|(id, _)| id).collect();
    whole_table(battle, told);
    for _ in 0..PAIRS {
        let Some(unit) = one(numbers, &present) else {
            return;
        };
        alone(look, numbers, unit, told);
        let others: Vec<UnitId> = present.iter().copied().filter(|id| *id != unit).collect();
        let foes: Vec<UnitId> = look.enemies(unit).collect();
        if let Some(target) = one(numbers, &foes) {
            fire(look, unit, target, told);
            charge(look, numbers, unit, target, told);
        }
        if let Some(other) = one(numbers, &others) {
            let near = tape::measure(look, look.name(unit), look.name(other));
            note(told, "tape", near.map(|laid| (laid.text(), laid.ends())));
        }
    }
    measured(look, numbers, told);
}

/// What both sides see, and how the battle stands.
fn whole_table(battle: &Battle, told: &mut String) {
    let (look, facts) = (battle.look(), battle.facts());
    for side in Side::BOTH {
        let view = View::of(battle, side);
        note(told, "secrets", (&view.objectives, &view.rides));
        note(
            told,
            "score",
            (scenario::score(look, side), edge::has_road(look, side)),
        );
    }
    note(
        told,
        "stands",
        (battle.table().flaws(facts), battle.deciding_division()),
    );
    note(
        told,
        "victory",
        (
            scenario::victory(look),
            scenario::collapse(look),
            scenario::is_decided(look),
        ),
    );
    for (number, _) in look.table.objectives().iter().enumerate() {
        let id = ObjectiveId(u8::try_from(number).expect("a few objectives"));
        note(told, "objective", scenario::taken_by(look, id));
    }
    for (id, _) in facts.units() {
        note(told, "unit", text::unit(facts, battle.table(), id));
    }
    for (id, _) in facts.generals() {
        note(told, "general", text::general(facts, battle.table(), id));
    }
}

/// A unit and the ground it stands on.
fn alone(look: Look<'_>, numbers: &mut Chance, unit: UnitId, told: &mut String) {
    let stance = moving::stance(look, unit);
    note(
        told,
        look.name(unit),
        (
            stance.front(),
            moving::centre(look, unit),
            formations(look, unit),
        ),
    );
    note(
        told,
        "may",
        (
            firing::may_fire(look, unit),
            firing::action_left(look, unit),
            charging::may_charge(look, unit),
            scenario::may_hold(look, unit),
        ),
    );
    note(
        told,
        "targets",
        (
            firing::targets(look, unit),
            firing::legal_targets(look, unit),
            firing::range(look, unit),
        ),
    );
    note(
        told,
        "ground",
        (
            look.facts.terrain.in_rough(&stance.body()),
            look.facts.terrain.level(stance.front().front),
        ),
    );
    let way = Heading::new(i32::try_from(below(numbers, 36)).expect("small") * 1000);
    for (force, distance) in [
        (Force::Fire, 1000),
        (Force::Melee, 3000),
        (Force::Melee, 6001),
    ] {
        note(
            told,
            "forced",
            forced::retreat(look, unit, way, Ticks(distance), force),
        );
    }
    note(told, "faced", conforming::faced(look, unit, way));
    note(
        told,
        "runs",
        charging::advance(look, unit, &stance.body(), way, Ticks(2500)),
    );
    let generals: Vec<GeneralId> = look.facts.generals().map(|(id, _)| id).collect();
    if let Some(general) = one(numbers, &generals) {
        let near = command::in_radius(look, general, unit);
        note(
            told,
            "commanded",
            (
                near,
                command::terms(look, general, unit, 1),
                command::distance(look, general, unit),
            ),
        );
    }
    for limit in [4000, 6000] {
        note(
            told,
            "enemies",
            command::enemy_within(look, unit, Ticks(limit)),
        );
    }
    note(
        told,
        "enters",
        (
            edge::straight_in(look, unit),
            below(numbers, 8) == 0 && edge::angled_in(look, unit).is_some(),
        ),
    );
    moves(look, numbers, unit, told);
}

/// How far a unit could go under each kind of order: the greatest length and what forbids a tick more.
fn moves(look: Look<'_>, numbers: &mut Chance, unit: UnitId, told: &mut String) {
    let bearing = [0, 0, 4500, -4500, 1234, -3100, 9000, -9000, 18_000][below(numbers, 9)];
    for manner in [
        Manner::Order,
        Manner::Division,
        Manner::Reorganise(Ticks(3000)),
    ] {
        let judged =
            |length: i32| moving::judge(look, unit, &Plan::leg(bearing, Ticks(length)), manner);
        let (mut low, mut high) = (0, 8200);
        while low < high {
            let middle = low + (high - low + 1) / 2;
            match judged(middle) {
                Ok(_) => low = middle,
                Err(_) => high = middle - 1,
            }
        }
        let ends = judged(low).map(|way| way.stance);
        note(told, "goes", (bearing, low, ends, judged(low + 1).err()));
    }
}

fn fire(look: Look<'_>, unit: UnitId, target: UnitId, told: &mut String) {
    let body = look.body(target);
    note(
        told,
        look.name(target),
        (
            firing::judge(look, unit, target),
            firing::may_be_skipped(look, target),
        ),
    );
    for (line, why) in firing::lines(look, unit, target) {
        note(told, "line of fire", (line.squared_length().ticks(), why));
    }
    note(told, "bases", firing::bases(look, unit, target, &body));
    for charged in [
        None,
        Some((true, true)),
        Some((false, true)),
        Some((true, false)),
    ] {
        let charged = charged.map(|(by_horse, frontal)| Charged { by_horse, frontal });
        note(
            told,
            "volley",
            firing::volley(look, unit, target, &body, charged),
        );
    }
    let from = moving::centre(look, unit);
    note(
        told,
        "cover",
        (
            cover::works(look, target, from),
            cover::against(look, target, &body, from, true),
            cover::against(look, target, &body, from, false),
            cover::holds(look, target, from),
        ),
    );
    note(told, "away", forced::away_from(look, target, from));
    note(
        told,
        "sees",
        (
            sight::sees(look, unit, target),
            sight::bearing(
                moving::stance(look, unit).front(),
                moving::centre(look, target),
            ),
        ),
    );
}

fn charge(look: Look<'_>, numbers: &mut Chance, unit: UnitId, target: UnitId, told: &mut String) {
    let near = charging::near_enough(look, unit, target);
    note(
        told,
        "charge",
        (
            &near,
            charging::bonus(look, unit),
            charging::is_flank(look, &look.body(unit), target),
        ),
    );
    // The search is long where there is no way, and every family of charges has asked it already.
    let may = charging::may_charge(look, unit).is_ok() && near.is_ok() && below(numbers, 12) == 0;
    let found = may.then(|| ways::some_way(look, unit, target, &[]));
    note(told, "some way", found);
    let front = moving::stance(look, unit).front();
    let bearing = sight::bearing(front, moving::centre(look, target));
    let turn = Turn(i32::try_from(below(numbers, 19)).expect("small") * 1000 - 9000);
    let pivot = [Pivot::Left, Pivot::Right, Pivot::Middle][below(numbers, 3)];
    for (turn, bearing) in [
        (None, Turn(0)),
        (None, bearing),
        (Some((pivot, turn)), Turn(0)),
        (Some((Pivot::Middle, bearing)), Turn(0)),
    ] {
        let way = charging::declare(look, unit, target, turn, bearing);
        if let Ok(way) = &way {
            for (bonus, stop) in [(0, 9000), (1000, 9000), (6000, 2000)] {
                let (bonus, stop) = (Ticks(bonus), Ticks(stop));
                note(
                    told,
                    "reaches",
                    (
                        charging::full_distance(look, way, bonus, stop),
                        charging::distance(look, way, stop, bonus),
                    ),
                );
            }
            let run = charging::advance_at(
                look,
                (unit, target),
                &way.start(look).body(),
                way.direction(),
                Ticks(4600),
            );
            let at = way.start(look);
            let there = at.at(at.pose.moved(Vector::along(way.direction(), run.at)));
            note(
                told,
                "meets",
                (run, charging::touches_front(look, &there, target)),
            );
            for left in [0, 300, 4000] {
                note(
                    told,
                    "conforms",
                    conforming::conform(look, unit, &there, target, Ticks(left)),
                );
            }
        }
        note(told, "declared", way);
    }
    let (own, theirs) = (
        look.unit(unit).bases().min(3),
        look.unit(target).bases().min(2),
    );
    for flank in [false, true] {
        let foe = Engaged {
            unit: target,
            flank,
            attacking: (0..own).collect(),
            defending: (0..theirs).collect(),
        };
        let shelter = cover::against(look, target, &look.body(target), front.front, true);
        let rolls = [Arrived::Charge, Arrived::Breakthrough]
            .map(|arrived| melee::attack(look, unit, arrived, &foe, shelter));
        let defence = melee::defence(look, &foe);
        let fighting: Vec<(UnitId, u8)> = foe.attacking.iter().map(|base| (unit, *base)).collect();
        let bonus = melee::bonus(look, &fighting, &[target], Some(unit));
        note(
            told,
            "melee",
            (
                melee::odds(&rolls[..1], core::slice::from_ref(&defence), bonus.sum(), 0),
                rolls,
                &defence,
                bonus,
            ),
        );
    }
}

/// The tape between drawn places and what lies there.
fn measured(look: Look<'_>, numbers: &mut Chance, told: &mut String) {
    let things = tape::things(look);
    let (width, height) = look.facts.terrain.size;
    for _ in 0..PAIRS {
        let mut at = |most: Ticks| i32::try_from(below(numbers, 60)).expect("small") * most.0 / 59;
        let place = Point::new(at(width), at(height));
        let lies = tape::lying_at(look, place);
        note(
            told,
            "lies there",
            (
                &lies,
                look.facts.terrain.is_impassable_at(place),
                look.facts.terrain.level(place),
            ),
        );
        if let Some(thing) = things.get(below(numbers, things.len())) {
            let laid = tape::measure(look, &lies.name, &thing.name);
            note(
                told,
                "tape",
                laid.map(|laid| (laid.text(), laid.distance())),
            );
        }
    }
}
