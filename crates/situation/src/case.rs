//! A situation and its cases.

use std::sync::Arc;

use longroll_core::{Chance, ChanceError, Outcome};
use longroll_gbacw::step::Step;
use longroll_gbacw::{Battle, Event, Stage, State};
use longroll_position::Setting;
use longroll_rule::Rule;

use crate::extent::Extent;
use crate::fault::Faults;
use crate::form::{Desk, Form};
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
    let title = title_of(&desk, &base);
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

/// `title`: what the file shows, in words.
fn title_of(desk: &Desk, base: &Node) -> String {
    match base.get("title").map(|node| &node.value) {
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
            let misspelt = Form::open(desk, base).and_then(|form| form.misspelt("title"));
            if misspelt.is_none() {
                desk.fault(&(0..0), "the file needs a title");
            }
            String::new()
        }
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
        let merged = merged(desk, base, own.as_ref());
        // What the merged tree reports is the same for every case that shares it; the list of faults is made unique.
        let whole = Form::open(desk, &merged)?;
        let before = desk.count();
        let (origin, stage) = self.shelf.stage(desk, &whole, &extent)?;
        let placed = place::read(desk, &whole, origin, &stage);
        let setting = &stage.setting;
        let forms = [Some(&whole), own.as_ref()];
        let script = Script::read(desk, setting, forms);
        if !forms.into_iter().flatten().any(says_something) {
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
            id: script.id,
            title: script.title,
            rules: script.rules,
            stage,
            state,
            work,
            lines: script.lines,
            expectations: script.expectations,
            head: block.map_or(0, |block| block.span.start),
        })
    }
}

/// What a base and its case say besides the position: what they are called, prove, play and expect.
struct Script {
    id: Option<String>,
    title: String,
    rules: Vec<Rule>,
    lines: Vec<Line>,
    expectations: Vec<Expectation>,
}

impl Script {
    /// Reads both; where each has a name, that of the case counts.
    fn read(desk: &Desk, setting: &Setting, forms: [Option<&Form<'_>>; 2]) -> Self {
        let all = || forms.into_iter().flatten();
        let named = |key| {
            let texts = all().filter_map(|form| form.text(key));
            texts.last().map(str::to_owned)
        };
        Self {
            lines: lines(desk, setting, forms),
            expectations: all()
                .filter_map(|form| form.get("expect"))
                .flat_map(|node| expectations(desk, setting, node))
                .collect(),
            id: named("id"),
            title: named("title").unwrap_or_default(),
            rules: all().flat_map(|form| rules(desk, form)).collect(),
        }
    }
}

/// A base with the `set` of a case laid over it.
fn merged(desk: &Desk, base: &Node, own: Option<&Form<'_>>) -> Node {
    let mut merged = base.clone();
    if let Some(set) = own.and_then(|own| own.get("set")) {
        for (span, reason) in set.named_twice() {
            desk.fault(&span, reason);
        }
        lay_over(&mut merged, set);
    }
    merged
}

/// `rules`: what a base or a case proves, each once.
fn rules(desk: &Desk, form: &Form<'_>) -> Vec<Rule> {
    let mut here = Vec::new();
    for item in form.get("rules").map(Node::items).unwrap_or_default() {
        let Some(rule) = desk.rule(item) else {
            continue;
        };
        if here.contains(&rule) {
            desk.fault(&item.span, format!("{rule} stands here a second time"));
        }
        here.push(rule);
    }
    here
}

/// Whether anything is played, asked or expected.
fn says_something(form: &Form<'_>) -> bool {
    ["play", "ask", "expect"]
        .iter()
        .any(|key| form.node.get(key).is_some())
}
