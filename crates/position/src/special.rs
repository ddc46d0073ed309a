//! Special rules of the scenario that concern alert and held units: what never changes about them, found once, and how
//! they stand.

use longroll_board::{FieldId, HexId};
use longroll_catalog::facts::{
    AlertStep, Arm, BattleFacts, CommandId, LeaderId, Mechanism, ProximityRoll, ScenarioFacts,
    SpecialRule, TurnId, UnitId,
};
use longroll_catalog::tables::DieRange;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::held_army::{HeldArmy, HeldArmyState};
use crate::{BodyId, EventState, Site};

/// What the special rules of the scenario say, sorted by who asks.
#[derive(Debug, Clone, Default)]
pub struct SpecialFacts {
    /// BB 31.0-alert: an army that is woken division by division.
    pub sleepers: Option<Sleepers>,
    /// BB 30.6-surprise: a side that does nothing until the first contact.
    pub surprise: Option<SurpriseFacts>,
    /// Units that may not move, or do nothing, until something frees them.
    pub tethers: Vec<Tether>,
    /// An army that stays behind a line until the enemy crosses it.
    pub held_army: Option<HeldArmy>,
    /// BB 30.1: brigades that keep a continuous line in their first Activations.
    pub continuous_line: Option<ContinuousLine>,
    /// Divisions that wait until brigades have linked up.
    pub link_up: Option<LinkUp>,
    /// BB 4.25-15MI: a regiment without ammunition that may run.
    pub shaky: Option<ShakyRegiment>,
    /// BB 30.9-boundary: what happens to units that must retreat beyond the area.
    pub boundary: Boundary,
    /// No unit ends its movement east of a column.
    pub column_limit: Option<ColumnLimit>,
    tether_of: Vec<Option<u8>>,
}

/// A column east of which no unit ends its movement.
#[derive(Debug, Clone, Copy)]
pub struct ColumnLimit {
    /// The last column.
    pub column: u8,
    /// The scenario's rule.
    pub rule: Rule,
}

/// BB 4.25-15MI: where a regiment without ammunition goes, when it checks, and when it comes back.
#[derive(Debug, Clone, Copy)]
pub struct ShakyRegiment {
    pub unit: UnitId,
    /// It goes to this leader.
    pub towards: Option<LeaderId>,
    /// It checks when an enemy sees it within so many hexes.
    pub test_range: Option<u8>,
    /// It checks with every marker of its division in this turn.
    pub test_turn: Option<TurnId>,
    /// It comes back so many hours later.
    pub returns_after: Option<u8>,
    /// In this field.
    pub returns_in: Option<FieldId>,
}

/// What the edge of the area does to units that must retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Boundary {
    /// They cannot cross it.
    #[default]
    Closed,
    /// They leave the game.
    Leave,
}

/// BB 30.1: the continuous line.
#[derive(Debug, Clone)]
pub struct ContinuousLine {
    /// The scenario's rule.
    pub rule: Rule,
    /// The first turn in which it is kept.
    pub turn: TurnId,
    /// In how many Activations.
    pub activations: u8,
    /// Which brigades.
    pub brigades: Vec<CommandId>,
    /// Pairs of brigades or divisions that must touch.
    pub links: Vec<[CommandId; 2]>,
    /// Units that are exempt.
    pub exempt_units: Vec<UnitId>,
    /// Arms that are exempt and do not count.
    pub exempt_arms: Vec<Arm>,
}

/// Divisions that may not move until brigades of another stand in line with them.
#[derive(Debug, Clone)]
pub struct LinkUp {
    /// The divisions that wait.
    pub waiting: Vec<CommandId>,
    /// Pairs of brigades that must touch, the first of each in a continuous line.
    pub links: Vec<[CommandId; 2]>,
    /// The army they are of; once one of it has crossed the dividing line they are free.
    pub army: Option<CommandId>,
    /// The line that all of them keep from then on, division by division.
    pub line: ContinuousLine,
}

/// BB 30.6-surprise: who is surprised by whom.
#[derive(Debug, Clone)]
pub struct SurpriseFacts {
    /// First turn; in it the surprised have no markers before the first contact.
    pub from: TurnId,
    /// The surprised.
    pub side: Side,
    /// Added to their UDD.
    pub udd_drm: i8,
    /// Commands that do not check.
    pub exempt_commands: Vec<CommandId>,
    /// Units that do not check.
    pub exempt_units: Vec<UnitId>,
    /// Added to their fire out of phase.
    pub fire_drm: i8,
    /// Added to assaults on them.
    pub assault_drm: i8,
    /// Units whose contact springs it.
    pub attackers: Vec<UnitId>,
}

