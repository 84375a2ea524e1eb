"""Sentences about how a table ends, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.reasons import Code, Forbidden, InvalidProof, Reason

from ...words.i18n import N_, _
from ...words.sentences_reasons import why
from ...words.words_joined import listing


def may_lack_the_end(names: Sequence[str]) -> str:
    return _(
        "Staying up to a minute, since {names} may not have the end of the game yet. "
        'If you leave earlier, "p2phanabi resume" can still pass it on.'
    ).format(names=listing(names))


def pile_left(cards: str) -> str:
    return _("Still in the pile, the next card first: {cards}.").format(cards=cards)


_CHEATS: Mapping[Code, str] = {
    Forbidden.OUT_OF_TURN: N_("{who} spoke out of turn"),
    Forbidden.TWO_STATEMENTS: N_("{who} signed two different statements for the same moment"),
    Forbidden.TWO_SEATINGS: N_("{who} signed this table twice"),
    Forbidden.COPIED_KEY: N_("{who} copied another player's key"),
    Forbidden.OTHER_COMMITMENT: N_("{who} revealed something other than promised"),
    Forbidden.OTHER_AGREEMENT: N_("{who} signed a different state than the others"),
    Forbidden.OTHER_OUTCOME: N_("{who} signed a different result"),
    InvalidProof.SHUFFLE_PROOF: N_("{who} did not shuffle honestly"),
    InvalidProof.KEY_PROOF: N_("{who} has no valid key"),
    InvalidProof.BLINDED_SHARE_PROOF: N_("{who} dealt a card dishonestly"),
    InvalidProof.CLAIM_PROOF: N_("{who} gave a false hint"),
    Forbidden.OTHER_SECRET: N_("{who} revealed a different secret at the end than at the start"),
}


def cheat(who: str | None, reason: Reason | None, of_game: Mapping[Code, str]) -> str:
    """Return who cheated; `of_game` has the words for the game's rules, here and below."""
    if who is None:
        return _("The game has ended: the others have evidence against your seat ({why}).").format(
            why=why(reason, of_game)
        )
    sentence = None if reason is None else _CHEATS.get(reason.code)
    if sentence is None:
        return _(
            "The game has ended: {who} broke the protocol ({why}), by cheating or "
            "because of a faulty program."
        ).format(who=who, why=why(reason, of_game))
    return _("The game has ended: {what}, by cheating or because of a faulty program.").format(
        what=_(sentence).format(who=who)
    )


def withdrawn(
    who: str | None, reason: Reason | None, of_game: Mapping[Code, str], *, goes_on: bool
) -> str:
    """Return who withdrew; `goes_on`: the others can play on without a player, so the game has not
    ended for them."""
    code = None if reason is None else reason.code
    if code is Forbidden.STOPPED_ALONE:
        return _stopped_alone(who, goes_on=goes_on)
    if who is None and goes_on:
        return _("You have left the game for good; the others play on.")
    if who is None:
        return _("You have ended the game for everybody.")
    if code is Forbidden.LEFT:
        return _("{who} has ended the game for everybody.").format(who=who)
    sentence = why(reason, of_game)
    return _("{who} has ended the game for everybody ({why}).").format(who=who, why=sentence)


def _stopped_alone(who: str | None, *, goes_on: bool) -> str:
    if who is not None:
        return _("{who} has ended the game for everybody: nobody else was there to agree.").format(
            who=who
        )
    if goes_on:
        return _(
            "You have left the game for good, since nobody else was there to agree; the "
            "others play on."
        )
    return _("You have ended the game for everybody: nobody else was there to agree.")


def stuck(who: str | None, named: bool) -> str:
    if not named:
        return _("The game has ended: a deal was void, and no player is to blame.")
    if who is None:
        return _("The game has ended: your seat made a deal void.")
    return _("The game has ended: {who} made a deal void.").format(who=who)
