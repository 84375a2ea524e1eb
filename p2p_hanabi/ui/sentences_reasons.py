"""Why something does not hold, as protocol and system say it in short English keys."""

from __future__ import annotations

import re

from .i18n import N_, _

REASONS = (
    # the protocol
    N_("not a transcript"),
    N_("no statement"),
    N_("a statement under another head"),
    N_("not what it committed to"),
    N_("not what is due"),
    N_("not what this seat's secret gives"),
    N_("the key proof does not hold"),
    N_("the shuffle proof does not hold"),
    N_("the blinded share does not hold"),
    N_("the claim does not hold"),
    N_("the evidence does not hold"),
    N_("a claim is not true"),
    N_("a copied key"),
    N_("agrees to something else"),
    N_("another outcome"),
    N_("out of turn"),
    N_("not in seat order"),
    N_("something stands after the close"),
    N_("something stands after the end"),
    N_("two statements for one round"),
    N_("two signatures of one seating"),
    N_("not the secret it committed to"),
    # the file
    N_("no MessagePack"),
    N_("not the shortest form"),
    N_("a map"),
    N_("a float"),
    N_("a Timestamp"),
    N_("an extension type"),
    N_("a negative number"),
    N_("a number is no truth value"),
    N_("a round is an array of statements"),
    N_("one signature of 64 bytes for each seat"),
    N_("a complete round stands as a round"),
    N_("not one complete round: nothing to check"),
    N_("nothing is said after the end"),
    N_("not the seats that speak, in seat order"),
    # the seating
    N_("the seating"),
    N_("no seating"),
    N_("the seating is not one of this game"),
    N_("an option is a key and a value"),
    N_("options are sorted by their keys, each once"),
    N_("no seat"),
    N_("a name has no control characters"),
    N_("a seat has a key of 32 bytes, a fingerprint of 32, a nonce of 16"),
    N_("an identity key that is no point of the group"),
    N_("two seats of one name"),
    N_("two seats of one identity"),
    # statements beside the rounds
    N_("a statement is a payload and a signature"),
    N_("a statement of another table"),
    N_("no such seat"),
    N_("an aside"),
    N_("an aside is no statement of a round"),
    N_("asides are in seat order"),
    N_("no objection"),
    N_("too long a reason"),
    N_("the evidence"),
    N_("no evidence"),
    N_("no stop"),
    N_("the stops are not for one round"),
    N_("stops for a round that is not in the file"),
    N_("not all have agreed to end the table"),
    N_("an absence"),
    N_("no absence"),
    N_("nobody can be found absent, or nobody else"),
    N_("not all others have found one seat absent"),
    N_("not for this seat to say"),
    N_("nothing is awaited of that seat"),
    N_("nothing is shown"),
    N_("not of this round"),
    # points, scalars and proofs
    N_("a scalar has 32 bytes"),
    N_("a scalar is from 1 to L - 1"),
    N_("a point has 32 bytes"),
    N_("not a point of the group"),
    N_("not a point of the group, or the identity"),
    N_("not a point of the curve"),
    N_("the identity"),
    N_("the signature does not hold"),
    N_("the share does not hold"),
    N_("the sealed share does not hold"),
    N_("a share is [d, e, z]"),
    N_("a blinded share is [E, e, z, u]"),
    N_("a claim has one entry for each face"),
    N_("an entry of a claim is [e, z]"),
    N_("a masked card is [A, B]"),
    N_("no shuffle proof"),
    N_("a list of the proof is short or long"),
    N_("no face of the deck"),
    # what is said in a round
    N_("no reveal"),
    N_("a box key of small order"),
    N_("one entry for each card"),
    N_("a share that nobody may see"),
    N_("nothing is due for this card"),
    N_("another form of the move"),
    N_("one proof for each claim"),
    N_("a claim about a card that is not another seat's hidden one"),
    N_("the secret is shown where the game says so, and only there"),
    # boxes, and the shares of keys
    N_("one box for each seat"),
    N_("a box has the length of its rows"),
    N_("the box cannot be opened"),
    N_("not the rows that are due"),
    N_("a false sealed share"),
    N_("one share of the key for each seat"),
    N_("a share for oneself"),
    N_("a box has the length of a share"),
    N_("the shares do not sum to the key"),
    N_("a seat has no share of its own key"),
    N_("a box without a share of the key"),
    N_("a false share of the key"),
    # how a table ended
    N_("two histories"),
    N_("blindings cancel out"),
    N_("an objection that cannot be judged"),
    # moves
    N_("no move of Hanabi"),
    N_("no move of Ikebana"),
    N_("no move of Koi-Koi"),
    N_("a move names cards, seats, colours and ranks by their numbers"),
    N_("a move names cards by their numbers"),
    N_("the touched cards are an array"),
    N_("the touched cards ascend"),
    N_("the shown cards ascend"),
    N_("game over"),
    N_("not now"),
    N_("card not in hand"),
    N_("announcement"),
    N_("no such colour"),
    N_("no such rank"),
    N_("no blue token"),
    N_("all blue tokens in the lid"),
    N_("hint to oneself"),
    N_("empty hand"),
    N_("card not in that hand"),
    N_("cards not ascending"),
    N_("empty hint"),
    N_("own discards"),
    N_("no discards"),
    N_("not enough prestige"),
    N_("no card drawn"),
    N_("a card was drawn"),
    N_("keep or refuse first"),
    N_("no match"),
    N_("neither four cards nor eight"),
    # the network
    N_("no answer"),
    N_("no hello"),
    N_("no table answers there"),
    N_("no table answers here"),
    N_("another table answers there"),
    N_("the host does not answer any more"),
    N_("nobody was asked"),
    N_("connection refused"),
    N_("connection reset by peer"),
    N_("network is unreachable"),
    N_("no route to host"),
    # the disk
    N_("permission denied"),
    N_("no such file or directory"),
    N_("no space left on device"),
    N_("read-only file system"),
    N_("is a directory"),
    N_("not a directory"),
    N_("it is not the identity of a player"),
    N_("it is no seat at a table"),
    N_("it belongs to another table"),
    N_("it is no journal of a table"),
    N_("it has no header"),
)
WITH_FACTS = (
    N_("not signed by seat {seat}"),
    N_("{n} bytes, at most {most} are read"),
    N_("a value of {n} bytes, at most {most} are read"),
    N_("not the shortest form at byte {n}"),
    N_("no MessagePack at byte {n}"),
    N_("deeper than {n} levels"),
    N_("a transcript of version {version}; this program reads {known}"),
    N_("a name has 1 to {most} characters"),
    N_("no game is called {game}"),
    N_("{n} seats speak in this round"),
    N_("seat {seat} has not signed this table"),
    N_("a statement of round {n}"),
    N_("a pile of {n} cards stays one of {same}"),
    # a game that cannot be played so
    N_("Hanabi is for 2 to 5 players, not {seats}."),
    N_("Ikebana is for 2 to 5 players, not {seats}."),
    N_("Koi-Koi is for 2 players, not {seats}."),
    N_("The option 'escrow' is for {fewest} players or more."),
    N_("The seat that begins is one of 0 to {last}, not {first}."),
    N_("The option {key!r} is one of {allowed}, not {value!r}."),
    N_("There is no option {key!r}; there are {known}."),
)
"""Those that tell facts; a reason has the words, and the facts filled in."""
_FIELD = re.compile(r"\\{(\w+)(?:!r)?\\}")
_SHAPES = tuple(
    (words, re.compile(_FIELD.sub(r"(?P<\1>.+)", re.escape(words)))) for words in WITH_FACTS
)
_RULED = re.compile(r"(.+)( \([A-Z]+\d+\))")


def why(reason: str) -> str:
    """What a colon parts is said part by part: each may come from another place."""
    if reason in REASONS:
        return _(reason)
    return _(": ").join(_part(part) for part in reason.split(": "))


def _part(reason: str) -> str:
    """Facts stay as they are, and so does the number of a rule behind it."""
    for words, shape in _SHAPES:
        if facts := shape.fullmatch(reason):
            return _(words).replace("!r}", "}").format(**facts.groupdict())
    ruled = _RULED.fullmatch(reason)
    key, rule = ruled.groups() if ruled else (reason, "")
    return f"{_(key)}{rule}"
