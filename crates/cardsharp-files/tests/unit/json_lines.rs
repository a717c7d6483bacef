use serde::Deserialize;

use super::*;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Deed {
    name: String,
    points: [u32; 2],
}

fn deed(name: &str) -> Deed {
    Deed { name: name.to_owned(), points: [7, 10] }
}

fn written(deeds: &[Deed]) -> Vec<u8> {
    let mut file = tempfile::tempfile().unwrap();
    let mut lines = JsonLines::at_end_of(file.try_clone().unwrap()).unwrap();
    lines.append(deeds).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

fn read_all(bytes: &[u8]) -> Vec<Result<Deed, BadLine>> {
    let mut found = Vec::new();
    read(bytes, |_, line| found.push(line)).unwrap();
    found
}

#[test]
fn every_flipped_bit_is_named_and_spoils_its_own_line_only() {
    let deeds = [deed("first"), deed("second"), deed("third")];
    let whole = written(&deeds);
    assert_eq!(read_all(&whole), deeds.clone().map(Ok));
    for index in 0..whole.len() - 1 {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[index] ^= 1 << bit;
            let found = read_all(&bytes);
            let kept: Vec<&Deed> = found.iter().flatten().collect();
            // A damaged line break joins two lines.
            let least = if whole[index] == b'\n' { 1 } else { 2 };
            assert!(kept.len() >= least, "byte {index}, bit {bit}: {found:?}");
            assert!(kept.iter().all(|kept| deeds.contains(kept)), "{found:?}");
            assert!(found.iter().any(Result::is_err), "byte {index}, bit {bit}");
        }
    }
}

#[test]
fn lines_without_checksums_are_read_up_to_the_first_that_has_one() {
    let old = serde_json::to_vec(&deed("old")).unwrap();
    let new = written(&[deed("new")]);
    let bytes = [&old[..], b"\n\n", &new, &old, b"\n", &new].concat();
    let changed = BadLine { line: 4, fault: LineFault::Changed };
    let [new, old] = ["new", "old"].map(|name| Ok(deed(name)));
    assert_eq!(read_all(&bytes), [old, new.clone(), Err(changed), new]);
}

#[test]
fn torn_line_is_called_torn() {
    let whole = written(&[deed("first"), deed("second")]);
    let found = read_all(&whole[..whole.len() - 9]);
    let torn = BadLine { line: 2, fault: LineFault::Torn };
    assert_eq!(found, [Ok(deed("first")), Err(torn)]);
    assert_eq!(read_all(&whole[..whole.len() - 1]).len(), 2);
}
