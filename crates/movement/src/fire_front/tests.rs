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
/// Proves MV-226: SR 8.31.
/// Four guns over 5 SP.
#[test]
fn mv_062_226_guns_over_infantry() {
    assert_eq!(most(&[guns(0, 6), foot(1, 7)]), [6, 1]);
    assert_eq!(most(&[guns(0, 4), foot(1, 5)]), [4, 3]);
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

/// Proves MV-075: SR 8.37.
/// A lost gun is drawn among the sections that have one.
#[test]
fn mv_075_sections_that_can_lose_a_gun() {
    assert_eq!(sections_with_guns([2, 4, 0]).to_vec(), [0, 1]);
    assert_eq!(sections_with_guns([0, 4, 1]).to_vec(), [1, 2]);
    assert!(sections_with_guns([0; 3]).is_empty());
}
