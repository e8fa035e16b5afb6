"""More kinds of broken hand-ins, each with the mark that was written down before the first run.

They belong to the class of strangers in `submissions`: people who mean well, and their programs.
"""

import bz2
import gzip
import io
import json
import lzma
import os
import tarfile
import zipfile

from tests.grade.submissions import (
    ALL,
    CHOOSE,
    GOOD,
    JAVA,
    NAME,
    NONE,
    REST,
    WRONG,
    Case,
    as_bytes,
    blank,
    cell_of,
    changed,
    notebook,
    packed,
    save,
    tar_bytes,
    with_code,
    zip_bytes,
)

NUMPY = GOOD.replace("sqrt(log(", "np.sqrt(np.log(")

# --- notebooks that another program has written ----------------------------------------------


def each(**change):
    """A change of the same fields in every cell."""

    def made(page):
        for cell in page["cells"]:
            cell.update(change)

    return made


def like_colab(page):
    page["metadata"] = {"colab": {"provenance": []}, "accelerator": "GPU"}
    for number, cell in enumerate(page["cells"]):
        cell["metadata"] = {"id": f"x{number}", "nbgrader": cell["metadata"].get("nbgrader", {})}
        del cell["id"]


def like_vs_code(page):
    page.pop("metadata")
    for cell in page["cells"]:
        cell["metadata"]["vscode"] = {"languageId": "python"}


def without(*names):
    def made(page):
        for cell in page["cells"]:
            for name in names:
                cell.pop(name, None)

    return made


def in_one_cell(page):
    """All code of the student in the cell of the first part; the others are as they were."""
    cell_of(page, "ucb1")["source"] = "\n\n".join([GOOD, CHOOSE, JAVA])
    for name in ("choose", "java"):
        cell_of(page, name)["source"] = cell_of(blank(), name)["source"]


def upside_down(page):
    page["cells"].reverse()


def import_in_setup(page):
    cell_of(page, "setup")["source"] += "\nimport numpy as np\n"
    cell_of(page, "ucb1")["source"] = NUMPY


def broken_setup(page):
    cell_of(page, "setup")["source"] = "import check, lib.nothing\n"


def split_in_two(page):
    """The cell was split with the editor: both halves have its name."""
    place = page["cells"].index(cell_of(page, "ucb1"))
    page["cells"].insert(place, {**cell_of(page, "ucb1"), "source": "half = 0.5\n"})
    page["cells"][place + 1]["source"] = GOOD.replace("sqrt(log(", "(log(").replace(
        "visits)\n", "visits) ** half\n"
    )


def many_empty_cells(page):
    empty = {"cell_type": "code", "metadata": {}, "source": "", "outputs": []}
    page["cells"][1:1] = [dict(empty) for _ in range(1500)]


def below(*sources):
    """Further cells at the end."""

    def made(page):
        page["cells"] += [
            {"cell_type": "code", "id": f"more-{n}", "metadata": {}, "source": source}
            for n, source in enumerate(sources)
        ]

    return made


