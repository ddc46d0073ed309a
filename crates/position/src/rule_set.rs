//! Everything that may differ between two games played by the same code: optional rules, readings, battle variations.
//!
//! The names and values are those of the record's header. The first value of each switch is the usual one.

use core::fmt::Write as _;

use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// A switch that is no switch, or a value it does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// No switch of that name.
    #[error("'{name}' is no switch of the rules; see `longroll rule switches`")]
    UnknownSwitch { name: String },
    /// A value that the switch does not have.
    #[error("the switch {name} takes {allowed}, not '{found}'")]
    UnknownValue {
        /// The switch.
        name: &'static str,
        /// Its values.
        allowed: String,
        /// What was given.
        found: String,
    },
    /// A switch that the battle fixes.
    #[error("the switch {name} is fixed at {value} in this battle")]
    Fixed {
        /// The switch.
        name: &'static str,
        /// Its value.
        value: &'static str,
    },
}

/// A switch: its name, its values, and the rules that it turns.
#[derive(Debug, Clone, Copy)]
pub struct Switch {
    /// The name in headers and situation files.
    pub name: &'static str,
    /// Its values, the usual one first.
    pub values: &'static [&'static str],
    /// The rules it turns.
    pub rules: &'static [Rule],
    /// What it decides, in a line.
    pub meaning: &'static str,
}

macro_rules! switches {
    ($( $(#[$doc:meta])* $field:ident : $type:ident { $($variant:ident = $word:literal),+ $(,)? } $( [$($rule:ident),*] )? $meaning:literal; )+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            pub enum $type {
                $(
                    #[doc = concat!("`", $word, "`")]
                    #[serde(rename = $word)]
                    $variant,
                )+
            }

            impl $type {
                const WORDS: &'static [&'static str] = &[$($word),+];

                /// The value as written in headers.
                #[must_use]
                pub const fn word(self) -> &'static str {
                    match self { $(Self::$variant => $word),+ }
                }

                fn from_word(word: &str) -> Option<Self> {
                    match word { $($word => Some(Self::$variant),)+ _ => None }
                }
            }
        )+

        /// The value of every switch.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Switches {
            $( #[doc = $meaning] pub $field: $type, )+
        }

        impl Switches {
            /// Every switch there is.
            pub const ALL: &'static [Switch] = &[
                $( Switch {
                    name: stringify!($field),
                    values: $type::WORDS,
                    rules: &[$($(Rule::$rule),*)?],
                    meaning: $meaning,
                }, )+
            ];

            /// Sets a switch by name and value.
            ///
            /// # Errors
            /// When there is no such switch, or it has no such value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
                match name {
                    $( stringify!($field) => {
                        self.$field = $type::from_word(value).ok_or_else(|| SwitchError::UnknownValue {
                            name: stringify!($field),
                            allowed: $type::WORDS.join(" or "),
                            found: value.to_owned(),
                        })?;
                        Ok(())
                    } )+
                    _ => Err(SwitchError::UnknownSwitch { name: name.to_owned() }),
                }
            }

            /// Every switch with its value.
            pub fn values(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
                [$( (stringify!($field), self.$field.word()) ),+].into_iter()
            }
        }
    };
}

