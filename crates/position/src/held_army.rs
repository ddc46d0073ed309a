//! An army that a scenario holds behind a dividing line until the enemy has crossed it: its groups, and the line.

use longroll_board::{Ground, HexId, Terrain, Water};
use longroll_catalog::facts::{
    BattleFacts, CommandId, LeaderId, Mechanism, Place, ScenarioFacts, SpecialRule, TurnId, UnitId,
};
use longroll_catalog::tables::DieRange;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// Most groups an army is formed in.
pub const GROUPS: usize = 8;

/// The army, its groups and what frees them.
#[derive(Debug, Clone)]
pub struct HeldArmy {
    pub side: Side,
    /// Free from this turn in any case.
    pub free_from: TurnId,
    /// Commanders of the groups, in order.
    pub leaders: Vec<LeaderId>,
    /// Brigades that may move on their side of the line.
    pub roaming_brigades: Vec<CommandId>,
    /// Units that may.
    pub roaming_units: Vec<UnitId>,
    /// Brigades whose sight of the enemy counts in the turn after only.
    pub late: Vec<CommandId>,
    /// Units that stay until they see an enemy across the line.
    pub watchers: Vec<UnitId>,
    /// A commander who may roll for his group once others are free.
    pub roll: Option<GroupRoll>,
    /// Units that go to a leader first once their group may move.
    pub bivouac: Vec<(UnitId, LeaderId)>,
    /// Unassigned units wait for all groups, but for these; none wait if none.
    pub unassigned_but: Option<Vec<UnitId>>,
    /// The scenario's rules behind all this.
    pub rules: HeldRules,
    line: Vec<HexId>,
    enemy_side: Vec<bool>,
    group_of: Vec<Option<u8>>,
}

/// The rules of the scenario that hold an army; each is that of the line where the scenario has none of its own.
#[derive(Debug, Clone, Copy)]
pub struct HeldRules {
    /// What holds the groups.
    pub line: Rule,
    /// Who moves behind the line all the same.
    pub roaming: Rule,
    /// Whose sight counts later.
    pub late: Rule,
    /// Who stays until he sees an enemy.
    pub watchers: Rule,
    /// The roll for a group.
    pub roll: Rule,
    /// Who gathers under a leader first.
    pub bivouac: Rule,
    /// Who waits for all groups.
    pub unassigned: Rule,
}

impl HeldRules {
    const fn all(line: Rule) -> Self {
        Self {
            line,
            roaming: line,
            late: line,
            watchers: line,
            roll: line,
            bivouac: line,
            unassigned: line,
        }
    }
}

/// A roll that frees a group.
#[derive(Debug, Clone)]
pub struct GroupRoll {
    /// Whose group, by its number.
    pub group: u8,
    /// Once these are free, from the turn after.
    pub after: Vec<UnitId>,
    /// Succeeds on this.
    pub die: DieRange,
    /// DRM for each earlier failure.
    pub drm_per_failure: i8,
}

/// How a held army stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct HeldArmyState {
    /// The turn from which each group may move, if it is known.
    pub group_from: [Option<u8>; GROUPS],
    /// The turn from which everybody may.
    pub all_from: Option<u8>,
    /// The turn in which the watchers were freed.
    pub watchers_freed: Option<u8>,
    /// Failed rolls for a group.
    pub failures: u8,
}

