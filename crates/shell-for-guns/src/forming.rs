//! SfG 1.2: which formations a unit can take.

use longroll_core::Refusal;
use longroll_rule::Rule;

use crate::facts::{Arm, Formation, UnitId};
use crate::look::Look;
use crate::refusal::refuse;

/// SfG 1.2: the formations that a unit can take.
#[must_use]
pub fn formations(look: Look<'_>, unit: UnitId) -> &'static [Formation] {
    match look.entry(unit).arm {
        Arm::Battery => &[Formation::Deployed, Formation::Limbered],
        _ => &[
            Formation::Line,
            Formation::Double,
            Formation::Attack,
            Formation::March,
        ],
    }
}

/// SfG 1.2: which formations an arm takes.
///
/// # Errors
/// The rule that knows no such formation.
pub fn formation_fits(look: Look<'_>, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    let guns = matches!(formation, Formation::Deployed | Formation::Limbered);
    if guns == (look.entry(unit).arm == Arm::Battery) {
        Ok(())
    } else {
        refuse(
            Rule::SFG_1_2,
            format!(
                "{} has no formation called {formation}: {}",
                look.name(unit),
                formations(look, unit)
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        )
    }
}