switches! {
    /// SR 10.9: small-arms ammunition.
    opt_ammunition: Ammunition { Off = "false", On = "true" } [SR_10_9, BB_10_9] "small-arms depletion and resupply";
    /// SR 17.0: Fatigue.
    opt_fatigue: FatigueOption { On = "true", Off = "false" } [SR_17_0, BB_17_0] "Fatigue; strongly recommended by the series, fixed at Shiloh";
    /// SR 10.82: combined small arms.
    opt_combined_small_arms: CombinedSmallArms { Off = "false", On = "true" } [SR_10_82] "stacked phasing small arms fire as one";
    /// SR 10.24-crests: crests and sight.
    los_crests: SightCrests { On = "true", Off = "false" } [SR_10_24_crests] "geographic crests block line of sight";
    /// SR 9.55: guns near the enemy.
    artillery_proximity: ArtilleryProximity { Option1 = "option1", Option2 = "option2" } [SR_9_55_1, SR_9_55_2] "how guns may move near the enemy";
    /// BB 10.51-opt: pistols and shotguns.
    opt_pistol_shotgun_preassault: PistolShotgun { Off = "false", On = "true" } [BB_10_51_opt] "+1 Pre-assault fire for shotguns and pistols";
    /// BB 10.67-limited: guns over woods.
    opt_limited_los: LimitedSight { Off = "false", On = "true" } [BB_10_67_limited] "guns at 4 to 10 hexes fire over Woods";
    /// BB 12.78-perloss: leader rolls.
    opt_leader_loss_per_sp: LeaderLossPerSp { Off = "false", On = "true" } [BB_12_78_perloss] "a leader roll for every SP lost";
    /// BB 12.78-assault: leader rolls.
    opt_leader_loss_in_assault: LeaderLossInAssault { Off = "false", On = "true" } [BB_12_78_assault] "an extra leader roll at the end of an assault";
    /// BB 19.0: random events.
    opt_random_events: RandomEvents { Off = "false", On = "true" } [BB_19_0] "the Random Events marker goes into the pool";
    /// BB 30.2-options: the surprise of scenario 2.
    scn2_union_shock: UnionShock { On = "true", Off = "false" } [BB_30_2_options] "scenario 2: Union +1 on cohesion and Recovery rolls";
    /// BB 30.2-options: the rout check of scenario 2.
    scn2_rout_check: RoutCheck { On = "true", Off = "false" } [BB_30_2_options] "scenario 2: the extra rout check";
    /// BB 30.9-johnston: the level of difficulty of scenario 9.
    scn9_johnston: LentAbilities { Orders = "standard", All = "easy", None = "hard" } [BB_30_9_johnston] "scenario 9: what Johnston does for Chalmers or Jackson";
    /// SR 6.21: when orders changes are tried.
    orders_attempts: OrdersAttempts { PerAm = "per_am", PerBrigade = "per_brigade" } [SR_6_21] "all attempts of a marker first, or each before its brigade acts";
    /// SR 5.36: a lost unit of a lost brigade.
    ooc_unit_in_ooc_brigade: LostUnitOfLostBrigade { Same = "same", Cumulative = "cumulative" } [SR_5_36] "one Activation less once, or twice";
    /// BB 4.11-direct: markers for Direct Command.
    direct_command_pool: DirectCommandPool { BestEntitled = "best_entitled", DivisionNumber = "division_number" } [BB_4_11_direct] "markers put in for Direct Command";
    /// BB 5.26: the distant brigade.
    stuart_cap: DistantBrigadeCap { Added = "added", Replaces = "replaces" } [BB_5_26] "a cap of two beside or instead of the series rule";
    /// SR 5.34: when coordination range is tested.
    coordination_range: CoordinationRange { Live = "live", TurnStart = "turn_start" } [SR_5_34] "when range is tested for coordination";
    /// SR 6.24: reach of Loose Reins.
    loose_reins_reach: LooseReinsReach { Contact = "contact", EnemyHex = "enemy_hex" } [SR_6_24] "MP to contact, or into the enemy hex";
    /// SR 6.24: whom Loose Reins binds.
    loose_reins_binds_all: LooseReinsBinds { InCommand = "false", All = "true" } [SR_6_24, SR_4_23] "whether units out of range are bound too";
    /// BB 4.11-J1: the ability against Loose Reins.
    johnston_replaces_loose_reins: AbilityReplacesLooseReins { On = "true", Off = "false" } [BB_4_11_J1] "the ability sets a Loose Reins result aside";
    /// BB 4.11-J4: the extra Activation.
    johnston_extra_needs_pending_am: ExtraNeedsPendingAm { Off = "false", On = "true" } [BB_4_11_J4] "the brigade's division must still have a marker in the pool";
    /// BB 4.21: who coordinates after the division leader's death.
    hardee_coordinates: CorpsCoordinates { On = "true", Off = "false" } [BB_4_21] "the corps commander coordinates once the division leader is killed";
    /// SR 13.23: worn brigades on the march.
    ci_limits_march: WornLimitsMarch { On = "true", Off = "false" } [SR_13_23, SR_13_32] "a worn command marches at most two equivalents";
    /// SR 17.24: the harmless step.
    fatigue_ok_step: FatigueOkStep { On = "true", Off = "false" } [SR_17_24] "an extra harmless level between none and 0";
    /// SR 17.22: trails and fatigue.
    march_fatigue_trail_is_road: FatigueTrail { Off = "false", On = "true" } [SR_17_22] "three free equivalents on Trails too";
    /// SR 17.22-2: what a phase is.
    assault_fatigue_phase: AssaultFatiguePhase { Am = "am", BrigadeActivation = "brigade_activation" } [SR_17_22_2, SR_11_45] "what counts as one phase";
    /// BB 4.24-6div: loose regiments.
    loose_regiments_need_range: LooseRegimentsNeedRange { On = "true", Off = "false" } [BB_4_24_6div] "loose regiments are assigned in range only";
    /// BB 13.54: rout recovery on the second day.
    second_day_aot_rout_drm: SecondDayRout { Off = "false", On = "true" } [BB_13_54] "a rout DRM on the second day alone";
    /// BB 4.25-15MI: its first turn.
    fifteenth_michigan_start: FirstTurnOfLooseRegiment { Nine = "0900", Six = "0600" } [BB_4_25_15MI] "the first turn in which 15 MI acts in scenario 1";
    /// SR 8.44-aboutface: lines turning about.
    line_about_face: LineAboutFace { AnyOrder = "any_order", AttackOnly = "attack_only" } [SR_8_44_aboutface] "who may turn an Extended Line about";
    /// SR 8.12-line: foot and horse.
    stack_foot_with_mounted: FootWithMounted { Off = "false", On = "true" } [SR_8_12_line] "foot and mounted in one hex";
    /// SR 8.22: friends on the road.
    road_blocked_by_march: RoadBlocked { TerrainOnly = "terrain_only", PlusMovingThrough = "terrain_plus_moving_through" } [SR_8_22] "passing friends under March orders on a Road";
    /// SR 9.31: leaders on the march.
    leader_march_move: LeaderMarch { PerEquivalent = "per_equivalent", TenMp = "ten_mp" } [SR_9_31] "leader MP with a March marker";
    /// SR 9.54: withdrawing into contact.
    withdraw_into_contact: WithdrawIntoContact { AttackOnly = "attack_only", AnyOrder = "any_order" } [SR_9_54] "Withdrawal movement next to an enemy";
    /// BB 9.43-art-swamp: guns in the swamp.
    art_swamp_trail_udd: GunsInSwamp { OnEntry = "on_entry", OnRecovery = "on_recovery" } [BB_9_43_art_swamp] "when Disordered guns risk a gun";
    /// BB 9.44-swamp-facing: turning in the swamp.
    swamp_turn_failure: SwampTurn { Disorder = "disorder", FinishOnly = "finish_only" } [BB_9_44_swamp_facing] "a failed UDD for turning in Swamp";
    /// BB 9.44-swamp-retreat: withdrawing into the swamp.
    swamp_withdrawal: SwampWithdrawal { Udd = "udd", AutoDisorder = "auto_disorder" } [BB_9_44_swamp_retreat, BB_9_54] "Withdrawal movement into Swamp";
    /// SR 10.16: the edge of the arc.
    arc_edge_inclusive: ArcEdge { Inclusive = "true", Exclusive = "false" } [SR_10_16] "hexes on the edge of the arc";
    /// SR 10.41: non-phasing fire.
    nonphasing_two_stacks: NonPhasingStacks { SplitOnly = "split_only", AllKinds = "all_kinds" } [SR_10_41] "what 'two different stacks' limits";
    /// SR 8.33: a battery between regiments.
    midstack_battery_takes_share: MidstackBattery { Off = "false", On = "true" } [SR_8_33] "a battery between regiments uses up share";
    /// BB 9.44-woods: which woods count.
    woods_count: WoodsCount { Obstructing = "obstructing", EveryHex = "every_hex" } [BB_9_44_woods, BB_TEC_c] "which Woods hexes count for fire";
    /// BB 10.24: treetops.
    treetops_steep_exception: TreetopsSteep { On = "true", Off = "false" } [BB_10_24] "the steep-drop exception is kept";
    /// BB 10.67-limited: over the target.
    limited_los_over_target: LimitedOverTarget { On = "true", Off = "false" } [BB_10_67_limited] "the firer is higher than the target hex too";
    /// SR 8.44-fire: depletion of lines.
    extended_depletion: ExtendedDepletion { AfterUnit = "after_unit", PerPart = "per_part" } [SR_8_44_fire, SR_10_91] "when a line is depleted";
    /// BB 10.92-limits: resupply at rest.
    resupply_13_45: RestingResupply { OneStep = "one_step", Full = "full" } [BB_10_92_limits] "automatic resupply of resting units";
    /// SR 11.48-infantry: status after assault.
    post_assault_status: PostAssaultStatus { At6e = "at_6e", Before6b = "before_6b" } [SR_11_48_infantry] "who is already Disordered in step 6e";
    /// SR 11.44: Position.
    position_scope: PositionScope { AllAssaults = "all_assaults", OwnAssault = "own_assault" } [SR_11_44] "Position across separate assaults";
    /// SR 12.54: contagion.
    rout_contagion: RoutContagion { PerEvent = "per_event", PerUnit = "per_unit" } [SR_12_54] "UDDs for adjacent routs";
    /// BB T-assault: ten and more.
    ten_plus_on_disordered: TenPlus { TwoUdds = "two_udds", OneUdd = "one_udd" } [BB_T_assault] "10+ on Disordered units";
    /// SR 12.44: distance of a retreat.
    retreat_distance: RetreatDistance { NearestAny = "nearest_any", NearestAtStart = "nearest_at_start" } [SR_12_44] "the distance that must grow";
    /// SR 12.44-d: terrain in a retreat.
    terrain_in_table_retreat: TerrainInRetreat { Counts = "counts", Merged = "merged" } [SR_12_44_d] "terrain Disorder inside a table retreat";
    /// SR 11.47: later continuations.
    later_continuations: LaterContinuations { Voluntary = "voluntary", AsFirst = "as_first" } [SR_11_47] "second and later Continued assaults";
    /// SR 11.47: retreat before a continued assault.
    retreat_before_continued_assault: RetreatBeforeContinued { On = "true", Off = "false" } [SR_11_47, SR_11_33] "Retreat before a Continued assault";
    /// SR 12.35e: whose strength.
    second_disorder_loss: SecondDisorderLoss { AffectedUnit = "affected_unit", TopUnit = "top_unit" } [SR_12_35e] "whose SP a second Disorder costs";
    /// SR 11.56: countercharge.
    countercharge_cancels_infantry_charge: Countercharge { Off = "false", On = "true" } [SR_11_56] "countercharge and the infantry +1";
}

