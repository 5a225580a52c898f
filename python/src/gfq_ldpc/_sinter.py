"""A decoder for sinter, which samples circuits of Stim. sinter is not imported."""

from __future__ import annotations

import multiprocessing.context
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import InputError, ServerError
from ._service import Connection, Service


class SinterDecoder:
    """Decodes detector error models with gfq-ldpc, for ``sinter.collect``.

    >>> from gfq_ldpc import SinterDecoder
    >>> decoders = {"relay": SinterDecoder("relay gamma=0.1 solutions=5", engine="cpu")}

    Then ``sinter.collect(num_workers=2, tasks=tasks, decoders=["relay"], custom_decoders=decoders, max_shots=10_000)``. All of sinter's
    workers share one process, which decodes shots of several workers together. It starts with the first worker, opens its device while the
    workers start, and stays for later calls until this object is gone. Pickling takes the settings alone, unless a worker is started by it.

    sinter samples at most 1,024 shots at a time. A GPU is faster with larger batches: ``max_batch_size=65_536``.
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
        self._service: Service | None = None
        self._starting = threading.Lock()
        #: Folder of the service of the process that has started this one.
        self._folder: str | None = None

    def __getstate__(self) -> dict[str, Any]:
        is_for_worker = multiprocessing.context.get_spawning_popen() is not None
        folder = self._own_service().folder if is_for_worker else None
        return {"decoder": self.decoder, "engine": self.engine, "adapter": self.adapter, "_folder": folder}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["decoder"], engine=state["engine"], adapter=state["adapter"])  # type: ignore[misc]
        self._folder = state["_folder"]

    def _own_service(self) -> Service:
        with self._starting:
            if self._service is None or not self._service.is_alive:
                options = ["--engine", self.engine]
                self._service = Service(options if self.adapter is None else [*options, "--adapter", self.adapter])
            return self._service

    def _connect(self) -> Connection:
        if self._folder is not None:
            try:
                return Connection(self._folder)
            except ServerError:
                # The process that started this one has ended its service.
                self._folder = None
        service = self._own_service()
        try:
            return Connection(service.folder)
        except ServerError:
            # One that has just died does not listen. A new one that dies at once is an error.
            service.close()
            return Connection(self._own_service().folder)

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
    """A decoder of one detector error model, as ``sinter.CompiledDecoder``."""

    def __init__(self, decoder: SinterDecoder, dem: bytes, detectors: int, observables: int) -> None:
        self._decoder = decoder
        self._dem = dem
        self._detectors = detectors
        self._observables = observables
        self._connection = decoder._connect()
        self._end = weakref.finalize(self, self._connection.close)
        try:
            loaded = self._connection.request("load", {"dem": np.frombuffer(dem, dtype=np.uint8)}, model={"name": "model.dem"})[0]
            self._code = loaded["code"]
            self._connection.request("decoder", code=self._code, decoder=decoder.decoder)
        except BaseException:
            self.close()
            raise

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
        answer = self._connection.request("decode-shots", {"shots": data}, code=self._code, decoder=self._decoder.decoder)[1]
        return answer["observables"]

    def close(self) -> None:
        """Ends the connection. So does the garbage collector."""
        self._end()

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledSinterDecoder, (self._decoder, self._dem, self._detectors, self._observables)
