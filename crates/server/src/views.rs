//! A scenario's set-up as counters to draw.
//!
//! Public because the command line draws the same picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use longroll_board::HexId;
use longroll_catalog::facts::{
    Arm, BattleFacts, ByOrder, CommandId, Experience, LeaderFacts, Level, Mobility, Piece, Ratings,
    ScenarioFacts, SectionFacts, SetupEntry, Sourced, UnitFacts,
};
use longroll_gbacw::assembly::starting_position;
use longroll_position::{RuleSet, Setting};
use longroll_render::{
    ArmView, CounterView, ExperienceView, Extension, Figure, FormationView, IncumbentView,
    LeaderView, Livery, Losses, OrderView, PieceView, RatingView, StackView,
};

use crate::look::{Look, key};

/// The hex each set-up entry begins in, in the order of the set-up: the one a new game has it in, also where the owner may
/// still choose (BB 30.0-setup).
#[must_use]
pub fn set_up_hexes(
    battle: &Arc<BattleFacts>,
    scenario: &Arc<ScenarioFacts>,
) -> Vec<Option<HexId>> {
    let setting = Setting::new(
        Arc::clone(battle),
        Arc::clone(scenario),
        RuleSet::BATTLE_BOOK,
    );
    let position = starting_position(&setting);
    let hex = |entry: &SetupEntry| match entry.piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let state = position.unit(unit);
            state.on_map().then_some(state.hex)
        }
        Piece::Leader(leader) => {
            let state = position.leader(leader);
            state.on_map().then_some(state.hex)
        }
    };
    scenario.setup.iter().map(hex).collect()
}

/// Every counter on the map at the start, stack by stack; leaders lie on top of the units they are with.
#[must_use]
pub fn stacks(battle: &Arc<BattleFacts>, scenario: &Arc<ScenarioFacts>) -> Vec<StackView> {
    let mut by_hex: BTreeMap<HexId, Vec<PieceView>> = BTreeMap::new();
    for (entry, hex) in scenario.setup.iter().zip(set_up_hexes(battle, scenario)) {
        if let Some(hex) = hex {
            by_hex.entry(hex).or_default().push(piece(battle, entry));
        }
    }
    by_hex
        .into_iter()
        .map(|(hex, mut pieces)| {
            pieces.sort_by_key(|piece| matches!(piece, PieceView::Leader(_)));
            StackView { hex, pieces }
        })
        .collect()
}

/// One counter as it is set up.
#[must_use]
pub fn piece(battle: &BattleFacts, entry: &SetupEntry) -> PieceView {
    let mut view = looking(battle, &Look::set_up(entry));
    if let (PieceView::Unit(unit), Some(extension)) = (&mut view, entry.extension) {
        unit.extension = Some(Extension {
            formation: match extension.kind {
                longroll_catalog::facts::ExtensionKind::Line => FormationView::Line,
                longroll_catalog::facts::ExtensionKind::Column => FormationView::Column,
            },
            hexes: vec![extension.hex],
        });
    }
    view
}

/// One counter in any state.
pub(crate) fn looking(battle: &BattleFacts, look: &Look) -> PieceView {
    match look.piece {
        Piece::Unit(id) => PieceView::Unit(unit(battle, battle.unit(id), None, look)),
        Piece::Section(id, letter) => {
            let facts = battle.unit(id);
            PieceView::Unit(unit(battle, facts, facts.section(letter), look))
        }
        Piece::Leader(id) => PieceView::Leader(leader(battle, battle.leader(id), look)),
    }
}

fn figure<T>(value: &Sourced<T>, text: impl ToString) -> Figure {
    if value.is_estimate() {
        Figure::estimate(text)
    } else {
        Figure::known(text)
    }
}

