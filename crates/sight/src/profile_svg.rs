//! A line of sight as a drawing: the ground in section, what stands on it, and what blocks.
//!
//! Whole numbers only, so the same line gives the same bytes everywhere. What blocks is told by a mark and its rule, not
//! by colour alone.

use core::fmt::Write as _;

use longroll_board::HexId;

use crate::explain::{Effect, ExplainedHex, ExplainedStep, Explanation};
use crate::scene::Cover;
use crate::verdict::Height;

/// Width of one step.
const STEP: i32 = 68;
/// Height of half a level.
const HALF_LEVEL: i32 = 13;
/// Room for the title and the highest marks.
const HEAD: i32 = 64;
/// Room for the names below the ground.
const FOOT: i32 = 46;
/// Room on the left for the levels.
const MARGIN: i32 = 40;

/// The words of a drawing, in the reader's language.
#[derive(Clone, Copy, Debug)]
pub struct ProfileWords<'a> {
    /// The heading, which tells the verdict.
    pub title: &'a str,
    /// "level".
    pub level: &'a str,
    /// "limit": the height that nothing may exceed.
    pub limit: &'a str,
}

/// Draws a line of sight in section. `name` names a hex.
pub fn profile_svg(
    explanation: &Explanation,
    words: ProfileWords<'_>,
    name: impl Fn(HexId) -> String,
) -> String {
    let frame = Frame::of(explanation);
    let mut svg = String::new();
    let (width, height) = (frame.width, frame.height());
    // Writing into a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fdfcf7\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\" font-size=\"14\" font-weight=\"bold\">{title}</text>",
        title = escaped(words.title),
    );
    levels(&mut svg, &frame, words.level);
    for (place, step) in (0_i32..).zip(&explanation.steps) {
        draw_step(&mut svg, &frame, place, step);
        let names: Vec<String> = [Some(step.hex), step.beside]
            .into_iter()
            .flatten()
            .map(|stand| escaped(&name(stand.hex)))
            .collect();
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            frame.middle(place),
            frame.floor + 16,
            names.join("/"),
        );
    }
    limit(&mut svg, &frame, explanation, words.limit);
    sides(&mut svg, &frame, explanation);
    sight_line(&mut svg, &frame, explanation);
    svg.push_str("</svg>\n");
    svg
}

/// Where things lie on the sheet.
struct Frame {
    width: i32,
    /// The line on which the lowest ground stands, a level deep.
    floor: i32,
    /// The lowest level less one.
    bottom: i32,
    top: i32,
}

impl Frame {
    fn of(explanation: &Explanation) -> Self {
        let stands = || explanation.steps.iter().flat_map(stands);
        let crests = explanation
            .sides
            .iter()
            .map(|side| side.height.half_levels());
        let bottom = stands().map(|stand| stand.base).min().unwrap_or(0) - 1;
        let tops = stands().map(|stand| 2 * stand.top).chain(crests);
        let top = tops.max().unwrap_or(0);
        let count = i32::try_from(explanation.steps.len()).unwrap_or(i32::MAX / STEP - 1);
        Self {
            width: (MARGIN + count * STEP + 20).max(320),
            floor: HEAD + (top - 2 * bottom) * HALF_LEVEL,
            bottom,
            top,
        }
    }

    const fn height(&self) -> i32 {
        self.floor + FOOT
    }

    const fn left(place: i32) -> i32 {
        MARGIN + place * STEP
    }

    const fn middle(&self, place: i32) -> i32 {
        Self::left(place) + STEP / 2
    }

    const fn at(&self, half_levels: i32) -> i32 {
        self.floor - (half_levels - 2 * self.bottom) * HALF_LEVEL
    }
}

fn stands(step: &ExplainedStep) -> impl Iterator<Item = ExplainedHex> + use<> {
    [Some(step.hex), step.beside].into_iter().flatten()
}

fn levels(svg: &mut String, frame: &Frame, word: &str) {
    for level in frame.bottom + 1..=frame.top / 2 {
        let y = frame.at(2 * level);
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#ddd8c8\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#555\">{level}</text>",
            frame.width - 20,
            MARGIN - 6,
            y + 4,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"4\" y=\"{}\" fill=\"#555\">{}</text>",
        HEAD - 22,
        escaped(word)
    );
}

