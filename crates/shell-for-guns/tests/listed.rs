//! A legal choice is always in a listed family: choices drawn from all that can be written, not from suggestions.

use std::cell::OnceCell;

use longroll_core::{Chance, Family as _, Game as _, Seed, Side};
use longroll_shell_for_guns::choice::{Choice, Giver, Part, Pivot, Plan};
use longroll_shell_for_guns::facts::{Formation, UnitId};
use longroll_shell_for_guns::situation::load;
use longroll_shell_for_guns::{Battle, formations};
use longroll_tabletop::{Heading, Point, Pose, Ticks, Turn};
use proptest::prelude::*;

/// A brigade of ours, friends and enemies strewn round it; places that overlap are nudged until the file is sound.
fn scene(seed: &[(i32, i32, u16)]) -> Option<Battle> {
    let mut text = String::from(
        "title = \"strewn\"\nboard = \"tabletop\"\nbegin = { activation = \"Union\" }\nexpect.battle.turn = 1\nunit = [\n  { name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 3 },\n",
    );
    for (index, (x, y, heading)) in seed.iter().enumerate() {
        let side = if index % 2 == 0 {
            "confederate"
        } else {
            "union"
        };
        text += &format!(
            "  {{ name = \"U{index}\", side = \"{side}\", at = [{}.{:02}, {}.{:02}], bases = 2, heading = {heading}, charged = true }},\n",
            14 + x / 100,
            x % 100,
            7 + y / 100,
            y % 100,
        );
    }
    text += "]\n";
    let situation = load("strewn", &text).ok()?;
    let (battle, _) = situation.cases()[0].begin(Chance::seeded(Seed(1))).ok()?;
    battle
        .table()
        .flaws(battle.facts())
        .is_empty()
        .then_some(battle)
}

fn is_listed(battle: &Battle, choice: &Choice) -> bool {
    let families = battle.families();
    families.iter().any(|family| family.check(choice).is_ok())
}

/// SfG 2.4-delay, SfG-reading 64: by road only and without a road to the edge nobody can enter, so nobody is listed and the
/// group waits; with a road it is listed and may not wait.
#[test]
fn a_reserve_that_cannot_enter_is_not_listed() {
    let begun = |road: &str| {
        let text = format!(
            "title = \"road\"\nboard = \"tabletop\"\nbegin = {{ activation = \"D1\", fresh = true }}\noptions = {{ entry_by_road = \"on\" }}\nexpect.battle.turn = 1\narrival = [{{ division = \"D1\", due = 1, enters = 1 }}]\nground = {{ road = [{{ points = {road} }}] }}\nunit = [{{ name = \"R\", side = \"union\", division = \"D1\", reserve = true }}, {{ name = \"X\", side = \"confederate\", at = [4.00, 20.00] }}]\n"
        );
        let situation = load("road", &text).expect("sound");
        let begun = situation.cases()[0].begin(Chance::seeded(Seed(1)));
        begun.expect("no dice").0
    };
    let without = begun("[[0.00, 12.00], [36.00, 12.00]]");
    assert!(without.families().is_empty(), "{:?}", without.families());
    assert!(without.why_not(Side::Union, &Choice::Done).is_none());
    let with = begun("[[18.00, 0.00], [18.00, 24.00]]");
    let families = with.families();
    assert_eq!(families.len(), 1);
    assert!(!families[0].suggestions().is_empty());
    assert!(with.why_not(Side::Union, &Choice::Done).is_some());
}

