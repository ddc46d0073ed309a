//! `reach` and `go`: where a piece can go now, and going there.

use std::fmt::Display;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_core::{Game, Refusal, Side};
use longroll_gbacw::movement::route::{Destination, destinations, route};
use longroll_gbacw::notation::{Goal, facing_word};
use longroll_gbacw::{Battle, Prompt};
use longroll_movement::allowance::{Allowance, Fired, PointAllowance, allowance};
use longroll_rule::Rule;

use super::choosing::{make, note_stride};
use super::pieces;
use super::table::Table;
use crate::console::Console;
use crate::failure::Failure;

/// Every hex a piece can reach, with its cheapest cost and the facings that cost no more; of one hex every facing.
pub fn reach(
    battle: &Battle,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let Some((goal, places)) = places(battle, side, text, console)? else {
        return Ok(());
    };
    let grid = battle.setting().grid();
    for hex in places.chunk_by(|one, other| one.hex == other.hex) {
        let Some(least) = hex.iter().map(|end| end.cost).min() else {
            continue;
        };
        let Some(name) = hex.first().map(|end| grid.name(end.hex)) else {
            continue;
        };
        let facings = |wanted: &dyn Fn(&&Destination) -> bool| -> String {
            let words: Vec<String> = hex
                .iter()
                .filter(wanted)
                .filter_map(|end| end.facing.map(facing_word))
                .collect();
            words.join(" ")
        };
        if goal.hex.is_none() {
            let words = facings(&|end| end.cost == least);
            let cost = least.to_string();
            console.line(format!("  {name:<7} {cost:>5} MP  {words}"))?;
        } else if hex.first().map(|end| end.hex) == goal.hex {
            for end in hex {
                let word = end.facing.map(facing_word).unwrap_or_default();
                let cost = end.cost.to_string();
                console.line(format!("  {name:<7} {cost:>5} MP  {word}"))?;
            }
        }
    }
    if let Some(line) = unit_of(goal.piece).and_then(|unit| sum(battle, unit, console)) {
        console.line(line)?;
    }
    match goal.hex {
        None => Ok(console.line(console.text("play.reach", &[("count", &places.len())]))?),
        Some(hex) if !places.iter().any(|end| end.hex == hex) => {
            let refusal = why_not(battle, side, goal.piece, hex);
            let name = grid.name(hex);
            let blanks: [(&str, &dyn Display); 2] = [("hex", &name), ("reason", &refusal)];
            Ok(console.line(console.text("play.out-of-reach", &blanks))?)
        }
        Some(_) => Ok(()),
    }
}

type Places = Option<(Goal, Vec<Destination>)>;

fn places(
    battle: &Battle,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<Places, Failure> {
    let goal = match pieces::goal(battle, text, console) {
        Ok(goal) => goal,
        Err(reason) => {
            console.line(reason)?;
            return Ok(None);
        }
    };
    match destinations(battle, goal.piece) {
        Ok(places) => Ok(Some((goal, places))),
        Err(refusal) => {
            let reason = turn_of_another(battle, side, goal.piece)
                .unwrap_or_else(|| console.refusal(&refusal));
            console.line(console.text("play.refused", &[("reason", &reason)]))?;
            Ok(None)
        }
    }
}

const fn unit_of(piece: Piece) -> Option<UnitId> {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => Some(unit),
        Piece::Leader(_) => None,
    }
}

/// The MP of a unit as a sum: what is printed, what halves it, what Fatigue takes, what is spent.
fn sum(battle: &Battle, unit: UnitId, console: &Console<'_>) -> Option<String> {
    let (setting, position) = (battle.setting(), battle.position());
    let Allowance::Points(points) = allowance(setting, position, unit, Fired::No) else {
        return None;
    };
    let PointAllowance {
        printed,
        halved_by,
        fatigue,
        equivalents,
        total,
        ..
    } = points;
    let mut terms = vec![format!("{printed} [{}]", Rule::SR_9_11)];
    if let Some(rule) = halved_by {
        terms.push(format!("/ 2 [{rule}]"));
    }
    if fatigue > 0 {
        terms.push(format!("- {fatigue} [{}]", Rule::SR_17_31));
    }
    if equivalents > 1 {
        terms.push(format!("x {equivalents} [{}]", Rule::SR_5_35));
    }
    let name = &setting.unit(unit).name;
    let (terms, spent) = (terms.join(" "), position.unit(unit).spent);
    let blanks: [(&str, &dyn Display); 4] = [
        ("name", name),
        ("total", &total),
        ("terms", &terms),
        ("spent", &spent),
    ];
    Some(console.text("play.allowance", &blanks))
}

