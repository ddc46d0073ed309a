//! SR 6.12: II/C, orders and assignments, and II/D, orders of reinforcements.

use std::num::NonZeroU8;

use longroll_catalog::facts::{
    AbilityKind, Arm, CommandId, LeaderId, Level, Mechanism, Orders, UnitId,
};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_movement::adjacency::is_seen_within_four;
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, CommandStatus, Deeds, RuleBook,
};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::give::{Reaching, give, give_unit};
use super::permissions::may_change_to;
use crate::activation::{ability_reaches, ability_ready};
use crate::battle::At;
use crate::choice::Choice;
use crate::command::{
    body_leader, division_leader, has_link_for_orders, leader_status, may_assign, may_attach,
    may_ever_attach, superiors,
};
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::sequence::first_day;
use crate::step::{Ask, Offers, Procedure};

/// The steps of II/C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DivisionOrdersStep {
    /// A side gives orders and assigns units; each body and unit once.
    Give {
        /// Whose.
        side: Side,
    },
    /// The phase is over for a side.
    End {
        /// Whose.
        side: Side,
    },
}

/// SR 6.12, 6.14: whether a body may be given these orders in II/C.
///
/// # Errors
/// The rule that forbids it.
pub fn may_order(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    let facts = at.setting.body(body);
    let state = at.position.body(body);
    if state.orders == orders {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    if state.reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve takes no orders now",
        ));
    }
    if state.orders_fixed {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "its set-up orders stand through the first II/C",
        ));
    }
    if state.tried {
        return Err(Refusal::new(
            Rule::SR_6_12,
            "it has had its orders in this phase",
        ));
    }
    match facts.kind {
        BodyKind::Brigade => {
            if !has_link_for_orders(at, body) {
                return Err(Refusal::new(
                    Rule::SR_5_36,
                    "no chain of command reaches it",
                ));
            }
        }
        BodyKind::DivisionalArtillery => {
            let leader = division_leader(at, state.activator);
            if !leader.is_some_and(|leader| commands(at, leader)) {
                return Err(Refusal::new(
                    Rule::SR_5_36,
                    "the division leader is Out of Command",
                ));
            }
        }
        BodyKind::DivisionalCavalry => {
            return Err(Refusal::new(
                Rule::BB_4_24,
                "these units are given orders one by one",
            ));
        }
        BodyKind::Unassigned => {
            return Err(Refusal::new(
                Rule::BB_4_25_orders,
                "unassigned units are always under Advance orders",
            ));
        }
    }
    if at
        .position
        .members(at.setting, body)
        .all(|unit| !at.position.unit(unit).on_map())
    {
        return Err(Refusal::new(Rule::SR_6_12, "nobody of it is on the map"));
    }
    crate::held::may_change_orders(at, body)?;
    may_change_to(at, body, orders)?;
    scenario_allows(at, facts.side, orders)?;
    if orders == Orders::March {
        away_from_enemy(at, body)?;
    }
    Ok(match (facts.kind, orders) {
        (_, Orders::March) => Rule::SR_6_14,
        (BodyKind::DivisionalArtillery, _) => Rule::BB_4_32_orders,
        _ => Rule::SR_6_12,
    })
}

/// Whether a leader on the map is In Command: one who is still to come gives no orders.
fn commands(at: At<'_>, leader: LeaderId) -> bool {
    let state = at.position.leader(leader);
    state.on_map() && state.status == CommandStatus::InCommand
}

/// SR 6.14: no unit of the command within four hexes and sight of an enemy combat unit.
pub(crate) fn away_from_enemy(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let side = at.setting.body(body).side;
    let near = at
        .position
        .members(at.setting, body)
        .flat_map(|unit| at.position.unit(unit).hexes())
        .any(|hex| is_seen_within_four(&at, side, hex));
    if near {
        Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ))
    } else {
        Ok(())
    }
}

fn scenario_allows(at: At<'_>, side: Side, orders: Orders) -> Result<(), Refusal> {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return Ok(());
    };
    let barred = orders == Orders::Attack
        && at.setting.scenario.special_rules.iter().any(|rule| {
            rule.in_force(turn)
                && rule.concerns(side)
                && rule.mechanism == Mechanism::NoDivisionAttackOrders
        });
    if barred {
        Err(Refusal::new(
            Rule::SR_6_12,
            "the scenario allows no Attack orders in II/C",
        ))
    } else {
        Ok(())
    }
}