/// Units that something must free first.
#[derive(Debug, Clone)]
pub struct Tether {
    /// The scenario's rule.
    pub rule: Rule,
    pub units: Vec<UnitId>,
    /// What holds them, and until when.
    pub kind: TetherKind,
}

/// What holds units, and what frees them.
#[derive(Debug, Clone, Copy)]
pub enum TetherKind {
    /// They turn one vertex and fire, but do not move.
    Held {
        /// Free from this turn.
        release: Option<TurnId>,
        /// Free once an enemy comes within so many hexes of one of them.
        within: Option<u8>,
        /// In II/C of the release turn each rolls; free without a roll if none.
        roll: Option<DieRange>,
    },
    /// They do nothing until an enemy comes into sight or they begin a turn in the range of this leader.
    Dormant { leader: LeaderId },
}

/// BB 31.0-alert: how a sleeping army wakes.
#[derive(Debug, Clone)]
pub struct Sleepers {
    pub side: Side,
    /// AMs on an even die.
    pub activations_even: u8,
    /// AMs on an odd die.
    pub activations_odd: u8,
    /// Fire DRM of whoever is woken, during the AM of the alert.
    pub fire_drm: i8,
    /// Brigades alerted for themselves.
    pub separate: Vec<CommandId>,
    /// Whether fire and enemies who move adjacent wake it.
    pub contact: Contact,
    /// BB 31.0-alert-voluntary: who wakes by itself when.
    pub schedule: Vec<AlertStep>,
    /// A brigade that enemies near it may wake.
    pub proximity: Option<ProximityFacts>,
    /// Whether an Out of Command regiment of an Out of Command brigade loses an Activation of its own.
    pub lost_regiments: LostRegiments,
}

/// Whether contact with the enemy does anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contact {
    /// It does.
    Counts,
    /// It does not.
    #[default]
    Ignored,
}

/// What a regiment Out of Command loses in the turn of the alert when its brigade is Out of Command too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LostRegiments {
    /// What SR 5.36 says.
    #[default]
    Usual,
    /// Nothing beyond what its brigade loses.
    ActWithTheirBrigade,
}

/// BB 31.0-stuart: a brigade woken by distance.
#[derive(Debug, Clone)]
pub struct ProximityFacts {
    /// The rule of the scenario that says so.
    pub rule: Rule,
    pub brigade: CommandId,
    /// Chances by distance.
    pub rolls: Vec<ProximityRoll>,
    /// It wakes by itself in this turn.
    pub before: TurnId,
}

impl SpecialFacts {
    /// Looks through the special rules of a scenario.
    #[must_use]
    pub fn of(scenario: &ScenarioFacts, battle: &BattleFacts) -> Self {
        let mut facts = Self {
            sleepers: sleepers(scenario),
            held_army: HeldArmy::of(scenario, battle),
            tether_of: vec![None; battle.units.len()],
            ..Self::default()
        };
        for rule in &scenario.special_rules {
            facts.note(scenario, battle, rule);
        }
        for (number, tether) in facts.tethers.iter().enumerate() {
            for unit in &tether.units {
                if let Some(place) = facts.tether_of.get_mut(unit.index()) {
                    *place = u8::try_from(number).ok();
                }
            }
        }
        facts
    }

    fn note(&mut self, scenario: &ScenarioFacts, battle: &BattleFacts, rule: &SpecialRule) {
        match &rule.mechanism {
            Mechanism::Surprise { .. } => self.surprise = surprise(scenario, battle, rule),
            Mechanism::Held { .. } | Mechanism::Dormant { .. } => self.tethers.extend(tether(rule)),
            Mechanism::ContinuousLine { .. } => {
                self.continuous_line = continuous_line(scenario, rule);
            }
            Mechanism::LinkUp { chain, links } => {
                self.link_up = Some(link_up(rule.rule, scenario, battle, chain, links));
            }
            Mechanism::ShakyRegiment {
                unit,
                towards,
                test_range,
                test_turn,
                returns_after,
                returns_in,
                ..
            } => {
                self.shaky = Some(ShakyRegiment {
                    unit: *unit,
                    towards: *towards,
                    test_range: *test_range,
                    test_turn: *test_turn,
                    returns_after: *returns_after,
                    returns_in: *returns_in,
                });
            }
            Mechanism::LeavingCounts => self.boundary = Boundary::Leave,
            Mechanism::ColumnLimit { column } => {
                self.column_limit = Some(ColumnLimit {
                    column: *column,
                    rule: rule.rule,
                });
            }
            _ => {}
        }
    }

