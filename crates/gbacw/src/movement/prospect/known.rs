//! What the judgements about one unit share, each found out when it is first asked for.

use core::cell::{OnceCell, RefCell};
use std::rc::Rc;

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_core::Refusal;
use longroll_movement::extension::Formed;
use longroll_movement::step::{StepOrder, StepTerms};
use longroll_movement::{Outlets, Progress, Walker};
use longroll_position::{Extent, HalfMp, Position, UnitState};
use longroll_rule::Rule;

use crate::alert::Course;
use crate::fire::{ExchangeLook, FireStep};
use crate::movement::permits::{Drive, may_spend};
use crate::procedure::Breadth;
use crate::scene::At;

pub(super) type Retractions = Result<Vec<(HexId, Extent, HalfMp)>, Refusal>;

/// What the judgements about one unit share, each found out when it is first asked for.
#[derive(Debug)]
pub struct Prospect<'a> {
    pub(super) at: At<'a>,
    pub(super) unit: UnitId,
    pub(super) progress: Progress,
    pub(super) breadth: Breadth,
    pub(super) walker: OnceCell<Result<Walker<'a>, Refusal>>,
    pub(super) stepping: OnceCell<Result<Walker<'a>, Refusal>>,
    pub(super) drive: OnceCell<Option<Drive>>,
    pub(super) driven_on: OnceCell<bool>,
    /// SR 10.31: whether it may fire at all.
    pub(super) fires: OnceCell<Result<(), Refusal>>,
    pub(super) spends: OnceCell<Result<(), Refusal>>,
    pub(super) course: OnceCell<Option<Course>>,
    pub(super) mode: OnceCell<Rule>,
    pub(super) leaves_large_stack: OnceCell<bool>,
    /// The ordinary step judged last: along a route three choices ask for it.
    pub(super) best: RefCell<Option<(StepOrder, Result<StepTerms, Refusal>)>>,
    pub(super) retractions: OnceCell<Retractions>,
    pub(super) forms: OnceCell<Result<Vec<Formed>, Refusal>>,
    /// Its own fire, and what the judgements about it share.
    pub(super) phasing: OnceCell<(FireStep, ExchangeLook<'a>)>,
    pub(super) halting: OnceCell<Result<(), Refusal>>,
    /// What stopping here would still cost; none if it may not.
    pub(super) stopping: OnceCell<Option<HalfMp>>,
    /// Shared with how it would stand after a turn.
    pub(super) outlets: Rc<Outlets>,
    pub(super) leads_on: OnceCell<bool>,
    /// A copy of the position in which it may stand otherwise.
    pub(super) imagined: RefCell<Option<Position>>,
}

impl<'a> Prospect<'a> {
    /// Of a unit under way.
    pub(in crate::movement) fn new(
        at: At<'a>,
        unit: UnitId,
        progress: Progress,
        breadth: Breadth,
    ) -> Self {
        Self {
            at,
            unit,
            progress,
            breadth,
            walker: OnceCell::new(),
            stepping: OnceCell::new(),
            drive: OnceCell::new(),
            driven_on: OnceCell::new(),
            fires: OnceCell::new(),
            spends: OnceCell::new(),
            course: OnceCell::new(),
            mode: OnceCell::new(),
            leaves_large_stack: OnceCell::new(),
            best: RefCell::new(None),
            retractions: OnceCell::new(),
            forms: OnceCell::new(),
            phasing: OnceCell::new(),
            halting: OnceCell::new(),
            stopping: OnceCell::new(),
            outlets: Rc::default(),
            leads_on: OnceCell::new(),
            imagined: RefCell::new(None),
        }
    }

    /// Of a unit that begins to move.
    pub(in crate::movement) fn begin(at: At<'a>, unit: UnitId, breadth: Breadth) -> Self {
        Self::new(at, unit, Progress::begin(at.position.unit(unit)), breadth)
    }

    pub(in crate::movement) const fn unit(&self) -> UnitId {
        self.unit
    }

    pub(super) fn state(&self) -> &'a UnitState {
        self.at.position.unit(self.unit)
    }

    pub(super) fn is_line(&self) -> bool {
        matches!(self.state().extent, Extent::Line { .. })
    }

    /// Nothing has been done or paid for in this Activation.
    pub(super) fn is_fresh(&self) -> bool {
        self.progress.steps == 0 && self.state().spent == HalfMp::ZERO
    }

    /// Whether the unit, or a section of it, has not all its ammunition.
    pub(super) fn is_short(&self) -> bool {
        let mut sections = self.at.position.fires.sections.iter();
        self.state().ammunition != Ammunition::Full || sections.any(|own| own.unit == self.unit)
    }

    pub(super) fn spends(&self) -> Result<(), Refusal> {
        self.spends
            .get_or_init(|| may_spend(self.at, self.unit))
            .clone()
    }

    pub(super) fn walker(&self) -> Result<&Walker<'a>, Refusal> {
        self.walker
            .get_or_init(|| Walker::of(&self.at, self.unit, self.progress.fired()))
            .as_ref()
            .map_err(Clone::clone)
    }

    /// SR 6.24-A: what Loose Reins drives it to.
    pub(super) fn drive(&self) -> Option<&Drive> {
        self.drive
            .get_or_init(|| Drive::of(self.at, self.unit, &self.progress))
            .as_ref()
    }

    /// SR 6.24-A: whether Loose Reins drives it and it could end nearer to the enemy.
    pub(in crate::movement) fn is_driven_on(&self) -> bool {
        *self.driven_on.get_or_init(|| {
            let drive = self.drive();
            drive.is_some_and(|drive| drive.goes_on(self.at, &self.progress))
        })
    }

    /// SR 6.24-A: whoever is driven on does not spend MP on his shape.
    pub(super) fn may_reshape(&self) -> Result<(), Refusal> {
        self.spends()?;
        match self.drive() {
            Some(drive) if drive.is_pending() => Err(Refusal::new(
                Rule::SR_6_24_A,
                "Loose Reins drives it as near to the enemy as it can come",
            )),
            _ => Ok(()),
        }
    }
}
