//! SR 12.6-fire: the unit whose fire has emptied a hex next to it may advance into it at once.

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{Arm, LeaderId, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::allowance::Fired;
use longroll_movement::extension::line_advances;
use longroll_movement::stacking::is_legal_with;
use longroll_movement::step::swamp_guide;
use longroll_movement::{Check as Ground, Gait, Progress, Walker, Way};
use longroll_position::{Deeds, Extent, HalfMp, LeaderNote};
use longroll_rule::Rule;
use smallvec::SmallVec;

use self::frame::Going;
use super::check::{Check, CheckStep, Checked, Occasion, disorder};
use super::walk::{asks_where, judge_where, wheres};
use super::way_back::bogs;
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::relocation::relocate;
use crate::movement::{
    Cause, Destination, FaceCause, GroundCheck, ReactStep, StageStep, may_fall_back_with,
    stay_behind,
};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done, Step};

mod frame;

pub(crate) use self::frame::Advancer;
pub use self::frame::{Advance, AdvanceMoveStep, AdvanceStep};

const RULE: Rule = Rule::SR_12_6_fire;

/// What its owner says to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFire {
    /// It advances.
    Advances(Advance),
    /// SR 12.72: he will go along.
    Brings(LeaderId),
    /// It stays.
    Stays,
}

impl AdvanceStep {
    /// SR 12.6: into a hex that the enemy has left, over ground that is open to the unit.
    fn may_advance(&self, at: At<'_>, hex: HexId, facing: Facing) -> Result<Advance, Refusal> {
        let unit = self.unit;
        let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
        let no = |rule, reason| Err(Refusal::new(rule, reason));
        if !state.on_map() || state.deeds.has(Deeds::FINISHED) {
            return no(Rule::SR_12_35f, "its Activation is over");
        }
        if matches!(facts.arm, Arm::Artillery | Arm::Gunboat) {
            return no(Rule::SR_12_6_misc, "artillery never advances");
        }
        let emptied = |hex: &HexId| at.position.holder(*hex) != Some(facts.side.enemy());
        let ways = self.line_ways(at);
        if !ways.is_empty() {
            let mut ways = ways.into_iter();
            return match ways.find(|way| (way.hex, way.facing) == (hex, facing)) {
                Some(way) => Ok(way),
                None => no(
                    Rule::SR_8_47_advance,
                    "a line advances into what its fire has emptied, straight ahead or by a wheel",
                ),
            };
        }
        if !self.hexes.contains(&hex) || !emptied(&hex) {
            return no(RULE, "its fire has not emptied that hex");
        }
        // SR 8.52: a column takes its markers back before it advances; SR 8.47-advance: so does a line that cannot as a line.
        match self.followed(at, hex) {
            None => judge_advance(at, unit, hex, facing, false),
            Some(faced) if faced != facing => no(
                Rule::SR_7_11,
                "whoever follows others into a hex faces as they do",
            ),
            Some(_) => {
                is_legal_with(at.setting, at.position, hex, (unit, Extent::Single, 0))?;
                judge_advance(at, unit, hex, facing, true)
            }
        }
    }
}

impl AdvanceStep {
    /// SR 10.82, 7.11: how those face who have fired with it and have advanced into the hex before it.
    fn followed(&self, at: At<'_>, hex: HexId) -> Option<Facing> {
        let friend = at.position.stack(hex).next()?;
        Some(at.position.unit(friend.unit).facing)
    }

    /// Where it might advance to, and how it would face there.
    fn ways(&self, at: At<'_>) -> Vec<(HexId, Facing)> {
        let state = at.position.unit(self.unit);
        let lines = self.line_ways(at);
        if !lines.is_empty() {
            let ways = lines.into_iter();
            return ways.map(|way| (way.hex, way.facing)).collect();
        }
        let into = |&hex: &HexId| {
            let faced = self.followed(at, hex);
            let turns = faced.map_or([0, -1, 1].as_slice(), |_| [0].as_slice());
            let from = faced.unwrap_or(state.facing);
            turns.iter().map(move |&turn| (hex, from.turned(turn)))
        };
        self.hexes.iter().flat_map(into).collect()
    }

