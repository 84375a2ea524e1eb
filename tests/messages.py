"""The catalogues of `p2p_hanabi/ui/locale`, brought level with the sources: `make messages`.

What a sentence is in another language stands in a `.po` file, which people edit. The program reads
the `.mo` compiled from it: by `setup.py` in a package or an editable install, by this module in the
tests. No `.mo` is committed.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from p2p_hanabi.cli import main as main_command
from p2p_hanabi.commands.settings.localization import paragraphs
from p2p_hanabi.ui.words.i18n import DOMAIN, FOLDER, LANGUAGES

SOURCES = Path(__file__).parent.parent / "p2p_hanabi"
TRANSLATED = LANGUAGES[1:]
KEYWORDS = DEFAULT_KEYWORDS | {
    "BadOptions": (1,),  # games say what is wrong with an option in a sentence with facts
    "Option": (4,),  # and what each of their options means
    "NN_": (1, 2),
    "NC_": ((1, "c"), 2),
}
HEADER = """\
# What p2phanabi says, in {language}. Edit the msgstr lines, then run `make messages`.
"""


def po_path(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    return po_path(language).with_suffix(".mo")


@cache
def extracted() -> Catalog:
    """What the sources say, in the order of their files."""
    catalog = Catalog(fuzzy=False)
    found = extract_from_dir(SOURCES, [("**.py", "python")], keywords=KEYWORDS)
    for file, _line, sentence, _comments, context in sorted(found, key=lambda each: each[:2]):
        catalog.add(sentence, locations=[(f"p2p_hanabi/{file}", 1)], context=context)
    for sentence in helps():
        catalog.add(sentence, locations=[("p2p_hanabi/cli.py", 1)])
    return catalog


def helps() -> Iterator[str]:
    """What `--help` says of each command, its options, and what stands behind them."""
    for command in (main_command, *main_command.commands.values()):
        options = [param for param in command.params if isinstance(param, click.Option)]
        yield from (words for _mark, words in paragraphs(command.help) if words)
        yield from filter(None, (command.epilog, *(option.help for option in options)))
        yield from filter(None, (param.metavar for param in command.params))


def kept(language: str) -> Catalog:
    """The catalogue of a language as it stands; an empty one for a new language."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def level(old: Catalog, sources: Catalog) -> Catalog:
    """The sources' sentences, with the translations that there are by now.

    The plural forms stay those of the file: Babel 2.19 has three for French where 2.18 has two."""
    new = Catalog(locale=old.locale, fuzzy=False)
    new.mime_headers = old.mime_headers
    for message in sources:
        if message.id:
            known = old.get(message.id, message.context)
            text = "" if known is None or _is_plural(known) != _is_plural(message) else known.string
            new.add(message.id, text, message.locations, context=message.context)
    return new


def as_po(catalog: Catalog, language: str) -> bytes:
    """Without line numbers, and with a date that stays (a .mo without one gets today's), so that
    nothing changes where nothing has."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=True, include_lineno=False)
    number, rule = catalog.num_plurals, catalog.plural_expr
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"POT-Creation-Date: 1980-01-01 00:00+0000\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: nplurals={number}; plural={rule};\\n"\n\n'
    )
    return (HEADER.format(language=language) + header).encode() + out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalog)  # what is not translated is left out, and said in English
    return out.getvalue()


def compile_changed() -> None:
    """Compile each catalogue that was edited since it was last compiled."""
    for language in TRANSLATED:
        po, mo = po_path(language), mo_path(language)
        if not mo.exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns:
            mo.write_bytes(compiled(kept(language)))


Key: TypeAlias = tuple[str | None, str]
"""A sentence's context, and what it is in English; of several forms the first."""


def sentences(catalog: Catalog) -> dict[Key, tuple[str, ...]]:
    """The translations of a catalogue."""
    return {
        _key(message): forms(message.string)
        for message in catalog
        if message.id and is_translated(message, catalog)
    }


def spoken(language: str) -> dict[Key, tuple[str, ...]]:
    """The same of what the program reads."""
    path = mo_path(language)
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {_key(message): forms(message.string) for message in read_mo(file) if message.id}


def is_translated(message: Message, catalog: Catalog) -> bool:
    wanted = catalog.num_plurals if _is_plural(message) else 1
    return len(forms(message.string)) == wanted and all(forms(message.string))


def forms(sentence: str | Sequence[str] | None) -> tuple[str, ...]:
    """One for each number that the language tells apart."""
    return (sentence,) if isinstance(sentence, str) else tuple(sentence or ())


def _key(message: Message) -> Key:
    context: str | bytes | None = message.context
    if isinstance(context, bytes):  # as Babel reads it out of a `.mo`
        context = context.decode()
    return context, forms(message.id)[0]


def _is_plural(message: Message) -> bool:
    return isinstance(message.id, tuple)


def main() -> int:
    sources = extracted()
    lacking = 0
    for language in TRANSLATED:
        catalog = level(kept(language), sources)
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(as_po(catalog, language))
        count = sum(bool(m.id) and not is_translated(m, catalog) for m in catalog)
        lacking += count
        sys.stdout.write(f"{po_path(language).name} ({language}): {count} to translate\n")
    compile_changed()
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
