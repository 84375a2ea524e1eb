"""The host's room code: wrong guesses, when it changes, and for how long guessing is blocked."""

from __future__ import annotations

from collections.abc import Callable

from protocol.identity.pairing import OPEN_CODE, WrongCode
from protocol.identity.words import CODE_WORDS, show_code

# §11: with these an even chance takes more than four years of guesses (docs/threats.md).
GUESSES = 5
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 60.0


class RoomCode:
    """After every five wrong guesses there is a new code and a longer pause, never a lockout.

    A code has 24 bits, and a persistent attacker waits a minute for every five guesses. `first` is
    the initial code; for an open table the one that everybody knows.
    """

    def __init__(
        self, draw: Callable[[int], bytes], clock: Callable[[], float], first: bytes
    ) -> None:
        self.is_open = first == OPEN_CODE
        self.new_codes = 0
        self._draw = draw
        self._clock = clock
        self._wrong = 0
        self._pause_s = FIRST_PAUSE_S
        self._closed_until = clock()  # open from the beginning
        self._current = first

    @property
    def secret(self) -> bytes:
        return self._current

    @property
    def shown(self) -> str | None:
        """For the host's screen; None for an open table."""
        return None if self.is_open else show_code(self._current)

    @property
    def pause_s(self) -> float:
        """For how long guessing is blocked."""
        return max(0.0, self._closed_until - self._clock())

    def demand(self, secret: bytes) -> None:
        """Raise `WrongCode` for a code that has been replaced after wrong guesses by others."""
        # §11: whoever began to pair before the code changed was guessing at the old one.
        if secret != self._current:
            raise WrongCode

    def guessed_wrong(self) -> None:
        """Count a wrong guess; to be called before the guesser is told."""
        # §10: the code of an open table is public: there is nothing to guess.
        if self.is_open:
            return
        self._wrong += 1
        # §11: a new code makes earlier guesses worthless; the pause bounds how many there can be.
        if self._wrong % GUESSES == 0:
            self._current = self._draw(CODE_WORDS)
            self.new_codes += 1
            self._closed_until = self._clock() + self._pause_s
            # §11: never locked for good, or anybody could keep the players out.
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def guessed_right(self) -> None:
        """Reset the pause: a player knew the code."""
        # §11: only who knows the code gets here, so no guesser can reset the count.
        self._wrong = 0
        self._pause_s = FIRST_PAUSE_S