    fn can_advance(&self, at: At<'_>) -> bool {
        let mut ways = self.ways(at).into_iter();
        ways.any(|(hex, facing)| self.may_advance(at, hex, facing).is_ok())
    }

    /// SR 8.47-advance: how a line may come into a hex that its fire has emptied; a choice names where its counter goes. None of a unit
    /// that is no line.
    fn line_ways(&self, at: At<'_>) -> Vec<Advance> {
        if !matches!(at.position.unit(self.unit).extent, Extent::Line { .. }) {
            return Vec::new();
        }
        let enemy = at.setting.unit(self.unit).side.enemy();
        let emptied = self.hexes.iter().copied();
        let mut found: Vec<Advance> = Vec::new();
        for won in emptied.filter(|&hex| at.position.holder(hex) != Some(enemy)) {
            for way in line_advances(&at, self.unit, won)
                .into_iter()
                .map(Advance::from)
            {
                if !found.contains(&way) {
                    found.push(way);
                }
            }
        }
        found
    }
}

/// SR 12.6: whether a unit may advance into a hex beside it: over ground that is open to it, turning one vertex at most
/// unless it turns freely (SR 11.46-defender).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn judge_advance(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    freely: bool,
) -> Result<Advance, Refusal> {
    let state = at.position.unit(unit);
    let no = |rule, reason| Err(Refusal::new(rule, reason));
    let (from, direction) = from_beside(at, unit, hex)?;
    let far = state.facing.turns_to(facing).is_none_or(|steps| steps > 1);
    if facing.kind() != state.facing.kind() || far && !freely {
        return no(Rule::SR_12_6_misc, "it may turn one vertex as it advances");
    }
    let walker = Walker::of(&at, unit, Fired::No)?;
    // SR 9.72, BB 14.46: where it could not move.
    longroll_movement::special::may_enter(&at, &walker, hex)?;
    // SR 9.44: an advance may lead over a bridge or ford that movement under Attack orders may not use.
    let step = |way| {
        at.tables
            .step(from, direction, walker.class, Gait::Advance, way)
    };
    let over = || step(Way::Route).filter(|_| at.tables.has_crossing(from, direction));
    let Some(price) = step(Way::OffRoute).or_else(over) else {
        return no(Rule::SR_12_6_terrain, "the hexside or hex is closed to it");
    };
    Ok(Advance {
        hex,
        extent: Extent::Single,
        facing,
        checks: price.checks,
    })
}

/// The hex of the unit beside the one it advances into.
pub(crate) fn from_beside(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
) -> Result<(HexId, Direction), Refusal> {
    let grid = at.setting.grid();
    let mut own = at.position.unit(unit).hexes();
    own.find_map(|from| Some((from, grid.direction_between(from, hex)?)))
        .ok_or_else(|| Refusal::new(RULE, "it began next to the hex it fired at"))
}

