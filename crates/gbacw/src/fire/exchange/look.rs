//! What may be chosen in an exchange of fire, and what the judgements of one question share (SR 10.3, 10.4).

use core::cell::RefCell;
use std::rc::Rc;

use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{DeclaredFire, FireOptions};

use crate::fire::declaring::FireLook;
use crate::fire::exchange::frame::Volley;
use crate::scene::At;

/// What was chosen in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Firing {
    /// The declaration with one more fire.
    All(Vec<Volley>),
    /// A fire out of phase, with the SP that are kept back.
    One(Box<Volley>, u8),
    /// SR 8.45, 10.63: the last fire out of phase with another one added to it.
    Joined(Box<Volley>),
    /// BB 18.1-nofire: this unit does not fire.
    Cancelled(UnitId),
    /// Nobody fires (any more).
    Done,
}

/// What the judgements of one question about fire share.
#[derive(Debug)]
pub struct ExchangeLook<'a> {
    pub(super) at: At<'a>,
    pub(super) look: FireLook<'a>,
    pub(super) further: Further,
}

/// What else the unit of a declaration could fire at, by what binds all its shares; found out once for a whole list.
#[derive(Debug, Default)]
pub(super) struct Further(pub(super) RefCell<Vec<KnownFires>>);

pub(super) type KnownFires = (Option<FireOptions>, Rc<[DeclaredFire]>);
