//! What a screen shows: the drawing, the question with its choices, the story.

use longroll_core::{Family as _, Game as _, Side};
use longroll_shell_for_guns::choice::Choice;
use longroll_shell_for_guns::event::Stance;
use longroll_shell_for_guns::facts::{GeneralId, UnitId};
use longroll_shell_for_guns::family::Scope;
use longroll_shell_for_guns::frames::Prompt;
use longroll_shell_for_guns::look::Look as RulesLook;
use longroll_shell_for_guns::table::Objective;
use longroll_shell_for_guns::{Battle, Event, Facts, View, formations, moving, text};
use longroll_shell_for_guns_draw::table_view;
use longroll_tabletop::Pose;
use longroll_tabletop_draw::{Overlay, PlainText, table_svg};

use crate::game::Table;
use crate::wire::{Asked, Card, Family, Line, Look, Offer, Thing};

impl Table {
    /// Everything a screen shows to those who sit here.
    #[must_use]
    pub fn look(&self) -> Look {
        let battle = self.session.game();
        let ask = battle.asked();
        let here = ask.is_some_and(|ask| self.is_here(ask.side));
        // Two people at one screen: the one who decides looks at it.
        let side = match ask {
            Some(ask) if here => ask.side,
            _ => Side::BOTH
                .into_iter()
                .find(|side| self.is_here(*side))
                .unwrap_or(Side::Union),
        };
        let view = View::of(battle, side);
        let facts = battle.facts();
        let chosen = ask.and_then(|ask| ask.prompt.unit());
        let drawing = table_view(view.look(facts), chosen, &view.rides);
        let svg = drawing.map_or(String::new(), |drawing| {
            table_svg(&drawing, &Overlay::default(), &PlainText)
        });
        let offers = if here { battle.offers() } else { Vec::new() };
        let families = if here { battle.families() } else { Vec::new() };
        Look {
            version: self.version,
            title: self.title.clone(),
            heading: battle.heading(),
            asked: ask.map(|ask| Asked {
                side: ask.side.to_string(),
                here,
                prompt: prompt(ask.prompt).to_owned(),
                unit: ask.prompt.unit().map(|id| facts.unit(id).name.clone()),
                rule: ask.rule.id().to_owned(),
                division: battle
                    .deciding_division()
                    .map(|id| facts.division(id).name.clone()),
            }),
            shared: Side::BOTH.into_iter().all(|side| self.is_here(side)),
            offers: offers
                .iter()
                .map(|offer| told(battle, &offer.choice, offer.rule.id()))
                .collect(),
            families: families
                .iter()
                .map(|family| kin(facts, family.scope, family.rule().id()))
                .collect(),
            things: things(&view, facts),
            svg,
            log: self
                .story
                .iter()
                .flatten()
                .map(|event| line(facts, event))
                .collect(),
            undo: self.undo_steps().unwrap_or(0),
            result: battle.result(),
        }
    }
}

const fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Objectives => "objectives",
        Prompt::Deploy => "deploy",
        Prompt::Generals => "generals",
        Prompt::Enter => "enter",
        Prompt::Activation => "activation",
        Prompt::DivisionMove => "division-move",
        Prompt::Move(_) => "move",
        Prompt::Support(_) => "support",
        Prompt::Reaction(_) => "reaction",
        Prompt::Remove(_) => "remove",
        Prompt::Slide(_) => "slide",
        Prompt::Assign(..) => "assign",
        Prompt::Winner(_) => "winner",
        Prompt::Reorganise(_) => "reorganise",
    }
}

/// A choice as it is clicked.
pub(crate) fn told(battle: &Battle, choice: &Choice, rule: &str) -> Offer {
    let facts = battle.facts();
    let notation = battle.print(choice);
    let name = |id: &longroll_shell_for_guns::facts::UnitId| facts.unit(*id).name.clone();
    let (unit, target) = match choice {
        Choice::Order { unit }
        | Choice::CorpsOrder { unit }
        | Choice::Limber { unit }
        | Choice::Deploy { unit }
        | Choice::Move { unit, .. }
        | Choice::Place { unit, .. }
        | Choice::Enter { unit, .. }
        | Choice::Reserve { unit, .. } => (Some(name(unit)), None),
        Choice::Fire { unit, target } | Choice::Charge { unit, target, .. } => {
            (Some(name(unit)), Some(name(target)))
        }
        Choice::Join {
            battery, brigade, ..
        } => (Some(name(battery)), Some(name(brigade))),
        Choice::Assign { target, .. } | Choice::BreakThrough { target } => {
            (None, Some(name(target)))
        }
        Choice::General { general, .. } | Choice::Station { general, .. } => {
            (Some(facts.general(*general).name.clone()), None)
        }
        _ => (None, None),
    };
    // The names begin where the words of the notation end.
    let word = match &unit {
        Some(unit) => notation.split(unit.as_str()).next().unwrap_or_default(),
        None => notation.as_str(),
    };
    Offer {
        word: word.trim().to_owned(),
        odds: battle
            .odds(choice)
            .map(|odds| text::chances(choice, &odds, true)),
        rule: rule.to_owned(),
        text: notation,
        unit,
        target,
    }
}

