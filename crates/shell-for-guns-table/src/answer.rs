//! Sayings and their answers. Previews change nothing and draw no die.

use longroll_core::{Family as _, Game as _};
use longroll_shell_for_guns::facts::UnitId;
use longroll_shell_for_guns::family::{Kin, Scope};
use longroll_shell_for_guns::{Battle, Choice, moving, notation, tape, text};
use longroll_shell_for_guns_draw::{self as draw, fire, ghost, range, table_view};
use longroll_tabletop_draw::{Overlay, PlainText, overlay_svg};

use crate::game::Table;
use crate::look::{frontage, told};
use crate::tongue::Tongue;
use crate::wire::{Front, Reply, Saying};

/// How many members of a family are suggested at once.
const SUGGESTED: usize = 16;

fn refused(reason: impl Into<String>) -> Reply {
    Reply::Refused {
        rule: None,
        reason: reason.into(),
    }
}

impl Table {
    /// One saying of somebody at the table, answered in English.
    pub fn say(&mut self, saying: &Saying) -> Reply {
        self.say_in(saying, Tongue::English)
    }

    /// One saying of somebody at the table.
    pub fn say_in(&mut self, saying: &Saying, tongue: Tongue) -> Reply {
        let battle = self.session.game();
        let reply = match saying {
            Saying::Choose { text, version } => self.choose(text, *version),
            Saying::Undo => self.undo(),
            Saying::Preview { text } => preview(battle, text, tongue),
            Saying::Suggest { unit, target, skip } => {
                suggest(battle, unit, target.as_deref(), *skip)
            }
            Saying::Tape { from, to } => measured(battle, from, to),
            Saying::Aim { unit, target } => aimed(battle, unit, target.as_deref(), tongue),
        };
        tongue.reply(reply)
    }
}

/// Where a move or an entry would leave the front of its unit, whether it is legal or not: the next click starts there.
fn front_after(battle: &Battle, choice: &Choice) -> Option<Front> {
    let look = battle.look();
    let stance = match choice {
        Choice::Move { unit, plan } => moving::intended(look, *unit, plan)?,
        Choice::Enter {
            unit,
            formation,
            pose,
            plan,
        } => {
            let edge = moving::at_the_edge(look, *unit, *formation, *pose);
            moving::intended_from(look, *unit, &edge, plan)?
        }
        _ => return None,
    };
    let um = |ticks: i32| f64::from(ticks) / 1000.0;
    let front = stance.front();
    Some(Front {
        at: (um(front.front.x()), um(front.front.y())),
        heading: f64::from(front.heading.hundredths()) / 100.0,
        frontage: um(frontage(&stance)),
    })
}

fn laid(battle: &Battle, overlay: &Overlay) -> String {
    table_view(battle.look(), None, &[]).map_or(String::new(), |view| {
        overlay_svg(&view, overlay, &PlainText)
    })
}

fn preview(battle: &Battle, notation: &str, tongue: Tongue) -> Reply {
    let Some(ask) = battle.asked() else {
        return refused("the game is over");
    };
    let choice = match battle.parse(notation) {
        Ok(choice) => choice,
        Err(error) => return refused(notation::told(battle.facts(), &error)),
    };
    let refusal = battle.why_not(ask.side, &choice);
    let rule = refusal.as_ref().map(|refusal| refusal.rule.id().to_owned());
    let odds = battle
        .odds(&choice)
        .map(|odds| text::chances(&choice, &odds, false));
    let front = front_after(battle, &choice);
    match ghost(battle, &choice) {
        Some(mut ghost) => {
            ghost.view.reason = tongue.sentence(&ghost.view.reason);
            let odds = odds.map(|odds| tongue.sentence(&odds));
            let legal = ghost.legal.as_ref().map(|choice| battle.print(choice));
            let words = [ghost.view.reason.clone(), odds.unwrap_or_default()];
            let overlay = Overlay {
                ghosts: vec![ghost.view],
                ..Overlay::default()
            };
            Reply::Overlay {
                svg: laid(battle, &overlay),
                text: words.join(" ").trim().to_owned(),
                legal,
                rule,
                front,
            }
        }
        None => match refusal {
            Some(refusal) => Reply::Refused {
                rule,
                reason: refusal.reason.into_owned(),
            },
            None => Reply::Overlay {
                svg: String::new(),
                text: odds.unwrap_or_default(),
                legal: Some(battle.print(&choice)),
                rule: None,
                front,
            },
        },
    }
}

