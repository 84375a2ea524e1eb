"""A form for all settings of a new table; its result is the arguments of `host`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_hanabi.registry import GAMES, OPTIONS, RULES, SCREENS
from p2p_hanabi.seam.options import Option
from p2p_hanabi.ui.model.lobby import sentences_new_table as sentences
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Value

from ..console.failures import Failed
from ..local_seats.phone_processes import MOST as MAX_PHONES
from ..settings.table_config import config, default_seats


@dataclass(frozen=True, slots=True)
class _Row:
    """`chosen` is the index of the current value; `choose` sets another one."""

    label: str
    offered: Sequence[str]
    chosen: int
    choose: Callable[[int], None]


class NewTable:
    """Implements `TableForm`. In practice mode, bots take all seats but one."""

    def __init__(self, *, is_practice: bool) -> None:
        self._is_practice = is_practice
        self._bots = self._phones = 0
        self._is_open = False
        self._options: dict[str, Value] = {}
        self._set_game(next(iter(GAMES)))

    @property
    def title(self) -> str:
        return _("Practise with bots") if self._is_practice else _("Open a table")

    @property
    def go(self) -> str:
        return _("Begin") if self._is_practice else _("Open the table")

    def choices(self) -> list[tuple[str, Sequence[str], int]]:
        return [(row.label, row.offered, row.chosen) for row in self._rows()]

    def choose(self, row: int, number: int) -> None:
        self._rows()[row].choose(number)

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of `host`."""
        bots = self._seats - 1 if self._is_practice else self._bots
        arguments = ["--game", self._game, "--seats", str(self._seats)]
        arguments += ["--bots", str(bots)] if bots else []
        arguments += ["--phones", str(self._phones)] if self._phones else []
        arguments += ["--open"] if self._is_open else []
        for typed in self._typed(self._options):
            arguments += ["--option", typed]
        return tuple(arguments)

    def _rows(self) -> list[_Row]:
        names, seats = list(GAMES), list(RULES[self._game].seats)
        rows = [
            _Row(
                _("Game"),
                [GAMES[name].title for name in names],
                names.index(self._game),
                lambda n: self._set_game(names[n]),
            )
        ]
        if len(seats) > 1:
            texts = [str(count) for count in seats]
            at = seats.index(self._seats)
            rows.append(
                _Row(_("Players, including you"), texts, at, lambda n: self._set_seats(seats[n]))
            )
        if not self._is_practice:
            rows += self._rows_of_guests()
        return [*rows, *map(self._row_of, OPTIONS[self._game])]

    def _rows_of_guests(self) -> list[_Row]:
        bots = [str(count) for count in range(self._seats - self._phones)]
        most = min(MAX_PHONES, self._seats - 1 - self._bots)
        phones = [str(count) for count in range(most + 1)]
        codes = [_("anybody with the code"), _("anybody on the network")]
        return [
            _Row(_("Bots among them"), bots, self._bots, self._set_bots),
            _Row(_("Guests on a phone among them"), phones, self._phones, self._set_phones),
            _Row(_("Who may join"), codes, int(self._is_open), self._set_access),
        ]

    def _row_of(self, option: Option) -> _Row:
        values = self._possible(option)
        words = SCREENS[self._game].option_words
        texts = [sentences.value(option, option.spelled(each), words) for each in values]
        at = values.index(self._options.get(option.key, option.default))
        return _Row(
            sentences.about(option),
            texts,
            at,
            lambda n: self._options.update({option.key: values[n]}),
        )

    def _possible(self, option: Option) -> list[Value]:
        """Return the values that fit the number of players and the other options, the default
        first."""
        others = [each for each in option.allowed if not _same(each, option.default)]
        fitting = [each for each in others if self._fits({**self._options, option.key: each})]
        return [option.default, *fitting]

    def _fits(self, options: dict[str, Value]) -> bool:
        try:
            config(self._game, tuple(self._typed(options)), self._seats, "table")
        except Failed:
            return False
        return True

    def _typed(self, options: dict[str, Value]) -> list[str]:
        """Return the options that differ from their defaults, as KEY=VALUE."""
        return [
            f"{option.name}={option.spelled(options[option.key])}"
            for option in OPTIONS[self._game]
            if option.key in options and not _same(options[option.key], option.default)
        ]

    def _set_game(self, name: str) -> None:
        self._game = name
        self._options = {}
        self._set_seats(default_seats(name))

    def _set_seats(self, seats: int) -> None:
        """Set the number of players. Options that do not fit it get their defaults again."""
        self._seats = seats
        self._bots = min(self._bots, seats - 1)
        self._phones = min(self._phones, seats - 1 - self._bots)
        kept, self._options = self._options, {}
        for key, value in kept.items():
            if self._fits({**self._options, key: value}):
                self._options[key] = value

    def _set_bots(self, count: int) -> None:
        self._bots = count

    def _set_phones(self, count: int) -> None:
        self._phones = count

    def _set_access(self, number: int) -> None:
        self._is_open = number == 1


def _same(one: Value, other: Value) -> bool:
    """Return whether both are equal and of the same type: 1 is not True here."""
    return type(one) is type(other) and one == other
