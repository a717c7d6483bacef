use cardsharp::contests::challenge::infosets::*;
use cardsharp::contests::challenge::rules::Challenge;
use cardsharp_solvers::sampled::*;
fn main() {
    let g = HandGame::new(Challenge::CONTEST, vec![Payoffs::EARLY]);
    let name = std::env::args().nth(1).unwrap();
    let preset = Preset::by_name(&std::env::args().nth(2).unwrap()).unwrap();
    let a = by_name(&name, &g).unwrap();
    let mut s = ExternalSampling::new(&g, &*a, preset, 1, 1.0, 4 << 30).unwrap();
    println!("{:?}", ExternalSampling::memory(&*a, 4 << 30));
    for _ in 0..6 {
        let t = std::time::Instant::now();
        let n0 = s.nodes();
        s.advance(400_000);
        let e = t.elapsed().as_secs_f64();
        println!(
            "{} {:.0}/s nodes/trav {:.1} {:.1}M nodes/s rows {:?}",
            s.traversals(),
            400_000.0 / e,
            (s.nodes() - n0) as f64 / 4e5,
            (s.nodes() - n0) as f64 / e / 1e6,
            s.rows().stored()
        );
    }
}
