//! Figures, not checked in every run.

use std::time::{Duration, Instant};

use cardsharp::contest::AgentSpec;
use cardsharp::contests::skullwhist::agents::Factory;

use crate::clients::{Client, url};
use crate::peers::serve;

/// `cargo test --release --test skullwhist_wire -- --ignored --nocapture thousand`
#[test]
#[ignore = "a figure: a minute or more"]
fn a_thousand_games_fifty_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(|config| config.data = Some(folder.path().to_owned()));
    let factory = Factory::load(&AgentSpec::named("expert")).unwrap();
    let clients: Vec<Client> = (0..100)
        .map(|number| {
            let mut client = Client::new(&url(&server), &format!("bot-{number}"));
            client.factory = factory.clone();
            client
        })
        .collect();
    let begun = Instant::now();
    let reports = std::thread::scope(|scope| {
        let playing: Vec<_> = clients.iter().map(|client| scope.spawn(|| client.play().unwrap())).collect();
        while server.games_finished() < 1000 {
            assert!(begun.elapsed() < Duration::from_secs(550), "stuck");
            std::thread::sleep(Duration::from_millis(20));
        }
        clients.iter().for_each(Client::stop);
        let reports = playing.into_iter().map(|one| one.join().unwrap());
        reports.collect::<Vec<_>>()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let sum = |of: fn(&cardsharp::live::PlayReport) -> u64| reports.iter().map(of).sum::<u64>();
    let slowest = reports.iter().map(|report| report.slowest_answer_ms);
    println!(
        "{} games in {seconds:.1} s, {} forfeited; clients: {} unseen, {} refused, {} by the fallback rule, \
         {} failures, {} odd; slowest answer {:.1} ms",
        server.games_finished(),
        server.games_forfeited(),
        sum(|report| report.unseen),
        sum(|report| report.illegal_moves),
        sum(|report| report.fallbacks),
        sum(|report| report.failures),
        sum(|report| report.odd_messages),
        slowest.fold(0.0, f64::max),
    );
    assert_eq!(server.games_forfeited(), 0);
    assert_eq!(sum(|report| report.illegal_moves + report.fallbacks), 0);
    assert_eq!(sum(|report| report.unseen + report.odd_messages), 0);
}
