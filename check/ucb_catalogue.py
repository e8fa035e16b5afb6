"""Wrong UCB1, wrong choices by it, wrong ports: one fault at a time in a right solution."""

import math
from functools import partial

from check.misconception import misconception


class Ucb1:
    """A right `ucb1` in pieces."""

    def __call__(self, total, visits, parent_visits, c):
        return self.bound(total, visits, parent_visits, c)

    def bound(self, total, visits, parent_visits, c):
        if visits == 0:
            return self.unvisited(total, parent_visits, c)
        mean = self.mean(total, visits, parent_visits)
        return self.sum(mean, self.bonus(visits, parent_visits, c))

    def unvisited(self, total, parent_visits, c):
        return math.inf

    def mean(self, total, visits, parent_visits):
        return total / visits

    def bonus(self, visits, parent_visits, c):
        return c * self.root(self.quotient(visits, parent_visits))

    def root(self, number):
        return math.sqrt(number)

    def quotient(self, visits, parent_visits):
        return self.log(parent_visits) / visits

    def log(self, number):
        return math.log(number)

    def sum(self, mean, bonus):
        return mean + bonus


def _formula_faults(exercise, right):
    """Mistakes in the formula, as `ucb1` and as part of `choose`."""
    bug = partial(misconception, exercise)

    @bug(
        "logarithm to base 10",
        "takes the logarithm to base 10",
        "UCB1 uses the natural logarithm. Which function of `math` is that?",
    )
    class Log10(right):
        def log(self, number):
            return math.log10(number)

    @bug(
        "logarithm to base 2",
        "takes the logarithm to base 2",
        "UCB1 uses the natural logarithm. Which function of `math` is that?",
    )
    class Log2(right):
        def log(self, number):
            return math.log2(number)

    @bug(
        "ln(N + 1)",
        "adds 1 to the parent's visits",
        "With one visit of the parent ln N is 0, and that is meant. What does the 1 hide?",
    )
    class LogPlusOne(right):
        def log(self, number):
            return math.log(number + 1)

    @bug(
        "no square root",
        "leaves out the square root",
        "How fast should the bonus shrink when the visits are doubled?",
    )
    class NoRoot(right):
        def root(self, number):
            return number

    @bug(
        "the root of the logarithm only",
        "takes the root of ln N, but not of the visits below it",
        "How far does the root reach: over ln N, or over the whole quotient?",
    )
    class RootOfLogOnly(right):
        def bonus(self, visits, parent_visits, c):
            return c * math.sqrt(math.log(parent_visits)) / visits

    @bug(
        "parent and child exchanged",
        "exchanges the visits of parent and child in the bonus",
        "The bonus must fall when the child is visited. Which of the two numbers is below?",
    )
    class Exchanged(right):
        def quotient(self, visits, parent_visits):
            return math.log(visits) / parent_visits

    @bug(
        "its own visits in the logarithm",
        "takes the logarithm of the child's own visits",
        "The bonus of a child that is left alone must grow. What grows while it waits?",
    )
    class OwnLog(right):
        def quotient(self, visits, parent_visits):
            return math.log(visits) / visits

    @bug(
        "no logarithm",
        "leaves out the logarithm",
        "Without ln the bonus grows too fast: how often would a bad child be visited?",
    )
    class NoLog(right):
        def log(self, number):
            return number

    @bug(
        "the sum instead of the mean",
        "takes the total as it is instead of the mean",
        "A child with 100 visits has a large total. Is it better for that?",
    )
    class Sum(right):
        def mean(self, total, visits, parent_visits):
            return total

    @bug(
        "the mean over the parent's visits",
        "divides the total by the parent's visits",
        "The total came from so many visits of this child. How many?",
    )
    class MeanOfParent(right):
        def mean(self, total, visits, parent_visits):
            return total / parent_visits

    @bug(
        "floor division",
        "divides with // and loses the fraction",
        "What is 7 // 5, and what should the mean be?",
    )
    class FloorMean(right):
        def mean(self, total, visits, parent_visits):
            return total // visits

    @bug(
        "truncated mean",
        "cuts the mean to a whole number",
        "Two children with means 0.4 and 0.9: which is better, and can you still see it?",
    )
    class TruncatedMean(right):
        def mean(self, total, visits, parent_visits):
            return int(total / visits)

    @bug(
        "abs(total)",
        "drops the sign of the total",
        "A child that loses 5 on average: is it as good as one that wins 5?",
    )
    class Absolute(right):
        def mean(self, total, visits, parent_visits):
            return abs(total) / visits

    @bug(
        "negative means count 0",
        "raises negative means to 0",
        "Of two bad children one is less bad. Can you still see which?",
    )
    class NoNegatives(right):
        def mean(self, total, visits, parent_visits):
            return max(0, total / visits)

    @bug(
        "c under the root",
        "puts c under the square root",
        "When c is doubled, what happens to the bonus?",
    )
    class CInside(right):
        def bonus(self, visits, parent_visits, c):
            return math.sqrt(c * math.log(parent_visits) / visits)

    @bug(
        "a 2 under the root as well",
        "uses c and the 2 of the original formula together",
        "The original bonus is sqrt(2 ln N / n). Which c is that? Then where is the 2 now?",
    )
    class TwoAndC(right):
        def quotient(self, visits, parent_visits):
            return 2 * math.log(parent_visits) / visits

    @bug(
        "c = 0 becomes a default",
        "replaces c = 0 by a default (`c or ...`)",
        "0 is a number that somebody may want. What does `c or 2` give for it?",
    )
    class ZeroIsDefault(right):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, c or math.sqrt(2))

    @bug(
        "always the square root of 2",
        "uses the square root of 2 whatever c is",
        "Where does your formula use the parameter c?",
    )
    class FixedC(right):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, math.sqrt(2))

    @bug(
        "no bonus",
        "returns the mean alone",
        "A child with one unlucky visit would never be tried again. What is missing?",
    )
    class NoBonus(right):
        def bonus(self, visits, parent_visits, c):
            return 0

    @bug(
        "the bonus is taken away",
        "subtracts the bonus",
        "An upper bound lies above the mean. Is yours above?",
    )
    class Subtracted(right):
        def sum(self, mean, bonus):
            return mean - bonus

    @bug(
        "the bonus multiplies",
        "multiplies the mean by the bonus",
        "What does a bonus do to a negative mean if it multiplies?",
    )
    class Multiplied(right):
        def sum(self, mean, bonus):
            return mean * bonus

    @bug(
        "n + 1 below",
        "divides by visits + 1 everywhere to avoid a division by zero",
        "This changes the value of every child. What should happen for 0 visits only?",
    )
    class PlusOne(right):
        def bound(self, total, visits, parent_visits, c):
            return super().bound(total, visits + 1, parent_visits + 1, c)

    @bug(
        "rounds the result",
        "rounds to two decimals",
        "Two children that differ in the third decimal: which one is larger after rounding?",
    )
    class Rounded(right):
        def sum(self, mean, bonus):
            return round(mean + bonus, 2)

    @bug(
        "an unvisited child divides by zero",
        "divides by zero for a child without visits",
        "Ask for 0 visits before you divide. What is the bound of what nobody knows?",
    )
    class ZeroDivision(right):
        def unvisited(self, total, parent_visits, c):
            return total / 0

    @bug(
        "an unvisited child counts 0",
        "returns 0 for a child without visits",
        "An unvisited child comes first. Does 0 put it before all others?",
    )
    class UnvisitedZero(right):
        def unvisited(self, total, parent_visits, c):
            return 0

    @bug(
        "an unvisited child comes last",
        "returns minus infinity for a child without visits",
        "An unvisited child comes first. Which infinity puts it there?",
    )
    class UnvisitedLast(right):
        def unvisited(self, total, parent_visits, c):
            return -math.inf

    @bug(
        "an unvisited child gets a bonus as if visited once",
        "treats no visit as one visit",
        "Must every other child really be worse than this number?",
    )
    class UnvisitedOnce(right):
        def unvisited(self, total, parent_visits, c):
            return c * math.sqrt(math.log(max(parent_visits, 1)))

    @bug(
        "half of c",
        "explores half as much as c asks for",
        "Set c to 1 and the total to 0. Which number stands before the root?",
    )
    class HalfOfC(right):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, c) / 2

    @bug(
        "twice c",
        "explores twice as much as c asks for",
        "Set c to 1 and the total to 0. Which number stands before the root?",
    )
    class TwiceC(right):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, c) * 2

    @bug(
        "c as a whole number",
        "cuts c to a whole number",
        "What becomes of c = 1.4 in your formula?",
    )
    class WholeC(right):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, int(c))

    @bug(
        "c before mean and bonus",
        "multiplies the whole bound by c",
        "With c = 0 only the mean should count. What is left of it?",
    )
    class WeighsBoth(right):
        def mean(self, total, visits, parent_visits):
            return total / visits * self.c

        def bound(self, total, visits, parent_visits, c):
            self.c = c
            return super().bound(total, visits, parent_visits, c)

    @bug(
        "c before the mean",
        "multiplies the mean by c, not the bonus",
        "A larger c should explore more. Which of the two parts explores?",
    )
    class WeighsMean(WeighsBoth):
        def bonus(self, visits, parent_visits, c):
            return super().bonus(visits, parent_visits, 1)

    @bug(
        "the logarithm of the quotient",
        "takes the logarithm of N / n instead of dividing the logarithm by n",
        "Where does the logarithm's bracket close: before the division or after it?",
    )
    class LogOfQuotient(right):
        def quotient(self, visits, parent_visits):
            return max(0, self.log(parent_visits / visits))

    @bug(
        "the bonus of AlphaZero",
        "uses sqrt(N) / (n + 1), which is the rule of another search",
        "UCB1 grows with the logarithm of the parent's visits. Which formula is in this lesson?",
    )
    class AlphaZero(right):
        def bonus(self, visits, parent_visits, c):
            return c * math.sqrt(parent_visits) / (visits + 1)

    @bug(
        "n + 1 in the bonus only",
        "divides by visits + 1 inside the root, to be safe from a division by zero",
        "Unvisited children are handled before. What does the 1 do to all others?",
    )
    class OneMoreInBonus(right):
        def quotient(self, visits, parent_visits):
            return self.log(parent_visits) / (visits + 1)


