"""Codes: built in, from files, or from matrices in memory."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import InputError, NotInstalledError
from ._server import Server, default_server


class Code:
    """A parity-check code.

    :param name_or_file: a built-in code, as ``ldpc codes`` lists them, or a file in any format that ``ldpc code info`` reads.
    :param options: how the file is read: ``format``, ``values``, ``polynomial``, ``liftingSize``, ``rows``, ``fillers``.
    :raises InputError: for an unknown name or a file that cannot be read.
    """

    #: Name; length N in symbols; number of checks M; field size q; primitive polynomial; number of sent symbols; SHA-256 of the matrix.
    name: str
    n: int
    m: int
    q: int
    polynomial: int
    sent: int
    hash: str

    def __init__(self, name_or_file: str, *, server: Server | None = None, **options: Any) -> None:
        parameters: dict[str, Any] = {"code": str(name_or_file)}
        if options:
            parameters["options"] = options
        self._setup(parameters, {}, server)

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        polynomial: int | None = None,
        name: str = "matrix",
        server: Server | None = None,
    ) -> Code:
        """A code from a parity-check matrix in memory.

        :param matrix: of shape (M, N), a NumPy array or a scipy.sparse matrix; zeros and ones, or field elements as numbers, bit i
            the coefficient of x^i.
        :param polynomial: primitive polynomial of the field, such as 0x25 for GF(32); needed for elements beside 0 and 1.
        """
        row, column, value, shape = _entries(matrix)
        if value.size and (value.min() < 0 or value.max() > 255):
            raise InputError(f"the matrix has values {value.min()} … {value.max()}: elements of GF(q) are 0 … q - 1, at most 255")
        if polynomial is None and value.size and value.max() > 1:
            raise InputError(f"the matrix has the value {value.max()}: name the field by its primitive polynomial, such as polynomial=0x25 for GF(32), or give the matrix modulo 2")
        if 0 in shape:
            raise InputError(f"the matrix has shape {shape}: a code has checks and symbols")
        described: dict[str, Any] = {"rows": int(shape[0]), "columns": int(shape[1]), "name": name}
        if polynomial is not None:
            described["polynomial"] = int(polynomial)
        arrays = {"row": row.astype("<u4"), "column": column.astype("<u4"), "value": value.astype("|u1")}
        code = cls.__new__(cls)
        code._setup({"matrix": described}, arrays, server)
        return code

    def _setup(self, parameters: dict[str, Any], arrays: dict[str, NDArray[Any]], server: Server | None) -> None:
        self._parameters = parameters
        self._arrays = arrays
        self._named_server = server
        self._loaded_by: Server | None = None
        self._handle = 0
        self.on_server()

    def on_server(self) -> tuple[Server, int]:
        """The server that has the code, and the code's number on the server. A restarted server loads the code again."""
        server = self._named_server or default_server()
        if server is not self._loaded_by:
            content, _ = server.request("load", self._arrays, **self._parameters).result()
            self._handle = content["code"]
            self._loaded_by = server
            self.name, self.n, self.m, self.q = (content[key] for key in ("name", "n", "m", "q"))
            self.polynomial, self.sent, self.hash = (content[key] for key in ("polynomial", "sent", "hash"))
        return server, self._handle

    def command_line(self, beside: Path) -> list[str]:
        """Options of ``ldpc`` that name the code. A matrix in memory is written to a file beside the folder of a run.

        :param beside: the folder; the file has its name and the ending ``.mtx``.
        """
        if "code" in self._parameters:
            options = self._parameters.get("options", {})
            return ["--code", self._parameters["code"], *(f"--{_kebab(name)}={value}" for name, value in options.items())]
        file = beside.with_name(f"{beside.name}.mtx")
        server, handle = self.on_server()
        entries = server.request("matrix", code=handle).result()[1]
        table = np.column_stack([entries["row"] + 1, entries["column"] + 1, entries["value"]])
        head = f"%%MatrixMarket matrix coordinate integer general\n{self.m} {self.n} {len(table)}\n"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(head + "".join(f"{row} {column} {value}\n" for row, column, value in table.tolist()))
        return ["--code", str(file), *([] if self.q == 2 else [f"--polynomial={self.polynomial}"])]

    def __getstate__(self) -> dict[str, Any]:
        # Another process has another server, which loads the code when it is used.
        return {**self.__dict__, "_loaded_by": None, "_handle": 0}

    @property
    def H(self) -> Any:
        """The parity-check matrix as ``scipy.sparse.csr_array`` of uint8, field elements as numbers.

        :raises NotInstalledError: without SciPy.
        """
        try:
            from scipy.sparse import csr_array
        except ImportError:
            raise NotInstalledError("H is a matrix of SciPy: pip install scipy") from None
        server, handle = self.on_server()
        entries = server.request("matrix", code=handle).result()[1]
        return csr_array((entries["value"], (entries["row"], entries["column"])), shape=(self.m, self.n))

    @property
    def info(self) -> dict[str, Any]:
        """Dimension ``k``, ``rate``, ``rank``, degrees, ``girth`` and the number of shortest cycles, as ``ldpc code info`` finds them."""
        server, handle = self.on_server()
        return server.request("report", code=handle).result()[0]

    def encode(self, information: ArrayLike, *, transmitted: bool = True) -> NDArray[np.uint8]:
        """Code words of information symbols.

        :param information: field elements, shape (frames, k) or (k,).
        :param transmitted: whether words have the sent symbols, or all N symbols.
        :returns: uint8, shape (frames, n) or (frames, N); a single word has no axis of frames.
        :raises InputError: for another shape, or numbers that are no field elements.
        """
        whole = np.asarray(information)
        symbols = whole.astype(np.uint8)
        if symbols.ndim not in (1, 2):
            raise InputError(f"information has shape {symbols.shape}: it must be (frames, {self.k}) or ({self.k},)")
        if not np.array_equal(symbols, whole):
            raise InputError(f"information symbols are field elements, 0 … {self.q - 1}")
        server, handle = self.on_server()
        arrays = {"information": np.atleast_2d(symbols)}
        words = server.request("encode", arrays, code=handle, transmitted=transmitted).result()[1]["words"]
        return words if symbols.ndim == 2 else words[0]

    @property
    def k(self) -> int:
        """Number of information symbols that :meth:`encode` takes, without shortened ones."""
        return len(self.information_positions)

    @cached_property
    def information_positions(self) -> NDArray[np.uint32]:
        """Positions of the information symbols in a word of N symbols, in the order of :meth:`encode`; shape (k,)."""
        server, handle = self.on_server()
        return server.request("encode", code=handle).result()[1]["positions"]

    @property
    def p(self) -> int:
        """Bits of a symbol."""
        return self.q.bit_length() - 1

    def __repr__(self) -> str:
        return f"Code({self.name!r}: {self.n} symbols, {self.m} checks over GF({self.q}))"


