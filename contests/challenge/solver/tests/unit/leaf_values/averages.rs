use super::*;

#[test]
fn iterations_count_by_their_weights() {
    let averages = LeafAverages::new(1);
    averages.add(5, Player::ZERO, &[9.0]);
    assert_eq!(averages.means(), None);
    averages.begin(1.0);
    averages.add(5, Player::ZERO, &[1.0]);
    averages.begin(3.0);
    averages.add(5, Player::ZERO, &[2.0]);
    averages.add(5, Player::ONE, &[-2.0]);
    averages.begin(0.0);
    averages.add(5, Player::ONE, &[7.0]);
    let means = averages.means().unwrap();
    assert_eq!(means.row(5), Some(&[1.75, -1.5][..]));
    let other = LeafAverages::new(1);
    let ((leaves, sums), weight) = averages.parts();
    let values = LeafTable::from_parts(2, &leaves, &sums).unwrap();
    other.restore(Sums { values, weight });
    assert_eq!(other.means(), Some(means));
}
