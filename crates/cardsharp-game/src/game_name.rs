//! Names of games with their parameters, on the command line and in files: `name` or
//! `name(key=value,key=value)`.

/// The parameters of the game in `text`, without spaces around keys and values. Returns `None` if `text` is
/// not `name` with or without parameters.
pub fn parameters<'t>(text: &'t str, name: &str) -> Option<Vec<[&'t str; 2]>> {
    let rest = text.trim().strip_prefix(name)?;
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
    let pair = |pair: &'t str| {
        let (key, value) = pair.split_once('=')?;
        Some([key.trim(), value.trim()])
    };
    inner.split(',').map(pair).collect()
}

/// True if `text` is meant as the game `name`, even if its parameters are malformed.
pub fn is_meant(text: &str, name: &str) -> bool {
    let rest = text.trim().strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_in_order() {
        assert_eq!(parameters(" whist ", "whist"), Some(Vec::new()));
        let read = parameters("whist( suits = 2 ,ranks=a+b)", "whist");
        assert_eq!(read, Some(vec![["suits", "2"], ["ranks", "a+b"]]));
    }

    #[test]
    fn what_is_no_name_is_told_from_what_is_meant_as_one() {
        for text in [
            "whist(",
            "whist()",
            "whist(suits)",
            "whist(suits=2",
            "whist(suits=2)x",
        ] {
            assert_eq!(parameters(text, "whist"), None, "{text}");
            assert!(is_meant(text, "whist"), "{text}");
        }
        for text in ["whis", "whist2", "bridge(suits=2)"] {
            assert_eq!(parameters(text, "whist"), None, "{text}");
            assert!(!is_meant(text, "whist"), "{text}");
        }
    }
}
