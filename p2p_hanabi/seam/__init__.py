"""What games and screens both need to know: options, decisions, styles, outcomes and data."""
