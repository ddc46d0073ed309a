//! SfG 2.5-formation, D-dismount: changes of shape in place.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::Pose;

use crate::choice::{End, Part, Saddle};
use crate::event::Stance;
use crate::facts::{Arm, Formation, UnitId};
use crate::forming::formation_fits;
use crate::look::Look;
use crate::refusal::refuse;
use crate::stance::{front_of, front_rank};
use crate::table::slots;

/// The stance after a change of formation, or of mounting.
pub(crate) fn reshaped(
    look: Look<'_>,
    unit: UnitId,
    stance: &Stance,
    part: Part,
) -> Result<Stance, Refusal> {
    match part {
        Part::Form {
            formation,
            anchor,
            odd,
        } => formed(look, unit, stance, formation, anchor, odd),
        Part::Saddle(saddle) => {
            let mounted = saddle == Saddle::Mount;
            if look.entry(unit).arm != Arm::Cavalry {
                return refuse(Rule::SFG_D_dismount, "only cavalry mounts and dismounts");
            }
            if stance.mounted == mounted {
                return refuse(Rule::SFG_D_dismount, "it is so already");
            }
            Ok(Stance {
                pose: front_of(stance.pose, &stance.slots),
                slots: shape(look, unit, stance.formation, mounted, stance),
                mounted,
                ..stance.clone()
            })
        }
        _ => Ok(stance.clone()),
    }
}

fn shape(
    look: Look<'_>,
    unit: UnitId,
    formation: Formation,
    mounted: bool,
    stance: &Stance,
) -> Vec<longroll_tabletop::Slot> {
    let bases = u8::try_from(stance.slots.len()).unwrap_or(u8::MAX);
    slots(look.facts, unit, formation, mounted, bases)
}

/// SfG 2.5-formation-anchor, 2.5-formation-spread: the base that keeps its place, and its slot in the new formation.
fn kept_base(
    stance: &Stance,
    formation: Formation,
    anchor: Option<(u8, u8)>,
    odd: Option<End>,
) -> Result<(usize, usize), Refusal> {
    let spread = matches!(
        (stance.formation, formation),
        (Formation::Line, Formation::Double) | (Formation::Double, Formation::Line)
    );
    if spread {
        if anchor.is_some() {
            return refuse(
                Rule::SFG_2_5_formation_spread,
                "bases leave or join evenly on both ends",
            );
        }
        let front = front_rank(&stance.slots).len();
        let moving = if formation == Formation::Line {
            stance.slots.len() - front
        } else {
            stance.slots.len() / 2
        };
        let left = moving / 2 + usize::from(moving % 2 == 1 && odd != Some(End::Right));
        if formation == Formation::Line {
            Ok((0, left))
        } else {
            Ok((left, 0))
        }
    } else {
        if odd.is_some() {
            return refuse(Rule::SFG_2_5_formation_anchor, "no odd base is placed here");
        }
        let (base, slot) = anchor.unwrap_or((1, 1));
        Ok((
            usize::from(base).wrapping_sub(1),
            usize::from(slot).wrapping_sub(1),
        ))
    }
}

/// SfG 2.5-formation-anchor, 2.5-formation-spread, SfG-reading 83.
fn formed(
    look: Look<'_>,
    unit: UnitId,
    stance: &Stance,
    formation: Formation,
    anchor: Option<(u8, u8)>,
    odd: Option<End>,
) -> Result<Stance, Refusal> {
    formation_fits(look, unit, formation)?;
    if look.is_battery(unit) {
        return refuse(
            Rule::SFG_2_5_artillery_order,
            "guns limber and deploy without an order",
        );
    }
    if stance.formation == formation {
        return refuse(
            Rule::SFG_2_5_formation,
            format!("it is in {formation} already"),
        );
    }
    let new = shape(look, unit, formation, stance.mounted, stance);
    let (base, slot) = kept_base(stance, formation, anchor, odd)?;
    let (Some(kept), Some(place)) = (stance.slots.get(base), new.get(slot)) else {
        return refuse(Rule::SFG_2_5_formation_anchor, "there is no such base");
    };
    // The base that stays keeps its place to the tick: the frame is laid so that its new slot falls there.
    let fixed = stance.pose.at(kept.front);
    let front = fixed - stance.pose.offset(place.front);
    Ok(Stance {
        pose: Pose::new(front, stance.pose.heading),
        formation,
        slots: new,
        ..stance.clone()
    })
}
