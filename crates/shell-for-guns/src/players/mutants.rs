//! Legal choices changed so that a sentence of the rules forbids them, whatever the position: each must be refused.

use longroll_tabletop::{Point, Ticks, Turn};

use crate::choice::{Choice, Part, Pivot, Plan};
use crate::facts::Arm;
use crate::family::Scope;
use crate::look::Look;

/// More than any turn, any leg, any table.
const FAR: Ticks = Ticks(90_000);

const fn go(bearing: i32, length: i32) -> Part {
    Part::Go {
        bearing: Turn(bearing),
        length: Ticks(length),
    }
}

const fn turn(angle: i32) -> Part {
    Part::Turn {
        pivot: Pivot::Middle,
        angle: Turn(angle),
    }
}

/// Plans that no order pays for or describes.
fn plans(look: Look<'_>, choice: &Choice) -> Vec<Vec<Part>> {
    let (unit, own) = match choice {
        Choice::Move { unit, plan } | Choice::Enter { unit, plan, .. } => (*unit, plan),
        _ => return Vec::new(),
    };
    let entry = look.entry(unit);
    let standing = look.unit(unit).on_table();
    // The greatest allowance of the movement table that can apply, roads aside.
    let most = match entry.arm {
        Arm::Cavalry => 6000,
        Arm::Battery
            if standing && look.unit(unit).formation != crate::facts::Formation::Limbered =>
        {
            1000
        }
        _ => 4000,
    };
    let mut list = vec![
        vec![go(0, most + 1)],
        vec![go(-4500, most + 1)],
        vec![turn(1), go(0, most / 2 + 1)],
        vec![turn(1), turn(1)],
        vec![go(0, 10), turn(1), go(0, 10), go(0, 10)],
        vec![turn(1), go(0, 10), go(0, 10)],
        vec![go(0, 10), Part::Road { length: Ticks(10) }],
        vec![Part::Road {
            length: Ticks(8001),
        }],
        vec![go(0, 0)],
        vec![go(0, FAR.0)],
    ];
    let last = own.0.last().copied();
    if let Some(Part::Go { .. }) = last {
        let mut longer = own.0.clone();
        longer.push(go(0, 10));
        longer.push(go(0, 10));
        list.push(longer);
    }
    list
}

/// Plans that are wrong under orders, but not for a winner that reorganises.
fn ordered(choice: &Choice) -> Vec<Vec<Part>> {
    if !matches!(choice, Choice::Move { .. } | Choice::Enter { .. }) {
        return Vec::new();
    }
    vec![
        vec![go(4501, 10)],
        vec![go(-8999, 10)],
        vec![go(17_999, 10)],
        vec![turn(9001)],
        vec![turn(-9001)],
        vec![go(18_000, 10), go(0, 10)],
        vec![go(0, 10), go(9000, 10)],
    ]
}

/// Every change of a choice of a family that must be refused.
#[must_use]
pub fn of(look: Look<'_>, scope: Scope, choice: &Choice) -> Vec<Choice> {
    let mut list: Vec<Choice> = Vec::new();
    match choice {
        Choice::Move { unit, .. } => {
            let mut all = plans(look, choice);
            // A winner moves in any direction and by any turn.
            if !matches!(scope, Scope::Reorganise(_)) {
                all.extend(ordered(choice));
            }
            let plain = |parts| Choice::Move {
                unit: *unit,
                plan: Plan(parts),
            };
            list.extend(all.into_iter().map(plain));
        }
        Choice::Enter {
            unit,
            formation,
            pose,
            ..
        } => {
            let all = plans(look, choice).into_iter().chain(ordered(choice));
            list.extend(all.map(|parts| Choice::Enter {
                unit: *unit,
                formation: *formation,
                pose: *pose,
                plan: Plan(parts),
            }));
            if let Choice::Enter { plan, .. } = choice {
                for pose in [
                    pose.leg(Turn(0), Ticks(1)),
                    pose.leg(Turn(0), Ticks(-1)),
                    pose.leg(Turn(9000), FAR),
                ] {
                    list.push(Choice::Enter {
                        unit: *unit,
                        formation: *formation,
                        pose,
                        plan: plan.clone(),
                    });
                }
            }
        }
        Choice::Charge {
            unit,
            target,
            turn,
            bearing,
            by,
        } => {
            let charge = |target, turn, bearing| Choice::Charge {
                unit: *unit,
                target,
                turn,
                bearing,
                by: *by,
            };
            list.push(charge(*unit, *turn, *bearing));
            list.push(charge(*target, *turn, Turn(4501)));
            list.push(charge(*target, *turn, Turn(-4501)));
            list.push(charge(*target, Some((Pivot::Left, Turn(9001))), *bearing));
            list.push(charge(*target, Some((Pivot::Left, Turn(0))), *bearing));
        }
        Choice::Place { pose, .. }
        | Choice::Station { pose, .. }
        | Choice::General { pose, .. } => {
            for away in [0, 9000, 18_000, 27_000] {
                let mut changed = choice.clone();
                if let Choice::Place { pose: own, .. }
                | Choice::Station { pose: own, .. }
                | Choice::General { pose: own, .. } = &mut changed
                {
                    *own = pose.leg(Turn(away), FAR);
                }
                list.push(changed);
            }
        }
        Choice::Objectives(at) => {
            let (width, height) = look.facts.terrain.size;
            list.push(Choice::Objectives([at[0], at[0]]));
            let beside = Point::new(
                at[0].x()
                    + if at[0].x() > width.0 / 2 {
                        -11_999
                    } else {
                        11_999
                    },
                at[0].y(),
            );
            list.push(Choice::Objectives([at[0], beside]));
            list.push(Choice::Objectives([at[0], Point::new(5999, at[1].y())]));
            list.push(Choice::Objectives([
                at[0],
                Point::new(width.0 - 5999, at[1].y()),
            ]));
            let shallow = if at[1].y() < height.0 / 2 {
                3999
            } else {
                height.0 - 3999
            };
            list.push(Choice::Objectives([at[0], Point::new(at[1].x(), shallow)]));
            let middle = Point::new(at[1].x(), height.0 / 2);
            list.push(Choice::Objectives([at[0], middle]));
        }
        _ => {}
    }
    list.retain(|changed| changed != choice);
    list
}
