//! Sums over sets of duplicates, from which shares and their errors follow.

/// The sums over sets of duplicates: the rounds or games from one seed, one for every rotation of the seats.
/// A set is one draw, because its games share their deals. The score of an agent is the number of rounds or
/// games that they won; a draw counts as an equal part of one for each agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    sets: u64,
    played: f64,
    squared_played: f64,
    scores: Vec<f64>,
    /// The sums of products of two agents' scores, row by row.
    products: Vec<f64>,
    /// The sums of each agent's score times the number played.
    score_played: Vec<f64>,
}

impl Moments {
    /// No sets of `agents` agents.
    pub fn none(agents: usize) -> Moments {
        Moments {
            sets: 0,
            played: 0.0,
            squared_played: 0.0,
            scores: vec![0.0; agents],
            products: vec![0.0; agents * agents],
            score_played: vec![0.0; agents],
        }
    }

    /// Adds a set with the score of each agent, and the number of rounds or games played. A set in which nothing
    /// was played is left out.
    pub fn add(&mut self, scores: &[f64], played: u64) {
        if played == 0 {
            return;
        }
        let played = played as f64;
        self.sets += 1;
        self.played += played;
        self.squared_played += played * played;
        let agents = self.scores.len();
        for (one, &score) in scores.iter().enumerate() {
            self.scores[one] += score;
            self.score_played[one] += score * played;
            for (other, &more) in scores.iter().enumerate() {
                self.products[one * agents + other] += score * more;
            }
        }
    }

    /// Adds the sets of `other`, in which the agents of `self` stand at `indices`.
    pub fn add_all(&mut self, other: &Moments, indices: &[usize]) {
        let width = other.scores.len();
        self.sets += other.sets;
        self.played += other.played;
        self.squared_played += other.squared_played;
        for (one, &at) in indices.iter().enumerate() {
            self.scores[one] += other.scores[at];
            self.score_played[one] += other.score_played[at];
            for (two, &to) in indices.iter().enumerate() {
                self.products[one * indices.len() + two] += other.products[at * width + to];
            }
        }
    }

    /// The number of sets.
    pub fn sets(&self) -> u64 {
        self.sets
    }

    /// The number of rounds or games.
    pub fn played(&self) -> f64 {
        self.played
    }

    /// The score of an agent.
    pub fn score(&self, agent: usize) -> f64 {
        self.scores[agent]
    }

    /// The share of an agent: the score for each round or game. It is not a number if nothing was played.
    pub fn share(&self, agent: usize) -> f64 {
        self.scores[agent] / self.played
    }

    /// The sum over the sets of the squares of an agent's deviations from the share. It is 0 if there is one set, or
    /// all have the same result: sets that agree leave no more than the rounding of the sums.
    pub fn squares(&self, agent: usize) -> f64 {
        let squares = self.deviations([agent; 2], [self.share(agent); 2]);
        if squares < 1e-9 * self.played { 0.0 } else { squares }
    }

    /// The variance of two agents' scores, if these shares are expected of them: the sum over the sets of the expected
    /// product of their deviations. If the sets all agree, they show no spread, and each counts as one game.
    pub fn covariance(&self, agents: [usize; 2], expected: [f64; 2]) -> f64 {
        let sets = self.sets as f64;
        if (0..self.scores.len()).all(|agent| self.squares(agent) == 0.0) {
            let own = f64::from(u8::from(agents[0] == agents[1]));
            self.squared_played * expected[0] * (own - expected[1])
        } else {
            self.deviations(agents, expected) * sets / (sets - 1.0)
        }
    }

    /// The sum over the sets of the product of two agents' deviations: of the score from `expected` for each
    /// round or game. `expected` has the share that is expected of each agent of `agents`.
    pub fn deviations(&self, agents: [usize; 2], expected: [f64; 2]) -> f64 {
        let [one, other] = agents;
        let product = self.products[one * self.scores.len() + other];
        let mixed = expected[1] * self.score_played[one] + expected[0] * self.score_played[other];
        product - mixed + expected[0] * expected[1] * self.squared_played
    }
}
