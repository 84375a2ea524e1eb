"""Whole tables in simulated time, with faults, crashes and cheats; each follows from one seed."""
