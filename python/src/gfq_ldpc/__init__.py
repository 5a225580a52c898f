"""LDPC codes over GF(2) to GF(256): decode and simulate with NumPy.

The decoders are those of the npm package gfq-ldpc, which runs on any GPU through WebGPU and without one on the CPU. This package starts
``ldpc serve --stdio`` and talks to it.

>>> import numpy as np, gfq_ldpc
>>> decoder = gfq_ldpc.Decoder("nb620-gf32", "min-max iterations=10")
>>> decoder.decode(np.full((1, 3100), 4.0)).converged
array([ True])
"""

from ._call import call
from ._code import Code
from ._compat import BpDecoder, bp_decode_sim
from ._decoder import Decoded, Decoder
from ._errors import GfqLdpcError, InputError, NotInstalledError, ServerError
from ._plot import plot
from ._server import Server, default_server
from ._sinter import SinterDecoder, SinterSampler
from ._simulate import Table, simulate

__version__ = "0.1.0"

__all__ = [
    "BpDecoder",
    "Code",
    "Decoded",
    "Decoder",
    "GfqLdpcError",
    "InputError",
    "NotInstalledError",
    "Server",
    "ServerError",
    "SinterDecoder",
    "SinterSampler",
    "Table",
    "bp_decode_sim",
    "call",
    "default_server",
    "plot",
    "simulate",
]
