"""The second auditor, made from the written specification alone, against files and fresh games."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from p2p_hanabi.bots import BOTS
from p2p_hanabi.games import GAMES
from tests.fakes import play_out, wire_for
from tests.second_auditor import BASE, Audit, L, decode, decode_one, digest, enc, lin, verdict

VECTORS = Path(__file__).parent / "vectors"
GAME_FILES = {g["file"]: g for g in json.loads((VECTORS / "games.json").read_text())["games"]}
BROKEN = json.loads((VECTORS / "broken" / "broken.json").read_text())["files"]
GAME_2 = (VECTORS / "game-2.p2ph").read_bytes()
FLIPS = [(i * 4243 + 17) % len(GAME_2) for i in range(60)]


@pytest.mark.parametrize("name", GAME_FILES)
def test_whole_games_are_accepted(name: str) -> None:
    game, data = GAME_FILES[name], (VECTORS / name).read_bytes()
    audit = Audit()
    audit.run(data)
    assert audit.faces == game["faces"]
    assert audit.table.hex() == game["table"]
    assert audit.beacon.hex() == game["beacon"]
    assert digest("outcome", audit.playing().outcome).hex() == game["outcome digest"]
    assert digest("transcript", data).hex() == game["transcript"]
    assert sum(len(r.said) for r in audit.rounds) == game["statements"]
    assert [r.head.hex() for r in audit.rounds] == game["heads"]
    told = verdict(data)
    assert told["valid"]
    assert told["finished"]
    assert [told[key] for key in ("round", "seat", "reason", "named")] == [None] * 4
    assert [told[key] for key in ("rounds", "outcome", "head")] == [
        game[key] for key in ("rounds", "outcome", "head")
    ]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["file"]))
def test_broken_files_get_their_verdict(case: dict[str, Any]) -> None:
    told = verdict((VECTORS / case["file"]).read_bytes())
    assert [told[key] for key in ("valid", "round", "seat")] == [
        case[key] for key in ("valid", "round", "seat")
    ]


@pytest.mark.parametrize("position", FLIPS)
def test_a_flipped_byte_is_refused_and_names_nobody(position: int) -> None:
    told = verdict(
        GAME_2[:position] + bytes([GAME_2[position] ^ 1 << position % 8]) + GAME_2[position + 1 :]
    )
    assert not told["valid"]
    assert told["seat"] is None


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_fresh_games_are_accepted(seats: int) -> None:
    wire = wire_for(GAMES["hanabi"], seats, seed=1)
    wire.open()
    play_out(wire, BOTS["hanabi"])
    told = verdict(wire.nodes[0].table.transcript())
    assert told["valid"], told
    assert told["finished"]


# Files of game-3 that end before the close. Its deal is round 6, its first move round 7, by seat 0.

GAME_3 = GAME_FILES["game-3.p2ph"]


@cache
def values() -> list[Any]:
    return list(decode((VECTORS / "game-3.p2ph").read_bytes()))


def signing_key(seat: int) -> SigningKey:
    return SigningKey(bytes.fromhex(GAME_3["identity seeds"][seat]))


def say(seat: int, round_: int, body: Any) -> list[bytes]:
    table, head = (bytes.fromhex(x) for x in (GAME_3["table"], GAME_3["heads"][round_]))
    payload = enc(["statement", table, round_, seat, head, body])
    return [payload, signing_key(seat).sign(payload).signature]


def ending(rounds: int, *ended: Any) -> dict[str, Any]:
    file = [*values()[: rounds + 1], ["ended", *ended]]
    return verdict(b"".join(enc(value) for value in file))


def told(result: dict[str, Any]) -> list[Any]:
    return [result[key] for key in ("valid", "finished", "named", "seat", "round")]


def objection(seat: int, round_: int, blamed: int, evidence: Any) -> list[bytes]:
    return say(seat, round_, ["object", blamed, "a reason", evidence])


def private_box_key(seat: int) -> bytes:
    secret = bytes.fromhex(GAME_3["secrets"][seat])
    return digest("box", secret, bytes.fromhex(GAME_3["table"]))


def false_deal() -> list[bytes]:
    """Seat 2's deal with a box that seat 1 cannot open."""
    body = decode_one(values()[7][2][0])[5]
    box = body[2][1]
    return say(2, 6, ["dealt", body[1], [body[2][0], bytes([box[0] ^ 1]) + box[1:], None]])