/// BB 4.24, 4.25: whether a single loose unit may be given these orders: in its division leader's range.
///
/// # Errors
/// The rule that forbids it.
pub fn may_order_unit(at: At<'_>, unit: UnitId, orders: Orders) -> Result<Rule, Refusal> {
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    let body = at.position.body_of(at.setting, unit);
    let rule = unit_orders_rule(at, unit);
    if crate::held::answers_to_groups(at, unit) {
        return may_order_unassigned(at, unit, orders);
    }
    if at.setting.body(body).kind != BodyKind::DivisionalCavalry || facts.arm != Arm::Cavalry {
        return Err(Refusal::new(
            rule,
            "only loose cavalry of a division is given orders by itself",
        ));
    }
    if !state.on_map() || state.orders == orders {
        return Err(Refusal::new(
            rule,
            "it is under these orders, or not on the map",
        ));
    }
    if at.position.body(body).reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve takes no orders now",
        ));
    }
    if at.position.body(body).orders_fixed {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "its set-up orders stand through the first II/C",
        ));
    }
    if state.deeds.has(Deeds::ORDERED) {
        return Err(Refusal::new(
            Rule::SR_6_12,
            "it has had its orders in this phase",
        ));
    }
    let leader = division_leader(at, at.position.body(body).activator);
    let chain = leader.is_some_and(|leader| commands(at, leader));
    if !chain || state.status == CommandStatus::OutOfCommand {
        return Err(Refusal::new(
            rule,
            "out of its division leader's range, or he is Out of Command",
        ));
    }
    crate::held::may_change_unit_orders(at, unit)?;
    may_change_to(at, body, orders)?;
    // BB 17.0: it keeps its own Fatigue.
    if state.fatigue.level() >= 4 && orders != Orders::Advance {
        return Err(Refusal::new(Rule::SR_17_32, "too tired for these orders"));
    }
    scenario_allows(at, facts.side, orders)?;
    if orders == Orders::March
        && state
            .hexes()
            .any(|hex| is_seen_within_four(&at, facts.side, hex))
    {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    Ok(rule)
}

/// BB 30.0: where a scenario makes groups for the day an unassigned unit changes its orders in the range of the commander of
/// one of them, whether or not it may move yet.
fn may_order_unassigned(at: At<'_>, unit: UnitId, orders: Orders) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_30_0;
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    if !state.on_map() || state.orders == orders || state.deeds.has(Deeds::ORDERED) {
        return Err(Refusal::new(
            RULE,
            "it has its orders, or is not on the map",
        ));
    }
    if facts.arm == Arm::Artillery && orders == Orders::Attack {
        return Err(Refusal::new(
            Rule::SR_6_18,
            "artillery is never under Attack orders",
        ));
    }
    if state.fatigue.level() >= 4 && orders != Orders::Advance {
        return Err(Refusal::new(
            Rule::SR_17_32,
            "too tired for any other orders",
        ));
    }
    if orders == Orders::March
        && state
            .hexes()
            .any(|hex| is_seen_within_four(&at, facts.side, hex))
    {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    if crate::held::is_in_range_of_group(at, unit) {
        Ok(RULE)
    } else {
        Err(Refusal::new(
            RULE,
            "no commander of a group has it in his range",
        ))
    }
}

/// The rule by which a unit has orders of its own, or has none.
fn unit_orders_rule(at: At<'_>, unit: UnitId) -> Rule {
    let facts = at.setting.unit(unit);
    let body = at.setting.body(at.position.body_of(at.setting, unit));
    let own_level = at.setting.command(facts.formation).level;
    match body.kind {
        BodyKind::DivisionalCavalry if own_level == Level::Army => Rule::BB_4_25_CSA,
        BodyKind::DivisionalCavalry => match at.setting.activator(body.activator).kind {
            ActivatorKind::IndependentDivision => Rule::BB_4_24_USA,
            _ => Rule::BB_4_24_CSA,
        },
        BodyKind::DivisionalArtillery => Rule::BB_4_32_orders,
        BodyKind::Unassigned if own_level == Level::Division && facts.arm == Arm::Infantry => {
            Rule::BB_4_24_6div
        }
        BodyKind::Unassigned => Rule::BB_4_25_orders,
        BodyKind::Brigade => Rule::SR_6_11,
    }
}

/// BB 4.11-march: whether a commander may put this brigade on the march himself.
///
/// # Errors
/// The rule that forbids it.
pub fn may_put_on_march(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_march;
    let state = at.position.leader(leader);
    let facts = at.setting.leader(leader);
    let Some(ability) = facts.ability(AbilityKind::OrdersMarch) else {
        return Err(Refusal::new(RULE, "he has no such ability"));
    };
    let begun = state.abilities.has(AbilityKind::OrdersMarch);
    if !begun {
        ability_ready(at, leader, AbilityKind::OrdersMarch)?;
        if !state.abilities.is_empty() {
            return Err(Refusal::new(
                RULE,
                "not in a turn in which he uses any other ability",
            ));
        }
    }
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    if !turn
        .zip(first_day(at))
        .is_none_or(|(turn, day)| ability.in_force(turn, day))
    {
        return Err(Refusal::new(RULE, "not at this hour"));
    }
    let taken = at
        .position
        .bodies
        .iter()
        .filter(|body| body.march.spared)
        .count();
    if taken >= usize::from(ability.number.unwrap_or(2)) {
        return Err(Refusal::new(
            RULE,
            "he has put as many brigades on the march as he may",
        ));
    }
    let brigade = at.setting.body(body);
    if brigade.kind != BodyKind::Brigade || !at.setting.belongs(brigade.command, facts.command) {
        return Err(Refusal::new(Rule::BB_4_11, "only brigades of his own army"));
    }
    if at.position.body(body).orders == Orders::March || at.position.body(body).reserve {
        return Err(Refusal::new(
            RULE,
            "it marches already, or rests in Reserve",
        ));
    }
    if at.position.body(body).orders_fixed {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "its set-up orders stand through the first II/C",
        ));
    }
    if at.position.body(body).tried {
        return Err(Refusal::new(
            Rule::SR_6_12,
            "it has had its orders in this phase",
        ));
    }
    may_change_to(at, body, Orders::March)?;
    away_from_enemy(at, body)?;
    ability_reaches(at, leader, body, RULE)
}

