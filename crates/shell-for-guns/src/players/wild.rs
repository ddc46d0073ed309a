//! Choices drawn from all that can be written at a decision, legal or not: whatever of them the judge accepts must be listed.

use longroll_core::{Chance, Side};
use longroll_tabletop::{Heading, Point, Pose, Ticks, Turn};

use super::draw;
use crate::choice::{Choice, End, Giver, Part, Pivot, Plan, Saddle};
use crate::facts::{Formation, GeneralId, UnitId};
use crate::forming::formations;
use crate::frames::{Ask, Prompt};
use crate::look::Look;
use crate::table::Place;

fn one<T: Copy>(chance: &mut Chance, list: &[T]) -> Option<T> {
    list.get(draw(chance, list.len())).copied()
}

fn number(chance: &mut Chance, low: i32, high: i32) -> i32 {
    let span = usize::try_from(high - low + 1).unwrap_or(1);
    // Drawn in two steps: a draw has 65,535 faces at most.
    low + i32::try_from(draw(chance, span.min(65_535))).unwrap_or(0)
}

fn pivot(chance: &mut Chance) -> Pivot {
    one(chance, &[Pivot::Left, Pivot::Right, Pivot::Middle]).unwrap_or(Pivot::Middle)
}

fn part(chance: &mut Chance, bases: u8) -> Part {
    let base = |chance: &mut Chance| {
        u8::try_from(1 + draw(chance, usize::from(bases.max(1)))).unwrap_or(1)
    };
    match draw(chance, 12) {
        0..=4 => Part::Go {
            bearing: Turn(number(chance, -4500, 4500)),
            length: Ticks(number(chance, 1, 4200)),
        },
        5 => Part::Go {
            bearing: Turn(one(chance, &[9000, -9000, 18_000]).unwrap_or(9000)),
            length: Ticks(number(chance, 1, 2200)),
        },
        6..=7 => Part::Turn {
            pivot: pivot(chance),
            angle: Turn(number(chance, -9100, 9100)),
        },
        8..=9 => Part::Form {
            formation: one(chance, &Formation::OF_BRIGADES).unwrap_or(Formation::Line),
            anchor: (draw(chance, 2) == 0).then(|| (base(chance), base(chance))),
            odd: one(chance, &[None, Some(End::Left), Some(End::Right)]).flatten(),
        },
        10 => {
            Part::Saddle(one(chance, &[Saddle::Mount, Saddle::Dismount]).unwrap_or(Saddle::Mount))
        }
        _ => Part::Road {
            length: Ticks(number(chance, 1, 8100)),
        },
    }
}

fn plan(chance: &mut Chance, bases: u8) -> Plan {
    let count = 1 + draw(chance, 3);
    Plan((0..count).map(|_| part(chance, bases)).collect())
}

fn pose(look: Look<'_>, chance: &mut Chance) -> Pose {
    let (width, height) = look.facts.terrain.size;
    let place = Point::new(number(chance, 0, width.0), number(chance, 0, height.0));
    let heading = one(chance, &[0, 9000, 18_000, 27_000]).unwrap_or(0);
    Pose::new(place, Heading::NORTH.turned(Turn(heading)))
}

fn waiting(look: Look<'_>, side: Side) -> Vec<UnitId> {
    look.table
        .units()
        .filter(|(id, unit)| {
            look.side(*id) == side && matches!(unit.place, Place::Waiting | Place::Reserve)
        })
        .map(|(id, _)| id)
        .collect()
}

/// An entry anywhere on the unit's own edge.
fn entry(look: Look<'_>, chance: &mut Chance, unit: UnitId) -> Option<Choice> {
    let (width, height) = look.facts.terrain.size;
    let (y, heading) = match look.side(unit) {
        Side::Union => (0, Heading::NORTH),
        Side::Confederate => (height.0, Heading::SOUTH),
    };
    Some(Choice::Enter {
        unit,
        formation: one(chance, formations(look, unit))?,
        pose: Pose::new(Point::new(number(chance, 0, width.0), y), heading),
        plan: plan(chance, look.unit(unit).bases()),
    })
}

fn charge(chance: &mut Chance, mine: &[UnitId], theirs: &[UnitId]) -> Option<Choice> {
    let turn = (draw(chance, 2) == 0).then(|| (pivot(chance), Turn(number(chance, -9000, 9000))));
    Some(Choice::Charge {
        unit: one(chance, mine)?,
        target: one(chance, theirs)?,
        turn,
        bearing: Turn(number(chance, -4500, 4500)),
        by: one(chance, &[Giver::Division, Giver::Division, Giver::Corps])?,
    })
}

/// Some choice of a kind that the question could be about; none for questions whose answers are all listed.
#[must_use]
pub fn choice(look: Look<'_>, chance: &mut Chance, ask: Ask) -> Option<Choice> {
    let mine: Vec<UnitId> = look.of_side(ask.side).collect();
    let theirs: Vec<UnitId> = look.of_side(ask.side.enemy()).collect();
    let generals: Vec<GeneralId> = look
        .facts
        .generals()
        .filter(|(_, general)| general.side == ask.side)
        .map(|(id, _)| id)
        .collect();
    let waiting = waiting(look, ask.side);
    match ask.prompt {
        Prompt::Objectives => {
            let mut at = || pose(look, chance).front;
            Some(Choice::Objectives([at(), at()]))
        }
        Prompt::Deploy if draw(chance, 3) == 0 => Some(Choice::Station {
            general: one(chance, &generals)?,
            pose: pose(look, chance),
        }),
        Prompt::Deploy => {
            let unit = one(chance, &waiting)?;
            Some(Choice::Place {
                unit,
                formation: one(chance, formations(look, unit))?,
                mounted: look.unit(unit).mounted,
                pose: pose(look, chance),
            })
        }
        Prompt::Generals => {
            let general = one(chance, &generals)?;
            let from = look.table.general(general).pose?;
            let away = Turn(number(chance, 0, 35_999));
            Some(Choice::General {
                general,
                pose: from.leg(away, Ticks(number(chance, 0, 12_100))),
                attach: None,
            })
        }
        Prompt::Enter => {
            let unit = one(chance, &waiting)?;
            entry(look, chance, unit)
        }
        Prompt::Activation => charge(chance, &mine, &theirs),
        Prompt::DivisionMove | Prompt::Move(_) | Prompt::Reorganise(_) => {
            let unit = match ask.prompt {
                Prompt::Move(unit) | Prompt::Reorganise(unit) => unit,
                _ => one(chance, &mine)?,
            };
            Some(Choice::Move {
                unit,
                plan: plan(chance, look.unit(unit).bases()),
            })
        }
        _ => None,
    }
}
