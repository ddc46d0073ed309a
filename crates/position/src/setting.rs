//! What does not change while a battle is played: the ground, the pieces as printed, the scenario, the rules.

use std::sync::Arc;

use longroll_board::{Grid, Ground, HexId};
use longroll_catalog::Tables;
use longroll_catalog::facts::{
    Arm, BattleFacts, BattleTerms, CommandFacts, CommandGroup, CommandId, LeaderFacts, LeaderId,
    Level, Mechanism, ScenarioFacts, TurnFacts, UnitFacts, UnitId, Variations, WoodsSight,
};
use longroll_core::Side;
use longroll_sight::{GeographicCrests, Sight, SightRules, SteepDrop, Woods, WoodsCount};

use crate::rule_set::{self, RuleBook};
use crate::topic::{Topic, TopicIndex};
use crate::{
    ActivatorFacts, ActivatorId, ActivatorKind, BodyFacts, BodyId, BodyKind, RuleSet, SpecialFacts,
    Watch,
};

/// The fixed facts of one game. Shared by every state of it; never saved with the state, but named in its record.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The battle: ground, pieces, tables.
    pub battle: Arc<BattleFacts>,
    /// The scenario.
    pub scenario: Arc<ScenarioFacts>,
    /// The rules in force.
    pub rules: RuleSet,
    /// Where the book in force departs from the series rules.
    pub variations: Variations,
    /// SR 10.2: line of sight over this ground by these rules.
    pub sight: Sight,
    /// What acts as one brigade.
    pub bodies: Vec<BodyFacts>,
    /// Who has markers.
    pub activators: Vec<ActivatorFacts>,
    /// Special rules of the scenario, sorted by who asks.
    pub special: SpecialFacts,
    /// The places that decide the game.
    pub watch: Watch,
    pub(crate) topics: TopicIndex,
    guns: Vec<UnitId>,
    gunboats: Vec<UnitId>,
    group_of: Vec<Option<u8>>,
    body_of: Vec<CommandBodies>,
    activator_of: Vec<Option<ActivatorId>>,
}

/// The bodies that units assigned to one command belong to.
#[derive(Debug, Clone, Copy, Default)]
struct CommandBodies {
    guns: Option<BodyId>,
    foot: Option<BodyId>,
    others: Option<BodyId>,
}

impl Setting {
    /// Puts the facts together and works out who acts with whom.
    #[must_use]
    pub fn new(battle: Arc<BattleFacts>, scenario: Arc<ScenarioFacts>, rules: RuleSet) -> Self {
        let sight = Sight::new(&battle.ground, rules_of_sight(&battle, &rules));
        Self::seen(battle, scenario, rules, sight)
    }

    /// [`new`](Self::new) with the sight over this ground by these rules, worked out before.
    #[must_use]
    pub fn seen(
        battle: Arc<BattleFacts>,
        scenario: Arc<ScenarioFacts>,
        rules: RuleSet,
        sight: Sight,
    ) -> Self {
        let count = battle.commands.len();
        let variations = variations_of(&battle, &rules);
        let special = SpecialFacts::of(&scenario, &battle);
        let topics = TopicIndex::of(&scenario.special_rules);
        let watch = Watch::of(&battle.ground, &scenario);
        let of_arm = |arm: Arm| -> Vec<UnitId> {
            let units = (0_usize..).zip(&battle.units);
            let own = units.filter(|(_, unit)| unit.arm == arm);
            own.filter_map(|(index, _)| UnitId::from_index(index))
                .collect()
        };
        let (guns, gunboats) = (of_arm(Arm::Artillery), of_arm(Arm::Gunboat));
        let mut setting = Self {
            topics,
            guns,
            gunboats,
            group_of: vec![None; count],
            sight,
            battle,
            scenario,
            rules,
            variations,
            bodies: Vec::new(),
            activators: Vec::new(),
            special,
            watch,
            body_of: vec![CommandBodies::default(); count],
            activator_of: vec![None; count],
        };
        setting.find_activators();
        setting.find_bodies();
        setting.form_composite_brigades();
        setting.form_groups();
        setting
    }

    /// The figures of the battle book; none under the plain series rules.
    #[must_use]
    pub fn terms(&self) -> Option<&BattleTerms> {
        (self.rules.book == RuleBook::BattleBook).then_some(&self.battle.terms)
    }

