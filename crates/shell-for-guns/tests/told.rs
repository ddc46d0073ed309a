//! What is offered, suggested and told: by which rule, where, in which words.

use longroll_core::{Chance, Family as _, Game as _, Seed, Side};
use longroll_rule::Rule;
use longroll_shell_for_guns::facts::Army;
use longroll_shell_for_guns::roll::Odds;
use longroll_shell_for_guns::situation::load;
use longroll_shell_for_guns::{Battle, Choice, Options, data, tape, text};
use longroll_tabletop::{Point, Ticks};

/// A position with dice from 1 to 6 to come; `head` holds the keys of the file before its units.
fn position(head: &str, units: &str, dice: &[u16]) -> Battle {
    let text = format!(
        "title = \"t\"\nboard = \"tabletop\"\n{head}\nunit = [{units}]\nexpect.battle.turn = 1\n"
    );
    let situation = load("s.toml", &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
    let case = situation.cases().first().expect("one case");
    // The lower number deploys first, where that is still to be rolled.
    let (mut battle, _) = case
        .begin(Chance::scripted(vec![0, 1]))
        .expect("two dice at most");
    battle.set_chance(Chance::scripted(dice.iter().map(|face| face - 1).collect()));
    battle
}

const UNION: &str = "begin = { activation = \"Union\" }";

fn chosen(battle: &mut Battle, words: &str) {
    let side = battle.asked().expect("a question").side;
    let choice = battle.parse(words).expect("notation");
    battle
        .choose(side, &choice)
        .unwrap_or_else(|no| panic!("{words}: {no}"));
}

/// The rules by which choices are offered, by the beginning of their notation.
fn granted(battle: &Battle, words: &str) -> Vec<Rule> {
    let offers = battle.offers().into_iter();
    let own = offers.filter(|offer| battle.print(&offer.choice).starts_with(words));
    own.map(|offer| offer.rule).collect()
}

#[test]
fn every_offer_names_the_rule_that_grants_it() {
    let battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"B\", side = \"union\", at = [8.00, 10.00], orders = 1 }, { name = \"G\", side = \"union\", kind = \"battery\", at = [21.00, 10.00], orders = 1 }, { name = \"H\", side = \"union\", kind = \"battery\", formation = \"limbered\", at = [25.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 14.00] }",
        &[],
    );
    for (words, rule) in [
        ("division order", Rule::SFG_2_3_division_order),
        ("order A", Rule::SFG_2_3_brigade_order),
        ("order B", Rule::SFG_2_5_several),
        ("fire A", Rule::SFG_2_6),
        ("limber G", Rule::SFG_2_5_artillery_order),
        ("deploy H", Rule::SFG_2_5_artillery_order),
        ("join G", Rule::SFG_2_3_batteries),
    ] {
        assert_eq!(granted(&battle, words), [rule], "{words}");
    }
}

#[test]
fn reactions_and_what_a_winner_may_do_name_their_rules() {
    // The order, the charge die, the charger's dice and the target's.
    let mut dice = vec![1, 1, 1, 4];
    dice.extend([1; 5]);
    dice.extend([1; 4]);
    dice.push(1);
    let mut battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 2, fired = true }, { name = \"X\", side = \"confederate\", at = [18.00, 12.00], bases = 2 }, { name = \"Y\", side = \"confederate\", at = [18.00, 16.00], bases = 2 }",
        &dice,
    );
    chosen(&mut battle, "charge A, X, 0");
    assert_eq!(battle.asked().expect("asked").side, Side::Confederate);
    assert_eq!(granted(&battle, "stand"), [Rule::SFG_2_5_stand; 2]);
    assert_eq!(granted(&battle, "flee"), [Rule::SFG_2_5_flee]);
    // The target's division decides, though another is active.
    let division = battle.deciding_division().expect("somebody decides");
    assert_eq!(battle.facts().division(division).name, "Confederate");
    assert!(battle.frame().is_some());
    chosen(&mut battle, "stand");
    let division = battle.deciding_division().expect("somebody decides");
    assert_eq!(battle.facts().division(division).name, "Union");
    for (words, rule) in [
        ("stay", Rule::SFG_2_8_winner_stay),
        ("reorganise", Rule::SFG_2_8_winner_reform),
        ("break through", Rule::SFG_2_8_breakthrough),
    ] {
        assert!(granted(&battle, words).contains(&rule), "{words}");
        assert!(
            granted(&battle, words).iter().all(|own| *own == rule),
            "{words}"
        );
    }
}

