"""The base game and its knobs against those of open_spiel, compared before every move.

Both get the same cards and moves. Compared are the seat to act, the legal moves, tokens, fireworks,
hands, what hints have told of each card, discards, the pile, the end and the score. Games are
played with very different care, so that they end in all three ways. Needs `open_spiel`; stops with
1 at the first difference.

    python -m tests.oracle.hanabi_open_spiel --games 2000
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import Counter
from typing import Any

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of, starting_pile
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.state import HanabiState, Mark
from protocol.game import Act, Card, Deal, Face, Known, Open, Over
from tests.builders import dice
from tests.games.hanabi.table import HANABI

LETTERS = "RYGWB"
"""Its colours in its order, which stand for ours by number: their names mean nothing."""

KNOBS = ((3, 8), (3, 8), (1, 8), (3, 10), (1, 10))
"""Red and blue tokens."""


class Different(Exception):
    """What differs, theirs first."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="how many, over 2 to 5 players")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = parser.parse_args()
    spiel: Any = importlib.import_module("pyspiel")
    ends: Counter[tuple[int, str]] = Counter()
    moves = 0
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        players = 2 + seed % 4
        red, blue = KNOBS[seed // 4 % len(KNOBS)]
        tokens = {"max_life_tokens": red, "max_information_tokens": blue}
        theirs = spiel.load_game("hanabi", {"players": players, **tokens}).new_initial_state()
        start = HANABI.start({"first": 0, "red": red, "blue": blue}, players, b"")
        try:
            turns, reason = played_alike(theirs, start, seed)
        except Different as difference:
            out(f"seed {seed}, {players} players: {difference}")
            return 1
        moves += turns
        ends[players, reason] += 1
    for (players, reason), count in sorted(ends.items()):
        out(f"{players} players  {reason:<16} {count:5}")
    out(f"{chosen.games} games, {moves} moves: no difference")
    return 0


def played_alike(theirs: Any, start: HanabiState, seed: int) -> tuple[int, str]:
    """A whole game on both sides: how many moves it had, and why it ended."""
    source = dice("oracle", seed)
    pile = source.sample(starting_pile(5), 50)
    faces = dict(zip(map(Card, range(50)), pile, strict=True))
    care = source.choice((0.0, 0.5, 0.9, 1.0))
    to_deal = iter(pile)
    state = HANABI.dealt(HANABI.shuffled(start))
    while True:
        while theirs.is_chance_node():
            theirs.apply_action(next(to_deal))
        same("table", their_table(theirs), our_table(state, faces))
        pending = HANABI.pending(state)
        same("end", theirs.is_terminal(), isinstance(pending, Over))
        if isinstance(pending, Over):
            reason, score = pending.outcome
            same("score", list(theirs.returns()), [float(str(score))] * state.rules.seats)
            return state.turn, str(reason)
        actions = {theirs.action_to_string(a): a for a in theirs.legal_actions()}
        moves = our_moves(state, faces)
        same("legal moves", sorted(actions), sorted(moves))
        text = picked(moves, fits(state, faces) if source.random() < care else None, source)
        theirs.apply_action(actions[text])
        state = after(state, moves[text], faces)


def our_moves(state: HanabiState, faces: Known) -> dict[str, Move]:
    """By the words that it has for them."""
    own = state.hands[state.seat]
    known = {card: face for card, face in faces.items() if card not in own}
    return {in_words(state, move): move for move in HANABI.moves(state, state.seat, known)}


def in_words(state: HanabiState, move: Move) -> str:
    match move:
        case Play(card):
            return f"(Play {state.hands[state.seat].index(card)})"
        case Discard(card):
            return f"(Discard {state.hands[state.seat].index(card)})"
    ahead = (move.seat - state.seat) % state.rules.seats
    match move:
        case HintColour(_, colour, _):
            return f"(Reveal player +{ahead} color {LETTERS[colour]})"
        case HintRank(_, rank, _):
            return f"(Reveal player +{ahead} rank {rank})"


def fits(state: HanabiState, faces: Known) -> dict[str, bool]:
    """The plays, and whether their cards fit."""
    hand = [faces[card] for card in state.hands[state.seat]]
    return {
        f"(Play {slot})": state.fireworks[colour_of(face)] == rank_of(face) - 1
        for slot, face in enumerate(hand)
    }


def picked(moves: dict[str, Move], fitting: dict[str, bool] | None, source: random.Random) -> str:
    """At random; with a look at the cards, one that fits, or at least no mistake."""
    if fitting is None:
        return source.choice(sorted(moves))
    good = [text for text, fit in fitting.items() if fit]
    harmless = [text for text in sorted(moves) if text not in fitting]
    return source.choice(good or harmless or sorted(moves))


def after(state: HanabiState, move: Move, faces: Known) -> HanabiState:
    state = HANABI.apply(state, move)
    match HANABI.pending(state):
        case Open((card,)):
            state = HANABI.opened(state, {card: faces[card]})
    return HANABI.dealt(state) if isinstance(HANABI.pending(state), Deal) else state


def our_table(state: HanabiState, faces: Known) -> dict[str, object]:
    """All that is compared, by name."""
    acting = HANABI.pending(state)
    return {
        "seat": acting.seat if isinstance(acting, Act) else None,
        "red left": state.rules.red - state.red,
        "blue": state.blue,
        "fireworks": [*state.fireworks],
        "pile": state.pile,
        "discards": [name(face) for _, face in state.discards],
        "hands": [
            [(name(faces[card]), *hint_of(mark)) for card, mark in zip(hand, marks, strict=True)]
            for hand, marks in zip(state.hands, state.marks, strict=True)
        ],
    }


def name(face: Face) -> str:
    return f"{LETTERS[colour_of(face)]}{rank_of(face)}"


def hint_of(mark: Mark) -> tuple[str, str]:
    """What a card was pointed at for, and what it can be, in the letters of the other side."""
    possible = [Face(face) for face in range(25) if mark.possible >> face & 1]
    colours = "".join(LETTERS[c] for c in sorted({colour_of(face) for face in possible}))
    ranks = "".join(str(r) for r in sorted({rank_of(face) for face in possible}))
    colour = "X" if mark.colour is None else LETTERS[mark.colour]
    return f"{colour}{mark.rank or 'X'}", colours + ranks


def their_table(theirs: Any) -> dict[str, object]:
    """The same from the words in which it tells its state; once it is over nobody is to act."""
    text = str(theirs)
    facts = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    hands: list[list[tuple[str, ...]]] = [[]]
    seat = None
    for line in text.partition("Hands:\n")[2].partition("Deck size")[0].splitlines():
        match line.replace("||", "|").split("|"):
            case ["Cur player"]:
                seat = len(hands) - 1
            case ["-----"]:
                hands.append([])
            case [face, pointed_at, possible]:
                hands[-1].append((face.strip(), pointed_at.strip(), possible))
    return {
        "seat": None if theirs.is_terminal() else seat,
        "red left": int(facts["Life tokens"]),
        "blue": int(facts["Info tokens"]),
        "fireworks": [int(each[1]) for each in facts["Fireworks"].split()],
        "pile": int(facts["Deck size"]),
        "discards": facts["Discards"].split(),
        "hands": hands,
    }


def same(what: str, theirs: object, ours: object) -> None:
    if theirs != ours:
        raise Different(f"{what}\n  theirs {theirs}\n  ours   {ours}")


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
