"""Slips that any function can have, whatever the exercise: what to look at when nothing has a name.

A slip is seen in one answer. A misconception is seen in all of them: it comes first.
"""

import inspect

from check.runner import ENDLESS, NOTHING, TEXT, Answer, Case

RETURN = "Is there a `return` on every way through it? What it prints is not what it returns."
SEEN = {  # what an answer says of itself: what to look at
    NOTHING: RETURN,
    TEXT: "That is text. Return the value itself, without quotes and without `str`.",
    ENDLESS: "Which case needs no further call? Ask for it before the function calls itself.",
}
KINDS = {  # the kind of an answer: what to look at
    "time": "Look for a loop or a recursion that never ends.",
    "memory": "Look for a list or a recursion that grows without end.",
    "exit": "A function ends with `return`.",
    "mutated": "Others still use that. Work on a copy.",
    "not_plain": "An answer is made of numbers, text, None, tuples, lists, sets and dicts.",
    "arguments": "Compare the parameters after your `def` with these.",
    "error": "Call it with this case yourself, and look at that line.",
}
FORMS = (
    (inspect.isclass, "It is a class: hand in one of its objects, or a function."),
    (inspect.isgeneratorfunction, "It is a generator: it needs `return` where it has `yield`."),
    (inspect.isasyncgenfunction, "It is `async`: a plain `def` is needed."),
    (inspect.iscoroutinefunction, "It is `async`: a plain `def` is needed."),
)


def advice(exercise, fn, case: Case, answer: Answer) -> str:
    """What to look at after this answer, in one sentence or two."""
    if answer.kind in ("not_plain", "arguments"):
        form = next((sentence for is_one, sentence in FORMS if is_one(fn)), None)
        return form or KINDS[answer.kind]
    if answer.kind == "error":
        return SEEN.get(answer.text, KINDS["error"])
    if answer.text in SEEN and "->" in exercise.signature and not case.raises:
        return SEEN[answer.text]
    by_hand = f'Work this case out by hand, or ask for `check.hint("{exercise.name}")`.'
    return KINDS.get(answer.kind, by_hand)
