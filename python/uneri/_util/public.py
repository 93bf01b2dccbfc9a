"""Controls what a module lists in `dir()`, and copies docstrings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Class = TypeVar("_Class", bound=type)


def publish(names: dict[str, Any]) -> Callable[[], list[str]]:
    """Return the `__dir__` of a module, which lists `__all__`. `names` are the module's `globals()`.

    `__all__`, whose order the documentation takes, is sorted: constants, classes, functions.

    Functions, exceptions, bots and searches that a package collects from its files name the package as their module,
    so tracebacks, pickles and names of bots show the path that users import from. Classes with annotated fields name
    their file, because `typing.get_type_hints` resolves the annotations there.
    """
    names["__all__"].sort(key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    package, public = names["__name__"], sorted(names["__all__"])
    for name in public:
        value = names[name]
        inside = str(getattr(value, "__module__", None)).startswith(f"{package}.")
        if inside and not (isinstance(value, type) and value.__annotations__):
            value.__module__ = package
    return lambda: [*public, *(name for name in names if name.startswith("__"))]


def documented(model: type) -> Callable[[_Class], _Class]:
    """Make a decorator that copies missing docstrings of a class and its members from `model`."""

    def document(cls: _Class) -> _Class:
        cls.__doc__ = cls.__doc__ or model.__doc__
        for name, member in vars(cls).items():
            text = getattr(getattr(model, name, None), "__doc__", None)
            if text and (callable(member) or isinstance(member, property)) and not member.__doc__:
                member.__doc__ = text
        return cls

    return document
