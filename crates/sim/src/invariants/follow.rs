//! From the events alone an observer can follow the game: a second position is kept by them and compared.

use longroll_catalog::facts::{Piece, UnitId};
use longroll_gbacw::{Battle, Event};
use longroll_position::{Position, Presence, StackPlace, UnitState};

use super::Findings;

const PROMISE: &str = "the events tell everything";

/// The position as somebody has it who hears the events and sees nothing.
#[derive(Debug)]
pub(super) struct Follower {
    position: Position,
}

impl Follower {
    /// Begins with the position of the first decision.
    pub(super) fn new(battle: &Battle) -> Self {
        Self {
            position: battle.position().clone(),
        }
    }

    /// Hears what happened and compares.
    pub(super) fn follow(&mut self, battle: &Battle, events: &[Event], findings: &mut Findings) {
        for event in events {
            self.hear(battle, event);
        }
        self.compare(battle, findings);
        // What was missed has been said; it is not to be said again at every later choice.
        self.position.clone_from(battle.position());
    }

    fn put(&mut self, battle: &Battle, unit: UnitId, change: impl FnOnce(&mut UnitState)) {
        let mut state = *self.position.unit(unit);
        change(&mut state);
        if !state.on_map() {
            return;
        }
        self.position.move_unit(
            battle.setting(),
            unit,
            state.hex,
            state.extent,
            StackPlace::Bottom,
        );
    }

    fn hear(&mut self, battle: &Battle, event: &Event) {
        match event {
            Event::TurnBegan { turn } => self.position.turn = *turn,
            Event::SetUp { piece, hex } => match *piece {
                Piece::Unit(unit) | Piece::Section(unit, _) => {
                    self.put(battle, unit, |state| state.hex = *hex)
                }
                Piece::Leader(leader) => self.position.leader_mut(leader).hex = *hex,
            },
            Event::Moved { unit, to, .. } => self.put(battle, *unit, |state| state.hex = *to),
            Event::ExtentChanged {
                unit, hex, extent, ..
            } => self.put(battle, *unit, |state| {
                state.hex = *hex;
                state.extent = *extent;
            }),
            Event::Turned { unit, facing, .. } => self.position.unit_mut(*unit).facing = *facing,
            Event::RefusalChanged { unit, refused, .. } => {
                self.position.unit_mut(*unit).refused = *refused
            }
            Event::MountChanged { unit, mount, .. } => self.position.unit_mut(*unit).mount = *mount,
            Event::Lost { unit, left, .. } => self.position.unit_mut(*unit).sp = *left,
            Event::CohesionChanged { unit, cohesion, .. } => {
                self.position.unit_mut(*unit).cohesion = *cohesion
            }
            Event::UnitOrders { unit, orders, .. } => {
                self.position.unit_mut(*unit).orders = *orders
            }
            Event::Assigned { unit, command, .. } => {
                self.position.assign(battle.setting(), *unit, *command)
            }
            Event::UnitStatus { unit, status } => self.position.unit_mut(*unit).status = *status,
            Event::OrdersGiven { body, orders, .. } => {
                self.position.body_mut(*body).orders = *orders
            }
            Event::ReserveEntered { body } => self.position.body_mut(*body).reserve = true,
            Event::ReserveLeft { body, .. } => self.position.body_mut(*body).reserve = false,
            Event::Attached {
                body, activator, ..
            } => self.position.body_mut(*body).activator = *activator,
            Event::DirectCommand { leader, body } => {
                self.position.body_mut(*body).direct = Some(*leader)
            }
            Event::Rode { leader, to, .. } => self.position.leader_mut(*leader).hex = *to,
            Event::LeaderReplaced { leader, .. } => {
                self.position.leader_mut(*leader).replaced = true
            }
            Event::InitiativeSettled {
                holder, owed_to, ..
            } => {
                self.position.initiative.holder = *holder;
                self.position.initiative.owed_to = *owed_to;
            }
            Event::BridgeOpened => self.position.bridge_open = true,
            Event::PresenceChanged {
                piece,
                presence,
                hex,
                ..
            } => self.hear_presence(battle, *piece, *presence, *hex),
            Event::Restacked { hex, order, .. } => {
                self.position.reorder_stack(battle.setting(), *hex, order);
            }
            _ => {}
        }
    }

