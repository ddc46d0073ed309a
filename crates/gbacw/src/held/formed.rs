//! BB 30.1: regiments in a continuous line, and brigades that must touch.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Refusal};
use longroll_position::{
    ActivatorId, BodyId, ContinuousLine, Extent, HalfMp, Position, SpecialNote, StackPlace,
    UnitState,
};

use super::formation::{
    brigades_touch, is_one_line, kept, line_rule, pieces, places, regiments, touch,
};
use crate::choice::Choice;
use crate::event::Event;
use crate::movement::relocation::relocate;
use crate::movement::{Cause, Destination};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{Check, CheckStep, Occasion};
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::LineStep;

/// A marker is played: brigades may have linked up; where a continuous line is kept everybody's place is noted.
pub(super) fn begin_marker(play: &mut Play<'_>, bodies: &[BodyId]) {
    let setting = play.setting;
    if let Some(link) = &setting.special.link_up
        && !play.position.special.linked
    {
        let at = play.at();
        let linked = link
            .links
            .iter()
            .all(|&pair| is_one_line(at, pair[0]) && brigades_touch(at, pair));
        if linked {
            let rule = link.line.rule;
            play.happens(Event::LinkedUp { rule });
        }
    }
    let Some(line) = kept(play.at()) else {
        return;
    };
    let at = play.at();
    let starts: Vec<(UnitId, HexId)> = line
        .brigades
        .iter()
        .filter(|&&brigade| {
            let body = setting.body_of_brigade(brigade);
            body.is_some_and(|body| bodies.contains(&body))
        })
        .flat_map(|&brigade| regiments(at, brigade, Some(line)))
        .map(|unit| (unit, at.position.unit(unit).hex))
        .collect();
    play.note_special(SpecialNote::LineStart(starts));
}

/// A unit has come into a hex: the line of the linked divisions ends when one of their army has crossed the dividing line.
pub(super) fn came(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    let setting = play.setting;
    let Some(link) = &setting.special.link_up else {
        return;
    };
    let crossed = setting
        .special
        .held_army
        .as_ref()
        .is_some_and(|army| army.is_crossed(hex));
    let own = link
        .army
        .is_some_and(|army| setting.belongs(setting.unit(mover).formation, army));
    if own && crossed && !play.position.special.line_ended {
        play.happens(Event::LineEnded {
            unit: mover,
            rule: link.line.rule,
        });
    }
}

/// The marker is done: the line is dressed in the first Activations.
pub(crate) fn end_of_marker(play: &mut Play<'_>, activator: ActivatorId) {
    let Some(line) = kept(play.at()) else {
        return;
    };
    let drawn = play.position.activator(activator).drawn;
    if !play.position.special.line_start.is_empty() && drawn <= line.activations {
        play.push(LineStep::Dress);
    } else if !play.position.special.line_start.is_empty() {
        play.note_special(SpecialNote::LineStart(Vec::new()));
    }
}

/// Where the regiment began, if it has moved since.
fn moved_from(at: At<'_>, unit: UnitId) -> Option<HexId> {
    let starts = &at.position.special.line_start;
    let &(_, start) = starts.iter().find(|(own, _)| *own == unit)?;
    (at.position.unit(unit).hex != start).then_some(start)
}

/// The hexes of those a regiment must touch: the rest of its brigade's line, and a brigade beside it that has lost touch.
fn demands(at: At<'_>, line: &ContinuousLine, unit: UnitId) -> Option<Vec<Vec<HexId>>> {
    let brigade = at.position.unit(unit).assigned;
    let own: Vec<UnitId> = regiments(at, brigade, Some(line)).collect();
    let others: Vec<UnitId> = own.iter().copied().filter(|&other| other != unit).collect();
    let hexes = |units: &[UnitId]| -> Vec<HexId> {
        units.iter().flat_map(|&other| places(at, other)).collect()
    };
    let whole = pieces(at, &own);
    let main = whole.first()?;
    if !main.contains(&unit) {
        return Some(vec![hexes(main)]);
    }
    // A brigade that has lost touch with the one beside it: any of its regiments may mend that.
    let lost = line.links.iter().find_map(|&[first, second]| {
        let (mine, other) = if at.setting.belongs(brigade, first) {
            (first, second)
        } else if at.setting.belongs(brigade, second) {
            (second, first)
        } else {
            return None;
        };
        let ours: Vec<UnitId> = regiments(at, mine, Some(line)).collect();
        let theirs: Vec<UnitId> = regiments(at, other, Some(line)).collect();
        let theirs = hexes(&theirs);
        (!theirs.is_empty() && !touch(at, &hexes(&ours), &theirs)).then_some(theirs)
    })?;
    Some(if others.is_empty() {
        vec![lost]
    } else {
        vec![hexes(&others), lost]
    })
}

