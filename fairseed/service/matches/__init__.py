"""Matches of tavern dice, by people and bots (docs/tavern.md). A match is a row of `tables` with one hand."""
