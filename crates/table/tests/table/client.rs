//! A client that keeps its own picture of the table from what it is sent.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use longroll_core::{BySide, Seed};
use longroll_gbacw::Stage;
use longroll_position::RuleSet;
use longroll_sim::table;
use longroll_table::wire::{Answer, Do, Fault, Look, Piece, Saying};
use longroll_table::{Curtain, Entry, Eyes, Language, Opening, Sitter, Table, Viewer};

/// The stage of a scenario, laid once.
pub fn stage(number: u8) -> Arc<Stage> {
    static STAGES: [OnceLock<Arc<Stage>>; 11] = [const { OnceLock::new() }; 11];
    let lay = || table::stage(number, RuleSet::BATTLE_BOOK).unwrap();
    Arc::clone(STAGES[usize::from(number)].get_or_init(lay))
}

pub fn opening(number: u8, seed: u64, curtain: Curtain) -> Opening {
    let players = BySide {
        union: "person",
        confederate: "person",
    };
    Opening {
        header: table::header(&stage(number), Seed(seed), players),
        seats: BySide::from_fn(|_| Sitter::Person),
        curtain,
    }
}

/// A small generator, so that tests do not share the game's dice.
pub struct Luck(pub u64);

impl Luck {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n.max(1) as u64).unwrap()
    }

    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

pub struct Client {
    pub table: Table,
    pub eyes: Eyes,
    pub entries: Vec<Entry>,
    pub look: Look,
    pub pieces: BTreeMap<String, Piece>,
    /// Everything that was sent, as text.
    pub sent: Vec<String>,
}

impl Client {
    pub fn sit(number: u8, seed: u64, curtain: Curtain, viewer: Viewer) -> Self {
        let table = Table::begin(&stage(number), opening(number, seed, curtain)).unwrap();
        Self::at(table, viewer)
    }

    pub fn at(mut table: Table, viewer: Viewer) -> Self {
        let mut eyes = Eyes::new(viewer, Language::En);
        let Answer::Look(look) = eyes.look(&table) else {
            panic!("a look")
        };
        let entries = table.take_entries();
        let mut client = Self {
            table,
            eyes,
            entries,
            pieces: BTreeMap::new(),
            look: *look.clone(),
            sent: Vec::new(),
        };
        client.take(Answer::Look(look));
        client
    }

    fn take(&mut self, answer: Answer) {
        self.sent.push(serde_json::to_string(&answer).unwrap());
        match answer {
            Answer::Look(look) => {
                self.pieces = look
                    .pieces
                    .iter()
                    .map(|piece| (piece.name.clone(), piece.clone()))
                    .collect();
                self.look = *look;
            }
            Answer::Update(update) => {
                assert_eq!(update.from, self.look.state, "it follows on what was seen");
                for name in &update.gone {
                    self.pieces.remove(name);
                }
                for piece in &update.now.pieces {
                    self.pieces.insert(piece.name.clone(), piece.clone());
                }
                self.look = update.now;
            }
            _ => {}
        }
    }

    pub fn say(&mut self, what: Do) -> Result<Answer, Fault> {
        let saying = Saying {
            id: 1,
            state: Some(self.look.state),
            what,
        };
        let reply = self.table.say(&mut self.eyes, &saying);
        self.entries.extend(self.table.take_entries());
        match (reply.ok, reply.error) {
            (Some(answer), None) => {
                self.take(answer.clone());
                Ok(answer)
            }
            (None, Some(fault)) => Err(fault),
            other => panic!("neither answer nor error: {other:?}"),
        }
    }

    pub fn choose(&mut self, order: &str) -> Result<Answer, Fault> {
        self.say(Do::Choose {
            order: order.to_owned(),
        })
    }

    /// One random deed of the person who is asked; whether the game goes on.
    pub fn play_on(&mut self, luck: &mut Luck) -> bool {
        if self.look.curtain.is_some() {
            self.say(Do::Ready).unwrap();
        }
        let Some(question) = self.look.question.clone() else {
            return false;
        };
        // Set-up by the proposal, else every piece is asked for.
        let accept = question
            .choices
            .iter()
            .find(|choice| choice.order == "accept");
        let choice = accept.or_else(|| luck.one_of(&question.choices)).unwrap();
        self.choose(&choice.order).unwrap();
        true
    }
}
