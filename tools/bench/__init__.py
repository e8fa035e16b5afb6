"""Benchmarks, a module for each topic, each with a `main()`: `python -m tools.bench`."""
