//! A scenario's set-up as counters to draw.
//!
//! Public because the command line draws the same picture.

use std::collections::BTreeMap;

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{
    Arm, BattleFacts, ByOrder, CommandId, Experience, LeaderFacts, Level, Mobility, Piece, Place,
    Ratings, ScenarioFacts, SectionFacts, SetupEntry, Sourced, UnitFacts,
};
use longroll_render::{
    ArmView, CounterView, ExperienceView, Extension, Figure, FormationView, IncumbentView,
    LeaderView, Livery, Losses, OrderView, PieceView, RatingView, StackView,
};

use crate::look::{Look, key};

/// How many units a free place takes in one hex before the next hex is used.
const FREE_STACK: usize = 3;

/// The hex each set-up entry is drawn in, in the order of the set-up.
///
/// Where the owner may choose (BB 30.0-setup), a hex is taken for him so that the piece can be seen; none if the whole
/// playing area is free to him.
#[must_use]
pub fn set_up_hexes(battle: &BattleFacts, scenario: &ScenarioFacts) -> Vec<Option<HexId>> {
    let mut taken: BTreeMap<HexId, usize> = BTreeMap::new();
    let fixed = |entry: &SetupEntry| match entry.place {
        Place::Hex(hex) => Some(hex),
        _ => None,
    };
    for hex in scenario.setup.iter().filter_map(fixed) {
        *taken.entry(hex).or_default() += 1;
    }
    let mut take = |candidates: &[HexId], room: usize| {
        let hex = candidates
            .iter()
            .copied()
            .find(|hex| taken.get(hex).is_none_or(|count| *count < room));
        let hex = hex.or_else(|| candidates.last().copied());
        if let Some(hex) = hex {
            *taken.entry(hex).or_default() += 1;
        }
        hex
    };
    scenario
        .setup
        .iter()
        .map(|entry| match &entry.place {
            Place::Hex(hex) | Place::Free { home: hex, .. } => Some(*hex),
            Place::Within { of, .. } => take(&[*of], usize::MAX),
            Place::WithAnyUnitOf(command) => {
                take(&hexes_of(battle, scenario, *command), usize::MAX)
            }
            Place::OnePerHexAlong(hexes) => take(hexes, 1),
            Place::Zone(hexes) => take(hexes, FREE_STACK),
            Place::River => take(&river(battle, scenario), 1),
            Place::Anywhere => None,
        })
        .collect()
}

/// The fixed set-up hexes of a command's units.
fn hexes_of(battle: &BattleFacts, scenario: &ScenarioFacts, command: CommandId) -> Vec<HexId> {
    let own = |entry: &&SetupEntry| {
        let formation = |unit| entry.assigned_to.unwrap_or(battle.unit(unit).formation);
        entry
            .piece
            .unit()
            .is_some_and(|unit| battle.is_within(formation(unit), command))
    };
    let hexes = scenario
        .setup
        .iter()
        .filter(own)
        .filter_map(|entry| match entry.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        });
    hexes.take(1).collect()
}

/// River hexes in play in the first turn, from the middle of the reach outwards.
fn river(battle: &BattleFacts, scenario: &ScenarioFacts) -> Vec<HexId> {
    let first = scenario.first_turn();
    let mut hexes: Vec<HexId> = battle
        .ground
        .grid
        .hexes()
        .filter(|hex| {
            battle.ground.terrain(*hex) == Terrain::River && scenario.area.contains(*hex, first)
        })
        .collect();
    hexes.sort_by_key(|hex| (battle.ground.grid.row(*hex), *hex));
    hexes.split_off(hexes.len() / 3)
}

/// Every counter on the map at the start, stack by stack; leaders lie on top of the units they are with.
#[must_use]
pub fn stacks(battle: &BattleFacts, scenario: &ScenarioFacts) -> Vec<StackView> {
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
