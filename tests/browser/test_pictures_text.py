"""What a picture says in texts is what the record says: every sentence under pictures of random rounds is read
back, in both languages, and beside it the result and the chips."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

import pytest

from tests.browser.conftest import Open
from tests.browser.drawn import Drawn
from tests.browser.rounds import Record, State, decks, random_states, states, vector

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
LOCALES = {"en": "en-GB", "ru": "ru-RU"}
NARROW = "\u202f"  # between thousands, and before a per cent sign

# Sentences in English and Russian, by what they say; {one/other} are forms of a word that mean the same.
SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "drawn": ("{label} {value}, {result}.", "{label} {value}, {result}."),
    "dice": (
        "{side} {target} wins: {count} of {all} rolls, {chance}\u202f%.",
        "Выигрывает {side} {target}: {count} {значение/значения/значений} из {all}, {chance}\u202f%.",
    ),
    "limbo": (
        "At least {target} wins: a chance of {chance}\u202f%.",
        "Выигрывает не меньше {target}: шанс {chance}\u202f%.",
    ),
    "upright": (
        "Upright: the chance of at least the multiplier below.",
        "По вертикали: шанс, что выпадет не меньше множителя внизу.",
    ),
    "path": (
        "Path, left or right at each row: {path}.",
        "Путь, влево (L) или вправо (R) в каждом ряду: {path}.",
    ),
    "bin": ("Bin {bin} pays {pays}.", "Ячейка {bin} платит {pays}."),
    "path of": ("{whose} {path}, bin {bin}, {pays}.", "{whose} {path}, ячейка {bin}, {pays}."),
    "board": ("{rows} {row/rows}, {risk} risk.", "{rows} {ряд/ряда/рядов}, {risk} риск."),
    "bins": ("Bins from the left: {multipliers}.", "Ячейки слева направо: {multipliers}."),
    "mines": (
        "{size} × {again} cells, {mine/mines} at {mines}.",
        "Поле {size} × {again}, {мина/мины} в {клетке/клетках} {mines}.",
    ),
    "mines of": ("{whose}: {mine/mines} at {mines}.", "{whose}: {мина/мины} в {клетке/клетках} {mines}."),
    "opened": ("Opened{ in order/} {cells}, {result}.", "Открыто{ по порядку/}: {cells}, {result}."),
    "nothing opened": ("Nothing opened, {result}.", "Ничего не открыто, {result}."),
    "cells differ": ("{count} {cell differs/cells differ}.", "{Отличается/Отличаются} {count} {клетка/клетки/клеток}."),
    "numbering": (
        "A cell’s number is row × {size} + column, from 0 at the top left.",
        "Номер клетки = ряд × {size} + столбец, с 0 от левого верхнего угла.",
    ),
    "cards": ("{whose} {cards}.", "{whose} {cards}."),
    "guessed": ("On {card} {guess}, {verdict}.", "На {card}: {guess}, {verdict}."),
    "skipped": ("{cards} skipped.", "{cards}: пропуск."),
    "counted": (
        "{guesses} {guess/guesses}, {skips} {skip/skips}.",
        "{guesses} {прогноз/прогноза/прогнозов}, {skips} {пропуск/пропуска/пропусков}.",
    ),
    "ended": ("{end}.", "{end}."),
    "dealer": ("Dealer {cards}, {total}.", "Дилер {cards}, {total}."),
    "hand": (
        "{name} {cards}, {total}, {ending}: {result}, staked {staked}, returned {returned}.",
        "{name} {cards}, {total}, {ending}: {result}, ставка {staked}, возврат {returned}.",
    ),
    "side": (
        "{name}: {category}, staked {staked}, returned {returned}.",
        "{name}: {category}, ставка {staked}, возврат {returned}.",
    ),
    "places": ("Below each card: its place in the shoe.", "Под картой: её место в шузе."),
    "deck": ("{count} {card/cards} from place 0: {cards}.", "{count} {карта/карты/карт} с места 0: {cards}."),
    "deck of": ("{whose} {cards}.", "{whose} {cards}."),
    "dealt": ("The first {count} {was/were} dealt.", "{Сдана/Сданы} {первая/первые} {count}."),
    "places differ": ("{count} {place differs/places differ}.", "{Отличается/Отличаются} {count} {место/места/мест}."),
    "left": ("And {count} more.", "И ещё {count}."),
    "words": ("{count} {word/words} from 0 to {most}.", "{count} {слово/слова/слов} от 0 до {most}."),
    "bytes": ("{count} {byte/bytes}.", "{count} {байт/байта/байтов}."),
    "integers": ("{count} {number/numbers} from 0 to {most}.", "{count} {число/числа/чисел} от 0 до {most}."),
    "sample": (
        "{count} {number/different numbers} from 0 to {most}.",
        "{count} {разное число/разных числа/разных чисел} от 0 до {most}.",
    ),
    "shuffle": ("The numbers from 0 to {most}, shuffled.", "Числа от 0 до {most}, перемешаны."),
    "shuffle of one": ("The number 0.", "Числа от 0 до 0, перемешаны."),
    "items": ("In the order drawn: {items}.", "В порядке вытягивания: {items}."),
    "items of": ("{whose} {items}.", "{whose} {items}."),
    "differ": ("{count} {differs/differ}.", "{Отличается/Отличаются} {count}."),
}  # fmt: skip
WORDS: Final[dict[str, tuple[str, str]]] = {
    "record": ("The record says", "В записи"),
    "seeds": ("The seeds give", "По сидам"),
    "roll": ("Roll", "Результат"),
    "multiplier": ("Multiplier", "Множитель"),
    "over": ("Over", "больше"),
    "under": ("Under", "меньше"),
    "won": ("won", "выигрыш"),
    "lost": ("lost", "проигрыш"),
    "low": ("low", "низкий"),
    "medium": ("medium", "средний"),
    "high": ("high", "высокий"),
    "mines cashed_out": ("cashed out", "выигрыш забран"),
    "mines cleared": ("all safe cells open", "все безопасные открыты"),
    "mines exploded": ("the last was a mine", "в последней мина"),
    "mines abandoned": ("abandoned", "раунд брошен"),
    "cards": ("Cards", "Карты"),
    "higher": ("higher", "выше"),
    "lower": ("lower", "ниже"),
    "same": ("same", "равно"),
    "higher_or_same": ("higher or same", "выше или равно"),
    "lower_or_same": ("lower or same", "ниже или равно"),
    "right": ("right", "верно"),
    "wrong": ("wrong", "неверно"),
    "hilo cashed_out": ("Cashed out", "Выигрыш забран"),
    "hilo lost": ("Lost", "Проигрыш"),
    "hilo abandoned": ("Abandoned", "Раунд брошен"),
    "hand": ("Your hand", "Ваша рука"),
    "left": ("Left hand", "Левая рука"),
    "right hand": ("Right hand", "Правая рука"),
    "natural": ("Natural", "Блэкджек"),
    "win": ("Won", "Выигрыш"),
    "push": ("Push", "Ничья"),
    "lose": ("Lost", "Проигрыш"),
    "bust": ("Bust", "Перебор"),
    "stood": ("stood", "стоп"),
    "doubled": ("doubled", "удвоено"),
    "end bust": ("bust", "перебор"),
    "end natural": ("natural", "блэкджек"),
    "reached": ("21, stands", "21, стоп"),
    "aces": ("one card to a split ace", "одна карта к тузу"),
    "as dealt": ("as dealt", "как сдано"),
    "perfect_pairs": ("Perfect Pairs", "Идеальные пары"),
    "twenty_one_plus_three": ("21+3", "21+3"),
    "side none": ("no category", "нет комбинации"),
    "side perfect": ("perfect pair, 25 to 1", "идеальная пара, 25 к 1"),
    "side colored": ("coloured pair, 12 to 1", "пара одного цвета, 12 к 1"),
    "side mixed": ("mixed pair, 6 to 1", "пара разных цветов, 6 к 1"),
    "side suited_trips": ("suited trips, 100 to 1", "три одинаковые карты, 100 к 1"),
    "side straight_flush": ("straight flush, 40 to 1", "три карты подряд одной масти, 40 к 1"),
    "side three_of_a_kind": ("three of a kind, 30 to 1", "три карты одного номинала, 30 к 1"),
    "side straight": ("straight, 10 to 1", "три карты подряд, 10 к 1"),
    "side flush": ("flush, 5 to 1", "три карты одной масти, 5 к 1"),
}


def word(language: str, name: str) -> str:
    return WORDS[name][("en", "ru").index(language)]


# Values that a sentence could not tell from the words around them.
_CARD = "[2-9TJQKA][cdhs]"
FORMS: Final = {
    "label": r"\D+?",
    "value": r"\d+\.\d\d",
    "pays": r"×?\d+(?:\.\d+)?×?",
    "whose": "|".join(form for name in ("record", "seeds", "cards") for form in WORDS[name]),
    "mines": r"\d+(?:, \d+)*",
    "cells": r"\d+(?:, \d+)*",
    "cards": f"{_CARD}(?: {_CARD})*",
    "path": "[LR]+",
    "multipliers": r"\d[\d. ]*\d",
    "items": r"[\da-f]+(?: [\da-f]+)*",
}


@cache
def pattern(language: str, name: str) -> re.Pattern[str]:
    """A sentence as a pattern that finds its values."""
    parts = re.split(r"\{([^}]*)\}", SENTENCES[name][("en", "ru").index(language)])
    made = [re.escape(part) for part in parts]
    for place in range(1, len(parts), 2):
        forms = parts[place].split("/")
        value = f"(?P<{forms[0]}>{FORMS.get(forms[0], '.+?')})"
        made[place] = value if len(forms) == 1 else f"(?:{'|'.join(map(re.escape, forms))})"
    return re.compile("".join(made))


Sentence = tuple[str, dict[str, str]]


def read(language: str, text: str, wanted: list[Sentence]) -> list[Sentence]:
    """The sentences of a paragraph, read as those that are wanted there: what they say, or the text as it is."""
    found: list[Sentence] = []
    for name, _ in wanted:
        match = pattern(language, name).match(text)
        if match is None:
            break
        found.append((name, match.groupdict()))
        text = text[match.end() :].lstrip(" ")
    return [*found, ("unread", {"text": text})] if text else found


# What there is to be said.


def number(value: int) -> str:
    return re.sub(r"\B(?=(\d{3})+$)", NARROW, str(value))


def short(decimal: str) -> str:
    """A decimal without zeros at its end."""
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal


def per_cent(share: Fraction) -> str:
    """Cut to four decimals."""
    units = share.numerator * 10**6 // share.denominator
    return short(f"{units // 10**4}.{units % 10**4:04}")


def times(language: str, decimal: str) -> str:
    return f"{decimal}×" if language == "en" else f"×{decimal}"


class Told:
    """The sentences that a state must have, paragraph by paragraph."""

    def __init__(self, language: str, state: State) -> None:
        self.language = language
        self.view = state.view()
        self.params: Mapping[str, Any] = self.view["params"]
        both = [("record", self.view["outcome"]), ("seeds", self.view["expected"])]
        self.outcomes = both if self.view["differs"] else [("", self.view["outcome"])]

    def word(self, name: str) -> str:
        return word(self.language, name)

    def paragraphs(self) -> list[list[Sentence]]:
        made: list[list[Sentence]] = getattr(self, self.view["game"])()
        return made

    def won(self, value: Fraction) -> bool:
        target = Fraction(self.params["target"])
        if self.view["game"] == "limbo":
            return value >= target
        return value > target if self.params["direction"] == "over" else value < target

    def _drawn(self, member: str) -> list[Sentence]:
        return [
            (
                "drawn",
                {
                    "label": self.word(whose or member),
                    "value": outcome[member],
                    "result": self.word("won" if self.won(Fraction(outcome[member])) else "lost"),
                },
            )
            for whose, outcome in self.outcomes
        ]

    def dice(self) -> list[list[Sentence]]:
        wins = sum(self.won(Fraction(roll, 100)) for roll in range(10001))
        rule = {
            "side": self.word(self.params["direction"]),
            "target": self.params["target"],
            "count": number(wins),
            "all": number(10001),
            "chance": per_cent(Fraction(wins, 10001)),
        }
        return [[*self._drawn("roll"), ("dice", rule)]]

    def limbo(self) -> list[list[Sentence]]:
        chance = min(Fraction(1), Fraction(self.params["rtp"]) / Fraction(self.params["target"]))
        rule = {"target": self.params["target"], "chance": per_cent(chance)}
        return [[*self._drawn("multiplier"), ("limbo", rule), ("upright", {})]]

    def plinko(self) -> list[list[Sentence]]:
        table = [short(each) for each in self.params["multipliers"]]
        made: list[list[Sentence]] = []
        for whose, outcome in self.outcomes:
            path, at = outcome["path"], outcome["bin"]
            where = {"bin": str(at), "pays": times(self.language, table[at])}
            if whose:
                made.append([("path of", {"whose": self.word(whose), "path": path} | where)])
            else:
                made.append([("path", {"path": path}), ("bin", where)])
        board = {"rows": str(self.params["rows"]), "risk": self.word(self.params["risk"])}
        return [*made, [("board", board), ("bins", {"multipliers": " ".join(table)})]]

    def mines(self) -> list[list[Sentence]]:
        size = str(self.params["size"])
        made: list[list[Sentence]] = []
        for whose, outcome in self.outcomes:
            mines = {"mines": ", ".join(map(str, outcome["mines"]))}
            result = {"result": self.word(f"mines {outcome['result']}")}
            made.append(
                [
                    ("mines of", {"whose": self.word(whose)} | mines)
                    if whose
                    else ("mines", {"size": size, "again": size} | mines),
                    ("opened", {"cells": ", ".join(map(str, outcome["opened"]))} | result)
                    if outcome["opened"]
                    else ("nothing opened", result),
                ]
            )
        numbering: list[Sentence] = [("numbering", {"size": size})]
        if len(self.outcomes) == 1:
            return [made[0] + numbering]
        (_, one), (_, other) = self.outcomes
        orders = [
            [(cell in each["mines"], [*each["opened"], cell].index(cell)) for cell in range(int(size) ** 2)]
            for each in (one, other)
        ]
        orders = [
            [(mine, order if order < len(each["opened"]) else -1) for mine, order in cells]
            for cells, each in zip(orders, (one, other), strict=True)
        ]
        count = sum(a != b for a, b in zip(*orders, strict=True))
        return [*made, [("cells differ", {"count": str(count)}), *numbering]]

    def hilo(self) -> list[list[Sentence]]:
        made: list[list[Sentence]] = []
        moves = [action for action in self.view["actions"] if action["type"] in ("guess", "skip")]
        for whose, outcome in self.outcomes:
            cards, result = outcome["cards"], outcome["result"]
            said: list[Sentence] = [
                ("cards", {"whose": self.word(whose or "cards"), "cards": " ".join(cards)})
            ]
            done = list(zip(cards[:-1], moves, strict=False))
            for place, (card, move) in enumerate(done):
                if move["type"] == "skip":
                    if said[-1][0] == "skipped":
                        said[-1] = ("skipped", {"cards": f"{said[-1][1]['cards']} {card}"})
                    else:
                        said.append(("skipped", {"cards": card}))
                    continue
                wrong = result == "lost" and place == len(cards) - 2
                verdict = self.word("wrong" if wrong else "right")
                said.append(
                    ("guessed", {"card": card, "guess": self.word(move["guess"]), "verdict": verdict})
                )
            skips = sum(move["type"] == "skip" for _, move in done)
            if done:
                said.append(("counted", {"guesses": str(len(done) - skips), "skips": str(skips)}))
            made.append([*said, ("ended", {"end": self.word(f"hilo {result}")})])
        return made

    def blackjack(self) -> list[list[Sentence]]:
        made = [self._table(whose, outcome) for whose, outcome in self.outcomes]
        places: list[Sentence] = [("places", {})]
        return [*made, places] if len(made) > 1 else [made[0] + places]

    def _table(self, whose: str, outcome: Record) -> list[Sentence]:
        dealer, hands = outcome["dealer"], outcome["player_hands"]
        said: list[Sentence] = [
            ("dealer", {"cards": " ".join(dealer["cards"]), "total": str(dealer["total"])})
        ]
        names = ["hand"] if len(hands) == 1 else ["left", "right hand"]
        for name, hand in zip(names, hands, strict=True):
            told = {"name": self.word(name), "cards": " ".join(hand["cards"]), "total": str(hand["total"])}
            told |= {"result": self.word(hand["result"]), "returned": number(hand["returned"])}
            said.append(("hand", told))
        for name, side in outcome.get("side_bets", {}).items():
            told = {"name": self.word(name), "category": self.word(f"side {side['result'] or 'none'}")}
            said.append(("side", told | {"returned": number(side["returned"])}))
        return said

    def deck(self) -> list[list[Sentence]]:
        made: list[list[Sentence]] = []
        for whose, outcome in self.outcomes:
            deck = outcome["deck"]
            first = {"cards": " ".join(deck[:10])}
            said: list[Sentence] = [
                ("deck of", {"whose": self.word(whose)} | first)
                if whose
                else ("deck", {"count": number(len(deck))} | first),
                ("left", {"count": str(len(deck) - 10)}),
            ]
            if dealt := self.params.get("dealt"):
                said.append(("dealt", {"count": str(dealt)}))
            made.append(said)
        if len(made) == 1:
            return made
        (_, one), (_, other) = self.outcomes
        count = sum(a != b for a, b in zip(one["deck"], other["deck"], strict=True))
        return [*made, [("places differ", {"count": str(count)})]]

    def raw(self) -> list[list[Sentence]]:
        made, lists = [], []
        for whose, outcome in self.outcomes:
            ((kind, drawn),) = outcome.items()
            items = re.findall(".{1,8}", drawn) if kind == "bytes" else [str(item) for item in drawn]
            lists.append(items)
            count = number(len(drawn) // 2 if kind == "bytes" else len(drawn))
            told = {"count": count} if kind != "shuffle" else {}
            if kind != "bytes":
                below = {"words": 2**32, "shuffle": len(drawn)}.get(kind) or self.params[kind]["n"]
                told["most"] = number(below - 1)
            name = kind
            if kind == "shuffle" and len(drawn) == 1:
                name, told = "shuffle of one", {}
            twelve = {"items": " ".join(items[:12])}
            said: list[Sentence] = [
                (name, told),
                ("items of", {"whose": self.word(whose)} | twelve) if whose else ("items", twelve),
            ]
            if len(items) > 12:
                said.append(("left", {"count": str(len(items) - 12)}))
            made.append(said)
        if len(made) == 1:
            return made
        record, seeds = lists
        count = sum(seeds[place : place + 1] != [item] for place, item in enumerate(record))
        return [*made, [("differ", {"count": str(count)})]]


def compare(said: dict[str, Any], language: str, state: State) -> None:
    """All that the picture says, against the record."""
    told = Told(language, state)
    wanted = told.paragraphs()
    assert len(said["paragraphs"]) == len(wanted), state.name
    for text, sentences in zip(said["paragraphs"], wanted, strict=True):
        for whose in ("record", "seeds"):
            if state.record["game"] == "blackjack":
                text = text.removeprefix(f"{word(language, whose)}: ")
        found = read(language, text, sentences)
        for (name, values), (_, meant) in zip(found, sentences, strict=False):
            if name == "hand":
                check_hand(language, values, state)
            if name == "side":
                side = next(each for each in SIDES if word(language, each) == values["name"])
                assert values.pop("staked") == number(state.record["bet"].get(side, 0))
            assert values == meant, state.name
        assert [name for name, _ in found] == [name for name, _ in sentences], (state.name, found, sentences)
    settlement = state.record.get("settlement")
    chips = [number(settlement[member]) for member in ("staked", "returned")] if settlement else []
    assert said["chips"] == chips, state.name
    check_results(language, said["results"], told, state)
    if state.record["game"] in ("raw", "deck"):
        assert not said["hidden"]
        check_items(said, told)
    else:
        assert said["hidden"], "nobody is told twice"


SIDES = ("perfect_pairs", "twenty_one_plus_three")


def check_hand(language: str, values: dict[str, str], state: State) -> None:
    """How a hand ended and what was staked on it go together with its cards and the actions."""
    ending, staked = values.pop("ending"), int(values.pop("staked").replace(NARROW, ""))
    endings = {word(language, name): name for name in ENDINGS}
    busts, natural = values["result"] == word(language, "bust"), values["result"] == word(language, "natural")
    assert ending in endings, state.name
    assert (endings[ending] == "end bust") is busts, state.name
    assert natural <= (endings[ending] == "end natural"), state.name
    stake = state.record["bet"]["stake"]
    assert staked in (stake, 2 * stake)
    if endings[ending] == "doubled":
        assert staked == 2 * stake, state.name


ENDINGS = ("stood", "doubled", "end bust", "end natural", "reached", "aces", "as dealt")


def check_results(language: str, results: list[dict[str, Any]], told: Told, state: State) -> None:
    """The figures above the picture; two where record and seeds differ in them."""
    game, settlement = state.record["game"], state.record.get("settlement", {})
    values = [result["value"] for result in results]
    if len(results) == 2:
        assert [result["whose"] for result in results] == [told.word("record"), told.word("seeds")]
    outcomes = [outcome for _, outcome in told.outcomes][: len(results)]
    match game:
        case "dice":
            assert values == [outcome["roll"] for outcome in outcomes]
        case "limbo":
            assert values == [times(language, outcome["multiplier"]) for outcome in outcomes]
        case "plinko":
            table = told.params["multipliers"]
            assert values == [times(language, short(table[outcome["bin"]])) for outcome in outcomes]
        case "mines" | "hilo":
            paid = "multiplier" in settlement
            for value, outcome in zip(values, outcomes, strict=True):
                pays = outcome["result"] in ("cashed_out", "cleared") and paid
                assert value == times(language, short(settlement["multiplier"]) if pays else "0"), state.name
        case "blackjack":
            for result, outcome in zip(results, outcomes, strict=True):
                totals = [*(hand["total"] for hand in outcome["player_hands"]), outcome["dealer"]["total"]]
                assert re.findall(r"\d+", result["label"]) == list(map(str, totals)), state.name


def check_items(said: dict[str, Any], told: Told) -> None:
    """The drawing of a deck or a raw draw is itself read: every card or number in its order."""
    for whose, outcome in told.outcomes:
        ((kind, drawn),) = outcome.items()
        if whose:
            continue
        if kind == "deck":
            assert said["chipCards"] == drawn[:52]
        else:
            items = re.findall(".{1,8}", drawn) if kind == "bytes" else [number(item) for item in drawn]
            assert said["items"] == items[:48]


@pytest.mark.parametrize("language", LOCALES)
def test_every_state_says_what_its_record_says(language: str, open_page: Open, address: str) -> None:
    drawn = Drawn(open_page(address, locale=LOCALES[language]), vector("dice", 1))
    every = list(states())
    for state, said in zip(every, drawn.read_each(every), strict=True):
        compare(said, language, state)


@pytest.mark.soak
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("seed", range(100, 110 if SOAK else 101))
def test_random_rounds_say_what_their_records_say(
    seed: int, language: str, open_page: Open, address: str
) -> None:
    """Most are drawn into the page; some come to it as records."""
    drawn = Drawn(open_page(address, locale=LOCALES[language]), vector("dice", 1))
    every = list(random_states(seed, 1000 if SOAK else 100))
    for state, said in zip(every, drawn.read_each(every), strict=True):
        compare(said, language, state)
    for state in every[:: len(every) // 8]:
        if state.outcome is None:
            drawn.paste(state.record)
            compare(drawn.read(), language, state)


def test_a_deck_that_differs_has_all_its_cards_in_both(open_page: Open, address: str) -> None:
    drawn = Drawn(open_page(address, locale="en-GB"), vector("dice", 1))
    *_, state = decks()
    drawn.draw(state)
    assert state.outcome is not None
    assert drawn.read()["chipCards"] == state.record["outcome"]["deck"] + state.outcome["deck"]
