"""Poker tables played by people and bots (docs/tables.md)."""
