"""A table of Ikebana on the full screen: typing and viewing, at three sizes."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.ikebana.moves import Buy, Draw, Refuse
from p2p_hanabi.games.ikebana.ui import painter
from p2p_hanabi.games.ikebana.view import IkebanaView
from protocol.game import Act, Seat
from protocol.peer.status import Activity
from tests.ui.table.ports import DealtTable

from ....ui.table.playing import SIZES, clicked, typed, until


def table(seats: int = 5, turns: int = 0, **options: Any) -> DealtTable:
    """At one's own turn, to draw or buy, so many turns into the game at least."""
    port = DealtTable(seats, game="ikebana", options={"first": 0, **options})
    return until(port, lambda view: view.turn >= turns and view.drawn is None)


def deciding(seats: int = 2, **options: Any) -> DealtTable:
    """With a card drawn."""
    port = table(seats, **options)
    port.play(Draw())
    port.until_my_turn()
    return port


def is_my_move(port: DealtTable) -> bool:
    """Whether nothing has been played."""
    return bool(port.rules.pending(port.state) == Act(Seat(0)))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_five_players_see_everything_at_once(size: tuple[int, int]) -> None:
    port = table(turns=20)
    view: IkebanaView = port.view()
    shown = typed(port, size=size)
    wanted = [*port.names[1:], "YOUR TURN", "connected", "Round 1/4", "Card 5/5"]
    prestige = "prestige" if size == (120, 40) else "Prestige"
    wanted += [f"Pile {view.pile}", prestige, "Bouquet", "Counts", "Discards", "draw"]
    assert [each for each in wanted if each not in shown] == []
    for seat, name in enumerate(port.names[1:], start=1):
        lines = shown.splitlines()
        at = next(n for n, line in enumerate(lines) if f" {seat + 1} {name}" in line)
        row = "".join(lines[at : at + (2 if size == (120, 40) else 1)])
        assert str(view.prestige[seat]) in row
        faces = [f"{'RYGBKJ'[f.face // 5]}{f.face % 5 + 1}" for f in view.bouquets[seat].flowers]
        assert [each for each in faces if each not in row] == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_value_of_a_drawn_card_and_cost_of_refusing_are_shown(size: tuple[int, int]) -> None:
    shown = typed(deciding(), size=size)
    for wanted in ("You have drawn ", "If kept: ", "If refused: 1 to Ben.", "k keep"):
        assert wanted in shown
    assert "d draw" not in shown


def test_a_move_is_previewed_and_enter_makes_it() -> None:
    port = table(2)
    shown = typed(port, "d")
    assert "You draw a card; after that you cannot buy one this turn." in shown
    assert is_my_move(port)
    typed(port, "d", "<enter>")
    assert not is_my_move(port)


@pytest.mark.parametrize("key", ["<esc>", "<back>"])
def test_a_move_is_taken_back_before_it_is_confirmed(key: str) -> None:
    port = table(2)
    assert "Cancelled." in typed(port, "d", key)
    typed(port, "d", key, "<enter>")
    assert is_my_move(port)


def test_keep_and_refuse_preview_their_effect() -> None:
    assert "You keep " in typed(deciding(), "k")
    port = deciding()
    assert "and pay 1 to Ben" in typed(port, "r")
    typed(port, "r", "<enter>")
    port.until_my_turn()
    assert [type(entry).__name__ for entry in port.view().log[-2:]] == ["Refused", "Drew"]


def offered(seats: int = 3) -> DealtTable:
    """With something to buy."""
    port = DealtTable(seats, game="ikebana", seed=1)
    return until(port, lambda view: any(isinstance(move, Buy) for move in view.moves))


def seller(port: DealtTable) -> int:
    """Counted from 1, as players do."""
    return next(move.owner for move in port.view().moves if isinstance(move, Buy)) + 1


@pytest.mark.parametrize("begin", [("b",), ()], ids=("by letter", "by number"))
def test_a_discard_is_bought_from_a_player(begin: tuple[str, ...]) -> None:
    port = offered()
    number = seller(port)
    shown = typed(port, *begin, str(number))
    assert "You buy " in shown
    assert f"from {port.names[number - 1]} for " in shown
    bouquet = len(port.view().bouquet.flowers)
    typed(port, *begin, str(number), "<enter>")
    assert len(port.view().bouquets[0].flowers) in (bouquet + 1, 0)


def test_a_discard_is_bought_by_the_mouse_alone() -> None:
    port = offered()
    number = seller(port)
    turn = port.view().turn
    clicked(port, f"{number} {port.names[number - 1]}", "Enter")
    assert port.view().turn == turn + 1


def test_a_card_is_drawn_and_kept_by_the_mouse_alone() -> None:
    port = table(2)
    clicked(port, "d draw", "Enter")
    port.until_my_turn()
    clicked(port, "k keep", "Enter")
    assert port.view().turn == 1


