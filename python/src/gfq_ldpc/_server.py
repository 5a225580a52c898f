"""A process of ``ldpc serve --stdio`` and its messages: a line of JSON, then the arrays, little-endian."""

from __future__ import annotations

import atexit
import json
import os
import queue
import subprocess
import threading
import weakref
from collections import deque
from typing import Any, BinaryIO, Mapping

import numpy as np
from numpy.typing import NDArray

from ._errors import InputError, ServerError
from ._locate import command

PROTOCOL = 1
_DTYPES = {"f16": "<f2", "f32": "<f4", "f64": "<f8", "i8": "|i1", "i16": "<i2", "u8": "|u1", "u32": "<u4"}
_NAMES = {np.dtype(dtype): name for name, dtype in _DTYPES.items()}
_PIPE_BYTES = 1 << 20
_SECONDS_TO_END = 5.0

Arrays = Mapping[str, NDArray[Any]]
Message = tuple[dict[str, Any], dict[str, NDArray[Any]]]


class Request:
    """A request that was sent. Its messages come in the order in which the server sends them."""

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self.number = number
        self.messages: queue.SimpleQueue[Message | Exception] = queue.SimpleQueue()
        #: Whether its bytes have begun to go to the server, and whether nobody waits for its answer any more.
        self.begun = False
        self.cancelled = False

    def next(self) -> Message:
        """The next message: an event, or the answer.

        :raises InputError: if the server refuses the request.
        :raises ServerError: if the server ended or failed.
        """
        try:
            message = self.messages.get()
        except BaseException:
            self._server.cancel(self)
            raise
        if isinstance(message, Exception):
            raise message
        return without_error(message)

    def result(self) -> Message:
        """The answer: its content and its arrays. Events before it are dropped."""
        while True:
            content, arrays = self.next()
            if "event" not in content:
                return content["result"], arrays


class _Outgoing:
    """A message on its way to the server."""

    def __init__(self, request: Request, parts: list[bytes | memoryview]) -> None:
        self.request = request
        self.parts = parts
        #: Takes whether all bytes are written, once. Ctrl-C may leave the lock of a `threading.Event` taken or released twice,
        #: because its methods are Python; those of this queue are C.
        self.written: queue.SimpleQueue[bool] = queue.SimpleQueue()


