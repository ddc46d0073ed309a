//! The one door for moving a piece: where a unit goes, and what follows from it.
//!
//! Every way in which a counter comes into another hex is a [`Cause`]. What follows for its refused flank, for the
//! leaders with it, for the stack it joins and for leaders left alone stands in one table ([`consequences`]): a row says
//! what a cause brings with it, and what it leaves out by which rule.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;

use super::destination::{Cause, Destination};
use super::{conforming, leaders, refusals, stack_order};
use crate::event::Event;
use crate::play::Play;
use crate::results::{crew_guns, crew_guns_in, displace_exposed};

/// What becomes of its refused flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flank {
    /// It falls away by this rule.
    Drops(Rule),
    /// It falls away by the rule that moves the unit.
    DropsWithTheMove,
    /// The same, and SR 8.26, 7.32-sp: so do those of mates who were refused with it or are too weak alone.
    DropsForMates,
    /// It stays, or there is none.
    Stays,
}

/// What leaders with the unit do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaders {
    /// SR 9.31, reading I55: whoever rides with it pays his own way.
    PayTheirWay,
    /// SR 12.72: whoever stays with it comes along.
    ComeAlong,
    /// They stay where they are.
    Stay,
}

/// How it fits into the stack it joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joins {
    /// SR 7.11, 8.23: at the end of its move, as its owner chooses.
    AtItsEnd,
    /// SR 8.24: in the hexes it keeps it keeps its place.
    KeepsItsPlace,
    /// SR 7.11: at once: the place is told, and whoever can turn in place faces as the hex does.
    AtOnce,
    /// SR 7.11: it faces as the stack does.
    FacesAlike,
}

/// Whether SR 12.73 is looked at now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exposed {
    /// Leaders left alone next to the enemy go to their friends.
    Displaced,
    /// A later stage looks at it.
    Later,
}

/// SR 12.81: who brings guns that were left standing back into the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Crews {
    /// Whoever moves in Good Order.
    GoodOrder,
    /// Whoever advances.
    Anybody,
    /// Nobody.
    Nobody,
}

impl Crews {
    const fn include(self, before: &UnitState) -> bool {
        match self {
            Self::GoodOrder => !before.is_disordered(),
            Self::Anybody => true,
            Self::Nobody => false,
        }
    }
}

/// A row of the table.
struct Consequences {
    flank: Flank,
    leaders: Leaders,
    joins: Joins,
    exposed: Exposed,
    crews: Crews,
}

/// The table: what comes with each way of moving.
const fn consequences(cause: Cause) -> Consequences {
    use Exposed::{Displaced, Later};
    use Flank::{Drops, DropsForMates, DropsWithTheMove, Stays};
    use Joins::{AtItsEnd, AtOnce, FacesAlike, KeepsItsPlace};
    use Leaders::{ComeAlong, PayTheirWay, Stay};
    let moved = Drops(Rule::SR_7_33);
    let (flank, leaders, joins, exposed) = match cause {
        Cause::Step | Cause::Bogs => (DropsForMates, PayTheirWay, AtItsEnd, Displaced),
        // The leading unit's step settles what is looked at once for the group.
        Cause::Follows => (DropsForMates, PayTheirWay, AtItsEnd, Later),
        Cause::LineMoves => (DropsForMates, PayTheirWay, KeepsItsPlace, Displaced),
        // SR 8.44-aboutface: a line that turns about keeps its refused flank.
        Cause::LineTurnsAbout => (Stays, PayTheirWay, KeepsItsPlace, Displaced),
        Cause::Withdraws | Cause::WithdrawsIntoSwamp => {
            (DropsForMates, PayTheirWay, AtItsEnd, Displaced)
        }
        Cause::Evades => (moved, ComeAlong, AtOnce, Displaced),
        Cause::FallsBack => (moved, ComeAlong, AtOnce, Displaced),
        Cause::Advances | Cause::AdvancesIntoSwamp => (moved, ComeAlong, AtItsEnd, Displaced),
        Cause::LineAdvances => (moved, ComeAlong, KeepsItsPlace, Displaced),
        Cause::GunsFallBack => (moved, ComeAlong, AtOnce, Displaced),
        // The step it is sent back from has dropped the flank; the end of its move looks at the stack and at leaders.
        Cause::SentBack => (Stays, Stay, AtItsEnd, Later),
        Cause::GoesBack => (Stays, Stay, FacesAlike, Later),
        Cause::MakesRoom => (moved, Stay, AtOnce, Displaced),
        // BB 18.1, 19.0: no movement of its own; its leaders stay.
        Cause::Loots => (moved, Stay, AtOnce, Displaced),
        Cause::Strays => (moved, Stay, FacesAlike, Displaced),
        Cause::Dressed => (DropsWithTheMove, Stay, FacesAlike, Later),
        Cause::Enters | Cause::Sails => (Stays, Stay, AtItsEnd, Later),
    };
    let crews = match cause {
        Cause::Advances | Cause::LineAdvances | Cause::AdvancesIntoSwamp => Crews::Anybody,
        Cause::FallsBack
        | Cause::GunsFallBack
        | Cause::SentBack
        | Cause::GoesBack
        | Cause::Dressed
        | Cause::Loots
        | Cause::Sails => Crews::Nobody,
        _ => Crews::GoodOrder,
    };
    Consequences {
        flank,
        leaders,
        joins,
        exposed,
        crews,
    }
}

