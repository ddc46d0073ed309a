//! Where a battle book departs from the series rules: values, each with the rule that says so.

use longroll_rule::Rule;
use serde::Serialize;

use crate::words::words;

/// A value with the rule it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Ruled<T> {
    /// The value.
    pub value: T,
    pub rule: Rule,
}

impl<T> Ruled<T> {
    /// The value by this rule.
    pub const fn new(value: T, rule: Rule) -> Self {
        Self { value, rule }
    }
}

words! {
    /// SR 4.15: how command ranges are counted.
    pub enum CommandTrace {
        /// As leaders move (SR 9.31).
        AsLeaders = "as_leaders",
        /// At the costs of the chart's own column.
        OwnCosts = "own_costs",
    }
}

words! {
    /// SR 4.32: who is assigned to whom.
    pub enum Assignments {
        /// Batteries to brigades, and nobody else.
        Batteries = "batteries",
        /// Batteries to brigades and divisions; loose cavalry and regiments too.
        LooseUnits = "loose_units",
    }
}

words! {
    /// Whether something is done in the battle at all.
    pub enum Custom {
        /// It is.
        Done = "done",
        /// It is not.
        Never = "never",
    }
}

words! {
    /// SR 9.54: from which price Withdrawal movement calls for a check.
    pub enum WithdrawalCheck {
        /// Above 1 MP; +1 for every MP above it, or part of one.
        AboveOne = "above_one",
        /// From 2 MP; +1 for every full MP above 1.
        FromTwo = "from_two",
    }
}

words! {
    /// SR 6.14: under which orders reinforcements enter.
    pub enum EntryOrders {
        /// As their owner likes.
        Free = "free",
        /// As listed for them.
        Listed = "listed",
    }
}

words! {
    /// SR 10.24: what Woods do to sight.
    pub enum WoodsSight {
        /// They block it.
        Block = "block",
        /// One hex is seen through, the second blocks.
        OneSeenThrough = "one_seen_through",
    }
}

words! {
    /// SR 13.42: what a leader with a unit takes off its rolls.
    pub enum LeaderHelp {
        /// More for higher leaders.
        ByLevel = "by_level",
        /// One.
        One = "one",
    }
}

words! {
    /// SR 10.92: how units get ammunition.
    pub enum ResupplyWay {
        /// By itself.
        Automatic = "automatic",
        /// Over supply lines, with a roll.
        Lines = "lines",
    }
}

words! {
    /// SR 13.52: what certain faces mean when a routed unit tries to come back.
    pub enum RoutReturn {
        /// A 9 dissolves it.
        NineDissolves = "nine_dissolves",
        /// A 0 always brings it back, a 9 only fails.
        ZeroReturns = "zero_returns",
    }
}

words! {
    /// SR 13.45: which units of no brigade may rest.
    pub enum LooseRest {
        /// Those in the range of their superior.
        InRange = "in_range",
        /// All of them.
        Anywhere = "anywhere",
    }
}

/// Where a battle book departs from the series rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Variations {
    /// How command ranges are counted.
    pub command_trace: Ruled<CommandTrace>,
    /// Who is assigned to whom.
    pub assignments: Ruled<Assignments>,
    /// Whether a unit that joins a brigade shares its Fatigue.
    pub joined_fatigue: Ruled<Custom>,
    /// Whether Activations are transferred.
    pub efficiency_transfer: Ruled<Custom>,
    /// Under which orders reinforcements enter.
    pub entry_orders: Ruled<EntryOrders>,
    /// From which price Withdrawal movement calls for a check.
    pub withdrawal_check: Ruled<WithdrawalCheck>,
    /// What a hex may cost guns that fall back, in MP.
    pub guns_retreat_mp: Ruled<u8>,
    /// What every hex of Woods adds to the check of guns that move away.
    pub guns_woods_drm: Ruled<u8>,
    /// Whether whoever falls back into Swamp is disordered.
    pub swamp_retreat_disorders: Ruled<Custom>,
    /// SR 10.91: whether Low infantry may fire its last rounds at full effect.
    pub last_rounds: Ruled<Custom>,
    /// Levels at which guns may not fire at a neighbour.
    pub guns_steep_levels: Ruled<u8>,
    /// What Green infantry adds to its fire.
    pub green_fire_drm: Ruled<i8>,
    /// What Woods do to sight.
    pub woods_sight: Ruled<WoodsSight>,
    /// How units get ammunition.
    pub resupply: Ruled<ResupplyWay>,
    /// What a leader with a unit takes off its rolls.
    pub leader_help: Ruled<LeaderHelp>,
    /// What certain faces mean when a routed unit tries to come back.
    pub rout_return: Ruled<RoutReturn>,
    /// Which units of no brigade may rest.
    pub loose_rest: Ruled<LooseRest>,
    /// Whether works are dug.
    pub entrenching: Ruled<Custom>,
    /// Whether cavalry dismounts.
    pub dismounting: Ruled<Custom>,
    /// Whether the cavalry of a brigade counts for its effectiveness.
    pub brigade_cavalry_counts: Ruled<Custom>,
}

impl Variations {
    /// The series rules as they are.
    pub const SERIES: Self = Self {
        command_trace: Ruled::new(CommandTrace::AsLeaders, Rule::SR_4_15),
        assignments: Ruled::new(Assignments::Batteries, Rule::SR_4_32),
        joined_fatigue: Ruled::new(Custom::Never, Rule::SR_17_26),
        efficiency_transfer: Ruled::new(Custom::Done, Rule::SR_5_41),
        entry_orders: Ruled::new(EntryOrders::Free, Rule::SR_3_0_II_D),
        withdrawal_check: Ruled::new(WithdrawalCheck::AboveOne, Rule::SR_9_54),
        guns_retreat_mp: Ruled::new(2, Rule::SR_12_45),
        guns_woods_drm: Ruled::new(0, Rule::SR_9_63_udd),
        swamp_retreat_disorders: Ruled::new(Custom::Never, Rule::SR_12_44),
        last_rounds: Ruled::new(Custom::Never, Rule::SR_10_91),
        guns_steep_levels: Ruled::new(2, Rule::SR_10_67_adjacent),
        green_fire_drm: Ruled::new(-1, Rule::SR_10_81_green),
        woods_sight: Ruled::new(WoodsSight::Block, Rule::SR_10_22),
        resupply: Ruled::new(ResupplyWay::Automatic, Rule::SR_10_92),
        leader_help: Ruled::new(LeaderHelp::ByLevel, Rule::SR_13_42),
        rout_return: Ruled::new(RoutReturn::NineDissolves, Rule::SR_13_52),
        loose_rest: Ruled::new(LooseRest::InRange, Rule::SR_13_45),
        entrenching: Ruled::new(Custom::Done, Rule::SR_15_11),
        dismounting: Ruled::new(Custom::Done, Rule::SR_14_22),
        brigade_cavalry_counts: Ruled::new(Custom::Done, Rule::SR_13_21),
    };
}
