//! SR 12.4, 8.47: a unit retreats, a line as a line where it can.

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{Arm, Custom, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::reaction::passes_woods;
use longroll_movement::retreat::{RetreatCause, RetreatPath, line_retreats, retreat_paths};
use longroll_position::{Boundary, Extent, HalfMp, LeaderNote, Presence, StackPlace, UnitState};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::check::{Check, CheckStep, Occasion, disorder};
use super::loss::{LossStep, leave_map, remove};
use crate::battle::At;
use crate::choice::Choice;
use crate::event::{Purpose, Roll, Verdict};
use crate::movement::may_fall_back_with;
use crate::movement::relocation::{Cause, Destination, relocate};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::step::{Ask, Step};

/// One way to fall back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fall {
    /// The counter's hex afterwards.
    pub hex: HexId,
    /// Its extensions afterwards.
    pub extent: Extent,
}

/// Every way a unit may fall back. SR 8.47-retreat, reading I43: a line does so as a line unless it cannot; then its
/// owner picks the hex where it draws together.
#[must_use]
pub fn falls(at: At<'_>, unit: UnitId) -> Vec<Fall> {
    falls_before(at, unit, &RetreatCause::default(), 1)
}

/// The same before those who drive it back, over so many hexes at most. A line goes one hex as a line.
fn falls_before(at: At<'_>, unit: UnitId, cause: &RetreatCause, most: u8) -> Vec<Fall> {
    let state = at.position.unit(unit);
    let Extent::Line { left, right } = state.extent else {
        return single(ends(at, unit, cause, most));
    };
    let grid = at.setting.grid();
    let whole: Vec<Fall> = line_retreats(&at, unit, cause)
        .into_iter()
        .filter_map(|direction| {
            let shift = |part: Option<HexId>| part.and_then(|hex| grid.neighbour(hex, direction));
            let hex = grid.neighbour(state.hex, direction)?;
            Some(Fall {
                hex,
                extent: Extent::Line {
                    left: shift(left),
                    right: shift(right),
                },
            })
        })
        .collect();
    if !whole.is_empty() {
        return whole;
    }
    let mut found: Vec<Fall> = Vec::new();
    for part in state.hexes() {
        let drawn_together = UnitState {
            hex: part,
            extent: Extent::Single,
            ..*state
        };
        let bottom = StackPlace::Bottom;
        let gathered = at
            .position
            .with_unit(at.setting, unit, drawn_together, bottom);
        for fall in single(ends(at.at(&gathered), unit, cause, most)) {
            let of_unit = state.hexes().any(|own| own == fall.hex);
            if !of_unit && !found.contains(&fall) {
                found.push(fall);
            }
        }
    }
    found
}

/// BB 30.9-boundary: whether a unit that must fall back can only do so beyond the area, where the scenario lets it leave.
#[must_use]
pub fn leaves_area(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    let area = at.position.now(at.setting).and_then(|turn| {
        let area = &at.setting.scenario.area;
        area.stage(turn.id)
    });
    let outside = |hex: Option<HexId>| {
        hex.is_none_or(|hex| area.is_some_and(|area| area.hexes.binary_search(&hex).is_err()))
    };
    let grid = at.setting.grid();
    at.setting.special.boundary == Boundary::Leave
        && state.on_map()
        && falls(at, unit).is_empty()
        && state.hexes().any(|hex| {
            let mut rear = state.facing.rear().iter();
            rear.any(|direction| outside(grid.neighbour(hex, direction)))
        })
}

