"""Curves with matplotlib, if it is installed."""

from __future__ import annotations

from typing import Any

from ._errors import InputError, NotInstalledError
from ._simulate import CHANNELS, Table


def plot(tables: Any, ax: Any = None, *, show: str = "fer") -> Any:
    """Draws error rates with their 95 % intervals over the channel's parameter.

    :param tables: a table of :func:`simulate`, a frame of pandas or not, or several in a dict by their labels.
    :param ax: axes of matplotlib; new ones if left out.
    :param show: ``fer``, ``ser`` or ``ber``.
    :returns: the axes.
    :raises NotInstalledError: without matplotlib.
    """
    if show not in ("fer", "ser", "ber"):
        raise InputError(f"show is fer, ser or ber, not {show!r}")
    axes = _new_axes() if ax is None else ax
    given = tables if isinstance(tables, dict) else {None: tables}
    all_tables = {label: _as_table(table) for label, table in given.items()}
    for label, table in all_tables.items():
        # A rate of 0 has no place on a logarithmic axis.
        rows = Table(row for row in table if row[show] > 0)
        rate, low, high = (rows.column(name) for name in (show, f"{show}_low", f"{show}_high"))
        axes.errorbar(rows.column("point"), rate, yerr=[rate - low, high - rate], label=label, marker="o", capsize=2)
    axes.set_yscale("log")
    axes.set_ylabel(show.upper())
    parameters = {table.parameter for table in all_tables.values()}
    if len(parameters) == 1 and None not in parameters:
        axes.set_xlabel(CHANNELS[parameters.pop()])
    axes.grid(True, which="both", alpha=0.3)
    if isinstance(tables, dict):
        axes.legend()
    return axes


def _as_table(table: Any) -> Table:
    if isinstance(table, Table):
        return table
    rows = Table(table.to_dict("records"))
    rows.parameter = table.attrs.get("parameter")
    return rows


def _new_axes() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise NotInstalledError("plot needs matplotlib: pip install matplotlib") from None
    return pyplot.subplots(layout="constrained")[1]
