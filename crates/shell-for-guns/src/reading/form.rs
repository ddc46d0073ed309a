//! Reading a table key by key: every wrong value and every unknown key becomes a fault, and reading goes on.

use core::cell::RefCell;
use core::ops::Range;

use longroll_core::Side;
use longroll_rule::Rule;
use longroll_tabletop::{Point, Ticks};

use super::tree::{Node, Value};
use crate::measure::{read_degrees, read_length};
use crate::words::Word;

/// Where faults are gathered.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    faults: RefCell<Vec<(Range<usize>, String)>>,
}

impl Desk {
    pub fn fault(&self, span: &Range<usize>, message: impl Into<String>) {
        self.faults
            .borrow_mut()
            .push((span.clone(), message.into()));
    }

    pub fn into_faults(self) -> Vec<(Range<usize>, String)> {
        self.faults.into_inner()
    }

    pub fn count(&self) -> usize {
        self.faults.borrow().len()
    }

    pub fn wrong<T>(&self, node: &Node, wanted: &str) -> Option<T> {
        self.fault(
            &node.span,
            format!("expected {wanted}, found {}", node.kind()),
        );
        None
    }

    pub fn text<'n>(&self, node: &'n Node) -> Option<&'n str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => self.wrong(node, "a text"),
        }
    }

    pub fn number(&self, node: &Node, low: i64, high: i64) -> Option<i64> {
        match node.value {
            Value::Number(number) if (low..=high).contains(&number) => Some(number),
            Value::Number(number) => {
                let message = format!("{number} is not between {low} and {high}");
                self.fault(&node.span, message);
                None
            }
            _ => self.wrong(node, "a whole number"),
        }
    }

    pub fn small(&self, node: &Node, high: u8) -> Option<u8> {
        self.number(node, 0, i64::from(high))
            .and_then(|number| u8::try_from(number).ok())
    }

    pub fn flag(&self, node: &Node) -> Option<bool> {
        match node.value {
            Value::Flag(flag) => Some(flag),
            _ => self.wrong(node, "true or false"),
        }
    }

    /// A length in UM, to the tick.
    pub fn length(&self, node: &Node) -> Option<Ticks> {
        let read = match &node.value {
            Value::Number(number) => number
                .checked_mul(1000)
                .and_then(|ticks| i32::try_from(ticks).ok().map(Ticks)),
            Value::Decimal(text) => read_length(text),
            _ => return self.wrong(node, "a length in UM"),
        };
        if read.is_none() {
            self.fault(
                &node.span,
                "a length in UM has at most three decimals and six digits",
            );
        }
        read
    }

    /// A length that something measures or goes: none of them is below nothing.
    pub fn measure(&self, node: &Node) -> Option<Ticks> {
        let length = self.length(node)?;
        if length < Ticks::ZERO {
            self.fault(&node.span, "a measure is not below nothing");
            return None;
        }
        Some(length)
    }

    /// An angle in degrees, to the hundredth.
    pub fn degrees(&self, node: &Node) -> Option<i32> {
        let read = match &node.value {
            Value::Number(number) => i32::try_from(*number)
                .ok()
                .and_then(|value| value.checked_mul(100)),
            Value::Decimal(text) => read_degrees(text),
            _ => return self.wrong(node, "an angle in degrees"),
        };
        if read.is_none() {
            self.fault(
                &node.span,
                "an angle in degrees has at most two decimals and six digits",
            );
        }
        read
    }

    /// A point `[x, y]` in UM.
    pub fn point(&self, node: &Node) -> Option<Point> {
        match &node.value {
            Value::List(items) if items.len() == 2 => {
                let (x, y) = (self.length(&items[0]), self.length(&items[1]));
                Some(Point::new(x?.0, y?.0))
            }
            _ => self.wrong(node, "a point [x, y]"),
        }
    }

    /// A list of points.
    pub fn points(&self, node: &Node) -> Vec<Point> {
        match &node.value {
            Value::List(items) => items.iter().filter_map(|item| self.point(item)).collect(),
            _ => {
                self.wrong::<()>(node, "a list of points [[x, y], ...]");
                Vec::new()
            }
        }
    }

    pub fn word<W: Word>(&self, node: &Node) -> Option<W> {
        let text = self.text(node)?;
        let found = W::from_word(text);
        if found.is_none() {
            let words: Vec<&str> = W::WORDS.iter().map(|(_, word)| *word).collect();
            let message = format!("'{text}' is not one of {}", words.join(", "));
            self.fault(&node.span, message);
        }
        found
    }

    pub fn side(&self, node: &Node) -> Option<Side> {
        self.word(node)
    }

    pub fn rule(&self, node: &Node) -> Option<Rule> {
        let text = self.text(node)?;
        let rule = Rule::by_id(text);
        if rule.is_none() {
            self.fault(&node.span, format!("'{text}' is no rule of the register"));
        }
        rule
    }

    /// Where a file of data comes from: who wrote it, and which rules it puts into figures.
    pub fn source(&self, form: &Form<'_>) {
        form.need("source").and_then(|node| self.text(node));
        for item in form.get("rules").map(Node::items).unwrap_or_default() {
            self.rule(item);
        }
    }

    /// A list of texts; a single text is a list of one.
    pub fn texts(&self, node: &Node) -> Vec<String> {
        node.items()
            .iter()
            .filter_map(|item| self.text(item).map(str::to_owned))
            .collect()
    }

    /// Anything that can be written in words, for comparison.
    pub fn scalar(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) | Value::Decimal(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Flag(flag) => Some(flag.to_string()),
            Value::List(items) => {
                let parts: Vec<String> =
                    items.iter().filter_map(|item| self.scalar(item)).collect();
                Some(parts.join(", "))
            }
            _ => self.wrong(node, "a text, a number, or true or false"),
        }
    }
}

