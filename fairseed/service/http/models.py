"""Bodies and answers, typed: what the edge accepts and what OpenAPI says of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from games.raw import Params as RawParams

PlayerName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._~-]{1,64}$(?!\n)")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Closed(msgspec.Struct, forbid_unknown_fields=True):
    """A body or answer without further members."""


class Empty(Closed):
    """`{}`."""


class RotateBody(Closed):
    client_seed: str


class ChipsBody(Closed):
    """Chips that the operator gives (over 0) or takes."""

    amount: Annotated[int, Meta(ge=-(10**15), le=10**15)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class RoundBody(Closed):
    player: PlayerName
    game: str
    params: dict[str, Any] = {}
    bet: dict[str, Any] | UnsetType = UNSET


class DrawBody(Closed):
    player: PlayerName
    params: RawParams


class Promise(Closed):
    server_seed_hash: Hash


class ActivePair(Closed):
    server_seed_hash: Hash
    client_seed: str
    nonce: int


class RevealedPair(Closed):
    server_seed_hash: Hash
    server_seed: Hash
    rounds: int


class FirstSeeds(Closed):
    next: Promise
    salt: str


class CurrentSeeds(Closed):
    active: ActivePair | None
    next: Promise


class Rotated(Closed):
    active: ActivePair
    next: Promise
    revealed: RevealedPair | None


class Token(Closed):
    """`token` is told once: the answer to a repeated call has none."""

    player: str
    expires_at: str
    token: str | UnsetType = UNSET


class Guest(Closed):
    """`token` is told this once."""

    player: str
    token: str
    expires_at: str
    chips: int


class LedgerEntry(Closed):
    """`amount` is signed; payouts are gross. `detail` names a side bet, an action or a reason."""

    index: int
    at: str
    kind: Literal[
        "credit",
        "debit",
        "stake",
        "side_stake",
        "payout",
        "side_payout",
        "buy_in",
        "top_up",
        "leave",
        "entry",
        "prize",
        "refund",
    ]
    amount: int
    balance: int
    detail: str
    round_id: str | UnsetType = UNSET
    table_id: str | UnsetType = UNSET
    tournament_id: str | UnsetType = UNSET


class Moved(Closed):
    player: str
    balance: int
    entry: LedgerEntry


class Balance(Closed):
    player: str
    balance: int


class LedgerPage(Closed):
    items: list[LedgerEntry]
    next_cursor: str | None


class Event(Closed):
    """An entry of the log; `index` is null until it has its place."""

    type: Literal["commit", "activate", "close", "reveal", "void"]
    index: int | None
    at: str


class Logged(Closed):
    """A log entry and the proof file (C2SP tlog-proof) that it is under the published checkpoint."""

    entry: str
    tlog_proof: str


class Commitment(Closed):
    """The promise with its proof; beside it those of activation, ruleset, receipt key and void."""

    entry: str
    tlog_proof: str
    activate: Logged | UnsetType = UNSET
    ruleset: Logged | UnsetType = UNSET
    receipt_key: Logged | UnsetType = UNSET
    deck: Logged | UnsetType = UNSET
    void: Logged | UnsetType = UNSET


class Receipt(Closed):
    """What was accepted, signed (docs/spec/trust.md section 3)."""

    body: dict[str, Any]
    key: str
    signature: str


class LogDescription(Closed):
    origin: str
    size: int
    log_keys: list[str]
    receipt_keys: list[str]


class PublicSeed(Closed):
    server_seed_hash: Hash
    state: Literal["committed", "active", "closing", "revealed", "void"]
    events: list[Event]
    commitment: Logged | UnsetType = UNSET
    activate: Logged | UnsetType = UNSET
    close: Logged | UnsetType = UNSET
    reveal: Logged | UnsetType = UNSET
    void: Logged | UnsetType = UNSET
    server_seed: Hash | UnsetType = UNSET
    rounds: int | UnsetType = UNSET


class RoundSeeds(Closed):
    """Of a table's hand `client_seeds` and `chain_heads` by seat in the place of `client_seed`."""

    scheme: Literal["fairseed-v1"]
    server_seed_hash: Hash
    nonce: int
    client_seed: str | UnsetType = UNSET
    client_seeds: dict[str, str] | UnsetType = UNSET
    chain_heads: dict[str, str] | UnsetType = UNSET
    server_seed: Hash | UnsetType = UNSET


