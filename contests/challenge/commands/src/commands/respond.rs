//! Responses to a policy of Challenge.

use std::path::Path;

use cardsharp_challenge_solver::measure::{UNIT, responses as solve};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_contest::{ContestError, ResponseCurve, ResponsePoint, ResponseRequest};
use cardsharp_game::BadUsage;
use cardsharp_policy::loaded;
use cardsharp_solvers::game::Player;

/// The iterations of each response, unless they are asked for.
const ITERATIONS: u64 = 200;

/// The responses to a player of a policy, at the score 0-0.
pub fn responses(path: &Path, request: &ResponseRequest) -> Result<ResponseCurve, ContestError> {
    let policy = loaded(TrainedPolicy::load(path)?, "responding to");
    if policy.trunk_tricks().is_some() {
        return Err(BadUsage::new("a trunk is no whole strategy: respond to a policy of the whole hand").into());
    }
    let class = policy.classes.class(Score { leader: 0, follower: 0 });
    let iterations = request.iterations.unwrap_or(ITERATIONS);
    let opponent = Player::new(request.opponent);
    let (game_value, found) = solve((&policy.game, &policy, class), opponent, &request.trade_offs, iterations)
        .map_err(|error| BadUsage::new(format!("{}: {error}", policy.game.rules())))?;
    let points = request.trade_offs.iter().zip(found).map(|(&trade_off, response)| ResponsePoint {
        trade_off,
        value: response.value,
        exploitability: response.exploitability,
    });
    Ok(ResponseCurve { game: policy.game.rules().to_string(), game_value, responses: points.collect(), unit: UNIT })
}
