"""The exceptions of this package."""


class GfqLdpcError(Exception):
    """Base of all exceptions of this package."""


class InputError(GfqLdpcError, ValueError):
    """A value that the caller can mend; the message names it and says what to do."""


class ServerError(GfqLdpcError, RuntimeError):
    """The server ended, lost its device, or failed by a mistake of its own."""


class NotInstalledError(GfqLdpcError, ImportError):
    """Node, the npm package or matplotlib is not installed; the message says how to get it."""
