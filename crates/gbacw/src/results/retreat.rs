//! SR 12.4, 8.47: a unit retreats, a line as a line where it can.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, LeaderId, Mobility, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::Checks;
use longroll_movement::retreat::{RetreatCause, RetreatPath, retreat_paths};
use longroll_position::{Extent, HalfMp, LeaderNote};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::check::{Check, CheckStep, Occasion};
use super::falls::{Driven, caused_by, gathered_in, leaves_area, leaving_rule};
use super::group::{note_leaders, note_shaken, pays_for_being_blocked, shake};
use super::loss::LossStep;
use super::losses::collapses_further;
use super::refuge::displace_exposed;
use super::removal::leave_map;
use super::second_disorder::abandon;
use super::walk::{Stop, Walk};
use super::way_back::{Fall, friends_on, mired_on, stops_on, whole_walk, woods_on};
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done, Step};

mod falling;
mod frame;

pub use self::falling::{Falling, FallsLook};
use self::falling::{judge_way, way_candidates};
pub use self::frame::{Account, Retreat, RetreatStep};

impl Retreat {
    fn cause(&self, at: At<'_>) -> RetreatCause {
        let on_map = |unit: &&UnitId| at.position.unit(**unit).on_map();
        let causing = self.causing.iter().filter(on_map);
        let hexes: Vec<HexId> = causing
            .flat_map(|&unit| at.position.unit(unit).hexes())
            .collect();
        caused_by(at, self.unit, &hexes)
    }

    /// SR 12.44: which limit keeps it from this hex.
    pub(crate) fn why_not(&self, at: At<'_>, hex: HexId) -> Refusal {
        let driven = Driven {
            unit: self.unit,
            cause: &self.cause(at),
            least: self.least,
            most: self.most,
        };
        driven.why_not(at, hex)
    }

    pub(crate) fn ways(&self, at: At<'_>) -> Vec<Fall> {
        // BB 14.61-retreat: guns without horses stay.
        let horseless = at.setting.unit(self.unit).mobility == Mobility::WithoutHorses;
        if horseless || !at.position.unit(self.unit).on_map() {
            return Vec::new();
        }
        let driven = Driven {
            unit: self.unit,
            cause: &self.cause(at),
            least: self.least,
            most: self.most,
        };
        // SR 8.49: a line that has enveloped draws together first.
        if at.position.unit(self.unit).is_enveloping() {
            return driven.gathered(at);
        }
        driven.falls(at)
    }
}

/// The unit falls back one hex, and everything that follows from it is put on the pending work: the guns it loses in
/// Woods, the ground it comes to, and the friends it went through (SR 12.46), who roll after it has come to its place.
pub(crate) fn fall(play: &mut Play<'_>, unit: UnitId, way: Fall, rule: Rule) {
    let retreat = Retreat {
        unit,
        least: 1,
        most: 1,
        causing: SmallVec::new(),
        rule,
        account: Account::Own,
        through: Vec::new(),
        owed: Vec::new(),
        first: None,
    };
    fall_back(play, &retreat, way);
}

/// A way back as it is gone.
struct Course {
    stops: SmallVec<[Stop; 4]>,
    /// SR 12.46: the friends on it.
    friends: Vec<UnitId>,
    /// BB 12.45: the Woods hexes in which guns roll.
    woods: u8,
}

impl Course {
    /// Of an extended unit, which disturbs nobody and has no guns.
    const fn open(stops: SmallVec<[Stop; 4]>) -> Self {
        Self {
            stops,
            friends: Vec::new(),
            woods: 0,
        }
    }
}

/// The hexes a retreat leads through, the friends and the Woods there.
fn course_of(at: At<'_>, retreat: &Retreat, way: Fall) -> Course {
    let unit = retreat.unit;
    let before = *at.position.unit(unit);
    let cause = retreat.cause(at);
    if way.extent == Extent::Single {
        let gathered;
        let mut seen = at;
        if matches!(before.extent, Extent::Line { .. }) {
            let driven = Driven {
                unit,
                cause: &cause,
                least: 1,
                most: retreat.most,
            };
            let from = before.hexes().find(|&part| {
                let drawn = gathered_in(at, unit, part);
                driven.reaches(at.at(&drawn), way.hex)
            });
            gathered = gathered_in(at, unit, from.unwrap_or(before.hex));
            seen = at.at(&gathered);
        }
        easiest(seen, unit, &cause, retreat.most, way)
    } else {
        Course::open(whole_walk(at, unit, &cause, way))
    }
}

