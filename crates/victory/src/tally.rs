//! What is counted of an army: worn commands, lost strength, lost batteries, regiments that stand.

use longroll_catalog::facts::{Arm, CommandId, LeaderId, Level, Piece, UnitId};
use longroll_core::Side;
use longroll_position::{ActivatorKind, Cohesion, Presence};

use crate::judge::Judge;

impl Judge<'_> {
    /// SR 13.2, 13.3: whether a command is Combat Ineffective, as the last IV/C has found it; BB 30.5-before: also one that
    /// was worn out before the scenario began.
    pub fn is_ineffective(&self, command: CommandId) -> bool {
        if self.terms().ineffective_before.contains(&command) {
            return true;
        }
        if self.setting.is_brigade(command) {
            return self.setting.body_ids().any(|body| {
                self.setting.body(body).command == command && self.position.body(body).ineffective
            });
        }
        self.setting.activator_ids().any(|id| {
            let facts = self.setting.activator(id);
            facts.command == command
                && facts.kind != ActivatorKind::Unassigned
                && self.position.activator(id).ineffective
        })
    }

    /// The commands of a side and level that are Combat Ineffective. A corps without divisions is a division.
    pub fn ineffective(&self, side: Side, level: Level) -> Vec<CommandId> {
        self.commands(side, level)
            .into_iter()
            .filter(|&command| self.is_ineffective(command))
            .collect()
    }

    /// Every command of a side and level.
    pub fn commands(&self, side: Side, level: Level) -> Vec<CommandId> {
        if level == Level::Brigade {
            let own = |command: &CommandId| {
                self.setting.command(*command).side == side && self.setting.is_brigade(*command)
            };
            return self.setting.command_ids().filter(own).collect();
        }
        let mut commands: Vec<CommandId> = self
            .setting
            .activator_ids()
            .map(|id| self.setting.activator(id))
            .filter(|facts| facts.side == side && facts.kind != ActivatorKind::Unassigned)
            .filter(|facts| !self.setting.is_brigade(facts.command))
            .map(|facts| facts.command)
            .collect();
        commands.sort_unstable();
        commands.dedup();
        commands
    }

    /// BB 30.1-vp-batteries: batteries of a side that are eliminated, or were so before the scenario began.
    pub fn eliminated_batteries(&self, side: Side) -> Vec<UnitId> {
        let before = &self.terms().batteries_lost_before;
        self.setting
            .unit_ids()
            .filter(|&unit| {
                let facts = self.setting.unit(unit);
                facts.side == side
                    && facts.arm == Arm::Artillery
                    && (self.position.unit(unit).presence == Presence::Lost
                        || before.contains(&unit))
            })
            .collect()
    }

    /// The strength with which a unit began the scenario.
    fn strength_at_start(&self, unit: UnitId) -> u8 {
        let facts = self.setting.unit(unit);
        let scenario = &self.setting.scenario;
        let entries = scenario.setup.iter().chain(&scenario.conditional_setup);
        let mut sections = None;
        for entry in entries {
            match entry.piece {
                Piece::Unit(own) if own == unit => {
                    return entry.strength.unwrap_or(facts.strength.value);
                }
                Piece::Section(own, letter) if own == unit => {
                    let printed = facts.sections.iter();
                    let guns = printed
                        .filter(|section| section.letter == Some(letter))
                        .map(|section| entry.strength.unwrap_or(section.guns))
                        .sum::<u8>();
                    sections = Some(sections.unwrap_or(0) + guns);
                }
                _ => {}
            }
        }
        sections.unwrap_or(facts.strength.value)
    }

    /// SP and guns that a side has lost since the scenario began. What was missing at the start does not count, nor what
    /// routed units have left.
    pub fn losses(&self, side: Side) -> u32 {
        self.setting
            .unit_ids()
            .filter(|&unit| {
                let facts = self.setting.unit(unit);
                facts.side == side && facts.arm != Arm::Gunboat
            })
            .map(|unit| {
                let state = self.position.unit(unit);
                let left = match state.presence {
                    Presence::Absent | Presence::Due(_) => return 0,
                    Presence::Lost => 0,
                    _ => state.sp,
                };
                u32::from(self.strength_at_start(unit).saturating_sub(left))
            })
            .sum()
    }

    /// Units of a side that have routed and not come back.
    pub fn routed(&self, side: Side) -> usize {
        let of_side = |unit: &UnitId| self.setting.unit(*unit).side == side;
        let units = self.setting.unit_ids().filter(of_side);
        units
            .filter(|&unit| self.position.unit(unit).presence == Presence::Routed)
            .count()
    }

    /// Whether a leader has been lost.
    pub fn has_fallen(&self, leader: LeaderId) -> bool {
        self.position.leader(leader).presence == Presence::Lost
    }

    /// The infantry regiments of a side on the map that are not Collapsed.
    pub fn sound_regiments(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.setting.unit_ids().filter(move |&unit| {
            let (facts, state) = (self.setting.unit(unit), self.position.unit(unit));
            facts.side == side
                && facts.arm == Arm::Infantry
                && !facts.is_detachment()
                && state.on_map()
                && state.cohesion != Cohesion::Collapsed
        })
    }

    /// The infantry regiments that act with a command and are Disordered or worse; BB 30.9-boundary: who has left the area
    /// counts as Disordered.
    pub fn shaken_regiments(&self, command: CommandId) -> Vec<UnitId> {
        self.setting
            .unit_ids()
            .filter(|&unit| {
                let (facts, state) = (self.setting.unit(unit), self.position.unit(unit));
                let shaken = match state.presence {
                    Presence::OnMap => state.is_disordered(),
                    Presence::Routed | Presence::Lost | Presence::Left => true,
                    _ => false,
                };
                state.assigned == command
                    && facts.arm == Arm::Infantry
                    && !facts.is_detachment()
                    && shaken
            })
            .collect()
    }

    /// Units of a command that are on the map, its own or made over to it. A battery that it was lent for its use (SR 4.32)
    /// stays its division's.
    pub fn left_of(&self, command: CommandId) -> Vec<UnitId> {
        self.setting
            .unit_ids()
            .filter(|&unit| {
                let state = self.position.unit(unit);
                let facts = self.setting.unit(unit);
                let made_over = state.assigned == command && facts.arm != Arm::Artillery;
                (facts.formation == command || made_over) && state.on_map()
            })
            .collect()
    }

    /// Whether a command has anybody who is still to come before the game ends.
    pub fn is_to_come(&self, command: CommandId) -> bool {
        let last = self.setting.calendar().last().map(|turn| turn.id);
        self.setting.unit_ids().any(|unit| {
            let state = self.position.unit(unit);
            let Presence::Due(group) = state.presence else {
                return false;
            };
            let groups = &self.setting.scenario.reinforcements;
            let group = groups.get(usize::from(group.0));
            group.is_some_and(|group| Some(group.turn) <= last)
                && self.setting.belongs(state.assigned, command)
        })
    }

    /// Whether a command has anybody on the map.
    pub fn is_present(&self, command: CommandId) -> bool {
        self.setting.unit_ids().any(|unit| {
            let state = self.position.unit(unit);
            state.on_map() && self.setting.belongs(state.assigned, command)
        })
    }
}
