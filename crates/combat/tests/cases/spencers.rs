//! SR 14.3: Spencers. Shiloh has none; the test battle adds their two rows to the range table.

use longroll_catalog::facts::Ammunition;
use longroll_combat::fire::{
    Assault, DeclaredFire, Occasion, Shot, Wear, ammunition_after, fires_twice, terms,
};
use longroll_rule::Rule;

use crate::support::{Field, battery, cavalry, enemy, infantry, of, unit};

#[test]
fn fire_164_spencer_ammunition() {
    let stage = Field::series().stage();
    let table = &stage.setting.tables().fire;
    let after = |first, second| {
        let dice = [(Wear::Ordinary, first), (Wear::SpencerSecond, second)];
        ammunition_after(table, Ammunition::Full, &dice)
    };
    assert_eq!(after(5, 3), Ammunition::Low);
    assert_eq!(after(3, 5), Ammunition::Out);
    assert_eq!(after(3, 3), Ammunition::Full);
}

#[test]
fn fire_162_a_spencer_disordered_in_between_fires_its_second_shot() {
    let field = |spec: crate::support::Spec| {
        Field::series()
            .with(&[spec.weapon("SR"), enemy("2110", "W")])
            .stage()
    };
    let good = field(infantry("2010", "E"));
    let fire = good.fire(of(0, 5), "2110").prepared();
    assert!(fires_twice(&good.look(), unit(0)));
    let shot = |stage: &crate::support::Stage, shot| terms(&stage.look(), &fire, shot);
    assert_eq!(shot(&good, Shot::First).expect("first").terms.sum(), 2);
    assert_eq!(shot(&good, Shot::Second).expect("second").terms.sum(), 2);
    // Disordered by the answer to the first: at -1, and Prepared no longer.
    let shaken = field(infantry("2010", "E").disordered());
    assert_eq!(shot(&shaken, Shot::Second).expect("second").terms.sum(), 0);
}

#[test]
fn fire_165_no_double_fire() {
    let twice = |spec: crate::support::Spec| {
        let stage = Field::series().with(&[spec]).stage();
        fires_twice(&stage.look(), unit(0))
    };
    assert!(!twice(infantry("2010", "E").weapon("SR").disordered()));
    assert!(!twice(cavalry("2010", "E").weapon("SC")));
    assert!(twice(cavalry("2010", "E").weapon("SC").dismounted()));
    assert!(!twice(infantry("2010", "E")));
    assert!(!twice(battery("2010", "E")));
}

#[test]
fn fire_166_spencers_in_withdrawal_and_pre_assault_fire() {
    let mut stage = Field::series()
        .with(&[
            infantry("2010", "E").weapon("SR"),
            enemy("2110", "W").attack(),
        ])
        .stage()
        .enemy_phase();
    let (target, own) = (stage.hex("2110"), stage.hex("2010"));
    stage.history.assaults.push(Assault {
        from: target,
        on: own,
        continued: false,
    });
    for occasion in [Occasion::Withdrawal, Occasion::PreAssault] {
        let fire = DeclaredFire::new(occasion, of(0, 5), target);
        for shot in [Shot::First, Shot::Second] {
            assert!(
                terms(&stage.look(), &fire, shot).is_ok(),
                "{occasion:?} {shot:?}"
            );
        }
    }
    let plain = Field::series()
        .with(&[infantry("2010", "E"), enemy("2110", "W")])
        .stage()
        .enemy_phase();
    let fire = DeclaredFire::new(Occasion::Withdrawal, of(0, 5), plain.hex("2110"));
    let again = terms(&plain.look(), &fire, Shot::Second);
    assert_eq!(again.expect_err("one shot").rule, Rule::SR_10_31);
}

#[test]
fn how_each_round_of_a_spencer_wears_it() {
    let stage = Field::new()
        .with(&[infantry("2010", "E").weapon("SR"), enemy("2110", "W")])
        .stage();
    let fire = stage.fire(of(0, 5), "2110");
    let wear = |shot| terms(&stage.look(), &fire, shot).expect("legal").worn[0].wear;
    assert_eq!(
        (wear(Shot::First), wear(Shot::Second)),
        (Wear::Ordinary, Wear::SpencerSecond)
    );
}
