//! What the special rules of scenarios do: one variant per mechanism, with its figures.
//!
//! Long because it is a list: a variant is a rule of a scenario page and has no code.

use longroll_board::{FieldId, HexId, HexsideId};
use longroll_rule::Rule;
use serde::Serialize;

use super::{
    AlertStep, Arm, AssignWhen, CommandId, Fatigue, LeaderId, Orders, Piece, Profile,
    ProximityRoll, Section, SetupAnchor, SetupFormation, SlowStartRow, TurnId, UnitId, VisitRow,
    Who,
};
use crate::tables::DieRange;

/// What a special rule does. Figures are here, procedures in the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "mechanism", rename_all = "kebab-case")]
pub enum Mechanism {
    /// Nothing beyond what this section of the scenario already says.
    Recorded { section: Section },

    // Command
    /// These count as In Command while the rule is in force.
    CountsInCommand { who: Who },
    /// A division leader out of his army commander's range in II/A is Out of Command.
    ArmyRangeBinds,
    /// The command acts with the AMs of another, uses another's Efficiency, or traces to a given leader.
    CommandLink {
        /// Which commands.
        commands: Vec<CommandId>,
        /// Acts with the AMs of this command.
        markers_of: Option<CommandId>,
        /// Uses the Efficiency of this corps or division.
        efficiency_of: Option<CommandId>,
        /// Traces command to one of these leaders.
        traces_to: Vec<LeaderId>,
    },
    /// The leader may directly command so many of these brigades each turn.
    DirectCommandOf {
        leader: LeaderId,
        /// Brigades to choose from; any other in range if empty.
        brigades: Vec<CommandId>,
        /// How many a turn.
        per_turn: u8,
    },
    /// The leader may use none of his special abilities while the rule is in force.
    NoAbilities { leader: LeaderId },
    /// BB 30.9-johnston: a leader who is not in play lends his abilities to one of these brigades in this turn.
    LentAbilities {
        leader: LeaderId,
        /// To one of which brigades.
        brigades: Vec<CommandId>,
        turn: TurnId,
    },
    /// BB 12.77: compulsory loss rolls begin with this turn.
    LossRollsFrom {
        leader: LeaderId,
        /// First turn with a roll.
        turn: TurnId,
    },
    /// The leader may use his Initiative rating for one Efficiency in this turn.
    InitiativeHelpsEfficiencyOf {
        /// Who helps.
        leader: LeaderId,
        /// Whom he may help; any division if empty.
        commands: Vec<CommandId>,
        turn: TurnId,
    },
    /// Initiative won with a commander's value: the first marker is one of a division of his army.
    InitiativeBindsFirstMarker {
        /// Whose value.
        leader: LeaderId,
        /// Whose divisions.
        command: CommandId,
    },
    /// A leader who is not in play helps in one of two turns, by a roll in the first.
    VisitRoll {
        /// Who visits.
        leader: LeaderId,
        /// When the roll is made.
        turn: TurnId,
        /// Which die brings him in which turn; covers 0 to 9.
        table: Vec<VisitRow>,
    },
    /// The leader may not move until a roll frees him.
    LeaderHeld {
        leader: LeaderId,
        /// First turn with a roll.
        roll_from: TurnId,
        /// Succeeds on this or less.
        success: u8,
        /// DRM for each earlier failure.
        drm_per_failure: i8,
        /// Free from this turn in any case.
        free_from: TurnId,
    },
    /// Units form one brigade under a commander.
    CompositeBrigade {
        /// Who leads it.
        leader: LeaderId,
        /// Its units.
        units: Vec<UnitId>,
        /// Its fatigue.
        fatigue: Fatigue,
        /// His action profile as its brigadier.
        profile: Profile,
        /// His Orders value as its brigadier.
        orders_value: i8,
    },
    /// The command may be assigned to any division in II/A.
    BrigadeReassignable { brigade: CommandId },
    /// The units start assigned and may go back to their own command in II/A.
    MayReturn {
        /// Which; every unit the set-up assigns elsewhere if empty.
        units: Vec<UnitId>,
    },
    /// The units may be assigned to one of these brigades (to any if empty).
    MayBeAssigned {
        units: Vec<UnitId>,
        /// To which brigades.
        brigades: Vec<CommandId>,
        /// When it may be done.
        when: AssignWhen,
    },
    /// The units act with the Unassigned AM.
    ActsUnassigned { units: Vec<UnitId> },
    /// The batteries may be assigned to a corps and then act as a brigade of it.
    BatteriesAsBrigadeOf {
        units: Vec<UnitId>,
        /// Of which command.
        command: CommandId,
    },
    /// The brigade counts as In Command within so many leader MP of its entry hexes.
    InCommandNearEntry {
        brigade: CommandId,
        /// Leader MP.
        leader_mp: u8,
        /// Its entry hexes.
        hexes: Vec<HexId>,
    },

