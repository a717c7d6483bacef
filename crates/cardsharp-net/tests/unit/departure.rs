use super::*;

#[test]
fn the_first_wish_waits_for_the_game_and_the_second_does_not() {
    let stopped = |departure: &Departure| departure.flag().load(Ordering::SeqCst);
    let departure = Departure::new(Arc::default());
    let game = departure.begin_game();
    assert_eq!(departure.ask(), Leaving::AfterTheGame);
    assert!(!stopped(&departure));
    drop(game);
    assert!(stopped(&departure));
    assert_eq!(departure.ask(), Leaving::Overdue);

    let departure = Departure::new(Arc::default());
    let _game = departure.begin_game();
    assert_eq!(departure.ask(), Leaving::AfterTheGame);
    assert_eq!(departure.ask(), Leaving::Now);
    assert!(stopped(&departure));

    let departure = Departure::new(Arc::default());
    drop(departure.begin_game());
    assert!(!stopped(&departure));
    assert_eq!(departure.ask(), Leaving::Now);
}
