"""An Ikebana table as lines: pure functions of a view, for any screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p2p_hanabi.games.common.firework_cards import MULTICOLOUR, colour_of, rank_of
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either
from protocol.game import Card, Face, Seat

from ..bouquets import FLOWERS, Score, multiplier, score
from ..outcome import ranking
from ..state import ROUNDS, Flower
from ..view import IkebanaView, Offer
from .words import sentences as texts

_STYLES = ("red", "yellow", "green", "blue", "white", "multicolour")
"""Black uses the terminal's default style, as white does in Hanabi: letters identify colours."""


def face_name(face: Face) -> str:
    return texts.face(colour_of(face), rank_of(face))


def short(face: Face) -> str:
    """Return R1, or aloud red 1."""
    if is_aloud():
        return face_name(face)
    return f"{texts.signs()[colour_of(face)]}{rank_of(face)}"


def drawn(each: Flower) -> Line:
    """Return R1 in its colour."""
    return text(short(each.face), _STYLES[colour_of(each.face)])


def drawn_flowers(flowers: Sequence[Flower]) -> Line:
    return joined([drawn(each) for each in flowers], _between())


def shorts(flowers: Sequence[Flower]) -> str:
    return _joined(flower.face for flower in flowers)


def _joined(faces: Iterable[Face]) -> str:
    return _between().join(map(short, faces))


def _between() -> str:
    return ", " if is_aloud() else " "


def bouquet(flowers: Sequence[Flower]) -> str:
    """Return the cards, their score, and the multiplier still possible."""
    if not flowers:
        return _("no flowers yet")
    scored = score([flower.face for flower in flowers])
    if len(flowers) == FLOWERS:
        return scored_bouquet(flowers, scored)
    reach = multiplier(scored.colours)
    return texts.bouquet_now(shorts(flowers), scored.gain, FLOWERS - len(flowers), reach)


def scored_bouquet(flowers: Sequence[Flower], scored: Score) -> str:
    """Explain the score of a complete bouquet."""
    return _("{cards}: {why}, that is {total}").format(
        cards=shorts(flowers), why=why(flowers, scored), total=scored.total
    )


def why(flowers: Sequence[Flower], scored: Score, factor: int = 1) -> str:
    """Return what gains how much in a complete bouquet, and what multiplies it."""
    jokers = [
        colour
        for flower, colour in zip(flowers, scored.colours, strict=True)
        if colour_of(flower.face) == MULTICOLOUR
    ]
    gains = [texts.combination(each.values, each.gain) for each in scored.combinations]
    doubled = _("doubled in the last round") if factor > 1 else ""
    sentence = texts.scoring(gains, scored.multiplier, doubled)
    return f"{sentence} ({texts.jokers(jokers)})" if jokers and scored.multiplier > 1 else sentence


def whose_turn(view: IkebanaView, players: Players) -> Line | None:
    """Return the choices; None while the protocol is at work and after the end."""
    if view.actor is None:
        return None
    if (who := players.other(view.actor)) is not None:
        if view.drawn is None or view.refusal is None:
            can = _("{who} draws or buys.") if view.can_buy(view.actor) else _(texts.ONLY_DRAWS)
            return text(can.format(who=who))
        if view.refusal.affordable:
            return text(_("{who} keeps it or refuses it.").format(who=who))
        return text(
            _("{who} has to keep it: refusing it costs {price}, more than {who} has.").format(
                who=who, price=view.refusal.price
            )
        )
    if view.drawn is None or view.refusal is None:
        return text(texts.your_draw(either(affordable(view, players))), "strong")
    card, price = face_name(view.drawn.face), view.refusal.price
    with_it = bouquet((*view.bouquet.flowers, view.drawn))
    if view.refusal.affordable:
        payee = players.name(view.refusal.payee)
        return text(
            _(
                "Your turn: keep {card} (then {bouquet}), or refuse it and pay {price} to {payee}."
            ).format(card=card, bouquet=with_it, price=price, payee=payee),
            "strong",
        )
    return text(
        _(
            "Your turn: you have to keep {card} (then {bouquet}); refusing it costs "
            "{price}, which you do not have."
        ).format(card=card, bouquet=with_it, price=price),
        "strong",
    )


