"""A hand of a table game: posts, deal, streets, showdown, as a pure fold over actions (docs/poker.md).

Players stand in the order in which they are dealt to, from the first seat left of the button; places in
this order are indices, not seat numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from games.errors import IllegalActionError
from games.poker import actions as act_
from games.poker.betting import Betting, Player
from games.poker.deal import Deal, hole_places
from games.poker.draw import MOST_DISCARDS, Drawing, can_open
from games.poker.params import Params, Table, TurkishParams
from games.poker.powers import Powers, check_target
from games.poker.variants import Variant


class Hand(msgspec.Struct, frozen=True):
    """Holes and board are places of the deck; a place is None where it is not known. `street` counts
    the rounds of betting before this one. `turn` is whose action is next."""

    variant: Variant
    params: Params
    table: Table
    deal: Deal
    betting: Betting
    holes: tuple[tuple[int | None, ...], ...]
    next_place: int
    board: tuple[int, ...] = ()
    street: int = 0
    turn: int | None = None
    powers: Powers | None = None
    drawing: Drawing | None = None

    @property
    def seats(self) -> list[int]:
        """Seat numbers by index."""
        return [player.seat for player in self.betting.players]

    @property
    def seat(self) -> int | None:
        """The seat whose action is next; None at the end."""
        return None if self.turn is None else self.seats[self.turn]

    def cards(self, index: int) -> list[str] | None:
        """A seat's hole cards; None where they are not known."""
        return self.deal.known(self.holes[index])


def start(variant: Variant, params: Params, table: Table, deal: Deal) -> Hand:
    """Antes and blinds are posted, hole cards dealt, and the first seat is asked."""
    seats = clockwise(table.stacks, table.button)
    ante = params.ante
    players = []
    for seat in seats:
        posted = min(ante, table.stacks[seat])
        players.append(Player(seat, table.stacks[seat] - posted, total=posted))
    current, first = 0, 0
    if not isinstance(params, TurkishParams):
        small, big = blind_seats(table, seats)
        for poster, blind in ((small, params.small_blind), (big, params.big_blind)):
            if poster is not None:
                index = seats.index(poster)
                players[index] = players[index].pay(min(blind, players[index].stack))
        # The big blind counts whole, also where it could not be posted whole.
        current = max(params.big_blind, *(player.bet for player in players))
        first = seats.index(big) + 1
    betting = Betting(tuple(players), current, params.least_bet, params.limit, params.strict_reopen)
    holes = hole_places(len(seats), variant.hole)
    hand = Hand(variant, params, table, deal, betting, holes, len(seats) * variant.hole)
    if variant.name == "naiko":
        before = tuple(table.destellos[seat] for seat in seats)
        hand = replace(hand, powers=Powers.start(before, deal.public))
    if variant.name == "turkish":
        hand = replace(hand, drawing=Drawing(len(deal.cards), hand.next_place, deal.public))
    return _ask(hand, first)


def clockwise(seats: Iterable[int], button: int) -> list[int]:
    """Seats from the first left of the button; the button, where it is one of them, last."""
    return sorted(seats, key=lambda seat: (seat - button - 1) % 9)


def blind_seats(table: Table, seats: list[int]) -> tuple[int | None, int]:
    """Who posts the small blind (None: nobody) and the big blind. Of two the button posts the small one."""
    if table.blind_seats is not None:
        return table.blind_seats
    return (seats[1], seats[0]) if len(seats) == 2 else (seats[0], seats[1])


def finished(hand: Hand) -> bool:
    return hand.turn is None


def act(hand: Hand, action: act_.Action) -> Hand:
    """The hand after one action. IllegalActionError where it is not legal now."""
    if hand.turn is None:
        raise IllegalActionError("action", "the hand has ended")
    if action.seat != hand.seat:
        raise IllegalActionError("action.seat", "it is the turn of seat {seat}", seat=hand.seat)
    if action.timed_out:
        _check_timeout(hand, hand.turn, action)
    if hand.powers is not None and hand.powers.window is not None:
        return _answer(hand, hand.powers, hand.powers.window, action)
    if hand.drawing is not None and hand.drawing.waiting:
        return _draw(hand, hand.drawing, hand.turn, action)
    if hand.powers is not None and isinstance(action, act_.Peek | act_.Swap | act_.Anchor):
        return _power(hand, hand.powers, hand.turn, action)
    return _bet(hand, hand.turn, action)


