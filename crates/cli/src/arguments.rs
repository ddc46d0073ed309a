//! The command line. The structure is here, the words of the help are in the
//! catalogue under `help.`: `help.rule.coverage.about`, `help.rule.coverage.chapter`.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::messages::{Language, Messages};
use crate::selection::Selection;

#[derive(Debug, Parser)]
#[command(name = "longroll", version, disable_help_subcommand = true)]
pub struct Arguments {
    // Read before parsing (`Language::wanted`); here for the help and the check of its value.
    #[arg(long, value_enum, global = true, value_name = "LANG")]
    pub lang: Option<Language>,
    #[command(subcommand)]
    pub command: Option<Chosen>,
}

#[derive(Debug, Subcommand)]
pub enum Chosen {
    Rule(RuleArguments),
    #[command(subcommand)]
    Scenario(ScenarioCommand),
    #[command(subcommand)]
    Map(MapCommand),
    Los(LosArguments),
    #[command(subcommand)]
    Data(DataCommand),
    Render(RenderArguments),
    Serve(ServeArguments),
    Try(TryArguments),
    Check(CheckArguments),
    Play(PlayArguments),
    Sim(SimArguments),
    Report(ReportArguments),
    Stats(StatsArguments),
    Bench(BenchArguments),
    Bot,
    Help(HelpArguments),
}

