"""Seat a bot that was written for hanab.live: a class that handles the site's messages.

    p2phanabi join --bot-command "python3 hanab_live_bot.py client.py HanabiClient"

It needs init(data), handle_action(action, table), and decide_action(table), which calls
send("action", {...}). Its __init__ is not called: it would connect. White stands for purple.
"""

import json
import runpy
import sys

TABLE = 1
KINDS = ("play", "discard", "hint_colour", "hint_rank")


class Game:
    def __init__(self, hello, client):
        self.me, self.players, self.client = hello["seat"], hello["players"], client
        self.size = 5 if self.players < 4 else 4
        self.events, self.faces, self.drawn, self.strikes = [], {}, 0, 0
        client.send, client.games = self.send, {}
        names = [f"Player {seat}" for seat in range(self.players)]
        about = {"tableID": TABLE, "playerNames": names, "ourPlayerIndex": self.me}
        client.init({**about, "options": {"variantName": "No Variant"}})

    def send(self, command, data):
        if command == "action":
            self.sent = data

    def tell(self, kind, **facts):
        self.client.handle_action({"type": kind, **facts}, TABLE)

    def choose(self, view, moves):
        self.colours = view["rules"]["colours"]
        seen = self.events + [card for hand in view["hands"] for card in hand]
        for card in seen:
            number = card["card"] if "card" in card else card["move"].get("card")
            self.faces[number] = self.face(card)
        if self.drawn == 0:
            for seat in range(self.players):
                for _each in range(self.size):
                    self.draw(seat)
        while self.events:
            self.happened(self.events.pop(0))
        score = {"score": view["score"], "maxScore": view["reachable_score"]}
        self.tell("status", clues=view["blue"], **score)
        self.tell("turn", num=view["turn"], currentPlayerIndex=self.me)
        self.client.decide_action(TABLE)
        return next(n for n, move in enumerate(moves) if self.is_sent(move))

    def face(self, card):
        if "rank" not in card:
            return {"suitIndex": -1, "rank": -1}
        return {"suitIndex": self.colours.index(card["colour"]), "rank": card["rank"]}

    def draw(self, seat):
        if self.drawn in self.faces:
            self.tell("draw", playerIndex=seat, order=self.drawn, **self.faces[self.drawn])
            self.drawn += 1

    def happened(self, event):
        seat, move, turn = event["seat"], event["move"], event["turn"]
        if event["type"] == "hinted":
            is_colour = move["type"] == "hint_colour"
            value = self.colours.index(move["colour"]) if is_colour else move["rank"]
            clue = {"type": 0 if is_colour else 1, "value": value}
            who = {"giver": seat, "target": move["seat"], "turn": turn}
            self.tell("clue", clue=clue, list=move["cards"], **who)
        else:
            failed = not event.get("placed", True)
            kind = "discard" if failed else move["type"]
            which = {"playerIndex": seat, "order": move["card"]}
            self.tell(kind, **which, **self.face(event), failed=failed, which=which)
            if failed:
                self.strikes += 1
                self.tell("strike", num=self.strikes, turn=turn, order=move["card"])
            self.draw(seat)
        self.tell("turn", num=turn + 1, currentPlayerIndex=(seat + 1) % self.players)

    def is_sent(self, move):
        kind, target = KINDS[self.sent["type"]], self.sent["target"]
        if "card" in move:
            return (move["type"], move["card"]) == (kind, target)
        value = self.colours.index(move["colour"]) if "colour" in move else move["rank"]
        return (move["type"], move["seat"], value) == (kind, target, self.sent["value"])


if __name__ == "__main__":
    kind = runpy.run_path(sys.argv[1])[sys.argv[2]]
    for message in map(json.loads, sys.stdin):
        if message["say"] == "hello":
            game = Game(message, kind.__new__(kind))
            print(json.dumps({"say": "ready", "name": sys.argv[2]}), flush=True)
        elif message["say"] == "event":
            game.events.append(message)
        elif message["say"] == "act":
            move = game.choose(message["view"], message["moves"])
            print(json.dumps({"round": message["round"], "move": move}), flush=True)
