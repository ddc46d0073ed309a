//! Finite samples of the families: what a person would try first. The judge sorts out what is not legal.

use longroll_core::Side;
use longroll_tabletop::{Heading, Point, Pose, Ticks, Turn};

use crate::choice::{Choice, End, Giver, Part, Pivot, Plan, Saddle};
use crate::facts::{Arm, Formation, GeneralId, UnitId};
use crate::fighting::sight;
use crate::fighting::ways::{Way, some_way};
use crate::forming::formations;
use crate::frames::Frame;
use crate::look::Look;
use crate::moving;
use crate::options::CorpsOrder;
use crate::scope::Scope;

/// Hands on suggestions until told to stop.
pub fn suggest(look: Look<'_>, frame: &Frame, scope: Scope, each: &mut dyn FnMut(Choice) -> bool) {
    let list = match scope {
        Scope::Objectives(side) => objectives(look, side),
        Scope::Place(unit) => places(look, unit),
        Scope::Station(general) => stations(look, general),
        Scope::General(general) => rides(look, general),
        Scope::Enter(unit) => entries(look, unit),
        Scope::Move(unit) => moves(look, unit, None),
        Scope::Reorganise(unit) => {
            let reach = match frame {
                Frame::Reorganising(own) => own.reach(),
                _ => Ticks(1000),
            };
            moves(look, unit, Some(reach))
        }
        Scope::Charge(unit, target) => charges(look, unit, target),
    };
    for choice in list {
        if !each(choice) {
            return;
        }
    }
}

fn inward(side: Side) -> Heading {
    match side {
        Side::Union => Heading::NORTH,
        Side::Confederate => Heading::SOUTH,
    }
}

/// A place so deep in the table seen from a side's edge.
fn deep(look: Look<'_>, side: Side, x: i32, depth: i32) -> Point {
    match side {
        Side::Union => Point::new(x, depth),
        Side::Confederate => Point::new(x, look.facts.terrain.size.1.0 - depth),
    }
}

fn objectives(look: Look<'_>, side: Side) -> Vec<Choice> {
    let mut list = Vec::new();
    if let [first, second] = look.facts.terrain.objectives[side].as_slice() {
        list.push(Choice::Objectives([*first, *second]));
    }
    let width = look.facts.terrain.size.0.0;
    for left in (6000..width).step_by(2000) {
        for right in (left + 12_000..=width - 6000).step_by(2000) {
            for depth in [4500, 5500] {
                list.push(Choice::Objectives([
                    deep(look, side, left, depth),
                    deep(look, side, right, depth),
                ]));
            }
        }
    }
    list
}

fn places(look: Look<'_>, unit: UnitId) -> Vec<Choice> {
    let side = look.side(unit);
    let mounted = look.entry(unit).arm == Arm::Cavalry;
    let mut list = Vec::new();
    let zone = look.facts.terrain.zone.0;
    for depth in [zone - 500, zone * 6 / 10, 1700] {
        for formation in formations(look, unit) {
            for x in (1000..look.facts.terrain.size.0.0).step_by(1300) {
                list.push(Choice::Place {
                    unit,
                    formation: *formation,
                    mounted,
                    pose: Pose::new(deep(look, side, x, depth), inward(side)),
                });
            }
        }
    }
    list
}

fn stations(look: Look<'_>, general: GeneralId) -> Vec<Choice> {
    let side = look.facts.general(general).side;
    let own = look.facts.general(general).division;
    let mut list = Vec::new();
    for unit in look.of_side(side) {
        if own.is_none() || own == Some(look.facts.unit(unit).division) {
            let front = moving::stance(look, unit).front();
            for back in [600, 1800, 3500] {
                list.push(Choice::Station {
                    general,
                    pose: front.leg(Turn(18_000), Ticks(back)),
                });
            }
        }
    }
    for x in (1000..look.facts.terrain.size.0.0).step_by(1000) {
        for depth in [1500, 3000, 5000] {
            list.push(Choice::Station {
                general,
                pose: Pose::new(deep(look, side, x, depth), inward(side)),
            });
        }
    }
    list
}

