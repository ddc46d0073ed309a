//! What came out of playing a case.

use core::fmt;

use longroll_core::{BySide, Side, clip};

/// One line of the script and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportStep {
    /// The line of the file; 0 if none stands for it.
    pub line: usize,
    /// What was chosen or asked.
    pub heading: String,
    /// Event lines, or the answer.
    pub lines: Vec<String>,
    /// Event lines that a side is not told, each with the rule that hides it.
    pub unseen: BySide<Vec<String>>,
    /// Who must decide what after it.
    pub next: Option<String>,
    /// What is not as it should be.
    pub differences: Vec<String>,
    /// Whether play cannot go on from here.
    pub(crate) broken: bool,
}

impl ReportStep {
    pub(crate) fn new(line: usize, heading: &str) -> Self {
        Self {
            line,
            heading: heading.to_owned(),
            lines: Vec::new(),
            unseen: BySide::default(),
            next: None,
            differences: Vec::new(),
            broken: false,
        }
    }
}

/// A case played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The acceptance case, if it is one.
    pub id: Option<String>,
    /// What it shows.
    pub title: String,
    /// Line by line.
    pub steps: Vec<ReportStep>,
}

impl Report {
    pub(crate) fn new(file: &str, id: Option<&str>, title: &str) -> Self {
        Self {
            file: file.to_owned(),
            id: id.map(str::to_owned),
            title: title.to_owned(),
            steps: Vec::new(),
        }
    }

    /// Whether everything came out as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.differences.is_empty())
    }

    /// Every difference with file and line.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let id = self.id.as_deref().unwrap_or("-");
        let title = clip(&self.title);
        self.steps
            .iter()
            .flat_map(|step| {
                let title = &title;
                step.differences.iter().map(move |text| {
                    format!(
                        "{}:{}: {id} \"{title}\": {}: {text}",
                        self.file, step.line, step.heading
                    )
                })
            })
            .collect()
    }
}

/// The whole course: every choice, every event with its dice and terms, every difference marked.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed() { "passed" } else { "DIFFERS" };
        match &self.id {
            Some(id) => writeln!(f, "{id} {} … {verdict}", self.title)?,
            None => writeln!(f, "{} … {verdict}", self.title)?,
        }
        for step in &self.steps {
            writeln!(f, "  > {}", step.heading)?;
            for line in &step.lines {
                writeln!(f, "      {line}")?;
            }
            for side in Side::BOTH {
                for line in &step.unseen[side] {
                    writeln!(f, "      not told to the {side}: {line}")?;
                }
            }
            if let Some(next) = &step.next {
                writeln!(f, "    {next}")?;
            }
            for difference in &step.differences {
                writeln!(f, "    ! line {}: {difference}", step.line)?;
            }
        }
        Ok(())
    }
}
