"""Files of game-3 that end before the close: its deal is round 6, its first move round 7."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lengths import long
from tests.second_auditor import (
    BASE,
    digest,
    lin,
    make_blinded,
    out,
    scalar,
)
from tests.second_auditor.played import (
    GAME_3,
    Played,
    agreed,
    played,
    second_signature,
)


def ending(rounds: int, *ended: Any) -> list[Any]:
    return agreed(GAME_3.until(rounds, ["ended", *ended]))


def objection(seat: int, round_: int, blamed: int, evidence: Any) -> list[bytes]:
    return GAME_3.say(seat, round_, ["object", blamed, ["a reason"], evidence])


def false_deal() -> list[bytes]:
    """Seat 2's deal with a box that seat 1 cannot open."""
    body = GAME_3.bodies(6)[2]
    box = body[2][1]
    return GAME_3.say(2, 6, ["dealt", body[1], [body[2][0], bytes([box[0] ^ 1]) + box[1:], None]])


UNFINISHED = [True, False, None, None, None]


def test_a_file_may_stop_without_a_name() -> None:
    assert agreed(GAME_3.until(7)) == UNFINISHED
    assert ending(7, [], [], None) == UNFINISHED
    assert agreed(GAME_3.until(0)) == [False, False, None, None, None]
    assert ending(0, [], [], None) == [False, False, None, None, None]
    assert ending(0, [], [objection(1, 0, 0, None)], None) == [True, False, "withdrew", 1, 0]


@long
def test_secrets_of_an_incomplete_closing_round_are_used() -> None:
    rounds = len(GAME_3.values) - 2
    close = GAME_3.values[-1]
    assert ending(rounds, close[:2], [], None) == UNFINISHED
    assert ending(rounds, close, [], None) == [False, False, None, None, rounds]
    wrong = ["close", GAME_3.bodies(rounds)[0][1], bytes(32)]
    assert ending(rounds, [GAME_3.say(0, rounds, wrong)], [], None) == [
        *[False, False, "fault"],
        *[0, rounds],
    ]


def test_objections_convict_or_withdraw() -> None:
    wrong = ["wrong", GAME_3.say(0, 7, ["move", ["discard", 0], []])]  # the lid is full
    right = ["wrong", GAME_3.values[8][0]]
    two = ["two", GAME_3.values[7][2], false_deal()]
    cheat = [True, False, "cheat", 0, 7]
    assert ending(7, [], [objection(1, 7, 0, wrong)], None) == cheat
    assert ending(7, [], [objection(1, 7, 2, wrong)], None) == [*cheat[:2], "withdrew", 1, 7]
    assert ending(7, [], [objection(1, 7, 0, right)], None) == [*cheat[:2], "withdrew", 1, 7]
    assert ending(7, [], [objection(2, 7, 0, None)], None) == [*cheat[:2], "withdrew", 2, 7]
    assert ending(7, [], [], wrong) == cheat
    assert not ending(7, [], [], right)[0]
    assert not ending(7, [], [], ["unreadable"])[0]
    several = [objection(0, 7, 2, two), objection(1, 7, 0, wrong), objection(2, 7, 0, None)]
    assert ending(7, [], several, None) == [*cheat[:2], "cheat", 2, 6]
    assert ending(7, [], several[1:], two) == [*cheat[:2], "cheat", 2, 6]


def test_an_objection_that_cannot_be_judged_names_nobody() -> None:
    right = ["wrong", GAME_3.values[8][0]]
    for head, round_ in ((bytes(32), 7), (None, 8)):
        statement = GAME_3.say(1, round_, ["object", 0, ["r"], right], head)
        assert ending(7, [], [statement], None) == UNFINISHED


def test_objection_about_a_later_round_is_a_withdrawal() -> None:
    wrong = ["wrong", GAME_3.say(0, 7, ["move", ["discard", 0], []])]
    box = ["box", false_deal(), 0, GAME_3.box_key(1)]
    assert ending(7, [], [objection(1, 6, 0, wrong)], None) == [True, False, "withdrew", 1, 6]
    assert ending(7, [], [objection(1, 5, 2, box)], None) == [True, False, "withdrew", 1, 5]
    assert ending(7, [], [objection(1, 6, 2, box)], None) == [True, False, "cheat", 2, 6]


