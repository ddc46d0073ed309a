//! SfG 2.8: dice, numbers and bonuses of a melee.

use longroll_core::Terms;
use longroll_rule::Rule;
use longroll_tabletop::{Base, Hull};
use serde::{Deserialize, Serialize};

use crate::event::Engaged;
use crate::facts::{Cover, UnitId};
use crate::look::Look;
use crate::roll::{Odds, Purpose, Reading, Roll, binomial};

/// How the attacker came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrived {
    /// SfG 2.5-charge.
    Charge,
    /// SfG 2.8-breakthrough.
    Breakthrough,
}

/// SfG 2.8-dice: how many dice each fighting base of the attacker rolls against a unit.
#[must_use]
pub fn attacker_factor(look: Look<'_>, attacker: UnitId, arrived: Arrived, foe: &Engaged) -> Terms {
    let rule = Rule::SFG_2_8_dice;
    let mut terms = Terms::new();
    let arm = look.entry(attacker).arm;
    terms.add(
        i32::from(look.facts.figures.factors(arm).melee),
        Rule::SFG_1_3,
        "melee factor",
    );
    match arrived {
        Arrived::Charge => {
            terms.add(1, rule, "charging");
            let foot = look.table.is_foot(look.facts, foe.unit) || look.is_battery(foe.unit);
            if look.is_mounted(attacker) && foot {
                terms.add(1, rule, "cavalry charging infantry or artillery");
            }
        }
        Arrived::Breakthrough => terms.add(1, rule, "breaking through"),
    }
    if foe.flank {
        terms.add(1, rule, "on the flank or rear");
    }
    terms
}

/// SfG 2.8-dice, 2.8-tohit, 2.8-tohit-modifiers: the dice of one side against one unit.
#[must_use]
pub fn roll(look: Look<'_>, unit: UnitId, dice: u16, cover: Cover, flanked: bool) -> Roll {
    let rule = Rule::SFG_2_8_tohit_modifiers;
    let mut terms = Terms::new();
    if look.unit(unit).disordered {
        terms.add(-1, rule, "disordered");
    }
    if flanked {
        terms.add(-1, rule, "attacked in flank or rear");
    }
    let dismounted = look.entry(unit).arm == crate::facts::Arm::Cavalry && !look.unit(unit).mounted;
    if dismounted {
        terms.add(-1, rule, "dismounted cavalry");
    }
    Roll {
        purpose: Purpose::Melee,
        rule: Rule::SFG_2_8_tohit,
        dice,
        faces: 6,
        terms,
        reading: Reading::EachAtLeast {
            number: 4 + cover.steps(),
        },
    }
}

/// SfG 2.8-dice: the attacker's dice against one unit.
#[must_use]
pub fn attack(
    look: Look<'_>,
    attacker: UnitId,
    arrived: Arrived,
    foe: &Engaged,
    cover: Cover,
) -> Roll {
    let each = attacker_factor(look, attacker, arrived, foe).sum();
    let count = i32::try_from(foe.attacking.len()).unwrap_or(0);
    roll(
        look,
        attacker,
        u16::try_from(each * count).unwrap_or(0),
        cover,
        false,
    )
}

/// SfG 2.8-dice: the dice of a unit that was charged.
#[must_use]
pub fn defence(look: Look<'_>, foe: &Engaged) -> Roll {
    let each = u16::from(look.facts.figures.factors(look.entry(foe.unit).arm).melee);
    let count = u16::try_from(foe.defending.len()).unwrap_or(0);
    roll(look, foe.unit, each * count, Cover::Open, foe.flank)
}

/// SfG 2.8-support: friendly bases that do not fight and touch the flank or rear edge of a base that does.
#[must_use]
pub fn supporting(look: Look<'_>, fighting: &[(UnitId, u8)]) -> usize {
    let Some((first, _)) = fighting.first() else {
        return 0;
    };
    let side = look.side(*first);
    let base_of =
        |(unit, base): &(UnitId, u8)| look.body(*unit).bases().get(usize::from(*base)).copied();
    let fighters: Vec<Base> = fighting.iter().filter_map(base_of).collect();
    look.of_side(side)
        .flat_map(|unit| {
            let count = look.unit(unit).bases();
            (0..count).map(move |base| (unit, base))
        })
        .filter(|own| !fighting.contains(own))
        .filter(|own| {
            base_of(own).is_some_and(|base| fighters.iter().any(|other| backs(&base, other)))
        })
        .count()
}

