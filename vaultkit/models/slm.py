"""The only door to Ollama: found by its port first, imported only when it answers, and only on this machine."""

from __future__ import annotations

import ipaddress
import json
import os
import socket
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from vaultkit.config import user_config, user_settings
from vaultkit.errors import VaultkitError
from vaultkit.models.circles import Circles

if TYPE_CHECKING:
    import ollama

_PORT: Final = 11434
_KNOCK: Final = 0.5
"""Seconds until a host that does not answer is taken for absent."""
_CHARACTERS: Final = 32
"""Of a token, at most: a server that heeds no limit is cut off before its answer is looked into."""
_ELSEWHERE: Final = "start it there (ollama serve), or give the address where it is"
INSTALL_CLIENT: Final = "uv tool install 'vaultkit[models]' (or: pipx install 'vaultkit[models]')"
_CLOUD: Final = "ollama.com"
_CLOUDED: Final = ("-cloud", ":cloud")
_LEAST: Final = 1 << 20
"""Bytes below which nothing is a model: only a name for one that runs elsewhere."""
_FENCE: Final = "```"
_SEED: Final = 7
"""Any number, always the same: the same question has the same answer."""

Complete = Callable[[str | tuple[str, ...], dict[str, Any]], dict[str, Any]]
"""Answers a prompt with JSON of a schema; several turns are ours and the model's in turn."""


class Limits(NamedTuple):
    """How much a model may take for one answer."""

    seconds: float = 300.0
    """From the question to the last byte of the answer."""
    tokens: int = 4096
    """Of an answer; one that is cut off there is no answer."""
    window: int = 0
    """Tokens of question and answer together; 0 for what Ollama thinks right."""
    stop: Callable[[], bool] = lambda: False
    """Asked all the time: whether the call shall be given up."""


USUAL: Final = Limits()


class Silent(VaultkitError):
    """Ollama gave no answer: it is not there, knows no such model, failed, or took too long."""


class Bad(VaultkitError):
    """The model answered, and it is no use: cut off, no JSON, no object."""

    def __init__(self, what: str, answer: str) -> None:
        """Say what is wrong with an answer."""
        super().__init__(what, "try again, or take another model")
        self.answer = answer


class Stopped(Exception):
    """Whoever asked does not want to know any more."""


class Model(NamedTuple):
    """A model that Ollama has pulled."""

    name: str
    digest: str
    """Of its weights."""
    size: int
    """Bytes."""
    families: tuple[str, ...]

    @property
    def is_elsewhere(self) -> bool:
        """Whether Ollama hands on what it is asked to its makers (Ollama Cloud); a copy may have any name."""
        return self.name.endswith(_CLOUDED) or 0 < self.size < _LEAST


class Address(NamedTuple):
    """Where an Ollama is."""

    scheme: str
    name: str
    port: int
    path: str = ""
    """Below which it answers, where it stands behind another server."""

    def __str__(self) -> str:
        """As a URL."""
        shown = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{shown}:{self.port}{self.path}"


def address(host: str = "") -> Address:
    """Where `host` is, else `$OLLAMA_HOST`, else the Ollama of this machine, written as Ollama itself reads it.

    Raises VaultkitError for what is no address, and for another machine that the user's own configuration does not
    allow by its name: notes do not leave this one unasked.
    """
    given = _unquoted(host) or _unquoted(os.environ.get("OLLAMA_HOST", "")) or f"127.0.0.1:{_PORT}"
    try:
        found = _parsed(given)
    except ValueError as fault:
        raise VaultkitError(f"{given!r} is no address of an Ollama ({fault})", "write http://HOST:PORT") from fault
    if not is_here(found.name) and found.name not in _allowed_hosts():
        remedy = f'to send your notes there, write into {user_config()}: [slm] allow_hosts = ["{found.name}"]'
        raise VaultkitError(f"{found.name} is not this machine", remedy)
    return found


def _unquoted(host: str) -> str:
    return host.strip().strip("\"'").strip()


