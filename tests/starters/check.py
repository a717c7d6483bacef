"""Plays every starter kit: check.py BINARY [CONTEST|LANGUAGE ...]

Each kit of `cardsharp starter` is written to a folder of its own, and plays a whole game by its own script `play`, in the
real interpreter or compiler. The server's journal must have the game, ended by the rules and without an illegal move of
the kit. Then the kits of contests with connections play through a proxy that cuts them, and the kits of Python with a
planted fault, which must be found. Two kits play at a time. Words after the binary choose contests and languages.

`cardsharp check` must pass the kits of two languages, and find the faults of planted.py, of which some are planted here.
With the word `checks` it is the only thing that is done: it checks every kit, and finds every planted fault with all steps.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import planted
import proxy

LANGUAGES = ["python", "javascript", "java", "c++", "rust", "go"]
# Seconds that a kit has to compile and to play, and that one with a planted fault has.
DEADLINE = 150
DEADLINE_OF_FAULT = 15


class Wrong(Exception):
    """A kit has not done what it must."""


def require(holds, message):
    if not holds:
        raise Wrong(message)


def lines_of(folder, name):
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def judge_challenge(folder, was_cut):
    *games, last = lines_of(folder, "challenge-games.jsonl")
    require("wins" in last and len(games) >= 5, "no round has ended")
    require({game["ended"] for game in games} <= {"challenge", "points"}, "a game has not ended by the rules")
    penalties = sum(game["penalties"][game["names"].index("127.0.0.1")] for game in games)
    # A team that is away when its move is due is penalised.
    require(was_cut or penalties == 0, f"{penalties} penalties")


def judge_skullwhist(folder, was_cut):
    (game,) = lines_of(folder, "skullwhist-games.jsonl")
    require(game["forfeited_by"] is None, f"{game['forfeited_by']} has forfeited the game")
    require(game["bid1"] and game["bid2"], "a bid is missing")
    require(len(game["rounds"]) == 13 and game["tricks1"] + game["tricks2"] == 13, "a card is missing")


def judge_dead_mans_draw(folder, was_cut):
    matches = lines_of(folder, "dead-mans-draw-games.jsonl")
    require(len(matches) >= 5, f"{len(matches)} matches only")
    for match in matches:
        events = [event["eventType"] for event in match["record"]]
        require("Comment" not in events, "the kit was late")
        require(not match["record"][-1].get("matchEndedTerminated"), "a match was terminated")
        require(events[-1] == "MatchEnded", "a match has not ended")


def judge_tricky_eights(folder, was_cut):
    (game,) = lines_of(folder, "tricky-eights-games.jsonl")
    require(game["disqualified"] == [], f"disqualified: {game['disqualified']}")
    require(max(game["scores"]) >= 300 and game["scores"][game["winner"]] == max(game["scores"]), "no winner")


# By contest: its judge, further options of its server (a busy machine starts programs slowly), and a fault: what stands
# in the kit of Python, and what replaces it.
CONTESTS = {
    "challenge": (judge_challenge, [], ("return random.choice(moves)", "return 14")),
    "skullwhist": (judge_skullwhist, [], ("return random.choice(legal)", 'return "S14"')),
    "dead-mans-draw": (judge_dead_mans_draw, ["--answer-time", "60"], ("return random.choice(legal)", 'return "Dig"')),
    "tricky-eights": (judge_tricky_eights, ["--answer-time", "60"], ("return random.choice(legal)", 'return "d1"')),
}


# By contest: of the pieces that the server sends, each with a number that the first number divides is lost, and the second
# bounds them. A team that is away from Challenge is penalised and waits for 10 seconds, so one cut is enough there.
CUTS = {"challenge": "12 1", "skullwhist": "9 1000", "dead-mans-draw": "40 1000"}


def run(words, folder, environment, deadline):
    """Runs a script, which is ended with all its children at the deadline. Returns its text, and why it failed."""
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=deadline)
        ended = f"`play` has ended with {process.returncode}" if process.returncode else None
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        said, _ = process.communicate()
        ended = f"`play` has not ended within {deadline} s"
    return said, ended


def play(binary, contest, folder, deadline=DEADLINE, through=None):
    """Plays a kit by its own script, and returns what it said. With `through` its connections are cut."""
    judge, options, _ = CONTESTS[contest]
    environment = {**os.environ, "CARDSHARP": binary}
    script = "play"
    if through is not None:
        script = "play-cut"
        cut = (folder / "play").read_text().replace('./run "$@" &', f'{through} "$@" &')
        (folder / script).write_text(cut)
        (folder / script).chmod(0o755)
    said, ended = run([f"./{script}", "--data", "games", *options], folder, environment, deadline)
    try:
        refused = [line for line in said.splitlines() if "refused:" in line.lower() or ": status 4" in line]
        require(not refused or through, f"refused by the server: {refused[:1]}")
        require(ended is None, ended)
        judge(folder / "games", through is not None)
    except (Wrong, OSError, ValueError) as wrong:
        raise Wrong(f"{wrong}\n{said}") from None
    return said


def play_new(binary, contest, language, folder):
    words = [binary, "starter", contest, "--language", language, "--out", str(folder)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    play(binary, contest, folder)


def play_cut(binary, contest, folder):
    """Plays a kit through a proxy that cuts connections."""
    through = f"{sys.executable} {Path(proxy.__file__).resolve()} {CUTS[contest]}"
    shutil.rmtree(folder / "games", ignore_errors=True)
    said = play(binary, contest, folder, through=through)
    require("proxy: cut 1" in said, f"nothing was cut\n{said}")
    if contest == "challenge":
        gaps = [float(line.split()[-2]) for line in said.splitlines() if line.startswith("proxy: back after")]
        require(gaps, f"the kit has not come back\n{said}")
        require(min(gaps) >= 5, f"the kit has come back within 5 seconds: {gaps}")
        require(said.count("team ") >= 2, f"the kit was not greeted again\n{said}")


def play_faulty(binary, contest, folder):
    """Plays a kit with a fault, which must be found."""
    was, becomes = CONTESTS[contest][2]
    source = (folder / "bot.py").read_text()
    assert was in source, f"{contest}: the fault has no place in bot.py"
    (folder / "bot.py").write_text(source.replace(was, becomes))
    shutil.rmtree(folder / "games", ignore_errors=True)
    try:
        play(binary, contest, folder, DEADLINE_OF_FAULT)
    except Wrong as found:
        return str(found).splitlines()[0]
    raise Wrong("the planted fault was not found")


# By contest: the words of `cardsharp check` after its name. The judge confines the program itself, not a script.
BOTS = {
    "challenge": ["./run", "{host}", "{port}"],
    "skullwhist": ["./run", "{url}", "{user}", "{password-file}"],
    "dead-mans-draw": ["./run", "{url}", "{user}", "{password-file}"],
}
# The languages whose kits are checked by default, and the number of checks at a time: most of their time they wait.
CHECKED = ["python", "javascript"]
CHECKS_AT_A_TIME = 4
# Of the planted faults of a contest, the default ones are those with the numbers 0, EVERY, and so on.
EVERY = 4


def failures(binary, contest, folder, steps=()):
    """Checks a kit. Returns what was found, by the name of the step, and the names of all steps."""
    if contest == "tricky-eights":
        built = subprocess.run(["./run", "--build"], cwd=folder, capture_output=True, text=True, check=True)
        bot = built.stdout.split()
    else:
        bot = BOTS[contest]
    chosen = [word for step in steps for word in ("--step", str(step))]
    # A kit of Python that does not flush must not be helped.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    checked = subprocess.run(
        [binary, "check", contest, "--json", *chosen, "--", *bot],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    reports = [json.loads(line) for line in checked.stdout.splitlines()]
    require(reports, checked.stderr)
    found = {report["name"]: report["found"] for report in reports if not report["passed"]}
    require(checked.returncode == (1 if found else 0), f"exit code {checked.returncode}: {checked.stderr}")
    return found, [report["name"] for report in reports]


def check_kit(binary, contest, language, folder):
    """A kit, written if it is not there, passes all steps."""
    if not folder.exists():
        words = [binary, "starter", contest, "--language", language, "--out", str(folder)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    found, steps = failures(binary, contest, folder)
    require(not found, found)
    return f"{len(steps)} steps"


def check_planted(binary, contest, fault, folder, numbers):
    """A fault that is planted in a kit of Python is found. `numbers` has the numbers of steps; all are run without."""
    name, was, becomes, expected = fault
    words = [binary, "starter", contest, "--language", "python", "--out", str(folder)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    source = (folder / "bot.py").read_text()
    require(was in source, "the fault has no place in bot.py")
    (folder / "bot.py").write_text(source.replace(was, becomes))
    require(numbers is None or expected <= set(numbers), f"no such step: {expected - set(numbers or ())}")
    steps = sorted(numbers[step] for step in expected) if numbers else ()
    found, _ = failures(binary, contest, folder, steps)
    require(expected & set(found), f"not found by {sorted(expected)}; others: {found}")
    step = next(step for step in found if step in expected)
    return f"{step}: {found[step]}"[:250]


def checks(binary, kits, folder, is_whole):
    """The work of checking kits and planted faults, for a report."""
    works = [
        (f"check of {contest} in {language}", check_kit, contest, language, path)
        for contest, language, path in kits
        if is_whole or language in CHECKED
    ]
    for contest in dict.fromkeys(contest for contest, _, _ in kits):
        faults = planted.FAULTS[contest]
        numbers = None if is_whole else {step: number for number, step in enumerate(step_names(contest), 1)}
        for number, fault in enumerate(faults):
            if is_whole or number % EVERY == 0:
                path = Path(folder) / f"planted-{contest}-{number}"
                works.append((f"{contest}: {fault[0]}", check_planted, contest, fault, path, numbers))
    return works


def step_names(contest):
    """The names of the steps of a check, in their order."""
    table = Path(__file__).parents[2] / "contests" / contest / "commands/check/steps.md"
    return [row.split("|")[1].strip() for row in table.read_text().splitlines() if row.startswith("| ")][1:]


class Report:
    """The lines of the kits, printed as they end."""

    def end(self):
        sys.exit("FAILED: " + "; ".join(self.failed) if self.failed else 0)

    def __init__(self, binary):
        self.binary = binary
        self.failed = []
        self.lock = threading.Lock()

    def run_all(self, what, works, at_a_time=2):
        """Does what is listed, some at a time: a name, a function, and its arguments after the binary."""
        began = time.monotonic()
        with ThreadPoolExecutor(at_a_time) as pool:
            for work in works:
                pool.submit(self.run, *work)
        print(f"{len(works)} {what} in {time.monotonic() - began:.1f} s", flush=True)

    def run(self, name, work, *arguments):
        began = time.monotonic()
        try:
            verdict, note = "ok", work(self.binary, *arguments)
        except Exception as fault:  # Whatever it is, it is this kit's, and the others go on.
            verdict, note = "FAILED", f"{type(fault).__name__}: {fault}"
            self.failed.append(name)
        with self.lock:
            note = f": {note}" if note else ""
            print(f"{time.monotonic() - began:6.1f} s  {verdict:6} {name}{note}", flush=True)


def main():
    chosen = sys.argv[2:]
    contests = [contest for contest in CONTESTS if contest in chosen] or list(CONTESTS)
    languages = [language for language in LANGUAGES if language in chosen] or LANGUAGES
    report = Report(str(Path(sys.argv[1]).resolve()))
    with tempfile.TemporaryDirectory() as folder:
        kits = [
            (contest, language, Path(folder) / f"{contest}-{language}")
            for language in languages
            for contest in contests
        ]
        is_whole = "checks" in chosen
        if is_whole:
            report.run_all("checks", checks(report.binary, kits, folder, is_whole), CHECKS_AT_A_TIME)
            report.end()
        report.run_all(
            "kits",
            [(f"{contest} in {language}", play_new, contest, language, path) for contest, language, path in kits],
        )
        cut = [
            (f"{contest} in {language} with cut connections", play_cut, contest, path)
            for contest, language, path in kits
            if contest in CUTS
        ]
        report.run_all("kits with cut connections", cut)
        # Last, because the fault stays in the kit.
        faulty = [
            (f"{contest} in {language} with a planted fault", play_faulty, contest, path)
            for contest, language, path in kits
            if language == "python"
        ]
        report.run_all("checks", checks(report.binary, kits, folder, is_whole), CHECKS_AT_A_TIME)
        report.run_all("kits with a planted fault", faulty)
    report.end()


if __name__ == "__main__":
    main()
