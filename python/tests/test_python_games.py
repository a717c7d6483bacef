"""Games that are written in Python."""

from collections.abc import Hashable

import pytest

import cardsharp_cfr
from cardsharp_cfr import Chance, Decision, Terminal, compile_game, solve

Cards = tuple[int, ...]
State = tuple[Cards, str]


class Kuhn:
    """Kuhn poker. A state is the cards dealt and the moves: p for pass, b for bet."""

    def root(self) -> State:
        return ((), "")

    def turn(self, state: State) -> cardsharp_cfr.Turn:
        cards, moves = state
        if len(cards) < 2:
            return Chance(outcomes=3 - len(cards))
        if moves in ("pp", "bp", "bb", "pbp", "pbb"):
            return Terminal()
        return Decision(player=len(moves) % 2, actions=2)

    def child(self, state: State, index: int) -> State:
        cards, moves = state
        if len(cards) < 2:
            left = [card for card in range(3) if card not in cards]
            return ((*cards, left[index]), moves)
        return (cards, moves + "pb"[index])

    def chance_probability(self, state: State, index: int) -> float:
        return 1 / (3 - len(state[0]))

    def utility(self, state: State, player: int) -> float:
        (first, second), moves = state
        if moves in ("bp", "pbp"):
            winner, stake = (0, 1.0) if moves == "bp" else (1, 1.0)
        else:
            winner, stake = int(second > first), 2.0 if "bb" in moves else 1.0
        return stake if player == winner else -stake

    def utility_bounds(self) -> tuple[float, float]:
        return (-2.0, 2.0)

    def infoset(self, state: State) -> Hashable:
        cards, moves = state
        return (cards[len(moves) % 2], moves)

    def action_name(self, state: State, index: int) -> str:
        return f"card {self.child(state, index)[0][-1]}" if len(state[0]) < 2 else ("pass", "bet")[index]


def test_a_class_with_the_seven_methods_is_solved() -> None:
    typed: cardsharp_cfr.Game[State] = Kuhn()
    solution = solve(typed, solver="dcfr", target=1e-6)
    assert solution.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-6)
    assert solution.game.nodes == 58 and solution.game.infosets_by_player == (6, 6)
    assert solution.game.name == "Kuhn"
    row = solution.strategy.query("infoset == \"(2, 'b')\"").set_index("action")["probability"]
    assert row["bet"] == pytest.approx(1.0, abs=1e-3)


class Named(Kuhn):
    """Kuhn poker with the optional methods."""

    def players(self) -> int:
        return 2

    def name(self) -> str:
        return "kuhn by hand"

    def infoset_name(self, state: State) -> str:
        return f"card {self.infoset(state)}"


def test_optional_names_are_used() -> None:
    game = compile_game(Named())
    assert game.name == "kuhn by hand"
    assert game.infosets["infoset"].str.startswith("card ").all()


@pytest.mark.parametrize("bounds", [(-2.0, 2.0), (-3.0, 1e9), (float("-inf"), float("inf"))])
def test_bounds_that_are_true_but_loose_are_as_good_as_the_reached_ones(bounds: tuple[float, float]) -> None:
    class Loose(Kuhn):
        def utility_bounds(self) -> tuple[float, float]:
            return bounds

    # Monte-Carlo CFR scales by the bounds.
    loose, tight = (solve(game, solver="linear-mccfr", iterations=200, threads=1) for game in (Loose(), Kuhn()))
    assert loose.game.utility_bounds == (-2.0, 2.0)
    assert loose.strategy.equals(tight.strategy)


class Mute(Kuhn):
    """Every name is the same."""

    def action_name(self, state: State, index: int) -> str:
        return "move"

    def infoset_name(self, state: State) -> str:
        return "here"


class Babbling(Kuhn):
    """Names tell the state, which the player does not know, and are no texts, or texts that UTF-8 has not."""

    def action_name(self, state: State, index: int) -> str:
        return (state, index)  # type: ignore[return-value]

    def infoset_name(self, state: State) -> str:
        return f"\udc80 {state}"


@pytest.mark.parametrize("game", [Mute(), Babbling()])
def test_names_never_stop_a_solve(game: Kuhn) -> None:
    solution = solve(game, solver="dcfr", iterations=100)
    assert solution.nash_conv == solve(Kuhn(), solver="dcfr", iterations=100).nash_conv
    assert solution.game.infosets["infoset"].is_unique
    assert all(len(set(actions)) == 2 for actions in solution.game.infosets["actions"])
    assert cardsharp_cfr.nash_conv(solution.game, solution.strategy) == pytest.approx(solution.nash_conv, abs=1e-12)


