"""The implementation of each command. Only this package connects ui and net."""
