"""The talk with a player's own bot, without a process."""

from __future__ import annotations

import json

from p2p_hanabi.own_bots import bot_talk
from p2p_hanabi.own_bots.bot_talk import (
    MAX_LINE_BYTES,
    MAX_UNASKED,
    PATIENCE,
    Answer,
    Asked,
    BotFault,
    Failure,
    Greeted,
    Idle,
    Incident,
    MoveWanted,
    OutputLine,
    Stopped,
    Talk,
    lines_of,
    step,
)

WANTED = MoveWanted(7, 2)
READY = Idle("Ann")


def after(*events: OutputLine | MoveWanted | Incident, talk: Talk = READY) -> Talk:
    for event in events:
        talk, _ = step(talk, event)
    return talk


def output_line(**facts: object) -> OutputLine:
    return OutputLine(json.dumps(facts).encode())


def test_name_of_a_ready_bot_has_no_control_characters() -> None:
    assert after(output_line(say="ready", name="A\x1bnn"), talk=Greeted()) == Idle("A nn")
    assert after(output_line(say="ready", name=["Ann"]), talk=Greeted()) == Idle("")
    unready = Stopped(BotFault.NOT_READY, '{"name": "Ann"}')
    assert after(output_line(name="Ann"), talk=Greeted()) == unready


def test_unreadable_output_is_quoted_with_escapes() -> None:
    binary = after(OutputLine(b"\x00\xff\x1b[2J\r"), talk=Greeted())
    assert binary == Stopped(BotFault.NOT_READY, r"\x00\xff\x1b[2J")


def test_being_late_counts_only_running() -> None:
    late = (WANTED, Incident.TIME_IS_UP)
    assert after(*late) == Idle("Ann", late=1)
    assert after(*late, WANTED, output_line(round=7, move=0)) == READY
    assert after(*late * PATIENCE) == Stopped(BotFault.LATE)


def test_lines_that_nobody_asked_for_are_counted() -> None:
    chatter = [output_line()] * MAX_UNASKED
    assert after(*chatter) == Idle("Ann", unasked=MAX_UNASKED)
    assert after(*chatter, output_line()) == Stopped(BotFault.FLOODS)


def test_so_are_answers_to_an_earlier_question() -> None:
    asked = after(WANTED, *[output_line(round=6, move=0)] * MAX_UNASKED)
    assert step(asked, output_line(round=7, move=1))[1] == Answer(1)
    stopped = Stopped(BotFault.FLOODS), Failure(BotFault.FLOODS, is_final=True)
    assert step(asked, output_line(round=6, move=0)) == stopped


def test_a_reason_is_cut_off_where_it_is_too_long() -> None:
    reply = step(Asked(READY, 7, 2), output_line(round=7, move=1, why="w" * 5000))[1]
    assert reply == Answer(1, "w" * bot_talk.MAX_WHY)


def test_nothing_changes_once_a_talk_has_stopped() -> None:
    gone = Stopped(BotFault.DEAF)
    assert after(*Incident, output_line(say="ready"), WANTED, talk=gone) == gone


def test_lines_come_whole_in_whatever_pieces_they_are_written() -> None:
    whole = b'{"a":1}\n\nb\r\nrest'
    rest, found = b"", []
    for byte in whole:
        rest, lines = lines_of(rest, bytes([byte]))
        found += lines
    assert (rest, found) == lines_of(b"", whole)
    assert (rest, len(found)) == (b"rest", 3)


def test_a_line_may_have_so_many_bytes_and_no_more() -> None:
    most = b"x" * MAX_LINE_BYTES
    assert lines_of(b"", most + b"\n") == (b"", [OutputLine(most)])
    assert lines_of(b"a\n" + most, b"y") == (b"", [OutputLine(b"a"), Incident.LINE_TOO_LONG])


def test_log_entry_is_sent_with_its_fields() -> None:
    event = bot_talk.happened({"type": "played", "seat": 1})
    assert json.loads(event) == {"say": "event", "type": "played", "seat": 1}
    assert json.loads(bot_talk.happened(3)) == {"say": "event", "entry": 3}
