"""The games of the course, each one short module: rules only, no drawing, no search.

tree           TreeGame: nothing but a tree, written as nested lists    open this one first
tictactoe, connect4, othello, pentago    board games
pig            Pig: a die
pacman         Pacman and ghosts in a maze
capture        CaptureTheFlag: two teams of two in a maze
board          what the board games share: bitboards and pictures of X and O
maze           what the two games in a maze share: layouts and ways
text_pictures  states of the two games in a maze, written and read as text
"""

from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
