//! A scenario: everything its page of the battle book states, resolved to ids.

use longroll_board::HexId;
use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{
    Agreed, AlertProgramme, ArrivalPlan, CommandGroup, CommandId, DivisionAlert, Mechanism, Place,
    Reinforcement, SetupEntry, SoundOfBattle, Source, SpecialRule, StartCondition, TurnFacts,
    TurnId, UnitId, Variant, VictoryTerms, Who,
};

use crate::words::words;

words! {
    /// How much of the battle a scenario covers.
    pub enum Scope {
        /// A brigade or two for two turns.
        Small = "small",
        /// A wing of the field.
        Medium = "medium",
        /// Most of the field.
        Large = "large",
        /// Both whole maps.
        FullBattle = "full-battle",
    }
}

words! {
    /// BB 30.0: whether the first-day rules of the battle are in force at the start.
    pub enum BattleDay {
        /// The scenario starts on the first day of its battle.
        First = "first",
        /// The scenario starts on the second day.
        Second = "second",
    }
}

words! {
    /// Whether it happened.
    pub enum Basis {
        /// As it happened.
        Historical = "historical",
        /// As it might have happened.
        Hypothetical = "hypothetical",
    }
}

/// One scenario of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScenarioFacts {
    /// Its number in the battle book.
    pub number: u8,
    /// Its short name for files and addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about, in one or two sentences.
    pub summary: String,
    /// The rules that introduce it.
    pub rules: Vec<Rule>,
    /// How much of the battle it covers.
    pub scope: Scope,
    /// First or second day.
    pub day: BattleDay,
    /// Whether it happened.
    pub basis: Basis,
    /// The turns, in order; never empty.
    pub turns: Vec<TurnFacts>,
    /// Further turns for variants that extend the game.
    pub extended_turns: Vec<TurnFacts>,
    /// The playing area.
    pub area: PlayingArea,
    /// Who has the initiative.
    pub initiative: InitiativeTerms,
    /// Efficiency pools, draws and fixed numbers.
    pub efficiency: EfficiencyTerms,
    /// Battle Event chits.
    pub events: EventTerms,
    /// Special rules in the order of the page.
    pub special_rules: Vec<SpecialRule>,
    /// Activations by alert roll instead of Efficiency (BB alert-6AM ff.).
    pub alert: Option<AlertProgramme>,
    /// Alert by enemy Activations (BB 31.0-alert-table).
    pub division_alert: Option<DivisionAlert>,
    /// First missions of brigades far from the fight (BB sob).
    pub sound_of_battle: Option<SoundOfBattle>,
    /// A command structure made for the day, replacing the printed one.
    pub groups: Vec<CommandGroup>,
    /// The set-up, Union first, in the order of the page.
    pub setup: Vec<SetupEntry>,
    /// Pieces set up only if a special rule is triggered.
    pub conditional_setup: Vec<SetupEntry>,
    /// Reinforcements in the order of the page.
    pub reinforcements: Vec<Reinforcement>,
    /// A command that comes when a die lets it.
    pub arrival: Option<ArrivalPlan>,
    /// Victory.
    pub victory: VictoryTerms,
    /// Variants and options of the scenario.
    pub variants: Vec<Variant>,
    /// The variant on which the players have agreed.
    pub agreed: Option<Agreed>,
    /// Levels of difficulty, if the scenario has them.
    pub difficulty: Vec<Difficulty>,
    /// Where the page contradicts itself or leaves a gap, and how we read it.
    pub doubts: Vec<Doubt>,
}

impl ScenarioFacts {
    /// Units of the later set-up that the page puts over the stacking limits, with their hexes.
    pub fn overstacked_late(&self) -> impl Iterator<Item = (UnitId, HexId)> {
        let over = self.conditional_setup.iter();
        let over = over.filter(|entry| entry.is(StartCondition::Overstacked));
        over.filter_map(|entry| match entry.place {
            Place::Hex(hex) => Some((entry.piece.unit()?, hex)),
            _ => None,
        })
    }

    /// BB 30.0: the groups under which a side fights, unless a variant keeps the printed commands.
    #[must_use]
    pub fn command_groups(&self) -> &[CommandGroup] {
        let made = |rule: &SpecialRule| rule.mechanism == Mechanism::MadeForTheDay;
        if self.special_rules.iter().any(made) {
            &self.groups
        } else {
            &[]
        }
    }

    /// The first turn.
    #[must_use]
    pub fn first_turn(&self) -> TurnId {
        self.turns.first().map_or(TurnId::new(1, 0), |turn| turn.id)
    }

    /// The last turn of the base game.
    #[must_use]
    pub fn last_turn(&self) -> TurnId {
        self.turns.last().map_or(TurnId::new(1, 0), |turn| turn.id)
    }

    /// The facts of a turn of the base game or of its extension.
    #[must_use]
    pub fn turn(&self, id: TurnId) -> Option<&TurnFacts> {
        self.turns
            .iter()
            .chain(&self.extended_turns)
            .find(|turn| turn.id == id)
    }

    /// The special rule with this id.
    #[must_use]
    pub fn special_rule(&self, id: &str) -> Option<&SpecialRule> {
        self.special_rules.iter().find(|rule| rule.id == id)
    }
}

