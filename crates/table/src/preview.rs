//! Reach and ways: what a move would cost and what it risks, before it is made.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_core::Refusal;
use longroll_gbacw::movement::route::{self, Destination, Route, destinations};
use longroll_gbacw::results::{cohesion, udd_terms};
use longroll_gbacw::{Battle, notation};
use longroll_movement::Check;
use longroll_rule::Rule;

use crate::describe::hex_of;
use crate::fault::refused;
use crate::seen::allowance_text;
use crate::words::Words;
use crate::{naming, wire};

/// Where a piece can go now, or why it cannot.
pub(crate) fn reach(battle: &Battle, words: &Words, piece: Piece) -> wire::Reach {
    let name = notation::piece_name(battle.setting(), piece);
    let (allowance, spent) = points(battle, piece);
    let found = match destinations(battle, piece) {
        Ok(found) => found,
        Err(refusal) => {
            return wire::Reach {
                piece: name,
                allowance,
                spent,
                places: Vec::new(),
                refusal: Some(refused(words, &refusal)),
            };
        }
    };
    let places = found
        .chunk_by(|one, other| one.hex == other.hex)
        .filter_map(|ends| place(battle, words, piece, ends))
        .collect();
    wire::Reach {
        piece: name,
        allowance,
        spent,
        places,
        refusal: None,
    }
}

fn points(battle: &Battle, piece: Piece) -> (Option<String>, Option<String>) {
    let (setting, position) = (battle.setting(), battle.position());
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => (
            allowance_text(setting, position, unit),
            Some(position.unit(unit).spent.to_string()),
        ),
        Piece::Leader(leader) => (None, Some(position.leader(leader).spent.to_string())),
    }
}

fn place(
    battle: &Battle,
    words: &Words,
    piece: Piece,
    ends: &[Destination],
) -> Option<wire::Place> {
    let cheapest = ends.iter().min_by_key(|end| end.cost)?;
    let mut sorted: Vec<&Destination> = ends.iter().collect();
    sorted.sort_by_key(|end| end.cost);
    let facings = sorted
        .iter()
        .filter_map(|end| {
            Some(wire::Facing {
                facing: naming::facing(end.facing?),
                cost: end.cost.to_string(),
            })
        })
        .collect();
    let risk = route::route(battle, piece, cheapest.hex, cheapest.facing)
        .ok()
        .map(|way| together(&risks(battle, words, piece, &way)))
        .filter(|&risk| risk > 0);
    Some(wire::Place {
        hex: battle.setting().grid().name(cheapest.hex).to_owned(),
        cost: cheapest.cost.to_string(),
        facings,
        minimum: cheapest.minimum.is_some(),
        risk,
    })
}

/// The chance in percent that at least one of them goes wrong.
fn together(risks: &[wire::Risk]) -> u8 {
    let well = risks.iter().fold(10_000_u32, |well, risk| {
        well * u32::from(100 - risk.chance.min(100)) / 100
    });
    u8::try_from((10_000 - well + 50) / 100).unwrap_or(100)
}

/// Every die on a way.
pub(crate) fn risks(battle: &Battle, words: &Words, piece: Piece, way: &Route) -> Vec<wire::Risk> {
    let (Piece::Unit(unit) | Piece::Section(unit, _)) = piece else {
        return Vec::new();
    };
    let name = |hex: HexId| battle.setting().grid().name(hex).to_owned();
    way.risks
        .iter()
        .map(|risk| match *risk {
            route::Risk::Ground(hex, check) => {
                let (key, rule, automatic) = ground(check);
                let (needed, chance) = if automatic {
                    (None, 100)
                } else {
                    udd(battle, unit, 0)
                };
                wire::Risk {
                    hex: name(hex),
                    text: words.say(&format!("risk.{key}"), &[]),
                    rule: rule.to_string(),
                    needed,
                    chance,
                }
            }
            route::Risk::Friends(hex, drm) => {
                let (needed, chance) = udd(battle, unit, drm.into());
                wire::Risk {
                    hex: name(hex),
                    text: words.say("risk.friends", &[]),
                    rule: Rule::SR_8_22.to_string(),
                    needed,
                    chance,
                }
            }
        })
        .collect()
}

