"""All that the engine of the checks says to a learner, as whole sentences with named places.

What belongs to one exercise stands there: names of cases in its module, mistakes in `mistakes/`,
hints in `hints/`.
"""

# The verdict

RIGHT = "Right on all {count} cases."
NOT_ATTEMPTED = "Not attempted yet. Write {signature}, then run this cell again."
NONE_HANDED_IN = (
    "Not attempted yet. Write {signature}, then run this cell again. None was handed in, perhaps "
    "what a call returned. Hand in the function itself, without calling it."
)
NO_FUNCTION = (
    "{name} must be a function, but it is a value of type {type}. Hand in the function itself, "
    "without calling it: {signature}."
)
SMALL_NOT_ATTEMPTED = "Not attempted yet. Write it in the cell above, then run both cells again."
SMALL_FAILS = "{call} stopped with an error. {error}"
ON_THIS_BOARD = "{name} on this board"
SMALL_DIFFERS = "{call} returned {got!r}; the right answer is {answer!r}."
NO_GAME = "Not attempted yet. Hand in your game."
METHODS_MISSING = "{name} does not have all methods yet. Still missing: {names}."
NEEDS_ARGUMENTS = "{name} cannot be made: {error}. Hand in a game, such as {name}(...)."
VALUES_WANTED = (
    "{summary}. That is the form. For the meaning, write down two positions or more, and what "
    "each is worth to MAX: {{position: value}}."
)
VALUE_FAILS = "{state} cannot be searched in this game: {error}."
VALUE_DIFFERS = (
    "{summary}. That is the form; the meaning is not right. You say that {state} is worth {said} "
    "to MAX; minimax finds {value} in this game. Is your value right? Then look at the rules: who "
    "is paid at the end, and who has moved last?"
)
VALUES_AGREE = "{summary}. Minimax finds your {count} values, too."
NO_FORK = "This system cannot fork: memory and exits are not limited."
HEADING = "{exercise}: {status} ({score:.0%})"
COUNTEREXAMPLE = "{case}\n  expected: {expected}\n  got:      {got}"

# Where it is right

NOWHERE_RIGHT = "Not right yet."
RIGHT_SO_FAR = "Right so far: {groups}."
RIGHT_EXCEPT_FOR = "Right except for: {groups}."
AND_MORE = "{groups} and {count} more"
SHARE = "The score is the share of the kinds of questions that are right throughout."
NO_POINTS = "No points yet: nothing is right throughout that needs an idea of the solution."

# What happened

WRONG_ANSWER = "For {case} it returned {got}; the right answer is {expected}."
LONG_ANSWERS = "For {case} the answer is not the right one: both are below."
FAULTS = "For {case}: {faults}."
HAPPENED = "For {case} {event}."  # one of the events below
NOT_CALLABLE = "It cannot be called as {signature}: {event}."

# Events: they also stand alone, beside "got:"

RETURNED_NONE = "it returned None"
RETURNED_TEXT = "it returned text"
NOT_PLAIN = "it returned {what}"
TOO_MANY_ITEMS = "more than {count:,} items"
OF_TYPE = "a value of type {type}"
RAISED = "it raised {error}"
RAISED_SAYING = "it raised {error}: {text}"
IN_FUNCTION = "{event} (in {function}: {line})"
UNREADABLE = "its own text cannot be read"
ENDLESS = "it calls itself without end (RecursionError)"
UNATTEMPTED = "it raises NotImplementedError"
EXITED = "it called exit"
CHANGED = "it changed what it was given"
NO_ANSWER = "it gave no answer within {seconds:g} s"
TOO_MUCH_MEMORY = "it used more memory than it may"
CRASHED = "it crashed Python itself; recursion without end under a raised recursion limit does"
DIED = "it ended the process before it answered"
CALLS_EXIT = "it calls exit"
ASKS_FOR_INPUT = "it asks for input, and nobody is there to type"
INTERRUPTS = "it interrupts itself"
OVERWRITTEN = "it wrote over its own answers"
NOT_ASKED = "was not asked, because an earlier case ended the run"
AN_ERROR = "a {error}"  # an error that counts as an answer

# Which mistake it is, the surest first; `does` and `hint` are those of a mistake

