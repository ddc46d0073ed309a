//! BB 30.0-setup: every piece is put where the page of the scenario has it.

use longroll_board::{Facing, Hand, HexId, Vertex};
use longroll_catalog::facts::{
    Ammunition, Arm, Level, Mechanism, Orders, Piece, SectionLetter, SetupEntry, SetupFacing,
    StartCondition, UnitId,
};
use longroll_core::Side;
use longroll_position::{
    BodyKind, Cohesion, Draft, EntryGroupId, Extent, Position, Presence, Setting, StackPlace, Topic,
};

use crate::orders::{facing_kind, orders_of};
use crate::sequence::PagePlace;

pub(super) struct Placer<'a> {
    pub(super) setting: &'a Setting,
    pub(super) position: &'a mut Draft,
    /// Batteries of which the page has listed a section.
    pub(super) by_sections: Vec<UnitId>,
}

impl Placer<'_> {
    /// Everything about a piece but its place.
    pub(super) fn state(&mut self, entry: &SetupEntry) {
        match entry.piece {
            Piece::Unit(unit) => self.unit_state(unit, entry),
            Piece::Section(unit, letter) => {
                self.unit_state(unit, entry);
                self.section(unit, letter, entry.strength);
            }
            Piece::Leader(leader) => self.leader_state(leader, entry),
        }
    }

    /// One section of a battery with so many guns; those that the page does not list are not there.
    fn section(&mut self, unit: UnitId, letter: SectionLetter, strength: Option<u8>) {
        let sections = &self.setting.unit(unit).sections;
        let state = self.position.unit_mut(unit);
        if !self.by_sections.contains(&unit) {
            self.by_sections.push(unit);
            state.guns = [0; 3];
        }
        for (gun, section) in state.guns.iter_mut().zip(sections) {
            if section.letter == Some(letter) {
                *gun = strength.unwrap_or(section.guns);
            }
        }
        state.sp = state.guns.iter().sum();
    }

    fn unit_state(&mut self, unit: UnitId, entry: &SetupEntry) {
        let sections = self.setting.unit(unit).sections.len();
        let state = self.position.unit_mut(unit);
        if let Some(strength) = entry.strength {
            state.sp = strength;
            if sections == 1 {
                state.guns[0] = strength;
            }
        }
        state.fatigue = entry.fatigue;
        state.ammunition = entry.ammunition;
        if let Some(command) = entry.assigned_to {
            state.assigned = command;
        }
        if crate::sequence::collapses(self.setting, unit, state.sp) {
            state.cohesion = Cohesion::Collapsed;
        } else if entry.is(StartCondition::Disordered) {
            state.cohesion = Cohesion::Disordered;
        }
        if let [orders] = entry.orders.as_slice() {
            state.orders = *orders;
        }
    }

    fn leader_state(&mut self, leader: longroll_catalog::facts::LeaderId, entry: &SetupEntry) {
        self.position.leader_mut(leader).replaced = entry.is(StartCondition::Replacement);
        let command = self.setting.leader(leader).command;
        let Some(body) = self.setting.body_of_brigade(command) else {
            // A division that begins worn (SR 13.32).
            if entry.is(StartCondition::CombatIneffective)
                && let Some(activator) = self.setting.activator_for(command)
            {
                self.position.activator_mut(activator).ineffective = true;
            }
            return;
        };
        // BB 5.26 and the page: a brigade that starts assigned to another division acts with its markers.
        let activator = entry
            .assigned_to
            .and_then(|command| self.setting.activator_for(command));
        let state = self.position.body_mut(body);
        if let Some(activator) = activator {
            state.activator = activator;
            state.was_reassigned = true;
        }
        state.fatigue = entry.fatigue;
        state.reserve |= entry.is(StartCondition::Reserve);
        state.ineffective = entry.is(StartCondition::CombatIneffective);
        // SR 6.11: until the owner chooses, Advance if the page allows it.
        let allowed = &entry.orders;
        if let Some(first) = allowed.first() {
            let advance = allowed.contains(&Orders::Advance);
            state.orders = if advance { Orders::Advance } else { *first };
        }
        // BB 30.0-orders: given orders stand through the first II/C.
        state.orders_fixed = entry.orders.len() == 1;
    }

    pub(super) fn put(&mut self, entry: &SetupEntry) {
        let place = PagePlace {
            setting: self.setting,
            position: self.position,
            entry,
        };
        let Some(hex) = place.unless_said_otherwise() else {
            return;
        };
        match entry.piece {
            Piece::Leader(leader) => {
                let state = self.position.leader_mut(leader);
                state.presence = Presence::OnMap;
                state.hex = hex;
            }
            Piece::Unit(unit) | Piece::Section(unit, _) => {
                if self.position.unit(unit).on_map() {
                    return;
                }
                let extent = match entry.extension {
                    None => Extent::Single,
                    Some(extension) => match extension.kind {
                        longroll_catalog::facts::ExtensionKind::Line => {
                            self.line_at_start(entry, hex, extension.hex)
                        }
                        longroll_catalog::facts::ExtensionKind::Column => Extent::Column {
                            rear: extension.hex,
                            tail: None,
                        },
                    },
                };
                self.position
                    .move_unit(self.setting, unit, hex, extent, StackPlace::Bottom);
            }
        }
    }

    /// SR 8.41: on which hand of a unit its extension lies, by the way it faces.
    fn line_at_start(&self, entry: &SetupEntry, hex: HexId, extension: HexId) -> Extent {
        let side = self.setting.grid().direction_between(hex, extension);
        let on_the_left = match entry.facing {
            SetupFacing::To(facing) => side == Some(facing.flank(Hand::Left)),
            _ => false,
        };
        if on_the_left {
            Extent::Line {
                left: Some(extension),
                right: None,
            }
        } else {
            Extent::Line {
                left: None,
                right: Some(extension),
            }
        }
    }

    /// Whoever is supplied at a place of his own after he has come has nothing before.
    fn comes_without_ammunition(&self, unit: UnitId) -> bool {
        let mut rules = self.setting.special(Topic::Fire);
        rules.any(
            |rule| matches!(rule.mechanism, Mechanism::ResupplyAt { unit: own, .. } if own == unit),
        )
    }

    pub(super) fn reinforcements(&mut self) {
        for (index, group) in self.setting.scenario.reinforcements.iter().enumerate() {
            let due = Presence::Due(EntryGroupId(index as u16));
            for arriving in &group.pieces {
                match arriving.piece {
                    Piece::Unit(unit) | Piece::Section(unit, _) => {
                        let empty = self.comes_without_ammunition(unit);
                        let state = self.position.unit_mut(unit);
                        if state.presence != Presence::Absent && state.presence != due {
                            continue;
                        }
                        state.presence = due;
                        state.fatigue = group.fatigue;
                        if empty {
                            state.ammunition = Ammunition::Out;
                        }
                        if let Piece::Section(_, letter) = arriving.piece {
                            self.section(unit, letter, arriving.strength);
                        } else if let Some(strength) = arriving.strength {
                            state.sp = strength;
                        }
                    }
                    Piece::Leader(leader) => {
                        let state = self.position.leader_mut(leader);
                        if state.presence == Presence::Absent {
                            state.presence = due;
                        }
                        // SR 17: the group's Fatigue is that of the brigade he brings.
                        let command = self.setting.leader(leader).command;
                        if let Some(body) = self.setting.body_of_brigade(command) {
                            self.position.body_mut(body).fatigue = group.fatigue;
                        }
                    }
                }
            }
        }
    }

    /// BB 30.0: units that the page puts under another command for the whole scenario: some act with the Unassigned marker,
    /// some form a brigade under a commander.
    pub(super) fn special_assignments(&mut self) {
        for rule in self
            .setting
            .special(Topic::Assignment)
            .chain(self.setting.special(Topic::Composite))
        {
            match &rule.mechanism {
                Mechanism::ActsUnassigned { units } => {
                    for &unit in units {
                        let own = self.setting.unit(unit).formation;
                        if let Some(army) = self.setting.army_of(own) {
                            self.position.unit_mut(unit).assigned = army;
                        }
                    }
                }
                Mechanism::CompositeBrigade {
                    leader,
                    units,
                    fatigue,
                    ..
                } => {
                    let command = self.setting.leader(*leader).command;
                    for &unit in units {
                        self.position.unit_mut(unit).assigned = command;
                    }
                    if let Some(body) = self.setting.composite_brigade(command) {
                        self.position.body_mut(body).fatigue = *fatigue;
                    }
                }
                _ => {}
            }
        }
        // Regiments that the page lists with another brigade come with it.
        for group in &self.setting.scenario.reinforcements {
            let Some(command) = group.command else {
                continue;
            };
            if self.setting.command(command).level != Level::Brigade {
                continue;
            }
            for piece in &group.pieces {
                if let Piece::Unit(unit) = piece.piece
                    && self.setting.unit(unit).arm == Arm::Infantry
                    && self.setting.unit(unit).formation != command
                {
                    self.position.unit_mut(unit).assigned = command;
                }
            }
        }
    }

    /// BB 30.0: units attached to brigades of a group made for the day; its batteries act together under its commander, but for
    /// those whose own brigade is in the group.
    pub(super) fn groups(&mut self) {
        for group in self.setting.scenario.command_groups() {
            for brigade in &group.brigades {
                for &unit in &brigade.attached {
                    self.position.unit_mut(unit).assigned = brigade.brigade;
                }
            }
            let Some(leader) = group.leader else {
                continue;
            };
            let corps = self.setting.leader(leader).command;
            for &unit in &group.batteries {
                let own = self.setting.unit(unit).formation;
                if group.brigades.iter().all(|brigade| brigade.brigade != own) {
                    self.position.unit_mut(unit).assigned = corps;
                }
            }
        }
    }

    /// SR 6.3: commands that start in Reserve by a rule of the scenario.
    pub(super) fn reserves(&mut self) {
        let start = self.setting.scenario.first_turn();
        for rule in self
            .setting
            .scenario
            .special_rules
            .iter()
            .filter(|rule| rule.in_force(start))
        {
            let Mechanism::StartInReserve {
                except_commands,
                except_units,
            } = &rule.mechanism
            else {
                continue;
            };
            for body in self.setting.body_ids() {
                let facts = self.setting.body(body);
                let exempt = !rule.concerns(facts.side)
                    || except_commands
                        .iter()
                        .any(|&upper| self.setting.belongs(facts.command, upper))
                    || self
                        .position
                        .members(self.setting, body)
                        .any(|unit| except_units.contains(&unit));
                let present = self
                    .position
                    .members(self.setting, body)
                    .any(|unit| self.position.unit(unit).on_map());
                if !exempt && present {
                    let alert = self.setting.scenario.alert.is_some();
                    let state = self.position.body_mut(body);
                    state.reserve = true;
                    // BB 30.0-alert: nothing but the programme or the enemy takes it out again.
                    state.alert.asleep = alert;
                }
            }
        }
    }

    /// BB 31.0-alert: an army that sleeps, in Reserve or not (reading 141).
    pub(super) fn sleepers(&mut self) {
        let Some(army) = &self.setting.special.sleepers else {
            return;
        };
        for body in self.setting.body_ids() {
            let present = self
                .position
                .members(self.setting, body)
                .any(|unit| self.position.unit(unit).on_map());
            if self.setting.body(body).side == army.side && present {
                self.position.body_mut(body).alert.asleep = true;
            }
        }
    }

    /// SR 6.17, BB 30.0-orders: a body all of whose units are given the same orders by the page is given them.
    pub(super) fn orders_given_by_unit(&mut self) {
        for body in self.setting.body_ids() {
            if self.setting.body(body).kind == BodyKind::Unassigned {
                continue;
            }
            let mut given: Option<Orders> = None;
            let mut agreed = true;
            for entry in &self.setting.scenario.setup {
                let of_body = match entry.piece {
                    Piece::Leader(leader) => {
                        let own = self
                            .setting
                            .body_of_brigade(self.setting.leader(leader).command);
                        // His own line speaks for the brigade, if it says anything.
                        agreed &= own != Some(body) || entry.orders.is_empty();
                        false
                    }
                    Piece::Unit(unit) | Piece::Section(unit, _) => {
                        self.position.body_of(self.setting, unit) == body
                    }
                };
                if !of_body {
                    continue;
                }
                match entry.orders.as_slice() {
                    &[orders] if given.is_none_or(|given| given == orders) => given = Some(orders),
                    _ => agreed = false,
                }
            }
            if let Some(orders) = given.filter(|_| agreed) {
                let state = self.position.body_mut(body);
                state.orders = orders;
                state.orders_fixed = true;
            }
        }
    }

    /// Units take the orders of their body (SR 6.11, 6.18) unless the page gives them their own.
    pub(super) fn orders_of_units(&mut self) {
        for unit in self.setting.unit_ids() {
            let body = self.position.body_of(self.setting, unit);
            let orders = orders_of(self.setting.unit(unit), self.position.body(body).orders);
            let state = self.position.unit_mut(unit);
            if state.orders == Orders::Advance {
                state.orders = orders;
            }
        }
    }

    /// Given facings stand; free ones look at the nearest enemy. All units of a hex face alike (SR 7.11).
    pub(super) fn facings(&mut self) {
        for entry in &self.setting.scenario.setup {
            let Some(unit) = entry
                .piece
                .unit()
                .filter(|&unit| self.position.unit(unit).on_map())
            else {
                continue;
            };
            let facing = match entry.facing {
                SetupFacing::To(facing) => facing,
                SetupFacing::Free => self.towards_enemy(unit, entry.side),
            };
            let hex = self.position.unit(unit).hex;
            let stack: Vec<UnitId> = self.position.stack(hex).map(|part| part.unit).collect();
            let first = stack.first() == Some(&unit) || entry.facing != SetupFacing::Free;
            if first {
                for other in stack {
                    self.position.unit_mut(other).facing = facing;
                }
            }
        }
        // A stack of marching and other units cannot be; whoever has the wrong kind of facing is put right.
        for unit in self.setting.unit_ids() {
            let state = self.position.unit_mut(unit);
            if state.facing.kind() != facing_kind(state.orders) {
                [state.facing, _] = state.facing.nearest_of_other_kind();
            }
        }
    }

    fn towards_enemy(&self, unit: UnitId, side: Side) -> Facing {
        let from = self.position.unit(unit).hex;
        towards_enemy(self.setting, self.position, from, side)
    }
}

