//! The help texts of the command `train`.

use clap::builder::ValueParser;

const EXAMPLES: &str = "\
Examples:
  cardsharp train challenge --infosets tricks --score 0,0 --time 60s --out tricks.policy
  cardsharp train dead-mans-draw --time 5m --out dead.policy
  cardsharp train skullwhist --time 10m --out whist.policy
  cardsharp train tricky-eights --time 10m --out eights.policy
  cardsharp train leduc_poker --solver pdcfr+ --time 10s --out leduc.policy
  cardsharp train 'challenge(ranks=3,copies=2,hand_size=2)' --solver dcfr --iterations 2000

`cardsharp train CONTEST --help` also lists the flags of that contest's game.";

/// The paragraph about the files of a run.
pub const FILES_HELP: &str = "\
Beside NAME.policy a run writes NAME.csv (the curve), NAME.manifest.json (the settings of the run) and
NAME.checkpoint (from which --resume continues). In a resumed run, --time and --iterations include the
earlier runs.";

/// The paragraph of a contest about members that fit in memory.
pub const MEMBER_HELP: &str = "\
A solver that walks the whole tree trains a member that fits in memory as a whole. Beside its checkpoint it writes
the policy so far every --checkpoint-every.";

const GAME_HELP: &str = "\
A game that fits in memory is trained as a whole: beside its checkpoint a run writes the policy so far every
--checkpoint-every; lp is solved in one go and has none. Such games are those of `cardsharp games`, .efg and .nfg files,
and, with a solver that walks the whole tree, small members of the contests' families. Their curve is exact. --infosets, --samples and --first-measure
have no effect on them.";

/// The text below the flags, for all contests.
pub(super) fn after_help() -> String {
    [EXAMPLES, FILES_HELP, GAME_HELP].join("\n\n")
}

/// Adds the help texts of a contest to the command. `paragraphs` stand below the flags. `infosets` are the parser of
/// `--infosets` and its default. `samples` are the unit of `--samples`, in the plural, and its default.
pub fn describe(
    command: clap::Command,
    paragraphs: &[&str],
    infosets: (impl Into<ValueParser>, &str),
    samples: (&str, usize),
) -> clap::Command {
    let (parser, default): (ValueParser, &str) = (infosets.0.into(), infosets.1);
    let (unit, count) = samples;
    command
        .after_help(paragraphs.join("\n\n"))
        .mut_arg("infosets", |flag| {
            let help = format!("Information sets: what a player remembers (below) [default: {default}]");
            flag.value_parser(parser).help(help)
        })
        .mut_arg("samples", |flag| {
            flag.help(format!(
                "{unit} that each point of the curve is measured on; 0 measures nothing [default: {count}]"
            ))
        })
}
