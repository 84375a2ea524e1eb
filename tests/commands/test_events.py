"""The events of `--json`: as docs/schema says, the whole game in them, and an end in any case."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import runpy
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.console.failures import LEFT, Failed, Left
from p2p_hanabi.commands.console.json_lines import JsonLines
from p2p_hanabi.commands.records.playback import open_playback
from p2p_hanabi.commands.screens.seat_events import SeatEvents, reporting_events
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.registry import GAMES
from protocol.game import Seat
from protocol.peer.remarks import Order, Phrase, Text
from tests.any_game import bare
from tests.command_line import run
from tests.lengths import sampled
from tests.net.tables import stop, until
from tests.net.test_session import one_on_move, play_all, resumed
from tests.schemas import FOLDER, check, schema
from tests.warm import Warm

LOOPBACK = ("--interface", "127.0.0.1")
SHORT = ("--json", "--option", "red=1", "--new", *LOOPBACK)


def plain(value: object) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


def checked(line: Any) -> Any:
    """The event, if it is what the schema says; its view is one of the game that is played."""
    return check(f"events.json#/$defs/{line['event'].replace(' ', '_')}", line)


class Reported:
    """What a seat in this process tells."""

    def __init__(self) -> None:
        self.all: list[Any] = []

    def __call__(self, event: str, **facts: Any) -> None:
        self.all.append(checked({"v": 1, "event": event, "t": 0.0, "cpu": 0.0, **facts}))

    def of(self, event: str) -> list[Any]:
        return [each for each in self.all if each["event"] == event]


class Program:
    """The real program, looked on at; what people read goes to a file."""

    def __init__(self, home: Path, *arguments: str, module: str = "p2p_hanabi") -> None:
        self.errors = home.with_name(f"{home.name}.stderr")
        with self.errors.open("wb") as stream:
            env = {**os.environ, "P2PHANABI_HOME": str(home)}
            env.pop("P2PHANABI_CODE", None)
            self.process = Warm([module, *arguments], env, stderr=stream.fileno())

    def events(self) -> Iterator[Any]:
        for line in self.process.stdout:
            yield checked(json.loads(line))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def play(self, *, types: bool) -> list[Any]:
        """Look on, and play the first card whenever it is this seat's turn, unless a bot plays."""
        reported = []
        for event in self.events():
            reported.append(event)
            if types and event["event"] == "turn" and event["mine"]:
                self.type("play 1")
        return reported


