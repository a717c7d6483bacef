"""Games and policies of OpenSpiel, measured by OpenSpiel."""

import open_spiel.python.games.kuhn_poker  # noqa: F401  The game python_kuhn_poker.
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability

import cardsharp_cfr
from cardsharp_cfr import compile_game, nash_conv, solve

# Each game, and whether its figures are those of OpenSpiel's walks in C++: those in Python take minutes.
GAMES = [
    ("kuhn_poker", False),
    ("python_kuhn_poker", False),
    ("kuhn_poker(players=3)", False),
    ("leduc_poker", False),
    ("liars_dice(numdice=1,dice_sides=3)", False),
    ("liars_dice(numdice=1,dice_sides=4)", True),
    ("goofspiel(imp_info=True,num_cards=3,points_order=descending)", False),
    ("matrix_rps", False),
    ("matrix_pd", False),
    ("tiny_hanabi", False),
    ("dark_hex(board_size=2)", False),
    ("dark_hex(board_size=2,gameversion=adh)", True),
    ("oshi_zumo(coins=4,horizon=4)", True),
    ("battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2)", True),
]


@pytest.mark.parametrize(("name", "native"), GAMES)
@pytest.mark.filterwarnings("ignore::cardsharp_cfr.NoEquilibriumWarning")
def test_openspiel_measures_the_same_nash_conv(name: str, native: bool) -> None:
    solution = solve(pyspiel.load_game(name), solver="cfr", iterations=25)
    game = solution.game.openspiel_game
    policy = solution.to_openspiel(native=native)
    measure = pyspiel.nash_conv if native else exploitability.nash_conv
    assert measure(game, policy) == pytest.approx(solution.nash_conv, abs=1e-9)
    assert nash_conv(game, policy) == pytest.approx(solution.nash_conv, abs=1e-12)
    assert nash_conv(game, solution.strategy) == pytest.approx(solution.nash_conv, abs=1e-12)


def test_policies_of_openspiel_are_measured() -> None:
    game = pyspiel.load_game("leduc_poker")
    for policy in (spiel_policy.UniformRandomPolicy(game), spiel_policy.TabularPolicy(game)):
        assert nash_conv(game, policy) == pytest.approx(exploitability.nash_conv(game, policy), abs=1e-9)
    theirs = pyspiel.UniformRandomPolicy(game)
    assert nash_conv(game, theirs) == pytest.approx(pyspiel.nash_conv(game, theirs), abs=1e-9)
    assert nash_conv(compile_game(game), theirs) == pytest.approx(4.747222222, abs=1e-8)
    with pytest.raises(cardsharp_cfr.ArgumentError, match="game object of OpenSpiel"):
        nash_conv("leduc_poker", theirs)


def test_the_same_game_by_name_and_from_openspiel_has_the_same_solution() -> None:
    games = ("leduc_poker", pyspiel.load_game("leduc_poker"))
    ours, theirs = (solve(game, solver="dcfr", iterations=200) for game in games)
    assert ours.game.nodes == theirs.game.nodes == 9457
    assert theirs.values == pytest.approx(ours.values, abs=1e-9)
    assert theirs.nash_conv == pytest.approx(ours.nash_conv, abs=1e-9)


def test_games_without_a_tree_are_refused_by_name() -> None:
    with pytest.raises(cardsharp_cfr.GameError, match="mfg_crowd_modelling.*mean field"):
        compile_game(pyspiel.load_game("mfg_crowd_modelling"))
    with pytest.raises(cardsharp_cfr.GameError, match="samples its chance events"):
        compile_game(_sampled())


@pytest.mark.parametrize(
    "name", ["dark_hex_ir(board_size=2)", "liars_dice_ir(dice_sides=3,bidding_rule=reset-quantity)"]
)
def test_imperfect_recall_is_refused_by_name(name: str) -> None:
    with pytest.raises(cardsharp_cfr.ImperfectRecallError, match="perfect recall"):
        compile_game(pyspiel.load_game(name))


def _sampled() -> pyspiel.Game:
    """A game with sampled chance events."""
    for kind in pyspiel.registered_games():
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC and kind.default_loadable:
            return pyspiel.load_game(kind.short_name)
    raise AssertionError("OpenSpiel has no game with sampled chance events")


def test_a_policy_of_openspiel_needs_a_game_of_openspiel() -> None:
    with pytest.raises(cardsharp_cfr.ArgumentError, match="does not come from OpenSpiel"):
        solve("kuhn_poker", iterations=1).to_openspiel()