class RoundSettlement(Closed):
    """Of a table's hand by seat."""

    staked: int | dict[str, int]
    returned: int | dict[str, int]
    multiplier: str | UnsetType = UNSET


class Void(Closed):
    reason: str


class Opening(Closed):
    """A card that its receiver may see, provable against `deck_root`."""

    place: int
    slot: int
    card: str
    salt: Hash
    proof: list[Hash]


class Round(Closed):
    """A view while the seed is hidden (`state`, `legal`, `shown`), the bare record afterwards.
    `params`, `bet`, `actions`, `outcome`, `legal` and `shown` are the game's. Of a table's hand it has
    `table`, `deck_root`, `opened`, and in the place of `action_receipts` perhaps only some of the
    viewer's own (`receipts`)."""

    type: Literal["fairseed/round/v1"]
    round_id: str
    game: str
    params: dict[str, Any]
    seeds: RoundSeeds
    actions: list[dict[str, Any]]
    bet: dict[str, int | list[int]] | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType = UNSET
    settlement: RoundSettlement | UnsetType = UNSET
    ruleset: Hash | UnsetType = UNSET
    void: Void | UnsetType = UNSET
    receipt: Receipt | UnsetType = UNSET
    action_receipts: list[Receipt] | UnsetType = UNSET
    commitment: Commitment | UnsetType = UNSET
    table: dict[str, Any] | UnsetType = UNSET
    deck_root: Hash | UnsetType = UNSET
    opened: list[Opening] | UnsetType = UNSET
    receipts: list[Receipt] | UnsetType = UNSET
    sealed_server_seed: str | UnsetType = UNSET
    state: Literal["links", "open", "settled", "void"] | UnsetType = UNSET
    legal: list[dict[str, Any]] | UnsetType = UNSET
    shown: dict[str, Any] | UnsetType = UNSET


class RoundPage(Closed):
    items: list[Round]
    next_cursor: str | None


class Bin(Closed):
    bin: int
    chance: str
    multiplier: str
    returned: int


class Targets(Closed):
    lowest: str
    highest: str


class BoxCosts(Closed):
    """What the further actions of a box of a house game cost. `exchange` by the number of cards, one entry
    where it is the same for any."""

    exchange: list[int] | UnsetType = UNSET
    buy_sixth: int | UnsetType = UNSET
    bet: int | UnsetType = UNSET
    buy_dealer: int | UnsetType = UNSET
    raise_: int | UnsetType = field(default=UNSET, name="raise")


class Quote(Closed):
    game: str
    greatest_return: int
    max_payout: int | UnsetType = UNSET
    chance: str | UnsetType = UNSET
    multiplier: str | UnsetType = UNSET
    targets: Targets | UnsetType | None = UNSET
    bins: list[Bin] | UnsetType = UNSET
    min_stake: int | UnsetType = UNSET
    max_stake: int | UnsetType = UNSET
    min_ante: int | UnsetType = UNSET
    max_ante: int | UnsetType = UNSET
    max_win: int | UnsetType = UNSET
    needed: int | UnsetType = UNSET
    costs: list[BoxCosts] | UnsetType = UNSET


class Ruleset(Closed):
    game: str
    rules: dict[str, Any]
    paytables: dict[str, dict[str, list[str]]] | None


class Limits(Closed):
    """Of a house game the antes of a box, and of Russian poker the most that a box wins."""

    min_stake: int | UnsetType = UNSET
    max_stake: int | UnsetType = UNSET
    max_payout: int | UnsetType = UNSET
    min_ante: int | UnsetType = UNSET
    max_ante: int | UnsetType = UNSET
    max_win: int | UnsetType = UNSET


