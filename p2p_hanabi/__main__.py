"""`python -m p2p_hanabi` is `p2phanabi`."""

from p2p_hanabi.cli import main

main()
