//! TOML read straight into checked types, collecting every fault on the way.
//!
//! `serde` stops at the first error of a file; a person who corrects a scenario wants to see them all. So the raw form
//! is the spanned TOML tree, and [`Decode`] says for each type how to take it from there: unknown and missing keys,
//! wrong types and unknown names are all noted at their place while reading goes on.

use core::ops::Range;

use longroll_board::{FieldId, HexId, HexSet, HexsideId};
use longroll_rule::Rule;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::cell::Cell;
use super::fault::{At, FaultKind, Reporter, SourceFile};
use super::names::Names;
use crate::facts::{CommandId, LeaderId, Piece, TurnId, UnitId, Who};
use crate::tables::DieRange;
use crate::words::Word;

/// What reading needs besides the value: where faults go, what names mean, which turns exist.
#[derive(Debug)]
pub struct Cx<'c> {
    /// Collects the faults.
    pub reporter: &'c mut Reporter,
    /// The file being read.
    pub file: &'c SourceFile,
    /// The names of the battle.
    pub names: &'c Names<'c>,
    /// The turns of the scenario; any turn is taken while this is empty.
    pub turns: Vec<TurnId>,
}

impl Cx<'_> {
    /// Notes a fault.
    pub fn report(&mut self, span: Range<usize>, kind: FaultKind) {
        self.reporter.report(&At::new(self.file, span), kind);
    }
}

/// A value of a TOML file with its place.
pub type Value<'d> = Spanned<DeValue<'d>>;

/// How a type is read.
pub trait Decode: Sized {
    /// Takes the value; on a fault notes it and returns none.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self>;

    /// What stands for a key that is not there: a fault, unless the type says otherwise.
    fn absent(cx: &mut Cx<'_>, form: Range<usize>, key: &str) -> Option<Self> {
        cx.report(form, FaultKind::MissingKey(key.to_owned()));
        None
    }

    /// Takes a list of such values.
    fn decode_list(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Vec<Self>> {
        let DeValue::Array(items) = value.get_ref() else {
            wrong_type(cx, value, "a list");
            return None;
        };
        Some(
            items
                .iter()
                .filter_map(|item| Self::decode(cx, item))
                .collect(),
        )
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        T::decode_list(cx, value)
    }

    /// A list that is not there is empty.
    fn absent(_: &mut Cx<'_>, _: Range<usize>, _: &str) -> Option<Self> {
        Some(Self::new())
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        T::decode(cx, value).map(Some)
    }

    fn absent(_: &mut Cx<'_>, _: Range<usize>, _: &str) -> Option<Self> {
        Some(None)
    }
}

impl<T: Decode + Copy> Decode for [T; 2] {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let list = T::decode_list(cx, value)?;
        if let [first, second] = list[..] {
            return Some([first, second]);
        }
        wrong_type(cx, value, "a pair");
        None
    }
}

impl Decode for [u8; 4] {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        if !matches!(value.get_ref(), DeValue::Array(items) if items.len() == 4) {
            wrong_type(cx, value, "four numbers");
            return None;
        }
        u8::decode_list(cx, value)?.try_into().ok()
    }
}

/// One of a fixed set of words.
impl<W: Word> Decode for W {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        cell.word(cx.reporter)
    }
}

impl Decode for String {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        text_of(cx, value).map(|cell| cell.text().to_owned())
    }
}

macro_rules! decode_numbers {
    ($($number:ty),+) => {
        $(impl Decode for $number {
            fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
                let DeValue::Integer(digits) = value.get_ref() else {
                    wrong_type(cx, value, "a whole number");
                    return None;
                };
                let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
                let number = number.and_then(|number| <$number>::try_from(number).ok());
                if number.is_none() {
                    cx.report(value.span(), FaultKind::BadNumber {
                        found: digits.to_string(),
                        low: i64::from(<$number>::MIN),
                        high: i64::from(<$number>::MAX),
                    });
                }
                number
            }
        })+
    };
}

decode_numbers!(u8, i8, i16);

macro_rules! decode_by_name {
    ($($type:ty => $method:ident),+ $(,)?) => {
        $(impl Decode for $type {
            fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
                let names = cx.names;
                let cell = text_of(cx, value)?;
                names.$method(cx.reporter, &cell)
            }
        })+
    };
}

decode_by_name!(
    UnitId => unit,
    LeaderId => leader,
    CommandId => command,
    Piece => piece,
    FieldId => field,
    HexsideId => hexside,
);

