//! Counterfactual regret minimization and exact best responses for games with hidden information.
//!
//! This crate knows no contest: a game is anything that implements [`game::Game`].

pub mod game;
