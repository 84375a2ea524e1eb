"""The settings of a new table: what each can be, what is refused, and why.

A model runs no rules: each game's `fault` checks a combination.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from p2p_hanabi.seam.options import Option
from protocol.reasons import Reason

from ..words import sentences_reasons
from ..words.i18n import N_, _
from .lobby.lobby_painter import chosen

_USUAL = N_("as usual")
_SILENCE = N_("nothing")
_PLAIN = {"true": N_("yes"), "false": N_("no"), "None": N_("at random")}
"""Words for values; None, where nobody was chosen, lets the coin decide."""
HOUSE_RULES = "preset"
AS_USUAL, AS_CHOSEN, KEEP = ":usual", ":chosen", ":keep"
"""Values of the setting with that key, beside the presets."""
_PRESETS = {"family": N_("family"), "expert": N_("expert")}
"""Words for the presets of the games."""
_YES_NO = (False, True)
_OPEN = "open"


class TableKind(Enum):
    """`PRACTICE`: bots take all seats but one. `BOARD`: everybody plays on a phone, and this
    computer only shows the table."""

    OPEN = N_("Open a table")
    PRACTICE = N_("Practise with bots")
    BOARD = N_("Telephones and one big screen")

    @property
    def title(self) -> str:
        return _(self.value)


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """`fault` takes the number of players and the options, as typed, and returns why they do not
    fit; None if they do. `words` are for the values of options, by key and value. `presets` are
    options under a name, as typed."""

    name: str
    seats: Sequence[int]
    usual_seats: int
    options: Sequence[Option]
    words: Mapping[tuple[str, str], str]
    fault: Callable[[int, Sequence[str]], Reason | None]
    presets: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The games: their titles, and each once it is chosen. At most `max_phones` play on phones."""

    titles: Mapping[str, str]
    playable: Callable[[str], PlayableGame]
    max_phones: int


