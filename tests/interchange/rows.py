"""Hold the rows of cardsharp's policies against `read_policy.py`; exit 1 where they differ.

Needs numpy (PyPI). Usage: python rows.py CARDSHARP [FOLDER], the program's path, and the repository's folder if it
is not the present one.

Every row of an export is found again by the numbers of the document. Positions of random play are
asked of `cardsharp inspect`, and read from the file.
"""

import csv
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from read_policy import ACCEPT, OFFER, ChallengeRows, Policy, blocks, digits_row, whist_key

TOLERANCE = 1e-12
POSITIONS = 50
# The number of weights of a large table.
LARGE = 500_000
# Parts that are packed numbers in the arrays and words in the CSV.
PACKED = {"history", "played", "hand"}
SMALL = "challenge(ranks=4,copies=3,hand_size=3)"
WHIST = "skullwhist(suits=2,ranks=3,hand_size=2)"


def run(program: str, *arguments: str) -> str | None:
    """The standard output of a command; none if it failed."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def must(program: str, *arguments: str) -> str:
    output = run(program, *arguments)
    assert output is not None, f"failed: {' '.join(arguments)}"
    return output


def inspected(program: str, path: Path, position: str) -> dict | None:
    flags = ["--samples", "1"] if "hand=" in position and "score=" in position else []
    shown = run(program, "inspect", str(path), position, "--json", *flags)
    return None if shown is None else json.loads(shown)


def export(program: str, path: Path, folder: Path) -> dict[str, np.ndarray]:
    """The arrays of a policy; the CSV must say the same. Of large tables only visited rows."""
    npz, table = folder / f"{path.stem}.npz", folder / f"{path.stem}.csv"
    flags = ["--force"] + ["--visited"] * (len(Policy(path).weights) > LARGE)
    must(program, "export", str(path), "--npz", str(npz), "--csv", str(table), *flags)
    arrays = dict(np.load(npz))
    starts = arrays["row_starts"]
    counts = np.diff(starts)
    number = "key" if "key" in arrays else "row"
    with table.open(newline="") as file:
        columns = list(zip(*csv.reader(file)))
    columns = {column[0]: column[1:] for column in columns}
    assert np.array_equal(np.array(columns[number], dtype=np.uint64), np.repeat(arrays[number], counts))
    assert np.array_equal(np.array(columns["probability"], dtype=float), arrays["probabilities"])
    assert list(columns["action"]) == list(arrays["actions_labels"][arrays["actions"]])
    for name in columns.keys() - {number, "action", "probability", "visited"}:
        values = np.repeat(arrays[name], counts)
        if f"{name}_labels" in arrays:
            labels = arrays[f"{name}_labels"][values]
            assert list(columns[name]) == [label if at >= 0 else "" for label, at in zip(labels, values)], name
        elif name not in PACKED:
            assert [int(text or -1) for text in columns[name]] == list(values), name
    return arrays


class Hand:
    """One hand of Challenge as one player sees it, by random play."""

    def __init__(self, ranks: int, copies: int, size: int, rng: random.Random):
        shoe = [rank for rank in range(1, ranks + 1) for _ in range(copies)]
        cards = rng.sample(shoe, 2 * size)
        self.hands = [sorted(cards[:size]), sorted(cards[size:])]
        self.size, self.rng = size, rng
        self.lead, self.table, self.challenge = 0, 0, "open"
        self.tricks, self.over, self.history = [0, 0], [], []
        self.by, self.stake, self.accepted = 0, (0, 0), ""

    def mover(self) -> int:
        if self.challenge == "offered":
            return 1 - self.by
        return 1 - self.lead if self.table else self.lead

    def decided(self) -> bool:
        left = self.size - len(self.over)
        return left == 0 or abs(self.tricks[0] - self.tricks[1]) > left

    def play(self) -> bool:
        """Plays a random action; false if the hand is over."""
        me = self.mover()
        if self.challenge == "offered":
            if self.rng.random() < 0.4:
                return False
            self.challenge = "accepted"
            self.history.append(ACCEPT)
            return True
        if self.challenge == "open" and self.rng.random() < 0.3:
            self.challenge, self.by, self.stake = "offered", me, (len(self.over), me)
            self.accepted = f" accepted={len(self.over)}{'+' if self.table else ''}"
            self.history.append(OFFER)
            return True
        card = self.rng.choice(self.hands[me])
        self.hands[me].remove(card)
        self.history.append(card)
        if not self.table:
            self.table = card
            return True
        led = [0, 0]
        led[self.lead], led[1 - self.lead] = self.table, card
        self.over.append((led, self.lead))
        self.table = 0
        if led[0] != led[1]:
            self.lead = int(led[1] > led[0])
            self.tricks[self.lead] += 1
        return not self.decided()

    def position(self, score: tuple[int, int]) -> tuple[str, dict]:
        """The position for `inspect`, and the parts of its row."""
        me = self.mover()
        other = 1 - me
        cards = ",".join(map(str, reversed(self.hands[me]))) or "-"
        words = f"hand={cards} score={score[me]}-{score[other]} challenge={self.challenge}"
        words += f" led={'yes' if me == 0 else 'no'} over={len(self.over)}"
        if self.table:
            words += f" table={self.table}"
        if self.over:
            tricks = [f"{led[me]}{'*' * (by == me)}-{led[other]}{'*' * (by == other)}" for led, by in self.over]
            words += f" played={','.join(tricks)}"
        words += self.accepted if self.challenge == "accepted" else ""
        trick, by = self.stake
        parts = {
            "hand": self.hands[me],
            "own": self.tricks[me],
            "theirs": self.tricks[other],
            "table": self.table,
            "leads": self.lead == me,
            "challenge": self.challenge,
            "tricks": [(led[me], led[other], by == me) for led, by in self.over],
            "stake": 2 * trick + (by == me),
            "history": self.history,
        }
        return words, parts


def check_positions(program: str, path: Path, seed: int) -> int:
    """Positions of random play of Challenge; the number compared."""
    policy = Policy(path)
    rows, rng = ChallengeRows(policy), random.Random(seed)
    compared = 0
    while compared < POSITIONS:
        score = (rng.randrange(10), rng.randrange(10))
        hand = Hand(rows.ranks, rows.copies, rows.size, rng)
        for _ in range(rng.randrange(2 * rows.size)):
            if not hand.play():
                break
        if hand.decided() or not hand.hands[hand.mover()] and hand.challenge != "offered":
            continue
        position, parts = hand.position(score)
        if (shown := inspected(program, path, position)) is None or shown["source"] != "own":
            continue
        class_ = rows.class_of_score[10 * score[0] + score[1]]
        row = rows.row(class_=class_, **parts)
        assert row == shown["row"], f"{path.name}: {position}: row {row}, cardsharp says {shown['row']}"
        told = [action["trained"] for action in shown["actions"]]
        assert close(policy.probabilities(row, len(told)), told), f"{path.name}: {position}"
        compared += 1
    return compared


def close(ours, told) -> bool:
    return ours is not None and np.allclose(ours, told, rtol=0, atol=TOLERANCE)


def rows_of(arrays):
    """Each row of an export: its number, its parts, its probabilities, and whether it was visited."""
    number = arrays["key" if "key" in arrays else "row"]
    parts = {name: it for name, it in arrays.items() if it.shape == number.shape and name not in ("key", "row")}
    for at, first in enumerate(arrays["row_starts"][:-1]):
        end = arrays["row_starts"][at + 1]
        values = {name: int(it[at]) for name, it in parts.items()}
        yield int(number[at]), values, arrays["probabilities"][first:end], bool(arrays["visited"][at])


def check_weights(policy: Policy, arrays, number) -> int:
    """Every row of an export, whose number `number` tells from its parts."""
    count = 0
    for row, parts, shares, visited in rows_of(arrays):
        found = number(parts)
        assert found in (None, row), f"{parts}: row {found}, cardsharp says {row}"
        ours = policy.probabilities(row, len(shares))
        assert (ours is not None) == visited and (ours is None or close(ours, shares)), parts
        count += 1
    assert count > 0
    return count


def check_digits(program: str, path: Path, positions, folder: Path) -> tuple[int, int]:
    """Rows whose numbers have digits: all of them, and those of positions."""
    policy, arrays = Policy(path), export(program, path, folder)
    names = [[name for name, _ in digits] for _, digits in blocks(policy)]

    def number(parts):
        kind = parts["decision"]
        return digits_row(policy, kind, {name: parts[name] for name in names[kind]})

    count = check_weights(policy, arrays, number)
    known = {row: shares for row, _, shares, _ in rows_of(arrays)}
    compared = 0
    for position in positions:
        shown = inspected(program, path, position)
        actions = len(known.get(shown and shown["row"], ()))
        ours = policy.probabilities(shown["row"], actions) if actions else None
        if ours is None:
            continue
        told = sorted(action["probability"] for action in shown["actions"])
        padded = [0.0] * (len(told) - len(ours)) + sorted(ours)
        assert close(padded, told), f"{path.name}: {position}"
        compared += 1
        if compared == POSITIONS:
            return count, compared
    raise AssertionError(f"{path.name}: only {compared} positions")


def whist_positions(suits: int, ranks: int, size: int, rng: random.Random):
    """Random positions of SkullWhist, each with what a key has."""
    pack = [f"{suit}{value:02}" for suit in "CDHS"[4 - suits :] for value in range(1, ranks + 1)]
    while True:
        cards = rng.sample(pack, 2 * size)
        hands = [set(cards[:size]), set(cards[size:])]
        bids = [rng.randint(1, size), rng.randint(1, size)]
        player = rng.randrange(2)
        if rng.random() < 0.3:
            text = f"hand={','.join(sorted(hands[player]))} seat={player}"
            yield text, (player, hands[player], (0, 0), [])
            continue
        dealt = [set(hand) for hand in hands]
        rounds, played, leader, led = [], [], 0, None
        for _ in range(rng.randrange(2 * size - 1)):
            mover = leader if led is None else 1 - leader
            cards = sorted(hands[mover])
            cards = [card for card in cards if led and card[0] == led[0]] or cards
            card = rng.choice(cards)
            hands[mover].remove(card)
            played.append(card)
            if led is None:
                led = card
                continue
            takes = card > led if card[0] == led[0] else card[0] == "S"
            leader = 1 - leader if takes else leader
            rounds.append(f"{played[-2]}-{card}")
            led = None
        player = leader if led is None else 1 - leader
        own = (bids[player], bids[1 - player])
        text = f"hand={','.join(sorted(hands[player]))} seat={player} bids={own[0]},{own[1]}"
        text += f" rounds={','.join(rounds)}" if rounds else ""
        text += f" led={led}" if led else ""
        yield text, (player, dealt[player], own, played)


def draw_positions(rng: random.Random):
    """Random positions of a turn of Dead Man's Draw."""
    suits = "anchor cannon chest hook key kraken map mermaid oracle sword".split()
    while True:
        cards = {suit: rng.sample(range(4 if suit == "mermaid" else 2, 10 if suit == "mermaid" else 8), 3) for suit in suits}
        area = rng.sample(suits, rng.randint(1, 4))
        words = ["area=" + ",".join(f"{suit}-{cards[suit][0]}" for suit in area)]
        for player in (0, 1):
            bank = rng.sample(suits, rng.randint(0, 6))
            words += [f"bank{player}=" + ",".join(f"{suit}-{cards[suit][1 + player]}" for suit in bank)] if bank else []
        yield " ".join(words)


