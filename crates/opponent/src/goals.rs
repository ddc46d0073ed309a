//! What a side fights for, read from the victory terms of its scenario.

use longroll_board::{FieldId, HexId};
use longroll_catalog::facts::{CommandId, Condition, Counted, Holder, Holding, PointTerm, TurnId};
use longroll_core::Side;
use longroll_position::{Position, Setting, field_place, north_boundary};

/// A place that one unit wins for its side: a field, a stretch of road, an edge of the map, a hex that is to be occupied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its hexes, sorted.
    pub hexes: Vec<HexId>,
    /// Whose presence counts.
    pub holder: Holder,
    /// The turn, by its place in the calendar, after which it is worth nothing.
    pub until: Option<u8>,
    /// Whether somebody must stay there.
    pub stays: bool,
    /// Whether it decides the game whatever the points are.
    pub decides: bool,
}

impl Place {
    /// Whether it is still worth going there.
    pub(crate) fn counts_still(&self, position: &Position) -> bool {
        self.until.is_none_or(|last| position.turn <= last)
    }
}

/// Hexes that a side must take, and hexes that it is paid for keeping.
#[derive(Debug, Clone, Default)]
pub(crate) struct Goals {
    /// To be taken.
    pub take: Vec<HexId>,
    /// To be kept.
    pub keep: Vec<HexId>,
    /// Places of which one hex is enough.
    pub places: Vec<Place>,
    /// Commands of the enemy that are to be broken or driven off.
    pub prey: Vec<CommandId>,
    /// Whether every regiment of the enemy counts against this side as long as it stands.
    pub hunts: bool,
    /// SP that the side may lose before it costs the game, or an objective.
    pub blood: Option<u32>,
}

impl Goals {
    /// The goals of a side.
    pub(crate) fn of(setting: &Setting, side: Side) -> Self {
        let mut goals = Self::default();
        for condition in conditions(setting, |owner| owner == side) {
            match condition {
                Condition::Held {
                    by, hexes, holding, ..
                } if *by == side && *holding == Holding::OccupiedOrLastThrough => {
                    goals.take.extend(hexes);
                }
                Condition::Gone { command } => goals.prey.push(*command),
                Condition::Ineffective { commands, .. } => goals.prey.extend(commands),
                Condition::IneffectiveCount { side: of, .. } if *of != side => goals.hunts = true,
                other => goals.places.extend(won_at(setting, side, other)),
            }
        }
        goals.places.extend(fields_and_shifts(setting, side));
        goals.hunts |= hunts(setting, side);
        goals.blood = blood(setting, side);
        goals.paid_hexes(setting, side);
        goals.take.sort_unstable();
        goals.take.dedup();
        goals
    }

    /// Whoever is paid for hexes that the enemy must take defends them; whoever is paid for others goes there.
    fn paid_hexes(&mut self, setting: &Setting, side: Side) {
        for term in &setting.scenario.victory.points {
            if let Counted::HexesHeld { by, hexes, .. } = &term.per
                && *by == side
            {
                self.keep.extend(hexes);
            }
        }
        let enemy_takes = Self::taken_by(setting, side.enemy());
        let (keep, take): (Vec<HexId>, Vec<HexId>) =
            self.keep.iter().partition(|hex| enemy_takes.contains(hex));
        self.take.extend(take);
        self.keep = keep;
    }

    fn taken_by(setting: &Setting, side: Side) -> Vec<HexId> {
        conditions(setting, |owner| owner == side)
            .filter_map(|condition| match condition {
                Condition::Held { by, hexes, .. } if *by == side => Some(hexes.as_slice()),
                _ => None,
            })
            .flatten()
            .copied()
            .collect()
    }
}

/// The conditions of the objectives of some side.
fn conditions(setting: &Setting, whose: impl Fn(Side) -> bool) -> impl Iterator<Item = &Condition> {
    let objectives = setting.scenario.victory.objectives.iter();
    objectives
        .filter(move |objective| whose(objective.side))
        .flat_map(|objective| &objective.conditions)
}

/// Whether the enemy wins by regiments that are left, or this side is paid for commands worn out.
fn hunts(setting: &Setting, side: Side) -> bool {
    let spared = conditions(setting, |owner| owner != side)
        .any(|own| matches!(own, Condition::RegimentsLeft { side: of, .. } if *of != side));
    let worn = |term: &PointTerm| matches!(term.per, Counted::IneffectiveCommands { side: of, .. } if of != side);
    spared || setting.scenario.victory.points.iter().any(worn)
}

