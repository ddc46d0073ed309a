//! What a question names: pieces, commands and hexes that are there.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::did_you_mean;
use longroll_position::{ActivatorId, BodyId, Setting};

use crate::bodies::{activator, body};
use crate::form::Desk;
use crate::question::Piece;
use crate::tree::{Node, Value};

/// Reads the names of a question.
pub(crate) struct Reader<'a> {
    pub desk: &'a Desk,
    pub setting: &'a Setting,
}

impl Reader<'_> {
    pub fn unit(&self, node: &Node) -> Option<UnitId> {
        let name = self.desk.text(node)?;
        self.found(node, self.setting.battle.unit_named(name), "unit", name)
    }

    pub fn leader(&self, node: &Node) -> Option<LeaderId> {
        let name = self.desk.text(node)?;
        self.found(node, self.setting.battle.leader_named(name), "leader", name)
    }

    /// A leader, where a unit may be named as well.
    pub fn rider(&self, node: &Node) -> Option<LeaderId> {
        match &node.value {
            Value::Text(name) => self.setting.battle.leader_named(name),
            _ => None,
        }
    }

    pub fn body(&self, node: &Node) -> Option<BodyId> {
        let name = self.desk.text(node)?;
        self.found(node, body(self.setting, name), "brigade", name)
    }

    pub fn activator(&self, node: &Node) -> Option<ActivatorId> {
        let name = self.desk.text(node)?;
        self.found(node, activator(self.setting, name), "division", name)
    }

    pub fn piece(&self, node: &Node) -> Option<Piece> {
        let name = self.desk.text(node)?;
        let unit = self.setting.battle.unit_named(name).map(Piece::Unit);
        let found = unit
            .or_else(|| self.setting.battle.leader_named(name).map(Piece::Leader))
            .or_else(|| body(self.setting, name).map(Piece::Body));
        self.found(node, found, "unit, leader or brigade", name)
    }

    fn found<T>(&self, node: &Node, found: Option<T>, what: &str, name: &str) -> Option<T> {
        if found.is_none() {
            let battle = &self.setting.battle;
            let units = battle.units.iter().map(|unit| &*unit.name);
            let leaders = battle.leaders.iter().map(|leader| &*leader.name);
            let near = match what {
                "unit" => did_you_mean(name, units),
                "leader" => did_you_mean(name, leaders),
                "unit, leader or brigade" => did_you_mean(name, units.chain(leaders)),
                _ => String::new(),
            };
            self.desk
                .missing(&node.span, format!("no {what} '{name}' here{near}"));
        }
        found
    }

    pub fn hex(&self, node: &Node) -> Option<HexId> {
        self.desk.hex(self.setting.grid(), node)
    }

    pub fn three<'n>(&self, node: &'n Node) -> Option<[&'n Node; 3]> {
        match node.items() {
            [first, second, third] => Some([first, second, third]),
            _ => {
                self.desk
                    .fault(&node.span, "three things are needed: [\"…\", \"…\", \"…\"]");
                None
            }
        }
    }

    /// A unit, the enemy that moves, and the hex he comes to.
    pub fn encounter(&self, node: &Node) -> Option<(UnitId, UnitId, HexId)> {
        let [unit, mover, hex] = self.three(node)?;
        Some((self.unit(unit)?, self.unit(mover)?, self.hex(hex)?))
    }

    pub fn pair<'n>(&self, node: &'n Node) -> Option<(&'n Node, &'n Node)> {
        match node.items() {
            [first, second] => Some((first, second)),
            _ => {
                self.desk
                    .fault(&node.span, "two things are needed: [\"…\", \"…\"]");
                None
            }
        }
    }
}
