use super::*;

#[test]
fn addresses_name_a_journal() {
    let path = |url| parts_of(url).unwrap();
    for url in ["http://127.0.0.1:8091", "http://127.0.0.1:8091/"] {
        let expected = ("http://127.0.0.1:8091".to_owned(), "/journals/0/file".to_owned());
        assert_eq!(path(url), expected);
    }
    assert_eq!(path("http://host/journals/2/games/7").1, "/journals/2/file");
    assert_eq!(path("https://host/a/b.jsonl").1, "/a/b.jsonl");
    assert!(parts_of("ftp://host/").is_err());
    let login = parts_of("http://me:secret@host/").map(|_| ()).unwrap_err();
    assert!(matches!(login, MirrorError::Url { source: BadUrl::Login, .. }));
}

#[test]
fn a_name_from_elsewhere_stays_in_its_folder() {
    let reply = |said: &str| Reply {
        status: 200,
        headers: [(ureq::http::header::CONTENT_DISPOSITION, said.parse().unwrap())].into_iter().collect(),
        body: Vec::new(),
        arrived: Instant::now(),
    };
    let name = |said: &str| name_of(&reply(said), "/journals/0/file");
    assert_eq!(name("attachment; filename=\"a-b.jsonl\""), "a-b.jsonl");
    assert_eq!(name("attachment; filename=\"../../x\""), "x.jsonl");
    assert_eq!(name("attachment"), "file.jsonl");
}