/// Beside and behind the units of his side, alone and with them.
fn rides(look: Look<'_>, general: GeneralId) -> Vec<Choice> {
    let facts = look.facts.general(general);
    let Some(from) = look.table.general(general).pose else {
        return Vec::new();
    };
    let own = |unit: &UnitId| {
        facts
            .division
            .is_none_or(|division| division == look.facts.unit(*unit).division)
    };
    let mut list = Vec::new();
    for unit in look.of_side(facts.side).filter(own) {
        let stance = moving::stance(look, unit);
        let depth =
            longroll_tabletop::enclosing(&stance.slots).map_or(400, |slot| slot.size.depth.0);
        let front = stance.front();
        let behind = |back: i32| front.leg(Turn(18_000), Ticks(depth + back));
        list.push(Choice::General {
            general,
            pose: behind(0),
            attach: Some(unit),
        });
        list.push(Choice::General {
            general,
            pose: behind(500),
            attach: None,
        });
    }
    for bearing in [0, 9000, 18_000, 27_000] {
        for far in [2000, 6000, 12_000] {
            list.push(Choice::General {
                general,
                pose: from.leg(Turn(bearing), Ticks(far)),
                attach: None,
            });
        }
    }
    list
}

fn entries(look: Look<'_>, unit: UnitId) -> Vec<Choice> {
    let side = look.side(unit);
    // Whoever has a straight way in must be able to find it.
    let mut list: Vec<Choice> = moving::edge::straight_in(look, unit)
        .map(|(formation, pose, plan)| Choice::Enter {
            unit,
            formation,
            pose,
            plan,
        })
        .into_iter()
        .collect();
    for formation in formations(look, unit) {
        for x in (500..look.facts.terrain.size.0.0).step_by(1500) {
            let pose = Pose::new(deep(look, side, x, 0), inward(side));
            for length in [4000, 3000, 1700, 1000, 6000] {
                list.push(Choice::Enter {
                    unit,
                    formation: *formation,
                    pose,
                    plan: Plan::leg(0, Ticks(length)),
                });
            }
        }
    }
    for road in &look.facts.terrain.roads {
        for end in [road.line.points().first(), road.line.points().last()]
            .into_iter()
            .flatten()
        {
            for formation in [Formation::March, Formation::Limbered] {
                for length in [8000, 4000] {
                    list.push(Choice::Enter {
                        unit,
                        formation,
                        pose: Pose::new(*end, inward(side)),
                        plan: Plan(vec![Part::Road {
                            length: Ticks(length),
                        }]),
                    });
                }
            }
        }
    }
    list
}

/// Legs, turns, changes of formation and marches; with a reach, those of a winner that reorganises.
fn moves(look: Look<'_>, unit: UnitId, reach: Option<Ticks>) -> Vec<Choice> {
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let full = reach.unwrap_or(pace.standard).0;
    let mut plans: Vec<Vec<Part>> = vec![Vec::new()];
    for part in [4, 3, 2, 1] {
        for bearing in [0, -1500, 1500, -3000, 3000, -4500, 4500] {
            plans.push(vec![go(bearing, full * part / 4)]);
        }
    }
    for bearing in [18_000, -9000, 9000] {
        plans.push(vec![go(bearing, full / 2)]);
        plans.push(vec![go(bearing, full / 4)]);
    }
    for length in [8000, 6000, 4000, 2000] {
        plans.push(vec![Part::Road {
            length: Ticks(length),
        }]);
    }
    plans.extend(turns(full));
    plans.extend(aligned(look, unit).into_iter().map(|turn| vec![turn]));
    if !look.is_battery(unit) {
        plans.extend(reshapings(look.unit(unit).bases(), full));
    }
    plans
        .into_iter()
        .map(|parts| Choice::Move {
            unit,
            plan: Plan(parts),
        })
        .collect()
}

fn go(bearing: i32, length: i32) -> Part {
    Part::Go {
        bearing: Turn(bearing),
        length: Ticks(length),
    }
}

/// Turns about either corner and the middle, alone, before a leg and between two.
fn turns(full: i32) -> Vec<Vec<Part>> {
    let mut plans = Vec::new();
    for angle in (1500..=9000).step_by(1500) {
        for (pivot, angle) in [
            (Pivot::Left, -angle),
            (Pivot::Right, angle),
            (Pivot::Middle, angle),
            (Pivot::Middle, -angle),
        ] {
            let turn = Part::Turn {
                pivot,
                angle: Turn(angle),
            };
            plans.push(vec![turn]);
            plans.push(vec![turn, go(0, full / 2)]);
            plans.push(vec![go(0, full / 4), turn, go(0, full / 4)]);
        }
    }
    plans
}