/// SfG 2.4-enter: three fences leave limbered guns no straight way in, and from 22 to 33 degrees a few hundredths of a UM to
/// begin at: the way is found where the front grazes their ends, from either edge.
#[test]
fn a_way_in_at_an_angle_between_fences_is_listed() {
    let begun = |side: &str, fences: [&str; 3]| {
        let line = |points: &str| format!("{{ kind = \"rail fence\", points = {points} }},");
        let lines: String = fences.map(line).concat();
        let other = if side == "union" {
            "confederate"
        } else {
            "union"
        };
        let text = format!(
            "title = \"angle\"\nboard = \"tabletop\"\nbegin = {{ activation = \"D1\", fresh = true }}\nexpect.battle.turn = 1\narrival = [{{ division = \"D1\", due = 1, enters = 1 }}]\nground = {{ size = [4.00, 24.00], line = [{lines}] }}\nunit = [{{ name = \"R\", side = \"{side}\", division = \"D1\", kind = \"battery\", formation = \"limbered\", reserve = true }}, {{ name = \"X\", side = \"{other}\", bases = 2, at = [2.00, 12.00] }}]\n"
        );
        let situation = load("angle", &text).expect("sound");
        let begun = situation.cases()[0].begin(Chance::seeded(Seed(1)));
        begun.expect("no dice").0
    };
    let south = begun(
        "union",
        [
            "[[0, 0.40], [1.40, 0.40]]",
            "[[2.20, 1.40], [4.00, 1.40]]",
            "[[0, 1.55], [0.90, 1.55]]",
        ],
    );
    let north = begun(
        "confederate",
        [
            "[[4.00, 23.60], [2.60, 23.60]]",
            "[[1.80, 22.60], [0, 22.60]]",
            "[[4.00, 22.45], [3.10, 22.45]]",
        ],
    );
    for (battle, side, at) in [
        (south, Side::Union, "2.24 0.00, 0"),
        (north, Side::Confederate, "1.76 24.00, 180"),
    ] {
        let words = format!("enter R, limbered, {at}, go -25 1.77");
        let choice = battle.parse(&words).expect("notation");
        assert!(
            battle.why_not(side, &choice).is_none(),
            "{words}: {:?}",
            battle.why_not(side, &choice)
        );
        assert!(is_listed(&battle, &choice), "{words}");
        let families = battle.families();
        assert!(!families[0].suggestions().is_empty());
        // There is no straight way, so it may wait.
        assert!(battle.why_not(side, &Choice::Done).is_none());
    }
}

/// SfG 2.5-charge: most turns that point at the target are blocked by others; the few that can be made are found.
#[test]
fn a_charge_between_others_is_listed() {
    let battle = scene(&[(291, 174, 212), (117, 127, 12), (380, 422, 85)]).expect("sound");
    let named = |name: &str| battle.facts().unit_named(name).expect("there");
    let choice = Choice::Charge {
        unit: named("A"),
        target: named("U0"),
        turn: Some((Pivot::Middle, Turn(-2297))),
        bearing: Turn(-3840),
        by: Giver::Division,
    };
    assert!(battle.why_not(Side::Union, &choice).is_none());
    assert!(is_listed(&battle, &choice));
}

