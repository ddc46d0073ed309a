//! Any text is read as a record or refused with its line; what is read prints and reads the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longroll_core::Record;

fuzz_target!(|text: &str| match Record::parse(text) {
    Ok(record) => {
        let printed = record.print();
        let again = Record::parse(&printed).expect("what was printed reads");
        assert_eq!(again.print(), printed);
        assert_eq!(again.tags, record.tags);
    }
    Err((good, error)) => {
        assert!(error.line >= 1 && error.line <= text.lines().count());
        assert!(error.to_string().len() < 1000);
        assert!(good.lines.len() < error.line);
    }
});
