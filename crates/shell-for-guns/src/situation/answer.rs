//! Answers to the questions of a script, asked of the same functions that the rules ask.

use longroll_core::{Game as _, Refusal, Side};
use longroll_tabletop::{BaseSize, Ticks, enclosing};

use crate::battle::Battle;
use crate::choice::{Choice, Part, Plan};
use crate::command;
use crate::facts::{ObjectiveId, UnitId};
use crate::fighting::{cover, firing};
use crate::look::Look;
use crate::measure::{Um, read_degrees, read_length};
use crate::moving::{self, Manner};
use crate::notation;
use crate::scenario;
use crate::text::{needs, place};
use crate::words::Word as _;

/// A question: the battle it is asked of, its key and its subjects.
#[derive(Clone, Copy)]
struct Question<'a> {
    battle: &'a Battle,
    key: &'a str,
    subject: &'a [String],
}

/// An answer, or why there is none.
type Answer = Result<String, String>;

/// The answer to a question, as a text.
pub(crate) fn answer(battle: &Battle, key: &str, subject: &[String]) -> Answer {
    let question = Question {
        battle,
        key,
        subject,
    };
    match key {
        "may" | "offers" | "families" | "odds" => question.of_choices(),
        "fire" | "firing_bases" | "targets" | "cover" => question.of_fire(),
        "order" | "division_order" | "reach" => question.of_orders(),
        "footprint" | "sizes" | "centres" | "state" | "distance" => question.of_places(),
        "reserve_limit" | "score" | "victory" | "taken" => question.of_the_battle(),
        other => Err(format!("'{other}' is no question")),
    }
}

