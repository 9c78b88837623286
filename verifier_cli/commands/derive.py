"""`derive GAME`: re-derives the random part of a round, or of a table's hand, from its seeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from fairseed.derivation import (
    MAX_RECORD_NONCE,
    SCHEME,
    SeedError,
    SeedPair,
    ServerSeed,
    client_seed_faults,
    parse_nonce,
)
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.diagnoses import diagnosed, diagnosis_json
from verifier_cli.draws import DRAWS, Options
from verifier_cli.expected import GAMES as EXPECTED
from verifier_cli.expected import comes_out, explain, read_expected
from verifier_cli.language import t
from verifier_cli.refusals import refusals

if TYPE_CHECKING:
    from fairseed.verification.schemes import Diagnosis
    from games import RandomSource

# A hand has two streams and the seeds of its seats, so that it is none of DRAWS.
GAMES: Final = (*DRAWS, "hand")

# The most boxes of a game against the house.
BOXES: Final = {"russian_poker": 3, "five_card_poker": 2}

_HASH = re.compile(r"[0-9a-f]{64}")
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")


class Number(click.ParamType[int]):
    """A decimal as a record writes it: no sign, no leading zero, no underscore."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
            self.fail(t("must be a decimal integer, without sign or leading zeros"), param, ctx)
        return int(value)


def number(name: str, help: str, required: bool = True) -> click.Option:
    return click.Option([f"--{name}"], type=Number(), required=required, help=help)


def game_options(game: str) -> list[click.Parameter]:
    """The options of one game; every one is required but `--rtp`, `--lowest` and `--drawn`."""
    if game == "limbo":
        return [click.Option(["--rtp"], default="0.98", show_default=True, help=t("Return to player."))]
    if game == "plinko":
        return [number("rows", t("Rows of pegs, 8 to 16."))]
    if game == "mines":
        return [number("size", t("Cells a side, 5 to 8.")), number("mines", t("Number of mines."))]
    if game == "hilo":
        return [number("cards", t("How many cards."))]
    if game in BOXES:
        boxes = t("How many boxes, 1 to {most}.", most=BOXES[game])
        drawn = t("How many cards were drawn behind the deal; all that are left where it is not said.")
        return [number("boxes", boxes), number("drawn", drawn, required=False)]
    if game == "tavern_dice":
        return [number("players", t("How many players, 2 to 8.")), number("count", t("How many dice."))]
    if game in ("deck", "hand"):
        ranks = click.Choice(list("23456789TJQKA"))
        text = t("Lowest rank of the deck.")
        return [click.Option(["--lowest"], type=ranks, default="2", show_default=True, help=text)]
    if game == "raw":
        return [
            number("words", t("This many words of 32 bits."), required=False),
            number("bytes", t("This many bytes."), required=False),
            number("integers", t("Integers from 0 to N-1; with --count."), required=False),
            number("shuffle", t("The numbers 0 to N-1, shuffled."), required=False),
            number("sample", t("Different numbers from 0 to N-1; with --count."), required=False),
            number("count", t("How many integers, or how many of the sample."), required=False),
        ]
    return []


def seed_options(game: str) -> list[click.Parameter]:
    player = click.Option(["--client-seed"], required=True, help=t("The player's text, as it was."))
    if game == "hand":
        help = t("A seat's number, a colon and its seed; once for every seat dealt in.")
        player = click.Option(["--seat"], multiple=True, required=True, metavar="SEAT:SEED", help=help)
    players = [player]
    if game == "tavern_dice":
        whole = t("What stands in the place of the client seed: the hash of the players' seeds.")
        each = t("Instead of it: a player's number, a colon and its seed; once for every player.")
        players = [
            click.Option(["--client-seed"], help=whole),
            click.Option(["--seat"], multiple=True, metavar="PLAYER:SEED", help=each),
        ]
    if game == "five_card_poker":
        text = t("The player's text, as it was; of a public table the hash of its players' seeds.")
        each = t("At a public table instead: a player's number, a colon and its seed; once for every player.")
        players = [
            click.Option(["--client-seed"], help=text),
            click.Option(["--seat"], multiple=True, metavar="PLAYER:SEED", help=each),
        ]
    return [
        click.Option(["--server-seed"], required=True, help=t("The revealed seed, 64 hex characters.")),
        *players,
        click.Option(["--nonce"], required=True, help=t("The round's number, from 0.")),
        click.Option(["--server-seed-hash"], help=t("The promised hash; exit 1 where it doesn't match.")),
    ]


def expected_options() -> list[click.Parameter]:
    """As those of a public operator's round."""
    return [
        click.Option(["--expected"], help=t("What came out when you played; exit 1 where it isn't that.")),
        click.Option(
            ["--pair"],
            nargs=2,
            multiple=True,
            metavar="SERVER CLIENT",
            help=t("Seeds of a pair before or after, to try where this one doesn't match."),
        ),
    ]


