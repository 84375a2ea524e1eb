"""The real program, whose host tries to keep two guests apart (tests/attacks/separating.py).

    python -m tests.lan.separating namesake|accomplice ARGUMENTS...

`namesake`: it seats itself under a new certificate with its last guest's subject. `accomplice`: its
first guest has the last one's certificate.
"""

from __future__ import annotations

import sys

from p2p_hanabi.__main__ import main
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from tests.attacks.separating import seated_as_namesake, seated_with_accomplice

ATTACKS = {"namesake": seated_as_namesake, "accomplice": seated_with_accomplice}

if __name__ == "__main__":
    HostLobby._own_seat = ATTACKS[sys.argv.pop(1)]  # type: ignore[method-assign, assignment]
    main()
