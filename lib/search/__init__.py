"""The searches of the course, each as short as its pseudocode."""
