"""Looking at a finished game together: what all see, who leads, and who points at what.

Sans I/O: `review_room.step` takes an immutable room and an event, and returns the next room and its
effects. Nothing here is signed or belongs to a transcript (docs/review-together.md).
"""