def test_illegal_move_is_not_offered_and_explains_itself() -> None:
    port = deciding()
    shown = typed(port, "b")
    assert "You have drawn a card, so you cannot buy one this turn." in shown
    assert "b buy" not in shown
    assert "You have drawn no card yet: draw, or buy." in typed(table(2), "r")
    assert is_my_move(port)


def test_unaffordable_refusal_is_explained() -> None:
    port = DealtTable(2, game="ikebana", options={"first": 0})

    def stubborn(view: IkebanaView) -> object:
        refusals = [move for move in view.moves if isinstance(move, Refuse)]
        return refusals[0] if refusals else view.moves[0]

    until(port, lambda view: view.drawn and not view.refusal.affordable, stubborn)
    shown = typed(port, "r")
    assert "It cannot be refused: that costs 4." in shown
    assert "You do not have enough prestige for that." in shown


def test_out_of_turn_nothing_can_be_chosen() -> None:
    port = DealtTable(2, game="ikebana", options={"first": 1})
    while port.status().activity is not Activity.MOVING:
        port.step()
    assert "It is not your turn: Ben is to move" in typed(port, "d")
    assert "Ben draws a card." in typed(port)


def test_shuffling_and_turning_cards_is_shown() -> None:
    port = table(2)
    port.play(Draw())
    assert "A card is being turned over." in typed(port)
    assert "Setting up the table" in typed(DealtTable(2, game="ikebana"))
    until(port, lambda view: view.round_number == 2)
    assert "Round 2/4" in typed(port)
    assert "Round 1 brings you " in typed(port)


def test_looking_back_shows_the_old_table_and_plays_nothing() -> None:
    port = table(2, turns=6)
    shown = typed(port, "<home>", "d", "<enter>")
    assert "LOOKING BACK 0/" in shown
    assert "Pile 55" in shown
    assert "Nothing can be played" in typed(port, "<left>", "d")
    assert "Nothing can be played" in typed(port, "<left>", "2")
    assert "YOUR TURN" in typed(port, "<left>", "<left>", "<end>")
    assert is_my_move(port)


def test_covered_discards_are_shown_only_if_the_table_chose_it() -> None:
    def deep(view: IkebanaView) -> bool:
        return max(view.heights) > 2

    hidden = until(DealtTable(3, game="ikebana", seed=3), deep)
    open_ = until(DealtTable(3, game="ikebana", seed=3, options={"show buried": True}), deep)
    assert "+2" in typed(hidden)
    assert "+2" not in typed(open_)


def test_the_help_explains_keys_signs_and_rules() -> None:
    shown = typed(table(2), "?")
    assert "b 2          buy player 2's top discard" in shown
    assert "8 x2 = 16" in typed(table(2), "?")
    assert "The player with the best bouquet begins the next round; of several" in typed(
        table(2), "?", "<end>"
    )


def test_the_end_shows_what_the_last_bouquets_scored() -> None:
    port = until(DealtTable(3, game="ikebana", seed=3), lambda _: False)
    shown = typed(port).replace("\n      ", " ")
    assert "Round 4 of 4: result" in shown
    for prestige in port.view().prestige:
        assert f" = {prestige}\n" in shown


def test_roomy_screen_has_clickable_bouquets_and_discards() -> None:
    def can_buy(view: IkebanaView) -> bool:
        return view.drawn is None and any(offer.affordable for offer in view.offers)

    port = until(DealtTable(5, game="ikebana", seed=3), can_buy)
    offer = next(each for each in port.view().offers if each.affordable)
    shown = typed(port, size=(100, 30))
    assert "╭────╮" in shown
    assert "Counts / Rounds" in shown
    bought = clicked(port, f" {offer.owner + 1} {port.names[offer.owner]}", size=(100, 30))
    assert "You buy " in bought
    assert "╭─>──╮" in bought


def test_in_boxes_the_drawn_card_is_beside_the_possible_moves() -> None:
    port = until(DealtTable(3, game="ikebana", seed=3), lambda view: view.drawn is not None)
    rows = typed(port, size=(100, 30)).splitlines()
    at = next(n for n, row in enumerate(rows) if "You have drawn" in row)
    assert rows[at].startswith("╭────╮")
    assert rows[at + 1].startswith("│")


def test_covered_discards_show_in_boxes_if_the_table_chose_it() -> None:
    def deep(view: IkebanaView) -> bool:
        return max(view.heights) > 2

    port = until(DealtTable(3, game="ikebana", seed=3, options={"show buried": True}), deep)
    view: IkebanaView = port.view()
    owner = next(seat for seat, height in enumerate(view.heights) if height > 2)
    below = painter.shorts(tuple(reversed(view.buried[owner])))
    assert f"│{below}" in typed(port, size=(100, 30))
