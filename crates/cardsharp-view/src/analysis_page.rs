//! The page of what the decisions of a journal lose. The games are analysed in the background, once for each state of the
//! journal.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use maud::{Markup, html};

use super::analysis::{Analysed, Analysis, LossLine, PLAY_OUTS, PlayerLosses, SEED, WORST, Worst};
use super::explorer::{NamedExplorer, address_of};
use super::journal_index::JournalIndex;
use super::named_advisor::NamedAdvisor;
use super::without_luck::{WithoutLuck, without_luck};
use cardsharp_arena::Interval;
use cardsharp_contest::Review;
use cardsharp_net::shell::table;
use cardsharp_terminal::counted::counted;

/// The games that are analysed: the latest ones.
const MOST_GAMES: usize = 10_000;
/// The most games whose luck is removed: it takes ten times as long as the analysis.
const MOST_WITHOUT_LUCK: usize = 1_000;

/// The analyses of all journals by a policy.
pub(super) struct Analyses {
    advisor: Option<Arc<NamedAdvisor>>,
    explorers: Arc<Vec<NamedExplorer>>,
    /// By the number of the journal.
    jobs: Mutex<HashMap<usize, Arc<Job>>>,
}

/// The analysis of a journal, which may go on.
pub(super) struct Job {
    /// The size of the journal.
    size: u64,
    games: usize,
    done: AtomicUsize,
    result: OnceLock<Result<Analysed, String>>,
    /// The results without luck, which come last.
    luck: OnceLock<Result<Vec<WithoutLuck>, String>>,
}

impl Analyses {
    /// No analyses yet.
    pub(super) fn new(advisor: Option<Arc<NamedAdvisor>>, explorers: Arc<Vec<NamedExplorer>>) -> Analyses {
        let jobs = Mutex::default();
        Analyses { advisor, explorers, jobs }
    }

    /// The analysis of a journal as it is now. It is begun if there is none, and no other goes on for this journal.
    pub(super) fn job(self: &Arc<Analyses>, number: usize, journal: &Arc<JournalIndex>) -> Arc<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = jobs.get(&number)
            && (job.size == journal.size || job.luck.get().is_none())
        {
            return Arc::clone(job);
        }
        let recorded = journal.games.iter().filter(|line| line.recorded).count();
        let job = Arc::new(Job {
            size: journal.size,
            games: recorded.min(MOST_GAMES),
            done: AtomicUsize::new(0),
            result: OnceLock::new(),
            luck: OnceLock::new(),
        });
        jobs.insert(number, Arc::clone(&job));
        let (begun, analyses, journal) = (Arc::clone(&job), Arc::downgrade(self), Arc::clone(journal));
        let work = move || {
            let found = begun.run(&analyses, &journal);
            let _ = begun.result.set(found.map_err(|error| format!("{error:#}")));
            let luck = begun.without_luck(&analyses, &journal);
            let _ = begun.luck.set(luck.map_err(|error| format!("{error:#}")));
        };
        let thread = std::thread::Builder::new().name("analysis".to_owned());
        if let Err(error) = thread.spawn(work) {
            let _ = job.result.set(Err(error.to_string()));
            let _ = job.luck.set(Ok(Vec::new()));
        }
        job
    }

    /// The policy among those that are looked at, with its number.
    fn policy(&self) -> Option<(usize, &NamedExplorer)> {
        let name = &self.advisor.as_ref()?.name;
        self.explorers.iter().enumerate().find(|(_, explorer)| explorer.name == *name)
    }

    /// The content of the page.
    pub(super) fn content(&self, number: usize, job: &Job) -> Markup {
        let policy = self.advisor.as_ref().map_or("", |advisor| &advisor.name);
        html! {
            p { "What each decision loses by the values of " bdi { (policy) } ", if all play by it afterwards." }
            @match job.result.get() {
                None => {
                    p #progress { (job.done.load(Ordering::Relaxed)) " of " (counted(job.games as u64, "game")) " analysed." }
                }
                Some(Err(fault)) => { p #fault role="alert" { bdi { (fault) } } }
                Some(Ok(analysed)) => {
                    p #progress { (counted(analysed.games as u64, "game")) " analysed." }
                    @if analysed.without_record > 0 {
                        p.note {
                            (counted(analysed.without_record as u64, "game")) " left out: without moves, or before the latest "
                            (MOST_GAMES) "."
                        }
                    }
                    (losses(&analysed.players))
                    (job.luck_part())
                    (worst(self.policy().map(|(at, _)| at), number, &analysed.worst))
                }
            }
        }
    }
}

