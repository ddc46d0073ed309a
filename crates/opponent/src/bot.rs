//! The line protocol: a program plays by lines of text. `docs/bots.md` describes it.
//!
//! A pure function over lines: whoever owns the streams reads a line, hands it in and writes what comes back.

use std::sync::Arc;

use longroll_core::{BySide, Seed, Side};
use longroll_gbacw::Stage;
use longroll_position::RuleSet;
use longroll_sim::table;
use longroll_table::wire::{Answer, Do, Saying};
use longroll_table::{Curtain, Eyes, Language, Opening, Sitter, Table, Viewer};

use crate::seats::{Chair, NAMES, sit_down};

/// The longest line that is read.
const LONGEST: usize = 4096;

/// The most choices the other side may make before the program is asked again.
const PATIENCE: u32 = 100_000;

/// A conversation with a program.
#[derive(Debug, Default)]
pub struct Protocol {
    game: Option<Game>,
    over: bool,
}

#[derive(Debug)]
struct Game {
    table: Table,
    /// Whom the program plays; both sides if none is named.
    sides: Vec<Side>,
    eyes: BySide<Eyes>,
    chairs: BySide<Option<Chair>>,
}

impl Protocol {
    /// Whether the program has taken its leave.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> Vec<String> {
        let line = line.trim();
        if line.len() > LONGEST {
            return vec!["error the line is too long".to_owned()];
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match word {
            "" => Ok(Vec::new()),
            "longroll" => Ok(hello()),
            "ready" => Ok(vec!["readyok".to_owned()]),
            "position" => self.position(rest),
            "options" => self.options(),
            "choose" => self.choose(rest),
            "view" => self.ask(Do::Look),
            "reach" => self.ask(Do::Reach {
                piece: rest.trim().to_owned(),
            }),
            "why" => self.ask(Do::Why {
                order: Some(rest.trim().to_owned()),
                piece: None,
                hex: None,
                facing: None,
            }),
            "record" => self.record(),
            "quit" => {
                self.over = true;
                Ok(Vec::new())
            }
            other => Err(format!("'{other}' is no word of the protocol")),
        };
        answer.unwrap_or_else(|reason| vec![format!("error {}", one_line(&reason))])
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        self.game
            .as_mut()
            .ok_or_else(|| "there is no game: begin with 'position scenario 2'".to_owned())
    }

    /// `position scenario 2 [seed 7] [play union|confederate|both] [against plain] [rule name=value]… [moves order; order; …]`
    fn position(&mut self, text: &str) -> Result<Vec<String>, String> {
        let (head, moves) = match text.split_once(" moves ") {
            Some((head, moves)) => (head, moves),
            None => (text, ""),
        };
        let mut words = head.split_whitespace();
        let (mut scenario, mut seed, mut against) = (None, 1, "plain".to_owned());
        let mut sides = vec![Side::Union, Side::Confederate];
        let mut rules = RuleSet::BATTLE_BOOK;
        while let Some(word) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| format!("something must follow '{word}'"))?;
            match word {
                "scenario" => {
                    scenario = Some(
                        value
                            .parse()
                            .map_err(|_| format!("there is no scenario '{value}'"))?,
                    );
                }
                "seed" => seed = value.parse().map_err(|_| format!("'{value}' is no seed"))?,
                "play" => {
                    sides = match value {
                        "union" => vec![Side::Union],
                        "confederate" => vec![Side::Confederate],
                        "both" => vec![Side::Union, Side::Confederate],
                        _ => return Err(format!("'{value}' is no side")),
                    }
                }
                "against" => value.clone_into(&mut against),
                "rule" => {
                    let (name, value) = value
                        .split_once('=')
                        .ok_or_else(|| format!("'{value}' is no switch with a value"))?;
                    rules.set(name, value).map_err(|error| error.to_string())?;
                }
                _ => return Err(format!("'{word}' is no part of a position")),
            }
        }
        let scenario = scenario.ok_or("a position names its scenario")?;
        let stage = table::stage(scenario, rules).map_err(|error| error.to_string())?;
        let mut game = Game::new(&stage, Seed(seed), sides, &against)?;
        let mut told = game.others_move()?;
        for order in moves
            .split(';')
            .map(str::trim)
            .filter(|order| !order.is_empty())
        {
            told = game.choose(order)?;
        }
        self.game = Some(game);
        Ok(told)
    }

    fn options(&mut self) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let side = game.to_move()?;
        let Answer::Look(look) = game.eyes[side].look(&game.table) else {
            return Err("nothing is asked".to_owned());
        };
        let question = look.question.ok_or("nothing is asked of you")?;
        let mut lines = vec![format!(
            "question {} {} [{}] {}",
            side.word(),
            question.key,
            question.rule,
            question.text
        )];
        let options = question
            .choices
            .iter()
            .map(|choice| format!("option {} [{}]", choice.order, choice.rule));
        lines.extend(options);
        lines.push("end".to_owned());
        Ok(lines)
    }

    fn choose(&mut self, order: &str) -> Result<Vec<String>, String> {
        self.game()?.choose(order.trim())
    }

    fn ask(&mut self, what: Do) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let side = game.looking();
        let saying = Saying {
            id: 0,
            state: None,
            what,
        };
        let reply = game.table.say(&mut game.eyes[side], &saying);
        match (reply.ok, reply.error) {
            (Some(answer), _) => {
                let text = serde_json::to_string(&answer).map_err(|error| error.to_string())?;
                Ok(vec![format!("json {text}")])
            }
            (None, Some(fault)) => Err(told(fault)),
            (None, None) => Err("there is no answer".to_owned()),
        }
    }

    /// Only of a game that is over: the record tells the seed, and so the dice to come.
    fn record(&mut self) -> Result<Vec<String>, String> {
        let game = self.game()?;
        if !game.table.is_over() {
            return Err("the record is told when the game is over".to_owned());
        }
        let text = game.table.record().print();
        let lines = text.lines().map(|line| format!("roll {line}"));
        Ok(lines.chain(core::iter::once("end".to_owned())).collect())
    }
}

