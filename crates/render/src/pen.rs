//! Writing SVG compactly: path data in relative tenths of a map unit, and text that is safe inside XML.

use std::fmt::Write as _;

use crate::layout::Point;

/// Path data under construction. Positions are rounded to a tenth of a map unit and written relative to the pen, which
/// keeps a whole battlefield small; rounding happens on the absolute position, so errors never add up.
#[derive(Debug, Clone, Default)]
pub struct Pen {
    data: String,
    at: (i64, i64),
    start: (i64, i64),
    command: char,
}

fn tenths(p: Point) -> (i64, i64) {
    ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
}

impl Pen {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub fn finish(self) -> String {
        self.data
    }

    fn verb(&mut self, command: char) {
        if self.command != command {
            self.data.push(command);
            self.command = command;
        }
    }

    fn pair(&mut self, to: (i64, i64)) {
        let (dx, dy) = (to.0 - self.at.0, to.1 - self.at.1);
        self.number(dx);
        self.number(dy);
    }

    fn number(&mut self, value: i64) {
        let follows_number = self.data.ends_with(|c: char| c.is_ascii_digit());
        if follows_number && value >= 0 {
            self.data.push(' ');
        }
        push_tenths(&mut self.data, value);
    }

    pub fn move_to(&mut self, p: Point) {
        let to = tenths(p);
        // Repeated coordinates after `m` would mean lines, so the verb is always written.
        self.command = ' ';
        self.verb('m');
        self.pair(to);
        self.at = to;
        self.start = to;
    }

    pub fn line_to(&mut self, p: Point) {
        let to = tenths(p);
        if to == self.at {
            return;
        }
        self.verb('l');
        self.pair(to);
        self.at = to;
    }

    pub fn quad_to(&mut self, control: Point, p: Point) {
        self.verb('q');
        self.pair(tenths(control));
        let to = tenths(p);
        self.pair(to);
        self.at = to;
    }

    pub fn cubic_to(&mut self, first: Point, second: Point, p: Point) {
        self.verb('c');
        self.pair(tenths(first));
        self.pair(tenths(second));
        let to = tenths(p);
        self.pair(to);
        self.at = to;
    }

    pub fn close(&mut self) {
        self.data.push('z');
        self.command = 'z';
        self.at = self.start;
    }

    pub fn polygon(&mut self, points: &[Point]) {
        let mut points = points.iter();
        if let Some(first) = points.next() {
            self.move_to(*first);
            points.for_each(|p| self.line_to(*p));
            self.close();
        }
    }

    pub fn line(&mut self, from: Point, to: Point) {
        self.move_to(from);
        self.line_to(to);
    }

    /// A dot: a line too short to see that a round cap turns into a disc of the stroke's width.
    pub fn dot(&mut self, p: Point) {
        self.move_to(p);
        self.data.push_str("h0");
        self.command = 'h';
    }

    pub fn rect(&mut self, left: f64, top: f64, width: f64, height: f64) {
        let p = Point::new(left, top);
        self.polygon(&[
            p,
            p.plus(width, 0.0),
            p.plus(width, height),
            p.plus(0.0, height),
        ]);
    }

    pub fn disc(&mut self, centre: Point, radius: f64) {
        // Four cubic quarters; 0.5523 is the usual distance of the control points.
        let k = radius * 0.5523;
        let c = centre;
        self.move_to(c.plus(radius, 0.0));
        self.cubic_to(c.plus(radius, k), c.plus(k, radius), c.plus(0.0, radius));
        self.cubic_to(c.plus(-k, radius), c.plus(-radius, k), c.plus(-radius, 0.0));
        self.cubic_to(
            c.plus(-radius, -k),
            c.plus(-k, -radius),
            c.plus(0.0, -radius),
        );
        self.cubic_to(c.plus(k, -radius), c.plus(radius, -k), c.plus(radius, 0.0));
        self.close();
    }
}

/// Path data in square blocks of the map, so that whoever paints a small part need not look at all of it.
#[derive(Debug, Clone, Default)]
pub struct Blocks(std::collections::BTreeMap<(i64, i64), Pen>);

impl Blocks {
    const SIDE: f64 = 900.0;

    pub fn at(&mut self, p: Point) -> &mut Pen {
        let block = (
            (p.x / Self::SIDE).floor() as i64,
            (p.y / Self::SIDE).floor() as i64,
        );
        self.0.entry(block).or_default()
    }

    /// The data of each block, west to east.
    pub fn finish(self) -> impl Iterator<Item = String> {
        self.0.into_values().map(Pen::finish)
    }

    /// All blocks as path elements that take their ink from the group around them.
    pub fn paths(self) -> String {
        self.finish()
            .map(|data| format!("<path d=\"{data}\"/>"))
            .collect()
    }
}

fn push_tenths(out: &mut String, value: i64) {
    let magnitude = value.unsigned_abs();
    let (whole, part) = (magnitude / 10, magnitude % 10);
    if value < 0 {
        out.push('-');
    }
    match (whole, part) {
        (_, 0) => {
            let _ = write!(out, "{whole}");
        }
        (0, _) => {
            let _ = write!(out, ".{part}");
        }
        _ => {
            let _ = write!(out, "{whole}.{part}");
        }
    }
}

/// A coordinate for an attribute, rounded to a tenth.
pub fn num(value: f64) -> String {
    let mut out = String::new();
    push_tenths(&mut out, (value * 10.0).round() as i64);
    out
}

/// Text made safe for element content and for attribute values. Characters XML does not allow at all are dropped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_and_short() {
        let mut pen = Pen::new();
        pen.move_to(Point::new(10.0, 20.04));
        pen.line_to(Point::new(9.5, 20.0));
        pen.line_to(Point::new(12.0, 21.0));
        pen.close();
        pen.dot(Point::new(10.0, 20.0));
        assert_eq!(pen.finish(), "m10 20l-.5 0 2.5 1zm0 0h0");
    }

    #[test]
    fn markup_and_forbidden_characters_cannot_get_out() {
        assert_eq!(
            escape("<b a=\"1\">&'\u{1}\n"),
            "&lt;b a=&quot;1&quot;&gt;&amp;&#39; "
        );
    }
}
