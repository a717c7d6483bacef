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
    assert!(flag.contains("`cardsharp exploit some.policy --help` lists the flags"), "{flag}");
    assert!(!flag.contains("as a value"), "{flag}");
    let position = said("cardsharp inspect some.policy hand=12,9,8,8,1 score=3-4");
    assert!(position.contains("'hand=12,9,8,8,1 score=3-4'"), "{position}");
    let misspelt = said("cardsharp match challenge expert greedy --round 3");
    assert!(misspelt.contains("--rounds"), "{misspelt}");
}
