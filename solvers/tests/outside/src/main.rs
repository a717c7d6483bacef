//! A game of one's own, from its rules to a saved solution and a curve, by the prelude alone.

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cardsharp_solvers::contract::CheckOptions;
use cardsharp_solvers::prelude::*;

/// Rock, paper, scissors in which a win by rock counts twice.
struct HeavyRock;

/// The only equilibrium strategy: the probabilities of rock, paper and scissors.
const EQUILIBRIUM: [f64; 3] = [0.25, 0.5, 0.25];

#[derive(Clone, Copy)]
struct Throws {
    first: Option<usize>,
    second: Option<usize>,
}

impl Game for HeavyRock {
    type State = Throws;

    fn root(&self) -> Throws {
        Throws {
            first: None,
            second: None,
        }
    }

    fn turn(&self, state: &Throws) -> Turn {
        let player = match state {
            Throws { first: None, .. } => Player::ZERO,
            Throws { second: None, .. } => Player::ONE,
            _ => return Turn::Terminal,
        };
        Turn::Decision { player, actions: 3 }
    }

    fn child(&self, state: &Throws, index: usize) -> Throws {
        match state.first {
            None => Throws {
                first: Some(index),
                second: None,
            },
            first => Throws {
                first,
                second: Some(index),
            },
        }
    }

    fn chance_probability(&self, _state: &Throws, _index: usize) -> f64 {
        0.0
    }

    fn utility(&self, state: &Throws, player: Player) -> f64 {
        let (Some(first), Some(second)) = (state.first, state.second) else {
            return 0.0;
        };
        let won = |winner: usize| if winner == 0 { 2.0 } else { 1.0 };
        let first_wins = match (3 + first - second) % 3 {
            0 => 0.0,
            1 => won(first),
            _ => -won(second),
        };
        if player == Player::ZERO {
            first_wins
        } else {
            -first_wins
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }

    fn infoset(&self, state: &Throws) -> InfosetKey {
        InfosetKey::of(&state.first.is_some())
    }

    fn infoset_name(&self, state: &Throws) -> String {
        let names = ["first", "second"];
        names[usize::from(state.first.is_some())].to_owned()
    }

    fn action_name(&self, _state: &Throws, index: usize) -> String {
        ["rock", "paper", "scissors"][index].to_owned()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("usage: outside FOLDER")?);
    contract::check(&HeavyRock, &CheckOptions::default())?;
    let tree = Tree::compile(&HeavyRock)?;

    let path = folder.join("curve.csv");
    let mut curve = CsvCurve::new(File::create(&path)?)?;
    let until = Until::exploitability(1e-4).or_iterations(1_000_000);
    let solved = Cfr::new(&tree, Preset::DCFR).run_with(until, &mut curve)?;
    require(solved.exploitability() <= 1e-4, "the target was not met")?;
    require(solved.value(Player::ZERO).abs() < 1e-3, "the game is fair")?;
    for row in solved.strategy(&HeavyRock) {
        for ((action, share), expected) in row.actions.iter().zip(EQUILIBRIUM) {
            require(
                (share - expected).abs() < 0.01,
                &format!("{action}: {share}"),
            )?;
        }
        println!("{row}");
    }

    let file = folder.join("solution.json");
    solved.save(&HeavyRock, &file)?;
    require(
        Solution::load(&file)? == solved,
        "the file holds another solution",
    )?;

    let plot = folder.join("curve.svg");
    draw(&path, &plot)?;
    println!("{} and {}", path.display(), plot.display());
    Ok(())
}

/// Draws the curve of a file as a line: iterations to the right, NashConv up, both logarithmic.
fn draw(curve: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(curve)?;
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    require(
        header == "iteration,seconds,nodes,quantity,value,half_width,unit",
        "the columns of a curve",
    )?;
    let mut points = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let (x, y): (f64, f64) = (fields[0].parse()?, fields[4].parse()?);
        points.push(format!(
            "{:.1},{:.1}",
            20.0 * x.max(1.0).ln(),
            -20.0 * y.ln()
        ));
    }
    require(points.len() > 1, "a curve has several points")?;
    let line = points.join(" ");
    fs::write(
        out,
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 -100 400 400'>\
             <polyline fill='none' stroke='black' points='{line}'/></svg>\n"
        ),
    )?;
    Ok(())
}

fn require(holds: bool, else_message: &str) -> Result<(), Box<dyn Error>> {
    if holds {
        Ok(())
    } else {
        Err(else_message.into())
    }
}