    // Activation
    /// BB 5.26: at most so many Activations unless In Command in II/A.
    ActivationLimit { command: CommandId, max: u8 },
    /// The units have fewer AMs than a leader's command in this turn, at least one.
    FewerActivationsThan {
        units: Vec<UnitId>,
        /// Than which command.
        command: CommandId,
        /// By how many.
        fewer: u8,
        turn: TurnId,
    },
    /// The Activation rating of a leader does not help this brigade.
    NoActivationBonus { brigade: CommandId },
    /// A brigade has as many Activations as were drawn for its division: no leader adds to them, no distance takes from them.
    UnmodifiedDraw { brigade: CommandId },
    /// BB alert: Activations come from the alert programme while the rule is in force.
    AlertProgramme,
    /// BB 31.0-alert: an alerted division checks, rolls for its AMs and fights surprised.
    InvoluntaryAlert {
        /// AMs on an even die.
        activations_even: u8,
        /// AMs on an odd die.
        activations_odd: u8,
        /// Fire DRM of its non-phasing fire during the AM of the alert.
        fire_drm: i8,
        /// Brigades alerted for themselves.
        separate: Vec<CommandId>,
    },
    /// BB 31.0-alert: fired on, or an enemy moves adjacent.
    AlertOnContact,
    /// BB 31.0-alert-voluntary: alert from the start of a turn.
    VoluntaryAlert {
        /// In order of time.
        schedule: Vec<AlertStep>,
    },
    /// BB 31.0-alert-table: a brigade alerted by enemies near it.
    ProximityAlert {
        brigade: CommandId,
        /// Chances by distance.
        rolls: Vec<ProximityRoll>,
        /// Last turn before it wakes by itself.
        before: TurnId,
    },
    /// An Out of Command regiment of an Out of Command brigade loses no further Activation in the alert turn.
    NoDoubleLossOnAlert,
    /// Each AM of a command is ignored unless a roll succeeds.
    SlowStart {
        /// Chances by command and turn.
        rows: Vec<SlowStartRow>,
    },
    /// The units may not be activated until an enemy comes into LOS or they begin a turn in a commander's range.
    Dormant {
        units: Vec<UnitId>,
        /// Whose range frees them.
        leader: LeaderId,
    },
    /// The units may turn and fire but not move, until a turn, an attack, or a roll frees them.
    Held {
        units: Vec<UnitId>,
        /// Free from this turn.
        release: Option<TurnId>,
        /// Free if an enemy comes within so many hexes.
        within: Option<u8>,
        /// Free on this die in the II/C of the release turn; free without a roll if none.
        roll: Option<DieRange>,
    },
    /// Nothing of the side is in the pool until the first contact; then every unit checks and fights surprised.
    Surprise {
        /// UDD modifier.
        udd_drm: i8,
        /// Commands that do not check.
        exempt_commands: Vec<CommandId>,
        /// Units that do not check.
        exempt_units: Vec<UnitId>,
        /// Fire DRM of the surprised.
        fire_drm: i8,
        /// Assault DRM of the attackers.
        assault_drm: i8,
        /// Units whose contact springs the surprise.
        attackers: Vec<UnitId>,
    },

    // Orders
    /// March orders may not be given; reinforcements entering in `except_from` or later are exempt.
    NoMarchOrders {
        /// Reinforcements from this turn on may march.
        except_from: Option<TurnId>,
    },
    /// BB 9.22: March orders from this turn.
    MarchOrdersFrom {
        /// First turn.
        turn: TurnId,
    },
    /// No brigade may be given Attack orders in II/C.
    NoDivisionAttackOrders,
    /// Commands may change orders once without a roll while the rule is in force.
    FreeOrdersChange {
        /// Which; every brigade of the side if empty.
        commands: Vec<CommandId>,
    },
    /// At the start any orders may be given to brigades In Command and to single cavalry units.
    FreeOrdersAtStart {
        /// Which orders.
        orders: Vec<Orders>,
    },

