use longroll_shell_for_guns_table::wire::{NewGame, Reply, Saying};
use longroll_shell_for_guns_table::{Folder, Tongue};

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
    let hall = Hall::open(
        Some(folder.path().join("tabletop")),
        Folder::embedded().clone(),
    );
    let id = hall.begin("me", &wish("first-fight"), 0).expect("a game");
    assert!(hall.begin("me", &wish("nowhere"), 0).is_err());
    let version = hall.look("me", id, Tongue::English).expect("mine").version;
    let reply = hall.say(
        "me",
        id,
        &Saying::Choose {
            text: "done".to_owned(),
            version,
        },
        Tongue::English,
    );
    assert!(matches!(reply, Ok(Reply::Done)));
    assert!(hall.look("somebody else", id, Tongue::English).is_err());
    assert!(hall.record("me", id).is_err(), "it would tell the dice");
    let before = hall.look("me", id, Tongue::English).expect("mine");
    let again = Hall::open(
        Some(folder.path().join("tabletop")),
        Folder::embedded().clone(),
    );
    let after = again.look("me", id, Tongue::English).expect("kept");
    assert_eq!(before.svg, after.svg);
    assert_eq!(before.log.len(), after.log.len());
    again.delete("me", id).expect("mine");
    assert!(
        Hall::open(
            Some(folder.path().join("tabletop")),
            Folder::embedded().clone()
        )
        .list("me")
        .is_empty()
    );
}

#[test]
fn a_record_that_does_not_replay_is_never_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tabletop");
    std::fs::create_dir_all(&place).expect("a folder");
    let lost = place.join("7.roll");
    std::fs::write(&lost, "of another age").expect("written");
    let hall = Hall::open(Some(place), Folder::embedded().clone());
    assert!(hall.list("me").is_empty());
    assert_eq!(
        hall.begin("me", &wish("first-fight"), 0).expect("a game"),
        8
    );
    let kept = std::fs::read_to_string(lost).expect("it is there still");
    assert_eq!(kept, "of another age");
}

#[test]
fn whoever_looks_is_told_every_new_version_until_the_game_is_gone() {
    let hall = Hall::open(None, Folder::embedded().clone());
    let id = hall.begin("me", &wish("first-fight"), 0).expect("a game");
    assert!(hall.watch("somebody else", id).is_err());
    let mut news = hall.watch("me", id).expect("mine");
    let version = *news.borrow_and_update();
    assert_eq!(
        version,
        hall.look("me", id, Tongue::English).expect("mine").version
    );
    let choose = |text: &str| {
        let version = hall.look("me", id, Tongue::English).expect("mine").version;
        let text = text.to_owned();
        hall.say("me", id, &Saying::Choose { text, version }, Tongue::English)
            .expect("mine")
    };
    assert!(matches!(choose("dance"), Reply::Refused { .. }));
    assert!(!news.has_changed().expect("the game is there"));
    assert!(matches!(choose("done"), Reply::Done));
    assert!(news.has_changed().expect("the game is there"));
    assert_eq!(
        *news.borrow_and_update(),
        hall.look("me", id, Tongue::English).expect("mine").version
    );
    hall.delete("me", id).expect("mine");
    assert!(news.has_changed().is_err(), "nobody tells of it any more");
}

#[test]
fn what_cannot_be_kept_has_not_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tabletop");
    let hall = Hall::open(Some(place.clone()), Folder::embedded().clone());
    let id = hall.begin("me", &wish("first-fight"), 0).expect("a game");
    let mut news = hall.watch("me", id).expect("mine");
    news.borrow_and_update();
    let before = hall.look("me", id, Tongue::English).expect("mine");
    let choose = |version| {
        let text = "done".to_owned();
        hall.say("me", id, &Saying::Choose { text, version }, Tongue::English)
    };
    // Where the folder was there is a file now: nothing can be written any more.
    let aside = folder.path().join("aside");
    std::fs::rename(&place, &aside).expect("moved");
    std::fs::write(&place, "in the way").expect("written");
    let error = choose(before.version).expect_err("it cannot be kept");
    assert!(error.to_string().contains("nothing has changed"), "{error}");
    let after = hall.look("me", id, Tongue::English).expect("mine");
    assert_eq!((before.version, before.svg), (after.version, after.svg));
    assert_eq!(before.log.len(), after.log.len());
    assert!(!news.has_changed().expect("the game is there"));
    let refused = hall.begin("me", &wish("first-fight"), 0);
    assert!(refused.is_err() && hall.list("me").len() == 1);
    assert!(hall.delete("me", id).is_err());
    assert_eq!(hall.list("me").len(), 1, "the game is still there");
    // The same choice goes through as soon as there is a folder again.
    std::fs::remove_file(&place).expect("removed");
    std::fs::rename(&aside, &place).expect("moved back");
    assert!(matches!(choose(after.version), Ok(Reply::Done)));
    assert!(news.has_changed().expect("the game is there"));
}

/// A request handed to the service.
fn get(router: &axum::Router, path: &str) -> (u16, axum::http::HeaderMap, String) {
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let request = axum::http::Request::get(path)
            .body(axum::body::Body::empty())
            .expect("a request");
        let response = router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (parts.status.as_u16(), parts.headers, text)
    })
}

#[test]
fn a_record_is_a_file_to_keep_and_no_text_in_quotes() {
    let hall = std::sync::Arc::new(Hall::open(None, Folder::embedded().clone()));
    let wish = NewGame {
        union: "random".to_owned(),
        confederate: "random".to_owned(),
        ..wish("first-fight")
    };
    let shield = crate::games::Shield::Loopback;
    let headers = axum::http::HeaderMap::new();
    let owner = crate::games::Owner::of(shield, &headers).expect("an owner");
    let id = hall.begin(&owner.name, &wish, 0).expect("a game");
    let router = super::routes(hall, shield);
    let (status, headers, text) = get(&router, &format!("/api/tabletop/games/{id}/record"));
    assert_eq!(status, 200, "{text}");
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    assert_eq!(header("content-type"), Some("text/plain; charset=utf-8"));
    let file = format!("attachment; filename=\"game-{id}.roll\"");
    assert_eq!(header("content-disposition"), Some(file.as_str()));
    assert!(text.starts_with("[Format \"1\"]\n"), "{text}");
    for tag in ["[Situation \"first-fight\"]", "[Title \"First fight\"]"] {
        assert!(text.contains(tag), "{tag}");
    }
    let (status, _, text) = get(&router, &format!("/api/tabletop/games/{id}?lang=de"));
    assert_eq!(status, 400);
    assert!(text.contains("'de'") && text.contains("en, it"), "{text}");
}