/// A unit comes to stand elsewhere, at this price, and everything that its cause brings with it follows.
pub(crate) fn relocate(
    play: &mut Play<'_>,
    unit: UnitId,
    to: Destination,
    cost: HalfMp,
    rule: Rule,
    cause: Cause,
) {
    let row = consequences(cause);
    let before = *play.position.unit(unit);
    let stacks = match row.joins {
        Joins::KeepsItsPlace => stack_order::stacks_of(&play.position, unit),
        _ => smallvec::SmallVec::new(),
    };
    play.happens(Event::Moved {
        unit,
        from: before.hex,
        to: to.hex,
        extent: to.extent,
        place: to.place,
        cost,
        spent: before.spent + cost,
        rule,
    });
    if before.extent != to.extent || row.joins == Joins::KeepsItsPlace {
        play.happens(Event::ExtentChanged {
            unit,
            hex: to.hex,
            extent: to.extent,
            cost: HalfMp::ZERO,
            rule: reforming_rule(cause, to.extent, rule),
        });
    }
    change_flank(play, unit, &before, row.flank, rule);
    for hex in before.hexes() {
        refusals::drop_too_weak(play, hex);
    }
    stack_order::keep_order(play, unit, &stacks);
    match row.leaders {
        Leaders::PayTheirWay => leaders::take_along(play, unit, &before, &to),
        Leaders::ComeAlong => leaders::bring_along(play, unit, &before, &to),
        Leaders::Stay => {}
    }
    match row.joins {
        Joins::AtOnce => conforming::join_driven(play, unit),
        Joins::FacesAlike => conforming::face_as_stack(play, unit),
        Joins::AtItsEnd | Joins::KeepsItsPlace => {}
    }
    super::limits::note_freed(play, unit);
    if cause == Cause::FallsBack {
        note_driven(play, unit);
    }
    if row.exposed == Exposed::Displaced {
        displace_exposed(play);
    }
    if row.crews.include(&before) {
        crew_guns_on_its_way(play, unit, &before);
    }
}

fn change_flank(
    play: &mut Play<'_>,
    unit: UnitId,
    before: &UnitState,
    flank: Flank,
    moved_by: Rule,
) {
    match flank {
        Flank::DropsWithTheMove => refusals::drop_refusal(play, unit, moved_by),
        Flank::Drops(rule) => refusals::drop_refusal(play, unit, rule),
        Flank::DropsForMates => {
            refusals::leave_refused(play, unit, before);
            refusals::drop_refusal(play, unit, Rule::SR_7_33);
        }
        Flank::Stays => {}
    }
}

/// SR 12.81: it mans the guns where it stands now, and those in the hexes that it leaves.
fn crew_guns_on_its_way(play: &mut Play<'_>, unit: UnitId, before: &UnitState) {
    crew_guns(play, unit);
    // Those that had no room beside it while it went through; nobody mans the guns among whom he has begun his move.
    let after = *play.position.unit(unit);
    let entered = |hex: &HexId| before.began.is_some_and(|began| began != *hex);
    let left = before
        .hexes()
        .filter(entered)
        .filter(|hex| after.hexes().all(|own| own != *hex));
    for hex in left {
        crew_guns_in(play, unit, hex);
    }
}

/// SR 12.47: a unit of an acting body that is driven back has ended its move elsewhere.
fn note_driven(play: &mut Play<'_>, unit: UnitId) {
    let body = play.position.body_of(play.setting, unit);
    let body = play.position.body(body);
    if body.acted || body.extra {
        play.did(unit, Deeds::DRIVEN_BACK);
    }
}

/// The rule under which an extended unit is told to draw together or to stay spread as it moves.
fn reforming_rule(cause: Cause, extent: Extent, rule: Rule) -> Rule {
    match cause {
        Cause::Step => Rule::SR_8_5,
        Cause::Bogs | Cause::WithdrawsIntoSwamp | Cause::AdvancesIntoSwamp => {
            Rule::BB_9_44_swamp_extended
        }
        // It retreats extended if it can; else it draws together first.
        Cause::Evades | Cause::FallsBack if extent == Extent::Single => Rule::SR_8_47_retreat,
        Cause::Evades | Cause::FallsBack => Rule::SR_8_47,
        _ => rule,
    }
}
