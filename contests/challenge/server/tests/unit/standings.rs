use super::super::teams::TeamTable;
use super::*;

#[test]
fn teams_stand_by_rating_then_by_games() {
    let [one, two, three] = [1, 2, 3].map(TeamId);
    let mut score = Score::default();
    for _ in 0..3 {
        score.game([one, two], two);
    }
    score.game([two, three], three);
    score.game([one, three], one);
    score.round([two, one], two);
    score.round([one, three], one);
    score.practice();
    let table = TeamTable { names: [(one, "us".to_owned())].into(), ..TeamTable::default() };
    let standings = score.standings(&Teams::Table(table));
    let ratings: Vec<f64> = standings.teams.iter().map(|team| team.rating.unwrap().rating).collect();
    // They are symmetric: 2 beat 1, and 1 beat 3.
    assert!(ratings[0] > 1501.0 && (ratings[1] - 1500.0).abs() < 1e-6);
    assert!((ratings[0] + ratings[2] - 3000.0).abs() < 1e-6);
    let text = standings.to_string();
    let words = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.iter().position(|&word| word == "±") {
            Some(at) => [&words[..at - 1], &words[at + 2..]].concat().join(" "),
            None => words.join(" "),
        }
    };
    let lines: Vec<String> = text.lines().map(words).collect();
    assert_eq!(
        lines,
        [
            "2 rounds, 5 games, 1 practice game",
            "team rating rounds won rounds lost games won games lost",
            "team 2 1 0 3 1",
            "us (team 1) 1 1 1 3",
            "team 3 0 1 1 1",
        ]
    );
    let nothing = Score::default().standings(&Teams::Open);
    assert_eq!(nothing.to_string(), "0 rounds, 0 games, 0 practice games\n");
}
