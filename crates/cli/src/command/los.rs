//! `longroll los S2910 S3417`: what two hexes see of each other, and why, hex by hex.

use longroll_board::{Grid, HexId};
use longroll_position::Setting;
use longroll_rule::Rule;
use longroll_sight::{
    Cover, Effect, ExplainedHex, ExplainedSide, ExplainedStep, Explanation, Passed, ProfileWords,
    Seen, UnitBlock, profile_svg,
};

use crate::arguments::LosArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::game::rule_set;

pub fn run(arguments: &LosArguments, console: &mut Console<'_>) -> Result<(), Failure> {
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
    let title = title(setting.grid(), &told, console);
    tell(setting.grid(), &title, &told, console)?;
    if let Some(path) = &arguments.svg {
        let words = ProfileWords {
            title: &title,
            level: &console.text("los.level", &[]),
            limit: &console.text("los.limit", &[]),
        };
        let svg = profile_svg(&told, words, |hex| setting.grid().name(hex).to_owned());
        std::fs::write(path, svg).map_err(|source| Failure::File {
            path: path.clone(),
            source,
        })?;
        console.line(console.text("los.drawn", &[("path", &path.display())]))?;
    }
    Ok(())
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
    let name = |hex: HexId| grid.name(hex).to_owned();
    let (one, other) = side.side.hexes();
    let between = match other {
        Some(other) => format!("{}|{}", name(one), name(other)),
        None => name(one),
    };
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
