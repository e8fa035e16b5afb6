"""Looks at a picture as a reader would: is all inside, apart, large enough, dark enough?

Text is measured with the font that matplotlib brings along (DejaVu Sans), which is wider than
what most browsers take: none of our own guesses of text width is used here.
"""

import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

from matplotlib import font_manager

NS = "{http://www.w3.org/2000/svg}"
SMALLEST_TEXT, CONTRAST = 18, 4.5


def audit(picture):
    """The root element of the picture; an AssertionError that names the first defect."""
    root = ElementTree.fromstring(str(picture))
    assert root.tag == NS + "svg" and root.get("role") == "img"
    assert root.find(NS + "title").text.strip() and root.find(NS + "desc").text.strip()
    assert picture.width > 0 and root.get("viewBox") == f"0 0 {picture.width:g} {picture.height:g}"
    assert not [e for e in root.iter() if e.get("id")], "ids collide when two pictures meet"
    assert not [e for e in root.iter() if e.get("transform")]
    assert_inside(root, picture.width, picture.height)
    assert_readable(root)
    assert_texts_apart(root)
    return root


def texts(root):
    return list(root.iter(NS + "text"))


def words(root):
    """All words in the picture."""
    return ["".join(t.itertext()) for t in texts(root)]


def by_class(root, name):
    """The elements that have `name` among their classes."""
    return [e for e in root.iter() if name in e.get("class", "").split()]


@cache
def _font():
    return font_manager.get_font(font_manager.findfont("DejaVu Sans"))


@cache
def text_size(content, size):
    font = _font()
    font.set_size(size, 72)
    font.set_text(content)
    return font.get_width_height()[0] / 64


def text_box(element):
    size, content = float(element.get("font-size")), "".join(element.itertext())
    width = text_size(content, size)
    x, y = float(element.get("x")), float(element.get("y"))
    left = x - width * {"middle": 0.5, "end": 1}.get(element.get("text-anchor"), 0)
    return left, y - 0.75 * size, left + width, y + 0.1 * size


