"""How relevant a memory is by its age: a formula that is parsed and worked out, never evaluated as code."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Final

from vaultkit.errors import VaultkitError

FORMULA: Final = "max(0.2, 1.0 - (days_ago * 0.043))"
"""1.0 today, 0.871 after 3 days, 0.699 after 7, 0.398 after 14, 0.2 from 19 on."""
_AGE: Final = "days_ago"
_LONGEST: Final = 200
_DECIMALS: Final = 3
_OPERATORS: Final[dict[type[ast.AST], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_FUNCTIONS: Final[dict[str, Callable[..., float]]] = {"max": max, "min": min}

Decay = Callable[[int], float]
"""Relevance, 0 to 1, by whole days of age."""


def parse_formula(formula: str) -> Decay:
    """What a formula of `days_ago`, numbers, + - * / ( ), min and max says. Raises VaultkitError on anything else."""
    try:
        tree = ast.parse(formula.strip(), mode="eval").body if len(formula) <= _LONGEST else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None or not _is_known(tree):
        what = f"the formula {formula[:_LONGEST]!r} cannot be read"
        raise VaultkitError(what, f"use {_AGE}, numbers, + - * / ( ), min and max, as in {FORMULA!r}")

    def decay(days: int) -> float:
        try:
            value = _work_out(tree, float(days))
        except (ZeroDivisionError, OverflowError):
            value = 0.0
        return round(min(1.0, max(0.0, value)), _DECIMALS)

    return decay


def _is_known(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=int() | float() as value):
            return not isinstance(value, bool)
        case ast.Name(id=name):
            return name == _AGE
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _is_known(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return type(op) in _OPERATORS and _is_known(left) and _is_known(right)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return name in _FUNCTIONS and len(arguments) > 1 and all(map(_is_known, arguments))
        case _:
            return False


def _work_out(node: ast.AST, days: float) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.UnaryOp(op=op, operand=operand):
            return -_work_out(operand, days) if isinstance(op, ast.USub) else _work_out(operand, days)
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_work_out(left, days), _work_out(right, days))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _FUNCTIONS[name](*(_work_out(argument, days) for argument in arguments))
        case _:
            return days
