//! Situation files of the tabletop: a position, what is done, the dice, and what must come out
//! (`docs/situations-tabletop.md`).
//!
//! [`load`] reads a file and reports everything that is wrong with it at once; [`Case::run`] plays a case with scripted
//! dice and reports every difference. Nothing here knows a rule.

mod answer;
mod fields;
mod lay_out;
mod run;
mod script;

use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Outcome};
use longroll_rule::Rule;

use crate::battle::{Battle, State};
use crate::data::Folder;
use crate::event::Event;
use crate::facts::Facts;
use crate::frames::{Campaign, Frame, TurnFrame};
use crate::reading::{Desk, Faults, Form, Node, Value, lay_over, parse};
use crate::table::Layout;

pub use run::{Report, ReportStep};
use script::{Expectation, Line};

/// One position with what is done in it and what must come out.
#[derive(Debug, Clone)]
pub struct Case {
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
    pub(crate) id: Option<String>,
    pub(crate) title: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) facts: Arc<Facts>,
    pub(crate) state: State,
    pub(crate) lines: Vec<Line>,
    pub(crate) expectations: Vec<Expectation>,
}

impl Case {
    /// The id of the acceptance case, if it is one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// What it shows.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The rules it proves.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The fixed facts.
    #[must_use]
    pub const fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// The position at the start.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The game at its first decision, with other dice than those of the file.
    ///
    /// # Errors
    /// A script without dice.
    pub fn begin(&self, chance: Chance) -> Result<(Battle, Outcome<Event>), ChanceError> {
        let state = State {
            chance,
            ..self.state.clone()
        };
        Battle::begin(Arc::clone(&self.facts), state)
    }

    /// The same for those who want to play on: what the file shows of a turn is followed by the rest of that turn and of the
    /// battle. The divisions that have not acted follow the one that acts in the order of the file.
    ///
    /// # Errors
    /// A script without dice.
    pub fn begin_battle(&self, chance: Chance) -> Result<(Battle, Outcome<Event>), ChanceError> {
        let mut layout = Layout::new(self.state.table.clone());
        let turn = layout.so_far().turn();
        let mut frames = match self.state.frames.first() {
            None | Some(Frame::Campaign(_)) => return self.begin(chance),
            Some(Frame::Generals(_)) => vec![TurnFrame::after_generals(turn).into()],
            Some(Frame::Activation(own)) => {
                let others = self.facts.divisions().map(|(id, _)| id);
                let others = others.filter(|id| *id != own.division());
                layout.order(core::iter::once(own.division()).chain(others).collect());
                vec![TurnFrame::after_first_division(turn).into()]
            }
            Some(_) => Vec::new(),
        };
        frames.insert(0, Campaign::deployed().into());
        frames.extend(self.state.frames.iter().cloned());
        let state = State {
            table: layout.finish(),
            frames,
            chance,
        };
        Battle::begin(Arc::clone(&self.facts), state)
    }
}

/// A situation file: a position, or a base and its cases.
#[derive(Debug, Clone)]
pub struct Situation {
    name: String,
    title: String,
    cases: Vec<Case>,
}

impl Situation {
    /// The name it was loaded under.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its cases, in order; never empty.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }
}

/// Whether a file is one of these: `board = "tabletop"` stands in it.
#[must_use]
pub fn is_tabletop(text: &str) -> bool {
    let mut faults = Vec::new();
    let root = parse(text, &mut faults);
    matches!(root.get("board").map(|node| &node.value), Some(Value::Text(board)) if board == "tabletop")
}

/// Reads a situation file.
///
/// # Errors
/// Everything that is wrong with it, with line and reason.
pub fn load(name: &str, text: &str) -> Result<Situation, Faults> {
    load_with(Folder::embedded(), name, text)
}

/// The same with the figures, basings, tables and armies of a data folder.
///
/// # Errors
/// Everything that is wrong with it, with line and reason.
pub fn load_with(folder: &Folder, name: &str, text: &str) -> Result<Situation, Faults> {
    let mut syntax = Vec::new();
    let mut base = parse(text, &mut syntax);
    if !syntax.is_empty() {
        return Err(Faults::of(name, text, syntax));
    }
    let desk = Desk::default();
    let shared: Arc<str> = Arc::from(text);
    let blocks = base.take("case");
    let title = match base.get("title").map(|node| &node.value) {
        Some(Value::Text(title)) => title.clone(),
        _ => {
            desk.fault(&(0..0), "the file needs a title");
            String::new()
        }
    };
    let mut cases = Vec::new();
    match &blocks {
        None => cases.extend(build(&desk, folder, name, &shared, &base, None)),
        Some(blocks) => {
            for block in blocks.items() {
                cases.extend(build(&desk, folder, name, &shared, &base, Some(block)));
            }
        }
    }
    if cases.is_empty() && desk.count() == 0 {
        desk.fault(&(0..0), "a file has at least one case");
    }
    if desk.count() == 0 {
        Ok(Situation {
            name: name.to_owned(),
            title,
            cases,
        })
    } else {
        Err(Faults::of(name, text, desk.into_faults()))
    }
}

/// What the base and a case tell one after the other.
#[derive(Default)]
struct Told {
    rules: Vec<Rule>,
    lines: Vec<Line>,
    expectations: Vec<Expectation>,
}

impl Told {
    fn read<'a>(desk: &Desk, forms: impl Iterator<Item = &'a Form<'a>>) -> Self {
        let mut told = Self::default();
        for form in forms {
            if let Some(node) = form.get("rules") {
                told.rules
                    .extend(node.items().iter().filter_map(|item| desk.rule(item)));
            }
            if let Some(node) = form.get("play") {
                told.lines.extend(script::lines(desk, node));
            }
            if let Some(node) = form.get("expect") {
                told.expectations.extend(script::expectations(desk, node));
            }
        }
        told
    }
}

/// One case: its `set` laid over the base.
fn build(
    desk: &Desk,
    folder: &Folder,
    name: &str,
    text: &Arc<str>,
    base: &Node,
    block: Option<&Node>,
) -> Option<Case> {
    let own = match block {
        Some(block) => Some(Form::open(desk, block)?),
        None => None,
    };
    let mut merged = base.clone();
    if let Some(set) = own.as_ref().and_then(|own| own.get("set")) {
        lay_over(&mut merged, set);
    }
    let whole = Form::open(desk, &merged)?;
    let before = desk.count();
    if let Some(node) = whole.need("board")
        && desk.text(node).is_some_and(|board| board != "tabletop")
    {
        desk.fault(&node.span, "the board of these files is \"tabletop\"");
    }
    let laid = lay_out::lay_out(desk, folder, &whole);
    let told = Told::read(desk, [Some(&whole), own.as_ref()].into_iter().flatten());
    let text_of = |key: &'static str| {
        let own_text = own.as_ref().and_then(|own| own.text(key));
        let base_text = whole.text(key);
        own_text.or(base_text).map(str::to_owned)
    };
    let (id, title) = (text_of("id"), text_of("title").unwrap_or_default());
    if told.lines.is_empty() && told.expectations.is_empty() {
        desk.fault(
            &block.unwrap_or(base).span,
            "nothing is played, asked or expected",
        );
    }
    if let Some(own) = own {
        own.close();
    }
    whole.close();
    let (facts, state) = laid?;
    if desk.count() > before {
        return None;
    }
    Some(Case {
        file: name.to_owned(),
        text: Arc::clone(text),
        id,
        title,
        rules: told.rules,
        facts,
        state,
        lines: told.lines,
        expectations: told.expectations,
    })
}
