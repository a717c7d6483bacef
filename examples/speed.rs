use cardsharp::contests::challenge::infosets::*;
use cardsharp::contests::challenge::measure::*;
use cardsharp::contests::challenge::rules::Challenge;
use cardsharp_solvers::sampled::*;
fn main() {
    let g = HandGame::new(Challenge::CONTEST, vec![Payoffs::EARLY]);
    let arg = |i| std::env::args().nth(i).unwrap();
    let preset = Preset::by_name(&arg(2)).unwrap();
    let secs: f64 = arg(3).parse().unwrap();
    let hands: usize = arg(4).parse().unwrap();
    let a = by_name(&arg(1), &g).unwrap();
    let mut s = ExternalSampling::new(&g, &*a, preset, 1, 1.0, 4 << 30).unwrap();
    let mut used = 0.0;
    let mut next = secs / 8.0;
    while used < secs {
        let t = std::time::Instant::now();
        let n0 = s.nodes(); let t0 = s.traversals();
        while t.elapsed().as_secs_f64() < next - used { s.advance(20_000); }
        let e = t.elapsed().as_secs_f64();
        used += e; next *= 2.0;
        let d = (s.traversals() - t0) as f64;
        print!("{used:.0}s {} {:.0}/s nodes/trav {:.1} {:.1}M nodes/s ", s.traversals(), d/e, (s.nodes()-n0) as f64/d, (s.nodes()-n0) as f64/e/1e6);
        let r = measure(&g, &s, MeasureOptions{hands:Some(hands),seed:1,class:0}, &||());
        let (v, h) = leader_value(&g, &s, 0, 1<<20, 3);
        println!("nc {:.4} +- {:.4} ({:.3} {:.3}) {:.1}s value {v:.4} {h:.4}", r.nash_conv, r.half_width, r.seats[0].gain, r.seats[1].gain, r.seconds);
    }
}
