//! SR 12.4, 8.47: a unit retreats, a line as a line where it can.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Mobility, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::Checks;
use longroll_movement::retreat::{RetreatCause, RetreatPath, retreat_paths};
use longroll_position::{Extent, HalfMp, LeaderNote};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::check::{Check, CheckStep, Occasion};
use super::falls::{Driven, caused_by, falls, gathered_in, leaves_area, why_not};
use super::group::{note_leaders, note_shaken, shake};
use super::loss::LossStep;
use super::losses::collapses_further;
use super::refuge::displace_exposed;
use super::removal::leave_map;
use super::second_disorder::abandon;
use super::walk::{Stop, Walk};
use super::way_back::{Fall, friends_on, mired_on, stops_on, whole_walk, woods_on};
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::movement::may_fall_back_with;
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done, Step};

mod frame;

pub use self::frame::{Account, Retreat, RetreatStep};

impl Retreat {
    fn cause(&self, at: At<'_>) -> RetreatCause {
        caused_by(at, self.unit, &self.causing)
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
    let drew_together = before.extent != Extent::Single && way.extent == Extent::Single;
    let mut passed = passed_by(at, retreat, course.friends);
    let friends = match retreat.account {
        Account::Own if !others_follow => core::mem::take(&mut passed),
        Account::Own | Account::Told => Vec::new(),
    };
    let arrived = RetreatStep::Arrived {
        unit,
        // Reading 93 of the assault chapter: a result that disorders it anyway asks for no UDD.
        drew_together: drew_together && !before.is_disordered() && retreat.account == Account::Own,
    };
    let riders = play
        .setting
        .leader_ids()
        .filter(|&leader| play.position.leader(leader).riding_with == Some(unit));
    let stays: Vec<Step> = match course.stops.as_slice() {
        [first, _] => riders
            .map(|leader| {
                let hex = first.hex;
                RetreatStep::Stays { leader, hex }.into()
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

/// SR 12.44: units that may fall back in any order, and every way of each.
#[derive(Debug)]
pub struct FallsLook<'a> {
    /// Where they stand.
    pub at: At<'a>,
    ways: Vec<(UnitId, Vec<Fall>)>,
}

impl<'a> FallsLook<'a> {
    /// Those of the units that can.
    pub(crate) fn of(at: At<'a>, units: &[UnitId]) -> Self {
        let there = units
            .iter()
            .filter(|&&unit| at.position.unit(unit).on_map());
        let ways = there
            .map(|&unit| (unit, falls(at, unit)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect();
        Self { at, ways }
    }

    /// Every way back, and SR 12.72: the leaders who may go along.
    pub(crate) fn candidates(&self, each: &mut dyn FnMut(Choice)) {
        for (unit, ways) in &self.ways {
            way_candidates(self.at, *unit, ways, each);
        }
    }

    /// SR 12.44, 12.72: whether one of them may fall back so; nothing if the choice is about something else.
    pub(crate) fn judge(&self, choice: Choice) -> Option<Judgement<Choice>> {
        let ways_of = |unit| self.ways.iter().find(|(own, _)| *own == unit);
        let ways = match choice {
            Choice::FallBack { unit, .. } => ways_of(unit).map(|(_, ways)| ways.as_slice()),
            _ => None,
        };
        let falling = |unit| ways_of(unit).is_some();
        judge_way(
            self.at,
            choice,
            falling,
            ways.unwrap_or_default(),
            Rule::SR_6_24_C,
            |hex| match choice {
                Choice::FallBack { unit, .. } => why_not(self.at, unit, hex),
                _ => Refusal::new(Rule::SR_12_44, "it does not fall back now"),
            },
        )
    }
}

fn way_candidates(at: At<'_>, unit: UnitId, ways: &[Fall], each: &mut dyn FnMut(Choice)) {
    for way in ways {
        each(way.choice(unit));
    }
    let side = at.setting.unit(unit).side;
    for leader in at.setting.leader_ids() {
        if at.setting.leader(leader).side == side {
            each(Choice::Accompany { leader, unit });
        }
    }
}

fn judge_way(
    at: At<'_>,
    choice: Choice,
    mut falling: impl FnMut(UnitId) -> bool,
    ways: &[Fall],
    rule: Rule,
    why_not: impl FnOnce(HexId) -> Refusal,
) -> Option<Judgement<Choice>> {
    Some(match choice {
        Choice::Accompany { leader, unit } if falling(unit) => {
            may_fall_back_with(at, leader, unit).map(|rule| Ruling::new(rule, choice))
        }
        Choice::Accompany { leader, unit } => Err(may_fall_back_with(at, leader, unit)
            .err()
            .unwrap_or(Refusal::new(Rule::SR_12_72, "it does not fall back"))),
        Choice::FallBack { unit, .. }
            if falling(unit) && ways.iter().any(|way| way.choice(unit) == choice) =>
        {
            Ok(Ruling::new(rule, choice))
        }
        Choice::FallBack { unit, hex, .. } if falling(unit) => Err(why_not(hex)),
        Choice::FallBack { .. } => Err(Refusal::new(Rule::SR_12_44, "it does not fall back now")),
        _ => return None,
    })
}

/// The ways back of each unit that may be next, looked up once.
#[derive(Debug)]
pub struct RetreatLook<'a> {
    at: At<'a>,
    ways: Vec<Vec<Fall>>,
}

impl Procedure for RetreatStep {
    type Look<'a> = RetreatLook<'a>;
    type Means = Choice;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        if let &Self::Stays { leader, hex } = self {
            let state = at.position.leader(leader);
            return (state.on_map() && state.hex != hex).then(|| Ask {
                side: at.setting.leader(leader).side,
                rule: Rule::SR_12_72,
                prompt: Prompt::StaysBehind { leader },
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
        if let &Self::Stays { leader, hex } = self {
            each(Choice::Ride { leader, hex });
            each(Choice::Halt);
        }
        for (retreat, ways) in self.retreats().iter().zip(&look.ways) {
            if !ways.is_empty() {
                way_candidates(look.at, retreat.unit, ways, each);
            }
        }
    }

    fn judge(&self, look: &RetreatLook<'_>, choice: Choice) -> Judgement<Choice> {
        if let &Self::Stays { leader, hex } = self
            && (choice == Choice::Halt || choice == Choice::Ride { leader, hex })
        {
            return Ok(Ruling::new(Rule::SR_12_72, choice));
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
        judge_way(look.at, choice, falling, ways, retreat.rule, why_not)
            .unwrap_or_else(|| Err(self.beside_the_point(look.at)))
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Accompany { leader, unit } => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                play.push(self);
            }
            Choice::Ride { leader, hex } => {
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
            Choice::FallBack { unit, .. } => {
                let mut retreats = self.into_retreats();
                let place = retreats.iter().position(|own| own.unit == unit);
                let Some(retreat) = place.map(|place| retreats.remove(place)) else {
                    return Ok(());
                };
                let mut ways = retreat.ways(play.at()).into_iter();
                let Some(way) = ways.find(|way| way.choice(unit) == choice) else {
                    return Ok(());
                };
                let missing = way.missing;
                match retreat.account {
                    Account::Own => {
                        let others_follow = !retreats.is_empty();
                        if others_follow {
                            let on_way = course_of(play.at(), &retreat, way).friends;
                            let passed = passed_by(play.at(), &retreat, on_way);
                            owes(&mut retreats, passed);
                        }
                        play.then(Self::all(retreats).map(Step::from));
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
            _ => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::FallBack(Retreat { unit, owed, .. }) if !play.position.unit(unit).on_map() => {
                shake(play, Occasion::RetreatedThrough, owed);
            }
            // BB 30.9-boundary, reading 91 of the assault chapter: the edge of the area does not block it.
            Self::FallBack(Retreat { unit, owed, .. }) if leaves_area(play.at(), unit) => {
                shake(play, Occasion::RetreatedThrough, owed);
                leave_map(play, unit, Rule::BB_30_9_boundary);
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
    if collapses_further(play.at(), unit, sp) {
        note_shaken(play, unit);
    }
    note_leaders(play, unit, sp);
    play.push(LossStep { unit, sp, rule });
}