const fn ground(check: Check) -> (&'static str, Rule, bool) {
    match check {
        Check::LeaveSwamp => ("leave-swamp", Rule::BB_9_44_swamp_leave, false),
        Check::Hexside => ("hexside", Rule::SR_9_47, false),
        Check::HexsideAutomatic => ("hexside-automatic", Rule::SR_9_47, true),
        Check::Hex => ("hex", Rule::SR_9_47, false),
        Check::HexAutomatic => ("hex-automatic", Rule::SR_9_47, true),
        Check::GunAtRisk => ("gun-at-risk", Rule::BB_9_43_art_steep, true),
        Check::SwampTrail => ("swamp-trail", Rule::BB_9_43_art_swamp, true),
    }
}

/// SR 2.6: the natural die that must not be exceeded as the unit stands now, and the chance in percent of failing.
fn udd(battle: &Battle, unit: UnitId, drm: i32) -> (Option<i32>, u8) {
    let at = battle.at();
    let Some(limit) = cohesion(at, unit) else {
        return (None, 0);
    };
    let needed = i32::from(limit) - udd_terms(at, unit).sum() - drm;
    let failing = (0..10).filter(|face| *face > needed).count();
    (Some(needed), u8::try_from(failing * 10).unwrap_or(100))
}

/// The way of one piece to a goal. Where `exact` is not asked for and the goal is out of reach, to the place nearest to
/// it that is nearer than where the piece stands.
pub(crate) fn way(
    battle: &Battle,
    piece: Piece,
    goal: HexId,
    facing: Option<Facing>,
    exact: bool,
) -> Result<Route, Refusal> {
    let straight = route::route(battle, piece, goal, facing);
    if exact || straight.is_ok() {
        return straight;
    }
    let grid = battle.setting().grid();
    let stands = match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => battle.position().unit(unit).hex,
        Piece::Leader(leader) => battle.position().leader(leader).hex,
    };
    let far = grid.distance(stands, goal);
    let best = destinations(battle, piece)?
        .into_iter()
        .filter(|end| grid.distance(end.hex, goal) < far || (far == 0 && end.hex == goal))
        .min_by_key(|end| {
            let turned = facing.is_some() && end.facing != facing;
            (grid.distance(end.hex, goal), turned, end.cost)
        });
    match best {
        Some(end) => route::route(battle, piece, end.hex, end.facing),
        None => straight,
    }
}

/// A way as the wire tells it.
pub(crate) fn leg(
    battle: &Battle,
    words: &Words,
    piece: Piece,
    goal: HexId,
    found: Result<&Route, &Refusal>,
) -> wire::Leg {
    let setting = battle.setting();
    let grid = setting.grid();
    let stands = match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => battle.position().unit(unit).hex,
        Piece::Leader(leader) => battle.position().leader(leader).hex,
    };
    let name = notation::piece_name(setting, piece);
    let (allowance, _) = points(battle, piece);
    match found {
        Ok(way) => {
            let entered = way.choices.iter().filter_map(|&choice| hex_of(choice));
            wire::Leg {
                piece: name,
                orders: way
                    .choices
                    .iter()
                    .map(|&choice| notation::print(setting, choice))
                    .collect(),
                hexes: core::iter::once(stands)
                    .chain(entered)
                    .map(|hex| grid.name(hex).to_owned())
                    .collect(),
                hex: grid.name(way.end.hex).to_owned(),
                facing: way.end.facing.map(naming::facing),
                cost: Some(way.end.cost.to_string()),
                allowance,
                short: way.end.hex != goal,
                risks: risks(battle, words, piece, way),
                refusal: None,
            }
        }
        Err(refusal) => wire::Leg {
            piece: name,
            orders: Vec::new(),
            hexes: Vec::new(),
            hex: grid.name(stands).to_owned(),
            facing: None,
            cost: None,
            allowance,
            short: true,
            risks: Vec::new(),
            refusal: Some(refused(words, refusal)),
        },
    }
}