def eights_positions(rng: random.Random):
    """Random deals of Tricky Eights, in which the first card is taken."""
    pack = [suit + rank for suit in "cdhs" for rank in "23456789tjqka"]
    while True:
        yield f"starthand n {' '.join(rng.sample(pack, 22))} take n"


def check_whist(program: str, path: Path, folder: Path) -> int:
    """SkullWhist's `recall`: the key of each position."""
    policy = Policy(path)
    check_weights(policy, export(program, path, folder), lambda _: None)
    compared = 0
    for position, parts in whist_positions(2, 3, 2, random.Random(5)):
        shown = inspected(program, path, position)
        if shown is None or shown["row"] is None:
            continue
        key = whist_key(policy, *parts)
        assert key == shown["row"], position
        told = [action["probability"] for action in shown["actions"]]
        ours = policy.probabilities(key, len(told))
        assert close(ours or [1 / len(told)] * len(told), told), position
        compared += ours is not None
        if compared == POSITIONS:
            return compared
    return compared


def check_explicit(program: str, path: Path, folder: Path) -> int:
    """A game that fits in memory: rows in the order of the keys, names as `inspect` has them."""
    policy, arrays = Policy(path), export(program, path, folder)
    assert list(arrays["key"]) == list(policy.sections["keys"])
    assert np.array_equal(arrays["probabilities"], np.array(policy.weights))
    for at, name in enumerate(arrays["infoset_labels"][:POSITIONS]):
        told = [action["probability"] for action in inspected(program, path, name)["actions"]]
        first = arrays["row_starts"][at]
        assert close(policy.weights[first : first + len(told)], told), name
    return min(len(arrays["key"]), POSITIONS)


