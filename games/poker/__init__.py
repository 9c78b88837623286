"""Poker tables: seven games as one pure fold over actions (docs/poker.md)."""

from games.poker.actions import Action, action_dict, check_whole, is_counted
from games.poker.deal import Deal
from games.poker.hand import Hand, absent, act, clockwise, finished, fold, start
from games.poker.outcome import TableResult, check_outcome, result
from games.poker.params import Params, Table, check_params, read_table
from games.poker.variants import VARIANTS, Variant
from games.poker.views import shown_seats

__all__ = [
    "VARIANTS",
    "Action",
    "Deal",
    "Hand",
    "Params",
    "Table",
    "TableResult",
    "Variant",
    "absent",
    "act",
    "action_dict",
    "check_outcome",
    "check_params",
    "check_whole",
    "clockwise",
    "finished",
    "fold",
    "is_counted",
    "read_table",
    "result",
    "shown_seats",
    "start",
]