impl Procedure for AdvanceStep {
    type Means = AfterFire;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: at.setting.unit(self.unit).side,
            rule: RULE,
            prompt: Prompt::AdvanceAfterFire { unit: self.unit },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        for leader in at.setting.leader_ids() {
            each(Choice::Accompany { leader, unit });
        }
        for (hex, facing) in self.ways(at) {
            each(Choice::Advance { unit, hex, facing });
        }
        each(Choice::Done);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<AfterFire> {
        match choice {
            Choice::Advance { unit, hex, facing } if unit == self.unit => {
                let advance = self.may_advance(at, hex, facing)?;
                Ok(Ruling::new(RULE, AfterFire::Advances(advance)))
            }
            Choice::Advance { .. } => Err(Refusal::new(RULE, "another unit has fired")),
            Choice::Accompany { leader, unit } if unit == self.unit => {
                let rule = may_fall_back_with(at, leader, unit)?;
                if self.can_advance(at) {
                    Ok(Ruling::new(rule, AfterFire::Brings(leader)))
                } else {
                    Err(Refusal::new(Rule::SR_12_72, "it does not advance"))
                }
            }
            Choice::Done => Ok(Ruling::new(RULE, AfterFire::Stays)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, means: AfterFire) -> Result<(), ChanceError> {
        match means {
            AfterFire::Advances(advance) => {
                let rule = advance.rule(RULE);
                advances(play, self.unit, advance, rule, Advancer::Phasing);
            }
            AfterFire::Brings(leader) => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(self.unit)));
                play.push(self);
            }
            AfterFire::Stays => stay_behind(play, self.unit),
        }
        Ok(())
    }
}

/// The checks of the ground it has come into, then the enemies beside these hexes react.
fn arrives(play: &mut Play<'_>, unit: UnitId, checks: &[Ground], seen_in: &[HexId]) {
    let checks = checks
        .iter()
        .map(|&check| Step::from(StageStep::Check(GroundCheck::of_ground(unit, check))));
    let mut steps: Vec<Step> = checks.collect();
    steps.extend(seen_in.iter().map(|&hex| {
        let (mover, cause) = (unit, FaceCause::Moved);
        Step::from(ReactStep::Faces { mover, hex, cause })
    }));
    play.then(steps);
}

/// SR 12.6-terrain: a UDD on the way, or Disorder.
pub(crate) fn advances(
    play: &mut Play<'_>,
    unit: UnitId,
    advance: Advance,
    rule: Rule,
    who: Advancer,
) {
    AdvanceMoveStep::new(unit, advance, rule, who).begins(play);
}

impl Procedure for AdvanceMoveStep {
    type Means = HexId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        asks_where(at, self.unit, &self.gathering(at))
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        wheres(self.unit, &self.gathering(at), each);
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<HexId> {
        judge_where(self.unit, &self.gathering(at), choice)
            .unwrap_or_else(|| Err(self.beside_the_point(at)))
    }

    fn carry_out(self, play: &mut Play<'_>, gathers: HexId) -> Result<(), ChanceError> {
        self.comes_in(play, Some(gathers));
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.begins(play);
        Ok(())
    }

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let Done::Checked(Checked::SecondDisorder(_)) = result {
            self.stops(play);
        } else if play.position.unit(self.unit).on_map() {
            match self.going {
                Going::Out | Going::Gathering => self.enters(play),
                Going::In(due) => self.meets_ground(play, due),
            }
        }
        Ok(())
    }
}

impl AdvanceMoveStep {
    fn begins(mut self, play: &mut Play<'_>) {
        let unit = self.unit;
        let leaves = self.checks.has(Ground::LeaveSwamp);
        self.checks = self.checks.without_leaving();
        // BB 9.44-swamp-leader: a leader sees it out.
        let progress = Progress::begin(play.position.unit(unit));
        let guide = leaves.then(|| swamp_guide(&play.at(), &progress, unit, self.hex));
        if let Some(leader) = guide.flatten() {
            play.happens(Event::SeenOut { leader, unit });
            self.enters(play);
        } else if leaves {
            let occasion = Occasion::Terrain(Rule::BB_9_44_swamp_leave);
            play.call(self, CheckStep::Roll(Check::plain(unit, occasion)));
        } else {
            self.enters(play);
        }
    }

    fn stops(self, play: &mut Play<'_>) {
        let unit = self.unit;
        let rule = Rule::SR_12_6_terrain;
        play.happens(Event::Stopped { unit, rule });
        if play.position.acts_now(play.setting, unit) {
            play.did(unit, Deeds::MOVE_ENDED);
        }
        if self.called {
            play.finish(Done::Stopped);
        }
    }

