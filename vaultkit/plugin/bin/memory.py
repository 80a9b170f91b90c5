#!/usr/bin/env python3
"""memory.py on the PATH of a plugin: the one of the skill git-notes-memory. Runs on any Python from 3.7 on."""

from __future__ import annotations

import os
import runpy

SKILL = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "skills", "git-notes-memory")

if __name__ == "__main__":
    runpy.run_path(os.path.join(SKILL, "memory.py"), run_name="__main__")