/// SR 12.46: whom a unit that retreats so disturbs, with those whom others of its stack have disturbed before.
fn passed_by(at: At<'_>, retreat: &Retreat, on_way: Vec<UnitId>) -> Vec<UnitId> {
    let mut passed = retreat.through.clone();
    passed.extend(on_way);
    // BB 14.41: nobody minds a Detachment, nor does it mind anybody.
    if at.setting.unit(retreat.unit).is_detachment() {
        passed.clear();
    }
    passed.retain(|&friend| !at.setting.unit(friend).is_detachment());
    for &friend in &retreat.owed {
        if !passed.contains(&friend) {
            passed.push(friend);
        }
    }
    passed
}

/// The friends passed are told to whoever accounts for them.
pub(crate) fn fall_back(play: &mut Play<'_>, retreat: &Retreat, way: Fall) -> Vec<UnitId> {
    fall_back_with(play, retreat, way, false)
}

/// The same; SR 12.46: if others of its stack are to follow, the friends it has passed roll after them.
fn fall_back_with(
    play: &mut Play<'_>,
    retreat: &Retreat,
    way: Fall,
    others_follow: bool,
) -> Vec<UnitId> {
    let unit = retreat.unit;
    let at = play.at();
    let before = *at.position.unit(unit);
    let course = course_of(at, retreat, way);
    let drew_together = way.draws_together(&before);
    let mut passed = passed_by(at, retreat, course.friends);
    let friends = match retreat.account {
        Account::Own if !others_follow => core::mem::take(&mut passed),
        Account::Own | Account::Told => Vec::new(),
    };
    let arrived = RetreatStep::Arrived {
        unit,
        // Reading 93 of the assault chapter: a result that disorders it anyway asks for no UDD.
        drew_together: drew_together && !before.is_disordered() && retreat.account == Account::Own,
        first: retreat.first,
    };
    let riders = play
        .setting
        .leader_ids()
        .filter(|&leader| play.position.leader(leader).riding_with == Some(unit));
    let stays: Vec<Step> = match course.stops.split_last() {
        Some((_, between)) if !between.is_empty() => riders
            .map(|leader| {
                // SR 8.44: he goes with the part of the unit in whose hex he stands.
                let own = play.position.leader(leader).hex;
                let part = before.hexes().position(|hex| hex == own).unwrap_or(0);
                let hexes = between.iter().map(|stop| stop.part(part)).collect();
                RetreatStep::Stays { leader, hexes }.into()
            })
            .collect(),
        _ => Vec::new(),
    };
    let walk = Walk {
        unit,
        stops: course.stops,
        rule: retreat.rule,
        due: SmallVec::new(),
    };
    shake(play, Occasion::RetreatedThrough, friends);
    let steps: [Step; 3] = [
        walk.into(),
        RetreatStep::Woods {
            unit,
            hexes: course.woods,
        }
        .into(),
        arrived.into(),
    ];
    play.then(steps.into_iter().chain(stays));
    passed
}

/// The easiest way to a hex: through the fewest friends (SR 12.46), over the least ground that asks for checks, through the
/// fewest Swamps and Woods that harm it, the shortest.
fn easiest(at: At<'_>, unit: UnitId, cause: &RetreatCause, most: u8, way: Fall) -> Course {
    let end = way.hex;
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let ways = paths.iter().filter(|path| {
        let first = path.steps.first().map(|step| step.to);
        path.end() == Some(end) && (way.by().is_none() || way.by() == first)
    });
    let friends = |path: &RetreatPath| friends_on(at, path);
    let risks = |path: &RetreatPath| {
        let open = path.steps.iter();
        open.filter(|step| !step.price.checks.is_empty()).count()
    };
    let toll = |path: &RetreatPath| {
        let harm = (mired_on(at, path), woods_on(at, unit, path));
        (friends(path).len(), risks(path), harm, path.steps.len())
    };
    let best = ways.min_by_key(|path| toll(path));
    let Some(best) = best else {
        let stop = Stop {
            hex: end,
            extent: Extent::Single,
            checks: Checks::NONE,
            by_route: false,
            among_friends: false,
        };
        return Course::open(SmallVec::from_slice(&[stop]));
    };
    Course {
        stops: stops_on(at, best),
        friends: friends(best),
        woods: woods_on(at, unit, best),
    }
}

