"""Every attack that we could think of, mounted at real tables of two, three and five.

The tests iterate over `ATTACKS`, and `python -m tests.attacks` prints each result. Unless an
attack is on hints, the game is the toy: it asks for everything a game can ask for, with few
cards. Seat 1 is the villain wherever a villain can choose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from protocol.crypto.group import IDENTITY, mul_base
from protocol.encoding import Value
from protocol.game import Seat

from . import mounts_review, mounts_talk
from .forgeries import (
    NOT_CANONICAL,
    ORDER_8,
    doctored,
    elsewhere,
    known_logarithms,
    mixed,
    plus_order,
    stacked,
    weights_without_p,
)
from .mounting import Result, changed, forged, lying
from .mounts import (
    close_after_the_close,
    copied_commitment,
    copied_key,
    false_claim,
    false_sealed_share,
    flipped,
    hand_in_a_proof,
    made_to_look_guilty,
    nested,
    no_reveal,
    other_commitment,
    other_move,
    other_signature,
    out_of_turn,
    receives_bytes,
    replayed,
    replayed_elsewhere,
    restored_copy,
    rogue_key,
    share_not_asked_for,
    signed_by_another,
    ten_mebibytes,
    twice,
    two_closes,
    two_faced,
    unshuffled,
    verifies_everything,
    words_searched_for,
)
from .mounts_escrow import escrowed, flipped_box, gone_and_dealing, two_votes
from .mounts_talk import THREE, talked
from .mounts_talk import signed_by_another as signed_for
from .villain import (
    HANABI,
    Forge,
    put,
)


@dataclass(frozen=True, slots=True)
class Attack:
    """`mount` plays it at a table with that many seats, and raises `AssertionError` if it succeeds.

    `blamed` is the seat that must be named.
    """

    name: str
    mount: Callable[[int], Result]
    blamed: str = "villain"
    seats: tuple[int, ...] = (2, 3, 5)


def hint(change: Callable[[Any], Value]) -> Any:
    """A Hanabi hint that lists other cards than those it touches."""
    return changed("move", lambda body: put(body, (1, 3), change), HANABI)


def dealt(path: tuple[int, ...], new: Any) -> Any:
    return changed("dealt", lambda body: put(body, path, new))


def proven_elsewhere(**place: Any) -> Any:
    return partial(forged, "shuffled", elsewhere(**place))


def swapped(body: Any) -> Value:
    return put(body, (1,), lambda pile: (pile[1], pile[0], *pile[2:]))


def list_of(number: int, cut: Callable[[Any], Value]) -> Any:
    return changed("shuffled", lambda body: put(body, (2, number), cut))


def shuffled(forge: Forge) -> Any:
    return partial(forged, "shuffled", forge)


MORE = (3, 5)  # with two seats nothing is sealed, and the first hint touches one card
ATTACKS: tuple[Attack, ...] = (
    Attack("stacked pile", shuffled(doctored(stacked))),
    Attack(
        "swapped cards", changed("shuffled", lambda b: put(b, (1,), lambda p: (p[1], p[0], *p[2:])))
    ),
    Attack("duplicated card", shuffled(doctored(lambda pile: (pile[1], *pile[1:])))),
    Attack("dropped card", shuffled(doctored(lambda pile: pile[1:]))),
    Attack("pile unshuffled, stale proof", shuffled(unshuffled)),
    Attack("proof of another table", proven_elsewhere(table=bytes(32))),
    Attack("proof of another round", proven_elsewhere(round_number=0)),
    Attack("proof of another seat", proven_elsewhere(seat=Seat(0))),
    Attack("proof of another shuffle", proven_elsewhere(number=1)),
    Attack("proof under another head", proven_elsewhere(head=bytes(32))),
    Attack("short list in a proof", list_of(7, lambda entries: entries[1:])),
    Attack("long list in a proof", list_of(0, lambda entries: (*entries, entries[0]))),
    Attack("generators of known logarithm", shuffled(known_logarithms)),
    Attack("weights that leave out p", shuffled(weights_without_p)),
    Attack("rogue key", rogue_key),
    Attack("copied key", copied_key),
    Attack("copied commitment", copied_commitment),
    Attack("reveal unlike the commitment", changed("reveal", lambda b: put(b, (1,), mul_base(7)))),
    Attack("no reveal", no_reveal, "nobody"),
    Attack("false share", dealt((1, 0, 0), mul_base(9))),
    Attack("false blinded share", dealt((1, 3, 0), mul_base(9))),
    Attack("false sealed share", partial(forged, "dealt", false_sealed_share), seats=MORE),
    Attack("share not asked for", partial(forged, "dealt", share_not_asked_for)),
    Attack("share that nobody may see", dealt((1, 2), lambda _: (IDENTITY, bytes(32), bytes(32)))),
    Attack("false claim", false_claim),
    Attack("incomplete hint", hint(lambda cards: cards[1:]), seats=MORE),
    Attack("hint touching nothing", hint(lambda _: ())),
    Attack("move out of turn", out_of_turn),
    Attack("illegal move", changed("move", lambda b: put(b, (1, 0), 9))),
    Attack("move announced twice", twice),
    Attack("two commitments, two seats", partial(two_faced, "commit", other_commitment)),
    Attack("two signatures, two seats", partial(two_faced, "shuffled", other_signature)),
    Attack("two moves, two seats", partial(two_faced, "move", other_move)),
    Attack("two closes, two seats", two_closes),
    Attack("false close after the close", close_after_the_close),
    Attack("replayed statement", replayed, "nobody"),
    Attack("statement of another table", replayed_elsewhere, "nobody"),
    Attack("signed by another seat", signed_by_another, "nobody"),
    Attack("scalar of L or more", dealt((1, 0, 2), plus_order)),
    Attack("point of small order", dealt((1, 0, 0), ORDER_8)),
    Attack("point of mixed order", dealt((1, 0, 0), mixed)),
    Attack("non-canonical point", dealt((1, 0, 0), NOT_CANONICAL)),
    Attack("the identity", dealt((1, 0, 0), IDENTITY)),
    Attack("statement of 10 MiB", partial(receives_bytes, ten_mebibytes), "nobody"),
    Attack("statement nested 1,000 deep", partial(receives_bytes, nested), "nobody"),
    Attack("box key of small order", partial(lying, box_public=bytes(32))),
    Attack("identity verifying everything", verifies_everything, "nobody"),
    Attack("words searched for offline", words_searched_for),
    Attack("hand spelled out in a proof", hand_in_a_proof),
    Attack("restored copy, another pile", restored_copy),
    Attack("honest seat made to look guilty", made_to_look_guilty),
    Attack("key split into another one", escrowed((1, 0), mul_base(7)), seats=MORE),
    Attack("false share of a split key", escrowed((2, 0), flipped_box), seats=MORE),
    Attack("two votes in one ballot", two_votes, seats=MORE),
    Attack("gone, and dealing", gone_and_dealing, seats=MORE),
    Attack("phrase in another's turn", talked("phrases", mounts_talk.out_of_turn), "nobody", THREE),
    Attack("remark signed by another seat", talked("free", signed_for), "nobody", THREE),
    Attack(
        "remark of another table", talked("free", mounts_talk.of_another_table), "nobody", THREE
    ),
    Attack("order of another's hand", talked("free", mounts_talk.hand_of_another), "nobody", THREE),
    Attack("remarks without end", talked("free", mounts_talk.one_too_many), "nobody", THREE),
    Attack("review of a game in play", mounts_review.reviewed_in_play, "nobody"),
    Attack("another table in a review", mounts_review.another_table_reviewed, "nobody"),
    Attack("another secret at the close", changed("close", lambda b: put(b, (2,), bytes(32)))),
    Attack("a byte of the file flipped", flipped, "nobody or its speaker"),
)
"""Cards and keys first, then turns and histories, then bytes, then the end."""
