//! Every die with what it could have been: the luck of each side, exactly.
//!
//! What a face is worth to the side that rolls is a whole number, so that faces can be ordered. The luck of a die is its
//! place among its ten faces: how many are worth less, and half of those worth the same, of which one half is the mean. It
//! is counted in twentieths: -9 for the one worst face, 9 for the one best, 0 on the average of any die. A die whose faces
//! all mean the same is written down like any other; it has no luck.

use std::collections::BTreeMap;

use longroll_catalog::tables::{AssaultKind, CoordinationResult, FireDisorder};
use longroll_core::{BySide, Side};
use longroll_gbacw::event::{Purpose, Roll, Verdict};
use longroll_gbacw::names;
use longroll_position::Setting;
use longroll_rule::Rule;
use serde::Serialize;

/// What dice were rolled for, as a ledger sums them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DieKind {
    /// SP that fire takes.
    Fire,
    /// Checks of Cohesion that are passed.
    Check,
    /// Recovery of any kind.
    Recovery,
    /// Assaults, by how far they go.
    Assault,
    /// Attempts to change orders and to coordinate.
    Command,
    /// Initiative.
    Initiative,
    /// Leaders who live.
    Leader,
    /// Everything else.
    Other,
}

impl DieKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Fire,
        Self::Check,
        Self::Recovery,
        Self::Assault,
        Self::Command,
        Self::Initiative,
        Self::Leader,
        Self::Other,
    ];

    /// Its key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Check => "check",
            Self::Recovery => "recovery",
            Self::Assault => "assault",
            Self::Command => "command",
            Self::Initiative => "initiative",
            Self::Leader => "leader",
            Self::Other => "other",
        }
    }
}

/// A die that has fallen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Whose die it was; nobody's if it only says what happens (BB 18.1, 19.0).
    pub side: Option<Side>,
    pub kind: DieKind,
    /// For whom, and at what.
    pub who: String,
    /// The rule that called for it.
    pub rule: Rule,
    /// The face.
    pub die: u8,
    /// What the ten faces are worth together: ten times what was to be expected.
    pub expected_tenths: i32,
    /// What came.
    pub came: i32,
    /// Its luck in twentieths.
    pub luck: i32,
    /// The squares of the luck of its ten faces together.
    pub spread: i32,
}

/// The dice of a kind summed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Sum {
    pub dice: u32,
    /// Ten times what was to be expected.
    pub expected_tenths: i32,
    /// What came.
    pub came: i32,
    /// Luck in twentieths.
    pub luck: i32,
    /// The squares of the luck of all faces together.
    pub spread: i64,
}

impl Sum {
    fn add(&mut self, entry: &Entry) {
        self.dice += 1;
        self.expected_tenths += entry.expected_tenths;
        self.came += entry.came;
        self.luck += entry.luck;
        self.spread += i64::from(entry.spread);
    }

    /// The luck in standard deviations of what chance would give so many dice.
    #[must_use]
    pub fn deviations(&self) -> f64 {
        let variance = self.spread as f64 / 10.0;
        if variance > 0.0 {
            f64::from(self.luck) / variance.sqrt()
        } else {
            0.0
        }
    }
}

/// Every die of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Ledger {
    /// In their order.
    pub entries: Vec<Entry>,
}

impl Ledger {
    /// Writes down a die that has fallen.
    pub fn note(&mut self, setting: &Setting, turn: u8, roll: &Roll, face: u16) {
        // BB 18.1-fire: the enemy picks who fires at his own friends, and SP become Disorder: nobody falls.
        let misdirected =
            matches!(roll.purpose, Purpose::Fire(..)) && roll.rule == Rule::BB_18_1_fire;
        let worths: Vec<(i32, i32)> = roll
            .outcomes()
            .map(|(_, total, verdict)| worth(roll.purpose, total, verdict))
            .map(|(order, came)| (order, if misdirected { 0 } else { came }))
            .collect();
        let Some(&(order, came)) = worths.get(usize::from(face)) else {
            return;
        };
        let place = |order: i32| {
            let less = worths.iter().filter(|own| own.0 < order).count();
            let same = worths.iter().filter(|own| own.0 == order).count();
            i32::try_from(2 * less + same).unwrap_or(10) - 10
        };
        let spread: i32 = worths.iter().map(|own| place(own.0).pow(2)).sum();
        let (side, who) = owner(setting, roll.purpose);
        let side = side.map(|side| if misdirected { side.enemy() } else { side });
        self.entries.push(Entry {
            turn,
            side,
            kind: kind(roll.purpose),
            who,
            rule: roll.rule,
            die: u8::try_from(face).unwrap_or(9),
            expected_tenths: worths.iter().map(|own| own.1).sum(),
            came,
            luck: place(order),
            spread,
        });
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(move |entry| entry.side == Some(side))
    }

    /// The sums of a side, kind by kind; kinds without dice are left out.
    #[must_use]
    pub fn sums(&self, side: Side) -> BTreeMap<DieKind, Sum> {
        let mut sums: BTreeMap<DieKind, Sum> = BTreeMap::new();
        for entry in self.of(side) {
            sums.entry(entry.kind).or_default().add(entry);
        }
        sums
    }

