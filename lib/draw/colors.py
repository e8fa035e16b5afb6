"""The colors of all pictures: Okabe and Ito's palette, which color-blind readers can tell apart.

Color never carries meaning alone: shape, stroke or a number says the same.
"""

BLACK, WHITE = "#000000", "#FFFFFF"
ORANGE, SKY, GREEN, YELLOW = "#E69F00", "#56B4E9", "#009E73", "#F0E442"
BLUE, VERMILLION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"
PALETTE = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK)

INK = "#1A1A1A"  # text and outlines
QUIET = "#595959"  # text that steps back, 7:1 on white
LINE = "#8A8A8A"  # thin lines
PALE = "#F1F1F1"  # fill of what is not yet visited
PAPER = WHITE  # every picture brings its own background, for light and dark themes


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of a color written as #RRGGBB."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mix(color: str, other: str, share: float) -> str:
    """The color with `share` (0 to 1) of `other` in it."""
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it: 0 is black, 1 is white."""
    shares = (c / 255 for c in channels(color))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, other: str) -> float:
    """The contrast ratio of two colors, 1 to 21 (WCAG 2); text needs 4.5."""
    dark, light = sorted((luminance(color), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(fill: str) -> str:
    """Black or white, whichever reads better on `fill`: at least 4.58:1 on any color."""
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, fill))


def diverging(value: float, reach: float) -> str:
    """Blue for good for MAX, white for 0, vermillion for good for MIN; `reach` is the far end."""
    share = min(abs(value) / reach, 1) if reach else 0
    return mix(WHITE, BLUE if value > 0 else VERMILLION, 0.85 * share)


def sequential(value: float, low: float, high: float) -> str:
    """White at `low` to blue at `high`."""
    share = (value - low) / (high - low) if high > low else 0
    return mix(WHITE, BLUE, 0.85 * min(max(share, 0), 1))


def scale(values):
    """A function from value to color that suits `values`: diverging when signs differ."""
    low, high = min(values, default=0), max(values, default=0)
    if low < 0:
        reach = max(abs(low), abs(high))
        return lambda value: diverging(value, reach)
    return lambda value: sequential(value, min(low, 0), high)
