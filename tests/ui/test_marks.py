"""Tilt's pictures are drawn to scale: where each mark stands, and how wide or large it is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from figures import At
from marks import FINE, Drawing, Scale, close, drawings, inside, strays
from numpy.typing import NDArray
from tilt_page import TiltPage

from models.frontier import frontier, temperature_curve, true_reward_peak
from models.layers import prefix_logps
from models.tilt import tilted_lm

# By links: the optimum in the middle of its frontier, and π_T on either side of the reference.
OPENED = [
    At("worked", 1.0, 0.5, shown=True),
    At("flattery", 0.3, 0.24, shown=True),
    At("verifier", 0.24, 2.0, shown=True),
]
# Pixels: what is next to impossible still has an edge that can be seen.
THINNEST = 0.4


@dataclass(frozen=True)
class Plane:
    """The reward–KL plane as it is drawn, with the scales of its axes."""

    at: At
    drawing: Drawing

    @cached_property
    def scales(self) -> tuple[Scale, Scale]:
        return self.drawing.across(), self.drawing.up()

    def points(self, kl: Any, reward: Any) -> NDArray:
        """The pixels (K, 2) of some policies."""
        x, y = self.scales
        return np.column_stack([x(np.ravel(kl)), y(np.ravel(reward))])

    def stands(self, name: str, kl: Any, reward: Any) -> None:
        close([self.drawing.one(name).middle], self.points(kl, reward), f"{name}, {self.at}")

    def follows(self, name: str, whole: NDArray, needed: NDArray) -> None:
        """A curve is nowhere off the whole of what it shows, and leaves out nothing needed."""
        corners = self.drawing.one(name).corners
        assert strays(corners, whole) < FINE, f"{name} is off its curve, {self.at}"
        assert strays(needed, corners) < 4 * FINE, f"{name} leaves a part out, {self.at}"

    def optima(self, low: float, high: float, field: str = "reward") -> NDArray:
        """The reference, and where π* goes as β falls from high to low."""
        of, ref = self.at.of, self.at.summary.ref
        found = frontier(of.lm, of.reward, np.geomspace(high, low, 800), of.true_reward)
        reward = [getattr(ref, field), *getattr(found, field)]
        return self.points([0.0, *found.kl], reward)


def points_are_in_place(plane: Plane) -> None:
    ref, star, tempered = plane.at.summary.ref, plane.at.summary.star, plane.at.summary.tempered
    plane.stands("circle.dot.ref", 0.0, ref.reward)
    plane.stands("circle.dot.star", star.kl, star.reward)
    if plane.at.shown:
        plane.stands("rect.dot.temp", tempered.kl, tempered.reward)
    else:
        assert plane.drawing.all("rect.dot.temp") == plane.drawing.all("path.curve.temp") == []


def tangent_has_slope_beta(plane: Plane) -> None:
    """From the intercept β log Z on the reward axis through π*, a nat to the right β up."""
    (x, y), start, beta = plane.scales, plane.at.summary.beta_log_z[0], plane.at.beta
    x1, y1, x2, y2 = plane.drawing.one("line.tangent").ends
    close([x1, y1], [x(0), y(start)], f"start of the tangent, {plane.at}")
    nats = (x2 - x1) / x.slope
    # A pixel across is more than one up where the tangent is steep.
    steep = abs(beta * y.slope / x.slope)
    close(y2, y(start + beta * nats), f"slope of the tangent, {plane.at}", FINE * (1 + steep))
    assert x2 > plane.drawing.one("circle.dot.star").middle[0] - FINE


def intercept_is_marked(plane: Plane) -> None:
    start = plane.at.summary.beta_log_z[0]
    plane.stands("path.intercept", 0.0, start)
    (named,) = (text for text in plane.drawing.all("text") if text.text.startswith("J "))
    close(named.middle[1], plane.scales[1](start), "J beside its mark", within=4)


def curves_are_the_cores(plane: Plane) -> None:
    # The frontier goes on beyond the slider's ends, and must cover what lies between them.
    plane.follows("path.curve.star", plane.optima(1e-3, 1e5), plane.optima(0.05, 10))
    if plane.at.shown:
        of = plane.at.of
        cooling = temperature_curve(of.lm, of.reward, np.geomspace(0.1, 4, 400))
        points = plane.points(cooling.kl, cooling.reward)
        plane.follows("path.curve.temp", points, points)


def truth_is_drawn_where_it_differs(plane: Plane) -> None:
    of, star = plane.at.of, plane.at.summary.star
    marks = ("path.curve.true", "path.cross.true", "circle.ring.true")
    if of.true_reward is None:
        assert [plane.drawing.all(name) for name in marks] == [[], [], []]
        return
    whole, needed = (plane.optima(*ends, "true_reward") for ends in ((1e-3, 1e5), (0.05, 10)))
    plane.follows("path.curve.true", whole, needed)
    plane.stands("path.cross.true", star.kl, star.true_reward)
    peak = true_reward_peak(of.lm, of.reward, of.true_reward, 0.05, 10)
    plane.stands("circle.ring.true", peak.kl, peak.true_reward)


def region_is_what_lies_above(plane: Plane) -> None:
    """All over the plane: a point belongs to it if it lies above the frontier."""
    bounds = [mark for mark in plane.drawing.all("line") if mark.level]
    left, right = bounds[0].ends[0] + 1, bounds[0].ends[2] - 1
    top = plane.drawing.one("text.muted.haloed-shade").middle[1]
    grid = np.meshgrid(
        np.linspace(left, right, 60), np.linspace(top, max(mark.ends[1] for mark in bounds), 60)
    )
    points = np.column_stack([axis.ravel() for axis in grid])
    edge = plane.optima(1e-3, 1e5)
    above = np.interp(points[:, 0], *edge.T) - points[:, 1]
    clear = np.abs(above) > 2
    seen = inside(points, plane.drawing.one("path.beyond").corners)
    assert (seen == (above > 0))[clear].all(), f"out of reach is what lies above, {plane.at}"
    assert seen.any() and not seen.all()


def plane_is_to_scale(plane: Plane) -> None:
    points_are_in_place(plane)
    tangent_has_slope_beta(plane)
    intercept_is_marked(plane)
    curves_are_the_cores(plane)
    truth_is_drawn_where_it_differs(plane)
    region_is_what_lies_above(plane)


@dataclass(frozen=True)
class Tree:
    """The token tree as it is drawn; prefixes and edges in order of depth and from the top."""

    at: At
    drawing: Drawing

    def levels(self) -> tuple[NDArray, NDArray, NDArray]:
        """π_ref and π* of every edge, and the probability of reaching every inner node."""
        policy = tilted_lm(self.at.of.lm, self.at.of.reward, self.at.beta)
        reach = prefix_logps(policy.logps)[:-1]
        of = (self.at.of.lm.logps, policy.logps, reach)
        ref, star, reached = (np.exp(np.concatenate([x.ravel() for x in all_])) for all_ in of)
        return ref, star, reached

    def nodes(self) -> NDArray:
        """The middle and the radius of every node, (S, 3)."""
        circles = self.drawing.all("circle.node")
        found = [(*circle.middle, circle.box[2] / 2) for circle in circles]
        return in_order(np.array(found), column=0, row=1)

    def edges(self, name: str) -> NDArray:
        """Where every edge begins and ends, its width, and its opacity, (E, 6)."""
        found = [(*ends(path.path), path.stroke, path.opacity) for path in self.drawing.all(name)]
        return in_order(np.array(found), column=0, row=3)


def ends(path: str) -> list[float]:
    numbers = [float(number) for number in path.replace("M", "").replace("C", " ").split()]
    return [*numbers[:2], *numbers[-2:]]


def in_order(rows: NDArray, column: int, row: int) -> NDArray:
    """By columns from the left, and in each from the top."""
    return rows[np.lexsort((rows[:, row], rows[:, column].round(2)))]


def edges_join_their_nodes(tree: Tree) -> None:
    vocab, nodes = tree.at.of.lm.vocab_size, tree.nodes()
    for name in ("path.line", "path.ghost"):
        edges = tree.edges(name)
        close(edges[:, :2], np.repeat(nodes[:, :2], vocab, axis=0), f"starts of {name}")
        # The last edges lead to responses, all others to the nodes after the root.
        close(edges[: len(nodes) - 1, 3], nodes[1:, 1], f"ends of {name}")


def edges_are_as_wide_as_likely(tree: Tree) -> None:
    """In proportion, one scale for both policies; the thinnest are still to be seen."""
    ref, star, _ = tree.levels()
    ghosts, lines = tree.edges("path.ghost")[:, 4], tree.edges("path.line")[:, 4]
    whole = ghosts.max() / ref.max()
    assert whole > 10 * THINNEST
    close(ghosts, whole * ref, f"ghosts, {tree.at}", within=0.01)
    close(lines, np.maximum(THINNEST, whole * star), f"edges, {tree.at}", within=0.01)


def edges_are_faint_where_their_prefix_is_hardly_reached(trees: list[Tree]) -> None:
    """A wide edge from a prefix that is never reached must not look like a way that π* takes."""
    vocab = trees[0].at.of.lm.vocab_size
    reach = np.concatenate([np.repeat(tree.levels()[2], vocab) for tree in trees])
    opacity = np.concatenate([tree.edges("path.line")[:, 5] for tree in trees])
    assert (opacity[reach > 0.999] > 0.5).all() and (opacity[reach < 1e-3] < 0.11).all()
    assert (np.diff(opacity[np.argsort(reach)]) > -0.011).all()
    ghosts = np.concatenate([tree.edges("path.ghost")[:, 5] for tree in trees])
    assert len({*ghosts}) == 1, "the reference stays as it is"


def nodes_grow_with_reach(trees: list[Tree]) -> None:
    """The more likely reached the larger, and by one rule in all states of a scenario."""
    reach = np.concatenate([tree.levels()[2] for tree in trees])
    radius = np.concatenate([tree.nodes()[:, 2] for tree in trees])
    order = np.argsort(reach)
    more, larger = np.diff(reach[order]), np.diff(radius[order])
    assert (larger[more > 1e-3] > 0).all() and (larger > -1e-3).all()
    assert radius[reach < 0.05].max() < 0.6 * radius[reach.argmax()]


def states(tilt: TiltPage, at: At) -> Iterator[At]:
    """The state of the link, and both ends of β: at one T has moved, at the other π_T is gone."""
    yield at
    tilt.beta.press("Home")
    tilt.temperature.press("Home")
    yield replace(at, beta=0.05, temperature=0.1)
    tilt.beta.press("End")
    tilt.switch.click()
    yield replace(at, beta=10.0, temperature=0.1, shown=False)


@pytest.mark.parametrize("at", OPENED, ids=lambda at: at.scenario)
def test_plane_and_tree_are_drawn_to_scale(open_page: Any, server: Any, at: At) -> None:
    link = f"scenario={at.scenario}&beta={at.beta:g}&T={at.temperature:g}&piT=1"
    tilt: TiltPage = open_page(f"{server.url}?view=tilt&{link}").drawn()
    trees = []
    for now in states(tilt, at):
        tilt.shows(now)
        plane, tree = drawings(tilt.page, "plane", "tree")
        plane_is_to_scale(Plane(now, plane))
        trees.append(Tree(now, tree))
        edges_join_their_nodes(trees[-1])
        edges_are_as_wide_as_likely(trees[-1])
    nodes_grow_with_reach(trees)
    edges_are_faint_where_their_prefix_is_hardly_reached(trees)
