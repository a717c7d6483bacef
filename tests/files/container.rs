//! The file format of policies and checkpoints. A file reads back as it was written. All damage is refused
//! with a clear error. Neither a kill nor a full disk loses the old file.

use std::fs;
use std::path::Path;

use cardsharp::measurement::Quantity;
use cardsharp::policy::container::{
    ContainerError, FileFault, Header, Kind, Measured, Reader, Section, open_newest, previous_path, write,
};

const GAME: &str = "challenge(ranks=13,copies=8,hand_size=5)";
const FINGERPRINT: u64 = 0x1234_5678_9abc_def0;

fn header(iterations: u64) -> Header {
    Header {
        infosets: "tricks".to_owned(),
        solver: "external".to_owned(),
        parameters: [("score".to_owned(), "0,0".to_owned())].into(),
        seed: 7,
        iterations,
        measured: Some(Measured {
            quantity: Quantity::NashConv,
            value: 0.125,
            half_width: 0.01,
            unit: "game-win probability".to_owned(),
            hands: 200,
        }),
        ..Header::new(Kind::Checkpoint, GAME, FINGERPRINT)
    }
}

/// A small file with every type of number, compressed in both ways and uncompressed.
fn write_small(path: &Path, iterations: u64) {
    write(
        path,
        &header(iterations),
        &[
            Section::new("u8", &[1_u8, 2, 3]),
            Section::new("u16", &[1_u16, u16::MAX]).compressed(),
            Section::new("u32", &[iterations as u32; 20]),
            Section::new::<u64>("empty", &[]),
            Section::from_parts("u64", [&[u64::MAX][..], &[], &[5, 6]]),
            Section::new("f32", &[0.5_f32, -1.0, f32::INFINITY]),
            Section::new("f64", &[0.1_f64]).compressed().packed(),
        ],
    )
    .unwrap();
}

fn read_whole(path: &Path) -> Result<(), ContainerError> {
    let reader = Reader::open(path)?;
    reader.section::<u8>("u8")?;
    reader.section::<u16>("u16")?;
    reader.section::<u32>("u32")?;
    reader.section::<u64>("empty")?;
    reader.section::<u64>("u64")?;
    reader.section::<f32>("f32")?;
    reader.section::<f64>("f64")?;
    Ok(())
}

#[test]
fn what_is_written_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.checkpoint");
    write_small(&path, 9);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.header(), &header(9));
    reader.verify().unwrap();
    reader.require_kind(Kind::Checkpoint).unwrap();
    reader.require_rules(GAME, FINGERPRINT).unwrap();
    assert_eq!(reader.section::<u8>("u8").unwrap(), [1, 2, 3]);
    assert_eq!(reader.section::<u16>("u16").unwrap(), [1, u16::MAX]);
    assert_eq!(reader.section::<u32>("u32").unwrap(), [9; 20]);
    assert_eq!(reader.section::<u64>("empty").unwrap(), [0_u64; 0]);
    assert_eq!(reader.section::<u64>("u64").unwrap(), [u64::MAX, 5, 6]);
    assert_eq!(reader.section::<f32>("f32").unwrap(), [0.5, -1.0, f32::INFINITY]);
    assert_eq!(reader.section::<f64>("f64").unwrap(), [0.1]);
    let mut table = [0_u32; 20];
    reader.read_into("u32", &mut table).unwrap();
    assert_eq!(table, [9; 20]);
    let names: Vec<_> = reader.sections().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["u8", "u16", "u32", "empty", "u64", "f32", "f64"]);
}

#[test]
fn uncompressed_sections_lie_aligned_as_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aligned.policy");
    write(&path, &header(0), &[Section::new("a", &[0xAB_u8]), Section::new("b", &[0x0123_4567_89AB_CDEF_u64])])
        .unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(&bytes[..8], b"\x89CSHP\r\n\x1a");
    let last = bytes.len() - 8;
    assert_eq!(last % 64, 0);
    assert_eq!(&bytes[last..], 0x0123_4567_89AB_CDEF_u64.to_le_bytes());
    assert_eq!(bytes[last - 64], 0xAB);
}

