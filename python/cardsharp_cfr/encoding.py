"""Observations of the contests as vectors of numbers, for the environments."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .errors import ArgumentError

__all__ = ["encode", "encoding", "size"]


@dataclass(frozen=True)
class _Part:
    """A field, and the numbers that stand for it."""

    field: str
    size: int
    meaning: str
    numbers: Callable[[Any], Iterable[float]]


def _number(field: str, read: Callable[[Any], float | None], meaning: str = "the number") -> _Part:
    return _Part(field, 1, meaning, lambda seen: [float(read(seen) or 0)])


def _known(field: str, read: Callable[[Any], float | None]) -> _Part:
    def numbers(seen: Any) -> list[float]:
        value = read(seen)
        return [float(value is not None), float(value or 0)]

    return _Part(field, 2, "1 if it is known, and the value", numbers)


def _one_of(field: str, values: Sequence[Any], read: Callable[[Any], object]) -> _Part:
    return _Part(field, len(values), "1 at the value", lambda seen: [float(bool(read(seen) == value)) for value in values])


def _check(field: str, held: Iterable[Any], cards: Sequence[Any]) -> None:
    """Refuses a card without a number: it would be left out without a word."""
    for card in held:
        if card not in cards:
            raise ArgumentError(f"{field} has {card!r}, which the encoding does not know")


def _set(field: str, cards: Sequence[Any], read: Callable[[Any], Any]) -> _Part:
    def numbers(seen: Any) -> list[float]:
        held = list(read(seen) or ())
        _check(field, held, cards)
        return [float(held.count(card)) for card in cards]

    return _Part(field, len(cards), "for every card, how many of it", numbers)


def _when(field: str, cards: Sequence[str], read: Callable[[Any], Sequence[str]]) -> _Part:
    def numbers(seen: Any) -> list[float]:
        place = {card: number for number, card in enumerate(read(seen), 1)}
        _check(field, place, cards)
        return [float(place.get(card, 0)) for card in cards]

    return _Part(field, len(cards), "for every card, its place in the list from 1; 0 if it is not in it", numbers)


def _challenge() -> list[_Part]:
    ranks = range(1, 14)

    def tricks(seen: Any) -> list[float]:
        shown: list[list[float]] = [[trick.own or 0, trick.theirs or 0, float(trick.led)] for trick in seen.tricks[:5]]
        return [float(number) for trick in shown + [[0.0, 0.0, 0.0]] * (5 - len(shown)) for number in trick]

    accepted = "accepted_at"
    return [
        _one_of("due", ["card", "answer"], lambda seen: seen.due),
        _set("hand", ranks, lambda seen: seen.hand),
        _one_of("table", ranks, lambda seen: seen.table),
        *(
            _number(name, lambda seen, name=name: getattr(seen, name))  # type: ignore[misc]
            for name in ("own_tricks", "their_tricks", "tricks_over", "can_challenge", "in_challenge")
        ),
        _known(f"{accepted}.tricks_over", lambda seen: seen.accepted_at and seen.accepted_at.tricks_over),
        _number(f"{accepted}.card_on_table", lambda seen: seen.accepted_at and seen.accepted_at.card_on_table),
        _number("own_points", lambda seen: seen.own_points),
        _number("their_points", lambda seen: seen.their_points),
        _number("hand_number", lambda seen: seen.hand_number),
        _known("led_hand", lambda seen: seen.led_hand),
        _Part("tricks", 15, "for five tricks: own rank, their rank, 1 if led; 0 if it is not there", tricks),
        _Part("gone", 13, "for every rank, how many", lambda seen: [float(count) for count in seen.gone]),
    ]


def _skullwhist() -> list[_Part]:
    cards = [f"{suit}{value:02}" for suit in "CDHS" for value in range(1, 14)]
    return [
        _one_of("due", ["bid", "card"], lambda seen: seen.due),
        _number("seat", lambda seen: seen.seat),
        _set("hand", cards, lambda seen: seen.hand),
        _known("own_bid", lambda seen: seen.own_bid),
        _known("their_bid", lambda seen: seen.their_bid),
        _number("own_tricks", lambda seen: seen.own_tricks),
        _number("their_tricks", lambda seen: seen.their_tricks),
        _one_of("led", cards, lambda seen: seen.led),
        _when("rounds.own", cards, lambda seen: [one.own for one in seen.rounds]),
        _when("rounds.theirs", cards, lambda seen: [one.theirs for one in seen.rounds]),
        _set("possible", cards, lambda seen: seen.possible),
    ]


def _tricky_eights() -> list[_Part]:
    cards = [f"{suit}{rank}" for suit in "cdhs" for rank in "23456789tjqka"]
    seats = range(4)
    parts = [
        _one_of("due", ["take", "play"], lambda seen: seen.due),
        _one_of("seat", seats, lambda seen: seen.seat),
        _one_of("dealer", seats, lambda seen: seen.dealer),
        _number("turn", lambda seen: seen.turn),
        _set("hand", cards, lambda seen: seen.hand),
        _set("pool", cards, lambda seen: seen.pool),
        _when("table", cards, lambda seen: [one.card for one in seen.table]),
        _Part("points", 4, "by seat", lambda seen: [float(points) for points in seen.points]),
        _Part("scores", 4, "by seat", lambda seen: [float(points) for points in seen.scores]),
        _set("unseen", cards, lambda seen: seen.unseen),
    ]
    for seat in seats:

        def player(seen: Any, seat: int = seat) -> Any:
            return seen.players[seat]

        parts += [
            _number(f"players[{seat}].hand_size", lambda seen, of=player: of(seen).hand_size),  # type: ignore[misc]
            _set(f"players[{seat}].taken", cards, lambda seen, of=player: of(seen).taken),  # type: ignore[misc]
            _set(f"players[{seat}].played", cards, lambda seen, of=player: of(seen).played),  # type: ignore[misc]
            _set(f"players[{seat}].void", "cdhs", lambda seen, of=player: of(seen).void),  # type: ignore[misc]
        ]
    return parts


def _dead_mans_draw() -> list[_Part]:
    suits = ["anchor", "hook", "cannon", "key", "chest", "map", "oracle", "sword", "kraken"]
    cards = [f"{suit}-{value}" for suit in suits for value in range(2, 8)]
    cards += [f"mermaid-{value}" for value in range(4, 10)]
    due = ["move", "hook", "cannon", "map", "oracle", "sword", "kraken"]
    return [
        _one_of("due", due, lambda seen: seen.due),
        _number("seat", lambda seen: seen.seat),
        _when("own.bank", cards, lambda seen: seen.own.bank),
        _number("own.score", lambda seen: seen.own.score),
        _when("theirs.bank", cards, lambda seen: seen.theirs.bank),
        _number("theirs.score", lambda seen: seen.theirs.score),
        _when("area", cards, lambda seen: seen.area),
        _number("protected", lambda seen: seen.protected),
        _set("offer", cards, lambda seen: seen.offer),
        _number("owed", lambda seen: seen.owed),
        _one_of("next", cards, lambda seen: seen.next),
        _set("pile", cards, lambda seen: seen.pile),
        _when("discards", cards, lambda seen: seen.discards),
        _number("turn", lambda seen: seen.turn),
        _number("late", lambda seen: seen.late),
    ]


_PARTS = {
    "challenge": _challenge(),
    "skullwhist": _skullwhist(),
    "tricky-eights": _tricky_eights(),
    "dead-mans-draw": _dead_mans_draw(),
}


def _parts(contest: str) -> list[_Part]:
    if contest not in _PARTS:
        raise ArgumentError(f"{contest!r} has no encoding: choose {', '.join(_PARTS)}")
    return _PARTS[contest]


def size(contest: str) -> int:
    """The length of the vector.

    >>> from cardsharp_cfr.encoding import size
    >>> size("challenge")
    69
    """
    return sum(part.size for part in _parts(contest))


def encoding(contest: str) -> pd.DataFrame:
    """The meaning of the vector: field, the place of its first number, how many there are, and what they mean.

    >>> from cardsharp_cfr.encoding import encoding
    >>> encoding("challenge").head(2)[["field", "start", "size"]].values.tolist()
    [['due', 0, 2], ['hand', 2, 13]]
    """
    parts = _parts(contest)
    starts = np.cumsum([0, *(part.size for part in parts)])
    rows = [(part.field, int(start), part.size, part.meaning) for part, start in zip(parts, starts, strict=False)]
    return pd.DataFrame(rows, columns=["field", "start", "size", "meaning"])


def encode(contest: str, observation: Any) -> NDArray[np.float32]:
    """The vector of an observation.

    >>> import cardsharp_cfr
    >>> from cardsharp_cfr.encoding import encode
    >>> shapes = set()
    >>> def bot(observation):
    ...     shapes.add(encode("challenge", observation).shape)
    ...     return observation.actions[0]
    >>> _ = cardsharp_cfr.match("challenge", bot, "random", games=2)
    >>> shapes
    {(69,)}
    """
    parts = _parts(contest)
    return np.fromiter((number for part in parts for number in part.numbers(observation)), dtype=np.float32)
