//! A line told hex by hex, and drawn.

use longroll_board::Terrain;
use longroll_rule::Rule;
use longroll_sight::{Cover, Effect, Explanation, Passed, ProfileWords, profile_svg};

use crate::board::{Board, SHILOH};

fn explain(board: &Board, from: &str, to: &str) -> Explanation {
    let sight = board.sight(SHILOH);
    let told = sight.explain(board.hex(from), board.hex(to));
    assert_eq!(
        told.verdict,
        sight.line_of_sight(board.hex(from), board.hex(to), longroll_sight::no_units)
    );
    assert_eq!(told.steps.len(), told.verdict.profile.len());
    told
}

fn effects(told: &Explanation) -> Vec<Effect> {
    told.steps.iter().map(|step| step.effect.clone()).collect()
}

#[test]
fn every_hex_of_the_slope_example_says_why() {
    // D to W of the worked example: levels 6 6 6 5 3, median 4.5. C is in the higher half, B is mid-way and even, A blocks.
    let board = Board::new()
        .levels("2001", &[6, 6, 6, 5, 3, 2, 1, 1])
        .steep("2004", "2005");
    let told = explain(&board, "2001", "2005");
    assert_eq!(told.median.to_string(), "4.5");
    assert_eq!(
        effects(&told),
        [
            Effect::End,
            Effect::Passed(Passed::HigherHalf),
            Effect::Passed(Passed::Even),
            Effect::Blocks(vec![Rule::SR_10_24_slopes]),
            Effect::End,
        ]
    );
    // In the half of the higher unit its level is the limit, then the median.
    let limits: Vec<String> = told
        .steps
        .iter()
        .map(|step| step.limit.to_string())
        .collect();
    assert_eq!(limits, ["6", "6", "4.5", "4.5", "3"]);
    // The brow above W is told at its hexside.
    assert_eq!(told.sides.len(), 1);
    assert_eq!(told.sides[0].blocks, Some(Rule::SR_10_24_ex2b));
    assert_eq!(told.sides[0].after, 3);
}

#[test]
fn woods_are_told_apart_from_what_blocks() {
    let board = Board::new().woods("2002").terrain("2004", Terrain::Swamp);
    let told = explain(&board, "2001", "2005");
    assert_eq!(
        effects(&told)[1..4],
        [
            Effect::SeenThrough(Rule::BB_9_44_woods),
            Effect::Passed(Passed::Below),
            Effect::Blocks(vec![Rule::SR_10_24_higher]),
        ]
    );
    assert_eq!(
        (told.steps[1].hex.cover, told.steps[3].hex.cover),
        (Cover::Woods, Cover::Swamp)
    );
    assert_eq!((told.steps[1].hex.base, told.steps[1].hex.top), (0, 1));
}

#[test]
fn a_pair_is_one_step_and_the_edge_of_a_field_is_named() {
    let board = Board::new().boundary("2109");
    let told = explain(&board, "2010", "2210");
    assert_eq!(told.steps.len(), 3);
    assert!(told.steps[1].beside.is_some());
    assert_eq!(told.steps[1].effect, Effect::Passed(Passed::EdgeOfField));
    assert_eq!(Passed::EdgeOfField.rule(), Rule::BB_9_44_boundary);
}

#[test]
fn neighbours_have_two_ends_and_nothing_between() {
    let told = explain(
        &Board::new().terrain("2002", Terrain::Swamp),
        "2001",
        "2002",
    );
    assert_eq!(effects(&told), [Effect::End, Effect::End]);
    assert!(told.verdict.is_visible());
}

#[test]
fn a_crest_that_is_passed_over_is_still_told() {
    let column = || Board::new().levels("2001", &[5, 1, 1, 1, 1, 0, 0]);
    let passed = explain(&column().crest("2002", "2003", 3), "2001", "2007");
    assert_eq!(passed.sides.len(), 1);
    assert_eq!((passed.sides[0].blocks, passed.sides[0].after), (None, 1));
    let blocked = explain(&column().crest("2005", "2006", 3), "2001", "2007");
    assert_eq!(blocked.sides[0].blocks, Some(Rule::SR_10_24_slopes));
}

#[test]
fn the_drawing_marks_what_blocks_with_its_rule() {
    let board = Board::new()
        .woods("2002")
        .woods("2003")
        .crest("2004", "2005", 2);
    let told = explain(&board, "2001", "2006");
    let words = ProfileWords {
        title: "2001 to 2006 <blocked>",
        level: "level",
        limit: "limit",
    };
    let svg = profile_svg(&told, words, |hex| board.name(hex).to_owned());
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("2001 to 2006 &lt;blocked&gt;"));
    for rule in [Rule::BB_TEC_c, Rule::BB_9_44_woods, Rule::BB_9_44_crest] {
        assert!(svg.contains(rule.id()), "{rule}");
    }
    for hex in ["2001", "2004", "2006"] {
        assert!(svg.contains(&format!(">{hex}<")), "{hex}");
    }
    // Every tag that opens is closed, so that a browser reads it as XML.
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    // The same line gives the same drawing.
    assert_eq!(
        svg,
        profile_svg(&explain(&board, "2001", "2006"), words, |hex| board
            .name(hex)
            .to_owned())
    );
}
