//! Odds against a million rolls of the same fire, for ten fires that differ.
//!
//! The rolls are resolved here once more, die by die and in the order of reading 79 of the assault chapter, without a line
//! of the enumeration.

use longroll_catalog::facts::ByOrder;
use longroll_catalog::tables::{FireDisorder, FireResult, FireTable, WeaponClass};
use longroll_combat::fire::odds::Standing;
use longroll_combat::fire::{
    FireTerms, FirerArm, Load, Odds, Strikes, TargetStack, TargetUnit, odds,
};
use longroll_core::Terms;
use longroll_rule::Rule;
use smallvec::smallvec;

use crate::support::{Field, unit};

const ROLLS: u64 = 1_000_000;

/// Five standard errors of a chance of one half, in millionths.
const CLOSE: u64 = 2_500;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 20
    }

    fn roll(&mut self) -> i32 {
        (self.next() % 10) as i32
    }
}

/// A unit while a fire is rolled out.
#[derive(Clone, Copy)]
struct Man {
    sp: u8,
    standing: Standing,
    second: bool,
    gone: bool,
    routed: bool,
    shaken: bool,
    last_check: bool,
}

/// What is counted of one unit.
#[derive(Clone, Copy, Default)]
struct Count {
    disordered: u64,
    second: u64,
    retreats: u64,
    routs: u64,
    eliminated: u64,
    lost: u64,
}

fn here(man: &Man) -> bool {
    man.sp > 0 && !man.gone && !man.routed
}

fn lose(man: &mut Man, unit: &TargetUnit) {
    man.sp -= 1;
    if man.standing == Standing::Collapsed {
        man.last_check = true;
    } else if unit.arm != FirerArm::Guns && man.sp > 0 && man.sp * 2 < unit.printed {
        if man.standing == Standing::GoodOrder {
            man.shaken = true;
        }
        man.standing = Standing::Collapsed;
    }
}

fn disorder(man: &mut Man) {
    man.shaken = true;
    if man.standing == Standing::GoodOrder {
        man.standing = Standing::Disordered;
    } else {
        man.second = true;
    }
}

fn fails(dice: &mut Dice, man: &Man, unit: &TargetUnit, modifier: i32) -> bool {
    let cohesion = if man.standing == Standing::GoodOrder {
        unit.cohesion.good_order
    } else {
        unit.cohesion.disordered
    };
    dice.roll() + modifier + unit.udd > i32::from(cohesion)
}

/// Rolls one result out; the leader rolls it made.
fn suffer(
    dice: &mut Dice,
    men: &mut [Man],
    target: &TargetStack,
    shot: &FireTerms,
    result: FireResult,
) -> u8 {
    let units = &target.units;
    let strength = |men: &[Man]| men.iter().map(|man| u32::from(man.sp)).sum::<u32>();
    for man in men.iter_mut() {
        man.shaken = false;
        man.last_check = false;
    }
    let Some(struck) = men.iter().position(here) else {
        return 0;
    };
    let each = shot.strikes == Strikes::Each;
    let before = strength(men);
    if each {
        for place in 0..men.len() {
            for _ in 0..result.loss {
                if here(&men[place]) {
                    lose(&mut men[place], &units[place]);
                }
            }
        }
    } else {
        for _ in 0..result.loss {
            if let Some(place) = men.iter().position(here) {
                lose(&mut men[place], &units[place]);
            }
        }
    }
    let printed = before - strength(men);
    for place in 0..men.len() {
        let suffers = here(&men[place]) && (each || place == struck);
        let disordered = match result.disorder {
            FireDisorder::None => false,
            FireDisorder::Automatic => suffers,
            FireDisorder::Check(modifier) => {
                suffers && fails(dice, &men[place], &units[place], i32::from(modifier))
            }
        };
        if disordered {
            disorder(&mut men[place]);
        }
    }
    if !each && (men[struck].sp == 0 || men[struck].shaken) {
        for place in 0..men.len() {
            if place != struck && here(&men[place]) && fails(dice, &men[place], &units[place], 0) {
                disorder(&mut men[place]);
            }
        }
    }
    let beaten: Vec<usize> = (0..men.len())
        .filter(|place| here(&men[*place]) && men[*place].shaken && men[*place].second)
        .collect();
    let troops: Vec<usize> = beaten
        .iter()
        .copied()
        .filter(|place| units[*place].arm != FirerArm::Guns)
        .collect();
    for place in beaten {
        if units[place].arm == FirerArm::Guns {
            lose(&mut men[place], &units[place]);
        }
    }
    match troops.len() {
        0 => {}
        1 => lose(&mut men[troops[0]], &units[troops[0]]),
        count if each => {
            let drawn = troops[(dice.next() % count as u64) as usize];
            lose(&mut men[drawn], &units[drawn]);
        }
        _ => {
            let top = (0..men.len()).find(|place| units[*place].arm != FirerArm::Guns);
            let top = top.filter(|place| men[*place].sp > 0 && !men[*place].routed);
            let place = top.unwrap_or(troops[0]);
            lose(&mut men[place], &units[place]);
        }
    }
    for place in troops {
        men[place].gone = true;
    }
    for place in 0..men.len() {
        let man = men[place];
        let morning =
            units[place].rout_check && shot.load != Load::Shell && man.shaken && man.second;
        if man.sp > 0 && !man.routed && (man.last_check || morning) {
            men[place].routed = fails(dice, &man, &units[place], 0);
        }
    }
    let all = before - strength(men);
    let rolls = if target.leaders == 0 {
        0
    } else if target.roll_per_sp {
        all
    } else {
        u32::from(printed > 0 || all > 0)
    };
    u8::try_from(rolls).expect("few SP")
}

