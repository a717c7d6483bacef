use proptest::prelude::*;

use super::*;

#[test]
fn frame_is_big_endian_length_then_ascii_json() {
    let frame = encode_frame(&serde_json::json!({"a": "\u{e9}\u{1f600}\n"})).unwrap();
    let body = br#"{"a":"\u00e9\ud83d\ude00\n"}"#;
    assert_eq!(frame[..4], (body.len() as u32).to_be_bytes());
    assert_eq!(&frame[4..], body);
}

#[test]
fn length_above_the_limit_is_refused_before_its_body() {
    let mut decoder = FrameDecoder::new(16);
    decoder.push(&17u32.to_be_bytes());
    let refused = FrameTooLong { announced: 17, limit: 16 };
    assert_eq!(decoder.next_frame(), Err(refused));
    assert_eq!(refused.to_string(), "a message of 17 bytes was announced, at most 16 are taken");
    let mut decoder = FrameDecoder::default();
    decoder.push(&[0xff; 4]);
    assert!(decoder.next_frame().is_err());
    assert!(decoder.buffer.capacity() < 1024);
}

proptest! {
    #[test]
    fn any_split_gives_the_same_bodies(
        bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..8),
        cuts in prop::collection::vec(1usize..12, 1..40),
    ) {
        let mut stream = Vec::new();
        for body in &bodies {
            stream.extend((body.len() as u32).to_be_bytes());
            stream.extend(body);
        }
        let mut decoder = FrameDecoder::new(64);
        let mut seen = Vec::new();
        let mut rest = &stream[..];
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, later) = rest.split_at((*cut).min(rest.len()));
            decoder.push(piece);
            while let Some(body) = decoder.next_frame().unwrap() {
                seen.push(body.to_vec());
            }
            prop_assert!(decoder.buffer.len() <= 64 + HEADER_BYTES + 12);
            rest = later;
        }
        prop_assert_eq!(seen, bodies);
        prop_assert!(!decoder.is_inside_frame());
    }
}
