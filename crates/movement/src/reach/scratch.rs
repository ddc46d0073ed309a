//! What a search with facings keeps: costs by hex, facings as bits, and how hexes of friends were entered.

use longroll_board::{Direction, Facing, FacingKind, HexId, Vertex};

use super::status::Status;
use crate::gait::Way;
use crate::passage::PassKind;

pub(super) const FAR: u16 = u16::MAX;
pub(super) const RING: usize = 256;
/// Entry costs kept beyond the cheapest: a later arrival is never better (see the module).
pub(super) const LEVELS: usize = 4;

/// Facings as bits, one for each of the six of the unit's kind.
pub(super) type Mask = u8;
pub(super) const ALL: Mask = 0b11_1111;
/// Beside the facings of a level: the hex waits to be looked at.
pub(super) const QUEUED: Mask = 0b1000_0000;

pub(super) const fn turned(mask: Mask, steps: u32) -> Mask {
    (mask << steps | mask >> (6 - steps)) & ALL
}

/// The facings that front each direction.
pub(super) const VERTEX_FRONTS: [Mask; 6] = [
    0b10_0001, 0b00_0011, 0b00_0110, 0b00_1100, 0b01_1000, 0b11_0000,
];

/// How a unit came into a hex of friends.
#[derive(Debug, Clone, Copy)]
pub(super) struct FriendEntry {
    pub hex: HexId,
    pub from: HexId,
    pub cost: u16,
    /// MP of the step itself.
    pub price: u8,
    pub way: Way,
    pub mask: Mask,
    /// What going on costs, along the Road and otherwise; none if that is not allowed.
    pub along_road: Option<u16>,
    pub otherwise: Option<u16>,
}

/// What the friends of a hex mean for the unit, worked out once.
#[derive(Debug, Clone, Copy)]
pub(super) struct FriendInfo {
    /// SR 8.12: it may stop with them.
    pub joins: bool,
    pub facing: Facing,
    pub refused: bool,
    /// SR 9.43: the stack would exceed the March limits.
    pub exceeds: bool,
    pub pass: PassKind,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    Hex(HexId),
    Friends(u16),
}

/// What a search knows of a hex, kept together because it is looked at together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// The cheapest entry.
    pub base: u16,
    /// The place of a hex of friends in `infos`.
    pub info: u16,
    /// Costs of stopping by facing, where they are not those of the masks: beside enemies and with friends.
    pub stops: [u16; 6],
    /// Of these with friends, the facings for which nobody has to turn to them.
    pub unturned: Mask,
    /// Facings with which it is entered at the cheapest cost and up to three halves more.
    pub masks: [Mask; LEVELS],
    pub status: u8,
}

impl Cell {
    const UNSEEN: Self = Self {
        base: FAR,
        info: FAR,
        stops: [FAR; 6],
        unturned: 0,
        masks: [0; LEVELS],
        status: Status::Unknown as u8,
    };
}

/// Room for searches with facings.
#[derive(Debug, Clone, Default)]
pub struct FacingScratch {
    pub(super) cells: Vec<Cell>,
    pub(super) touched: Vec<HexId>,
    pub(super) friends: Vec<FriendEntry>,
    pub(super) infos: Vec<FriendInfo>,
    pub(super) ring: Vec<Vec<Item>>,
}

impl FacingScratch {
    pub(super) fn begin(&mut self, hexes: usize) {
        if self.cells.len() < hexes {
            self.cells.resize(hexes, Cell::UNSEEN);
            self.ring.resize(RING, Vec::new());
        }
        for hex in self.touched.drain(..) {
            self.cells[hex.index()] = Cell::UNSEEN;
        }
        self.friends.clear();
        self.infos.clear();
    }
}

pub(super) const fn index_of(facing: Facing) -> usize {
    match facing {
        Facing::Vertex(vertex) => vertex.index(),
        Facing::Side(direction) => direction.index(),
    }
}

pub(super) const fn bit(facing: Facing) -> Mask {
    1 << index_of(facing)
}

pub(super) const fn facing_at(kind: FacingKind, index: usize) -> Facing {
    match kind {
        FacingKind::Vertex => Facing::Vertex(Vertex::ALL[index]),
        FacingKind::Side => Facing::Side(Direction::ALL[index]),
    }
}

pub(super) fn for_each(mask: Mask, mut act: impl FnMut(usize)) {
    for facing in 0..6 {
        if mask >> facing & 1 == 1 {
            act(facing);
        }
    }
}