class Server:
    """A server of this process alone: two servers are two processes, with an engine each.

    :param engine: ``auto`` takes a hardware GPU if there is one, else the CPU; or ``gpu`` or ``cpu``.
    :param adapter: number, PCI address or a part of the name of a GPU, as ``ldpc devices`` lists them.
    :param memory: GiB of device memory for frames; 2 if left out.
    :raises NotInstalledError: if Node or gfq-ldpc is not found.
    """

    def __init__(self, engine: str = "auto", adapter: str | None = None, memory: float | None = None) -> None:
        #: Options of ``ldpc`` that name the device.
        self.options = ["--engine", engine]
        if adapter is not None:
            self.options += ["--adapter", adapter]
        if memory is not None:
            self.options += ["--memory", str(memory)]
        line = [*command(), "serve", "--stdio", *self.options]
        self._line = line
        self._choice = (engine, adapter, memory)
        # In a session of its own, which Ctrl-C of a terminal does not reach: it ends with its input.
        self._process = subprocess.Popen(
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=_PIPE_BYTES,
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._output: BinaryIO = self._process.stdout  # type: ignore[assignment]
        _widen(self._input)
        _widen(self._output)
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._requests: dict[int, Request] = {}
        self._count = 0
        self._death: ServerError | None = None
        self._said: deque[str] = deque(maxlen=20)
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        self._outgoing: queue.SimpleQueue[_Outgoing | None] = queue.SimpleQueue()
        self._writing = threading.Thread(target=self._write, daemon=True)
        self._writing.start()
        _servers[self._choice] = self
        atexit.register(self.close)
        self.info = self.request("info", protocol=PROTOCOL).result()[0]

    @property
    def pid(self) -> int:
        """Number of the server's process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the server takes requests from this process."""
        return self._death is None and self._owner == os.getpid()

    def request(self, method: str, arrays: Arrays | None = None, **parameters: Any) -> Request:
        """Sends a request, and does not wait for its answer.

        :raises ServerError: if the server has ended.
        """
        if self._owner != os.getpid():
            raise ServerError("this server belongs to the process that started it: make one in each process")
        message = self._message(method, parameters, arrays)
        request = message.request
        try:
            with self._lock:
                if self._death is not None:
                    raise self._death
                self._requests[request.number] = request
                self._outgoing.put(message)
            is_written = message.written.get()
        except BaseException:
            self.cancel(request)
            raise
        if not is_written:
            self._requests.pop(request.number, None)
            self._reading.join(_SECONDS_TO_END)
            raise self._death or ServerError("the server takes no more requests")
        return request

    def cancel(self, request: Request) -> None:
        """Gives up a request whose answer nobody waits for any more, as after Ctrl-C. The server stays usable."""
        with self._lock:
            self._requests.pop(request.number, None)
            request.cancelled = True
            begun = request.begun
        if begun and self.is_alive:
            self._outgoing.put(self._message("cancel", {"request": request.number}))

    def _message(self, method: str, parameters: dict[str, Any], arrays: Arrays | None = None) -> _Outgoing:
        with self._lock:
            self._count += 1
            request = Request(self, self._count)
        return _Outgoing(request, message_parts({"id": request.number, "method": method, **parameters}, arrays))

    def _write(self) -> None:
        """Writes messages whole: an exception in another thread, such as Ctrl-C's, leaves no half message in the pipe."""
        while (message := self._outgoing.get()) is not None:
            with self._lock:
                message.request.begun = not message.request.cancelled
            is_written = False
            try:
                for part in message.parts if message.request.begun else ():
                    self._input.write(part)
                self._input.flush()
                is_written = True
            except (ValueError, OSError):
                pass
            finally:
                message.written.put(is_written)

    def close(self) -> None:
        """Ends the server. Requests in progress fail."""
        atexit.unregister(self.close)
        if self._owner != os.getpid():
            return
        # Behind the end, the thread that writes would leave a message where it is.
        with self._lock:
            self._death = self._death or ServerError("the server was closed")
            self._outgoing.put(None)
        self._writing.join(_SECONDS_TO_END)
        if self._writing.is_alive():
            self._process.kill()
            self._writing.join()
        try:
            self._input.close()
        except OSError:
            pass
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reading.join(_SECONDS_TO_END)
        self._hearing.join(_SECONDS_TO_END)
        self._output.close()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _server_like, self._choice

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        """Hands the server's messages to their requests until its output ends."""
        problem = ""
        try:
            while message := read_message(self._output):
                content, arrays = message
                number = content.get("id")
                if number is None:
                    if "error" in content:
                        problem = f": {content['error']['message']}"
                    elif content.get("protocol") != PROTOCOL:
                        problem = f": it speaks version {content.get('protocol')} of the protocol, not {PROTOCOL}; update gfq-ldpc"
                        break
                    continue
                request = self._requests.get(number)
                if request is None:
                    continue
                if "event" not in content:
                    del self._requests[number]
                request.messages.put((content, arrays))
        except (OSError, ValueError, EOFError) as error:
            problem = f": {error}"
        self._died(problem)

    def _died(self, problem: str) -> None:
        try:
            status = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._hearing.join(1.0)
        said = "".join(self._said).strip()
        how = f"signal {-status}" if status < 0 else f"status {status}"
        text = f"the ldpc server ended with {how}{problem}{': ' + said if said else ''} ({' '.join(self._line)})"
        self._death = self._death or ServerError(text)
        for request in list(self._requests.values()):
            request.messages.put(self._death)
        self._requests.clear()

    def _hear(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        for line in iter(stream.readline, b""):
            self._said.append(line.decode("utf8", "replace"))


#: The last server of each choice of engine, adapter and memory.
_servers: weakref.WeakValueDictionary[tuple[Any, ...], Server] = weakref.WeakValueDictionary()


def _server_like(*choice: Any) -> Server:
    """A server of this process for the same device: that of an unpickled code."""
    known = _servers.get(choice)
    return known if known is not None and known.is_alive else Server(*choice)


_default: Server | None = None
_default_lock = threading.Lock()


def default_server() -> Server:
    """The default server of codes and decoders. The first use starts it, and restarts it after it has ended."""
    global _default
    with _default_lock:
        if _default is None or not _default.is_alive:
            _default = Server()
        return _default


def message_parts(content: dict[str, Any], arrays: Arrays | None = None) -> list[bytes | memoryview]:
    """The bytes of a message: its line, and its arrays."""
    listed = {name: _contiguous(name, array) for name, array in (arrays or {}).items()}
    if listed:
        content["arrays"] = [{"name": name, "dtype": _NAMES[array.dtype], "shape": array.shape} for name, array in listed.items()]
    return [_line(content), *(memoryview(array).cast("B") for array in listed.values() if array.size)]


def _line(content: dict[str, Any]) -> bytes:
    try:
        return json.dumps(content, default=_plain, allow_nan=False).encode() + b"\n"
    except InputError:
        raise
    except ValueError:
        # Fails too for a content that has another fault, such as a circular reference.
        json.dumps(content, default=_plain)
        raise InputError(f"{_refused('', content)}: NaN and infinities are no values of an option") from None


def _refused(name: str, value: Any) -> str:
    """`name=value` of the first value that JSON has not, in dicts within dicts too."""
    entries = value.items() if isinstance(value, dict) else ()
    return next((_refused(*entry) for entry in entries if not _is_json(entry[1])), f"{name}={value!r}")


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, default=_plain, allow_nan=False)
    except ValueError:
        return False
    return True


def read_message(stream: BinaryIO) -> Message | None:
    """The next message of a stream; None at its end.

    :raises EOFError: if it ends within a message.
    """
    line = stream.readline()
    if not line:
        return None
    content = json.loads(line)
    arrays = {}
    for described in content.pop("arrays", []):
        array = np.empty(described["shape"], _DTYPES[described["dtype"]])
        if array.size:
            _fill(stream, memoryview(array).cast("B"))
        arrays[described["name"]] = array
    return content, arrays


def without_error(message: Message) -> Message:
    """The message, unless it is an error: that is raised."""
    error = message[0].get("error")
    if error is None:
        return message
    raise (InputError if error["kind"] == "input" else ServerError)(error["message"])


def _plain(value: Any) -> Any:
    """A NumPy scalar or array as JSON can hold it."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise InputError(f"{value!r} of type {type(value).__name__} is no value of an option: give a number, a text or a list")


def _contiguous(name: str, array: NDArray[Any]) -> NDArray[Any]:
    whole = np.ascontiguousarray(array, array.dtype.newbyteorder("<") if array.dtype.byteorder == ">" else None)
    if whole.dtype not in _NAMES:
        raise InputError(f"{name} has elements of type {array.dtype}: {', '.join(map(str, _NAMES))} are taken")
    return whole.reshape(array.shape)


def _fill(stream: BinaryIO, target: memoryview) -> None:
    done = 0
    while done < len(target):
        count = stream.readinto(target[done:])  # type: ignore[attr-defined]
        if not count:
            raise EOFError("its output ended within a message")
        done += count


def _widen(stream: BinaryIO) -> None:
    """Enlarges the pipes if the system can, so that large arrays take fewer steps."""
    try:
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)  # type: ignore[attr-defined]
    except (ImportError, AttributeError, OSError):
        pass
