//! Ranges and the Fire Table (BB range table, BB fire table).

use longroll_board::HexId;
use longroll_catalog::tables::WeaponClass;
use longroll_rule::Rule;

use crate::support::{Field, Spec, battery, enemy, infantry, of};

/// The range modifier through the whole judge; none where it refuses by range.
fn at_range(firer: Spec, range: u8) -> Option<i32> {
    // Due east in steps of a column: range n is n columns on, half as many rows apart at most.
    let names: Vec<&'static str> = vec![
        "2110", "2210", "2310", "2410", "2510", "2610", "2710", "2810", "2910", "3010", "3110",
        "3210", "3310", "3410", "3510", "3610", "3710", "3810", "3910", "4010", "4110", "4210",
        "4310", "4410", "4510",
    ];
    let target = names[usize::from(range) - 1];
    let guns = firer.sp;
    let stage = Field::new().with(&[firer, enemy(target, "W")]).stage();
    let hex: HexId = stage.hex(target);
    assert_eq!(stage.look().range(stage.hex("2010"), hex), u32::from(range));
    match stage.judge(&stage.fire(of(0, guns), target)) {
        Ok(found) => Some(found.terms.sum()),
        Err(refusal) => {
            assert_eq!(refusal.rule, Rule::SR_10_16);
            None
        }
    }
}

#[test]
fn fire_009_010_and_173_small_arms() {
    let table: [(&'static str, &[i32]); 7] = [
        ("M", &[2, -1, -3]),
        ("R", &[1, 1, 0, -1, -2]),
        ("C", &[1, 0, -1]),
        ("D", &[1, 1, 1, 1, 0, -1, -2, -3]),
        ("S", &[2]),
        ("P", &[0]),
        ("OR", &[1, 0, -1, -2]),
    ];
    for (code, drms) in table {
        for range in 1..=9_u8 {
            let expected = drms.get(usize::from(range) - 1).copied();
            let found = at_range(infantry("2010", "E").weapon(code), range);
            assert_eq!(found, expected, "{code} at {range}");
        }
    }
}

#[test]
fn fire_174_artillery() {
    let ranges = [1, 2, 3, 4, 7, 8, 12, 13, 16, 17, 20, 21];
    let table: [(&'static str, &[i32]); 10] = [
        ("L", &[3, 2, 1, 0, 0, -1, -1]),
        ("N", &[4, 3, 2, 1, 0, 0, 0, -1, -1, -2]),
        ("H12", &[4, 3, 2, 0, 0, -1]),
        ("H24", &[5, 4, 2, 0, 0, -1, -1, -1]),
        ("TA", &[3, 2, 0, 0, 0, 0, 0, -1, -1]),
        ("TB", &[3, 2, 1, 0, 0, 0, 0, 0, 0, -1, -1, -2]),
        ("P10", &[2, 2, 1, 0, 0, 0, 0, 0, 0, -1, -1, -2]),
        ("P20", &[3, 2, 1, 0, 0, 0, 0, 0, 0, -1, -1, -2]),
        ("P30", &[3, 2, 2, 0, 0, 0, 0, 0, 0, -1, -1, -2]),
        ("SG", &[3, 2, 2, 0, 0, 0, 0, 0, 0, -1, -1, -2]),
    ];
    for (code, drms) in table {
        for (place, range) in ranges.into_iter().enumerate() {
            let found = at_range(battery("2010", "E").weapon(code), range);
            assert_eq!(found, drms.get(place).copied(), "{code} at {range}");
        }
    }
    // Columns that run past the maximum (fire reading 110).
    assert_eq!(at_range(battery("2010", "E").weapon("N"), 18), Some(-2));
    assert_eq!(at_range(battery("2010", "E").weapon("N"), 19), None);
    assert_eq!(at_range(battery("2010", "E").weapon("H12"), 10), Some(-1));
    assert_eq!(at_range(battery("2010", "E").weapon("H12"), 11), None);
    assert_eq!(at_range(battery("2010", "E").weapon("H24"), 15), Some(-1));
    assert_eq!(at_range(battery("2010", "E").weapon("TB"), 25), Some(-2));
    let stage = Field::new().stage();
    let longest = |code: &str| {
        let ranges = &stage.setting.tables().range;
        ranges.weapon(ranges.coded(code).expect("a gun")).max_range
    };
    let maxima = ["P10", "P20", "P30", "SG", "NG"].map(longest);
    assert_eq!(maxima, [26, 34, 38, 30, 35]);
}

/// FIRE-169, FIRE-170: look-ups in the table as it is loaded.
#[test]
fn fire_169_and_170_look_ups() {
    let stage = Field::new().stage();
    let table = &stage.setting.tables().fire;
    let read = |class, sp, roll| table.result(class, sp, roll).to_string();
    for (sp, roll, expected) in [
        (7, 8, "1d+2"),
        (7, 7, "d+2"),
        (6, 8, "d+2"),
        (5, 9, "1d+2"),
        (3, 7, "d"),
        (1, 4, "-"),
        (1, 12, "1d+2"),
        (10, 7, "1d+2"),
        (14, 12, "2D"),
        (21, 11, "2D"),
        (7, 13, "2D"),
        (2, -3, "-"),
    ] {
        assert_eq!(
            read(WeaponClass::SmallArms, sp, roll),
            expected,
            "{sp} at {roll}"
        );
    }
    for (guns, roll, expected) in [
        (6, 9, "d+1"),
        (6, 4, "d-3"),
        (12, 10, "D"),
        (12, 11, "1D"),
        (4, 12, "D"),
        (2, 5, "-"),
        (8, 12, "1D"),
        (1, 20, "1D"),
        (9, -2, "-"),
    ] {
        assert_eq!(
            read(WeaponClass::Artillery, guns, roll),
            expected,
            "{guns} at {roll}"
        );
    }
}

#[test]
fn an_outcome_is_the_table_read_at_the_die_with_everything_added() {
    let stage = Field::new()
        .with(&[infantry("2010", "E").sp(7), enemy("2110", "W")])
        .stage();
    let found = stage
        .judge(&stage.fire(of(0, 7), "2110").prepared())
        .expect("legal");
    let table = &stage.setting.tables().fire;
    let results: Vec<String> = found
        .outcomes(table)
        .iter()
        .map(|outcome| outcome.result.to_string())
        .collect();
    assert_eq!(
        results,
        [
            "d-2", "d-1", "d-1", "d", "d+1", "d+2", "1d+2", "1d+2", "1d+2", "1D"
        ]
    );
    let totals: Vec<i32> = found
        .outcomes(table)
        .iter()
        .map(|outcome| outcome.total)
        .collect();
    assert_eq!(totals, (2..=11).collect::<Vec<i32>>());
}