    fn hear_presence(
        &mut self,
        battle: &Battle,
        piece: Piece,
        presence: Presence,
        hex: Option<longroll_board::HexId>,
    ) {
        match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => match (presence, hex) {
                (Presence::OnMap, Some(hex)) => self.put(battle, unit, |state| {
                    state.presence = Presence::OnMap;
                    state.hex = hex;
                }),
                _ => self.position.take_off(unit, presence),
            },
            Piece::Leader(leader) => {
                let state = self.position.leader_mut(leader);
                state.presence = presence;
                if let Some(hex) = hex {
                    state.hex = hex;
                }
            }
        }
    }

    fn compare(&self, battle: &Battle, findings: &mut Findings) {
        let (setting, position) = (battle.setting(), battle.position());
        for unit in setting.unit_ids() {
            let (told, is) = (self.position.unit(unit), position.unit(unit));
            let mut differs = |what: &str, told: String, is: String| {
                findings.add(
                    PROMISE,
                    format!(
                        "{what} of {}: told {told}, is {is}",
                        setting.unit(unit).name
                    ),
                );
            };
            if told.presence != is.presence {
                differs(
                    "presence",
                    format!("{:?}", told.presence),
                    format!("{:?}", is.presence),
                );
            }
            if told.sp != is.sp {
                differs("strength", told.sp.to_string(), is.sp.to_string());
            }
            if told.cohesion != is.cohesion {
                differs(
                    "cohesion",
                    format!("{:?}", told.cohesion),
                    format!("{:?}", is.cohesion),
                );
            }
            if told.orders != is.orders {
                differs(
                    "orders",
                    format!("{:?}", told.orders),
                    format!("{:?}", is.orders),
                );
            }
            if told.assigned != is.assigned {
                differs(
                    "assignment",
                    format!("{:?}", told.assigned),
                    format!("{:?}", is.assigned),
                );
            }
            if told.status != is.status {
                differs(
                    "command status",
                    format!("{:?}", told.status),
                    format!("{:?}", is.status),
                );
            }
            if !is.on_map() || !told.on_map() {
                continue;
            }
            if told.hex != is.hex {
                let grid = setting.grid();
                differs(
                    "hex",
                    grid.name(told.hex).to_owned(),
                    grid.name(is.hex).to_owned(),
                );
            }
            if told.extent != is.extent {
                differs(
                    "extent",
                    format!("{:?}", told.extent),
                    format!("{:?}", is.extent),
                );
            }
            if told.facing != is.facing {
                differs(
                    "facing",
                    format!("{:?}", told.facing),
                    format!("{:?}", is.facing),
                );
            }
            if told.refused != is.refused {
                differs(
                    "refused flank",
                    format!("{:?}", told.refused),
                    format!("{:?}", is.refused),
                );
            }
        }
        for leader in setting.leader_ids() {
            let (told, is) = (self.position.leader(leader), position.leader(leader));
            let same = told.presence == is.presence
                && told.replaced == is.replaced
                && (!is.on_map() || told.hex == is.hex);
            findings.expect(same, PROMISE, || {
                let place = |hex| setting.grid().name(hex);
                format!(
                    "leader {}: told {:?} {}, is {:?} {}",
                    setting.leader(leader).name,
                    told.presence,
                    place(told.hex),
                    is.presence,
                    place(is.hex)
                )
            });
        }
        for body in setting.body_ids() {
            let (told, is) = (self.position.body(body), position.body(body));
            findings.expect(
                told.orders == is.orders && told.reserve == is.reserve,
                PROMISE,
                || {
                    format!(
                        "{}: told {:?} reserve {}, is {:?} reserve {}",
                        longroll_gbacw::names::body(setting, body),
                        told.orders,
                        told.reserve,
                        is.orders,
                        is.reserve
                    )
                },
            );
        }
        findings.expect(self.position.turn == position.turn, PROMISE, || {
            format!("turn {}", position.turn)
        });
        if findings.0.is_empty() {
            self.compare_stacks(battle, findings);
        }
    }

    fn compare_stacks(&self, battle: &Battle, findings: &mut Findings) {
        let (setting, position) = (battle.setting(), battle.position());
        let hexes = setting
            .unit_ids()
            .flat_map(|unit| position.unit(unit).hexes().map(move |hex| (unit, hex)))
            .filter(|(unit, hex)| {
                let top = position.stack(*hex).next();
                top.is_some_and(|top| top.unit == *unit)
            });
        for (_, hex) in hexes {
            findings.expect(
                position.stack(hex).eq(self.position.stack(hex)),
                PROMISE,
                || {
                    let names = |position: &Position| -> Vec<String> {
                        position
                            .stack(hex)
                            .map(|part| setting.unit(part.unit).name.clone())
                            .collect()
                    };
                    format!(
                        "stack of {}: told {:?}, is {:?}",
                        setting.grid().name(hex),
                        names(&self.position),
                        names(position)
                    )
                },
            );
        }
    }
}
