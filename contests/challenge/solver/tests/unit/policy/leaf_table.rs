use super::*;

#[test]
fn parts_make_the_same_table() {
    let mut table = LeafTable::new(2);
    table.row_mut(7)[1] = 0.5;
    table.row_mut(3)[0] = -1.0;
    let (leaves, numbers) = table.parts();
    assert_eq!((&leaves[..], &numbers[..]), (&[3, 7][..], &[-1.0, 0.0, 0.0, 0.5][..]));
    assert_eq!(LeafTable::from_parts(2, &leaves, &numbers), Some(table));
    assert_eq!(LeafTable::from_parts(2, &leaves, &numbers[1..]), None);
    assert_eq!(LeafTable::from_parts(2, &[3, 3], &numbers), None);
    assert_eq!(LeafTable::from_parts(2, &leaves, &[0.0, f32::NAN, 0.0, 0.0]), None);
}
