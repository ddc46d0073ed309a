//! From the facts of a scenario to a battle that waits for its first decision.

use std::sync::Arc;

use longroll_board::{Facing, HexId, Vertex};
use longroll_catalog::facts::{Orders, Place, StartCondition, UnitFacts};
use longroll_core::{Chance, ChanceError, Outcome, Seed};
use longroll_movement::soundness;
use longroll_position::{
    ActivatorId, BodyState, Bound, Cohesion, CommandStatus, Deeds, Draft, Extent, HalfMp,
    LeaderState, MarchState, Position, PositionFault, Presence, Setting, Toil, UnitMarch,
    UnitState, UsedAbilities,
};
use placer::Placer;

use crate::battle::{Battle, State};
use crate::event::Event;
use crate::sequence::SetUpStep;
use crate::stage::Stage;
use crate::step::Step;

mod placer;

pub(crate) use self::placer::towards_enemy;

/// A new game on the stage of its scenario, up to its first decision; many games share one stage. Whether its page can be
/// played at all was asked when it was read ([`sound_start`]).
///
/// # Errors
/// Never with a seed; a scripted game may run out of dice.
pub fn new_game_on(stage: Arc<Stage>, seed: Seed) -> Result<(Battle, Outcome<Event>), ChanceError> {
    let position = starting_position(&stage.setting).judged();
    let state = State::new(
        position,
        vec![Step::SetUp(SetUpStep::Begin)],
        Chance::seeded(seed),
    );
    Battle::new(stage, state)
}

/// The starting position, if it can be: what whoever reads a scenario asks before he plays it. What a page says it puts over
/// the limits (BB 14.52) may stand there.
///
/// # Errors
/// Everything else that cannot be, each with its rule.
pub fn sound_start(setting: &Setting) -> Result<Position, Vec<PositionFault>> {
    let pages = setting.scenario.setup.iter();
    let over: Vec<HexId> = pages
        .filter(|entry| entry.is(StartCondition::Overstacked))
        .filter_map(|entry| match entry.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        })
        .collect();
    soundness::sound_but(setting, starting_position(setting), |fault| {
        fault.stack.is_some_and(|hex| over.contains(&hex))
    })
}

/// Everybody as the page of the scenario has them, with defaults for what the owner may choose.
#[must_use]
pub fn starting_position(setting: &Setting) -> Draft {
    let mut position = blank_position(setting);
    let mut placer = Placer {
        setting,
        position: &mut position,
        by_sections: Vec::new(),
    };
    // Those who may be set up later are known with all but their place.
    let later = &setting.scenario.conditional_setup;
    for entry in setting.scenario.setup.iter().chain(later) {
        placer.state(entry);
    }
    // Fixed places first, so that "with any unit of" finds its unit; then whoever may stay where the page has him though he is
    // set up freely (BB 30.1-grand-scheme-zone), so that nobody is put there before him.
    let rank = |place: &Place| match place {
        Place::Hex(_) => 0,
        Place::Free { hexes, home } if hexes.contains(home) => 1,
        _ => 2,
    };
    for turn in 0..=2 {
        for entry in &setting.scenario.setup {
            if rank(&entry.place) == turn {
                placer.put(entry);
            }
        }
    }
    // BB 9.44-logbridge: in scenarios that begin later, or on another day, it was never closed.
    if let Some(bridge) = setting.battle.terms.closed_bridge {
        let first = setting.scenario.first_turn();
        let closed = setting.scenario.day == longroll_catalog::facts::BattleDay::First
            && first.hour <= bridge.if_start_by_hour;
        placer.position.standing_mut().bridge_open = !closed;
    }
    placer.reinforcements();
    placer.special_assignments();
    placer.groups();
    placer.reserves();
    placer.sleepers();
    placer.orders_given_by_unit();
    placer.orders_of_units();
    placer.facings();
    position
}

