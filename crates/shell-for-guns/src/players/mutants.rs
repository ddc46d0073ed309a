//! Legal choices changed so that a sentence of the rules forbids them, whatever the position: each must be refused.

use longroll_tabletop::{Point, Pose, Ticks, Turn};

use crate::choice::{Choice, Part, Pivot, Plan};
use crate::facts::{Arm, UnitId};
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
    let mut list = match choice {
        Choice::Move { unit, .. } => moves(look, scope, *unit, choice),
        Choice::Enter { .. } => entries(look, choice),
        Choice::Charge { .. } => charges(choice),
        Choice::Place { pose, .. }
        | Choice::Station { pose, .. }
        | Choice::General { pose, .. } => far_away(*pose, choice),
        Choice::Objectives(at) => objectives(look, *at),
        _ => Vec::new(),
    };
    list.retain(|changed| changed != choice);
    list
}

fn moves(look: Look<'_>, scope: Scope, unit: UnitId, choice: &Choice) -> Vec<Choice> {
    let mut all = plans(look, choice);
    // A winner moves in any direction and by any turn.
    if !matches!(scope, Scope::Reorganise(_)) {
        all.extend(ordered(choice));
    }
    let plan = |parts| Choice::Move {
        unit,
        plan: Plan(parts),
    };
    all.into_iter().map(plan).collect()
}

/// Other plans, and other places than the edge of the table.
fn entries(look: Look<'_>, choice: &Choice) -> Vec<Choice> {
    let Choice::Enter {
        unit,
        formation,
        pose,
        plan,
    } = choice
    else {
        return Vec::new();
    };
    let entry = |pose, plan| Choice::Enter {
        unit: *unit,
        formation: *formation,
        pose,
        plan,
    };
    let all = plans(look, choice).into_iter().chain(ordered(choice));
    let mut list: Vec<Choice> = all.map(|parts| entry(*pose, Plan(parts))).collect();
    let beside = [
        pose.leg(Turn(0), Ticks(1)),
        pose.leg(Turn(0), Ticks(-1)),
        pose.leg(Turn(9000), FAR),
    ];
    list.extend(beside.map(|pose| entry(pose, plan.clone())));
    list
}

/// A charge at itself, beyond 45 degrees, with a turn beyond 90 or of nothing.
fn charges(choice: &Choice) -> Vec<Choice> {
    let Choice::Charge {
        unit,
        target,
        turn,
        bearing,
        by,
    } = choice
    else {
        return Vec::new();
    };
    let charge = |target, turn, bearing| Choice::Charge {
        unit: *unit,
        target,
        turn,
        bearing,
        by: *by,
    };
    vec![
        charge(*unit, *turn, *bearing),
        charge(*target, *turn, Turn(4501)),
        charge(*target, *turn, Turn(-4501)),
        charge(*target, Some((Pivot::Left, Turn(9001))), *bearing),
        charge(*target, Some((Pivot::Left, Turn(0))), *bearing),
    ]
}

/// The same somewhere beyond every limit.
fn far_away(pose: Pose, choice: &Choice) -> Vec<Choice> {
    let shifted = |away| {
        let mut changed = choice.clone();
        if let Choice::Place { pose: own, .. }
        | Choice::Station { pose: own, .. }
        | Choice::General { pose: own, .. } = &mut changed
        {
            *own = pose.leg(Turn(away), FAR);
        }
        changed
    };
    [0, 9000, 18_000, 27_000].map(shifted).to_vec()
}

/// SfG 3.0-objectives: each limit missed by a tick.
fn objectives(look: Look<'_>, [first, second]: [Point; 2]) -> Vec<Choice> {
    let (width, height) = look.facts.terrain.size;
    let beside = if first.x() > width.0 / 2 {
        -11_999
    } else {
        11_999
    };
    let shallow = if second.y() < height.0 / 2 {
        3999
    } else {
        height.0 - 3999
    };
    [
        first,
        Point::new(first.x() + beside, first.y()),
        Point::new(5999, second.y()),
        Point::new(width.0 - 5999, second.y()),
        Point::new(second.x(), shallow),
        Point::new(second.x(), height.0 / 2),
    ]
    .map(|other| Choice::Objectives([first, other]))
    .to_vec()
}