_formula_faults("ucb1", Ucb1)


@misconception(
    "ucb1",
    "a large number instead of infinity",
    "returns a large number for a child without visits",
    "Payoffs may be larger than any number you choose. Which value never loses?",
)
class LargeNumber(Ucb1):
    def unvisited(self, total, parent_visits, c):
        return 1e6


@misconception(
    "ucb1",
    "None for an unvisited child",
    "returns None for a child without visits",
    "Bounds are compared. Which number is larger than every other one?",
)
class NoneForUnvisited(Ucb1):
    def unvisited(self, total, parent_visits, c):
        return None


@misconception(
    "ucb1",
    "the bonus alone",
    "returns the bonus without the mean",
    "UCB1 weighs two things. Which one is missing?",
)
class BonusAlone(Ucb1):
    def mean(self, total, visits, parent_visits):
        return 0


@misconception(
    "ucb1",
    "mean and bonus as a pair",
    "returns (mean, bonus) instead of their sum",
    "One number is asked for. How do the two become one?",
)
class Pair(Ucb1):
    def sum(self, mean, bonus):
        return mean, bonus


class Choose(Ucb1):
    """A right `choose` in pieces, upon a right `ucb1`."""

    def __call__(self, children, c):
        return self.pick(children, self.bounds(children, c))

    def bounds(self, children, c):
        parent = self.parent_visits(children)
        return [self.bound(child.total, child.visits, parent, c) for child in children]

    def parent_visits(self, children):
        return sum(child.visits for child in children)

    def pick(self, children, bounds):
        return bounds.index(max(bounds))


