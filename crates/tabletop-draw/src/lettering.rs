//! Letters on the drawing.

use std::fmt::Write as _;

/// Where a text stands against its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
}

/// How a text is set: its baseline, its height in units of the drawing, and its ink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting<'a> {
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub anchor: Anchor,
    pub ink: &'a str,
}

/// How letters get onto the drawing: as text for a page, as outlines for a picture made without fonts.
pub trait Lettering {
    /// Appends an element that shows the text.
    fn set(&self, out: &mut String, text: &str, setting: Setting<'_>);
}

/// `<text>` in the fonts of whoever looks at it, with a rim of paper so that it can be read on any ground.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainText;

impl Lettering for PlainText {
    fn set(&self, out: &mut String, text: &str, setting: Setting<'_>) {
        let Setting {
            x,
            y,
            size,
            anchor,
            ink,
        } = setting;
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.0}\"{anchor} font-family=\"'Roboto Condensed','Arial Narrow',sans-serif\" \
             fill=\"{ink}\" stroke=\"#f6f1e4\" stroke-width=\"{rim:.1}\" stroke-linejoin=\"round\" paint-order=\"stroke\">{text}</text>",
            rim = size / 7.0,
            text = escaped(text),
        );
    }
}

/// Text made safe for elements and attributes; what XML does not allow is left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_from_outside_stays_text() {
        assert_eq!(
            escaped("<b a='1'>\"&\"\u{7}"),
            "&lt;b a=&#39;1&#39;&gt;&quot;&amp;&quot;"
        );
    }
}
