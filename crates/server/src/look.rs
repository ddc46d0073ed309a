//! How one counter looks: which piece it is and what has happened to it. Written as a short word, so that a client can ask
//! for the picture of any counter in any state and whoever made it once need not make it again.
//!
//! ```text
//! us-12-mi~sp14~d~fNW~ok          12 MI at 14 SP, Disordered, facing the vertex NW, under Attack orders
//! cs-johnston                     a leader as printed
//! ```
//! Parts after the key come in any order. `web/src/map/look.ts` writes the same words.

use std::collections::BTreeMap;

use longroll_board::{Facing, Hand};
use longroll_catalog::facts::{
    Ammunition, BattleFacts, CommandId, Orders, Piece, SetupEntry, SetupFacing, StartCondition,
};
use longroll_render::{
    ActivityView, AmmunitionView, CommandView, Height, IncumbentView, OrderView, OrdersView,
};

/// What has happened to a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) piece: Piece,
    /// SP, if they are stated; full strength if not.
    pub(crate) strength: Option<u8>,
    pub(crate) order: OrderView,
    pub(crate) facing: Option<Facing>,
    pub(crate) refused: Option<Hand>,
    pub(crate) orders: Option<OrdersView>,
    pub(crate) ammunition: AmmunitionView,
    pub(crate) fatigue: u8,
    pub(crate) command: CommandView,
    pub(crate) activity: ActivityView,
    pub(crate) height: Height,
    pub(crate) incumbent: IncumbentView,
    pub(crate) assigned: Option<CommandId>,
}

/// Why a word tells no look.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LookError {
    #[error("there is no counter '{0}'")]
    NoSuchPiece(String),
    #[error("'{0}' says nothing about a counter")]
    NoSuchPart(String),
}

impl Look {
    /// A counter as printed.
    pub(crate) const fn of(piece: Piece) -> Self {
        Self {
            piece,
            strength: None,
            order: OrderView::GoodOrder,
            facing: None,
            refused: None,
            orders: None,
            ammunition: AmmunitionView::Full,
            fatigue: 0,
            command: CommandView::InCommand,
            activity: ActivityView::Waiting,
            height: Height::Top,
            incumbent: IncumbentView::Original,
            assigned: None,
        }
    }

    /// A counter as it is set up.
    pub(crate) fn set_up(entry: &SetupEntry) -> Self {
        let orders = match entry.orders.as_slice() {
            _ if entry.is(StartCondition::Reserve) => Some(OrdersView::Reserve),
            // Orders that the owner may still choose are not shown.
            [Orders::March] => Some(OrdersView::March),
            [Orders::Advance] => Some(OrdersView::Advance),
            [Orders::Attack] => Some(OrdersView::Attack),
            _ => None,
        };
        Self {
            strength: entry.strength,
            order: if entry.is(StartCondition::Disordered) {
                OrderView::Disordered
            } else {
                OrderView::GoodOrder
            },
            facing: match entry.facing {
                SetupFacing::Free => None,
                SetupFacing::To(facing) => Some(facing),
            },
            orders,
            ammunition: match entry.ammunition {
                Ammunition::Full => AmmunitionView::Full,
                Ammunition::Low => AmmunitionView::Low,
                Ammunition::Out => AmmunitionView::Out,
            },
            fatigue: entry.fatigue.level(),
            command: if entry.is(StartCondition::OutOfCommand) {
                CommandView::OutOfCommand
            } else {
                CommandView::InCommand
            },
            incumbent: if entry.is(StartCondition::Replacement) {
                IncumbentView::Replacement
            } else {
                IncumbentView::Original
            },
            assigned: entry.assigned_to,
            ..Self::of(entry.piece)
        }
    }

    /// The word for it; only what differs from the counter as printed is told.
    pub(crate) fn word(&self, battle: &BattleFacts) -> String {
        let mut parts = vec![key(battle, self.piece)];
        let mut tell = |part: &str| parts.push(part.to_owned());
        if let Some(strength) = self.strength {
            tell(&format!("sp{strength}"));
        }
        match self.order {
            OrderView::GoodOrder => {}
            OrderView::Disordered => tell("d"),
            OrderView::Collapsed => tell("x"),
        }
        match self.facing {
            None => {}
            Some(Facing::Vertex(vertex)) => tell(&format!("f{}", vertex.name())),
            Some(Facing::Side(side)) => tell(&format!("f_{}", side.name())),
        }
        match self.refused {
            None => {}
            Some(Hand::Left) => tell("rl"),
            Some(Hand::Right) => tell("rr"),
        }
        match self.orders {
            None => {}
            Some(OrdersView::March) => tell("om"),
            Some(OrdersView::Advance) => tell("oa"),
            Some(OrdersView::Attack) => tell("ok"),
            Some(OrdersView::Reserve) => tell("or"),
        }
        match self.ammunition {
            AmmunitionView::Full => {}
            AmmunitionView::Low => tell("al"),
            AmmunitionView::Out => tell("ao"),
        }
        if self.fatigue > 0 {
            tell(&format!("t{}", self.fatigue));
        }
        if self.command == CommandView::OutOfCommand {
            tell("out");
        }
        match self.activity {
            ActivityView::Waiting => {}
            ActivityView::Active => tell("act"),
            ActivityView::Done => tell("done"),
        }
        if self.incumbent == IncumbentView::Replacement {
            tell("rep");
        }
        if let Some(command) = self.assigned {
            tell(&format!("c{}", battle.command(command).code));
        }
        if self.height == Height::Covered {
            tell("cov");
        }
        parts.join("~")
    }

