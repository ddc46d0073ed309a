//! `longroll los S2910 S3417`: what two hexes see of each other, and why, hex by hex.

use std::ffi::OsStr;
use std::path::Path;

use longroll_board::{Grid, HexId, Hexside};
use longroll_position::Setting;
use longroll_rule::Rule;
use longroll_sight::{
    Cover, Effect, ExplainedHex, ExplainedSide, ExplainedStep, Explanation, Obstacle, Passed,
    ProfileWords, Seen, UnitBlock, profile_svg,
};

use crate::arguments::LosArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::write;
use crate::game::rule_set;

pub fn run(arguments: &LosArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let drawing = arguments.svg.as_deref();
    if let Some(path) = drawing.filter(|path| !is_svg(path)) {
        let message = console.text("los.kind", &[("path", &path.display())]);
        return Err(Failure::question(message, None));
    }
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let rules = rule_set(&arguments.rule, console)?;
    let hex = |name: &str| {
        let grid = &battle.facts.ground.grid;
        grid.parse(&name.to_uppercase()).map_err(|error| {
            let message = console.text("map.no-hex", &[("reason", &error)]);
            Failure::question(message, Some(console.text("map.no-hex-help", &[])))
        })
    };
    let (from, to) = (hex(&arguments.from)?, hex(&arguments.to)?);
    let scenario = battle.scenario("1", console)?;
    let setting = Setting::new(battle.facts.clone(), scenario, rules);
    let told = setting.sight.explain(from, to);
    if arguments.gunboat {
        return gunboat(&setting, (from, to), &told, console);
    }
    let title = title(setting.grid(), &told, console);
    tell(setting.grid(), &title, &told, console)?;
    if let Some(path) = &arguments.svg {
        let words = ProfileWords {
            title: &title,
            level: &console.text("los.level", &[]),
            limit: &console.text("los.limit", &[]),
        };
        let svg = profile_svg(&told, words, |hex| setting.grid().name(hex).to_owned());
        write(path, svg, console)?;
        console.line(console.text("los.drawn", &[("path", &path.display())]))?;
    }
    Ok(())
}

/// Whether a file is named as what is drawn.
fn is_svg(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
}

/// BB 14.74: what a gunboat on the river sees, what blocks it, and how much cover it fires through.
fn gunboat(
    setting: &Setting,
    (from, to): (HexId, HexId),
    told: &Explanation,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let grid = setting.grid();
    let on_river = |step: &ExplainedStep| step.hex.cover == Cover::Water;
    if !told.steps.first().is_some_and(on_river) {
        let message = console.text("los.no-river", &[("hex", &grid.name(from))]);
        return Err(Failure::question(message, None));
    }
    let line = setting.sight.gunboat_line(from, to);
    let verdict = if line.blocks.is_empty() {
        console.text("los.clear", &[])
    } else {
        console.text("los.blocked", &[])
    };
    let blanks: [(&str, &dyn std::fmt::Display); 4] = [
        ("from", &grid.name(from)),
        ("to", &grid.name(to)),
        ("distance", &grid.distance(from, to)),
        ("verdict", &verdict),
    ];
    console.heading(console.text("los.gunboat-title", &blanks))?;
    for block in &line.blocks {
        let place = match block.by {
            Obstacle::Hex(hex) | Obstacle::Units(hex) => grid.name(hex).to_owned(),
            Obstacle::Hexside(side) => side_name(grid, side),
        };
        let blanks: [(&str, &dyn std::fmt::Display); 2] =
            [("place", &place), ("height", &block.height)];
        let text = console.text("los.gunboat-blocks", &blanks);
        console.line(format!(" \u{2715} {text} [{}]", block.rule))?;
    }
    let cover = console.text("los.gunboat-cover", &[("count", &line.cover_hexes)]);
    Ok(console.line(format!("{cover} [{}]", Rule::BB_14_74))?)
}

/// "S2910|S2911", or the one hex at the edge of the map.
fn side_name(grid: &Grid, side: Hexside) -> String {
    let (one, other) = side.hexes();
    match other {
        Some(other) => format!("{}|{}", grid.name(one), grid.name(other)),
        None => grid.name(one).to_owned(),
    }
}

