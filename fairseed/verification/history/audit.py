"""The audit of a history: what it proves of a player's bets, and what it doesn't.

Steps: 1 columns and pairs of seeds; 2 commitments; 3 the chain of next hashes; 4 nonces; 5 client seeds;
6 outcomes; 7 payouts. What could not be checked is counted with its reason, never passed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from fairseed.derivation import SeedError, parse_nonce
from fairseed.verification.history.columns import NEEDED, check_field, guess_columns
from fairseed.verification.history.errors import HistoryError
from fairseed.verification.history.reading import Row
from fairseed.verification.schemes import (
    Attempt,
    Diagnosis,
    Round,
    Scheme,
    SchemeError,
    agrees,
    commitment_of,
    diagnose,
    options_of,
    read_claim,
    read_options,
)

SCALE: Final = 10**18  # amounts are whole numbers of its units
CHECKS: Final = ("commitment", "chain", "nonces", "client_seed", "outcome", "payout")
MOST_FINDINGS: Final = 1000  # written out; all are counted
MOST_RANGES: Final = 100
AT_ONCE: Final = 4096  # rounds whose outcomes are derived together

Derive = Callable[[Sequence[Round]], Sequence[dict[str, Any] | None]]
"""Outcomes of many rounds at once; None where `Round.outcome` has to be asked."""

_AMOUNT = re.compile(r"(?=[.]?[0-9])(0|[1-9][0-9]{0,17})?(?:\.([0-9]{1,18}))?(?:e([+-]?[0-9]{1,2}))?", re.I)
_GROUPED = re.compile(r"([1-9][0-9]{0,2}(?:([.,'])[0-9]{3})(?:\2[0-9]{3})*)(?:([.,])([0-9]*))?")
_UNITS = re.compile(r"^[A-Za-z$€£¥₽₿₮]{1,6}(?=[0-9.,+])|(?<=[0-9])[A-Za-z×$€£¥₽₿₮]{1,6}$")
_WORDS = {
    "above": "over",
    "below": "under",
    "higher": "over",
    "lower": "under",
    "yes": "true",
    "no": "false",
    "1": "true",
    "0": "false",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not fit: the check, the line of the bet, and a text with its values."""

    check: str
    line: int
    text: str
    values: dict[str, Any]


