//! A choice to assault, as the engine designates it.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::assault::{
    self, Assault, AssaultOdds, AssaultPhase, AssaultScene, AssaultTerms, Duty,
};
use longroll_core::{Chance, Game as _, Seed, Side};
use longroll_gbacw::results::udd_terms;
use longroll_gbacw::{Battle, Choice, Event, Prompt};
use longroll_position::Position;

use super::frames;

/// An assault with the others of the Activation.
#[derive(Debug, Clone)]
pub(crate) struct Charge {
    pub assault: Assault,
    /// The others, and what is fixed for all of them.
    phase: AssaultPhase,
    /// SR 6.34: the position in which it is made, if it strikes somebody in Reserve.
    roused: Option<Position>,
}

impl Charge {
    /// Whether a unit takes part.
    pub(crate) fn attacks(&self, unit: UnitId) -> bool {
        self.assault.attacking().any(|own| own.unit == unit)
    }

    /// For questions.
    pub(crate) fn look<'a>(&'a self, battle: &'a Battle) -> AssaultScene<'a> {
        let at = battle.at();
        AssaultScene {
            scene: at.at(self.roused.as_ref().unwrap_or(at.position)),
            history: &battle.position().fires,
            phase: &self.phase,
        }
    }

    /// What it is rolled with.
    pub(crate) fn terms(&self, battle: &Battle) -> Option<AssaultTerms> {
        assault::assault_terms(&self.look(battle), &self.assault)
    }

    fn new(battle: &Battle, mut phase: AssaultPhase, assault: Assault) -> Self {
        if phase.unled.is_empty() {
            let look = AssaultScene {
                scene: battle.at(),
                history: &battle.position().fires,
                phase: &phase,
            };
            let unled = assault::unled(&look, &phase.assaults);
            phase.unled = unled;
        }
        phase.assaults.retain(|other| *other != assault);
        let mut own = Self {
            assault,
            phase,
            roused: None,
        };
        own.roused = assault::roused(&own.look(battle), &own.assault);
        own
    }
}

/// What a choice to assault designates: made on a copy, and read from there.
pub(crate) fn designated(battle: &Battle, side: Side, choice: Choice) -> Option<Charge> {
    let Choice::Assault { unit, .. } = choice else {
        return None;
    };
    let mut copy = battle.clone();
    copy.set_chance(Chance::seeded(Seed(0)));
    let outcome = copy.choose(side, &choice).ok()?;
    let designating = copy
        .asked()
        .is_some_and(|ask| ask.prompt == Prompt::Assault);
    if let (true, Some(frame)) = (designating, frames::assaults(&copy)) {
        let own = frame.of(unit)?.clone();
        return Some(Charge::new(battle, frame.phase, own));
    }
    // It was the last one, and the assaults have begun: what they are was told.
    let mut phase = phase_of(battle);
    phase.assaults = told(battle, side, &phase, &outcome.events);
    let own = phase
        .assaults
        .iter()
        .find(|assault| assault.attackers.iter().any(|own| own.unit == unit))?
        .clone();
    Some(Charge::new(battle, phase, own))
}

/// The assaults of Step 1 as events tell them.
fn told(battle: &Battle, side: Side, phase: &AssaultPhase, events: &[Event]) -> Vec<Assault> {
    let look = AssaultScene {
        scene: battle.at(),
        history: &battle.position().fires,
        phase,
    };
    let assaults = events.iter().filter_map(|event| match event {
        Event::Assaulted {
            attackers,
            targets,
            continued: 0,
            ..
        } => Some(Assault {
            by: side,
            attackers: attackers
                .iter()
                .map(|&unit| assault::attacker(&look, unit))
                .collect(),
            targets: targets.clone(),
            continued: 0,
            countercharges: Vec::new(),
        }),
        _ => None,
    });
    assaults.collect()
}

/// The assaults that are designated and not yet fought.
pub(crate) fn pending(battle: &Battle) -> Vec<Charge> {
    let Some(frame) = frames::assaults(battle) else {
        return Vec::new();
    };
    let open = frame.open();
    open.into_iter()
        .filter(Assault::is_pending)
        .map(|assault| Charge::new(battle, frame.phase.clone(), assault))
        .collect()
}

/// The exact odds, where they can be said.
pub(crate) fn odds<'a>(battle: &'a Battle, charge: &'a Charge) -> Option<AssaultOdds<'a>> {
    let at = battle.at();
    assault::assault_odds(&charge.look(battle), &charge.assault, &|unit| {
        udd_terms(at, unit).sum()
    })
}

/// Of a thousand: that the defenders leave their hex, by the exact odds or else by the die of the assault alone.
pub(crate) fn winning(battle: &Battle, charge: &Charge) -> u16 {
    let tables = battle.setting().tables();
    if let Some(odds) = odds(battle, charge) {
        let driven = odds.rows.iter().filter(|(row, _)| row.defender.retreat > 0);
        let driven: u64 = driven.map(|(_, cases)| *cases).sum();
        return permille(&odds, odds.gives_way + driven);
    }
    let Some(terms) = charge.terms(battle) else {
        return 1000;
    };
    let driven = terms.chances(tables).into_iter();
    let faces: u16 = driven
        .filter(|(row, _)| row.defender.retreat > 0)
        .map(|(_, of)| u16::from(of))
        .sum();
    faces * 100
}

/// So many cases of a thousand.
pub(crate) fn permille(odds: &AssaultOdds<'_>, cases: u64) -> u16 {
    u16::try_from(odds.of(cases, 1000)).unwrap_or(1000)
}

fn phase_of(battle: &Battle) -> AssaultPhase {
    frames::assaults(battle).map_or_else(AssaultPhase::default, |frame| frame.phase)
}

/// SR 11.2: whether a unit that may assault must.
pub(crate) fn must(battle: &Battle, unit: UnitId) -> bool {
    let phase = phase_of(battle);
    let look = AssaultScene {
        scene: battle.at(),
        history: &battle.position().fires,
        phase: &phase,
    };
    matches!(assault::duty(&look, unit), Duty::Must(_))
}

/// The hexes in front of a unit that it could assault.
pub(crate) fn front_of(battle: &Battle, unit: UnitId) -> Vec<HexId> {
    let phase = phase_of(battle);
    let look = AssaultScene {
        scene: battle.at(),
        history: &battle.position().fires,
        phase: &phase,
    };
    assault::target_hexes(&look, unit).to_vec()
}