class OfferedRoom(Closed):
    min_ante: int
    max_ante: int
    ruleset: Ruleset
    ruleset_digest: Hash


class OfferedRooms(Closed):
    standard: OfferedRoom | UnsetType = UNSET
    vip: OfferedRoom | UnsetType = UNSET


class OfferedSettings(Closed):
    rows: list[int] | UnsetType = UNSET
    risks: list[str] | UnsetType = UNSET
    sizes: list[int] | UnsetType = UNSET
    min_mines: int | UnsetType = UNSET
    max_mines: int | UnsetType = UNSET
    rooms: OfferedRooms | UnsetType = UNSET
    commission: str | UnsetType = UNSET
    decision_seconds: int | UnsetType = UNSET
    grace_seconds: int | UnsetType = UNSET


class OfferedGame(Closed):
    """`rtp` maps a setting to its exact fraction; each is a mean over a long series, no promise
    for a session and not the chance of one bet."""

    game: str
    choices: list[str]
    ruleset: Ruleset | None
    ruleset_digest: Hash | None
    limits: Limits | None
    settings: OfferedSettings
    rtp: dict[str, str]


class Games(Closed):
    items: list[OfferedGame]
    next_cursor: None


class TableBody(Closed):
    """A new table. `seats` 0: as many as the game takes."""

    game: str
    params: dict[str, Any]
    name: str = ""
    seats: int = 0
    buy_in: Literal["normal", "deep"] = "normal"
    fill_with_bots: int = 0
    bot_policy: str = "tight/1"
    private: bool = False
    host: PlayerName | None = None


class NewTable(Closed):
    """`invitation`, of a private table, is told once: the answer to a repeated call has none."""

    table_id: str
    invitation: str | UnsetType = UNSET


class SitBody(Closed):
    buy_in: int
    chain_head: str | None = None
    invitation: str | None = None
    seat: int | None = None
    player: PlayerName | None = None


class TopUpBody(Closed):
    amount: int


class LinkBody(Closed):
    """`link`, or at a table with plain seeds `client_seed`; with `round_id` for that hand only."""

    link: str | UnsetType = UNSET
    client_seed: str | UnsetType = UNSET
    round_id: str | None = None
    player: PlayerName | None = None


class BuyIn(Closed):
    least: int
    most: int


class Taken(Closed):
    """Who sits on a seat: a player, or a bot by its policy."""

    stack: int
    player: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    state: Literal["here", "away", "leaving"] | UnsetType = UNSET
    destellos: int | UnsetType = UNSET


class Chosen(Closed, rename={"otherwise": "else"}):
    """An action that is kept for its player's turn."""

    type: str
    to: int | UnsetType = UNSET
    discard: list[str] | UnsetType = UNSET
    otherwise: Literal["fold"] | UnsetType = UNSET


class Own(Closed):
    adding: int
    link: str | None
    chosen: Chosen | None


class LobbyTable(Closed):
    table_id: str
    game: str
    name: str
    seats: int
    params: dict[str, Any]
    rulesets: list[Hash]
    buy_in: BuyIn
    fill_with_bots: int
    bot_policy: str
    private: bool
    host: str | None
    state: Literal["open", "closed"]
    hands: int
    pot_carried: int
    taken: dict[str, Taken]
    bots: dict[str, str]


class TableView(LobbyTable):
    """`seat` is the caller's own, `own` what only it needs; `due_at` when the clock runs out; `hand` the
    one in play, or the last one."""

    version: int
    button: int | None
    server_seed_hash: Hash | None
    seat: int | None
    due_at: str | None
    now: str
    hand: Round | None
    own: Own | UnsetType = UNSET


class TablePage(Closed):
    items: list[LobbyTable]
    next_cursor: str | None


