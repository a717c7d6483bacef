use super::*;

#[test]
fn a_login_goes_with_a_web_service_alone() {
    let url = PlayOptions::at(ServerAddress::Url(String::new()));
    let check = |options: &PlayOptions, reach| options.check("whist", reach);
    assert!(check(&url, Reach::Web).is_err(), "without a login");
    let login = PlayOptions { account: Some(Account { user: "us".to_owned(), password_file: PathBuf::new() }), ..url };
    assert!(check(&login, Reach::Web).is_ok());
    assert_eq!(
        check(&login, Reach::Socket).unwrap_err().to_string(),
        "the client of whist knows no --user: leave it out"
    );
}
