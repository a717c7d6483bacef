"""The observations of the contests as types, for completion in an editor and for a type checker.

A bot names the type of its contest. The fields are those of the book's page "Observations and actions".

>>> import cardsharp_cfr
>>> from cardsharp_cfr.observations import SkullWhistObservation
>>> def bot(observation: SkullWhistObservation) -> str:
...     return observation.legal[-1] if observation.due == "bid" else observation.legal[0]
>>> cardsharp_cfr.match("skullwhist", bot, "random", games=20).penalties
0
"""

from typing import Any, Literal, Protocol

__all__ = [
    "AcceptedAt",
    "ChallengeObservation",
    "ChallengeTrick",
    "DeadMansDrawObservation",
    "DeadMansDrawPlayer",
    "PlayedCard",
    "Request",
    "SkullWhistObservation",
    "SkullWhistRound",
    "TrickyEightsObservation",
    "TrickyEightsPlayer",
]


class Request(Protocol):
    """What every observation has: the legal actions.

    >>> from cardsharp_cfr import match
    >>> def bot(request: Request) -> int:
    ...     return request.actions[0]
    >>> match("challenge", bot, bot, games=2).games
    2
    """

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions, the safe one first."""

    @property
    def actions(self) -> list[int]:
        """The numbers of the legal actions, in the same order."""

    @property
    def mask(self) -> list[bool]:
        """For every action of the contest, true if it is legal."""

    def as_dict(self) -> dict[str, Any]:
        """The fields as dictionaries, lists, numbers and texts."""


class AcceptedAt(Protocol):
    """The time at which a challenge was accepted."""

    tricks_over: int
    """The tricks over at that time."""
    card_on_table: bool
    """True if a card was on the table."""


class ChallengeTrick(Protocol):
    """A trick of Challenge that is over."""

    own: int | None
    """The own card; none if a penalty ended the trick."""
    theirs: int | None
    """The opponent's card."""
    led: bool
    """True if the player led the trick."""


class ChallengeObservation(Request, Protocol):
    """What a player of Challenge sees. Ranks are numbers from 1 to 13.

    >>> from cardsharp_cfr import match
    >>> def bot(observation: ChallengeObservation) -> str:
    ...     if observation.due == "answer":
    ...         return "accept" if observation.own_tricks > observation.their_tricks else "reject"
    ...     return observation.legal[0]
    >>> match("challenge", bot, "random", games=20).penalties
    0
    """

    due: Literal["card", "answer"]
    """`card`: a card, or a challenge; `answer`: an answer to a challenge."""
    hand: list[int]
    """Own cards still in hand, highest first."""
    table: int | None
    """The card on the table: the opponent's if a card is due, the own one if an answer is."""
    own_tricks: int
    """Own tricks in this hand."""
    their_tricks: int
    """The opponent's tricks in this hand."""
    tricks_over: int
    """Tricks over in this hand, tied ones included."""
    can_challenge: bool
    """True if a challenge may be offered now."""
    in_challenge: bool
    """True if a challenge was accepted in this hand."""
    accepted_at: AcceptedAt | None
    """The time at which the challenge was accepted, if it was."""
    own_points: int
    """Own points in this game."""
    their_points: int
    """The opponent's points in this game."""
    hand_number: int
    """The number of the hand in the game, from 1."""
    led_hand: bool | None
    """True if the player led the first trick of the hand; none after a lost connection."""
    tricks: list[ChallengeTrick]
    """The tricks of this hand that are over, oldest first."""
    gone: list[int]
    """For every rank, from 1, the cards that left the shoe in earlier hands since it was last shuffled."""
    time_left: float
    """Thinking time left in the game, in seconds."""


class SkullWhistRound(Protocol):
    """A round of SkullWhist that is over."""

    own: str
    """The own card."""
    theirs: str
    """The other player's card."""
    led: bool
    """True if the player led it."""
    won: bool
    """True if the player took it."""


