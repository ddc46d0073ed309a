//! What a person is told of the choices of a decision: the list, the families and how they are written, samples of them,
//! the notation, and what is wrong with an order that cannot be read.

use std::fmt::Display;

use longroll_core::{Family as _, Game as _, NotationError, clip, near};
use longroll_shell_for_guns::facts::{Arm, Formation, UnitId};
use longroll_shell_for_guns::family::Scope;
use longroll_shell_for_guns::notation::{FORMS, PART_FORMS, form_of};
use longroll_shell_for_guns::{Battle, Word as _, formations, text};

use crate::console::Console;
use crate::failure::Failure;

/// Single choices of one kind beyond this number stand in one line.
const MANY: usize = 12;
/// How many members of a family are suggested: of one family, and of each of several.
const SUGGESTED: (usize, usize) = (12, 3);
/// How many families are sampled at once.
const FAMILIES: usize = 6;
/// The width of an order in the help.
const FORM: usize = 61;
/// The words to the program.
pub const COMMANDS: [&str; 14] = [
    "list", "help", "suggest", "why", "odds", "measure", "show", "dice", "secrets", "score",
    "undo", "save", "quit", "quit!",
];

/// A single choice as it is listed.
struct Single {
    number: usize,
    text: String,
    rule: &'static str,
}

/// How the choices of a family are written.
struct Written {
    word: &'static str,
    /// What stands for the name, if there is one: `UNIT`.
    holder: &'static str,
    name: String,
    rest: String,
}

impl Written {
    fn of(battle: &Battle, scope: Scope) -> Self {
        let facts = battle.facts();
        let unit = |id: UnitId| facts.unit(id).name.clone();
        let parts = |word: &str| form_of(word).map_or("", |(_, parts)| parts);
        let named = |word: &'static str, name: String| {
            let parts = parts(word);
            let (holder, rest) = parts.split_at(parts.find([',', '[']).unwrap_or(parts.len()));
            Self {
                word,
                holder,
                name,
                rest: rest.to_owned(),
            }
        };
        // SfG 1.2: each arm has its own formations, and only cavalry dismounts.
        let shaped = |word: &'static str, id: UnitId| {
            let mut own = named(word, unit(id));
            let fitting = formations(battle.look(), id).iter().map(|own| own.word());
            let fitting = fitting.collect::<Vec<_>>().join("|");
            own.rest = own.rest.replace("FORMATION", &fitting);
            if facts.unit(id).entry.arm != Arm::Cavalry {
                own.rest = own.rest.replace("[, dismounted]", "");
            }
            own
        };
        match scope {
            Scope::Objectives(_) => Self {
                word: "objectives",
                holder: "",
                name: String::new(),
                rest: parts("objectives").to_owned(),
            },
            Scope::Place(id) => shaped("place", id),
            Scope::Enter(id) => shaped("enter", id),
            Scope::Station(id) => named("station", facts.general(id).name.clone()),
            Scope::General(id) => named("general", facts.general(id).name.clone()),
            Scope::Move(id) | Scope::Reorganise(id) => named("move", unit(id)),
            Scope::Charge(id, target) => Self {
                word: "charge",
                holder: "UNIT, TARGET",
                name: format!("{}, {}", unit(id), unit(target)),
                rest: ", BEARING[, turn left|right|middle ANGLE]".to_owned(),
            },
        }
    }

    fn line(&self) -> String {
        format!("{} {}{}", self.word, self.name, self.rest)
    }

    fn form(&self) -> String {
        format!("{} {}{}", self.word, self.holder, self.rest)
    }
}

/// What a roll that a choice leads to will mean, in a few words.
pub fn chances(battle: &Battle, text: &str, short: bool, console: &Console<'_>) -> Option<String> {
    let choice = battle.parse(text).ok()?;
    let odds = battle.odds(&choice)?;
    Some(console.sentence(&text::chances(&choice, &odds, short)))
}

fn with_odds(battle: &Battle, line: &str, text: &str, console: &Console<'_>) -> String {
    chances(battle, text, true, console)
        .map_or_else(|| line.to_owned(), |odds| format!("{line}  {odds}"))
}

