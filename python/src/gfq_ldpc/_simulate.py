"""Monte Carlo simulation."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._code import Code, as_code
from ._errors import InputError, ServerError
from ._locate import command
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

#: The further options of :func:`simulate`, and their names in the library and on the command line.
OPTIONS = {
    "chunk_frames": ("chunkFrames", "chunk"),
    "codeword": ("codeword", "codeword"),
    "max_seconds": ("maxSeconds", "max-time"),
    "max_undetected": ("maxUndetected", "max-undetected"),
    "min_frames": ("minFrames", "min-frames"),
    "random": ("random", "random"),
    "target_fer": ("targetFer", "target-fer"),
}

#: Seconds between two looks at a run in a folder.
_LOOK_SECONDS = 0.5


class Table(list[dict[str, Any]]):
    """Rows of points, from the worst channel to the best, with the columns of points.csv. ``table["fer"]`` is a column."""

    #: Which parameter of :func:`simulate` the column ``point`` holds; None if unknown.
    parameter: str | None = None

    def column(self, name: str) -> NDArray[Any]:
        """A column as an array."""
        return np.array([row.get(name) for row in self])

    def __getitem__(self, key: Any) -> Any:
        return self.column(key) if isinstance(key, str) else super().__getitem__(key)


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
    iterations: int | None = None,
    out: str | Path | None = None,
    progress: bool | Callable[[Any], None] | None = None,
    server: Server | None = None,
    **options: Any,
) -> Any:
    """Simulates FER, SER and BER of a code and a decoder, with the counts of ``ldpc simulate`` for the same options.

    :param channel: the channel as ``ldpc simulate --channel`` takes it, such as ``"awgn ebn0=1:0.25:3 modulation=64qam"``; or the text of a
        file of tables, with ``at=`` behind it.
    :param ebn0: in the place of ``channel``, values of Eb/N0 in dB; or one of ``esn0`` and ``snr_db`` in dB, ``snr``, ``qber``, ``symbol_error``, ``erasure``, ``symbol_erasure`` and ``crossover``.
    :param max_errors: a point ends after this number of frame errors, or after ``max_frames`` frames.
    :param iterations: of the decoder, in the place of ``iterations=`` among its words.
    :param out: folder that keeps the run as ``ldpc simulate --out`` does: the same call again, after Ctrl-C or in another process, continues
        it, and ``ldpc plot`` draws it. A matrix in memory is written to a file beside the folder.
    :param progress: True shows a bar of tqdm, or a line on stderr without it; a function is called with the result so far, a few times a second.
    :param options: ``chunk_frames``, ``codeword`` ("random", "zero" or "syndrome"), ``random``, and further stopping rules: ``target_fer``, ``min_frames``, ``max_seconds``, ``max_undetected``.
    :returns: a ``pandas.DataFrame`` if pandas is installed, else a :class:`Table`. Both have the columns of points.csv.
    :raises InputError: for an unknown option, a decoder that does not fit, or a folder with another run.
    """
    given = {"channel": channel, "ebn0": ebn0, "esn0": esn0, "snr": snr, "snr_db": snr_db, "qber": qber, "symbol_error": symbol_error, "erasure": erasure, "symbol_erasure": symbol_erasure, "crossover": crossover}
    named = {name: values for name, values in given.items() if values is not None}
    further = {_known_option(option): value for option, value in options.items()}
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
    if iterations is not None:
        spec = " ".join([*(word for word in spec.split() if not word.startswith("iterations=")), f"iterations={int(iterations)}"])
    with _Bar(max_errors, max_frames) if progress is True else _Called(progress, name) as shown:
        if out is not None:
            words = [f"--channel={wanted}"] if isinstance(wanted, str) else [f"--{key}={','.join(map(repr, points))}" for key, points in wanted.items()]
            limits = {"max-errors": max_errors, "max-frames": max_frames, "seed": seed, **{OPTIONS[key][1]: value for key, value in further.items()}}
            line = ["--decoder", spec, *words, *(f"--{key}={value}" for key, value in limits.items())]
            return _frame(_in_folder(loaded, on, Path(out), line, shown), name)
        request = on.request(
            "simulate",
            code=handle,
            decoder=spec,
            channel=wanted,
            options={"maxErrors": max_errors, "maxFrames": max_frames, "seed": seed, **{OPTIONS[key][0]: value for key, value in further.items()}},
        )
        try:
            while True:
                content, _ = request.next()
                if "event" not in content:
                    shown(content["result"]["points"])
                    return _frame(content["result"]["points"], name)
                shown(content["points"])
        except BaseException:
            # After Ctrl-C, or an error of `progress`, the server has nothing left to do.
            on.cancel(request)
            raise


def _in_folder(code: Code, server: Server, folder: Path, line: list[str], shown: Callable[[list[dict[str, Any]]], None]) -> list[dict[str, Any]]:
    """Runs ``ldpc simulate`` until the run in the folder is done. Its points are read from the folder."""
    where = ["--out", str(folder), "--json", "--quiet", *server.options]
    # In a session of its own, which Ctrl-C of a terminal does not reach: an exception here ends it as Ctrl-C would.
    process = subprocess.Popen(
        [*command(), "simulate", *code.command_line(folder), *line, *where],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while True:
            try:
                printed, said = process.communicate(timeout=_LOOK_SECONDS)
                break
            except subprocess.TimeoutExpired:
                if shown.wants and (folder / "run.json").exists():  # type: ignore[attr-defined]
                    shown(server.request("run", folder=str(folder.resolve())).result()[0]["points"])
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    if process.returncode < 0:
        raise ServerError(f"ldpc simulate ended with signal {-process.returncode}; the same call continues the run")
    if process.returncode != 0:
        raise InputError(said.strip().removeprefix("ldpc: ") or f"ldpc simulate ended with status {process.returncode}")
    points = json.loads(printed)["points"]
    shown(points)
    return points


class _Called:
    """Calls a function with the table so far, or nothing."""

    def __init__(self, function: Callable[[Any], None] | bool | None, parameter: str) -> None:
        self.wants = callable(function)
        self._function = function
        self._parameter = parameter

    def __enter__(self) -> _Called:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, points: list[dict[str, Any]]) -> None:
        if callable(self._function) and points:
            self._function(_frame(points, self._parameter))


class _Bar:
    """Shows the share of the work that is done, by tqdm if it is installed."""

    wants = True

    def __init__(self, max_errors: int, max_frames: int) -> None:
        self._limits = (max_errors, max_frames)
        self._begun = time.monotonic()
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(desc="simulate", unit="frame", unit_scale=True)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        else:
            print(file=sys.stderr)

    def __call__(self, points: list[dict[str, Any]]) -> None:
        if not points:
            return
        frames = sum(point["frames"] for point in points)
        at = next((point for point in points if point["stopped_by"] == "unfinished"), points[-1])
        text = f"point {at['point']:g}: {at['frame_errors']} errors of {self._limits[0]}, {at['frames']} frames of {self._limits[1]}"
        if self._bar is not None:
            self._bar.update(frames - self._bar.n)
            self._bar.set_postfix_str(text)
        else:
            print(f"\r{frames} frames in {time.monotonic() - self._begun:.0f} s; {text}", end="", file=sys.stderr, flush=True)


def _known_option(option: str) -> str:
    if option in OPTIONS:
        return option
    near = get_close_matches(option, [*OPTIONS, "max_errors", "max_frames", "seed", "iterations", "out", "progress", *CHANNELS], 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(OPTIONS)}"
    raise InputError(f"option {option} is unknown: {hint}")


def _frame(rows: Iterable[dict[str, Any]], parameter: str) -> Any:
    """The points as a frame of pandas, or as a table without it."""
    try:
        from pandas import DataFrame
    except ImportError:
        table = Table(rows)
        table.parameter = parameter
        return table
    frame = DataFrame(list(rows))
    frame.attrs["parameter"] = parameter
    return frame
