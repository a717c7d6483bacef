use super::*;

const FRAME: Frame = Frame { left: 0, top: 0, right: 400, bottom: 300 };

#[test]
fn a_name_is_away_from_the_curve_and_inside() {
    let (start, end) = ((10, 10), (400, 290));
    // A curve along the second half of the line.
    let curve: Vec<Pixel> = between((200, 150), (400, 290)).collect();
    let (corner, _) = place_of_name(start, end, FRAME, &curve).unwrap();
    assert!(corner.0 < 200, "{corner:?}");
    // A line that ends at the bottom right corner has its name inside.
    let (corner, side) = place_of_name(start, end, FRAME, &[]).unwrap();
    assert!(corner.1 < FRAME.bottom - NAME.1 || matches!(side.v_pos, VPos::Bottom));
}

#[test]
fn a_name_without_room_is_left_out() {
    let small = Frame { right: 50, ..FRAME };
    assert!(place_of_name((0, 0), (50, 50), small, &[]).is_none());
}
