"""One glossary from the glossaries of all lessons, and what in them does not agree."""

import re
from dataclasses import dataclass

from tools.lessons import Lesson

ARTICLE = re.compile(r"^(an?|the) ", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """One row of a lesson's glossary; `term` and `meaning` are the two halves of its concept."""

    term: str
    meaning: str
    symbol: str
    python: str
    lesson: Lesson


def entries(lesson: Lesson) -> list[Entry]:
    """The rows of the table below the heading Glossary."""
    found = re.search(r"^#+ Glossary\n(.*?)(?=^#+ |\Z)", lesson.text, re.MULTILINE | re.DOTALL)
    rows = [line for line in (found[1] if found else "").splitlines() if line.startswith("|")]
    return [entry(row, lesson) for row in rows[2:]]


def entry(row: str, lesson: Lesson) -> Entry:
    """A row of the table, taken apart."""
    concept, symbol, python, *_ = (cell.strip() for cell in row.strip().strip("|").split("|"))
    term, _, meaning = concept.partition(": ")
    return Entry(term, meaning, symbol, python, lesson)


def all_entries(lessons: list[Lesson]) -> list[Entry]:
    """All rows of all lessons, by term."""
    rows = [row for lesson in lessons for row in entries(lesson)]
    return sorted(rows, key=lambda row: key(row.term))


def key(term: str) -> str:
    """What two spellings of one term have in common: no article, no capitals."""
    return ARTICLE.sub("", term).casefold()


def merged(lessons: list[Lesson]) -> list[list[Entry]]:
    """The rows of all lessons by term; rows that say the same stand together."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for row in all_entries(lessons):
        groups.setdefault((key(row.term), row.meaning), []).append(row)
    return list(groups.values())


def conflicts(lessons: list[Lesson]) -> dict[str, set[str]]:
    """Terms that two lessons explain differently, with the explanations."""
    said: dict[str, set[str]] = {}
    for row in all_entries(lessons):
        if row.meaning:
            said.setdefault(key(row.term), set()).add(row.meaning)
    return {term: meanings for term, meanings in said.items() if len(meanings) > 1}


def symbol_conflicts(lessons: list[Lesson]) -> dict[str, set[str]]:
    """Python names of one word that two lessons give different symbols, with the symbols."""
    given: dict[str, set[str]] = {}
    for row in all_entries(lessons):
        for name in re.findall(r"`(?:node\.)?(\w+)`", row.python):
            if row.symbol:
                given.setdefault(name, set()).add(row.symbol)
    return {name: symbols for name, symbols in given.items() if len(symbols) > 1}