    // Set-up
    /// SR 6.3: everyone starts in Reserve but these.
    StartInReserve {
        /// Commands that do not.
        except_commands: Vec<CommandId>,
        /// Units that do not.
        except_units: Vec<UnitId>,
    },
    /// Units may be set up in Extended Line, Extended Column or with Refused flanks.
    FormationsAtSetup {
        /// Whose; everyone's if empty.
        commands: Vec<CommandId>,
        /// Which formations.
        formations: Vec<SetupFormation>,
        /// Which part of an extended unit stands in the listed hex.
        anchor: SetupAnchor,
    },
    /// BB 14.52: units that start over the stacking limit and must unstack in their first Activation.
    StartsOverstacked { units: Vec<UnitId> },
    /// Units are set up when an enemy ends a turn beyond these limits.
    ConditionalSetup {
        /// On or east of this column.
        from_column: u8,
        /// On or north of the row of this hex.
        north_of: HexId,
    },

    // Movement
    /// Brigades keep a continuous line at the end of their first Activations.
    ContinuousLine {
        /// How many Activations.
        activations: u8,
        /// Which brigades.
        brigades: Vec<CommandId>,
        /// Pairs that must touch.
        links: Vec<[CommandId; 2]>,
        /// Units that are exempt.
        exempt_units: Vec<UnitId>,
        /// Arms that are exempt and do not count.
        exempt_arms: Vec<Arm>,
    },
    /// Divisions may not move until brigades have linked up, then keep a line until one crosses the dividing line.
    LinkUp {
        /// Divisions, in line order.
        chain: Vec<CommandId>,
        /// Pairs of brigades that must touch first.
        links: Vec<[CommandId; 2]>,
    },
    /// The units of the side's groups stay until the enemy crosses the dividing line.
    HeldBehindLine {
        /// Free from this turn in any case.
        free_from: TurnId,
        /// The hexside where the line leaves the first stream.
        hexside: HexsideId,
        /// The line goes straight from this hex …
        line_from: HexId,
        /// … to this one.
        line_to: HexId,
        /// Streams that carry it on at both ends.
        streams: Vec<String>,
    },
    /// Commands exempt from being held, within their side of the line.
    MayMoveBehindLine {
        /// Which brigades.
        brigades: Vec<CommandId>,
        /// And which units.
        units: Vec<UnitId>,
    },
    /// These commands trigger the release only in the turn after.
    LateTrigger {
        /// Which brigades.
        brigades: Vec<CommandId>,
    },
    /// Units that stay until they see an enemy beyond the line.
    HeldUntilSeen { units: Vec<UnitId> },
    /// A commander may roll to free his group once these units are free.
    GroupReleaseRoll {
        leader: LeaderId,
        /// Once these are free.
        after: Vec<UnitId>,
        /// Succeeds on this.
        die: DieRange,
        /// DRM for each earlier failure.
        drm_per_failure: i8,
    },
    /// Units in bivouac join their leader before they are free.
    Bivouac,
    /// BB 30.0: the groups of the scenario take the place of the divisions.
    MadeForTheDay,
    /// Unassigned units stay until all groups may move.
    UnassignedWait {
        /// Not these.
        except: Vec<UnitId>,
    },
    /// Units may not move north of a row until the enemy brigade does or is routed.
    RowLimit {
        /// Which brigades.
        brigades: Vec<CommandId>,
        /// The row of this hex.
        row_of: HexId,
        /// The enemy brigade that lifts it.
        until_enemy: CommandId,
    },
    /// No unit may end its movement east of the column; one that does not move may stay.
    ColumnLimit {
        /// The column.
        column: u8,
    },
    /// Units must recover before they may move.
    MustRecoverFirst { units: Vec<UnitId> },
    /// Units stay in a field until a turn, acting with the Unassigned AM; then they may be assigned to any brigade.
    HeldInField {
        units: Vec<UnitId>,
        /// The field.
        field: FieldId,
        /// Free from this turn.
        released: TurnId,
    },
    /// BB 14.6: batteries without horses stay in this field.
    ImmobileBatteries {
        units: Vec<UnitId>,
        /// The field.
        field: FieldId,
    },
    /// BB 9.7-landing: units that land pay extra.
    Landing {
        /// Landing hexes.
        hexes: Vec<HexId>,
        /// MP for the first group, one more for each later one.
        extra_mp: u8,
    },
    /// Units that retreat off the area stay away and count as Disordered.
    LeavingCounts,

