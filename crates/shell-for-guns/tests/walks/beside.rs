//! Choices that lie just beside another one: a tick more or less, a hundredth of a degree more or less, another pivot. Most
//! of what the rules forbid is forbidden from some measure on, and this is where one sees from which.

use longroll_core::Chance;
use longroll_shell_for_guns::choice::{Choice, Part, Pivot};
use longroll_tabletop::{Pose, Ticks, Turn};

use super::below;

const STEPS: [i32; 6] = [-10, -1, 1, 10, 97, -211];

fn changed(part: Part, numbers: &mut Chance) -> Part {
    let by = STEPS[below(numbers, STEPS.len())];
    match part {
        Part::Go { bearing, length } if below(numbers, 2) == 0 => Part::Go {
            bearing: Turn(bearing.0 + by),
            length,
        },
        Part::Go { bearing, length } => Part::Go {
            bearing,
            length: Ticks(length.0 + by),
        },
        Part::Turn { pivot, angle } if below(numbers, 3) > 0 => Part::Turn {
            pivot,
            angle: Turn(angle.0 + by),
        },
        Part::Turn { angle, .. } => Part::Turn {
            pivot: [Pivot::Left, Pivot::Right, Pivot::Middle][below(numbers, 3)],
            angle: Turn(-angle.0),
        },
        Part::Road { length } => Part::Road {
            length: Ticks(length.0 + by),
        },
        Part::Form {
            formation, anchor, ..
        } => Part::Form {
            formation,
            anchor: anchor.map(|(base, slot)| (slot, base)),
            odd: None,
        },
        Part::Saddle(saddle) => Part::Saddle(saddle),
    }
}

fn shifted(pose: Pose, numbers: &mut Chance) -> Pose {
    let by = STEPS[below(numbers, STEPS.len())];
    match below(numbers, 3) {
        0 => pose.leg(Turn(0), Ticks(by)),
        1 => pose.leg(Turn(9000), Ticks(by)),
        _ => Pose::new(pose.front, pose.heading.turned(Turn(by))),
    }
}

/// One that lies beside a choice; none of choices without a measure.
pub fn of(choice: &Choice, numbers: &mut Chance) -> Option<Choice> {
    let mut beside = choice.clone();
    match &mut beside {
        Choice::Move { plan, .. } | Choice::Enter { plan, .. } if !plan.0.is_empty() => {
            let place = below(numbers, plan.0.len());
            plan.0[place] = changed(plan.0[place], numbers);
        }
        Choice::Charge { turn, bearing, .. } => {
            let by = Turn(STEPS[below(numbers, STEPS.len())]);
            match turn {
                Some((_, angle)) if below(numbers, 2) == 0 => *angle = Turn(angle.0 + by.0),
                _ => *bearing = Turn(bearing.0 + by.0),
            }
        }
        Choice::Place { pose, .. }
        | Choice::Station { pose, .. }
        | Choice::General { pose, .. } => *pose = shifted(*pose, numbers),
        Choice::Objectives(at) => {
            let by = STEPS[below(numbers, STEPS.len())];
            at[0] = longroll_tabletop::Point::new(at[0].x() + by, at[0].y() - by);
        }
        _ => return None,
    }
    Some(beside)
}
