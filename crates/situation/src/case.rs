//! A situation and its cases.

use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Outcome};
use longroll_gbacw::step::Step;
use longroll_gbacw::{Battle, Event, Stage, State};
use longroll_rule::Rule;

use crate::fault::Faults;
use crate::form::{Desk, Form};
use crate::ground::Extent;
use crate::place;
use crate::script::{Expectation, Line, expectations, lines};
use crate::setting::{BuiltIn, Facts, Shelf};
use crate::tree::{self, Node, Value, lay_over};

/// One position with what is done in it and what must come out.
#[derive(Debug, Clone)]
pub struct Case {
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
    pub(crate) id: Option<String>,
    pub(crate) title: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) stage: Arc<Stage>,
    pub(crate) state: State,
    pub(crate) work: Vec<Step>,
    pub(crate) lines: Vec<Line>,
    pub(crate) expectations: Vec<Expectation>,
    /// Where the case begins in the text.
    pub(crate) head: usize,
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
    pub fn stage(&self) -> &Arc<Stage> {
        &self.stage
    }

    /// The game that begins with this position: the same work as the case, with dice of its own and nobody's choices made.
    /// A case that only asks questions is over at once.
    ///
    /// # Errors
    /// When a script of dice is used up.
    pub fn begin(&self, chance: Chance) -> Result<(Battle, Outcome<Event>), ChanceError> {
        let state = State::new(self.state.position().clone(), self.work.clone(), chance);
        Battle::new(Arc::clone(&self.stage), state)
    }

    /// The position at the start.
    #[must_use]
    pub const fn position(&self) -> &longroll_position::Position {
        self.state.position()
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

/// Reads a situation file.
///
/// # Errors
/// Everything that is wrong with it, with line and reason.
pub fn load(name: &str, text: &str) -> Result<Situation, Faults> {
    load_with(&BuiltIn, name, text)
}

/// Reads a situation file that is played with other data.
///
/// # Errors
/// As [`load`].
pub fn load_with(facts: &dyn Facts, name: &str, text: &str) -> Result<Situation, Faults> {
    let mut syntax = Vec::new();
    // The mark that some editors put before a text is no part of it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut base = tree::parse(text, &mut syntax);
    if !syntax.is_empty() {
        return Err(Faults::of(name, text, syntax));
    }
    let desk = Desk::default();
    let shared: Arc<str> = Arc::from(text);
    let blocks = base.take("case");
    let title = match base.get("title").map(|node| &node.value) {
        Some(Value::Text(title)) => {
            if let Some(node) = base.get("title").filter(|_| title.trim().is_empty()) {
                desk.fault(
                    &node.span,
                    "the title is empty: it says what the file shows",
                );
            }
            title.clone()
        }
        Some(_) => String::new(),
        None => {
            // A key that was meant for it is told as unknown.
            let misspelt = Form::open(&desk, &base).and_then(|form| form.misspelt("title"));
            if misspelt.is_none() {
                desk.fault(&(0..0), "the file needs a title");
            }
            String::new()
        }
    };
    for (span, reason) in base.named_twice() {
        desk.fault(&span, reason);
    }
    let mut cases = Vec::new();
    let mut builder = Builder {
        desk: &desk,
        name,
        text: &shared,
        base: &base,
        shelf: Shelf::new(facts),
    };
    match &blocks {
        None => cases.extend(builder.build(None)),
        Some(blocks) => {
            for block in blocks.items() {
                cases.extend(builder.build(Some(block)));
            }
            if blocks.items().is_empty() {
                desk.fault(&blocks.span, "a file with cases has at least one");
            }
        }
    }
    if desk.count() == 0 {
        desk.close_waivers();
    }
    let faults = desk.into_faults();
    if faults.is_empty() {
        Ok(Situation {
            name: name.to_owned(),
            title,
            cases,
        })
    } else {
        Err(Faults::of(name, text, faults))
    }
}

/// What the cases of a file share.
struct Builder<'f> {
    desk: &'f Desk,
    name: &'f str,
    text: &'f Arc<str>,
    base: &'f Node,
    shelf: Shelf<'f>,
}

impl Builder<'_> {
    /// One case: its `set` laid over the base.
    fn build(&mut self, block: Option<&Node>) -> Option<Case> {
        let Self {
            desk,
            name,
            text,
            base,
            ..
        } = *self;
        desk.begin_case();
        let extent = Extent::of(core::iter::once(base).chain(block));
        let own = match block {
            Some(block) => Some(Form::open(desk, block)?),
            None => None,
        };
        let mut merged = base.clone();
        if let Some(set) = own.as_ref().and_then(|own| own.get("set")) {
            for (span, reason) in set.named_twice() {
                desk.fault(&span, reason);
            }
            lay_over(&mut merged, set);
        }
        // What the merged tree reports is the same for every case that shares it; the list of faults is made unique.
        let whole = Form::open(desk, &merged)?;
        let before = desk.count();
        let (origin, stage) = self.shelf.stage(desk, &whole, &extent)?;
        let placed = place::read(desk, &whole, origin, &stage);
        let setting = &stage.setting;
        let script = lines(desk, setting, [Some(&whole), own.as_ref()]);
        let mut wanted = Vec::new();
        for form in [Some(&whole), own.as_ref()].into_iter().flatten() {
            if let Some(node) = form.get("expect") {
                wanted.extend(expectations(desk, setting, node));
            }
        }
        let own_text = |key| {
            own.as_ref()
                .and_then(|own| own.text(key))
                .map(str::to_owned)
        };
        let (own_id, own_title) = (own_text("id"), own_text("title"));
        let (base_id, base_title) = (whole.text("id"), whole.text("title"));
        let id = own_id.or_else(|| base_id.map(str::to_owned));
        let title = own_title
            .or_else(|| base_title.map(str::to_owned))
            .unwrap_or_default();
        let mut rules = Vec::new();
        for form in [Some(&whole), own.as_ref()].into_iter().flatten() {
            if let Some(node) = form.get("rules") {
                let mut here = Vec::new();
                for item in node.items() {
                    let Some(rule) = desk.rule(item) else {
                        continue;
                    };
                    if here.contains(&rule) {
                        desk.fault(&item.span, format!("{rule} stands here a second time"));
                    }
                    here.push(rule);
                }
                rules.extend(here);
            }
        }
        let says = |form: &Form<'_>| {
            ["play", "ask", "expect"]
                .iter()
                .any(|key| form.node.get(key).is_some())
        };
        if !says(&whole) && !own.as_ref().is_some_and(says) {
            desk.fault(
                &block.unwrap_or(base).span,
                "nothing is played, asked or expected",
            );
        }
        if let Some(own) = own {
            own.close();
        }
        whole.close();
        let (state, start) = placed?;
        if desk.count() > before {
            return None;
        }
        let work = start.work(&stage.setting, state.position());
        Some(Case {
            file: name.to_owned(),
            text: Arc::clone(text),
            id,
            title,
            rules,
            stage,
            state,
            work,
            lines: script,
            expectations: wanted,
            head: block.map_or(0, |block| block.span.start),
        })
    }
}
