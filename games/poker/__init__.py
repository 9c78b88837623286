"""Poker tables: seven games as one pure fold over actions (docs/poker.md)."""

from games.poker.actions import Action, action_dict, check_whole
from games.poker.deal import Deal
from games.poker.hand import Hand, absent, act, clockwise, finished, fold, start
from games.poker.outcome import TableResult, check_outcome, result
from games.poker.params import Params, Table, check_params, read_table
from games.poker.variants import VARIANTS, Variant

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
    "read_table",
    "result",
    "start",
]