def _parsed(given: str) -> Address:
    """An address in any of the forms that Ollama takes. Raises ValueError."""
    scheme, _, rest = given.rpartition("://")
    scheme, port = (scheme or "http").lower(), {"http": 80, "https": 443}.get(scheme.lower(), _PORT)
    if scheme not in ("http", "https"):
        raise ValueError(f"{scheme} is not http or https")
    if _is_version_6(rest):
        rest = f"[{rest}]"
    parts = urlsplit(f"{scheme}://{rest}")
    if parts.username is not None or parts.query or parts.fragment or any(map(str.isspace, rest)):
        raise ValueError("nothing but host, port and path belongs there")
    if not parts.hostname and parts.path.strip("/"):
        raise ValueError("there is no host in it")
    name = parts.hostname or "127.0.0.1"
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(name, name)  # where a server listens is no place to call
    return Address(scheme, name, parts.port or port, parts.path.rstrip("/"))


def _is_version_6(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).version == 6
    except ValueError:
        return False


def _allowed_hosts() -> set[str]:
    return {str(host).casefold() for host in user_settings().get("slm", {}).get("allow_hosts", ())}


class Door(NamedTuple):
    """An Ollama that answers."""

    where: Address
    client: ollama.Client


def knock(where: Address) -> str:
    """Why nobody listens at an address, "" if somebody does; nothing is asked."""
    try:
        socket.create_connection((where.name, where.port), _KNOCK).close()
    except OSError as fault:
        return fault.strerror or str(fault)
    except ValueError as fault:
        return str(fault)
    return ""


def open_door(host: str = "") -> Door:
    """To the Ollama at `host`, as `address` finds it. Raises VaultkitError."""
    where = address(host)
    if silence := knock(where):
        raise Silent(f"no Ollama answers at {where} ({silence})", _ELSEWHERE)
    try:
        import ollama  # 0.6 s, so only when somebody answers

        from vaultkit.models.deadline import Transport
    except ImportError as fault:
        raise VaultkitError("Ollama answers, but its client is not installed", INSTALL_CLIENT) from fault
    fits = is_local if is_here(where.name) else None
    return Door(where, ollama.Client(host=str(where), follow_redirects=False, transport=Transport(fits)))


def models(door: Door) -> list[Model]:
    """The models that an Ollama has, by name. Raises VaultkitError."""
    listed = called(door, "", door.client.list, Limits(seconds=10)).models
    return sorted(
        Model(each.model, each.digest or "", int(each.size or 0), tuple((each.details and each.details.families) or ()))
        for each in listed
        if each.model
    )


def named(name: str, found: Iterable[Model]) -> Model | None:
    """The model of this name, `:latest` if it has no tag."""
    return next((each for each in found if each.name in (name, f"{name}:latest")), None)


def allowed(model: Model) -> Model:
    """The same model, if what it is asked stays where its Ollama is.

    Raises VaultkitError for one that runs elsewhere, unless the user's own configuration allows that.
    """
    if model.is_elsewhere and _CLOUD not in _allowed_hosts():
        what = f"{model.name} runs at {_CLOUD}: Ollama sends there what it is asked"
        remedy = f'take another; to send your notes there, write into {user_config()}: [slm] allow_hosts = ["{_CLOUD}"]'
        raise VaultkitError(what, remedy)
    return model


def completer(model: str, host: str = "", limits: Limits = USUAL) -> Complete:
    """A function that asks a model. Raises VaultkitError, then and when it is called."""
    door = open_door(host)
    if found := named(model, models(door)):
        allowed(found)
    return completer_at(door, model, limits)


def completer_at(door: Door, model: str, limits: Limits) -> Complete:
    """The same through an open door. What it returns raises Silent, Bad and Stopped; it can be called by threads."""
    options: dict[str, Any] = {"temperature": 0, "seed": _SEED, "num_predict": limits.tokens}
    if limits.window:
        options["num_ctx"] = limits.window

    def complete(prompt: str | tuple[str, ...], schema: dict[str, Any]) -> dict[str, Any]:
        turns = (prompt,) if isinstance(prompt, str) else prompt
        messages = [{"role": role, "content": turn} for role, turn in zip(cycle(("user", "assistant")), turns)]
        asked = {"model": model, "messages": messages, "format": schema, "options": options}
        chat = partial(door.client.chat, **asked, stream=True, think=False)  # thoughts would use up `tokens`
        content, end = called(door, model, lambda: _written(chat(), limits), limits)
        if end:
            raise Bad(f"{model} {end}", content)
        try:
            value = json.loads(_bare(content))
        except (ValueError, RecursionError) as fault:
            raise Bad(f"{model} did not answer with JSON", content) from fault
        if not isinstance(value, dict):
            raise Bad(f"{model} did not answer with an object", content)
        return value

    return complete


