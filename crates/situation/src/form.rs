//! Reading a table key by key: every wrong value and every unknown key becomes a fault, and reading goes on.

use core::cell::{Cell, RefCell};
use core::ops::Range;

use longroll_board::{Facing, Grid, HexId};
use longroll_catalog::Word;
use longroll_core::{Side, did_you_mean, near};
use longroll_rule::Rule;

use crate::tree::{Entry, Node, Value};

/// Where faults are gathered.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    faults: RefCell<Vec<(Range<usize>, String)>>,
    /// Whether a piece or command of the case could not be read: then a name that is not found may be its own.
    lost: Cell<bool>,
    /// Rules that the file breaks on purpose, and whether any of its cases does.
    waivers: RefCell<Vec<(Range<usize>, Rule, bool)>>,
}

impl Desk {
    pub fn fault(&self, span: &Range<usize>, message: impl Into<String>) {
        self.faults
            .borrow_mut()
            .push((span.clone(), message.into()));
    }

    /// Another case is read: what was lost in the last one is not missed in this one.
    pub fn begin_case(&self) {
        self.lost.set(false);
    }

    /// A piece or command could not be read.
    pub fn lose(&self) {
        self.lost.set(true);
    }

    /// Something is named that is not there; nothing is told if it may be what could not be read.
    pub fn missing(&self, span: &Range<usize>, message: impl Into<String>) {
        if !self.lost.get() {
            self.fault(span, message);
        }
    }

    /// The file says here that it breaks this rule on purpose.
    pub fn offer_waiver(&self, span: &Range<usize>, rule: Rule) {
        let mut waivers = self.waivers.borrow_mut();
        if !waivers.iter().any(|(own, ..)| own == span) {
            waivers.push((span.clone(), rule, false));
        }
    }

    /// A case breaks this rule, as the file says.
    pub fn waive(&self, rule: Rule) {
        for (_, _, used) in self
            .waivers
            .borrow_mut()
            .iter_mut()
            .filter(|(_, own, _)| *own == rule)
        {
            *used = true;
        }
    }

    /// Notes every rule that the file says it breaks and that none of its cases does.
    pub fn close_waivers(&self) {
        for (span, rule, used) in self.waivers.take() {
            if !used {
                self.fault(
                    &span,
                    format!("nothing here breaks {rule}: take it out of 'unsound'"),
                );
            }
        }
    }

    pub fn into_faults(self) -> Vec<(Range<usize>, String)> {
        self.faults.into_inner()
    }

    pub fn count(&self) -> usize {
        self.faults.borrow().len()
    }

    pub fn text<'n>(&self, node: &'n Node) -> Option<&'n str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => self.wrong(node, "a text"),
        }
    }

    /// A name: a text that a person can see and write again.
    pub fn name<'n>(&self, node: &'n Node) -> Option<&'n str> {
        let name = self.text(node)?;
        let unseen = |letter: char| {
            letter.is_control()
                || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        };
        let reason = if name.trim().is_empty() {
            "a name needs at least one letter or digit".to_owned()
        } else if let Some(letter) = name.chars().find(|&letter| unseen(letter)) {
            format!(
                "a name holds no letter that cannot be seen: {}",
                letter.escape_unicode()
            )
        } else {
            return Some(name);
        };
        self.fault(&node.span, reason);
        None
    }

    pub fn number(&self, node: &Node, low: i64, high: i64) -> Option<i64> {
        match node.value {
            Value::Number(number) if (low..=high).contains(&number) => Some(number),
            Value::Number(number) => {
                self.fault(
                    &node.span,
                    format!("{number} is not between {low} and {high}"),
                );
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

    pub fn wrong<T>(&self, node: &Node, wanted: &str) -> Option<T> {
        self.fault(
            &node.span,
            format!("expected {wanted}, found {}", node.kind()),
        );
        None
    }

    pub fn word<W: Word>(&self, node: &Node) -> Option<W> {
        let text = self.text(node)?;
        let found = W::from_word(text);
        if found.is_none() {
            let words: Vec<&str> = W::WORDS.iter().map(|(_, word)| *word).collect();
            self.fault(
                &node.span,
                format!("'{text}' is not one of {}", words.join(", ")),
            );
        }
        found
    }

    pub fn side(&self, node: &Node) -> Option<Side> {
        self.word(node)
    }

    pub fn hex(&self, grid: &Grid, node: &Node) -> Option<HexId> {
        let text = self.text(node)?;
        grid.parse(text)
            .map_err(|error| self.fault(&node.span, error.to_string()))
            .ok()
    }

    pub fn facing(&self, node: &Node) -> Option<Facing> {
        let text = self.text(node)?;
        let facing = match text.strip_prefix('/') {
            Some(side) => Facing::parse_side(side).ok(),
            None => Facing::parse_vertex(text).ok(),
        };
        if facing.is_none() {
            self.fault(
                &node.span,
                format!("'{text}' is no facing: NE, E, SE, SW, W, NW to a vertex; /N, /NE, /SE, /S, /SW, /NW to a hexside"),
            );
        }
        facing
    }

    pub fn rule(&self, node: &Node) -> Option<Rule> {
        let text = self.text(node)?;
        let rule = Rule::by_id(text);
        if rule.is_none() {
            self.fault(&node.span, format!("'{text}' is no rule of the register"));
        }
        rule
    }

    /// A list of texts; a single text is a list of one.
    pub fn texts(&self, node: &Node) -> Vec<String> {
        node.items()
            .iter()
            .filter_map(|item| self.text(item).map(str::to_owned))
            .collect()
    }

    /// The same of texts that are looked for on event lines: an empty one stands on every line.
    pub fn sought(&self, node: &Node) -> Vec<String> {
        let texts = self.texts(node);
        if node.items().is_empty() || texts.iter().any(|text| text.trim().is_empty()) {
            self.fault(
                &node.span,
                "a text that is looked for has at least one letter; nothing stands on every line",
            );
        }
        texts
    }

    /// Anything that can be written in words, for comparison.
    pub fn scalar(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Flag(flag) => Some(flag.to_string()),
            _ => self.wrong(node, "a text, a number, or true or false"),
        }
    }
}

/// How many unknown keys of a table are told.
const MOST_UNKNOWN: usize = 100;

/// A table being read.
pub(crate) struct Form<'n> {
    pub node: &'n Node,
    pub desk: &'n Desk,
    asked: RefCell<Vec<&'static str>>,
    given_up: Cell<bool>,
}