/// BB 12.45: the guns of a battery roll for every Woods hex it went through.
pub(crate) fn lose_guns_in_woods(play: &mut Play<'_>, unit: UnitId, hexes: u8) {
    play.push(RetreatStep::Woods { unit, hexes });
}

/// BB 12.45: a third of the die in guns is lost.
fn woods_roll(unit: UnitId) -> Roll {
    Roll::new(
        Purpose::GunsInWoods(unit),
        Rule::BB_12_45,
        Terms::new(),
        |die, _| Verdict::Guns(die.face() / 3),
    )
}

/// The ways back of each unit that may be next, looked up once.
#[derive(Debug)]
pub struct RetreatLook<'a> {
    at: At<'a>,
    ways: Vec<Vec<Fall>>,
}

/// What was chosen of a retreat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retreating {
    /// SR 12.72: a leader goes along with a unit.
    Accompany(LeaderId, UnitId),
    /// SR 12.72: he has stayed in a hex before the last.
    Stays(LeaderId, HexId),
    /// SR 12.72: he has not.
    GoesOn,
    /// SR 12.44: one falls back, and the others are to follow.
    FallBack(Box<Departure>),
}

/// SR 12.44: whoever falls back now, by which way, and whoever is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    retreat: Retreat,
    way: Fall,
    others: Vec<Retreat>,
}

impl Departure {
    /// One of the retreats is made, the others are left in their order.
    fn of(retreat: &Retreat, way: Fall, all: &[Retreat]) -> Box<Self> {
        let others = all.iter().filter(|other| other.unit != retreat.unit);
        Box::new(Self {
            retreat: retreat.clone(),
            way,
            others: others.cloned().collect(),
        })
    }

    fn carry_out(self, play: &mut Play<'_>) {
        let Self {
            retreat,
            way,
            mut others,
        } = self;
        let (unit, missing) = (retreat.unit, way.missing);
        match retreat.account {
            Account::Own => {
                let others_follow = !others.is_empty();
                if others_follow {
                    let on_way = course_of(play.at(), &retreat, way).friends;
                    let passed = passed_by(play.at(), &retreat, on_way);
                    owes(&mut others, passed);
                }
                play.then(RetreatStep::all(others).map(Step::from));
                if missing > 0 {
                    unfulfilled(play, &retreat, missing);
                }
                fall_back_with(play, &retreat, way, others_follow);
            }
            Account::Told => {
                let passed = fall_back(play, &retreat, way);
                play.finish(Done::Retreated {
                    unit,
                    missing,
                    passed,
                });
            }
        }
    }
}

