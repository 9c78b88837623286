"""Usual mistakes, each made on real rounds and named; and none named where chance could have done it."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairseed import SeedPair, make_record
from fairseed.verification import verify_record
from fairseed.verification.diagnosis import diagnose_record
from fairseed.verification.schemes import (
    Attempt,
    Round,
    diagnose,
    known_scheme,
    options_of,
    read_claim,
    read_options,
)
from fairseed.verification.schemes.diagnosis import LIMIT, comes_out
from tests.verification import public_rounds

SOAK = "FAIRSEED_SOAK" in os.environ
WRONG = 10_000 if SOAK else 300
ROUNDS = 12


def attempt(
    scheme: str,
    game: str,
    seeds: Sequence[Any],
    claim: dict[str, Any],
    promised: str | None = None,
    **options: str,
) -> Attempt:
    found = known_scheme(scheme)
    assert found is not None
    rule = found.game(game)
    return Attempt(Round(found, rule, *seeds, read_options(rule, options)), claim, promised)


def groups() -> dict[tuple[str, str], list[Attempt]]:
    """Real rounds of one game under one pair of seeds, as many as there are, at most twelve."""
    found: dict[tuple[str, ...], list[Attempt]] = defaultdict(list)
    for each in public_rounds.rounds():
        if each["game"] in ("commitment", "hmac_prefix") or each["nonce"] is None:
            continue
        options, expected = public_rounds.asked(each)
        claim = {
            name: value
            for name, value in expected.items()
            if name not in ("win", "multiplier", "final", "dealer_up")
        }
        if each["game"] in ("limbo", "limbo_x"):
            claim = expected
        if "player" in claim:
            claim = {"cards": [claim["player"][0], expected["dealer_up"], claim["player"][1]]}
        if "result" in claim:
            claim = {"roll": public_rounds.hundredths(claim["result"] / 100)}
        if "initial" in claim:
            claim = {"initial": claim["initial"]}
        if "path" in claim:
            claim = {"path": claim["path"]}
        seeds = (each["server_seed"], each["client_seed"], each["nonce"])
        made = attempt(
            each["scheme"], public_rounds.game_of(each), seeds, claim, each["server_seed_hash"], **options
        )
        assert comes_out(made), each["place"]
        key = (each["scheme"], public_rounds.game_of(each), each["server_seed"], each["client_seed"])
        if len(found[key]) < ROUNDS and all(one.round.nonce != made.round.nonce for one in found[key]):
            found[key].append(made)
    best: dict[tuple[str, str], list[Attempt]] = {}
    for key, rounds in found.items():
        if len(rounds) > len(best.get(key[:2], ())):
            best[key[0], key[1]] = rounds
    return best


def bent(each: Attempt, **changes: Any) -> Attempt:
    return replace(each, round=replace(each.round, **changes))


MISTAKES: dict[str, Callable[[Attempt], Attempt]] = {
    "nonce": lambda one: bent(one, nonce=one.round.nonce + 1),
    "spaces_client": lambda one: bent(one, client_seed=f" {one.round.client_seed}\n"),
    "quotes_client": lambda one: bent(one, client_seed=f"“{one.round.client_seed}”"),
    "newline_client": lambda one: bent(one, client_seed=one.round.client_seed.removesuffix("\n")),
    "spaces_server": lambda one: bent(
        one, server_seed=f"{one.round.server_seed[:8]} {one.round.server_seed[8:]} "
    ),
    "seeds_swapped": lambda one: bent(
        one, server_seed=one.round.client_seed, client_seed=one.round.server_seed
    ),
    "hash_as_seed": lambda one: bent(one, server_seed=str(one.promised)),
    "scheme": lambda one: elsewhere(one),
}


def other_scheme(one: Attempt) -> Any:
    for name in ("stake", "duel", "liqd"):
        scheme = known_scheme(name)
        if scheme is not None and scheme != one.round.scheme and one.round.rule.name in scheme.games:
            return scheme
    pytest.skip("no other operator has this game")


def elsewhere(one: Attempt) -> Attempt:
    """Typed for another operator that has the game."""
    scheme = other_scheme(one)
    rule = scheme.game(one.round.rule.name)
    options = {each.name: one.round.options.get(each.name, each.default) for each in options_of(rule)}
    return bent(one, scheme=scheme, rule=rule, options=options)


def strength(rounds: Sequence[Attempt]) -> Fraction:
    from fairseed.verification.schemes import chance

    total = Fraction(60)
    for each in rounds:
        total *= chance(each.round.rule, each.round.options, each.claim)
    return total


@pytest.mark.parametrize(
    "made", ["nonce", "spaces_client", "quotes_client", "spaces_server", "seeds_swapped", "scheme"]
)
def test_a_mistake_on_real_rounds_is_named(made: str) -> None:
    named = []
    for (scheme, game), rounds in groups().items():
        if made == "scheme" and game not in ("dice", "plinko", "mines", "blackjack", "videopoker"):
            continue
        if made == "scheme" and scheme not in ("stake", "duel", "liqd"):
            continue
        wrong = [replace(MISTAKES[made](each), promised=None) for each in rounds]
        if any(comes_out(each) for each in wrong) and made != "scheme":
            wrong = [each for each in wrong if not comes_out(each)]
        found = diagnose(wrong)
        assert found is not None, (scheme, game)
        if found.mistake is None:
            # What is not named says what it would need, and there were not as many real rounds.
            assert strength(wrong) > LIMIT, (scheme, game, made)
            assert found.needed is None or found.needed > len(wrong) or game == "limbo"
            continue
        assert found.mistake.name == made, (scheme, game, found)
        assert found.chance <= LIMIT
        named.append((scheme, game))
    expected = {("stake", "dice"), ("stake", "limbo"), ("stake", "plinko"), ("stake", "mines"), ("stake", "keno"), ("stake", "roulette"),
                ("stake", "diamonds"), ("stake", "hilo"), ("stake", "blackjack"), ("stake", "baccarat"), ("stake", "videopoker"),
                ("duel", "dice"), ("liqd", "mines")}  # fmt: skip
    if made == "scheme":
        expected = {
            ("stake", "dice"),
            ("stake", "plinko"),
            ("stake", "mines"),
            ("duel", "dice"),
            ("liqd", "mines"),
        }
    assert expected <= {*named}, (expected - {*named}, made)


@pytest.mark.parametrize("scheme", ["stake", "duel", "liqd"])
def test_a_mistake_in_the_seed_is_told_by_its_hash_alone(scheme: str) -> None:
    """One roll is no evidence, but a hash is."""
    real = next(
        one for (name, _), rounds in groups().items() for one in rounds if name == scheme and one.promised
    )
    assert diagnose([real]) is None
    upper = bent(real, server_seed=real.round.server_seed.upper())
    cases = {"hash_as_seed": bent(real, server_seed=str(real.promised)),
             "spaces_server": bent(real, server_seed=real.round.server_seed + "\n"),
             "hash_spelling": replace(real, promised=str(real.promised).upper() + " "),
             "hash_swapped": replace(bent(real, server_seed=str(real.promised)), promised=real.round.server_seed),
             "seeds_swapped": bent(real, server_seed=real.round.client_seed, client_seed=real.round.server_seed)}  # fmt: skip
    if real.round.scheme.commitment == "text":
        cases["lower_server"] = upper
    else:
        assert diagnose([upper]) is None
    for name, wrong in cases.items():
        found = diagnose([wrong])
        assert found is not None, name
        assert found.mistake is not None, name
        assert found.mistake.name == name
        assert found.chance == 0


def test_the_other_pair_is_named_by_its_number() -> None:
    rounds = groups()["stake", "mines"]
    pair = (rounds[0].round.server_seed, rounds[0].round.client_seed)
    wrong = [replace(bent(each, server_seed="f" * 64, client_seed="other"), promised=None) for each in rounds]
    found = diagnose(wrong, [("0" * 64, "none"), pair])
    assert found is not None
    assert found.mistake is not None
    assert (found.mistake.name, found.mistake.values) == ("pair", {"number": 2})
    kept = [bent(each, client_seed=pair[1]) for each in wrong]
    found = diagnose(kept, [pair])
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.name in ("pair", "pair_server")


def test_another_version_another_option_another_numbering() -> None:
    seeds = ("5c5c42b55822f994bd955a4416775190", "40cea334816e7a68ed62d208ce4a2572")
    told = {101: "391.94", 225: "5553.14"}
    wrong = [
        attempt("stake", "limbo", (*seeds, nonce), {"multiplier": value}, version="2019")
        for nonce, value in told.items()
    ]
    found = diagnose(wrong)
    assert found is not None
    assert found.mistake is not None
    assert (found.mistake.name, found.mistake.values) == ("version", {"version": "2025"})

    mines = groups()["stake", "mines"][:1]
    moved = replace(mines[0], claim={"mines": [cell + 1 for cell in mines[0].claim["mines"]]})
    found = diagnose([moved])
    assert found is not None
    assert found.mistake is not None
    assert (found.mistake.name, found.mistake.values) == ("base", {"base": "1"})

    fewer = bent(mines[0], options=mines[0].round.options | {"mines": 3})
    found = diagnose([fewer])
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.values == {"name": "mines", "value": 24}

    plinko = groups()["stake", "plinko"]
    found = diagnose([bent(each, options=each.round.options | {"rows": 8}) for each in plinko])
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.values == {"name": "rows", "value": 16}

    keyed = [
        bent(each, rule=replace(each.round.rule, settings={**each.round.rule.settings, "key": "hex"}))
        for each in mines
    ]
    found = diagnose(keyed)
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.values == {"key": "text"}


@pytest.mark.parametrize(
    ("played", "typed", "name"),
    [("é", "e\u0301", "nfc_client"), ("e\u0301", "é", "nfd_client"), ("fi", "ﬁ", "nfkc_client"), ("harbour", "Harbour", "lower_client"),
     ("HARBOUR", "Harbour", "upper_client"), ("a\n", "a", "newline_client"), ("a ", "a", "space_after_client"),
     (" a", "a", "space_before_client")],
)  # fmt: skip
def test_another_spelling_of_a_client_seed_is_named(played: str, typed: str, name: str) -> None:
    claim = attempt("stake", "keno", ("seed", played, 7), {}).round.outcome()
    found = diagnose([attempt("stake", "keno", ("seed", typed, 7), claim)])
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.name == name


@pytest.mark.parametrize(
    ("game", "text", "needed"),
    [
        ("dice", "50.00", 3),
        ("roulette", "16", 6),
        ("plinko", "LRLRLRLRLRLRLRLR", 2),
        ("keno", "1,2,3,4,5,6,7,8,9,10", None),
    ],
)
def test_too_little_evidence_names_nothing_and_says_what_would_be_enough(
    game: str, text: str, needed: int | None
) -> None:
    options = {"rows": "16"} if game == "plinko" else {}
    one = attempt("stake", game, ("seed", "client", 7), {}, **options)
    one = replace(one, claim=read_claim(one.round.rule, one.round.options, text))
    found = diagnose([one])
    assert found is not None
    assert found.mistake is None
    assert found.needed == needed
    assert found.chance > LIMIT or needed is None


def test_no_random_wrong_input_is_explained_by_chance() -> None:
    """For every game the claim is that of unrelated seeds: whatever were named would be a false explanation."""
    source = random.Random(77)
    games = [
        (name, game)
        for name in ("stake", "duel", "liqd", "primedice")
        if (scheme := known_scheme(name))
        for game in scheme.games
    ]
    seen: dict[str, int] = defaultdict(int)
    for number in range(WRONG):
        name, game = games[number % len(games)]
        scheme = known_scheme(name)
        assert scheme is not None
        rule = scheme.game(game)
        options = {
            each.name: str(source.randint(each.least, each.most))
            for each in options_of(rule)
            if each.required
        }
        rounds = []
        for nonce in range(source.choice((1, 1, 2, 3))):
            told = Round(
                scheme,
                rule,
                f"{source.getrandbits(128):032x}",
                "somebody else",
                nonce,
                read_options(rule, options),
            ).outcome()
            claim = {
                key: value
                for key, value in told.items()
                if key
                in ("roll", "multiplier", "path", "mines", "numbers", "cards", "number", "symbols", "hmac")
            }
            rounds.append(attempt(name, game, (f"{number:064x}", "client", 40 + nonce), claim, **options))
        found = diagnose(rounds, [(f"{source.getrandbits(128):032x}", "other")])
        if found is not None:
            assert found.mistake is None, (name, game, found)
            seen[game] += 1
    assert len(seen) == len({game for _, game in games})


# Records of our own.

PAIR = SeedPair("60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "quiet harbour")
BETS: dict[str, tuple[dict[str, Any], dict[str, Any] | None, list[dict[str, Any]]]] = {
    "mines": ({"size": 8, "mines": 24}, {"stake": 100}, []),
    "blackjack": ({}, {"stake": 100}, [{"type": "stand"}]),
    "raw": ({"words": 2}, None, []),
}


def own(game: str = "raw", nonce: int = 5) -> dict[str, Any]:
    params, bet, _ = BETS[game]
    return dict(make_record(PAIR, nonce, game, params, bet, round_id="r", reveal=True))


@pytest.mark.parametrize(
    ("changes", "name"),
    [({"nonce": 6}, "nonce"), ({"client_seed": " quiet harbour"}, "spaces_client"), ({"client_seed": '"quiet harbour"'}, "quotes_client"),
     ({"client_seed": "Quiet Harbour"}, "lower_client")],
)  # fmt: skip
def test_a_mistake_in_a_record_of_ours_is_named(changes: dict[str, Any], name: str) -> None:
    record = own()
    record["seeds"] |= changes
    verdict = verify_record(record)
    assert verdict.verdict == "failed"
    found = diagnose_record(record, verdict)
    assert found is not None
    assert found.mistake is not None
    assert found.mistake.name == name


def test_a_wrong_seed_of_a_record_is_told_by_its_hash() -> None:
    cases = {"hash_as_seed": {"server_seed": own()["seeds"]["server_seed_hash"]},
             "lower_server": {"server_seed": own()["seeds"]["server_seed"].upper()},
             "spaces_server": {"server_seed": own()["seeds"]["server_seed"] + "\n"},
             "hash_swapped": {"server_seed": own()["seeds"]["server_seed_hash"],
                              "server_seed_hash": own()["seeds"]["server_seed"]}}  # fmt: skip
    for name, changes in cases.items():
        record = own()
        record["seeds"] |= changes
        found = diagnose_record(record, verify_record(record))
        assert found is not None, name
        assert found.mistake is not None, name
        assert found.mistake.name == name


def test_one_roll_of_ours_is_too_little_evidence() -> None:
    record = dict(
        make_record(
            PAIR, 5, "dice", {"target": "50.00", "direction": "over"}, {"stake": 1}, round_id="r", reveal=True
        )
    )
    record["seeds"] |= {"nonce": 6}
    found = diagnose_record(record, verify_record(record))
    assert found is not None
    assert found.mistake is None
    assert found.needed == 3


def test_a_verified_record_has_no_diagnosis() -> None:
    assert diagnose_record(own(), verify_record(own())) is None
