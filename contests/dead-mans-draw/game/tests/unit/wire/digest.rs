use super::*;

#[test]
fn the_response_is_the_one_of_the_rfc() {
    assert_eq!(md5_hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
    // RFC 7616, 3.9.1.
    let offer = DigestOffer {
        realm: "http-auth@example.org".to_owned(),
        nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v".to_owned(),
        opaque: Some("FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS".to_owned()),
        stale: false,
    };
    let ha1 = Ha1::of("Mufasa", &offer.realm, "Circle of Life");
    let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
    let request = ("GET", "/dir/index.html");
    let login = DigestLogin::answer(&offer, "Mufasa", &ha1, request, 1, cnonce);
    assert_eq!(login.response, "8ca523f5e9506fed4657c9700eebdbec");
    let header = login.to_string();
    let read = DigestLogin::read(header.strip_prefix("Digest ").unwrap()).unwrap();
    assert!(read == login, "{header}");
    assert_eq!(read.count(), Some(1));
    let shown = format!("{login:?} {ha1:?}");
    assert!(!shown.contains(&login.response) && !shown.contains(ha1.as_str()));
}

#[test]
fn names_with_quotes_come_through() {
    let offer = DigestOffer::default();
    let ha1 = Ha1::of(r#"a"b\c"#, "", "x");
    let login = DigestLogin::answer(&offer, r#"a"b\c"#, &ha1, ("GET", "/"), 255, "n");
    let read = DigestLogin::read(&login.to_string()["Digest ".len()..]).unwrap();
    assert_eq!(read.username, r#"a"b\c"#);
    assert_eq!((read.nc.as_str(), read.count()), ("000000ff", Some(255)));
}

#[test]
fn a_field_stands_once_among_however_many() {
    let fields: Vec<String> = (0..100_000).map(|number| format!("f{number}=x")).collect();
    let fields = fields.join(", ");
    let login = DigestLogin::read(&format!("{fields}, nc=00000002")).unwrap();
    assert_eq!(login.count(), Some(2));
    for twice in ["f7=y", "F7=x"] {
        assert_eq!(DigestLogin::read(&format!("{fields}, {twice}")), Err(MalformedDigest));
    }
}
