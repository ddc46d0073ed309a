//! What a person types: a word to the program, or an order.

use longroll_core::whole_number;

/// One line, understood.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    Nothing,
    Help,
    /// The choices, or those that begin with something.
    List(String),
    /// Pieces whose name or command holds a word.
    Show(String),
    /// Where a piece can go now.
    Reach(String),
    /// The choices of the cheapest way to a hex, one after the other.
    Go(String),
    /// The dice of the last choice, each with its modifiers.
    Dice,
    /// What the deciding side knows and the other does not.
    Secrets,
    /// How the battle stands; as JSON if that is wanted.
    Score(bool),
    /// The exact chances of a fire or an assault.
    Odds(String),
    Undo,
    /// Write the record; over another file only if that is wanted.
    Save(Option<String>, bool),
    /// `done`, and the same with no question asked.
    Done,
    DoneAnyway,
    Quit,
    QuitAnyway,
    /// The choice with this number in the list.
    Number(usize),
    /// A word that stands alone, with something behind it: nobody knows what was meant.
    NotAlone(String),
    /// Order notation.
    Order(String),
}

/// Words behind which nothing stands.
const ALONE: [&str; 10] = [
    "dice", "secrets", "undo", "done!", "quit", "q", "quit!", "help!", "commands", "h",
];

/// The words to the program are whole words that no order has; everything else is an order.
pub fn read(line: &str) -> Said {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_lowercase().as_str() {
        "" => Said::Nothing,
        alone if !rest.is_empty() && ALONE.contains(&alone) => Said::NotAlone(alone.to_owned()),
        "score" if !matches!(rest, "" | "json") => Said::NotAlone("score".to_owned()),
        "?" | "list" => Said::List(rest.to_string()),
        "help!" | "commands" | "h" => Said::Help,
        "help" if rest.is_empty() => Said::Help,
        "show" => Said::Show(rest.to_string()),
        "reach" => Said::Reach(rest.to_string()),
        "go" => Said::Go(rest.to_string()),
        "dice" => Said::Dice,
        "secrets" => Said::Secrets,
        "score" => Said::Score(rest == "json"),
        "odds" => Said::Odds(rest.to_string()),
        "undo" => Said::Undo,
        "save" => Said::Save((!rest.is_empty()).then(|| rest.to_string()), false),
        "save!" => Said::Save((!rest.is_empty()).then(|| rest.to_string()), true),
        "done" if rest.is_empty() => Said::Done,
        "done!" => Said::DoneAnyway,
        "quit" | "q" => Said::Quit,
        "quit!" => Said::QuitAnyway,
        _ => match whole_number(line) {
            Some(number) => Said::Number(number),
            None => Said::Order(line.to_string()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_orders_are_told_apart() {
        assert_eq!(read("  "), Said::Nothing);
        assert_eq!(read("?"), Said::List(String::new()));
        assert_eq!(read("list move 9 IL"), Said::List("move 9 IL".to_string()));
        assert_eq!(read("help"), Said::Help);
        // SR 4.2: a commander helps a division; that is an order.
        assert_eq!(
            read("help Grant 4/T"),
            Said::Order("help Grant 4/T".to_string())
        );
        assert_eq!(
            read("SAVE my game.roll"),
            Said::Save(Some("my game.roll".to_string()), false)
        );
        assert_eq!(read("save! x"), Said::Save(Some("x".to_string()), true));
        assert_eq!(read("done"), Said::Done);
        assert_eq!(read("Done!"), Said::DoneAnyway);
        assert_eq!(read("reach 9 IL"), Said::Reach("9 IL".to_string()));
        assert_eq!(
            read("go 9 IL 2323 NE"),
            Said::Go("9 IL 2323 NE".to_string())
        );
        assert_eq!(
            read("odds fire 9 IL 2323"),
            Said::Odds("fire 9 IL 2323".to_string())
        );
        assert_eq!(read("12"), Said::Number(12));
        assert_eq!(read("+1"), Said::Order("+1".to_string()));
        assert_eq!(read("quit now"), Said::NotAlone("quit".to_string()));
        assert_eq!(read("score x"), Said::NotAlone("score".to_string()));
        assert_eq!(read("score json"), Said::Score(true));
        assert_eq!(
            read("move 9 IL 2323"),
            Said::Order("move 9 IL 2323".to_string())
        );
    }

    /// A word to the program must never hide an order of the game.
    #[test]
    fn no_order_is_hidden() {
        for order in [
            "done", "accept", "place", "face", "orders", "reserve", "pick", "sit", "try", "take",
            "keep", "activate", "ride", "halt", "move", "road", "extend", "line", "column",
            "stack", "turn", "enter", "fall",
        ] {
            let text = format!("{order} x");
            assert_eq!(read(&text), Said::Order(text.clone()));
        }
    }
}
