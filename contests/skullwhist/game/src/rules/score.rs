//! The score of a game.

/// The value that the contest's server used for a missing bid, so that such a player scores their
/// tricks. The page has no bid below 1.
pub const MISSING_BID: u8 = 0;

/// The score of a player by bid and tricks (the contest's page). If the tricks reach the bid, it is ten for every trick
/// bid and one for every further trick. Otherwise it is minus ten for every trick bid.
///
/// For a given bid it never falls as the tricks grow: an overtrick is worth one, not nothing. The
/// solver of open hands relies on that.
pub const fn score(bid: u8, tricks: u8) -> i16 {
    if tricks < bid { -10 * bid as i16 } else { 10 * bid as i16 + (tricks - bid) as i16 }
}
