"""The games: of each its rules as pure functions of frozen states, its bot and its screens."""