@dataclass(slots=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    def skip(self, reason: str) -> None:
        self.skipped[reason] += 1


@dataclass(slots=True)
class Bet:
    line: int
    row: dict[str, str]
    nonce: int


@dataclass(slots=True)
class Pair:
    """All bets under one server seed. `seed` is empty until it is revealed in any of them."""

    hash: str
    promised: bool
    seed: str = ""
    next_hash: str = ""
    bets: list[Bet] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    scheme: str
    columns: dict[str, str]
    rows: int
    pairs: list[Pair]
    counts: dict[str, Count]
    findings: list[Finding]
    diagnoses: list[tuple[str, Diagnosis]]

    @property
    def verdict(self) -> str:
        """`failed` where anything does not fit, `pending` where a seed is not revealed, else `verified`."""
        if any(count.failed for count in self.counts.values()):
            return "failed"
        return "verified" if all(pair.seed for pair in self.pairs) else "pending"


class _Audit:
    def __init__(
        self,
        scheme: Scheme,
        columns: Mapping[str, str],
        fixed: Mapping[str, str],
        derive: Derive | None,
    ) -> None:
        self.scheme = scheme
        self.derive = derive
        self.columns = columns
        self.fixed = fixed
        self.counts = {check: Count() for check in CHECKS}
        self.findings: list[Finding] = []
        self.pairs: dict[str, Pair] = {}
        self.mismatched: dict[str, list[Attempt]] = {}
        self.options: dict[tuple[str, ...], Any] = {}

    def find(self, check: str, line: int, text: str, **values: Any) -> None:
        self.counts[check].failed += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(check, line, text, values))

    # 1. Pairs of seeds.

    def take(self, row: Row) -> None:
        get = row.values.get
        values = {name: get(column, "").strip() for name, column in self.columns.items()}
        # A client seed may begin or end with a space.
        values["client_seed"] = get(self.columns.get("client_seed", ""), "")
        values.update(self.fixed)
        try:
            nonce = parse_nonce(values["nonce"])
        except SeedError:
            raise HistoryError(
                f"line {row.line}", "has no nonce: {text}", text=values["nonce"][:40]
            ) from None
        seed, promised = values.get("server_seed", ""), values.get("server_seed_hash", "").lower()
        key = promised or self.hash_of(seed)
        if not key:
            raise HistoryError(f"line {row.line}", "has neither a server seed nor its hash")
        pair = self.pairs.setdefault(key, Pair(key, bool(promised)))
        if seed and not pair.seed:
            pair.seed = seed
        elif seed and seed != pair.seed:
            self.find("commitment", row.line, "another server seed stands here under the same hash")
        pair.next_hash = values.get("next_hash", "").lower() or pair.next_hash
        pair.bets.append(Bet(row.line, values, nonce))

    def hash_of(self, seed: str) -> str:
        try:
            return commitment_of(self.scheme.commitment, seed) if seed else ""
        except SchemeError:
            return seed

    def check_pairs(self) -> None:
        before: Pair | None = None
        order = list(self.pairs.values())
        # Operators show the newest bet first, and many write their files so.
        if _newest_first(order):
            order.reverse()
        for pair in order:
            self.check_commitment(pair)
            self.check_chain(before, pair)
            self.check_nonces(pair)
            client = self.check_client_seeds(pair)
            for first in range(0, len(pair.bets), AT_ONCE):
                self.check_bets(pair, pair.bets[first : first + AT_ONCE], client)
            before = pair

    # 2. Commitments.

    def check_commitment(self, pair: Pair) -> None:
        count = self.counts["commitment"]
        if not pair.seed:
            count.skip("the server seed is not revealed in the file")
        elif not pair.promised:
            count.skip("no hash from before the bets stands in the file")
        elif self.hash_of(pair.seed) != pair.hash:
            line = pair.bets[0].line
            self.find("commitment", line, "the server seed has another hash than {hash}", hash=pair.hash)
        else:
            count.passed += 1

    # 3. The hash that was announced for the next pair.

    def check_chain(self, before: Pair | None, pair: Pair) -> None:
        if before is None:
            return
        if not before.next_hash:
            self.counts["chain"].skip("no next hash stands in the file")
        elif before.next_hash != pair.hash:
            rule = "the pair before announced the hash {announced}, this one has {hash}"
            self.find("chain", pair.bets[0].line, rule, announced=before.next_hash, hash=pair.hash)
        else:
            self.counts["chain"].passed += 1

    # 4. Nonces: each once, none missing between the first and the last.

    def check_nonces(self, pair: Pair) -> None:
        seen: dict[int, int] = {}
        for bet in pair.bets:
            if bet.nonce in seen:
                rule = "nonce {nonce} was used before, on line {first}"
                self.find("nonces", bet.line, rule, nonce=bet.nonce, first=seen[bet.nonce])
            else:
                seen[bet.nonce] = bet.line
                self.counts["nonces"].passed += 1
        ordered = sorted(seen)
        gaps = 0
        for one, other in pairwise(ordered):
            if other > one + 1:
                gaps += 1
                if gaps <= MOST_RANGES:
                    text = (
                        "nonce {first} is missing"
                        if other == one + 2
                        else "nonces {first} to {last} are missing"
                    )
                    self.find("nonces", seen[other], text, first=one + 1, last=other - 1)
        if ordered[0] > 1:
            self.counts["nonces"].skip("bets before the first nonce of a pair are not in the file")

    # 5. Client seeds: one for a pair. A change is told once for each run of bets.

    def check_client_seeds(self, pair: Pair) -> str:
        common = Counter(bet.row["client_seed"] for bet in pair.bets).most_common(1)[0][0]
        inside = False
        for bet in pair.bets:
            if bet.row["client_seed"] == common:
                self.counts["client_seed"].passed += 1
                inside = False
            elif not inside:
                inside = True
                rule = (
                    "the client seed is {found} here, and {common} in the other bets under this server seed"
                )
                found = bet.row["client_seed"]
                self.find("client_seed", bet.line, rule, found=found, common=common)
        return common

    # 6. Outcomes.

    def check_bets(self, pair: Pair, bets: Sequence[Bet], client: str) -> None:
        rounds = [self.round_of(pair, bet) for bet in bets]
        derived: dict[int, dict[str, Any] | None] = {}
        if self.derive is not None:
            places = [at for at, found in enumerate(rounds) if isinstance(found, Round)]
            found = self.derive([one for one in rounds if isinstance(one, Round)])
            derived = dict(zip(places, found, strict=True))
        for at, bet in enumerate(bets):
            self.check_bet(pair, bet, rounds[at], derived.get(at), client)

    def round_of(self, pair: Pair, bet: Bet) -> Round | SchemeError | str:
        """The round that a bet tells of, or why it can't be derived."""
        if not pair.seed:
            return "the server seed is not revealed in the file"
        game = _game(bet.row.get("game", ""), self.scheme)
        if game is None:
            return "the scheme declares no such game"
        try:
            options = self.read_options(game, bet.row)
        except SchemeError as error:
            return error
        return Round(
            self.scheme, self.scheme.games[game], pair.seed, bet.row["client_seed"], bet.nonce, options
        )

    def check_bet(
        self,
        pair: Pair,
        bet: Bet,
        found: Round | SchemeError | str,
        outcome: dict[str, Any] | None,
        client: str,
    ) -> None:
        """`outcome` is that of the round, where it is derived already."""
        count = self.counts["outcome"]
        row = bet.row
        if isinstance(found, str):
            count.skip(found)
        else:
            try:
                if isinstance(found, SchemeError):
                    raise found
                outcome = outcome if outcome is not None else found.outcome()
                if row.get("outcome", ""):
                    claim = read_claim(found.rule, found.options, row["outcome"])
                    if agrees(outcome, claim):
                        count.passed += 1
                    else:
                        self.mismatch(pair, bet, Attempt(found, claim), outcome, client)
                        outcome = None
                else:
                    count.skip("the file tells no outcome")
            except SchemeError as error:
                outcome = None
                self.find(
                    "outcome",
                    bet.line,
                    "can't be derived: {field}: {fault}",
                    field=error.field,
                    fault=error.rule.format(**error.values),
                )
        self.check_payout(bet, outcome)

    def mismatch(self, pair: Pair, bet: Bet, attempt: Attempt, outcome: dict[str, Any], client: str) -> None:
        told = {name: outcome.get(name) for name in attempt.claim}
        rule = "nonce {nonce}: the seeds give {derived}, the file tells {told}"
        self.find(
            "outcome", bet.line, rule, nonce=bet.nonce, derived=_shown(told), told=_shown(attempt.claim)
        )
        if bet.row["client_seed"] == client:
            self.mismatched.setdefault(pair.hash, []).append(attempt)

    def read_options(self, game: str, row: Mapping[str, str]) -> Any:
        rule = self.scheme.games[game]
        known = options_of(rule)
        texts = tuple(row.get(option.name, "") for option in known)
        key = (game, *texts)
        if key not in self.options:
            given = {
                option.name: _option(option.kind, text) for option, text in zip(known, texts, strict=True)
            }
            if "direction" in given and not (given.get("target") and given["direction"]):
                given["target"] = given["direction"] = ""
            self.options[key] = read_options(rule, given)
        return self.options[key]

    # 7. Payouts.

    def check_payout(self, bet: Bet, outcome: Mapping[str, Any] | None) -> None:
        row, count = bet.row, self.counts["payout"]
        if not row.get("stake", "") or not row.get("payout", ""):
            count.skip("the file tells no stake or no payout")
            return
        staked, paid = _amount(row["stake"]), _amount(row["payout"])
        if staked is None or paid is None:
            count.skip("its stake or payout can't be read as an amount")
            return
        (stake, of_stake), (payout, of_payout) = staked, paid
        multiplier = _multiplier(row, outcome)
        if multiplier is None:
            count.skip("neither the scheme nor the file tells what the bet pays")
            return
        # Cut or rounded to as many places as the file writes; a payout of 0 may stand there without any.
        wanted = stake * multiplier
        least = SCALE * SCALE // 10 ** max(2, of_stake, of_payout)
        if abs(wanted - payout * SCALE) < least:
            count.passed += 1
            return
        values = {"nonce": bet.nonce, "stake": row["stake"], "payout": row["payout"]}
        values |= {"multiplier": _decimal(multiplier), "wanted": _decimal(wanted // SCALE)}
        rule = "nonce {nonce}: {stake} at {multiplier} pays {wanted}, the file tells {payout}"
        self.find("payout", bet.line, rule, **values)

    def diagnoses(self) -> list[tuple[str, Diagnosis]]:
        """What explains the bets that don't match, by pair; the pairs next to it are tried as well."""
        found = []
        order = list(self.pairs.values())
        for at, pair in enumerate(order):
            if pair.hash not in self.mismatched:
                continue
            near = [*order[max(0, at - 1) : at], *order[at + 1 : at + 2]]
            others = [(one.seed, one.bets[0].row["client_seed"]) for one in near if one.seed]
            told = diagnose(self.mismatched[pair.hash], others)
            if told is not None:
                found.append((pair.hash, told))
            if len(found) == MOST_RANGES:
                break
        return found


def audit_history(
    rows: Sequence[Row],
    scheme: Scheme,
    told: Mapping[str, str],
    fixed: Mapping[str, str],
    derive: Derive | None = None,
) -> Report:
    """The report on all bets. `told`: column by field; `fixed`: a field's value in every bet. `derive` may
    give outcomes faster; the report is the same. HistoryError where the file or what is told is wrong."""
    for name in fixed:
        check_field(name)
        if name in told:
            raise HistoryError(name, "is told twice: as a column and as one value for all bets")
    columns = guess_columns(list(rows[0].values), told)
    columns = {name: column for name, column in columns.items() if name not in fixed}
    for name in NEEDED:
        if name not in columns and name not in fixed:
            raise HistoryError(name, "no column is known to be this; say --map {field}=COLUMN", field=name)
    audit = _Audit(scheme, columns, fixed, derive)
    for row in rows:
        audit.take(row)
    audit.check_pairs()
    audit.findings.sort(key=lambda finding: finding.line)
    return Report(
        scheme.name,
        dict(columns),
        len(rows),
        list(audit.pairs.values()),
        audit.counts,
        audit.findings,
        audit.diagnoses(),
    )


def _newest_first(pairs: Sequence[Pair]) -> bool:
    """Whether nonces fall more often than they rise from one bet of a pair to the next in the file."""
    steps = [
        other.nonce - one.nonce
        for pair in pairs
        for one, other in pairwise(pair.bets)
        if one.nonce != other.nonce
    ]
    return sum(step < 0 for step in steps) * 2 > len(steps)


def _game(text: str, scheme: Scheme) -> str | None:
    plain = re.sub(r"[^a-z0-9_]", "", text.lower())
    if plain in scheme.games:
        return plain
    found = [name for name in scheme.games if plain in (name.replace("_", ""), f"{scheme.name}{name}")]
    return found[0] if found else None


def _option(kind: str, text: str) -> str:
    text = text.strip()
    if kind == "hundredths" and (found := re.fullmatch(r"([0-9]+)(?:[.,]([0-9]{0,2})0*)?", text)):
        return f"{found[1]}.{found[2] or '':0<2}"
    return (
        _WORDS.get(text.lower(), text.lower())
        if kind in ("word", "flag") and text not in ("0", "1")
        else text
    )


@lru_cache(1 << 16)
def _amount(text: str) -> tuple[int, int] | None:
    """A decimal in units of 10^-18, and the places with which it is written; None where it is none.

    `1.5`, `0,5`, `1 234,50`, `1,234.50`, `2e-08`, `+1.5 BTC`, `1.98x`. What may be either of two amounts
    (`1,234`) is none.
    """
    plain = _UNITS.sub("", re.sub(r"[ \u00a0\u2009\u202f]", "", text)).lstrip("+")
    if (grouped := _GROUPED.fullmatch(plain)) and plain.count(grouped[2]) + (grouped[2] == "'") > 1:
        # Twice the same sign, or an apostrophe, can only part thousands.
        plain = re.sub(r"[.,']", "", grouped[1]) + (f".{grouped[4]}" if grouped[4] else "")
    elif grouped and grouped[3] not in (None, grouped[2]):
        plain = re.sub(r"[.,']", "", grouped[1]) + (f".{grouped[4]}" if grouped[4] else "")
    elif grouped and grouped[2] == ",":
        return None
    found = _AMOUNT.fullmatch(plain.replace(",", ".", 1))
    if not found:
        return None
    digits, places = (found[1] or "0") + (found[2] or ""), len(found[2] or "") - int(found[3] or 0)
    if not -18 <= places <= 18:
        return None
    return int(digits) * 10 ** (18 - places), max(0, places)


def _value(text: str) -> int | None:
    found = _amount(text)
    return None if found is None else found[0]


def _multiplier(row: Mapping[str, str], outcome: Mapping[str, Any] | None) -> int | None:
    """What the bet pays: by the scheme where it says so, else by the file's own multiplier."""
    told = _value(row.get("multiplier", ""))
    if outcome is None:
        return told
    if outcome.get("win") is False:
        return 0
    derived = _value(outcome["multiplier"]) if "multiplier" in outcome else None
    if derived is None:
        return told
    if "roll" in outcome or "path" in outcome:
        return derived
    target = _value(row.get("target", ""))
    if target is None:
        return told
    return target if derived >= target else 0


def _decimal(value: int) -> str:
    """Without zeros at the end."""
    head, tail = divmod(value, SCALE)
    return f"{head}.{tail:018d}".rstrip("0").rstrip(".")


def _shown(claim: Mapping[str, Any]) -> str:
    return ", ".join(
        " ".join(map(str, value)) if isinstance(value, list) else str(value) for value in claim.values()
    )
