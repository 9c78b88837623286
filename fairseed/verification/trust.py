"""Checks of what an operator signed and logged: `receipt`, `log` and `close_root` (docs/spec/trust.md).

What the record says is compared first, so that a contradiction fails whatever keys are known. Only a
signature by a trusted key makes a check pass; where no key is known it is `skip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fairseed.commitments import ED25519, CommitmentError, LogProof, VerifierKey
from fairseed.commitments.entries import Activate, Close, Commit, Deck, Entry, Key, Ruleset, Void, parse_entry
from fairseed.commitments.proofs import BatchProof
from fairseed.commitments.receipts import (
    ACTION_RECEIPT,
    KEY_SUFFIX,
    ROUND_RECEIPT,
    Receipt,
    action_body,
    round_body,
)
from fairseed.derivation import FairseedError
from fairseed.records import canonical
from fairseed.verification.verdict import Check, failed, passed, skipped
from games.tavern_dice import NAME as TAVERN_DICE

if TYPE_CHECKING:
    from fairseed.commitments.sealing import AuditorKey


@dataclass(frozen=True, slots=True)
class Trust:
    """What the verifier brings along: trusted keys, and receipts that a player kept, by round. Where
    they are `complete`, whatever has none was not the player's. `settled` are kept answers of rounds
    that were over: their outcomes and settlements, by round."""

    keys: tuple[VerifierKey, ...] = ()
    receipts: Mapping[str, Sequence[Receipt]] = field(default_factory=dict)
    complete: bool = False
    settled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    auditor: AuditorKey | None = None
    _places: dict[tuple[Any, Any], list[Receipt]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for receipts in self.receipts.values():
            for receipt in receipts:
                if receipt.body.get("type") == ROUND_RECEIPT:
                    place = (str(receipt.body.get("server_seed_hash")), str(receipt.body.get("nonce")))
                    self._places.setdefault(place, []).append(receipt)

    def rivals(self, record: Mapping[str, Any]) -> list[Receipt]:
        """Kept receipts of another round under the record's pair and nonce: there is one round for each."""
        seeds = record["seeds"]
        found = self._places.get((seeds["server_seed_hash"], str(seeds["nonce"])), [])
        return [receipt for receipt in found if receipt.body.get("round_id") != record["round_id"]]

    @property
    def log_keys(self) -> tuple[VerifierKey, ...]:
        return tuple(key for key in self.keys if not key.name.endswith(KEY_SUFFIX))

    @property
    def receipt_keys(self) -> tuple[VerifierKey, ...]:
        return tuple(key for key in self.keys if key.name.endswith(KEY_SUFFIX))

    def with_keys(self, keys: Iterable[VerifierKey]) -> Trust:
        more = [key for key in keys if key not in self.keys]
        return replace(self, keys=(*self.keys, *more)) if more else self


def kept_receipts(values: Iterable[Any]) -> dict[str, list[Receipt]]:
    """Receipts by round: each value is a receipt, or a record or view that carries some.
    CommitmentError names what is malformed."""
    found: dict[str, list[Receipt]] = {}
    for value in values:
        if isinstance(value, dict) and "body" not in value:
            parts = [value["receipt"]] if "receipt" in value else []
            more = value.get("action_receipts", [])
            parts += more if isinstance(more, list) else [more]
        else:
            parts = [value]
        for part in parts:
            receipt = Receipt.parse(part)
            round_id = receipt.body.get("round_id")
            if not isinstance(round_id, str):
                raise CommitmentError("receipt.body.round_id", "must be a text")
            found.setdefault(round_id, []).append(receipt)
    return found