_formula_faults("choose", Choose)


_bug = partial(misconception, "choose")


@_bug(
    "the last of equals",
    "takes the last of several largest bounds",
    "Two children are equally good. Which comparison keeps the first?",
)
class LastOfEquals(Choose):
    def pick(self, children, bounds):
        return max(range(len(bounds)), key=lambda i: (bounds[i], i))


@_bug(
    "the largest absolute value",
    "compares absolute values",
    "Is a bound of -9 better than one of 3?",
)
class LargestAbsolute(Choose):
    def pick(self, children, bounds):
        return max(range(len(bounds)), key=lambda i: abs(bounds[i]))


@_bug(
    "the smallest bound",
    "takes the smallest bound",
    "The totals are in the chooser's own view. Which bound does the chooser like?",
)
class Smallest(Choose):
    def pick(self, children, bounds):
        return bounds.index(min(bounds))


@_bug(
    "the largest starts at 0",
    "starts the search for the largest bound at 0",
    "If all bounds are negative, what beats your first best?",
)
class StartsAtZero(Choose):
    def pick(self, children, bounds):
        best, index = 0, 0
        for i, bound in enumerate(bounds):
            if bound > best:
                best, index = bound, i
        return index


@_bug(
    "the bound instead of the index",
    "returns the largest bound instead of its index",
    "The caller wants to know which child, not how good it is.",
)
class BoundNotIndex(Choose):
    def pick(self, children, bounds):
        return max(bounds)


