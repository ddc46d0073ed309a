//! `variant`: which of the variants of its scenario a file plays.

use longroll_catalog::facts::{Disagreement, ScenarioFacts};
use longroll_core::did_you_mean;

use crate::form::Desk;
use crate::tree::Node;

/// The variant that a file plays, laid over its scenario: `base` is the game without any, which ends with its last turn.
pub(crate) fn vary(desk: &Desk, node: &Node, scenario: &mut ScenarioFacts) {
    let Some(id) = desk.text(node) else { return };
    if id == "base" {
        return;
    }
    match scenario.agreed_on(id) {
        Ok(agreed) => *scenario = agreed,
        Err(reason @ Disagreement::Exclusive(..)) => desk.fault(&node.span, reason.to_string()),
        Err(Disagreement::Unknown(id)) => {
            let id = id.as_str();
            let known: Vec<&str> = scenario.variants.iter().map(|own| &*own.id).collect();
            let near = did_you_mean(id, known.iter().copied());
            let all = if known.is_empty() {
                "there is only base".to_owned()
            } else {
                format!("there are base, {}", known.join(", "))
            };
            desk.fault(&node.span, format!("no variant '{id}' here{near}; {all}"));
        }
    }
}