    /// The sum of all dice of each side.
    #[must_use]
    pub fn totals(&self) -> BySide<Sum> {
        BySide::from_fn(|side| {
            let mut sum = Sum::default();
            self.of(side).for_each(|entry| sum.add(entry));
            sum
        })
    }
}

const fn kind(purpose: Purpose) -> DieKind {
    match purpose {
        Purpose::Fire(..) | Purpose::WastedFire(_) => DieKind::Fire,
        Purpose::Udd(_) | Purpose::GunsInWoods(_) => DieKind::Check,
        Purpose::Recovery(_) | Purpose::RoutRecovery(_) | Purpose::Stragglers(_) => {
            DieKind::Recovery
        }
        Purpose::Assault(..) => DieKind::Assault,
        Purpose::OrdersChange(_) | Purpose::UnreliableProfile(_) | Purpose::Coordination(_) => {
            DieKind::Command
        }
        Purpose::Initiative(_) => DieKind::Initiative,
        Purpose::LeaderLoss(_) => DieKind::Leader,
        _ => DieKind::Other,
    }
}

/// Whose die it is, and who or what it is about.
fn owner(setting: &Setting, purpose: Purpose) -> (Option<Side>, String) {
    let unit = |unit| {
        let facts = setting.unit(unit);
        (Some(facts.side), facts.name.clone())
    };
    let at = |(side, name): (Option<Side>, String), hex| {
        let hex = setting.grid().name(hex);
        (side, format!("{name} → {hex}"))
    };
    let leader = |leader| {
        let facts = setting.leader(leader);
        (Some(facts.side), facts.name.clone())
    };
    match purpose {
        Purpose::Initiative(side) => (Some(side), side.to_string()),
        Purpose::OrdersChange(body) | Purpose::UnreliableProfile(body) => {
            (Some(setting.body(body).side), names::body(setting, body))
        }
        Purpose::Coordination(id) | Purpose::SlowStart(id) => (
            Some(setting.activator(id).side),
            names::activator(setting, id),
        ),
        Purpose::Fire(who, hex) | Purpose::Assault(who, hex) => at(unit(who), hex),
        Purpose::Udd(who)
        | Purpose::GunsInWoods(who)
        | Purpose::WastedFire(who)
        | Purpose::Resupply(who)
        | Purpose::Recovery(who)
        | Purpose::RoutRecovery(who)
        | Purpose::Stragglers(who)
        | Purpose::Wheels(who)
        | Purpose::Shelling(who, _)
        | Purpose::Release(who) => unit(who),
        Purpose::LeaderLoss(who)
        | Purpose::GroupRelease(who)
        | Purpose::Visit(who)
        | Purpose::LeaderRelease(who) => leader(who),
        Purpose::Alert(command)
        | Purpose::Hearing(command)
        | Purpose::Arrival(command)
        | Purpose::Mission(command) => (
            Some(setting.command(command).side),
            names::command(setting, command).to_owned(),
        ),
        Purpose::EventTens | Purpose::EventUnits | Purpose::RandomEvent => (None, String::new()),
    }
}

/// What a face is worth to whoever rolls: first as the order of faces, then as what is summed.
fn worth(purpose: Purpose, total: i32, verdict: Verdict) -> (i32, i32) {
    let same = |value: i32| (value, value);
    match verdict {
        Verdict::Fire(result) => {
            let disorder = match result.disorder {
                FireDisorder::None => 0,
                FireDisorder::Check(modifier) => 10 + i32::from(modifier),
                FireDisorder::Automatic => 30,
            };
            let loss = i32::from(result.loss);
            (loss * 100 + disorder, loss)
        }
        Verdict::Passed { .. } => same(1),
        Verdict::Failed { .. } => same(0),
        Verdict::FailedWithLoss { .. } => (-1, 0),
        Verdict::Dissolved => (-2, 0),
        Verdict::Assault(result) => same(match result.kind() {
            AssaultKind::AttackerRetreats => 0,
            AssaultKind::Stall => 1,
            AssaultKind::BloodyStall => 2,
            AssaultKind::DefenderRetreats => 3,
            AssaultKind::DefenderPursued => 4,
            AssaultKind::Disarray => 5,
        }),
        Verdict::Orders(result) => same(result as i32),
        Verdict::Coordination(result) => same(match result {
            CoordinationResult::Confusion => -1,
            CoordinationResult::Failure => 0,
            CoordinationResult::Brigades(number) => i32::from(number),
            CoordinationResult::All => 9,
        }),
        Verdict::Killed => same(0),
        Verdict::Unhurt => same(1),
        Verdict::Guns(number) => same(-i32::from(number)),
        Verdict::Activations(number) => same(i32::from(number)),
        Verdict::Freed
        | Verdict::Released
        | Verdict::Used
        | Verdict::Alerted
        | Verdict::Arrives => same(1),
        Verdict::Held | Verdict::Stays | Verdict::Ignored | Verdict::SleepsOn => same(0),
        // Of Initiative the total counts; of everything else that only tells a total nobody knows who likes it high.
        Verdict::Total if matches!(purpose, Purpose::Initiative(_)) => same(total),
        _ => same(0),
    }
}
