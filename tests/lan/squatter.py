"""Other programs at ports where a table is expected: one that responds, and one that does not.

    python -m tests.lan.squatter SPEAKING-PORT SILENT-PORT

Prints `{"ready": ...}` once both listen, and exits when its stdin ends.
"""

from __future__ import annotations

import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

if __name__ == "__main__":
    speaking = HTTPServer(("", int(sys.argv[1])), BaseHTTPRequestHandler)
    threading.Thread(target=speaking.serve_forever, daemon=True).start()
    with socket.create_server(("", int(sys.argv[2]))):
        print('{"ready": "both"}', flush=True)  # noqa: T201 - for the test
        sys.stdin.read()
