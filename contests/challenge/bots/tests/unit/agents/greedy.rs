use super::*;
use cardsharp_challenge_game::observation::parse_position;

fn answer(position: &str) -> Move {
    Greedy.choose(&parse_position(position).unwrap())
}

#[test]
fn follows_with_the_cheapest_winner_else_the_lowest() {
    let play = |value| Move::Play(Rank::new(value).unwrap());
    assert_eq!(answer("hand=12,9,8,8,1 table=7"), play(8));
    assert_eq!(answer("hand=12,9,8,8,1 table=12"), play(1));
    assert_eq!(answer("hand=12,9,8,8,1"), play(12));
}

#[test]
fn accepts_only_what_it_cannot_lose() {
    let offered = "challenge=offered led=yes tricks=";
    let played = "played=12-3,12-3,12-3";
    assert_eq!(answer(&format!("hand=2,1 {offered}3-0 {played}")), Move::Accept);
    let played = "played=12-3,12-3,7-7";
    assert_eq!(answer(&format!("hand=13,13 {offered}2-0 {played}")), Move::Reject);
}
