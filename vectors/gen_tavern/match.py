"""A match of tavern dice, docs/rules/tavern_dice.md, a second time; AssertionError where a rule refuses."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from stream import Stream, sha256

DEFAULTS = {"target": 4000, "commission": "0.05", "decision_seconds": 30, "grace_seconds": 60}


@cache
def worth(dice: tuple) -> int:
    """V-22 to V-26 of sorted dice: the greatest sum of a partition, below 0 where there is none."""
    if not dice:
        return 0
    found, face, count = -(10**9), dice[0], dice.count(dice[0])
    for taken in range(1, count + 1):
        points = (1000 if face == 1 else 100 * face) * 2 ** (taken - 3) if taken > 2 else 0
        if taken < 3 and face in (1, 5):
            points = taken * (100 if face == 1 else 50)
        found = max(found, (points or -(10**9)) + worth(dice[taken:]))
    for run, points in (((1, 2, 3, 4, 5, 6), 1500), ((2, 3, 4, 5, 6), 750), ((1, 2, 3, 4, 5), 500)):
        if set(run) <= set(dice):
            rest = list(dice)
            for die in run:
                rest.remove(die)
            found = max(found, points + worth(tuple(rest)))
    return found


@cache
def sets(roll: tuple) -> list:
    """All that may be kept, the fewest dice first, then the lowest indexes, each with its points."""
    kept = [one for size in range(1, len(roll) + 1) for one in combinations(range(len(roll)), size)]
    made = [(one, worth(tuple(sorted(roll[i] for i in one)))) for one in kept]
    return [(one, points) for one, points in made if points > 0]


class Match:
    """The dice and scores of a match; `winner` is None until the end."""

    def __init__(self, params: dict, seeds: dict) -> None:
        self.params, given = DEFAULTS | params, seeds["client_seeds"]
        players, target = self.params["players"], self.params["target"]
        assert 2 <= players <= 8 and 1000 <= target <= 100000 and target % 50 == 0
        assert 1 <= self.params["ante"] <= 10**15 and Fraction(self.params["commission"]) < 1
        assert self.params["decision_seconds"] > 0 and self.params["grace_seconds"] > 0
        key = sha256("\n".join(f"{player}:{given[player]}" for player in sorted(given, key=int)))
        self.stream, self.winner, self.rolls = Stream(seeds["server_seed"], key, seeds["nonce"]), None, []
        self.starter = self.turn = self.stream.uniform(players)
        self.scores, self.live, self.due = [0] * players, list(range(players)), False
        self.fresh()

    def fresh(self) -> None:
        self.table, self.left, self.points = (), 6, 0

    def pass_on(self) -> None:
        later = [player for player in self.live if player > self.turn]
        self.turn = (later or self.live)[0]
        self.fresh()

    def prescribed(self) -> dict:
        """V-30 to V-33."""
        if not self.table:
            return {"type": "bank" if self.points else "roll"}
        best = max(points for _, points in sets(self.table))
        return {"type": "keep", "dice": next([*one] for one, points in sets(self.table) if points == best)}

    def act(self, action: dict) -> None:
        player, kind, late = action["player"], action["type"], "timeout" in action
        assert self.winner is None and player in self.live
        assert not self.due or (kind == "bank" and late and player == self.turn)
        if kind == "concede":
            self.live.remove(player)
            self.winner = self.live[0] if len(self.live) == 1 else None
            if player == self.turn and self.winner is None:
                self.pass_on()
            return
        assert player == self.turn and kind in ("roll", "keep", "bank")
        told = {"type": kind} | ({"dice": sorted(action["dice"])} if kind == "keep" else {})
        assert not late or told == self.prescribed()
        assert (kind == "keep") == (self.table != ())
        if kind == "roll":
            self.table = tuple(self.stream.uniform(6) + 1 for _ in range(self.left))
            self.rolls.append([*self.table])
            if not sets(self.table):
                self.pass_on()
        elif kind == "keep":
            self.points += dict(sets(self.table))[tuple(told["dice"])] if self.legal(told["dice"]) else 0
            self.left = len(self.table) - len(told["dice"]) or 6
            self.table, self.due = (), late
        else:
            assert self.points
            self.scores[player] += self.points
            self.due = False
            if self.scores[player] >= self.params["target"]:
                self.winner = player
            else:
                self.pass_on()

    def legal(self, dice: list) -> bool:
        assert tuple(dice) in dict(sets(self.table))
        return True

    def told(self) -> dict:
        """Outcome and settlement in the form of docs/spec/record.md."""
        assert self.winner is not None
        players, ante = range(len(self.scores)), self.params["ante"]
        pot = ante * len(players)
        prize = pot - int(pot * Fraction(self.params["commission"]))
        outcome = {"starter": self.starter, "rolls": self.rolls, "scores": self.scores, "winner": self.winner}
        returned = {str(player): prize if player == self.winner else 0 for player in players}
        settled = {"staked": {str(player): ante for player in players}, "returned": returned}
        return {"outcome": outcome, "settlement": settled}


@cache
def offers(count: int) -> list:
    """docs/bots.md: what all 6^count rolls offer, alike ones together: dice left and points."""
    found: dict = {}
    for roll in product(range(1, 7), repeat=count):
        key = tuple(choices(tuple(sorted(roll))))
        found[key] = found.get(key, 0) + 1
    return [*found.items()]


def choices(roll: tuple) -> list:
    best: dict = {}
    for one, points in sets(roll):
        best[len(one)] = max(points, best.get(len(one), 0))
    return [(len(roll) - size or 6, points) for size, points in best.items()]


@cache
def rolling(points: int, count: int) -> int:
    """`expect/1`: what it is worth to roll so many dice, in 1/65536 point."""
    total = 0
    for offered, rolls in offers(count):
        total += rolls * max((best(points + more, left) for left, more in offered), default=0)
    return total // 6**count


def best(points: int, count: int) -> int:
    return 65536 * points if points >= 20000 else max(65536 * points, rolling(points, count))


def decide(match: Match, policy: str) -> dict:
    """What a policy does for the player whose turn it is."""
    points, need = match.points, match.params["target"] - match.scores[match.turn]
    made = {"player": match.turn, "type": "roll"}
    if policy.startswith("threshold-"):
        if match.table:
            return made | match.prescribed()
        return made | {"type": "bank" if points and points >= min(need, int(policy[10:-2])) else "roll"}
    for start in range(19950, 0, -50):  # from many points down, so that no call goes deep
        rolling(start, 6)
    if match.table:
        worths = []
        for left, more in choices(match.table):
            reached = points + more >= need
            worths.append((2**60 if reached else best(points + more, left), more, left))
        value = max(worth for worth, _, _ in worths)
        more, left = next((more, left) for worth, more, left in worths if worth == value)
        fits = (
            one
            for one, gain in sets(match.table)
            if gain == more and (len(match.table) - len(one) or 6) == left
        )
        return made | {"type": "keep", "dice": [*next(fits)]}
    banks = points and (points >= min(need, 20000) or 65536 * points > rolling(points, match.left))
    return made | {"type": "bank" if banks else "roll"}