#[test]
fn every_flipped_byte_is_detected_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.checkpoint");
    write_small(&good, 3);
    let bytes = fs::read(&good).unwrap();
    let path = folder.path().join("bad.checkpoint");
    let mut sections = std::collections::BTreeSet::new();
    for at in 0..bytes.len() {
        for mask in [0x01, 0x80, 0xFF] {
            let mut bad = bytes.clone();
            bad[at] ^= mask;
            fs::write(&path, &bad).unwrap();
            let error = read_whole(&path).expect_err(&format!("byte {at} of {}", bytes.len()));
            let verified = Reader::open(&path).and_then(|reader| reader.verify());
            assert_eq!(verified.unwrap_err().to_string(), error.to_string());
            assert!(error.to_string().contains("bad.checkpoint"), "{error}");
            match error {
                ContainerError::File { fault: FileFault::NotCardsharp, .. } => assert!(at < 8),
                ContainerError::File { fault: FileFault::DamagedHeader { .. }, .. } => assert!(at >= 8),
                ContainerError::File { fault: FileFault::Truncated { .. }, .. } => {
                    assert!((16..24).contains(&at), "{at}")
                }
                ContainerError::File { fault: FileFault::DamagedSection { section, .. }, .. } => {
                    sections.insert(section);
                }
                other => panic!("byte {at}: {other}"),
            }
        }
    }
    let named: Vec<_> = sections.iter().map(String::as_str).collect();
    assert_eq!(named, ["empty", "f32", "f64", "u16", "u32", "u64", "u8"]);
}

#[test]
fn every_cut_and_every_excess_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.checkpoint");
    write_small(&good, 3);
    let bytes = fs::read(&good).unwrap();
    let path = folder.path().join("cut.checkpoint");
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        match Reader::open(&path).unwrap_err() {
            ContainerError::File { fault: FileFault::Truncated { found, expected, .. }, .. } => {
                assert_eq!(found, length as u64);
                assert!(expected > found);
            }
            ContainerError::File { fault: FileFault::NotCardsharp, .. } => assert_eq!(length, 0),
            other => panic!("length {length}: {other}"),
        }
    }
    let mut longer = bytes;
    longer.push(0);
    fs::write(&path, &longer).unwrap();
    assert!(matches!(Reader::open(&path), Err(ContainerError::File { fault: FileFault::TrailingBytes { .. }, .. })));
}

/// The bytes of a file with `change` applied and the checksum corrected.
fn reseal(bytes: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let length = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
    change(&mut bytes);
    let mut crc = crc32fast::Hasher::new();
    crc.update(&bytes[8..24]);
    crc.update(&bytes[32..32 + length]);
    bytes[24..28].copy_from_slice(&crc.finalize().to_le_bytes());
    bytes
}

/// The policies in `data` are of version 1, which names the unit of a measure alone.
#[test]
fn files_of_version_1_are_read_and_their_quantity_follows_from_the_unit() {
    for (file, quantity) in [
        ("challenge/all-scores", Some(Quantity::NashConv)),
        ("dead_mans_draw/arena", None),
        ("skullwhist/arena", Some(Quantity::NashConvLowerBound)),
        ("tricky_eights/contest", None),
    ] {
        let path = format!("{}/data/{file}.policy", env!("CARGO_MANIFEST_DIR"));
        let path = Path::new(&path);
        assert_eq!(fs::read(path).unwrap()[8..12], 1_u32.to_le_bytes());
        let reader = Reader::open_verified(path).unwrap();
        let measured = reader.header().measured.as_ref();
        assert_eq!(measured.map(|measured| measured.quantity), quantity, "{file}");
    }
}

#[test]
fn another_format_is_refused_by_its_number_and_is_no_reason_to_fall_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("future.policy");
    write_small(&path, 1);
    write_small(&path, 2);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, reseal(&bytes, |bytes| bytes[8] = 77)).unwrap();
    for outcome in [Reader::open(&path).map(drop), open_newest(&path).map(drop)] {
        assert!(matches!(
            outcome,
            Err(ContainerError::File { fault: FileFault::UnknownVersion { found: 77, .. }, .. })
        ));
    }
    fs::write(&path, reseal(&bytes, |bytes| bytes[12] = 9)).unwrap();
    assert!(matches!(
        open_newest(&path),
        Err(ContainerError::File { fault: FileFault::UnknownCodec { found: 9, .. }, .. })
    ));
}