def answer_below(page):
    """The answer in words in a cell of its own, below the one for it."""
    cell_of(page, "words")["source"] = cell_of(blank(), "words")["source"]
    place = page["cells"].index(cell_of(page, "words"))
    mine = {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": "The bonus is small."}
    page["cells"].insert(place + 1, mine)


def with_photo(page):
    cell_of(page, "words")["attachments"] = {"photo.jpg": {"image/jpeg": "QUJD" * 6_000_000}}


# --- files -----------------------------------------------------------------------------------


def percent(folder):
    """A program with marks between the cells, as editors write it."""
    code = [c for c in notebook()["cells"] if c["cell_type"] == "code"]
    code = [c for c in code if not c["id"].endswith("-tests")]
    text = "\n".join(f"# %% {cell['id']}\n{cell['source']}\n" for cell in code)
    (folder / f"{NAME}.py").write_text(f"# ---\n# jupyter: python3\n# ---\n{text}")


def tar_of_zip(folder):
    (folder / "all.tgz").write_bytes(tar_bytes(zip_bytes({"x.ipynb": good_page()}), "gz", "x.zip"))


def strange_tar(folder):
    """A time that is no number, and a link beside the work."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as archive:
        link = tarfile.TarInfo("link.ipynb")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        entry, page = tarfile.TarInfo(f"{NAME}.ipynb"), good_page()
        entry.size, entry.pax_headers = len(page), {"mtime": "nan"}
        archive.addfile(entry, io.BytesIO(page))
    (folder / "work.tar").write_bytes(data.getvalue())


def good_page() -> bytes:
    return as_bytes(notebook())


def sparse(folder):
    """A file that claims to be as large as a disk."""
    with open(folder / f"{NAME}.ipynb", "wb") as file:
        file.truncate(2**33)


def folder_like_a_file(folder):
    save(notebook(), folder / f"{NAME}.ipynb" / f"{NAME}.ipynb")


def two_halves(folder):
    """The parts in two notebooks: the one with more of them counts."""
    stubs = {name: cell_of(blank(), name)["source"] for name in ("ucb1", "choose", "java")}
    save(notebook(stubs["ucb1"]), folder / "most.ipynb")
    page = notebook(choose=stubs["choose"], java=stubs["java"])
    for name in ("log-helpers", "log-solution"):
        cell_of(page, name)["source"] = cell_of(blank(), name)["source"]
    save(page, folder / "one.ipynb")


def loop_of_folders(folder):
    save(notebook(), folder / f"{NAME}.ipynb")
    os.symlink(folder, folder / "again")


def deep_folder(folder):
    save(notebook(), folder.joinpath(*"abcdefghij") / f"{NAME}.ipynb")


def zip_link(folder):
    info_zip = io.BytesIO()
    with zipfile.ZipFile(info_zip, "w") as archive:
        info = zipfile.ZipInfo(f"{NAME}.ipynb")
        info.create_system, info.external_attr = 3, 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    (folder / "x.zip").write_bytes(info_zip.getvalue())


def page_cases() -> dict[str, Case]:
    """Notebooks that another program has written, or the student in an unusual way."""
    wide = good_page().decode().encode("utf-16-le")
    as_text = json.dumps(good_page().decode()).encode()
    good, bare = good_page(), {"cells": [{"cell_type": "code", "metadata": {}, "source": GOOD}]}
    after_ours, nan = "The original was run before yours", b'"x": NaN, "nbformat"'
    return {
        "from Colab": Case(ALL, page=changed(like_colab)),
        "from VS Code": Case(ALL, page=changed(like_vs_code)),
        "lists for tables": Case(ALL, page=changed(each(metadata=[]))),
        "no outputs at all": Case(ALL, page=changed(without("outputs", "execution_count"))),
        "outputs of another kind": Case(ALL, page=changed(each(outputs="none", attachments=7))),
        "no metadata at all": Case(ALL, page=changed(without("metadata"))),
        "no kinds of cells": Case(ALL, page=changed(without("cell_type", "metadata"))),
        "sources that are none": Case(NONE, page=changed(each(source=None))),
        "all in one cell": Case(ALL, page=changed(in_one_cell)),
        "upside down": Case(ALL, page=changed(upside_down)),
        "an import in the set-up": Case(ALL, after_ours, "changed", changed(import_in_setup)),
        "a broken set-up": Case(ALL, "ModuleNotFoundError", "changed", changed(broken_setup)),
        "a cell cut in two": Case(ALL, "more than once", page=changed(split_in_two)),
        "a thousand empty cells": Case(ALL, page=changed(many_empty_cells)),
        "an answer below": Case(ALL, page=changed(answer_below)),
        "with a photo": Case(ALL, page=changed(with_photo)),
        "only one function": Case(4.0, "None of our cells", page=bare),
        "not a number in the file": Case(ALL, data=good.replace(b'"nbformat"', nan)),
        "format 5": Case(ALL, data=good.replace(b'"nbformat": 4', b'"nbformat": 5')),
        "cells twice": Case(ALL, data=good.replace(b'"cells"', b'"cells": [], "cells"', 1)),
        "a comma too many": Case(NONE, "not a notebook", data=good[:-1] + b",}"),
        "more behind the end": Case(NONE, "not a notebook", data=good + b"}\n"),
        "a text of a notebook": Case(NONE, "not a notebook", data=as_text),
        "a notebook in a table": Case(NONE, "not a notebook", data=b'{"notebook": ' + good + b"}"),
        "letters of two bytes": Case(NONE, "not a notebook", data=wide),
    }


def file_cases() -> dict[str, Case]:
    """Files of every kind."""
    good = good_page()
    name = f"{NAME}.ipynb"
    windows = {f"my\\work\\{name}": good}
    return {
        "a program with marks": Case(ALL, write=percent),
        "tar.bz2": Case(ALL, "Taken out of", data=tar_bytes(good, "bz2"), file="x.tar.bz2"),
        "tar.xz": Case(ALL, "Taken out of", data=tar_bytes(good, "xz"), file="x.tar.xz"),
        "tar called zip": Case(ALL, "Taken out of", data=tar_bytes(good, ""), file="x.zip"),
        "zip in a tar": Case(ALL, write=tar_of_zip),
        "tar with no time": Case(ALL, write=strange_tar),
        "packed with gzip": Case(ALL, data=gzip.compress(good), file=f"{name}.gz"),
        "packed with bzip2": Case(ALL, data=bz2.compress(good), file=f"{name}.bz2"),
        "packed with xz": Case(ALL, data=lzma.compress(good), file=f"{name}.xz"),
        "packed and cut off": Case(NONE, "damaged", data=gzip.compress(good)[:500], file="x.gz"),
        "another packer": Case(NONE, "binary", data=b"7z\xbc\xaf\x27\x1c\x00\x04", file="x.7z"),
        "zip from Windows": Case(ALL, write=packed(windows)),
        "zip of folders": Case(NONE, "no file in it", write=packed({"a/": b"", "a/b/": b""})),
        "zip with a link": Case(NONE, "not a notebook", write=zip_link),
        "capital ending": Case(ALL, data=good, file=f"{NAME}.IPYNB"),
        "copy of a copy": Case(ALL, data=good, file=f"Copy of {NAME} (1) - Copy.ipynb"),
        "ending twice": Case(ALL, data=good, file=f"{name}.ipynb"),
        "no ending": Case(ALL, data=good, file="my homework"),
        "sparse": Case(NONE, "larger than", write=sparse),
        "a folder like a file": Case(ALL, write=folder_like_a_file),
        "two halves": Case(REST, "several files", "2 files", write=two_halves),
        "a loop of folders": Case(ALL, write=loop_of_folders),
        "deep in folders": Case(ALL, write=deep_folder),
        "a shortcut": Case(NONE, "not a notebook", data=b'{"url": "http://x"}', file="x.gdoc"),
    }


def code_cases() -> dict[str, Case]:
    """Code of people who mean well."""
    program = "if __name__ == '__main__':\n    " + GOOD.strip().replace("\n", "\n    ") + "\n"
    letters = "\u00e9t\u00e9 = '\U0001f600'\nprint(\u00e9t\u00e9)\n"
    unseen = GOOD.replace("return", "return\u200b")
    threads = "import threading\nthreading.Thread(target=print).start()\n"
    return {
        "numpy in its own cell": with_code("import numpy as np\n" + NUMPY, ALL),
        "numpy without an import": with_code(NUMPY, REST, "NameError"),
        "timed": with_code("%%time\n" + GOOD, ALL),
        "times a line": with_code(
            GOOD + "%time again = ucb1(1, 1, 1, 1)\nassert again == 1\n", ALL
        ),
        "magic inside": with_code("if True:\n    %matplotlib inline\n" + GOOD, ALL),
        "asks the shell": with_code("files = !ls\nwhere = %pwd\n" + GOOD, ALL),
        "a bash cell": with_code("%%bash\nls | grep x\n" + GOOD, REST, "SyntaxError"),
        "asks for help": with_code("help(sqrt)\n" + GOOD, ALL),
        "looks into a picture": with_code(
            "from lib.draw import draw_ucb\nassert '<svg' in draw_ucb([('a', 3, 1)], c=2)\n" + GOOD,
            ALL,
        ),
        "checks itself on the way": with_code(
            WRONG + "print(check.ucb1(ucb1))\nassert '<' in check.ucb1(ucb1).body()\n" + GOOD, ALL
        ),
        "writes to the real output": with_code(
            GOOD.replace(
                "    if", "    import sys\n    print(1, file=sys.__stdout__, flush=True)\n    if", 1
            ),
            ALL,
        ),
        "runs asyncio inside": with_code(
            GOOD.replace("def ucb1", "async def value")
            + "import asyncio\ndef ucb1(*args):\n    return asyncio.run(value(*args))\n",
            ALL,
        ),
        "reads its own file": with_code(
            "import os, tempfile\nFACTOR = os.path.join(tempfile.gettempdir(), 'c')\n"
            "open(FACTOR, 'w').write('1.0')\n"
            + GOOD.replace("c * sqrt", "float(open(FACTOR).read()) * c * sqrt"),
            ALL,
        ),
        "remembers": with_code("from functools import cache\n@cache" + GOOD, ALL),
        "with types": with_code(
            "from __future__ import annotations\n" + GOOD.replace("total,", "total: float,"), ALL
        ),
        "as a program": with_code(program, ALL),
        "quits": with_code("exit()\n" + GOOD, REST, "calls exit"),
        "deletes it": with_code(GOOD + "del ucb1\n", REST, "Not attempted: ucb1"),
        "sets it to nothing": with_code(GOOD + "ucb1 = None\n", REST),
        "wide brackets": with_code(GOOD.replace("(log(", "\uff08log("), REST, "SyntaxError"),
        "a space nobody sees": with_code(unseen, REST, "SyntaxError"),
        "a foreign letter": with_code(GOOD.replace(" c *", " \u0441 *"), REST, "NameError"),
        "letters of all kinds": with_code(letters + GOOD, ALL),
        "right and then wrong": with_code(GOOD + WRONG, REST),
        "one parameter more": with_code(GOOD.replace("c)", "c, more=1)"), ALL),
        "names before values": with_code(GOOD.replace("(total", "(*, total"), REST),
        "a failing cell below": Case(ALL, "AssertionError", page=changed(below("assert 1 == 2"))),
        "a missing file": Case(ALL, "FileNotFoundError", page=changed(below("open('my.csv')"))),
        "unit tests": Case(
            ALL, page=changed(below("import unittest\nunittest.main(argv=[''], exit=False)"))
        ),
        "threads below": Case(ALL, page=changed(below(threads))),
    }


def cases() -> dict[str, Case]:
    """All of them, by the name of the student."""
    return {**page_cases(), **file_cases(), **code_cases()}
