//! An event while it is being told.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_catalog::tables::WeaponClass;
use longroll_position::{BodyId, Setting};
use longroll_rule::Rule;

use crate::words::Words;
use crate::{naming, wire};

/// An event being told: what fills the blanks of its text, and what it points at.
pub(super) struct Teller<'a> {
    pub(super) setting: &'a Setting,
    pub(super) words: &'a Words,
    /// Of a fire's die: how the table was read.
    pub(super) read: Option<(WeaponClass, u8)>,
    pub(super) blanks: Vec<(&'static str, String)>,
    pub(super) told: wire::Told,
}

impl Teller<'_> {
    pub(super) fn fill(&mut self, blank: &'static str, value: impl Into<String>) {
        self.blanks.push((blank, value.into()));
    }

    pub(super) fn unit(&mut self, id: UnitId) {
        self.piece(naming::unit(self.setting, id));
    }

    pub(super) fn leader(&mut self, id: LeaderId) {
        self.piece(naming::leader(self.setting, id));
    }

    pub(super) fn piece(&mut self, name: String) {
        self.told.piece = Some(name.clone());
        self.fill("piece", name);
    }

    pub(super) fn body(&mut self, id: BodyId) {
        let name = naming::body(self.setting, id);
        self.fill("body", name);
    }

    pub(super) fn to(&mut self, hex: HexId) {
        let name = self.setting.grid().name(hex).to_owned();
        self.told.to = Some(name.clone());
        self.fill("to", name);
    }

    pub(super) fn from(&mut self, hex: HexId) {
        self.told.from = Some(self.setting.grid().name(hex).to_owned());
    }

    pub(super) fn rule(&mut self, rule: Rule) {
        self.told.rule = Some(rule.to_string());
    }
}
