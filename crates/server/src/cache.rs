//! Keeps what was costly to make, up to a number of bytes; the longest unused goes first.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::document::Document;

/// Documents by key. Asking does not wait for making: two askers may both make the same document, and the later one wins.
#[derive(Debug)]
pub(crate) struct Cache<K: Ord + Clone> {
    shelf: Mutex<Shelf<K>>,
    room: usize,
}

#[derive(Debug)]
struct Shelf<K> {
    documents: BTreeMap<K, (u64, Document)>,
    by_use: BTreeMap<u64, K>,
    bytes: usize,
    clock: u64,
}

impl<K: Ord + Clone> Cache<K> {
    pub(crate) fn with_room_for(bytes: usize) -> Self {
        let shelf = Shelf {
            documents: BTreeMap::new(),
            by_use: BTreeMap::new(),
            bytes: 0,
            clock: 0,
        };
        Self {
            shelf: Mutex::new(shelf),
            room: bytes,
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Document> {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.clock += 1;
        let now = shelf.clock;
        let (used, document) = shelf.documents.get_mut(key)?;
        let before = std::mem::replace(used, now);
        let document = document.clone();
        shelf.by_use.remove(&before);
        shelf.by_use.insert(now, key.clone());
        Some(document)
    }

    pub(crate) fn put(&self, key: K, document: Document) {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.clock += 1;
        let now = shelf.clock;
        shelf.bytes += document.len();
        if let Some((before, old)) = shelf.documents.insert(key.clone(), (now, document)) {
            shelf.by_use.remove(&before);
            shelf.bytes -= old.len();
        }
        shelf.by_use.insert(now, key);
        while shelf.bytes > self.room && shelf.documents.len() > 1 {
            let Some((_, oldest)) = shelf.by_use.pop_first() else {
                return;
            };
            if let Some((_, gone)) = shelf.documents.remove(&oldest) {
                shelf.bytes -= gone.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(letter: char, length: usize) -> Document {
        Document::text("text/plain", letter.to_string().repeat(length))
    }

    #[test]
    fn the_longest_unused_goes_first() {
        let cache = Cache::with_room_for(250);
        for key in ['a', 'b'] {
            cache.put(key, page(key, 100));
        }
        assert!(cache.get(&'a').is_some());
        cache.put('c', page('c', 100));
        assert!(cache.get(&'b').is_none());
        assert!(cache.get(&'a').is_some() && cache.get(&'c').is_some());
    }

    #[test]
    fn replacing_counts_the_bytes_once_and_a_giant_is_kept_alone() {
        let cache = Cache::with_room_for(250);
        for _ in 0..10 {
            cache.put('a', page('a', 100));
        }
        cache.put('b', page('b', 100));
        assert!(cache.get(&'a').is_some());
        cache.put('g', page('g', 900));
        assert!(cache.get(&'g').is_some() && cache.get(&'a').is_none());
    }
}
