use super::*;

use cardsharp_arena::read_journal;

fn game(players: [&str; 3], seat: usize, winner: Option<usize>) -> ClientGame {
    ClientGame {
        players: players.map(str::to_owned).to_vec(),
        seat,
        winner,
        points: vec![0.0, 1.0, 2.0],
        moves: vec![10, 11, 12],
        record: None,
    }
}

#[test]
fn games_are_kept_by_opponents_and_turned_to_the_agent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let open = || ClientJournal::open(Some(&path), "whist", "expert".to_owned(), 5).unwrap();
    let mut journal = open();
    journal.append(game(["", "b", "c"], 0, Some(0)));
    journal.append(game(["b", "c", "us"], 2, Some(0)));
    journal.append(game(["c", "", "b"], 1, None));
    journal.append(game(["c", "", "d"], 1, Some(1)));
    // A killed client leaves whole lines, and the next one ends a torn one.
    std::fs::write(&path, [&std::fs::read(&path).unwrap()[..], b"{\"type\":"].concat()).unwrap();
    open().append(game(["d", "c", ""], 2, Some(2)));
    let contents = read_journal(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(contents.damaged, [7]);
    let sums = |number: usize| {
        let tally = &contents.matches[number];
        let won: Vec<u64> = tally.standings().iter().map(|standing| standing.game_wins).collect();
        (tally.games(), won)
    };
    assert_eq!(contents.matches.len(), 3);
    assert_eq!(sums(0), (3, vec![1, 1, 0]), "the winner of the second game sits after the agent");
    assert_eq!(sums(1), (1, vec![1, 0, 0]));
    assert_eq!(sums(2), (1, vec![1, 0, 0]), "another run begins another match");
    for whole in [
        r#"{"type":"match","contest":"whist","agents":["expert","b","c"],"seed":5,"unit":"games","count":0"#,
        r#"{"type":"game","set":1,"first":0,"winner":0,"ending":"completed","points":[0.0,1.0,2.0],"moves":[10,11,12]"#,
        r#"{"type":"game","set":2,"first":1,"winner":1,"ending":"completed","points":[2.0,0.0,1.0],"moves":[12,10,11]"#,
        r#"{"type":"game","set":3,"first":2,"winner":null,"ending":"completed","points":[1.0,2.0,0.0],"moves":[11,12,10]"#,
    ] {
        assert!(text.contains(whole), "{text}");
    }
}

#[test]
fn without_a_path_nothing_is_kept_and_a_wrong_one_is_named() {
    let mut journal = ClientJournal::open(None, "whist", "expert".to_owned(), 5).unwrap();
    assert!(!journal.is_open());
    journal.append(game(["", "b", "c"], 0, Some(0)));
    let path = Path::new("no/such/folder/games.jsonl");
    let error = ClientJournal::open(Some(path), "whist", "expert".to_owned(), 5).unwrap_err();
    assert!(error.to_string().contains("no/such/folder"), "{error}");
}