impl<'a> Question<'a> {
    fn look(self) -> Look<'a> {
        self.battle.look()
    }

    fn word(self, index: usize) -> Result<&'a str, String> {
        let word = self.subject.get(index).map(String::as_str);
        word.ok_or_else(|| format!("'{}' needs more", self.key))
    }

    fn unit(self, index: usize) -> Result<UnitId, String> {
        let name = self.word(index)?;
        let facts = self.look().facts;
        facts.unit_named(name).ok_or_else(|| facts.no_unit(name))
    }

    fn side(self) -> Result<Side, String> {
        Side::from_word(self.word(0)?).ok_or_else(|| "union or confederate".to_owned())
    }

    fn choice(self) -> Result<Choice, String> {
        let parsed = self.battle.parse(self.word(0)?);
        parsed.map_err(|error| notation::told(self.look().facts, &error))
    }

    /// What may be chosen, and with which chances.
    fn of_choices(self) -> Answer {
        let battle = self.battle;
        match self.key {
            "may" => {
                let side = battle.asked().map_or(Side::Union, |ask| ask.side);
                let refused = battle.why_not(side, &self.choice()?);
                Ok(refused.map_or("true".to_owned(), |refusal| rule_of(&refusal)))
            }
            "offers" => {
                let wanted = self.word(0)?;
                let offers = battle.offers();
                let found = offers.iter().map(|offer| battle.print(&offer.choice));
                let found: Vec<String> = found
                    .filter(|text| wanted == "all" || text.starts_with(wanted))
                    .collect();
                Ok(found.join("; "))
            }
            "families" => {
                let families = battle.families();
                let scopes = families.iter().map(|family| format!("{:?}", family.scope));
                let mut found: Vec<String> = scopes
                    .map(|text| text.split('(').next().unwrap_or_default().to_lowercase())
                    .collect();
                found.dedup();
                Ok(found.join("; "))
            }
            _ => {
                let odds = battle.odds(&self.choice()?);
                let odds = odds.ok_or("it rolls nothing that is foreseen")?;
                let ways = odds.ways.iter();
                let list: Vec<String> = ways
                    .map(|(meaning, _)| format!("{meaning}: {}", odds.parts(*meaning)))
                    .collect();
                Ok(list.join(", "))
            }
        }
    }

    /// SfG 2.6: who fires at whom, and what hides him.
    fn of_fire(self) -> Answer {
        let (look, own) = (self.look(), self.unit(0)?);
        if self.key == "targets" {
            let targets = firing::legal_targets(look, own);
            let names: Vec<&str> = targets.into_iter().map(|id| look.name(id)).collect();
            return Ok(names.join("; "));
        }
        let target = self.unit(1)?;
        Ok(match self.key {
            "fire" => firing::judge(look, own, target)
                .and_then(|()| firing::volley(look, own, target, &look.body(target), None))
                .map_or_else(|refusal| rule_of(&refusal), |volley| needs(&volley.roll)),
            "firing_bases" => match firing::bases(look, own, target, &look.body(target)) {
                Ok(bases) => {
                    let numbers = bases.iter().map(|(base, _)| (base + 1).to_string());
                    numbers.collect::<Vec<_>>().join(", ")
                }
                Err(refusal) => rule_of(&refusal),
            },
            _ => {
                let from = moving::centre(look, target);
                cover::against(look, own, &look.body(own), from, true).to_string()
            }
        })
    }

    /// SfG 2.3, 2.5: what an order needs, and how far it leads.
    fn of_orders(self) -> Answer {
        let (look, own) = (self.look(), self.unit(0)?);
        let general = look.facts.division(look.facts.unit(own).division).general;
        match self.key {
            "order" => {
                let earlier = self.subject.get(1).and_then(|text| text.parse().ok());
                let terms = command::terms(look, general, own, earlier.unwrap_or(0));
                let each = terms.as_slice().iter();
                let mut list: Vec<String> = each
                    .map(|term| format!("{:+} {}", term.value, term.reason))
                    .collect();
                list.push(format!("total {}", terms.sum()));
                Ok(list.join("; "))
            }
            "division_order" => {
                let near = command::in_radius(look, general, own);
                Ok(near.map_or_else(|refusal| rule_of(&refusal), |_| "true".to_owned()))
            }
            _ => {
                let bearing = self.subject.get(1);
                let bearing = bearing.map_or(Some(0), |text| read_degrees(text));
                let bearing = bearing.ok_or("a bearing in degrees")?;
                Ok(Um(reach(look, own, bearing)).to_string())
            }
        }
    }

    /// How units stand.
    fn of_places(self) -> Answer {
        let (look, own) = (self.look(), self.unit(0)?);
        let size = |size: BaseSize| format!("{} x {}", Um(size.frontage), Um(size.depth));
        let slots = &look.unit(own).slots;
        match self.key {
            "footprint" => Ok(size(enclosing(slots).ok_or("no base")?.size)),
            "sizes" => Ok(size(slots.first().ok_or("no base")?.size)),
            "centres" => {
                let body = look.body(own);
                let centres = body.bases().iter().map(|base| place(base.centre()));
                Ok(centres.collect::<Vec<_>>().join("; "))
            }
            "state" => Ok(state(look, own)),
            _ => {
                let other = look.body(self.unit(1)?);
                let square = look.body(own).squared_distance(&other).ok_or("no base")?;
                Ok(square.ticks().to_string())
            }
        }
    }

    /// SfG 3.0: reserves, scores, objectives, victory.
    fn of_the_battle(self) -> Answer {
        let look = self.look();
        match self.key {
            "reserve_limit" => Ok(look.facts.reserve_limit(self.side()?).to_string()),
            "score" => Ok(scenario::score(look, self.side()?).to_string()),
            "victory" => Ok(scenario::victory(look).reason),
            _ => {
                let index = self.word(0)?.parse::<u8>();
                let index = index.map_err(|_| "a number of an objective".to_owned())?;
                let by = scenario::taken_by(look, ObjectiveId(index.wrapping_sub(1)));
                Ok(by.map_or("nobody".to_owned(), |side| side.to_string()))
            }
        }
    }
}

fn rule_of(refusal: &Refusal) -> String {
    refusal.rule.id().to_owned()
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