class Seeds:
    """The server's part of the seeds of a call, checked: SeedError names the one that is refused.

    `players` is the players' part as a record has it, `notes` what a service would not have accepted.
    """

    players: dict[str, Any]
    notes: list[str]

    def __init__(self, server_seed: str, nonce: str, server_seed_hash: str | None) -> None:
        self.nonce = parse_nonce(nonce)
        self.server_seed = ServerSeed(server_seed)
        if server_seed_hash is not None and not _HASH.fullmatch(server_seed_hash):
            raise SeedError("server_seed_hash", "must be 64 lowercase hexadecimal characters")
        self.promised = server_seed_hash

    def to_json(self) -> dict[str, Any]:
        return {
            "scheme": SCHEME,
            "server_seed_hash": self.server_seed.hash,
            "server_seed": self.server_seed.expose(),
            **self.players,
            "nonce": self.nonce if self.nonce <= MAX_RECORD_NONCE else str(self.nonce),
        }

    @property
    def kept(self) -> bool:
        """Whether the seed has the promised hash, if one was given."""
        return self.promised in (None, self.server_seed.hash)

    def conclude(self) -> int:
        """Advice and the answer about the promised hash, on stderr; the exit code."""
        for text in self.notes:
            terminal.note(text)
        if self.kept:
            return 0
        terminal.note(t("failed: the server seed does not hash to {promised}", promised=self.promised))
        return 1


class PlayerSeeds(Seeds):
    """The seeds of a round of one player."""

    def __init__(self, client_seed: str, **given: Any) -> None:
        super().__init__(**given)
        self.label = f"{client_seed}:{self.nonce}"
        self.stream = SeedPair(self.server_seed, client_seed).stream(self.nonce)
        self.players = {"client_seed": client_seed}
        self.notes = [
            t("note: a service would not accept this client seed: {fault}", fault=t(fault))
            for fault in client_seed_faults(client_seed)
        ]


def read_seats(seats: Sequence[str]) -> dict[str, str]:
    """`SEAT:SEED` as the record's `client_seeds`, seats in the order given. SeedError."""
    client_seeds: dict[str, str] = {}
    for text in seats:
        number, colon, seed = text.partition(":")
        if not colon:
            raise SeedError("seat", "must be a seat's number, a colon and its seed")
        if number in client_seeds:
            raise SeedError("seat", "seat {seat} is given twice", seat=number)
        client_seeds[number] = seed
    return client_seeds


def seat_notes(client_seeds: dict[str, str]) -> list[str]:
    return [
        t("note: a service would not accept the seed of seat {seat}: {fault}", seat=number, fault=t(fault))
        for number, seed in client_seeds.items()
        for fault in client_seed_faults(seed)
    ]


class MatchSeeds(Seeds):
    """The seeds of a match: those of its players, or the hash of them that takes a client seed's place."""

    def __init__(self, client_seed: str | None, seat: Sequence[str], players: int, **given: Any) -> None:
        from fairseed.commitments.chains import table_client_seed

        super().__init__(**given)
        if (client_seed is None) != bool(seat):
            raise SeedError("client_seed", "either --client-seed or a --seat for every player is required")
        client_seeds = read_seats(seat)
        if client_seed is None:
            client_seed = table_client_seed(client_seeds)
            if sorted(client_seeds, key=int) != [str(player) for player in range(players)]:
                raise SeedError("seat", "must name exactly the players 0 to {last}", last=players - 1)
        self.label = f"{client_seed}:{self.nonce}"
        self.stream = SeedPair(self.server_seed, client_seed).stream(self.nonce)
        self.players = {"client_seeds": client_seeds} if client_seeds else {"client_seed": client_seed}
        self.notes = seat_notes(client_seeds)


class TableSeeds(Seeds):
    """The seeds of a hand, and the two streams of section 7: hidden order and permutation."""

    def __init__(self, seat: Sequence[str], **given: Any) -> None:
        from fairseed.commitments.cards import hidden_stream, public_stream
        from fairseed.commitments.chains import table_client_seed

        super().__init__(**given)
        client_seeds = read_seats(seat)
        self.table_client_seed = table_client_seed(client_seeds)
        self.players = {
            "client_seeds": {number: client_seeds[number] for number in sorted(client_seeds, key=int)}
        }
        self.notes = seat_notes(client_seeds)
        self.labels = (f"deck:{self.nonce}", f"{self.server_seed.hash}:{self.nonce}")
        self.hidden = hidden_stream(self.server_seed, self.nonce)
        self.public = public_stream(self.table_client_seed, self.server_seed.hash, self.nonce)

    def outcome(self, options: Options, hidden: RandomSource, public: RandomSource) -> dict[str, Any]:
        """What `derive hand` gives, drawn from the two streams or from what records them."""
        from fairseed.commitments.cards import deck_root
        from games.cards import deck

        cards = deck(options["lowest"])
        slots, _ = hidden.shuffle(cards)
        perm, public = public.shuffle(range(len(cards)))
        carousel, _ = public.uniform(3)
        return {
            "table_client_seed": self.table_client_seed,
            "deck_root": deck_root(self.server_seed, self.nonce, cards),
            "perm": perm,
            "deck": [slots[slot] for slot in perm],
            "carousel": carousel,
        }


