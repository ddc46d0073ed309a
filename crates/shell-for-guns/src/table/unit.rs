//! One unit as it stands.

use longroll_tabletop::{Body, Bounds, Pose, Slot, Ticks, Vector};
use serde::{Deserialize, Serialize};

use crate::facts::{Formation, LineId, UnitId};
use crate::stance::{Stance, body, front_rank};
use crate::words::words;

words! {
    /// Why a unit left the game.
    pub enum Loss {
        /// SfG 1.5-dissolved.
        Dissolved = "dissolved",
        /// SfG 1.5-decimated-test.
        Fled = "fled",
        /// SfG 2.5-flee.
        Caught = "caught",
        /// SfG 2.8-battery.
        Overrun = "overrun",
        /// SfG 1.3: a battery out of losses.
        Destroyed = "destroyed",
        /// SfG 2.3-batteries-fate.
        Abandoned = "lost with its brigade",
    }
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Not yet deployed.
    Waiting,
    /// SfG 2.4: kept back.
    Reserve,
    /// On the table.
    Table,
    /// Out of the game.
    Gone(Loss),
}

/// What a unit has done this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// SfG 2.6-when.
    pub fired: bool,
    /// SfG 2.5-artillery-actions.
    pub actions: u8,
    /// SfG 2.5-one-charge.
    pub charged: bool,
    /// SfG 2.8-breakthrough-once.
    pub broke_through: bool,
    /// SfG 2.4-enter.
    pub entered: bool,
    /// Orders it was given.
    pub orders: u8,
    /// SfG 2.3-fail: whether one of them was passed.
    pub obeyed: bool,
    /// How far it went under division orders.
    pub marched: Ticks,
}

/// A brigade or battery as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// The frame of its formation: the middle of its front edge when the formation was taken.
    pub pose: Pose,
    /// How it is formed.
    pub formation: Formation,
    /// Its bases, from the left, front rank first.
    pub slots: Vec<Slot>,
    /// A march column on a road: a frame for each base, the first in front. Otherwise empty.
    pub chain: Vec<Pose>,
    /// Cavalry on horse.
    pub mounted: bool,
    /// Losses on the next base.
    pub carried: u8,
    /// SfG 1.5.
    pub disordered: bool,
    /// SfG 2.3-batteries: the brigade a battery has joined.
    pub joined: Option<UnitId>,
    /// SfG-reading 76: obstacles that its front edge lies on and owes nothing for.
    pub paid: Vec<LineId>,
    /// This turn.
    pub deeds: Deeds,
}

impl Unit {
    /// How many bases it has left.
    #[must_use]
    pub fn bases(&self) -> u8 {
        u8::try_from(self.slots.len()).unwrap_or(u8::MAX)
    }

    /// Whether it stands on the table.
    #[must_use]
    pub const fn on_table(&self) -> bool {
        matches!(self.place, Place::Table)
    }

    /// How many slots the front rank has; they come first, from the left.
    #[must_use]
    pub fn front_rank(&self) -> usize {
        front_rank(&self.slots).len()
    }

    /// A box that holds all its bases, found without placing them: it is wider than need be.
    #[must_use]
    pub fn surroundings(&self) -> Bounds {
        if !self.chain.is_empty() {
            return self.body().bounds();
        }
        // Half ticks; what is farthest off to a side and farthest back is no farther away than both together.
        let (mut aside, mut back) = (0, 0);
        for slot in &self.slots {
            aside = aside.max(slot.front.right.abs() + slot.size.frontage.0);
            back = back.max(slot.front.ahead.abs() + 2 * slot.size.depth.0);
        }
        let reach = (aside + back) / 2 + 2;
        let corner = Vector::new(reach, reach);
        Bounds {
            low: self.pose.front - corner,
            high: self.pose.front + corner,
        }
    }

    /// Its bases where they stand.
    #[must_use]
    pub fn body(&self) -> Body {
        body(self.pose, &self.slots, &self.chain)
    }

    /// Its place and shape.
    #[must_use]
    pub fn stance(&self) -> Stance {
        Stance {
            pose: self.pose,
            formation: self.formation,
            slots: self.slots.clone(),
            chain: self.chain.clone(),
            mounted: self.mounted,
            paid: self.paid.clone(),
        }
    }
}
