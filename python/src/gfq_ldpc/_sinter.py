"""A decoder for sinter, which samples circuits of Stim. sinter is not imported."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import InputError
from ._server import Server


class SinterDecoder:
    """Decodes detector error models with gfq-ldpc, for ``sinter.collect``.

    >>> from gfq_ldpc import SinterDecoder
    >>> decoders = {"relay": SinterDecoder("relay gamma=0.1 solutions=5", engine="cpu")}

    Then ``sinter.collect(num_workers=2, tasks=tasks, decoders=["relay"], custom_decoders=decoders, max_shots=10_000)``. Each of sinter's
    workers starts one process when it compiles the decoder of a model. The process ends with the compiled decoder, or with the worker.
    Pickling takes the settings alone.
    """

    def __init__(self, decoder: str = "relay", *, engine: str = "auto", adapter: str | None = None) -> None:
        """
        :param decoder: decoder of error models and its options, as ``ldpc simulate --dem`` takes them.
        :param engine: ``auto``, which takes a GPU if there is one, ``gpu`` or ``cpu``.
        :param adapter: number, PCI address or a part of the name of a GPU, as ``ldpc devices`` lists them.
        """
        self.decoder = decoder
        self.engine = engine
        self.adapter = adapter

    def compile_decoder_for_dem(self, *, dem: Any) -> CompiledSinterDecoder:
        """A decoder of one model. :param dem: a ``stim.DetectorErrorModel``.

        :raises InputError: for a decoder or a model that cannot be read.
        """
        return CompiledSinterDecoder(self, str(dem).encode(), dem.num_detectors, dem.num_observables)

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

        :raises InputError: for a decoder, a model or shots that cannot be read.
        """
        compiled = CompiledSinterDecoder(self, Path(dem_path).read_bytes(), num_dets, num_obs)
        try:
            shots = np.fromfile(dets_b8_in_path, dtype=np.uint8)
            width = -(-num_dets // 8)
            if shots.size != num_shots * width:
                raise InputError(f"{dets_b8_in_path} has {shots.size} bytes: {num_shots} shots of {num_dets} detectors are {num_shots * width}")
            found = compiled.decode_shots_bit_packed(bit_packed_detection_event_data=shots.reshape(num_shots, width))
            found.tofile(obs_predictions_b8_out_path)
        finally:
            compiled.close()


class CompiledSinterDecoder:
    """A decoder of one detector error model, as ``sinter.CompiledDecoder``. It has a process of its own."""

    def __init__(self, decoder: SinterDecoder, dem: bytes, detectors: int, observables: int) -> None:
        self._decoder = decoder
        self._dem = dem
        self._detectors = detectors
        self._observables = observables
        self._server = Server(decoder.engine, decoder.adapter)
        self._end = weakref.finalize(self, self._server.close)
        try:
            loaded = self._server.request("load", {"dem": np.frombuffer(dem, dtype=np.uint8)}, model={"name": "model.dem"}).result()[0]
            self._code = loaded["code"]
            self._server.request("decoder", code=self._code, decoder=decoder.decoder).result()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Number of the process that decodes."""
        return self._server.pid

    def decode_shots_bit_packed(self, *, bit_packed_detection_event_data: Any) -> NDArray[np.uint8]:
        """Predicted observables of shots.

        :param bit_packed_detection_event_data: uint8 of shape (shots, ⌈detectors/8⌉), the first detector in the lowest bit.
        :returns: uint8 of shape (shots, ⌈observables/8⌉).
        :raises InputError: for data of another shape.
        """
        data = np.ascontiguousarray(bit_packed_detection_event_data, dtype=np.uint8)
        width = -(-self._detectors // 8)
        if data.ndim != 2 or data.shape[1] != width:
            raise InputError(f"shots of {self._detectors} detectors have the shape (shots, {width}), not {data.shape}")
        if data.shape[0] == 0:
            return np.zeros((0, -(-self._observables // 8)), dtype=np.uint8)
        answer = self._server.request("decode-shots", {"shots": data}, code=self._code, decoder=self._decoder.decoder).result()[1]
        return answer["observables"]

    def close(self) -> None:
        """Ends the process. So does the garbage collector, and the end of this process."""
        self._end()

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledSinterDecoder, (self._decoder, self._dem, self._detectors, self._observables)