    /// The map.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.battle.ground
    }

    /// The tables of the rules.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.battle.tables
    }

    /// The hex grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.battle.ground.grid
    }

    /// A unit as printed.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitFacts {
        &self.battle.units[unit.index()]
    }

    /// A leader as printed.
    #[must_use]
    pub fn leader(&self, leader: LeaderId) -> &LeaderFacts {
        &self.battle.leaders[leader.index()]
    }

    /// A command.
    #[must_use]
    pub fn command(&self, command: CommandId) -> &CommandFacts {
        &self.battle.commands[command.index()]
    }

    /// A body.
    #[must_use]
    pub fn body(&self, body: BodyId) -> &BodyFacts {
        &self.bodies[body.index()]
    }

    /// Whoever has markers.
    #[must_use]
    pub fn activator(&self, activator: ActivatorId) -> &ActivatorFacts {
        &self.activators[activator.index()]
    }

    /// Every unit as printed.
    #[must_use]
    pub fn units(&self) -> &[UnitFacts] {
        &self.battle.units
    }

    /// Every leader as printed.
    #[must_use]
    pub fn leaders(&self) -> &[LeaderFacts] {
        &self.battle.leaders
    }

    /// Every unit's number.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.battle.units.len()).filter_map(UnitId::from_index)
    }

    /// The numbers of all batteries, in their order.
    pub fn gun_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.guns.iter().copied()
    }

    /// The numbers of all gunboats, in their order.
    pub fn gunboat_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.gunboats.iter().copied()
    }

    /// Every leader's number.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.battle.leaders.len()).filter_map(LeaderId::from_index)
    }

    /// Every command's number.
    pub fn command_ids(&self) -> impl Iterator<Item = CommandId> + use<> {
        (0..self.battle.commands.len()).filter_map(CommandId::from_index)
    }

    /// Every body's number.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len()).map(|index| BodyId(index as u16))
    }

    /// Every activator's number.
    pub fn activator_ids(&self) -> impl Iterator<Item = ActivatorId> + use<> {
        (0..self.activators.len()).map(|index| ActivatorId(index as u16))
    }

    /// The body that a unit of this arm acts with when it is assigned to this command.
    #[must_use]
    pub fn body_for(&self, command: CommandId, arm: Arm) -> BodyId {
        let bodies = self.body_of[command.index()];
        let found = match arm {
            Arm::Artillery => bodies.guns,
            Arm::Infantry => bodies.foot,
            Arm::Cavalry | Arm::Gunboat => bodies.others,
        };
        found.unwrap_or(BodyId(0))
    }

    /// The body of a brigade.
    #[must_use]
    pub fn body_of_brigade(&self, command: CommandId) -> Option<BodyId> {
        self.body_of[command.index()]
            .others
            .filter(|&body| self.body(body).kind == BodyKind::Brigade)
    }

    /// BB 30.0: the brigade that units of several others form under this commander's own command.
    #[must_use]
    pub fn composite_brigade(&self, command: CommandId) -> Option<BodyId> {
        self.body_of[command.index()]
            .foot
            .filter(|&body| self.body(body).kind == BodyKind::Brigade)
            .filter(|_| self.command(command).level > Level::Brigade)
    }

    /// SR 13.21, BB 30.0: whether a command is a brigade, or a higher one whose own units form one.
    #[must_use]
    pub fn is_brigade(&self, command: CommandId) -> bool {
        self.command(command).level == Level::Brigade || self.composite_brigade(command).is_some()
    }

    /// BB 30.0: the group made for the day to which a brigade or a division belongs, where the scenario has groups.
    #[must_use]
    pub fn group_of(&self, command: CommandId) -> Option<&CommandGroup> {
        self.group_of[command.index()]
            .and_then(|index| self.scenario.command_groups().get(usize::from(index)))
    }

    /// Whose markers a command uses.
    #[must_use]
    pub fn activator_for(&self, command: CommandId) -> Option<ActivatorId> {
        self.activator_of[command.index()]
    }

    /// The Unassigned group of a side, if it has any units.
    #[must_use]
    pub fn unassigned(&self, side: Side) -> Option<ActivatorId> {
        self.activator_ids().find(|&id| {
            self.activator(id).kind == ActivatorKind::Unassigned && self.activator(id).side == side
        })
    }

    /// The command itself and everything above it, lowest first.
    pub fn chain(&self, command: CommandId) -> impl Iterator<Item = CommandId> + '_ {
        core::iter::successors(Some(command), |&id| self.command(id).parent)
    }

    /// The army a command belongs to.
    #[must_use]
    pub fn army_of(&self, command: CommandId) -> Option<CommandId> {
        self.chain(command)
            .find(|&upper| self.command(upper).level == Level::Army)
    }

    /// Whether `lower` is `upper` or stands below it.
    #[must_use]
    pub fn belongs(&self, lower: CommandId, upper: CommandId) -> bool {
        self.chain(lower).any(|command| command == upper)
    }

    /// The turns of the game.
    #[must_use]
    pub fn calendar(&self) -> &[TurnFacts] {
        &self.scenario.turns
    }

    /// Hexes adjacent to a hex.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.grid().neighbours(hex).map(|(_, neighbour)| neighbour)
    }

    fn find_activators(&mut self) {
        for index in 0..self.battle.commands.len() {
            let Some(id) = CommandId::from_index(index) else {
                continue;
            };
            let command = &self.battle.commands[index];
            let side = command.side;
            let (kind, draws_for) = match command.level {
                Level::Division => match command
                    .parent
                    .filter(|&p| self.command(p).level == Level::Corps)
                {
                    Some(corps) => (ActivatorKind::DivisionOfCorps, corps),
                    None => (ActivatorKind::IndependentDivision, id),
                },
                Level::Corps if !self.has_divisions(id) => (ActivatorKind::CorpsAsDivision, id),
                _ => continue,
            };
            let activator = ActivatorId(self.activators.len() as u16);
            self.activators.push(ActivatorFacts {
                side,
                command: id,
                kind,
                draws_for,
            });
            self.activator_of[index] = Some(activator);
        }
        for side in Side::BOTH {
            let army = self
                .command_ids()
                .find(|&id| self.command(id).side == side && self.command(id).level == Level::Army);
            if let Some(army) = army {
                let activator = ActivatorId(self.activators.len() as u16);
                self.activators.push(ActivatorFacts {
                    side,
                    command: army,
                    kind: ActivatorKind::Unassigned,
                    draws_for: army,
                });
                for index in 0..self.battle.commands.len() {
                    let command = &self.battle.commands[index];
                    if command.side == side && command.level == Level::Army {
                        self.activator_of[index] = Some(activator);
                    }
                }
            }
        }
        let inherited: Vec<Option<ActivatorId>> = self
            .command_ids()
            .map(|id| self.activator_of[id.index()].or_else(|| self.inherited_activator(id)))
            .collect();
        self.activator_of = inherited;
    }

    /// Reading 128: a brigade directly under a corps that has divisions, and that corps itself, use the markers of the
    /// first of them.
    fn inherited_activator(&self, command: CommandId) -> Option<ActivatorId> {
        for upper in self.chain(command) {
            if self.command(upper).level == Level::Corps {
                let children = &self.command(upper).children;
                let own = self.activator_of[upper.index()];
                return own.or_else(|| {
                    children
                        .iter()
                        .find_map(|child| self.activator_of[child.index()])
                });
            }
            if let Some(activator) = self.activator_of[upper.index()] {
                return Some(activator);
            }
        }
        None
    }

    fn has_divisions(&self, corps: CommandId) -> bool {
        self.command(corps)
            .children
            .iter()
            .any(|&child| self.command(child).level == Level::Division)
    }

    fn find_bodies(&mut self) {
        for id in self.command_ids() {
            let Some(activator) = self.activator_of[id.index()] else {
                continue;
            };
            let (side, level) = (self.command(id).side, self.command(id).level);
            let mut add = |kind| {
                let body = BodyId(self.bodies.len() as u16);
                self.bodies.push(BodyFacts {
                    kind,
                    command: id,
                    side,
                    activator,
                });
                body
            };
            let (guns, others) = match level {
                Level::Brigade => {
                    let brigade = add(BodyKind::Brigade);
                    (brigade, brigade)
                }
                Level::Division | Level::Corps => (
                    add(BodyKind::DivisionalArtillery),
                    add(BodyKind::DivisionalCavalry),
                ),
                Level::Army => {
                    let group = add(BodyKind::Unassigned);
                    (group, group)
                }
            };
            self.body_of[id.index()] = CommandBodies {
                guns: Some(guns),
                foot: Some(others),
                others: Some(others),
            };
        }
        self.merge_unassigned();
    }

    /// BB 30.0: a commander who leads a brigade made up of units of several others has markers of his own, drawn for with
    /// his Efficiency.
    fn form_composite_brigades(&mut self) {
        let leaders: Vec<LeaderId> = self
            .special(Topic::Composite)
            .filter_map(|rule| match rule.mechanism {
                Mechanism::CompositeBrigade { leader, .. } => Some(leader),
                _ => None,
            })
            .collect();
        for leader in leaders {
            let command = self.leader(leader).command;
            let side = self.command(command).side;
            let activator = ActivatorId(self.activators.len() as u16);
            self.activators.push(ActivatorFacts {
                side,
                command,
                kind: ActivatorKind::CorpsAsDivision,
                draws_for: command,
            });
            self.activator_of[command.index()] = Some(activator);
            let body = BodyId(self.bodies.len() as u16);
            self.bodies.push(BodyFacts {
                kind: BodyKind::Brigade,
                command,
                side,
                activator,
            });
            self.body_of[command.index()].foot = Some(body);
        }
    }

    /// BB 30.0: where a scenario makes groups for the day, each acts with markers of its commander instead of the divisions'.
    fn form_groups(&mut self) {
        let scenario = Arc::clone(&self.scenario);
        for (index, group) in (0_u8..).zip(scenario.command_groups()) {
            let Some(leader) = group.leader else {
                continue;
            };
            let corps = self.leader(leader).command;
            let own = self.activator_ids().find(|&id| {
                self.activator(id).command == corps
                    && self.activator(id).kind == ActivatorKind::CorpsAsDivision
            });
            let activator = own.unwrap_or_else(|| {
                let activator = ActivatorId(self.activators.len() as u16);
                self.activators.push(ActivatorFacts {
                    side: self.command(corps).side,
                    command: corps,
                    kind: ActivatorKind::CorpsAsDivision,
                    draws_for: corps,
                });
                activator
            });
            let division = group
                .division_leader
                .map(|leader| self.leader(leader).command);
            let brigades = group.brigades.iter().map(|brigade| brigade.brigade);
            for command in brigades.chain(division) {
                self.group_of[command.index()] = Some(index);
                self.activator_of[command.index()] = Some(activator);
            }
            self.activator_of[corps.index()] = Some(activator);
        }
        if scenario.command_groups().is_empty() {
            return;
        }
        for body in 0..self.bodies.len() {
            let command = self.bodies[body].command;
            if let Some(activator) = self.activator_of[command.index()] {
                self.bodies[body].activator = activator;
            }
        }
    }

    /// BB 4.25: a side's armies share one Unassigned group.
    fn merge_unassigned(&mut self) {
        for side in Side::BOTH {
            let groups: Vec<BodyId> = self
                .body_ids()
                .filter(|&body| {
                    self.body(body).kind == BodyKind::Unassigned && self.body(body).side == side
                })
                .collect();
            let Some(&first) = groups.first() else {
                continue;
            };
            // BB 4.24-6div: regiments of a division that belong to no brigade act with the Unassigned.
            for id in self.command_ids() {
                let command = self.command(id);
                if command.side == side && matches!(command.level, Level::Division | Level::Corps) {
                    self.body_of[id.index()].foot = Some(first);
                }
            }
            for &group in &groups[1..] {
                let army = self.body(group).command;
                self.body_of[army.index()] = CommandBodies {
                    guns: Some(first),
                    foot: Some(first),
                    others: Some(first),
                };
            }
        }
    }
}

