"""Slips that any function can have, whatever the exercise: what to look at when nothing has a name.

A slip is seen in one answer. A misconception is seen in all of them: it comes first.
"""

import inspect

from check import messages
from check.runner import Answer, Case

_FORMS = (
    (inspect.isclass, messages.A_CLASS),
    (inspect.isgeneratorfunction, messages.A_GENERATOR),
    (inspect.isasyncgenfunction, messages.ASYNC),
    (inspect.iscoroutinefunction, messages.ASYNC),
)


def advice(exercise, fn, case: Case, answer: Answer) -> str:
    """What to look at after this answer, in one sentence or two."""
    if answer.kind in ("not_plain", "arguments"):
        form = next((sentence for is_one, sentence in _FORMS if is_one(fn)), None)
        return form or messages.BY_KIND[answer.kind]
    if answer.kind == "error":
        return messages.BY_EVENT.get(answer.text, messages.BY_KIND["error"])
    if answer.text in messages.BY_EVENT and "->" in exercise.signature and not case.raises:
        return messages.BY_EVENT[answer.text]
    by_hand = messages.BY_HAND.format(exercise=exercise.name)
    return messages.BY_KIND.get(answer.kind, by_hand)
