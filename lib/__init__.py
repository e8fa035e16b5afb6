"""Looking Ahead: games, searches and pictures for a course in game-tree search."""