def check_examples(program: str, root: Path) -> int:
    """The worked examples of the document."""
    text = (root / "docs/src/formats/rows.md").read_text()
    examples = re.findall(r"^\| `(data/[^`]*)` \| `([^`]*)` \| ([\d,]+) \|$", text, re.MULTILINE)
    assert len(examples) > 4
    for path, position, row in examples:
        found = inspected(program, root / path, position)["row"]
        assert found == int(row.replace(",", "")), f"{position}: {row}, cardsharp says {found}"
    return len(examples)


def train(program: str, folder: Path, name: str, game: str, *flags: str) -> Path:
    path = folder / f"{name}.policy"
    must(program, "train", game, "--quiet", "--threads", "1", "--out", str(path), *flags)
    return path


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    program, root = arguments[0], Path(arguments[1] if len(arguments) > 1 else ".")
    data = root / "data"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("worked examples:", check_examples(program, root))
        print("all-scores.policy:", check_positions(program, data / "challenge/all-scores.policy", 1), "positions")
        for seed, recipe in enumerate(["tricks", "seen", "all,seen2+own2", "seen+own+pairs+stake", "recall"]):
            flags = ["--infosets", recipe, "--hands", "0", "--iterations", "20000"]
            flags += ["--score", "0,0", "--max-memory", "16MiB"] if recipe == "recall" else ["--classes", "2"]
            path = train(program, folder, f"challenge{seed}", SMALL, *flags)
            rows = check_weights(Policy(path), export(program, path, folder), lambda _: None)
            print(f"{SMALL} {recipe}: {rows} rows, {check_positions(program, path, seed)} positions")
        path = train(program, folder, "whist", WHIST, "--infosets", "recall", "--iterations", "20000", "--samples", "0")
        print(f"{WHIST}: {check_whist(program, path, folder)} positions")
        whist = (text for text, _ in whist_positions(4, 13, 13, random.Random(6)))
        prospects = ["--infosets", "prospects", "--matches", "100", "--iterations", "3000", "--samples", "0"]
        for path, positions in [
            (data / "skullwhist/arena.policy", whist),
            (data / "dead_mans_draw/arena.policy", draw_positions(random.Random(7))),
            (train(program, folder, "prospects", "dead-mans-draw", *prospects), draw_positions(random.Random(8))),
            (data / "tricky_eights/contest.policy", eights_positions(random.Random(9))),
        ]:
            rows, count = check_digits(program, path, positions, folder)
            print(f"{path.name} {Policy(path).infosets}: {rows} rows, {count} positions")
        path = folder / "leduc.policy"
        must(program, "train", "leduc_poker", "--quiet", "--iterations", "20", "--out", str(path))
        print(f"leduc_poker: {check_explicit(program, path, folder)} information sets")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
