"""The games. Each has rules (pure functions of frozen states), a bot and screens."""
