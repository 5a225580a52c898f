"""Every command of ``ldpc`` as a function."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import InputError, ServerError
from ._locate import command


def call(name: str, *operands: Any, **options: Any) -> dict[str, Any]:
    """Runs a command of ``ldpc`` with ``--json``, and returns its result as the dictionary of its schema.

    Options have the names of the command line with underscores. A list gives an option several times, ``True`` is a flag, and ``None``
    leaves an option out. The page *Results as JSON* (doc/reference/results.md) has the members of every result. A command that finds
    what was not asked for (status 3, such as points that are not consistent) returns its result too.

    >>> call("limits", n=128, k=64, fer=[1e-3])["columns"][0]["name"]
    'Eb/N0 dB'
    >>> call("code distance", "tiny20-gf2", quiet=True)["distance"]
    4

    :param name: the command, such as ``"code info"``.
    :param operands: values without a name, such as a code or folders of runs.
    :raises InputError: for a command, option or file that ``ldpc`` refuses.
    :raises NotInstalledError: without ``ldpc``.
    """
    words = [f"--{option.replace('_', '-')}{value}" for option, given in options.items() for value in _values(option, given)]
    line = [*command(), *name.split(), "--json", *words, "--", *map(str, operands)]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode < 0:
        raise ServerError(f"ldpc {name} ended with signal {-done.returncode}")
    try:
        return json.loads(done.stdout)
    except ValueError:
        said = done.stderr.strip().removeprefix("ldpc: ")
        raise InputError(said or f"ldpc {name} prints no result: it ended with status {done.returncode}") from None


def _values(option: str, given: Any) -> list[str]:
    """The texts behind an option's name, one for each time that the option is given."""
    if given is None:
        return []
    if isinstance(given, bool):
        if given:
            return [""]
        raise InputError(f"{option}=False: leave the option out")
    if isinstance(given, Mapping):
        raise InputError(f"{option}: give a number, a text or a list of them")
    several = isinstance(given, Iterable) and not isinstance(given, (str, bytes))
    return [f"={value}" for value in (given if several else [given])]
