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
#[path = "../../tests/unit/cli/hints.rs"]
mod tests;
