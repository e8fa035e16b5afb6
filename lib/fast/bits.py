"""Machine instructions for sets of squares: a board is a 64-bit number, one bit a square.

`in_two_lanes(function)` runs `function` once, while the caller is being compiled, on stand-ins:
each operator writes down one vector instruction, which works on two numbers.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from lib.fast.compile import jit

WORD, WHOLE, REAL, MOVE = types.uint64, types.int64, types.float64, types.uint16  # for signatures
U0, U1 = np.uint64(0), np.uint64(1)
UNDECIDED = 2  # in place of a value (+1, 0, -1) while a game runs, or nothing is proven
_WORD = ir.IntType(64)
_TWO = ir.VectorType(_WORD, 2)
_PLACES = [ir.Constant(ir.IntType(32), place) for place in (0, 1)]


def _instruction(method, *flag):
    """A machine instruction from a set of squares to a number."""

    @intrinsic
    def run(typing, board):
        def generate(context, builder, signature, args):
            return getattr(builder, method)(args[0], *flag)

        return types.uint64(types.uint64), generate

    return run


_NOT_EMPTY = ir.Constant(ir.IntType(1), 0)  # "is never empty": no, and the answer is then 64
count_bits = _instruction("ctpop")  # how many squares are in the set
lowest_square = _instruction("cttz", _NOT_EMPTY)  # its number
leading_zeros = _instruction("ctlz", _NOT_EMPTY)  # how many squares lie above the highest one


@intrinsic
def _deposit(typing, bits, board):
    """The low `bits` spread over the squares of the set (x86 PDEP)."""

    def generate(context, builder, signature, args):
        shape = ir.FunctionType(_WORD, [_WORD, _WORD])
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), shape)
        return builder.call(pdep, args)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def address(typing, array):
    """Where an array begins: indexed like it, but nobody counts its holders, half of the work."""

    def generate(context, builder, signature, args):
        return context.make_array(array)(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic
def further(typing, start, places):
    """The address that many elements further on."""

    def generate(context, builder, signature, args):
        return builder.gep(args[0], [args[1]])

    return start(start, places), generate


@jit
def nth_square_portable(board, n):
    """The set with only its square number n (counted from 0), by removing the n below it."""
    for _ in range(n):
        board &= board - U1
    return board & (U0 - board)


@jit
def nth_square_deposit(board, n):
    """The set with only its square number n (counted from 0), in one instruction."""
    return _deposit(U1 << n, board)


# Whether numba compiles for a processor with PDEP (x86 since 2013; no ARM has it).
_triple, _, _features = cpu_target.target_context.codegen().magic_tuple()
HAS_DEPOSIT = _triple.startswith("x86_64") and "+bmi2" in _features.split(",")
nth_square = nth_square_deposit if HAS_DEPOSIT else nth_square_portable


@jit
def next_random(state):
    """The next state of Marsaglia's xorshift generator (64 bits, never 0)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@jit
def below(state, n):
    """A number 0 .. n-1 from the generator's state: its high half, scaled."""
    return ((state >> np.uint64(32)) * n) >> np.uint64(32)


def _operator(instruction):
    """A method of `_Lanes` that writes down this instruction."""

    def operate(self, other):
        numbers = getattr(self.builder, instruction)(self.numbers, other.numbers)
        return _Lanes(self.builder, numbers)

    return operate


class _Lanes:
    """Stands for two numbers in code that is being written."""

    def __init__(self, builder, numbers):
        self.builder, self.numbers = builder, numbers

    __and__, __or__, __add__ = _operator("and_"), _operator("or_"), _operator("add")
    __lshift__, __rshift__ = _operator("shl"), _operator("lshr")


def in_two_lanes(function):
    """Compiled: function(start, through, step) | function(start, through, other_step)."""

    @intrinsic
    def both(typing, start, through, step, other_step):
        def generate(context, builder, signature, values):
            start, through, *steps = values
            lanes = [_filled(builder, pair) for pair in ((start,) * 2, (through,) * 2, steps)]
            found = function(*lanes).numbers
            return builder.or_(*(builder.extract_element(found, _PLACES[i]) for i in (0, 1)))

        return types.uint64(*[types.uint64] * 4), generate

    return both


def _filled(builder, pair):
    """Lanes from two numbers."""
    numbers = ir.Constant(_TWO, ir.Undefined)
    for place, number in zip(_PLACES, pair, strict=True):
        numbers = builder.insert_element(numbers, number, place)
    return _Lanes(builder, numbers)