/// Section K: full and half moves, steps of 15 degrees, turns about each pivot, changes of formation.
#[test]
fn the_moves_that_a_person_tries_first_are_suggested() {
    let mut battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 8.00] }, { name = \"X\", side = \"confederate\", at = [2.50, 23.00] }",
        &[1, 1],
    );
    chosen(&mut battle, "order A");
    let families = battle.families();
    let mut list: Vec<String> = Vec::new();
    for family in &families {
        let own = family.suggestions();
        assert!(own.iter().all(|choice| family.check(choice).is_ok()));
        list.extend(own.iter().map(|choice| battle.print(choice)));
    }
    let suggested = |words: String| assert!(list.contains(&words), "{words} is not in {list:#?}");
    for bearing in ["0", "-15", "15", "-30", "30", "-45", "45"] {
        for length in ["4.00", "3.00", "2.00", "1.00"] {
            suggested(format!("move A, go {bearing} {length}"));
        }
    }
    for bearing in ["180", "-90", "90"] {
        for length in ["2.00", "1.00"] {
            suggested(format!("move A, go {bearing} {length}"));
        }
    }
    for angle in [15, 30, 45, 60, 75, 90] {
        for pivot in [
            format!("left -{angle}"),
            format!("right {angle}"),
            format!("middle {angle}"),
            format!("middle -{angle}"),
        ] {
            suggested(format!("move A, turn {pivot}"));
            suggested(format!("move A, turn {pivot}, go 0 2.00"));
            suggested(format!("move A, go 0 1.00, turn {pivot}, go 0 1.00"));
        }
    }
    for form in ["two-lines", "attack-column", "march-column"] {
        suggested(format!("move A, form {form}"));
        suggested(format!("move A, form {form}, go 0 2.00"));
    }
    suggested("move A, form march-column on 6 as 6".to_owned());
    suggested("move A".to_owned());
}

/// SfG 3.0-deploy: places in the first and the middle of the zone and near the edge; stations behind units of the division.
#[test]
fn places_and_stations_of_the_own_zone_are_suggested() {
    let facts = data::ready("two-ridges", Options::default()).expect("sound");
    let (mut battle, _) = Battle::pitched(facts, Chance::seeded(Seed(2))).expect("a stream");
    chosen(&mut battle, "objectives 9.00 5.00, 27.00 5.00");
    chosen(&mut battle, "objectives 9.00 19.00, 27.00 19.00");
    let side = battle.asked().expect("asked").side;
    let zone = battle.facts().terrain.zone.0;
    let depth = battle.facts().terrain.size.1.0;
    let deep = |point: Point| match side {
        Side::Union => point.y(),
        Side::Confederate => depth - point.y(),
    };
    let mut depths: Vec<i32> = Vec::new();
    for family in battle.families() {
        for choice in family.suggestions() {
            match choice {
                Choice::Place { pose, .. } => depths.push(deep(pose.front)),
                Choice::Station { pose, .. } => assert!(deep(pose.front) <= zone),
                _ => {}
            }
        }
    }
    depths.sort_unstable();
    depths.dedup();
    assert_eq!(depths, [1700, zone * 6 / 10, zone - 500]);
    // Whoever is set up has his general behind him.
    let mut all = battle.facts().units();
    let unit = all.find(|(_, entry)| entry.side == side).expect("a unit").0;
    drop(all);
    let family = battle.families().into_iter().find(|family| {
        let first = family.suggestions().into_iter().next();
        matches!(first, Some(Choice::Place { unit: own, .. }) if own == unit)
    });
    let choice = family.expect("it is to be set up").suggestions().remove(0);
    battle.choose(side, &choice).expect("suggested");
    let Choice::Place { pose, .. } = choice else {
        panic!("a place")
    };
    let behind: Vec<i32> = battle
        .families()
        .iter()
        .flat_map(|family| family.suggestions())
        .filter_map(|choice| match choice {
            Choice::Station { pose: own, .. } if own.front.x() == pose.front.x() => {
                Some((own.front.y() - pose.front.y()).abs())
            }
            _ => None,
        })
        .collect();
    for back in [600, 1800, 3500] {
        assert!(behind.contains(&back), "{back}: {behind:?}");
    }
}

