//! How a brigade stands: what tires and wears it, what it may hope for, each with its rule. Nothing here decides anything.

use core::fmt;

use longroll_catalog::facts::{Arm, Experience, Light, UnitId};
use longroll_position::BodyId;
use longroll_position::rule_set::FatigueOption;
use longroll_rule::Rule;

use crate::scene::At;
use crate::{fatigue, sequence};

/// One thing that holds for a brigade now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub rule: Rule,
    /// What it says here.
    pub text: String,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}

/// Everything that is worth saying of a brigade.
#[must_use]
pub fn standing(at: At<'_>, body: BodyId) -> Vec<Standing> {
    let mut found = Vec::new();
    let units: Vec<UnitId> = at
        .position
        .members(at.setting, body)
        .filter(|unit| at.position.unit(*unit).on_map())
        .collect();
    effectiveness(at, body, &units, &mut found);
    tiredness(at, body, &units, &mut found);
    troops(at, &units, &mut found);
    night(at, body, &mut found);
    found
}

fn say(found: &mut Vec<Standing>, rule: Rule, text: impl Into<String>) {
    let text = text.into();
    found.push(Standing { rule, text });
}

fn are_guns(at: At<'_>, unit: UnitId) -> bool {
    at.setting.unit(unit).arm == Arm::Artillery
}

/// SR 13.2, 13.3.
fn effectiveness(at: At<'_>, body: BodyId, units: &[UnitId], found: &mut Vec<Standing>) {
    let command = at.setting.body(body).command;
    let (all, impaired, gone) = sequence::tally(at, command);
    let marked = at.position.body(body).ineffective;
    if all > 0 {
        let worn = format!("{impaired} of {all} regiments impaired, {gone} of them gone");
        let rule = sequence::ineffective_by(at.setting, command);
        let state = if marked {
            "Combat Ineffective"
        } else {
            "effective"
        };
        say(found, rule, format!("{state}: {worn}"));
    }
    if all > 0 && sequence::is_brigade_ineffective(at, command) != marked {
        let change = if marked {
            "the marker of Combat Ineffective is taken off at the end of the turn"
        } else {
            "Combat Ineffective at the end of the turn"
        };
        say(found, sequence::marker_rule(at.setting, command), change);
    }
    if units.iter().any(|unit| are_guns(at, *unit)) {
        say(found, Rule::SR_13_24, "its guns do not count for that");
    }
    let activator = at.position.body(body).activator;
    if at.position.activator(activator).ineffective {
        let text = "its division is Combat Ineffective until most of its brigades are not";
        say(found, Rule::SR_13_33, text);
    }
}

/// SR 17.
fn tiredness(at: At<'_>, body: BodyId, units: &[UnitId], found: &mut Vec<Standing>) {
    if at.setting.rules.switches.opt_fatigue == FatigueOption::Off {
        return;
    }
    let guns = units.iter().filter(|unit| are_guns(at, **unit)).count();
    if guns > 0 {
        say(found, Rule::SR_17_1, "its guns do not tire");
    }
    for whom in fatigue::all_of(at, body) {
        let level = fatigue::level(at, whom).level();
        match level {
            0 => say(found, Rule::SR_17_33, "no Fatigue that matters"),
            4.. => say(found, Rule::SR_17_25, "Fatigue 4: more is not marked"),
            _ => say(found, Rule::SR_17_24, format!("Fatigue {level}")),
        }
        let due = fatigue::due(at, whom);
        if due > 0 {
            let text = format!("{due} more of Fatigue when its Activation is over");
            say(found, Rule::SR_17_21, text);
        }
    }
}

/// SR 13.44, 14.1, 15.16.
fn troops(at: At<'_>, units: &[UnitId], found: &mut Vec<Standing>) {
    let count = |test: &dyn Fn(UnitId) -> bool| units.iter().filter(|unit| test(**unit)).count();
    let disordered = count(&|unit| at.position.unit(unit).is_disordered());
    if disordered > 0 {
        let text = format!("{disordered} Disordered, none of which has to try to recover");
        say(found, Rule::SR_13_44, text);
    }
    let green = count(&|unit| at.setting.unit(unit).experience.value == Experience::Green);
    if green > 0 {
        let text = format!("{green} Green, who commit themselves before they assault");
        say(found, Rule::SR_14_1, text);
    }
    let builders = count(&|unit| at.position.special.is_at_work(unit));
    if builders > 0 {
        let text = format!("{builders} at work, who defend themselves as ever");
        say(found, Rule::SR_15_16, text);
    }
}

/// SR 16.2.
fn night(at: At<'_>, body: BodyId, found: &mut Vec<Standing>) {
    let light = at.position.now(at.setting).map(|turn| turn.light.value);
    let dark = matches!(light, Some(Light::Night | Light::Dawn | Light::Dusk));
    if !dark || !at.position.body(body).reserve {
        return;
    }
    say(
        found,
        Rule::SR_16_21,
        "in Reserve in the dark: stragglers come back at the end of the turn",
    );
    let tired = |whom| fatigue::level(at, whom).level() > 0;
    if fatigue::all_of(at, body).into_iter().any(tired) {
        say(found, Rule::SR_16_24, "its Fatigue falls in the same turn");
    }
}