impl<'n> Form<'n> {
    pub fn open(desk: &'n Desk, node: &'n Node) -> Option<Self> {
        match node.value {
            Value::Table(_) => Some(Self {
                node,
                desk,
                asked: RefCell::default(),
                given_up: Cell::new(false),
            }),
            _ => desk.wrong(node, "a table"),
        }
    }

    pub fn get(&self, key: &'static str) -> Option<&'n Node> {
        self.asked.borrow_mut().push(key);
        self.node.get(key)
    }

    pub fn need(&self, key: &'static str) -> Option<&'n Node> {
        let found = self.get(key);
        if found.is_none() && self.misspelt(key).is_none() {
            self.desk
                .fault(&self.head(), format!("the key '{key}' is missing"));
        }
        found
    }

    /// The key that was written for this one by mistake, if one was; closing the table tells it.
    pub fn misspelt(&self, key: &str) -> Option<&'n Entry> {
        let Value::Table(entries) = &self.node.value else {
            return None;
        };
        let asked = self.asked.borrow();
        entries
            .iter()
            .filter(|entry| !asked.contains(&entry.key.as_str()))
            .find(|entry| near(&entry.key, [key]).contains(&key))
    }

    /// Takes the keys of a kind of table as asked for: those that are not read because of a fault are known all the same.
    pub fn know(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend_from_slice(keys);
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

    pub fn rating(&self, key: &'static str) -> Option<i8> {
        self.get(key)
            .and_then(|node| self.desk.number(node, -9, 9))
            .and_then(|value| i8::try_from(value).ok())
    }

    pub fn word<W: Word>(&self, key: &'static str) -> Option<W> {
        self.get(key).and_then(|node| self.desk.word(node))
    }

    pub fn facing(&self, key: &'static str) -> Option<Facing> {
        self.get(key).and_then(|node| self.desk.facing(node))
    }

    pub fn rule(&self, key: &'static str) -> Option<Rule> {
        self.get(key).and_then(|node| self.desk.rule(node))
    }

    pub fn texts(&self, key: &'static str) -> Vec<String> {
        self.get(key)
            .map(|node| self.desk.texts(node))
            .unwrap_or_default()
    }

    /// A list of event lines: of each a text, or a list of texts that all stand on it.
    pub fn lines(&self, key: &'static str) -> Option<Vec<Vec<String>>> {
        let node = self.get(key)?;
        Some(
            node.items()
                .iter()
                .map(|item| self.desk.sought(item))
                .collect(),
        )
    }

    /// Nothing sensible can be said about the other keys: takes them all as asked for.
    pub fn give_up(&self) {
        self.given_up.set(true);
    }

    /// Keys that stand in the table though they have no place there.
    pub fn refuse(&self, keys: &[&'static str], reason: &str) {
        for key in keys {
            self.asked.borrow_mut().push(key);
            let Value::Table(entries) = &self.node.value else {
                continue;
            };
            if let Some(entry) = entries.iter().find(|entry| entry.key == *key) {
                self.desk
                    .fault(&entry.span, format!("'{key}' has no place here: {reason}"));
            }
        }
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

    /// The one sub-table of a key.
    pub fn table(&self, key: &'static str) -> Option<Form<'n>> {
        self.get(key).and_then(|node| Form::open(self.desk, node))
    }

    /// Two to `most` numbers, such as `[6, 4]`.
    pub fn numbers<const N: usize>(&self, key: &'static str, high: u8) -> Option<[u8; N]> {
        let node = self.get(key)?;
        if node.items().len() != N {
            self.desk.fault(
                &node.span,
                format!("{N} whole numbers from 0 to {high} are needed"),
            );
            return None;
        }
        let found: Vec<u8> = node
            .items()
            .iter()
            .filter_map(|item| self.desk.small(item, high))
            .collect();
        <[u8; N]>::try_from(found).ok()
    }

    /// Notes every key nobody asked for.
    pub fn close(self) {
        let Value::Table(entries) = &self.node.value else {
            return;
        };
        if self.given_up.get() {
            return;
        }
        let mut asked = self.asked.into_inner();
        asked.sort_unstable();
        asked.dedup();
        // Of very many unknown keys the first tell enough.
        let unknown = entries
            .iter()
            .filter(|entry| !asked.contains(&entry.key.as_str()));
        for entry in unknown.take(MOST_UNKNOWN) {
            let near = did_you_mean(&entry.key, asked.iter().copied());
            self.desk.fault(
                &entry.span,
                format!(
                    "unknown key '{}'{near}; known here: {}",
                    longroll_core::clip(&entry.key),
                    asked.join(", ")
                ),
            );
        }
    }
}
