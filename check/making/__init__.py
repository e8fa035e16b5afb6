"""What questions are made of: trees, games, nodes, positions."""
