"""Poker against the house: Russian poker and five-card poker (docs/house-poker.md)."""

from games.house_poker.five_card import FIVE_CARD_POKER, PublicResult
from games.house_poker.russian import RUSSIAN_POKER
from games.house_poker.table import Bet as HouseBet

__all__ = ["FIVE_CARD_POKER", "RUSSIAN_POKER", "HouseBet", "PublicResult"]
