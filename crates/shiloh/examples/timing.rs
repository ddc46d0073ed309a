//! How long the data takes to load: `cargo run --release -p longroll-shiloh --example timing`.

use std::time::Instant;

fn main() {
    let start = Instant::now();
    let battle = longroll_shiloh::battle();
    println!("battle         {:>8.2?}", start.elapsed());
    if let Err(faults) = battle {
        println!("{}", faults.summary());
        return;
    }
    for number in 1..=10 {
        let start = Instant::now();
        let scenario = longroll_shiloh::scenario(number);
        let title = scenario
            .and_then(Result::ok)
            .map(|scenario| scenario.title.clone())
            .unwrap_or_default();
        println!("scenario {number:>2}    {:>8.2?}  {title}", start.elapsed());
    }
    let start = Instant::now();
    let summary = longroll_shiloh::check(&longroll_shiloh::Embedded);
    println!("check          {:>8.2?}  {summary:?}", start.elapsed());
}