/// The ground of a step and what stands on it; two half columns for a pair.
fn draw_step(svg: &mut String, frame: &Frame, place: i32, step: &ExplainedStep) {
    let each = if step.beside.is_some() {
        STEP / 2
    } else {
        STEP
    };
    let mut left = Frame::left(place);
    for stand in stands(step) {
        let ground = frame.at(2 * stand.base);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{ground}\" width=\"{each}\" height=\"{}\" fill=\"{}\" stroke=\"#8a7f66\"/>",
            frame.floor - ground,
            if stand.cover == Cover::Water {
                "#b9d3e6"
            } else {
                "#d9cba8"
            },
        );
        if stand.top > stand.base {
            let crown = frame.at(2 * stand.top);
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{crown}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" stroke=\"#3f5c33\"/>",
                left + 4,
                each - 8,
                ground - crown,
                foliage(stand.cover),
            );
        }
        left += each;
    }
    draw_effect(svg, frame, place, step);
}

/// What the step does to the line: seen through, or blocked.
fn draw_effect(svg: &mut String, frame: &Frame, place: i32, step: &ExplainedStep) {
    let highest = stands(step).map(|stand| stand.top).max().unwrap_or(0);
    let y = frame.at(2 * highest);
    let (x, width) = (Frame::left(place), STEP);
    match &step.effect {
        Effect::End | Effect::Passed(_) => {}
        Effect::SeenThrough(rule) => {
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"none\" stroke=\"#b36b00\" \
                 stroke-width=\"2\" stroke-dasharray=\"5 3\"/>",
                frame.floor - y,
            );
            mark(svg, frame.middle(place), y - 6, "~", rule.id(), "#7a4900");
        }
        Effect::Blocks(rules) => {
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"none\" stroke=\"#a01818\" stroke-width=\"3\"/>",
                frame.floor - y,
            );
            for (line, rule) in (0_i32..).zip(rules) {
                mark(
                    svg,
                    frame.middle(place),
                    y - 6 - 12 * line,
                    "\u{2715}",
                    rule.id(),
                    "#a01818",
                );
            }
        }
    }
}

fn mark(svg: &mut String, x: i32, y: i32, sign: &str, rule: &str, colour: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"9\" fill=\"{colour}\">{sign} {}</text>",
        escaped(rule)
    );
}

const fn foliage(cover: Cover) -> &'static str {
    match cover {
        Cover::Woods | Cover::FieldBoundary => "#a9c795",
        Cover::Swamp => "#8fb0a0",
        Cover::Thicket | Cover::WoodedSloping => "#6f9460",
        Cover::Town => "#c8a090",
        Cover::Water | Cover::Field => "none",
    }
}

/// The height that nothing may exceed, a stair: the higher end, then the median.
fn limit(svg: &mut String, frame: &Frame, explanation: &Explanation, word: &str) {
    let count = explanation.steps.len();
    if count < 3 {
        return;
    }
    let mut points = String::new();
    for (place, step) in (0_i32..).zip(&explanation.steps).skip(1).take(count - 2) {
        let y = frame.at(step.limit.half_levels());
        let left = Frame::left(place);
        let _ = write!(points, "{left},{y} {},{y} ", left + STEP);
    }
    let first = explanation.steps[1].limit;
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f4e79\" stroke-dasharray=\"2 3\"/>\
         <text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#1f4e79\">{}</text>",
        points.trim_end(),
        Frame::left(1) + 3,
        frame.at(first.half_levels()) - 3,
        escaped(word),
    );
}

/// Crests, brows and the hexside mid-way.
fn sides(svg: &mut String, frame: &Frame, explanation: &Explanation) {
    for side in &explanation.sides {
        let place = i32::try_from(side.after).unwrap_or(0);
        let x = Frame::left(place) + STEP;
        let y = frame.at(side.height.half_levels());
        let colour = if side.blocks.is_some() {
            "#a01818"
        } else {
            "#8a7f66"
        };
        let _ = writeln!(
            svg,
            "<path d=\"M{},{floor} L{x},{y} L{},{floor} Z\" fill=\"#cdbb8f\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            x - 9,
            x + 9,
            floor = frame.floor,
        );
        if let Some(rule) = side.blocks {
            mark(svg, x, y - 6, "\u{2715}", rule.id(), colour);
        }
    }
}

fn sight_line(svg: &mut String, frame: &Frame, explanation: &Explanation) {
    let (Some(first), Some(last)) = (explanation.steps.first(), explanation.steps.last()) else {
        return;
    };
    let count = i32::try_from(explanation.steps.len()).unwrap_or(1);
    let end = |step: &ExplainedStep| frame.at(Height::level(step.hex.base).half_levels());
    let dash = if explanation.verdict.is_visible() {
        ""
    } else {
        " stroke-dasharray=\"8 5\""
    };
    let _ = writeln!(
        svg,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#111\" stroke-width=\"1\"{dash}/>\
         <circle cx=\"{x1}\" cy=\"{y1}\" r=\"4\"/><circle cx=\"{x2}\" cy=\"{y2}\" r=\"4\"/>",
        x1 = frame.middle(0),
        y1 = end(first),
        x2 = frame.middle(count - 1),
        y2 = end(last),
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
