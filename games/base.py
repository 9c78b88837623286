"""The one shape of every game: a pure fold over actions (docs/design.md)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from games.errors import FormatError, IllegalActionError, MaxPayoutError, RuleError, UnknownFieldError
from games.numbers import MAX_CHIPS, cut

T = TypeVar("T")
P = TypeVar("P", bound=msgspec.Struct)
B = TypeVar("B")
A = TypeVar("A")
S = TypeVar("S")


class RandomSource(Protocol):
    """An immutable position in a stream; each draw returns its value and the next position."""

    def uniform(self, n: int) -> tuple[int, Self]: ...
    def uint64(self) -> tuple[int, Self]: ...
    def shuffle(self, items: Sequence[T]) -> tuple[list[T], Self]: ...
    def sample(self, n: int, k: int) -> tuple[list[int], Self]: ...
    def words(self, count: int) -> tuple[list[int], Self]: ...
    def bytes(self, count: int) -> tuple[bytes, Self]: ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished round ended. `staked` and `returned` are whole chips, gross; `multiplier`
    is the exact one that record.md lets a settlement show, None where it shows none."""

    outcome: dict[str, Any]
    staked: int = 0
    returned: int = 0
    multiplier: Fraction | None = None

    def settlement(self) -> dict[str, Any]:
        shown = {} if self.multiplier is None else {"multiplier": cut(self.multiplier)}
        return {"staked": self.staked, "returned": self.returned} | shown


@dataclass(frozen=True, slots=True)
class Rtp:
    """Theoretical return to player: a mean over a long series, as an exact fraction of the stake."""

    value: Fraction
    method: str = "exact"
    strategy: str | None = None
    side_bets: dict[str, Fraction] = field(default_factory=dict)


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet of one stake, in whole chips."""

    stake: int


class Game(ABC, Generic[P, B, A, S]):
    """A game's rules. All methods are pure; `legal`, `view` and `result` never draw."""

    name: ClassVar[str]
    params_type: type[P]
    bet_type: type[B] | None
    outcome_type: type[msgspec.Struct]
    actions: ClassVar[Mapping[str, type[msgspec.Struct]]] = {}
    choices: ClassVar[frozenset[str]] = frozenset()
    shows_multiplier: ClassVar[bool] = True

    # Reading: dict → typed value, FormatError otherwise.

    def read_params(self, raw: object) -> P:
        return read(self.params_type, raw, "params")

    def read_bet(self, raw: object) -> B:
        if self.bet_type is None:
            raise UnknownFieldError("bet", "this game takes no bet")
        return read(self.bet_type, raw, "bet")

    def read_action(self, raw: object, where: str = "action") -> A:
        """One action. An action type unknown for the game is a RuleError, not a FormatError."""
        if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
            raise FormatError(where, "must be an object with a type")
        kind = self.actions.get(raw["type"])
        if kind is None:
            raise IllegalActionError(where, "{game} has no action of this type", game=self.name)
        action = read(kind, {key: value for key, value in raw.items() if key != "type"}, where)
        if getattr(action, "timeout", None) is False:
            raise FormatError(f"{where}.timeout", "is true or absent")
        return action  # type: ignore[return-value]

    def check_outcome(self, raw: object) -> None:
        read(self.outcome_type, raw, "outcome")

    def params_dict(self, params: P) -> dict[str, Any]:
        """Every param written out, as a record holds it."""
        return msgspec.to_builtins(params)  # type: ignore[no-any-return]

    def bet_dict(self, bet: B) -> dict[str, Any]:
        """The bet in canonical form: no member for a side bet not placed."""
        return msgspec.to_builtins(bet)  # type: ignore[no-any-return]

    def action_dict(self, action: A) -> dict[str, Any]:
        """An action in canonical form."""
        kind = next(name for name, struct in self.actions.items() if type(action) is struct)
        fields: dict[str, Any] = msgspec.to_builtins(action)
        return {"type": kind} | fields

    # Rules.

    def check(self, params: P, bet: B) -> None:
        """Ranges, and the bets that are refused before any nonce is used. RuleError."""
        self.check_params(params)
        self.check_bet(params, bet)
        most: int = params.max_payout  # type: ignore[attr-defined]
        if (greatest := self.greatest_return(params, bet)) > most:
            raise MaxPayoutError(
                "bet",
                "its greatest return {greatest} exceeds max_payout {most}",
                greatest=greatest,
                most=most,
            )

    def absent(self, state: S) -> dict[str, Any]:
        """The action that the service makes for a player who stayed away, marked as such: what is
        won is cashed out, else the round is abandoned."""
        kinds = {action["type"] for action in self.legal(state)}
        return {"type": "cash_out" if "cash_out" in kinds else "abandon", "timeout": True}

    def stakes(self, bet: B) -> dict[str, int]:
        """Chips that the bet itself stakes: `stake`, and each side bet by its name."""
        return self.bet_dict(bet)

    def needed(self, bet: B) -> int:
        """Chips that a player must have beside the bet, so that a round can be played as its rules say."""
        return 0

    def staked(self, bet: B, state: S) -> int:
        """Chips staked so far, what an action added included."""
        return sum(self.stakes(bet).values())

    def check_bet(self, params: P, bet: B) -> None:
        check_range("bet.stake", bet.stake, 1, MAX_CHIPS)  # type: ignore[attr-defined]

    @abstractmethod
    def check_params(self, params: P) -> None: ...

    @abstractmethod
    def greatest_return(self, params: P, bet: B) -> int:
        """The greatest gross return that minigames.md section 0 counts, in chips."""

    @abstractmethod
    def start(self, params: P, bet: B, random: RandomSource) -> S: ...

    def act(self, state: S, action: A) -> S:
        raise IllegalActionError("action", "{game} has no actions", game=self.name)

    def finished(self, state: S) -> bool:
        return True

    def legal(self, state: S) -> list[dict[str, Any]]:
        return []

    @abstractmethod
    def result(self, state: S) -> Result:
        """Only of a finished round."""

    def view(self, state: S) -> dict[str, Any]:
        """What the player may see: `outcome` (built up, never cut down) and `shown` figures."""
        return {"outcome": self.result(state).outcome, "shown": {}}

    def check_blind(self, params: P, bet: B, actions: Sequence[A]) -> None:
        """What can be known of the actions' legality without the seed. RuleError."""
        if actions:
            raise IllegalActionError("actions.0", "{game} has no actions", game=self.name)

    @abstractmethod
    def quote(self, params: P, bet: B) -> dict[str, Any]:
        """Chance, multiplier, greatest return and bounds for a bet as it stands."""

    @abstractmethod
    def rtp(self, params: P, strategy: str | None = None) -> Rtp: ...

    def paytables(self, params: P) -> dict[str, Any] | None:
        """The `paytables` of the ruleset (trust.md section 2)."""
        return None


