"""Matchings in a graph: the library behind two plain functions."""

from collections.abc import Iterable, Mapping, Set
from itertools import combinations

import rustworkx

Edge = tuple[int, int, int]
"""Two nodes (from 0) and a weight below 2**100; the library counts in 127 bits."""


def heaviest_matching(size: int, edges: Iterable[Edge]) -> tuple[tuple[int, int], ...]:
    """Return the largest matching of nodes 0 to size - 1, the heaviest one of them, sorted.

    It is perfect if it has size / 2 pairs.

    >>> heaviest_matching(4, [(0, 1, 9), (1, 2, 5), (0, 3, 3), (2, 3, 0)])
    ((0, 1), (2, 3))
    """
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges if isinstance(edges, list) else list(edges))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matched))


def can_be_paired(entrants: Iterable[int], barred: Mapping[int, Set[int]]) -> bool:
    """Say whether all can be put into pairs; `barred` are those whom each may not meet.

    Where each may meet at least half of all, they can (Dirac); else a matching tells.

    >>> can_be_paired([1, 2, 3, 5], {1: {3, 5}, 2: set(), 3: {1, 5}, 5: {1, 3}})
    False
    """
    items = sorted(entrants)
    size = len(items)
    if size % 2:
        return False
    if all(2 * (size - 1 - len(barred[item])) >= size for item in items):
        return True
    edges = [(i, j, 1) for i, j in combinations(range(size), 2) if items[j] not in barred[items[i]]]
    return 2 * len(heaviest_matching(size, edges)) == size
