"""One hand of a table game, docs/rules/poker.md, a second time; AssertionError where a rule refuses."""

import json

from ranking import CONSTANTS, best, lowest, value
from stream import DECK, Stream, hand, sha256

DEFAULTS, CAROUSELS, COSTS = (CONSTANTS[name] for name in ("defaults", "carousels", "costs"))


def clockwise(seats: list, after: int) -> list:
    return sorted(seat for seat in seats if seat > after) + sorted(seat for seat in seats if seat <= after)


class Hand:
    """The chips and cards of a hand; `turn` is the seat asked, None when the hand is over."""

    def __init__(self, game: str, params: dict, table: dict, seeds: dict) -> None:
        self.game, self.params, self.table, self.turkish = game, DEFAULTS | params, table, game == "turkish"
        self.stacks = {int(seat): chips for seat, chips in table["stacks"].items()}
        self.order = clockwise(self.stacks, table["button"])
        self.live, self.board, self.street, self.over = list(self.order), [], 0, False
        self.total, self.opened_by, self.drawn, self.pile = dict.fromkeys(self.order, 0), None, {}, []
        self.used, self.window = set(), None
        self.deal(seeds)
        self.new_round()
        for seat in self.order:
            self.put(seat, self.params["ante"])
        self.round, first = dict.fromkeys(self.order, 0), self.order
        if not self.turkish:
            usual = [self.order[-1], self.order[0]] if len(self.order) == 2 else self.order
            small, big = table.get("small_blind_seat", usual[0]), table.get("big_blind_seat", usual[1])
            if small is not None:
                self.put(small, self.params["small_blind"])
            self.put(big, self.params["big_blind"])
            self.bet, first = self.params["big_blind"], clockwise(self.order, big)
        self.go_on(first)

    def deal(self, seeds: dict) -> None:
        """T-4 to T-12, and the carousel; without the server seed only what everybody knows."""
        low, given, label = lowest(self.game, self.params), seeds["client_seeds"], seeds["server_seed_hash"]
        key = sha256("\n".join(f"{seat}:{given[seat]}" for seat in sorted(given, key=int)))
        self.public, seated = Stream(key, label, seeds["nonce"]), len(self.order)
        drawn = Stream(key, f"button:{label}", seeds["nonce"]).uniform(seated)
        assert "first" not in self.table or self.table["button"] == sorted(self.order)[drawn]
        size = len(self.public.sample([card for card in DECK if card >= low], 52))
        revealed = "server_seed" in seeds
        deck = hand(seeds | {"lowest": low, "places": []})["deck"] if revealed else [None] * size
        dealt = seated * CONSTANTS["hole"].get(self.game, 2)
        self.hole = {seat: deck[i:dealt:seated] for i, seat in enumerate(self.order)}
        self.cards = deck[dealt:]
        if self.game == "naiko":
            self.carousel = CAROUSELS[self.public.uniform(3)]
            self.destellos = {seat: min(3, self.table["destellos"][str(seat)] + 1) for seat in self.order}

    def new_round(self) -> None:
        self.round, self.bet, self.acted, self.reopened = dict.fromkeys(self.order, 0), 0, set(), set()
        self.size = self.params["ante"] if self.turkish else self.params["big_blind"]
        self.powers, self.power_used, self.targets, self.anchored = 0, False, set(), set()

    def put(self, seat: int, chips: int) -> None:
        chips = min(chips, self.stacks[seat])
        self.stacks[seat] -= chips
        self.round[seat] += chips
        self.total[seat] += chips

    def chips(self) -> list:
        return [seat for seat in self.live if self.stacks[seat]]

    def asked(self, seat: int) -> bool:
        """T-60, T-63, T-94 and T-96."""
        if seat not in self.chips() or len(self.chips()) == 1:
            return seat in self.chips() and self.round[seat] < max(self.round[other] for other in self.live)
        return self.round[seat] < self.bet or seat not in self.acted

    def go_on(self, seats: list) -> None:
        """The next seat asked, or the next street; in Turkish poker 1 is the draw, 2 the second round."""
        self.turn = next((seat for seat in seats if len(self.live) > 1 and self.asked(seat)), None)
        self.over = len(self.live) == 1 or (self.turn is None and self.street == (2 if self.turkish else 3))
        if self.over or self.turn is not None:
            return
        self.street += 1
        if self.turkish and self.street == 1 and (self.opened_by or len(self.chips()) < len(self.live)):
            self.turn = self.live[0]
        elif self.turkish and (self.street == 1 or not self.opened_by or len(self.chips()) < 2):
            self.over = True
        else:
            self.new_round()
            for _ in range(0 if self.turkish else 3 if self.street == 1 else 1):
                self.board.append(self.cards.pop(0))
            first = [self.opened_by, *clockwise(self.order, self.opened_by)] if self.turkish else self.order
            self.go_on(first)

    def bounds(self, seat: int) -> tuple:
        """The least and the greatest raise-to; (1, 0) where the seat may not raise."""
        owed, full = self.bet - self.round[seat], self.bet + self.size
        whole = self.round[seat] + self.stacks[seat]
        again = seat in self.reopened if self.params["strict_reopen"] else owed >= self.size
        opens = True
        if self.turkish and not self.opened_by:
            (category, pair, *_), _ = value(tuple(self.hole[seat]), self.game, self.params)
            opens = category > 1 or (category == 1 and pair >= 11)
        if not opens or whole <= self.bet or len(self.chips()) == 1 or (seat in self.acted and not again):
            return 1, 0
        if self.params["limit"] == "pot" or seat in self.anchored:
            return min(full, whole), min(whole, max(full, self.bet + sum(self.total.values()) + owed))
        return min(full, whole), whole

    def act(self, action: dict) -> None:
        seat, kind = action["seat"], action["type"]
        assert seat == (self.window or self.turn)
        owes = self.round[seat] < self.bet or self.game == "aof"
        assert "timeout" not in action or {"fold": owes}.get(kind, not action.get("discard"))
        if self.window:
            assert kind in ("shield", "decline")
            self.window = None
            self.destellos[seat] -= kind == "shield"
            self.used.add((seat, kind))
            if kind == "decline":
                self.anchored.add(seat)
        elif self.turkish and self.street == 1:
            self.draw(seat, kind, action.get("discard", []))
        elif self.game == "naiko" and kind in ("peek", "swap", "anchor"):
            self.power(seat, kind, action)
        else:
            assert kind in (("fold", "all_in") if self.game == "aof" else ("fold", "check", "call", "raise"))
            whole = self.round[seat] + self.stacks[seat]
            calls = kind == "all_in" and whole <= self.bet
            self.poker(seat, "call" if calls else kind, action.get("to", whole))

    def poker(self, seat: int, kind: str, to: int) -> None:
        if kind == "fold":
            self.live.remove(seat)
        elif kind in ("check", "call"):
            assert (self.round[seat] < self.bet) == (kind == "call")
            self.put(seat, self.bet - self.round[seat])
        else:
            least, most = self.bounds(seat)
            assert least <= to <= most
            self.opened_by = self.opened_by or seat
            if to - self.bet >= self.size:
                self.size, self.reopened = to - self.bet, set(self.order)
            self.put(seat, to - self.round[seat])
            self.bet = to
        self.acted.add(seat)
        self.reopened.discard(seat)
        self.power_used = False
        self.go_on(clockwise(self.order, seat))

    def power(self, seat: int, kind: str, action: dict) -> None:
        """T-135 to T-172."""
        assert kind in self.carousel and self.destellos[seat] >= COSTS[kind] and (seat, kind) not in self.used
        assert not self.power_used and self.powers < 3
        assert kind != "peek" or self.street < 3
        if kind == "swap":
            assert self.street == 0 and seat not in self.acted
            assert action["card"] in self.hole[seat]
            self.hole[seat][self.hole[seat].index(action["card"])] = self.cards.pop(0)
        elif kind == "anchor":
            target = action["target"]
            assert target != seat and target in self.chips() and target not in self.acted | self.targets
            self.targets.add(target)
            if "shield" in self.carousel and self.destellos[target] and (target, "shield") not in self.used:
                self.window = target
            else:
                self.anchored.add(target)
        self.destellos[seat] -= COSTS[kind]
        self.used.add((seat, kind))
        self.powers, self.power_used = self.powers + 1, True

    def draw(self, seat: int, kind: str, discard: list) -> None:
        """T-200 to T-210; the reshuffled places go on where the deck ended."""
        assert kind == "draw" and len(set(discard)) == len(discard) <= 4
        assert set(discard) <= set(self.hole[seat])
        self.drawn[seat] = []
        for card in discard:
            if not self.cards:
                self.cards, self.pile = self.public.sample(self.pile, len(self.pile)), []
            self.drawn[seat].append(self.cards.pop(0))
            self.hole[seat][self.hole[seat].index(card)] = self.drawn[seat][-1]
        self.pile += discard
        self.turn = next((other for other in self.live if other not in self.drawn), None)
        if self.turn is None:
            self.go_on([])

    def told(self) -> dict:
        """Outcome and settlement in the form of docs/spec/record.md; T-108 to T-129."""
        first, second = sorted(self.total.values(), reverse=True)[:2]
        uncalled = {seat: first - second for seat in self.order if self.total[seat] == first > second}
        totals = {seat: chips - uncalled.get(seat, 0) for seat, chips in self.total.items()}
        carried = self.table.get("pot_carried", 0)
        stays = self.turkish and len(self.live) > 1 and self.street == 1
        returned, pots, before, chips, taken = dict.fromkeys(self.order, 0) | uncalled, [], 0, carried, 0
        rates = {"none": 0, "heads_up_three": 1 if len(self.order) == 2 else 3}
        rate = rates.get(self.params["rake"]["preset"], 6 if self.board or self.turkish else 0)
        levels = [] if stays else sorted({totals[seat] for seat in self.live} - {0})
        for level in levels:
            top = max(totals.values()) if level == levels[-1] else level
            amount = sum(min(paid, top) - min(paid, before) for paid in totals.values())
            chips, amount, before = chips + amount, amount + (0 if pots else carried), level
            due = min(chips * rate // 100, self.params["rake"].get("cap", chips))
            rake, taken = due - taken, due
            seats = [seat for seat in self.live if totals[seat] >= level]
            if len(seats) > 1:
                hands = {seat: best(self.game, self.params, self.hole[seat], self.board) for seat in seats}
                seats = [seat for seat in seats if hands[seat] == max(hands.values())]
            share, odd = divmod(amount - rake, len(seats))
            shares = {seat: share + (i < odd) for i, seat in enumerate(seats) if share + (i < odd)}
            returned |= {seat: returned[seat] + won for seat, won in shares.items()}
            pots.append({"amount": amount, "rake": rake, "winners": shares})
        outcome = {"board": self.board, "hole": self.hole, "uncalled": uncalled, "pots": pots, "rake": taken}
        outcome["stacks"] = {seat: self.stacks[seat] + returned[seat] for seat in self.order}
        if self.game == "naiko":
            outcome |= {"carousel": self.carousel, "destellos": self.destellos}
        if self.turkish:
            outcome |= {"opened_by": self.opened_by, "drawn": self.drawn}
            outcome |= {"pot_carried": chips + sum(totals.values())} if stays else {}
        made = {"outcome": outcome, "settlement": {"staked": self.total, "returned": returned}}
        return json.loads(json.dumps(made))
