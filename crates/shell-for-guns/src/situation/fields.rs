//! What may be expected at the end: fields of units, generals, objectives and the battle, as texts.

use longroll_core::Game as _;
use longroll_tabletop::{Point, Ticks};

use crate::battle::Battle;
use crate::facts::{Facts, UnitId};
use crate::look::Look;
use crate::measure::{Degrees, Um, read_length};
use crate::moving;
use crate::table::Place;
use crate::text::nearest_hundredth;

/// Whether a field has the value that is wanted: places to the tick where three decimals are written, else to the nearest 0.01, as they are shown.
pub(crate) fn has(wanted: &str, found: &str) -> bool {
    let exact = wanted.split(' ').any(has_ticks);
    let same_length = |wanted: &str, found: &str| match (read_length(wanted), read_length(found)) {
        (Some(wanted), Some(found)) if exact => wanted == found,
        (Some(wanted), Some(found)) => wanted == nearest_hundredth(found.0),
        _ => false,
    };
    let parts = || wanted.split(' ').zip(found.split(' '));
    wanted == found
        || wanted.split(' ').count() == found.split(' ').count()
            && parts().all(|(wanted, found)| same_length(wanted, found))
}

fn has_ticks(length: &str) -> bool {
    length
        .split_once('.')
        .is_some_and(|(_, decimals)| decimals.len() == 3)
}

/// A place to the tick.
fn to_the_tick(at: Point) -> String {
    format!("{} {}", Um(Ticks(at.x())), Um(Ticks(at.y())))
}

/// The value of a field; none if there is no such field.
pub(crate) fn field(
    battle: &Battle,
    kind: &str,
    name: &str,
    field: &str,
) -> Result<String, String> {
    let look = battle.look();
    let facts: &Facts = battle.facts();
    match kind {
        "unit" => {
            let id = facts.unit_named(name).ok_or_else(|| facts.no_unit(name))?;
            unit(look, id, field).ok_or_else(|| format!("a unit has no field {field}"))
        }
        "general" => {
            let id = facts
                .general_named(name)
                .ok_or_else(|| facts.no_general(name))?;
            let own = look.table.general(id);
            match field {
                "at" => Ok(own
                    .pose
                    .map_or("off the table".to_owned(), |pose| to_the_tick(pose.front))),
                "with" => Ok(own
                    .attached
                    .map_or("nobody".to_owned(), |unit| look.name(unit).to_owned())),
                _ => Err(format!("a general has no field {field}")),
            }
        }
        "objective" => {
            let index: usize = name
                .parse()
                .map_err(|_| format!("'{name}' is no number of an objective"))?;
            let own = look
                .table
                .objectives()
                .get(index.wrapping_sub(1))
                .ok_or_else(|| format!("there is no objective {name}"))?;
            match field {
                "holder" => Ok(own.holder.to_string()),
                _ => Err(format!("an objective has no field {field}")),
            }
        }
        "battle" => match field {
            "turn" => Ok(look.table.turn().to_string()),
            "asked" => Ok(battle
                .asked()
                .map_or("nobody".to_owned(), |ask| ask.side.to_string())),
            "active" => Ok(look
                .table
                .active()
                .map_or("nobody".to_owned(), |id| facts.division(id).name.clone())),
            "result" => Ok(battle.result().unwrap_or_default()),
            _ => Err(format!("the battle has no field {field}")),
        },
        _ => Err(format!(
            "'{kind}' is not unit, general, objective or battle"
        )),
    }
}

fn unit(look: Look<'_>, id: UnitId, field: &str) -> Option<String> {
    let own = look.unit(id);
    let front = moving::stance(look, id).front();
    Some(match field {
        "at" => to_the_tick(front.front),
        "heading" => Degrees(front.heading.hundredths()).to_string(),
        "formation" => own.formation.to_string(),
        "bases" => own.bases().to_string(),
        "carried" => own.carried.to_string(),
        "disordered" => own.disordered.to_string(),
        "mounted" => own.mounted.to_string(),
        "fired" => own.deeds.fired.to_string(),
        "charged" => own.deeds.charged.to_string(),
        "actions" => own.deeds.actions.to_string(),
        "joined" => own
            .joined
            .map_or("nobody".to_owned(), |unit| look.name(unit).to_owned()),
        "place" => match own.place {
            Place::Waiting => "waiting".to_owned(),
            Place::Reserve => "reserve".to_owned(),
            Place::Table => "table".to_owned(),
            Place::Gone(loss) => loss.to_string(),
        },
        _ => return None,
    })
}