def replay(game: Game[P, B, A, S], params: P, bet: B, actions: Iterable[A], random: RandomSource) -> S:
    """A round: `start` folded over its actions. IllegalActionError names the action's index."""
    state = game.start(params, bet, random)
    for index, action in enumerate(actions):
        try:
            if game.finished(state):
                raise IllegalActionError("action", "the round has ended")
            state = game.act(state, action)
        except IllegalActionError as error:
            raise IllegalActionError(f"actions.{index}", error.rule, **error.values) from None
    return state


def read(kind: type[T], raw: object, where: str) -> T:
    """Strict conversion of a JSON value; FormatError names the field by its path."""
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        name = where + path.rstrip("`").replace("[", ".").replace("]", "")
        if message.startswith("Object contains unknown field `"):
            raise UnknownFieldError(f"{name}.{message[31:-1]}", "this field is not known here") from None
        if message.startswith("Object missing required field `"):
            raise FormatError(f"{name}.{message[31:-1]}", "this field is required") from None
        raise FormatError(name, "{message}", message=message) from None


def check_range(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RuleError(name, "must be from {least} to {most}", least=least, most=most)


def check_rtp(rtp: Fraction) -> None:
    if not 0 < rtp <= 1:
        raise RuleError("params.rtp", "must be over 0 and at most 1")


def no_strategy(strategy: str | None, *known: str) -> None:
    if strategy is not None and strategy not in known:
        raise RuleError("strategy", "is not known; known: {known}", known=", ".join(known) or "none")
