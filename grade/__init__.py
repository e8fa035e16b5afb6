"""Grading: `python -m grade SUBMISSIONS` (or `make grade`), and `python -m grade.release`.

A submission goes through these modules, one after the other:

    files      what was handed in, out of folders and zip files
    collect    whose it is, and for which problem set
    transplant the student's own cells put into the pristine notebook
    sandbox    starts `worker` in a process that can reach nothing (`bubblewrap`), and talks to it
    session    keeps such a process at work; `protocol`: questions go in, plain data comes out
    remote     lets a check ask the function that lives there
    verdict    runs our test cells, outside the student's process
    batch      does that for everybody, in parallel, and goes on where it was stopped
    gradebook, feedback, report    write what came out
    oral       questions about a submission, for a talk
    classroom  who should have handed in, what is late, what learning platforms take

All numbers that limit something are in `limits`; `problems` reads the problem sets.
"""