def kept_answers(values: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Outcome and settlement of every kept record or view of a round that was over."""
    found: dict[str, dict[str, Any]] = {}
    for value in values:
        if not isinstance(value, dict) or value.get("state", "settled") != "settled":
            continue
        if isinstance(value.get("round_id"), str) and "outcome" in value:
            found[value["round_id"]] = _ended(value)
    return found


def _ended(value: Mapping[str, Any]) -> dict[str, Any]:
    """How a round ended, but for cards of a table that not everybody saw: an answer before the reveal shows a
    seat its own. Which they were is signed all the same, by deck root and seeds."""
    found = {name: value[name] for name in ("outcome", "settlement") if name in value}
    outcome = found.get("outcome")
    if isinstance(outcome, dict) and "hole" in outcome:
        found["outcome"] = {name: outcome[name] for name in outcome if name not in ("hole", "drawn")}
    return found


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its proof: `{"entry": "<canonical text>", "tlog_proof": "<the file's text>"}`."""

    entry: Entry
    proof: LogProof

    @classmethod
    def parse(cls, value: object, where: str) -> Logged:
        """CommitmentError where it is malformed or the proof does not lead to its checkpoint."""
        if not isinstance(value, dict):
            raise CommitmentError(where, "must be an object")
        entry, proof = value.get("entry"), value.get("tlog_proof")
        if not isinstance(entry, str) or not isinstance(proof, str):
            raise CommitmentError(where, "must have the texts entry and tlog_proof")
        try:
            data = entry.encode("utf-8")
        except UnicodeEncodeError:
            raise CommitmentError(f"{where}.entry", "is not valid Unicode") from None
        logged = cls(parse_entry(data), LogProof.parse(proof))
        if logged.proof.checkpoint.checkpoint.extensions:
            raise CommitmentError(f"{where}.tlog_proof", "its checkpoint has extension lines")
        if not logged.proof.holds(data):
            raise CommitmentError(
                f"{where}.tlog_proof", "does not lead from the entry to the checkpoint's root"
            )
        return logged

    @property
    def origin(self) -> str:
        return self.proof.checkpoint.checkpoint.origin

    def signed(self, keys: Sequence[VerifierKey]) -> bool:
        return self.proof.checkpoint.signed_by_log(keys)


def check_commit(logged: Logged, server_seed_hash: str) -> None:
    """The entry promises this hash, by itself or in a batch. CommitmentError where it does not."""
    entry = logged.entry
    if not isinstance(entry, Commit):
        raise CommitmentError("commitment.entry", "is no commit entry")
    if isinstance(entry.server_seed_hash, str):
        if entry.server_seed_hash != server_seed_hash:
            raise CommitmentError("commitment.entry", "promises another hash")
        return
    if logged.proof.extra is None:
        raise CommitmentError("commitment.tlog_proof", "has no extra line that places the hash in its batch")
    batch = BatchProof.parse(logged.proof.extra)
    if not batch.holds(server_seed_hash, int(entry.count), str(entry.root)):  # type: ignore[arg-type]
        raise CommitmentError(
            "commitment.tlog_proof", "its batch proof does not lead from the hash to the batch's root"
        )


def promise_of(commitment: object) -> Logged | None:
    """The promise that a record's `commitment` carries; None where it is none, which `check_log` tells."""
    try:
        return Logged.parse(commitment, "commitment")
    except CommitmentError:
        return None


def _receipt_key(logged: Logged) -> VerifierKey:
    """The key that a `key` entry publishes for the receipts of its log."""
    if not isinstance(logged.entry, Key) or logged.entry.role != "receipt":
        raise CommitmentError("commitment.receipt_key", "is no key of receipts")
    key = VerifierKey.parse(logged.entry.vkey)
    if key.name != logged.origin + KEY_SUFFIX or key.kind != ED25519:
        text = "its key must be an Ed25519 key named {name}"
        raise CommitmentError("commitment.receipt_key", text, name=logged.origin + KEY_SUFFIX)
    return key


def proven_keys(commitment: object, trust: Trust) -> tuple[VerifierKey, ...]:
    """Receipt keys that the record's `commitment` proves to be logged, under a trusted log key."""
    if not isinstance(commitment, dict) or "receipt_key" not in commitment:
        return ()
    try:
        logged = Logged.parse(commitment["receipt_key"], "commitment.receipt_key")
        return (_receipt_key(logged),) if logged.signed(trust.log_keys) else ()
    except CommitmentError:
        return ()  # check_log tells it


def check_log(record: Mapping[str, Any], trust: Trust) -> Check:
    """The record's `commitment`: the promise is in the log, under a checkpoint signed by a trusted key."""
    if "commitment" not in record:
        return skipped("log", "the record carries no log entry")
    commitment, seeds = record["commitment"], record["seeds"]
    try:
        logged = Logged.parse(commitment, "commitment")
        check_commit(logged, seeds["server_seed_hash"])
        others = _others(record, commitment, logged)
        known = [part.signed(trust.log_keys) for part in (logged, *others)]
    except CommitmentError as error:
        return failed("log", "{field}: " + error.rule, field=error.field, **error.values)
    place = {"index": logged.proof.index, "size": logged.proof.checkpoint.checkpoint.size}
    if all(known):
        if "void" in record and "void" not in commitment:
            text = "the record does not carry the log's entry of its being void"
            return skipped("log", text)
        text = "the promise is entry {index} of the log {origin}, of {size} entries"
        return passed("log", text, origin=logged.origin, **place)
    if trust.log_keys:
        return failed(
            "log", "the checkpoint of {origin} is not signed by a trusted key", origin=logged.origin
        )
    text = "entry {index} of {size} fits, but no trusted key of the log {origin} was given (--key)"
    return skipped("log", text, origin=logged.origin, **place)


def _others(record: Mapping[str, Any], commitment: Mapping[str, Any], logged: Logged) -> list[Logged]:
    """Further entries that a record may carry: its activation, its ruleset, the receipts' key, a
    table's deck, and that it is void."""
    found: list[Logged] = []
    kinds: dict[str, type[Entry]] = {
        "activate": Activate,
        "ruleset": Ruleset,
        "receipt_key": Key,
        "deck": Deck,
        "void": Void,
    }
    for name, kind in kinds.items():
        if name not in commitment:
            continue
        part = Logged.parse(commitment[name], f"commitment.{name}")
        if not isinstance(part.entry, kind) or part.origin != logged.origin:
            raise CommitmentError(f"commitment.{name}", "is not an entry of that type of the same log")
        for other in (logged, *found):
            _check_views(part, other, f"commitment.{name}")
        found.append(part)
        entry: Any = part.entry
        if kind is Activate:
            if entry.server_seed_hash != record["seeds"]["server_seed_hash"]:
                raise CommitmentError("commitment.activate", "activates another pair")
            if entry.commit_index != logged.proof.index or part.proof.index <= logged.proof.index:
                raise CommitmentError("commitment.activate", "does not stand behind the promise it names")
            if _batch_of(entry) != _batch_of(logged):
                raise CommitmentError("commitment.activate", "names another place in the batch")
            if ("client_seed" in record["seeds"]) != isinstance(entry.player_tag, str):
                raise CommitmentError("commitment.activate", "is that of a table, or the record is of one")
            table = record.get("table")
            named = table.get("table_id") if isinstance(table, dict) else None
            # The record of a match does not name the table that it was.
            told = entry.table_id if record["game"] == TAVERN_DICE else named
            if isinstance(entry.table_id, str) and entry.table_id != told:
                raise CommitmentError("commitment.activate", "is that of another table")
        if kind is Ruleset and (entry.game, entry.digest) != (record["game"], record.get("ruleset")):
            raise CommitmentError("commitment.ruleset", "is that of another game or ruleset")
        if kind is Key:
            _receipt_key(part)
        if kind is Deck:
            seeds = record["seeds"]
            told = (seeds["server_seed_hash"], seeds["nonce"], record.get("deck_root"))
            if told != (entry.server_seed_hash, entry.nonce, entry.deck_root):
                raise CommitmentError("commitment.deck", "is that of another hand or deck")
        if kind is Void:
            _check_void(record, entry)
    return found


def _check_void(record: Mapping[str, Any], entry: Void) -> None:
    """The entry is of this round, and says what the record says."""
    seeds, void = record["seeds"], record.get("void")
    told = (seeds["server_seed_hash"], seeds["nonce"], record["round_id"], void and void["reason"])
    if told != (entry.server_seed_hash, entry.nonce, entry.round_id, entry.reason):
        raise CommitmentError("commitment.void", "is that of another round or reason")


def _batch_of(source: Logged | Activate) -> BatchProof | None:
    """The place in its batch that an activation, or a promise with its proof, names."""
    if isinstance(source, Activate):
        if isinstance(source.batch_index, int):
            return BatchProof.of(source.batch_index, source.batch_proof)
        return None
    if isinstance(source.entry, Commit) and isinstance(source.entry.server_seed_hash, str):
        return None
    return BatchProof.parse(source.proof.extra or b"")


def _check_views(one: Logged, other: Logged, where: str) -> None:
    """A log never has two roots at one size (trust.md section 2)."""
    a, b = one.proof.checkpoint.checkpoint, other.proof.checkpoint.checkpoint
    if (a.origin, a.size) == (b.origin, b.size) and a.root != b.root:
        text = "the log {origin} was shown with two roots at {size} entries"
        raise CommitmentError(where, text, origin=a.origin, size=a.size)


def check_receipt(record: Mapping[str, Any], trust: Trust) -> Check:
    """The record's receipts, and those of this round that a player kept: every field of every body
    equals the record's, the actions' receipts are a chain, each signed by a trusted receipt key."""
    kept = trust.receipts.get(record["round_id"], ())
    try:
        if (differs := _other_than_kept(record, trust)) is not None:
            return differs
        if "receipt" not in record and "action_receipts" not in record and not kept and not trust.complete:
            return skipped("receipt", "the record carries no receipt")
        if trust.complete and (missing := _not_kept(record, kept)) is not None:
            return missing
        carried = _carried(record)
        receipts = sorted((*carried, *kept), key=_place)
        known: dict[int, Receipt] = {}
        for receipt in receipts:
            differs = _difference(record, known, receipt)
            if differs is not None:
                return differs
        keys = _keys_for(record, trust)
        strangers = [receipt.key for receipt in receipts if receipt.signer(keys) is None]
    except FairseedError as error:
        return failed("receipt", "{field}: " + error.rule, field=error.field, **error.values)
    if strangers:
        text = "every field fits, but the key {key} is not trusted here (--key)"
        return skipped("receipt", text, key=strangers[0])
    told: dict[str, Any] = {"count": len(receipts), "key": receipts[0].key}
    if len(known) <= len(record["actions"]):
        text = (
            "the receipts, signed by {key}, say what the record says (receipts: {count}); "
            "the round or some of its actions have none"
        )
        return passed("receipt", text, **told)
    text = "the receipts, signed by {key}, say what the record says (receipts: {count})"
    return passed("receipt", text, **told)


def _other_than_kept(record: Mapping[str, Any], trust: Trust) -> Check | None:
    """What of the record is not what the player was once told; None where nothing is."""
    for receipt in trust.rivals(record):
        text = "a receipt was given for another round under this nonce"
        return failed("receipt", text, receipt.body, {"round_id": record["round_id"]})
    told = trust.settled.get(record["round_id"])
    found = {name: part for name, part in _ended(record).items() if name in (told or ())}
    if told is not None and canonical(told) != canonical(found):
        text = "the answer that was kept told another outcome or settlement"
        return failed("receipt", text, dict(told), found)
    return None


def _not_kept(record: Mapping[str, Any], kept: Sequence[Receipt]) -> Check | None:
    """What of the record the player has no receipt of: the round, or an action but those that the
    service makes for who stayed away. None where all is there."""
    places = {_place(receipt) for receipt in kept}
    if 0 not in places:
        return failed("receipt", "there is no receipt of this round among those kept")
    for index, action in enumerate(record["actions"]):
        if index + 1 not in places and not (isinstance(action, dict) and action.get("timeout") is True):
            text = "there is no receipt of action {index} among those kept"
            return failed("receipt", text, None, action, index=index)
    return None


def _keys_for(record: Mapping[str, Any], trust: Trust) -> list[VerifierKey]:
    """The trusted receipt keys; where the record tells its log, those of that log."""
    promise = promise_of(record.get("commitment"))
    return [key for key in trust.receipt_keys if promise is None or key.name == promise.origin + KEY_SUFFIX]


def _place(receipt: Receipt) -> int:
    """0 for a round's receipt, behind it those of its actions in their order."""
    kind, index = receipt.body.get("type"), receipt.body.get("index")
    if kind == ROUND_RECEIPT:
        return 0
    if kind == ACTION_RECEIPT and type(index) is int and index >= 0:
        return index + 1
    raise CommitmentError("receipt.body.type", "is no receipt of a round or an action")


def _carried(record: Mapping[str, Any]) -> list[Receipt]:
    """The record's own receipts: the round's, then one for each action."""
    receipts = [Receipt.parse(record["receipt"])] if "receipt" in record else []
    if "action_receipts" in record:
        values = record["action_receipts"]
        if "receipt" not in record:
            raise CommitmentError("receipt", "this field is required beside action_receipts")
        if not isinstance(values, list) or len(values) != len(record["actions"]):
            raise CommitmentError("action_receipts", "must be one for each action")
        receipts += [Receipt.parse(value, f"action_receipts.{i}") for i, value in enumerate(values)]
        for place, receipt in enumerate(receipts[1:]):
            if receipt.body.get("index") != place:
                raise CommitmentError(f"action_receipts.{place}.body.index", "must be the action's place")
    if receipts and receipts[0].body.get("type") != ROUND_RECEIPT:
        raise CommitmentError("receipt.body.type", "is not that of a round's receipt")
    return receipts


def _difference(record: Mapping[str, Any], known: dict[int, Receipt], receipt: Receipt) -> Check | None:
    """What of a receipt is not as in the record; None where all is. `known` are the receipts before it
    by their places, to which it is added: an action's receipt names the body of the one before."""
    body, place = receipt.body, _place(receipt)
    if place > len(record["actions"]):
        text = "the action accepted as number {index} is not in the record"
        return failed("receipt", text, None, body, index=place - 1)
    if place == 0:
        expected = round_body(record, body["accepted_at"])
        text = "the round's receipt does not say what the record says"
    else:
        previous = known[place - 1].digest() if place - 1 in known else str(body.get("previous"))
        action = record["actions"][place - 1]
        expected = action_body(record["round_id"], place - 1, previous, action, body["accepted_at"])
        text = "the receipt of action {index} does not say what the record says"
    # Compared as JSON: to Python, true is 1.
    if canonical(body) != canonical(expected):
        return failed("receipt", text, expected, body, index=place - 1)
    first = known.setdefault(place, receipt)
    if canonical(body) != canonical(first.body):
        text = "two receipts were given for one round or action"
        return failed("receipt", text, first.body, body)
    return None


def check_close(
    close: Any,
    server_seed_hash: str | None,
    digests: tuple[int, str] | None,
    trust: Trust,
    promise: Logged | None = None,
) -> Check:
    """A close entry against the records of its pair: `digests` is their number and root, None where
    a record has none; `server_seed_hash` is None where there is no record. `promise` is the pair's
    promise, where a record carries it."""
    try:
        if isinstance(close, dict) and isinstance(close.get("close"), dict):
            close = close["close"]
        if isinstance(close, dict) and "tlog_proof" in close:
            logged = Logged.parse(close, "close")
            entry, proven = logged.entry, logged.signed(trust.log_keys)
            if promise is not None:
                if logged.origin != promise.origin:
                    raise CommitmentError("close", "is in another log than the promise")
                if logged.proof.index <= promise.proof.index:
                    raise CommitmentError("close", "does not stand behind the promise")
                _check_views(logged, promise, "close")
            if trust.log_keys and not proven:
                raise CommitmentError("close", "its checkpoint is not signed by a trusted key")
        else:
            entry, proven = parse_entry(canonical(close)), False
        if not isinstance(entry, Close):
            raise CommitmentError("close", "is no close entry")
        if server_seed_hash is not None and entry.server_seed_hash != server_seed_hash:
            raise CommitmentError("close", "is that of another pair")
    except FairseedError as error:
        return failed("close_root", "{field}: " + error.rule, field=error.field, **error.values)
    wanted = {"rounds": entry.rounds, "root": entry.root}
    found = None if digests is None else {"rounds": digests[0], "root": digests[1]}
    if wanted != found:
        return failed("close_root", "these are not the records that the pair was closed with", found, wanted)
    if trust.log_keys and not proven:
        return skipped("close_root", "the close entry comes without proof that it is logged")
    if proven:
        return passed(
            "close_root",
            "the records are those of the logged close entry (rounds: {rounds})",
            found,
            wanted,
            **wanted,
        )
    text = "the records are those of the close entry (rounds: {rounds}); that it is logged was not checked"
    return passed("close_root", text, found, wanted, **wanted)
