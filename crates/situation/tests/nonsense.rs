//! Positions that cannot be: each is refused at the door with the rule that says so, or cannot be written at all.

use longroll_situation::load;

/// A file with this unit, these further blocks and a question.
fn file(unit: &str, more: &str) -> String {
    format!(
        r#"
title = "A position that the door has to judge"
board = {{ default = "clear" }}
turn = {{ turn = "6-1200", at = "marker 1/I" {more} }}
leader = [{{ name = "L", side = "union", brigade = "1/1/I", hex = "2010" }}]
unit = [{{ name = "A", side = "union", brigade = "1/1/I", {unit} }}]
ask = [{{ in_command = "A", of = "L", answer = true }}]
"#
    )
}

fn faults(text: &str) -> String {
    match load("file.toml", text) {
        Ok(_) => String::new(),
        Err(faults) => faults.summary(),
    }
}

fn refused(unit: &str, more: &str, wanted: &str) {
    let found = faults(&file(unit, more));
    assert!(found.contains(wanted), "{unit}: '{found}' lacks '{wanted}'");
}

#[test]
fn a_sound_position_is_let_in() {
    let text = file(r#"hex = "2012", facing = "NE", sp = 5, full = 8"#, "");
    assert_eq!(faults(&text), "");
}

#[test]
fn a_line_longer_than_its_hexes_is_refused() {
    let unit = r#"hex = "2012", sp = 12, full = 12, line = { left = "2030" }"#;
    refused(unit, "", "[SR 8.41]");
}

#[test]
fn a_line_longer_than_its_strength_is_refused() {
    let unit = r#"hex = "2012", facing = "NE", sp = 6, full = 12, line = { left = "1911" }"#;
    refused(unit, "", "[SR 8.42]");
    let found = faults(&file(unit, ""));
    assert!(!found.contains("[SR 8.41]"), "'{found}'");
}

#[test]
fn a_hexside_facing_under_attack_orders_is_refused() {
    let unit = r#"hex = "2012", facing = "/N", orders = "attack", sp = 5, full = 8"#;
    refused(unit, "", "[SR 7.11]");
}

#[test]
fn thirty_sp_in_a_hex_are_refused() {
    let unit = r#"hex = "2012", sp = 15, full = 15 }, { name = "B", side = "union", brigade = "1/1/I", hex = "2012", sp = 15, full = 15"#;
    refused(unit, "", "more SP than the hex may hold [SR 8.12-line]");
}

#[test]
fn a_gunboat_with_cohesion_is_refused() {
    let unit = r#"hex = "2012", kind = "gunboat", cohesion = [6, 4], sp = 5, full = 8"#;
    refused(unit, "", "[BB 14.71]");
}

#[test]
fn a_unit_in_two_places_is_refused() {
    let unit = r#"hex = "2012", sp = 12, full = 12, line = { left = "1912", right = "1912" }"#;
    refused(unit, "", "[SR 8.41]");
}

#[test]
fn infantry_that_is_blown_cannot_be_written() {
    refused(
        r#"hex = "2012", sp = 5, full = 8, state = ["blown"]"#,
        "",
        "'blown' is no state",
    );
    refused(
        r#"hex = "2012", sp = 5, full = 8, blown = true, state = ["disordered"]"#,
        "",
        "[SR 11.59]",
    );
}

#[test]
fn a_marker_of_a_brigade_that_is_not_there_is_refused() {
    refused(
        r#"hex = "2012", sp = 5, full = 8, state = ["lost"]"#,
        r#", cup = ["1/I"]"#,
        "[SR 5.31]",
    );
}

#[test]
fn negative_strength_cannot_be_written() {
    let unit = r#"hex = "2012", sp = -3, full = 8"#;
    refused(unit, "", "-3 is not between 0 and 30");
}

#[test]
fn two_sides_in_a_hex_are_refused() {
    let unit = r#"hex = "2012", sp = 5, full = 8 }, { name = "X", side = "confederate", brigade = "1/1/1", hex = "2012""#;
    refused(unit, "", "both sides stand in 2012 [SR 9.51]");
}

#[test]
fn a_brigade_in_reserve_that_has_marched_is_refused() {
    let brigade = r#"hex = "2012", facing = "/N", sp = 5, full = 8 }]
brigade = [{ name = "1/1/I", orders = "march", reserve = true, march_used = true"#;
    refused(brigade, "", "[SR 6.32]");
}

/// A file on a page of the battle book is judged too, but for stacks into which it has put nobody: the page sets up over the limits
/// itself.
#[test]
fn what_cannot_be_is_refused_on_a_page_of_the_book_too() {
    let on_the_page = |pieces: &str, more: &str| {
        faults(&format!(
            r#"
scenario = 1
title = "A position on a page that the door has to judge"
turn = {{ turn = "6-0700", at = "marker confederate unassigned" {more} }}
{pieces}
ask = [{{ options = "done", answer = [] }}]
"#
        ))
    };
    let line =
        r#"unit = [{ name = "8 AR", hex = "S2012", facing = "NE", line = { left = "S2030" } }]"#;
    let blown = r#"unit = [{ name = "8 AR", blown = true, state = ["disordered"] }]"#;
    let crowd = r#"unit = [{ name = "8 AR", hex = "S2012" }, { name = "9 AR", hex = "S2012" },
        { name = "1 AR", hex = "S2012" }, { name = "6 AR", hex = "S2012" },
        { name = "15 AR", hex = "S2012" }, { name = "5 TN", hex = "S2012" }]"#;
    let astray = r#"unit = [{ name = "8 AR", hex = "S2012", facing = "NE" },
        { name = "9 AR", hex = "S2012", facing = "SW" }]"#;
    let captive = r#"unit = [{ name = "8 AR", hex = "S2012" }]
leader = [{ name = "Peabody", hex = "S2012" }]"#;
    for (pieces, rule) in [
        (line, "[SR 8.41]"),
        (blown, "[SR 11.59]"),
        (crowd, "[SR 8.12-line]"),
        (astray, "[SR 7.11]"),
        (captive, "[SR 9.33]"),
    ] {
        let found = on_the_page(pieces, "");
        assert!(found.contains(rule), "{pieces}: '{found}' lacks '{rule}'");
    }
    // 4/O comes in the evening.
    let found = on_the_page("", r#", cup = ["4/O"]"#);
    assert!(found.contains("[SR 5.31]"), "'{found}'");
}

#[test]
fn the_marker_of_a_brigade_that_is_lost_is_not_played() {
    let unit = r#"hex = "2012", facing = "NE", sp = 5, full = 8, state = ["lost"]"#;
    refused(unit, "", "[SR 5.31]");
}

/// A file with these units of two sides and these further blocks.
fn laid_out(units: &str, more: &str) -> String {
    faults(&format!(
        r#"
title = "A position that the door has to judge"
board = {{ default = "field", hexes = {{ "2510" = {{ terrain = "river", level = 0 }} }} }}
turn = {{ turn = "6-1200", at = "marker 1/I", cup = [] }}
leader = [{{ name = "L", side = "union", brigade = "1/1/I", hex = "2010" }},
  {{ name = "E", side = "confederate", brigade = "1/1/1", hex = "1310" }}]
unit = [{units}]
{more}
ask = [{{ options = "done", show = true }}]
"#
    ))
}

fn not_laid_out(units: &str, more: &str, wanted: &str) {
    let found = laid_out(units, more);
    assert!(
        found.contains(wanted),
        "{units} {more}: '{found}' lacks '{wanted}'"
    );
}

const A: &str = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 5, full = 8 },
  { name = "X", side = "confederate", brigade = "1/1/1", hex = "1312", facing = "NE", sp = 5, full = 8 }"#;

#[test]
fn a_gunboat_is_neither_disordered_nor_short_of_shells_nor_in_a_formation() {
    for (state, rule) in [
        (r#"state = ["disordered"]"#, "[BB 14.71]"),
        (r#"state = ["collapsed"]"#, "[BB 14.71]"),
        (r#"state = ["low-ammo"]"#, "[BB 14.75]"),
        (r#"state = ["refused-left"]"#, "[SR 7.32]"),
        (r#"facing = "NE", line = { left = "2509" }"#, "[SR 8.41]"),
    ] {
        let boat = format!(
            r#"{A}, {{ name = "B", side = "union", kind = "gunboat", army = "AoT", hex = "2510", sp = 10, {state} }}"#
        );
        not_laid_out(&boat, "", rule);
    }
    let page = r#"
scenario = 7
title = "A position on a page that the door has to judge"
turn = { turn = "6-1800", at = "marker union unassigned" }
unit = [{ name = "Tyler", hex = "N6601", state = ["disordered"] }]
ask = [{ options = "done", answer = [] }]
"#;
    assert!(faults(page).contains("[BB 14.71]"), "{}", faults(page));
}

#[test]
fn no_arm_but_infantry_stands_in_a_line() {
    for kind in [
        r#"kind = "cavalry", weapon = "C""#,
        r#"kind = "artillery", weapon = "N""#,
    ] {
        let line = format!(
            r#"{A}, {{ name = "B", side = "union", {kind}, brigade = "1/1/I", hex = "2020", facing = "NE", sp = 8, full = 8, line = {{ left = "1919" }} }}"#
        );
        not_laid_out(&line, "", "only infantry extends its line [SR 8.41]");
    }
}

#[test]
fn nobody_marches_in_a_line() {
    let line = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "/N", orders = "march", sp = 8, full = 8, line = { left = "1911" } }"#;
    not_laid_out(line, "", "[SR 7.26]");
}

#[test]
fn strength_and_collapse_go_together() {
    let fresh = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 3, full = 8, state = ["good-order"] }"#;
    not_laid_out(fresh, "", "[SR 12.23]");
    let shaken = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 3, full = 8, state = ["disordered"] }"#;
    not_laid_out(shaken, "", "[SR 12.23]");
    let strong = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 7, full = 8, state = ["collapsed"] }"#;
    not_laid_out(strong, "", "[SR 12.23]");
}

#[test]
fn a_stack_refuses_one_flank() {
    let stack = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 3, full = 3, state = ["refused-left"] },
  { name = "B", side = "union", brigade = "1/1/I", hex = "2012", facing = "NE", sp = 3, full = 3, state = ["refused-right"] }"#;
    not_laid_out(stack, "", "[SR 8.26]");
}

#[test]
fn nobody_is_assigned_to_a_command_of_the_enemy() {
    let turned = format!(
        r#"{A}, {{ name = "B", side = "union", brigade = "1/1/I", hex = "2014", facing = "NE", sp = 3, full = 3, assigned = "1/1/1" }}"#
    );
    not_laid_out(&turned, "", "[SR 4.2]");
}

#[test]
fn who_does_not_build_has_begun_no_work() {
    for builder in [
        r#"kind = "artillery", weapon = "N", facing = "NE""#,
        r#"kind = "cavalry", weapon = "C", facing = "NE""#,
        r#"orders = "march", facing = "/N""#,
        r#"orders = "attack", facing = "NE""#,
    ] {
        let building = format!(
            r#"{A}, {{ name = "B", side = "union", brigade = "1/1/I", hex = "2014", {builder}, sp = 3, full = 3, building = 1 }}"#
        );
        not_laid_out(&building, "", "[SR 15.11]");
    }
    let gone = format!(
        r#"{A}, {{ name = "B", side = "union", brigade = "1/1/I", hex = "2014", facing = "NE", sp = 3, full = 3, building = 1, state = ["routed"] }}"#
    );
    not_laid_out(&gone, "", "[SR 15.14]");
}

#[test]
fn a_hex_holds_two_works() {
    let works = r#"works = [{ hex = "2012", facing = "NE" }, { hex = "2012", facing = "SE" }, { hex = "2012", facing = "W" }]"#;
    not_laid_out(A, works, "2012 holds two entrenchments at most [SR 15.12]");
}

#[test]
fn brigadiers_and_enemies_command_no_brigade_directly() {
    let direct = |leader: &str| format!(r#"brigade = [{{ name = "1/1/I", direct = "{leader}" }}]"#);
    not_laid_out(A, &direct("L"), "[BB 4.11-direct]");
    not_laid_out(A, &direct("E"), "it is of the enemy [BB 4.11-direct]");
}

#[test]
fn a_commander_takes_two_brigades_directly() {
    let on_the_page = |brigades: &str| {
        faults(&format!(
            r#"
scenario = 1
title = "A position on a page that the door has to judge"
turn = {{ turn = "6-0700", at = "marker confederate unassigned" }}
brigade = [{brigades}]
ask = [{{ options = "done", show = true }}]
"#
        ))
    };
    let taken = |codes: &[&str]| {
        let one = |code: &&str| format!(r#"{{ name = "{code}", direct = "A.S. Johnston" }}"#);
        codes.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(on_the_page(&taken(&["1/1/2", "2/1/2"])), "");
    let found = on_the_page(&taken(&["1/1/2", "2/1/2", "3/1/2"]));
    assert!(found.contains("[BB 4.11-direct]"), "'{found}'");
}

#[test]
fn whoever_has_one_counter_rides() {
    let page = r#"
scenario = 1
title = "A position on a page that the door has to judge"
turn = { turn = "6-0700", at = "marker confederate unassigned" }
unit = [{ name = "1 AL Cav b", state = ["dismounted"] }]
ask = [{ options = "done", show = true }]
"#;
    assert!(faults(page).contains("[SR 14.21]"), "{}", faults(page));
}

#[test]
fn a_column_on_the_march_follows_its_counter() {
    let column = r#"{ name = "A", side = "union", brigade = "1/1/I", hex = "2012", facing = "/N", orders = "march", sp = 10, full = 10, column = ["2011"] }"#;
    not_laid_out(column, "", "[SR 8.51]");
}

#[test]
fn a_division_plays_no_more_markers_than_it_has() {
    let division = r#"division = [{ name = "1/I", markers = 2, played = 3 }]"#;
    not_laid_out(A, division, "[SR 5.24]");
}

#[test]
fn nobody_in_reserve_is_bound_to_charge() {
    let brigade = r#"brigade = [{ name = "1/1/I", reserve = true, bound = "charge" }]"#;
    not_laid_out(A, brigade, "[SR 6.32]");
}

#[test]
fn the_frame_of_these_positions_is_sound() {
    assert_eq!(laid_out(A, ""), "");
}
