//! Who paints: a few threads that do nothing else.
//!
//! Every thread that paints keeps some megabytes of what it painted last, so there are few of them, always the same, and
//! whatever more is asked for waits its turn. A picture that nobody waits for any longer is not painted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// Pictures painted at the same time.
const HANDS: usize = 2;

type Job = Box<dyn FnOnce() + Send>;

static HALL: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| {
    let (ask, asked) = channel::<Job>();
    let asked = Arc::new(Mutex::new(asked));
    for _ in 0..HANDS {
        let asked = Arc::clone(&asked);
        std::thread::spawn(move || work(&asked));
    }
    Mutex::new(ask)
});

fn work(asked: &Mutex<Receiver<Job>>) {
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // Whoever waits for it is told by the silence; the hand goes on.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Paints when a hand is free.
pub(crate) async fn paint<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, told) = oneshot::channel();
    let job: Job = Box::new(move || {
        if !tell.is_closed() {
            let _ = tell.send(job());
        }
    });
    let failed = || Refusal::Drawing("the painter stopped".to_owned());
    HALL.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .send(job)
        .map_err(|_| failed())?;
    told.await.map_err(|_| failed())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_painter_that_stumbles_is_answered_for_and_goes_on() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            for _ in 0..2 * HANDS {
                let stumbled = paint::<()>(|| panic!("on purpose")).await;
                assert!(matches!(stumbled, Err(Refusal::Drawing(_))));
            }
            assert_eq!(paint(|| Ok(7)).await, Ok(7));
        });
    }
}