impl Decode for HexId {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let names = cx.names;
        let cell = text_of(cx, value)?;
        names.hex(cx.reporter, &cell)
    }

    /// A list of hexes may name whole fields, routes and lines: see [`Names::hexes`].
    fn decode_list(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Vec<Self>> {
        let DeValue::Array(items) = value.get_ref() else {
            wrong_type(cx, value, "a list of hexes");
            return None;
        };
        let names = cx.names;
        let mut hexes = Vec::new();
        let mut seen = HexSet::for_grid(&names.ground().grid);
        for item in items.iter() {
            let Some(cell) = text_of(cx, item) else {
                continue;
            };
            let found = names.hexes(cx.reporter, &cell).unwrap_or_default();
            hexes.extend(found.into_iter().filter(|hex| seen.insert(*hex)));
        }
        Some(hexes)
    }
}

impl Decode for Rule {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        cell.rule(cx.reporter)
    }
}

impl Decode for TurnId {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        let turn = cell.turn(cx.reporter)?;
        if !cx.turns.is_empty() && !cx.turns.contains(&turn) {
            cx.report(value.span(), FaultKind::UnknownTurn(turn));
            return None;
        }
        Some(turn)
    }
}

impl Decode for DieRange {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        cell.die_range(cx.reporter)
    }
}

impl Decode for Who {
    /// "everyone", "unassigned", "every division", or a list of commands.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        if matches!(value.get_ref(), DeValue::Array(_)) {
            return CommandId::decode_list(cx, value).map(Self::Commands);
        }
        let cell = text_of(cx, value)?;
        match cell.text() {
            "everyone" => Some(Self::Everyone),
            "unassigned" => Some(Self::Unassigned),
            text => {
                let level = text.strip_prefix("every ").and_then(Word::from_word);
                let expected =
                    "everyone, unassigned, every division, every brigade, or a list of commands";
                cell.parsed(cx.reporter, expected, level.map(Self::Every))
            }
        }
    }
}

/// The text of a string value.
pub fn text_of<'x, 'c: 'x, 'v: 'x>(cx: &mut Cx<'c>, value: &'v Value<'_>) -> Option<Cell<'x>> {
    let file = cx.file;
    if let DeValue::String(text) = value.get_ref() {
        // The span of a string has its quotes; what is inside starts one byte later (names are never escaped).
        let span = value.span();
        let inner = if span.len() >= text.len() + 2 {
            span.start + 1..span.start + 1 + text.len()
        } else {
            span
        };
        return Some(Cell::new(file, text.as_ref(), inner));
    }
    wrong_type(cx, value, "a text");
    None
}

/// Notes that something else was expected here.
pub fn wrong_type(cx: &mut Cx<'_>, value: &Value<'_>, expected: &str) {
    let found = match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    cx.report(
        value.span(),
        FaultKind::WrongType {
            expected: expected.to_owned(),
            found: found.to_owned(),
        },
    );
}

/// A table being read: remembers which keys were asked for, so that the others are faults.
#[derive(Debug)]
pub struct Form<'v, 'd> {
    table: &'v DeTable<'d>,
    span: Range<usize>,
    asked: Vec<&'static str>,
}

impl<'v, 'd> Form<'v, 'd> {
    /// Opens a value that must be a table.
    pub fn open(cx: &mut Cx<'_>, value: &'v Value<'d>) -> Option<Self> {
        if let DeValue::Table(table) = value.get_ref() {
            return Some(Self {
                table,
                span: value.span(),
                asked: Vec::new(),
            });
        }
        wrong_type(cx, value, "a table");
        None
    }

    /// Opens the whole file.
    #[must_use]
    pub fn of_file(table: &'v Spanned<DeTable<'d>>) -> Self {
        // A key missing from the whole file is reported at its head.
        Self {
            table: table.get_ref(),
            span: 0..0,
            asked: Vec::new(),
        }
    }

    /// The raw value of a key.
    pub fn raw(&mut self, key: &'static str) -> Option<&'v Value<'d>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table
            .iter()
            .find(|(own, _)| own.get_ref() == key)
            .map(|(_, value)| value)
    }

    /// The value of a key.
    pub fn field<T: Decode>(&mut self, cx: &mut Cx<'_>, key: &'static str) -> Option<T> {
        match self.raw(key) {
            Some(value) => T::decode(cx, value),
            None => T::absent(cx, self.head(), key),
        }
    }

    /// The place of the table, for faults that concern all of it: its first line.
    fn head(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Notes every key nobody asked for.
    pub fn close(self, cx: &mut Cx<'_>) {
        for (key, _) in self.table {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let allowed = self.asked.iter().map(|key| (*key).to_owned()).collect();
                cx.report(
                    key.span(),
                    FaultKind::UnknownKey {
                        key: key.get_ref().to_string(),
                        allowed,
                    },
                );
            }
        }
    }
}

