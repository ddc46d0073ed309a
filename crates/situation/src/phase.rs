//! `at` and `to`: which part of a turn is played.

use longroll_core::Side;
use longroll_gbacw::activation::{ActivationStep, CupStep, EfficiencyStep, InitiativeStep};
use longroll_gbacw::alert::MissionStep;
use longroll_gbacw::command::CommandStep;
use longroll_gbacw::movement::{CommanderStep, ReinforcementOrdersStep};
use longroll_gbacw::names;
use longroll_gbacw::orders::{DivisionOrdersStep, ReserveStep};
use longroll_gbacw::results::LossRollStep;
use longroll_gbacw::sequence::{EndOfTurnStep, SetUpStep, TurnStep, first_to_act, recovery_phase};
use longroll_gbacw::step::Step;
use longroll_gbacw::works::WorksStep;
use longroll_position::{Marker, Position, Setting};
use longroll_rule::Rule;

/// The phases of a turn in their order.
const PHASES: [&str; 14] = [
    "I", "II/A", "II/B", "II/C", "II/D", "II/E", "II/F", "III/A", "III/B", "III/C", "IV/A", "IV/B",
    "IV/C", "IV/D",
];

/// III/A.
const PICK: usize = 7;

/// III/C.
const CUP: usize = 9;

/// Where play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// Nothing is played; only questions are asked.
    Nowhere,
    /// The set-up of a scenario, before its first turn.
    SetUp,
    /// The part of the set-up in which the owners choose orders.
    SetUpOrders,
    /// The part of the set-up in which units join brigades.
    SetUpAssignments,
    /// The part of the set-up in which units are given formations.
    SetUpFormations,
    /// A whole turn, and the turns after it.
    Turn,
    /// From the phase with this number to the one with the other.
    Phases(usize, usize),
    /// A marker is on the table; the rest of the cup follows, and then the phases up to the one with this number.
    Marker(Marker, usize),
}

/// Whether the numbers of II/B are known when play begins here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Efficiency {
    /// Still to be drawn.
    Open,
    /// Settled before play begins.
    Settled,
}

impl Start {
    /// Reads `at` and `to`.
    pub fn read(setting: &Setting, at: Option<&str>, to: Option<&str>) -> Result<Self, String> {
        let Some(at) = at else {
            return match to {
                None => Ok(Self::Nowhere),
                Some(_) => {
                    Err("'to' says where play ends: 'at', where it begins, is missing".to_owned())
                }
            };
        };
        let whole = match at {
            "set-up" => Some(Self::SetUp),
            "set-up orders" => Some(Self::SetUpOrders),
            "set-up assignments" => Some(Self::SetUpAssignments),
            "set-up formations" => Some(Self::SetUpFormations),
            "turn" => Some(Self::Turn),
            _ => None,
        };
        if let Some(start) = whole {
            return match to {
                None => Ok(start),
                Some(_) => Err(format!(
                    "'to' has no place here: only a phase and a marker have a last phase, '{at}' is played to its end"
                )),
            };
        }
        if let Some(name) = at.strip_prefix("marker ") {
            let marker = marker(setting, name).ok_or_else(|| format!("'{name}' is no marker"))?;
            let last = last(CUP, to)?;
            return Ok(Self::Marker(marker, last));
        }
        let first = phase(at).ok_or_else(|| {
            format!(
                "'{at}' is no place in a turn: set-up, set-up orders, set-up assignments, set-up formations, turn, marker …, or one of {}",
                PHASES.join(", ")
            )
        })?;
        Ok(Self::Phases(first, last(first, to)?))
    }

    /// Whether the numbers of II/B are known.
    pub const fn efficiency(self) -> Efficiency {
        match self {
            Self::Marker(..) | Self::Nowhere => Efficiency::Settled,
            Self::Phases(first, _) if first > 2 => Efficiency::Settled,
            _ => Efficiency::Open,
        }
    }

    /// The pending work, what comes next last.
    pub fn work(self, setting: &Setting, position: &Position) -> Vec<Step> {
        let mut steps: Vec<Step> = match self {
            Self::Nowhere => Vec::new(),
            Self::SetUp => vec![SetUpStep::Begin.into()],
            Self::SetUpAssignments => longroll_core::Side::BOTH
                .into_iter()
                .flat_map(|side| {
                    [
                        SetUpStep::CavalryOrders { side }.into(),
                        SetUpStep::Assign { side }.into(),
                    ]
                })
                .collect(),
            Self::SetUpFormations => (0..setting.scenario.setup.len())
                .filter_map(|entry| u16::try_from(entry).ok())
                .map(|entry| SetUpStep::Form { entry }.into())
                .collect(),
            Self::SetUpOrders => (0..setting.scenario.setup.len())
                .filter_map(|entry| u16::try_from(entry).ok())
                .map(|entry| SetUpStep::Orders { entry }.into())
                .collect(),
            Self::Turn => vec![TurnStep::Begin.into()],
            Self::Phases(first, last) => PHASES
                .iter()
                .take(last + 1)
                .skip(first)
                // The marker that is picked in III/A goes on by itself: it fills the cup and empties it.
                .filter(|phase| {
                    first > PICK || last <= PICK || !matches!(**phase, "III/B" | "III/C")
                })
                .flat_map(|phase| phase_steps(phase, first_to_act(position)))
                .collect(),
            Self::Marker(marker, last) => {
                let mut steps = vec![ActivationStep::Begin { marker }.into()];
                if !position.cup.is_empty() {
                    steps.push(CupStep::Next.into());
                }
                let after = PHASES.iter().take(last + 1).skip(CUP + 1);
                steps.extend(after.flat_map(|phase| phase_steps(phase, first_to_act(position))));
                steps
            }
        };
        steps.reverse();
        steps
    }
}