def test_objection_among_a_rounds_statements_names_nobody() -> None:
    statement = objection(0, 7, 1, None)
    assert agreed(GAME_3.until(7, [statement])) == [False, False, None, None, 7]
    assert ending(7, [statement], [], None) == [False, False, None, None, 7]


def test_a_false_box_is_shown() -> None:
    others = GAME_3.values[7]
    evidence = ["box", false_deal(), 0, GAME_3.box_key(1)]
    true = ["box", others[2], 0, evidence[3]]
    cheat = [True, False, "cheat", 2, 6]
    for received in ([others[0], false_deal()], [others[0], others[2]], [others[0]]):
        assert ending(6, received, [objection(1, 6, 2, evidence)], None) == cheat
        assert ending(6, received, [], evidence) == cheat
        for box in (["box", received[-1], 5, evidence[3]], ["box", received[-1], 0, bytes(32)]):
            assert ending(6, received, [objection(1, 6, 2, box)], None)[2:] == ["withdrew", 1, 6]
    assert ending(6, [], [objection(1, 6, 2, true)], None) == [True, False, "withdrew", 1, 6]
    assert not ending(6, [], [], true)[0]
    assert ending(7, [], [objection(1, 7, 2, evidence)], None) == cheat  # another one stands
    assert ending(7, [], [objection(1, 7, 2, true)], None) == [True, False, "withdrew", 1, 7]


def test_stops_and_votes_are_no_evidence_against_their_seat() -> None:
    for body in (["stop", []], ["vote", 0, 1], ["decide", 0, 1], ["next", 0, None]):
        stop, stands = GAME_3.say(0, 7, body), GAME_3.values[8][0]
        for shown in (["wrong", stop], ["two", stands, stop], ["box", stop, 0, bytes(32)]):
            statements = [objection(1, 7, 0, shown)]
            assert ending(7, [], statements, None) == [True, False, "withdrew", 1, 7]


def test_two_signatures_of_a_seating_convict() -> None:
    first, other = GAME_3.values[0][3][1], second_signature(GAME_3, 1)
    assert ending(7, [], [], ["signed twice", 1, first, other]) == [True, False, "cheat", 1, None]
    assert not ending(7, [], [], ["signed twice", 1, first, first])[0]


def void_deal() -> Played:
    """Seat 1 of two has not blinded its share of seat 0's first card."""
    game = played("game-2.p2ph")
    body, x = game.bodies(5)[1], scalar("key", game.secret(1), game.table)
    a = game.bodies(3)[1][1][0][0]
    key = game.bodies(1)[1][1]
    ctx = [game.table, 5, 1, game.heads[5]]
    entry = make_blinded(game.secret(1), [ctx, 0, a, key], x, 0)
    return game.changed(5, 1, ["dealt", [entry, *body[1][1:]], body[2]])


def test_void_deal_of_two_names_the_partner_and_nothing_follows() -> None:
    game = void_deal()
    named = [True, False, "cheat", 1, 5]
    assert agreed(game.until(6)) == named
    assert agreed(game.until(6, ["ended", [], [], None])) == named
    move = game.say(0, 6, ["move", ["play", 0], []])
    for rest in ([move], ["ended", [move], [], None]):
        assert agreed(game.until(6, rest)) == [False, False, None, None, 6]
    left = game.say(0, 6, ["object", 1, ["r"], None])
    assert agreed(game.until(6, ["ended", [], [left], None])) == [True, False, "withdrew", 0, 6]
    pair = ["two", game.say(0, 6, ["agree", b""]), game.say(0, 6, ["agree", b"1"])]
    assert agreed(game.until(6, ["ended", [], [], pair])) == [True, False, "cheat", 0, 6]


def test_faults_of_one_round_are_found_entry_by_entry() -> None:
    entries = GAME_3.values[7]
    false = GAME_3.say(0, 6, ["dealt", [], []])
    nobody, first = [False, False, None, None, 6], [False, False, "fault", 0, 6]
    assert agreed(GAME_3.until(6, [false, entries[1]])) == nobody
    assert agreed(GAME_3.until(6, [false, entries[1], [b"", bytes(64)]])) == first
    assert agreed(GAME_3.until(6, [[b"", bytes(64)], entries[1], false])) == nobody
    assert agreed(GAME_3.until(6, [entries[1], false, entries[2]])) == nobody
    other = GAME_3.say(1, 7, ["move", ["play", 5], []])  # it is seat 0 that moves
    assert agreed(GAME_3.until(7, [other])) == [False, False, "fault", 1, 7]


