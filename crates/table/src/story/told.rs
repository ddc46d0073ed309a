//! One event in words, with the piece and the hexes it is about.

use longroll_gbacw::Event;
use longroll_position::Setting;

use super::teller::Teller;
use super::{told_command as command, told_field as field};
use crate::game::Happened;
use crate::wire;
use crate::words::Words;

/// What fills the blanks of some kinds of events and says which text it is; nothing for all others.
type Chapter = fn(&mut Teller<'_>, &Event) -> Option<&'static str>;

/// Leads each kind of event to its chapter; a kind that is named nowhere does not compile.
macro_rules! chapters {
    ($event:expr; nobody: $($silent:ident)+; $($chapter:path: $($kind:ident)+);+) => {
        match $event {
            $($(Event::$kind { .. })|+ => Some($chapter),)+
            $(Event::$silent { .. })|+ => None,
        }
    };
}

/// Where an event is told; notes are told by what goes with them.
fn chapter(event: &Event) -> Option<Chapter> {
    chapters! { event;
        nobody: Noted;
        command::turn: TurnBegan Phase Rolled SetUp InitiativeSettled TurnEnded GameOver;
        command::command: LeaderStatus UnitStatus DirectCommand Assigned Attached;
        command::efficiency: EfficiencyDrawn Helped Transferred Activations Entitled;
        command::activation: Deferred Placed Picked Drawn SatOut Bound AbilityUsed Coordinated Activated
            Finished;
        command::orders: OrdersGiven UnitOrders ReserveEntered ReserveLeft MissionGiven MissionEnded;
        command::scenario: Alerted Surprised EnemySeen GroupFreed ArmyFreed LinkedUp LineEnded Freed SeenOut
            BridgeOpened;
        command::chance: EventDrawn NoFire;
        field::movement: Rode RodeFar Moved Turned;
        field::movement_points: MountChanged Paid Repaid Stopped;
        field::formation: RefusalChanged ExtentChanged Restacked SectionRaised;
        field::fight: Fired Assaulted AmmunitionChanged;
        field::losses: Gained BoatStruck Lost PresenceChanged LeaderReplaced;
        field::states: FatigueChanged Blown CohesionChanged Effectiveness;
        field::works: WorkBegun WorkStopped WorkFinished WorkLevelled
    }
}

/// An event in words.
pub(crate) fn tell(setting: &Setting, words: &Words, happened: &Happened) -> wire::Told {
    let mut teller = Teller {
        setting,
        words,
        read: happened.read,
        blanks: Vec::new(),
        told: wire::Told {
            kind: String::new(),
            text: String::new(),
            rule: None,
            piece: None,
            from: None,
            to: None,
            die: None,
        },
    };
    let key = tell_event(&mut teller, &happened.event);
    let Teller {
        blanks, mut told, ..
    } = teller;
    let filled: Vec<(&str, &str)> = blanks
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    told.text = words.say(&format!("event.{key}"), &filled);
    key.clone_into(&mut told.kind);
    told
}

/// Fills the blanks and says which text it is.
fn tell_event(t: &mut Teller<'_>, event: &Event) -> &'static str {
    chapter(event)
        .and_then(|chapter| chapter(t, event))
        .unwrap_or("phase")
}
