//! The special rules of a scenario, sorted by what they are about: most questions end at an empty list.

use longroll_catalog::facts::{Mechanism, SpecialRule, TurnId};

use longroll_rule::Rule;

use crate::Setting;

/// What a special rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Whose markers and Efficiency a command uses, and to whom it traces.
    Link,
    /// Brigades that a commander may command directly.
    Direct,
    /// Commanders who help the Efficiency of others.
    Help,
    /// What the holder of the Initiative owes to the commander who won it.
    Initiative,
    /// A commander who is not in play helps for a turn.
    Visit,
    /// A leader who may not move.
    LeaderHeld,
    /// Orders changed without a roll.
    FreeChange,
    /// Orders given at the start.
    FreeStart,
    /// Units that form a brigade under a commander.
    Composite,
    /// Who may be assigned to whom, or go back.
    Assignment,
    /// A brigade In Command near its entry hexes.
    NearEntry,
    /// Abilities and loss rolls of a commander.
    Abilities,
    /// Abilities of a commander who is not in play.
    Lent,
    /// Rules that the players may drop.
    Dropped,
    /// Where units may go, and when.
    Bounds,
    /// Formations at the start.
    Formations,
    /// Troops that are set up later, if at all.
    LateSetUp,
    /// When units collapse and commands are Combat Ineffective.
    Effectiveness,
    /// What tires troops.
    Fatigue,
    /// Fire, and ammunition.
    Fire,
}

impl Topic {
    const COUNT: usize = Self::Fire as usize + 1;

    const fn of(mechanism: &Mechanism) -> Option<Self> {
        Some(match mechanism {
            Mechanism::CommandLink { .. } => Self::Link,
            Mechanism::DirectCommandOf { .. } => Self::Direct,
            Mechanism::InitiativeHelpsEfficiencyOf { .. } => Self::Help,
            Mechanism::InitiativeBindsFirstMarker { .. } => Self::Initiative,
            Mechanism::VisitRoll { .. } => Self::Visit,
            Mechanism::LeaderHeld { .. } => Self::LeaderHeld,
            Mechanism::FreeOrdersChange { .. } => Self::FreeChange,
            Mechanism::FreeOrdersAtStart { .. } => Self::FreeStart,
            Mechanism::CompositeBrigade { .. } => Self::Composite,
            Mechanism::BrigadeReassignable { .. }
            | Mechanism::MayReturn { .. }
            | Mechanism::MayBeAssigned { .. }
            | Mechanism::ActsUnassigned { .. }
            | Mechanism::BatteriesAsBrigadeOf { .. } => Self::Assignment,
            Mechanism::InCommandNearEntry { .. } => Self::NearEntry,
            Mechanism::NoAbilities { .. } | Mechanism::LossRollsFrom { .. } => Self::Abilities,
            Mechanism::MustRecoverFirst { .. }
            | Mechanism::HeldInField { .. }
            | Mechanism::RowLimit { .. } => Self::Bounds,
            Mechanism::LentAbilities { .. } => Self::Lent,
            Mechanism::MayDrop { .. } => Self::Dropped,
            Mechanism::FormationsAtSetup { .. } => Self::Formations,
            Mechanism::ConditionalSetup { .. } => Self::LateSetUp,
            Mechanism::CollapseAt { .. }
            | Mechanism::EffectivenessByPresent { .. }
            | Mechanism::DivisionNeedsAllBrigades
            | Mechanism::BrigadeCountsIn { .. } => Self::Effectiveness,
            Mechanism::FreeActivations { .. } | Mechanism::FatigueIfAllUsed { .. } => Self::Fatigue,
            Mechanism::NervousUnderFire { .. }
            | Mechanism::FireFrom { .. }
            | Mechanism::ResupplyAt { .. } => Self::Fire,
            _ => return None,
        })
    }
}

/// The places of a scenario's special rules in its list, by topic.
#[derive(Debug, Clone, Default)]
pub(crate) struct TopicIndex {
    places: [Vec<usize>; Topic::COUNT],
}

impl TopicIndex {
    pub(crate) fn of(rules: &[SpecialRule]) -> Self {
        let mut sorted = Self::default();
        for (place, rule) in rules.iter().enumerate() {
            if let Some(topic) = Topic::of(&rule.mechanism) {
                sorted.places[topic as usize].push(place);
            }
        }
        sorted
    }
}

impl Setting {
    /// The scenario's special rules about a topic, whether in force or not.
    pub fn special(&self, topic: Topic) -> impl Iterator<Item = &SpecialRule> + '_ {
        self.topics.places[topic as usize]
            .iter()
            .filter_map(|&place| self.scenario.special_rules.get(place))
    }

    /// The rule in whose name the scenario speaks of a topic: that of the first special rule which fits, else the heading of
    /// them all.
    pub fn special_name(&self, topic: Topic, fits: impl Fn(&SpecialRule) -> bool) -> Rule {
        let mut rules = self.special(topic);
        let found = rules.find(|rule| fits(rule));
        found.map_or(Rule::BB_30_0, |rule| rule.rule)
    }

    /// Those of them that are in force in a turn.
    pub fn special_now(
        &self,
        topic: Topic,
        turn: Option<TurnId>,
    ) -> impl Iterator<Item = &SpecialRule> + '_ {
        self.special(topic)
            .filter(move |rule| turn.is_some_and(|turn| rule.in_force(turn)))
    }
}
