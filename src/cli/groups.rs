//! The commands in the groups in which the help of the program lists them.

/// The groups: what a user wants to do, and the commands for it.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Start here", &["demo", "games"]),
    ("Find strategies and measure them", &["train", "solve", "compare", "exploit", "respond", "bench"]),
    ("Look at results", &["inspect", "report", "view", "analyse", "tree", "plot", "export"]),
    ("Play", &["match", "tournament", "play", "starter", "check"]),
    ("Run a contest", &["serve", "credentials", "admin"]),
    ("Share work between machines", &["plan", "run-plan", "run-task", "gather"]),
];

/// The heading of the commands that stand in no group.
const OTHERS: &str = "Further commands";

/// The command line whose help lists the commands by [`GROUPS`].
pub(super) fn grouped(command: clap::Command) -> clap::Command {
    let mut help = String::new();
    let groups = GROUPS.iter().flat_map(|(_, names)| *names);
    let groups: Vec<&str> = groups.copied().collect();
    let others = command.get_subcommands().map(clap::Command::get_name);
    let others: Vec<&str> = others.filter(|name| !groups.contains(name)).collect();
    let named = GROUPS.iter().map(|(heading, names)| (*heading, *names));
    for (heading, names) in named.chain([(OTHERS, &others[..])]) {
        let lines = names.iter().filter_map(|name| line(&command, name));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            help.push_str(&format!("{heading}:\n{lines}\n"));
        }
    }
    let template = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}";
    command.help_template(template).after_help(help)
}

/// The line of a command, if this program has it.
fn line(command: &clap::Command, name: &str) -> Option<String> {
    let about = command.find_subcommand(name)?.get_about()?.to_string();
    Some(format!("  {name:<12} {}\n", short(&about)))
}

/// The greatest length of a command's text in the list: lines of 80 columns have it beside the name.
const LONGEST: usize = 65;

/// The first clause of a text.
fn short(about: &str) -> &str {
    let ends = [": ", "; ", ". ", "\n"].iter().filter_map(|end| about.find(end));
    let clause = &about[..ends.min().unwrap_or(about.len())];
    let clause = clause.trim_end_matches('.');
    if clause.len() <= LONGEST {
        return clause;
    }
    let comma = clause.match_indices(", ").map(|(at, _)| at);
    let end = comma.take_while(|at| *at <= LONGEST).last();
    &clause[..end.unwrap_or(clause.len())]
}

#[cfg(test)]
#[path = "../../tests/unit/cli/groups.rs"]
mod tests;