fn suggest(battle: &Battle, name: &str, target: Option<&str>, skip: usize) -> Reply {
    let facts = battle.facts();
    let unit = facts.unit_named(name);
    let general = facts.general_named(name);
    let enemy = target.and_then(|name| facts.unit_named(name));
    let mine = |family: &&Kin| match family.scope {
        Scope::Place(id) | Scope::Enter(id) | Scope::Move(id) | Scope::Reorganise(id) => {
            unit == Some(id) && enemy.is_none()
        }
        Scope::Charge(id, foe) => unit == Some(id) && enemy.is_none_or(|enemy| enemy == foe),
        Scope::Station(id) | Scope::General(id) => general == Some(id),
        Scope::Objectives(_) => name.is_empty(),
    };
    let families = battle.families();
    // One more than is told says whether there are more.
    let most = skip.saturating_add(SUGGESTED + 1).min(1000);
    let mut found: Vec<(Choice, &str)> = Vec::new();
    'all: for family in families.iter().filter(mine) {
        for choice in family.candidates() {
            if found.len() >= most {
                break 'all;
            }
            let new = !found.iter().any(|(known, _)| *known == choice);
            if new && family.check(&choice).is_ok() {
                found.push((choice, family.rule().id()));
            }
        }
        if found.is_empty() {
            let closer = family.suggestions().into_iter();
            found.extend(closer.map(|choice| (choice, family.rule().id())));
        }
    }
    let more = found.len() > skip.saturating_add(SUGGESTED);
    let list = found
        .iter()
        .skip(skip)
        .take(SUGGESTED)
        .map(|(choice, rule)| told(battle, choice, rule))
        .collect();
    Reply::Choices { list, more }
}

fn standing(battle: &Battle, name: &str) -> Option<UnitId> {
    battle
        .facts()
        .unit_named(name)
        .filter(|id| battle.table().unit(*id).on_table())
}

fn measured(battle: &Battle, from: &str, to: &str) -> Reply {
    let laid_out = match tape::measure(battle.look(), from, to) {
        Ok(laid_out) => laid_out,
        Err(error) => return refused(error.to_string()),
    };
    let overlay = Overlay {
        tapes: vec![draw::tape(&laid_out)],
        ..Overlay::default()
    };
    Reply::Overlay {
        svg: laid(battle, &overlay),
        text: laid_out.text(),
        legal: None,
        rule: None,
        front: None,
    }
}

fn aimed(battle: &Battle, unit: &str, target: Option<&str>, tongue: Tongue) -> Reply {
    let look = battle.look();
    let Some(own) = standing(battle, unit) else {
        return refused("it must stand on the table");
    };
    let aim = target.and_then(|name| standing(battle, name));
    let (arcs, mut fires) = fire(look, own, aim);
    for line in &mut fires {
        line.text = tongue.sentence(&line.text);
    }
    let free = fires.iter().filter(|line| line.free).count();
    let text = match (aim, fires.iter().find(|line| !line.text.is_empty())) {
        (None, _) => range(look, own).text,
        (Some(_), Some(blocked)) if free == 0 => blocked.text.clone(),
        (Some(_), _) => format!("{free} of {} lines are free", fires.len()),
    };
    let overlay = Overlay {
        ranges: if aim.is_none() {
            vec![range(look, own)]
        } else {
            Vec::new()
        },
        arcs,
        fires,
        ..Overlay::default()
    };
    Reply::Overlay {
        svg: laid(battle, &overlay),
        text,
        legal: None,
        rule: None,
        front: None,
    }
}
