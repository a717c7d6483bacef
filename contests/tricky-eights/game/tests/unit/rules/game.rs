use super::*;

/// A game after three rounds. The first two give these scores, and the third gives every player 100 points more.
fn at(scores: [u8; 4]) -> Game {
    let mut game = Game::new(Params::CONTEST);
    game.record(&scores.map(|score| score / 2));
    game.record(&scores.map(|score| score - score / 2));
    game.record(&[100; 4]);
    game
}

#[test]
fn the_deal_moves_on() {
    let mut game = Game::new(Params::CONTEST);
    for round in 0..9 {
        assert_eq!(game.dealer(), Player::new(round % 4));
        game.record(&[25, 0, 0, 0]);
    }
    assert_eq!((game.rounds(), game.scores()), (9, &[225, 0, 0, 0][..]));
}

#[test]
fn a_leader_must_be_alone_at_three_hundred() {
    assert_eq!(at([199, 180, 0, 0]).winner(), None);
    assert_eq!(at([200, 199, 0, 0]).winner(), Some(Player::ZERO));
    assert_eq!(at([200, 0, 200, 0]).winner(), None);
    // A player behind two leaders with equal points has not won either.
    assert_eq!(at([210, 205, 210, 0]).winner(), None);
    let mut game = at([210, 205, 210, 0]);
    game.record(&[1, 24, 0, 0]);
    assert_eq!(game.winner(), Some(Player::ONE));
}

#[test]
fn who_may_not_win_is_passed_over() {
    let game = at([230, 205, 199, 0]);
    let not_first = |player: Player| player != Player::ZERO;
    assert_eq!(game.winner_among(not_first), Some(Player::ONE));
    assert_eq!(game.winner_among(|player| player.index() > 1), None);
    assert_eq!(game.winner_among(|_| false), None);
}
