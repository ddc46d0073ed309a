//! `at` and `to`: which part of a turn is played.

use longroll_core::Side;
use longroll_gbacw::activation::{ActivationStep, CupStep};
use longroll_gbacw::names;
use longroll_gbacw::sequence::{Phase, SetUpStep, TurnStep, first_to_act};
use longroll_gbacw::step::Step;
use longroll_position::{Marker, Position, Setting};

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
    /// From this phase to the other.
    Phases(Phase, Phase),
    /// A marker is on the table; the rest of the cup follows, and then the phases up to this one.
    Marker(Marker, Phase),
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
            let last = last(Phase::Activations, to)?;
            return Ok(Self::Marker(marker, last));
        }
        let first = phase(at).ok_or_else(|| {
            format!(
                "'{at}' is no place in a turn: set-up, set-up orders, set-up assignments, set-up formations, turn, marker …, or one of {}",
                numbers()
            )
        })?;
        Ok(Self::Phases(first, last(first, to)?))
    }

    /// Whether the numbers of II/B are known.
    pub fn efficiency(self) -> Efficiency {
        match self {
            Self::Marker(..) | Self::Nowhere => Efficiency::Settled,
            Self::Phases(first, _) if first > Phase::Efficiency => Efficiency::Settled,
            _ => Efficiency::Open,
        }
    }

    /// The pending work, what comes next last.
    pub fn work(self, setting: &Setting, position: &Position) -> Vec<Step> {
        let first = first_to_act(position);
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
            Self::Phases(from, last) => std::iter::once(from)
                .chain(after(from, last))
                // The marker that is picked in III/A goes on by itself: it fills the cup and empties it.
                .filter(|phase| {
                    from > Phase::FirstMarker
                        || last <= Phase::FirstMarker
                        || !matches!(phase, Phase::Filling | Phase::Activations)
                })
                .flat_map(|phase| phase.steps(first))
                .collect(),
            Self::Marker(marker, last) => {
                let mut steps = vec![ActivationStep::Begin { marker }.into()];
                if !position.cup.is_empty() {
                    steps.push(CupStep::Next.into());
                }
                let rest = after(Phase::Activations, last);
                steps.extend(rest.flat_map(|phase| phase.steps(first)));
                steps
            }
        };
        steps.reverse();
        steps
    }
}

fn phase(name: &str) -> Option<Phase> {
    Phase::ALL.into_iter().find(|phase| phase.number() == name)
}

fn numbers() -> String {
    Phase::ALL.map(Phase::number).join(", ")
}

/// The last phase that is played, from the first one on.
fn last(first: Phase, to: Option<&str>) -> Result<Phase, String> {
    let last = match to {
        None => first,
        Some(to) => phase(to).ok_or_else(|| format!("'{to}' is no phase; one of {}", numbers()))?,
    };
    if last < first {
        return Err("play ends before it begins".to_owned());
    }
    Ok(last)
}

/// The phases after one, up to another.
fn after(first: Phase, last: Phase) -> impl Iterator<Item = Phase> {
    Phase::ALL
        .into_iter()
        .filter(move |&phase| first < phase && phase <= last)
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
