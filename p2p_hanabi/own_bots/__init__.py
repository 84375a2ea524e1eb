"""Players' own bots: programs in any language that communicate in JSON lines."""
