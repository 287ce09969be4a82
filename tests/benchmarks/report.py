"""Figures laid out as one table."""

from collections.abc import Sequence
from math import isnan

from rich.table import Table

from tests.benchmarks.measure import Figure


def table(figures: Sequence[Figure]) -> Table:
    """Lay the figures out."""
    shown = Table("id", "what", "must", "aim", "measured", "reaches", "", box=None)
    for figure in figures:
        goal = figure.goal
        bounds = (f"{goal.must:,g}", f"{goal.aim:,g}") if goal else ("", "")
        verdict = goal.verdict(figure.value) if goal else ""
        if isnan(figure.value):
            value, verdict = "not run", ""
        else:
            digits = 3 if figure.value < 1 else 2 if figure.value < 100 else 0
            value = f"{figure.value:,.{digits}f} {figure.unit}"
        shown.add_row(figure.id, figure.what, *bounds, value, verdict, figure.note)
    return shown
