"""A job that ends its grader. Graders are new processes: what they need to open is little."""

import os
import signal
import time


class Mortal:
    """A job that ends its grader while a file is there; it takes the file away so many times."""

    def __init__(self, place, deaths, others_wait=False):
        self.place, self.others_wait = place, others_wait
        place.write_text("x" * deaths)

    def run(self):
        deaths = self.place.read_text()
        if deaths:
            self.place.write_text(deaths[1:])
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        if self.others_wait:
            time.sleep(0.6)  # at work when the other one dies
        return {}

    def settle(self, result):
        return None if result() == {} else "no result"