/// "S2910 to S3417, 9 hexes: blocked".
fn title(grid: &Grid, told: &Explanation, console: &Console<'_>) -> String {
    let verdict = match told.verdict.seen() {
        Seen::Clear => console.text("los.clear", &[]),
        Seen::ThroughWoods => console.text("los.through-woods", &[]),
        Seen::Blocked => console.text("los.blocked", &[]),
    };
    console.text(
        "los.title",
        &[
            ("from", &grid.name(told.verdict.from)),
            ("to", &grid.name(told.verdict.to)),
            ("distance", &told.verdict.distance),
            ("verdict", &verdict),
        ],
    )
}

fn tell(
    grid: &Grid,
    title: &str,
    told: &Explanation,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    console.heading(title)?;
    let ends = (told.steps.first(), told.steps.last());
    if let (Some(first), Some(last)) = ends {
        console.line(console.text(
            "los.levels",
            &[
                ("one", &first.hex.base),
                ("other", &last.hex.base),
                ("median", &told.median),
            ],
        ))?;
    }
    for (place, step) in told.steps.iter().enumerate() {
        for stand in [Some(step.hex), step.beside].into_iter().flatten() {
            console.line(hex_line(grid, step, stand, console))?;
        }
        for side in told.sides.iter().filter(|side| side.after == place) {
            console.line(side_line(grid, side, console))?;
        }
    }
    let (ignored, block) = (UnitBlock::Ignored.rule(), UnitBlock::Blocks.rule());
    console.line(console.text(
        "los.both-ways",
        &[
            ("same", &Rule::SR_10_25),
            ("block", &block),
            ("other", &ignored),
        ],
    ))?;
    Ok(())
}

/// One hex: how far it is from both ends, its ground and what stands on it, and what it does.
fn hex_line(
    grid: &Grid,
    step: &ExplainedStep,
    stand: ExplainedHex,
    console: &Console<'_>,
) -> String {
    let cover = console.word("terrain", cover_word(stand.cover));
    let height = if stand.top > stand.base {
        console.text(
            "los.with-top",
            &[("base", &stand.base), ("top", &stand.top)],
        )
    } else {
        console.text("los.bare", &[("base", &stand.base)])
    };
    let mark = match step.effect {
        Effect::Blocks(_) => '\u{2715}',
        Effect::SeenThrough(_) => '~',
        Effect::End => '\u{25cf}',
        Effect::Passed(_) => ' ',
    };
    let effect = effect(step, console);
    format!(
        " {mark} {:<6} {:>2}/{:<2}  {height:<12} {cover:<18} {effect}",
        grid.name(stand.hex),
        step.from_start,
        step.to_end,
    )
}

fn effect(step: &ExplainedStep, console: &Console<'_>) -> String {
    let with_rule = |text: String, rules: &[longroll_rule::Rule]| {
        let rules: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
        format!("{text} [{}]", rules.join(", "))
    };
    let limit: (&str, &dyn std::fmt::Display) = ("limit", &step.limit);
    match &step.effect {
        Effect::End => console.text("los.end", &[]),
        Effect::Blocks(rules) => with_rule(console.text("los.blocks", &[limit]), rules),
        Effect::SeenThrough(rule) => with_rule(console.text("los.seen-through", &[]), &[*rule]),
        Effect::Passed(passed) => {
            let text = match passed {
                Passed::Below => console.text("los.below", &[limit]),
                Passed::Even => console.text("los.even", &[]),
                Passed::HigherHalf => console.text("los.higher-half", &[]),
                Passed::EdgeOfField => console.text("los.edge-of-field", &[]),
            };
            with_rule(text, &[passed.rule()])
        }
    }
}

fn side_line(grid: &Grid, side: &ExplainedSide, console: &Console<'_>) -> String {
    let between = side_name(grid, side.side);
    let blanks: [(&str, &dyn std::fmt::Display); 2] =
        [("side", &between), ("height", &side.height)];
    match side.blocks {
        Some(rule) => {
            let text = console.text("los.side-blocks", &blanks);
            format!(" \u{2715} {text} [{}]", rule.id())
        }
        None => format!("   {}", console.text("los.side-passed", &blanks)),
    }
}

/// The word of the data for what stands on a hex.
const fn cover_word(cover: Cover) -> &'static str {
    match cover {
        Cover::Water => "river",
        Cover::Field => "field",
        Cover::FieldBoundary => "field-boundary",
        Cover::Woods => "woods",
        Cover::Swamp => "swamp",
        Cover::Thicket => "thicket",
        Cover::WoodedSloping => "wooded-slope",
        Cover::Town => "town",
    }
}
