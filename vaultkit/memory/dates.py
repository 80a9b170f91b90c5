"""Makes relative dates absolute: what is remembered as "yesterday" means nothing a month later.

English and Chinese, against a given time. What is vague ("recently", "a few days ago") or has two readings ("next
Friday") stays, and so do code and addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final

_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        (
            *("a an one 一", "two 二 两 兩", "three 三", "four 四", "five 五", "six 六"),
            *("seven 七", "eight 八", "nine 九", "ten 十", "eleven 十一", "twelve 十二"),
        ),
        1,
    )
    for word in words.split()
}
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HAN_DAYS: Final = "一二三四五六日天"
_DAYS: Final = {
    **{"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1},
    **{"今天": 0, "今日": 0, "今晚": 0, "昨天": -1, "昨日": -1, "昨晚": -1, "前天": -2, "大前天": -3},
    **{"明天": 1, "明日": 1, "明晚": 1, "后天": 2, "後天": 2, "大后天": 3},
}
_TURNS: Final = {
    **{"last": -1, "this": 0, "next": 1, "上": -1, "本": 0, "这": 0, "這": 0, "下": 1},
    **{"去": -1, "今": 0, "明": 1},
}
_UNITS: Final = {
    **{"minute": "minutes", "hour": "hours", "day": "days", "week": "weeks", "month": "months", "year": "years"},
    **{"分钟": "minutes", "小时": "hours", "天": "days", "周": "weeks", "星期": "weeks"},
    **{"个月": "months", "年": "years"},
}

_NUMBER: Final = r"[0-9]{1,4}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_UNIT: Final = "minute|hour|day|week|month|year"
_BARE: Final = r"(?<![\w/.@#=-]){}(?![\w/@(=-]|\.\w)"
"""A phrase that is no part of a name, a path or an address."""

_ENGLISH: Final = _BARE.format(
    rf"""(?:
    (?P<day>(?:the\ day\ (?P<far>before|after)\ )?(?:yesterday|tomorrow)|today|tonight)
  | (?P<now>just\ now|right\ now)
  | (?P<count>{_NUMBER})\ (?P<unit>{_UNIT})s?\ ago
  | in\ (?P<ahead>{_NUMBER})\ (?P<unit_ahead>day|week|month|year)s?
  | (?<!the\ )(?P<turn>last|this|next)\ (?P<period>week|month|year)
  | (?<!the\ )last\ (?P<weekday>{"|".join(_WEEKDAYS)}|night)
    )"""
)
_CHINESE: Final = rf"""
    (?P<zh_day>{"|".join(sorted((day for day in _DAYS if not day.isascii()), key=len, reverse=True))})
  | (?P<zh_now>刚才|剛才|刚刚|现在|現在)
  | (?P<zh_turn>[上本这這下])(?:个|個)?(?:周|週|星期|礼拜)(?P<zh_weekday>[{_HAN_DAYS}](?![周週个個天]))?
  | (?P<zh_month>[上本这這下])(?:个|個)?月(?![0-9一-十])
  | (?P<zh_year>[去今明])年
  | (?P<zh_count>{_NUMBER})\s?(?P<zh_unit>分钟|小时|天|周|星期|个月|年)(?:之|以)?(?P<zh_way>前|后|後)