    /// Reads a word.
    pub(crate) fn read(
        battle: &BattleFacts,
        keys: &BTreeMap<String, Piece>,
        word: &str,
    ) -> Result<Self, LookError> {
        let mut parts = word.split('~');
        let named = parts.next().unwrap_or_default();
        let piece = keys.get(named).copied();
        let mut look = Self::of(piece.ok_or_else(|| LookError::NoSuchPiece(short(named)))?);
        for part in parts {
            look.take(battle, part)
                .ok_or_else(|| LookError::NoSuchPart(short(part)))?;
        }
        Ok(look)
    }

    fn take(&mut self, battle: &BattleFacts, part: &str) -> Option<()> {
        match part {
            "d" => self.order = OrderView::Disordered,
            "x" => self.order = OrderView::Collapsed,
            "rl" => self.refused = Some(Hand::Left),
            "rr" => self.refused = Some(Hand::Right),
            "om" => self.orders = Some(OrdersView::March),
            "oa" => self.orders = Some(OrdersView::Advance),
            "ok" => self.orders = Some(OrdersView::Attack),
            "or" => self.orders = Some(OrdersView::Reserve),
            "al" => self.ammunition = AmmunitionView::Low,
            "ao" => self.ammunition = AmmunitionView::Out,
            "out" => self.command = CommandView::OutOfCommand,
            "act" => self.activity = ActivityView::Active,
            "done" => self.activity = ActivityView::Done,
            "rep" => self.incumbent = IncumbentView::Replacement,
            "cov" => self.height = Height::Covered,
            _ => return self.take_figure(battle, part),
        }
        Some(())
    }

    fn take_figure(&mut self, battle: &BattleFacts, part: &str) -> Option<()> {
        if let Some(strength) = part.strip_prefix("sp") {
            self.strength = Some(strength.parse().ok()?);
        } else if let Some(side) = part.strip_prefix("f_") {
            self.facing = Some(Facing::parse_side(side).ok()?);
        } else if let Some(vertex) = part.strip_prefix('f') {
            self.facing = Some(Facing::parse_vertex(vertex).ok()?);
        } else if let Some(level) = part.strip_prefix('t') {
            self.fatigue = level.parse().ok()?;
        } else {
            let code = part.strip_prefix('c')?;
            let command = battle.commands.iter().find(|own| own.code == code)?;
            self.assigned = Some(command.id);
        }
        Some(())
    }
}

/// The name for machines of one piece, unique in a battle.
pub(crate) fn key(battle: &BattleFacts, piece: Piece) -> String {
    match piece {
        Piece::Unit(id) => battle.unit(id).key.clone(),
        Piece::Section(id, letter) => format!("{}-{}", battle.unit(id).key, letter.letter()),
        Piece::Leader(id) => battle.leader(id).key.clone(),
    }
}

/// Every piece of a battle by its key.
pub(crate) fn pieces_by_key(battle: &BattleFacts) -> BTreeMap<String, Piece> {
    let units = battle.units.iter().flat_map(|unit| {
        let sections = unit.sections.iter().filter_map(|section| section.letter);
        std::iter::once(Piece::Unit(unit.id))
            .chain(sections.map(|letter| Piece::Section(unit.id, letter)))
    });
    let leaders = battle.leaders.iter().map(|leader| Piece::Leader(leader.id));
    units
        .chain(leaders)
        .map(|piece| (key(battle, piece), piece))
        .collect()
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let battle = longroll_shiloh::battle().expect("sound");
        let keys = pieces_by_key(&battle);
        for number in 1..=10 {
            let scenario = longroll_shiloh::scenario(number)
                .expect("there")
                .expect("sound");
            for entry in &scenario.setup {
                let look = Look {
                    height: Height::Covered,
                    activity: ActivityView::Done,
                    refused: Some(Hand::Left),
                    ..Look::set_up(entry)
                };
                let word = look.word(&battle);
                assert_eq!(Look::read(&battle, &keys, &word), Ok(look), "{word}");
            }
        }
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let battle = longroll_shiloh::battle().expect("sound");
        let keys = pieces_by_key(&battle);
        let key = keys.keys().next().expect("a battle has pieces").clone();
        let read = |word: &str| Look::read(&battle, &keys, word);
        assert_eq!(read("nobody"), Err(LookError::NoSuchPiece("nobody".into())));
        for part in ["", "sp", "sp999", "fX", "f_", "t", "c", "cnobody", "?"] {
            let word = format!("{key}~{part}");
            assert_eq!(
                read(&word),
                Err(LookError::NoSuchPart(part.into())),
                "{word}"
            );
        }
    }
}