@_bug(
    "the child instead of its index",
    "returns the child, not its index",
    "What does the exercise ask for: `children[i]` or `i`?",
)
class ReturnsChild(Choose):
    def pick(self, children, bounds):
        return children[super().pick(children, bounds)]


@_bug(
    "nothing if no bound is above 0",
    "starts the largest bound at 0 and returns None if all are below",
    "All bounds are negative. What does your variable hold at the end?",
)
class NoneIfNegative(Choose):
    def pick(self, children, bounds):
        return super().pick(children, bounds) if max(bounds) > 0 else None


@_bug(
    "counts from 1",
    "counts the children from 1",
    "What is the index of the first child in Python?",
)
class CountsFromOne(Choose):
    def pick(self, children, bounds):
        return super().pick(children, bounds) + 1


@_bug(
    "the most visited child",
    "takes the child with the most visits",
    "That is the rule for the final move. Which rule chooses during the search?",
)
class MostVisited(Choose):
    def pick(self, children, bounds):
        return max(range(len(children)), key=lambda i: children[i].visits)


@_bug(
    "the least visited child",
    "takes the child with the fewest visits",
    "That is round robin. When does a good child get more visits than a bad one?",
)
class LeastVisited(Choose):
    def pick(self, children, bounds):
        return min(range(len(children)), key=lambda i: children[i].visits)


@_bug(
    "the parent's visits are the children's number",
    "takes the number of children for the parent's visits",
    "How often was the parent visited, if every visit went on to a child?",
)
class NumberOfChildren(Choose):
    def parent_visits(self, children):
        return len(children)


@_bug(
    "the parent's visits are the largest child's",
    "takes the largest number of visits for the parent's",
    "How often was the parent visited, if every visit went on to a child?",
)
class LargestVisits(Choose):
    def parent_visits(self, children):
        return max(child.visits for child in children) or 1


@_bug(
    "N grows on the way",
    "counts the parent's visits while it goes through the children",
    "All children of one choice have the same parent. Do they get the same N?",
)
class GrowingN(Choose):
    def bounds(self, children, c):
        seen, found = 0, []
        for child in children:
            seen += child.visits
            found.append(self.bound(child.total, child.visits, max(seen, 1), c))
        return found


@_bug(
    "a visit is counted in",
    "counts the visit that it is about to make",
    "Choosing changes nothing yet. Who counts the visit, and when?",
)
class CountsTheVisit(Choose):
    def pick(self, children, bounds):
        index = super().pick(children, bounds)
        children[index].visits += 1
        return index


@_bug(
    "the other side's view",
    "turns the sign of the totals",
    "The totals are already in the chooser's own view. Who needs to turn them?",
)
class OtherView(Choose):
    def mean(self, total, visits, parent_visits):
        return -total / visits


# The port from Java: w / n + sqrt(2 ln N / n), where the original divides whole numbers.


class Port:
    """A right port in pieces."""

    def __call__(self, wins, visits, parent_visits):
        if visits == 0:
            return self.unvisited()
        return self.mean(wins, visits) + self.bonus(visits, parent_visits)

    def unvisited(self):
        return math.inf

    def mean(self, wins, visits):
        return wins / visits

    def bonus(self, visits, parent_visits):
        return math.sqrt(2) * math.sqrt(math.log(parent_visits) / visits)


_port_bug = partial(misconception, "ucb_from_java")


