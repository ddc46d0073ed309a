//! SR 12.73: leaders who stand alone next to the enemy go to the nearest friends.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, Piece};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::Scratch;
use longroll_movement::leaders::refuges;
use longroll_position::Presence;
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, asks_nobody, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::{DisplaceStep, RefugeStep};

const RULE: Rule = Rule::SR_12_73;

/// Leaders who in whatever way have come to stand alone next to the enemy, or under him, are placed with the nearest
/// friendly unit they can reach; with no free way they are killed.
pub(crate) fn displace_exposed(play: &mut Play<'_>) {
    let is_exposed = |leader: LeaderId| {
        let state = play.position.leader(leader);
        let side = play.setting.leader(leader).side;
        state.on_map()
            && match play.position.holder(state.hex) {
                Some(holder) => holder != side,
                None => play.position.next_to_enemy(play.setting, state.hex, side),
            }
    };
    let exposed: SmallVec<[LeaderId; 4]> = play
        .setting
        .leader_ids()
        .filter(|&leader| is_exposed(leader))
        .collect();
    for leader in exposed {
        displace(play, leader);
    }
}

fn displace(play: &mut Play<'_>, leader: LeaderId) {
    let from = play.position.leader(leader).hex;
    let nearest = refuges(&play.at(), &mut Scratch::new(), leader, from);
    let refuge = nearest.first().copied();
    if nearest.len() > 1 {
        // He is out of the enemy's way at once; to whom of several equally near ones his owner says as soon as he is asked.
        play.at_once(RefugeStep { leader, from });
    }
    place(play, leader, refuge);
}

fn place(play: &mut Play<'_>, leader: LeaderId, refuge: Option<HexId>) {
    let presence = match refuge {
        Some(_) => play.position.leader(leader).presence,
        None => Presence::Lost,
    };
    play.happens(Event::PresenceChanged {
        piece: Piece::Leader(leader),
        presence,
        hex: refuge,
        rule: RULE,
    });
}

impl Procedure for DisplaceStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        displace_exposed(play);
        Ok(())
    }
}

impl RefugeStep {
    fn hexes(&self, at: At<'_>) -> SmallVec<[HexId; 4]> {
        if !at.position.leader(self.leader).on_map() {
            return SmallVec::new();
        }
        refuges(&at, &mut Scratch::new(), self.leader, self.from)
    }
}

impl Procedure for RefugeStep {
    type Means = HexId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let leader = self.leader;
        (self.hexes(at).len() > 1).then(|| Ask {
            side: at.setting.leader(leader).side,
            rule: RULE,
            prompt: Prompt::Refuge { leader },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        let piece = Piece::Leader(self.leader);
        for hex in self.hexes(at) {
            each(Choice::Place { piece, hex });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<HexId> {
        match choice {
            Choice::Place {
                piece: Piece::Leader(leader),
                hex,
            } if leader == self.leader && self.hexes(at).contains(&hex) => {
                Ok(Ruling::new(RULE, hex))
            }
            Choice::Place { .. } => Err(Refusal::new(
                RULE,
                "he goes to the nearest friends he can reach",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, hex: HexId) -> Result<(), ChanceError> {
        if play.position.leader(self.leader).hex != hex {
            place(play, self.leader, Some(hex));
        }
        Ok(())
    }
}