/// Parses a TOML file; none if it is missing or not TOML. One slip upsets the lines after it, so of errors in
/// neighbouring lines only the first is noted.
pub fn parse<'t>(reporter: &mut Reporter, file: &'t SourceFile) -> Option<Spanned<DeTable<'t>>> {
    if file.is_missing() {
        return None;
    }
    let (table, mut errors) = DeTable::parse_recoverable(file.text());
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut last_line = None;
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let line = file.line_of(span.start);
        if last_line.is_none_or(|last| line > last + NEIGHBOURING) {
            reporter.report(
                &At::new(file, span),
                FaultKind::Syntax(error.message().to_owned()),
            );
        }
        last_line = Some(line);
    }
    errors.is_empty().then_some(table)
}

/// Lines within which an error is taken for a consequence of the one before.
const NEIGHBOURING: usize = 5;

/// One field of a form; `default` if the key may be left out.
macro_rules! form_field {
    ($form:expr, $cx:expr, $field:ident) => {
        $form.field($cx, stringify!($field))
    };
    ($form:expr, $cx:expr, $field:ident, default) => {
        $form
            .field::<Option<_>>($cx, stringify!($field))
            .map(Option::unwrap_or_default)
    };
    // The rule of a scenario's clause; one that names none stands under the instructions for all scenarios.
    ($form:expr, $cx:expr, $field:ident, book) => {
        $form
            .field::<Option<longroll_rule::Rule>>($cx, stringify!($field))
            .map(|rule| rule.unwrap_or(longroll_rule::Rule::BB_30_0))
    };
}

/// Reads a struct field by field; keys are the names of the fields. `[default]` marks those that may be left out, `[book]`
/// the rule of a clause, which may.
macro_rules! form {
    ($type:ty { $($field:ident $([$default:ident])?),+ $(,)? }) => {
        impl $crate::read::form::Decode for $type {
            fn decode(
                cx: &mut $crate::read::form::Cx<'_>,
                value: &$crate::read::form::Value<'_>,
            ) -> Option<Self> {
                let mut form = $crate::read::form::Form::open(cx, value)?;
                $(let $field = $crate::read::form::form_field!(form, cx, $field $(, $default)?);)+
                form.close(cx);
                Some(Self { $($field: $field?),+ })
            }
        }
    };
}

/// Reads an enum whose variant is named by one key of the table and whose fields are the others.
macro_rules! tagged_form {
    ($type:ident by $tag:literal {
        $($word:literal => $variant:ident $({ $($field:ident $([$default:ident])?),+ $(,)? })?),+ $(,)?
    }) => {
        impl $crate::read::form::Decode for $type {
            fn decode(
                cx: &mut $crate::read::form::Cx<'_>,
                value: &$crate::read::form::Value<'_>,
            ) -> Option<Self> {
                let mut form = $crate::read::form::Form::open(cx, value)?;
                let out = $type::decode_fields(cx, &mut form);
                form.close(cx);
                out
            }
        }

        impl $type {
            /// Reads the variant and its fields out of a form that may hold other keys as well.
            pub(crate) fn decode_fields(
                cx: &mut $crate::read::form::Cx<'_>,
                form: &mut $crate::read::form::Form<'_, '_>,
            ) -> Option<Self> {
                let Some(tag) = form.raw($tag) else {
                    return <String as $crate::read::form::Decode>::absent(cx, form.place(), $tag).and(None);
                };
                let word = <String as $crate::read::form::Decode>::decode(cx, tag)?;
                match word.as_str() {
                    $($word => {
                        $($(let $field = $crate::read::form::form_field!(form, cx, $field $(, $default)?);)+)?
                        Some(Self::$variant $({ $($field: $field?),+ })?)
                    })+
                    _ => {
                        form.give_up();
                        cx.report(tag.span(), $crate::read::FaultKind::UnknownWord {
                            what: $tag.to_owned(),
                            found: word,
                            allowed: vec![$($word.to_owned()),+],
                        });
                        None
                    }
                }
            }
        }
    };
}

impl Form<'_, '_> {
    /// The place of the table.
    pub fn place(&self) -> Range<usize> {
        self.head()
    }

    /// Nothing sensible can be said about the other keys: takes them all as asked for.
    pub fn give_up(&mut self) {
        self.table = EMPTY.get_or_init(DeTable::new);
    }
}

static EMPTY: std::sync::OnceLock<DeTable<'static>> = std::sync::OnceLock::new();

pub(crate) use {form, form_field, tagged_form};
