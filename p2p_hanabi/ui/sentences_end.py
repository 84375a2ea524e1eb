"""How a game and a table end, in English sentences."""

from __future__ import annotations

from p2p_hanabi.games.hanabi_state import Rating, Reason

from .sentences import _


def game_over(reason: Reason, limit: int) -> str:
    return _GAME_OVER[reason].format(limit=limit)


_GAME_OVER = {
    Reason.THIRD_RED_TOKEN: _("The game is lost: red token {limit} of {limit} is taken."),
    Reason.INDISPENSABLE_CARD_LOST: _("The game is lost: a card that was needed is gone."),
    Reason.COMPLETE: _("All fireworks are complete!"),
    Reason.PILE_ENDED: _("The pile is empty and everybody has had the last turn: it is over."),
    Reason.STUCK: _("The game is lost: a player had no move left."),
}

_RATING = {
    Rating.HORRIBLE: _("horrible - better luck next time"),
    Rating.MEDIOCRE: _("mediocre - a few polite claps"),
    Rating.HONOURABLE: _("honourable - the evening was worth it"),
    Rating.EXCELLENT: _("excellent - the crowd is delighted"),
    Rating.EXTRAORDINARY: _("extraordinary - they will talk of it for long"),
    Rating.LEGENDARY: _("legendary - nobody finds words"),
    Rating.DIVINE: _("divine - the gods themselves look up"),
}


def score(points: int, most: int, rating: Rating) -> str:
    return _("Score: {points} of {most}: {rating}.").format(
        points=points, most=most, rating=_RATING[rating]
    )


def built(points: int) -> str:
    return _("The fireworks stood at {points}, which does not count any more.").format(
        points=points
    )


def hand_left(who: str | None, cards: str) -> str:
    if who is None:
        return _("You still held: {cards}.").format(cards=cards)
    return _("{who} still held: {cards}.").format(who=who, cards=cards)


def no_cards() -> str:
    return _("nothing")


def own_hand_unseen(count: int) -> str:
    return _("You still held {n} cards that you never saw.").format(n=count)


def all_signed() -> str:
    return _("All players have signed the result.")


def transcript_follows() -> str:
    return _("The transcript of the game:")


def evidence_follows() -> str:
    return _("Nothing else is lost. The evidence, which anybody can check:")


def account_follows() -> str:
    return _("Nothing else is lost. What was said at the end:")


_CHEATS = {
    "out of turn": _("spoke out of turn"),
    "two statements for one round": _("signed two different statements for one moment"),
    "two signatures of one seating": _("signed this table twice"),
    "a copied key": _("copied another player's key"),
    "not what it committed to": _("revealed something else than was promised"),
    "agrees to something else": _("signed another state than all others"),
    "another outcome": _("signed another result"),
    "the shuffle proof does not hold": _("did not shuffle honestly"),
    "the key proof does not hold": _("has no valid key"),
    "the blinded share does not hold": _("dealt a card falsely"),
    "the claim does not hold": _("gave a false hint"),
    "not the secret it committed to": _("revealed another secret at the end than at the start"),
}


def cheat(who: str | None, reason: str) -> str:
    did = _CHEATS.get(reason)
    if who is None:
        return _("The table has ended: the others have evidence against your seat ({why}).").format(
            why=reason
        )
    if did is None:
        return _(
            "The table has ended: {who} has broken the protocol ({why}), "
            "by cheating or by a broken program."
        ).format(who=who, why=reason)
    return _("The table has ended: {who} {did}, by cheating or by a broken program.").format(
        who=who, did=did
    )


def withdrawn(who: str | None, reason: str) -> str:
    if who is None:
        return _("You have ended the game for everybody.")
    why = f" ({reason})" if reason else ""
    return _("{who} has ended the game for everybody{why}.").format(who=who, why=why)


def split() -> str:
    return _(
        "The table has ended: the players hold two different histories, "
        "and it cannot be shown who is to blame."
    )


def stuck(who: str | None, named: bool) -> str:
    if not named:
        return _("The table has ended: a deal came out void, and nobody can be named for it.")
    if who is None:
        return _("The table has ended: your seat made a deal void.")
    return _("The table has ended: {who} made a deal void.").format(who=who)


WITHDRAWAL_REASON = "the player ended the game"
"""What the others are told; it travels, so it is the same in every language."""