THE_MISTAKE = "The mistake:"
YOUR_CODE = "lines of your code"
AGREES = "It agrees with a solution that {does}."
IT_DOES = "It {does}."
AMONG_OTHERS = "Among other things it {does}."
EITHER = "This looks like a solution that {does}, or like one that {also}."
TWO_AT_ONCE = "Two things come together: it {does}, and it {also}."
MOSTLY = "This looks like a solution that {does}."
AS_TEXT = (
    "text instead of the value",
    "returns the right answer as text",
    "A number in quotes is text. Return the value itself, without `str`.",
)
IN_A_LIST = (
    "a list around the answer",
    "returns the right answer inside a list",
    "One thing is asked for, not a list with one thing. What do you return?",
)
TURNED = (
    "the sign of the answer is turned",
    "returns the right number with the wrong sign",
    "Every number is MAX's. Does anything need a minus here?",
)
KEEPS_SOMETHING = (
    "it keeps something between calls",
    "keeps something from one call to the next: asked alone, it answers this right",
    "Look for a cache, a global variable or a list as a default value. When is it emptied?",
)
DIFFERS = (
    "another answer each time",
    "answers the same question in two ways",
    "Where do random numbers come in, or something that is kept from one call to the next?",
)

# What to look at when no mistake has a name

BY_HAND = 'Work this case out by hand, or ask for `check.hint("{exercise}")`.'
BY_EVENT = {
    RETURNED_NONE: "Is there a `return` on every way through it? "
    "What it prints is not what it returns.",
    RETURNED_TEXT: "That is text. Return the value itself, without quotes and without `str`.",
    ENDLESS: "Which case needs no further call? Ask for it before the function calls itself.",
}
BY_KIND = {  # the kind of an answer
    "time": "Look for a loop or a recursion that never ends.",
    "memory": "Look for a list or a recursion that grows without end.",
    "exit": "A function ends with `return`.",
    "mutated": "Others still use that. Work on a copy.",
    "not_plain": "An answer is made of numbers, text, None, tuples, lists, sets and dicts.",
    "arguments": "Compare the parameters after your `def` with these.",
    "error": "Call it with this case yourself, and look at that line.",
}
A_CLASS = "It is a class: hand in one of its objects, or a function."
A_GENERATOR = "It is a generator: it needs `return` where it has `yield`."
ASYNC = "It is `async`: a plain `def` is needed."

# A log that the learner makes up (name, sentence)

LOG_WANTED = "Not attempted yet. Put pairs (score, tries) into the list, then run this cell again."
LOG_RIGHT = "Right: {chosen}."
LOG_CHOICE = "C = {c} chooses child {i}"
LOG_AND = ", "
LOG_BOUNDS = "C = {c}: bounds {bounds}"
LOG_NO_PAIRS = (
    "no list of pairs",
    "Each child is a pair (score, tries), and all of them stand in one list: [(5, 2), (1, 2)]. "
    "A score is a finite number, tries are whole numbers.",
)
LOG_UNVISITED = (
    "an unvisited child",
    "A child without a try has no mean, and every C goes there first. Give each at least one try.",
)
LOG_TOO_MANY = (
    "too many tries",
    "These are {tries} tries in all; at most {most} are allowed. Which child needs few?",
)
LOG_ONE_CHILD = ("one child only", "With one child there is nothing to choose. Add another one.")
LOG_EQUAL = (
    "equal tries",
    "Not yet: {chosen}. All children have the same number of tries. Then their bonuses are equal, "
    "for every C. What decides instead?",
)
LOG_SAME = (
    "both constants choose the same",
    "Not yet: {chosen}. {bounds}. C = 1 must follow the better mean, C = 4 the larger bonus. "
    "How far apart may the means be?",
)

# Examples that are given before the solution is written

NO_EXAMPLES = "There are no examples for {exercise!r}. There are examples for {names}."
EXAMPLES_WANTED = "Not attempted yet. Give two or three examples, each as {form}."
EXAMPLE_FORM = "Example {number} cannot be read. An example is {form}."
EXAMPLE_WRONG = "Example {number} is not right. Work it out once more, step by step."
EXAMPLES_FEW = (
    "Right, and caught are {caught} of {all} wrong programs. Give at least {fewest} examples that "
    "differ."
)
EXAMPLES_WEAK = (
    "All {count} examples are right. They catch {caught} of {all} wrong programs; {enough} are "
    "wanted. Which mistake would your examples not show? Two opponents in a row, only negative "
    "numbers, or numbers that are close together often do."
)
EXAMPLES_GOOD = "All {count} examples are right, and they catch {caught} of {all} wrong programs."

# Hints

HINT = "Hint {level} of {count}: {text}"
NO_HINTS = "There are no hints for {exercise!r}. There are hints for {names}."
NO_SOLUTION_HERE = (
    "This copy of the course has no solution of this exercise: hint {count} is the last one."
)
NO_LEVEL = "Hints go from 1 to {count}, and {solution} is the solution; there is no hint {level!r}."