#[test]
fn a_unit_is_told_with_its_state() {
    let battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 9, left = 3, carried = 2, disordered = true, fired = true, charged = true }, { name = \"B\", side = \"union\", at = [8.00, 10.00] }, { name = \"G\", side = \"union\", kind = \"battery\", at = [11.00, 10.00], joined = \"B\" }, { name = \"X\", side = \"confederate\", at = [18.00, 14.00] }",
        &[],
    );
    let told = |name: &str| {
        let unit = battle.facts().unit_named(name).expect("there");
        text::unit(battle.facts(), battle.table(), unit)
    };
    assert_eq!(
        told("A"),
        "A (union, Union): 18.00 10.00 heading 0, line, 3 bases, 2 losses, disordered, decimated, has fired, has charged"
    );
    assert_eq!(
        told("X"),
        "X (confederate, Confederate): 18.00 14.00 heading 180, line, 6 bases"
    );
    assert_eq!(
        told("G"),
        "G (union, Union): 11.00 10.00 heading 0, deployed, 1 base, joined"
    );
}

#[test]
fn the_chances_of_a_choice_are_told_in_words() {
    let battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 14.00] }",
        &[],
    );
    let parsed = |words: &str| battle.parse(words).expect("notation");
    let odds = |ways: &[(i32, u64)], before: Vec<Odds>| Odds {
        ways: ways
            .iter()
            .map(|(own, count)| (*own, (*count).into()))
            .collect(),
        of: ways.iter().map(|(_, count)| count).sum::<u64>().into(),
        before,
    };
    let melee = odds(&[(-1, 1), (0, 2), (1, 5)], Vec::new());
    assert_eq!(
        text::chances(&parsed("stand"), &melee, true),
        "melee: charger wins 62.5 %, draw 25.0 %, charger beaten 12.5 %"
    );
    let after_fire = Odds {
        before: vec![odds(&[(0, 1), (1, 1)], Vec::new())],
        ..melee
    };
    assert_eq!(
        text::chances(&parsed("stand and fire"), &after_fire, true),
        "fire: mean 0.50 losses; without them melee: charger wins 62.5 %, draw 25.0 %, charger beaten 12.5 %"
    );
    let run = odds(&[(0, 3), (1, 2), (2, 1)], Vec::new());
    let broken = odds(&[(-1, 1), (0, 1), (1, 2), (2, 4)], vec![run.clone()]);
    let words = "no melee 50.0 %, wins 25.0 %, draw 12.5 %, beaten 12.5 %";
    let through = parsed("break through X");
    assert_eq!(text::chances(&through, &broken, true), words);
    assert_eq!(
        text::chances(&through, &broken, false),
        format!("goes 0: 50.0 %, 1: 33.3 %, 2: 16.6 % UM; {words}")
    );
    let nobody = odds(&[(2, 6)], Vec::new());
    assert_eq!(text::chances(&through, &nobody, true), "meets nobody");
    let fire = odds(&[(0, 1), (1, 3)], Vec::new());
    assert_eq!(
        text::chances(&parsed("fire A, X"), &fire, true),
        "mean 0.75 losses, none 25.0 %"
    );
    assert_eq!(
        text::chances(&parsed("fire A, X"), &fire, false),
        "mean 0.75 losses; 0: 25.0 %, 1: 75.0 %"
    );
    assert_eq!(
        text::chances(
            &parsed("reorganise"),
            &odds(&[(1, 1), (2, 1)], Vec::new()),
            true
        ),
        "1: 50.0 %, 2: 50.0 % UM"
    );
    assert_eq!(
        text::chances(
            &parsed("order A"),
            &odds(&[(0, 1), (1, 3)], Vec::new()),
            true
        ),
        "passes 75.0 %"
    );
}