    /// SR 12.35c: the UDDs of who was Disordered already when it came in.
    fn meets_ground(mut self, play: &mut Play<'_>, due: u8) {
        let Some(left) = due.checked_sub(1) else {
            return;
        };
        self.going = Going::In(left);
        let occasion = Occasion::Terrain(Rule::SR_12_6_terrain);
        play.call(self, CheckStep::Roll(Check::plain(self.unit, occasion)));
    }

    /// SR 11.12, 12.6: who turns as it advances after fire does so in the hex it has come into; the wheel of a line is no turn
    /// (reading 105 of the assault chapter).
    fn turn(&self, faced: Facing) -> Deeds {
        let turns = self.extent == Extent::Single && faced != self.facing;
        match self.who {
            Advancer::Phasing if turns => Deeds::TURNED_HERE,
            _ => Deeds::NONE,
        }
    }

    /// The Swamp hexes among which its owner is to choose now.
    fn gathering(&self, at: At<'_>) -> SmallVec<[HexId; 3]> {
        match self.going {
            Going::Gathering => bogs(at, self.unit, self.hex, self.extent),
            Going::Out | Going::In(_) => SmallVec::new(),
        }
    }

    fn enters(mut self, play: &mut Play<'_>) {
        let bogs = bogs(play.at(), self.unit, self.hex, self.extent);
        if bogs.len() > 1 {
            self.going = Going::Gathering;
            play.push(self);
        } else {
            self.comes_in(play, bogs.first().copied());
        }
    }

    fn comes_in(self, play: &mut Play<'_>, bog: Option<HexId>) {
        let unit = self.unit;
        let disordered = play.position.unit(unit).is_disordered();
        let ground = |check: &Ground| !(bog.is_some() && matches!(check, Ground::Hex));
        let checks: SmallVec<[Ground; 4]> = self.checks.iter().filter(ground).collect();
        let faced = play.position.unit(unit).facing;
        if faced != self.facing {
            let rule = match (self.extent, self.rule) {
                (Extent::Single, Rule::SR_12_6_fire | Rule::SR_11_46) => Rule::SR_12_6_misc,
                (_, rule) => rule,
            };
            play.happens(Event::Turned {
                unit,
                facing: self.facing,
                cost: HalfMp::ZERO,
                rule,
            });
        }
        let there = match bog {
            Some(hex) => Destination::single(hex),
            None => Destination::at_bottom(self.hex, self.extent),
        };
        let cause = match (self.extent, bog) {
            (Extent::Single, _) => Cause::Advances,
            (_, None) => Cause::LineAdvances,
            (_, Some(_)) => Cause::AdvancesIntoSwamp,
        };
        relocate(play, unit, there, HalfMp::ZERO, self.rule, cause);
        if play.position.acts_now(play.setting, unit) {
            let moved = Deeds::MOVED.with(Deeds::MOVE_ENDED);
            play.did(unit, moved.with(Deeds::ENTERED).with(self.turn(faced)));
        }
        if bog.is_some() {
            disorder(play, unit, Rule::BB_9_44_swamp_extended);
        }
        let seen_in: SmallVec<[HexId; 3]> = match self.who {
            Advancer::Phasing => play.position.unit(unit).hexes().collect(),
            Advancer::Waits | Advancer::NonPhasing => SmallVec::new(),
        };
        if !disordered {
            arrives(play, unit, &checks, &seen_in);
            return;
        }
        arrives(play, unit, &[], &seen_in);
        let sure =
            |check: &Ground| matches!(check, Ground::HexAutomatic | Ground::HexsideAutomatic);
        let rolled = |check: &&Ground| matches!(check, Ground::Hex | Ground::Hexside);
        if checks.iter().any(sure) {
            self.stops(play);
        } else {
            let due = checks.iter().filter(rolled).count();
            self.meets_ground(play, u8::try_from(due).unwrap_or(u8::MAX));
        }
    }
}
