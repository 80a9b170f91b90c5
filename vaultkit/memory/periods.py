"""The times that a question or a heading names, as days: English and Chinese, relative to a given time. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from vaultkit.memory.dates import absolute_dates

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH: Final = "|".join(f"{name}|{name[:3]}" for name in _MONTHS) + "|sept"
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HAN_DAYS: Final = "一二三四五六日天"
_HAN_MONTHS: Final = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_HAN: Final = dict(
    zip(
        ("一", "二", "两", "三", "四", "五", "六", "七", "八", "九", "十", "几"),
        (1, 2, 2, *range(3, 11), 3),
        strict=True,
    )
)
_COUNTS: Final = {
    "a": 1, "one": 1, "two": 2, "couple of": 2, "three": 3, "few": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, **_HAN,
}  # fmt: skip
_COUNT: Final = r"[0-9]{1,3}|" + "|".join(sorted(_COUNTS, key=len, reverse=True))
_UNIT_DAYS: Final = {
    **{
        "day": 1,
        "week": 7,
        "month": 30,
        "year": 365,
        "天": 1,
        "日": 1,
        "周": 7,
        "星期": 7,
        "个月": 30,
        "月": 30,
        "年": 365,
    }
}
_RECENT: Final = timedelta(days=13)
"""What `recently` reaches back."""
_SLACK: Final = timedelta(days=3)
"""How far off `two weeks ago` may be."""
_EARLIEST: Final = date(1970, 1, 1)

_DAY: Final = rf"""
    (?P<iso>(?<!\d)(?P<y1>[12]\d{{3}})-(?P<m1>\d{{1,2}})-(?P<d1>\d{{1,2}})(?!\d))
  | (?P<han>(?P<y2>[12]\d{{3}})年(?P<m2>\d{{1,2}})月(?P<d2>\d{{1,2}})[日号號])
  | (?P<dmy>\b(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m3>{_MONTH})\b\.?,?\s+(?P<y3>[12]\d{{3}})\b)
  | (?P<mdy>\b(?P<m4>{_MONTH})\b\.?\s+(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y4>[12]\d{{3}})\b)
"""
_NAMED_DAY: Final = re.compile(_DAY, re.X | re.I)

_WORDS: Final = rf"""
    (?P<week_of>the\ week\ of\ (?P<w1>\d{{4}}-\d\d-\d\d)|(?P<w2>\d{{4}}-\d\d-\d\d)那周(?P<end>末)?)
  | (?P<night>the\ night\ of\ (?P<n1>\d{{4}}-\d\d-\d\d))
  | {_DAY}
  | (?P<han_month>(?P<y5>[12]\d{{3}})年(?P<m5>\d{{1,2}})月份?)
  | (?P<iso_month>(?<![\d.-])(?P<y6>[12]\d{{3}})-(?P<m6>\d\d)(?![\d-]))
  | (?P<month_year>\b(?P<m7>{_MONTH})\b\.?,?\s+(?:of\s+)?(?P<y7>[12]\d{{3}})\b)
  | (?P<han_day>(?<!\d)(?P<m8>\d{{1,2}})月(?P<d8>\d{{1,2}})[日号號])
  | (?P<month_day>\b(?P<m9>{_MONTH})\b\.?\s+(?P<d9>\d{{1,2}})(?:st|nd|rd|th)?\b)
  | (?P<day_month>\b(?:the\s+)?(?P<d10>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m10>{_MONTH})\b)
  | (?P<month>\b(?:in|during|of|since|until|before|after|early|late|mid|last|this|from|to|and|between)[\s-]+
      (?P<m11>{_MONTH})\b(?!\.?,?\s+(?:of\s+)?[0-9]))
  | (?P<bare_han_month>(?<!\d)(?P<m12>\d{{1,2}}|(?<!十)(?:十[一二]?|[一二三四五六七八九]))月份?)
  | (?P<han_year>(?P<y8>[12]\d{{3}})年)
  | (?P<year>(?<![\d.-])(?P<y9>(?:19|20)\d\d)(?![\d.-]|\s*年))
  | (?P<past>\b(?:(?:in|over|within|during)\s+)?the\s+(?:last|past)\s+
        (?:(?P<p1>{_COUNT})\s+)?(?P<u1>day|week|month|year)s?\b
      | \b(?:last|past)\s+(?P<p2>{_COUNT})\s+(?P<u2>day|week|month|year)s?\b
      | (?:最近|过去|近)(?:的|这)?(?P<p3>\d{{1,3}}|[{"".join(_HAN)}])(?P<u3>天|日|周|星期|个月|年))
  | (?P<weekend>\b(?:last|this|the)\s+weekend\b)
  | (?P<weekday>\bon\s+(?P<wd>{"|".join(_WEEKDAYS)})\b|(?<![上下这這本个個])(?:周|星期|礼拜)(?P<hwd>[{_HAN_DAYS}]))
  | (?P<daytime>\bthis\s+(?:morning|afternoon|evening)\b|今早)
  | (?P<recent>\brecently\b|\blately\b|最近|近来|近期)
