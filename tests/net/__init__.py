"""Discovery, links, lobby and sessions, over real connections on the loopback interface."""
