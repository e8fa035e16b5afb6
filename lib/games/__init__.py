"""The games of the course, each one short module: rules only, no drawing, no search."""

from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame

__all__ = [
    "PASS",
    "CaptureTheFlag",
    "ConnectFour",
    "Othello",
    "Pacman",
    "PentagoTwist",
    "Pig",
    "TicTacToe",
    "TreeGame",
]