/// SfG-reading 149: touching the flank or rear edge with more than a corner.
fn backs(base: &Base, fighter: &Base) -> bool {
    [
        fighter.left_edge(),
        fighter.right_edge(),
        fighter.rear_edge(),
    ]
    .into_iter()
    .any(|edge| touches_along(base, edge))
}

/// Whether a base lies along an edge: it touches it at two places that are farther apart than contact reaches.
fn touches_along(base: &Base, edge: [longroll_tabletop::Point; 2]) -> bool {
    let line = Hull::of(edge);
    if !longroll_tabletop::touches(base, &line) {
        return false;
    }
    let on_edge = |corner: &&longroll_tabletop::Point| longroll_tabletop::touches(*corner, &line);
    let on_base = |corner: &&longroll_tabletop::Point| longroll_tabletop::touches(*corner, base);
    let corners = longroll_tabletop::Convex::corners(base);
    let places: Vec<longroll_tabletop::Point> = corners
        .iter()
        .filter(on_edge)
        .chain(edge.iter().filter(on_base))
        .copied()
        .collect();
    places
        .iter()
        .any(|a| places.iter().any(|b| a.squared_distance(*b) > 20 * 20))
}

/// SfG 2.8-result: what a side adds to the losses it inflicted.
#[must_use]
pub fn bonus(
    look: Look<'_>,
    fighting: &[(UnitId, u8)],
    enemies: &[UnitId],
    charging: Option<UnitId>,
) -> Terms {
    let mut terms = Terms::new();
    let support = (supporting(look, fighting) / 2).min(3);
    terms.add(
        i32::try_from(support).unwrap_or(3),
        Rule::SFG_2_8_support,
        "support",
    );
    if charging.is_some_and(|unit| look.unit(unit).formation.is_column()) {
        terms.add(1, Rule::SFG_2_8_result, "charging column");
    }
    let best =
        |units: &mut dyn Iterator<Item = UnitId>| units.map(|unit| look.entry(unit).quality).max();
    let own = best(&mut fighting.iter().map(|(unit, _)| *unit));
    let theirs = best(&mut enemies.iter().copied());
    if own > theirs {
        terms.add(1, Rule::SFG_2_8_result, "greater experience");
    }
    terms
}

/// Chances of a melee before its dice: -1 for the attacker beaten, 0 for a draw, 1 for the attacker victorious.
/// Exact, for one round; dissolution is not foreseen.
#[must_use]
pub fn odds(attacks: &[Roll], defences: &[Roll], own_bonus: i32, their_bonus: i32) -> Odds {
    let spread = |rolls: &[Roll]| {
        rolls
            .iter()
            .fold(vec![crate::roll::Weight::from(1)], |sum, roll| {
                let good = (1..=6).filter(|&face| roll.hits(face)).count() as u64;
                let next = binomial(roll.dice, good, 6 - good);
                let mut both = vec![crate::roll::Weight::default(); sum.len() + next.len() - 1];
                for (a, first) in sum.iter().enumerate() {
                    for (b, second) in next.iter().enumerate() {
                        both[a + b] = both[a + b].plus(&first.multiplied(second));
                    }
                }
                both
            })
    };
    let (own, theirs) = (spread(attacks), spread(defences));
    let mut ways = vec![
        (-1, crate::roll::Weight::default()),
        (0, crate::roll::Weight::default()),
        (1, crate::roll::Weight::default()),
    ];
    for (a, first) in own.iter().enumerate() {
        for (b, second) in theirs.iter().enumerate() {
            let mine = i32::try_from(a).unwrap_or(0) + own_bonus;
            let other = i32::try_from(b).unwrap_or(0) + their_bonus;
            let index = match mine.cmp(&other) {
                core::cmp::Ordering::Less => 0,
                core::cmp::Ordering::Equal => 1,
                core::cmp::Ordering::Greater => 2,
            };
            ways[index].1 = ways[index].1.plus(&first.multiplied(second));
        }
    }
    Odds::of(ways)
}
