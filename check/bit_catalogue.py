"""Wrong ways with the bitboards of Connect Four: one fault at a time."""

from functools import partial

from check.misconception import misconception

four_bug = partial(misconception, "has_four")


class Four:
    """A right `has_four` in pieces."""

    steps = (1, 6, 7, 8)

    def __call__(self, stones):
        return any(self.line(stones, step) for step in self.steps)

    def line(self, stones, step):
        pairs = stones & stones >> step
        return bool(pairs & pairs >> 2 * step)


@four_bug(
    "no diagonals",
    "looks upright and along the rows only",
    "A line can also climb or fall. How far apart are the bits of a diagonal?",
)
class NoDiagonals(Four):
    steps = (1, 7)


@four_bug(
    "rising lines only",
    "misses lines that fall to the right",
    "One column to the right and one row down: how much does the bit grow?",
)
class NoFalling(Four):
    steps = (1, 7, 8)


@four_bug(
    "falling lines only",
    "misses lines that rise to the right",
    "One column to the right and one row up: how much does the bit grow?",
)
class NoRising(Four):
    steps = (1, 6, 7)


@four_bug(
    "nothing upright",
    "misses four stones on top of each other",
    "Two stones on top of each other: how far apart are their bits?",
)
class NoUpright(Four):
    steps = (6, 7, 8)


@four_bug(
    "nothing in a row",
    "misses four stones side by side",
    "Two stones side by side: how far apart are their bits?",
)
class NoFlat(Four):
    steps = (1, 6, 8)


@four_bug(
    "columns of six bits",
    "steps as if a column had six bits",
    "Seven bits lie between two neighbours of a row: six squares and the empty bit above them.",
)
class SixBits(Four):
    steps = (1, 5, 6, 7)


@four_bug(
    "rows first",
    "steps as if the bits went along the rows",
    "Bit 1 is the second square of column 0, not column 1. Look at the numbers in the picture.",
)
class RowsFirst(Four):
    steps = (1, 7, 8, 9)


@four_bug(
    "three are enough",
    "is content with three in a row",
    "`pairs` marks two in a row. Shifted by one step they overlap: how long is the line then?",
)
class Three(Four):
    def line(self, stones, step):
        pairs = stones & stones >> step
        return bool(pairs & pairs >> step)


@four_bug(
    "any two pairs",
    "asks whether there are pairs, not whether they follow each other",
    "`and` asks about two numbers, `&` about every bit of them. Which do you need?",
)
class AnyPairs(Four):
    def line(self, stones, step):
        pairs = stones & stones >> step
        return bool(pairs and pairs >> 2 * step)


@four_bug(
    "five are needed",
    "asks for five in a row",
    "Two pairs, one after the other, are four stones. What did you ask for?",
)
class Five(Four):
    def line(self, stones, step):
        four = stones & stones >> step & stones >> 2 * step & stones >> 3 * step
        return bool(four & four >> step)


@four_bug(
    "the other way round",
    "returns True where there is no line",
    "What should come back for the empty board?",
)
class Inverted(Four):
    def __call__(self, stones):
        return not super().__call__(stones)


@four_bug(
    "a bitboard instead of True or False",
    "returns a bitboard instead of True or False",
    "How do you turn a number into a yes or a no?",
)
class Bits(Four):
    def __call__(self, stones):
        found = 0
        for step in self.steps:
            pairs = stones & stones >> step
            found |= pairs & pairs >> 2 * step
        return found


landing_bug = partial(misconception, "landing")


class Landing:
    """A right `landing` in pieces."""

    def __call__(self, stones, column):
        return self.after(stones, 1 << 7 * column) & self.mask(column)

    def after(self, stones, bottom):
        return stones + bottom

    def mask(self, column):
        return 0b111111 << 7 * column


@landing_bug(
    "no mask",
    "returns all bits after the addition",
    "The addition changes one column and leaves the others as they are. Which bits do you want?",
)
class NoMask(Landing):
    def mask(self, column):
        return -1


@landing_bug(
    "one square too many",
    "lands on the bit above a full column",
    "A column has six squares and seven bits. What must come back for a full column?",
)
class SevenSquares(Landing):
    def mask(self, column):
        return 0b1111111 << 7 * column


@landing_bug(
    "always at the bottom",
    "puts every stone on the lowest square",
    "What does adding 1 do to 0b0011? Where does the carry go?",
)
class Bottom(Landing):
    def after(self, stones, bottom):
        return bottom


@landing_bug(
    "`or` instead of plus",
    "joins the bottom bit to the stones instead of adding it",
    "Only an addition carries. What is 0b0011 | 1, and what is 0b0011 + 1?",
)
class Joined(Landing):
    def after(self, stones, bottom):
        return stones | bottom


@landing_bug(
    "columns of six bits",
    "takes six bits for a column",
    "There is an empty bit above every column. Where does column 1 begin?",
)
class SixBitColumns(Landing):
    def __call__(self, stones, column):
        return (stones + (1 << 6 * column)) & 0b111111 << 6 * column


@landing_bug(
    "the row instead of the bit",
    "returns the number of the row",
    "A set with one square was asked for: the bit itself, as a number like 1 << 9.",
)
class Row(Landing):
    def __call__(self, stones, column):
        found = super().__call__(stones, column)
        return max(found.bit_length() - 1 - 7 * column, 0)


@landing_bug(
    "the number of the bit",
    "returns which bit it is, not the bit",
    "A set with one square was asked for: 1 << 9, not 9.",
)
class Index(Landing):
    def __call__(self, stones, column):
        return max(super().__call__(stones, column).bit_length() - 1, 0)


@landing_bug(
    "the whole board",
    "returns all stones with the new one",
    "Only the new stone was asked for.",
)
class Board(Landing):
    def __call__(self, stones, column):
        return stones | super().__call__(stones, column)
