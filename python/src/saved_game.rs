//! The game of a policy file that has no name: an .efg file beside it.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use cardsharp::explicit::ExplicitGame;
use cardsharp_files::replace;
use cardsharp_solvers::tree::{RealizationPlan, Tree};

use crate::strategy::Rows;

/// A game as its .efg file has it, and the strategy of the solution in it.
pub struct SavedGame {
    /// The absolute path of the file, by which the game is opened again.
    pub name: String,
    /// The compiled game.
    pub tree: Tree,
    /// The strategy.
    pub plan: RealizationPlan,
}

/// Writes `game` to the path of `policy` with the ending `.efg`, and reads it again. `rows` is the strategy.
///
/// # Errors
///
/// The file cannot be written, or it is there and holds something else.
pub fn save_beside(policy: &Path, game: &ExplicitGame, rows: Rows) -> Result<SavedGame, String> {
    let path = policy.with_extension("efg");
    if path == policy {
        let path = path.display();
        return Err(format!("the game itself is written to {path}: give the policy another ending"));
    }
    let failed = |error: &dyn Display| format!("cannot write the game to {}: {error}", path.display());
    let path_name = std::path::absolute(&path).map_err(|error| failed(&error))?;
    let name = path_name.display().to_string();
    let mut text = Vec::new();
    game.write_efg(&mut text).map_err(|error| failed(&error))?;
    write_new(&path_name, &text)?;
    let saved = ExplicitGame::open(&name).map_err(|error| failed(&error))?;
    let tree = saved.game().compile().map_err(|error| failed(&error))?;
    // Both lists are in the order of a depth-first walk of the same tree.
    let keys = game.game().infosets().into_iter().map(|infoset| infoset.key.0);
    let saved_keys = saved.game().infosets().into_iter().map(|infoset| infoset.key.0);
    let plan = rows.renamed(keys.zip(saved_keys)).plan(&tree);
    let plan = plan.map_err(|_| failed(&"the file has other information sets than the game"))?;
    Ok(SavedGame { name, tree, plan })
}

/// Writes a file that may be there only with the same content.
fn write_new(path: &Path, text: &[u8]) -> Result<(), String> {
    match fs::read(path) {
        Ok(found) if found == text => return Ok(()),
        Ok(_) => {
            return Err(format!(
                "{} is there already, and holds something else than the game: choose another path",
                path.display()
            ));
        }
        Err(_) => {}
    }
    replace(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