fn ends(at: At<'_>, unit: UnitId, cause: &RetreatCause, most: u8) -> Vec<HexId> {
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let mut hexes: Vec<HexId> = paths.iter().filter_map(RetreatPath::end).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn single(hexes: impl IntoIterator<Item = HexId>) -> Vec<Fall> {
    hexes
        .into_iter()
        .map(|hex| Fall {
            hex,
            extent: Extent::Single,
        })
        .collect()
}

/// The unit falls back, and everything that follows from it is put on the pending work: the guns it loses in Woods, the
/// ground it comes to, and the friends it went through (SR 12.46), who roll after it has come to its place.
pub(crate) fn fall(play: &mut Play<'_>, unit: UnitId, way: Fall, rule: Rule) {
    fall_before(play, unit, way, &RetreatCause::default(), 1, rule);
}

fn fall_before(
    play: &mut Play<'_>,
    unit: UnitId,
    way: Fall,
    cause: &RetreatCause,
    most: u8,
    rule: Rule,
) {
    let before = *play.position.unit(unit);
    let passed = friends_on_way(play.at(), unit, cause, most, way.hex);
    let woods = woods_on_way(play.at(), unit, cause, most, way.hex);
    let place = crate::movement::stack_place(play.at(), unit, way.hex);
    let there = Destination {
        hex: way.hex,
        extent: way.extent,
        place,
    };
    relocate(play, unit, there, HalfMp::ZERO, rule, Cause::FallsBack);
    let at = play.at();
    let class =
        longroll_movement::MoverClass::standing(at.setting.unit(unit), at.position.unit(unit));
    if class.is_some_and(|class| longroll_movement::special::beyond_limit(&at, class, way.hex)) {
        // BB 14.46: driven beyond its limit a Detachment is gone for good.
        remove(play, unit, Presence::Lost, Rule::BB_14_46);
        return;
    }
    let drew_together = before.extent != Extent::Single && way.extent == Extent::Single;
    let checks = passed
        .into_iter()
        .map(|friend| CheckStep::Roll(Check::plain(friend, Occasion::RetreatedThrough)).into());
    let mut steps: Vec<Step> = vec![
        RetreatStep::Woods { unit, hexes: woods }.into(),
        RetreatStep::Arrived {
            unit,
            drew_together: drew_together && !before.is_disordered(),
        }
        .into(),
    ];
    steps.extend(checks);
    play.then(steps);
}

/// BB 12.45: the guns of a battery roll for every Woods hex it went through.
pub(crate) fn lose_guns_in_woods(play: &mut Play<'_>, unit: UnitId, hexes: u8) {
    play.push(RetreatStep::Woods { unit, hexes });
}

/// The frames of a retreat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatStep {
    /// SR 12.44: a unit falls back one hex; its owner chooses where, and who goes along (SR 12.72).
    FallBack {
        /// Which.
        unit: UnitId,
        /// SR 12.42: so many hexes at most.
        most: u8,
        /// SR 12.44: where those stand who drive it back.
        causing: SmallVec<[HexId; 4]>,
        /// Why.
        rule: Rule,
    },
    /// BB 12.45: a die for every Woods hex that guns went through.
    Woods {
        /// Which battery.
        unit: UnitId,
        /// How many are left.
        hexes: u8,
    },
    /// The unit stands where it fell back to.
    Arrived {
        /// Which.
        unit: UnitId,
        /// SR 8.47-retreat: it was extended, in Good Order, and had to draw together.
        drew_together: bool,
    },
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

/// Every way a unit may fall back, and SR 12.72: the leaders who may go with it.
pub(crate) fn fall_candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    way_candidates(at, unit, &falls(at, unit), each);
}

fn way_candidates(at: At<'_>, unit: UnitId, ways: &[Fall], each: &mut dyn FnMut(Choice)) {
    for way in ways {
        each(Choice::FallBack { unit, hex: way.hex });
    }
    let side = at.setting.unit(unit).side;
    for leader in at.setting.leader_ids() {
        if at.setting.leader(leader).side == side {
            each(Choice::Accompany { leader, unit });
        }
    }
}

/// SR 12.44, 12.72: whether one of these units may fall back so; nothing if the choice is about something else.
pub(crate) fn judge_fall(
    at: At<'_>,
    choice: Choice,
    mut falling: impl FnMut(UnitId) -> bool,
) -> Option<Judgement<Choice>> {
    let ways = match choice {
        Choice::FallBack { unit, .. } if falling(unit) => falls(at, unit),
        _ => Vec::new(),
    };
    judge_way(at, choice, falling, &ways, Rule::SR_6_24_C)
}

fn judge_way(
    at: At<'_>,
    choice: Choice,
    mut falling: impl FnMut(UnitId) -> bool,
    ways: &[Fall],
    rule: Rule,
) -> Option<Judgement<Choice>> {
    Some(match choice {
        Choice::Accompany { leader, unit } if falling(unit) => {
            may_fall_back_with(at, leader, unit).map(|rule| Ruling::new(rule, choice))
        }
        Choice::Accompany { leader, unit } => Err(may_fall_back_with(at, leader, unit)
            .err()
            .unwrap_or(Refusal::new(Rule::SR_12_72, "it does not fall back"))),
        Choice::FallBack { unit, hex }
            if falling(unit) && ways.iter().any(|way| way.hex == hex) =>
        {
            Ok(Ruling::new(rule, choice))
        }
        Choice::FallBack { .. } => Err(Refusal::new(
            Rule::SR_12_44,
            "not a hex it may fall back to",
        )),
        _ => return None,
    })
}

/// The ways back of a unit, looked up once.
#[derive(Debug)]
pub struct RetreatLook<'a> {
    at: At<'a>,
    ways: Vec<Fall>,
}

impl RetreatStep {
    /// SR 12.35b: a unit falls back one or two hexes; nobody in particular drives it.
    #[must_use]
    pub fn second_disorder(unit: UnitId) -> Self {
        Self::FallBack {
            unit,
            most: 2,
            causing: SmallVec::new(),
            rule: Rule::SR_12_35b,
        }
    }

