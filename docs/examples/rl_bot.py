"""Seat a policy made for PettingZoo's hanabi_v5 or OpenSpiel's hanabi, in a game without options.

    p2phanabi join --bot-command "python3 rl_bot.py policy.py act"

It receives {"observation": [...], "action_mask": [...]}, as from env.last(), and returns an action.
"""

import json
import runpy
import sys


def one_hot(place, size):
    return [int(each == place) for each in range(size)]


def flat(parts, size):
    bits = [bit for part in parts for bit in part]
    return bits + [0] * (size - len(bits))


class Seat:
    def __init__(self, hello):
        self.me, self.players = hello["seat"], hello["players"]
        self.size = 5 if self.players < 4 else 4
        self.events = []

    def ahead(self, seat):
        return (seat - self.me) % self.players

    def face(self, card):
        return 5 * self.colours.index(card["colour"]) + card["rank"] - 1

    def observation(self, view):
        self.colours, self.blue, self.red = (view["rules"][k] for k in ("colours", "blue", "red"))
        hands = view["hands"][self.me :] + view["hands"][: self.me]
        gone = [self.face(card) for card in view["discards"]]
        bits = []
        for hand in hands[1:]:
            bits += flat((one_hot(self.face(card), 25) for card in hand), 25 * self.size)
        bits += [int(len(hand) < self.size) for hand in hands]
        bits += flat([[1]] * view["pile"], 50 - self.players * self.size)
        bits += flat((one_hot(view["fireworks"][each] - 1, 5) for each in self.colours), 25)
        bits += flat([[1]] * view["blue"], self.blue)
        bits += flat([[1]] * (self.red - view["red"]), self.red)
        bits += flat((flat([[1]] * gone.count(f), (3, 2, 2, 2, 1)[f % 5]) for f in range(25)), 50)
        bits += flat(self.last_move(), 2 * self.players + 2 * self.size + 41)
        for hand in hands:
            bits += flat((self.knowledge(card) for card in hand), 35 * self.size)
        return bits

    def knowledge(self, card):
        bits = [int(n in card["possible"].get(c, [])) for c in self.colours for n in range(1, 6)]
        bits += [int(colour == card.get("hinted_colour")) for colour in self.colours]
        return bits + one_hot(card.get("hinted_rank", 0) - 1, 5)

    def last_move(self):
        before = tokens = self.blue
        for last in self.events:
            before, is_hint, placed = tokens, last["type"] == "hinted", last.get("placed", False)
            back = last["type"] == "discarded" or (placed and last["rank"] == 5)
            tokens = min(tokens + back - is_hint, self.blue)
        if self.events:
            move, touched = last["move"], last["move"].get("cards", [])
            kind = move["type"] if is_hint else last["type"]
            yield one_hot(self.ahead(last["seat"]), self.players)
            yield [int(kind == k) for k in ("played", "discarded", "hint_colour", "hint_rank")]
            yield one_hot(self.ahead(move["seat"]) if is_hint else None, self.players)
            yield [int(each == move.get("colour")) for each in self.colours]
            yield one_hot(move.get("rank", 0) - 1, 5)
            yield flat([[int(card in touched)] for card in last.get("hand", [])], self.size)
            yield one_hot(last.get("slot"), self.size)
            yield one_hot(None if is_hint else self.face(last), 25)
            yield [int(placed), int(placed and tokens > before)]

    def action(self, view, move):
        if "card" in move:
            slot = [card["card"] for card in view["hands"][self.me]].index(move["card"])
            return slot + self.size * (move["type"] == "play")
        first = 2 * self.size + 5 * (self.ahead(move["seat"]) - 1)
        if "colour" in move:
            return first + self.colours.index(move["colour"])
        return first + 5 * (self.players - 1) + move["rank"] - 1


if __name__ == "__main__":
    policy = runpy.run_path(sys.argv[1])[sys.argv[2]]
    for message in map(json.loads, sys.stdin):
        if message["say"] == "hello":
            seat = Seat(message)
            print(json.dumps({"say": "ready", "name": sys.argv[2]}), flush=True)
        elif message["say"] == "event":
            seat.events.append(message)
        elif message["say"] == "act":
            observation = seat.observation(message["view"])
            actions = [seat.action(message["view"], move) for move in message["moves"]]
            mask = [int(each in actions) for each in range(2 * seat.size + 10 * (seat.players - 1))]
            move = actions.index(policy({"observation": observation, "action_mask": mask}))
            print(json.dumps({"round": message["round"], "move": move}), flush=True)
