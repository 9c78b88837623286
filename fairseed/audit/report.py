"""State → report: what was checked, how often, what failed, and whether outcomes look like chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import msgspec

from fairseed.audit.errors import AuditError
from fairseed.audit.sources import Plan, describe
from fairseed.audit.state import FileState, GameState, State, digest_of
from fairseed.audit.statistics import judge
from fairseed.verification import ROUND_CHECKS, Check
from fairseed.verification.verdict import failed, passed, skipped
from games.numbers import cut

REPORT: Final = "fairseed/audit/v1"
SHARD: Final = "fairseed/audit-shard/v1"
MOST_SHARDS: Final = 10**6

Fill = Callable[[str, dict[str, Any]], str]


def fill_in(template: str, values: dict[str, Any]) -> str:
    return template.format(**values)


def make_report(
    sources: list[dict[str, Any]],
    keys: Iterable[str],
    state: State,
    run: dict[str, Any],
    fill: Fill = fill_in,
) -> dict[str, Any]:
    """The report of a whole audit. All but `run` (times) is the same however the work was shared.

    `fill` says a template in the reader's language.
    """
    bundles = [_bundle(source, state.file(number), fill) for number, source in enumerate(sources)]
    counts = state.counts
    broken = counts["failed"] or any(bundle["verdict"] == "failed" for bundle in bundles)
    verdict = "failed" if broken else "pending" if counts["pending"] else "verified"
    if not broken and (counts["unusable"] or not any(counts.values())):
        verdict = "unusable"
    return {
        "type": REPORT,
        "verdict": verdict,
        "rounds": counts,
        "checks": {
            name: state.checks[name] for name in (*ROUND_CHECKS, "cards", "bots") if name in state.checks
        },
        "bundles": bundles,
        "games": [_game(name, state.games[name]) for name in sorted(state.games)],
        "samples": [judge(name, sample) for name, sample in sorted(state.samples.found.items())],
        "failures": [_failure(sources, failure, fill) for failure in state.failures],
        "failures_not_named": counts["failed"] - len(state.failures),
        "unusable": [
            {
                "file": sources[entry["file"]]["file"],
                "place": entry["place"],
                "detail": fill(entry["rule"], entry["values"] | {"line": entry["place"]}),
            }
            for entry in state.unusable
        ],
        "unusable_not_named": counts["unusable"] - len(state.unusable),
        "keys": list(keys),
        "run": run,
    }


def make_shard(plan: Plan, state: State, run: dict[str, Any]) -> dict[str, Any]:
    """What `merge` takes: the state of one shard, and what it is a shard of."""
    written = state.to_json()
    return {
        "type": SHARD,
        "plan": plan.digest,
        "shard": list(plan.shard),
        "sources": describe(plan),
        "keys": list(plan.keys),
        "state": written,
        "digest": digest_of(written),
        "run": run,
    }


def merge_shards(shards: list[Any], names: list[str], fill: Fill = fill_in) -> dict[str, Any]:
    """The report of the whole from all its shards, in any order. AuditError names the one that doesn't
    belong."""
    states = [_read_shard(name, shard) for name, shard in zip(names, shards, strict=True)]
    first, parts = shards[0], shards[0]["shard"][1]
    found: dict[int, State] = {}
    for name, shard, state in zip(names, shards, states, strict=True):
        if (shard["plan"], shard["shard"][1]) != (first["plan"], parts):
            raise AuditError(name, "is a shard of another audit")
        if shard["shard"][0] in found:
            raise AuditError(name, "shard {part} is given twice", part=shard["shard"][0])
        found[shard["shard"][0]] = state
    if missing := [str(part) for part in range(1, parts + 1) if part not in found]:
        raise AuditError("shards", "missing of {parts}: {missing}", parts=parts, missing=", ".join(missing))
    run = {
        "seconds": sum(shard["run"]["seconds"] for shard in shards),
        "finished": max(shard["run"]["finished"] for shard in shards),
    }
    whole = State()
    try:
        for part in range(1, parts + 1):
            whole.add(found[part])
        return make_report(first["sources"], first["keys"], whole, run, fill)
    except (ValueError, TypeError, LookupError, AttributeError):
        # Samples of unequal cells, nonces that are none, texts without their values: no audit wrote these.
        raise AuditError("shards", "do not fit together") from None


class _Source(msgspec.Struct, forbid_unknown_fields=True):
    file: str
    bytes: int
    sha256: str


class _Run(msgspec.Struct):
    seconds: int | float
    finished: str


class _Shard(msgspec.Struct, forbid_unknown_fields=True):
    """The form of a shard: it may come damaged, or from another's hand."""

    type: Literal["fairseed/audit-shard/v1"]
    plan: str
    shard: tuple[int, int]
    sources: list[_Source]
    keys: list[str]
    state: Any
    digest: str
    run: _Run