fn singles(battle: &Battle) -> Vec<Single> {
    let offers = battle.offers();
    let numbered = (1..).zip(&offers);
    let single = numbered.map(|(number, offer)| Single {
        number,
        text: battle.print(&offer.choice),
        rule: offer.rule.id(),
    });
    single.collect()
}

/// The choices: all of them in short, or every one that begins with a text.
pub fn list(battle: &Battle, part: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let (singles, families) = (singles(battle), battle.families());
    let written: Vec<(Written, String)> = families
        .iter()
        .map(|own| (Written::of(battle, own.scope), own.rule().to_string()))
        .collect();
    if part.is_empty() {
        return in_short(battle, &singles, &written, console);
    }
    let part = part.to_lowercase();
    let begins = |text: &str| text.to_lowercase().starts_with(&part);
    let mut none = true;
    for single in singles.iter().filter(|own| begins(&own.text)) {
        none = false;
        one(battle, single, console)?;
    }
    for (own, rule) in written.iter().filter(|(own, _)| begins(&own.line())) {
        none = false;
        console.line(format!("       {} [{rule}]", own.line()))?;
    }
    if none {
        console.line(console.text("play.none-begin", &[("text", &clip(&part))]))?;
    }
    Ok(())
}

fn one(battle: &Battle, own: &Single, console: &mut Console<'_>) -> Result<(), Failure> {
    let line = format!("{:>5}  {} [{}]", own.number, own.text, own.rule);
    Ok(console.line(with_odds(battle, &line, &own.text, console))?)
}

/// What can be done now: single choices with their odds, then the families, one line for those that are written alike, and
/// last what is too much to read.
fn in_short(
    battle: &Battle,
    singles: &[Single],
    written: &[(Written, String)],
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let word = |own: &Single| form_of(&own.text).map_or("", |(word, _)| word);
    let alike = |wanted: &str| singles.iter().filter(|own| word(own) == wanted).count();
    let mut long: Vec<(&str, &str)> = Vec::new();
    for single in singles {
        let word = word(single);
        if alike(word) <= MANY {
            one(battle, single, console)?;
        } else if !long.iter().any(|(own, _)| *own == word) {
            long.push((word, single.rule));
        }
    }
    let mut groups: Vec<(&Written, &str, Vec<&str>)> = Vec::new();
    for (own, rule) in written {
        let form = own.form();
        match groups.iter_mut().find(|(first, ..)| first.form() == form) {
            Some((.., names)) => names.push(&own.name),
            None => {
                // Those of one word stand together.
                let last = groups
                    .iter()
                    .rposition(|(other, ..)| other.word == own.word);
                let place = last.map_or(groups.len(), |place| place + 1);
                groups.insert(place, (own, rule, vec![&own.name]));
            }
        }
    }
    for (own, rule, names) in &groups {
        if names.len() == 1 {
            console.line(format!("       {} [{rule}]", own.line()))?;
            continue;
        }
        console.line(format!("       {} [{rule}]", own.form()))?;
        let between = if own.holder.contains(',') { "; " } else { ", " };
        console.paragraph(11, &format!("{}: {}", own.holder, names.join(between)))?;
    }
    for (word, rule) in long {
        let form = form_of(word).map_or("", |(_, parts)| parts);
        let blanks: [(&str, &dyn Display); 4] = [
            ("form", &format!("{word} {form}")),
            ("word", &word),
            ("rule", &rule),
            ("count", &alike(word)),
        ];
        console.line(console.text("tabletop.kind", &blanks))?;
    }
    if !groups.is_empty() {
        console.line(console.text("tabletop.how", &[]))?;
    }
    Ok(())
}

/// Members of the families whose form holds a word.
pub fn suggest(battle: &Battle, word: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let families = battle.families();
    if families.is_empty() {
        return Ok(console.line(console.text("tabletop.no-families", &[]))?);
    }
    let small = word.to_lowercase();
    let mine = families.iter().filter(|family| {
        let line = Written::of(battle, family.scope).line();
        line.to_lowercase().contains(&small)
    });
    let mine: Vec<_> = mine.collect();
    let (alone, of_several) = SUGGESTED;
    let most = if mine.len() > 1 { of_several } else { alone };
    for family in mine.iter().take(FAMILIES) {
        for choice in family.suggestions().iter().take(most) {
            let text = battle.print(choice);
            let line = format!("       {text}");
            console.line(with_odds(battle, &line, &text, console))?;
        }
    }
    if mine.len() > FAMILIES {
        let more = mine.len() - FAMILIES;
        console.line(console.text("tabletop.more-families", &[("count", &more)]))?;
    }
    if mine.is_empty() {
        console.line(console.text("tabletop.no-family", &[("word", &clip(word))]))?;
    }
    Ok(())
}

