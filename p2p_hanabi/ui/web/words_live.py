"""What stands on the buttons of a live page, in English."""

from __future__ import annotations

from ..kit.i18n import N_

CANCEL = N_("Cancel")
CONFIRM = N_("Confirm")
LEAVE = N_("Leave")
BACK = N_("Go back")
CLOSE = N_("Close")
CONTINUE = N_("Continue")
JOIN = N_("Join")
OK = N_("OK")
ROOM_CODE = N_("Room code")
CODE_HINT = N_("three words")

READY = N_("I am ready")
READY_AGAIN = N_(
    "You are not ready yet. Once you have read the warnings, press the button again to play anyway."
)
NOT_READY = N_("Not ready after all")
RULES = N_("Rules")
FREE = N_("Free the seats of disconnected players")
ADD_BOT = N_("Add a bot")
REMOVE_BOT = N_("Remove a bot")
FEWER_SEATS = N_("One seat fewer")
MORE_SEATS = N_("One seat more")

EXPLAIN = N_("Explain the last hint")
CONVENTIONS = N_("How the bots understand hints")
TALK = N_("Talk")
SAY = N_("Say")
TEXT = N_("Your words")
TABLE_WORDS = N_("Table words")
MORE = N_("More")
LEAVE_FOR_LATER = N_("Leave; you can come back later")
LEAVE_FOR_GOOD = N_("Leave for good")
PLAY_ON_WITHOUT = N_("Play on without the missing player")
END_GAME = N_("End the game together")

PHONES = N_("New codes for telephones")
HAND_OVER = N_("Go on with a telephone")
ABOUT_HANDING = N_(
    "It takes this seat over as soon as it has scanned the code. The code works once."
)
WHOLE_LOG = N_("Everything")
SCAN = N_("Scan this with a telephone in the same network")

AGAIN = N_("Play again")
REPLAY = N_("Replay")
WEB_PAGE = N_("Save as a web page")
HISTORY = N_("Past games")
CLOSE_TABLE = N_("Close the table")
OTHER_PAGE = N_("This page is of another version of the program. Reload it.")
NOT_UNDERSTOOD = N_("The program did not understand what this page sent. Reload it.")
