use longroll_shell_for_guns_table::wire::{NewGame, Reply, Saying};

use super::hall::Hall;

fn wish(table: &str) -> NewGame {
    NewGame {
        table: table.to_owned(),
        union: "person".to_owned(),
        confederate: "person".to_owned(),
        rules: Vec::new(),
        seed: Some(5),
    }
}

#[test]
fn a_game_is_kept_in_its_file_and_is_its_owners_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = Hall::open(Some(folder.path().join("tabletop")));
    let id = hall.begin("me", &wish("first-fight"), 0).expect("a game");
    assert!(hall.begin("me", &wish("nowhere"), 0).is_err());
    let version = hall.look("me", id).expect("mine").version;
    let reply = hall.say(
        "me",
        id,
        &Saying::Choose {
            text: "done".to_owned(),
            version,
        },
    );
    assert!(matches!(reply, Ok(Reply::Done)));
    assert!(hall.look("somebody else", id).is_err());
    assert!(hall.record("me", id).is_err(), "it would tell the dice");
    let before = hall.look("me", id).expect("mine");
    let again = Hall::open(Some(folder.path().join("tabletop")));
    let after = again.look("me", id).expect("kept");
    assert_eq!(before.svg, after.svg);
    assert_eq!(before.log.len(), after.log.len());
    again.delete("me", id).expect("mine");
    assert!(
        Hall::open(Some(folder.path().join("tabletop")))
            .list("me")
            .is_empty()
    );
}
