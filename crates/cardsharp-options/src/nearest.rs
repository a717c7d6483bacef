//! The name that a misspelt one was likely meant to be.

/// The least similarity of a misspelt name, by the measure of M. A. Jaro (1989): that of the command line's own
/// suggestions.
const ALIKE: f64 = 0.7;

/// The name among `known` that is most like `name`, if one is alike. Marks between words and capitals make no
/// difference, and `+` is `plus`.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let name = spelled(name);
    let alike = known.into_iter().map(|one| (strsim::jaro(&name, &spelled(one)), one));
    let alike = alike.filter(|(likeness, _)| *likeness > ALIKE);
    let best = alike.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map(|(_, one)| one)
}

/// The letters and digits of a name, which people remember better than its marks.
fn spelled(name: &str) -> String {
    let name = name.replace('+', "plus").to_lowercase();
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The end of a message about a name that there is not: the likeliest one, and all that there are.
pub fn choose(name: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(name, known.iter().copied()) {
        Some(one) => format!("did you mean `{one}`? Choose {all}"),
        None => format!("choose {all}"),
    }
}