impl HeldArmy {
    /// The army of a scenario that has one.
    #[must_use]
    pub fn of(scenario: &ScenarioFacts, battle: &BattleFacts) -> Option<Self> {
        let mut army = scenario.special_rules.iter().find_map(|rule| {
            let Mechanism::HeldBehindLine {
                free_from,
                line_from,
                line_to,
                streams,
                ..
            } = &rule.mechanism
            else {
                return None;
            };
            let side = rule.side?;
            let line = straight(&battle.ground, *line_from, *line_to);
            let enemy_side = enemy_side(scenario, battle, side, &line, streams);
            Some(Self {
                side,
                free_from: *free_from,
                leaders: Vec::new(),
                roaming_brigades: Vec::new(),
                roaming_units: Vec::new(),
                late: Vec::new(),
                watchers: Vec::new(),
                roll: None,
                bivouac: Vec::new(),
                unassigned_but: None,
                rules: HeldRules::all(rule.rule),
                line,
                enemy_side,
                group_of: vec![None; battle.units.len()],
            })
        })?;
        army.form_groups(scenario);
        if scenario.command_groups().is_empty() {
            army.hold_corps(battle);
        }
        army.note_bivouac(scenario);
        for rule in &scenario.special_rules {
            army.note(rule);
        }
        // Who is left out because another rule holds him waits with the others where that rule is gone.
        if let Some(but) = &mut army.unassigned_but {
            but.retain(|unit| army.watchers.contains(unit));
        }
        Some(army)
    }

    fn form_groups(&mut self, scenario: &ScenarioFacts) {
        for group in &scenario.groups {
            let Some(leader) = group.leader else {
                continue;
            };
            let number = self.leaders.len();
            if number >= GROUPS {
                return;
            }
            self.leaders.push(leader);
            let brigades = group.brigades.iter();
            let bivouac = group.bivouac.iter().flat_map(|camp| &camp.units);
            let units = brigades
                .flat_map(|brigade| brigade.units.iter().chain(&brigade.attached))
                .chain(&group.batteries)
                .chain(&group.cavalry)
                .chain(bivouac);
            for unit in units {
                if let Some(place) = self.group_of.get_mut(unit.index()) {
                    *place = u8::try_from(number).ok();
                }
            }
        }
    }

    /// BB 30.8-two-days: where the printed commands stand, whoever belongs to the corps of one of the leaders moves with it.
    fn hold_corps(&mut self, battle: &BattleFacts) {
        let corps: Vec<CommandId> = self
            .leaders
            .iter()
            .filter_map(|leader| battle.leaders.get(leader.index()))
            .map(|leader| leader.command)
            .collect();
        for (place, unit) in self.group_of.iter_mut().zip(&battle.units) {
            let mut above = Some(unit.formation);
            *place = None;
            while let Some(command) = above {
                let number = corps.iter().position(|own| *own == command);
                if let Some(number) = number {
                    *place = u8::try_from(number).ok();
                    break;
                }
                let facts = battle.commands.get(command.index());
                above = facts.and_then(|facts| facts.parent);
            }
        }
    }

    fn note(&mut self, special: &SpecialRule) {
        let rule = special.rule;
        match &special.mechanism {
            Mechanism::MayMoveBehindLine { brigades, units } => {
                self.rules.roaming = rule;
                self.roaming_brigades.clone_from(brigades);
                self.roaming_units.clone_from(units);
            }
            Mechanism::LateTrigger { brigades } => {
                self.rules.late = rule;
                self.late.clone_from(brigades);
            }
            Mechanism::HeldUntilSeen { units } => {
                self.rules.watchers = rule;
                self.watchers.clone_from(units);
            }
            Mechanism::GroupReleaseRoll {
                leader,
                after,
                die,
                drm_per_failure,
            } => {
                self.rules.roll = rule;
                let number = self.leaders.iter().position(|own| own == leader);
                self.roll = number
                    .and_then(|number| u8::try_from(number).ok())
                    .map(|group| GroupRoll {
                        group,
                        after: after.clone(),
                        die: *die,
                        drm_per_failure: *drm_per_failure,
                    });
            }
            Mechanism::UnassignedWait { except } => {
                self.rules.unassigned = rule;
                self.unassigned_but = Some(except.clone());
            }
            Mechanism::Bivouac => self.rules.bivouac = rule,
            _ => {}
        }
    }