fn unit(
    battle: &BattleFacts,
    facts: &UnitFacts,
    only: Option<&SectionFacts>,
    look: &Look,
) -> CounterView {
    let full = facts.strength.get();
    let now = look
        .strength
        .or(only.map(|section| section.guns))
        .unwrap_or(full);
    let side_up = |values: &ByOrder<u8>| match look.order {
        OrderView::GoodOrder => values.good_order,
        OrderView::Disordered | OrderView::Collapsed => values.disordered,
    };
    let command = look.assigned.unwrap_or(facts.formation);
    let weapon = only.map_or(facts.weapon.get(), |section| section.weapon);
    CounterView {
        key: key(battle, look.piece),
        name: facts.name.clone(),
        side: facts.side,
        arm: arm(facts.arm),
        command_code: battle.command(command).code.clone(),
        livery: livery(battle, command),
        // A strength that is stated is known even where full strength is an estimate.
        strength: if look.strength.is_some() {
            Figure::known(now)
        } else {
            figure(&facts.strength, now)
        },
        losses: (now < full).then_some(Losses { full, now }),
        cohesion: facts
            .cohesion
            .as_ref()
            .map(|cohesion| figure(cohesion, side_up(&cohesion.value))),
        movement: match &facts.mobility {
            Mobility::Allowance(allowance) => Some(figure(allowance, side_up(&allowance.value))),
            Mobility::WithoutHorses => Some(Figure::known("*")),
            Mobility::OnTheRiver => None,
        },
        weapon: figure(&facts.weapon, &battle.weapon(weapon).code),
        facing: look.facing,
        refused: look.refused,
        order: look.order,
        orders: look.orders,
        ammunition: look.ammunition,
        fatigue: look.fatigue,
        experience: match facts.experience.value {
            Experience::Green => ExperienceView::Green,
            Experience::Veteran => ExperienceView::Veteran,
        },
        command: look.command,
        activity: look.activity,
        extension: None,
    }
}

const fn arm(arm: Arm) -> ArmView {
    match arm {
        Arm::Infantry => ArmView::Infantry,
        Arm::Cavalry => ArmView::Cavalry,
        Arm::Artillery => ArmView::Artillery,
        Arm::Gunboat => ArmView::Gunboat,
    }
}

fn leader(battle: &BattleFacts, facts: &LeaderFacts, look: &Look) -> LeaderView {
    let ratings = match &facts.replacement {
        Some(replacement) if look.incumbent == IncumbentView::Replacement => &replacement.ratings,
        _ => &facts.ratings,
    };
    LeaderView {
        key: facts.key.clone(),
        name: facts.name.clone(),
        side: facts.side,
        stars: match facts.level {
            Level::Brigade => 1,
            Level::Division => 2,
            Level::Corps => 3,
            Level::Army => 4,
        },
        command_code: battle.command(facts.command).code.clone(),
        livery: livery(battle, facts.command),
        ratings: rating_views(ratings),
        incumbent: look.incumbent,
        command: look.command,
    }
}

fn rating_views(ratings: &Ratings) -> Vec<RatingView> {
    let rating = |label: &str, figure: Figure| RatingView {
        label: label.to_owned(),
        figure,
    };
    let signed = |label: &str, value: &Option<Sourced<i8>>| {
        value
            .as_ref()
            .map(|value| rating(label, figure(value, format!("{:+}", value.value))))
    };
    let mut views: Vec<RatingView> = [
        signed("I", &ratings.initiative),
        signed("E", &ratings.efficiency),
        signed("Co", &ratings.coordination),
        signed("Act", &ratings.activation),
    ]
    .into_iter()
    .flatten()
    .collect();
    views.extend(
        ratings
            .profile
            .as_ref()
            .map(|profile| rating("P", figure(profile, profile.value.letter()))),
    );
    views.extend(
        ratings
            .orders
            .as_ref()
            .map(|orders| rating("O", figure(orders, orders.value))),
    );
    views.push(rating(
        "R",
        figure(&ratings.command_range, ratings.command_range.value),
    ));
    views
}

/// Colours by the place of the division among its side's divisions and of the brigade within its division.
fn livery(battle: &BattleFacts, command: CommandId) -> Livery {
    let chain: Vec<_> = battle.chain(command).collect();
    let at = |level: Level| {
        chain
            .iter()
            .find(|own| own.level == level)
            .map(|own| own.id)
    };
    let division = at(Level::Division)
        .or_else(|| at(Level::Corps))
        .or_else(|| at(Level::Army));
    let side = battle.command(command).side;
    let same = |own: CommandId| {
        let level = battle.command(own).level;
        battle
            .commands
            .iter()
            .filter(move |other| other.side == side && other.level == level)
            .position(move |other| other.id == own)
    };
    let brigade = at(Level::Brigade).and_then(|own| {
        let parent = battle.command(own).parent?;
        battle
            .command(parent)
            .children
            .iter()
            .position(|child| *child == own)
    });
    let small =
        |place: Option<usize>| u8::try_from(place.unwrap_or_default() % 10).unwrap_or_default();
    Livery {
        division: small(division.and_then(same)),
        brigade: small(brigade),
    }
}
