"""Decoders of LLRs and of syndromes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._code import Code, as_code
from ._errors import InputError
from ._server import Request, Server

#: Bytes of LLRs in a message: the server decodes one while the next one comes.
_MESSAGE_BYTES = 1 << 23

#: Types of LLRs that the server reads.
_SENT = [np.dtype(name) for name in ("f2", "f4", "f8", "i1", "i2")]

#: Devices of DLPack whose memory the host reads: its own, and pinned.
_HOST_DEVICES = (1, 3)

Kind = Literal["bit", "symbol"]


def _on_host(values: Any) -> NDArray[Any]:
    """An array as NumPy's: without a copy if it lies in the host's memory."""
    if isinstance(values, np.ndarray) or not hasattr(values, "__dlpack__"):
        return np.asarray(values)
    if hasattr(values, "detach"):
        values = values.detach()
    if values.__dlpack_device__()[0] not in _HOST_DEVICES:
        # CuPy's arrays have get, torch's tensors cpu.
        values = values.get() if hasattr(values, "get") else values.cpu()
    return np.asarray(values) if isinstance(values, np.ndarray) else np.from_dlpack(values)


@dataclass(frozen=True)
class Decoded:
    """Result of decoding by frame. A single frame has no axis of frames."""

    #: uint8, shape (frames, N): the decision after the last iteration.
    symbols: NDArray[np.uint8]
    #: uint32, shape (frames,): iterations done.
    iterations: NDArray[np.uint32]
    #: bool, shape (frames,): whether the decision satisfies every check, or has the given syndrome.
    converged: NDArray[np.bool_]
    #: Number of LLRs that were cut at ±2^20, or costs farther than 2^20 from the smallest of their symbol. Infinities are among them.
    clamped: int
    #: float64, shape (frames,): the power of two that the frame's LLRs were multiplied by before they were decoded, 1 unless they are too large or
    #: too small as a whole for the decoder. ``soft`` is on the scale of the LLRs that were given.
    scales: NDArray[np.float64]
    #: float32, if asked for: posterior LLRs ln P(0)/P(1) of bits over GF(2), shape (frames, N); else costs -ln P(a), 0 of the likeliest
    #: symbol, shape (frames, N, q).
    soft: NDArray[np.float32] | None = None


class Decoder:
    """A decoder of a code. Its kernels stay compiled between calls.

    :param code: a :class:`Code`, a name, a file, or a parity-check matrix.
    :param decoder: as for ``ldpc decode --decoder``, such as ``"min-max iterations=10"``; the code's default if left out.
    :raises InputError: for an unknown decoder, or one that does not support the code.
    """

    def __init__(self, code: Code | str | Any, decoder: str | None = None, *, server: Server | None = None) -> None:
        self.code = as_code(code, server)
        on, handle = self.code.on_server()
        named = {} if decoder is None else {"decoder": decoder}
        #: The decoder with all its options.
        self.spec: str = on.request("decoder", code=handle, **named).result()[0]["decoder"]

    def decode(self, llr: ArrayLike, *, kind: Kind | None = None, soft: bool = False, scale: float = 1.0) -> Decoded:
        """Decodes channel LLRs.

        :param llr: float16, float32, float64, int8 or int16, which cross to the decoder as they are; other numbers become float32. An array
            of CuPy or a tensor of torch comes through DLPack: on the host without a copy, from a GPU with one. Bits: ln P(0)/P(1), shape (frames, N·p) or (N·p,), least significant bit of a symbol first.
            Symbols: -ln P(a) up to a constant, shape (frames, N, q) or (N, q). Instead of N, the number of sent symbols.
            Infinity is certainty: values beyond ±2^20 are cut there, and counted as ``clamped``.
        :param kind: ``bit`` or ``symbol``; by the shape if left out.
        :param soft: whether the result has soft output.
        :param scale: factor of the values, such as the LLR of one step of a modem's int8.
        :raises InputError: for another shape, NaN, or a decoder without soft output.
        """
        return self._decode(llr, None, kind, soft, scale)

    def decode_syndrome(
        self,
        syndrome: ArrayLike,
        llr: ArrayLike,
        *,
        kind: Kind | None = None,
        soft: bool = False,
        scale: float = 1.0,
    ) -> Decoded:
        """Finds words with given syndromes.

        :param syndrome: field elements, shape (frames, M) or (M,).
        :param llr: as for :meth:`decode`, or one frame's, (N·p,) or (N, q), for all frames.
        """
        return self._decode(llr, syndrome, kind, soft, scale)

    def _decode(
        self, llr: ArrayLike, syndrome: ArrayLike | None, kind: Kind | None, soft: bool, scale: float
    ) -> Decoded:
        values = _on_host(llr)
        if np.iscomplexobj(values):
            raise InputError("llr is complex: LLRs are real, such as 2 * received.real / sigma**2")
        if values.dtype.newbyteorder("=") not in _SENT:
            values = np.asarray(values, np.float32)
        frame_kind, is_single = self._shape(values, kind)
        syndromes = None
        if syndrome is not None:
            whole = np.asarray(syndrome)
            syndromes = whole.astype(np.uint8)
            if not np.array_equal(syndromes, whole):
                raise InputError(f"syndromes are field elements, 0 … {self.code.q - 1}")
            if syndromes.ndim not in (1, 2) or syndromes.shape[-1] != self.code.m:
                raise InputError(f"syndrome has shape {syndromes.shape}: it must be (frames, {self.code.m})")
            if is_single and syndromes.ndim == 2:
                values, is_single = np.broadcast_to(values, (len(syndromes), *values.shape)), False
            elif is_single:
                syndromes = syndromes[np.newaxis]
        if is_single:
            values = values[np.newaxis]
        if syndromes is not None and len(syndromes) != len(values):
            raise InputError(f"{len(syndromes)} syndromes for {len(values)} frames of LLRs")
        decoded = self._exchange(values, syndromes, frame_kind, soft, float(scale))
        if not is_single:
            return decoded
        posteriors = None if decoded.soft is None else decoded.soft[0]
        return Decoded(decoded.symbols[0], decoded.iterations[0], decoded.converged[0], decoded.clamped, decoded.scales[0], posteriors)

    def _shape(self, values: NDArray[Any], kind: Kind | None) -> tuple[Kind, bool]:
        code = self.code
        lengths = {code.n, code.sent}
        fits: dict[Kind, bool] = {
            "bit": values.ndim in (1, 2) and values.shape[-1] in {n * code.p for n in lengths},
            "symbol": values.ndim in (2, 3) and values.shape[-1] == code.q and values.shape[-2] in lengths,
        }
        found: list[Kind] = [name for name in fits if fits[name] and kind in (None, name)]
        if len(found) > 1:
            raise InputError(f"llr of shape {values.shape} may be LLRs of bits or of symbols: say kind='bit' or kind='symbol'")
        if not found:
            wanted = " or ".join(f"(frames, {n * code.p}) for bits, (frames, {n}, {code.q}) for symbols" for n in sorted(lengths))
            raise InputError(f"llr has shape {values.shape}: it must be {wanted}")
        return found[0], values.ndim == (1 if found[0] == "bit" else 2)

    def _exchange(
        self, values: NDArray[Any], syndromes: NDArray[np.uint8] | None, kind: Kind, soft: bool, scale: float
    ) -> Decoded:
        frames = len(values)
        symbols = np.empty((frames, self.code.n), np.uint8)
        iterations = np.empty(frames, np.uint32)
        converged = np.empty(frames, np.bool_)
        clamped = 0
        scales = np.ones(frames)
        width = () if self.code.q == 2 else (self.code.q,)
        posteriors = [np.empty((0, self.code.n, *width), np.float32)]
        wanted: dict[str, Any] = {"soft": True} if soft else {}
        if scale != 1:
            wanted["scale"] = scale
        server, handle = self.code.on_server()
        size = max(1, _MESSAGE_BYTES // max(1, values.nbytes // max(1, frames)))
        sent: list[tuple[int, Request]] = []
        try:
            for first in range(0, frames, size):
                arrays = {"llr": values[first : first + size]}
                if syndromes is not None:
                    arrays["syndrome"] = syndromes[first : first + size]
                request = server.request("decode", arrays, code=handle, decoder=self.spec, kind=kind, **wanted)
                sent.append((first, request))
            for first, request in sent:
                content, arrays = request.result()
                part = slice(first, first + len(arrays["iterations"]))
                symbols[part], iterations[part] = arrays["symbols"], arrays["iterations"]
                converged[part], scales[part] = arrays["converged"], arrays["scales"]
                clamped += content["clamped"]
                if soft:
                    posteriors.append(arrays["soft"])
        except BaseException:
            # After Ctrl-C, or an error in one message, nobody waits for the others.
            for _, request in sent:
                server.cancel(request)
            raise
        return Decoded(symbols, iterations, converged, clamped, scales, np.concatenate(posteriors) if soft else None)

    def __repr__(self) -> str:
        return f"Decoder({self.code!r}, {self.spec!r})"
