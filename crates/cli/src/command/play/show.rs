//! What the table shows: the question, the choices, events, dice, pieces.

use longroll_catalog::tables::CoordinationResult;
use longroll_core::{Decision, Game, Side, clip, did_you_mean};
use longroll_gbacw::event::Verdict;
use longroll_gbacw::notation::piece_name;
use longroll_gbacw::{Battle, Choice, Event, Prompt, hidden_from, names, victory};

use super::table::Table;
use crate::console::Console;
use crate::failure::Failure;

/// Lists longer than this are cut; `list WORD` narrows them.
const SHOWN: usize = 40;

/// Who must decide what, under which rule.
pub fn question(
    battle: &Battle,
    decision: &Decision<Choice, Prompt>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let side = console.word("side", decision.side.word());
    let count = decision.choices.offers.len();
    let asked = prompt(battle, decision.prompt, console);
    console.line(format!("{side}: {asked} [{}] ({count})", decision.rule))?;
    Ok(console.flush()?)
}

/// The question in words, with the name it is about.
pub fn prompt(battle: &Battle, prompt: Prompt, console: &Console<'_>) -> String {
    let setting = battle.setting();
    let name = match prompt {
        Prompt::PlacePiece { piece } => piece_name(setting, piece),
        Prompt::FaceAtStart { unit }
        | Prompt::FallBack { unit }
        | Prompt::Moving { unit }
        | Prompt::React { unit }
        | Prompt::Gather { unit }
        | Prompt::MakeRoom { unit }
        | Prompt::Shrink { unit }
        | Prompt::MoreFire { unit }
        | Prompt::AdvanceAfterFire { unit }
        | Prompt::Countercharge { unit }
        | Prompt::GoOn { unit }
        | Prompt::AnswerFire { unit }
        | Prompt::StackPlace { unit } => setting.unit(unit).name.clone(),
        Prompt::OrdersAtStart { body }
        | Prompt::TakeOrders { body }
        | Prompt::FallBacks { body } => names::body(setting, body),
        Prompt::DirectCommand { leader }
        | Prompt::Help { leader }
        | Prompt::Ride { leader }
        | Prompt::StaysBehind { leader }
        | Prompt::Refuge { leader }
        | Prompt::ExtraActivation { leader } => setting.leader(leader).name.clone(),
        Prompt::SitOut { activator } | Prompt::Coordinate { activator } => {
            names::activator(setting, activator)
        }
        Prompt::JoinGroup { left } => left.to_string(),
        _ => String::new(),
    };
    console
        .word("prompt", prompt.key())
        .replace("{name}", &name)
}

/// The legal choices, numbered as they can be chosen, those only that begin with `part`.
pub fn choices(battle: &Battle, part: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let part = part.to_lowercase();
    let all: Vec<(usize, String)> = battle
        .offers()
        .iter()
        .enumerate()
        .map(|(index, offer)| {
            (
                index + 1,
                format!("{} [{}]", battle.print(&offer.choice), offer.rule),
            )
        })
        .filter(|(_, line)| line.to_lowercase().starts_with(&part))
        .collect();
    if all.is_empty() {
        console.line(console.text("play.none-begin", &[("text", &clip(&part))]))?;
    }
    for (number, line) in all.iter().take(SHOWN) {
        let offer = battle.offers().get(number - 1).map(|offer| offer.choice);
        let remark = match offer {
            Some(Choice::Accept) => console.text("play.accept", &[]),
            _ => String::new(),
        };
        console.line(format!("{number:>5}  {line}  {remark}").trim_end())?;
    }
    if all.len() > SHOWN {
        let rest = all.len() - SHOWN;
        console.line(console.text("play.more", &[("count", &rest)]))?;
    }
    Ok(())
}

/// What happened, and how much of it was shown. What one side must not know is kept for the other.
pub fn events(
    table: &mut Table<'_>,
    events: Vec<Event>,
    console: &mut Console<'_>,
) -> Result<usize, Failure> {
    let mut told = 0;
    for event in events.iter().filter(|event| event.is_told()) {
        let battle = table.session.game();
        let line = console.event(battle.setting(), event);
        let kept_from = Side::BOTH
            .into_iter()
            .find(|side| hidden_from(battle, *side, event));
        match kept_from {
            Some(side) => table.secrets.push((side.enemy(), line)),
            None => {
                told += 1;
                console.line(format!("    {line}"))?;
            }
        }
    }
    table.last = events;
    Ok(told)
}

