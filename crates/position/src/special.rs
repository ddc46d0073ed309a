//! Special rules of the scenario that concern alert and held units: what never changes about them, found once, and how
//! they stand.

use longroll_catalog::facts::{
    AlertStep, CommandId, Mechanism, ProximityRoll, ScenarioFacts, TurnId,
};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// What the special rules of the scenario say, sorted by who asks.
#[derive(Debug, Clone, Default)]
pub struct SpecialFacts {
    /// BB 31.0-alert: an army that is woken division by division.
    pub sleepers: Option<Sleepers>,
}

/// BB 31.0-alert: how a sleeping army wakes.
#[derive(Debug, Clone)]
pub struct Sleepers {
    /// Whose.
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

/// BB 31.0-alert-table: a brigade woken by distance.
#[derive(Debug, Clone)]
pub struct ProximityFacts {
    /// Which.
    pub brigade: CommandId,
    /// Chances by distance.
    pub rolls: Vec<ProximityRoll>,
    /// It wakes by itself in this turn.
    pub before: TurnId,
}

impl SpecialFacts {
    /// Looks through the special rules of a scenario.
    #[must_use]
    pub fn of(scenario: &ScenarioFacts) -> Self {
        Self {
            sleepers: sleepers(scenario),
        }
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
}