/// What is told of a key that must stand and does not.
pub(crate) fn missing(key: &str) -> String {
    format!("the key '{key}' is missing")
}

/// A table being read.
pub(crate) struct Form<'n> {
    pub node: &'n Node,
    pub desk: &'n Desk,
    asked: RefCell<Vec<&'static str>>,
}

impl<'n> Form<'n> {
    pub fn open(desk: &'n Desk, node: &'n Node) -> Option<Self> {
        match node.value {
            Value::Table(_) => Some(Self {
                node,
                desk,
                asked: RefCell::default(),
            }),
            _ => desk.wrong(node, "a table"),
        }
    }

    pub fn get(&self, key: &'static str) -> Option<&'n Node> {
        self.asked.borrow_mut().push(key);
        self.node.get(key)
    }

    /// Keys that may stand here whether or not reading gets as far as asking for them.
    pub fn knows(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend(keys);
    }

    pub fn need(&self, key: &'static str) -> Option<&'n Node> {
        let found = self.get(key);
        if found.is_none() {
            self.desk.fault(&self.head(), missing(key));
        }
        found
    }

    /// The head of the table, for faults that concern all of it.
    pub fn head(&self) -> Range<usize> {
        self.node.span.clone()
    }

    pub fn text(&self, key: &'static str) -> Option<&'n str> {
        self.get(key).and_then(|node| self.desk.text(node))
    }

    pub fn flag(&self, key: &'static str) -> Option<bool> {
        self.get(key).and_then(|node| self.desk.flag(node))
    }

    pub fn small(&self, key: &'static str, high: u8) -> Option<u8> {
        self.get(key).and_then(|node| self.desk.small(node, high))
    }

    pub fn measure(&self, key: &'static str) -> Option<Ticks> {
        self.get(key).and_then(|node| self.desk.measure(node))
    }

    pub fn degrees(&self, key: &'static str) -> Option<i32> {
        self.get(key).and_then(|node| self.desk.degrees(node))
    }

    pub fn word<W: Word>(&self, key: &'static str) -> Option<W> {
        self.get(key).and_then(|node| self.desk.word(node))
    }

    pub fn texts(&self, key: &'static str) -> Vec<String> {
        self.get(key)
            .map(|node| self.desk.texts(node))
            .unwrap_or_default()
    }

    /// The blocks of a key, each opened.
    pub fn blocks(&self, key: &'static str) -> Vec<Form<'n>> {
        self.get(key)
            .map(|node| {
                node.items()
                    .iter()
                    .filter_map(|item| Form::open(self.desk, item))
                    .collect()
            })
            .unwrap_or_default()
    }

    /// Names that stand twice among the blocks of a key: nobody could say which is meant.
    pub fn doubled(&self, key: &'static str) -> bool {
        let before = self.desk.count();
        let mut names: Vec<&str> = Vec::new();
        for block in self.get(key).map(Node::items).unwrap_or_default() {
            let Some(node) = block.get("name") else {
                continue;
            };
            if let Value::Text(name) = &node.value {
                let name = name.trim();
                if names.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                    let message = format!("a second {key} is called {name}");
                    self.desk.fault(&node.span, message);
                }
                names.push(name);
            }
        }
        self.desk.count() > before
    }

    /// The one sub-table of a key.
    pub fn table(&self, key: &'static str) -> Option<Form<'n>> {
        self.get(key).and_then(|node| Form::open(self.desk, node))
    }

    /// Notes every key nobody asked for.
    pub fn close(self) {
        let Value::Table(entries) = &self.node.value else {
            return;
        };
        let mut asked = self.asked.into_inner();
        asked.sort_unstable();
        asked.dedup();
        for entry in entries {
            if !asked.contains(&entry.key.as_str()) {
                let known = asked.join(", ");
                let message = format!("unknown key '{}'; known here: {known}", entry.key);
                self.desk.fault(&entry.span, message);
            }
        }
    }
}
