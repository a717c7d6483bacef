use super::*;

#[test]
fn memories_survive_in_their_file_and_damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.json");
    let mut memories = Memories::open(Some(&path)).unwrap();
    assert!(memories.of(7).is_none());
    let memory = Memory { hands: 12, ..Memory::default() };
    memories.keep(7, Some(&memory));
    memories.keep(8, None);
    memories.save().unwrap();
    let again = Memories::open(Some(&path)).unwrap();
    assert_eq!(again.of(7), Some(&memory));
    assert!(again.of(8).is_none());
    std::fs::write(&path, "{\"7\": 3}").unwrap();
    let error = Memories::open(Some(&path)).unwrap_err().to_string();
    assert!(error.contains("memory.json") && error.contains("--memory"), "{error}");
    let missing = folder.path().join("nowhere/memory.json");
    let error = Memories::open(Some(&missing)).unwrap_err().to_string();
    assert!(error.contains("nowhere"), "{error}");
}
