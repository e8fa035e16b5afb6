"""The games of the course, each one short module: rules only, no drawing, no search."""

from lib.games.tree import TreeGame

__all__ = ["TreeGame"]