/// SP that the side may lose before it costs the game, or an objective.
fn blood(setting: &Setting, side: Side) -> Option<u32> {
    let paid = setting
        .scenario
        .victory
        .points
        .iter()
        .any(|term| matches!(term.per, Counted::StrengthLost { side: of } if of == side));
    let limits = conditions(setting, |_| true).filter_map(|condition| match condition {
        Condition::LossesAtMost { side: of, sp } if *of == side => Some(u32::from(*sp)),
        // Some of the points will come from elsewhere.
        Condition::PointsAtLeast { side: of, vp } if *of != side && paid => {
            Some(u32::from(*vp).saturating_sub(2))
        }
        _ => None,
    });
    limits.min()
}

/// What is to be taken beside the objectives: fields that either side is paid for, automatic victories, and shifts of the level.
fn fields_and_shifts(setting: &Setting, side: Side) -> Vec<Place> {
    let victory = &setting.scenario.victory;
    let mut found = Vec::new();
    for term in &victory.points {
        if let Counted::FieldsControlled { fields, at, .. } = &term.per {
            found.extend(fields.iter().map(|&own| field(setting, own, Some(*at))));
        }
    }
    let automatic = victory.automatic.iter().filter(|own| own.side == side);
    for condition in automatic.flat_map(|own| &own.conditions) {
        let places = won_at(setting, side, condition).into_iter();
        found.extend(places.map(|place| Place {
            decides: true,
            ..place
        }));
    }
    let own = victory.shifts.iter().filter(|shift| shift.toward == side);
    for condition in own.flat_map(|shift| &shift.conditions) {
        found.extend(won_at(setting, side, condition));
    }
    let lost = victory.shifts.iter().filter(|shift| shift.toward != side);
    for condition in lost.flat_map(|shift| &shift.conditions) {
        if let Condition::NotHeld {
            by, hex, holder, ..
        } = condition
            && *by == side
        {
            found.push(any_of(vec![*hex], *holder, None));
        }
    }
    found
}

/// The places at which a condition is met.
fn won_at(setting: &Setting, side: Side, condition: &Condition) -> Vec<Place> {
    match condition {
        Condition::Held {
            by,
            hexes,
            holder,
            holding,
            at,
            needed,
            ..
        } if *by == side => {
            let until = at.and_then(|turn| index(setting, turn));
            let stays = *holding == Holding::Occupied;
            let one = |hexes: Vec<HexId>| Place {
                stays,
                ..any_of(hexes, *holder, until)
            };
            if *needed == Some(1) {
                return vec![one(hexes.clone())];
            }
            hexes.iter().map(|&hex| one(vec![hex])).collect()
        }
        Condition::RouteControlled { by, hexes, .. } if *by == side => {
            let mut hexes = hexes.clone();
            hexes.sort_unstable();
            vec![any_of(hexes, Holder::Infantry, None)]
        }
        Condition::NorthBoundaryReached { by, from_column } if *by == side => {
            let hexes = north_boundary(setting.grid(), &setting.scenario, *from_column);
            vec![any_of(hexes, Holder::Infantry, None)]
        }
        Condition::TakenBy {
            by,
            hexes,
            until,
            holder,
            ..
        } if *by == side => {
            vec![any_of(hexes.clone(), *holder, index(setting, *until))]
        }
        Condition::FieldsControlled { by, fields } if *by == side => fields
            .iter()
            .map(|&own| field(setting, own, None))
            .collect(),
        Condition::RegimentsIn {
            side: of, hexes, ..
        } if *of == side => {
            let one = |&hex: &HexId| Place {
                stays: true,
                ..any_of(vec![hex], Holder::Infantry, None)
            };
            hexes.iter().map(one).collect()
        }
        _ => Vec::new(),
    }
}

fn field(setting: &Setting, field: FieldId, at: Option<TurnId>) -> Place {
    let hexes = field_place(setting.ground(), &setting.scenario.victory, field, &[]);
    let until = at.and_then(|turn| index(setting, turn));
    any_of(hexes, Holder::NotCavalry, until)
}

const fn any_of(hexes: Vec<HexId>, holder: Holder, until: Option<u8>) -> Place {
    Place {
        hexes,
        holder,
        until,
        stays: false,
        decides: false,
    }
}

/// A turn by its place in the calendar.
fn index(setting: &Setting, turn: TurnId) -> Option<u8> {
    let place = setting.calendar().iter().position(|own| own.id == turn)?;
    u8::try_from(place).ok()
}
