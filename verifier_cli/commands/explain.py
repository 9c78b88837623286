"""`explain GAME`: the same as `derive`, step by step, from message to outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import click

from fairseed.derivation import MAX_RECORD_NONCE
from verifier_cli import terminal
from verifier_cli.commands.derive import BOXES, Seeds, TableSeeds, game_group, player_seeds
from verifier_cli.draws import DRAWS, Options
from verifier_cli.language import t
from verifier_cli.recording import Draw, Recorder
from verifier_cli.refusals import refusals

PER_BLOCK: Final = 8


@dataclass(frozen=True, slots=True)
class Source:
    """A stream and what was drawn from it. `key` names its HMAC key, `label` is its messages' beginning."""

    key: str
    label: str
    recorder: Recorder

    @property
    def draws(self) -> list[Draw]:
        return self.recorder.draws

    def blocks(self) -> list[dict[str, Any]]:
        """The blocks that hold the words drawn: message, HMAC and its words (section 2)."""
        words = max((draw.end for draw in self.draws), default=0)
        found = []
        for cursor in range((words + PER_BLOCK - 1) // PER_BLOCK):
            block = self.recorder.stream.block(cursor)
            values = [int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4)]
            message = f"{self.label}:{cursor}"
            found.append({"cursor": cursor, "message": message, "hmac": block.hex(), "words": values})
        return found

    def to_json(self) -> dict[str, Any]:
        return {"blocks": self.blocks(), "draws": [draw_json(draw) for draw in self.draws]}


def draw_json(draw: Draw) -> dict[str, Any]:
    """One draw; integers over 2^53−1 as text, as everywhere."""
    step: dict[str, Any] = {"primitive": draw.primitive, "first_word": draw.index}
    if draw.n is not None:
        step |= {"n": draw.n, "threshold": draw.threshold}
        step["tries"] = [
            {
                "index": tried.index,
                "word": tried.word,
                "product": _number(tried.product),
                "low": tried.low,
                "rejected": tried.rejected,
            }
            for tried in draw.tries
        ]
    else:
        step["words"] = list(draw.words)
    if draw.swap is not None:
        step["swap"] = list(draw.swap)
    result = _number(draw.result) if isinstance(draw.result, int) else draw.result
    return step | {"result": result}


def _number(value: int) -> int | str:
    return value if value <= MAX_RECORD_NONCE else str(value)


def conclusion(game: str, options: Options, draws: list[Draw], outcome: dict[str, Any]) -> list[str]:
    """How the drawn integers become the outcome (derivation.md sections 4 and 5)."""
    first = draws[0].result if draws else 0
    if game == "dice":
        return [t("roll = {value} hundredths = {roll}", value=first, roll=outcome["roll"])]
    if game == "limbo":
        texts = {"x": first, "rtp": options["rtp"], "multiplier": outcome["multiplier"]}
        return [
            t("floor({rtp} · 100 · 2^64 / ({x} + 1)) hundredths, at least 1.00, at most 1000000.00", **texts),
            t("multiplier = {multiplier}", **texts),
        ]
    if game == "plinko":
        texts = {"path": outcome["path"], "bin": outcome["bin"]}
        return [t("0 is left, 1 is right: {path}; the number of rights is bin {bin}", **texts)]
    if game == "hilo":
        return [t("card {index} of the 52 in order is {card}", index=draw.result, card=card)
                for draw, card in zip(draws, outcome["cards"], strict=True)]  # fmt: skip
    if game == "tavern_dice":
        faces = " ".join(map(str, outcome["dice"]))
        return [t("the first draw is who starts: {starter}; one more than each other is a die: {faces}",
                  starter=outcome["starter"], faces=faces)]  # fmt: skip
    if game == "mines":
        cells = " ".join(map(str, outcome["mines"]))
        return [t("the first places after these exchanges, ascending: {cells}", cells=cells)]
    if game == "hand":
        return [
            t("the first shuffle is the hidden order: slot j holds its card j"),
            t("place i of the dealt deck is slot perm[i]; the carousel is the draw behind the permutation"),
        ]
    if game in BOXES:
        boxes = len(outcome["boxes"])
        texts = {"hands": boxes + 1, "dealt": 5 * (boxes + 1), "boxes": boxes}
        return [
            t(
                "below place {dealt} the card of place i goes to box i mod {hands}; {boxes} is the dealer",
                **texts,
            ),
            t("further cards are those from place {dealt} on, in the order in which they are drawn", **texts),
        ]
    if game in ("blackjack", "deck"):
        return [t("the cards in order, after these exchanges, are dealt from place 0 upward")]
    return [t("the values as drawn are the outcome")]


def run(game: str, given: dict[str, Any], options: Options, as_json: bool) -> int:
    with refusals():
        seeds, sources, outcome = explained(game, given, options)
    conclusions = conclusion(game, options, sources[0].draws, outcome)
    document: dict[str, Any] = {"game": game, "seeds": seeds.to_json(), "outcome": outcome}
    if as_json:
        if game == "hand":
            document["streams"] = [{"key": source.key} | source.to_json() for source in sources]
        else:
            document |= sources[0].to_json()
        terminal.print_json(document | {"conclusion": conclusions})
    else:
        terminal.print_explained(document, options, sources, conclusions)
    return seeds.conclude()


def explained(
    game: str, given: dict[str, Any], options: Options
) -> tuple[Seeds, list[Source], dict[str, Any]]:
    """The seeds, the streams drawn from, and what `derive` gives."""
    if game == "hand":
        table = TableSeeds(**given)
        hidden, public = Recorder(table.hidden), Recorder(table.public)
        outcome = table.outcome(options, hidden, public)
        sources = [
            Source(key, label, recorder)
            for key, label, recorder in zip(
                ("server_seed", "table_client_seed"), table.labels, (hidden, public), strict=True
            )
        ]
        return table, sources, outcome
    player = player_seeds(game, given, options)
    recorder = Recorder(player.stream)
    outcome = DRAWS[game](options, recorder)
    return player, [Source("server_seed", player.label, recorder)], outcome


def build() -> click.Command:
    return game_group(
        "explain",
        t("Re-derive a round step by step: message, HMAC, words, arithmetic, rejections."),
        t("Explain the random part of one round of {game}, step by step."),
        run,
    )