fn compare(name: &str, table: &FireTable, shots: &[FireTerms], target: &TargetStack) {
    let exact: Odds = odds(table, shots, target);
    let outcomes: Vec<_> = shots.iter().map(|shot| shot.outcomes(table)).collect();
    let mut dice = Dice(0x1862_0406_0000_0001);
    let mut counts = vec![Count::default(); target.units.len()];
    let mut killed = 0_u64;
    for _ in 0..ROLLS {
        let mut men: Vec<Man> = target
            .units
            .iter()
            .map(|unit| Man {
                sp: unit.sp,
                standing: unit.standing,
                second: false,
                gone: false,
                routed: false,
                shaken: false,
                last_check: false,
            })
            .collect();
        let mut leader = false;
        for (shot, faces) in shots.iter().zip(&outcomes) {
            let face = &faces[dice.roll() as usize];
            let rolls = suffer(&mut dice, &mut men, target, shot, face.result);
            for _ in 0..rolls {
                leader |= dice.roll() <= i32::from(target.leader_loss);
            }
        }
        killed += u64::from(leader);
        for ((man, unit), count) in men.iter().zip(&target.units).zip(&mut counts) {
            let broke = unit.standing == Standing::GoodOrder && man.standing != Standing::GoodOrder;
            count.disordered += u64::from(broke);
            count.second += u64::from(man.second);
            count.retreats += u64::from(man.gone && man.sp > 0);
            count.routs += u64::from(man.routed);
            count.eliminated += u64::from(man.sp == 0);
            count.lost += u64::from(unit.sp - man.sp);
        }
    }
    let near = |what: &str, exact: u64, counted: u64, slack: u64| {
        let rolled = counted * 1_000_000 / ROLLS;
        assert!(
            exact.abs_diff(rolled) <= slack,
            "{name}: {what} is {exact} by count and {rolled} by rolling, in millionths"
        );
    };
    for (unit, count) in exact.units.iter().zip(&counts) {
        near(
            "Disorder",
            unit.disordered.millionths(),
            count.disordered,
            CLOSE,
        );
        near(
            "Second Disorder",
            unit.second_disorder.millionths(),
            count.second,
            CLOSE,
        );
        near("retreat", unit.retreats.millionths(), count.retreats, CLOSE);
        near("rout", unit.routs.millionths(), count.routs, CLOSE);
        near(
            "elimination",
            unit.eliminated.millionths(),
            count.eliminated,
            CLOSE,
        );
        let mean: u64 = (0_u64..)
            .zip(&unit.losses)
            .map(|(sp, chance)| sp * chance.millionths())
            .sum();
        near("mean loss", mean, count.lost, 2 * CLOSE);
    }
    near("leader", exact.leader.millionths(), killed, CLOSE);
}

