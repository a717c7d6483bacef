use super::*;

#[test]
fn addresses_that_cannot_be_asked_are_refused_and_not_shown() {
    let refused = |url: &str| {
        let error = HttpClient::new(url).unwrap_err();
        assert!(!error.to_string().contains("sesame"));
        error
    };
    assert_eq!(refused("127.0.0.1:8080"), BadUrl::Unreadable);
    assert_eq!(refused("ftp://a"), BadUrl::Unreadable);
    assert_eq!(refused(""), BadUrl::Unreadable);
    assert_eq!(refused("http://me:sesame@a"), BadUrl::Login);
    assert_eq!(refused("https://me:sesame@a"), BadUrl::Login);
    assert_eq!(refused("http://a/?x=1"), BadUrl::Query);
    let client = HttpClient::new("http://a:8080/x/").unwrap();
    assert_eq!(format!("{client:?}"), "HttpClient(http://a:8080/x)");
    assert_eq!(client.target("/api"), "/x/api");
    assert_eq!(HttpClient::new("http://a").unwrap().target("/api"), "/api");
    for url in ["http://api/api", "http://api/api/", "http://api//api//"] {
        let client = HttpClient::new(url).unwrap();
        assert_eq!((client.base(), client.target("/api")), ("http://api", "/api".to_owned()));
    }
}
