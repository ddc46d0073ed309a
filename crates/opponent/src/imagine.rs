//! The one door for looking ahead: a battle that fits what a side knows, with dice of its own.

use longroll_core::{Chance, Seed, Side};
use longroll_gbacw::{Battle, View};
use longroll_position::{ActivatorId, Draft, Marker, Position, Setting};
use longroll_sim::players::Stream;

/// A battle as a side may imagine it: the position as it knows it, everything hidden and the dice to come drawn afresh.
///
/// What is hidden: how many markers the enemy's divisions have in the alert hours, and where his brigades are going. The markers that lie unseen in the cup are dealt out anew among
/// the divisions whose numbers are not known; missions are left out. Nothing of the true ones is looked at but their sum, which everybody sees.
#[must_use]
pub fn imagine(battle: &Battle, side: Side, seed: Seed) -> Option<Battle> {
    let view = View::of(battle, side);
    let mut imagined = if view.position == *battle.position() {
        battle.clone()
    } else {
        let position = deal(battle.setting(), &view, seed);
        // The pending work is the engine's own: it goes over as it is.
        let mut state = serde_json::to_value(battle.state()).ok()?;
        *state.get_mut("position")? = serde_json::to_value(position).ok()?;
        let state = serde_json::from_value(state).ok()?;
        Battle::resume(battle.stage().clone(), state).ok()?
    };
    imagined.set_chance(Chance::seeded(seed));
    Some(imagined)
}

/// The position of a view, with as many unseen markers in the cup as everybody can count.
fn deal(setting: &Setting, view: &View, seed: Seed) -> Position {
    let mut draft = Draft::from(view.position.clone());
    let unknown: Vec<ActivatorId> = setting
        .activator_ids()
        .filter(|&id| setting.activator(id).side != view.side)
        .filter(|&id| view.position.activator(id).number == 0)
        .collect();
    let unseen = view.markers_in_cup.saturating_sub(view.position.cup.len());
    let mut stream = Stream::of_side(seed, view.side);
    for _ in 0..unseen {
        let Some(&id) = stream.one_of(&unknown) else {
            break;
        };
        let state = draft.activator_mut(id);
        state.number += 1;
        state.placed += 1;
        state.raised = 0;
        let number = state.number;
        for body in setting.body_ids() {
            if draft.body(body).activator == id {
                draft.body_mut(body).entitled = number;
            }
        }
        draft.standing_mut().cup.push(Marker::Activation(id));
    }
    draft.imagined()
}
