"""What each command does once its arguments are read. Here, and only here, ui and net meet."""
