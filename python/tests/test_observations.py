"""The types of observations: those of the documents, and those of what bots are shown."""

import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from cardsharp_cfr import match, observations

TYPES: dict[str, type] = {
    "challenge": observations.ChallengeObservation,
    "skullwhist": observations.SkullWhistObservation,
    "tricky-eights": observations.TrickyEightsObservation,
    "dead-mans-draw": observations.DeadMansDrawObservation,
}
OPPONENTS = {"dead-mans-draw": "threshold", "challenge": "greedy-challenge"}
PAGE = Path(__file__).parents[2] / "docs" / "src" / "formats" / "observations.md"


def fields_of_page(contest: str) -> dict[str, str]:
    """The fields of a contest and their types, as the page has them."""
    section = PAGE.read_text().split(f"\n## `{contest}`\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([a-z_.]+)` \| ([^|]+) \|", section, re.MULTILINE))


def fields_of_type(kind: Any, prefix: str = "") -> dict[str, Any]:
    """The fields of a type and of the records in it, by the names of the page."""
    found = {}
    for name, annotation in get_type_hints(kind).items():
        found[prefix + name] = annotation
        for part in (annotation, *get_args(annotation)):
            if getattr(part, "_is_protocol", False):
                found |= fields_of_type(part, f"{prefix}{name}.")
    return found


def fits_the_page(annotation: Any, text: str) -> bool:
    """Whether a type is what the page says in words."""
    parts = get_args(annotation)
    if isinstance(annotation, UnionType):
        other = [part for part in parts if part is not NoneType]
        return " or null" in text.replace(", false or null", " or null") and len(other) == 1
    if get_origin(annotation) is list:
        return text.startswith("list of ")
    if get_origin(annotation) is Literal:
        return text.startswith("text") or text.startswith("`")
    words: dict[type, str | tuple[str, ...]] = {
        bool: "true or false",
        str: ("card", "text"),
        int: ("number", "rank", "0 "),
        float: "number",
    }
    return text.startswith(words.get(annotation, "record"))


@pytest.mark.parametrize("contest", TYPES)
def test_the_types_have_the_fields_of_the_page(contest: str) -> None:
    page, kind = fields_of_page(contest), fields_of_type(TYPES[contest])
    # The page explains the second bank by the first.
    page = {name: text for name, text in page.items() if text != "as `own.bank`"}
    assert sorted(page) == sorted(kind)
    for name, text in page.items():
        assert fits_the_page(kind[name], text.strip()), (name, text, kind[name])


def fits(value: Any, annotation: Any) -> bool:
    """Whether a value is of a type, with all that is in it."""
    parts = get_args(annotation)
    if isinstance(annotation, UnionType):
        return any(fits(value, part) for part in parts)
    if get_origin(annotation) is Literal:
        return value in parts
    if get_origin(annotation) is list:
        return isinstance(value, list) and all(fits(one, parts[0]) for one in value)
    if getattr(annotation, "_is_protocol", False):
        hints = get_type_hints(annotation)
        return all(hasattr(value, name) and fits(getattr(value, name), hint) for name, hint in hints.items())
    return type(value) is annotation


@pytest.mark.parametrize("contest", TYPES)
def test_what_bots_are_shown_is_of_the_types(contest: str) -> None:
    hints = get_type_hints(TYPES[contest])
    seen: dict[str, set[str]] = {name: set() for name in hints}

    def bot(observation: Any) -> str:
        assert sorted(observation.as_dict()) == sorted(hints)
        for name, hint in hints.items():
            value = getattr(observation, name)
            assert fits(value, hint), (name, value, hint)
            seen[name].add(repr(value))
        # Actions of all kinds, in every order.
        return str(observation.legal[sum(map(len, seen.values())) % len(observation.legal)])

    seats = 4 if contest == "tricky-eights" else 2
    others = [OPPONENTS.get(contest, "random")] * (seats - 1)
    games = {2: 20, 4: 8}[seats]
    assert match(contest, bot, *others, games=games).penalties == 0
    # Fields that never change would be checked in one position only.
    constant = {name for name, values in seen.items() if len(values) < 2}
    assert constant <= {"time_left", "late", "protected", "scores"}, constant


def test_a_type_checker_knows_the_fields(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "bot.py"
    program.write_text(
        "from cardsharp_cfr import match\n"
        "from cardsharp_cfr.observations import ChallengeObservation\n"
        "def bot(observation: ChallengeObservation) -> str:\n"
        "    reveal_type(observation.tricks[0].own)\n"
        "    observation.no_such_field\n"
        "    return observation.legal[0]\n"
        "match('challenge', bot, 'random', games=2)\n"
    )
    said, fault, status = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(program)])
    assert "bot.py:4: note: Revealed type is" in said and "int | None" in said.replace("builtins.", ""), said + fault
    assert 'has no attribute "no_such_field"' in said
    assert said.count("error:") == 1 and status == 1, said
