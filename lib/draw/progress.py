"""What a search knows after some of its events."""

from lib.draw.svg import number
from lib.game import CHANCE, MAX


class Moment:
    """What the search knows after `step` events; everything when `step` is None."""

    def __init__(self, calls, events, step):
        self.calls, self.events, self.step, self.current = calls, events, step, None
        if step is not None:
            seen = events[:step]
            self._entered = {i for kind, i in seen if kind == "enter"}
            self._done = {i for kind, i in seen if kind == "leave"}
            self.current = seen[-1][1] if seen else None

    def entered(self, index) -> bool:
        """Whether the search has come to this call."""
        return self.step is None or index in self._entered

    def done(self, index) -> bool:
        """Whether the search has left this call for good."""
        return self.step is None or index in self._done

    def returned(self, call) -> list:
        """The values of the children that have come back."""
        values = [self.calls[i].value for i in call.children if self.done(i)]
        return [value for value in values if isinstance(value, (int, float))]

    def live_window(self, call):
        """Alpha and beta of an open call, narrowed by what its children gave."""
        alpha, beta, values = call.alpha, call.beta, self.returned(call)
        if alpha is None or call.side == CHANCE or not values:
            return alpha, beta
        return (max(alpha, *values), beta) if call.side == MAX else (alpha, min(beta, *values))

    def so_far(self, call) -> str:
        """What is known of an open call's value: at least 3, at most 5, or nothing yet."""
        values = self.returned(call)
        if not values or call.side == CHANCE:
            return "?"
        return "≥" + number(max(values)) if call.side == MAX else "≤" + number(min(values))
