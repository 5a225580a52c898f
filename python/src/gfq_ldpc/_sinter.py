"""A decoder for sinter, which samples circuits of Stim. sinter is not imported."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from ._errors import GfqLdpcError, InputError
from ._locate import command


class SinterDecoder:
    """Decodes detector error models with ``ldpc decode --dem``, for ``sinter.collect``.

    >>> from gfq_ldpc import SinterDecoder
    >>> decoders = {"relay": SinterDecoder("relay gamma=0.1 solutions=5", engine="cpu")}

    Then ``sinter.collect(num_workers=2, tasks=tasks, decoders=["relay"], custom_decoders=decoders, max_shots=10_000)``. A call starts a
    process, so give sinter large batches.
    """

    def __init__(self, decoder: str = "relay", *, engine: str | None = None) -> None:
        """
        :param decoder: decoder of error models and its options, as ``ldpc simulate --dem`` takes them.
        :param engine: ``gpu`` or ``cpu``; a GPU if there is one, by default.
        """
        self._decoder = decoder
        self._engine = engine

    def compile_decoder_for_dem(self, *, dem: Any) -> CompiledSinterDecoder:
        """A decoder of one model. :param dem: a ``stim.DetectorErrorModel``."""
        return CompiledSinterDecoder(self, str(dem), dem.num_detectors, dem.num_observables)

    def decode_via_files(
        self,
        *,
        num_shots: int,
        num_dets: int,
        num_obs: int,
        dem_path: Any,
        dets_b8_in_path: Any,
        obs_predictions_b8_out_path: Any,
        tmp_dir: Any,
    ) -> None:
        """Decodes shots from file to file, as sinter calls it.

        :raises GfqLdpcError: if the command fails, with its message.
        """
        with tempfile.TemporaryDirectory(dir=tmp_dir) as folder:
            # The command goes by the endings of files.
            dem, shots, out = (Path(folder) / name for name in ("model.dem", "detectors.b8", "observables.b8"))
            dem.write_bytes(Path(dem_path).read_bytes())
            shots.write_bytes(Path(dets_b8_in_path).read_bytes())
            self._run(dem, shots, out)
            Path(obs_predictions_b8_out_path).write_bytes(out.read_bytes())

    def _run(self, dem: Path, shots: Path, out: Path) -> None:
        line = [*command(), "decode", "--dem", str(dem), "--shots", str(shots), "--out", str(out), "--decoder", self._decoder, "--quiet"]
        if self._engine is not None:
            line += ["--engine", self._engine]
        done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise GfqLdpcError(done.stderr.strip() or f"ldpc decode ended with status {done.returncode}")


class CompiledSinterDecoder:
    """A decoder of one detector error model, as ``sinter.CompiledDecoder``."""

    def __init__(self, decoder: SinterDecoder, dem: str, detectors: int, observables: int) -> None:
        self._decoder = decoder
        self._dem = dem
        self._detectors = detectors
        self._observables = observables

    def decode_shots_bit_packed(self, *, bit_packed_detection_event_data: Any) -> Any:
        """Predicted observables of shots.

        :param bit_packed_detection_event_data: uint8 of shape (shots, ⌈detectors/8⌉), the first detector in the lowest bit.
        :returns: uint8 of shape (shots, ⌈observables/8⌉).
        :raises InputError: for data of another shape.
        """
        import numpy as np

        data = np.ascontiguousarray(bit_packed_detection_event_data, dtype=np.uint8)
        width = -(-self._detectors // 8)
        if data.ndim != 2 or data.shape[1] != width:
            raise InputError(f"shots of {self._detectors} detectors have the shape (shots, {width}), not {data.shape}")
        if data.shape[0] == 0:
            return np.zeros((0, -(-self._observables // 8)), dtype=np.uint8)
        with tempfile.TemporaryDirectory() as folder:
            dem, shots, out = (Path(folder) / name for name in ("model.dem", "detectors.b8", "observables.b8"))
            dem.write_text(self._dem)
            shots.write_bytes(data.tobytes())
            self._decoder._run(dem, shots, out)
            return np.frombuffer(out.read_bytes(), dtype=np.uint8).reshape(data.shape[0], -1)
