"""Monte Carlo simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._code import Code, as_code
from ._errors import InputError
from ._server import Server

#: The parameters of channels, and the titles of their axes.
CHANNELS = {
    "ebn0": "Eb/N0 (dB)",
    "esn0": "Es/N0 (dB)",
    "snr": "SNR",
    "snr_db": "SNR (dB)",
    "qber": "QBER",
    "symbol_error": "symbol error probability",
    "erasure": "erasure probability",
    "symbol_erasure": "symbol erasure probability",
    "crossover": "probability that a 1 is received as 0",
    "at": "parameter of the tables",
}

#: The further options of :func:`simulate`, and their names in the library.
OPTIONS = {
    "chunk_frames": "chunkFrames",
    "codeword": "codeword",
    "max_seconds": "maxSeconds",
    "max_undetected": "maxUndetected",
    "min_frames": "minFrames",
    "random": "random",
    "target_fer": "targetFer",
}


class Table(list[dict[str, Any]]):
    """Rows of points, from the worst channel to the best, with the columns of points.csv. ``pandas.DataFrame(table)`` takes it."""

    #: Which parameter of :func:`simulate` the column ``point`` holds; None if unknown.
    parameter: str | None = None

    def column(self, name: str) -> NDArray[Any]:
        """A column as an array."""
        return np.array([row.get(name) for row in self])


def simulate(
    code: Code | str | Any,
    decoder: str | None = None,
    channel: str | None = None,
    *,
    ebn0: float | Iterable[float] | None = None,
    esn0: float | Iterable[float] | None = None,
    snr: float | Iterable[float] | None = None,
    snr_db: float | Iterable[float] | None = None,
    qber: float | Iterable[float] | None = None,
    symbol_error: float | Iterable[float] | None = None,
    erasure: float | Iterable[float] | None = None,
    symbol_erasure: float | Iterable[float] | None = None,
    crossover: float | Iterable[float] | None = None,
    max_errors: int = 100,
    max_frames: int = 1_000_000,
    seed: int = 1,
    progress: Callable[[Table], None] | None = None,
    server: Server | None = None,
    **options: Any,
) -> Table:
    """Simulates FER, SER and BER of a code and a decoder, with the counts of ``ldpc simulate`` for the same options.

    :param channel: the channel as ``ldpc simulate --channel`` takes it, such as ``"awgn ebn0=1:0.25:3 modulation=64qam"``; or the text of a
        file of tables, with ``at=`` behind it.
    :param ebn0: in the place of ``channel``, values of Eb/N0 in dB; or one of ``esn0`` and ``snr_db`` in dB, ``snr``, ``qber``, ``symbol_error``, ``erasure``, ``symbol_erasure`` and ``crossover``.
    :param max_errors: a point ends after this number of frame errors, or after ``max_frames`` frames.
    :param progress: called with the table so far, a few times a second.
    :param options: ``chunk_frames``, ``codeword`` ("random", "zero" or "syndrome"), ``random``, and further stopping rules: ``target_fer``, ``min_frames``, ``max_seconds``, ``max_undetected``.
    :raises InputError: for an unknown option, or a decoder that does not fit.
    """
    given = {"channel": channel, "ebn0": ebn0, "esn0": esn0, "snr": snr, "snr_db": snr_db, "qber": qber, "symbol_error": symbol_error, "erasure": erasure, "symbol_erasure": symbol_erasure, "crossover": crossover}
    named = {name: values for name, values in given.items() if values is not None}
    further = {_library_name(option): value for option, value in options.items()}
    if len(named) != 1:
        raise InputError(f"give one of {', '.join(given)}: {' and '.join(named) or 'none'} given")
    (name, values), *_ = named.items()
    wanted: Any = channel
    if channel is None:
        points = [float(value) for value in np.atleast_1d(np.asarray(list(values) if isinstance(values, Iterable) else values))]
        if not points:
            raise InputError(f"{name} has no values")
        wanted = {name.replace("_", "-"): points}
    else:
        words = [word.partition("=")[0].replace("-", "_") for word in channel.split() if "=" in word]
        name = next((word for word in words if word in CHANNELS), "at")
    loaded = as_code(code, server)
    on, handle = loaded.on_server()
    spec = decoder if decoder is not None else on.request("decoder", code=handle).result()[0]["decoder"]
    request = on.request(
        "simulate",
        code=handle,
        decoder=spec,
        channel=wanted,
        options={"maxErrors": max_errors, "maxFrames": max_frames, "seed": seed, **further},
    )
    try:
        while True:
            content, _ = request.next()
            if "event" not in content:
                return _table(content["result"]["points"], name)
            if progress is not None:
                progress(_table(content["points"], name))
    except BaseException:
        # After Ctrl-C, or an error of `progress`, the server has nothing left to do.
        on.cancel(request)
        raise


def _library_name(option: str) -> str:
    if option in OPTIONS:
        return OPTIONS[option]
    near = get_close_matches(option, [*OPTIONS, "max_errors", "max_frames", "seed", *CHANNELS], 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(OPTIONS)}"
    raise InputError(f"option {option} is unknown: {hint}")


def _table(rows: Iterable[dict[str, Any]], parameter: str) -> Table:
    table = Table(rows)
    table.parameter = parameter
    return table