class Left(Closed):
    """`chips`: what goes along; null while the hand must end first."""

    seat: int
    state: Literal["left", "leaving"]
    chips: int | None


class LinkTaken(Closed):
    """`counts` is false for a link that came behind the deal: it is used up all the same."""

    counts: bool
    table: TableView


class TableEvent(Closed):
    index: int
    type: str
    at: str
    data: dict[str, Any]


class TableEvents(Closed):
    items: list[TableEvent]
    next_cursor: str


class MatchChoices(Closed):
    """What whoever opens a match chooses."""

    ante: int
    players: int
    target: int = 4000
    seat_seeds: Literal["chain", "plain"] = "chain"


class MatchBody(Closed):
    """A new match. `bots`: policies by place; the other places are for people."""

    params: MatchChoices
    bots: dict[str, str] = {}
    name: str = ""
    private: bool = False
    host: PlayerName | None = None


class NewMatch(Closed):
    """`invitation`, of a private match, is told once: the answer to a repeated call has none."""

    match_id: str
    invitation: str | UnsetType = UNSET


class JoinBody(Closed):
    chain_head: str | None = None
    invitation: str | None = None
    seat: int | None = None
    player: PlayerName | None = None


class Place(Closed):
    """Who has a place: a player, or a bot by its policy."""

    player: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET


class LobbyMatch(Closed):
    """`prize`: the pot less the commission."""

    match_id: str
    game: str
    name: str
    params: dict[str, Any]
    ruleset: Hash
    pot: int
    prize: int
    private: bool
    host: str | None
    state: Literal["open", "closed"]
    taken: dict[str, Place]


class OwnPlace(Closed):
    link: str | None


class MatchView(LobbyMatch):
    """`seat` is the caller's own place; `due_at` when the clock runs out; `round` the match's record as far
    as it is known, from the antes on."""

    version: int
    server_seed_hash: Hash | None
    seat: int | None
    due_at: str | None
    now: str
    round: Round | None
    own: OwnPlace | UnsetType = UNSET


class MatchPage(Closed):
    items: list[LobbyMatch]
    next_cursor: str | None


class MatchLinkTaken(Closed):
    """`counts` is false for a link that came too late: it is used up all the same."""

    counts: bool
    match: MatchView


class HouseBody(Closed):
    """A new public table of five-card poker."""

    room: str = "standard"
    seat_seeds: Literal["chain", "plain"] = "chain"
    name: str = ""
    private: bool = False
    host: PlayerName | None = None


class AnteBody(Closed):
    """An ANTE for the next round, 0 for none."""

    ante: int
    player: PlayerName | None = None


class DealBody(Closed):
    player: PlayerName | None = None


class HouseSeat(Closed):
    """`ready`: "play" was pressed."""

    player: str
    ante: int
    ready: bool


class LobbyHouse(Closed):
    table_id: str
    game: str
    name: str
    seats: int
    room: str
    min_ante: int
    max_ante: int
    deal_seconds: int
    decision_seconds: int
    seat_seeds: Literal["chain", "plain"]
    private: bool
    host: str | None
    state: Literal["open", "closed"]
    hands: int
    taken: dict[str, HouseSeat]


class HouseView(LobbyHouse):
    """`seat` is the caller's own; `deals_at` when the cards are dealt, between rounds; `due_at` when a clock
    runs out; `links` the seats whose link is missing; `hand` the round in play, or the last one."""

    version: int
    server_seed_hash: Hash | None
    seat: int | None
    deals_at: str | None
    due_at: str | None
    links: list[int]
    now: str
    hand: Round | None
    own: OwnPlace | UnsetType = UNSET


class HousePage(Closed):
    items: list[LobbyHouse]
    next_cursor: str | None


class HouseLinkTaken(Closed):
    """`counts` is false for a link that came behind the deal: it is used up all the same."""

    counts: bool
    table: HouseView


class Health(Closed):
    status: Literal["ok"]


class ProblemDocument(Closed):
    """RFC 9457."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    field_name: str = field(name="field")
