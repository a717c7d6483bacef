use super::*;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

fn admit(all: &Arc<Connections>) -> Result<Arc<Connection>, TooManyConnections> {
    all.clone().admit(HERE).map(Arc::new)
}

fn is_there(one: &Connection) -> bool {
    one.all.ledger().open.contains_key(&one.number)
}

#[test]
fn the_connection_that_was_idle_longest_goes_first() {
    let all = Arc::new(Connections::default());
    let open: Vec<_> = (0..MAX_OF_ADDRESS).map(|_| admit(&all).unwrap()).collect();
    // The first connection has been used since. The second one has a request under way.
    drop(open[0].begin());
    let busy = open[1].begin();
    let more: Vec<_> = (0..2).map(|_| admit(&all).unwrap()).collect();
    let there: Vec<bool> = open[..5].iter().map(|one| is_there(one)).collect();
    assert_eq!(there, [true, true, false, false, true]);
    assert!(open[2].begin().is_none(), "it had to go");
    drop((busy, more));
}

#[test]
fn requests_under_way_are_not_cut_off() {
    let all = Arc::new(Connections::default());
    let open: Vec<_> = (0..MAX_OF_LOGIN).map(|_| admit(&all).unwrap()).collect();
    let busy: Vec<_> = open.iter().map(|one| one.begin()).collect();
    open.iter().for_each(|one| one.count_for("a").unwrap());
    let another = admit(&all).unwrap();
    assert_eq!(another.count_for("a"), Err(TooManyConnections(MAX_OF_LOGIN)));
    assert_eq!(another.count_for("b"), Ok(()));
    // The connection counts for the last login on it.
    open[0].count_for("b").unwrap();
    assert_eq!(another.count_for("a"), Ok(()));
    drop(busy);
}

#[test]
fn a_login_does_not_count_for_its_address_and_all_together_have_a_limit() {
    let all = Arc::new(Connections::default());
    let logins = MAX_CONNECTIONS / MAX_OF_LOGIN;
    let mut open = Vec::new();
    for login in 0..logins {
        for _ in 0..MAX_OF_LOGIN {
            let one = admit(&all).unwrap();
            one.count_for(&login.to_string()).unwrap();
            open.push(one);
        }
    }
    assert!(open.iter().all(|one| is_there(one)));
    // The new connection evicts one connection of a holder with most of them.
    let newcomer = admit(&all).unwrap();
    assert_eq!(open.iter().filter(|one| !is_there(one)).count(), 1);
    let busy: Vec<_> = open.iter().map(|one| one.begin()).collect();
    drop(newcomer);
    let last = admit(&all).unwrap();
    let _request = last.begin();
    assert_eq!(admit(&all).unwrap_err(), TooManyConnections(MAX_CONNECTIONS));
    drop(busy);
    assert!(admit(&all).is_ok());
    drop(open);
    drop(last);
}