impl Job {
    /// Analyses the games one by one, so that one core at most is busy. It ends with the server.
    fn run(&self, analyses: &Weak<Analyses>, journal: &JournalIndex) -> anyhow::Result<Analysed> {
        let ended = || anyhow::anyhow!("the server has ended");
        let advisor = analyses.upgrade().and_then(|analyses| analyses.advisor.clone());
        let advisor = advisor.ok_or_else(ended)?;
        let analysis = Analysis { journal, advisor: &*advisor.advisor, play_outs: PLAY_OUTS as usize, seed: SEED };
        let games = analysis.games();
        let mut reviewed = Vec::new();
        for &game in &games[games.len() - self.games..] {
            if analyses.strong_count() == 0 {
                return Err(ended());
            }
            reviewed.push(analysis.review(game)?);
            self.done.store(reviewed.len(), Ordering::Relaxed);
        }
        let analyses = analyses.upgrade().ok_or_else(ended)?;
        let explorer = analyses.policy().and_then(|(_, policy)| policy.exploration.tree());
        analysis.summed_up(&reviewed, explorer, WORST)
    }

    /// The results without luck. It ends with the server only after that.
    fn without_luck(&self, analyses: &Weak<Analyses>, journal: &JournalIndex) -> anyhow::Result<Vec<WithoutLuck>> {
        let advisor = analyses.upgrade().and_then(|analyses| analyses.advisor.clone());
        match advisor.filter(|_| matches!(self.result.get(), Some(Ok(_))) && self.games <= MOST_WITHOUT_LUCK) {
            Some(advisor) => without_luck(journal, &advisor.luck),
            None => Ok(Vec::new()),
        }
    }

    /// The version of the page: it changes until all is done.
    pub(super) fn version(&self) -> Option<String> {
        let done = self.done.load(Ordering::Relaxed);
        let is_analysed = self.result.get().is_some();
        self.luck.get().is_none().then(|| format!("{done}-{is_analysed}"))
    }

    fn luck_part(&self) -> Markup {
        let share = |Interval { share, half_width }: Interval| {
            let width = half_width.map_or(String::new(), |width| format!(" ± {:.2}", 100.0 * width));
            html! { td.number data-number=(share) { (format_args!("{:.2}", 100.0 * share)) (width) " %" } }
        };
        let found = match self.luck.get() {
            None => return html! { p.note { "Luck is being removed from the results." } },
            Some(Err(fault)) => return html! { p.note { bdi { (fault) } } },
            Some(Ok(found)) if found.is_empty() => return Markup::default(),
            Some(Ok(found)) => found,
        };
        let rows = html! {
            @for one in found {
                @for (index, agent) in one.agents.iter().enumerate() {
                    @if let Some(result) = one.removed.of(index) {
                        tr { th scope="row" { bdi { (agent) } } (share(result.plain)) (share(result.removed)) }
                    }
                }
            }
        };
        let heads = html! { th { "Player" } th.number { "Games won" } th.number { "Luck removed" } };
        html! {
            h2 { "Results without luck" }
            (table(Some("luck"), heads, rows))
            p.note { "By AIVAT, with 95 % confidence intervals: the luck of deals, and of the decisions of known agents." }
        }
    }
}

fn losses(players: &[PlayerLosses]) -> Markup {
    let line = |line: &LossLine| {
        let width = line.half_width.map_or(String::new(), |width| format!(" ± {width:.4}"));
        html! {
            td { (line.kind) }
            td.number { (line.decisions) }
            td.number { (line.seldom) }
            td.number data-number=(line.lost) { (format_args!("{:.4}", line.lost)) (width) }
        }
    };
    let rows = html! {
        @for player in players {
            tr { th scope="row" { bdi { (player.agent) } } (line(&player.all)) }
            @for kind in player.kinds.iter().filter(|kind| kind.decisions > 0) { tr { td {} (line(kind)) } }
        }
    };
    let heads = html! {
        th { "Player" } th { "Decisions" } th.number { "Number" } th.number { "Seldom" } th.number { "Lost a game" }
    };
    html! {
        (table(Some("losses"), heads, rows))
        p.note {
            "Lost: the value of the policy's own play less that of the action taken, with 95 % confidence intervals. Single \
             losses are mostly luck. Seldom: actions that the policy takes in less than "
            (format_args!("{:.0} %", 100.0 * Review::SELDOM)) " of the cases."
        }
    }
}

fn worst(policy: Option<usize>, number: usize, worst: &[Worst]) -> Markup {
    if worst.is_empty() {
        return Markup::default();
    }
    let rows = html! {
        @for decision in worst {
            @let (place, hand) = decision.place.clone();
            @let address = address_of(policy.unwrap_or_default(), place, hand);
            tr {
                td.number { a href={ "/journals/" (number) "/games/" (decision.game - 1) } { (decision.game) } }
                td { bdi { (decision.agent) } }
                td { a href=(address) { (decision.action) } }
                td.number { (format_args!("{:.2} %", 100.0 * decision.probability)) }
                td { (decision.best) }
                td.number data-number=(decision.lost) {
                    (format_args!("{:.4} ± {:.4}", decision.lost, decision.half_width))
                }
            }
        }
    };
    let heads = html! {
        th.number { "Game" } th { "Player" } th { "Action" } th.number { "By the policy" } th { "Best" } th.number { "Lost" }
    };
    html! {
        h2 { "Worst decisions, by what the player knew" }
        (table(Some("worst"), heads, rows))
    }
}
