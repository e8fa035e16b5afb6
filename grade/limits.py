"""Every limit of grading in one place: time, memory, sizes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    cell_seconds: float = 10.0  # on a processor or asleep: for all cells, each time that they run
    all_seconds: float = 60.0  # for everything: cells and answers of all processes together
    cpu_seconds: int = 60  # for one process
    megabytes: int = 1024
    file_megabytes: int = 8  # one file
    disk_megabytes: int = 16  # all files
    processes: int = 2  # the worker, and the child that answers a question; threads count too
    starts: int = 24  # every part may ruin its process a few times

    def resources(self) -> dict[str, int]:
        """The limits that the system itself keeps, by their names."""
        return {
            "RLIMIT_AS": self.megabytes * 2**20,
            "RLIMIT_CPU": self.cpu_seconds,
            "RLIMIT_FSIZE": self.file_megabytes * 2**20,
            "RLIMIT_NPROC": self.processes,
            "RLIMIT_NOFILE": 64,
            "RLIMIT_CORE": 0,
        }


# --- asking --------------------------------------------------------------------------------

LOOK_SECONDS = 5.0  # to say what a name is, or to take in a large thing such as a game
CALL_SECONDS = 3.0  # for all single calls of one function
ASKING_SECONDS = 12.0  # for a case that asks in its own way, such as a match
GENEROUS = 2  # times what the same check allows in a notebook: no answer is lost at the border
IMPATIENT = 0.4  # the share of the time that a function gets after it was late once
PATIENCE = 60  # times as long may pass on a busy machine; after that nothing was graded
POLL_SECONDS = 0.05  # between two looks at the clock
MAX_MADE_FILES = 5000  # in the folder that a submission may write
MAX_REPLY_BYTES = 10_000_000  # of answers to one message

# --- what is handed in ---------------------------------------------------------------------

MAX_FILE_BYTES = 300_000_000  # of one file with all its outputs, which are dropped
MAX_NOTEBOOK_BYTES = 20_000_000  # of what is left
MAX_STEPS = 2_000_000  # brackets, commas and texts in a file that is larger than that
MAX_ENTRIES = 3000  # files that are taken out of the archives of one folder or file
MAX_TAKEN_BYTES = 3_000_000_000  # of all of these: it may be a whole class
READING_SECONDS = 120.0  # on a processor, to read all that one folder or file holds
MAX_CELLS = 1000
MAX_FILES = 200  # of one student
MAX_SEEN = 20_000  # files of one student that are looked through for these
MAX_PACKED_BYTES = 200_000_000  # of one archive: it may hold a whole class
MAX_DIRECTORY_BYTES = 10_000_000  # of the list of entries in a zip
MAX_DEPTH = 12  # of folders
ZIPS_IN_ZIPS = 1

# --- what is written -----------------------------------------------------------------------

MAX_CODE = 300_000  # characters of code that are looked at for suspicions
MAX_TEXT = 4000  # characters of one text in a result
MAX_FORMULA = 1000  # characters of one formula in an answer in words
MAX_WORDS = 20_000  # characters of one answer in words