fn shot(sp: u8, added: i32, load: Load) -> FireTerms {
    let mut terms = Terms::new();
    terms.add(added, Rule::SR_10_81, "all of it");
    FireTerms {
        rule: Rule::SR_10_32,
        terms,
        class: if load == Load::Shell {
            WeaponClass::Artillery
        } else {
            WeaponClass::SmallArms
        },
        sp,
        load,
        range: 1,
        strikes: if load == Load::Shell {
            Strikes::Each
        } else {
            Strikes::First(unit(0))
        },
        friends: None,
        worn: smallvec![],
    }
}

fn foot(sp: u8, printed: u8, standing: Standing, udd: i32) -> TargetUnit {
    TargetUnit {
        unit: unit(0),
        arm: FirerArm::Foot,
        sp,
        printed,
        cohesion: ByOrder {
            good_order: 6,
            disordered: 5,
        },
        standing,
        udd,
        rout_check: false,
    }
}

fn guns(sp: u8, standing: Standing) -> TargetUnit {
    TargetUnit {
        arm: FirerArm::Guns,
        cohesion: ByOrder {
            good_order: 7,
            disordered: 6,
        },
        ..foot(sp, sp, standing, 0)
    }
}

fn hex(units: &[TargetUnit], leaders: u8, roll_per_sp: bool) -> TargetStack {
    TargetStack {
        units: units.iter().copied().collect(),
        leaders,
        leader_loss: 0,
        roll_per_sp,
    }
}

#[test]
fn ten_fires_agree_with_a_million_rolls_each() {
    use Standing::{Collapsed, Disordered, GoodOrder};
    let table = Field::new().stage().setting.tables().fire.clone();
    let volley = shot(7, 2, Load::SmallArms);
    let morning = TargetUnit {
        rout_check: true,
        ..foot(6, 8, Disordered, 1)
    };
    let fires: [(&str, Vec<FireTerms>, TargetStack); 10] = [
        (
            "a volley at a regiment",
            vec![volley.clone()],
            hex(&[foot(8, 8, GoodOrder, 0)], 1, false),
        ),
        (
            "a volley at a Disordered one",
            vec![volley.clone()],
            hex(&[foot(6, 8, Disordered, 0)], 1, true),
        ),
        (
            "a volley at one that may collapse",
            vec![shot(10, 4, Load::SmallArms)],
            hex(&[foot(3, 6, GoodOrder, -1)], 1, true),
        ),
        (
            "a volley at a Collapsed one",
            vec![shot(7, 5, Load::SmallArms)],
            hex(&[foot(3, 8, Collapsed, 1)], 2, false),
        ),
        (
            "a volley at a stack of three",
            vec![shot(7, 4, Load::SmallArms)],
            hex(
                &[
                    foot(1, 5, Collapsed, 0),
                    foot(4, 4, Disordered, 0),
                    foot(3, 7, GoodOrder, 1),
                ],
                1,
                false,
            ),
        ),
        (
            "canister at guns over infantry",
            vec![shot(6, 4, Load::Canister)],
            hex(&[guns(4, Disordered), foot(5, 8, Disordered, 0)], 0, false),
        ),
        (
            "shell at a stack",
            vec![shot(6, 5, Load::Shell)],
            hex(
                &[
                    foot(6, 6, GoodOrder, 0),
                    foot(4, 8, GoodOrder, 0),
                    guns(4, GoodOrder),
                ],
                1,
                false,
            ),
        ),
        (
            "shell at three that are Disordered",
            vec![shot(12, 6, Load::Shell)],
            hex(
                &[
                    foot(6, 9, Disordered, 0),
                    foot(4, 7, Disordered, 1),
                    foot(2, 5, Collapsed, 0),
                ],
                1,
                true,
            ),
        ),
        (
            "Rapid fire at a stack",
            vec![shot(6, 4, Load::Canister), shot(6, 4, Load::Canister)],
            hex(
                &[foot(2, 6, Collapsed, 0), foot(5, 5, GoodOrder, 0)],
                1,
                false,
            ),
        ),
        (
            "a volley on the first morning",
            vec![volley.clone(), volley],
            hex(&[morning, foot(5, 5, GoodOrder, 1)], 1, false),
        ),
    ];
    for (name, shots, target) in &fires {
        compare(name, &table, shots, target);
    }
}