/// The words to the program, the orders, and what their parts mean.
pub fn help(console: &mut Console<'_>) -> Result<(), Failure> {
    for line in console.text("tabletop.help", &[]).lines() {
        console.line(format!("  {line}"))?;
    }
    for (word, parts, _) in FORMS {
        let means = console.word("tabletop-order", &word.replace(' ', "-"));
        console.line(format!("    {:<FORM$}  {means}", format!("{word} {parts}")))?;
    }
    console.line(console.text("tabletop.parts", &[("list", &PART_FORMS.join("; "))]))?;
    let words = |wanted: &dyn Fn(&Formation) -> bool| {
        let all = Formation::WORDS.iter().filter(|(own, _)| wanted(own));
        all.map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
    };
    let brigades = words(&|own| Formation::OF_BRIGADES.contains(own));
    let batteries = words(&|own| !Formation::OF_BRIGADES.contains(own));
    let blanks: [(&str, &dyn Display); 2] = [("brigades", &brigades), ("batteries", &batteries)];
    for line in console.text("tabletop.notation", &blanks).lines() {
        console.line(format!("  {line}"))?;
    }
    Ok(())
}

/// Names that may have been meant, as the end of a sentence.
pub fn meant<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
    console: &Console<'_>,
) -> String {
    let names: Vec<String> = near(word, names)
        .iter()
        .map(|name| format!("'{name}'"))
        .collect();
    match names.as_slice() {
        [] => String::new(),
        names => console.text("tabletop.near", &[("list", &names.join(", "))]),
    }
}

/// The same where a sentence ends with it, whether somebody is near or not.
pub fn ended(near: String) -> String {
    if near.is_empty() {
        ".".to_owned()
    } else {
        near
    }
}

/// The words of all that may be chosen now.
fn words_here(battle: &Battle) -> Vec<&'static str> {
    let mut here: Vec<&str> = Vec::new();
    let offers = battle.offers().into_iter();
    let single = offers.filter_map(|own| form_of(&battle.print(&own.choice)));
    let families = battle.families().into_iter();
    let family = families.map(|own| Written::of(battle, own.scope).word);
    for word in single.map(|(word, _)| word).chain(family) {
        if !here.contains(&word) {
            here.push(word);
        }
    }
    here
}

/// What can be done instead of an order that is not asked for at all.
pub fn instead(battle: &Battle, text: &str, console: &Console<'_>) -> Option<String> {
    let here = words_here(battle);
    let asked = form_of(text).is_some_and(|(word, _)| here.contains(&word));
    (!asked).then(|| console.text("tabletop.here", &[("list", &here.join(", "))]))
}

/// What is wrong with an order that cannot be read, with what is possible here.
pub fn unreadable(battle: &Battle, error: &NotationError, console: &Console<'_>) -> String {
    let facts = battle.facts();
    let told = console.sentence(&error.to_string());
    match error {
        NotationError::UnknownOrder { word, .. } => {
            let here = words_here(battle);
            let all = here.iter().chain(&COMMANDS).copied();
            let near = ended(meant(word, all, console));
            let blanks: [(&str, &dyn Display); 3] = [
                ("word", &clip(word)),
                ("near", &near),
                ("list", &here.join(", ")),
            ];
            console.text("tabletop.no-order", &blanks)
        }
        NotationError::Unknown {
            found,
            expected: "unit",
        } => {
            let names = facts.units().map(|(_, unit)| unit.name.as_str());
            told + &meant(found, names, console)
        }
        NotationError::Unknown {
            found,
            expected: "general",
        } => {
            let names = facts.generals().map(|(_, general)| general.name.as_str());
            told + &meant(found, names, console)
        }
        _ => told,
    }
}
