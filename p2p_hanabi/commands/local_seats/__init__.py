"""Seats of others on this machine: bots and phones, in processes of their own."""
