"""How much time and memory a check may use."""

RUN_SECONDS = 1.5  # for all cases together
PATIENCE = 8  # times that much on a busy machine, where the child has to wait for a processor
MEGABYTES = 512  # above what the process already has
MAX_LINE = 10_000_000  # bytes that a child may write
MAX_ITEMS = 100_000  # numbers, texts and so on in one answer
DIAGNOSIS_SECONDS = 2.0  # processor time of this process; most need a tenth of it
LONG_DIAGNOSIS_SECONDS = 3.0  # the same for evaluators and `select`, whose answers take longer
MCTS_DIAGNOSIS_SECONDS = 4.0  # the same for whole searches
ALONE_SECONDS = 0.5  # for a failing case that is asked again, in a process of its own
SHRINK_SECONDS = 0.5  # processor time for finding a smaller case that fails
