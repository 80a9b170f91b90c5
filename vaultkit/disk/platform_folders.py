"""Where the platform keeps a user's own files. Linux is answered here: a hook has no time to import platformdirs."""

from __future__ import annotations

import os
import sys

_NAME = "vaultkit"


def data_folder() -> str:
    """The folder of what this program remembers on this machine, whether it exists or not."""
    own = _xdg("XDG_DATA_HOME", ".local/share")
    if own:
        return own
    import platformdirs

    return platformdirs.user_data_dir(_NAME, appauthor=False)


def config_file() -> str:
    """The user's own configuration, whether it exists or not."""
    return os.path.join(_config_folder(), "config.toml")


def _config_folder() -> str:
    own = _xdg("XDG_CONFIG_HOME", ".config")
    if own:
        return own
    import platformdirs

    return platformdirs.user_config_dir(_NAME)


def _xdg(variable: str, otherwise: str) -> str:
    """A folder by the XDG Base Directory Specification 0.8, "" where it does not hold or there is no home."""
    if sys.platform != "linux" or "ANDROID_DATA" in os.environ:
        return ""
    base, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
    if base.startswith("/"):
        return os.path.join(base, _NAME)
    return os.path.join(home, otherwise, _NAME) if home.startswith("/") else ""
