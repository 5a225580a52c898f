"""A decoder for sinter, which samples circuits of Stim. sinter is not imported."""

from __future__ import annotations

import multiprocessing.context
import threading
import time
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

    sinter samples at most 1,024 shots at a time, and a worker waits for the slowest of them. Other workers of its core use that time: with
    a relay of [[72,12,6]] at p 0.003 on an H200 one worker takes 3.5 times as long as sampling alone, four workers on one core take 1.5 times
    (in an emulation of sinter's loop, whose sampling was a busy wait of 1.2 ms). A GPU is faster with larger batches, too: ``max_batch_size=65_536``.
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


class SinterSampler(SinterDecoder):
    """Samples circuits with Stim and decodes their shots with gfq-ldpc, for ``sinter.collect``.

    Give it in ``custom_decoders`` in the place of a :class:`SinterDecoder`. The next shots are sampled while the last are decoded, and a call
    has as many shots as take about 0.2 seconds. sinter counts no detection events and no combinations of observables for samplers.

    :raises ImportError: if sinter is not installed.
    """

    def __init__(self, decoder: str = "relay", *, engine: str = "auto", adapter: str | None = None) -> None:
        super().__init__(decoder, engine=engine, adapter=adapter)
        import sinter  # type: ignore[import-not-found]

        sinter.Sampler.register(SinterSampler)

    def compiled_sampler_for_task(self, task: Any) -> _CompiledSampler:
        """A sampler of one task. :param task: a ``sinter.Task`` with its circuit and detector error model."""
        return _CompiledSampler(self, task)


#: Shots of a call: the first, the most, and seconds that a call should not exceed.
_SHOTS_FIRST, _SHOTS_MOST, _SECONDS = 256, 16_384, 0.2


class _CompiledSampler:
    """What sinter calls a compiled sampler."""

    def __init__(self, decoder: SinterDecoder, task: Any) -> None:
        self._task = task
        self._sampler = task.circuit.compile_detector_sampler()
        self._decoder = decoder.compile_decoder_for_dem(dem=task.detector_error_model)
        self._shots = _SHOTS_FIRST
        #: Detectors and observables that were sampled while other shots were decoded.
        self._drawn: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None = None

    def handles_throttling(self) -> bool:
        """Whether sinter leaves the number of shots to this object."""
        return True

    def sample(self, suggested_shots: int) -> Any:
        """Statistics of some shots, at most as many as are suggested, as a ``sinter.AnonTaskStats``."""
        import sinter

        start = time.monotonic()
        detectors, observables = (each[:suggested_shots] for each in self._drawn or self._draw(suggested_shots))
        shots = len(detectors)
        kept = np.ones(shots, dtype=bool)
        if self._task.postselection_mask is not None:
            kept = ~np.any(detectors & self._task.postselection_mask, axis=1)
        self._decoder.send(np.ascontiguousarray(detectors[kept]))
        self._drawn = self._draw(suggested_shots - shots) if suggested_shots > shots else None
        wrong = self._decoder.answer() ^ observables[kept]
        if self._task.postselected_observables_mask is not None:
            wrong = wrong[~np.any(wrong & self._task.postselected_observables_mask, axis=1)]
        seconds = time.monotonic() - start
        if seconds < _SECONDS / 2:
            self._shots = min(2 * self._shots, _SHOTS_MOST)
        elif seconds > _SECONDS:
            self._shots = max(self._shots // 2, 1)
        return sinter.AnonTaskStats(
            shots=shots, errors=int(np.count_nonzero(np.any(wrong, axis=1))), discards=shots - len(wrong), seconds=seconds
        )

    def _draw(self, most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        return self._sampler.sample(shots=min(most, self._shots), bit_packed=True, separate_observables=True)


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
        self.send(data)
        return self.answer()

    def send(self, shots: NDArray[np.uint8]) -> None:
        """Sends shots to be decoded, and does not wait: `answer` has to be called next."""
        self._connection.send("decode-shots", {"shots": shots}, code=self._code, decoder=self._decoder.decoder)

    def answer(self) -> NDArray[np.uint8]:
        """Predicted observables of the shots that were sent."""
        return self._connection.answer()[1]["observables"]

    def close(self) -> None:
        """Ends the connection. So does the garbage collector."""
        self._end()

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledSinterDecoder, (self._decoder, self._dem, self._detectors, self._observables)