def test_a_file_may_stop_without_a_name() -> None:
    file = b"".join(enc(value) for value in values()[:8])
    assert told(verdict(file)) == [True, False, None, None, 7]
    assert told(ending(7, [], [], None)) == [True, False, None, None, 7]
    assert not verdict(enc(values()[0]))["valid"]


def test_secrets_of_an_incomplete_closing_round_are_used() -> None:
    rounds = len(values()) - 2
    close = values()[-1]
    assert told(ending(rounds, close[:2], [], None)) == [True, False, None, None, rounds]
    assert not ending(rounds, close, [], None)["valid"]
    wrong = [decode_one(close[0][0])[5][1], bytes(32)]
    result = ending(rounds, [say(0, rounds, ["close", *wrong])], [], None)
    assert told(result) == [False, False, "fault", 0, rounds]


def test_objections_convict_or_withdraw() -> None:
    wrong = ["wrong", say(0, 7, ["move", ["discard", 0], []])]  # the lid is full
    right = ["wrong", values()[8][0]]
    two = ["two", values()[7][2], false_deal()]
    cheat = [True, False, "cheat", 0, 7]
    assert told(ending(7, [], [objection(1, 7, 0, wrong)], None)) == cheat
    assert told(ending(7, [], [objection(1, 7, 2, wrong)], None)) == [*cheat[:2], "withdrew", 1, 7]
    assert told(ending(7, [], [objection(1, 7, 0, right)], None)) == [*cheat[:2], "withdrew", 1, 7]
    assert told(ending(7, [], [objection(2, 7, 0, None)], None)) == [*cheat[:2], "withdrew", 2, 7]
    assert told(ending(7, [], [], wrong)) == cheat
    assert not ending(7, [], [], right)["valid"]
    assert not ending(7, [], [], ["unreadable"])["valid"]
    several = [objection(0, 7, 2, two), objection(1, 7, 0, wrong), objection(2, 7, 0, None)]
    assert told(ending(7, [], several, None)) == cheat
    assert told(ending(7, [], several, two)) == [*cheat[:2], "cheat", 2, 6]


def test_a_false_box_is_shown() -> None:
    key, others = private_box_key(1), values()[7]
    evidence = ["box", 6, 0, key]
    heard = [others[0], false_deal()]
    assert told(ending(6, heard, [objection(1, 6, 2, evidence)], None)) == [
        *[True, False, "cheat"],
        *[2, 6],
    ]
    assert told(ending(6, heard, [], evidence)) == [True, False, "cheat", 2, 6]
    assert not ending(6, [others[0], others[2]], [], evidence)["valid"]
    for objected in ([others[0], others[2]], ["box", 6, 0, key]), (heard, ["box", 6, 5, key]):
        result = ending(6, objected[0], [objection(1, 6, 2, objected[1])], None)
        assert told(result) == [True, False, "withdrew", 1, 6]


def test_two_signatures_of_a_seating_convict() -> None:
    key = signing_key(1)
    digits = hashlib.sha512(bytes(key)).digest()[:32]
    a = int.from_bytes(digits, "little") & (2**254 - 8) | 2**254
    message = enc(["p2ph/1", "seat", bytes.fromhex(GAME_3["table"]), 1])
    r = lin((7, BASE))
    e = hashlib.sha512(r + bytes(key.verify_key) + message).digest()
    other = r + ((7 + int.from_bytes(e, "little") * a) % L).to_bytes(32, "little")
    first = values()[0][3][1]
    assert told(ending(7, [], [], ["signed twice", 1, first, other]))[:4] == [
        *[True, False],
        *["cheat", 1],
    ]
    assert not ending(7, [], [], ["signed twice", 1, first, first])["valid"]
