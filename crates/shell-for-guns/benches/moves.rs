//! How long the rules take to judge a whole move among forty units: `cargo bench -p longroll-shell-for-guns`.
//!
//! The bar is 50 microseconds for a legal move, turns of ninety degrees between neighbours included.

use std::fmt::Write as _;

use divan::{Bencher, black_box};
use longroll_core::{Chance, Game as _, Side};
use longroll_shell_for_guns::{Battle, Choice};

fn main() {
    divan::main();
}

/// Twenty brigades against twenty, in two rows a side, on a table with woods, crops, a village, fences and a river.
fn forty(order: &str) -> Battle {
    let mut text = String::from(
        r#"title = "Forty"
board = "tabletop"
begin = { activation = "Union" }
expect.battle.turn = 1
ground = { size = [72.00, 40.00], area = [
  { name = "Wood", kind = "woods", class = "difficult", cover = "light", poly = [[20.00, 14.00], [30.00, 14.00], [32.00, 17.00], [26.00, 19.00], [19.00, 17.00]] },
  { name = "Corn", kind = "crops", class = "broken", cover = "light", poly = [[36.00, 13.00], [44.00, 13.00], [44.00, 16.00], [36.00, 16.00]] },
  { name = "Village", kind = "village", class = "difficult", cover = "heavy", poly = [[50.00, 16.00], [55.00, 16.00], [55.00, 19.00], [50.00, 19.00]] },
], line = [
  { kind = "rail fence", points = [[2.00, 17.00], [18.00, 17.50]] },
  { kind = "low wall", points = [[33.00, 18.00], [48.00, 18.50]] },
], river = [{ points = [[58.00, 0.00], [60.00, 14.00], [58.00, 40.00]], fords = [{ at = [60.00, 14.00], length = 1.20 }] }] }
unit = [
"#,
    );
    for index in 0..40 {
        let (side, row) = if index < 20 {
            ("union", 0)
        } else {
            ("confederate", 1)
        };
        let (x, y) = (4 + (index % 10) * 5, 8 + row * 18 + (index / 10 % 2) * 4);
        let kind = match index % 10 {
            9 => "kind = \"battery\"",
            _ => "bases = 6",
        };
        writeln!(
            text,
            "  {{ name = \"U{index}\", side = \"{side}\", at = [{x}.00, {y}.00], {kind} }},"
        )
        .expect("a string takes everything");
    }
    text += "]\ngeneral = [{ name = \"General of Union\", at = [19.00, 6.00] }]\n";
    let situation = longroll_shell_for_guns::situation::load("forty", &text).expect("sound");
    let chance = Chance::scripted(vec![0, 0]);
    let (mut battle, _) = situation.cases()[0].begin(chance).expect("no dice yet");
    let order = battle.parse(order).expect("notation");
    battle.choose(Side::Union, &order).expect("passed");
    battle
}

/// A move of U13, which has a neighbour on each hand, a brigade behind and woods before it.
fn judge(bencher: Bencher<'_, '_>, order: &str, plan: &str, legal: bool) {
    let battle = forty(order);
    let choice: Choice = battle.parse(&format!("move U13{plan}")).expect("notation");
    let why = battle.why_not(Side::Union, &choice);
    assert_eq!(why.is_none(), legal, "{plan}: {why:?}");
    bencher.bench(|| battle.why_not(Side::Union, black_box(&choice)));
}

const LEGAL: [&str; 8] = [
    ", go 0 1.50",
    ", go 20 1.90",
    ", go 180 1.00",
    ", turn left 12",
    ", turn left -90",
    ", turn right 90",
    ", turn middle 40",
    ", go 0 0.50, turn left -45, go 0 0.40",
];

#[divan::bench(args = LEGAL)]
fn brigade_order(bencher: Bencher<'_, '_>, plan: &str) {
    judge(bencher, "order U13", plan, true);
}

#[divan::bench(args = [", form two-lines, go 0 1.00", ", form attack-column on 3 as 1, turn left 90"])]
fn change_of_formation(bencher: Bencher<'_, '_>, plan: &str) {
    judge(bencher, "order U13", plan, true);
}

#[divan::bench(args = [", go 0 1.50", ", turn left -90", ", turn right 90, go 0 1.00"])]
fn division_order(bencher: Bencher<'_, '_>, plan: &str) {
    judge(bencher, "division order", plan, true);
}

#[divan::bench(args = [", go 90 1.00", ", turn left 90", ", go 0 4.10"])]
fn refused(bencher: Bencher<'_, '_>, plan: &str) {
    judge(bencher, "order U13", plan, false);
}