@_port_bug(
    "divides like Java",
    "cuts the quotient towards zero, as Java does with whole numbers",
    "9 wins of 10 and 1 win of 10: what does Java's `wins / visits` give for each?",
)
class DividesLikeJava(Port):
    def mean(self, wins, visits):
        return int(wins / visits)


@_port_bug(
    "divides with //",
    "divides with //, which rounds down (Java cuts towards zero)",
    "What is -3 // 5 in Python, and -3 / 5 in Java? What should the mean be?",
)
class FloorPort(Port):
    def mean(self, wins, visits):
        return wins // visits


@_port_bug(
    "rounds the quotient",
    "rounds the mean to a whole number",
    "Does 0.6 stay 0.6? A cast after the division comes too late, and so does rounding.",
)
class RoundedPort(Port):
    def mean(self, wins, visits):
        return float(round(wins / visits))


@_port_bug(
    "no 2 in the bonus",
    "leaves out the 2 under the root",
    "The bonus of the original is sqrt(2) * sqrt(ln N / n). Where is the 2 in yours?",
)
class NoTwo(Port):
    def bonus(self, visits, parent_visits):
        return math.sqrt(math.log(parent_visits) / visits)


@_port_bug(
    "the 2 outside the root",
    "multiplies by 2 instead of by the square root of 2",
    "sqrt(2 ln N / n): if the 2 moves out of the root, what becomes of it?",
)
class TwoOutside(Port):
    def bonus(self, visits, parent_visits):
        return 2 * math.sqrt(math.log(parent_visits) / visits)


@_port_bug(
    "a whole number under the root",
    "cuts ln N / n to a whole number",
    "Java's Math.log gives a double, so that division was right. Is yours?",
)
class WholeQuotient(Port):
    def bonus(self, visits, parent_visits):
        return math.sqrt(2) * math.sqrt(int(math.log(parent_visits) / visits))


@_port_bug(
    "losses count as nothing",
    "raises negative wins to 0",
    "A loss takes 1 away from the wins. May they become negative?",
)
class NoLosses(Port):
    def mean(self, wins, visits):
        return max(0, wins) / visits


@_port_bug(
    "an unvisited node divides by zero",
    "divides by zero for a node without visits",
    "In the original the caller asks for visits of 0 first. Who asks here?",
)
class PortZeroDivision(Port):
    def __call__(self, wins, visits, parent_visits):
        return self.mean(wins, visits) + self.bonus(visits, parent_visits)


@_port_bug(
    "an unvisited node counts 0",
    "returns 0 for a node without visits",
    "The original returns the largest number it has. What comes first if you return 0?",
)
class PortUnvisitedZero(Port):
    def unvisited(self):
        return 0


@_port_bug(
    "logarithm to base 10",
    "takes the logarithm to base 10",
    "Java's Math.log is the natural logarithm. Which function of `math` is that?",
)
class PortLog10(Port):
    def bonus(self, visits, parent_visits):
        return math.sqrt(2 * math.log10(parent_visits) / visits)


@_port_bug(
    "ln(N + 1)",
    "adds 1 to the parent's visits",
    "With one visit of the parent ln N is 0, and that is meant. What does the 1 hide?",
)
class PortLogPlusOne(Port):
    def bonus(self, visits, parent_visits):
        return super().bonus(visits, parent_visits + 1)


@_port_bug(
    "parent and child exchanged",
    "exchanges the visits of parent and child in the bonus",
    "The bonus must fall when the child is visited. Which of the two numbers is below?",
)
class PortExchanged(Port):
    def bonus(self, visits, parent_visits):
        return super().bonus(parent_visits, visits)


@_port_bug(
    "losses count as wins",
    "drops the sign of the wins",
    "A node with -4 wins of 5 and one with 4 of 5: which is better?",
)
class PortAbsolute(Port):
    def mean(self, wins, visits):
        return abs(wins) / visits


@_port_bug(
    "the sum overflows",
    "lets the wins wrap round at 32 bits, as Java does",
    "Python's whole numbers have no largest one. Who cuts yours?",
)
class PortOverflow(Port):
    def mean(self, wins, visits):
        return ((wins + 2**31) % 2**32 - 2**31) / visits
