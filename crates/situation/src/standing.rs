//! `[[unit]]` and `[[leader]]`: where the pieces stand, and what they have done.

use longroll_catalog::facts::{Arm, Fatigue, LeaderId, Orders, TurnId, UnitId};
use longroll_core::did_you_mean;
use longroll_position::{Cohesion, Extent, HalfMp, Hold, Presence, Site, StackPlace};
use longroll_rule::Rule;

use crate::form::Form;
use crate::keys::{LEADER_FACTS, LEADER_STATE, UNIT_FACTS, UNIT_STATE};
use crate::setting::Origin;
use crate::table::Table;
use crate::tree::Node;

impl Table<'_> {
    /// A unit: where it stands and what is not as usual about it.
    pub fn unit(&mut self, form: &Form<'_>) {
        form.know(&UNIT_FACTS);
        form.know(&UNIT_STATE);
        let Some(unit) = self.unit_named(form) else {
            return;
        };
        if form.flag("off") == Some(true) {
            self.position.take_off(unit, Presence::Absent);
            // Who is not there has no state; the base of a case may have given him one.
            return;
        }
        self.strength(form, unit);
        self.orders(form, unit);
        self.toil(form, unit);
        if let Some(status) = self.status(form) {
            self.stated.units.push((unit, status));
        }
        if let Some(node) = form.get("assigned")
            && let Some(code) = self.desk.text(node)
        {
            match self.setting.battle.command_coded(code) {
                Some(command) => self.position.unit_mut(unit).assigned = command,
                None => self
                    .desk
                    .missing(&node.span, format!("no command '{code}'")),
            }
        }
        self.stand(form, unit);
        if let Some(node) = form.get("facing")
            && let Some(facing) = self.desk.facing(node)
        {
            self.position.unit_mut(unit).facing = facing;
            self.stated.facings.push((unit, node.span.clone()));
        }
        self.works(form, unit);
        self.states(form, unit);
    }

    fn unit_named(&self, form: &Form<'_>) -> Option<UnitId> {
        let name = form.text("name")?;
        let found = self.setting.battle.unit_named(name);
        // In a file of its own pieces what is wrong with this one has been told.
        if found.is_none() && self.origin == Origin::Scenario {
            let all = self.setting.battle.units.iter().map(|unit| &*unit.name);
            let near = did_you_mean(name, all);
            self.desk.fault(
                &form.head(),
                format!("no unit '{name}' in this battle{near}"),
            );
        }
        found
    }

    /// `sp`, with what follows from it: the guns of a battery, a collapse.
    fn strength(&mut self, form: &Form<'_>, unit: UnitId) {
        let Some(sp) = self.strength_points(form, unit) else {
            return;
        };
        let state = self.position.unit_mut(unit);
        state.sp = sp;
        if self.setting.unit(unit).arm == Arm::Artillery {
            state.guns = [sp, 0, 0];
        }
        if longroll_gbacw::sequence::collapses(self.setting, unit, sp) {
            state.cohesion = Cohesion::Collapsed;
        }
    }

    /// `orders`: those of a unit by itself.
    fn orders(&mut self, form: &Form<'_>, unit: UnitId) {
        if let Some(node) = form.get("orders")
            && let Some(orders) = self.desk.word::<Orders>(node)
        {
            if orders == Orders::Attack && self.setting.unit(unit).arm == Arm::Artillery {
                self.desk.fault(
                    &node.span,
                    format!(
                        "guns are under Advance orders, or under March with their command [{}]",
                        Rule::SR_6_18
                    ),
                );
            }
            self.position.unit_mut(unit).orders = orders;
            self.stated.unit_orders.push(unit);
        }
    }

    /// What it has done so far, and how tired that has made it.
    fn toil(&mut self, form: &Form<'_>, unit: UnitId) {
        let state = self.position.unit_mut(unit);
        if let Some(fatigue) = form.word::<Fatigue>("fatigue") {
            state.fatigue = fatigue;
        }
        if let Some(used) = form.small("used", 9) {
            state.used = used;
        }
        if let Some(stirred) = form.flag("stirred") {
            state.stirred = stirred;
        }
        if let Some(blown) = form.flag("blown") {
            state.blown = blown;
        }
        if let Some(tiring) = form.small("tiring", 9) {
            state.toil.activations = tiring;
        }
        if let Some(assaults) = form.small("assaults", 9) {
            state.toil.assaults = assaults;
        }
    }

    /// `sp`: what a unit has now, which is something and not more than is printed.
    fn strength_points(&self, form: &Form<'_>, unit: UnitId) -> Option<u8> {
        let node = form.get("sp")?;
        let sp = self.desk.small(node, 30)?;
        let full = self.setting.unit(unit).strength.value;
        if sp == 0 {
            self.desk.fault(
                &node.span,
                "a unit without SP is not on the map: write state = [\"lost\"], or off = true",
            );
        } else if sp > full {
            self.desk.fault(
                &node.span,
                format!("{sp} SP are more than its full strength, which is {full}"),
            );
        }
        Some(sp)
    }

    /// Where a unit stands; the file lists a stack from top to bottom.
    fn stand(&mut self, form: &Form<'_>, unit: UnitId) {
        let extent = self.extent(form);
        let grid = self.setting.grid();
        let Some(node) = form.get("hex") else { return };
        let Some(hex) = self.desk.hex(grid, node) else {
            return;
        };
        // SR 12.8: guns that are left standing hold no hex.
        let is_left = |node: &Node| {
            let words = node.items().iter().filter_map(|item| self.desk.text(item));
            words.into_iter().any(|word| word.starts_with("abandoned"))
        };
        if form.get("state").is_some_and(is_left) {
            self.position.unit_mut(unit).hex = hex;
            return;
        }
        let side = self.setting.unit(unit).side;
        for own in core::iter::once(hex).chain(extent.hexes()) {
            if self.position.holder(own) == Some(side.enemy()) {
                self.desk.fault(
                    &node.span,
                    format!("both sides stand in {} [{}]", grid.name(own), Rule::SR_9_51),
                );
                return;
            }
        }
        self.position
            .move_unit(self.setting, unit, hex, extent, StackPlace::Bottom);
    }

    /// `line` or `column`: how far it is extended.
    fn extent(&self, form: &Form<'_>) -> Extent {
        let grid = self.setting.grid();
        let hex_of = |node: &Node| self.desk.hex(grid, node);
        if let (Some(_), Some(node)) = (form.get("line"), form.get("column")) {
            self.desk.fault(
                &node.span,
                format!(
                    "a unit is extended as a line or as a column, not as both [{}]",
                    Rule::SR_8_5
                ),
            );
        }
        if let Some(line) = form.table("line") {
            let (left, right) = (
                line.get("left").and_then(hex_of),
                line.get("right").and_then(hex_of),
            );
            line.close();
            Extent::Line { left, right }
        } else if let Some(node) = form.get("column") {
            let hexes: Vec<_> = node.items().iter().filter_map(hex_of).collect();
            match hexes.as_slice() {
                [rear] => Extent::Column {
                    rear: *rear,
                    tail: None,
                },
                [rear, tail] => Extent::Column {
                    rear: *rear,
                    tail: Some(*tail),
                },
                _ => {
                    self.desk
                        .fault(&node.span, "a column has one or two extensions, head first");
                    Extent::Single
                }
            }
        } else {
            Extent::Single
        }
    }

    /// SR 15: what it builds, and what it stands behind.
    fn works(&mut self, form: &Form<'_>, unit: UnitId) {
        if let Some(true) = form.flag("behind_work") {
            // SR 15.21: its front hexsides are entrenched.
            let state = *self.position.unit(unit);
            for hex in state.hexes() {
                let works = crate::works::before(hex, state.facing);
                self.position.standing_mut().fires.works.extend(works);
            }
        }
        if let Some(left) = form.small("building", 2) {
            let state = *self.position.unit(unit);
            let sites = state.hexes().map(|hex| Site {
                unit,
                hex,
                facing: state.facing,
                left,
            });
            self.position.standing_mut().special.sites.extend(sites);
        }
    }

    /// A leader: where he is and what he has done.
    pub fn leader(&mut self, form: &Form<'_>) {
        form.know(&LEADER_FACTS);
        form.know(&LEADER_STATE);
        let Some(leader) = self.leader_named(form) else {
            return;
        };
        let state = self.position.leader_mut(leader);
        if let Some(hex) = form
            .get("hex")
            .and_then(|node| self.desk.hex(self.setting.grid(), node))
        {
            state.hex = hex;
            state.presence = Presence::OnMap;
        }
        if form.flag("off") == Some(true) {
            state.presence = Presence::Absent;
        }
        if form.flag("killed") == Some(true) {
            state.presence = Presence::Lost;
        }
        if let Some(replaced) = form.flag("replaced") {
            state.replaced = replaced;
        }
        if let Some(rode) = form.small("rode", 40) {
            state.spent = HalfMp::whole(rode);
            state.rode_far = longroll_movement::leaders::rode_far(state.spent);
        }
        if let Some(failed) = form.small("failed_releases", 9) {
            state.hold = Hold::Failed(failed);
        }
        if let Some(node) = form.get("visits")
            && let Some(text) = self.desk.text(node)
        {
            match text.parse::<TurnId>() {
                Ok(turn) => state.visits = Some(turn),
                Err(error) => self.desk.fault(&node.span, error.to_string()),
            }
        }
        if let Some(node) = form.get("used_abilities") {
            for item in node.items() {
                if let Some(kind) = self.desk.word(item) {
                    state.abilities.note(kind);
                }
            }
        }
        if let Some(status) = self.status(form) {
            self.stated.leaders.push((leader, status));
        }
    }

    fn leader_named(&self, form: &Form<'_>) -> Option<LeaderId> {
        let name = form.text("name")?;
        let found = self.setting.battle.leader_named(name);
        if found.is_none() && self.origin == Origin::Scenario {
            let all = self.setting.battle.leaders.iter().map(|own| &*own.name);
            let near = did_you_mean(name, all);
            self.desk.fault(
                &form.head(),
                format!("no leader '{name}' in this battle{near}"),
            );
        }
        found
    }
}
