//! The examples of SR 7.34 and 8.33, and their neighbours.

use super::*;

fn foot(unit: u16, strength: u8) -> Firer {
    firer(unit, None, MoverClass::Foot, strength)
}

fn horse(unit: u16, strength: u8) -> Firer {
    firer(unit, None, MoverClass::Cavalry, strength)
}

fn guns(unit: u16, strength: u8) -> Firer {
    firer(unit, None, MoverClass::Artillery, strength)
}

fn section(unit: u16, place: u8, strength: u8) -> Firer {
    firer(unit, Some(place), MoverClass::Artillery, strength)
}

fn firer(unit: u16, section: Option<u8>, class: MoverClass, strength: u8) -> Firer {
    Firer {
        unit: UnitId(unit),
        section,
        class,
        strength,
    }
}

fn most(firers: &[Firer]) -> Vec<u8> {
    allotments(firers, MidstackBattery::Off).to_vec()
}

/// SP through the normal and the Refused Front, firer by firer.
fn refused(firers: &[Firer]) -> Vec<(u8, u8)> {
    shares(firers, Front::Refused, MidstackBattery::Off)
        .into_iter()
        .map(|share| (share.normal, share.refused))
        .collect()
}

/// Proves MV-029: SR 7.34-fire.
/// One refused unit of 7 SP.
#[test]
fn mv_029_seven_on_top_fire_four_and_three() {
    assert_eq!(refused(&[foot(0, 7), foot(1, 3)]), [(4, 3), (0, 0)]);
    assert_eq!(refused(&[foot(0, 6)]), [(3, 3)]);
    assert_eq!(refused(&[foot(0, 5)]), [(3, 2)]);
}

/// Proves MV-030: SR 7.34-fire.
/// 5 SP over 3 SP.
#[test]
fn mv_030_five_over_three() {
    assert_eq!(refused(&[foot(0, 5), foot(1, 3)]), [(4, 1), (0, 2)]);
}

/// Proves MV-031: SR 7.34-fire.
/// 3 over 2 over 8 SP.
#[test]
fn mv_031_three_over_two_over_eight() {
    assert_eq!(
        refused(&[foot(0, 3), foot(1, 2), foot(2, 8)]),
        [(3, 0), (1, 1), (0, 2)]
    );
}

/// Proves MV-032: SR 7.34-fire.
/// In the next Activation the unit that joined fires through the Refused Front.
#[test]
fn mv_032_four_over_two() {
    assert_eq!(refused(&[foot(0, 4), foot(1, 2)]), [(3, 1), (0, 2)]);
}

/// Proves MV-033: SR 7.34-fire, SR 8.37.
/// A battery of sections over infantry.
#[test]
fn mv_033_sections_fill_the_fronts_in_their_order() {
    let (tb, h12) = (section(0, 0, 4), section(0, 1, 2));
    assert_eq!(refused(&[tb, h12, foot(1, 5)]), [(4, 0), (0, 2), (0, 1)]);
    assert_eq!(refused(&[h12, tb, foot(1, 5)]), [(2, 0), (2, 2), (0, 1)]);
    assert_eq!(may_combine(&tb, &h12).ok(), Some(Rule::SR_8_37));
    let apart = may_combine(&tb, &foot(1, 5)).map_err(|refusal| refusal.rule);
    assert_eq!(apart, Err(Rule::SR_8_32));
}

/// Proves MV-034: SR 7.34-fire, SR 8.31.
/// Two batteries of six guns.
#[test]
fn mv_034_two_batteries_fire_one_each_way() {
    assert_eq!(refused(&[guns(0, 6), guns(1, 6)]), [(6, 0), (0, 6)]);
    assert_eq!(most(&[guns(0, 8), guns(1, 6)]), [8, 4], "twelve in all");
}

/// Proves MV-061: SR 8.31, SR 8.33.
/// 5 SP over 9 SP.
#[test]
fn mv_061_five_over_nine() {
    assert_eq!(most(&[foot(0, 5), foot(1, 9)]), [5, 2]);
    assert_eq!(most(&[foot(0, 8)]), [7]);
}

/// Proves MV-062: SR 8.31, SR 8.33.
/// Six guns over 7 SP.
/// Proves MV-226: SR 8.31, SR 8.32.
/// Four guns over 5 SP: two shots, never one.
#[test]
fn mv_062_226_guns_over_infantry() {
    assert_eq!(most(&[guns(0, 6), foot(1, 7)]), [6, 1]);
    assert_eq!(most(&[guns(0, 4), foot(1, 5)]), [4, 3]);
    let rule = |one, other| may_combine(&one, &other).map_err(|refusal| refusal.rule);
    assert_eq!(rule(guns(0, 4), foot(1, 5)), Err(Rule::SR_8_32));
    assert_eq!(rule(foot(0, 4), foot(1, 5)), Err(Rule::SR_10_14));
}

