"""How nbgrader is set up for this course: folders, gradebook, stubs. One place for all of it."""

from pathlib import Path

STUB = "pass  # your code here"
OUTPUT = Path("build/grading")


def course(output: Path = OUTPUT, source: Path | None = None):
    """The configuration of nbgrader with everything it writes below `output`."""
    from traitlets.config import Config

    from grade.problems import EXERCISES

    config = Config()
    output = Path(output).resolve()
    config.CourseDirectory.root = str(output)
    config.CourseDirectory.source_directory = str(source or EXERCISES)
    config.CourseDirectory.release_directory = str(output / "release")
    config.CourseDirectory.db_url = f"sqlite:///{output / 'gradebook.db'}"
    config.CourseDirectory.course_id = "looking-ahead"
    config.ClearSolutions.code_stub = {"python": STUB}
    config.HTMLExporter.sanitize_html = True  # what students write is shown, not run
    config.HTMLExporter.mathjax_url = ""  # no page needs the network
    config.IncludeHeaderFooter.header = config.IncludeHeaderFooter.footer = ""
    return config
