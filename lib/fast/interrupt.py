"""Ctrl-C for compiled code: while it runs, Python cannot look at the keyboard."""

from concurrent.futures import ThreadPoolExecutor, wait

LOOK = 0.1  # seconds between two looks at the keyboard


def interruptible(run, arguments, stop):
    """`run(*arguments)`, in a thread of its own; Ctrl-C puts a 1 into `stop` and ends it.

    The compiled code looks at stop[0] now and then and returns at once, with any answer, if it is
    not 0. KeyboardInterrupt is raised when it has ended.
    """
    with ThreadPoolExecutor(1) as thread:
        job = thread.submit(run, *arguments)
        try:
            while not job.done():
                wait([job], LOOK)
            return job.result()
        except BaseException:
            stop[0] = 1
            raise
        finally:
            job.exception()
            stop[0] = 0
