"""Games that were played: audited, listed, shown again, exported, and with whom."""
