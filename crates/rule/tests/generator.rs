//! A register with faults stops the build and tells all of them.

#[path = "../build.rs"]
#[allow(dead_code)]
mod build;

const HEADER: &str = "id\tchapter\ttitle\tkind\tstatement\tsee_also\n";

fn faults(lines: &str) -> Vec<String> {
    build::generate(&format!("{HEADER}{lines}")).expect_err("the register has faults")
}

#[test]
fn a_sound_register_becomes_an_enum() {
    let lines = "SR 1.1\tcommand\tOne\tmechanic\tIt is so.\tBB x y\nBB x y\tfire\tTwo\ttable\tA \"table\".\t\n";
    let source = build::generate(&format!("{HEADER}{lines}")).expect("no faults");
    assert!(
        source.contains("    SR_1_1,\n") && source.contains("    BB_x_y,\n"),
        "{source}"
    );
    assert!(source.contains("see_also: &[Rule::BB_x_y, ]"), "{source}");
}

#[test]
fn two_ids_may_not_share_a_name() {
    assert_eq!(
        faults("SR 1.1-a\tfire\tOne\tdata\tSo.\t\nSR 1.1/A\tfire\tTwo\tdata\tSo.\t\n"),
        ["line 3: `SR 1.1/A` would be `Rule::SR_1_1_A`, but `SR 1.1-a` on line 2 already is"]
    );
}

#[test]
fn every_fault_is_told_with_its_line() {
    let lines = "XX 1\tfire\tOne\tdata\tSo.\t\nSR 2\tcavalry\tTwo\tword\tSo.\t\nSR 3\tfire\n\
                 SR 4\tfire\t\tdata\tSo.\tSR 5\n";
    let faults = faults(lines);
    let expected = [
        "line 2: unknown system `XX` (one of SR, BB, SfG, NM)",
        "line 3: unknown chapter `cavalry` (one of command, movement, fire, assault, shell-for-guns, napoleonic)",
        "line 3: unknown kind `word` (one of mechanic, variation, definition, table, data, optional)",
        "line 4: 2 columns instead of 6",
        "line 5: `SR 4` has no title or no statement",
        "line 5: `SR 4` refers to `SR 5`, which is not in the register",
    ];
    assert_eq!(faults, expected);
}

#[test]
fn the_header_is_checked() {
    let faults = build::generate("id\ttitle\n").expect_err("wrong header");
    assert_eq!(
        faults,
        ["line 1: the header must be `id\tchapter\ttitle\tkind\tstatement\tsee_also`"]
    );
}

#[test]
fn a_register_without_italian_words_stops_the_build() {
    let lines = "SR 1.1\tfire\tOne\tdata\tSo.\t\nSR 1.2\tfire\tTwo\tdata\tSo.\t\n";
    let english = format!("{HEADER}{lines}");
    let whole = "id\ttitle\tstatement\nSR 1.2\tDue\tCosì.\nSR 1.1\tUno\tCosì.\n";
    let source = build::translate(&english, whole).expect("no faults");
    let (one, two) = (source.find("Uno"), source.find("Due"));
    assert!(one.is_some() && one < two, "{source}");
    let faulty =
        "id\ttitle\nSR 1.1\tUno\tCosì.\nSR 1.1\tUno\tCosì.\nSR 1.3\tTre\tCosì.\nSR 1.2\t\t\n";
    assert_eq!(
        build::translate(&english, faulty).expect_err("faults"),
        [
            "Italian, line 1: the header must be `id\ttitle\tstatement`",
            "Italian, line 3: `SR 1.1` stands there twice",
            "Italian, line 5: an id, a title and a statement are wanted",
            "`SR 1.2` has no words in Italian",
            "Italian, line 4: there is no rule `SR 1.3`",
        ]
    );
}
