//! Embeds where the engine cites each rule and which situations prove it, so
//! that a released program can answer without its sources.

use std::env;
use std::fs;
use std::path::PathBuf;

#[path = "src/index/mod.rs"]
#[allow(dead_code)]
mod index;

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = manifest.join("../..");
    println!("cargo::rerun-if-changed=src/index");
    for folder in index::FOLDERS {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    let index = index::Index::scan(&root);
    for fault in &index.faults {
        println!("cargo::warning={fault}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("index.tsv"), index.to_tsv()).expect("the build folder can be written");
}
