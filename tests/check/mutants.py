"""Wrong solutions that nobody wrote: every small change of a right one, made on its syntax tree."""

import ast
import inspect
import textwrap

SWAPS = {
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.GtE],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add, ast.Div],
    ast.Div: [ast.Mult, ast.FloorDiv],
    ast.Or: [ast.And],
    ast.And: [ast.Or],
}
NAMES = {"max": "min", "min": "max", "alpha": "beta", "beta": "alpha", "MAX": "MIN"}


def mutants(fn, scope):
    """(description, function) for every mutant of `fn`."""
    source = textwrap.dedent(inspect.getsource(fn))
    count = len(list(_changes(ast.parse(source))))
    for number in range(count):
        tree = ast.parse(source)
        for index, (what, apply) in enumerate(_changes(tree)):
            if index == number:
                apply()
                description = what
                break
        ast.fix_missing_locations(tree)
        names = dict(scope)
        exec(compile(tree, f"<mutant {number}>", "exec"), names)
        yield f"{fn.__name__} line {description}", names[fn.__name__]


def _is_symmetric(call) -> bool:
    """Whether the order of the two arguments does not matter."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    return name in ("max", "min", "distance")


def _drop_not(node):
    """`not x` becomes `not not x`: the truth of x."""
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _changes(tree):
    for node in ast.walk(tree):
        line = getattr(node, "lineno", "?")
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for new in SWAPS.get(type(node.ops[0]), []):
                yield f"{line}: {new.__name__}", lambda n=node, o=new: n.ops.__setitem__(0, o())
        elif isinstance(node, (ast.BinOp, ast.BoolOp)):
            for new in SWAPS.get(type(node.op), []):
                yield f"{line}: {new.__name__}", lambda n=node, o=new: setattr(n, "op", o())
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            for step in (1, -1):
                value = node.value + step
                yield f"{line}: {value}", lambda n=node, v=value: setattr(n, "value", v)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield f"{line}: no minus", lambda n=node: setattr(n, "op", ast.UAdd())
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMES:
            new = NAMES[node.id]
            yield f"{line}: {node.id} -> {new}", lambda n=node, i=new: setattr(n, "id", i)
        if isinstance(node, (ast.If, ast.IfExp)):
            for value in (True, False):
                constant = ast.Constant(value)
                yield f"{line}: if {value}", lambda n=node, c=constant: setattr(n, "test", c)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield f"{line}: no not", lambda n=node: _drop_not(n)
        if isinstance(node, ast.Call) and len(node.args) == 2 and not _is_symmetric(node):
            yield f"{line}: arguments swapped", lambda n=node: n.args.reverse()