class SkullWhistObservation(Request, Protocol):
    """What a player of SkullWhist sees. A card is its suit and its value, as in `S07`.

    >>> from cardsharp_cfr import match
    >>> def bot(observation: SkullWhistObservation) -> str:
    ...     return observation.legal[0]
    >>> match("skullwhist", bot, "random", games=20).penalties
    0
    """

    due: Literal["bid", "card"]
    """What the player has to do."""
    seat: int
    """The own player number; player 0 leads the first round."""
    hand: list[str]
    """The own hand, by suit and rising value."""
    own_bid: int | None
    """The own bid, once it is made."""
    their_bid: int | None
    """The other player's bid, shown after the own bid."""
    own_tricks: int
    """Tricks taken."""
    their_tricks: int
    """Tricks that the other player has taken."""
    led: str | None
    """The card that the other player has led to this round."""
    rounds: list[SkullWhistRound]
    """The rounds that are over, in order."""
    possible: list[str]
    """The cards that the other player may hold."""


class PlayedCard(Protocol):
    """A card on the table of Tricky Eights."""

    seat: int
    """Who took or played the card."""
    card: str
    """The card."""


class TrickyEightsPlayer(Protocol):
    """The public information about a player of Tricky Eights."""

    hand_size: int
    """The number of cards in hand."""
    taken: list[str]
    """The cards taken from the pool, those played since included."""
    played: list[str]
    """The cards played, the one on the table included."""
    void: list[str]
    """The suits that the player did not follow."""


class TrickyEightsObservation(Request, Protocol):
    """What a player of Tricky Eights sees. A card is its suit and its rank, as in `cj`. Lists by seat begin with seat 0.

    >>> from cardsharp_cfr import match
    >>> def bot(observation: TrickyEightsObservation) -> str:
    ...     return observation.legal[0]
    >>> match("tricky-eights", bot, "random", "random", "random", games=4).penalties
    0
    """

    due: Literal["take", "play"]
    """`take`: a card of the pool; `play`: a card of the hand."""
    seat: int
    """The own seat."""
    dealer: int
    """The seat that takes first and leads the first trick."""
    turn: int
    """The number of the turn around the pool, or of the trick, from 0."""
    hand: list[str]
    """The own hand, by suit and rising rank."""
    pool: list[str]
    """The cards still in the pool."""
    table: list[PlayedCard]
    """The cards of this turn or trick so far, in order."""
    points: list[int]
    """Points of this round."""
    scores: list[int]
    """Points of the game before this round."""
    players: list[TrickyEightsPlayer]
    """The public information about every player, the own one included."""
    unseen: list[str]
    """The cards whose place is unknown."""


class DeadMansDrawPlayer(Protocol):
    """The cards and points of a player of Dead Man's Draw."""

    bank: list[str]
    """The bank: suits in the order in which they came, the cards of each in the order of banking."""
    score: int
    """The sum of the highest card of every suit in the bank."""


class DeadMansDrawObservation(Request, Protocol):
    """What a player of Dead Man's Draw sees. A card is its suit and value, as in `kraken-5`.

    >>> from cardsharp_cfr import match
    >>> def bot(observation: DeadMansDrawObservation) -> str:
    ...     return "draw" if not observation.area and "draw" in observation.legal else observation.legal[0]
    >>> match("dead-mans-draw", bot, "one-card", games=4).penalties
    0
    """

    due: Literal["move", "hook", "cannon", "map", "oracle", "sword", "kraken"]
    """`move`, or the effect that waits."""
    seat: int
    """The own player number."""
    own: DeadMansDrawPlayer
    """Own cards and points."""
    theirs: DeadMansDrawPlayer
    """The opponent's cards and points."""
    area: list[str]
    """The play area, in the order in which the cards came."""
    protected: int
    """The number of cards of the play area, from its first, that are banked even if the turn busts."""
    offer: list[str]
    """The cards that may be chosen to answer the effect; for an oracle, the card that it shows."""
    owed: int
    """The draws that a kraken still demands."""
    next: str | None
    """The next card of the draw pile, if an oracle has shown it."""
    pile: list[str]
    """The cards of the draw pile, by suit and value; their order is not known."""
    discards: list[str]
    """The discard pile, its front first."""
    turn: int
    """The number of the turn, from 1."""
    late: int
    """Late answers of both players together."""