impl Procedure for RetreatStep {
    type Look<'a> = RetreatLook<'a>;
    type Means = Retreating;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        if let Self::Stays { leader, hexes } = self {
            let state = at.position.leader(*leader);
            let has_left = hexes.iter().any(|hex| *hex != state.hex);
            return (state.on_map() && has_left).then(|| Ask {
                side: at.setting.leader(*leader).side,
                rule: Rule::SR_12_72,
                prompt: Prompt::StaysBehind { leader: *leader },
            });
        }
        let retreats = self.retreats().iter();
        let mut open = retreats.filter(|each| !each.ways(at).is_empty());
        let &Retreat { unit, rule, .. } = open.next()?;
        let prompt = match open.next() {
            Some(_) => Prompt::FallBacks {
                body: at.position.body_of(at.setting, unit),
            },
            None => Prompt::FallBack { unit },
        };
        let side = at.setting.unit(unit).side;
        Some(Ask { side, rule, prompt })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> RetreatLook<'a> {
        let retreats = self.retreats().iter();
        let ways = retreats.map(|retreat| retreat.ways(at)).collect();
        RetreatLook { at, ways }
    }

    fn candidates(&self, look: &RetreatLook<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Stays { leader, hexes } = self {
            for &hex in hexes {
                let leader = *leader;
                each(Choice::Ride { leader, hex });
            }
            each(Choice::Halt);
        }
        for (retreat, ways) in self.retreats().iter().zip(&look.ways) {
            if !ways.is_empty() {
                way_candidates(look.at, retreat.unit, ways, each);
            }
        }
    }

    fn judge(&self, look: &RetreatLook<'_>, choice: Choice) -> Judgement<Retreating> {
        if let Self::Stays { leader: own, hexes } = self {
            match choice {
                Choice::Halt => return Ok(Ruling::new(Rule::SR_12_72, Retreating::GoesOn)),
                Choice::Ride { leader, hex } if leader == *own && hexes.contains(&hex) => {
                    let stays = Retreating::Stays(leader, hex);
                    return Ok(Ruling::new(Rule::SR_12_72, stays));
                }
                _ => {}
            }
        }
        let named = match choice {
            Choice::FallBack { unit, .. } | Choice::Accompany { unit, .. } => Some(unit),
            _ => None,
        };
        let mut all = self.retreats().iter().zip(&look.ways);
        let own = |(retreat, _): &(&Retreat, &Vec<Fall>)| Some(retreat.unit) == named;
        let Some((retreat, ways)) = all.clone().find(own).or_else(|| all.next()) else {
            return Err(self.beside_the_point(look.at));
        };
        let falling = |who| who == retreat.unit && !ways.is_empty();
        let why_not = |hex| retreat.why_not(look.at, hex);
        let judged = judge_way(look.at, choice, falling, ways, retreat.rule, why_not);
        let ruling = judged.unwrap_or_else(|| Err(self.beside_the_point(look.at)))?;
        Ok(ruling.map(|falling| match falling {
            Falling::Accompany(leader, unit) => Retreating::Accompany(leader, unit),
            Falling::Back(_, way) => {
                Retreating::FallBack(Departure::of(retreat, way, self.retreats()))
            }
        }))
    }

    fn carry_out(self, play: &mut Play<'_>, means: Retreating) -> Result<(), ChanceError> {
        match means {
            Retreating::Accompany(leader, unit) => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                play.push(self);
            }
            Retreating::Stays(leader, hex) => {
                let state = play.position.leader(leader);
                let (from, spent) = (state.hex, state.spent);
                play.happens(Event::Rode {
                    leader,
                    from,
                    to: hex,
                    cost: HalfMp::ZERO,
                    spent,
                });
                displace_exposed(play);
            }
            Retreating::GoesOn => {}
            Retreating::FallBack(departure) => departure.carry_out(play),
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::FallBack(Retreat { unit, owed, .. }) if !play.position.unit(unit).on_map() => {
                shake(play, Occasion::RetreatedThrough, owed);
            }
            // BB 30.0, reading 91 of the assault chapter: the edge of the area does not block it.
            Self::FallBack(Retreat { unit, owed, .. }) if leaves_area(play.at(), unit) => {
                shake(play, Occasion::RetreatedThrough, owed);
                let rule = leaving_rule(play.at());
                leave_map(play, unit, rule);
            }
            Self::FallBack(retreat) if retreat.account == Account::Told => {
                let (unit, missing, passed) = (retreat.unit, retreat.least, Vec::new());
                play.finish(Done::Retreated {
                    unit,
                    missing,
                    passed,
                });
            }
            Self::InAnyOrder(mut retreats) => {
                // Nobody finds a way back: whoever called calls again, or they pay for it.
                let own = |retreat: &Retreat| retreat.account == Account::Own;
                if !retreats.iter().all(own) {
                    return Self::FallBack(retreats.remove(0)).runs(play);
                }
                nobody_falls_back(play, retreats);
            }
            Self::FallBack(retreat) => {
                shake(play, Occasion::RetreatedThrough, retreat.owed.clone());
                unfulfilled(play, &retreat, 1);
            }
            Self::Woods { unit, hexes } => {
                if hexes == 0 || !play.position.unit(unit).on_map() {
                    return Ok(());
                }
                let rolled = play.roll(woods_roll(unit))?;
                let hexes = hexes - 1;
                play.push(Self::Woods { unit, hexes });
                if let Verdict::Guns(sp @ 1..) = rolled.verdict {
                    let rule = Rule::BB_12_45;
                    play.push(LossStep { unit, sp, rule });
                }
            }
            Self::Arrived {
                unit,
                drew_together,
                first: Some(rule),
            } => {
                play.push(Self::Arrived {
                    unit,
                    drew_together,
                    first: None,
                });
                let occasion = Occasion::RetreatBeforeAssault(rule);
                play.push(CheckStep::Roll(Check::plain(unit, occasion)));
            }
            Self::Arrived {
                unit,
                drew_together,
                first: None,
            } => arrived(play, unit, drew_together),
            Self::Stays { .. } => {}
        }
        Ok(())
    }
}

