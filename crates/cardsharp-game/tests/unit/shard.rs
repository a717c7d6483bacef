use super::*;

#[test]
fn shards_take_every_step_once() {
    for steps in [0, 1, 7, 100, u64::MAX] {
        let mut next = 0;
        for number in 1..=8 {
            let run = Shard { number, of: 8 }.run_of(steps);
            assert_eq!(run.start, next);
            next = run.end;
        }
        assert_eq!(next, steps);
    }
    let of = |number| Shard { number, of: 3 }.every(0..8).collect::<Vec<_>>();
    assert_eq!([of(1), of(2), of(3)].concat(), [0, 3, 6, 1, 4, 7, 2, 5]);
    assert!("0/2".parse::<Shard>().is_err() && "3/2".parse::<Shard>().is_err());
    assert_eq!("2/2".parse(), Ok(Shard { number: 2, of: 2 }));
}