/// What only one side may know: what was told to it alone, and the markers it holds back.
pub fn secrets(table: &Table<'_>, side: Side, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = console.word("side", side.word());
    let battle = table.session.game();
    let (setting, position) = (battle.setting(), battle.position());
    let mut lines: Vec<String> = table
        .secrets
        .iter()
        .filter(|(own, _)| *own == side)
        .map(|(_, line)| line.clone())
        .collect();
    for id in setting.activator_ids() {
        let state = position.activator(id);
        if setting.activator(id).side == side && state.placed < state.number {
            let back = state.number - state.placed;
            let who = names::activator(setting, id);
            let blanks: [(&str, &dyn std::fmt::Display); 3] =
                [("who", &who), ("back", &back), ("all", &state.number)];
            lines.push(console.text("play.held-back", &blanks));
        }
    }
    if lines.is_empty() {
        return Ok(console.line(console.text("play.no-secrets", &[("side", &name)]))?);
    }
    console.line(console.text("play.secrets", &[("side", &name)]))?;
    for line in lines {
        console.line(format!("  {line}"))?;
    }
    Ok(())
}

/// The dice of the last choice, each modifier with its rule on a line of its own.
pub fn dice(table: &Table<'_>, console: &mut Console<'_>) -> Result<(), Failure> {
    let battle = table.session.game();
    let mut none = true;
    for event in &table.last {
        let Event::Rolled(roll) = event else { continue };
        if Side::BOTH
            .into_iter()
            .any(|side| hidden_from(battle, side, event))
        {
            continue;
        }
        none = false;
        console.line(format!("  {}", console.event(battle.setting(), event)))?;
        console.line(format!(
            "    {:>4}  {}",
            roll.die.to_string(),
            console.text("play.die", &[])
        ))?;
        for term in roll.terms.as_slice() {
            console.line(format!("    {}", console.term(term)))?;
        }
        console.line(format!(
            "    {:>4}  {}",
            roll.total,
            console.text("play.total", &[])
        ))?;
        if let Some(needed) = needed(battle, roll.verdict, console) {
            console.line(format!("          {needed}"))?;
        }
    }
    if none {
        console.line(console.text("play.no-dice", &[]))?;
    }
    Ok(())
}

/// What the total is held against: the rows of the table, or the number that must not be exceeded.
fn needed(battle: &Battle, verdict: Verdict, console: &Console<'_>) -> Option<String> {
    let tables = &battle.setting().battle.tables;
    let rows: Vec<String> = match verdict {
        Verdict::Passed { limit } | Verdict::Failed { limit } => {
            return Some(console.text("play.limit", &[("limit", &limit)]));
        }
        Verdict::Orders(_) => tables
            .orders_change
            .iter()
            .map(|row| format!("{} {}", row.roll, row.result.word().replace('-', " ")))
            .collect(),
        Verdict::Coordination(_) => tables
            .coordination
            .iter()
            .map(|row| {
                let result = match row.result {
                    CoordinationResult::Confusion => "confusion".to_owned(),
                    CoordinationResult::Failure => "failure".to_owned(),
                    CoordinationResult::Brigades(number) => number.to_string(),
                    CoordinationResult::All => "all".to_owned(),
                };
                format!("{} {result}", row.roll)
            })
            .collect(),
        _ => return None,
    };
    Some(console.text("play.table", &[("rows", &rows.join(", "))]))
}

