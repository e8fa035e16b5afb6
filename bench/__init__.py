"""Benchmarks: one module for each topic, each with a `main()`. Run them with `python -m bench`."""