#[test]
fn a_header_with_a_fitting_checksum_and_senseless_contents_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.policy");
    write_small(&path, 1);
    let bytes = fs::read(&path).unwrap();
    let length = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
    for at in 32..32 + length {
        for value in [0, 1, 0x7F, 0xFA, 0xFB, 0xFC, 0xFD, 0xFF] {
            // Any bytes may be decoded. This must neither panic nor allocate more than the size of the file.
            fs::write(&path, reseal(&bytes, |bytes| bytes[at] = value)).unwrap();
            let _ = read_whole(&path);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.checkpoint");
    assert!(matches!(open_newest(&path), Err(ContainerError::File { fault: FileFault::Missing { .. }, .. })));
    write_small(&path, 1);
    let reader = Reader::open(&path).unwrap();
    assert!(matches!(
        reader.require_kind(Kind::Policy),
        Err(ContainerError::File { fault: FileFault::WrongKind { .. }, .. })
    ));
    assert!(matches!(
        reader.require_rules("kuhn", FINGERPRINT),
        Err(ContainerError::File { fault: FileFault::WrongGame { .. }, .. })
    ));
    assert!(matches!(
        reader.require_rules(GAME, FINGERPRINT + 1),
        Err(ContainerError::File { fault: FileFault::WrongFingerprint { .. }, .. })
    ));
    assert!(matches!(
        reader.require_rules(GAME, 1),
        Err(ContainerError::File { fault: FileFault::OtherContest { .. }, .. })
    ));
    assert!(matches!(
        reader.section::<u8>("regrets"),
        Err(ContainerError::File { fault: FileFault::MissingSection { section, .. }, .. }) if section == "regrets"
    ));
    assert!(matches!(
        reader.section::<f32>("u32"),
        Err(ContainerError::File { fault: FileFault::WrongElement { .. }, .. })
    ));
    assert!(matches!(
        reader.read_into("u32", &mut [0_u32; 19]),
        Err(ContainerError::File { fault: FileFault::WrongCount { found: 20, wanted: 19, .. }, .. })
    ));
    assert!(matches!(
        reader.section_within::<u16>("u16", 3),
        Err(ContainerError::File { fault: FileFault::OverLimit { length: 4, limit: 3, .. }, .. })
    ));
    let twice = [Section::new("a", &[1_u8]), Section::new("a", &[1_u8])];
    assert!(matches!(
        write(&path, &header(0), &twice),
        Err(ContainerError::File { fault: FileFault::DuplicateSection { .. }, .. })
    ));
    let mut long = header(0);
    long.parameters.insert("essay".to_owned(), "x".repeat(1 << 20));
    assert!(matches!(
        write(&path, &long, &[]),
        Err(ContainerError::File { fault: FileFault::HeaderTooLarge { .. }, .. })
    ));
    assert!(matches!(
        write(folder.path(), &header(0), &[]),
        Err(ContainerError::File { fault: FileFault::NotAFile, .. })
    ));
    assert_eq!(Reader::open(&path).unwrap().header().iterations, 1);
}

#[test]
fn a_damaged_generation_gives_way_to_the_previous_one_and_never_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.checkpoint");
    write_small(&path, 1);
    write_small(&path, 2);
    let newest = open_newest(&path).unwrap();
    assert!(newest.instead_of.is_none());
    assert_eq!(newest.reader.header().iterations, 2);

    // The last byte lies in a section, so only a check of the whole file finds it.
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let newest = open_newest(&path).unwrap();
    assert_eq!(newest.reader.header().iterations, 1);
    assert!(matches!(
        newest.instead_of,
        Some(ContainerError::File { fault: FileFault::DamagedSection { section, .. }, .. }) if section == "f64"
    ));

    fs::write(&path, &bytes[..40]).unwrap();
    write_small(&path, 3);
    let previous = Reader::open(&previous_path(&path)).unwrap();
    assert_eq!(previous.header().iterations, 1);
    assert_eq!(open_newest(&path).unwrap().reader.header().iterations, 3);

    fs::remove_file(&path).unwrap();
    let newest = open_newest(&path).unwrap();
    assert_eq!(newest.reader.header().iterations, 1);
    assert!(matches!(
        newest.instead_of,
        Some(ContainerError::File { fault: FileFault::Missing { hint, .. }, .. }) if !hint.is_empty()
    ));

    fs::write(&path, b"").unwrap();
    fs::write(previous_path(&path), b"").unwrap();
    assert!(matches!(open_newest(&path), Err(ContainerError::NoGeneration { .. })));
}

/// A process that is killed while it writes leaves a file of that name, whatever the moment.
#[test]
fn a_file_has_its_name_at_every_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.policy");
    write_small(&path, 1);
    // A killed process has linked the file, and has not renamed the link yet.
    fs::hard_link(&path, previous_path(&path)).unwrap();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| (2..300).for_each(|generation| write_small(&path, generation)));
        while !writing.is_finished() {
            assert!(path.exists());
        }
    });
    let generations = [path.clone(), previous_path(&path)].map(|path| Reader::open(&path).unwrap());
    assert_eq!(generations.map(|reader| reader.header().iterations), [299, 298]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_newest_file_with_a_damaged_section_does_not_replace_the_intact_one_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eio.checkpoint");
    write_small(&path, 1);
    write_small(&path, 2);
    // The header is intact, so only a check of every section finds the last byte.
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    write_small(&path, 3);
    let previous = Reader::open(&previous_path(&path)).unwrap();
    previous.verify().unwrap();
    assert_eq!(previous.header().iterations, 1);
    // The state that a kill between the two renames would have left.
    fs::remove_file(&path).unwrap();
    assert_eq!(open_newest(&path).unwrap().reader.header().iterations, 1);
}

#[test]
fn without_an_intact_file_before_it_a_damaged_one_is_kept_for_salvage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("salvage.checkpoint");
    write_small(&path, 1);
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    write_small(&path, 2);
    assert_eq!(fs::read(previous_path(&path)).unwrap(), bytes);
}

#[cfg(unix)]
#[path = "processes.rs"]
mod processes;