def fold(hand: Hand, actions: Iterable[act_.Action]) -> Hand:
    """Acts one after another. IllegalActionError names the action's index."""
    for index, action in enumerate(actions):
        try:
            hand = act(hand, action)
        except IllegalActionError as error:
            name = error.field.replace("action", f"actions.{index}", 1)
            raise IllegalActionError(name, error.rule, **error.values) from None
    return hand


def absent(hand: Hand, index: int) -> act_.Action:
    """What the service does for the seat that is asked and whose clock ran out."""
    player = hand.betting.players[index]
    seat = player.seat
    if hand.powers is not None and hand.powers.window is not None:
        return act_.Decline(seat=seat, timeout=True)
    if hand.drawing is not None and hand.drawing.waiting:
        return act_.Draw(seat=seat, discard=[], timeout=True)
    if player.bet >= hand.betting.current and hand.variant.name != "aof":
        return act_.Check(seat=seat, timeout=True)
    return act_.Fold(seat=seat, timeout=True)


def _check_timeout(hand: Hand, index: int, action: act_.Action) -> None:
    due = absent(hand, index)
    if type(action) is not type(due) or (isinstance(action, act_.Draw) and action.count):
        raise IllegalActionError("action.timeout", "is not what is done for a seat whose clock ran out")


# Betting


def _bet(hand: Hand, index: int, action: act_.Action) -> Hand:
    betting = hand.betting
    match action:
        case act_.Fold():
            betting = betting.fold(index)
        case act_.Check():
            betting = betting.check(index)
        case act_.Call():
            betting = betting.call(index)
        case act_.Raise():
            betting = betting.raise_to(index, action.to)
        case act_.AllIn():
            betting = betting.all_in(index)
        case _:
            raise IllegalActionError("action", "is not legal now")
    after = replace(hand, betting=betting)
    if isinstance(action, act_.Raise) and hand.drawing is not None and hand.street == 0:
        after = _opened(after, hand.drawing, index)
    return _ask(after, index + 1)


def _opened(hand: Hand, drawing: Drawing, index: int) -> Hand:
    """The first raise of Turkish poker opens the pot."""
    if drawing.opened_by is not None:
        return hand
    cards = hand.cards(index)
    if cards is not None and not can_open(hand.variant.ranking(hand.params), cards):
        raise IllegalActionError("action", "only a pair of kings or better may open")
    return replace(hand, drawing=replace(drawing, opened_by=index))


def _ask(hand: Hand, start: int) -> Hand:
    """Asks the next seat from index `start` on; where nobody must act the hand goes on."""
    turn = hand.betting.next_to_act(start)
    if turn is not None:
        powers = None if hand.powers is None else hand.powers.next_turn()
        return replace(hand, turn=turn, powers=powers)
    if len(hand.betting.live()) == 1:
        return _end(hand)
    return _next_street(hand) if hand.drawing is None else _after_betting(hand, hand.drawing)


def _next_street(hand: Hand) -> Hand:
    if hand.street == len(hand.variant.streets):
        return _end(hand)
    next_place = hand.next_place + hand.variant.streets[hand.street]
    return _ask(
        replace(
            hand,
            board=(*hand.board, *range(hand.next_place, next_place)),
            next_place=next_place,
            street=hand.street + 1,
            betting=hand.betting.next_round(hand.params.least_bet),
            powers=None if hand.powers is None else hand.powers.next_round(),
        ),
        0,
    )


def _end(hand: Hand) -> Hand:
    return replace(hand, turn=None)


# Naiko