class Uneven(Kuhn):
    def chance_probability(self, state: State, index: int) -> float:
        return 0.4


class Forgetful(Kuhn):
    def infoset(self, state: State) -> Hashable:
        cards, moves = state
        return (cards[len(moves) % 2], len(moves) % 2)


class Shared(Kuhn):
    def infoset(self, state: State) -> Hashable:
        return "everything"


class Endless(Kuhn):
    def turn(self, state: State) -> cardsharp_cfr.Turn:
        return Decision(player=0, actions=1) if len(state[0]) == 2 else Chance(outcomes=3 - len(state[0]))


class Outside(Kuhn):
    def utility_bounds(self) -> tuple[float, float]:
        return (-1.5, 2.0)


class Turned(Named):
    """The names of the actions change places, which tells that the actions do."""

    def action_name(self, state: State, index: int) -> str:
        cards, _ = state
        turned = len(cards) == 2 and cards == (2, 1)
        return super().action_name(state, 1 - index if turned else index)


class Infinite(Kuhn):
    def utility(self, state: State, player: int) -> float:
        return float("inf")


class Unplayable(Kuhn):
    def turn(self, state: State) -> cardsharp_cfr.Turn:
        turn = super().turn(state)
        return Decision(player=5, actions=2) if isinstance(turn, Decision) else turn


@pytest.mark.parametrize(
    ("game", "named"),
    [
        (Uneven(), "chance probabilities sum to 1.2"),
        (Shared(), "moves with the key.*the key is 'everything'"),
        (Endless(), "after card 0, card 1, pass, .*no end after 1000 steps"),
        (Outside(), "gets -2, outside the bounds -1.5 to 2"),
        (Turned(), "other names or another order"),
        (Infinite(), "gets inf, not a finite number"),
        (Unplayable(), "player 5 moves, but there are only 2"),
    ],
)
def test_a_broken_contract_is_named(game: Kuhn, named: str) -> None:
    with pytest.raises(cardsharp_cfr.ContractViolation, match=named):
        solve(game)


def test_imperfect_recall_is_refused_by_name() -> None:
    with pytest.raises(cardsharp_cfr.ImperfectRecallError, match="reached by other own actions"):
        solve(Forgetful())


class Absent(cardsharp_cfr.MatchingPennies):
    """The player forgets whether they have moved."""

    def turn(self, state: str) -> cardsharp_cfr.Turn:
        return Terminal() if len(state) == 2 else Decision(player=0, actions=2)

    def infoset(self, state: str) -> Hashable:
        return "the player"


def test_an_absent_minded_player_is_refused_by_name() -> None:
    with pytest.raises(cardsharp_cfr.ImperfectRecallError, match="the player"):
        solve(Absent())


class Wrong(Kuhn):
    def turn(self, state: State) -> cardsharp_cfr.Turn:
        return "terminal"  # type: ignore[return-value]


class Failing(Kuhn):
    def child(self, state: State, index: int) -> State:
        raise ZeroDivisionError("the game's own")


def test_errors_of_the_class_itself_come_through() -> None:
    with pytest.raises(cardsharp_cfr.GameError, match="turn returned 'terminal'"):
        compile_game(Wrong())
    with pytest.raises(ZeroDivisionError, match="the game's own"):
        compile_game(Failing())
    with pytest.raises(cardsharp_cfr.ArgumentError, match=r"give an object of it, Kuhn\(\)"):
        compile_game(Kuhn)
    with pytest.raises(cardsharp_cfr.ArgumentError, match="object is no game, it lacks root, turn"):
        compile_game(object())


class PrisonersDilemma(cardsharp_cfr.MatchingPennies):
    """A game whose sum varies. Each player does best to confess."""

    def utility(self, state: str, player: int) -> float:
        own, other = state[player], state[1 - player]
        return {"HH": -1.0, "HT": -3.0, "TH": 0.0, "TT": -2.0}[own + other]

    def utility_bounds(self) -> tuple[float, float]:
        return (-3.0, 0.0)


def test_a_general_sum_is_solved_with_a_warning() -> None:
    with pytest.warns(cardsharp_cfr.NoEquilibriumWarning, match="coarse correlated"):
        solution = solve(PrisonersDilemma(), iterations=1000)
    assert solution.values == pytest.approx((-2.0, -2.0), abs=0.01)
    with pytest.raises(cardsharp_cfr.SolverError, match="add up to the same"):
        solve(PrisonersDilemma(), solver="lp")
