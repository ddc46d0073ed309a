//! A unit about to move, with what its questions keep asking for, and the memory of its move.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::allowance::{Allowance, Fired, PointAllowance, allowance};
use crate::gait::{Gait, MoverClass, Way};
use crate::onward::Outlets;
use crate::passing::{Entry, LinePassage};
use crate::scene::Scene;

/// What a move must remember between its steps. The engine keeps one while a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Where the move began.
    pub start: HexId,
    /// SR 7.21: the facing with which it began or came into its present hex.
    pub entered_facing: Facing,
    /// MP paid for turning in the present hex.
    pub turn_paid: HalfMp,
    /// SR 7.33: MP paid for ending a refusal in the first hex.
    #[serde(default)]
    pub unrefused: HalfMp,
    /// Hexes entered so far.
    pub steps: u8,
    /// Where it came from into its present hex; that hex itself for whoever came onto the map there (SR 9.71).
    pub came_from: Option<HexId>,
    /// SR 8.22: the hex of its way before that one, where a second Disorder among friends sends it back to.
    #[serde(default)]
    pub before: Option<HexId>,
    /// SR 8.22: the last hex of its way before the one it came from where it could have stopped.
    #[serde(default)]
    pub refuge: Option<HexId>,
    /// SR 8.22: whether it could have stopped in its present hex, and in the one it came from.
    #[serde(default)]
    pub could_stop: [bool; 2],
    /// How it came in.
    pub came_by: Way,
    /// SR 12.8: nobody was in its present hex when it came in; who stands there now are guns that it has given a crew.
    #[serde(default)]
    pub entered_empty: bool,
    /// MP for terrain and hexside of the last step, without surcharges (SR 8.22).
    pub entry_cost: HalfMp,
    /// SR 9.53: it turned two or three vertices where it started next to the enemy, and stays.
    pub pinned: bool,
    /// SR 7.22: it turned about in its present hex; if it stays, the stack is inverted.
    pub about: bool,
    /// SR 8.22: the friends an Extended Line stands among on its way.
    pub line_passage: Option<LinePassage>,
    /// SR 8.23: the hexes of an Extended Line that it has entered in this move.
    pub line_entered: [Option<HexId>; 3],
    /// SR 8.5-form: MP spent by the extensions of a column.
    pub extension_spent: [HalfMp; 2],
    /// SR 8.22: where the extensions of a column came from into their present hexes, if they have moved.
    pub extension_from: [Option<HexId>; 2],
    /// SR 8.5-form: the column is being formed in this Activation.
    pub forming: bool,
    /// SR 10.44, reading I65: Withdrawal fire limits the move to one hex.
    pub one_hex: bool,
    /// SR 10.61.
    pub fired: bool,
    /// SR 9.53: its movement is over and it has taken its place; it may only fire.
    pub settled: bool,
    /// SR 11.52: the last steps of a charge that were made straight ahead over easy ground.
    #[serde(default)]
    pub straight: u8,
}

impl Progress {
    /// The start of a move.
    #[must_use]
    pub fn begin(state: &UnitState) -> Self {
        let along = state.turned_along;
        Self {
            start: state.hex,
            // SR 8.26: whoever was turned along has had his turn in this hex.
            entered_facing: along.map_or(state.facing, |turn| turn.from),
            turn_paid: along.map_or(HalfMp::ZERO, |turn| turn.paid),
            unrefused: HalfMp::ZERO,
            steps: 0,
            came_from: None,
            before: None,
            refuge: None,
            could_stop: [true, false],
            came_by: Way::OffRoute,
            entered_empty: false,
            entry_cost: HalfMp::ZERO,
            pinned: along.is_some_and(|turn| turn.pins),
            about: false,
            line_passage: None,
            line_entered: [None; 3],
            extension_spent: [HalfMp::ZERO; 2],
            extension_from: [None; 2],
            forming: false,
            one_hex: false,
            fired: false,
            settled: false,
            straight: 0,
        }
    }

    /// SR 8.23: a line has entered these hexes and stands as told; what it has left again does not matter.
    pub fn note_line_entered(&mut self, entered: &[HexId], state: &UnitState) {
        let known = self.line_entered;
        self.line_entered = [None; 3];
        let standing = state
            .hexes()
            .filter(|hex| entered.contains(hex) || known.contains(&Some(*hex)));
        for (place, hex) in self.line_entered.iter_mut().zip(standing) {
            *place = Some(hex);
        }
    }