#[test]
fn a_tape_tells_how_far_and_from_where_to_where() {
    let battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"B\", side = \"union\", at = [22.80, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 14.00], bases = 2 }",
        &[],
    );
    let told = |from: &str, to: &str| {
        tape::measure(battle.look(), from, to)
            .expect("both there")
            .text()
    };
    assert_eq!(
        told("12.00 20.00", "12.00 23.00"),
        "12.00 20.00 – 12.00 23.00: 3.00 UM, from 12.00 20.00 to 12.00 23.00"
    );
    assert!(told("A", "X").starts_with("A – X: 4.00 UM edge to edge, from "));
    assert!(told("A", "18.00 11.00").contains("1.00 UM from the edge of the bases"));
    assert!(told("18.00 11.00", "A").contains("1.00 UM from the edge of the bases"));
    let touching = told("A", "B");
    assert!(
        touching.starts_with("A – B: 0.00 UM edge to edge, both at 20.40 "),
        "{touching}"
    );
    // A unit lies over an objective and over the ground.
    let on = tape::lying_at(battle.look(), Point::new(18_000, 9_800));
    assert_eq!(on.name, "A");
    let beside = tape::lying_at(battle.look(), Point::new(18_000, 10_001));
    assert_eq!(beside.name, "18.00 10.00");
    assert_eq!(
        tape::measure(battle.look(), "A", "X")
            .expect("both")
            .distance(),
        Ticks(4000)
    );
}

#[test]
fn a_general_who_has_ridden_is_listed_no_more() {
    let mut battle = position(
        "begin = \"generals\"\ncorps = { union = { name = \"Corps\" } }\ngeneral = [{ name = \"Corps\", at = [10.00, 4.00] }]",
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 20.00] }",
        &[],
    );
    assert_eq!(battle.asked().expect("asked").side, Side::Union);
    assert_eq!(battle.families().len(), 2);
    chosen(&mut battle, "general General of Union, 17.00 8.00, 0");
    assert_eq!(battle.families().len(), 1);
    let words = battle.print(&battle.families()[0].suggestions()[0]);
    assert!(words.starts_with("general Corps"), "{words}");
    let again = battle
        .parse("general General of Union, 16.00 8.00, 0")
        .expect("notation");
    assert!(battle.why_not(Side::Union, &again).is_some());
}

/// SfG 3.0-deploy, SfG-reading 170: a fifth of the units, rounded down.
#[test]
fn an_army_may_keep_a_fifth_back() {
    let units = |count: usize| -> String {
        let unit = |n: usize| format!("{{ name = \"u{n}\", kind = \"infantry\", bases = 8 }},");
        (0..count).map(unit).collect()
    };
    let army = |count: usize| {
        let text = format!(
            "name = \"A\"\nside = \"union\"\nsource = \"ours\"\n[[division]]\nname = \"D\"\ngeneral = {{ name = \"G\" }}\nunits = [{}]\n",
            units(count)
        );
        Army::read("army.toml", &text).unwrap_or_else(|faults| panic!("{}", faults.summary()))
    };
    for (count, limit) in [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)] {
        assert_eq!(army(count).reserve_limit(), limit, "{count}");
    }
}

#[test]
fn an_army_has_divisions_and_a_faulty_one_is_one() {
    let told = |text: &str| Army::read("a.toml", text).expect_err("faults").summary();
    let head = "name = \"A\"\nside = \"union\"\nsource = \"ours\"\n";
    assert!(told(head).contains("an army has divisions"));
    let nameless = format!("{head}[[division]]\ngeneral = {{ name = \"G\" }}\nunits = []\n");
    assert!(
        !told(&nameless).contains("an army has divisions"),
        "{}",
        told(&nameless)
    );
}

/// All suggestions of all families, in notation.
fn suggested(battle: &Battle) -> Vec<String> {
    let families = battle.families();
    let all = families.iter().flat_map(|family| family.suggestions());
    all.map(|choice| battle.print(&choice)).collect()
}

#[test]
fn rides_of_a_general_to_his_own_units_are_suggested() {
    let battle = position(
        "begin = \"generals\"\ngeneral = [{ name = \"General of Union\", at = [18.00, 12.00] }]",
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"B\", side = \"union\", division = \"Other\", at = [8.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [30.00, 23.00] }",
        &[],
    );
    let list = suggested(&battle);
    let has = |words: &str| list.iter().any(|own| own == words);
    for words in [
        // With his unit, and half a UM behind it.
        "general General of Union, 18.00 9.60, 0, with A",
        "general General of Union, 18.00 9.10, 0",
        "general General of Other, 8.00 9.60, 0, with B",
        // 2, 6 and 12 UM to every side.
        "general General of Union, 18.00 14.00, 0",
        "general General of Union, 18.00 18.00, 0",
        "general General of Union, 18.00 24.00, 0",
        "general General of Union, 20.00 12.00, 0",
        "general General of Union, 30.00 12.00, 0",
        "general General of Union, 16.00 12.00, 0",
        "general General of Union, 6.00 12.00, 0",
        "general General of Union, 18.00 6.00, 0",
    ] {
        assert!(has(words), "{words}: {list:#?}");
    }
    assert!(
        !list
            .iter()
            .any(|own| own.starts_with("general General of Union") && own.ends_with("with B"))
    );
}

