"""Four boards at once: the processor's vector instructions behind plain operators.

A processor of today works on four 64-bit numbers with one instruction, but numba uses that for
long loops only. `union_of_four(function)` uses it for one call. It runs `function` once, while
the caller is being compiled, on stand-ins: each operator writes down one vector instruction.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)
FOUR = ir.VectorType(WORD, 4)
ZERO = ir.Constant(FOUR, [0] * 4)


class Lanes:
    """Stands for four numbers in code that is being written."""

    def __init__(self, builder, numbers):
        self.builder, self.numbers = builder, numbers

    def __and__(self, other):
        return Lanes(self.builder, self.builder.and_(self.numbers, other.numbers))

    def __or__(self, other):
        return Lanes(self.builder, self.builder.or_(self.numbers, other.numbers))

    def __add__(self, other):
        return Lanes(self.builder, self.builder.add(self.numbers, other.numbers))

    def __lshift__(self, other):
        return Lanes(self.builder, self.builder.shl(self.numbers, other.numbers))

    def __rshift__(self, other):
        return Lanes(self.builder, self.builder.lshr(self.numbers, other.numbers))

    def where(self, condition):
        """The number in each lane where the condition is not 0, else 0."""
        holds = self.builder.icmp_unsigned("!=", condition.numbers, ZERO)
        return Lanes(self.builder, self.builder.select(holds, self.numbers, ZERO))


def filled(builder, kind, value):
    """Lanes from a tuple of four numbers, or four times the same number."""
    numbers = ir.Constant(FOUR, ir.Undefined)
    for lane in range(4):
        one = builder.extract_value(value, lane) if isinstance(kind, types.UniTuple) else value
        numbers = builder.insert_element(numbers, one, ir.Constant(ir.IntType(32), lane))
    return Lanes(builder, numbers)


def union_of_four(function):
    """Compiled: the results of `function` in four lanes, joined by "or" to one number.

    It takes four arguments: `start` and `target` are the same number in all lanes, `through` and
    `step` are tuples, one number for each lane.
    """

    @intrinsic
    def union(typing, start, target, through, step):
        kinds = (start, target, through, step)

        def generate(context, builder, signature, values):
            lanes = [filled(builder, *pair) for pair in zip(kinds, values, strict=True)]
            shape = ir.FunctionType(WORD, [FOUR])
            name = "llvm.vector.reduce.or.v4i64"
            join = builder.module.declare_intrinsic(name, (), shape)
            return builder.call(join, [function(*lanes).numbers])

        return types.uint64(*kinds), generate

    return union