def points(element):
    """The corners of a polygon, or the points that a path goes through."""
    if element.tag == NS + "polygon":
        numbers = [float(n) for n in re.split(r"[ ,]+", element.get("points"))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    found = []
    for letter, rest in re.findall(r"([MLQAhZ])([^MLQAhZ]*)", element.get("d")):
        numbers = [float(n) for n in rest.split()]
        if letter == "A":
            numbers = numbers[-2:]
        if letter in "MLQA":
            found += zip(numbers[::2], numbers[1::2], strict=True)
    return found


def box(element):
    """Left, top, right and bottom of a shape, or None for what has no extent of its own."""
    get = lambda name: float(element.get(name, 0))  # noqa: E731
    if element.tag == NS + "rect":
        return get("x"), get("y"), get("x") + get("width"), get("y") + get("height")
    if element.tag == NS + "circle":
        return (
            get("cx") - get("r"),
            get("cy") - get("r"),
            get("cx") + get("r"),
            get("cy") + get("r"),
        )
    if element.tag == NS + "line":
        xs, ys = sorted((get("x1"), get("x2"))), sorted((get("y1"), get("y2")))
        return xs[0], ys[0], xs[1], ys[1]
    if element.tag in (NS + "polygon", NS + "path"):
        xs, ys = zip(*points(element), strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if element.tag == NS + "text":
        return text_box(element)
    return None


def assert_inside(root, width, height):
    for element in root.iter():
        place = box(element)
        if place is None:
            continue
        left, top, right, bottom = place
        note = f"{element.tag} {element.attrib} {''.join(element.itertext())}: {place}"
        assert left >= -0.5 and top >= -0.5, note
        assert right <= width + 0.5 and bottom <= height + 0.5, note


def overlap(a, b, slack=0.5):
    return (
        a[0] + slack < b[2] and b[0] + slack < a[2] and a[1] + slack < b[3] and b[1] + slack < a[3]
    )


def neighbors(boxes):
    """All pairs whose boxes share some part of the horizontal axis."""
    ordered = sorted(boxes, key=lambda pair: pair[0][0])
    for i, first in enumerate(ordered):
        for second in ordered[i + 1 :]:
            if second[0][0] >= first[0][2]:
                break
            yield first, second


def assert_texts_apart(root):
    boxes = [(text_box(t), "".join(t.itertext())) for t in texts(root)]
    for (a, first), (b, second) in neighbors(boxes):
        assert not overlap(a, b, 1), f"{first!r} at {a} covers {second!r} at {b}"


def luminance(color):
    """WCAG 2, written down a second time on purpose."""
    total = 0
    for weight, start in ((0.2126, 1), (0.7152, 3), (0.0722, 5)):
        share = int(color[start : start + 2], 16) / 255
        linear = share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4
        total += weight * linear
    return total


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def covers(element, x, y):
    """Whether the painted inside of a shape covers a point."""
    if element.get("fill") in (None, "none") or element.tag == NS + "text":
        return False
    place = box(element)
    if place is None or not (place[0] <= x <= place[2] and place[1] <= y <= place[3]):
        return False
    if element.tag == NS + "circle":
        dx, dy = x - float(element.get("cx")), y - float(element.get("cy"))
        return dx * dx + dy * dy <= float(element.get("r")) ** 2
    return element.tag != NS + "polygon" or _in_polygon(points(element), x, y)


def _in_polygon(corners, x, y):
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def assert_readable(root):
    """Large enough, and dark or light enough on whatever lies under it."""
    painted = []
    for element in root.iter():
        if element.tag != NS + "text":
            if element.get("fill", "none") != "none" and box(element):
                painted.append(element)
            continue
        note = "".join(element.itertext())
        assert float(element.get("font-size")) >= SMALLEST_TEXT, note
        left, top, right, bottom = text_box(element)
        ground = element.get("stroke")  # a halo
        if ground is None:
            x, y = (left + right) / 2, (top + bottom) / 2
            ground = next(e.get("fill") for e in reversed(painted) if covers(e, x, y))
        found = contrast(element.get("fill"), ground)
        assert found >= CONTRAST, f"{note!r}: {element.get('fill')} on {ground} is {found:.2f}"


def shape_of(node):
    """The shape of a node: what is neither halo nor words."""
    return by_class(node, "shape")[0]


def node_boxes(root):
    """The box of the shape of every node of a tree."""
    return [(box(shape_of(node)), node) for node in by_class(root, "node")]


def on_outline(shape, x, y, slack=0.6):
    """Whether a point lies on the outline of a shape: a box, a circle or a house."""
    if shape.tag == NS + "circle":
        dx, dy = x - float(shape.get("cx")), y - float(shape.get("cy"))
        return abs((dx * dx + dy * dy) ** 0.5 - float(shape.get("r"))) <= slack
    left, top, right, bottom = box(shape)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if shape.tag == NS + "polygon":
        corners = points(shape)
    return any(
        _from_line(x, y, *a, *b) <= slack
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def _from_line(x, y, x1, y1, x2, y2):
    """How far a point is from a piece of a line."""
    dx, dy = x2 - x1, y2 - y1
    share = min(max(((x - x1) * dx + (y - y1) * dy) / ((dx * dx + dy * dy) or 1), 0), 1)
    return ((x - x1 - share * dx) ** 2 + (y - y1 - share * dy) ** 2) ** 0.5


def crosses(a, b, place, slack=1.5):
    """Whether the line from a to b runs through a box."""
    left, top, right, bottom = place
    begin, end = 0.0, 1.0  # the part of the line that lies between the sides looked at so far
    for start, stop, low, high in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
        low, high = low - slack, high + slack
        if start == stop and not low < start < high:
            return False
        if start != stop:
            near, far = sorted(((low - start) / (stop - start), (high - start) / (stop - start)))
            begin, end = max(begin, near), min(end, far)
    return begin < end


def edges_of(root):
    """The edge into each node, by the node's number."""
    return {int(e.get("data-to")): e for e in by_class(root, "edge")}


def assert_edges_touch(root):
    """Every edge begins on the outline of one node and ends on that of another."""
    nodes = {i: shape_of(node) for i, node in enumerate(by_class(root, "node"))}
    for number, edge in edges_of(root).items():
        corners = points(edge)
        assert on_outline(nodes[number], *corners[-1]), f"the edge to {number} ends in the air"
        starts = [i for i, shape in nodes.items() if on_outline(shape, *corners[0])]
        assert starts, f"the edge to {number} begins in the air"


def assert_no_words_on_lines(root):
    """No name of a move stands on an edge, and no edge runs through a node's window."""
    lines = [points(edge) for edge in by_class(root, "edge")]
    pieces = [piece for line in lines for piece in pairwise(line)]
    for name in by_class(root, "move") + by_class(root, "end"):
        place = text_box(name)
        for a, b in pieces:
            assert not crosses(a, b, place), f"{name.text!r} stands on a line"


def audit_tree(picture):
    """`audit`, and: nodes and words keep apart, edges touch, each node has its label inside."""
    root = audit(picture)
    assert_edges_touch(root)
    assert_no_words_on_lines(root)
    shapes = node_boxes(root)
    for (a, first), (b, second) in neighbors(shapes):
        assert not overlap(a, b), f"{first.attrib} covers {second.attrib}"
    for place, node in shapes:
        for label in by_class(node, "label"):
            inner = text_box(label)
            assert place[0] <= inner[0] and inner[2] <= place[2], (node.attrib, place, inner)
    labels = [(text_box(t), node) for _, node in shapes for t in node.iter(NS + "text")]
    for (a, first), (b, second) in neighbors(shapes + labels):
        assert first is second or not overlap(a, b), f"{first.attrib} covers {second.attrib}"
    return root