/// Changes of formation and of mount, alone and before a leg.
fn reshapings(bases: u8, full: i32) -> Vec<Vec<Part>> {
    let mut plans = Vec::new();
    for formation in Formation::OF_BRIGADES {
        for anchor in [
            None,
            Some((1, 1)),
            Some((bases, bases)),
            Some((1, bases.div_ceil(2))),
        ] {
            let form = Part::Form {
                formation,
                anchor,
                odd: None,
            };
            plans.push(vec![form]);
            plans.push(vec![form, go(0, full / 2)]);
        }
        for odd in [End::Left, End::Right] {
            plans.push(vec![Part::Form {
                formation,
                anchor: None,
                odd: Some(odd),
            }]);
        }
    }
    for saddle in [Saddle::Mount, Saddle::Dismount] {
        plans.push(vec![Part::Saddle(saddle), go(0, full / 2)]);
        plans.push(vec![Part::Saddle(saddle)]);
    }
    plans
}

/// Turns that bring a unit in line with friends nearby and to face the nearest enemy.
fn aligned(look: Look<'_>, unit: UnitId) -> Vec<Part> {
    let front = moving::stance(look, unit).front();
    let body = look.body(unit);
    let mut angles: Vec<Turn> = look
        .of_side(look.side(unit))
        .filter(|friend| *friend != unit && body.is_within(&look.body(*friend), Ticks(3000)))
        .map(|friend| {
            front
                .heading
                .turn_to(moving::stance(look, friend).front().heading)
        })
        .collect();
    let nearest = look
        .enemies(unit)
        .min_by_key(|enemy| body.squared_distance(&look.body(*enemy)));
    if let Some(enemy) = nearest {
        angles.push(sight::bearing(front, moving::centre(look, enemy)));
    }
    angles
        .into_iter()
        .filter(|angle| angle.0 != 0)
        .map(|angle| Part::Turn {
            pivot: Pivot::Middle,
            angle,
        })
        .collect()
}

/// Charges on the ways that a person tries first.
fn charges(look: Look<'_>, unit: UnitId, target: UnitId) -> Vec<Choice> {
    declared(look, unit, target, &obvious(look, unit, target))
}

/// Straight ahead, at the nearest point, at the centre; and after a turn to face the target.
pub fn obvious(look: Look<'_>, unit: UnitId, target: UnitId) -> Vec<Way> {
    let front = moving::stance(look, unit).front();
    let body = look.body(target);
    let nearest = body
        .bases()
        .iter()
        .map(|base| longroll_tabletop::nearest_to(base, front.front))
        .min_by_key(|point| point.squared_distance(front.front))
        .map(longroll_tabletop::ExactPoint::rounded);
    let mut ways: Vec<Way> = vec![(None, Turn(0))];
    ways.extend(nearest.map(|point| (None, sight::bearing(front, point))));
    let centre = sight::bearing(front, moving::centre(look, target));
    ways.push((None, centre));
    let opposite = front
        .heading
        .turn_to(moving::stance(look, target).front().heading.opposite());
    for angle in [centre, opposite] {
        if angle.0 == 0 {
            continue;
        }
        for pivot in [Pivot::Middle, Pivot::Left, Pivot::Right] {
            let turned = Pose::new(front.front, front.heading.turned(angle));
            let rest = sight::bearing(turned, moving::centre(look, target));
            ways.extend([Turn(0), rest].map(|bearing| (Some((pivot, angle)), bearing)));
        }
    }
    ways
}

/// Charges on these ways, by everybody who may order them.
fn declared(look: Look<'_>, unit: UnitId, target: UnitId, ways: &[Way]) -> Vec<Choice> {
    let givers: &[Giver] = match look.facts.options.corps_order {
        CorpsOrder::Off => &[Giver::Division],
        CorpsOrder::On => &[Giver::Division, Giver::Corps],
    };
    let charge = |(turn, bearing): &Way, by: Giver| Choice::Charge {
        unit,
        target,
        turn: *turn,
        bearing: *bearing,
        by,
    };
    givers
        .iter()
        .flat_map(|by| ways.iter().map(move |way| charge(way, *by)))
        .collect()
}

/// A closer look at a family in which nothing obvious is legal: the way by which it was listed.
pub fn closer(look: Look<'_>, scope: Scope) -> Vec<Choice> {
    match scope {
        Scope::Charge(unit, target) => {
            let way = some_way(look, unit, target, &[]);
            declared(look, unit, target, way.as_slice())
        }
        Scope::Enter(unit) => {
            let way = moving::edge::angled_in(look, unit);
            let enter = |(formation, pose, plan)| Choice::Enter {
                unit,
                formation,
                pose,
                plan,
            };
            way.map(enter).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