#[derive(Debug, Args)]
pub struct HelpArguments {
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Debug, Args)]
pub struct BenchArguments {
    #[arg(long, value_name = "SCENARIO", num_args = 1.., default_values = ["1", "2"])]
    pub scenario: Vec<String>,
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Clone, Args)]
pub struct PlayArguments {
    #[arg(value_name = "SCENARIO", required_unless_present = "resume")]
    pub scenario: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "seed", "rule"])]
    pub resume: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub situation: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[arg(long)]
    pub overwrite: bool,
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub case: Option<String>,
    #[arg(long, value_name = "ID", conflicts_with_all = ["resume", "case"])]
    pub variant: Option<String>,
    #[arg(long, value_name = "NUMBER", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    #[arg(long, value_name = "PLAYER")]
    pub union: Option<String>,
    #[arg(long, value_name = "PLAYER")]
    pub confederate: Option<String>,
    #[arg(long, value_name = "SWITCH=VALUE")]
    pub rule: Vec<String>,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SimArguments {
    #[arg(value_name = "FILE", conflicts_with_all = ["scenario", "rule"])]
    pub file: Option<PathBuf>,
    #[arg(long, value_name = "ID", conflicts_with = "scenario")]
    pub case: Option<String>,
    #[arg(long, value_name = "SCENARIO", required_unless_present = "file")]
    pub scenario: Option<String>,
    #[arg(long, value_name = "ID", conflicts_with = "file")]
    pub variant: Option<String>,
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub union: String,
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub confederate: String,
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    #[arg(long)]
    pub check: bool,
    #[arg(long, value_name = "SWITCH=VALUE")]
    pub rule: Vec<String>,
    #[arg(long, conflicts_with_all = ["union", "confederate", "check", "rules"])]
    pub drawn: bool,
    #[arg(long, conflicts_with = "file")]
    pub draw_rules: bool,
    #[arg(long)]
    pub rules: bool,
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub failures: PathBuf,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReportArguments {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(long, value_name = "FILE")]
    pub situation: Option<PathBuf>,
    #[arg(long, value_name = "PAGE", num_args = 0..=1, conflicts_with = "json")]
    pub html: Option<Option<PathBuf>>,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl ReportArguments {
    /// Where the page is to be written, if one is wanted: beside the record if no other place is named.
    pub fn page(&self) -> Option<PathBuf> {
        let named = self.html.as_ref()?.clone();
        Some(named.unwrap_or_else(|| self.file.with_extension("html")))
    }
}

#[derive(Debug, Args)]
pub struct StatsArguments {
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: String,
    #[arg(long, value_name = "ID")]
    pub variant: Option<String>,
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    #[arg(long, value_name = "PLAYER", default_value = "eager")]
    pub union: String,
    #[arg(long, value_name = "PLAYER", default_value = "eager")]
    pub confederate: String,
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    pub threads: Option<u16>,
    #[arg(long, value_name = "SWITCH=VALUE")]
    pub rule: Vec<String>,
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub failures: PathBuf,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// More threads than this help nobody and cost the machine its memory.
const MOST_THREADS: i64 = 512;

/// A seed as a person writes it.
fn seed(text: &str) -> Result<u64, String> {
    longroll_core::whole_number(text)
        .ok_or_else(|| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

#[derive(Debug, Args)]
pub struct TryArguments {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(long, value_name = "ID")]
    pub case: Option<String>,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[arg(value_name = "DIR")]
    pub paths: Vec<PathBuf>,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RenderArguments {
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    #[arg(long, value_name = "ID", requires = "scenario")]
    pub case: Option<String>,
    #[arg(long, value_name = "FILE", requires = "scenario")]
    pub situation: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[arg(long, value_name = "PIXELS", default_value_t = 2400, value_parser = clap::value_parser!(u32).range(64..=20_000))]
    pub width: u32,
    #[arg(long, value_enum, default_value = "whole")]
    pub part: Part,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    Whole,
    Counters,
}

#[derive(Debug, Default, Args)]
pub struct ServeArguments {
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    #[arg(long, value_name = "NUMBER")]
    pub port: Option<u16>,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum ScenarioCommand {
    List(ListArguments),
    Show(ShowArguments),
}

#[derive(Debug, Args)]
pub struct ListArguments {
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ShowArguments {
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum MapCommand {
    Hex(HexArguments),
}

#[derive(Debug, Args)]
pub struct HexArguments {
    #[arg(value_name = "HEX")]
    pub hex: String,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct LosArguments {
    #[arg(value_name = "HEX")]
    pub from: String,
    #[arg(value_name = "HEX")]
    pub to: String,
    #[arg(long, conflicts_with = "svg")]
    pub gunboat: bool,
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[arg(long, value_name = "SWITCH=VALUE")]
    pub rule: Vec<String>,
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum DataCommand {
    Check(DataCheckArguments),
}

#[derive(Debug, Args)]
pub struct DataCheckArguments {
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RuleArguments {
    #[command(subcommand)]
    pub command: Option<RuleCommand>,
    // Several words, so that `longroll rule BB 9.44` needs no quotes.
    #[arg(value_name = "ID", required = true)]
    pub id: Vec<String>,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum RuleCommand {
    Find(FindArguments),
    Coverage(CoverageArguments),
    Switches,
}

#[derive(Debug, Args)]
pub struct FindArguments {
    #[arg(value_name = "WORD", required = true)]
    pub words: Vec<String>,
}

#[derive(Debug, Args)]
pub struct CoverageArguments {
    #[arg(long, value_name = "PART", num_args = 1..)]
    pub chapter: Vec<Selection>,
    #[arg(long, value_name = "PART", num_args = 0..)]
    pub strict: Option<Vec<Selection>>,
    #[arg(long, value_name = "PART", num_args = 1..)]
    pub except: Vec<Selection>,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}

/// Parses the arguments; the error already holds the help or the complaint to print.
pub fn parse(raw: Vec<OsString>, messages: &Messages) -> Result<Arguments, clap::Error> {
    let mut command = worded(Arguments::command(), "help", messages);
    let matches = command.try_get_matches_from_mut(raw)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The help of the program or of one of its commands; the word that is none, with those there are.
pub fn help_of(path: &[String], messages: &Messages) -> Result<String, (String, Vec<String>)> {
    let mut command = worded(Arguments::command(), "help", messages);
    command.build();
    for word in path {
        let known: Vec<String> = command
            .get_subcommands()
            .map(|inner| inner.get_name().to_owned())
            .collect();
        command = command
            .find_subcommand(word)
            .cloned()
            .ok_or_else(|| (word.clone(), known))?;
    }
    Ok(command.render_long_help().ansi().to_string())
}

/// Puts the words of the catalogue on a command, its arguments and its subcommands.
fn worded(mut command: Command, key: &str, messages: &Messages) -> Command {
    if let Some(about) = messages.get(&format!("{key}.about")) {
        command = command.about(about.to_string());
    }
    if let Some(after) = messages.get(&format!("{key}.after")) {
        command = command.after_help(after.to_string());
    }
    let version = command.get_version().is_some();
    command = command.disable_help_flag(true).arg(
        clap::Arg::new("help")
            .long("help")
            .short('h')
            .action(clap::ArgAction::Help),
    );
    if version {
        command = command.disable_version_flag(true).arg(
            clap::Arg::new("version")
                .long("version")
                .short('V')
                .action(clap::ArgAction::Version),
        );
    }
    command = command.mut_args(|argument| {
        let name = argument.get_id().to_string();
        let text = messages
            .get(&format!("{key}.{name}"))
            .or_else(|| messages.get(&format!("help.common.{name}")));
        match text {
            Some(text) => argument.help(text.to_string()),
            None => argument,
        }
    });
    command.mut_subcommands(|inner| {
        let key = format!("{key}.{}", inner.get_name());
        worded(inner, &key, messages)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_word(command: &Command, path: &str, missing: &mut Vec<String>) {
        if command.get_about().is_none() {
            missing.push(path.to_string());
        }
        for argument in command.get_arguments() {
            if argument.get_help().is_none() {
                missing.push(format!("{path} {}", argument.get_id()));
            }
        }
        for inner in command.get_subcommands() {
            every_word(inner, &format!("{path} {}", inner.get_name()), missing);
        }
    }

    #[test]
    fn every_command_and_argument_is_explained_in_every_language() {
        for language in [Language::En, Language::It] {
            let command = worded(Arguments::command(), "help", &Messages::of(language));
            command.clone().debug_assert();
            let mut missing = Vec::new();
            every_word(&command, "longroll", &mut missing);
            assert!(missing.is_empty(), "{language:?}: {missing:?}");
        }
    }
}
