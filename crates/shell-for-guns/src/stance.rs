//! A unit's place and shape by itself: where its bases and its front are.

use longroll_tabletop::{Body, Local, Pose, Slot, enclosing};
use serde::{Deserialize, Serialize};

use crate::facts::{Formation, LineId};

/// A unit's place and shape.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    /// The frame of its formation.
    pub pose: Pose,
    /// Its formation.
    pub formation: Formation,
    /// Its bases.
    pub slots: Vec<Slot>,
    /// Its bases on a road.
    pub chain: Vec<Pose>,
    /// Cavalry on horse.
    pub mounted: bool,
    /// SfG-reading 76: obstacles that its front edge lies on and owes nothing for.
    pub paid: Vec<LineId>,
}

impl Stance {
    /// Its bases.
    #[must_use]
    pub fn body(&self) -> Body {
        body(self.pose, &self.slots, &self.chain)
    }

    /// The same stance somewhere else; a chain becomes a straight column.
    #[must_use]
    pub fn at(&self, pose: Pose) -> Self {
        Self {
            pose,
            chain: Vec::new(),
            ..self.clone()
        }
    }

    /// The middle of its front edge and its heading.
    #[must_use]
    pub fn front(&self) -> Pose {
        match self.chain.first() {
            Some(first) => *first,
            None => front_of(self.pose, &self.slots),
        }
    }

    /// SfG 2.3-batteries-still: a line that moves closes the gap of a battery inside it, on its first base.
    #[must_use]
    pub(crate) fn closed_up(&self) -> Self {
        let mut closed = self.clone();
        if self.formation == Formation::Line {
            for index in 1..closed.slots.len() {
                let last = closed.slots[index - 1];
                closed.slots[index].front.right = last.front.right + 2 * last.size.frontage.0;
            }
        }
        closed
    }

    /// SfG 2.5-road: off the road a column stands straight behind its front base.
    #[must_use]
    pub(crate) fn straightened(&self) -> Self {
        match self.chain.first() {
            Some(first) => self.at(*first),
            None => self.clone(),
        }
    }
}

/// The slots of the front rank, from the left.
pub(crate) fn front_rank(slots: &[Slot]) -> &[Slot] {
    let first = slots.first().map(|slot| slot.front.ahead);
    let count = slots
        .iter()
        .take_while(|slot| Some(slot.front.ahead) == first)
        .count();
    &slots[..count]
}

/// The middle of the front edge of slots at a pose.
#[must_use]
pub fn front_of(pose: Pose, slots: &[Slot]) -> Pose {
    let middle = enclosing(front_rank(slots)).map_or(Local::FRONT, |slot| slot.front);
    Pose::new(pose.at(middle), pose.heading)
}

/// Bases of a formation, or of a chain on a road: there each base stands by itself.
pub(crate) fn body(pose: Pose, slots: &[Slot], chain: &[Pose]) -> Body {
    if chain.is_empty() {
        return Body::placed(pose, slots);
    }
    Body::new(
        chain
            .iter()
            .zip(slots)
            .map(|(own, slot)| Slot::single(slot.size).placed(*own)),
    )
}
