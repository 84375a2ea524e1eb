"""Everything that differs between operating systems.

`posix.py` and `windows.py` define the same names, and no other module checks which system it is.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from . import windows as system
else:
    from . import posix as system

GAP = system.GAP
ASKS_FOR_LOCAL_NETWORK = system.ASKS_FOR_LOCAL_NETWORK
HAS_SHARED_FOLDERS = system.HAS_SHARED_FOLDERS
HEARS_BOTH_FAMILIES = system.HEARS_BOTH_FAMILIES
MOVES_OPEN_FOLDERS = system.MOVES_OPEN_FOLDERS
accept_each = system.accept_each
can_draw = system.can_draw
command_words = system.command_words
drop_typed_ahead = system.drop_typed_ahead
end_group = system.end_group
feed = system.feed
firewalls = system.firewalls
fork_server = system.fork_server
full_sync = system.full_sync
has_display = system.has_display
interface_language = system.interface_language
is_clicked = system.is_clicked
is_open_to_others = system.is_open_to_others
keep_port = system.keep_port
lock = system.lock
on_end = system.on_end
open_append = system.open_append
peak_kib = system.peak_kib
public_networks = system.public_networks
replace = system.replace
share_port = system.share_port
sync_folder = system.sync_folder
terminal_output = system.terminal_output
unlink = system.unlink
words_of = system.words_of
