"""Rules, bots and screens of each game, and the contract that all games keep."""
