//! A combat unit as it stands.

use core::num::NonZeroU8;

use longroll_board::{Facing, Grid, Hand, HexId};
use longroll_catalog::facts::{Ammunition, CommandId, Fatigue, Orders};
use serde::{Deserialize, Serialize};

use crate::{EntryGroupId, HalfMp, Toil};

/// Where a unit or leader is, as far as the map is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// On the map.
    OnMap,
    /// SR 9.7: a reinforcement that has not entered.
    Due(EntryGroupId),
    /// SR 12.5: off the map until Recovery from rout.
    Routed,
    /// SR 12.8: guns left standing in their hex this turn. They are no combat unit: nothing is stacked with them, blocked or
    /// held by them.
    AbandonedOne,
    /// SR 12.8: guns left standing since an earlier turn.
    AbandonedTwo,
    /// Lost: eliminated, killed, captured or removed for good.
    Lost,
    /// Takes no part in this game.
    Absent,
    /// Has left the map under a rule of the scenario; it is neither lost nor routed.
    Left,
}

/// SR 12.31: the side of the counter that lies up.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Cohesion {
    /// The front.
    #[default]
    GoodOrder,
    /// The back.
    Disordered,
    /// SR 12.23: below half strength; Disordered for good until stragglers return.
    Collapsed,
}

/// SR 8.4, 8.5: how a unit spreads over hexes. The counter's own hex is kept beside it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// In the counter's hex alone.
    #[default]
    Single,
    /// SR 8.41: an Extended Line with an extension on the left, the right or both flanks.
    Line {
        /// The extension on the left flank.
        left: Option<HexId>,
        /// The extension on the right flank.
        right: Option<HexId>,
    },
    /// SR 8.5: an Extended Column; the extensions follow the counter.
    Column {
        /// The hex behind the counter.
        rear: HexId,
        /// The hex behind that.
        tail: Option<HexId>,
    },
}

impl Extent {
    /// SR 8.41, 8.44: whether this is a line whose extensions lie in the direct flank hexes of its counter.
    #[must_use]
    pub fn is_line_on_its_flanks(self, grid: &Grid, hex: HexId, facing: Facing) -> bool {
        let Self::Line { left, right } = self else {
            return false;
        };
        let fits = |part: Option<HexId>, hand| {
            part.is_none() || part == grid.neighbour(hex, facing.flank(hand))
        };
        (left.is_some() || right.is_some()) && fits(left, Hand::Left) && fits(right, Hand::Right)
    }

    /// The hexes of the extensions.
    pub fn hexes(self) -> impl Iterator<Item = HexId> {
        let (first, second) = match self {
            Self::Single => (None, None),
            Self::Line { left, right } => (left, right),
            Self::Column { rear, tail } => (Some(rear), tail),
        };
        first.into_iter().chain(second)
    }

    /// How many extensions there are.
    #[must_use]
    pub fn count(self) -> usize {
        self.hexes().count()
    }
}

/// SR 4.23: status of command as fixed in II/A.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum CommandStatus {
    /// In Command.
    #[default]
    InCommand,
    /// Out of Command.
    OutOfCommand,
}

/// What a unit has done in the Activation under way. Cleared when the Activation ends.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Deeds(u32);

