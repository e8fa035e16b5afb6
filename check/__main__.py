"""`python -m check`: how many wrong solutions each check notices and names."""

import check

PUBLISHED = {  # noticed by the trees of a public autograder (CS188): (trees that notice, trees)
    ("minimax", "depth counted per move"): (14, 33),
    ("minimax", "the last agent maximizes"): (1, 33),
    ("minimax", "last best action"): (0, 33),
    ("alphabeta", "only shallow cuts"): (3, 33),
    ("best_actions", "cuts on equality and collects ties"): (1, 33),
    ("expectimax", "the last agent maximizes"): (0, 16),
    ("expectimax", "the sum instead of the mean"): (0, 16),
    ("expectimax", "chance is an opponent"): (1, 16),
    ("expectimax", "integer division"): (1, 16),
}


def _mutation_scores() -> list[tuple[str, int, int, int]]:
    """(exercise, misconceptions, rejected, named) for every exercise."""
    rows = []
    for exercise in check.EXERCISES:
        reports = [
            (entry, getattr(check, exercise)(entry.wrong)) for entry in check.catalogue(exercise)
        ]
        rejected = sum(not report.passed for _, report in reports)
        named = sum(report.diagnosis is not None for _, report in reports)
        rows.append((exercise, len(reports), rejected, named))
    return rows


def main():
    """Print how many wrong solutions are noticed and named, ours beside the published ones."""
    rows = _mutation_scores()
    total = tuple(sum(column) for column in list(zip(*rows, strict=True))[1:])
    print(f"{'exercise':22}{'wrong solutions':>16}{'rejected':>10}{'named':>8}")
    for exercise, known, rejected, named in [*rows, ("all", *total)]:
        print(f"{exercise:22}{known:>16}{rejected:>10}{named:>8}")
    print("\nOf the same mistakes, the trees of a public autograder that notice them:")
    for (exercise, name), (noticed, trees) in PUBLISHED.items():
        entry = next(e for e in check.catalogue(exercise) if e.name == name)
        ours = getattr(check, exercise)(entry.wrong)
        verdict = "noticed" if not ours.passed else "missed"
        print(f"{exercise:14}{name:38}{noticed:>3} of {trees}   ours: {verdict}")


if __name__ == "__main__":
    main()
