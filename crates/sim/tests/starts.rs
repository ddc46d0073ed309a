//! Every scenario begins with a position that can be; a page that lays out what cannot is told with everything wrong in it.

use std::sync::Arc;

use longroll_catalog::facts::{Piece, Place, ScenarioFacts};
use longroll_core::Side;
use longroll_gbacw::assembly::sound_start;
use longroll_position::{PositionFault, RuleSet, Setting};
use longroll_rule::Rule;

fn scenario(number: u8) -> Arc<ScenarioFacts> {
    let found = longroll_shiloh::scenario(number).expect("there is such a scenario");
    found.expect("it reads")
}

fn faults(scenario: ScenarioFacts) -> Vec<PositionFault> {
    let battle = longroll_shiloh::battle().expect("the battle reads");
    let setting = Setting::new(battle, Arc::new(scenario), RuleSet::BATTLE_BOOK);
    sound_start(&setting).err().unwrap_or_default()
}

#[test]
fn every_page_lays_out_what_can_be() {
    for entry in longroll_shiloh::scenarios().expect("the index reads") {
        let plain = scenario(entry.number);
        assert_eq!(faults(ScenarioFacts::clone(&plain)), [], "{}", entry.number);
        for variant in plain.variants.iter() {
            let agreed = plain.agreed_on(&variant.id).expect("a variant of its own");
            assert_eq!(faults(agreed), [], "{} {}", entry.number, variant.id);
        }
    }
}

#[test]
fn a_page_that_cannot_be_is_told_with_everything_wrong() {
    let mut page = ScenarioFacts::clone(&scenario(9));
    let places = |page: &ScenarioFacts, side: Side| -> Vec<usize> {
        let entries = page.setup.iter().enumerate();
        let placed = entries.filter(|(_, entry)| {
            let unit = matches!(entry.piece, Piece::Unit(_));
            entry.side == side && unit && matches!(entry.place, Place::Hex(_))
        });
        placed.map(|(number, _)| number).collect()
    };
    let blue = places(&page, Side::Union);
    let grey = places(&page, Side::Confederate);
    let (Some(&blue), Some(&[first, second])) = (blue.first(), grey.first_chunk()) else {
        panic!("both sides have units with hexes");
    };
    // Two men more than printed, and one among the enemy.
    page.setup[first].strength = Some(99);
    page.setup[second].place = page.setup[blue].place.clone();
    let rules: Vec<Rule> = faults(page).iter().map(|fault| fault.rule).collect();
    assert!(rules.contains(&Rule::SR_2_21), "{rules:?}");
    assert!(rules.contains(&Rule::SR_9_51), "{rules:?}");
}
