use super::super::record::{GameEnd, Port};
use super::super::teams::TeamId;
use super::*;

fn game(game_id: i32) -> GameRecord {
    GameRecord {
        game_id,
        port: Port::Practice,
        round: None,
        teams: [TeamId(3), TeamId::HOUSE],
        names: [None, Some("house".to_owned())],
        winner: TeamId(3),
        ended: GameEnd::Points,
        points: [10, 2],
        moves: [50, 51],
        penalties: [0, 1],
        slowest_ms: [0.5, 0.0],
        finished_at: 1_700_000_000,
        events: Vec::new(),
    }
}

fn open(folder: &Path) -> (EventLog, EarlierRuns) {
    open_journal(folder, SyncPolicy::Os).unwrap()
}

#[test]
fn torn_line_of_an_old_journal_costs_itself_only_and_numbers_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new").join("data");
    let (mut journal, earlier) = open(&data);
    assert_eq!(earlier.last_game, 0);
    journal.append([&game(1)]).unwrap();
    journal.append([&game(2)]).unwrap();
    drop(journal);
    let path = data.join(JOURNAL_FILE);
    let forget_database = || std::fs::remove_file(data.join(DATABASE_FILE)).unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    forget_database();

    let (mut journal, earlier) = open(&data);
    assert_eq!(earlier.last_game, 1, "the torn game does not count");
    journal.append([&game(5)]).unwrap();
    drop(journal);
    let contents = read_journal(&path).unwrap();
    assert_eq!(contents.games, [game(1), game(5)]);
    assert_eq!(contents.damaged, []);
    assert_eq!(open(&data).1.last_game, 5);

    // A changed line that is still valid: game 5 becomes game 9.
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"game_id\":5", "\"game_id\":9", 1);
    std::fs::write(&path, changed).unwrap();
    let contents = read_journal(&path).unwrap();
    assert_eq!(contents.games, [game(1)]);
    let lines: Vec<usize> = contents.damaged.iter().map(|bad| bad.line).collect();
    assert_eq!(lines, [2]);
    assert_eq!(open(&data).1.last_game, 5, "the database has it");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_folder_belongs_to_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let (_journal, _) = open(folder.path());
    let taken = open_journal(folder.path(), SyncPolicy::Always).unwrap_err();
    assert!(matches!(taken, StoreError::Taken(_)), "{taken}");
    assert!(taken.to_string().contains(DATABASE_FILE), "{taken}");
}