/// Somebody else is under way: he goes on or halts first.
fn turn_of_another(battle: &Battle, side: Side, piece: Piece) -> Option<String> {
    let ask = battle.asked()?;
    let moving = match ask.prompt {
        Prompt::Moving { unit } if unit_of(piece) != Some(unit) => {
            battle.setting().unit(unit).name.clone()
        }
        Prompt::Ride { leader } if piece != Piece::Leader(leader) => {
            battle.setting().leader(leader).name.clone()
        }
        _ => return None,
    };
    (ask.side == side).then(|| {
        format!(
            "{moving} is under way; it goes on or halts first [{}]",
            ask.rule
        )
    })
}

/// Why a piece cannot end in a hex: what a single step there is refused by, if it is that near; what the hex has no room
/// for; else the MP.
fn why_not(battle: &Battle, side: Side, piece: Piece, hex: HexId) -> Refusal {
    let mp = Refusal::new(Rule::SR_9_42, "it cannot end there with the MP it has");
    let Some(unit) = unit_of(piece) else {
        return mp;
    };
    let (setting, position) = (battle.setting(), battle.position());
    let grid = setting.grid();
    if grid.adjacent(position.unit(unit).hex, hex) {
        let name = &setting.unit(unit).name;
        let kind = position.unit(unit).facing.kind();
        let refusals: Vec<Refusal> = Facing::all()
            .filter(|facing| facing.kind() == kind)
            .filter_map(|facing| {
                let order = format!("move {name} {} {}", grid.name(hex), facing_word(facing));
                let choice = battle.parse(&order).ok()?;
                battle.why_not(side, choice)
            })
            .collect();
        // Most facings are refused because the hex would not be in front: what the others say is the reason.
        let count = |rule: Rule| refusals.iter().filter(|own| own.rule == rule).count();
        let rarest = refusals
            .iter()
            .filter(|refusal| refusal.rule != Rule::SR_7_13)
            .min_by_key(|refusal| count(refusal.rule));
        if let Some(refusal) = rarest.or(refusals.first()) {
            return refusal.clone();
        }
    }
    match longroll_movement::stacking::may_join(setting, position, unit, hex) {
        Err(refusal) => refusal,
        Ok(()) => mp,
    }
}

/// Makes the choices of the cheapest way one after the other, up to the first interrupt.
pub fn go(
    table: &mut Table<'_>,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let battle = table.session.game();
    let goal = match pieces::goal(battle, text, console) {
        Ok(goal) => goal,
        Err(reason) => return Ok(console.line(reason)?),
    };
    let Some(hex) = goal.hex else {
        return Ok(console.line(console.text("play.go-where", &[]))?);
    };
    let way = match route(battle, goal.piece, hex, goal.facing) {
        Ok(way) => way,
        Err(refusal) => {
            let reason = turn_of_another(battle, side, goal.piece).unwrap_or_else(|| {
                // Out of reach: the rule that a step would be refused by says more.
                if refusal.rule == Rule::SR_9_42 && goal.facing.is_none() {
                    console.refusal(&why_not(battle, side, goal.piece, hex))
                } else {
                    console.refusal(&refusal)
                }
            });
            return Ok(console.line(console.text("play.refused", &[("reason", &reason)]))?);
        }
    };
    let mut made = 0;
    for &choice in &way.choices {
        let game = table.session.game();
        if !way.goes_on(game, choice) {
            break;
        }
        let order = game.print(&choice);
        console.line(format!("  {order}"))?;
        if !make(table, side, &order, console)? {
            break;
        }
        made += 1;
    }
    if made > 0 {
        note_stride(table, made);
    }
    Ok(())
}