/// Where a regiment may be pulled back to: nearer to where it began, where it touches whom it must. Where nobody mends the
/// line alone, the others who have moved are taken to be where they began.
fn refuges(at: At<'_>, unit: UnitId) -> Vec<HexId> {
    let alone = refuges_in(at, at, unit);
    if !alone.is_empty() || mends_alone(at).is_some() {
        return alone;
    }
    refuges_among(at, &before(at), unit)
}

/// The first regiment, as they are listed, that may be pulled back.
fn first_to_fall_back(at: At<'_>) -> Option<UnitId> {
    mends_alone(at).or_else(|| {
        let before = before(at);
        moved(at).find(|&unit| !refuges_among(at, &before, unit).is_empty())
    })
}

/// The first regiment that mends the line alone.
fn mends_alone(at: At<'_>) -> Option<UnitId> {
    moved(at).find(|&unit| !refuges_in(at, at, unit).is_empty())
}

/// The position in which all who have moved are where they began.
fn before(at: At<'_>) -> Position {
    moved(at).fold(at.position.clone(), |before, unit| {
        let Some(hex) = moved_from(at, unit) else {
            return before;
        };
        let state = UnitState {
            hex,
            extent: Extent::Single,
            ..*before.unit(unit)
        };
        before.having_unit(at.setting, unit, state, StackPlace::Bottom)
    })
}

/// Where a regiment may be pulled back to among others who are where they began.
fn refuges_among(at: At<'_>, before: &Position, unit: UnitId) -> Vec<HexId> {
    let state = *at.position.unit(unit);
    let there = before.with_unit(at.setting, unit, state, StackPlace::Bottom);
    refuges_in(at, at.at(&there), unit)
}

/// Regiments that have moved in this Activation and not been pulled back.
fn moved(at: At<'_>) -> impl Iterator<Item = UnitId> {
    let starts = at.position.special.line_start.iter().map(|&(unit, _)| unit);
    starts.filter(move |&unit| at.position.unit(unit).on_map() && moved_from(at, unit).is_some())
}

/// The same in a line that stands as `there`.
fn refuges_in(at: At<'_>, there: At<'_>, unit: UnitId) -> Vec<HexId> {
    let (Some(line), Some(start)) = (kept(at), moved_from(at, unit)) else {
        return Vec::new();
    };
    let Some(demands) = demands(there, line, unit) else {
        return Vec::new();
    };
    let grid = at.setting.grid();
    let here = at.position.unit(unit).hex;
    let side = at.setting.unit(unit).side;
    let far = grid.distance(here, start);
    grid.hexes_in_range(start, far)
        .filter(|&hex| hex != here && grid.distance(hex, start) < far)
        .filter(|&hex| at.position.holder(hex) != Some(side.enemy()))
        .filter(|&hex| demands.iter().all(|theirs| touch(at, &[hex], theirs)))
        .filter(|&hex| crate::movement::may_stack_at_start(at, unit, hex).is_ok())
        .collect()
}

impl Procedure for LineStep {
    /// Who is pulled back, and where to.
    type Means = (UnitId, HexId);

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::PullBack { unit } if !refuges(at, unit).is_empty() => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: line_rule(at),
                prompt: Prompt::FallBack { unit },
            }),
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::PullBack { unit } = *self {
            for hex in refuges(at, unit) {
                each(Choice::FallBack {
                    unit,
                    hex,
                    by: None,
                });
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<(UnitId, HexId)> {
        match (*self, choice) {
            (
                Self::PullBack { unit },
                Choice::FallBack {
                    unit: who,
                    hex,
                    by: None,
                },
            ) if who == unit && refuges(at, unit).contains(&hex) => {
                Ok(Ruling::new(line_rule(at), (unit, hex)))
            }
            (_, Choice::FallBack { .. }) => Err(Refusal::new(
                line_rule(at),
                "it is pulled back to where the line has no gap",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(
        self,
        play: &mut Play<'_>,
        (unit, hex): (UnitId, HexId),
    ) -> Result<(), ChanceError> {
        pull_back(play, unit, hex);
        play.push(Self::Dress);
        let check = Check::plain(unit, Occasion::Special(line_rule(play.at())));
        play.push(CheckStep::Roll(check));
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Dress => match first_to_fall_back(play.at()) {
                Some(unit) => play.push(Self::PullBack { unit }),
                None => play.note_special(SpecialNote::LineStart(Vec::new())),
            },
            Self::PullBack { .. } => {}
        }
        Ok(())
    }
}

fn pull_back(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    // Once is enough: whoever has been pulled back stays there.
    let mut starts = play.position.special.line_start.clone();
    starts.retain(|(own, _)| *own != unit);
    play.note_special(SpecialNote::LineStart(starts));
    let there = Destination::single(hex);
    relocate(
        play,
        unit,
        there,
        HalfMp::ZERO,
        line_rule(play.at()),
        Cause::Dressed,
    );
}
