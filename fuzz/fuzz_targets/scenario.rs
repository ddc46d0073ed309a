//! Any text in the place of a scenario file is read or refused with line and reason.
#![no_main]

mod small;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use longroll_catalog::facts::BattleFacts;
use longroll_catalog::read::{read_battle, read_scenario};
use small::{FILES, Small};

const FOLDER: &str = "01-skirmish";
const PATH: &str = "scenarios/01-skirmish/scenario.toml";

fn battle() -> &'static BattleFacts {
    static BATTLE: OnceLock<BattleFacts> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let (path, text) = FILES[0];
        read_battle(&Small { path, text }).expect("the small battle reads")
    })
}

fuzz_target!(|text: &str| {
    if let Err(faults) = read_scenario(battle(), &Small { path: PATH, text }, FOLDER) {
        assert!(!faults.list().is_empty());
        for fault in faults.list() {
            assert!(fault.line() >= 1 && fault.line() <= text.lines().count().max(1) + 1);
        }
    }
});