fn may_assign_now(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    if at.position.unit(unit).deeds.has(Deeds::ASSIGNED) {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "it has been assigned in this phase",
        ));
    }
    may_assign(at, unit, command)
}

/// The commands worth asking about: by its arm and own level most of the order of battle is out of the question.
fn assignment_candidates(at: At<'_>, unit: UnitId) -> impl Iterator<Item = CommandId> + '_ {
    let facts = at.setting.unit(unit);
    let own = facts.formation;
    let own_level = at.setting.command(own).level;
    let arm = facts.arm;
    at.setting.command_ids().filter(move |&command| {
        let other = at.setting.command(command);
        if other.side != at.setting.unit(unit).side {
            return false;
        }
        match (arm, other.level) {
            _ if command == own => true,
            (Arm::Artillery, Level::Brigade) => match own_level {
                Level::Brigade => at.setting.rules.book == RuleBook::Series,
                Level::Division => at.setting.belongs(command, own),
                Level::Corps | Level::Army => true,
            },
            (Arm::Artillery, Level::Division | Level::Corps) => true,
            (Arm::Cavalry, Level::Brigade) => at.setting.belongs(command, own),
            (Arm::Infantry, Level::Brigade) => true,
            _ => false,
        }
    })
}

/// Commands a unit could be assigned to, so that most need not be asked.
pub(crate) fn assignable(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let own = at.setting.command(facts.formation).level;
    let loose = match (facts.arm, at.setting.rules.book) {
        (Arm::Artillery, _) => true,
        (Arm::Cavalry | Arm::Infantry, RuleBook::BattleBook) => {
            own != Level::Brigade && !facts.is_detachment()
        }
        _ => false,
    };
    loose && at.position.unit(unit).on_map() && !at.position.unit(unit).deeds.has(Deeds::ASSIGNED)
}

impl Procedure for DivisionOrdersStep {
    fn asks(self, _: At<'_>) -> Option<Ask> {
        match self {
            Self::Give { side } => Some(Ask {
                side,
                rule: Rule::SR_6_12,
                prompt: Prompt::DivisionOrders,
            }),
            Self::End { .. } => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        let Self::Give { side } = self else { return };
        // Nobody else takes orders.
        let is_present = |body: BodyId| {
            at.position
                .members(at.setting, body)
                .any(|unit| at.position.unit(unit).on_map())
        };
        let of_body = |body| move |choice| matches!(choice, Choice::Orders { body: who, .. } | Choice::Attach { body: who, .. } if who == body);
        for body in at.setting.body_ids() {
            if at.setting.body(body).side != side
                || !offers.wants(of_body(body))
                || !is_present(body)
            {
                continue;
            }
            for &orders in Orders::ALL {
                offers.ask(Choice::Orders { body, orders }, || {
                    may_order(at, body, orders)
                });
            }
            if !may_ever_attach(at, body) {
                continue;
            }
            for activator in at.setting.activator_ids() {
                offers.ask(Choice::Attach { body, activator }, || {
                    may_attach(at, body, activator)
                });
            }
        }
        for unit in at
            .setting
            .unit_ids()
            .filter(|&unit| at.setting.unit(unit).side == side)
        {
            // BB 4.24-orders: nobody but cavalry is given orders by itself.
            if at.setting.unit(unit).arm == Arm::Cavalry || crate::held::answers_to_groups(at, unit)
            {
                for &orders in Orders::ALL {
                    offers.ask(Choice::UnitOrders { unit, orders }, || {
                        may_order_unit(at, unit, orders)
                    });
                }
            }
            let such = |choice| matches!(choice, Choice::Assign { unit: who, .. } if who == unit);
            if offers.wants(such) && assignable(at, unit) {
                for command in assignment_candidates(at, unit) {
                    offers.ask(Choice::Assign { unit, command }, || {
                        may_assign_now(at, unit, command)
                    });
                }
            }
        }
        for leader in at.setting.leader_ids().filter(|&leader| {
            at.setting.leader(leader).side == side
                && at
                    .setting
                    .leader(leader)
                    .ability(AbilityKind::OrdersMarch)
                    .is_some()
        }) {
            let marches = |choice| matches!(choice, Choice::MarchUnder { .. });
            if !offers.wants(marches) {
                continue;
            }
            for body in at.setting.body_ids().filter(|&body| is_present(body)) {
                offers.ask(Choice::MarchUnder { leader, body }, || {
                    may_put_on_march(at, leader, body)
                });
            }
        }
        offers.add(Choice::Done, Rule::SR_6_12);
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match choice {
            Choice::Orders { body, orders } => may_order(at, body, orders).err(),
            Choice::UnitOrders { unit, orders } => may_order_unit(at, unit, orders).err(),
            Choice::Assign { unit, command } => may_assign_now(at, unit, command).err(),
            Choice::Attach { body, activator } => may_attach(at, body, activator).err(),
            Choice::MarchUnder { leader, body } => may_put_on_march(at, leader, body).err(),
            _ => None,
        }
    }

    /// Orders take brigades off the list; assignments may put some on it.
    fn only_narrows(self, choice: Choice) -> bool {
        matches!(choice, Choice::Orders { .. } | Choice::UnitOrders { .. })
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        if choice == Choice::Done {
            return Ok(());
        }
        play.push(self);
        match choice {
            Choice::Orders { body, orders } => {
                play.position.body_mut(body).tried = true;
                let rule = if orders == Orders::March {
                    Rule::SR_6_14
                } else {
                    Rule::SR_6_12
                };
                give(play, body, orders, rule, Reaching::AsFixed);
            }
            Choice::UnitOrders { unit, orders } => {
                play.position.unit_mut(unit).deeds.note(Deeds::ORDERED);
                let rule = unit_orders_rule(play.at(), unit);
                give_unit(play, unit, orders, rule);
                // SR 5.28: the first turn of a march is limited by the division's number.
                let body = play.position.body_of(play.setting, unit);
                let state = play.position.body(body);
                if orders == Orders::March {
                    let number = play.position.activator(state.activator).number.clamp(1, 4);
                    play.position.unit_mut(unit).march.limit = NonZeroU8::new(number);
                    let limit = &mut play.position.body_mut(body).march.limit;
                    *limit = (*limit).max(number);
                }
            }
            Choice::Assign { unit, command } => assign(play, unit, command),
            Choice::Attach { body, activator } => attach(play, body, activator, Rule::BB_5_26),
            Choice::MarchUnder { leader, body } => {
                play.position
                    .leader_mut(leader)
                    .abilities
                    .note(AbilityKind::OrdersMarch);
                play.tell(Event::AbilityUsed {
                    leader,
                    body,
                    rule: Rule::BB_4_11_march,
                });
                give(
                    play,
                    body,
                    Orders::March,
                    Rule::BB_4_11_march,
                    Reaching::AsFixed,
                );
                let state = play.position.body_mut(body);
                state.tried = true;
                state.march.limit = 4;
                state.march.spared = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let Self::End { side } = self {
            for body in play
                .setting
                .body_ids()
                .filter(|&body| play.setting.body(body).side == side)
            {
                let state = play.position.body_mut(body);
                state.tried = false;
                state.orders_fixed = false;
            }
            for unit in play
                .setting
                .unit_ids()
                .filter(|&unit| play.setting.unit(unit).side == side)
            {
                let state = play.position.unit_mut(unit);
                let phase = Deeds::ASSIGNED.with(Deeds::ORDERED);
                state.deeds = state.deeds.without(phase);
            }
        }
        Ok(())
    }
}

/// A unit acts with another command from now on; its status is that towards its new leader (reading 3).
pub(crate) fn assign(play: &mut Play<'_>, unit: UnitId, command: CommandId) {
    let rule = may_assign(play.at(), unit, command).unwrap_or(Rule::SR_4_32);
    assign_by(play, unit, command, rule);
}

/// The unit is of this command from now on. BB 17.0, reading 104: it brings its Fatigue, and it and the brigade that it joins
/// both have the higher level; SR 17.26: guns have none.
pub(crate) fn move_to_command(play: &mut Play<'_>, unit: UnitId, command: CommandId) {
    let at = play.at();
    let before = at.position.body_of(at.setting, unit);
    let own = match at.setting.body(before).kind {
        BodyKind::Brigade => at.position.body(before).fatigue,
        _ => at.position.unit(unit).fatigue,
    };
    let tires = at.setting.unit(unit).arm != Arm::Artillery
        && at.setting.rules.book == RuleBook::BattleBook;
    play.position.assign(play.setting, unit, command);
    if !tires {
        return;
    }
    let after = play.position.body_of(play.setting, unit);
    let mut level = own;
    if play.setting.body(after).kind == BodyKind::Brigade {
        level = own.max(play.position.body(after).fatigue);
        play.position.body_mut(after).fatigue = level;
    }
    play.position.unit_mut(unit).fatigue = level;
}

/// The same by a rule that has been asked already.
pub(crate) fn assign_by(play: &mut Play<'_>, unit: UnitId, command: CommandId, rule: Rule) {
    play.position.unit_mut(unit).deeds.note(Deeds::ASSIGNED);
    move_to_command(play, unit, command);
    play.tell(Event::Assigned {
        unit,
        command,
        rule,
    });
    let at = play.at();
    let body = at.position.body_of(at.setting, unit);
    let reached = crate::command::units_in_range(at, body).contains(&unit);
    let orders = match at.setting.body(body).kind {
        // BB 4.25-orders: unassigned units are under Advance orders always.
        BodyKind::Unassigned => Some((Orders::Advance, Rule::BB_4_25_orders)),
        // BB 4.25-15MI: that regiment changes orders no sooner than in its first Activation in range.
        BodyKind::Brigade | BodyKind::DivisionalArtillery
            if reached && rule != Rule::BB_4_25_15MI =>
        {
            Some((at.position.body(body).orders, rule))
        }
        _ => None,
    };
    let status = if reached {
        CommandStatus::InCommand
    } else {
        CommandStatus::OutOfCommand
    };
    if play.position.unit(unit).status != status {
        play.position.unit_mut(unit).status = status;
        play.tell(Event::UnitStatus { unit, status });
    }
    play.position.unit_mut(unit).orders_wait = rule == Rule::BB_4_25_15MI;
    if let Some((orders, rule)) = orders {
        give_unit(play, unit, orders, rule);
    }
}

/// BB 5.26: a brigade acts with another division from now on.
pub(crate) fn attach(play: &mut Play<'_>, body: BodyId, activator: ActivatorId, rule: Rule) {
    let state = play.position.body_mut(body);
    state.activator = activator;
    state.was_reassigned = true;
    play.tell(Event::Attached {
        body,
        activator,
        rule,
    });
    // Reading 3: his status is that towards his new superior, as everybody stands.
    if let Some(leader) = body_leader(play.at(), body) {
        let status = leader_status(play.at(), leader);
        let superior = superiors(play.at(), leader).first().copied();
        let changed = play.position.leader(leader).status != status;
        play.position.leader_mut(leader).status = status;
        play.position.body_mut(body).status = status;
        if changed {
            play.tell(Event::LeaderStatus {
                leader,
                status,
                superior,
            });
        }
    }
    let (number, _) = crate::activation::entitlement(play.at(), body);
    play.position.body_mut(body).entitled = number;
}
