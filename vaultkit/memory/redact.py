"""Takes secrets out of what is about to be remembered: keys, tokens, passwords, private keys.

A secret that reaches a git object or an index cannot be called back, so every writer of memories passes here first.
What looks like prose about secrets ("token: we chose JWT") stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

REDACTED: Final = "[redacted]"

_PEM: Final = r"""
    -----BEGIN\ [A-Z0-9\ ]{0,40}PRIVATE\ KEY(?:\ BLOCK)?-----
    (?: (?:[^-]|-(?!----))*+ -----END\ [A-Z0-9\ ]{0,50}-----
      | (?: (?:\s|\\[nrt])*+ (?:[A-Za-z0-9+/=]{12,}+|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]*+) )*+ )
"""
"""A block from BEGIN to END; of one that was cut off, the lines that look like a key."""

_KNOWN: Final = r"""
    (?<![\w-])sk-(?:(?=[A-Za-z_-]{0,200}[0-9])[\w-]{8,}+|[A-Za-z]{16,}+[\w-]*+|[\w-]{24,}+)
  | (?<![A-Za-z0-9])(?:
        (?:AKIA|ASIA|AGPA|AROA|AIPA|ANPA|ANVA|AIDA|ABIA|ACCA)[A-Z0-9]{12,}+
      | gh[pousr]_\w{10,}+ | github_pat_\w{10,}+ | gl[a-z]{2,5}-[\w.-]{10,}+
      | xox[a-z]-[\w-]{6,}+ | xapp-[\w-]{10,}+
      | (?:sk|rk|pk)_(?:live|test)_\w{8,}+ | whsec_\w{10,}+
      | AIza[\w-]{20,}+ | ya29\.[\w-]{10,}+ | GOCSPX-[\w-]{10,}+
      | npm_\w{20,}+ | pypi-[\w-]{20,}+ | hf_\w{16,}+ | dop_v1_\w{20,}+ | dckr_pat_[\w-]{10,}+ | shp(?:at|ss)_\w{16,}+
      | SG\.[\w-]{16,}+\.[\w-]{16,}+ | AGE-SECRET-KEY-1\w{20,}+ | [0-9]{8,10}:AA[\w-]{30,}+
      | eyJ[\w-]{8,}+\.[\w-]{8,}+(?:\.[\w-]*+)?
    )
  | (?<=hooks\.slack\.com/services/)[\w/]{10,}+
  | (?<=discord\.com/api/webhooks/)[\w/-]{10,}+
"""
"""Tokens that tell what they are by how they begin."""

_PASSWORD: Final = r"pass(?:word|wd|phrase|code|wort)|(?<![a-z])pwd|kennwort|contraseña|密码|口令|パスワード|пароль"
_TOKEN: Final = r"""
    token | secret | api[\ _-]?key | (?:access|account|private|encryption|signing|shared|master|auth)[_-]?key
  | credentials? | client[_-]?secret | (?<![a-z])pin[_-]?code | otp[_-]?seed