    /// The bivouac rule is in force: these units go to these leaders.
    fn note_bivouac(&mut self, scenario: &ScenarioFacts) {
        let in_force = |rule: &SpecialRule| matches!(rule.mechanism, Mechanism::Bivouac);
        if !scenario.special_rules.iter().any(in_force) {
            return;
        }
        for camp in scenario.groups.iter().flat_map(|group| &group.bivouac) {
            if let Some(leader) = camp.under {
                let units = camp.units.iter().map(|&unit| (unit, leader));
                self.bivouac.extend(units);
            }
        }
        self.bivouac.sort_unstable();
    }

    /// The group of a unit.
    #[must_use]
    pub fn group(&self, unit: UnitId) -> Option<u8> {
        self.group_of.get(unit.index()).copied().flatten()
    }

    /// The leader a unit in bivouac goes to.
    #[must_use]
    pub fn camps_under(&self, unit: UnitId) -> Option<LeaderId> {
        self.bivouac
            .binary_search_by_key(&unit, |&(own, _)| own)
            .ok()
            .and_then(|place| self.bivouac.get(place))
            .map(|&(_, leader)| leader)
    }

    /// Whether an enemy who stands in this hex has crossed the line.
    #[must_use]
    pub fn is_crossed(&self, hex: HexId) -> bool {
        !self.is_of_enemy(hex) && !self.line.contains(&hex)
    }

    /// Whether the hex lies on the line or beyond it, as the army sees it.
    #[must_use]
    pub fn is_forbidden(&self, hex: HexId) -> bool {
        !self.is_crossed(hex)
    }

    fn is_of_enemy(&self, hex: HexId) -> bool {
        self.enemy_side.get(hex.index()).copied().unwrap_or(false)
    }
}

/// The hexes from one to the other; the line of the map runs straight along a row of hexes.
fn straight(ground: &Ground, from: HexId, to: HexId) -> Vec<HexId> {
    let grid = &ground.grid;
    let mut hexes = vec![from];
    let mut here = from;
    while here != to {
        let next = grid
            .neighbours(here)
            .map(|(_, hex)| hex)
            .min_by_key(|&hex| (grid.distance(hex, to), hex));
        let Some(next) = next.filter(|&hex| grid.distance(hex, to) < grid.distance(here, to))
        else {
            break;
        };
        hexes.push(next);
        here = next;
    }
    hexes
}

/// The side of the line on which most of the enemy is set up: everything he reaches without crossing the line, the streams
/// that carry it on, a creek or the river.
fn enemy_side(
    scenario: &ScenarioFacts,
    battle: &BattleFacts,
    side: Side,
    line: &[HexId],
    streams: &[String],
) -> Vec<bool> {
    let camps: Vec<HexId> = scenario
        .setup
        .iter()
        .filter(|entry| entry.side != side)
        .filter_map(|entry| match entry.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        })
        .collect();
    let mut best = vec![false; battle.ground.grid.len()];
    let mut most = 0;
    for &camp in &camps {
        if best.get(camp.index()) == Some(&true) {
            continue;
        }
        let region = region(&battle.ground, camp, line, streams);
        let inside = |hex: &&HexId| region.get(hex.index()) == Some(&true);
        let count = camps.iter().filter(inside).count();
        if count > most {
            most = count;
            best = region;
        }
        if most * 2 > camps.len() {
            break;
        }
    }
    best
}

fn region(ground: &Ground, start: HexId, line: &[HexId], streams: &[String]) -> Vec<bool> {
    let mut region = vec![false; ground.grid.len()];
    let mut open = vec![start];
    while let Some(hex) = open.pop() {
        match region.get_mut(hex.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        for (direction, next) in ground.grid.neighbours(hex) {
            let water = ground.side_of(hex, direction);
            let name = water
                .water_name
                .and_then(|name| ground.names.waters.get(usize::from(name)));
            let closed = matches!(water.water, Water::Creek | Water::River)
                || name.is_some_and(|name| streams.contains(name));
            if !closed && !line.contains(&next) && ground.terrain(next) != Terrain::River {
                open.push(next);
            }
        }
    }
    region
}
