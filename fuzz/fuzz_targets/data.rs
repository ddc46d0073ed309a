//! Any text in the place of any file of a battle is read or refused with file, line and reason. The first line names the file.
#![no_main]

mod small;

use libfuzzer_sys::fuzz_target;
use longroll_catalog::read::{read_battle, read_index, read_scenario};
use longroll_shiloh::Embedded;
use small::{FILES, Small};

fuzz_target!(|text: &str| {
    let (path, text) = text.split_once('\n').unwrap_or((text, ""));
    let known = FILES.iter().any(|(own, _)| *own == path) || Embedded::file(path).is_some();
    if !known {
        return;
    }
    let files = Small { path, text };
    let read = read_battle(&files).and_then(|battle| {
        for entry in read_index(&files)? {
            read_scenario(&battle, &files, &entry.folder)?;
        }
        Ok(())
    });
    if let Err(faults) = read {
        assert!(!faults.list().is_empty());
        for fault in faults.list() {
            assert!(fault.line() >= 1 && fault.column() >= 1);
        }
    }
});
