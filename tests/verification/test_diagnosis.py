"""Usual mistakes, each made on real rounds and named; and none named where chance could have done it."""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairseed import SeedPair, make_record
from fairseed.derivation import FairseedError, hash_server_seed
from fairseed.verification import verify_record
from fairseed.verification.diagnosis import diagnose_record
from fairseed.verification.schemes import (
    Attempt,
    Diagnosis,
    Round,
    commitment_of,
    diagnose,
    known_scheme,
    options_of,
    read_claim,
    read_options,
    scheme_names,
    uses_nonce,
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


GAMES = [
    (name, game)
    for name in ("stake", "duel", "liqd", "primedice")
    if (scheme := known_scheme(name))
    for game in scheme.games
]
SEEN = ("roll", "multiplier", "path", "mines", "numbers", "cards", "number", "symbols", "hmac")


def made_up(scheme: str, game: str, seeds: tuple[str, str, int]) -> Attempt:
    """A round of seeds that are nobody's, with what comes out."""
    known = known_scheme(scheme)
    assert known is not None
    options = {each.name: str(each.most // 2 + 1) for each in options_of(known.game(game)) if each.required}
    one = attempt(scheme, game, seeds, {}, **options)
    claim = {key: value for key, value in one.round.outcome().items() if key in SEEN}
    return replace(one, claim=claim)


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
    raise AssertionError("no other operator has this game")


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


def told_as(found: Diagnosis | None) -> set[str]:
    """The names under which a mistake is told; one is named only where the evidence outweighs chance."""
    assert found is not None
    if found.mistake is not None:
        assert found.chance <= LIMIT
        assert found.possible == ()
        return {found.mistake.name}
    assert all(one.chance > LIMIT for one in found.possible)
    assert found.chance == max((one.chance for one in found.possible), default=found.chance)
    return {one.mistake.name for one in found.possible}


def typed_wrong(one: Attempt) -> Iterator[tuple[str, Attempt, list[tuple[str, str]]]]:
    """Every usual mistake that this round's inputs can have, as (name, what is typed, other pairs given)."""
    round_ = one.round
    server, client, rule, options = round_.server_seed, round_.client_seed, round_.rule, round_.options
    loose = replace(one, promised=None)
    if uses_nonce(rule):
        for by in (-5, -1, 1, 5):
            if round_.nonce + by >= 0:
                yield "nonce", bent(loose, nonce=round_.nonce + by), []
    for text in (f" {client}", f"{client}\n", f"\t{client}  "):
        yield "spaces_client", bent(loose, client_seed=text), []
    yield "quotes_client", bent(loose, client_seed=f'"{client}"'), []
    if client == client.lower() != client.upper():
        yield "lower_client", bent(loose, client_seed=client.upper()), []
    yield "spaces_server", bent(loose, server_seed=f"{server[:8]} {server[8:]}\n"), []
    if server == server.lower() != server.upper() and rule.settings["key"] == "text":
        yield "lower_server", bent(loose, server_seed=server.upper()), []
    yield "seeds_swapped", bent(loose, server_seed=client, client_seed=server), []
    if re.fullmatch("(?:[0-9a-f]{2})+", server):
        other = "text" if rule.settings["key"] == "hex" else "hex"
        yield "key", bent(loose, rule=replace(rule, settings={**rule.settings, "key": other})), []
    yield "pair", bent(loose, server_seed="f" * 64, client_seed="other"), [("0" * 64, "x"), (server, client)]
    yield "pair_server", bent(loose, server_seed="f" * 64), [(server, "x")]
    for name in scheme_names():
        scheme = known_scheme(name)
        if scheme is not None and scheme != round_.scheme and rule.name in scheme.games:
            there = scheme.game(rule.name)
            carried = {each.name: options.get(each.name, each.default) for each in options_of(there)}
            yield "scheme", bent(loose, scheme=scheme, rule=there, options=carried), []
    for version in rule.settings.get("versions", ()):
        if version != options["version"]:
            yield "version", bent(loose, options=options | {"version": version}), []
    if rule.formula == "path":
        rows = 8 if options["rows"] != 8 else 9
        yield "option", bent(loose, options=options | {"rows": rows}), []
    if rule.formula == "cells":
        name = rule.settings["name"]
        if rule.settings["count"]:
            yield "option", bent(loose, options=options | {name: 1 if options[name] != 1 else 2}), []
        by = 1 if options["base"] == "0" else -1
        yield "base", replace(loose, claim={name: [cell + by for cell in one.claim[name]]}), []
        if options["order"] == "draw":
            yield "option", replace(loose, claim={name: sorted(one.claim[name])}), []
    if one.promised is not None:
        yield "hash_as_seed", bent(one, server_seed=one.promised), []


def test_every_mistake_on_every_game_is_named_or_told_as_possible() -> None:
    """Each mistake on single real rounds of each game: named where the outcome is evidence enough, else listed."""
    told: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (scheme, game), rounds in groups().items():
        for one in rounds[: 12 if SOAK else 2]:
            for name, wrong, pairs in typed_wrong(one):
                if comes_out(wrong) and name != "hash_as_seed":
                    continue  # a small outcome may come out all the same
                found = diagnose([wrong], pairs)
                assert name in told_as(found), (scheme, game, name, wrong, found)
                told[scheme, game][name].add("named" if found and found.mistake else "possible")
    games = {*groups()}
    assert {*told} == games
    usual = {"spaces_client", "quotes_client", "spaces_server", "seeds_swapped", "pair", "pair_server"}
    for at, kinds in told.items():
        assert len(usual - {*kinds}) <= 1, at  # of bins one may come out by accident
    assert all("nonce" in told[at] for at in games if at[1] != "crash")
    for game in ("dice", "roulette"):
        assert told["stake", game]["nonce"] == {"possible"}
    for game in ("mines", "keno", "videopoker"):
        assert told["stake", game]["nonce"] == {"named"}


@pytest.mark.parametrize(
    ("played", "typed", "name"),
    [("é", "e\u0301", "nfc_client"), ("e\u0301", "é", "nfd_client"), ("fi", "ﬁ", "nfkc_client"),
     ("harbour", "Harbour", "lower_client"), ("HARBOUR", "Harbour", "upper_client"), ("a\n", "a", "newline_client"),
     ("a ", "a", "space_after_client"), (" a", "a", "space_before_client")],
)  # fmt: skip
def test_another_spelling_is_told_in_every_game(played: str, typed: str, name: str) -> None:
    for scheme, game in GAMES:
        for nonce in (0, 7, 1000):
            right = made_up(scheme, game, ("ab" * 16, played, nonce))
            wrong = bent(right, client_seed=typed)
            assert comes_out(right)
            if not comes_out(wrong):
                assert name in told_as(diagnose([wrong])), (scheme, game, nonce)


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


@pytest.mark.parametrize("scheme", ["stake", "duel", "liqd"])
def test_what_explains_only_the_hash_is_not_named(scheme: str) -> None:
    """A hash in capitals does not make an outcome right that the seeds don't give."""
    real = next(
        one for (name, _), rounds in groups().items() for one in rounds if name == scheme and one.promised
    )
    other = "bytes" if real.round.scheme.commitment == "text" else "text"
    for promised in (str(real.promised).upper(), commitment_of(other, real.round.server_seed)):
        spelled = replace(real, promised=promised)
        for wrong in (bent(spelled, nonce=real.round.nonce + 9), bent(spelled, nonce=real.round.nonce + 1)):
            if comes_out(wrong):
                continue
            found = diagnose([wrong])
            assert found is not None
            assert found.mistake is None
            # Nothing told by chance either puts the hash right, but for a scheme that promises otherwise.
            assert {one.mistake.name for one in found.possible} <= {"scheme"}


def test_a_hash_shows_the_pair_that_it_belongs_to() -> None:
    real = next(one for one in groups()["stake", "dice"] if one.promised)
    seeds = (real.round.server_seed, real.round.client_seed)
    lost = bent(real, server_seed="f" * 64)
    for wrong, pair, name in (
        (bent(lost, client_seed="other"), seeds, "pair"),
        (lost, (seeds[0], "other"), "pair_server"),
    ):
        found = diagnose([wrong], [("0" * 64, "none"), pair])
        assert found is not None
        assert found.mistake is not None
        assert (found.mistake.name, found.mistake.values, found.chance) == (name, {"number": 2}, 0)


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
    seen: dict[str, int] = defaultdict(int)
    for number in range(WRONG):
        name, game = GAMES[number % len(GAMES)]
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
            claim = {key: value for key, value in told.items() if key in SEEN}
            rounds.append(attempt(name, game, (f"{number:064x}", "client", 40 + nonce), claim, **options))
        found = diagnose(rounds, [(f"{source.getrandbits(128):032x}", "other")])
        if found is not None:
            assert found.mistake is None, (name, game, found)
            seen[game] += 1
    assert len(seen) == len({game for _, game in GAMES})


def test_no_random_wrong_record_of_ours_is_explained_by_chance() -> None:
    """The outcome of unrelated seeds in a record of ours; what fits by accident is told as possible only."""
    source = random.Random(78)
    seen: dict[str, int] = defaultdict(int)
    possible = 0
    wrong_records = WRONG if SOAK else 105
    for number in range(wrong_records):
        right, game = own_round(source, number)
        verdict = verify_record(right)
        assert verdict.verdict == "verified", (game, verdict)
        other = {"server_seed": f"{source.getrandbits(256):064x}"}
        other["server_seed_hash"] = hash_server_seed(other["server_seed"])
        wrong = right | {"seeds": right["seeds"] | other}
        verdict = verify_record(wrong)
        if verdict.verdict == "verified":
            continue  # few mines, few rows: other seeds may give the same
        pair = (f"{source.getrandbits(256):064x}", "other")
        found = diagnose_record(wrong, verdict, [pair])
        if found is not None:
            assert found.mistake is None, (game, found)
            possible += found.possible != ()
            seen[game] += 1
    assert {*seen} == {*OWN}
    assert possible < wrong_records // 4


# Records of our own.

PAIR = SeedPair("60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "quiet harbour")
BETS: dict[str, tuple[dict[str, Any], dict[str, Any] | None, list[dict[str, Any]]]] = {
    "mines": ({"size": 8, "mines": 24}, {"stake": 100}, []),
    "blackjack": ({}, {"stake": 100}, [{"type": "stand"}]),
    "raw": ({"words": 2}, None, []),
}


OWN = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "raw")


def own_round(source: random.Random, number: int) -> tuple[dict[str, Any], str]:
    """A finished round of one of our games under seeds that are nobody's; most with small outcomes."""
    game = OWN[number % len(OWN)]
    size = source.randint(5, 8)
    params: dict[str, Any] = {
        "dice": {"target": "50.00", "direction": "over"},
        "limbo": {"target": "2.00"},
        "plinko": {"rows": source.randint(8, 16), "risk": "low"},
        "mines": {"size": size, "mines": source.choice((1, 3, size * size // 2))},
        "hilo": {},
        "blackjack": {},
        "raw": source.choice(
            (
                {"words": 1},
                {"bytes": 3},
                {"integers": {"n": 6, "count": 4}},
                {"shuffle": 9},
                {"sample": {"n": 40, "k": 3}},
            )
        ),
    }[game]
    pair = SeedPair(
        f"{source.getrandbits(256):064x}", source.choice(("quiet harbour", "Tide", "é", "ﬁ", "TIDE"))
    )
    nonce, bet = source.randrange(100), None if game == "raw" else {"stake": 100}
    ends: dict[str, list[list[dict[str, Any]]]] = {
        "mines": [[{"type": "open", "cell": cell}, {"type": "cash_out"}] for cell in range(size * size)],
        "hilo": [[{"type": "skip"}, {"type": "skip"}, {"type": "guess", "guess": "higher_or_same"}, {"type": "cash_out"}],
                 [{"type": "skip"}, {"type": "skip"}, {"type": "guess", "guess": "higher_or_same"}],
                 [{"type": "skip"}, {"type": "skip"}, {"type": "guess", "guess": "lower_or_same"}, {"type": "cash_out"}]],
        "blackjack": [[], [{"type": "stand"}]],
    }  # fmt: skip
    for actions in ends.get(game, [[]]):
        try:
            record = dict(make_record(pair, nonce, game, params, bet, actions, round_id="r", reveal=True))
        except FairseedError:
            continue
        if verify_record(record).verdict == "verified":
            return record, game
    return own_round(source, number)


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


def test_two_mistakes_of_a_record_are_not_told_as_one() -> None:
    for changes in (
        {"server_seed_hash": own()["seeds"]["server_seed_hash"].upper()},
        {"server_seed_hash": "1" * 64},
    ):
        record = own()
        record["seeds"] |= {"nonce": 6, **changes}
        found = diagnose_record(record, verify_record(record))
        assert found is None or (found.mistake, found.possible) == (None, ())


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
    (possible,) = found.possible
    assert possible.mistake.values == {"by": "-1", "nonce": "5", "given": "6"}
    assert possible.chance == Fraction(found.tried, 10001)


def test_a_verified_record_has_no_diagnosis() -> None:
    assert diagnose_record(own(), verify_record(own())) is None
