//! Why bounds are unknown, for people: remarks below a report, and `horolog help`.

use crate::args::{Cli, HelpArgs};
use crate::error::{CliError, Exit};
use crate::report::print;
use analyzer::reason::{CODES, Code};
use clap::CommandFactory;
use predict::remedy::ReasonReport;

/// What stands below a report with an unknown bound: the remedy that was found, and where the code is explained.
pub fn remarks(reason: &ReasonReport) -> Vec<String> {
    let remedy = match (&reason.remedy, &reason.gives) {
        (Some(line), Some(gives)) if line.starts_with(":- trust") => {
            Some(format!("vouch for what you know, with figures of your own: `{line}` gives {gives}"))
        }
        (Some(line), Some(gives)) => Some(format!("called as in `{line}` it has a bound: {gives}")),
        _ if reason.remedies_tried > 0 => Some(format!("no remedy was found; tried: {}", reason.remedies_tried)),
        _ => Some("no remedy is known".into()),
    };
    remedy.into_iter().chain([format!("`horolog help {}` explains it", reason.code)]).collect()
}

/// `horolog help`: of the program, a command, a code, or all codes.
pub fn help(args: &HelpArgs) -> Result<Exit, CliError> {
    let mut cli = Cli::command();
    let Some(topic) = args.topic.as_deref() else {
        print(&cli.render_long_help().to_string())?;
        return Ok(Exit::Ok);
    };
    if topic == "codes" {
        let lines: Vec<String> = CODES.iter().map(|row| format!("{}  {}\n", row.code, row.meaning)).collect();
        print(&lines.concat())?;
        return Ok(Exit::Ok);
    }
    if let Some(code) = Code::named(topic) {
        print(&explained(code))?;
        return Ok(Exit::Ok);
    }
    // Built, so that its usage line holds the name of the program.
    cli.build();
    match cli.find_subcommand_mut(topic) {
        Some(command) => {
            print(&command.render_long_help().to_string())?;
            Ok(Exit::Ok)
        }
        None => Err(CliError::with_help(
            format!("there is no help on `{topic}`"),
            "ask for a command, a code such as H0203, or `codes` for all of these",
        )),
    }
}

/// A code with its explanation, in lines of 100 characters.
fn explained(code: Code) -> String {
    let row = code.row();
    let mut lines = vec![String::new()];
    for word in row.explanation.split(' ') {
        let full = lines.last().is_some_and(|line| line.chars().count() + word.chars().count() >= 100);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    format!("{code}: {}\n\n{}\n", row.meaning, lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_keep_every_word_in_short_lines() {
        for row in CODES {
            let text = explained(row.code);
            assert!(text.lines().skip(1).all(|line| line.chars().count() <= 100), "{text}");
            let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            assert_eq!(words(text.split_once("\n\n").expect("two parts").1), words(row.explanation));
        }
    }
}
