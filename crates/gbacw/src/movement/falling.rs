//! SR 12.44, 8.47: a unit falls back one hex, a line as a line where it can.

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{Arm, Piece, UnitId};
use longroll_core::{ChanceError, Terms};
use longroll_movement::reaction::passes_woods;
use longroll_movement::retreat::{RetreatCause, line_retreats, retreat_hexes, retreat_paths};
use longroll_position::{Boundary, Extent, HalfMp, Presence, RuleBook, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::relocation::{Cause, Destination, relocate};
use crate::battle::At;
use crate::event::{Event, Purpose, Verdict};
use crate::play::Play;
use crate::results::{Udd, disorder, lose, roll_udd};

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
    let state = at.position.unit(unit);
    let Extent::Line { left, right } = state.extent else {
        return single(retreat_hexes(&at, unit));
    };
    let cause = RetreatCause {
        causing: SmallVec::new(),
        mover: None,
        pending: SmallVec::new(),
    };
    let grid = at.setting.grid();
    let whole: Vec<Fall> = line_retreats(&at, unit, &cause)
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
        for fall in single(retreat_hexes(&at.at(&gathered), unit)) {
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

fn single(hexes: impl IntoIterator<Item = HexId>) -> Vec<Fall> {
    hexes
        .into_iter()
        .map(|hex| Fall {
            hex,
            extent: Extent::Single,
        })
        .collect()
}

/// The unit falls back. BB 9.44-swamp-retreat: into Swamp it is Disordered without a roll; SR 8.47-retreat: one that had to
/// draw together makes a UDD unless it is Disordered already.
///
/// # Errors
/// When a script of dice is used up.
pub fn fall(play: &mut Play<'_>, unit: UnitId, way: Fall, rule: Rule) -> Result<(), ChanceError> {
    let before = *play.position.unit(unit);
    let passed = friends_on_way(play.at(), unit, way.hex);
    let woods = woods_on_way(play.at(), unit, &RetreatCause::default(), 1, way.hex);
    let place = super::stack_place(play.at(), unit, way.hex);
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
        play.happens(Event::PresenceChanged {
            piece: Piece::Unit(unit),
            presence: Presence::Lost,
            hex: None,
            rule: Rule::BB_14_46,
        });
        return Ok(());
    }
    lose_guns(play, unit, woods)?;
    if !play.position.unit(unit).on_map() {
        return Ok(());
    }
    let swamp = play.position.unit(unit).hexes().any(|hex| {
        matches!(
            play.setting.ground().terrain(hex),
            Terrain::Swamp | Terrain::SwampStream
        )
    });
    if swamp && play.setting.rules.book == RuleBook::BattleBook {
        disorder(play, unit, Rule::BB_9_44_swamp_retreat);
    }
    let drew_together = before.extent != Extent::Single && way.extent == Extent::Single;
    if drew_together && !before.is_disordered() && !play.position.unit(unit).is_disordered() {
        let failed = roll_udd(play, unit, Rule::SR_8_47_retreat, &Terms::new())? == Udd::Failed;
        if failed {
            disorder(play, unit, Rule::SR_8_47_retreat);
        }
    }
    // SR 12.46: those it went through make their roll after it has come to its place.
    for friend in passed {
        if play.position.unit(friend).on_map()
            && roll_udd(play, friend, Rule::SR_12_46, &Terms::new())? == Udd::Failed
        {
            disorder(play, friend, Rule::SR_12_46);
        }
    }
    Ok(())
}

/// SR 12.46: the friends a unit falls back through on the easiest way to this hex.
fn friends_on_way(at: At<'_>, unit: UnitId, end: HexId) -> Vec<UnitId> {
    if at.position.unit(unit).extent != Extent::Single {
        return Vec::new();
    }
    let paths = retreat_paths(&at, unit, &RetreatCause::default(), 1, 1, |_| true);
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
pub(super) fn woods_on_way(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    most: u8,
    end: HexId,
) -> usize {
    if at.setting.unit(unit).arm != Arm::Artillery || at.setting.rules.book == RuleBook::Series {
        return 0;
    }
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let ways = paths.iter().filter(|path| path.end() == Some(end));
    let shortest = ways.clone().map(|path| path.steps.len()).min();
    ways.filter(|path| Some(path.steps.len()) == shortest)
        .map(|path| {
            let woods = path.steps.iter().filter(|step| passes_woods(&at, step));
            woods.count()
        })
        .min()
        .unwrap_or(0)
}

/// BB 12.45: a die for every Woods hex, a third of it in guns lost.
pub(super) fn lose_guns(
    play: &mut Play<'_>,
    unit: UnitId,
    woods: usize,
) -> Result<(), ChanceError> {
    for _ in 0..woods {
        let mut guns = 0;
        play.roll(
            Purpose::GunsInWoods(unit),
            Rule::BB_12_45,
            Terms::new(),
            |die, _| {
                guns = die.face() / 3;
                Verdict::Total
            },
        )?;
        if guns > 0 && play.position.unit(unit).on_map() {
            lose(play, unit, guns, Rule::BB_12_45)?;
        }
    }
    Ok(())
}
