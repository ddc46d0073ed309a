//! Answers to the questions of a script, asked of the same functions that the rules ask.

use longroll_core::{Game as _, Side};
use longroll_tabletop::{Ticks, enclosing};

use crate::battle::Battle;
use crate::choice::{Part, Plan};
use crate::command;
use crate::facts::{ObjectiveId, UnitId};
use crate::fighting::{cover, firing};
use crate::look::Look;
use crate::measure::{Um, read_degrees, read_length};
use crate::moving::{self, Manner};
use crate::scenario;
use crate::text::{needs, place};
use crate::words::Word as _;

/// The answer to a question, as a text.
pub(crate) fn answer(battle: &Battle, key: &str, subject: &[String]) -> Result<String, String> {
    let look = battle.look();
    let word = |index: usize| {
        subject
            .get(index)
            .map(String::as_str)
            .ok_or_else(|| format!("'{key}' needs more"))
    };
    let unit = |index: usize| -> Result<UnitId, String> {
        let name = word(index)?;
        look.facts
            .unit_named(name)
            .ok_or_else(|| format!("no unit is called {name}"))
    };
    match key {
        "may" => {
            let choice = battle.parse(word(0)?).map_err(|error| error.to_string())?;
            let side = battle.asked().map_or(Side::Union, |ask| ask.side);
            Ok(battle
                .why_not(side, &choice)
                .map_or("true".to_owned(), |refusal| refusal.rule.id().to_owned()))
        }
        "offers" => {
            let wanted = word(0)?;
            let found: Vec<String> = battle
                .offers()
                .iter()
                .map(|offer| battle.print(&offer.choice))
                .filter(|text| wanted == "all" || text.starts_with(wanted))
                .collect();
            Ok(found.join("; "))
        }
        "families" => {
            let mut found: Vec<String> = battle
                .families()
                .iter()
                .map(|family| format!("{:?}", family.scope))
                .map(|text| text.split('(').next().unwrap_or_default().to_lowercase())
                .collect();
            found.dedup();
            Ok(found.join("; "))
        }
        "fire" => {
            let (own, target) = (unit(0)?, unit(1)?);
            Ok(
                match firing::may_fire(look, own).and_then(|()| firing::judge(look, own, target)) {
                    Ok(()) => firing::volley(look, own, target, &look.body(target), None)
                        .map_or_else(
                            |refusal| refusal.rule.id().to_owned(),
                            |volley| needs(&volley.roll),
                        ),
                    Err(refusal) => refusal.rule.id().to_owned(),
                },
            )
        }
        "firing_bases" => {
            let (own, target) = (unit(0)?, unit(1)?);
            Ok(match firing::bases(look, own, target, &look.body(target)) {
                Ok(bases) => {
                    let list: Vec<String> = bases
                        .iter()
                        .map(|(base, _)| (base + 1).to_string())
                        .collect();
                    list.join(", ")
                }
                Err(refusal) => refusal.rule.id().to_owned(),
            })
        }
        "targets" => {
            let names: Vec<&str> = firing::legal_targets(look, unit(0)?)
                .into_iter()
                .map(|id| look.name(id))
                .collect();
            Ok(names.join("; "))
        }
        "order" => {
            let own = unit(0)?;
            let general = look.facts.division(look.facts.unit(own).division).general;
            let earlier = subject
                .get(1)
                .and_then(|text| text.parse().ok())
                .unwrap_or(0);
            let terms = command::terms(look, general, own, earlier);
            let mut list: Vec<String> = terms
                .as_slice()
                .iter()
                .map(|term| format!("{:+} {}", term.value, term.reason))
                .collect();
            list.push(format!("total {}", terms.sum()));
            Ok(list.join("; "))
        }
        "division_order" => {
            let own = unit(0)?;
            let general = look.facts.division(look.facts.unit(own).division).general;
            Ok(command::in_radius(look, general, own).map_or_else(
                |refusal| refusal.rule.id().to_owned(),
                |_| "true".to_owned(),
            ))
        }
        "footprint" => {
            let own = look.unit(unit(0)?);
            let whole = enclosing(&own.slots).ok_or("no base")?;
            Ok(format!(
                "{} x {}",
                Um(whole.size.frontage),
                Um(whole.size.depth)
            ))
        }
        "sizes" => {
            let size = look
                .unit(unit(0)?)
                .slots
                .first()
                .map(|slot| slot.size)
                .ok_or("no base")?;
            Ok(format!("{} x {}", Um(size.frontage), Um(size.depth)))
        }
        "centres" => {
            let body = look.body(unit(0)?);
            let list: Vec<String> = body
                .bases()
                .iter()
                .map(|base| place(base.centre()))
                .collect();
            Ok(list.join("; "))
        }
        "state" => Ok(state(look, unit(0)?)),
        "reach" => {
            let own = unit(0)?;
            let bearing = subject
                .get(1)
                .map_or(Some(0), |text| read_degrees(text))
                .ok_or("a bearing in degrees")?;
            Ok(Um(reach(look, own, bearing)).to_string())
        }
        "distance" => {
            let (own, other) = (look.body(unit(0)?), look.body(unit(1)?));
            let square = own.squared_distance(&other).ok_or("no base")?;
            Ok(square.ticks().to_string())
        }
        "reserve_limit" => {
            let side = Side::from_word(word(0)?).ok_or("union or confederate")?;
            Ok(look.facts.reserve_limit(side).to_string())
        }
        "score" => {
            let side = Side::from_word(word(0)?).ok_or("union or confederate")?;
            Ok(scenario::score(look, side).to_string())
        }
        "victory" => Ok(scenario::victory(look).reason),
        "taken" => {
            let index: u8 = word(0)?
                .parse()
                .map_err(|_| "a number of an objective".to_owned())?;
            let by = scenario::taken_by(look, ObjectiveId(index.wrapping_sub(1)));
            Ok(by.map_or("nobody".to_owned(), |side| side.to_string()))
        }
        "cover" => {
            let (own, from) = (unit(0)?, unit(1)?);
            let class =
                cover::against(look, own, &look.body(own), moving::centre(look, from), true);
            Ok(class.to_string())
        }
        "odds" => {
            let choice = battle.parse(word(0)?).map_err(|error| error.to_string())?;
            let odds = battle
                .odds(&choice)
                .ok_or("it rolls nothing that is foreseen")?;
            let list: Vec<String> = odds
                .ways
                .iter()
                .map(|(meaning, _)| format!("{meaning}: {}", odds.parts(*meaning)))
                .collect();
            Ok(list.join(", "))
        }
        other => Err(format!("'{other}' is no question")),
    }
}

