"""Wrong parsers of the Root logs: one fault at a time in a right one."""

import re
from functools import partial

from check.misconception import misconception

ENTRY = re.compile(
    r"\s*(?:INFO:)?child actions (\d+)\s*\[(.*?)\]\s*"
    r"(?:INFO:)?choices_weights\s*\[([^\]]*)\]\s*"
    r"(?:INFO:)?params <score, tries>\s*\[(.*?)\]\s*"
    r"(?:INFO:)?best_action_sim ([^\n]*)",
    re.DOTALL,
)


class ParseLog:
    """A right parser in pieces: one expression for the four parts of an entry."""

    pair = r"<(-?[\d.]+), (\d+)>"

    def __call__(self, text):
        entries, at = [], 0
        while text[at:].strip():
            match = ENTRY.match(text, at)
            if match is None:
                raise ValueError(f"no entry at {text[at : at + 30]!r}")
            entries.append(self.entry(*match.groups()))
            at = match.end()
        return self.all(entries)

    def all(self, entries):
        if not entries:
            raise ValueError("the log is empty")
        return entries

    def entry(self, count, names, weights, params, choice):
        actions = self.names(names)
        numbers = [float(weight) for weight in weights.split(",")]
        pairs = self.pairs(params)
        first, second = self.chosen(choice)
        self.check(count, actions, numbers, pairs, params, (first, second))
        return self.build(actions, numbers, pairs, first, second)

    def names(self, text):
        return re.findall(r"'([^']*)'", text)

    def pairs(self, text):
        return [(self.score(a), int(b)) for a, b in re.findall(self.pair, text)]

    def score(self, text):
        return float(text)

    def chosen(self, text):
        first, second = text.strip().rsplit(", best_action ", 1)
        return first, second

    def check(self, count, actions, numbers, pairs, params, chosen):
        if int(count) != len(actions) or len(numbers) != len(actions):
            raise ValueError("the numbers of actions and weights differ")
        if len(pairs) != len(actions) + 1 or len(pairs) != params.count("'<"):
            raise ValueError("a pair is missing or damaged")
        if not set(chosen) <= set(actions):
            raise ValueError("an unknown action was chosen")

    def build(self, actions, numbers, pairs, first, second):
        return (actions, numbers, pairs[:-1], pairs[-1], first, second)


_bug = partial(misconception, "parse_log")


@_bug(
    "drops the minus sign",
    "reads scores without their minus sign",
    "Look at '<-3, 1>'. Which characters may a number begin with?",
)
class NoMinus(ParseLog):
    pair = r"<-?([\d.]+), (\d+)>"


@_bug(
    "whole scores only",
    "reads the whole part of a score only",
    "A score may be 2.5. What does your expression do at the point?",
)
class WholeScores(ParseLog):
    def score(self, text):
        return int(float(text))


@_bug(
    "splits names at commas",
    "splits the list of actions at every comma",
    "A name may hold a comma: 'Ambush, then MOVE'. What really ends a name?",
)
class SplitsNames(ParseLog):
    def names(self, text):
        return [name.strip().strip("'") for name in text.split(",")]


@_bug(
    "the choice is cut at the first comma",
    "cuts the chosen actions at the first comma",
    "A chosen action may hold a comma. Which text stands between the two actions?",
)
class CutsChoice(ParseLog):
    def chosen(self, text):
        first, second = text.strip().split(",", 1)
        return first, second.strip().removeprefix("best_action ")

    def check(self, *args):
        """Nothing fits any more where a name holds a comma."""


@_bug(
    "the node is a child",
    "takes the node's own pair for one more child",
    "There is one pair more than there are actions. Whose is the last?",
)
class NodeIsChild(ParseLog):
    def build(self, actions, numbers, pairs, first, second):
        return (actions, numbers, pairs, pairs[-1], first, second)


@_bug(
    "the node's pair is lost",
    "leaves out the node's own pair",
    "UCB1 needs the parent's tries. Where does the log have them?",
)
class NoParent(ParseLog):
    def build(self, actions, numbers, pairs, first, second):
        return (actions, numbers, pairs[:-1], None, first, second)


@_bug(
    "the node's pair is the first",
    "takes the first pair for the node's own",
    "One pair is marked '=> self' in some logs. At which end of the list?",
)
class ParentFirst(ParseLog):
    def build(self, actions, numbers, pairs, first, second):
        return (actions, numbers, pairs[1:], pairs[0], first, second)


@_bug(
    "score and tries exchanged",
    "returns (tries, score)",
    "The header says <score, tries>. Which comes first?",
)
class PairsExchanged(ParseLog):
    def pairs(self, text):
        return [(tries, score) for score, tries in super().pairs(text)]


@_bug(
    "the two choices exchanged",
    "exchanges the action of the search and the action that is played",
    "Which name comes first on the last line?",
)
class ChoicesExchanged(ParseLog):
    def build(self, actions, numbers, pairs, first, second):
        return super().build(actions, numbers, pairs, second, first)


@_bug(
    "numbers stay text",
    "leaves the weights as text",
    "'6.03' and 6.03 are not the same. Who turns text into a number?",
)
class TextNumbers(ParseLog):
    def build(self, actions, numbers, pairs, first, second):
        return super().build(actions, [str(n) for n in numbers], pairs, first, second)


@_bug(
    "only the first entry",
    "reads the first entry only",
    "A log may hold many choices. What comes after the first one?",
)
class FirstEntry(ParseLog):
    def all(self, entries):
        return super().all(entries)[:1]


@_bug(
    "damage is passed over",
    "returns something for a damaged log instead of raising a ValueError",
    "Whoever reads your list cannot see what is missing. How do you tell them?",
)
class PassesOverDamage(ParseLog):
    def __call__(self, text):
        try:
            return super().__call__(text)
        except ValueError:
            return []


@_bug(
    "no count is compared",
    "does not compare the numbers of actions, weights and pairs",
    "The log says how many actions there are. Do all lists agree with it?",
)
class NoCounts(ParseLog):
    def check(self, count, actions, numbers, pairs, params, chosen):
        if not set(chosen) <= set(actions):
            raise ValueError("an unknown action was chosen")


@_bug(
    "any action may be chosen",
    "accepts a chosen action that is not among the children",
    "Can somebody play an action that is not in the list?",
)
class AnyChoice(ParseLog):
    def check(self, count, actions, numbers, pairs, params, chosen):
        super().check(count, actions, numbers, pairs, params, actions[:1])