impl Switches {
    /// The plain series rules.
    pub const SERIES: Self = Self {
        opt_ammunition: Ammunition::Off,
        fatigue_ok_step: FatigueOkStep::Off,
        ..Self::BATTLE_BOOK
    };

    /// The usual values with the battle book.
    pub const BATTLE_BOOK: Self = Self {
        opt_ammunition: Ammunition::On,
        opt_fatigue: FatigueOption::On,
        opt_combined_small_arms: CombinedSmallArms::Off,
        los_crests: SightCrests::On,
        artillery_proximity: ArtilleryProximity::Option1,
        opt_pistol_shotgun_preassault: PistolShotgun::Off,
        opt_limited_los: LimitedSight::Off,
        opt_leader_loss_per_sp: LeaderLossPerSp::Off,
        opt_leader_loss_in_assault: LeaderLossInAssault::Off,
        opt_random_events: RandomEvents::Off,
        scn2_union_shock: UnionShock::On,
        scn2_rout_check: RoutCheck::On,
        scn9_johnston: LentAbilities::Orders,
        orders_attempts: OrdersAttempts::PerAm,
        ooc_unit_in_ooc_brigade: LostUnitOfLostBrigade::Same,
        direct_command_pool: DirectCommandPool::BestEntitled,
        stuart_cap: DistantBrigadeCap::Added,
        coordination_range: CoordinationRange::Live,
        loose_reins_reach: LooseReinsReach::Contact,
        loose_reins_binds_all: LooseReinsBinds::InCommand,
        johnston_replaces_loose_reins: AbilityReplacesLooseReins::On,
        johnston_extra_needs_pending_am: ExtraNeedsPendingAm::Off,
        hardee_coordinates: CorpsCoordinates::On,
        ci_limits_march: WornLimitsMarch::On,
        fatigue_ok_step: FatigueOkStep::On,
        march_fatigue_trail_is_road: FatigueTrail::Off,
        assault_fatigue_phase: AssaultFatiguePhase::Am,
        loose_regiments_need_range: LooseRegimentsNeedRange::On,
        second_day_aot_rout_drm: SecondDayRout::Off,
        fifteenth_michigan_start: FirstTurnOfLooseRegiment::Nine,
        line_about_face: LineAboutFace::AnyOrder,
        stack_foot_with_mounted: FootWithMounted::Off,
        road_blocked_by_march: RoadBlocked::TerrainOnly,
        leader_march_move: LeaderMarch::PerEquivalent,
        withdraw_into_contact: WithdrawIntoContact::AttackOnly,
        art_swamp_trail_udd: GunsInSwamp::OnEntry,
        swamp_turn_failure: SwampTurn::Disorder,
        swamp_withdrawal: SwampWithdrawal::Udd,
        arc_edge_inclusive: ArcEdge::Inclusive,
        nonphasing_two_stacks: NonPhasingStacks::SplitOnly,
        midstack_battery_takes_share: MidstackBattery::Off,
        woods_count: WoodsCount::Obstructing,
        treetops_steep_exception: TreetopsSteep::On,
        limited_los_over_target: LimitedOverTarget::On,
        extended_depletion: ExtendedDepletion::AfterUnit,
        resupply_13_45: RestingResupply::OneStep,
        post_assault_status: PostAssaultStatus::At6e,
        position_scope: PositionScope::AllAssaults,
        rout_contagion: RoutContagion::PerEvent,
        ten_plus_on_disordered: TenPlus::TwoUdds,
        retreat_distance: RetreatDistance::NearestAny,
        terrain_in_table_retreat: TerrainInRetreat::Counts,
        later_continuations: LaterContinuations::Voluntary,
        retreat_before_continued_assault: RetreatBeforeContinued::On,
        second_disorder_loss: SecondDisorderLoss::AffectedUnit,
        countercharge_cancels_infantry_charge: Countercharge::Off,
    };
}

