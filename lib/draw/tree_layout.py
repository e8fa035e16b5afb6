"""A tidy layout of trees (Reingold and Tilford 1981): subtrees as close as their outlines allow.

The tree is a list of children lists, parents before children: `[[1, 2], [], []]`.
"""


def tidy(children, widths, gap) -> list[float]:
    """The middle of each node along its row; a parent stands over the middle of its children.

    `widths[i]` is the room that node i needs, `gap` the free space between neighbors.
    """
    offsets = [0.0] * len(children)  # from the parent's middle
    outlines = [[] for _ in children]  # per row below: how far left and right, from the middle
    for node in reversed(range(len(children))):
        half = widths[node] / 2
        outlines[node] = [(-half, half), *_place(children[node], offsets, outlines, gap)]
    middles = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            middles[child] = middles[node] + offsets[child]
    shift = min(m - w / 2 for m, w in zip(middles, widths, strict=True))
    return [middle - shift for middle in middles]


def _place(siblings, offsets, outlines, gap):
    """Sets the offsets of `siblings` and gives back their common outline."""
    common = []
    for child in siblings:
        outline = outlines[child]
        start = max(
            (right + gap - left for (_, right), (left, _) in zip(common, outline, strict=False)),
            default=0.0,
        )
        offsets[child] = start
        common = _merge(common, [(left + start, right + start) for left, right in outline])
        outlines[child] = []  # no longer needed
    if siblings:
        middle = (offsets[siblings[0]] + offsets[siblings[-1]]) / 2
        for child in siblings:
            offsets[child] -= middle
        common = [(left - middle, right - middle) for left, right in common]
    return common


def _merge(common, outline):
    """The outline around both, the second standing to the right of the first."""
    both = [(a[0], b[1]) for a, b in zip(common, outline, strict=False)]
    return both + common[len(both) :] + outline[len(both) :]