/// Proves MV-063: SR 8.33.
/// A top unit that does not fire uses up its share all the same.
#[test]
fn mv_063_below_a_unit_in_recovery() {
    assert_eq!(most(&[foot(0, 5), foot(1, 6)])[1], 2);
}

/// Proves MV-064: SR 8.31.
/// A battery larger than 7.
#[test]
fn mv_064_eight_guns_over_five() {
    assert_eq!(most(&[guns(0, 8), foot(1, 5)]), [8, 0]);
    assert_eq!(most(&[guns(0, 7), foot(1, 5)]), [7, 0]);
}

/// Proves MV-065: SR 8.31.
/// Mounted cavalry with artillery.
#[test]
fn mv_065_guns_over_horse() {
    assert_eq!(most(&[guns(0, 2), horse(1, 7)]), [2, 4]);
    assert_eq!(most(&[guns(0, 4), horse(1, 7)]), [4, 3]);
    assert_eq!(most(&[horse(0, 7)]), [4]);
    assert_eq!(most(&[horse(0, 3), horse(1, 3)]), [3, 1]);
}

/// Proves MV-066: SR 8.33.
/// Artillery under infantry cannot fire; whether it uses up share is a switch.
#[test]
fn mv_066_guns_below_infantry() {
    assert_eq!(most(&[foot(0, 2), guns(1, 4)]), [2, 0]);
    let between = [foot(0, 2), guns(1, 4), foot(2, 6)];
    assert_eq!(most(&between), [2, 0, 5]);
    assert_eq!(
        allotments(&between, MidstackBattery::On).to_vec(),
        [2, 0, 1]
    );
    assert_eq!(most(&[guns(1, 4)]), [4], "once the infantry has left");
}

/// Proves MV-069: SR 8.35.
/// Everybody else rolls if the top unit is disordered.
/// Proves MV-071: SR 8.35-shell.
/// Shell fire strikes each for itself.
#[test]
fn mv_069_071_who_is_shaken() {
    let [p, q, r] = [0, 1, 2].map(UnitId);
    let stack = [(p, 5), (q, 4), (r, 3)];
    let close = |fate| shaken(&stack, p, fate, 1, Fire::SmallArms);
    assert_eq!(close(Fate::Disordered), [q, r]);
    assert_eq!(close(Fate::Eliminated), [q, r]);
    assert!(close(Fate::Stands).is_empty());
    let guns = |range| shaken(&stack, p, Fate::Disordered, range, Fire::Artillery);
    assert_eq!(guns(3), [q, r], "canister");
    assert!(guns(4).is_empty(), "shell");
}

/// Proves MV-070: SR 8.35.
/// What the top unit cannot lose the next one does.
#[test]
fn mv_070_losses_pass_down() {
    let [p, q] = [0, 1].map(UnitId);
    assert_eq!(losses(&[(p, 1), (q, 5)], 2).to_vec(), [(p, 1), (q, 1)]);
    assert_eq!(losses(&[(p, 2), (q, 5)], 2).to_vec(), [(p, 2)]);
    assert_eq!(losses(&[(p, 1), (q, 1)], 5).to_vec(), [(p, 1), (q, 1)]);
}

/// Proves MV-072: SR 8.35-assault.
/// Pre-assault fire strikes those who assault first.
#[test]
fn mv_072_bystanders_come_last() {
    let [n, a1, a2] = [0, 1, 2].map(UnitId);
    let stack = [(n, 5), (a1, 1), (a2, 4)];
    let order = struck_by_preassault(&stack, |unit| unit != n);
    assert_eq!(losses(&order, 2).to_vec(), [(a1, 1), (a2, 1)]);
    assert_eq!(losses(&order, 6).to_vec(), [(a1, 1), (a2, 4), (n, 1)]);
    let rolled = shaken(&stack, a1, Fate::Eliminated, 1, Fire::PreAssault);
    assert_eq!(striking_rule(Fire::PreAssault, 1), Rule::SR_8_35_assault);
    assert_eq!(rolled, [n, a2]);
}

/// Proves MV-075: SR 8.37.
/// A lost gun is drawn among the sections that have one.
#[test]
fn mv_075_sections_that_can_lose_a_gun() {
    assert_eq!(sections_with_guns([2, 4, 0]).to_vec(), [0, 1]);
    assert_eq!(sections_with_guns([0, 4, 1]).to_vec(), [1, 2]);
    assert!(sections_with_guns([0; 3]).is_empty());
}

/// Proves MV-090: SR 8.45.
/// Combined fire through different terrain.
#[test]
fn mv_090_the_target_has_the_better_terrain() {
    assert_eq!(combined_terrain(&[-1, 0]), -1);
    assert_eq!(combined_terrain(&[0, 0, 0]), 0);
    assert_eq!(combined_terrain(&[]), 0);
}
