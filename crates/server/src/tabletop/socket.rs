//! A WebSocket at a game: it tells the version of the table at once and whenever it changes, so that every screen that
//! shows the game looks again. Nothing a client says on it is heard.

use std::time::Duration;

use axum::extract::Path;
use axum::extract::State;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tokio::sync::watch;

use super::routes::{Desk, wrong};

/// A client that says nothing is asked now and then whether it is still there.
const QUIET: Duration = Duration::from_secs(30);
/// There is nothing to be said that is longer.
const MESSAGE: usize = 1024;

pub(super) async fn socket(
    State(desk): State<Desk>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let news = match desk.watch(&headers, path) {
        Ok(news) => news,
        Err(response) => return response,
    };
    match upgrade {
        Ok(upgrade) => upgrade
            .max_message_size(MESSAGE)
            .max_frame_size(MESSAGE)
            .on_upgrade(move |socket| async move {
                // Whoever goes away without a word is not missed.
                let _ = serve(socket, news).await;
            }),
        Err(error) => wrong(
            StatusCode::BAD_REQUEST,
            format!(
                "a game is watched through a WebSocket: {}",
                error.body_text()
            ),
        ),
    }
}

async fn serve(mut socket: WebSocket, mut news: watch::Receiver<u64>) -> Result<(), axum::Error> {
    let mut pings = tokio::time::interval(QUIET);
    news.mark_changed();
    loop {
        tokio::select! {
            changed = news.changed() => {
                if changed.is_err() {
                    // The game was deleted.
                    return socket.send(Message::Close(None)).await;
                }
                let version = *news.borrow_and_update();
                socket.send(Message::text(format!("{{\"version\":{version}}}"))).await?;
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                Some(Ok(_)) => {}
            },
            _ = pings.tick() => socket.send(Message::Ping(Vec::new().into())).await?,
        }
    }
}