@pytest.fixture(scope="module", params=["person", "bot"])
def reported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What the host of a table with a bot tells: somebody who types, or a bot too, whose game is
    not long either."""
    home = tmp_path_factory.mktemp("events") / "home"
    bot = ["--bot"] if request.param == "bot" else []
    module = "tests.lan.hasty" if bot else "p2p_hanabi"
    program = Program(home, "host", "--bots", "1", *bot, *SHORT, module=module)
    with program.process as process:
        values = program.play(types=not bot)
        assert process.wait() == 0
    assert bool(program.errors.read_text()) == (not bot)
    return values


@sampled(1)
def test_events_contain_the_whole_game(reported: list[Any]) -> None:
    end = reported[-1]
    played = open_playback(Path(end["transcript"]))
    made = [bare(moment.move) for moment in played.moments[1:]]
    moves = [[m.by, plain(played.rules.pack(bare(m.move)))] for m in played.moments[1:]]
    moved = [event for event in reported if event["event"] == "moved"]
    assert [[e["seat"], e["move"]] for e in moved] == moves
    assert [e["content"] for e in moved] == [GAMES["hanabi"].data.move(move) for move in made]
    turns = [event for event in reported if event["event"] == "turn"]
    states = [plain(played.public(n)) for n in range(len(moves))]
    assert [turn["state"] for turn in turns] == states
    assert end["state"] == plain(played.public(len(moves)))
    assert [end["outcome"]["reason"], end["outcome"]["score"]] == plain(played.outcome)


def test_each_turn_shows_what_the_seat_may_know(reported: list[Any]) -> None:
    """And the entries that are told one after another are the whole log."""
    played = open_playback(Path(reported[-1]["transcript"]))
    data = GAMES["hanabi"].data
    views = [played.view(number, Seat(0)) for number in range(played.count)]
    turns = [event for event in reported if event["event"] == "turn"]
    assert [turn["view"] for turn in turns] == [plain(data.view(v)) for v in views[: len(turns)]]
    assert [t["moves"] for t in turns if t["mine"]] == [
        plain(data.moves(view)) for view, turn in zip(views, turns, strict=False) if turn["mine"]
    ]
    happened = [event["entries"] for event in reported if event["event"] == "happened"]
    assert [entry for entries in happened for entry in entries] == plain(data.log(views[-1]))
    assert {event["score"] for event in turns} <= set(range(26))


def test_the_events_come_in_order_from_hello_to_the_end(reported: list[Any]) -> None:
    names = [event["event"] for event in reported]
    first = [name for n, name in enumerate(names) if name not in names[:n]]
    wanted = ["hello", "lobby", "agreed", "dealt", "turn", "moved", "happened", "ended"]
    assert [name for name in first if name in wanted] == wanted
    assert names.count("ended") == 1
    end = reported[-1]
    assert (end["event"], end["how"], end["exit_code"], end["error"]) == (
        "ended",
        "closed",
        0,
        None,
    )
    assert end["journal"] == next(e["journal"] for e in reported if e["event"] == "agreed")
    assert Path(end["journal"]).exists()
    if "verdict" in names:
        verdict = reported[names.index("verdict")]
        assert (verdict["valid"], verdict["file"]) == (True, end["transcript"])


def test_the_example_of_the_page_looks_on(
    reported: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", [json.dumps(event) for event in reported])
    runpy.run_path(str(FOLDER.parent / "examples" / "look_on.py"))
    first, *between, last = capsys.readouterr().out.splitlines()
    assert first.startswith("hanabi with ")
    assert last.startswith('closed {"reason": ')
    moves = [line for line in between if not line.startswith("  ")]
    assert len(moves) == sum(event["event"] == "moved" for event in reported)


def test_terminated_bot_reports_its_end(tmp_path: Path) -> None:
    program = Program(tmp_path / "a", "host", "--bot", "--seats", "2", *SHORT)
    with program.process as process:
        values = program.events()
        assert [next(values)["event"] for _ in range(2)] == ["hello", "lobby"]
        process.send_signal(signal.SIGTERM)
        assert [(each["how"], each["exit_code"]) for each in values] == [("left", LEFT)]
        assert process.wait() == LEFT


def test_host_gets_the_address_that_phones_scan(tmp_path: Path) -> None:
    program = Program(tmp_path / "a", "host", "--bot", "--phones", "1", *SHORT)
    with program.process as process:
        gathering = (event for event in program.events() if event["event"] == "lobby")
        assert next(gathering)["phones"] == []
        [address] = next(event["phones"] for event in gathering if event["phones"])
        assert address.startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert process.wait() == LEFT


def test_wrong_code_typed_at_the_prompt_is_reported(tmp_path: Path) -> None:
    """Both leave before the game: that is an end too."""
    host = Program(tmp_path / "a", "host", "--seats", "2", "--name", "Ana", *SHORT)
    with host.process:
        gathering = next(event for event in host.events() if event["event"] == "lobby")
        joining = ("--connect", gathering["addresses"][0], "--name", "Ben", "--json", *LOOPBACK)
        guest = Program(tmp_path / "b", "join", *joining)
        with guest.process:
            values, asked = guest.events(), 0
            for event in values:
                if event["event"] == "asked":
                    asked += 1
                    guest.type("apple-apple-apple" if asked == 1 else gathering["code"])
                if event["event"] == "refused":
                    assert (event["reason"], asked) == ("wrong-code", 1)
                if event["event"] == "lobby":
                    break
            assert asked == 2
            for program, rest in ((guest, values), (host, host.events())):
                assert program.process.stdin is not None
                program.process.stdin.close()
                *_, end = rest
                assert (end["event"], end["how"], end["exit_code"]) == ("ended", "left", LEFT)
                assert program.process.wait() == LEFT


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["join", "--connect", "127.0.0.1:9", "--new"], "connection-refused"),
        (["join", "--connect", "nowhere"], "bad-address"),
        (["resume"], "failed"),
        (["host", "--option", "green=1"], "failed"),
        (["host", "--bot", "--out", "/"], "failed"),
    ],
    ids=str,
)
def test_failure_is_an_end_event_with_its_reason(
    arguments: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    monkeypatch.setenv("P2PHANABI_CODE", "apple-apple-apple")
    ran = run(*arguments, "--json", "--bot", *LOOPBACK)
    first, *_, end = map(checked, map(json.loads, ran.stdout.splitlines()))
    assert (first["event"], end["how"], end["exit_code"]) == ("hello", "failed", ran.exit_code)
    assert end["error"]["sentence"].split() == ran.stderr.split()
    assert end["error"]["reason"] == reason


@pytest.mark.parametrize(
    ("raised", "how", "code"),
    [
        (SystemExit(0), "left", 0),
        (SystemExit("words"), "failed", 2),
        (KeyboardInterrupt(), "left", 130),
        (Left(), "left", 130),
        (Failed("No.", 1), "failed", 1),
        (ZeroDivisionError("a fault of ours"), "failed", 2),
    ],
    ids=repr,
)
def test_last_event_reports_every_kind_of_end(
    raised: BaseException, how: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(type(raised)), reporting_events():
        raise raised
    hello, end = map(checked, map(json.loads, capsys.readouterr().out.splitlines()))
    assert hello["event"] == "hello"
    assert (end["how"], end["exit_code"]) == (how, code)
    assert (end["error"] is None) == (how == "left" or isinstance(raised, SystemExit))


def test_system_shortage_is_reported_as_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError), reporting_events():  # noqa: PT011 - the one raised
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    _, end = map(checked, map(json.loads, capsys.readouterr().out.splitlines()))
    assert end["error"]["reason"] == "system-error"
    assert end["error"]["sentence"].startswith(
        "This computer has too little left for the program: too many open files."
    )


async def test_seat_reports_talk_and_a_stop_by_another(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2, talk="free")
    reports, watching = watched(first.session)
    await until(first.session, lambda one: one.status().hands_dealt)
    await until(second.session, lambda one: one.status().hands_dealt)
    order = Order(tuple(info.card for info in reversed(bare(second.session.now.view).hand)))
    for remark in (Text("hello"), Phrase(0), order):
        second.session.say(remark)
    await until(first.session, lambda one: len(one.remarks()) == 3)
    second.session.withdraw()
    ending, _ = await asyncio.gather(first.task, second.task)
    reports.events.table_ended(first.session, ending)
    reports.events.finish(1)
    await stop([watching])
    assert [each["remark"] for each in reports.of("talk")] == [
        {"type": "text", "text": "hello"},
        {"type": "phrase", "number": 1},
        {"type": "order", "cards": list(order.cards)},
    ]
    reports.events.finish(1)
    [end] = reports.of("ended")
    reports.events.report(
        "links", missing=[1], left=[], incompatible=[]
    )  # somebody stays for a talk
    reports.events.finish(1)
    assert [each["event"] for each in reports.all[-3:]] == ["ended", "links", "ended"]
    assert (end["how"], end["seat"], end["exit_code"]) == ("withdrawn", 1, 1)
    assert end["evidence"] == str(first.session.evidence_path)
    assert end["outcome"] is None


async def test_seat_reports_disconnected_and_returned_seats(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    first, second = await one_on_move(*playing)
    reports, watching = watched(first.session)
    reports.events.look()
    seat = second.seated.seat
    await second.crash()
    await until(first.session, lambda _: reports.of("links")[-1:] and reports.all[-1]["missing"])
    again = await resumed(tmp_path, seat, first.session.table)
    await until(first.session, lambda _: not reports.of("links")[-1]["missing"])
    assert [each["missing"] for each in reports.of("links")] == [[seat], []]
    await stop([watching])
    for one in (first, again):
        await one.crash()


class Watched(Reported):
    events: SeatEvents


def watched(session: Session) -> tuple[Watched, asyncio.Task[None]]:
    reports = Watched()
    reports.events = SeatEvents(reports)
    reports.events.seated(session)

    async def watch() -> None:
        async for _ in session.changes():
            reports.events.look()

    return reports, asyncio.create_task(watch())


def test_a_reader_who_reads_nothing_holds_up_nobody() -> None:
    reading, writing = os.pipe()
    lines = JsonLines(writing)
    for number in range(1000):  # far more than a pipe holds
        lines.report("talk", number=number, text="x" * 1000)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        values = [json.loads(pipe.readline())["number"] for _ in range(1000)]
    lines.report("talk", number=1000)  # nobody reads it any more
    lines.close()
    os.close(writing)
    assert values == [*range(1000)]


def test_page_seat_is_watched_as_events_too(tmp_path: Path) -> None:
    """The address of the page is not on standard output."""
    program = Program(tmp_path / "a", "host", "--web", "--seats", "2", *SHORT)
    with program.process as process:
        values = program.events()
        assert [next(values)["event"] for _ in range(2)] == ["hello", "lobby"]
        assert "http://127.0.0.1:" in program.errors.read_text()
        process.send_signal(signal.SIGTERM)
        assert [(each["how"], each["exit_code"]) for each in values] == [("left", LEFT)]
        assert process.wait() == LEFT


def test_a_reader_who_has_gone_ends_nothing(tmp_path: Path) -> None:
    program = Program(tmp_path / "a", "host", "--bots", "1", *SHORT)
    with program.process as process:
        next(program.events())
        process.stdout.close()
        program.type("play 1")
        program.type("quit")
        assert process.wait() == LEFT


def test_the_page_lists_every_event_with_its_fields() -> None:
    page = (FOLDER.parent / "json.md").read_text(encoding="utf-8")
    table = page.partition("| event | more fields |\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ", 1) for row in table.splitlines()[1:]]
    listed = {name.strip("`"): set(re.findall(r"`(\w+)`", fields)) for name, fields in rows}
    parts = schema("events.json")["$defs"]
    events = [parts[each["$ref"].rpartition("/")[2]] for each in schema("events.json")["oneOf"]]
    common = {"v", "event", "t", "cpu"}
    values = {each["properties"]["event"]["const"]: set(each["properties"]) for each in events}
    assert listed.keys() == values.keys()
    for name, fields in values.items():
        assert fields - common <= listed[name], name
