"""A server that the processes of a program share: each connects to its socket, and all decode on one device."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import weakref
from pathlib import Path
from typing import Any, BinaryIO

from ._errors import ServerError
from ._locate import command
from ._server import PROTOCOL, Arrays, Message, message_parts, read_message, without_error

_SECONDS_TO_END = 5.0


class Service:
    """A process of ``ldpc serve --listen``. It opens its device at once, and ends with this object.

    :raises NotInstalledError: if Node or gfq-ldpc is not found.
    :raises ServerError: on a system without Unix sockets.
    """

    def __init__(self, options: list[str]) -> None:
        """:param options: options of ``ldpc`` that name the device."""
        if not hasattr(socket, "AF_UNIX"):
            raise ServerError("decoders for sinter connect to a server by a Unix socket, which this system has not: use Linux, macOS or WSL")
        line = [*command(), "serve", "--stdio", *options]
        # Readable by this user alone, as only this user may connect.
        folder = tempfile.mkdtemp(prefix="gfq-ldpc-")
        #: Folder of the socket and of what the process writes to stderr.
        self.folder = folder
        try:
            with socket.socket(socket.AF_UNIX) as listening, open(_log(folder), "wb") as log:
                listening.bind(_path(folder))
                listening.listen()
                # In a session of its own, which Ctrl-C of a terminal does not reach: it ends with its input.
                self._process = subprocess.Popen(
                    [*line, "--listen", str(listening.fileno())],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=log,
                    pass_fds=[listening.fileno()],
                    start_new_session=True,
                )
        except BaseException:
            shutil.rmtree(folder)
            raise
        self.owner = os.getpid()
        self._end = weakref.finalize(self, _end, self._process, folder, self.owner)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether this process started it, and it runs."""
        return self.owner == os.getpid() and self._end.alive and self._process.poll() is None

    def close(self) -> None:
        """Ends the process. So does the garbage collector, and the end of this process."""
        self._end()


class Connection:
    """A client of a service, in any process of this machine. It has one request at a time."""

    def __init__(self, folder: str) -> None:
        """:raises ServerError: if no service answers there."""
        self._folder = folder
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(_path(folder))
            self._stream: BinaryIO = self._socket.makefile("rwb", buffering=1 << 16)
            self._read()
        except BaseException as error:
            self._broken(error)
            raise
        self.request("info", protocol=PROTOCOL)

    def request(self, method: str, arrays: Arrays | None = None, **parameters: Any) -> Message:
        """Sends a request and waits for its answer, whose result and arrays it returns. Errors are those of `answer`."""
        self.send(method, arrays, **parameters)
        return self.answer()

    def send(self, method: str, arrays: Arrays | None = None, **parameters: Any) -> None:
        """Sends a request, whose answer has to be taken before the next one."""
        parts = message_parts({"id": 1, "method": method, **parameters}, arrays)
        try:
            for part in parts:
                self._stream.write(part)
            self._stream.flush()
        except BaseException as error:
            self._broken(error)
            raise

    def answer(self) -> Message:
        """The answer to the request that was sent.

        :raises InputError: if the server refuses the request.
        :raises ServerError: if the server ended or failed.
        """
        try:
            message = self._read()
        except BaseException as error:
            self._broken(error)
            raise
        content, found = without_error(message)
        return content["result"], found

    def _broken(self, error: BaseException) -> None:
        """Closes the connection, in which half a message may lie, after Ctrl-C too."""
        self.close()
        if isinstance(error, (OSError, ValueError, EOFError)):
            raise ServerError(f"the ldpc server ended: {_said(self._folder) or error}") from error

    def _read(self) -> Message:
        message = read_message(self._stream)
        if message is None:
            raise EOFError("its connection is closed")
        return message

    def close(self) -> None:
        """Ends the connection; the service releases what only this client had."""
        # Readers and writers hold the socket open.
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


def _path(folder: str) -> str:
    return os.path.join(folder, "socket")


def _log(folder: str) -> str:
    return os.path.join(folder, "stderr")


def _said(folder: str) -> str:
    try:
        return Path(_log(folder)).read_text(errors="replace").strip()[-2000:]
    except OSError:
        return ""


def _end(process: subprocess.Popen[bytes], folder: str, owner: int) -> None:
    # A forked child has the object, too.
    if owner != os.getpid():
        return
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
