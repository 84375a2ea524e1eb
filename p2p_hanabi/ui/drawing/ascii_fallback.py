"""Text for a stream whose encoding lacks some letters."""

from __future__ import annotations

import codecs
import unicodedata

PLAINER = "plainer"
"""The error handler that makes a stream (by its `errors`) do what `in_encoding` does."""
ASCII = "ascii-only"
"""The ASCII codec under another name: click regards `ascii` as a mistake, and writes UTF-8."""
_ESCAPED = 0xDC00
"""The offset of the surrogates with which Python represents undecodable bytes of a path."""
_LIKE = str.maketrans(
    {
        "«": '"',
        "»": '"',
        "“": '"',
        "”": '"',
        "„": '"',
        "’": "'",
        "–": "-",
        "œ": "oe",
        "Œ": "OE",
        "◆": "*",
        "•": "*",
        "│": "|",
    }
)


def in_encoding(words: str, encoding: str) -> str:
    """Return text that the encoding can express: without accents, or with question marks."""
    return words.encode(encoding, PLAINER).decode(encoding, "replace")


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace letters that an encoding lacks by ASCII, as an error handler for codecs. Undecodable
    bytes of a path are kept."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    if all(_ESCAPED <= ord(each) <= _ESCAPED + 0xFF for each in lacking):
        return bytes(ord(each) - _ESCAPED for each in lacking), error.end
    apart = unicodedata.normalize("NFKD", lacking.translate(_LIKE))
    bare = "".join(each for each in apart if not unicodedata.combining(each))
    return bare.encode("ascii", "replace").decode("ascii"), error.end


codecs.register_error(PLAINER, _plainer)


def _ascii(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != ASCII:
        return None
    real = codecs.lookup("ascii")
    return codecs.CodecInfo(
        real.encode,
        real.decode,
        real.streamreader,
        real.streamwriter,
        real.incrementalencoder,
        real.incrementaldecoder,
        ASCII,
    )


codecs.register(_ascii)
