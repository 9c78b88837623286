"""What stands on the page, as a reader of either language sees it: written down here, not taken from the page."""

from __future__ import annotations

from typing import Final

# English, Russian.
WORDS: Final[dict[str, tuple[str, str]]] = {
    "page": ("Round verifier", "Проверка раундов"),
    "jump": ("Go to the content", "К содержанию"),
    "theme": ("Light or dark", "Светлая или тёмная тема"),
    "one round": ("One round", "Один раунд"),
    "many rounds": ("Many rounds", "Много раундов"),
    "how it works": ("How it works", "Как это устроено"),
    "self-test passed": ("Self-test passed", "Самопроверка пройдена"),
    "self-test failed": ("Self-test failed", "Самопроверка не пройдена"),
    "do not trust": ("Do not trust results on this page", "Не доверяйте результатам на этой странице"),
    # Games.
    "game": ("Game", "Игра"),
    "dice": ("Dice", "Кости"),
    "limbo": ("Limbo", "Лимбо"),
    "plinko": ("Plinko", "Плинко"),
    "mines": ("Mines", "Мины"),
    "hilo": ("HiLo", "Больше-меньше"),
    "blackjack": ("Blackjack", "Блэкджек"),
    "raw": ("Raw draw", "Простая выборка"),
    # Fields.
    "client_seed": ("Client seed", "Клиентский сид"),
    "server_seed": ("Server seed", "Серверный сид"),
    "server_seed_hash": ("Hash shown before play", "Хеш, показанный до игры"),
    "nonce": ("Nonce", "Nonce (номер)"),
    "stake": ("Stake", "Ставка"),
    "target": ("Target", "Цель"),
    "direction": ("Direction", "Направление"),
    "rows": ("Rows", "Ряды"),
    "risk": ("Risk", "Риск"),
    "size": ("Size", "Размер"),
    "perfect_pairs": ("Perfect Pairs", "Идеальные пары"),
    "twenty_one_plus_three": ("21+3", "21+3"),
    "rules": ("The operator’s rules", "Правила оператора"),
    "rtp": ("Return to player", "Возврат игроку"),
    "min_multiplier": ("Least multiplier", "Наименьший множитель"),
    "max_payout": ("Greatest return", "Наибольший возврат"),
    "max_skips": ("Skips a round", "Пропусков за раунд"),
    "multipliers": ("Multipliers, bin 0 first", "Множители с ячейки 0"),
    "draw": ("What is drawn", "Что выбирается"),
    "integers n": ("Below", "Меньше чем"),
    "integers count": ("How many", "Сколько"),
    "sample n": ("Out of", "Из скольких"),
    "sample k": ("How many", "Сколько"),
    "cells": ("Opened cells", "Открытые клетки"),
    "end": ("Then", "Затем"),
    "add": ("Add: {action}", "Добавить: {action}"),
    "take back": ("Take back the last", "Убрать последнее"),
    # Words of fields.
    "over": ("over", "больше"),
    "under": ("under", "меньше"),
    "low": ("low", "низкий"),
    "medium": ("medium", "средний"),
    "high": ("high", "высокий"),
    "nothing": ("nothing", "ничего"),
    "cash out": ("cash out", "забрать выигрыш"),
    "numbers": ("numbers", "числа"),
    "a sample": ("a sample", "выборка"),
    "cash_out": ("cash out", "забрать"),
    "skip": ("skip", "пропустить"),
    "higher": ("higher", "выше"),
    "lower": ("lower", "ниже"),
    "same": ("same", "равно"),
    "higher_or_same": ("higher or same", "выше или равно"),
    "lower_or_same": ("lower or same", "ниже или равно"),
    "hit": ("hit", "ещё"),
    "stand": ("stand", "хватит"),
    "double": ("double", "удвоить"),
    "split": ("split", "разделить"),
    # The ways in and out.
    "paste": ("Paste a record", "Вставить запись"),
    "choose a file": ("Choose a file, or drop it here", "Выбрать или перетащить файл"),
    "example": ("Load an example", "Открыть пример"),
    "check": ("Check", "Проверить"),
    "close": ("Close", "Закрыть"),
    "undo": ("Undo", "Отменить"),
    "put back": ("Put back", "Вернуть"),
    "lower case": ("Write in lower case", "Записать строчными"),
    "edit the text": ("Edit the text", "Исправить текст"),
    "edit": ("Edit", "Изменить"),
    "copy link": ("Copy link", "Копировать ссылку"),
    "link copied": ("Link copied", "Ссылка скопирована"),
    "save report": ("Save report", "Сохранить отчёт"),
    "save record": ("Save record", "Сохранить запись"),
    "give keys": ("Give keys", "Указать ключи"),
    "keys": ("Keys that you trust", "Ключи, которым вы доверяете"),
    "use keys": ("Check with these keys", "Проверить с этими ключами"),
    "from a file": ("From a file", "Из файла"),
    "from a text": ("From a pasted text", "Из вставленного текста"),
    "from a link": ("From a link", "Из ссылки"),
    "an example": ("An example", "Пример"),
    "as you type": ("Checked as you type", "Проверяется по мере ввода"),
    # Headings.
    "nothing yet": ("Nothing to check yet", "Пока нечего проверять"),
    "derived": ("This is what the seeds give", "Вот что дают сиды"),
    "so far": ("This is what the seeds give so far", "Вот что дают сиды на этот момент"),
    "verified": ("Round verified", "Раунд проверен"),
    "void": ("Called-off round verified", "Отменённый раунд проверен"),
    "pending": ("Waiting for the server seed", "Ожидается серверный сид"),
    "refused": (
        "The rules refuse this bet or action",
        "Правила не допускают такой ставки или действия",
    ),
    "failed format": ("The record is not well formed", "Запись составлена неверно"),
    "failed commitment": (
        "The server seed is not the promised one",
        "Серверный сид не тот, что обещан",
    ),
    "failed rules": ("The rules were not kept", "Правила нарушены"),
    "failed outcome": ("Outcome does not match", "Исход не совпадает"),
    "failed settlement": ("Settlement does not match", "Расчёт не совпадает"),
    # Checks and their states.
    "format": ("Format", "Формат"),
    "commitment": ("Commitment", "Обязательство"),
    "receipt": ("Receipt", "Квитанция"),
    "log": ("Log", "Журнал"),
    "check rules": ("Rules", "Правила"),
    "outcome": ("Outcome", "Исход"),
    "settlement": ("Settlement", "Расчёт"),
    "nonces": ("Nonces", "Номера"),
    "seed": ("Seed", "Сид"),
    "close_root": ("Close root", "Итоговый корень"),
    "pass": ("verified", "проверено"),
    "fail": ("failed", "не сошлось"),
    "not checked": ("not checked", "не проверялось"),
    # What cannot be read.
    "not a record": ("This is not a round record", "Это не запись раунда"),
    "place": ("Line {line}, column {column}:", "Строка {line}, столбец {column}:"),
    "nothing was checked": ("Nothing was checked.", "Ничего не проверено."),
    "newer": (
        "This link was made for a newer version of this page. Nothing was filled in.",
        "Ссылка сделана для более новой версии страницы. Ничего не заполнено.",
    ),
    # Many rounds.
    "stop": ("Stop here", "Остановить"),
    "stopped": ("Stopped; the rest was not checked.", "Остановлено; остальное не проверялось."),
    "all checked": ("All checked", "Проверено всё"),
    "csv": ("Export CSV", "Выгрузить CSV"),
    "json": ("Export JSON", "Выгрузить JSON"),
    "files": ("Choose files", "Выбрать файлы"),
    "open round": ("Open round", "Открыть раунд"),
    "open": ("Open", "Открыть"),
    "mismatches": ("Mismatches", "Расхождения"),
    "gaps": ("Gaps", "Пропуски"),
    "lost": ("Lost bets", "Проигрыши"),
    "all": ("All", "Все"),
    "go to": ("Go to nonce", "К номеру"),
    "every round": ("Every round that was checked matches", "Все проверенные раунды сошлись"),
    "first mismatch": ("First mismatch, nonce {nonce}", "Первое расхождение, nonce {nonce}"),
}

CHECKS: Final = ("format", "commitment", "receipt", "log", "rules", "outcome", "settlement")
LANGUAGES: Final = {"en": "en-GB", "ru": "ru-RU"}


def say(language: str, name: str, **values: object) -> str:
    """The words of a name in a language, with values in their places."""
    return WORDS[name][language == "ru"].format(**values)


def check_name(language: str, check: str) -> str:
    """A check as its row is headed: `rules` also names the operator's rules in the slip."""
    return say(language, "check rules" if check == "rules" else check)