#[test]
fn entries_of_a_reserve_are_suggested_along_its_edge_and_along_roads() {
    let battle = position(
        "begin = { activation = \"D1\", fresh = true }\narrival = [{ division = \"D1\", due = 1, enters = 1 }]\nground = { road = [{ points = [[20.00, 0.00], [20.00, 24.00]] }] }",
        "{ name = \"R\", side = \"union\", division = \"D1\", reserve = true }, { name = \"X\", side = \"confederate\", at = [4.00, 23.00] }",
        &[],
    );
    let list = suggested(&battle);
    for words in [
        "enter R, line, 3.50 0.00, 0, go 0 4.00",
        "enter R, line, 3.50 0.00, 0, go 0 3.00",
        "enter R, two-lines, 18.50 0.00, 0, go 0 1.70",
        "enter R, attack-column, 30.50 0.00, 0, go 0 4.00",
        "enter R, march-column, 0.50 0.00, 0, go 0 3.00",
        "enter R, march-column, 20.00 0.00, 0, road 8.00",
        "enter R, march-column, 20.00 0.00, 0, road 4.00",
    ] {
        assert!(list.iter().any(|own| own == words), "{words}: {list:#?}");
    }
}

#[test]
fn objectives_of_the_table_and_others_of_the_zone_are_suggested() {
    let facts = data::ready("two-ridges", Options::default()).expect("sound");
    let (battle, _) = Battle::pitched(facts, Chance::seeded(Seed(2))).expect("a stream");
    let list = suggested(&battle);
    assert_eq!(list[0], "objectives 10.00 5.00, 26.00 5.00");
    for words in [
        "objectives 6.00 4.50, 18.00 4.50",
        "objectives 6.00 5.50, 30.00 5.50",
        "objectives 18.00 4.50, 30.00 4.50",
    ] {
        assert!(list.iter().any(|own| own == words), "{words}: {list:#?}");
    }
}

#[test]
fn turns_in_line_with_a_friend_and_at_the_nearest_enemy_are_suggested() {
    let mut battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 8.00], bases = 2 }, { name = \"B\", side = \"union\", at = [21.00, 8.00], bases = 2, heading = 23 }, { name = \"F\", side = \"union\", at = [8.00, 8.00], bases = 2, heading = 51 }, { name = \"X\", side = \"confederate\", at = [24.00, 18.00], bases = 2 }, { name = \"Y\", side = \"confederate\", at = [2.00, 23.00], bases = 2 }",
        &[1, 1],
    );
    chosen(&mut battle, "order A");
    let list = suggested(&battle);
    let has = |words: &str| list.iter().any(|own| own == words);
    assert!(has("move A, turn middle 23"), "{list:#?}");
    assert!(!has("move A, turn middle 51"), "more than 3 UM away");
    // The middle of X is 6.00 to the right and 10.20 ahead: 30.47 degrees.
    assert!(has("move A, turn middle 30.47"), "{list:#?}");
}

#[test]
fn charges_straight_at_the_nearest_place_and_after_a_turn_are_suggested() {
    let battle = position(
        UNION,
        "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 2 }, { name = \"X\", side = \"confederate\", at = [20.00, 12.00], bases = 2 }",
        &[],
    );
    let list = suggested(&battle);
    let has = |words: &str| list.iter().any(|own| own == words);
    // The nearest place of X is its right front corner, 1.20 aside and 2.00 ahead; its middle 2.00 and 2.20.
    for words in [
        "charge A, X, 30.96",
        "charge A, X, 42.27",
        "charge A, X, 0, turn left 42.27",
        "charge A, X, 0, turn middle 42.27",
    ] {
        assert!(has(words), "{words}: {list:#?}");
    }
    assert!(!has("charge A, X, 0"), "straight ahead it passes X by 0.40");
}

/// SfG-reading 35: with its switch the corps general's order is offered beside that of the division.
#[test]
fn the_order_of_a_corps_general_is_offered_where_it_is_played() {
    let offered = |switch: &str| {
        let head = format!(
            "{UNION}\noptions = {{ corps_order = \"{switch}\" }}\ncorps = {{ union = {{ name = \"Corps\" }} }}\ngeneral = [{{ name = \"Corps\", at = [16.00, 8.00] }}]"
        );
        let battle = position(
            &head,
            "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 20.00] }",
            &[],
        );
        granted(&battle, "corps order A").len()
    };
    assert_eq!((offered("on"), offered("off")), (1, 0));
}

