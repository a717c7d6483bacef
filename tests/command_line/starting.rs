//! `cardsharp starter`: the kits with which a bot of one's own begins. The gate's step `starters` plays them.

use std::fs;

use cardsharp::contests;

use crate::binary::run;

/// The languages, with the files of their kits. Tricky Eights has no JSON to read.
const LANGUAGES: [(&str, &str, &str); 6] = [
    ("python", "bot.py", ""),
    ("javascript", "bot.js", ""),
    ("java", "Bot.java", "Json.java"),
    ("c++", "bot.cpp", "wire.hpp"),
    ("rust", "bot.rs", "wire.rs"),
    ("go", "bot.go", ""),
];

#[test]
fn every_contest_has_a_kit_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for contest in contests::ALL {
        for (language, bot, helper) in LANGUAGES {
            let name = format!("{}-{language}", contest.name());
            let line = ["starter", contest.name(), "--language", language, "--out", &name];
            let output = run(folder.path(), &line);
            assert!(output.status.success(), "{output:?}");
            assert!(String::from_utf8_lossy(&output.stdout).contains("./play"), "{output:?}");
            let kit = folder.path().join(&name);
            let text = |file: &str| fs::read_to_string(kit.join(file)).unwrap();
            assert!(text(bot).contains("YOUR STRATEGY"), "{name}");
            assert!(text("README.md").contains(&format!("`{bot}`")), "{name}");
            let lines = text("README.md").lines().count();
            assert!(lines <= 40, "{name}: {lines} lines are more than a screen");
            for file in ["play", "run"] {
                assert!(text(file).starts_with("#!/bin/sh\n"), "{file} of {name}");
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = fs::metadata(kit.join(file)).unwrap().permissions().mode();
                    assert_eq!(mode & 0o100, 0o100, "{file} of {name}");
                }
            }
            let helped = !helper.is_empty() && text(bot).contains(&helper.replace(".java", "").replace(".rs", ""));
            assert_eq!(kit.join(helper).is_file(), helped, "{name}");
        }
    }
}

#[test]
fn the_kit_of_the_document_has_its_six_functions() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["starter", "tricky-eights", "--language", "c++", "--out", "kit"];
    assert!(run(folder.path(), &line).status.success());
    for file in ["kit/bot.cpp", "kit/harness.hpp"] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        for name in ["TakeCard", "PlayCard", "StartGame", "StartRound", "EndTakes", "EndRound"] {
            assert!(text.contains(&format!(" {name}(")), "{name} in {file}");
        }
    }
}

#[test]
fn a_folder_with_files_and_an_unknown_language_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |language: &str, out: &str| {
        let output = run(folder.path(), &["starter", "challenge", "--language", language, "--out", out]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/bot.py"), "mine").unwrap();
    let message = refused("python", "mine");
    assert!(message.contains("mine is not empty") && message.contains("--out"), "{message}");
    assert_eq!(fs::read_dir(folder.path().join("mine")).unwrap().count(), 1);
    let message = refused("cobol", "new");
    for (language, ..) in LANGUAGES {
        assert!(message.contains(language), "{language} in {message}");
    }
    assert!(!folder.path().join("new").exists());
}
