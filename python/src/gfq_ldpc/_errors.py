"""The exceptions of this package."""


class GfqLdpcError(Exception):
    """Base of all exceptions of this package."""


class InputError(GfqLdpcError, ValueError):
    """A value that the caller can correct. The message names the value and the remedy."""


class ServerError(GfqLdpcError, RuntimeError):
    """The server ended, lost its device, or failed by a fault of the program."""


class NotInstalledError(GfqLdpcError, ImportError):
    """Node, the npm package or matplotlib is not installed. The message has the way to install it."""
