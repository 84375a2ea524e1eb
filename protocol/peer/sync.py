"""Keep the seats' histories in sync: what to forward, what to send again, what another seat lacks.

Every seat announces to its links which statements it has and to which seats it has a link. So
statements lost with a broken link are detected, and a seat between two that cannot reach each other
forwards their statements.
Source: docs/protocol.md, "Between the seats".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ..game import Seat
from ..ledger.history import History, Statement
from .effects import Broadcast, Effect, Send
from .messages import Have

AGAIN_AFTER_TICKS: Final = 2


@dataclass
class Links:
    """The linked seats, what each last announced that it has, and what has lately been sent to each
    or by it, with the tick."""

    _haves: dict[Seat, Have | None] = field(default_factory=dict)
    _sent_again: dict[Seat, set[bytes]] = field(default_factory=dict)
    _passed: dict[Seat, dict[bytes, int]] = field(default_factory=dict)
    _ticks: int = 0
    _idle_ticks: int = 0

    def connected(self, seat: Seat) -> None:
        """Note that a link is up; what the seat has is unknown until it announces it."""
        self._haves[seat] = None
        # §8: whatever was sent over the old link may be lost with it.
        self._sent_again.pop(seat, None)
        self._passed[seat] = {}

    def disconnected(self, seat: Seat) -> None:
        """Note that the link is down."""
        # §4: whom it last said it reaches is out of date: a seat behind a lost link may be missing.
        self._haves.pop(seat, None)
        self._passed.pop(seat, None)

    @property
    def up(self) -> tuple[Seat, ...]:
        """The seats with a direct link to this one."""
        return tuple(sorted(self._haves))

    @property
    def all_announced(self) -> bool:
        """Whether every linked seat has announced what it has."""
        return None not in self._haves.values()

    @property
    def reach(self) -> frozenset[Seat]:
        """The seats that are linked to this one directly or through others."""
        found: set[Seat] = set()
        ahead = list(self._haves)
        while ahead:
            seat = ahead.pop()
            if seat not in found:
                found.add(seat)
                have = self._haves.get(seat)
                # §4: links between others count too: whoever can be reached through them is not
                # missing.
                ahead += have.linked if have is not None else ()
        return frozenset(found)

    def note_have(self, seat: Seat, have: Have) -> None:
        """Record what a linked seat has announced; ignore it if the link is down meanwhile."""
        if seat in self._haves:
            self._haves[seat] = have

    def note_passed(self, seat: Seat, data: bytes) -> None:
        """Note that the seat has these bytes, or that they are on their way to it."""
        # §8: without a link nothing is on its way, whatever was to be sent.
        if seat in self._passed:
            self._passed[seat][data] = self._ticks

    def note_sent(self, effects: Iterable[Effect]) -> None:
        """Note what is sent now."""
        for effect in effects:
            match effect:
                case Broadcast(data):
                    for seat in self._passed:
                        self.note_passed(seat, data)
                case Send(seat, data):
                    self.note_passed(seat, data)

    def made_progress(self) -> None:
        """Note that there is something new: announcements become frequent again."""
        # §8: who has announced before the news may lack it.
        self._idle_ticks = 0

    def tick(self) -> bool:
        """Return whether to announce again what this seat has, with growing pauses while nothing
        new is said. Called about once a second."""
        self._idle_ticks += 1
        self._ticks += 1
        # §8: from now on it may be asked for again: at most once a second.
        self._sent_again.clear()
        # §8: what is still lacking two ticks later may be lost, and is sent again.
        for seat, passed in self._passed.items():
            lately = {d: at for d, at in passed.items() if self._ticks - at < AGAIN_AFTER_TICKS}
            self._passed[seat] = lately
        # §8: at seconds 1, 2, 4, 8, 16, 32, ... after the last news, and every 16 seconds.
        return self._idle_ticks.bit_count() == 1 or self._idle_ticks % 16 == 0

    def resend(self, seat: Seat, statements: Iterable[Statement]) -> list[Effect]:
        """Send these to a seat that seems to lack them, each once between two ticks.

        So no seat can make us send the whole history as often as it requests it.
        """
        sent = self._sent_again.setdefault(seat, set())
        fresh = [statement for statement in statements if statement.digest not in sent]
        sent.update(statement.digest for statement in fresh)
        return [Send(seat, statement.data) for statement in fresh]

    def not_under_way(self, seat: Seat, statements: Iterable[Statement]) -> list[Statement]:
        """Return those of the statements that a seat seems to lack although none has lately sent
        them to it: others are on their way, or wait there to be verified."""
        passed = self._passed.get(seat, {})
        return [statement for statement in statements if statement.data not in passed]

    def pass_on(self, data: bytes, speaker: Seat, link: Seat) -> list[Effect]:
        """Forward the bytes that came over `link`, which the seat `speaker` has signed, to the
        seats that may lack them: those without a link to the speaker."""
        passed_on: list[Effect] = []
        for seat, have in self._haves.items():
            # §8: a seat that has not announced its links yet will ask for what it lacks.
            if have is None or seat in (link, speaker):
                continue
            if speaker in have.linked:
                self.note_passed(seat, data)  # from the speaker itself
            else:
                passed_on.append(Send(seat, data))
        return passed_on

    def have(self, history: History) -> Have:
        """Return this seat's announcement: its open round, whose statements of it are here, its
        links."""
        spoken = tuple(sorted(history.statements))
        return Have(history.stage.round_number, spoken, self.up)


def lacking(history: History, have: Have) -> list[Statement]:
    """Return the statements that we have and the other seat lacks, in the order of the history."""
    missing: list[Statement] = []
    open_round = history.stage.round_number
    # §8: in order: what is of a round to come can be judged only once that opens.
    for number in range(have.round_number, open_round + 1):
        statements = history.statements_of(number)
        # §14: what it has of a round that is void here are not the decisions, which it lacks.
        is_open_there = number == have.round_number and not history.is_void(number)
        held = have.received_from if is_open_there else ()
        missing += [statements[seat] for seat in sorted(statements) if seat not in held]
    return missing
