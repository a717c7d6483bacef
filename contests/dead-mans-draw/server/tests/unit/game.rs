use super::*;
use cardsharp_dead_mans_draw_game::rules::Autopick;

fn game(seed: &str) -> Game {
    let id: PlayerId = "a".into();
    let creation = Creation {
        id: MatchId::fresh(),
        at: 5,
        by: id.clone(),
        seats: [id.clone(), id],
        params: CreationParams::default(),
        seed: seed.to_owned(),
        place: None,
    };
    Game::start(Arc::new(creation)).unwrap()
}

fn act(game: &mut Game, request: Autopick) -> bool {
    let kind = MoveKind::Action(request.into());
    let Ok(next) = game.try_move(&kind) else {
        return false;
    };
    let made = Move { at: 6, from: None, kind };
    game.commit(next, made);
    true
}

#[test]
fn replays_come_out_the_same_though_requests_were_refused() {
    for seed in 0..40 {
        let mut game = game(&format!("seed {seed}"));
        let mut refused = 0;
        while !game.is_over() {
            // Automatic answers that turn out to be only draws are refused, after chance was asked for them.
            refused += u32::from(!act(&mut game, Autopick::Answer));
            if !game.is_over() {
                act(&mut game, Autopick::Draw);
            }
        }
        assert!(refused > 0);
        let mut moves = Vec::new();
        let show = |again: &Game, _: EventTexts<'_>, _: Option<&Move>| {
            moves.push((again.state, again.numbers(), again.last.clone()));
        };
        game.replay(show).unwrap();
        assert_eq!(moves.len(), game.moves.len() + 1);
        assert_eq!(moves.pop(), Some((game.state, game.numbers(), game.last.clone())));
    }
}

#[test]
fn the_order_of_the_pile_comes_from_the_seed_alone() {
    let order = |seed: &str| -> Vec<_> { game(seed).state.draw_pile().known().collect() };
    assert_eq!(order("x").len(), 50);
    assert_eq!(order("x"), order("x"));
    assert_ne!(order("x"), order("y"));
    assert!(order(NO_RANDOM).is_sorted());
}