fn phase(name: &str) -> Option<usize> {
    PHASES.iter().position(|&phase| phase == name)
}

/// The last phase that is played, from the first one on.
fn last(first: usize, to: Option<&str>) -> Result<usize, String> {
    let last = match to {
        None => first,
        Some(to) => {
            phase(to).ok_or_else(|| format!("'{to}' is no phase; one of {}", PHASES.join(", ")))?
        }
    };
    if last < first {
        return Err("play ends before it begins".to_owned());
    }
    Ok(last)
}

/// A marker by its name; "march" alone is not enough, as both sides may have one.
pub(crate) fn marker(setting: &Setting, name: &str) -> Option<Marker> {
    setting
        .activator_ids()
        .map(Marker::Activation)
        .chain(Side::BOTH.map(Marker::March))
        .chain([Marker::BattleEvent, Marker::RandomEvent])
        .find(|&marker| names::marker(setting, marker) == name)
}

/// The steps of a phase, for the side that is first to act.
fn phase_steps(phase: &str, first: Side) -> Vec<Step> {
    let second = first.enemy();
    let announce = |rule| Step::from(TurnStep::Announce { rule });
    match phase {
        "I" => vec![announce(Rule::SR_3_0_I), InitiativeStep::Begin.into()],
        _ if phase.starts_with("II/") => command_steps(phase, first),
        "III/A" => vec![announce(Rule::SR_3_0_III_A), CupStep::First.into()],
        "III/B" => vec![
            announce(Rule::SR_3_0_III_B),
            CupStep::Withhold { side: first }.into(),
            CupStep::Withhold { side: second }.into(),
            CupStep::Fill { picked: None }.into(),
        ],
        "III/C" => vec![announce(Rule::SR_3_0_III_C), CupStep::Next.into()],
        "IV/A" => vec![
            announce(Rule::SR_3_0_IV_A),
            LossRollStep::Begin.into(),
            CommanderStep::Begin { side: first }.into(),
            CommanderStep::Begin { side: second }.into(),
        ],
        "IV/B" => recovery_phase(first),
        "IV/C" => vec![
            announce(Rule::SR_3_0_IV_C),
            EndOfTurnStep::Effectiveness.into(),
        ],
        _ => vec![announce(Rule::SR_3_0_IV_D), EndOfTurnStep::NextTurn.into()],
    }
}

/// The steps of a phase of part II.
fn command_steps(phase: &str, first: Side) -> Vec<Step> {
    let second = first.enemy();
    let announce = |rule| Step::from(TurnStep::Announce { rule });
    match phase {
        "II/A" => vec![
            announce(Rule::SR_3_0_II_A),
            CommandStep::Reassign { side: first }.into(),
            CommandStep::Reassign { side: second }.into(),
            CommandStep::DirectCommands { side: first }.into(),
            CommandStep::DirectCommands { side: second }.into(),
            CommandStep::LendCavalry { side: first }.into(),
            CommandStep::LendCavalry { side: second }.into(),
            CommandStep::FixStatus.into(),
        ],
        "II/B" => vec![
            announce(Rule::SR_3_0_II_B),
            EfficiencyStep::Draw.into(),
            EfficiencyStep::Helpers { side: first }.into(),
            EfficiencyStep::Helpers { side: second }.into(),
            EfficiencyStep::Transfer { side: first }.into(),
            EfficiencyStep::Transfer { side: second }.into(),
            EfficiencyStep::Settle.into(),
        ],
        "II/C" => vec![
            announce(Rule::SR_3_0_II_C),
            longroll_gbacw::held::ReleaseStep.into(),
            TurnStep::ArrivalRoll.into(),
            MissionStep.into(),
            DivisionOrdersStep::Give { side: first }.into(),
            DivisionOrdersStep::End { side: first }.into(),
            DivisionOrdersStep::Give { side: second }.into(),
            DivisionOrdersStep::End { side: second }.into(),
        ],
        "II/D" => vec![
            announce(Rule::SR_3_0_II_D),
            ReinforcementOrdersStep { side: first }.into(),
            ReinforcementOrdersStep { side: second }.into(),
        ],
        "II/E" => vec![
            announce(Rule::SR_3_0_II_E),
            ReserveStep::Place { side: first }.into(),
            ReserveStep::Place { side: second }.into(),
        ],
        _ => vec![
            announce(Rule::SR_3_0_II_F),
            WorksStep::Begin { side: first }.into(),
            WorksStep::Begin { side: second }.into(),
        ],
    }
}