/// SfG 2.5-charge: between a friend whom it may graze by 10 ticks and the corner of the target only a third of a degree is left.
#[test]
fn a_charge_that_grazes_a_friend_is_listed() {
    let battle = scene(&[(58, 767, 199), (100, 529, 204), (388, 174, 174)]).expect("sound");
    let choice = battle.parse("charge A, U0, -18.37").expect("notation");
    assert!(battle.why_not(Side::Union, &choice).is_none());
    assert!(is_listed(&battle, &choice));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 40_000, ..ProptestConfig::default() })]

    /// SfG 2.5-charge: whatever way a charge takes.
    #[test]
    fn a_legal_charge_is_listed(
        seed in proptest::collection::vec((0..800_i32, 0..800_i32, 0..360_u16), 1..5),
        ways in proptest::collection::vec((0..4_u8, -9000..=9000_i32, -4500..=4500_i32), 40),
    ) {
        let battle = scene(&seed);
        prop_assume!(battle.is_some());
        let battle = battle.expect("assumed");
        // Whoever may be charged is searched for once, and only if somebody may.
        let families = OnceCell::new();
        for target in (1..=seed.len()).filter(|index| index % 2 == 1) {
            for (pivot, angle, bearing) in &ways {
                let turn = match pivot {
                    0 => Some((Pivot::Left, Turn(*angle))),
                    1 => Some((Pivot::Right, Turn(*angle))),
                    2 => Some((Pivot::Middle, Turn(*angle))),
                    _ => None,
                };
                let name = format!("U{}", target - 1);
                let target = battle.facts().unit_named(&name).expect("there");
                let choice = Choice::Charge {
                    unit: battle.facts().unit_named("A").expect("there"),
                    target,
                    turn,
                    bearing: Turn(*bearing),
                    by: Giver::Division,
                };
                if battle.why_not(Side::Union, &choice).is_none() {
                    let families = families.get_or_init(|| battle.families());
                    let listed = families.iter().any(|family| family.check(&choice).is_ok());
                    prop_assert!(listed, "{}", battle.print(&choice));
                }
            }
        }
    }

    /// SfG-reading 64: who has a straight way in does not wait, however narrow the gap.
    #[test]
    fn a_reserve_with_a_straight_way_in_does_not_wait(
        enemies in proptest::collection::vec((500..3500_i32, 10..900_i32, 0..360_u16), 1..5),
        friends in proptest::collection::vec((500..3500_i32, 10..200_i32), 0..6),
        places in proptest::collection::vec((400..35_600_i32, 0..4_usize), 60),
    ) {
        let mut text = String::from(
            "title = \"edge\"\nboard = \"tabletop\"\nbegin = { activation = \"D1\", fresh = true }\nexpect.battle.turn = 1\narrival = [{ division = \"D1\", due = 1, enters = 1 }]\nunit = [\n  { name = \"R\", side = \"union\", division = \"D1\", reserve = true, formation = \"march-column\" },\n",
        );
        for (index, (x, y, heading)) in enemies.iter().enumerate() {
            text += &format!("  {{ name = \"X{index}\", side = \"confederate\", at = [{}.{:02}, {}.{:02}], bases = 3, heading = {heading} }},\n", x / 100, x % 100, y / 100, y % 100);
        }
        for (index, (x, y)) in friends.iter().enumerate() {
            text += &format!("  {{ name = \"F{index}\", side = \"union\", division = \"U1\", at = [{}.{:02}, {}.{:02}], bases = 4 }},\n", x / 100, x % 100, y / 100, y % 100);
        }
        text += "]\n";
        let battle = load("edge", &text).ok().and_then(|situation| {
            let begun = situation.cases()[0].begin(Chance::seeded(Seed(1))).ok()?;
            begun.0.table().flaws(begun.0.facts()).is_empty().then_some(begun.0)
        });
        prop_assume!(battle.is_some());
        let battle = battle.expect("assumed");
        let unit: UnitId = battle.facts().unit_named("R").expect("there");
        let families = battle.families();
        let may_wait = battle.why_not(Side::Union, &Choice::Done).is_none();
        for family in families.iter().filter(|_| may_wait) {
            prop_assert!(!family.suggestions().is_empty(), "{:?}", family.scope);
        }
        let is_listed = |choice: &Choice| families.iter().any(|family| family.check(choice).is_ok());
        let all: &[Formation] = formations(battle.look(), unit);
        for (x, formation) in places {
            let formation = all[formation % all.len()];
            for length in [400, 800, 1200, 1600, 2400, 3200, 4000] {
                let choice = Choice::Enter {
                    unit,
                    formation,
                    pose: Pose::new(Point::new(x, 0), Heading::NORTH),
                    plan: Plan(vec![Part::Go { bearing: Turn(0), length: Ticks(length) }]),
                };
                if battle.why_not(Side::Union, &choice).is_none() {
                    prop_assert!(is_listed(&choice), "{}", battle.print(&choice));
                    prop_assert!(!may_wait, "it may wait, yet: {}", battle.print(&choice));
                }
            }
            for (bearing, length) in [(-3700, 700), (-2200, 600), (-900, 2440), (1300, 850), (2200, 600), (3700, 700), (4500, 4000)] {
                let choice = Choice::Enter {
                    unit,
                    formation,
                    pose: Pose::new(Point::new(x, 0), Heading::NORTH),
                    plan: Plan(vec![Part::Go { bearing: Turn(bearing), length: Ticks(length) }]),
                };
                if battle.why_not(Side::Union, &choice).is_none() {
                    prop_assert!(is_listed(&choice), "{}", battle.print(&choice));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_global_rejects: 40_000, ..ProptestConfig::default() })]

    /// SfG 2.5-charge: and whoever is listed can be charged.
    #[test]
    fn a_listed_charge_has_a_way(
        seed in proptest::collection::vec((0..800_i32, 0..800_i32, 0..360_u16), 1..3),
    ) {
        let battle = scene(&seed);
        prop_assume!(battle.is_some());
        let battle = battle.expect("assumed");
        for family in battle.families() {
            let ways = family.suggestions();
            prop_assert!(!ways.is_empty(), "{:?}", family.scope);
            for choice in ways {
                prop_assert!(battle.why_not(Side::Union, &choice).is_none(), "{}", battle.print(&choice));
            }
        }
    }
}
