"""A Hanabi bot: play a card known to fit, hint at one that fits, or discard the oldest.

p2phanabi arena --bot-command "python3 own_bot.py"
"""

import json
import sys


def choose(view, moves):
    """Return the index of the chosen move in `moves`, and the reason."""
    fireworks = view["fireworks"]
    cards = {card["card"]: card for hand in view["hands"] for card in hand}
    for number, move in enumerate(moves):
        if move["type"] == "play" and fits(cards[move["card"]]["deduced"], fireworks):
            return number, "it fits"
    for number, move in enumerate(moves):
        message = move["type"].replace("hint_", "hinted_")
        for card in [cards[each] for each in move.get("cards", [])]:
            if message not in card and card["rank"] == fireworks[card["colour"]] + 1:
                return number, "one of these fits"
    for number, move in enumerate(moves):
        if move["type"] == "discard":
            return number, "my oldest card"
    return len(moves) - 1, "any hint"


def fits(possible, fireworks):
    """Return whether every possible card can be played."""
    return all(ranks == [fireworks[colour] + 1] for colour, ranks in possible.items())


for line in sys.stdin:
    message = json.loads(line)
    if message["say"] == "hello":
        print(json.dumps({"say": "ready", "name": "Finch"}), flush=True)
    elif message["say"] == "act":
        number, why = choose(message["view"], message["moves"])
        print(json.dumps({"round": message["round"], "move": number, "why": why}), flush=True)
