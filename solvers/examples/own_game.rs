//! A game of one's own: matching pennies in which the second player sees the first one's coin with probability 1/4.
//!
//! `cargo run --release -p cardsharp-solvers --example own_game`

use cardsharp_solvers::contract::CheckOptions;
use cardsharp_solvers::prelude::*;

/// The second player wins 1 by naming the first one's coin, and else loses 1.
struct PeekingPennies;

#[derive(Clone, Copy, Hash)]
struct Pennies {
    /// The second player sees the coin if this is true; none before chance has decided.
    peeks: Option<bool>,
    coin: Option<usize>,
    guess: Option<usize>,
}

impl Game for PeekingPennies {
    type State = Pennies;

    fn root(&self) -> Pennies {
        Pennies { peeks: None, coin: None, guess: None }
    }

    fn turn(&self, state: &Pennies) -> Turn {
        let player = match state {
            Pennies { peeks: None, .. } => return Turn::Chance { outcomes: 2 },
            Pennies { coin: None, .. } => Player::ZERO,
            Pennies { guess: None, .. } => Player::ONE,
            _ => return Turn::Terminal,
        };
        Turn::Decision { player, actions: 2 }
    }

    fn child(&self, state: &Pennies, index: usize) -> Pennies {
        let mut child = *state;
        match state {
            Pennies { peeks: None, .. } => child.peeks = Some(index == 0),
            Pennies { coin: None, .. } => child.coin = Some(index),
            _ => child.guess = Some(index),
        }
        child
    }

    fn chance_probability(&self, _state: &Pennies, index: usize) -> f64 {
        [0.25, 0.75][index]
    }

    fn utility(&self, state: &Pennies, player: Player) -> f64 {
        let second = if state.coin == state.guess { 1.0 } else { -1.0 };
        if player == Player::ONE { second } else { -second }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    /// All that the player to move knows.
    fn infoset(&self, state: &Pennies) -> InfosetKey {
        match state.coin {
            None => InfosetKey::of(&Player::ZERO),
            coin if state.peeks == Some(true) => InfosetKey::of(&(Player::ONE, coin)),
            _ => InfosetKey::of(&Player::ONE),
        }
    }

    fn infoset_name(&self, state: &Pennies) -> String {
        match (state.coin, state.peeks) {
            (None, _) => "puts a coin".to_owned(),
            (Some(coin), Some(true)) => format!("sees {}", ["heads", "tails"][coin]),
            _ => "guesses".to_owned(),
        }
    }

    fn action_name(&self, state: &Pennies, index: usize) -> String {
        let names = match state.peeks {
            None => ["peeks", "does not peek"],
            Some(_) => ["heads", "tails"],
        };
        names[index].to_owned()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The checker walks the whole game and names the first rule that the game breaks.
    let report = contract::check(&PeekingPennies, &CheckOptions::default())?;
    println!("{} histories, {:?} information sets", report.histories, report.infosets);

    let tree = Tree::compile(&PeekingPennies)?;
    let solved = Cfr::new(&tree, Preset::DCFR).run(Until::nash_conv(1e-6).or_iterations(100_000));
    println!("value to the second player: {:.4}", solved.value(Player::ONE));
    for row in solved.strategy(&PeekingPennies) {
        println!("{row}");
    }
    Ok(())
}
