//! What a game is worth.

/// What the contest's server counted for a bid that never came, so that such a player scores his
/// tricks. The page has no bid below 1.
pub const MISSING_BID: u8 = 0;

/// The score of a player who bid so many tricks and took so many (the contest's page): ten for every
/// trick bid if they were taken, one for every further trick; ten less for every trick bid if one of
/// them was missed.
///
/// For a given bid it never falls as the tricks grow: an overtrick is worth one, not nothing. The
/// solver of open hands rests on that.
pub const fn score(bid: u8, tricks: u8) -> i16 {
    if tricks < bid {
        -10 * bid as i16
    } else {
        10 * bid as i16 + (tricks - bid) as i16
    }
}
