"""Barbarity played by simple bots, by its printed rules, to see whether seats, guards and cards are fair."""