    /// SR 8.42, 8.52-retract: on its way the counter has come out of this hex to an extension, which has paid for the ground.
    pub const fn draws_to(&mut self, from: HexId, cost: HalfMp) {
        self.came_from = Some(from);
        self.came_by = Way::OffRoute;
        self.entry_cost = cost;
    }

    /// How it came into its present hex.
    pub(crate) const fn entry(&self, from: HexId, hex: HexId) -> Entry {
        Entry {
            from,
            hex,
            way: self.came_by,
            cost: self.entry_cost,
        }
    }

    /// SR 10.61: whether it has fired in this Activation.
    #[must_use]
    pub fn fired(&self) -> Fired {
        if self.fired { Fired::Yes } else { Fired::No }
    }
}

/// What the steps of a unit keep asking about the hexes around it, as bits by direction: only where a bit is set is the
/// question worth asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Around {
    /// BB 14.55: the way leads away from the friends it must come nearer to.
    pub(crate) away: u8,
    /// SR 9.22: an enemy within 4 hexes sees the hex, if the unit is on the march.
    pub(crate) seen: u8,
    /// SR 9.55: the enemy keeps guns off, if the unit is artillery.
    pub(crate) kept_off: u8,
}

/// BB 14.55: whether a unit still chooses where it ends its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveEnd {
    /// It does.
    Chosen,
    /// It is held to what it has begun.
    Forced,
}

/// A unit about to move.
#[derive(Debug, Clone, Copy)]
pub struct Walker<'a> {
    /// Which.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    /// Its cost class.
    pub class: MoverClass,
    /// Its mode of movement.
    pub gait: Gait,
    /// As it stands.
    pub state: &'a UnitState,
    /// Its MA; none for a battery without horses.
    pub points: Option<PointAllowance>,
    /// MP left.
    pub left: HalfMp,
    /// What many of its steps ask about the hexes around it, if it has been found out beforehand.
    pub around: Option<Around>,
    /// What has been found out about the ways out of hexes of friends, for a list of its steps.
    pub outlets: Option<&'a Outlets>,
    /// BB 14.55: by whose will its move ends.
    pub end: MoveEnd,
}

impl<'a> Walker<'a> {
    /// The unit as it stands.
    ///
    /// # Errors
    /// When it is off the map, or a gunboat, which has a rule of its own.
    pub fn of(scene: &Scene<'a>, unit: UnitId, fired: Fired) -> Result<Self, Refusal> {
        let facts = scene.setting.unit(unit);
        let state = scene.position.unit(unit);
        let Some(class) = MoverClass::standing(facts, state) else {
            return Err(Refusal::new(
                Rule::BB_14_73,
                "gunboats move by their own rule",
            ));
        };
        if !state.on_map() {
            return Err(Refusal::new(Rule::SR_9_13, "the unit is not on the map"));
        }
        Ok(Self::standing(scene, unit, class, fired))
    }

    /// A unit of this class, on the map or about to enter it (SR 9.71).
    pub(crate) fn standing(
        scene: &Scene<'a>,
        unit: UnitId,
        class: MoverClass,
        fired: Fired,
    ) -> Self {
        let (facts, state) = (scene.setting.unit(unit), scene.position.unit(unit));
        let points = match allowance(scene.setting, scene.position, unit, fired) {
            Allowance::Points(points) => Some(points),
            Allowance::OneHex | Allowance::River => None,
        };
        let left = points.map_or(HalfMp::ZERO, |points| points.total.less(state.spent));
        let gait = Gait::of(class, state.orders_now());
        Self {
            unit,
            side: facts.side,
            class,
            gait,
            state,
            points,
            left,
            around: None,
            outlets: None,
            end: MoveEnd::Chosen,
        }
    }

    /// The same, for a list of all its steps: what they keep asking for is found out once.
    ///
    /// # Errors
    /// SR 9.22: when it is on the march and seen where it stands, and none of them need be looked at.
    pub fn for_many_steps(
        mut self,
        scene: &Scene<'_>,
        progress: &Progress,
    ) -> Result<Self, Refusal> {
        let hex = self.state.hex;
        let mut around = Around {
            away: crate::special::ways_away(scene, &self, progress.start, hex),
            ..Around::default()
        };
        if self.gait == Gait::March {
            if progress.steps == 0 {
                // A column is seen in any of its hexes.
                for own in self.state.hexes() {
                    crate::adjacency::march_may_start(scene, self.side, own)?;
                }
            }
            around.seen = crate::adjacency::watched_around(scene, self.side, hex);
        }
        if self.class == MoverClass::Artillery {
            for (direction, to) in scene.grid().neighbours(hex) {
                let start = Some(progress.start);
                if crate::artillery::artillery_may_enter(scene, self.side, start, to).is_err() {
                    around.kept_off |= 1 << direction.index();
                }
            }
        }
        self.around = Some(around);
        Ok(self)
    }

