//! BB 30.0: troops that a scenario sets up later, once the enemy has come far enough.

use longroll_board::HexId;
use longroll_catalog::facts::{Mechanism, Piece, Place, SetupEntry, StartCondition, UnitId};
use longroll_core::Side;
use longroll_position::{LateSetUp, Presence, SpecialNote, Topic};
use longroll_rule::Rule;

use super::set_up::{SetUpStep, place_of};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;
use crate::step::Step;

/// The scenario's rule on troops that come out later.
fn rule_of(play: &Play<'_>) -> Rule {
    play.setting.special_name(Topic::LateSetUp, |_| true)
}

/// Whether an enemy of those who wait stands on or beyond both limits.
fn enemy_is_beyond(at: At<'_>) -> bool {
    let grid = at.setting.grid();
    at.setting.special(Topic::LateSetUp).any(|rule| {
        let (
            Some(side),
            Mechanism::ConditionalSetup {
                from_column,
                north_of,
            },
        ) = (rule.side, &rule.mechanism)
        else {
            return false;
        };
        let row = |hex: HexId| grid.half_rows(hex) / 2;
        let beyond = |hex: HexId| grid.column(hex) >= *from_column && row(hex) <= row(*north_of);
        at.setting.unit_ids().any(|unit| {
            let state = at.position.unit(unit);
            at.setting.unit(unit).side == side.enemy()
                && state.on_map()
                && state.hexes().any(beyond)
        })
    })
}

/// The turn ends: does it bring the others out?
pub(super) fn end_turn(play: &mut Play<'_>) {
    if play.position.special.late_set_up == LateSetUp::Waiting && enemy_is_beyond(play.at()) {
        play.note_special(SpecialNote::LateSetUp(LateSetUp::Due));
    }
}

/// A turn begins: whoever is due is put where the page has him, and his owner is asked what it leaves open.
pub(super) fn begin_turn(play: &mut Play<'_>) -> Vec<Step> {
    if play.position.special.late_set_up != LateSetUp::Due {
        return Vec::new();
    }
    play.note_special(SpecialNote::LateSetUp(LateSetUp::Done));
    let setting = play.setting;
    let entries = &setting.scenario.conditional_setup;
    // Fixed places first, so that "with any unit of" finds its unit.
    for fixed in [true, false] {
        for entry in entries {
            if matches!(entry.place, Place::Hex(_)) == fixed {
                put(play, entry);
            }
        }
    }
    let first = setting.scenario.setup.len();
    let numbers = (first..first + entries.len()).filter_map(|entry| u16::try_from(entry).ok());
    let mut steps: Vec<Step> = Vec::new();
    for step in [place, face, orders] {
        steps.extend(numbers.clone().map(|entry| Step::from(step(entry))));
    }
    steps
}

const fn place(entry: u16) -> SetUpStep {
    SetUpStep::Place { entry }
}

const fn face(entry: u16) -> SetUpStep {
    SetUpStep::Face { entry }
}

const fn orders(entry: u16) -> SetUpStep {
    SetUpStep::Orders { entry }
}

fn put(play: &mut Play<'_>, entry: &SetupEntry) {
    let at = play.at();
    match entry.piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let (Presence::Absent, Place::Hex(page)) =
                (at.position.unit(unit).presence, &entry.place)
            else {
                return;
            };
            let found = if stands_so(at, entry, *page) {
                Some(*page)
            } else {
                nearest_free(at, unit, *page)
            };
            let Some(hex) = found else { return };
            let top = at.position.stack(hex).next();
            let facing = top.map_or_else(
                || crate::assembly::towards_enemy(at.setting, at.position, hex, entry.side),
                |part| at.position.unit(part.unit).facing,
            );
            tell(play, entry.piece, hex);
            let rule = rule_of(play);
            play.happens(Event::Turned {
                unit,
                facing,
                cost: longroll_position::HalfMp::ZERO,
                rule,
            });
        }
        Piece::Leader(leader) => {
            if at.position.leader(leader).presence != Presence::Absent {
                return;
            }
            let with = match &entry.place {
                Place::Hex(hex) => Some(with_friends(at, entry.side, *hex)),
                _ => place_of(at, entry).unless_said_otherwise(),
            };
            let Some(hex) = with else { return };
            tell(play, entry.piece, hex);
        }
    }
}

fn tell(play: &mut Play<'_>, piece: Piece, hex: HexId) {
    let rule = rule_of(play);
    play.happens(Event::PresenceChanged {
        piece,
        presence: Presence::OnMap,
        hex: Some(hex),
        rule,
    });
}

/// Whether the page itself puts a unit and everybody who is in the hex there, over the stacking limits as they may be.
fn stands_so(at: At<'_>, entry: &SetupEntry, page: HexId) -> bool {
    let mut there = at.position.stack(page).map(|part| part.unit);
    entry.is(StartCondition::Overstacked)
        && there.all(|other| {
            at.setting
                .scenario
                .overstacked_late()
                .any(|(unit, hex)| (unit, hex) == (other, page))
        })
}

/// The hex of the page; if an enemy is there or it is full by now, the nearest that will do.
fn nearest_free(at: At<'_>, unit: UnitId, page: HexId) -> Option<HexId> {
    let side = at.setting.unit(unit).side;
    let grid = at.setting.grid();
    let free = |hex: &HexId| {
        at.position.holder(*hex) != Some(side.enemy())
            && crate::movement::may_stack_at_start(at, unit, *hex).is_ok()
    };
    if free(&page) {
        return Some(page);
    }
    grid.hexes_in_range(page, 6)
        .filter(free)
        .min_by_key(|&hex| (grid.distance(page, hex), hex))
}

/// A leader whose hex the enemy holds goes to the nearest unit of his side.
fn with_friends(at: At<'_>, side: Side, page: HexId) -> HexId {
    if at.position.holder(page) != Some(side.enemy()) {
        return page;
    }
    let grid = at.setting.grid();
    let friends = at
        .setting
        .unit_ids()
        .filter(|&unit| at.setting.unit(unit).side == side && at.position.unit(unit).on_map());
    friends
        .map(|unit| at.position.unit(unit).hex)
        .min_by_key(|&hex| (grid.distance(page, hex), hex))
        .unwrap_or(page)
}