fn hello() -> Vec<String> {
    vec![
        format!("id name Long Roll {}", env!("CARGO_PKG_VERSION")),
        format!("players {}", NAMES.join(" ")),
        "longrollok".to_owned(),
    ]
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn told(fault: longroll_table::wire::Fault) -> String {
    match fault.rule {
        Some(rule) => format!("{} [{rule}]", fault.reason),
        None => fault.reason,
    }
}

impl Game {
    fn new(
        stage: &Arc<Stage>,
        seed: Seed,
        sides: Vec<Side>,
        against: &str,
    ) -> Result<Self, String> {
        let mut chairs = BySide::from_fn(|_| None);
        for side in Side::BOTH {
            if !sides.contains(&side) {
                let chair =
                    sit_down(against, stage, seed, side).map_err(|error| error.to_string())?;
                chairs[side] = Some(chair);
            }
        }
        let seats = BySide::from_fn(|side| {
            if sides.contains(&side) {
                Sitter::Person
            } else {
                Sitter::Computer(against.to_owned())
            }
        });
        let names = BySide {
            union: seats.union.name(),
            confederate: seats.confederate.name(),
        };
        let opening = Opening {
            header: table::header(stage, seed, names),
            seats: seats.clone(),
            curtain: Curtain::Never,
        };
        let table = Table::begin(stage, opening).map_err(|error| error.to_string())?;
        Ok(Self {
            table,
            sides,
            eyes: BySide::from_fn(|side| Eyes::new(Viewer::Side(side), Language::En)),
            chairs,
        })
    }

    fn to_move(&self) -> Result<Side, String> {
        self.table
            .decider()
            .ok_or_else(|| "the game is over".to_owned())
    }

    /// Through whose eyes the program looks: those of whoever decides, if it plays both sides.
    fn looking(&self) -> Side {
        match self.sides.as_slice() {
            [only] => *only,
            _ => self.table.decider().unwrap_or(Side::Union),
        }
    }

    fn choose(&mut self, order: &str) -> Result<Vec<String>, String> {
        let side = self.to_move()?;
        let saying = Saying {
            id: 0,
            state: Some(self.table.state_of(self.eyes[side].viewer())),
            what: Do::Choose {
                order: order.to_owned(),
            },
        };
        let eyes = &mut self.eyes[side];
        eyes.look(&self.table);
        let reply = self.table.say(eyes, &saying);
        let mut lines = match (reply.ok, reply.error) {
            (Some(answer), _) => events(&answer),
            (None, Some(fault)) => return Err(told(fault)),
            (None, None) => return Err("there is no answer".to_owned()),
        };
        lines.extend(self.others_move()?);
        Ok(lines)
    }

    /// The computer moves until the program must decide.
    fn others_move(&mut self) -> Result<Vec<String>, String> {
        let looker = self.looking();
        self.eyes[looker].look(&self.table);
        for _ in 0..PATIENCE {
            let Some((side, _)) = self.table.computer_to_move() else {
                break;
            };
            let chair = self.chairs[side].as_mut().ok_or("nobody sits there")?;
            let (choice, intent) = chair
                .choose(self.table.battle())
                .ok_or("the other side has no choice")?;
            self.table
                .computer(side, choice, intent)
                .map_err(|error| error.to_string())?;
        }
        // Nobody keeps these games.
        self.table.take_entries();
        let mut lines = self.eyes[looker]
            .news(&self.table)
            .map_or_else(Vec::new, |news| events(&news));
        lines.push(match self.table.decider() {
            Some(side) => format!("turn {}", side.word()),
            None => format!(
                "over {}",
                self.table.record().tag("Result").unwrap_or_default()
            ),
        });
        Ok(lines)
    }
}

fn events(answer: &Answer) -> Vec<String> {
    let Answer::Update(update) = answer else {
        return Vec::new();
    };
    update
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .map(|event| {
            let rule = event
                .rule
                .as_ref()
                .map_or_else(String::new, |rule| format!(" [{rule}]"));
            format!("event {}{rule}", one_line(&event.text))
        })
        .collect()
}