def _power(hand: Hand, powers: Powers, index: int, action: act_.Peek | act_.Swap | act_.Anchor) -> Hand:
    match action:
        case act_.Peek():
            if hand.street == len(hand.variant.streets):
                raise IllegalActionError("action", "there is no look on the river")
            powers = powers.use(index, "peek")
            return replace(hand, powers=replace(powers, peeked=(*powers.peeked, (index, hand.next_place))))
        case act_.Swap():
            if hand.street or hand.betting.players[index].acted:
                rule = "a swap comes before the flop, and before the seat's first action"
                raise IllegalActionError("action", rule)
            powers = powers.use(index, "swap")
            given = _given(hand, index, [action.card] if isinstance(action.card, str) else 1, "action.card")
            after = _replaced(hand, index, given, [hand.next_place])
            return replace(after, powers=powers, next_place=hand.next_place + 1)
        case act_.Anchor():
            if action.target not in hand.seats:
                raise IllegalActionError("action.target", "must be another dealt-in seat")
            target = hand.seats.index(action.target)
            check_target(powers, hand.betting, index, target)
            powers = powers.anchor(index, target)
            if powers.window is not None:
                return replace(hand, powers=powers, turn=target)
            return _anchored(replace(hand, powers=powers), target)


def _answer(hand: Hand, powers: Powers, window: tuple[int, int], action: act_.Action) -> Hand:
    if not isinstance(action, act_.Shield | act_.Decline):
        raise IllegalActionError("action", "the anchored seat must answer: shield or decline")
    index, target = window
    shielded = isinstance(action, act_.Shield)
    after = replace(hand, powers=powers.answered(target, shielded), turn=index)
    return after if shielded else _anchored(after, target)


def _anchored(hand: Hand, target: int) -> Hand:
    return replace(hand, betting=replace(hand.betting, anchored=hand.betting.anchored | {target}))


# Cards that are given away


def _given(hand: Hand, index: int, what: list[str] | int, field: str) -> list[int | None]:
    """The places of the cards that a seat gives away, named or only counted, as others see it. Counted ones
    of a draw are not known even where the whole hand is: they can come again, and be shown. A swapped card
    is dead."""
    cards = hand.cards(index)
    if isinstance(what, int):
        if cards is not None and field == "action.card":
            raise IllegalActionError(field, "must name the cards")
        return [None] * what
    if len(set(what)) != len(what):
        raise IllegalActionError(field, "must name different cards")
    if cards is None:
        return [None] * len(what)
    for card in what:
        if card not in cards:
            rule = "{card} is not in the hand of seat {seat}"
            raise IllegalActionError(field, rule, card=card, seat=hand.seats[index])
    return [hand.holes[index][cards.index(card)] for card in what]


def _replaced(hand: Hand, index: int, given: list[int | None], taken: list[int | None]) -> Hand:
    """New places stand where the old ones stood. Where it is not known which went, none is known."""
    hole = hand.holes[index]
    new = dict(zip(given, taken, strict=True))
    after = (None,) * len(hole) if None in new else tuple(new.get(place, place) for place in hole)
    return replace(hand, holes=(*hand.holes[:index], after, *hand.holes[index + 1 :]))


# Turkish


def _after_betting(hand: Hand, drawing: Drawing) -> Hand:
    live = hand.betting.live()
    if hand.street or (drawing.opened_by is None and len(hand.betting.with_chips()) == len(live)):
        return _end(hand)  # shown down, or nobody opened
    return replace(hand, drawing=replace(drawing, waiting=tuple(live)), turn=live[0])


def _draw(hand: Hand, drawing: Drawing, index: int, action: act_.Action) -> Hand:
    if not isinstance(action, act_.Draw):
        rule = "it is the draw: seat {seat} discards or stands pat"
        raise IllegalActionError("action", rule, seat=hand.seats[index])
    if not 0 <= action.count <= MOST_DISCARDS:
        raise IllegalActionError("action.discard", "must have 0 to {most} cards", most=MOST_DISCARDS)
    given = _given(hand, index, action.discard, "action.discard")
    drawing = drawing.draw(index, given)
    after = replace(_replaced(hand, index, given, list(drawing.drawn[-1][1])), drawing=drawing)
    if drawing.waiting:
        return replace(after, turn=drawing.waiting[0])
    if drawing.opened_by is None:
        return _end(after)
    betting = hand.betting.next_round(hand.params.least_bet)
    return _ask(replace(after, betting=betting, street=1), drawing.opened_by)
