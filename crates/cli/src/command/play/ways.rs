//! `reach` and `go`: where a piece can go now, and going there.

use longroll_core::{Game, Side};
use longroll_gbacw::Battle;
use longroll_gbacw::movement::route::{Destination, destinations, route};
use longroll_gbacw::notation::{Goal, facing_word, read_goal};

use super::{Table, make};
use crate::console::Console;
use crate::failure::Failure;

/// Every hex a piece can reach, with its cheapest cost and the facings that cost no more; of one hex every facing.
pub fn reach(battle: &Battle, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some((goal, places)) = places(battle, text, console)? else {
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
    Ok(console.line(console.text("play.reach", &[("count", &places.len())]))?)
}

type Places = Option<(Goal, Vec<Destination>)>;

fn places(battle: &Battle, text: &str, console: &mut Console<'_>) -> Result<Places, Failure> {
    let goal = match read_goal(battle.stage(), text) {
        Ok(goal) => goal,
        Err(error) => {
            console.line(error)?;
            return Ok(None);
        }
    };
    match destinations(battle, goal.piece) {
        Ok(places) => Ok(Some((goal, places))),
        Err(refusal) => {
            console.line(console.text("play.refused", &[("reason", &refusal)]))?;
            Ok(None)
        }
    }
}

/// Makes the choices of the cheapest way one after the other, up to the first interrupt.
pub fn go(
    table: &mut Table<'_>,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let goal = match read_goal(table.session.game().stage(), text) {
        Ok(goal) => goal,
        Err(error) => return Ok(console.line(error)?),
    };
    let Some(hex) = goal.hex else {
        return Ok(console.line(console.text("play.go-where", &[]))?);
    };
    let way = match route(table.session.game(), goal.piece, hex, goal.facing) {
        Ok(way) => way,
        Err(refusal) => {
            return Ok(console.line(console.text("play.refused", &[("reason", &refusal)]))?);
        }
    };
    for &choice in &way.choices {
        let game = table.session.game();
        if !way.goes_on(game, choice) {
            break;
        }
        let order = game.print(&choice);
        console.line(format!("  {order}"))?;
        make(table, side, &order, console)?;
    }
    Ok(())
}