/// Where the book in force departs from the series rules.
#[must_use]
pub fn variations_of(battle: &BattleFacts, rules: &RuleSet) -> Variations {
    match rules.book {
        RuleBook::Series => Variations::SERIES,
        RuleBook::BattleBook => battle.variations,
    }
}

/// SR 10.2: how sight is judged under these rules.
#[must_use]
pub fn rules_of_sight(battle: &BattleFacts, rules: &RuleSet) -> SightRules {
    sight_rules(rules, &variations_of(battle, rules))
}

/// The switches of SR 10.24 and BB 10.24, as line of sight wants them.
const fn sight_rules(rules: &RuleSet, variations: &Variations) -> SightRules {
    let crests = match rules.switches.los_crests {
        rule_set::SightCrests::On => GeographicCrests::Hide,
        rule_set::SightCrests::Off => GeographicCrests::Ignored,
    };
    let woods = match variations.woods_sight.value {
        WoodsSight::Block => SightRules::SERIES.woods,
        WoodsSight::OneSeenThrough => Woods::OneSeenThrough {
            count: match rules.switches.woods_count {
                rule_set::WoodsCount::Obstructing => WoodsCount::Obstructing,
                rule_set::WoodsCount::EveryHex => WoodsCount::EveryHex,
            },
            steep_drop: match rules.switches.treetops_steep_exception {
                rule_set::TreetopsSteep::On => SteepDrop::NoTreetops,
                rule_set::TreetopsSteep::Off => SteepDrop::Treetops,
            },
        },
    };
    SightRules { woods, crests }
}