    /// What holds a unit, whether or not it has been freed.
    #[must_use]
    pub fn tether(&self, unit: UnitId) -> Option<&Tether> {
        let number = self.tether_of.get(unit.index()).copied().flatten()?;
        self.tethers.get(usize::from(number))
    }
}

/// BB 30.6-surprise.
fn surprise(
    scenario: &ScenarioFacts,
    battle: &BattleFacts,
    rule: &SpecialRule,
) -> Option<SurpriseFacts> {
    let Mechanism::Surprise {
        udd_drm,
        exempt_commands,
        exempt_units,
        fire_drm,
        assault_drm,
        attackers,
    } = &rule.mechanism
    else {
        return None;
    };
    let first = attackers
        .first()
        .and_then(|unit| battle.units.get(unit.index()));
    first.map(|attacker| SurpriseFacts {
        from: rule.from.unwrap_or_else(|| scenario.first_turn()),
        side: attacker.side.enemy(),
        udd_drm: *udd_drm,
        exempt_commands: exempt_commands.clone(),
        exempt_units: exempt_units.clone(),
        fire_drm: *fire_drm,
        assault_drm: *assault_drm,
        attackers: attackers.clone(),
    })
}

/// Units that are held, or that sleep.
fn tether(rule: &SpecialRule) -> Option<Tether> {
    let (units, kind) = match &rule.mechanism {
        Mechanism::Held {
            units,
            release,
            within,
            roll,
        } => {
            let kind = TetherKind::Held {
                release: *release,
                within: *within,
                roll: *roll,
            };
            (units, kind)
        }
        Mechanism::Dormant { units, leader } => (units, TetherKind::Dormant { leader: *leader }),
        _ => return None,
    };
    Some(Tether {
        rule: rule.rule,
        units: units.clone(),
        kind,
    })
}

/// BB 30.1.
fn continuous_line(scenario: &ScenarioFacts, rule: &SpecialRule) -> Option<ContinuousLine> {
    let Mechanism::ContinuousLine {
        activations,
        brigades,
        links,
        exempt_units,
        exempt_arms,
    } = &rule.mechanism
    else {
        return None;
    };
    Some(ContinuousLine {
        rule: rule.rule,
        turn: rule.from.unwrap_or_else(|| scenario.first_turn()),
        activations: *activations,
        brigades: brigades.clone(),
        links: links.clone(),
        exempt_units: exempt_units.clone(),
        exempt_arms: exempt_arms.clone(),
    })
}

/// Who waits until which brigades have linked up.
fn link_up(
    rule: Rule,
    scenario: &ScenarioFacts,
    battle: &BattleFacts,
    chain: &[CommandId],
    links: &[[CommandId; 2]],
) -> LinkUp {
    let links_itself = |division: &CommandId| {
        links.iter().any(|[first, _]| {
            let facts = battle.commands.get(first.index());
            facts.is_some_and(|facts| facts.parent == Some(*division))
        })
    };
    let waiting = chain.iter().filter(|division| !links_itself(division));
    LinkUp {
        waiting: waiting.copied().collect(),
        links: links.to_vec(),
        army: chain.first().and_then(|division| {
            let facts = battle.commands.get(division.index())?;
            facts.parent
        }),
        line: line_of_divisions(rule, scenario, battle, chain, links),
    }
}

/// The line that divisions keep once their brigades have linked up. Whoever still has to come up is not tied to it, but for
/// the brigades that the link-up names.
fn line_of_divisions(
    rule: Rule,
    scenario: &ScenarioFacts,
    battle: &BattleFacts,
    chain: &[CommandId],
    links: &[[CommandId; 2]],
) -> ContinuousLine {
    let brigades = battle.commands.iter().filter(|facts| {
        facts
            .parent
            .is_some_and(|division| chain.contains(&division))
    });
    let to_come = scenario.reinforcements.iter().flat_map(|group| {
        let units = group.pieces.iter();
        units.filter_map(|arriving| arriving.piece.unit())
    });
    let is_named = |unit: &UnitId| {
        let formation = battle.units.get(unit.index()).map(|facts| facts.formation);
        formation.is_some_and(|own| links.iter().flatten().any(|&named| named == own))
    };
    let neighbours = chain.windows(2).filter_map(|pair| match pair {
        &[first, second] => Some([first, second]),
        _ => None,
    });
    ContinuousLine {
        rule,
        turn: scenario.first_turn(),
        activations: u8::MAX,
        brigades: brigades.map(|facts| facts.id).collect(),
        links: neighbours.collect(),
        exempt_units: to_come.filter(|unit| !is_named(unit)).collect(),
        exempt_arms: vec![Arm::Cavalry, Arm::Artillery, Arm::Gunboat],
    }
}

