"""The host's code: how many have guessed wrong, when it changes, and how long nobody may guess."""

from __future__ import annotations

from collections.abc import Callable

from protocol.identity.pairing import OPEN_CODE, WrongCode
from protocol.identity.words import CODE_WORDS, show_code

GUESSES = 5
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 60.0


class RoomCode:
    """After every five wrong guesses there is a new code and a longer pause, never a lock.

    A code has 24 bits, and whoever goes on guessing waits a minute for every five guesses. `first`
    is the code to begin with; for an open table the one that everybody knows.
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
        self._closed_until = clock()
        self._code = first

    @property
    def secret(self) -> bytes:
        return self._code

    @property
    def shown(self) -> str | None:
        """For the host's screen; None for an open table."""
        return None if self.is_open else show_code(self._code)

    @property
    def pause_s(self) -> float:
        """How long nobody may guess."""
        return max(0.0, self._closed_until - self._clock())

    def demand(self, secret: bytes) -> None:
        """Refuse with `WrongCode` what was the code until others used up its guesses."""
        if secret != self._code:
            raise WrongCode

    def guessed_wrong(self) -> None:
        """To be called before the guesser is told."""
        if self.is_open:
            return
        self._wrong += 1
        if self._wrong % GUESSES == 0:
            self._code = self._draw(CODE_WORDS)
            self.new_codes += 1
            self._closed_until = self._clock() + self._pause_s
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def guessed_right(self) -> None:
        """Reset the pause: a player who knows the code was there."""
        self._wrong = 0
        self._pause_s = FIRST_PAUSE_S
