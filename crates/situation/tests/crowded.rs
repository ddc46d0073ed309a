//! SR 12.46, 12.54: chains of retreats and routs come to an end by the rules that nobody suffers twice. Crowded boards are
//! built at random, and everybody goes at everybody.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use longroll_core::{Chance, Game as _, Seed};
use longroll_gbacw::event::{Event, Purpose};
use longroll_gbacw::{Battle, Choice};
use longroll_position::Presence;
use longroll_situation::load;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One counter of a board: its hex, strength, Cohesion, and what is the matter with it.
#[derive(Debug, Clone)]
struct Piece {
    column: u8,
    row: u8,
    sp: u8,
    cohesion: u8,
    disordered: bool,
    guns: bool,
}

const FIRST_COLUMN: u8 = 18;
const FIRST_ROW: u8 = 8;

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = (
        0_u8..5,
        0_u8..6,
        2_u8..8,
        2_u8..7,
        any::<bool>(),
        prop::bool::weighted(0.12),
    )
        .prop_map(|(column, row, sp, cohesion, disordered, guns)| Piece {
            column: FIRST_COLUMN + column,
            row: FIRST_ROW + row,
            sp,
            cohesion,
            disordered,
            guns,
        });
    prop::collection::vec(piece, 14..26)
}

/// The Union in the west, the Confederates in the east, face to face and one behind the other.
fn written(pieces: &[Piece]) -> String {
    let mut text = String::from(
        "title = \"crowded\"\nask = [{ stack = \"2010\", show = true }]\nturn = { at = \"marker 1/I\", cup = [\"1/2\", \"1/I\"] }\n\
         board = { columns = [10, 34], rows = [1, 24], default = \"field\" }\n\
         brigade = [{ name = \"1/1/I\", orders = \"attack\" }, { name = \"1/1/2\", orders = \"attack\" }]\nunit = [\n",
    );
    let mut taken: Vec<(u8, u8)> = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let place = (piece.column, piece.row);
        if taken.contains(&place) {
            continue;
        }
        taken.push(place);
        let union = piece.column < FIRST_COLUMN + 2 + piece.row % 2;
        let (side, brigade, facing) = if union {
            ("union", "1/1/I", "E")
        } else {
            ("confederate", "1/1/2", "W")
        };
        let kind = if piece.guns { "artillery" } else { "infantry" };
        let weapon = if piece.guns { "N" } else { "R" };
        let (sp, full) = if piece.guns { (4, 4) } else { (piece.sp, 7) };
        let state = if piece.disordered && !piece.guns {
            ", state = [\"disordered\"]"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "  {{ name = \"{}{number}\", side = \"{side}\", brigade = \"{brigade}\", kind = \"{kind}\", hex = \"{}{:02}\", \
             facing = \"{facing}\", sp = {sp}, full = {full}, weapon = \"{weapon}\", cohesion = [{}, {}]{state} }},",
            if union { "U" } else { "C" },
            piece.column,
            piece.row,
            piece.cohesion + 1,
            piece.cohesion,
        );
    }
    text.push_str("]\n");
    text
}

/// Whoever can assaults, fires, goes on; then whatever comes by the number.
fn wanted(battle: &Battle, number: usize) -> Option<Choice> {
    let offers = battle.offers();
    let eager = |choice: &Choice| {
        matches!(
            choice,
            Choice::Assault { .. } | Choice::Press | Choice::Advance { .. } | Choice::Fire { .. }
        )
    };
    let mut keen = offers.iter().map(|offer| offer.choice).filter(eager);
    keen.next().or_else(|| {
        offers
            .get(number % offers.len().max(1))
            .map(|offer| offer.choice)
    })
}

/// What one choice has led to ends, and nobody suffers the same twice in it.
fn ends(events: &[Event], units: usize) -> Result<(), TestCaseError> {
    // A check, a loss, a retreat and a rout for everybody, and what hangs on them.
    prop_assert!(events.len() <= 60 * units, "{} events", events.len());
    let mut routs: BTreeMap<String, usize> = BTreeMap::new();
    let mut checks: BTreeMap<String, usize> = BTreeMap::new();
    let mut routed = 0;
    for event in events {
        match event {
            Event::PresenceChanged {
                piece,
                presence: Presence::Routed,
                ..
            } => {
                routed += 1;
                *routs.entry(format!("{piece:?}")).or_default() += 1;
            }
            Event::Rolled(roll) => {
                if let Purpose::Udd(unit) = roll.purpose {
                    *checks.entry(format!("{unit:?}")).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    prop_assert!(routs.values().all(|times| *times == 1), "{routs:?}");
    // A unit is checked for what befalls itself and once for every rout or retreat beside it.
    let most = 12 + 2 * routed;
    prop_assert!(checks.values().all(|times| *times <= most), "{checks:?}");
    Ok(())
}

#[test]
fn chains_of_routs_and_retreats_end_on_crowded_boards() {
    let config = Config {
        cases: 40,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let longest = core::cell::Cell::new(0);
    let routs = core::cell::Cell::new(0);
    runner
        .run(&(pieces(), any::<u64>()), |(pieces, seed)| {
            let text = written(&pieces);
            let Ok(situation) = load("crowded.toml", &text) else {
                // Two of a kind over the stacking limit, or a hex of both sides.
                return Err(TestCaseError::reject("no position"));
            };
            let Some(case) = situation.cases().first() else {
                return Err(TestCaseError::reject("no case"));
            };
            let chance = Chance::seeded(Seed(seed));
            let (mut battle, outcome) = case.begin(chance).expect("dice without end");
            ends(&outcome.events, pieces.len())?;
            for number in 0..150 {
                let Some(ask) = battle.asked() else { break };
                let Some(choice) = wanted(&battle, number) else {
                    return Err(TestCaseError::fail("nothing is offered"));
                };
                let made = battle.choose(ask.side, &choice);
                let outcome = made.map_err(|error| TestCaseError::fail(format!("{error}")))?;
                let is_rout = |event: &&Event| {
                    matches!(
                        event,
                        Event::PresenceChanged {
                            presence: Presence::Routed,
                            ..
                        }
                    )
                };
                routs.set(routs.get() + outcome.events.iter().filter(is_rout).count());
                longest.set(longest.get().max(outcome.events.len()));
                ends(&outcome.events, pieces.len())?;
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    // Boards on which nobody runs would prove nothing.
    assert!(routs.get() > 40, "only {} routs", routs.get());
    assert!(
        longest.get() > 12,
        "the longest chain has {} events",
        longest.get()
    );
}
