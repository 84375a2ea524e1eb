"""Why an Ikebana bot makes a move: codes and facts, which screens turn into sentences."""

from __future__ import annotations

from protocol.reasons import Code


class IkebanaWhy(Code):
    """Each is about the move that was made; `price` is what it costs."""

    BUYS = "why-buys", "price"
    DRAWS = "why-draws"
    KEEPS = "why-keeps"
    KEEPS_UNPAID = "why-keeps-unpaid", "price"
    REFUSES = "why-refuses", "price"