"""
_TIMES: Final = re.compile(_WORDS, re.X | re.I)
_WEEKS_AGO: Final = re.compile(
    rf"\b(?:{_COUNT})\ weeks?\ ago\b|(?:\d+|[{''.join(_HAN)}])\s?(?:周|星期)(?:之|以)?前", re.I
)
_SINCE: Final = re.compile(r"(?:\b(?:since|after|from)\s+|自从?|从)$", re.I)
_BEFORE: Final = re.compile(r"\b(?:before|until|till|up\s+to)\s+$", re.I)
_SINCE_BEHIND: Final = re.compile(r"\s*(?:以来|之后|以后|起)")
_BEFORE_BEHIND: Final = re.compile(r"\s*(?:之前|以前|为止)")
_TO: Final = re.compile(r"\s*(?:and|to|until|till|through|-|–|到|至|和)\s*(?:the\s+)?", re.I)


class Period(NamedTuple):
    """The days that a phrase means."""

    first: date
    last: date
    is_relative: bool
    """Whether it was said from today on: then nothing else is meant."""


class Timed(NamedTuple):
    """A question and the time it names."""

    period: Period | None
    rest: str
    """The question without the words that name it."""


_ASKS: Final = re.compile(
    r"\s*(?:since )?when\b|\bhow long\b|\b(?:what|which) (?:year|month|week|day|date|time)\b"
    r"|什么时候|何时|哪[天年月]|多久|几[号月点]",
    re.I,
)
_TELLS: Final = re.compile(
    rf"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|morning|recently"
    rf"|{'|'.join(_WEEKDAYS)}|{'|'.join(name for name in _MONTHS if name != 'may')}|[12]\d{{3}})\b"
    r"|昨|今天|明天|前天|上周|下周|上个?月|去年|今年|最近|[年月日号]",
    re.I,
)


def asks_when(question: str) -> bool:
    """Whether a question is one about the time of something."""
    return _ASKS.search(question) is not None


def tells_when(text: str) -> bool:
    """Whether a text speaks of a time."""
    return _TELLS.search(text) is not None


def day_in(text: str) -> str:
    """The first whole date in a text, as `YYYY-MM-DD`; "" without one."""
    for found in _NAMED_DAY.finditer(text):
        meant = _valid(_day, found, date.max)
        if meant:
            return meant[0].isoformat()
    return ""


def timed(question: str, now: datetime) -> Timed:
    """The time that a question names. Several are one from the first day of all to the last."""
    rough = _WEEKS_AGO.search(question) is not None
    plain = absolute_dates(question, now)
    found: list[Period] = []
    rest: list[str] = []
    at = 0
    for match in _TIMES.finditer(plain):
        days = _days_of(match, now.date())
        if days is None:
            continue
        first, last = days
        relative = match.lastgroup in _FROM_NOW or _normal(match[0]) not in _normal(question)
        if rough and relative:
            first, last = first - _SLACK, last + _SLACK
        before, behind = plain[at : match.start()], plain[match.end() :]
        lead = _lead(match[0])
        if lead:
            before += lead
        first, last = _bounded(before, behind, first, last, now.date())
        found.append(Period(first, last, relative))
        rest.append(plain[at : match.start()])
        at = match.end()
    if not found:
        return Timed(None, question)
    rest.append(plain[at:])
    whole = Period(
        min(each.first for each in found), max(each.last for each in found), all(each.is_relative for each in found)
    )
    return Timed(whole, " ".join(" ".join(rest).split()))


def _bounded(before: str, behind: str, first: date, last: date, today: date) -> tuple[date, date]:
    """The days meant by `since` or `before` some days."""
    if _BEFORE.search(before) or _BEFORE_BEHIND.match(behind):
        return _EARLIEST, first - timedelta(days=1)
    is_range = _TO.match(behind) is not None and re.search(r"\bfrom\s+$|从$", before, re.I)
    if not is_range and (_SINCE.search(before) or _SINCE_BEHIND.match(behind)):
        return first, max(first, today)
    return first, last


def _lead(said: str) -> str:
    """The preposition that a month was found with."""
    found = re.match(r"(?:since|until|before|after|from)\s+", said, re.I)
    return found[0] if found else ""


def _normal(text: str) -> str:
    return "".join(text.casefold().split())


def _days_of(match: re.Match[str], today: date) -> tuple[date, date] | None:
    kind = next(name for name in _MEANINGS if match[name])
    return _valid(_MEANINGS[kind], match, today)


_Meaning = Callable[[re.Match[str], date], tuple[date, date]]


def _valid(meaning: _Meaning, match: re.Match[str], today: date) -> tuple[date, date] | None:
    try:
        return meaning(match, today)
    except (ValueError, OverflowError):  # the 31st of February, the year 0
        return None


def _get(match: re.Match[str], letter: str) -> str:
    """The year, month or day of whichever form was found."""
    groups = match.groupdict()
    return next((value for name, value in groups.items() if value and re.fullmatch(rf"{letter}\d+", name)), "")


def _month_number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    if word in _HAN_MONTHS:
        return _HAN_MONTHS.index(word) + 1
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(word.casefold()[:3]))


def _day(match: re.Match[str], today: date) -> tuple[date, date]:
    day = date(int(_get(match, "y")), _month_number(_get(match, "m")), int(_get(match, "d")))
    return day, day


def _day_of_year(match: re.Match[str], today: date) -> tuple[date, date]:
    """A day without its year: the last one there was."""
    month, number = _month_number(_get(match, "m")), int(_get(match, "d"))
    day = date(today.year, month, number)
    day = day if day <= today else date(today.year - 1, month, number)
    return day, day


def _whole_month(match: re.Match[str], today: date) -> tuple[date, date]:
    return _month_of(int(_get(match, "y")), _month_number(_get(match, "m")))


def _last_month(match: re.Match[str], today: date) -> tuple[date, date]:
    """A month without its year: the last one that has begun."""
    month = _month_number(_get(match, "m"))
    return _month_of(today.year - (month > today.month), month)


def _month_of(year: int, month: int) -> tuple[date, date]:
    first = date(year, month, 1)
    return first, (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)


def _whole_year(match: re.Match[str], today: date) -> tuple[date, date]:
    year = int(_get(match, "y"))
    return date(year, 1, 1), date(year, 12, 31)


def _week(match: re.Match[str], today: date) -> tuple[date, date]:
    monday = date.fromisoformat(match["w1"] or match["w2"])
    return (monday + timedelta(days=5 if match["end"] else 0)), monday + timedelta(days=6)


def _night(match: re.Match[str], today: date) -> tuple[date, date]:
    day = date.fromisoformat(match["n1"])
    return day, day + timedelta(days=1)


def _past(match: re.Match[str], today: date) -> tuple[date, date]:
    count = match["p1"] or match["p2"] or match["p3"] or "1"
    unit = (match["u1"] or match["u2"] or match["u3"]).casefold()
    number = int(count) if count.isdecimal() else _COUNTS[count.casefold()]
    return today - timedelta(days=number * _UNIT_DAYS[unit]), today


def _weekend(match: re.Match[str], today: date) -> tuple[date, date]:
    saturday = today - timedelta(days=(today.weekday() - 5) % 7)
    if match[0].casefold().startswith("last") and today.weekday() >= 5:
        saturday -= timedelta(days=7)
    return saturday, saturday + timedelta(days=1)


def _weekday(match: re.Match[str], today: date) -> tuple[date, date]:
    number = _WEEKDAYS.index(match["wd"].casefold()) if match["wd"] else min(_HAN_DAYS.index(match["hwd"]), 6)
    day = today - timedelta(days=(today.weekday() - number) % 7)
    return day, day


def _today(match: re.Match[str], today: date) -> tuple[date, date]:
    return today, today


def _recent(match: re.Match[str], today: date) -> tuple[date, date]:
    return today - _RECENT, today


_MEANINGS: Final[dict[str, _Meaning]] = {
    "week_of": _week,
    "night": _night,
    "iso": _day,
    "han": _day,
    "dmy": _day,
    "mdy": _day,
    "han_month": _whole_month,
    "iso_month": _whole_month,
    "month_year": _whole_month,
    "han_day": _day_of_year,
    "month_day": _day_of_year,
    "day_month": _day_of_year,
    "month": _last_month,
    "bare_han_month": _last_month,
    "han_year": _whole_year,
    "year": _whole_year,
    "past": _past,
    "weekend": _weekend,
    "weekday": _weekday,
    "daytime": _today,
    "recent": _recent,
}
"""By the group that tells which kind of phrase was found."""
_FROM_NOW: Final = frozenset({"past", "weekend", "weekday", "daytime", "recent"})
