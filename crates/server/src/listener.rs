//! Connections: how long one may keep us waiting, and a reason even for what is no HTTP.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A request line with its headers must have arrived by then; a connection that says nothing is closed as well.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(15);
/// Answers that are under way when the program is asked to stop may take so long.
const FAREWELL: Duration = Duration::from_secs(5);
/// The system has no room for another connection: how long until the next try.
const BREATH: Duration = Duration::from_millis(200);
/// Bytes of request line and headers, and how many headers.
const MOST_HEAD: usize = 64 << 10;
const MOST_HEADERS: usize = 128;

/// Answers until `stop`, then lets running answers finish.
pub(crate) async fn answer(
    listener: TcpListener,
    service: Router,
    header_time: Duration,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let mut stop = pin!(stop);
    // Every connection holds a receiver: it hears when to stop, and we know that all have gone when none is left.
    let (stopping, running) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(header_time)
            .max_buf_size(MOST_HEAD)
            .max_headers(MOST_HEADERS)
            .serve_connection(
                TokioIo::new(Explained::new(stream)),
                TowerToHyperService::new(service.clone()),
            )
            .with_upgrades();
        let mut told = running.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // How a connection ends badly is the client's affair.
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = told.changed() => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        });
    }
    drop((listener, running));
    let _ = stopping.send(());
    let _ = tokio::time::timeout(FAREWELL, stopping.closed()).await;
    Ok(())
}

/// A connection that adds a reason to the empty refusals that the HTTP library writes by itself.
struct Explained {
    stream: TcpStream,
    /// What is still to be written in place of such a refusal.
    instead: Vec<u8>,
    written: usize,
}

impl Explained {
    const fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            instead: Vec::new(),
            written: 0,
        }
    }

    fn drain(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(rest) = self.instead.get(self.written..).filter(|r| !r.is_empty()) {
            let count = ready!(Pin::new(&mut self.stream).poll_write(cx, rest))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.written += count;
        }
        Poll::Ready(Ok(()))
    }
}

/// The refusal with a body, if these bytes are one of the library's own. Ours all carry the header that `routes::guard`
/// sets.
fn explained(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(b"HTTP/1.") || bytes.len() > 512 {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?.to_ascii_lowercase();
    if !text.contains("content-length: 0\r\n") || text.contains("x-content-type-options") {
        return None;
    }
    let (line, reason) = match text.get(9..12)? {
        "400" => ("400 Bad Request", "this is no HTTP request"),
        "414" => ("414 URI Too Long", "the address is too long"),
        "431" => (
            "431 Request Header Fields Too Large",
            "the headers are too many or too long",
        ),
        "408" => (
            "408 Request Timeout",
            "the request was not finished in time",
        ),
        _ => return None,
    };
    let body = format!("{{\"error\":\"unreadable\",\"reason\":\"{reason}\"}}");
    Some(
        format!(
            "HTTP/1.1 {line}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes(),
    )
}

impl AsyncRead for Explained {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Explained {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.drain(cx))?;
        match explained(bytes) {
            None => Pin::new(&mut self.stream).poll_write(cx, bytes),
            Some(instead) => {
                self.instead = instead;
                self.written = 0;
                Poll::Ready(Ok(bytes.len()))
            }
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.drain(cx))?;
        match slices {
            [only] => self.poll_write(cx, only),
            _ => Pin::new(&mut self.stream).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.drain(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.drain(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_librarys_own_refusals_get_a_reason() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        let told = String::from_utf8(explained(bare).expect("it is bare")).expect("text");
        let (head, body) = told.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains(&format!("content-length: {}", body.len())));
        assert!(body.contains("headers"));
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\nx-content-type-options: nosniff\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 12\r\n\r\n",
            "\u{89}PNG",
        ] {
            assert!(explained(other.as_bytes()).is_none(), "{other}");
        }
    }
}