/// Units and leaders on the map whose name, command or hex holds a word; of a brigade that it names also how it stands.
pub fn pieces(battle: &Battle, word: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let (setting, position) = (battle.setting(), battle.position());
    let word = word.to_lowercase();
    let mut lines = Vec::new();
    for id in setting.leader_ids() {
        let (facts, state) = (setting.leader(id), position.leader(id));
        if state.on_map() {
            let command = names::command(setting, facts.command);
            lines.push(format!(
                "{:<20} {:<7} {command}",
                facts.name,
                setting.grid().name(state.hex)
            ));
        }
    }
    for id in setting.unit_ids() {
        let (facts, state) = (setting.unit(id), position.unit(id));
        if state.on_map() {
            let facing = longroll_gbacw::notation::facing_word(state.facing);
            let orders = console.word("orders", state.orders.word());
            let disorder = if state.is_disordered() {
                console.word("condition", "disordered")
            } else {
                String::new()
            };
            let command = names::command(setting, state.assigned);
            let hex = setting.grid().name(state.hex);
            lines.push(format!(
                "{:<20} {hex:<7} {facing:<4} {:>2} SP  {orders:<8} {command:<8} {disorder}",
                facts.name, state.sp
            ));
        }
    }
    let mut none = true;
    for line in lines
        .iter()
        .filter(|line| line.to_lowercase().contains(&word))
    {
        none = false;
        console.line(format!("  {}", line.trim_end()))?;
    }
    let named = |body: &_| names::body(setting, *body).eq_ignore_ascii_case(&word);
    if let Some(body) = setting.body_ids().find(named) {
        for standing in longroll_gbacw::standing(battle.at(), body) {
            none = false;
            console.line(format!("    {standing}"))?;
        }
    }
    if none {
        let all = super::pieces::names(battle);
        let near = did_you_mean(&word, all.iter().map(|(name, _)| name.as_str()));
        let word = clip(&word);
        console.line(console.text("play.nobody", &[("word", &word), ("near", &near)]))?;
    }
    Ok(())
}

/// How the battle stands.
pub fn score(battle: &Battle, json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    match victory::score(battle.at()) {
        Some(score) if json => Ok(console.json(&score)?),
        Some(score) => crate::score::print(&score, console),
        None => Ok(console.line(console.text("score.none", &[]))?),
    }
}

/// How often an assault is fought over on copies, where its dice cannot be counted.
const TIMES: u32 = 400;

/// The exact chances of a fire or an assault, with every modifier and every face; those of an assault in the end are sampled.
pub fn odds(
    battle: &Battle,
    side: Side,
    order: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let choice = match battle.parse(order) {
        Ok(choice) => choice,
        Err(error) => return Ok(console.line(format!("  {}", console.notation(&error)))?),
    };
    if let Some(refusal) = battle.why_not(side, choice) {
        return Ok(console.line(format!("  {}", console.refusal(&refusal)))?);
    }
    let language = console.messages.language();
    let cards = longroll_table::odds(battle, side, language, choice);
    if cards.is_empty() {
        return Ok(console.line(console.text("play.no-odds", &[("text", &order)]))?);
    }
    for card in &cards {
        console.line(format!("{} [{}]", card.title, card.rule))?;
        if !card.ratio.is_empty() {
            console.line(format!("  {}", card.ratio))?;
        }
        for term in &card.terms {
            console.line(format!("  {:+} {} [{}]", term.value, term.text, term.rule))?;
        }
        if let Some(range) = card.range {
            console.line(console.text("play.range", &[("range", &range)]))?;
        }
        if !card.against.is_empty() {
            console.line(format!("  {}", card.against))?;
        }
        console.line(format!("  {} ({:+})", card.column, card.total))?;
        for face in &card.cells {
            console.line(format!(
                "    {} -> {:>3}  {:<8} {}",
                face.die, face.total, face.result, face.text
            ))?;
        }
        for chance in &card.chances {
            console.line(percent(chance))?;
        }
        for note in card.notes.iter().chain(&card.under) {
            console.line(format!("  {} [{}]", note.text, note.rule))?;
        }
    }
    let sampled = longroll_table::assault_odds(battle, side, language, choice, TIMES);
    if !sampled.is_empty() {
        console.line(console.text("play.sampled", &[("times", &TIMES)]))?;
    }
    for chance in &sampled {
        console.line(percent(chance))?;
    }
    Ok(())
}

fn percent(chance: &longroll_table::wire::Chance) -> String {
    let (whole, tenth) = (chance.permille / 10, chance.permille % 10);
    format!("  {whole:>3}.{tenth} %  {}", chance.text)
}

/// The game is over: who has won, and why.
pub fn result(battle: &Battle, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(score) = victory::score(battle.at()) else {
        let result = battle.result().unwrap_or_default();
        return Ok(console.line(console.text("play.over", &[("result", &result)]))?);
    };
    let result = format!(
        "{} [{}]",
        crate::score::verdict(&score.verdict, console),
        score.verdict.rule
    );
    console.line(console.text("play.over", &[("result", &result)]))?;
    crate::score::print_reasons(&score, console)
}