fn kin(facts: &Facts, scope: Scope, rule: &str) -> Family {
    let unit = |id| Some(Facts::unit(facts, id).name.clone());
    let general = |id| Some(Facts::general(facts, id).name.clone());
    let (word, own, target) = match scope {
        Scope::Objectives(_) => ("objectives", None, None),
        Scope::Place(id) => ("place", unit(id), None),
        Scope::Station(id) => ("station", general(id), None),
        Scope::General(id) => ("general", general(id), None),
        Scope::Enter(id) => ("enter", unit(id), None),
        Scope::Move(id) => ("move", unit(id), None),
        Scope::Reorganise(id) => ("reorganise", unit(id), None),
        Scope::Charge(id, target) => ("charge", unit(id), unit(target)),
    };
    Family {
        word: word.to_owned(),
        unit: own,
        target,
        rule: rule.to_owned(),
    }
}

/// The width of the front rank.
pub(crate) fn frontage(stance: &Stance) -> i32 {
    let front = stance.slots.first().map(|slot| slot.front.ahead);
    let rank = stance
        .slots
        .iter()
        .filter(|slot| Some(slot.front.ahead) == front);
    rank.map(|slot| slot.size.frontage.0).sum()
}

fn things(view: &View, facts: &Facts) -> Vec<Thing> {
    let look = view.look(facts);
    let units = facts.units().map(|(id, _)| unit(look, id));
    let generals = facts.generals().map(|(id, _)| general(look, id));
    let objectives = (1..).zip(view.table.objectives());
    let objectives = objectives.map(|(number, own)| objective(number, own));
    units.chain(generals).chain(objectives).collect()
}

fn um(ticks: i32) -> f64 {
    f64::from(ticks) / 1000.0
}

fn place(pose: Pose) -> (f64, f64) {
    (um(pose.front.x()), um(pose.front.y()))
}

fn degrees(pose: Pose) -> f64 {
    f64::from(pose.heading.hundredths()) / 100.0
}

fn unit(look: RulesLook<'_>, id: UnitId) -> Thing {
    let (facts, table) = (look.facts, look.table);
    let unit = facts.unit(id);
    let stands = table.unit(id).on_table();
    let front = stands.then(|| moving::stance(look, id).front());
    Thing {
        name: unit.name.clone(),
        side: unit.side.to_string(),
        kind: "unit",
        line: text::unit(facts, table, id),
        at: front.map(place),
        heading: front.map(degrees),
        formations: formations(look, id)
            .iter()
            .map(ToString::to_string)
            .collect(),
        frontage: um(frontage(&moving::stance(look, id))),
        arm: unit.entry.arm.to_string(),
        formation: table.unit(id).formation.to_string(),
        bases: table.unit(id).bases(),
        mounted: table.unit(id).mounted,
    }
}

fn general(look: RulesLook<'_>, id: GeneralId) -> Thing {
    let (facts, table) = (look.facts, look.table);
    let general = facts.general(id);
    let pose = table.general(id).pose;
    Thing {
        name: general.name.clone(),
        side: general.side.to_string(),
        kind: "general",
        line: text::general(facts, table, id),
        at: pose.map(place),
        heading: pose.map(degrees),
        formations: Vec::new(),
        frontage: 0.0,
        arm: String::new(),
        formation: String::new(),
        bases: 0,
        mounted: false,
    }
}

fn objective(number: i32, objective: &Objective) -> Thing {
    Thing {
        name: format!("objective {number}"),
        side: objective.holder.to_string(),
        kind: "objective",
        line: text::place(objective.at),
        at: Some((um(objective.at.x()), um(objective.at.y()))),
        heading: None,
        formations: Vec::new(),
        frontage: 0.0,
        arm: String::new(),
        formation: String::new(),
        bases: 0,
        mounted: false,
    }
}

fn line(facts: &Facts, event: &Event) -> Line {
    let dice = match event {
        Event::Rolled { roll, faces, .. } => Some(Card {
            purpose: roll.purpose.to_string(),
            rule: roll.rule.id().to_owned(),
            faces: faces.clone(),
            needs: text::needs(roll),
            terms: roll
                .terms
                .as_slice()
                .iter()
                .map(|term| {
                    (
                        term.value,
                        term.reason.to_string(),
                        term.rule.id().to_owned(),
                    )
                })
                .collect(),
        }),
        _ => None,
    };
    Line {
        text: text::line(facts, event),
        dice,
    }
}
