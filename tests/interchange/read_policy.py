"""Read a policy file of cardsharp without cardsharp: `docs/src/formats/rows.md` as a program.

Needs Python's standard library alone. `Policy(path)` has the header, the sections and the weights;
`ChallengeRows(policy).row(...)` and `digits_row(...)` number rows, and `policy.probabilities(first,
actions)` reads one.

    policy = Policy("data/challenge/all-scores.policy")
    rows = ChallengeRows(policy)
    row = rows.row(class_=0, hand=[12, 9, 8, 8, 1], leads=True)
    policy.probabilities(row, 5)
"""

import array
import struct
import zlib
from itertools import product
from pathlib import Path

MAGIC = b"\x89CSHP\r\n\x1a"
ELEMENTS = [("B", 1), ("H", 2), ("I", 4), ("Q", 8), ("f", 4), ("d", 8)]
# The cards of a challenge and its acceptance in a history.
OFFER, ACCEPT = 14, 15


class Decoder:
    """The encoded header."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def integer(self) -> int:
        first = self.take(1)[0]
        longer = {251: 2, 252: 4, 253: 8}
        return first if first < 251 else int.from_bytes(self.take(longer[first]), "little")

    def text(self) -> str:
        return self.take(self.integer()).decode()

    def real(self) -> float:
        return struct.unpack("<d", self.take(8))[0]


class Policy:
    """A policy file, checked to the last byte."""

    def __init__(self, path: str | Path):
        data = Path(path).read_bytes()
        version, codec, length, crc, zero = struct.unpack("<IIQII", data[8:32])
        encoded = data[32 : 32 + length]
        assert data[:8] == MAGIC and version in (1, 2) and codec == 1 and zero == 0, path
        assert zlib.crc32(data[8:24] + encoded) == crc, f"{path}: the header is damaged"
        header = Decoder(encoded)
        assert header.integer() == 0, f"{path} is no policy"
        self.game = header.text()
        self.fingerprint = header.integer().to_bytes(8, "big")
        self.infosets, self.solver = header.text(), header.text()
        self.parameters = {header.text(): header.text() for _ in range(header.integer())}
        self.seed, self.iterations = header.integer(), header.integer()
        if header.take(1) == b"\1":
            quantity = [header.integer()] if version > 1 else []
            self.measured = (*quantity, header.real(), header.real(), header.text(), header.integer())
        self.made_by = header.text()
        self.sections: dict[str, array.array] = {}
        end = 32 + length
        for _ in range(header.integer()):
            name = header.text()
            code, size = ELEMENTS[header.integer()]
            count, compressed, stored, crc = (header.integer() for _ in range(4))
            start = -(-end // 64) * 64
            end = start + stored
            raw = data[start:end]
            assert zlib.crc32(raw) == crc, f"{path}: section {name} is damaged"
            raw = zlib.decompress(raw, -15) if compressed else raw
            assert len(raw) == count * size, f"{path}: section {name} has another length"
            self.sections[name] = array.array(code, raw)
        assert header.at == length and end == len(data), f"{path} does not end with its last section"
        self.weights = self.sections["strategy"]
        # A row of a policy with keys begins at its place in `firsts`.
        firsts = self.sections.get("firsts")
        self.first_of_key = dict(zip(self.sections["keys"], firsts)) if firsts else None

    def parameter(self, name: str) -> str:
        """A parameter in the name of the game, such as `ranks`."""
        inside = self.game.partition("(")[2].rstrip(")")
        return dict(part.split("=") for part in inside.split(","))[name]

    def probabilities(self, row: int, actions: int) -> list[float] | None:
        """Those of a row by its number or its key; none if it was never visited."""
        first = row if self.first_of_key is None else self.first_of_key.get(row)
        weights = self.weights[first : first + actions] if first is not None else []
        total = sum(weights)
        return [weight / total for weight in weights] if total else None


def pair(own: int, theirs: int) -> int:
    return (own + theirs) * (own + theirs + 1) // 2 + own


def pairs(over: int) -> int:
    return (over + 1) * (over + 2) // 2


class Keeps:
    """What a recipe keeps of the tricks that are over: the words of one of its parts."""

    def __init__(self, words: str):
        self.theirs = self.own = None
        self.flags = set()
        for word in words.split("+"):
            if word == "all":
                self.theirs = self.own = 0
                self.flags |= {"took", "pairs", "order", "led", "leads", "stake"}
            elif word.startswith("seen"):
                self.theirs = int(word[4:] or 0)
            elif word.startswith("own"):
                self.own = int(word[3:] or 0)
            else:
                self.flags.add(word)

    def label(self, tricks, ranks: int) -> tuple[int, ...]:
        def card(groups, rank):
            if groups is None:
                return 0
            return (rank - 1) * (min(groups, ranks) or ranks) // ranks

        def fields(own, theirs, led):
            took = 1 + (own >= theirs) + (own > theirs) if "took" in self.flags else 0
            led = int(led and "leads" in self.flags)
            return card(self.theirs, theirs), card(self.own, own), took, led

        parts = [fields(*trick) for trick in tricks]
        if "pairs" in self.flags:
            lists = [[256 * theirs + 16 * own + 2 * took + led for theirs, own, took, led in parts]]
        else:
            lists = [[part[field] for part in parts] for field in range(4)]
        if "order" not in self.flags:
            lists = [sorted(numbers) for numbers in lists]
        led = int("led" in self.flags and bool(tricks) and tricks[0][2])
        return (*sum(lists, []), led)

    def possible(self, tricks, copies: int) -> bool:
        cards = [own for own, _, _ in tricks if self.own == 0]
        cards += [theirs for _, theirs, _ in tricks if self.theirs == 0]
        return all(cards.count(card) <= copies for card in cards)


def after(standing, trick):
    """The standing after a trick: tricks taken by both, and whether one leads the next."""
    (own, theirs, leads), (mine, other, _) = standing, trick
    if mine == other:
        return standing
    return (own + 1, theirs, True) if mine > other else (own, theirs + 1, False)


class ChallengeRows:
    """The numbers of the rows of a policy for Challenge."""

    def __init__(self, policy: Policy):
        self.ranks = int(policy.parameter("ranks"))
        self.copies = int(policy.parameter("copies"))
        self.size = int(policy.parameter("hand_size"))
        self.recipe = policy.infosets
        self.class_of_score = policy.sections["class_of_score"]
        sizes = [[()]]
        for _ in range(self.size):
            larger = [
                hand + (rank,)
                for hand in sizes[-1]
                for rank in range(hand[-1] if hand else 1, self.ranks + 1)
                if hand.count(rank) < self.copies
            ]
            sizes.append(larger)
        self.by_size = sizes
        self.hands = {hand: number for number, hand in enumerate(sum(sizes, []))}
        if self.recipe == "tricks":
            self.begin_tricks()
        elif self.recipe != "recall":
            self.begin_recipe([Keeps(words) for words in self.recipe.split(",")])

    @staticmethod
    def width(hand) -> int:
        return max(len(set(hand)) + 1, 2)

    def row(self, hand, class_=0, own=0, theirs=0, table=0, leads=False, challenge="open",
            tricks=(), stake=0, history=()) -> int:
        """The row of a player to move.

        `own` and `theirs` are tricks taken, `leads` whether this player leads the trick under way,
        `table` the card on the table, `tricks` those over as (own card, theirs, whether one led it),
        `stake` how an accepted challenge is remembered, and `history` all public actions.
        """
        hand = tuple(sorted(hand))
        if self.recipe == "recall":
            packed = 0
            for action in history:
                packed = packed << 4 | action
            return class_ << 62 | self.hands[hand] << 48 | packed
        if self.recipe == "tricks":
            situation = self.situation(hand, own, theirs, table, leads, challenge, len(tricks))
            return class_ * self.cells + self.base[hand] + situation * self.width(hand)
        over = len(tricks)
        memory = self.levels[over][0].index(self.keeps(over).label(tricks, self.ranks))
        kept_stake = stake if "stake" in self.keeps(over).flags else 0
        what = (over, memory, own, theirs, leads, challenge, table, kept_stake if challenge == "accepted" else 0)
        number = self.public[len(hand)][what]
        if over + 1 == self.size and challenge == "open" and table and not leads:
            hand = (min(max(hand[0], table - 1), table + 1),)
        return (class_ * self.cells + self.base[len(hand)] + number * self.wide[len(hand)]
                + self.first[hand])

    def begin_tricks(self):
        self.base, self.cells = {}, 0
        for hand in self.hands:
            self.base[hand] = self.cells
            cards = len(hand)
            situations = self.before_answers(cards)
            if cards < self.size:
                situations += self.ranks * pairs(self.size - cards - 1)
            self.cells += situations * self.width(hand)

    def before_answers(self, cards: int) -> int:
        return (3 + 2 * self.ranks) * pairs(self.size - cards) if cards else 0

    def situation(self, hand, own, theirs, table, leads, challenge, over) -> int:
        if challenge == "offered" and table:
            return self.before_answers(len(hand)) + (table - 1) * pairs(over) + pair(own, theirs)
        kind = {
            ("open", True): 0,
            ("accepted", True): 1,
            ("offered", False): 2,
            ("open", False): 2 + table,
            ("accepted", False): 2 + self.ranks + table,
        }[challenge, leads]
        return kind * pairs(over) + pair(own, theirs)

    def keeps(self, over: int) -> Keeps:
        return self.parts[min(max(over - 1, 0), len(self.parts) - 1)]

    def begin_recipe(self, parts):
        self.parts = parts
        start = self.keeps(0).label((), self.ranks)
        found = {start: ((), {(0, 0, False), (0, 0, True)})}
        self.levels = []
        for over in range(self.size):
            labels = sorted(found)
            self.levels.append((labels, [found[label][1] for label in labels]))
            found = self.classes_after(found, self.keeps(over + 1)) if over + 1 < self.size else {}
        self.base, self.wide, self.first, self.public, self.cells = [], [], {}, [], 0
        for cards in range(self.size + 1):
            wide = 0
            for hand in self.by_size[cards]:
                self.first[hand] = wide
                wide += self.width(hand)
            classes = {what: number for number, what in enumerate(self.public_classes(cards))}
            self.base.append(self.cells)
            self.wide.append(wide)
            self.public.append(classes)
            self.cells += wide * len(classes)

    def classes_after(self, found, keeps):
        ranks = range(1, self.ranks + 1)
        later = {}
        for example, standings in found.values():
            for trick in product(ranks, ranks, (False, True)):
                follow = {after(it, trick) for it in standings if it[2] == trick[2]}
                if follow:
                    tricks = (*example, trick)
                    known = later.setdefault(keeps.label(tricks, self.ranks), (tricks, set()))
                    known[1].update(follow)
        return {label: it for label, it in later.items() if keeps.possible(it[0], self.copies)}

    def standings(self, over: int):
        """Memory classes with the standings of a hand that is not decided."""
        for memory, standings in enumerate(self.levels[over][1]):
            for own, theirs, leads in sorted(standings, key=lambda it: (pair(*it[:2]), it[2])):
                if abs(own - theirs) <= self.size - over:
                    yield over, memory, own, theirs, leads

    def public_classes(self, cards: int):
        over, ranks = self.size - cards, range(1, self.ranks + 1)
        if cards:
            kept = "stake" in self.keeps(over).flags
            stakes = range(0 if cards == 1 else 2 * (over + 1) if kept else 1)
            for standing in self.standings(over):
                if standing[4]:
                    yield *standing, "open", 0, 0
                    yield from ((*standing, "accepted", 0, stake) for stake in stakes)
                else:
                    yield *standing, "offered", 0, 0
                    yield from ((*standing, "open", rank, 0) for rank in ranks)
                    for stake in stakes:
                        yield from ((*standing, "accepted", rank, stake) for rank in ranks)
        if over:
            for standing in self.standings(over - 1):
                if standing[4]:
                    yield from ((*standing, "offered", rank, 0) for rank in ranks)


def whist_key(policy: Policy, player: int, dealt, bids, played) -> int:
    """The key of `recall` of SkullWhist; cards as `H07`, bids 0 for none."""
    suits, ranks = int(policy.parameter("suits")), int(policy.parameter("ranks"))
    hand_size = int(policy.parameter("hand_size"))

    def number(card):
        return ("CDHS".index(card[0]) - 4 + suits) * ranks + int(card[1:]) - 1

    pack = suits * ranks
    key = (2 + player) * 2**pack + sum(2 ** number(card) for card in dealt)
    for bid in bids:
        key = key * (hand_size + 1) + bid
    for card in played:
        key = key * (pack + 1) + number(card) + 1
    return key


def blocks(policy: Policy) -> list[tuple[int, list[tuple[str, int]]]]:
    """The width and the digits of each kind of decision, for rows whose numbers have digits."""
    if policy.infosets == "equity":
        return [
            (2, [("edge_of_drawing", 16), ("win_after_stopping", 10), ("bust", 7), ("pile", 4)]),
            (3, [("effect", 4), ("third_answer", 2), ("second_behind", 5), ("third_behind", 5)]),
        ]
    if policy.infosets == "prospects":
        coarse = [("at_risk_coarse", 4), ("lead_coarse", 5)]
        return [
            (2, [("bust", 10), ("at_risk", 8), ("protected", 3), ("chest_and_key", 3), ("lead", 9), ("pile", 6)]),
            (2, [("next_class", 6), ("next_gain", 3), *coarse]),
            (6, [("effect", 4), ("classes_on_offer", 64), *coarse]),
        ]
    if policy.infosets == "appraisal":
        names = ["situation", "time", "first_kind", "second_kind", "third_kind", "second_behind",
                 "third_behind", "points_class"]
        return [(3, list(zip(names, [6, 5, 7, 7, 8, 5, 5, 3])))]
    assert policy.infosets == "counts", policy.infosets
    wanted = 3 if policy.parameter("objective") == "win" else 16
    table = [("rounds_left", 4), ("wanted", wanted), ("others_trumps", 4), ("sure_tricks", 3)]
    own, shortest = ("own_trumps", 4), ("shortest_suit", 4)
    return [
        (min(6, int(policy.parameter("hand_size"))), [("expected_tricks_of_13", 53), ("leads_first", 2)]),
        (5, [*table, own, ("holds_highest_trump", 2), shortest, ("choices_there", 32)]),
        (2, [*table, own, ("trump_led", 2), ("takes_with_high_card", 2), ("cards_of_the_suit", 3)]),
        (3, [*table, own, ("led_high_card", 2), shortest, ("choices_there", 8)]),
        (2, [*table, shortest]),
    ]


def digits_row(policy: Policy, decision: int, digits: dict[str, int]) -> int:
    """The row with these digits."""
    first = 0
    for kind, (width, names) in enumerate(blocks(policy)):
        rows, number = 1, 0
        for name, values in names:
            rows *= values
            number = number * values + digits.get(name, 0)
        if kind == decision:
            return first + width * number
        first += width * rows
    raise ValueError(f"no kind {decision}")