impl Deeds {
    /// Nothing yet.
    pub const NONE: Self = Self(0);
    /// It has acted in some way: the Activation is used.
    pub const ACTED: Self = Self(1);
    /// It spent MP or left a hex.
    pub const MOVED: Self = Self(2);
    /// Its movement is over for this Activation.
    pub const MOVE_ENDED: Self = Self(4);
    /// It turned without moving.
    pub const TURNED: Self = Self(8);
    /// It refused a flank.
    pub const REFUSED: Self = Self(16);
    /// SR 9.53: it may neither fire nor assault in this Activation.
    pub const NO_COMBAT: Self = Self(32);
    /// SR 9.23: it crossed a bridge or ford into contact and may not assault whom it met.
    pub const NO_ASSAULT: Self = Self(64);
    /// SR 9.54: it used Withdrawal movement.
    pub const WITHDREW: Self = Self(128);
    /// SR 8.24: it changed the order of its stack.
    pub const REORDERED: Self = Self(256);
    /// SR 13.4: it tried to recover.
    pub const RECOVERED: Self = Self(512);
    /// SR 9.62: it used Reaction Facing or Refusal in this enemy brigade Activation.
    pub const REACTED_FACING: Self = Self(1024);
    /// SR 9.63: artillery that used Reaction movement in this enemy brigade Activation.
    pub const REACTED_MOVE: Self = Self(2048);
    /// Its Activation is over.
    pub const FINISHED: Self = Self(4096);
    /// SR 8.5: formed Extended Column in this Activation; its extensions have less MA.
    pub const FORMED_COLUMN: Self = Self(8192);
    /// BB 4.24 to 4.33: it has been assigned or given orders in this phase.
    pub const ASSIGNED: Self = Self(16384);
    /// SR 10.1: it has fired.
    pub const FIRED: Self = Self(32768);
    /// SR 6.24: Loose Reins binds it with the marker under way.
    pub const BOUND: Self = Self(65536);
    /// SR 14.22: it mounted or dismounted in this Activation, which halves its MA.
    pub const CHANGED_MOUNT: Self = Self(131_072);
    /// SR 7.32-stack: another unit of its hex refused on the word that it leaves in this Activation.
    pub const MUST_LEAVE: Self = Self(262_144);
    /// SR 8.21: it moves along a route together with others of its stack.
    pub const TOGETHER: Self = Self(524_288);
    /// SR 7.34-join: it joined refused units after one of them had fired, and does not fire in this Activation.
    pub const NO_FIRE: Self = Self(1_048_576);
    /// SR 6.12: given orders of its own in II/C.
    pub const ORDERED: Self = Self(2_097_152);
    /// SR 10.92: it has brought up ammunition.
    pub const SUPPLIED: Self = Self(8_388_608);
    /// SR 11.21, 11.43: it has entered a hex by movement.
    pub const ENTERED: Self = Self(16_777_216);
    /// SR 11.54: cavalry that has passed the UDD of its charge, and must charge.
    pub const CHARGES: Self = Self(33_554_432);
    /// SR 11.12: it has assaulted.
    pub const ASSAULTED: Self = Self(4_194_304);
    /// SR 17.22-1: on the march it has left the Road.
    pub const OFF_ROAD: Self = Self(134_217_728);
    /// SR 7.32-friend: a friend has covered its refused flank before it moved; it has 1 MP less.
    pub const COVERED: Self = Self(268_435_456);
    /// SR 8.48: a line that has enveloped; it draws together before it leaves its hexes or goes on (SR 8.49).
    pub const ENVELOPED: Self = Self(536_870_912);
    /// SR 11.12: it has turned after it had entered the hex in which it stands.
    pub const TURNED_HERE: Self = Self(2_147_483_648);
    /// SR 9.61: what it did by REACTED_FACING was to refuse a flank.
    pub const REACTED_REFUSAL: Self = Self(1_073_741_824);
    /// SR 12.47: it was driven back while its body acted; its retreat has put it where it stands.
    pub const DRIVEN_BACK: Self = Self(67_108_864);

    /// Whether all of these are done.
    #[must_use]
    pub const fn has(self, deed: Self) -> bool {
        self.0 & deed.0 == deed.0
    }

    /// Whether any of these is done.
    #[must_use]
    pub const fn any(self, deeds: Self) -> bool {
        self.0 & deeds.0 != 0
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, deed: Self) -> Self {
        Self(self.0 | deed.0)
    }

    /// Without these.
    #[must_use]
    pub const fn without(self, deed: Self) -> Self {
        Self(self.0 & !deed.0)
    }

    /// Notes a deed.
    pub fn note(&mut self, deed: Self) {
        self.0 |= deed.0;
    }
}

/// SR 14.21: the two states of cavalry.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Mount {
    /// In the saddle; also every unit that has none.
    #[default]
    Mounted,
    /// SR 14.23: treated as infantry.
    Dismounted,
}

/// A unit's own march this turn: some units of a body may have marched for hours when others set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct UnitMarch {
    /// SR 5.28: most Activation equivalents of its own; where there is none its body's limit counts.
    pub limit: Option<NonZeroU8>,
    /// SR 6.26: it has acted with the March marker.
    pub done: bool,
}

/// SR 7.21, 8.26: a turn that a unit has made along with its stack before it moved itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnedAlong {
    /// The facing it had before.
    pub from: Facing,
    /// MP paid for it.
    pub paid: HalfMp,
    /// SR 9.53: it was more than one vertex next to the enemy.
    pub pins: bool,
}

