use super::*;

/// The keys have two digits. Those with the same last digit are one group.
const LAST_DIGIT: GroupOf = |key| key.0 % 10;

fn made() -> (Index, Vec<f32>) {
    let cells = [7.0, 8.0, 1.0, 2.0, 3.0, 5.0];
    let (keys, firsts) = (vec![32, 41, 11], vec![1, 3, 6]);
    Index::new(keys, firsts, 6, |cell| cells[cell], LAST_DIGIT)
}

#[test]
fn rows_lie_by_group_and_key_with_their_cells() {
    let (index, cells) = made();
    assert_eq!(index.keys(), [11, 41, 32]);
    assert_eq!(index.firsts(), [0, 1, 4]);
    assert_eq!(cells, [5.0, 1.0, 2.0, 3.0, 7.0, 8.0]);
    assert_eq!(index.find(RowKey(41)), Some(1));
    assert_eq!(index.find(RowKey(21)), None);
    assert_eq!(index.find(RowKey(33)), None);
    let group: Vec<_> = index.group(1).collect();
    assert_eq!(group, [(RowKey(11), 0), (RowKey(41), 1)]);
    assert_eq!(index.group(3).count(), 0);
}

#[test]
fn a_file_in_another_order_is_refused() {
    let (index, _) = made();
    let sorted = |keys: &[u64], firsts: &[u32]| Index::sorted(keys.to_vec(), firsts.to_vec(), 6, LAST_DIGIT).is_some();
    assert!(sorted(index.keys(), index.firsts()));
    assert!(!sorted(&[41, 11, 32], &[0, 1, 4]));
    assert!(!sorted(&[11, 32, 41], &[0, 1, 4]));
    assert!(!sorted(&[11, 11, 32], &[0, 1, 4]));
    assert!(!sorted(&[11, 41, 32], &[0, 1]));
    assert!(!sorted(&[11, 41, 32], &[0, 4, 4]));
    assert!(!sorted(&[11, 41, 32], &[0, 1, 6]));
    assert!(!sorted(&[11, 41, 32], &[1, 2, 4]));
    assert!(!sorted(&[], &[]));
}