"""
_SECRET_NAME: Final = rf"(?:{_PASSWORD}|{_TOKEN})(?:[_-]?[0-9]{{1,3}})?"

_QUOTED: Final = r"""
    \\*"(?:[^"\\\n]|\\[^"\n])*+\\*" | \\*'(?:[^'\\\n]|\\[^'\n])*+\\*'
"""
_ASSIGNED: Final = rf"""
    (?P<name> {_SECRET_NAME} \\*["'`]? [\ \t]{{0,4}} (?P<sign> => | := | =(?!=) | [:：](?![:/]{{2}}) ) [\ \t]{{0,4}} )
    (?P<value> {_QUOTED} | [^\s"'`,;&<>(){{}}\[\]\\]++(?P<call>[(\[{{])? )
"""
"""`password=..`, `"apiKey": ".."`, `AWS_SECRET_ACCESS_KEY=..`, whatever stands before the name."""

_SAID: Final = rf"""
    (?P<said> (?:{_PASSWORD}) \s{{1,4}} (?:is|was|ist|lautet|est|es|è)\s{{1,4}}(?:now\s|still\s|jetzt\s)?
      | (?:{_PASSWORD}) \s{{0,2}}(?:是|为|は|=)\s{{0,2}} )
    (?P<what> {_QUOTED} | [^\s,;()\[\]]{{4,}}+ )
"""
"""`the password is ..`."""

_CARRIED: Final = rf"""
    (?P<header> \b(?:proxy-)?authorization \\*["']?\s{{0,3}}[:=]\s{{0,3}}\\*["']? )
      (?: (?:bearer|basic|token|digest|negotiate|apikey)\s{{1,4}}[^\s"'\\,]{{8,}}+ | [^\s"'\\,]{{16,}}+ )
  | (?P<cookie> \b(?:set-)?cookie \\*["']?\s{{0,3}}:\s{{0,3}}\\*["']? ) [\w.-]++=[^\s"'\\;]++ (?:;\s?[^\s"'\\;]++)*+
  | (?P<bearer> \bbearer\s{{1,4}} ) (?P<credential> [\w.~+/=-]{{8,}}+ )
  | (?P<flag> (?<!\S)--?(?:{_SECRET_NAME})[\ =] ) (?P<given> {_QUOTED} | [^\s"']++ )
  | (?P<user> \b[a-z][a-z0-9+.-]{{1,20}}://[^\s/:@"'<>]{{0,80}}: ) [^\s/@"'<>]++ (?=@)
"""
"""In a header, on a command line, in an address."""

_REFERENCE: Final = re.compile(
    r"""["'\\]*(?:\$|%\w+%|<|\{|\*{3}|\.{3}|x{3,}|(?:self|os|env|environ|process|config|settings|args|this|ctx|req)[.\[]"""
    r"""|(?:none|null|nil|undefined|true|false|str|string|bytes|required|optional|yes|no)\b["'\\]*$"""
    r"""|\[redacted|redacted|["'\\]*$)""",
    re.IGNORECASE,
)
"""What stands where a secret is put in later, or nothing at all."""

_SECRET_KEY: Final = re.compile(rf"(?:(?P<always>{_PASSWORD}|^pass$)|{_TOKEN})(?:[_-]?[0-9]{{1,3}})?$", re.I | re.X)


_SIGNS: Final = (
    *("-----begin", "sk-", "akia", "asia", "agpa", "aroa", "aipa", "anpa", "anva", "aida", "abia", "acca", "gl", "xox"),
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "xapp-", "_live_", "_test_", "whsec_", "aiza", "ya29."),
    *("gocspx-", "npm_", "pypi-", "hf_", "dop_v1_", "dckr_pat_", "shpat_", "shpss_", "sg.", "age-secret-key-1", ":aa"),
    *("eyj", "slack.com", "discord.com", "authorization", "cookie", "bearer", "://", "pass", "pwd", "kennwort"),
    *("token", "secret", "api", "key", "credential", "pin", "otp"),
)
"""In each ASCII text with a secret, in lower case, stands one of these: each pattern needs one to match."""


def redact(text: str) -> str:
    """The text with each secret replaced by `[redacted]`; linear in its length, and the same when done again.

    Known: private keys, tokens with telling prefixes (OpenAI, Anthropic, AWS, GitHub, GitLab, Slack, Stripe, Google,
    npm, PyPI, Hugging Face ..), JSON web tokens, credentials in headers and addresses, values of what is called a
    password, token, secret or key.
    """
    if text.isascii():  # other letters have more than one lower case
        plain = text.lower()
        if not any(sign in plain for sign in _SIGNS):
            return text  # to compile the patterns takes longer than a hook may
    return redact_by_patterns(text)


def redact_by_patterns(text: str) -> str:
    """What `redact` comes to, without a look at whether there can be a secret at all."""
    for pattern, replace in _passes():
        text = pattern.sub(replace, text)
    return text


def redact_value(value: Any) -> Any:
    """JSON data with the secrets of all its texts and keys replaced; what a secret name holds is one as a whole."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [redact_value(item) for item in value]
    if isinstance(value, dict):
        return {redact(key): _redact_named(key, item) for key, item in value.items()}
    return value


def _redact_named(name: str, value: Any) -> Any:
    found = _SECRET_KEY.search(name)
    return redact_value(value) if found is None else _hidden(value, always=found["always"] is not None)


def _hidden(value: Any, *, always: bool) -> Any:
    """What a secret name holds, without the secret. A sentence about a token is none; a pass phrase is."""
    if isinstance(value, list):
        return [_hidden(item, always=always) for item in value]
    if isinstance(value, dict):
        return {redact(key): _hidden(item, always=always) for key, item in value.items()}
    if isinstance(value, str) and not _REFERENCE.match(value) and (always or not re.search(r"\s", value.strip())):
        return REDACTED
    if isinstance(value, (int, float)) and not isinstance(value, bool) and always:
        return REDACTED
    return redact_value(value)


@cache
def _passes() -> tuple[tuple[re.Pattern[str], Any], ...]:
    """The passes in their order; a later one sees what an earlier one left."""
    return (
        (re.compile(rf"{_PEM}|{_KNOWN}", re.X), REDACTED),
        (re.compile(_CARRIED, re.X | re.I), _carried),
        (re.compile(_ASSIGNED, re.X | re.I), _assigned),
        (re.compile(_SAID, re.X | re.I), _said),
    )


def _carried(found: re.Match[str]) -> str:
    credential, given = found["credential"], found["given"]
    is_prose = credential and not re.search(r"\d|[a-z][A-Z]|[_.]\w", credential) and len(credential) < 24
    if is_prose or (given and _REFERENCE.match(given)):
        return found[0]
    carrier: str = next(found[name] for name in ("header", "cookie", "bearer", "flag", "user") if found[name])
    return carrier + REDACTED


def _assigned(found: re.Match[str]) -> str:
    value = found["value"]
    if found["call"] or _REFERENCE.match(value) or _is_sentence(found):
        return found[0]
    quote = re.match(r"""\\*["']""", value)
    return found["name"] + (f"{quote[0]}{REDACTED}{quote[0]}" if quote else REDACTED)


def _is_sentence(found: re.Match[str]) -> bool:
    """Whether a colon begins a sentence: a plain word and more after it."""
    if found["sign"] not in (":", "：") or not found["value"].isalpha():
        return False
    return re.match(r"[ \t]+[^\s#}\]]", found.string[found.end() : found.end() + 40]) is not None


def _said(found: re.Match[str]) -> str:
    what = found["what"]
    telling = re.search(r"""^["'\\]|\d|\w[!@#$%^&*_]|[a-z][A-Z]""", what)
    return found["said"] + REDACTED if telling and not _REFERENCE.match(what) else found[0]
