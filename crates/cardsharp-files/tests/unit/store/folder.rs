use super::*;

#[test]
fn the_names_of_all_new_folders_are_forced_to_the_disk() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    let synced = |data: &Path| {
        let folder = DataFolder::make(data).unwrap();
        let mut synced = Vec::new();
        let note = |folder: &Path| {
            synced.push(folder.to_owned());
            Ok(())
        };
        folder.sync_each(note).unwrap();
        synced
    };
    let data = root.join("new/data");
    let all = [data.clone(), root.join("new"), root];
    assert_eq!(synced(&data), all);
    assert_eq!(synced(&data), all[..2], "of a folder that is there");
}

#[test]
fn a_name_that_cannot_be_forced_is_an_error_if_the_folder_is_new() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    let parent_denied = |folder: &DataFolder| {
        let data = folder.path.clone();
        folder.sync_each(|folder| if folder == data { Ok(()) } else { Err(ErrorKind::PermissionDenied.into()) })
    };
    let new = DataFolder::make(&data).unwrap();
    parent_denied(&new).unwrap_err();
    let old = DataFolder::make(&data).unwrap();
    parent_denied(&old).unwrap();
    let broken = old.sync_each(|_| Err(ErrorKind::StorageFull.into()));
    broken.unwrap_err();
}
