//! Plays situation files: `cargo run -p longroll-situation --example try -- FILE…`; `-v` before the files shows the course.

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.first().is_some_and(|first| first == "-v");
    if verbose {
        arguments.remove(0);
    }
    let (mut passed, mut failed) = (0, 0);
    for path in arguments {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        match longroll_situation::load(&path, &text) {
            Ok(situation) => {
                for case in situation.cases() {
                    let report = case.run();
                    if report.passed() {
                        passed += 1
                    } else {
                        failed += 1
                    }
                    if verbose || !report.passed() {
                        println!("{}{report}", case.show());
                    }
                }
            }
            Err(faults) => {
                failed += 1;
                println!("{}", faults.summary());
            }
        }
    }
    println!("{passed} passed, {failed} failed");
}
