//! The file of `--lock` for a hand that is solved by ranges.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use cardsharp_challenge_bots::explore::{action_index, moves, number, walk};
use cardsharp_challenge_game::rules::{Cards, Move};
use cardsharp_challenge_game::text::{parse_rank, print_move};
use cardsharp_challenge_solver::infosets::{HandId, HandState};
use cardsharp_challenge_solver::ranges::{LastTrick, RangeHand};
use cardsharp_challenge_solver::solved_hand::HandSolver;
use cardsharp_commands::solve::{LockLine, lock_lines};
use cardsharp_contest::explorer::ExploreError;
use cardsharp_solvers::locked::distribution;

/// The probability of each action, by its number in the game of ranges.
type Row = BTreeMap<usize, f64>;

/// The locked information sets of a hand, by the public actions before them.
pub(super) struct HandLocks {
    rows: BTreeMap<Vec<usize>, HashMap<HandId, Row>>,
    /// True if one is in the last trick.
    are_late: bool,
}

impl HandLocks {
    /// Reads the file. Information sets have the names that written-out hands have: the role, the cards in hand, and the
    /// public actions so far, such as `follower 13-9-4 challenge`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line names what the hand does not have.
    pub(super) fn read(path: &Path, game: &RangeHand) -> anyhow::Result<HandLocks> {
        let mut locks: BTreeMap<Vec<usize>, HashMap<HandId, Row>> = BTreeMap::new();
        // Each row once more, with the names of its information set and of all its actions.
        let mut wanted = Vec::new();
        let mut are_late = false;
        for (at, line) in lock_lines(path)? {
            let named = Infoset::of(&line, game).map_err(|fault| anyhow!("{at}: {fault:#}"))?;
            let Infoset { before, state, hand } = named;
            are_late |= state.over + 1 == game.game().rules().hand_size();
            let own = moves(game, &state).into_iter();
            let own: Vec<Move> = own.filter(|&one| action_index(game.space(), hand, one).is_some()).collect();
            let Some(&chosen) = own.iter().find(|&&chosen| print_move(chosen) == line.action) else {
                let names: Vec<String> = own.into_iter().map(print_move).collect();
                let names = names.join(", ");
                bail!("{at}: `{}` has the actions {names}, and no `{}`", line.infoset, line.action);
            };
            let row = locks.entry(before.clone()).or_default().entry(hand).or_default();
            let old = row.insert(number(game, chosen), line.probability);
            ensure!(old.is_none(), "{at}: `{}` at `{}` for the second time", line.action, line.infoset);
            wanted.push((before, hand, line.infoset, own));
        }
        let shown = path.display();
        for (before, hand, name, own) in wanted {
            let Some(row) = locks.get_mut(&before).and_then(|rows| rows.get_mut(&hand)) else {
                continue;
            };
            if let Some(&left_out) = own.iter().find(|&&one| !row.contains_key(&number(game, one))) {
                bail!("{shown}: `{name}` has no probability of `{}`", print_move(left_out));
            }
            let given: Vec<f64> = row.values().copied().collect();
            let shares = distribution(&given).with_context(|| format!("{shown}: `{name}` cannot be locked"))?;
            row.values_mut().zip(shares).for_each(|(old, share)| *old = share);
        }
        Ok(HandLocks { rows: locks, are_late })
    }

    /// The hand for a solver that is to be locked. A decision of the last trick is one only card by card, and a lock may
    /// leave any action there.
    pub(super) fn lockable(&self, hand: RangeHand) -> RangeHand {
        if self.are_late { hand.with_last_trick(LastTrick::CardByCard) } else { hand }
    }

    /// The number of locked information sets.
    pub(super) fn count(&self) -> usize {
        self.rows.values().map(HashMap::len).sum()
    }

    /// Locks them in a solver of a [lockable](HandLocks::lockable) hand.
    ///
    /// # Errors
    ///
    /// An information set is in the last trick, and the hand is none.
    pub(super) fn apply(&self, solver: &mut (dyn HandSolver + '_)) -> anyhow::Result<()> {
        for (before, rows) in &self.rows {
            solver.lock(before, &|action, hand| Some(rows.get(&hand)?.get(&action).copied().unwrap_or(0.0)))?;
        }
        Ok(())
    }
}

/// An information set by its name.
struct Infoset {
    before: Vec<usize>,
    state: HandState,
    hand: HandId,
}

impl Infoset {
    fn of(line: &LockLine, game: &RangeHand) -> anyhow::Result<Infoset> {
        let name = &line.infoset;
        let mut words = name.split(' ');
        let (role, cards) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let (state, before) = walk(game, words).map_err(|fault| match fault {
            ExploreError::Step { step, possible, .. } => {
                let possible = possible.join(", ");
                anyhow!("`{step}` of `{name}` is not possible there: choose one of {possible}")
            }
            fault => anyhow!("`{name}`: {fault}"),
        })?;
        ensure!(state.ending.is_none(), "nobody acts at `{name}`: the hand is over");
        let mover = state.to_move().index();
        ensure!(
            ["leader", "follower"][mover] == role && line.player == mover,
            "player {} does not act at `{name}`: it begins with the role of who acts there, and player 0 is the leader",
            line.player
        );
        let held: Option<Vec<_>> = cards.split('-').map(parse_rank).collect();
        let size = state.cards_left(state.to_move(), game.game().rules().hand_size());
        let held = held.filter(|held| held.len() == size).map(|held| held.into_iter().collect::<Cards>());
        let hand = held.and_then(|held| game.space().id(held));
        let hand = hand.with_context(|| format!("`{cards}` of `{name}` is no hand of {size} cards, such as 13-9-4"))?;
        Ok(Infoset { before, state, hand })
    }
}