def test_encoding_is_read_before_anything_else() -> None:
    false = [GAME_3.say(0, 0, ["commit", b""]), *GAME_3.values[1][1:]]
    data = GAME_3.until(0, false, GAME_3.values[2])
    assert agreed(data) == [False, False, "fault", 0, 0]
    assert agreed(data + b"\xc1") == [False, False, None, None, 2]


def copied_key(*, box: bool) -> tuple[Played, Any]:
    """Seat 1 has committed to the key, or to the box key, of seat 0; and its reveal."""
    _, key, public, share, _, _, sigma = GAME_3.bodies(1)[1]
    x = scalar("key", GAME_3.secret(1), GAME_3.table)
    if box:
        public = GAME_3.bodies(1)[0][2]
    else:
        key, x = GAME_3.bodies(1)[0][1], scalar("key", GAME_3.secret(0), GAME_3.table)
    e = scalar("key proof", GAME_3.table, 1, key, lin((7, BASE)))
    values = [key, public, share, out(e), out(7 + e * x), sigma]
    commitment = digest("commit", GAME_3.table, 1, *values)
    return GAME_3.changed(0, 1, ["commit", commitment]), ["reveal", *values]


@pytest.mark.parametrize("box", [False, True])
def test_higher_seat_of_two_equal_keys_is_named_where_both_show(box: bool) -> None:
    game, copy = copied_key(box=box)
    bodies = {**GAME_3.bodies(1), 1: copy}
    entries = [game.say(seat, 1, bodies[seat]) for seat in range(3)]
    assert agreed(game.until(1, entries)) == [False, False, "fault", 1, 1]

    def judged(received: list[int], blamed: int) -> list[Any]:
        evidence = ["wrong", entries[blamed]]
        objected = [game.say(2, 1, ["object", blamed, ["r"], evidence])]
        account = ["ended", [entries[seat] for seat in received], objected, None]
        return agreed(game.until(1, account))

    assert judged([0], 1) == [True, False, "cheat", 1, 1]
    assert judged([0, 2], 1) == [True, False, "cheat", 1, 1]
    assert judged([2], 1) == UNFINISHED  # seat 0's reveal may yet be the same
    assert judged([1, 2], 0) == [True, False, "withdrew", 2, 1]
    assert judged([1], 0) == UNFINISHED
    falsely = game.say(2, 1, ["object", 0, ["r"], ["wrong", entries[1]]])  # it convicts another
    account = ["ended", [entries[0]], [falsely], None]
    assert agreed(game.until(1, account)) == [True, False, "withdrew", 2, 1]


def stop(seat: int, missing: list[int], round_: int = 7) -> list[bytes]:
    return GAME_3.say(seat, round_, ["stop", missing])


def test_table_is_ended_by_all_present_or_by_one_who_leaves() -> None:
    two = [stop(0, [2]), stop(1, [2])]
    assert ending(7, [], two, None) == UNFINISHED
    assert ending(7, [], [stop(seat, []) for seat in range(3)], None) == UNFINISHED
    assert ending(7, [], [stop(1, [0, 2])], None) == [True, False, "withdrew", 1, 7]
    assert ending(7, [], [stop(1, [0, 2], 5)], None) == [True, False, "withdrew", 1, 5]
    for false in (
        two[::-1],
        [stop(0, [2]), stop(1, [])],
        [stop(0, [2]), stop(1, [2], 6)],
        [stop(0, [1, 2], 8)],
        [stop(0, [2, 1])],
        [stop(0, [0, 1, 2])],
        [stop(0, [1, 3])],
        [stop(0, [1, 2]), objection(1, 7, 0, None)],
        [objection(0, 7, 1, None), stop(1, [0, 2])],
    ):
        assert ending(7, [], false, None) == [False, False, None, None, 7]
