//! What a unit under way does next (SR 9.1).

use longroll_board::{Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::supply::Resupply;
use longroll_movement::extension::{LineMove, LineTerms};
use longroll_movement::facing::TurnTerms;
use longroll_position::{BodyId, Mount, StackPlace};
use smallvec::SmallVec;

use crate::fire::{Firing, SectionPlace};
use crate::movement::permits::StepBack;
use crate::movement::prospect::reshaping::Reshape;
use crate::movement::stages::Stride;
use crate::recovery::Rally;

/// What a choice of a unit under way means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// SR 9.13: a step into the next hex.
    Step(Stride),
    /// SR 8.44: the line moves, wheels or turns about.
    Line(LineMove, LineTerms),
    /// BB 14.73: a gunboat sails on.
    Sail(HexId),
    /// SR 7.21, 7.22: it turns where it stands.
    Turn(TurnTerms),
    /// SR 7.32: it refuses a flank, and its stack with it.
    Refuse(Hand),
    /// SR 7.32-stack: it refuses alone.
    RefuseAlone(Hand),
    /// SR 7.33: it stops refusing.
    Unrefuse,
    /// SR 8.21: another unit of its hex goes with it.
    Together(UnitId),
    /// SR 8.4, 8.5: it spreads, gathers, forms line or column.
    Reshape(Reshape),
    /// SR 8.53: a column that can neither retract nor form line gathers, Disordered.
    GatherInDisorder(HexId),
    /// SR 14.22: it mounts or dismounts, with these who change as one.
    Mount(Mount, SmallVec<[UnitId; 4]>),
    /// SR 8.24: its place in the stack.
    Reorder(StackPlace, HexId),
    /// SR 9.54: it steps back into this hex.
    Withdraw(StepBack),
    /// SR 10.3: it fires; it began its move in this hex.
    Fire(HexId, Firing),
    /// SR 10.92: it brings up ammunition.
    Supply(Option<SectionPlace>, Resupply),
    /// SR 8.24: a section of the battery goes on top.
    Raise(SectionPlace),
    /// BB 14.79: a gunboat fires at whom it does not see.
    Shell(BodyId),
    /// SR 11.54: it announces a charge.
    Charge(HexId),
    /// SR 13.4: it tries to recover.
    Recover(Box<Rally>),
    /// SR 9.13: it stays where it is.
    Halt,
}
