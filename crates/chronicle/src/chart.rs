//! Small drawings: lines over the hours, bars by the hour.

use std::fmt::Write as _;

/// A line or a row of bars.
pub(crate) struct Series {
    /// What it shows.
    pub label: String,
    /// The class of its colour.
    pub class: &'static str,
    /// A value for each hour.
    pub values: Vec<f64>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 52.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 26.0;

/// A text that may stand in a page.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

struct Frame {
    low: f64,
    high: f64,
    step: f64,
    count: usize,
}

impl Frame {
    fn of(labels: &[String], series: &[Series]) -> Self {
        let values = series.iter().flat_map(|own| own.values.iter().copied());
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        // Four steps of a round number, so that whole things are counted in whole numbers.
        let rough = ((high - low) / 4.0).max(1.0);
        let power = 10.0_f64.powf(rough.log10().floor());
        let round = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = round.into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let low = (low / step).floor() * step;
        Self {
            low,
            high: (high / step).ceil().max(low / step + 1.0) * step,
            step,
            count: labels.len().max(1),
        }
    }

    fn y(&self, value: f64) -> f64 {
        let whole = HEIGHT - TOP - BOTTOM;
        TOP + whole * (self.high - value) / (self.high - self.low)
    }

    fn band(&self) -> f64 {
        (WIDTH - LEFT - 12.0) / self.count as f64
    }

    fn x(&self, place: usize) -> f64 {
        LEFT + self.band() * (place as f64 + 0.5)
    }

    /// Axes, names of the hours, the legend.
    fn open(&self, title: &str, labels: &[String], series: &[Series]) -> String {
        let mut svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            escape(title)
        );
        let steps = ((self.high - self.low) / self.step).round() as u32;
        for step in 0..=steps {
            let value = self.low + self.step * f64::from(step);
            let y = self.y(value);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.0}</text>",
                WIDTH - 8.0,
                LEFT - 6.0,
                y + 4.0,
            );
        }
        // Where there are many hours not all of them are named.
        let every = self.count.div_ceil(14);
        for (place, label) in labels.iter().enumerate().step_by(every) {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                self.x(place),
                HEIGHT - BOTTOM + 16.0,
                escape(label)
            );
        }
        let mut x = LEFT;
        for own in series {
            let _ = write!(
                svg,
                "<rect class=\"{0}\" x=\"{x:.1}\" y=\"{1:.1}\" width=\"12\" height=\"12\"/>\
                 <text class=\"tick\" x=\"{2:.1}\" y=\"{3:.1}\">{4}</text>",
                own.class,
                HEIGHT - 18.0,
                x + 17.0,
                HEIGHT - 8.0,
                escape(&own.label)
            );
            x += 40.0 + 7.0 * own.label.chars().count() as f64;
        }
        svg
    }
}

/// Lines over the hours.
pub(crate) fn lines(title: &str, labels: &[String], series: &[Series]) -> String {
    let frame = Frame::of(labels, series);
    let mut svg = frame.open(title, labels, series);
    for own in series {
        let points: Vec<String> = own
            .values
            .iter()
            .enumerate()
            .map(|(place, &value)| format!("{:.1},{:.1}", frame.x(place), frame.y(value)))
            .collect();
        let _ = write!(
            svg,
            "<polyline class=\"line {}\" points=\"{}\"/>",
            own.class,
            points.join(" ")
        );
        for (place, &value) in own.values.iter().enumerate() {
            let _ = write!(
                svg,
                "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}: {value:.0}</title></circle>",
                own.class,
                frame.x(place),
                frame.y(value),
                escape(labels.get(place).map_or("", String::as_str)),
            );
        }
    }
    svg + "</svg>"
}

/// Bars by the hour, those of one hour side by side.
pub(crate) fn bars(title: &str, labels: &[String], series: &[Series]) -> String {
    let frame = Frame::of(labels, series);
    let mut svg = frame.open(title, labels, series);
    let width = frame.band() * 0.8 / series.len().max(1) as f64;
    for (row, own) in series.iter().enumerate() {
        for (place, &value) in own.values.iter().enumerate() {
            let x = frame.x(place) - frame.band() * 0.4 + width * row as f64;
            let (top, bottom) = (frame.y(value.max(0.0)), frame.y(value.min(0.0)));
            let _ = write!(
                svg,
                "<rect class=\"{}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {value:.0}</title></rect>",
                own.class,
                (width - 1.0).max(1.0),
                (bottom - top).max(0.0),
                escape(labels.get(place).map_or("", String::as_str)),
            );
        }
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_what_it_shows_and_escapes_it() {
        let series = [Series {
            label: "A & B".to_owned(),
            class: "union",
            values: vec![1.0, 5.0],
        }];
        let labels = ["6 AM".to_owned(), "7 AM".to_owned()];
        for svg in [
            lines("<t>", &labels, &series),
            bars("<t>", &labels, &series),
        ] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(svg.contains("A &amp; B") && svg.contains("&lt;t&gt;"));
            assert!(svg.contains("6 AM: 1") && svg.contains("7 AM: 5"), "{svg}");
        }
    }
}
