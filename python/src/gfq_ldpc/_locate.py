"""Finds Node and the npm package gfq-ldpc."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ._errors import NotInstalledError

_NODE = "install Node 20.19 or later, from https://nodejs.org or with your system's packages"
_PACKAGE = (
    "clone the repository of gfq-ldpc, run `npm ci` in it, and set the environment variable GFQ_LDPC to its folder "
    "(or `npm link` it, so that `ldpc` is on the PATH)"
)


def command() -> list[str]:
    """The command line that starts ``ldpc``.

    It is looked for in this order: the environment variable GFQ_LDPC, a folder of the package, its ``bin/ldpc.js`` or a
    program; the repository that this file lies in; ``ldpc`` on the PATH; ``npx`` with a package gfq-ldpc that is installed
    in or above the current folder.

    :raises NotInstalledError: if none is found, with the way to install it.
    """
    said = os.environ.get("GFQ_LDPC")
    if said:
        return _of_path(Path(said))
    beside = Path(__file__).resolve().parents[3] / "bin" / "ldpc.js"
    if beside.is_file():
        return [_node(), str(beside)]
    program = shutil.which("ldpc")
    if program:
        return [program]
    npx = shutil.which("npx")
    if npx and _is_installed_above():
        return [npx, "--no-install", "ldpc"]
    if shutil.which("node") is None:
        raise NotInstalledError(f"Node is not on the PATH: {_NODE}; then {_PACKAGE}")
    raise NotInstalledError(f"the npm package gfq-ldpc was not found: {_PACKAGE}")


def _of_path(path: Path) -> list[str]:
    script = path / "bin" / "ldpc.js" if path.is_dir() else path
    if not script.is_file():
        raise NotInstalledError(f"GFQ_LDPC is {path}, and there is no {script}: {_PACKAGE}")
    if script.suffix in (".js", ".mjs", ".cjs"):
        return [_node(), str(script)]
    return [str(script)]


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise NotInstalledError(f"Node is not on the PATH: {_NODE}")
    return node


def _is_installed_above() -> bool:
    here = Path.cwd()
    return any((folder / "node_modules" / "gfq-ldpc").exists() for folder in (here, *here.parents))