    fn ways(&self, at: At<'_>) -> Vec<Fall> {
        match self {
            Self::FallBack {
                unit,
                most,
                causing,
                ..
            } if at.position.unit(*unit).on_map() => {
                falls_before(at, *unit, &caused_by(causing), *most)
            }
            _ => Vec::new(),
        }
    }
}

fn caused_by(causing: &[HexId]) -> RetreatCause {
    RetreatCause {
        causing: causing.iter().copied().collect(),
        ..RetreatCause::default()
    }
}

impl Procedure for RetreatStep {
    type Look<'a> = RetreatLook<'a>;
    type Means = Choice;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let Self::FallBack { unit, rule, .. } = self else {
            return None;
        };
        (!self.ways(at).is_empty()).then(|| Ask {
            side: at.setting.unit(*unit).side,
            rule: *rule,
            prompt: Prompt::FallBack { unit: *unit },
        })
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> RetreatLook<'a> {
        let ways = self.ways(at);
        RetreatLook { at, ways }
    }

    fn candidates(&self, look: &RetreatLook<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::FallBack { unit, .. } = self {
            way_candidates(look.at, *unit, &look.ways, each);
        }
    }

    fn judge(&self, look: &RetreatLook<'_>, choice: Choice) -> Judgement<Choice> {
        let Self::FallBack { unit, rule, .. } = self else {
            return Err(self.beside_the_point(look.at));
        };
        judge_way(look.at, choice, |who| who == *unit, &look.ways, *rule)
            .unwrap_or_else(|| Err(self.beside_the_point(look.at)))
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Accompany { leader, unit } => {
                play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
                play.push(self);
            }
            Choice::FallBack { unit, hex } => {
                let way = self.ways(play.at()).into_iter().find(|way| way.hex == hex);
                if let (
                    Some(way),
                    Self::FallBack {
                        most,
                        causing,
                        rule,
                        ..
                    },
                ) = (way, self)
                {
                    fall_before(play, unit, way, &caused_by(&causing), most, rule);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::FallBack { unit, .. } if !play.position.unit(unit).on_map() => {}
            // BB 30.9-boundary, reading 91 of the assault chapter: the edge of the area does not block it.
            Self::FallBack { unit, .. } if leaves_area(play.at(), unit) => {
                leave_map(play, unit, Rule::BB_30_9_boundary);
            }
            // SR 12.44-blocked.
            Self::FallBack { unit, .. } => {
                let rule = Rule::SR_12_44;
                play.push(LossStep { unit, sp: 1, rule });
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
        }
        Ok(())
    }
}

/// BB 9.44-swamp-retreat: into Swamp it is Disordered without a roll; SR 8.47-retreat: one that had to draw together makes a
/// UDD unless it is Disordered already.
fn arrived(play: &mut Play<'_>, unit: UnitId, drew_together: bool) {
    let state = *play.position.unit(unit);
    if !state.on_map() {
        return;
    }
    let swamp = state.hexes().any(|hex| {
        matches!(
            play.setting.ground().terrain(hex),
            Terrain::Swamp | Terrain::SwampStream
        )
    });
    let disorders = play.setting.variations.swamp_retreat_disorders;
    if swamp && disorders.value == Custom::Done {
        disorder(play, unit, disorders.rule);
    }
    if drew_together && !play.position.unit(unit).is_disordered() {
        play.push(CheckStep::Roll(Check::plain(unit, Occasion::DrewTogether)));
    }
}

/// SR 12.46: the friends a unit falls back through on the easiest way to this hex.
fn friends_on_way(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    most: u8,
    end: HexId,
) -> Vec<UnitId> {
    if at.position.unit(unit).extent != Extent::Single {
        return Vec::new();
    }
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let ways = paths.iter().filter(|path| path.end() == Some(end));
    let friends = ways.map(|path| {
        let between = path.steps.iter().map(|step| step.to);
        let between = between.filter(|&hex| hex != end);
        between
            .flat_map(|hex| at.position.stack(hex).map(|part| part.unit))
            .collect::<Vec<UnitId>>()
    });
    friends.min_by_key(Vec::len).unwrap_or_default()
}

/// BB 12.45: the Woods hexes guns must pass on the easiest way to this hex; none for other units or in other books.
pub(crate) fn woods_on_way(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    most: u8,
    end: HexId,
) -> u8 {
    if at.setting.unit(unit).arm != Arm::Artillery
        || at.setting.variations.guns_woods_drm.value == 0
    {
        return 0;
    }
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let ways = paths.iter().filter(|path| path.end() == Some(end));
    let shortest = ways.clone().map(|path| path.steps.len()).min();
    ways.filter(|path| Some(path.steps.len()) == shortest)
        .map(|path| {
            let woods = path.steps.iter().filter(|step| passes_woods(&at, step));
            u8::try_from(woods.count()).unwrap_or(u8::MAX)
        })
        .min()
        .unwrap_or(0)
}
