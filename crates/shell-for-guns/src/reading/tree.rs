//! A file as a tree of values that know where they stand, and how a case is laid over its base.

use core::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub value: Value,
}

/// The values of the format.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Table(Vec<Entry>),
    List(Vec<Node>),
    Text(String),
    Number(i64),
    /// A number with a decimal point, as it is written: lengths are exact decimals.
    Decimal(String),
    Flag(bool),
    /// A value of a type that no key takes.
    Foreign(&'static str),
}

/// One key of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub key: String,
    pub span: Range<usize>,
    pub node: Node,
}

impl Node {
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(entries) => entries
                .iter()
                .find(|entry| entry.key == key)
                .map(|entry| &entry.node),
            _ => None,
        }
    }

    pub fn take(&mut self, key: &str) -> Option<Self> {
        match &mut self.value {
            Value::Table(entries) => {
                let place = entries.iter().position(|entry| entry.key == key)?;
                Some(entries.remove(place).node)
            }
            _ => None,
        }
    }

    pub const fn kind(&self) -> &'static str {
        match &self.value {
            Value::Table(_) => "a table",
            Value::List(_) => "a list",
            Value::Text(_) => "a text",
            Value::Number(_) => "a whole number",
            Value::Decimal(_) => "a number with a decimal point",
            Value::Flag(_) => "true or false",
            Value::Foreign(kind) => kind,
        }
    }

    /// The elements of a list; any other value is a list of one.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => core::slice::from_ref(self),
        }
    }

    /// The name by which a block is known: what lists of blocks are merged by.
    fn own_name(&self) -> Option<&str> {
        match self
            .get("name")
            .or_else(|| self.get("code"))
            .map(|node| &node.value)
        {
            Some(Value::Text(name)) => Some(name),
            _ => None,
        }
    }
}

/// Reads TOML; every syntax error is noted.
pub(crate) fn parse(text: &str, faults: &mut Vec<(Range<usize>, String)>) -> Node {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let message = format!("this is not TOML: {}", error.message());
        faults.push((error.span().unwrap_or(0..0), message));
    }
    let span = table.span();
    Node {
        span,
        value: Value::Table(entries(table.get_ref())),
    }
}

fn entries(table: &DeTable<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            span: key.span(),
            node: node(value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.span.start);
    entries
}

fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let read = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Foreign("a number too large"),
        },
        DeValue::Float(number) => Value::Decimal(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Foreign("a date"),
        DeValue::Array(items) => Value::List(items.iter().map(node).collect()),
        DeValue::Table(table) => Value::Table(entries(table)),
    };
    Node {
        span: value.span(),
        value: read,
    }
}

/// Lays one value over another: tables key by key, lists of named blocks name by name, everything else is replaced.
pub(crate) fn lay_over(base: &mut Node, over: &Node) {
    match (&mut base.value, &over.value) {
        (Value::Table(entries), Value::Table(upper)) => {
            for entry in upper {
                match entries.iter_mut().find(|own| own.key == entry.key) {
                    Some(own) => lay_over(&mut own.node, &entry.node),
                    None => entries.push(entry.clone()),
                }
            }
        }
        (Value::List(items), Value::List(upper)) if named(upper) && named(items) => {
            for item in upper {
                match items
                    .iter_mut()
                    .find(|own| own.own_name() == item.own_name())
                {
                    Some(own) => lay_over(own, item),
                    None => items.push(item.clone()),
                }
            }
        }
        _ => *base = over.clone(),
    }
}

fn named(items: &[Node]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.own_name().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Node {
        let mut faults = Vec::new();
        let node = parse(text, &mut faults);
        assert_eq!(faults, [], "{text}");
        node
    }

    #[test]
    fn a_case_changes_the_block_of_the_same_name_and_adds_the_others() {
        let mut base = read("a = 1\nb = [1, 2]\n[[unit]]\nname = 'A'\nhex = '2010'\nsp = 4\n");
        lay_over(
            &mut base,
            &read("b = [3]\n[[unit]]\nname = 'A'\nhex = '2011'\n[[unit]]\nname = 'B'\n"),
        );
        let units = base.get("unit").map(Node::items).unwrap_or_default();
        assert_eq!(units.len(), 2);
        assert_eq!(
            units[0].get("hex").map(|node| &node.value),
            Some(&Value::Text("2011".into()))
        );
        assert_eq!(
            units[0].get("sp").map(|node| &node.value),
            Some(&Value::Number(4))
        );
        assert_eq!(base.get("b").map(|node| node.items().len()), Some(1));
    }
}