    // Single units
    /// A regiment without ammunition that may run.
    ShakyRegiment {
        unit: UnitId,
        /// Moves towards this leader until in range of him.
        towards: Option<LeaderId>,
        /// Checks when it begins an Activation within so many hexes and LOS of an enemy.
        test_range: Option<u8>,
        /// Checks with every AM in this turn.
        test_turn: Option<TurnId>,
        /// Comes back so many turns later; never if none.
        returns_after: Option<u8>,
        /// In this field.
        returns_in: Option<FieldId>,
        /// First turn it may act.
        acts_from: Option<TurnId>,
    },
    /// The unit comes without ammunition and resupplies without a roll in this hex.
    ResupplyAt { unit: UnitId, hex: HexId },
    /// BB 30.9-71oh: a unit in good order checks each time it is fired at by small arms.
    NervousUnderFire {
        unit: UnitId,
        /// By at least so many SP.
        min_sp: u8,
    },
    /// BB 14.4: detachments in play.
    Detachments {
        units: Vec<UnitId>,
        /// The regiment they are taken from, where the text says so.
        parent: Option<UnitId>,
    },
    /// Gunboats may not fire before a turn, or before an AM of their turn of entry.
    FireFrom {
        unit: UnitId,
        /// First turn with fire.
        turn: Option<TurnId>,
        /// First AM of the entry turn with fire.
        marker: Option<u8>,
    },
    /// Units that count as one battery of so many guns.
    SectionOnly {
        piece: Piece,
        /// Guns.
        guns: u8,
    },

    // Fighting
    /// BB 30.0-udd: added to every roll that tests cohesion.
    CohesionDrm {
        /// The modifier.
        drm: i8,
    },
    /// BB 12.35: Second Disorder by small-arms fire means a rout check for infantry.
    RoutCheckForFire,
    /// BB 10.92-limits: added to ammunition resupply rolls.
    ResupplyDrm {
        /// The modifier.
        drm: i8,
    },
    /// BB 30.7: units other than artillery collapse at this share of their strength or less, in hundredths.
    CollapseAt {
        /// Per cent.
        percent: u8,
    },
    /// BB 30.8-green: Green units in good order make no UDD after a Retreat before assault.
    GreenRetreatsFreely,
    /// The players may drop these special rules of the battle.
    MayDrop {
        /// Rules that may be dropped.
        dropped: Vec<Rule>,
    },

    // Fatigue and effectiveness
    /// No fatigue for so many Activations a turn while the rule is in force; assaults count as usual.
    FreeActivations { number: u8 },
    /// One level of fatigue if all of this turn's Activations are used.
    FatigueIfAllUsed {
        /// Which; arriving reinforcements if empty.
        commands: Vec<CommandId>,
        /// When; in the turn of entry if none.
        turn: Option<TurnId>,
    },
    /// Effectiveness of the commands is judged by the units present or assigned only.
    EffectivenessByPresent {
        /// Which; all of the side if empty.
        commands: Vec<CommandId>,
        /// Units that count though they are not there.
        also: Vec<UnitId>,
        /// Units that do not count.
        ignoring: Vec<UnitId>,
    },
    /// A division is CI only if all its brigades are.
    DivisionNeedsAllBrigades,
    /// A brigade counts in another division than its own, wherever it is assigned.
    BrigadeCountsIn {
        brigade: CommandId,
        /// The division.
        command: CommandId,
    },
    /// A replacement leader may come back in any hex if the leader is killed and all his regiments rout.
    ReplacementAnywhere { leader: LeaderId },
    /// The special rules of another scenario apply on the same hours, but for these.
    AsScenario {
        scenario: u8,
        /// Ids of rules that do not apply.
        without: Vec<String>,
    },
}