/// A combat unit as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitState {
    /// Whether it is on the map.
    pub presence: Presence,
    /// The counter's hex; meaningful on the map only.
    pub hex: HexId,
    /// How it spreads.
    pub extent: Extent,
    /// SR 7.11: where it faces.
    pub facing: Facing,
    /// SR 7.31: the refused flank.
    pub refused: Option<Hand>,
    /// Strength now: SP, or guns in all.
    pub sp: u8,
    /// Guns by section, in the order of the facts; all zero for other units.
    pub guns: [u8; 3],
    /// Good Order, Disordered or Collapsed.
    pub cohesion: Cohesion,
    /// SR 10.91.
    pub ammunition: Ammunition,
    /// BB 17.0: Fatigue of a unit that keeps its own; a brigade's units read their brigade's.
    pub fatigue: Fatigue,
    /// SR 6.11: the orders this unit is under, which may lag behind its brigade's (SR 4.23).
    pub orders: Orders,
    /// The command it acts with now.
    pub assigned: CommandId,
    /// SR 4.23: status as fixed in II/A.
    pub status: CommandStatus,
    /// Activations it has used this turn.
    pub used: u8,
    /// MP spent in the Activation under way.
    pub spent: HalfMp,
    /// What it has done in the Activation under way.
    pub deeds: Deeds,
    /// SR 9.71: it entered without its brigadier and has not yet ended a move within his range.
    #[serde(default)]
    pub joining: bool,
    /// BB 4.25-15MI: it has joined a brigade and takes orders from its first Activation in range on.
    #[serde(default)]
    pub orders_wait: bool,
    /// SR 14.21: which of its two counters lies on the map; of use to cavalry only.
    #[serde(default)]
    pub mount: Mount,
    /// SR 5.28: its own march this turn.
    #[serde(default)]
    pub march: UnitMarch,
    /// SR 5.28, 9.74: the Activations listed for its turn of entry.
    #[serde(default)]
    pub listed: Option<u8>,
    /// SR 11.59: cavalry whose horses are spent.
    #[serde(default)]
    pub blown: bool,
    /// SR 11.59: they have been spent anew, or fought, since its command's last Activation ended. SR 12.81: guns that have got a crew
    /// again and wait for their next Activation.
    #[serde(default)]
    pub winded: bool,
    /// SR 13.45: it has moved, used phasing fire, assaulted or been assaulted this turn.
    #[serde(default)]
    pub stirred: bool,
    /// SR 17.2: what this turn has asked of a unit that keeps its own Fatigue.
    #[serde(default)]
    pub toil: Toil,
    /// SR 7.21, 8.26: in the Activation under way its stack has turned it along in this hex.
    #[serde(default)]
    pub turned_along: Option<TurnedAlong>,
    /// SR 12.6-fire: where it stood before it entered its first hex by movement in the Activation under way.
    #[serde(default)]
    pub began: Option<HexId>,
}

impl UnitState {
    /// SR 8.48, 8.49: a line that has enveloped and has not drawn together since.
    #[must_use]
    pub const fn is_enveloping(&self) -> bool {
        matches!(self.extent, Extent::Line { .. }) && self.deeds.has(Deeds::ENVELOPED)
    }

    /// Its marker is over: nothing done, nothing spent.
    pub(crate) const fn rest(&mut self) {
        self.deeds = Deeds::NONE;
        self.spent = HalfMp::ZERO;
        self.turned_along = None;
        self.began = None;
    }

    /// SR 12.3: Disordered or Collapsed.
    #[must_use]
    pub const fn is_disordered(&self) -> bool {
        !matches!(self.cohesion, Cohesion::GoodOrder)
    }

    /// SR 11.59: the orders it acts under: Blown cavalry is under Advance.
    #[must_use]
    pub const fn orders_now(&self) -> Orders {
        if self.blown {
            Orders::Advance
        } else {
            self.orders
        }
    }

    /// Whether it stands on the map.
    #[must_use]
    pub const fn on_map(&self) -> bool {
        matches!(self.presence, Presence::OnMap)
    }

    /// Every hex it occupies: the counter's first, then the extensions.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> {
        let here = self.on_map();
        core::iter::once(self.hex)
            .chain(self.extent.hexes())
            .filter(move |_| here)
    }
}
