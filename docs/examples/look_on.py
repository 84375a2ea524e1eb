"""Print what happens at a seat, whether a person or a bot plays it.

p2phanabi join --json | python3 look_on.py
"""

import json
import sys

names = []
for line in sys.stdin:
    event = json.loads(line)
    match event["event"]:
        case "agreed":
            names = event["players"]
            print(event["game"], "with", *names)
        case "moved":
            print(names[event["seat"]], json.dumps(event["content"]))
        case "happened":
            for entry in event["entries"]:
                if "rank" in entry:
                    print("  it is", entry["colour"], entry["rank"])
            print("  score", event["score"])
        case "talk":
            print(names[event["seat"]], "says", json.dumps(event["remark"]))
        case "links":
            print("not connected:", [names[seat] for seat in event["missing"]])
        case "ended":
            why = event["error"] or event["outcome"]
            print(event["how"], json.dumps(why), event["transcript"])
