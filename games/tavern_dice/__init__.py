"""Tavern dice: a match of two to eight players as one pure fold over actions (docs/tavern.md)."""

from games.tavern_dice.actions import Action, action_dict, read_action
from games.tavern_dice.blind import check_blind
from games.tavern_dice.match import Match, absent, act, finished, fold, legal, start
from games.tavern_dice.outcome import MatchResult, check_outcome, result, rtp, view
from games.tavern_dice.params import CHOICES, NAME, Params, check_params, params_dict, read_bots, read_params

__all__ = [
    "CHOICES",
    "NAME",
    "Action",
    "Match",
    "MatchResult",
    "Params",
    "absent",
    "act",
    "action_dict",
    "check_blind",
    "check_outcome",
    "check_params",
    "finished",
    "fold",
    "legal",
    "params_dict",
    "read_action",
    "read_bots",
    "read_params",
    "result",
    "rtp",
    "start",
    "view",
]
