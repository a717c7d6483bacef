use super::*;

#[test]
fn paths_can_be_pasted_into_a_shell() {
    assert_eq!(quoted(Path::new("demo-out/a.policy")), "demo-out/a.policy");
    assert_eq!(quoted(Path::new("my demo/a")), "'my demo/a'");
    assert_eq!(quoted(Path::new("it's")), r"'it'\''s'");
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let kept = Overwrite { force: false };
    let refused = OutputFiles::prepare(&file.join("out"), "games.jsonl", kept);
    let said = format!("{:#}", refused.unwrap_err());
    assert!(said.contains("--out") && said.contains("file"), "{said}");
    assert!(OutputFiles::prepare(&folder.path().join("new/out"), "games.jsonl", kept).is_ok());
}
