"""A bot as written for hanab.live, which checks that all messages to it are correct."""

from __future__ import annotations

from typing import Any


class Client:
    """Tracks hands by draws, plays and discards; answers with the site's actions."""

    def __init__(self) -> None:
        raise AssertionError("this would connect to the site")

    def init(self, data: dict[str, Any]) -> None:
        self.table = data["tableID"]
        self.me = data["ourPlayerIndex"]
        self.hands: list[dict[int, dict[str, Any]]] = [{} for _ in data["playerNames"]]
        self.stacks = [0] * 5
        self.clues, self.strikes, self.turn = 8, 0, 0
        self.hinted: set[int] = set()

    def handle_action(self, action: dict[str, Any], table: int) -> None:
        assert table == self.table
        match action["type"]:
            case "draw":
                hidden = action["suitIndex"] == -1
                assert hidden == (action["playerIndex"] == self.me)
                self.hands[action["playerIndex"]][action["order"]] = action
            case "play":
                self.leave(action)
                self.stacks[action["suitIndex"]] += 1
                assert self.stacks[action["suitIndex"]] == action["rank"]
                self.clues += action["rank"] == 5 and self.clues < 8
            case "discard":
                self.leave(action)
                self.clues += not action["failed"]
            case "strike":
                self.strikes += 1
                assert action["num"] == self.strikes
            case "clue":
                self.clues -= 1
                assert set(action["list"]) <= set(self.hands[action["target"]])
                self.hinted |= set(action["list"])
            case "status":
                assert (action["clues"], action["score"]) == (self.clues, sum(self.stacks))
            case "turn":
                assert action["num"] >= self.turn
                self.turn = action["num"]

    def leave(self, action: dict[str, Any]) -> None:
        known = self.hands[action["playerIndex"]].pop(action["order"])
        if known["suitIndex"] != -1:
            assert (known["suitIndex"], known["rank"]) == (action["suitIndex"], action["rank"])

    def decide_action(self, table: int) -> None:
        own = sorted(self.hands[self.me])
        values = [order for order in own if order in self.hinted]
        there = (self.me + 1) % len(self.hands)
        unhinted = [c for order, c in self.hands[there].items() if order not in self.hinted]
        if values and self.strikes < 2:
            action = {"type": 0, "target": values[-1]}
        elif self.clues and unhinted:
            card = unhinted[-1]
            by_colour = self.turn % 2
            value = card["suitIndex"] if by_colour else card["rank"]
            action = {"type": 2 if by_colour else 3, "target": there, "value": value}
        elif self.clues < 8:
            action = {"type": 1, "target": own[0]}
        else:
            action = {"type": 0, "target": own[0]}
        self.send("action", {"tableID": table, **action})

    def send(self, command: str, data: dict[str, Any]) -> None:
        raise AssertionError(command, data)
