//! A WebSocket at a game: replies to what its client says, and news whenever something happens.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use longroll_table::wire::{Fault, Reply, Saying};
use longroll_table::{Eyes, Language, Viewer};

use super::hall::Hall;
use super::room::{GONE, Room};
use super::routes::{Asked, asked, number, owner};
use super::trouble::Trouble;

/// The longest message of a client.
const MESSAGE: usize = 16 * 1024;

/// The most messages of a client in a second.
const BUSY: u32 = 60;

/// A client that says nothing is asked now and then whether it is still there.
const QUIET: Duration = Duration::from_secs(30);

pub(crate) async fn socket(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Trouble> {
    let owner = owner(&hall, &headers)?;
    let room = hall.room(&owner.name, number(path)?).await?;
    let language = asked(query)?.language()?;
    let upgrade = upgrade.map_err(|error| {
        let reason = error.body_text();
        Trouble::BadRequest(format!("a game is watched through a WebSocket: {reason}"))
    })?;
    Ok(upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| async move {
            // Whoever goes away without a word is not answered.
            let _ = serve(socket, room, language).await;
        }))
}

/// Why a conversation ended.
#[derive(Debug)]
struct Ended;

async fn send(socket: &mut WebSocket, value: &impl serde::Serialize) -> Result<(), Ended> {
    let text = serde_json::to_string(value).map_err(|_| Ended)?;
    socket.send(Message::text(text)).await.map_err(|_| Ended)
}

async fn serve(mut socket: WebSocket, room: Arc<Room>, language: Language) -> Result<(), Ended> {
    let mut news = room.watch();
    let eyes = Eyes::new(Viewer::Here, language);
    let mut eyes = tell(&mut socket, &room, eyes).await?;
    let mut pace = Pace::new();
    let mut pings = tokio::time::interval(QUIET);
    loop {
        tokio::select! {
            changed = news.changed() => {
                changed.map_err(|_| Ended)?;
                if *news.borrow_and_update() == GONE {
                    let _ = socket.send(Message::Close(None)).await;
                    return Ok(());
                }
                eyes = tell(&mut socket, &room, eyes).await?;
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    pace.wait().await;
                    eyes = answer(&mut socket, &room, eyes, text.as_str()).await?;
                }
                Some(Ok(Message::Binary(_))) => {
                    send(&mut socket, &refused(0, "bad-request", "messages are text")).await?;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
            },
            _ = pings.tick() => socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Ended)?,
        }
    }
}

/// Tells what is new, if anything is.
async fn tell(socket: &mut WebSocket, room: &Arc<Room>, mut eyes: Eyes) -> Result<Eyes, Ended> {
    let looked = room
        .look(move |table| {
            let news = eyes.news(table);
            (news, eyes)
        })
        .await;
    match looked {
        Ok((news, eyes)) => {
            if let Some(news) = news {
                send(socket, &news).await?;
            }
            Ok(eyes)
        }
        Err(trouble) => {
            let _ = send(socket, &refused(0, trouble.word(), &trouble.to_string())).await;
            Err(Ended)
        }
    }
}

async fn answer(
    socket: &mut WebSocket,
    room: &Arc<Room>,
    eyes: Eyes,
    text: &str,
) -> Result<Eyes, Ended> {
    let saying: Saying = match serde_json::from_str(text) {
        Ok(saying) => saying,
        Err(error) => {
            let reason = format!("the message cannot be read: {error}");
            send(socket, &refused(0, "bad-request", &reason)).await?;
            return Ok(eyes);
        }
    };
    let id = saying.id;
    match room.say(eyes, saying).await {
        Ok((reply, eyes)) => {
            send(socket, &reply).await?;
            Ok(eyes)
        }
        // The game stands as it was last kept; whoever looks must come back to see it.
        Err(trouble) => {
            let _ = send(socket, &refused(id, trouble.word(), &trouble.to_string())).await;
            Err(Ended)
        }
    }
}

fn refused(id: u64, word: &str, reason: &str) -> Reply {
    Reply {
        reply: id,
        ok: None,
        error: Some(Fault {
            word: word.to_owned(),
            reason: reason.to_owned(),
            rule: None,
        }),
    }
}

/// A client that talks too fast waits.
struct Pace {
    since: Instant,
    said: u32,
}

impl Pace {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            said: 0,
        }
    }

    async fn wait(&mut self) {
        let second = Duration::from_secs(1);
        let passed = self.since.elapsed();
        if passed >= second {
            *self = Self::new();
        } else if self.said >= BUSY {
            tokio::time::sleep(second.saturating_sub(passed)).await;
            *self = Self::new();
        }
        self.said += 1;
    }
}
