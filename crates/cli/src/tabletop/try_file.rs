//! `longroll try FILE` for the tabletop: each case step by step.

use crate::arguments::TryArguments;
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &TryArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let data = super::folder(arguments.data.as_deref(), console)?;
    let (_, cases) = super::cases(&arguments.file, arguments.case.as_deref(), &data, console)?;
    let mut differing = 0_usize;
    for (index, case) in cases.iter().enumerate() {
        if index > 0 {
            console.blank()?;
        }
        let report = case.run();
        differing += usize::from(!report.passed());
        let rules: Vec<&str> = case.rules().iter().map(|rule| rule.id()).collect();
        let id = case.id().map(|id| format!("{id}  ")).unwrap_or_default();
        console.heading(format!("{id}{}  [{}]", case.title(), rules.join(", ")))?;
        for line in super::asking::standing(case.facts(), &case.state().table, "", console) {
            console.line(format!("  {line}"))?;
        }
        console.line(report.to_string().trim_end())?;
    }
    if differing > 0 {
        let counts: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &differing), ("all", &cases.len())];
        return Err(Failure::faults(console.text("try.differs", &counts), None));
    }
    Ok(())
}
