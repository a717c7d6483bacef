//! Tips in errors of the command line, where those of clap are no help.

use std::ffi::OsString;

use cardsharp_options::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The error with a tip on an argument or a value that there is not. `words` are the command line.
pub(super) fn with_tip(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    if error.kind() == ErrorKind::InvalidValue {
        return with_likeliest_value(error);
    }
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if error.kind() == ErrorKind::UnknownArgument => unknown,
        _ => return error,
    };
    // A flag with a similar name is a better tip.
    if error.get(ContextKind::SuggestedArg).is_some() {
        return error;
    }
    let words: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let tip = if unknown.starts_with('-') {
        let before = words.iter().take_while(|word| !word.starts_with('-'));
        let before: Vec<&str> = before.map(AsRef::as_ref).collect();
        format!("`cardsharp {} --help` lists the flags that there are", before.join(" "))
    } else if words.first().is_some_and(|command| command == "inspect") {
        "write a position in quotes, as one word: 'hand=12,9,8,8,1 score=3-4'".to_owned()
    } else {
        return error;
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The error with the likeliest of the possible values. That of clap takes `cfr` for `cfrplus`.
fn with_likeliest_value(mut error: clap::Error) -> clap::Error {
    let (Some(ContextValue::String(given)), Some(ContextValue::Strings(possible))) =
        (error.get(ContextKind::InvalidValue), error.get(ContextKind::ValidValue))
    else {
        return error;
    };
    let likeliest = nearest(given, possible.iter().map(String::as_str)).map(str::to_owned);
    match likeliest {
        Some(likeliest) => drop(error.insert(ContextKind::SuggestedValue, ContextValue::String(likeliest))),
        None => drop(error.remove(ContextKind::SuggestedValue)),
    }
    error
}

#[cfg(test)]
mod tests {
    use crate::cli::check;

    fn said(line: &str) -> String {
        check(line.split(' ')).unwrap_err()
    }

    #[test]
    fn a_misspelt_solver_is_answered_with_the_one_that_is_meant() {
        for line in [
            "train leduc_poker --solver cfrplus --out l.policy",
            "train challenge --solver cfrplus",
            "solve leduc_poker --solver cfrplus",
            "solve challenge --solver cfrplus",
        ] {
            let said = said(&format!("cardsharp {line}"));
            assert!(said.contains("a similar value exists: 'cfr+'"), "{line}: {said}");
        }
    }

    #[test]
    fn a_flag_of_another_game_and_a_position_without_quotes_have_tips_that_help() {
        let flag = said("cardsharp exploit some.policy --no-such-flag 20");
        assert!(
            flag.contains("`cardsharp exploit some.policy --help` lists the flags"),
            "{flag}"
        );
        assert!(!flag.contains("as a value"), "{flag}");
        let position = said("cardsharp inspect some.policy hand=12,9,8,8,1 score=3-4");
        assert!(position.contains("'hand=12,9,8,8,1 score=3-4'"), "{position}");
        let misspelt = said("cardsharp match challenge expert greedy --round 3");
        assert!(misspelt.contains("--rounds"), "{misspelt}");
    }
}
