use super::*;

fn words(text: &str) -> Vec<(Token<'_>, u64, u64)> {
    let mut lexer = Lexer::new(text);
    let mut out = Vec::new();
    loop {
        let Placed { token, at } = lexer.next().unwrap();
        if token == Token::End {
            return out;
        }
        out.push((token, at.line, at.column));
    }
}

#[test]
fn words_need_no_space_and_know_their_place() {
    assert_eq!(
        words("p\"ä\"1{\n\t2/3,-.5}"),
        [
            (Token::Word("p"), 1, 1),
            (Token::Label("ä".into()), 1, 2),
            (Token::Number("1"), 1, 5),
            (Token::Open, 1, 6),
            (Token::Number("2/3"), 2, 2),
            (Token::Comma, 2, 5),
            (Token::Number("-.5"), 2, 6),
            (Token::Close, 2, 9),
        ]
    );
}

#[test]
fn a_backslash_escapes_a_quote_and_nothing_else() {
    let label = |text| match &words(text)[0].0 {
        Token::Label(label) => label.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(label(r#""say \"no\"""#), r#"say "no""#);
    assert_eq!(label(r#""a\b\\c""#), r"a\b\\c");
    assert_eq!(label("\"two\nlines\""), "two\nlines");
    assert!(matches!(Lexer::new(r#" "a\""#).next(), Err(EfgError::OpenLabel { at: Position { line: 1, column: 2 } })));
}
