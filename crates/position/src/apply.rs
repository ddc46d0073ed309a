//! The one writer: what happens is what changes.

use longroll_board::HexId;
use longroll_catalog::facts::Piece;

use crate::event::Event;
use crate::{EntryState, Extent, Happening, Marker, Note, Position, Presence, Setting, StackPlace};

mod combat;
mod command;
mod movement;
mod noted;
mod turn;

impl Position {
    /// Changes what an event tells, and nothing else. Engine, observers, replays and pages all follow a battle by this. A
    /// chapter hands on what is not of its own.
    pub fn apply(&mut self, setting: &Setting, event: &Event) {
        match event {
            Event::TurnBegan { turn } => self.begin_turn(setting, *turn),
            Event::TurnEnded { turn } => self.end_turn(setting, *turn),
            Event::SetUp { piece, hex } => match *piece {
                Piece::Unit(unit) | Piece::Section(unit, _) => {
                    self.move_unit(setting, unit, *hex, Extent::Single, StackPlace::Bottom);
                }
                Piece::Leader(leader) => self.leader_mut(leader).hex = *hex,
            },
            Event::PresenceChanged {
                piece,
                presence,
                hex,
                ..
            } => self.change_presence(setting, *piece, *presence, *hex),
            Event::InitiativeSettled {
                holder, owed_to, ..
            } => {
                let initiative = &mut self.standing.initiative;
                initiative.owed_to = *owed_to;
                initiative.holder = *holder;
                initiative.last_known = holder.or(initiative.last_known);
            }
            Event::LinkedUp { .. } => self.standing.special.linked = true,
            Event::LineEnded { .. } => self.standing.special.line_ended = true,
            Event::Freed { unit, .. } => {
                self.standing.special.free(*unit);
            }
            Event::Deferred { group } => {
                self.set_entry(usize::from(group.0), EntryState::Deferred);
            }
            Event::Placed { marker, number } => self.place_in_cup(*marker, *number),
            Event::Drawn { marker } => self.draw_from_cup(*marker),
            Event::BridgeOpened => self.standing.bridge_open = true,
            Event::EventDrawn { happening, .. } => {
                if let Happening::NoFire(side) = *happening {
                    let held = &mut self.standing.special.events.no_fire[side as usize];
                    *held = held.saturating_add(1);
                }
            }
            Event::NoFire { side, .. } => {
                let held = &mut self.standing.special.events.no_fire[*side as usize];
                *held = held.saturating_sub(1);
            }
            Event::Noted(Note::FireBegins(side)) => self.begin_fire(setting, *side),
            Event::Noted(note) => self.note(note),
            Event::GameOver => self.end_game(),
            _ => self.apply_movement(setting, event),
        }
    }

    /// SR 5.31: markers go into the cup.
    fn place_in_cup(&mut self, marker: Marker, number: u8) {
        let cup = &mut self.standing.cup;
        cup.extend((0..number).map(|_| marker));
        cup.sort_unstable();
    }

    /// SR 5.31: one leaves it.
    fn draw_from_cup(&mut self, marker: Marker) {
        let cup = &mut self.standing.cup;
        if let Some(place) = cup.iter().position(|other| *other == marker) {
            cup.remove(place);
        }
    }

    fn change_presence(
        &mut self,
        setting: &Setting,
        piece: Piece,
        presence: Presence,
        hex: Option<HexId>,
    ) {
        match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => match (presence, hex) {
                (Presence::OnMap, Some(hex)) => {
                    let left = [Presence::AbandonedOne, Presence::AbandonedTwo];
                    if left.contains(&self.unit(unit).presence) {
                        self.unit_mut(unit).winded = true;
                    }
                    self.move_unit(setting, unit, hex, Extent::Single, StackPlace::Bottom);
                }
                _ => {
                    self.pass_all(setting, unit);
                    self.take_off(unit, presence);
                }
            },
            Piece::Leader(leader) => {
                let state = self.leader_mut(leader);
                state.presence = presence;
                if let Some(hex) = hex {
                    state.hex = hex;
                }
            }
        }
    }

    fn set_entry(&mut self, group: usize, state: EntryState) {
        if let Some(entry) = self.standing.entered.get_mut(group) {
            *entry = state;
        }
    }
}

/// Sorts an event by whether it changes anything; an event that is named in neither list does not compile.
macro_rules! sorted {
    ($event:expr; changes: $($changes:ident)+; tells: $($tells:ident)+) => {
        match $event {
            $(Event::$changes { .. })|+ => true,
            $(Event::$tells { .. })|+ => false,
        }
    };
}

/// What changes nothing: what goes with it is told beside it. Everything else has been applied by a chapter before.
fn only_tells(event: &Event) {
    let changes = sorted! { event;
        changes:
            TurnBegan Fired Assaulted FatigueChanged Gained Blown BoatStruck AmmunitionChanged SetUp
            InitiativeSettled LeaderStatus UnitStatus DirectCommand Assigned Attached Transferred Activations
            Entitled OrdersGiven UnitOrders ReserveEntered ReserveLeft LinkedUp LineEnded Freed MissionGiven
            MissionEnded MountChanged SeenOut Deferred Placed Drawn Bound Activated Finished Rode RodeFar Moved
            Turned RefusalChanged Paid Repaid ExtentChanged Restacked SectionRaised CohesionChanged Lost
            PresenceChanged LeaderReplaced Effectiveness BridgeOpened EventDrawn NoFire WorkBegun WorkStopped
            WorkFinished WorkLevelled TurnEnded GameOver Noted;
        tells:
            Phase Rolled EfficiencyDrawn Helped Alerted Surprised EnemySeen GroupFreed ArmyFreed Picked SatOut
            AbilityUsed Coordinated Stopped
    };
    debug_assert!(!changes, "an event that no chapter applies: {event:?}");
}
