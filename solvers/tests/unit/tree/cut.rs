use super::PARTS;
use crate::games::{Kuhn, LiarsDice};
use crate::tree::Tree;

#[test]
fn a_large_game_is_cut_within_a_twentieth_and_a_small_one_not_at_all() {
    let game = LiarsDice::new(1, 6).unwrap();
    for plex in &Tree::compile(&game).unwrap().plexes {
        let (root, parts) = plex.parts.split_first().unwrap();
        assert_eq!(parts.len(), PARTS);
        let sizes = || parts.iter().map(|part| part.sequences.len());
        let (least, most) = (sizes().min().unwrap(), sizes().max().unwrap());
        assert!(root.sequences.len() < plex.sequences / 50);
        assert!(most <= least + least / 20, "{least} to {most}");
    }
    for plex in &Tree::compile(&Kuhn::TWO).unwrap().plexes {
        assert_eq!(plex.parts.len(), 1);
    }
}
