"""The settings of a new table, without a screen: what is offered, what is refused, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from p2p_hanabi.seam.options import Option
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.inputs import TableChoices, TableInput
from p2p_hanabi.ui.model.new_table import Catalogue, NewTable, PlayableGame, TableKind
from p2p_hanabi.ui.words.sentences_reasons import option
from protocol.reasons import BadOption, Reason

SIZE = Option("size", ("small", "large"), "small", "how large the pile is")
BLIND = Option("blind", (False, True), False, "nobody sees a card")
LARGE = BadOption.ONLY_SEATS.reason(game="Toy", only=3, seats=2)
NOT_LARGE = option(LARGE)


def fault(seats: int, typed: Sequence[str]) -> Reason | None:
    """A large pile is for three players."""
    return LARGE if "size=large" in typed and seats != 3 else None


def game(name: str) -> PlayableGame:
    if name == "duel":
        return PlayableGame(name, (2,), 2, (), {}, lambda _seats, _typed: None)
    return PlayableGame(name, (2, 3, 6), 2, (SIZE, BLIND), {}, fault)


def table(kind: TableKind = TableKind.OPEN) -> NewTable:
    return NewTable.usual(kind, Catalogue({"toy": "Toy", "duel": "Duel"}, game, max_phones=4))


def chosen(before: NewTable, *choices: str) -> NewTable:
    for each in choices:
        before, says = before.choose(*each.split("="))
        assert not says
    return before


def offered(now: NewTable) -> dict[str, list[str]]:
    return {each.key: [value.typed for value in each.values] for each in now.settings}


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (TableKind.OPEN, "game seats bots phones access size blind"),
        (TableKind.PRACTICE, "game seats size blind"),
        (TableKind.BOARD, "game seats"),
    ],
)
def test_each_kind_of_table_has_its_settings(kind: TableKind, keys: str) -> None:
    assert list(offered(table(kind))) == keys.split()
    assert "seats" not in offered(chosen(table(kind), "game=duel"))  # no choice


def with_presets(**presets: tuple[str, ...]) -> NewTable:
    now = table()
    return replace(now, playable=replace(now.playable, presets=presets))


def test_a_preset_sets_all_options_at_once() -> None:
    now = with_presets(family=("blind=true",), Sunday=("size=large",))
    assert offered(now)["preset"] == [":usual", "family"]  # a large pile is for three
    now = chosen(now, "preset=family")
    assert (now.typed_options, now.settings[-3].sentence) == (("blind=true",), "family")
    now = chosen(now, "seats=3", "preset=Sunday")
    assert now.typed_options == ("size=large",)
    assert chosen(now, "preset=:usual").typed_options == ()


def test_options_that_are_no_preset_can_be_kept_as_one() -> None:
    wanted = TableInput(chosen(with_presets(family=("blind=true",)), "seats=3", "size=large"))
    assert offered(wanted.new_table)["preset"] == [":usual", "family", ":chosen", ":keep"]
    wanted.choose("preset", ":chosen")
    assert not wanted.is_over
    wanted.choose("preset", ":keep")
    assert (wanted.is_over, wanted.keeps, wanted.is_done) == (True, True, False)
    assert wanted.new_table.typed_options == ("size=large",)


def test_nothing_is_kept_that_was_not_offered() -> None:
    wanted = TableInput(with_presets(family=("blind=true",)))
    wanted.choose("preset", ":keep")
    assert (wanted.is_over, wanted.message) == (False, "That can no longer be chosen.")


def test_no_more_phones_than_the_program_serves_share_a_board() -> None:
    assert offered(table(TableKind.BOARD))["seats"] == ["2", "3"]
    assert offered(chosen(table(), "seats=6"))["phones"] == ["0", "1", "2", "3", "4"]


def test_bots_and_phones_share_the_seats_of_the_others() -> None:
    now = chosen(table(), "seats=3", "bots=1")
    assert offered(now)["phones"] == ["0", "1"]
    now, says = chosen(now, "phones=1").choose("bots", "2")
    assert (now.bots, says) == (1, "That can no longer be chosen.")
    phones = next(
        each for each in chosen(now, "phones=0", "bots=2").settings if each.key == "phones"
    )
    assert (phones.sentence, phones.explanation) == ("0", "All other seats are taken.")
    now, says = now.choose("seats", "2")
    assert (now.bots, now.phones) == (1, 0)
    assert says == "There are fewer seats for bots and phones."


def test_value_that_does_not_fit_is_not_offered_and_says_why() -> None:
    size = next(each for each in table().settings if each.key == "size")
    assert [value.typed for value in size.values] == ["small"]
    assert size.explanation == NOT_LARGE
    assert table().choose("size", "large") == (table(), NOT_LARGE)
    blind = next(each for each in table().settings if each.key == "blind")
    assert blind.explanation == ""


def test_fewer_players_undo_an_option_and_say_why() -> None:
    now, says = chosen(table(), "seats=3", "size=large", "blind=true").choose("seats", "2")
    assert now.typed_options == ("blind=true",)
    assert says == f"{NOT_LARGE} That setting is as usual again."


def test_a_setting_of_another_game_can_no_longer_be_chosen() -> None:
    now = chosen(table(), "blind=true", "game=duel")
    assert now.typed_options == ()
    assert now.choose("blind", "true") == (now, "That can no longer be chosen.")


def test_one_choice_after_another_shows_the_same_answers() -> None:
    wanted = TableInput(chosen(table(TableKind.PRACTICE), "seats=3", "size=large"))
    choices = TableChoices(wanted)
    for answer in ("Players, including you: 3", "2"):
        choice = choices.choice()
        choice.choose(list(choice.choices).index(answer))
        choices.take(choice)
    choice = choices.choice()
    assert choice.message == wanted.message != ""
    choice.choose(list(choice.choices).index("How large the pile is: as usual"))
    choices.take(choice)
    assert as_text(choices.choice().lines[0]) == NOT_LARGE