    /// SR 9.45: what a turn that the road pays back is worth; first it makes up for MP spent beyond what is left to whoever
    /// was disordered on the way.
    pub(crate) fn worth_of(&self, repaid: HalfMp) -> HalfMp {
        let over = self
            .points
            .map_or(HalfMp::ZERO, |points| self.state.spent.less(points.total));
        repaid.less(over)
    }

    /// Whether its movement in this Activation is still open.
    ///
    /// # Errors
    /// The deed that closed it.
    pub fn may_still_move(&self) -> Result<(), Refusal> {
        let deeds = self.state.deeds;
        if deeds.has(Deeds::FINISHED) {
            return Err(Refusal::new(Rule::SR_9_12, "its Activation is over"));
        }
        if deeds.has(Deeds::WITHDREW) {
            return Err(Refusal::new(
                Rule::SR_9_54,
                "Withdrawal movement is its whole movement",
            ));
        }
        if deeds.has(Deeds::REORDERED) {
            return Err(Refusal::new(
                Rule::SR_8_24,
                "it changed the stacking order instead of moving",
            ));
        }
        if deeds.has(Deeds::RECOVERED) {
            return Err(Refusal::new(
                Rule::SR_3_0_III_C_3,
                "a unit that tries to recover does not move",
            ));
        }
        if deeds.has(Deeds::MOVE_ENDED) {
            return Err(Refusal::new(
                Rule::SR_9_53,
                "its movement has ceased for this phase",
            ));
        }
        Ok(())
    }

    /// Whether nothing has been spent and no hex left: what happens now can be its whole move (SR 9.42).
    #[must_use]
    pub fn is_fresh(&self, progress: &Progress) -> bool {
        progress.steps == 0 && self.state.spent == HalfMp::ZERO
    }

    /// SR 9.42: whether a step now can still be the one hex that is always allowed: no hex left, nothing spent but on turns.
    #[must_use]
    pub fn is_whole_move(&self, progress: &Progress) -> bool {
        progress.steps == 0 && self.state.spent == progress.turn_paid + progress.unrefused
    }

    /// Whether it stands in one hex.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.state.extent == Extent::Single
    }

    /// SR 9.42: what the MP are enough for.
    ///
    /// # Errors
    /// When they are not, and no exception helps.
    pub fn afford(
        &self,
        progress: &Progress,
        total: HalfMp,
        contact: bool,
    ) -> Result<MinimumMove, Refusal> {
        let Some(points) = self.points else {
            return if progress.steps == 0 {
                Ok(MinimumMove::Immobile)
            } else {
                Err(Refusal::new(
                    Rule::BB_14_61,
                    "a battery without horses moves one hex per Activation",
                ))
            };
        };
        if total <= self.left {
            return Ok(MinimumMove::No);
        }
        // The one hex includes every change of facing, those already paid for as well.
        if self.is_whole_move(progress) {
            let whole = total + progress.turn_paid + progress.unrefused;
            if !contact && whole <= HalfMp::whole(points.printed) {
                return Ok(MinimumMove::AwayFromEnemy);
            }
            // Whoever goes into contact so fires neither before nor afterwards.
            let attack = self.gait == Gait::Attack
                && !self.state.is_disordered()
                && !self.state.deeds.has(Deeds::FIRED);
            if contact && attack && whole <= HalfMp::whole(points.good_order) {
                return Ok(MinimumMove::IntoContact);
            }
        }
        Err(Refusal::new(Rule::SR_9_42, "not enough MP"))
    }
}

/// SR 9.42, reading I58: whether a step is paid normally or is the one hex that is always allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinimumMove {
    /// The MP suffice.
    No,
    /// Exception 1: one hex within the printed MA, not next to an enemy; the whole move.
    AwayFromEnemy,
    /// Exception 2: one hex next to the enemy under Attack orders; no fire and no assault in this Activation.
    IntoContact,
    /// BB 14.61: the one hex of a battery without horses.
    Immobile,
}
