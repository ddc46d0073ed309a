//! Any text is loaded as a situation or refused with line and reason; what loads is shown and played to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longroll_situation::load;

fuzz_target!(|text: &str| {
    match load("fuzz.toml", text) {
        Ok(situation) => {
            for case in situation.cases().iter().take(4) {
                let _ = case.show();
                let report = case.run();
                assert_eq!(report.passed(), report.differences().is_empty());
                let _ = report.to_string();
            }
        }
        Err(faults) => {
            assert!(!faults.list().is_empty());
            for fault in faults.list() {
                assert!(fault.line() >= 1 && fault.line() <= text.lines().count().max(1) + 1);
            }
        }
    }
});