/// The hexes in play, which may grow from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayingArea {
    /// The boundary in words.
    pub statement: String,
    /// Stages in order of time; the first holds from the first turn. Never empty.
    pub stages: Vec<AreaStage>,
}

/// The playing area from one turn on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AreaStage {
    /// The first turn it holds.
    pub from: TurnId,
    /// How sure we are of its outline.
    pub source: Source,
    /// Hexes in play, sorted; boundary hexes included.
    pub hexes: Vec<HexId>,
}

impl PlayingArea {
    /// The stage that holds in `turn`.
    #[must_use]
    pub fn stage(&self, turn: TurnId) -> Option<&AreaStage> {
        self.stages
            .iter()
            .rev()
            .find(|stage| stage.from <= turn)
            .or_else(|| self.stages.first())
    }

    /// True if the hex is in play in `turn`.
    #[must_use]
    pub fn contains(&self, hex: HexId, turn: TurnId) -> bool {
        self.stage(turn)
            .is_some_and(|stage| stage.hexes.binary_search(&hex).is_ok())
    }
}

/// SR 5.1 as the scenario changes it: turns not named here are rolled for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InitiativeTerms {
    /// In words.
    pub statement: String,
    /// Turns in which one side simply has it.
    pub automatic: Vec<AutomaticInitiative>,
    /// DRMs of single turns.
    pub drms: Vec<InitiativeDrm>,
}

/// A turn in which a side has the initiative without a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AutomaticInitiative {
    pub turn: TurnId,
    /// Who has it.
    pub side: Side,
}

/// A modifier to one side's initiative roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct InitiativeDrm {
    pub turn: TurnId,
    /// Whose roll.
    pub side: Side,
    /// The modifier.
    pub drm: i8,
}

/// SR 5.21, BB 5.2: how the number of Activations is found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EfficiencyTerms {
    /// In words, if there is more to say.
    pub statement: String,
    /// The pools; of several for a side the latest that has begun holds.
    pub pools: Vec<EfficiencyPool>,
    /// Who draws, if the scenario says so; otherwise every Union division and Confederate corps in play.
    pub draws: Vec<EfficiencyDraws>,
    /// Numbers that are given instead of drawn.
    pub fixed: Vec<FixedActivations>,
    /// Draws that count as less.
    pub caps: Vec<EfficiencyCap>,
}

impl EfficiencyTerms {
    /// The pool a side draws from in `turn`.
    #[must_use]
    pub fn pool(&self, side: Side, turn: TurnId) -> Option<&EfficiencyPool> {
        self.pools
            .iter()
            .filter(|pool| pool.side == side && pool.from <= turn)
            .max_by_key(|pool| pool.from)
    }
}

/// The markers of one side from a turn on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EfficiencyPool {
    /// Whose pool.
    pub side: Side,
    /// First turn it is used.
    pub from: TurnId,
    /// Markers 1E, 2E, 3E and 4E: how many of each.
    pub markers: [u8; 4],
}

/// Who draws Efficiency in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EfficiencyDraws {
    /// First turn of this list.
    pub from: TurnId,
    /// Last turn of this list.
    pub until: TurnId,
    /// Corps and divisions that draw.
    pub commands: Vec<CommandId>,
}

/// How many Activations or what Efficiency a command has without drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FixedActivations {
    pub side: Side,
    /// First turn.
    pub from: TurnId,
    /// Last turn.
    pub until: TurnId,
    /// Which commands.
    pub who: Who,
    /// What they have.
    pub number: FixedNumber,
    /// The rule of the scenario that gives it.
    pub rule: Rule,
}

/// The kinds of given numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FixedNumber {
    /// So many AMs, no modifier applies.
    Activations(u8),
    /// This Efficiency as if drawn; the usual modifiers apply.
    Efficiency(u8),
    /// So many AMs more than drawn, up to a maximum.
    Bonus {
        /// AMs added.
        add: u8,
        /// Not above this.
        max: u8,
    },
    /// At least so many AMs.
    AtLeast(u8),
}

/// A draw above this counts as this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EfficiencyCap {
    pub side: Side,
    /// Which commands.
    pub who: Who,
    /// The highest Efficiency that counts.
    pub max: u8,
}

/// BB 18.1: how many chits, and results that are void.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventTerms {
    /// In words, if there is more to say.
    pub statement: String,
    /// Chits per turn.
    pub chits: Vec<EventChits>,
    /// Results that have no effect in this scenario.
    pub ignored: Vec<crate::tables::BattleEvent>,
}

impl EventTerms {
    /// Chits that go into the pool in `turn`.
    #[must_use]
    pub fn chits(&self, turn: TurnId) -> u8 {
        self.chits
            .iter()
            .find(|chits| chits.from <= turn && turn <= chits.until)
            .map_or(0, |chits| chits.count)
    }
}

/// Chits in a stretch of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EventChits {
    /// First turn.
    pub from: TurnId,
    /// Last turn.
    pub until: TurnId,
    /// Chits in each.
    pub count: u8,
}

/// A level of difficulty the players may agree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difficulty {
    /// Its name: "easy".
    pub level: String,
    /// What it changes.
    pub statement: String,
    /// The rules concerned.
    pub rules: Vec<Rule>,
}

/// A gap or contradiction of the page and our reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// What is wrong.
    pub issue: String,
    /// How we read it.
    pub reading: String,
}