def _kebab(name: str) -> str:
    """The option of ``ldpc`` for a member of the library: ``liftingSize`` is ``lifting-size``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)


def _entries(matrix: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], tuple[int, int]]:
    if hasattr(matrix, "tocoo"):
        sparse = matrix.tocoo()
        row, column, value = np.asarray(sparse.row), np.asarray(sparse.col), np.asarray(sparse.data)
        shape = sparse.shape
    else:
        dense = np.asarray(matrix)
        if dense.ndim != 2:
            raise InputError(f"the matrix has shape {dense.shape}: a parity-check matrix has two dimensions")
        row, column = np.nonzero(dense)
        value, shape = dense[row, column], dense.shape
    with np.errstate(invalid="ignore"):
        whole = value.astype(np.int64)
    if value.dtype != np.bool_ and not np.array_equal(whole, value):
        raise InputError("the matrix has values that are not whole numbers")
    kept = whole != 0
    return row[kept], column[kept], whole[kept], (int(shape[0]), int(shape[1]))


def as_code(code: Code | str | ArrayLike | Any, server: Server | None = None) -> Code:
    """A code from a name, a file, a matrix, or a code."""
    if isinstance(code, Code):
        return code
    if isinstance(code, str) or hasattr(code, "__fspath__"):
        return Code(str(code), server=server)
    return Code.from_matrix(code, server=server)