#[test]
fn every_switch_is_explained_in_its_own_words() {
    let mut all: Vec<&str> = Options::all()
        .iter()
        .map(|(switch, _)| Options::meaning(switch).expect("explained"))
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    assert!(Options::meaning("entry_delay").is_some_and(|words| words.contains("weather")));
    assert_eq!(Options::meaning("no_such"), None);
}

/// What a first look at boxes passes over must not be there.
#[test]
fn the_surroundings_of_a_unit_hold_all_its_bases_and_not_much_more() {
    for heading in [0, 30, 45, 90, 135, 200, 315] {
        for formation in ["line", "two-lines", "attack-column", "march-column"] {
            let units = format!(
                "{{ name = \"A\", side = \"union\", at = [18.00, 12.00], bases = 7, heading = {heading}, formation = \"{formation}\" }}, {{ name = \"X\", side = \"confederate\", at = [4.00, 22.00] }}"
            );
            let battle = position(UNION, &units, &[]);
            let unit = battle.facts().unit_named("A").expect("there");
            let own = battle.table().unit(unit);
            let (around, body) = (own.surroundings(), own.body().bounds());
            assert!(around.contains_box(body), "{formation} at {heading}");
            // A line of seven is 5.60 wide: nothing of it is 3.30 away from the middle of its front.
            assert!(
                around.high.x() - around.low.x() < 6600,
                "{formation} at {heading}"
            );
        }
    }
}

/// SfG 3.0-deploy, SfG-reading 169: the units of a division and its general, and corps generals when all is done.
#[test]
fn only_what_is_to_be_set_up_now_is_listed() {
    let mut battle = position(
        "begin = \"deployment\"\ncorps = { union = { name = \"Corps\" } }",
        "{ name = \"a\", side = \"union\" }, { name = \"b\", side = \"union\" }, { name = \"x\", side = \"confederate\" }",
        &[],
    );
    let listed = |battle: &Battle| -> Vec<String> {
        let mut all: Vec<String> = battle
            .families()
            .iter()
            .map(|family| {
                let own = family.suggestions();
                let words = battle.print(own.first().expect("no family is empty"));
                words.split(',').next().expect("words").to_owned()
            })
            .collect();
        all.sort_unstable();
        all
    };
    assert_eq!(
        listed(&battle),
        ["place a", "place b", "station General of Union"]
    );
    chosen(&mut battle, "place a, line, 10.00 5.00, 0");
    assert_eq!(listed(&battle), ["place b", "station General of Union"]);
    chosen(&mut battle, "station General of Union, 10.00 3.00, 0");
    assert_eq!(listed(&battle), ["place b"]);
    chosen(&mut battle, "place b, line, 20.00 5.00, 0");
    // The other side, then the corps general.
    assert_eq!(
        listed(&battle),
        ["place x", "station General of Confederate"]
    );
    chosen(&mut battle, "place x, line, 10.00 19.00, 180");
    chosen(
        &mut battle,
        "station General of Confederate, 10.00 21.00, 180",
    );
    assert_eq!(listed(&battle), ["station Corps"]);
}

#[test]
fn the_turn_and_the_division_that_acts_head_the_log() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 20.00] }";
    assert_eq!(position(UNION, units, &[]).heading(), "turn 1, Union");
    let later = position("turn = 4\nbegin = \"generals\"", units, &[]);
    assert_eq!(later.heading(), "turn 4");
    assert_eq!(later.result(), None);
}

/// SFG-051 and SFG-122 tell places to the nearest hundredth; section K cuts distances.
#[test]
fn places_are_told_to_the_nearest_hundredth_and_distances_are_cut() {
    for (x, y, told) in [
        (20_828, 12_828, "20.83 12.83"),
        (17_009, 12_132, "17.01 12.13"),
        (4, 5, "0.00 0.01"),
        (-4, -5, "0.00 -0.01"),
        (35_995, 23_994, "36.00 23.99"),
    ] {
        assert_eq!(text::place(Point::new(x, y)), told);
    }
    assert_eq!(Ticks(5_999).to_string(), "5.99");
}
