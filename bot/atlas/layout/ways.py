"""The region as a graph: what leads to what, how far it is, and how many ways round there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import rustworkx

from bot.atlas.layout.lines import length_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.atlas.region import Door, Passage, Place


@dataclass(frozen=True, slots=True)
class Ways:
    """Places and passages as the nodes of one graph; an edge is worth the squares walked along it.

    Attributes:
        graph: its nodes hold the numbers of places and passages.
        nodes: the node of each number.
    """

    graph: rustworkx.PyGraph[int, float]
    nodes: Mapping[int, int]

    def pieces(self) -> int:
        """How many parts there are with no way from one to another."""
        return rustworkx.number_connected_components(self.graph)

    def loops(self) -> int:
        """How many ways round there are: edges less nodes and more pieces."""
        return self.graph.num_edges() - self.graph.num_nodes() + self.pieces()

    def far(self, start: int) -> dict[int, float]:
        """Squares from a place to everything that can be reached."""
        lengths = rustworkx.dijkstra_shortest_path_lengths(self.graph, self.nodes[start], float)
        return {self.graph[node]: far for node, far in lengths.items()} | {start: 0.0}


def ways_of(
    places: Iterable[Place], passages: Iterable[Passage], doors: Iterable[Door], *, secret: bool
) -> Ways:
    """The graph of a region.

    Args:
        places: of the region.
        passages: of the region.
        doors: of the region.
        secret: whether passages behind secret doors count.
    """
    shut = set[int]() if secret else {door.passage for door in doors if door.secret}
    graph: rustworkx.PyGraph[int, float] = rustworkx.PyGraph(multigraph=False)
    nodes = {place.id: graph.add_node(place.id) for place in places}
    used = [passage for passage in passages if passage.id not in shut]
    nodes |= {passage.id: graph.add_node(passage.id) for passage in used}
    for passage in used:
        half = length_of(passage.points) / 2
        for end in passage.between:
            if end in nodes:
                graph.add_edge(nodes[passage.id], nodes[end], half)
    return Ways(graph, nodes)