def _read_shard(name: str, shard: Any) -> State:
    """The state of a shard of the right form. AuditError."""
    try:
        told = msgspec.convert(shard, _Shard)
        state = State.from_json(told.state)
        if told.digest != digest_of(told.state):
            raise ValueError
        if not 1 <= told.shard[0] <= told.shard[1] < MOST_SHARDS:
            raise ValueError
        if any(number >= len(told.sources) for number in state.mentioned):
            raise ValueError
    except (ValueError, RecursionError):
        raise AuditError(name, "is no shard of an audit") from None
    return state


def _bundle(source: dict[str, Any], file: FileState, fill: Fill) -> dict[str, Any]:
    """One file as a bundle: the checks `nonces` and `seed` of record.md section 2; `close_root` is
    `bundle`'s."""
    checks = [_nonces(file), _seed(file)]
    pair = dict(
        zip(("scheme", "server_seed_hash", "server_seed", "client_seed"), file.pair or [], strict=False)
    )
    broken = file.counts["failed"] or any(check.status == "fail" for check in checks)
    empty = not file.records
    return source | {
        "verdict": "failed"
        if broken
        else "unusable"
        if empty
        else "pending"
        if file.counts["pending"]
        else "verified",
        "records": file.counts,
        "seeds": {name: seed for name, seed in pair.items() if seed is not None},
        "checks": [check.to_json() | {"detail": fill(check.detail, check.values)} for check in checks],
    }


def _nonces(file: FileState) -> Check:
    if not file.records:
        return skipped("nonces", "the bundle holds no record")
    place, nonce = (0, file.first) if file.first != 0 else file.nonce_break or (None, None)
    if place is not None:
        text = "record {place} has another nonce than its place"
        return failed("nonces", text, place, nonce, place=place + 1)
    return passed("nonces", "0 to {last}, without gap or double", last=file.records - 1)


def _seed(file: FileState) -> Check:
    if not file.records:
        return skipped("seed", "the bundle holds no record")
    if file.pair_break is not None:
        place, pair = file.pair_break
        return failed("seed", "record {place} belongs to another seed pair", file.pair, pair, place=place + 1)
    return passed("seed", "every record has the same seed pair")


def _game(name: str, game: GameState) -> dict[str, Any]:
    """Chips and RTP. The theoretical RTP is that of the bets made, each weighted by its stake; None where it
    depends on how the player plays. `compared` are the rounds that it is of."""
    document: dict[str, Any] = {
        "game": name,
        "rounds": game.rounds,
        "staked": game.staked,
        "returned": game.returned,
        "rtp": _ratio(game.returned, game.staked),
    }
    theory = game.expected / game.known_staked if game.known_staked else None
    return document | {
        "compared": game.known,
        "rtp_compared": _ratio(game.known_returned, game.known_staked),
        "rtp_theoretical": None if theory is None else cut(theory, 6),
    }


def _ratio(returned: int, staked: int) -> str | None:
    if not staked:
        return None
    scaled = returned * 10**6 // staked
    return f"{scaled // 10**6}.{scaled % 10**6:06d}"


def _failure(sources: list[dict[str, Any]], failure: dict[str, Any], fill: Fill) -> dict[str, Any]:
    checks = [
        {
            "check": check["check"],
            "detail": fill(check["detail"], check["values"]),
            "expected": check["expected"],
            "actual": check["actual"],
        }
        for check in failure["checks"]
    ]
    return failure | {"file": sources[failure["file"]]["file"], "checks": checks}
