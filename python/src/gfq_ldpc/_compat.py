"""Signatures of the package `ldpc` (Roffe), on the decoders of gfq-ldpc.

The decoders are this project's: with equal LLRs and iterations their decisions need not be those of `ldpc` bit by bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._code import Code
from ._decoder import Decoder
from ._errors import InputError
from ._server import Server

_METHODS = {
    "product_sum": "sum-product",
    "ps": "sum-product",
    "prod_sum": "sum-product",
    "minimum_sum": "min-sum",
    "min_sum": "min-sum",
    "ms": "min-sum",
}
_SCHEDULES = {"parallel": "flooding", "p": "flooding", "serial": "layered", "s": "layered"}


class BpDecoder:
    """Belief propagation from a syndrome, with the signature of ``ldpc.BpDecoder``.

    :param pcm: parity-check matrix, a NumPy array or a scipy.sparse matrix.
    :param error_rate: probability of a bit error; or ``error_channel``, a probability for each bit.
    :param max_iter: iterations; 0 stands for the code's length.
    :param bp_method: ``product_sum`` or ``minimum_sum``.
    :param ms_scaling_factor: factor of min-sum; 1 for none. 0, a factor that changes, is not supported.
    :param schedule: ``parallel`` or ``serial``; serial is this project's layered schedule, several checks at once.
    :param input_vector_type: ``syndrome``, ``received_vector``, or ``auto``, by the length.
    """

    def __init__(
        self,
        pcm: Any,
        error_rate: float | None = None,
        error_channel: ArrayLike | None = None,
        max_iter: int = 0,
        bp_method: str = "minimum_sum",
        ms_scaling_factor: float = 1.0,
        schedule: str = "parallel",
        input_vector_type: str = "auto",
        *,
        server: Server | None = None,
        **unknown: Any,
    ) -> None:
        if unknown:
            raise InputError(f"{', '.join(unknown)} is not there: leave it out")
        self.code = Code.from_matrix(pcm, server=server)
        if (error_rate is None) == (error_channel is None):
            raise InputError("give error_rate or error_channel")
        channel = np.full(self.code.n, error_rate) if error_channel is None else np.asarray(error_channel, float)
        if channel.shape != (self.code.n,) or not np.all((channel > 0) & (channel < 1)):
            raise InputError(f"error_channel must be {self.code.n} probabilities between 0 and 1")
        rule = _METHODS.get(str(bp_method).lower())
        order = _SCHEDULES.get(str(schedule).lower())
        if rule is None or order is None:
            raise InputError(f"bp_method is one of {', '.join(_METHODS)}, and schedule one of {', '.join(_SCHEDULES)}")
        if rule == "min-sum" and ms_scaling_factor != 1:
            if not 0 < ms_scaling_factor < 1:
                raise InputError(f"ms_scaling_factor {ms_scaling_factor}: give a factor above 0, at most 1")
            rule = f"normalised-min-sum scale={ms_scaling_factor:g}"
        if input_vector_type not in ("syndrome", "received_vector", "auto"):
            raise InputError("input_vector_type is syndrome, received_vector or auto")
        if input_vector_type == "auto" and self.code.m == self.code.n:
            raise InputError("syndromes are as long as words: say input_vector_type")
        self.max_iter = int(max_iter) or self.code.n
        self.error_channel = channel
        self.input_vector_type = input_vector_type
        self._prior = np.log((1 - channel) / channel)
        self._decoder = Decoder(self.code, f"{rule} iterations={self.max_iter} schedule={order}")
        #: Outcome of the last call: whether the decoding has the syndrome, iterations, and the decoding.
        self.converge = False
        self.iter = 0
        self.decoding: NDArray[np.uint8] = np.zeros(self.code.n, np.uint8)

    def decode(self, input_vector: ArrayLike) -> NDArray[np.uint8]:
        """The likeliest error of a syndrome, or the word sent for a received one."""
        vector = np.asarray(input_vector).astype(np.uint8)
        kind = self.input_vector_type
        if kind == "auto":
            kind = "syndrome" if vector.shape == (self.code.m,) else "received_vector"
        if kind == "syndrome":
            decoded = self._decoder.decode_syndrome(vector, self._prior)
        else:
            if vector.shape != (self.code.n,):
                raise InputError(f"a vector of {vector.shape}: a syndrome has {self.code.m} bits, a word {self.code.n}")
            decoded = self._decoder.decode(self._prior * (1 - 2 * vector.astype(float)))
        self.converge, self.iter, self.decoding = bool(decoded.converged), int(decoded.iterations), decoded.symbols
        return decoded.symbols


def bp_decode_sim(
    parity_check_matrix: Any,
    error_rate: float,
    max_iter: int = 0,
    target_runs: int = 1000,
    seed: int = 0,
    bp_method: str = "minimum_sum",
    ms_scaling_factor: float = 1.0,
    *,
    server: Server | None = None,
) -> dict[str, Any]:
    """Simulates syndrome decoding over the binary symmetric channel, all runs at once.

    :param error_rate: probability of a bit error, for errors and for the decoder.
    :param target_runs: number of random errors.
    :param seed: seed of NumPy's generator.
    :returns: ``run_count``, ``bp_success_count`` (the error itself was found), ``bp_converge_count`` (an error with the syndrome
        was found), ``bp_frame_error_rate``, and the options.
    """
    decoder = BpDecoder(
        parity_check_matrix,
        error_rate=error_rate,
        max_iter=max_iter,
        bp_method=bp_method,
        ms_scaling_factor=ms_scaling_factor,
        input_vector_type="syndrome",
        server=server,
    )
    code = decoder.code
    errors = np.random.default_rng(seed).random((target_runs, code.n)) < error_rate
    sparse = parity_check_matrix
    product = errors @ sparse.T if not hasattr(sparse, "tocoo") else (sparse @ errors.T.astype(int)).T
    syndromes = (np.asarray(np.asarray(product, int)) % 2).astype(np.uint8)
    decoded = decoder._decoder.decode_syndrome(syndromes, decoder._prior)
    success = int(np.all(decoded.symbols == errors, axis=1).sum())
    return {
        "run_count": target_runs,
        "bp_success_count": success,
        "bp_converge_count": int(decoded.converged.sum()),
        "bp_frame_error_rate": 1 - success / target_runs,
        "error_rate": error_rate,
        "max_iter": decoder.max_iter,
        "bp_method": bp_method,
        "seed": seed,
    }
