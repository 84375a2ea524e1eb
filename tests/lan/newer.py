"""The real program, pretending to have the next version of the protocol.

python -m tests.lan.newer ARGUMENTS...
"""

from __future__ import annotations

from p2p_hanabi.__main__ import main
from protocol.identity import pairing

if __name__ == "__main__":
    pairing.VERSION += 1
    main()