def _bare(content: str) -> str:
    """JSON without the fence that some models put around it where Ollama does not hold them to the schema."""
    text = content.strip()
    is_fenced = text.startswith(_FENCE) and text.endswith(_FENCE) and len(text) >= 2 * len(_FENCE)
    return text[len(_FENCE) : -len(_FENCE)].removeprefix("json") if is_fenced else text


def _written(parts: Iterable[Any], limits: Limits) -> tuple[str, str]:
    """What a model writes, and what is wrong with its end; one that would not end is told to stop."""
    words, size, thought, circles = [], 0, False, Circles()
    for part in parts:
        words.append(part.message.content or "")
        size += len(words[-1])
        thought = thought or bool(part.message.thinking)
        if part.done_reason == "length" and thought and not size:
            return "", "thought until its answer had no room left; take a variant that does not think (-instruct)"
        if part.done_reason == "length" or size > _CHARACTERS * limits.tokens:
            return "".join(words), "did not come to an end"
        if circles.closes_with(words[-1]):
            return "".join(words), "went round in circles"
        if part.done:
            return "".join(words), ""
    raise ConnectionError("it ended in the midst of an answer")


def called(door: Door, model: str, call: Callable[[], Any], limits: Limits = USUAL) -> Any:
    """What a call of the client returns; its faults as Silent. Raises Stopped."""
    import httpx
    import ollama

    from vaultkit.models import deadline

    try:
        with deadline.within(limits.seconds, limits.stop):
            return call()
    except deadline.Stopped as fault:
        raise Stopped() from fault
    except deadline.TooLate as fault:
        what = f"{model or 'Ollama'} did not answer within {limits.seconds:.0f} s"
        raise Silent(what, "give it more time ([slm] timeout), or take a smaller model") from fault
    except deadline.TooMuch as fault:
        raise Silent(f"the answer of {model or 'Ollama'} has no end", _ELSEWHERE) from fault
    except ollama.ResponseError as fault:
        raise _refusal(door, model, fault) from fault
    except (ConnectionError, httpx.HTTPError) as fault:
        what = f"the connection to Ollama at {door.where} broke ({_shortened(fault)})"
        raise Silent(what, "look whether it still runs") from fault
    except (ValueError, TypeError, AttributeError, RecursionError) as fault:
        # the client takes any JSON for an object, and any depth
        raise _not_ollama(door, "it does not speak its language") from fault


def _refusal(door: Door, model: str, fault: ollama.ResponseError) -> Silent:
    """A status that is no success; the client follows no redirect, which may lead to another machine."""
    if 300 <= fault.status_code < 400:
        return _not_ollama(door, f"it sends us elsewhere (status {fault.status_code})")
    if fault.status_code == 404 and model:
        return Silent(f"Ollama has no model {model!r}", f"ollama pull {model}")
    if fault.status_code == 404:
        return _not_ollama(door, "it lists no models")
    words = f"Ollama failed at {model}" if model else "Ollama failed"
    status = f"status {fault.status_code}: " if fault.status_code > 0 else ""
    said = _shortened(fault.error) or "it gave no reason"
    return Silent(f"{words} ({status}{said})", "look into its log, and try again")


def _not_ollama(door: Door, why: str) -> Silent:
    return Silent(f"what answers at {door.where} is not Ollama: {why}", _ELSEWHERE)


def _shortened(words: object) -> str:
    return " ".join(str(words).split())[:200]


def is_here(name: str) -> bool:
    """Whether a host is this machine, by its name alone."""
    return name == "localhost" or is_local(name)


def is_local(number: str) -> bool:
    """Whether an IP address is one of this machine, to which nothing outside of it listens."""
    try:
        return ipaddress.ip_address(number).is_loopback
    except ValueError:
        return False
