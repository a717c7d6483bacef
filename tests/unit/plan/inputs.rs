use super::*;

#[test]
fn files_are_copied_once_and_named_from_the_tasks_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, name).unwrap();
        path.display().to_string()
    };
    let (one, other) = (file("x/a.policy"), file("y/a.policy"));
    let plan = folder.path().join("plan");
    let mut inputs = Inputs::of(&plan);
    let mut translate = |word: &str| inputs.translate(word, "../../").unwrap();
    assert_eq!(translate(&one), "../../inputs/a.policy");
    assert_eq!(
        translate(&format!("resolve:policy={other},root=trick")),
        "resolve:policy=../../inputs/2-a.policy,root=trick"
    );
    assert_eq!(translate(&one), "../../inputs/a.policy");
    assert_eq!(translate("--iterations=3"), "--iterations=3");
    assert_eq!(inputs.files().len(), 2);
    assert_eq!(std::fs::read_dir(plan.join("inputs")).unwrap().count(), 2);
}