/// SR 12.44-blocked: none of them finds a way back, and they pay for it, stack by stack.
fn nobody_falls_back(play: &mut Play<'_>, mut retreats: Vec<Retreat>) {
    let at = play.at();
    let all: Vec<UnitId> = retreats.iter().map(|own| own.unit).collect();
    let owed: Vec<UnitId> = retreats
        .iter_mut()
        .flat_map(|own| core::mem::take(&mut own.owed))
        .collect();
    retreats.retain(|retreat| {
        leaves_area(at, retreat.unit) || pays_for_its_stack(at, retreat.unit, &all)
    });
    if let Some(last) = retreats.last_mut() {
        last.owed = owed;
    }
    play.then(
        retreats
            .into_iter()
            .map(|each| RetreatStep::FallBack(each).into()),
    );
}

/// SR 8.47-retreat: one that had to draw together makes a UDD unless it is Disordered already.
fn arrived(play: &mut Play<'_>, unit: UnitId, drew_together: bool) {
    let state = play.position.unit(unit);
    if drew_together && state.on_map() && !state.is_disordered() {
        play.push(CheckStep::Roll(Check::plain(unit, Occasion::DrewTogether)));
    }
}

/// SR 12.46: the last to fall back brings on the checks of friends whom others of its stack have gone through.
fn owes(retreats: &mut [Retreat], passed: Vec<UnitId>) {
    if let Some(last) = retreats.last_mut() {
        for friend in passed {
            if !last.owed.contains(&friend) {
                last.owed.push(friend);
            }
        }
    }
}

/// SR 12.44-blocked, reading 82 of the assault chapter: of a stack that finds no way back the top unit pays for all; guns are left
/// standing each by itself.
fn pays_for_its_stack(at: At<'_>, unit: UnitId, all: &[UnitId]) -> bool {
    let is_gun = |unit: UnitId| at.setting.unit(unit).arm == Arm::Artillery;
    let mut stack = at.position.stack(at.position.unit(unit).hex);
    let top = stack.find(|part| all.contains(&part.unit) && !is_gun(part.unit));
    is_gun(unit) || top.is_none_or(|top| top.unit == unit)
}

/// SR 12.44-blocked: hexes that cannot be retreated cost strength; SR 12.45: guns are left standing.
fn unfulfilled(play: &mut Play<'_>, retreat: &Retreat, sp: u8) {
    let unit = retreat.unit;
    if play.setting.unit(unit).arm == Arm::Artillery {
        abandon(play, unit, Rule::SR_12_45);
        return;
    }
    let rule = Rule::SR_12_44_blocked;
    if !pays_for_being_blocked(play, unit) {
        return;
    }
    if collapses_further(play.at(), unit, sp) {
        note_shaken(play, unit);
    }
    note_leaders(play, unit, sp);
    play.push(LossStep { unit, sp, rule });
}