fn sleepers(scenario: &ScenarioFacts) -> Option<Sleepers> {
    let rules = &scenario.special_rules;
    let mut found = rules.iter().find_map(|rule| match &rule.mechanism {
        Mechanism::InvoluntaryAlert {
            activations_even,
            activations_odd,
            fire_drm,
            separate,
        } => Some(Sleepers {
            side: rule.side?,
            activations_even: *activations_even,
            activations_odd: *activations_odd,
            fire_drm: *fire_drm,
            separate: separate.clone(),
            contact: Contact::default(),
            schedule: Vec::new(),
            proximity: None,
            lost_regiments: LostRegiments::default(),
        }),
        _ => None,
    })?;
    for rule in rules {
        match &rule.mechanism {
            Mechanism::AlertOnContact => found.contact = Contact::Counts,
            Mechanism::VoluntaryAlert { schedule } => found.schedule.clone_from(schedule),
            Mechanism::ProximityAlert {
                brigade,
                rolls,
                before,
            } => {
                found.proximity = Some(ProximityFacts {
                    rule: rule.rule,
                    brigade: *brigade,
                    rolls: rolls.clone(),
                    before: *before,
                });
            }
            Mechanism::NoDoubleLossOnAlert => {
                found.lost_regiments = LostRegiments::ActWithTheirBrigade;
            }
            _ => {}
        }
    }
    Some(found)
}

/// How the special rules of the scenario stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SpecialState {
    /// BB 31.0-alert-table: how near an enemy has come with the marker under way to the brigade that this may wake.
    pub approach: Option<u8>,
    /// BB 30.6-surprise: whether it has been sprung.
    pub surprise: SurpriseState,
    /// BB 30.1: where the regiments of the continuous line stood when the Activation under way began.
    pub line_start: Vec<(UnitId, HexId)>,
    /// Whether the brigades that must link up have done so.
    pub linked: bool,
    /// Whether one of their army has crossed the dividing line since, which ends the line they keep.
    #[serde(default)]
    pub line_ended: bool,
    /// BB 30.9-johnston: the brigade that has used the abilities of a commander who is not in play.
    #[serde(default)]
    pub lent_to: Option<BodyId>,
    /// How the regiment that may run stands.
    #[serde(default)]
    pub shaky: ShakyState,
    /// Whether troops that may be set up later have been.
    #[serde(default)]
    pub late_set_up: LateSetUp,
    /// How the army behind the line stands.
    pub held_army: HeldArmyState,
    /// Units that nothing holds any longer, in order.
    pub freed: Vec<UnitId>,
    /// BB 14.79: brigades in Reserve that gunboats keep awake this turn.
    #[serde(default)]
    pub shelled: Vec<BodyId>,
    /// BB 14.79: the indirect fires of this turn.
    #[serde(default)]
    pub shells: Vec<(UnitId, BodyId)>,
    /// SR 15.13: entrenchments under way.
    #[serde(default)]
    pub sites: Vec<Site>,
    /// BB 18.1, 19.0: what is kept in mind of events.
    #[serde(default)]
    pub events: EventState,
}

impl SpecialState {
    /// SR 15.13: whether a unit is building an entrenchment.
    #[must_use]
    pub fn is_at_work(&self, unit: UnitId) -> bool {
        self.sites.iter().any(|site| site.unit == unit)
    }

    /// Whether a unit has been let go.
    #[must_use]
    pub fn is_freed(&self, unit: UnitId) -> bool {
        self.freed.binary_search(&unit).is_ok()
    }

    /// Lets a unit go; false if it was free.
    pub fn free(&mut self, unit: UnitId) -> bool {
        match self.freed.binary_search(&unit) {
            Ok(_) => false,
            Err(place) => {
                self.freed.insert(place, unit);
                true
            }
        }
    }
}

/// BB 4.25-15MI: how the regiment that may run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ShakyState {
    /// It has had to check and does so in every Activation.
    pub tests: bool,
    /// The turn in which it comes back, while it is away.
    pub back: Option<u8>,
}

/// Troops that are set up once the enemy has come far enough.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LateSetUp {
    /// He has not.
    #[default]
    Waiting,
    /// He has: they come with the next turn.
    Due,
    /// They have come.
    Done,
}

/// BB 30.6-surprise: how far it has come.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SurpriseState {
    /// No contact yet.
    #[default]
    Waiting,
    /// Sprung with the marker under way.
    Sprung,
    /// Over.
    Over,
}
