"""The games as this operator offers them: rules, limits, settings, and their ruleset's digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from fairseed.records import digest, ruleset
from fairseed.service.config import MOST_ANTE, ConfigError, GameSettings, Settings
from fairseed.service.problems import Problem
from games import GAMES, FormatError, Game, GameError, RuleError
from games.plinko import default_paytables

HOUSE: Final = frozenset(("russian_poker", "five_card_poker"))
RUSSIAN: Final = {"min_ante": 1, "max_ante": 1_000_000}  # unless the operator says otherwise


def refusal(error: GameError) -> Problem:
    """What a caller is told where the rules refuse."""
    return Problem(error.code, error.field, error.rule, **error.values)


@dataclass(frozen=True, slots=True)
class Offer:
    """One game of this operator's."""

    game: Game[Any, Any, Any, Any]
    settings: GameSettings
    paytables: dict[str, dict[str, list[str]]] | None
    digest: str | None
    ruleset: dict[str, Any] | None
    rooms: Mapping[str, Offer] = field(default_factory=dict)

    def of(self, params: Any) -> Offer:
        """The offer by whose ruleset these params are: that of their room where the game has rooms."""
        return self.rooms[params.room] if self.rooms else self

    def every(self) -> Iterator[Offer]:
        """This offer, or that of each room."""
        yield from self.rooms.values() if self.rooms else (self,)

    def read(self, choices: object, bet: object) -> tuple[Any, Any]:
        """Params and bet of a caller, checked whole: types, rules, limits. Raises Problem."""
        try:
            params = self.read_params(choices)
            placed = self.game.read_bet(bet) if self.game.bet_type else None
            self._check_limits(params, placed)
            self.game.check(params, placed)
        except GameError as error:
            raise refusal(error) from error
        return params, placed

    def read_params(self, choices: object) -> Any:
        """The caller's choices, and the operator's rules beside them."""
        if not isinstance(choices, dict):
            raise FormatError("params", "must be an object")
        if self.rooms:
            own = {name: value for name, value in choices.items() if name != "room"}
            return self._room(choices).read_params(own)
        known = self.game.choices
        if unknown := next((name for name in choices if name not in known), None):
            raise Problem("unknown_field", f"params.{unknown}", "is not a choice of the player's")
        whole = dict(self.settings.rules) | choices
        if self.paytables is not None and isinstance(choices.get("risk"), str):
            table = self.paytables.get(choices["risk"], {}).get(str(choices.get("rows")))
            whole |= {} if table is None else {"multipliers": table}
        return self.game.read_params(whole)

    def _room(self, choices: dict[str, Any]) -> Offer:
        room = choices.get("room", next(iter(self.rooms)))
        if not isinstance(room, str) or room not in self.rooms:
            raise Problem(
                "limits", "params.room", "is not offered; offered: {values}", values=", ".join(self.rooms)
            )
        return self.rooms[room]

    def _check_limits(self, params: Any, bet: Any) -> None:
        limits = self.settings
        if self.game.name in HOUSE:
            _check_antes(params, bet)
            return
        for name, chips in (self.game.bet_dict(bet) if bet is not None else {}).items():
            if not limits.min_stake <= chips <= limits.max_stake:
                raise Problem(
                    "limits",
                    f"bet.{name}",
                    "must be from {least} to {most}",
                    least=limits.min_stake,
                    most=limits.max_stake,
                )
        offered = {"rows": limits.rows, "risk": limits.risks, "size": limits.sizes}
        for name, values in offered.items():
            if (value := getattr(params, name, None)) is not None and value not in values:
                raise Problem("limits", f"params.{name}", "is not offered; offered: {values}", values=values)
        if self.game.name == "mines" and not limits.min_mines <= params.mines <= limits.max_mines:
            raise Problem(
                "limits",
                "params.mines",
                "must be from {least} to {most}",
                least=limits.min_mines,
                most=limits.max_mines,
            )


def offers(settings: Settings) -> dict[str, Offer]:
    """Every game offered. A ruleset that no bet could satisfy is refused at the start."""
    found = {}
    for name, game in GAMES.items():
        own = settings.game(name)
        if own.offered:
            found[name] = _offer(name, game, own)
    return found


def _offer(name: str, game: Game[Any, Any, Any, Any], settings: GameSettings) -> Offer:
    if game.bet_type is None:
        return Offer(game, settings, None, None, None)
    if name == "five_card_poker":
        return _rooms(game, settings)
    if name == "russian_poker":
        settings = _with_rules(settings, RUSSIAN | settings.rules)
    return _whole(name, game, settings)


def _rooms(game: Game[Any, Any, Any, Any], settings: GameSettings) -> Offer:
    """Each room is a ruleset of its own; what is asked without naming one is for the first."""
    rooms = {}
    for name, room in settings.rooms.items():
        limits = {"room": name, "min_ante": room.min_ante, "max_ante": room.max_ante}
        rooms[name] = _whole(game.name, game, _with_rules(settings, settings.rules | limits))
    first = next(iter(rooms.values()))
    return replace(first, settings=settings, rooms=rooms)


def _with_rules(settings: GameSettings, rules: dict[str, Any]) -> GameSettings:
    return msgspec.structs.replace(settings, rules=rules)


def _check_antes(params: Any, bet: Any) -> None:
    """The limits of the table, which a record holds. Problem."""
    if getattr(params, "table", "private") == "public":
        raise Problem("invalid_field", "params.table", "a public table is one to sit down at")
    for box, ante in enumerate(bet.antes):
        if not params.min_ante <= ante <= params.max_ante:
            raise Problem(
                "limits",
                f"bet.antes.{box}",
                "must be from {least} to {most}",
                least=params.min_ante,
                most=params.max_ante,
            )


def _whole(name: str, game: Game[Any, Any, Any, Any], settings: GameSettings) -> Offer:
    """An offer with the digest of its ruleset; ConfigError where no bet could be made by it."""
    examples = {
        "dice": {"target": "50.00", "direction": "under"},
        "limbo": {"target": "1.01"},
        "plinko": {"rows": 8, "risk": "low"},
        "mines": {"size": 5, "mines": 1},
        "russian_poker": {"boxes": 1},
        "five_card_poker": {"boxes": 1},
    }
    tables = _paytables(settings) if name == "plinko" else None
    offer = Offer(game, settings, tables, None, None)
    try:
        params = offer.read_params(examples.get(name, {}))
        game.check_params(params)
        if name in HOUSE and params.max_ante > MOST_ANTE:
            raise RuleError("max_ante", "must be at most 10^12")
        for risk, rows in ((risk, rows) for risk in settings.risks for rows in settings.rows if tables):
            game.check_params(offer.read_params({"risk": risk, "rows": rows}))
    except (GameError, RuleError, Problem) as error:
        raise ConfigError(f"games.{name}.rules", "{reason}", reason=error) from None
    rules = ruleset(name, game.params_dict(params), game.choices, tables)
    return Offer(game, settings, tables, digest(rules), rules)


def _paytables(settings: GameSettings) -> dict[str, dict[str, list[str]]]:
    """The default tables with the operator's own in their places."""
    defaults = default_paytables()
    for risk, tables in settings.paytables.items():
        if unknown := set(tables) - set(defaults.get(risk, {})):
            raise ConfigError("games.plinko.paytables", "has no place {places}", places=sorted(unknown))
    return {risk: tables | settings.paytables.get(risk, {}) for risk, tables in defaults.items()}