/// The facing from a hex towards the nearest enemy.
pub(crate) fn towards_enemy(
    setting: &Setting,
    position: &Position,
    from: HexId,
    side: Side,
) -> Facing {
    let grid = setting.grid();
    let nearest = setting
        .unit_ids()
        .filter(|&other| setting.unit(other).side != side && position.unit(other).on_map())
        .map(|other| position.unit(other).hex)
        .min_by_key(|&hex| (grid.distance(from, hex), hex));
    let vertex = nearest.map_or(Vertex::E, |to| vertex_towards(setting, from, to));
    Facing::Vertex(vertex)
}

/// The vertex that points most nearly from one hex to another.
fn vertex_towards(setting: &Setting, from: HexId, to: HexId) -> Vertex {
    let grid = setting.grid();
    let east = i32::from(grid.column(to)) - i32::from(grid.column(from));
    let south = i32::from(grid.half_rows(to)) - i32::from(grid.half_rows(from));
    if south.abs() <= east.abs() {
        return if east >= 0 { Vertex::E } else { Vertex::W };
    }
    match (east >= 0, south >= 0) {
        (true, true) => Vertex::SE,
        (true, false) => Vertex::NE,
        (false, true) => Vertex::SW,
        (false, false) => Vertex::NW,
    }
}
