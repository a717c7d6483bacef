use super::*;

#[test]
fn moves_read_back_the_same() {
    let ranks = Params::CONTEST.all_ranks().map(Move::Play);
    for chosen in ranks.chain([Move::Offer, Move::Accept, Move::Reject]) {
        assert_eq!(parse_move(&print_move(chosen)), Ok(chosen));
    }
    let error = parse_move("x").unwrap_err().to_string();
    assert!(error.contains("`x` is no move"), "{error}");
}
