use std::fs::File;

use super::*;
use crate::game::MoveKind;
use cardsharp_dead_mans_draw_game::rules::Autopick;
use cardsharp_dead_mans_draw_game::wire::CreationParams;
use cardsharp_files::json_lines::JsonLines;

fn creation() -> Creation {
    Creation {
        id: MatchId::fresh(),
        at: 1,
        by: "a".into(),
        seats: ["a".into(), "b".into()],
        params: CreationParams::default(),
        seed: "seed".to_owned(),
        place: None,
    }
}

fn made(kind: MoveKind) -> Move {
    Move { at: 2, from: None, kind }
}

fn draw() -> Move {
    made(MoveKind::Action(Autopick::Draw.into()))
}

fn end() -> Move {
    let (winner, comment) = (None, None);
    made(MoveKind::Terminated { winner, comment })
}

fn open(folder: &Path) -> (Journal, Contents) {
    Journal::open(folder, SyncPolicy::Os).unwrap()
}

#[test]
fn the_move_that_repeats_a_number_counts_and_its_match_goes_on() {
    // The journal of an earlier version, whose disk did not confirm move 2 twice.
    let folder = tempfile::tempdir().unwrap();
    let creation = creation();
    let id = creation.id;
    let deeds = [(1, draw()), (2, end()), (2, end()), (2, draw())];
    let deeds = deeds.iter().map(|(n, made)| Line::Done { id, n: *n, made: Cow::Borrowed(made) });
    let first = [Line::Journal { version: VERSION }, Line::Created(Box::new(Cow::Borrowed(&creation)))];
    let lines: Vec<Line<'_>> = first.into_iter().chain(deeds).collect();
    let mut options = File::options();
    let file = options.create(true).append(true).read(true);
    let file = file.open(folder.path().join(JOURNAL_FILE)).unwrap();
    let mut old = JsonLines::at_end_of(file).unwrap();
    old.append(&lines).unwrap();

    let (mut journal, contents) = open(folder.path());
    assert_eq!((contents.damage, contents.created), (Vec::new(), 1));
    let [game] = &contents.games[..] else { panic!("the match is left out") };
    assert_eq!(game.moves, [draw(), draw()]);
    journal.moved(id, 3, &end()).unwrap();
    drop(journal);
    let (_, contents) = open(folder.path());
    assert_eq!(contents.damage, []);
    assert_eq!(contents.games[0].moves, [draw(), draw(), end()]);
}

#[test]
fn a_missing_move_leaves_its_match_out_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, _) = open(folder.path());
    let [hurt, well] = [creation(), creation()];
    journal.created(&hurt).unwrap();
    journal.created(&well).unwrap();
    journal.moved(hurt.id, 2, &draw()).unwrap();
    drop(journal);
    let (_, contents) = open(folder.path());
    let damage = Damage::Unfit { line: 4, id: hurt.id.to_string(), reason: "move 1 is missing".to_owned() };
    assert_eq!(contents.damage, [damage]);
    assert_eq!((contents.games.len(), contents.created), (1, 2));
}