/// What the turns before the position's turn have settled, for a game that is taken up later than its set-up: orders are no
/// longer fixed (BB 30.0-orders), whoever has been alerted is out of Reserve (BB alert), and everybody uses the markers that
/// the scenario gives him in this turn (BB 30.0).
pub fn take_up_later(setting: &Setting, position: &mut Draft) {
    let Some(turn) = position.now(setting).map(|turn| turn.id) else {
        return;
    };
    if turn <= setting.scenario.first_turn() {
        return;
    }
    for (body, activator, _) in crate::command::linked_markers(setting, position) {
        position.body_mut(body).activator = activator;
    }
    for body in setting.body_ids() {
        let command = setting.body(body).command;
        let woken = setting.scenario.alert.as_ref().is_some_and(|programme| {
            turn > programme.all_from
                || programme
                    .rolls
                    .iter()
                    .any(|roll| roll.turn < turn && setting.belongs(command, roll.command))
        });
        let roused = setting.special.sleepers.as_ref().is_some_and(|army| {
            let hour = crate::alert::hour_of_waking(setting, army, body);
            army.side == setting.body(body).side && hour.is_some_and(|hour| hour < turn)
        });
        let woken = woken || roused;
        let state = position.body_mut(body);
        state.orders_fixed = false;
        if woken && state.alert.asleep {
            state.alert.asleep = false;
            state.alert.told = true;
            state.reserve = false;
        }
    }
}

/// Nobody on the map, everybody at full strength and under Advance orders.
#[must_use]
pub fn blank_position(setting: &Setting) -> Draft {
    let nowhere = setting.grid().hexes().next().unwrap_or_else(first_hex);
    let units = setting
        .units()
        .iter()
        .map(|facts| blank_unit(facts, nowhere))
        .collect();
    let leaders = setting
        .leaders()
        .iter()
        .map(|_| blank_leader(nowhere))
        .collect();
    let bodies = setting
        .bodies
        .iter()
        .map(|facts| blank_body(facts.activator))
        .collect();
    Draft::new(setting, units, leaders, bodies)
}

fn blank_unit(facts: &UnitFacts, nowhere: HexId) -> UnitState {
    let mut guns = [0; 3];
    for (gun, section) in guns.iter_mut().zip(&facts.sections) {
        *gun = section.guns;
    }
    UnitState {
        presence: Presence::Absent,
        hex: nowhere,
        extent: Extent::Single,
        facing: Facing::Vertex(Vertex::E),
        refused: None,
        sp: facts.strength.value,
        guns,
        cohesion: Cohesion::GoodOrder,
        ammunition: longroll_catalog::facts::Ammunition::Full,
        fatigue: longroll_catalog::facts::Fatigue::None,
        orders: Orders::Advance,
        assigned: facts.formation,
        status: CommandStatus::InCommand,
        used: 0,
        spent: HalfMp::ZERO,
        deeds: Deeds::NONE,
        joining: false,
        orders_wait: false,
        march: UnitMarch::default(),
        listed: None,
        blown: false,
        winded: false,
        stirred: false,
        toil: Toil::default(),
        turned_along: None,
        began: None,
        mount: longroll_position::Mount::Mounted,
    }
}

fn blank_leader(nowhere: HexId) -> LeaderState {
    LeaderState {
        presence: Presence::Absent,
        hex: nowhere,
        replaced: false,
        status: CommandStatus::InCommand,
        spent: HalfMp::ZERO,
        move_ended: false,
        riding_with: None,
        rode_far: false,
        guided: None,
        march_equivalents: 0,
        abilities: UsedAbilities::default(),
        visits: None,
        hold: Default::default(),
    }
}

fn blank_body(activator: ActivatorId) -> BodyState {
    BodyState {
        orders: Orders::Advance,
        activator,
        status: CommandStatus::InCommand,
        direct: None,
        reserve: false,
        ineffective: false,
        fatigue: longroll_catalog::facts::Fatigue::None,
        entitled: 0,
        used: 0,
        passed: 0,
        listed: None,
        orders_fixed: false,
        march: MarchState::default(),
        bound: Bound::Free,
        stay_waits: false,
        march_broken: false,
        toil: Toil::default(),
        tried: false,
        inspired: false,
        extra: false,
        coordinated: false,
        acted: false,
        was_reassigned: false,
        changed_freely: false,
        alert: Default::default(),
        mission: None,
    }
}

/// Every grid has a first hex; an empty one is refused where grids are made.
fn first_hex() -> HexId {
    HexId::from_index(0).unwrap_or_else(|_| unreachable!("index 0 is always a hex id"))
}
