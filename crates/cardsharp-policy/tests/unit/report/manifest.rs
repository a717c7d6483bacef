use std::time::Duration;

use super::*;

#[test]
fn a_manifest_is_read_back_from_beside_its_curve() {
    let folder = tempfile::tempdir().unwrap();
    let curve = folder.path().join("tricks.csv");
    assert_eq!(Manifest::read(&curve).unwrap(), None);
    let mut manifest = Manifest::new("kuhn");
    manifest.write(&curve).unwrap();
    manifest.stop_reason = Some(StopReason::Target);
    manifest.information_sets = Some(12);
    manifest.parameters.insert("score".to_owned(), "0,0".to_owned());
    manifest.write(&curve).unwrap();
    assert_eq!(Manifest::read(&curve).unwrap(), Some(manifest));
    let path = folder.path().join("tricks.manifest.json");
    assert!(fs::read_to_string(&path).unwrap().contains("\"target\""));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    fs::write(&path, "{}").unwrap();
    let said = Manifest::read(&curve).unwrap_err().to_string();
    assert!(said.contains("tricks.manifest.json: damaged manifest"), "{said}");
}

#[test]
fn what_a_killed_run_left_half_written_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let curve = folder.path().join("tricks.csv");
    let half = cardsharp_files::temporary_file::beside(&path_for(&curve)).unwrap();
    // A killed process does not remove its files, but the system releases its locks.
    let (file, left) = half.keep().unwrap();
    drop(file);
    Manifest::new("kuhn").write(&curve).unwrap();
    assert!(!left.exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn times_are_utc() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (951_868_800, "2000-03-01T00:00:00Z"),
        (1_704_067_199, "2023-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
}
