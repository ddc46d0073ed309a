//! The generated type against what the register promises.

use longroll_rule::{Chapter, Rule, RuleKind, System};
use proptest::prelude::*;

#[test]
fn the_name_in_code_can_be_guessed_from_the_id() {
    let pairs = [
        (Rule::SR_11_43, "SR 11.43", "SR_11_43"),
        (Rule::SR_10_24_crests, "SR 10.24-crests", "SR_10_24_crests"),
        (Rule::SR_3_0_III_C_1, "SR 3.0-III/C/1", "SR_3_0_III_C_1"),
        (
            Rule::BB_9_44_swamp_leave,
            "BB 9.44-swamp-leave",
            "BB_9_44_swamp_leave",
        ),
        (Rule::BB_fire_table, "BB fire table", "BB_fire_table"),
        (
            Rule::SFG_2_6_musketry,
            "SfG 2.6-musketry",
            "SFG_2_6_musketry",
        ),
        (Rule::NM_VI_2_1, "NM VI-2.1", "NM_VI_2_1"),
    ];
    for (rule, id, variant) in pairs {
        assert_eq!(rule.id(), id);
        assert_eq!(rule.to_string(), id);
        assert_eq!(rule.variant_name(), variant);
    }
}

#[test]
fn every_line_of_the_register_is_there() {
    let register = include_str!("../../../data/rules/register.tsv");
    let ids: Vec<&str> = register
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(ids.len(), 1249);
    assert_eq!(
        Rule::ALL.iter().map(|rule| rule.id()).collect::<Vec<_>>(),
        ids
    );
}

#[test]
fn a_rule_knows_its_line() {
    let rule = Rule::SR_11_43;
    assert_eq!(rule.system(), System::Series);
    assert_eq!(rule.chapter(), Chapter::Assault);
    assert_eq!(rule.kind(), RuleKind::Mechanic);
    assert_eq!(rule.number(), "11.43");
    assert!(!rule.title().is_empty() && !rule.statement().is_empty());
    assert!(rule.see_also().iter().all(|other| *other != rule));
}

#[test]
fn people_may_write_an_id_as_they_like() {
    for text in [
        "SR 11.43", "sr 11.43", "SR11.43", "SR_11_43", " 11.43 ", "11-43",
    ] {
        assert_eq!(text.parse(), Ok(Rule::SR_11_43), "{text}");
    }
    assert_eq!("bb 9.44-Swamp-Leave".parse(), Ok(Rule::BB_9_44_swamp_leave));
    // No series rule has this number, one of the battle book has.
    assert_eq!("9.44-swamp-leave".parse(), Ok(Rule::BB_9_44_swamp_leave));
    assert_eq!("fire table".parse(), Ok(Rule::BB_fire_table));
}

#[test]
fn a_wrong_id_is_answered_with_near_ones() {
    let unknown = "11.49-charge".parse::<Rule>().unwrap_err();
    assert!(!unknown.near().is_empty());
    let unknown = "SR 11.34x".parse::<Rule>().unwrap_err();
    assert!(unknown.near().contains(&Rule::SR_11_34), "{unknown}");
    assert!(
        unknown
            .to_string()
            .starts_with("there is no rule `SR 11.34x`; near it: SR 11.34"),
        "{unknown}"
    );
    assert_eq!(
        "banana".parse::<Rule>().unwrap_err().to_string(),
        "there is no rule `banana`"
    );
    assert_eq!(
        "".parse::<Rule>().unwrap_err().to_string(),
        "there is no rule ``"
    );
}

#[test]
fn a_number_answers_with_all_its_parts_and_nothing_else() {
    let found = Rule::matching("BB 9.44");
    assert!(found.contains(&Rule::BB_9_44_swamp_leave));
    assert!(
        found
            .iter()
            .all(|rule| rule.number().starts_with("9.44") && rule.system() == System::BattleBook)
    );
    let found = Rule::matching("11.4");
    assert!(
        !found.contains(&Rule::SR_11_43),
        "11.43 is no part of 11.4: {found:?}"
    );
    assert_eq!(Rule::matching("fire table"), [Rule::BB_fire_table]);
    assert!(Rule::matching("").is_empty());
}

#[test]
fn in_files_a_rule_is_its_exact_id() {
    assert_eq!(
        serde_json::to_string(&Rule::SR_11_43).unwrap(),
        "\"SR 11.43\""
    );
    assert_eq!(
        serde_json::from_str::<Rule>("\"SR 11.43\"").unwrap(),
        Rule::SR_11_43
    );
    let loose = serde_json::from_str::<Rule>("\"11.43\"")
        .unwrap_err()
        .to_string();
    assert!(
        loose.contains("write the rule `11.43` as `SR 11.43`"),
        "{loose}"
    );
    let wrong = serde_json::from_str::<Rule>("\"SR 99.1\"")
        .unwrap_err()
        .to_string();
    assert!(wrong.contains("there is no rule `SR 99.1`"), "{wrong}");
    let number = serde_json::from_str::<Rule>("11.43")
        .unwrap_err()
        .to_string();
    assert!(number.contains("the id of a rule"), "{number}");
}

#[test]
fn chapters_and_kinds_have_names() {
    for chapter in Chapter::ALL {
        assert_eq!(chapter.name().parse(), Ok(*chapter));
    }
    for kind in RuleKind::ALL {
        assert_eq!(kind.name().parse(), Ok(*kind));
    }
    let error = "cavalry".parse::<Chapter>().unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown name; known are: command movement fire assault shell-for-guns napoleonic"
    );
}

proptest! {
    #[test]
    fn every_id_is_read_back(index in 0..Rule::ALL.len()) {
        let rule = Rule::ALL[index];
        prop_assert_eq!(rule.id().parse::<Rule>().unwrap(), rule);
        prop_assert_eq!(rule.id().to_lowercase().parse::<Rule>().unwrap(), rule);
        prop_assert_eq!(rule.variant_name().parse::<Rule>().unwrap(), rule);
        prop_assert_eq!(Rule::by_id(rule.id()), Some(rule));
        prop_assert!(Rule::matching(rule.id()).contains(&rule));
    }

    #[test]
    fn no_text_breaks_the_lookup(text in ".{0,40}") {
        let _ = text.parse::<Rule>();
        let _ = Rule::matching(&text);
    }
}