/// The states of SfG 1.5 that a unit is in.
fn state(look: Look<'_>, unit: UnitId) -> String {
    let mut words = Vec::new();
    if !look.unit(unit).on_table() {
        words.push("gone");
    }
    if look.decimated(unit) {
        words.push("decimated");
    } else if look.table.lost_a_third(look.facts, unit) {
        words.push("a third lost");
    }
    if look.unit(unit).disordered {
        words.push("disordered");
    }
    if words.is_empty() {
        words.push("good order");
    }
    words.join(", ")
}

/// The longest legal leg of an order in one direction, to the hundredth of a UM.
fn reach(look: Look<'_>, unit: UnitId, bearing: i32) -> Ticks {
    let legal = |length: i32| {
        let plan = Plan(vec![Part::Go {
            bearing: longroll_tabletop::Turn(bearing),
            length: Ticks(length),
        }]);
        moving::judge(look, unit, &plan, Manner::Order).is_ok()
    };
    let longest = (1..=900)
        .rev()
        .map(|length| length * 10)
        .find(|length| legal(*length));
    Ticks(longest.unwrap_or(0))
}

/// Texts that are lengths are compared as lengths.
pub(crate) fn same(wanted: &str, found: &str) -> bool {
    wanted == found
        || matches!((read_length(wanted), read_length(found)), (Some(a), Some(b)) if a == b)
}