@dataclass(frozen=True, slots=True)
class SettingValue:
    typed: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TableSetting:
    """`current` is the current value as typed, one of `values`. `explanation` is why there is no
    other; empty if there is."""

    key: str
    label: str
    values: Sequence[SettingValue]
    current: str
    explanation: str = ""

    @property
    def sentence(self) -> str:
        """The current value in words."""
        return next(each.sentence for each in self.values if each.typed == self.current)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as chosen so far; `options` are those that differ from their defaults, by name, as
    typed."""

    kind: TableKind
    catalogue: Catalogue
    playable: PlayableGame
    seats: int
    bots: int = 0
    phones: int = 0
    is_open: bool = False
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def usual(cls, kind: TableKind, catalogue: Catalogue) -> NewTable:
        """Return a table of the first game."""
        game = catalogue.playable(next(iter(catalogue.titles)))
        return cls(kind, catalogue, game, game.usual_seats)

    @property
    def confirm(self) -> str:
        """The words for opening the table."""
        return _("Begin") if self.kind is TableKind.PRACTICE else _("Open the table")

    @property
    def typed_options(self) -> tuple[str, ...]:
        return _typed(self.options)

    @property
    def settings(self) -> tuple[TableSetting, ...]:
        titles = self.catalogue.titles.items()
        games = [SettingValue(name, title) for name, title in titles]
        settings = [TableSetting("game", _("Game"), games, self.playable.name)]
        if len(seats := self._possible_seats()) > 1:
            is_board = self.kind is TableKind.BOARD
            label = _("Phones") if is_board else _("Players, including you")
            settings.append(_count("seats", label, seats, self.seats))
        if self.kind is TableKind.OPEN:
            settings += self._guests()
        if self.kind is not TableKind.BOARD:
            settings += [self._house_rules()] if self.playable.presets else []
            settings += map(self._option, self.playable.options)
        return tuple(settings)

    def choose(self, key: str, typed: str) -> tuple[NewTable, str]:
        """Return the table with another value of a setting, and what is to be said: why it was
        refused, or why others have changed with it."""
        setting = next((each for each in self.settings if each.key == key), None)
        if setting is None or typed not in [each.typed for each in setting.values]:
            return self, self._why_not(key, typed)
        match key:
            case "game":
                game = self.catalogue.playable(typed)
                return replace(self, playable=game, options={})._with_seats(game.usual_seats)
            case "seats":
                return self._with_seats(int(typed))
            case "bots":
                return replace(self, bots=int(typed)), ""
            case "phones":
                return replace(self, phones=int(typed)), ""
            case "access":
                return replace(self, is_open=typed == _OPEN), ""
            case "preset":
                return self._with_preset(typed), ""
        return replace(self, options=self._with_option(key, typed)), ""

    def _possible_seats(self) -> list[int]:
        most = 1 + self.catalogue.max_phones  # the first phone opens the table
        return [n for n in self.playable.seats if n <= most or self.kind is not TableKind.BOARD]

    def _guests(self) -> list[TableSetting]:
        others = self.seats - 1
        phones = min(self.catalogue.max_phones, others - self.bots)
        access = [
            SettingValue("", _("anybody with the code")),
            SettingValue(_OPEN, _("anybody on the network")),
        ]
        now = _OPEN if self.is_open else ""
        return [
            _count("bots", _("Bots among them"), range(others - self.phones + 1), self.bots),
            _count("phones", _("Guests on a phone among them"), range(phones + 1), self.phones),
            TableSetting("access", _("Who may join"), access, now),
        ]

    def _house_rules(self) -> TableSetting:
        """Return the presets that fit the number of players. Options that match none can be kept as
        one."""
        fits = {
            name: options
            for name, options in self.playable.presets.items()
            if self.playable.fault(self.seats, options) is None
        }
        names = [SettingValue(name, _(_PRESETS.get(name, name))) for name in fits]
        values = [SettingValue(AS_USUAL, _(_USUAL)), *names]
        chosen = {*self.typed_options}
        of_these = (name for name, options in fits.items() if {*options} == chosen)
        now = next(of_these, AS_CHOSEN) if chosen else AS_USUAL
        if now == AS_CHOSEN:
            values.append(SettingValue(AS_CHOSEN, _("as chosen below")))
            values.append(SettingValue(KEEP, _("keep these under a name")))
        return TableSetting(HOUSE_RULES, _("House rules"), values, now)

    def _with_preset(self, typed: str) -> NewTable:
        if typed in (AS_CHOSEN, KEEP):
            return self
        options = self.playable.presets.get(typed, ())
        return replace(self, options=dict(each.split("=", 1) for each in options))

    def _option(self, option: Option) -> TableSetting:
        """Return the values that fit the number of players and the other options, the default
        first."""
        usual = option.spelled(option.default)
        others = [typed for each in option.allowed if (typed := option.spelled(each)) != usual]
        faults = {typed: self._fault(option.name, typed) for typed in others}
        fitting = [usual, *(typed for typed in others if faults[typed] is None)]
        values = [SettingValue(each, _value(option, each, self.playable.words)) for each in fitting]
        why = [] if len(fitting) > 1 else [each for each in faults.values() if each is not None]
        meaning, now = _(option.meaning), self.options.get(option.name, usual)
        return TableSetting(
            option.name, meaning[:1].upper() + meaning[1:], values, now, _spoken(why)
        )

    def _fault(self, name: str, typed: str) -> Reason | None:
        return self.playable.fault(self.seats, _typed(self._with_option(name, typed)))

    def _with_option(self, name: str, typed: str) -> dict[str, str]:
        """Return all options that differ from their defaults, in the order of the game."""
        options = {**self.options, name: typed}
        usual = {each.name: each.spelled(each.default) for each in self.playable.options}
        return {
            each: options[each] for each in usual if options.get(each, usual[each]) != usual[each]
        }

    def _with_seats(self, seats: int) -> tuple[NewTable, str]:
        """Change the number of players. Options that do not fit it get their defaults again."""
        seats = min(seats, self._possible_seats()[-1])
        bots = min(self.bots, seats - 1)
        phones = min(self.phones, seats - 1 - bots)
        table = replace(self, seats=seats, bots=bots, phones=phones, options={})
        faults = []
        for name, typed in self.options.items():
            if (fault := table._fault(name, typed)) is None:
                table = replace(table, options=table._with_option(name, typed))
            else:
                faults.append(fault)
        says = [_spoken(faults), _("That setting is as usual again.")] if faults else []
        if (bots, phones) != (self.bots, self.phones):
            says.append(_("There are fewer seats for bots and phones."))
        return table, " ".join(says)

    def _why_not(self, key: str, typed: str) -> str:
        """Return why a value cannot be chosen that a screen may have offered before."""
        is_option = key in [each.name for each in self.playable.options]
        fault = self._fault(key, typed) if is_option else None
        return _("That can no longer be chosen.") if fault is None else _spoken([fault])


def _count(key: str, label: str, counts: Sequence[int], now: int) -> TableSetting:
    values = [SettingValue(str(count), str(count)) for count in counts]
    why = _("All other seats are taken.") if len(values) == 1 else ""
    return TableSetting(key, label, values, str(now), why)


def _value(option: Option, typed: str, words: Mapping[tuple[str, str], str]) -> str:
    has_words = len(option.allowed) > len(_YES_NO) and (option.key, typed) in words
    if typed in _PLAIN and not has_words:
        return _(_PLAIN[typed])
    if typed.isdecimal():
        return typed
    if typed != option.spelled(option.default):
        return chosen(words, option.key, typed, typed)
    return _(_SILENCE) if option.key == "talk" else _(_USUAL)


def _typed(options: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}={typed}" for name, typed in options.items())


def _spoken(faults: Iterable[Reason]) -> str:
    return " ".join(dict.fromkeys(map(sentences_reasons.option, faults)))