/// Which text the game is played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleBook {
    /// The series rules alone.
    Series,
    /// The series rules as the battle book varies them.
    BattleBook,
}

/// The rules of one game: which book, and how every switch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RuleSet {
    /// The text.
    pub book: RuleBook,
    /// The switches.
    pub switches: Switches,
}

impl RuleSet {
    /// The plain series rules.
    pub const SERIES: Self = Self {
        book: RuleBook::Series,
        switches: Switches::SERIES,
    };
    /// The usual values with the battle book.
    pub const BATTLE_BOOK: Self = Self {
        book: RuleBook::BattleBook,
        switches: Switches::BATTLE_BOOK,
    };

    /// Sets a switch; ammunition and Fatigue are fixed where a battle book is in force (BB 10.9, 17.0).
    ///
    /// # Errors
    /// When there is no such switch or value, or the battle fixes it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
        let before = self.switches;
        self.switches.set(name, value)?;
        if self.book == RuleBook::BattleBook {
            let fixed = if self.switches.opt_ammunition == Ammunition::Off {
                Some("opt_ammunition")
            } else if self.switches.opt_fatigue == FatigueOption::Off {
                Some("opt_fatigue")
            } else {
                None
            };
            if let Some(name) = fixed {
                self.switches = before;
                return Err(SwitchError::Fixed {
                    name,
                    value: "true",
                });
            }
        }
        Ok(())
    }

    /// The switches that differ from the book's own values: `name=value name=value`.
    #[must_use]
    pub fn differences(&self) -> String {
        let usual = match self.book {
            RuleBook::Series => Switches::SERIES,
            RuleBook::BattleBook => Switches::BATTLE_BOOK,
        };
        let mut text = String::new();
        for ((name, value), (_, usual)) in self.switches.values().zip(usual.values()) {
            if value != usual {
                let _ = write!(
                    text,
                    "{}{name}={value}",
                    if text.is_empty() { "" } else { " " }
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_takes_each_of_its_values_and_nothing_else() {
        for switch in Switches::ALL {
            for value in switch.values {
                let mut switches = Switches::BATTLE_BOOK;
                switches.set(switch.name, value).unwrap();
                assert!(
                    switches
                        .values()
                        .any(|(n, v)| n == switch.name && v == *value)
                );
            }
            let mut switches = Switches::BATTLE_BOOK;
            assert!(matches!(
                switches.set(switch.name, "maybe"),
                Err(SwitchError::UnknownValue { .. })
            ));
        }
        assert!(matches!(
            Switches::BATTLE_BOOK.clone().set("no_such", "true"),
            Err(SwitchError::UnknownSwitch { .. })
        ));
    }

    #[test]
    fn a_battle_book_fixes_fatigue_and_differences_are_listed() {
        let mut rules = RuleSet::BATTLE_BOOK;
        assert!(matches!(
            rules.set("opt_fatigue", "false"),
            Err(SwitchError::Fixed { .. })
        ));
        assert_eq!(rules.differences(), "");
        rules.set("stuart_cap", "replaces").unwrap();
        rules.set("opt_random_events", "true").unwrap();
        assert_eq!(
            rules.differences(),
            "opt_random_events=true stuart_cap=replaces"
        );
    }
}