"""
_KEPT: Final = r"(?P<kept>```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+)"


def absolute_dates(text: str, now: datetime) -> str:
    """The text with relative dates as days (`2026-09-07`), weeks (`the week of 2026-09-07`), months, years or minutes.

    `now` is the time of writing, in whose zone the days are counted.
    """
    return _phrases().sub(lambda found: found[0] if found["kept"] else _absolute(found, now), text)


def absolute_dates_value(value: Any, now: datetime) -> Any:
    """JSON data with the relative dates in its texts made absolute; keys stay."""
    if isinstance(value, str):
        return absolute_dates(value, now)
    if isinstance(value, list):
        return [absolute_dates_value(item, now) for item in value]
    if isinstance(value, dict):
        return {key: absolute_dates_value(item, now) for key, item in value.items()}
    return value


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile(f"{_KEPT}|{_ENGLISH}|{_CHINESE}", re.X | re.I | re.S)


def _absolute(found: re.Match[str], now: datetime) -> str:
    """What a phrase means, in the words that can stand in its place."""
    meaning = next(meaning for name, meaning in _MEANINGS.items() if found[name])
    try:
        return meaning(found, now)
    except (OverflowError, ValueError):  # before the year 1
        return found[0]


def _day(found: re.Match[str], now: datetime) -> str:
    word = found[0].casefold()
    return _shift(now, {"before": -1, "after": 1}.get(found["far"] or "", 0) + _DAYS[word.split()[-1]])


def _moment(found: re.Match[str], now: datetime) -> str:
    return _stamp(now)


def _distance(found: re.Match[str], now: datetime) -> str:
    return _away(now, -_number(found["count"]), _UNITS[found["unit"].casefold()])


def _ahead(found: re.Match[str], now: datetime) -> str:
    return "on " + _away(now, _number(found["ahead"]), _UNITS[found["unit_ahead"].casefold()])


def _period(found: re.Match[str], now: datetime) -> str:
    turn = _TURNS[found["turn"].casefold()]
    match found["period"].casefold():
        case "week":
            return f"the week of {_monday(now, turn)}"
        case "month":
            return _month(now, turn)
        case _:
            return _year(now, turn)


def _weekday(found: re.Match[str], now: datetime) -> str:
    word = found["weekday"].casefold()
    if word == "night":
        return f"the night of {_shift(now, -1)}"
    return _shift(now, -((now.weekday() - _WEEKDAYS.index(word) - 1) % 7 + 1))


def _zh_day(found: re.Match[str], now: datetime) -> str:
    return _shift(now, _DAYS[found[0]])


def _zh_week(found: re.Match[str], now: datetime) -> str:
    turn, weekday = _TURNS[found["zh_turn"]], found["zh_weekday"]
    if weekday:
        return _shift(now, 7 * turn - now.weekday() + min(_HAN_DAYS.index(weekday), 6))
    return f"{_monday(now, turn)}那周"


def _zh_month(found: re.Match[str], now: datetime) -> str:
    return _month(now, _TURNS[found["zh_month"]])


def _zh_year(found: re.Match[str], now: datetime) -> str:
    return _year(now, _TURNS[found["zh_year"]]) + "年"


def _zh_distance(found: re.Match[str], now: datetime) -> str:
    count = _number(found["zh_count"])
    return _away(now, -count if found["zh_way"] == "前" else count, _UNITS[found["zh_unit"]])


_MEANINGS: Final[dict[str, Callable[[re.Match[str], datetime], str]]] = {
    "day": _day,
    "now": _moment,
    "count": _distance,
    "ahead": _ahead,
    "turn": _period,
    "weekday": _weekday,
    "zh_day": _zh_day,
    "zh_now": _moment,
    "zh_turn": _zh_week,
    "zh_month": _zh_month,
    "zh_year": _zh_year,
    "zh_count": _zh_distance,
}
"""By the group that tells which phrase was found."""


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.casefold()]


def _away(now: datetime, count: int, unit: str) -> str:
    """A distance in the precision in which it was said: minutes to the minute, years to the year."""
    if unit in ("minutes", "hours"):
        return _stamp(now + timedelta(**{unit: count}))
    if unit in ("days", "weeks"):
        return _shift(now, count * (7 if unit == "weeks" else 1))
    return _month(now, count) if unit == "months" else _year(now, count)


def _shift(now: datetime, days: int) -> str:
    return (now.date() + timedelta(days)).isoformat()


def _monday(now: datetime, weeks: int) -> str:
    return _shift(now, 7 * weeks - now.weekday())


def _month(now: datetime, months: int) -> str:
    years, month = divmod(now.month - 1 + months, 12)
    return f"{_year(now, years)}-{month + 1:02}"


def _year(now: datetime, years: int) -> str:
    return f"{date(now.year + years, 1, 1).year:04}"


def _stamp(now: datetime) -> str:
    return now.strftime("%Y-%m-%d %H:%M")