def offered(one: Offer, players: Players) -> str:
    """Return the card, its owner, and its price."""
    owner, card = players.name(one.owner), face_name(one.flower.face)
    return _(texts.OFFER).format(card=card, owner=owner, price=one.price)


def affordable(view: IkebanaView, players: Players) -> list[str]:
    """Return each card that this seat can buy."""
    return [offered(each, players) for each in view.offers if each.affordable]


def standing(view: IkebanaView) -> Line:
    """Return the round, the card of the bouquets that is being chosen, and the pile."""
    where = _("Round {n} of {all}, card {card} of 5.")
    parts = [where.format(n=view.round_number, all=ROUNDS, card=view.bouquet_card)]
    if view.factor > 1:
        parts.append(_("This round counts double."))
    return text(" ".join([*parts, sentences.cards_left(view.pile)]))


def bouquets(view: IkebanaView, players: Players) -> list[Line]:
    lines = [text(_(texts.BOUQUETS_TITLE), "strong")]
    for seat in players.from_next:
        sentence = bouquet(view.bouquets[seat].flowers)
        lines.append(text(texts.of_player(players.other(seat), sentence)))
    return lines


def discards(view: IkebanaView, players: Players) -> list[Line]:
    title = text(_("Discards (the top card can be bought for its value):"), "strong")
    return [title, *(_discards_of(view, players, seat) for seat in players.from_next)]


def brief(view: IkebanaView, players: Players, mover: Seat) -> list[Line]:
    """Return the state of the game, everybody's prestige, and the bouquet of the last mover."""
    descriptions = [
        texts.of_player(players.other(seat), str(view.prestige[seat])).strip()
        for seat in players.from_next
    ]
    flowers = bouquet(view.bouquets[mover].flowers)
    made = texts.of_player(players.other(mover), flowers).strip()
    return [
        standing(view),
        text(f"{_(texts.PRESTIGE_TITLE)} {', '.join(descriptions)}"),
        text(f"{_(texts.BOUQUETS_TITLE)} {made}"),
    ]


def scores(view: IkebanaView, players: Players) -> list[Line]:
    lines = [text(_(texts.PRESTIGE_TITLE), "strong")]
    for seat in players.from_next:
        sentence = texts.prestige(view.prestige[seat], [won[seat] for won in view.won])
        lines.append(text(texts.of_player(players.other(seat), sentence)))
    return lines


def table(view: IkebanaView, players: Players) -> list[Line]:
    """Return the whole table, without the log."""
    return [
        standing(view),
        *scores(view, players),
        *discards(view, players),
        *bouquets(view, players),
    ]


def result(view: IkebanaView, players: Players) -> list[Line]:
    """Return the ranking and the winners; nothing while the game goes on."""
    if view.outcome is None:
        return []
    lines, place = [text(_("The four rounds are over. The ranking:"), "strong")], 1
    for seats in ranking(view.prestige):
        for seat in seats:
            prestige, won = view.prestige[seat], [each[seat] for each in view.won]
            lines.append(text(texts.place(place, players.other(seat), prestige, won)))
        place += len(seats)
    winners = view.outcome.winners or ()
    others = [players.name(seat) for seat in winners if seat != players.me]
    return [*lines, text(texts.winner(others, is_me=players.me in winners), "strong")]


def pile_left(view: IkebanaView, shown: Mapping[Card, Face]) -> list[Line]:
    """Return the pile in the order in which it would have been drawn; `shown` are faces that the
    end of the table revealed."""
    undrawn = [Card(card) for card in range(view.made - view.pile, view.made)]
    if not undrawn or any(card not in shown for card in undrawn):
        return []
    return [text(sentences.pile_left(_joined(shown[card] for card in undrawn)))]


def _discards_of(view: IkebanaView, players: Players, seat: Seat) -> Line:
    top, below = view.tops[seat], view.heights[seat] - 1
    name = players.other(seat)
    who = None if name is None else _("{who}, player {n}").format(who=name, n=seat + 1)
    if top is None:
        return text(texts.of_player(who, _("none")))
    line = text(texts.of_player(who, texts.top(face_name(top.face), below)))
    if not view.buried[seat]:
        return line
    buried = _("below: {cards}").format(cards=shorts(view.buried[seat]))
    return joined([line, text(_(sentences.SEMICOLON) + buried)])