def scheme_option() -> click.Option:
    """Read before the game: which games and options there are depends on it."""
    help = t("A public operator's scheme: a name of `schemes list`, or a file of yours.")
    return click.Option(["--scheme"], is_eager=True, expose_value=False, callback=_keep_scheme, help=help)


def _keep_scheme(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    ctx.meta["scheme"] = value


def scheme_first(args: list[str]) -> list[str]:
    """`--scheme` may stand behind the game as well."""
    for place, text in enumerate(args):
        count = 2 if text == "--scheme" else 1 if text.startswith("--scheme=") else 0
        if count:
            return args[place : place + count] + args[:place] + args[place + count :]
    return args


def game_group(name: str, help: str, game_help: str, run: Callable[..., int]) -> click.Group:
    """A group with a command for every game, each built when it is asked for."""

    class Games(click.Group):
        def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
            return super().parse_args(ctx, scheme_first(args))

        def list_commands(self, ctx: click.Context) -> list[str]:
            if scheme := ctx.meta.get("scheme"):
                from verifier_cli import scheme_rounds

                return scheme_rounds.games(scheme)
            return list(GAMES)

        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
            if scheme := ctx.meta.get("scheme"):
                from verifier_cli import scheme_rounds

                return scheme_rounds.command(scheme, cmd_name, game_help, explained=name == "explain")
            if cmd_name not in GAMES:
                return None

            def callback(as_json: bool, **values: Any) -> int:
                seeds = {key: values.pop(key) for key in _SEED_NAMES if key in values}
                return run(cmd_name, seeds, values, as_json)

            params = [*game_options(cmd_name), *seed_options(cmd_name), json_option(), lang_option()]
            if name == "derive" and cmd_name in EXPECTED:
                params[-2:-2] = expected_options()
            return click.Command(
                cmd_name,
                callback=callback,
                params=params,
                help=game_help.format(game=cmd_name),
                context_settings=SETTINGS,
            )

    params = [scheme_option(), lang_option()]
    return Games(name, params=params, help=help, context_settings=SETTINGS, no_args_is_help=True)


_SEED_NAMES: Final = ("server_seed", "client_seed", "seat", "nonce", "server_seed_hash")


def player_seeds(game: str, given: dict[str, Any], options: Options) -> PlayerSeeds | MatchSeeds:
    """The seeds of a game that has one stream."""
    if game == "tavern_dice":
        return MatchSeeds(**given, players=options["players"])
    if game == "five_card_poker":
        if given["seat"] or given["client_seed"] is None:
            return MatchSeeds(**given, players=options["boxes"])
        given = {name: value for name, value in given.items() if name != "seat"}
    return PlayerSeeds(**given)


def run(game: str, given: dict[str, Any], options: Options, as_json: bool) -> int:
    expected, pairs = options.pop("expected", None), options.pop("pair", ())
    claim: dict[str, Any] | None = None
    diagnosis: Diagnosis | None = None
    with refusals():
        seeds: Seeds
        if game == "hand":
            seeds = table = TableSeeds(**given)
            outcome = table.outcome(options, table.hidden, table.public)
        else:
            seeds = player = player_seeds(game, given, options)
            outcome = DRAWS[game](options, player.stream)
        if expected is not None:
            claim = read_expected(game, options, expected)
        matches = claim is None or comes_out(outcome, claim)
        if isinstance(seeds, PlayerSeeds) and game in EXPECTED and not (seeds.kept and matches):
            diagnosis = explain(game, seeds, options, None if matches else claim, pairs)
    document: dict[str, Any] = {"game": game, "seeds": seeds.to_json(), "outcome": outcome}
    if claim is not None:
        document |= {"expected": claim, "matches": matches}
    if diagnosis is not None:
        document |= {"diagnosis": diagnosis_json(diagnosis)}
    if as_json:
        terminal.print_json(document)
    else:
        terminal.print_derived(document, options)
    code = seeds.conclude()
    if not matches:
        terminal.note(t("failed: the seeds do not give {expected}", expected=expected))
    if diagnosis is not None:
        for line in diagnosed(diagnosis):
            terminal.note(line)
    return code if matches else 1


def build() -> click.Command:
    return game_group(
        "derive",
        t("Re-derive the random part of a round from its seeds."),
        t("Re-derive the random part of one round of {game}."),
        run,
    )
