"""Classes of Objective-C as classes of Python, and Python's subclasses of them."""

import builtins
import dis
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from macos_double import faults, known, objects, process, record, runtime
from macos_double.conveniences import CONVENIENCES
from macos_double.encodings import GCC, Signature, signature
from macos_double.sending import begins, message, selector_for, send
from macos_double.values import from_objc, pointer_to, to_objc


class Error(Exception):
    """Stands for PyObjC's objc.error."""


class NoSuchClass(Error):
    """Stands for PyObjC's nosuchclass_error."""


class BadPrototype(Error):
    """Stands for PyObjC's BadPrototypeError: a method takes other arguments than its name says."""


class PythonMethod:
    """Marks a method that Objective-C is not to see."""

    def __init__(self, function: Any) -> None:
        self.__wrapped__ = function

    def __get__(self, instance: object, owner: type) -> Any:
        return self.__wrapped__.__get__(instance, owner)


class Selector:
    """A method whose types are given, instead of derived."""

    def __init__(self, function: FunctionType, signature: bytes) -> None:
        self.function = function
        self.types = signature.decode()


def typed_selector(types: bytes) -> Callable[[FunctionType], Selector]:
    return lambda function: Selector(function, types)


class ObjCClass(type):
    """The type of these classes: a class statement with a base class of Objective-C makes a class
    of Objective-C as well."""

    pyobjc_class: int

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any
    ) -> "ObjCClass":
        if "pyobjc_class" in namespace:
            return super().__new__(cls, name, bases, namespace)
        if runtime.class_named(name):
            raise Error(f"{name} is overriding existing Objective-C class")
        above: int = bases[0].pyobjc_class  # type: ignore[attr-defined]
        pointer = runtime.allocate(above, name)
        methods = dict(_methods(namespace))
        plain = {key: _plain(value) for key, value in namespace.items()}
        made = super().__new__(cls, name, bases, {**plain, "pyobjc_class": pointer})
        for selector, (function, types) in methods.items():
            types = types or runtime.encoding(above, selector) or _types(selector, function)
            line = (name, *runtime.line(above))
            runtime.add_method(pointer, selector, *_entry(line, selector, function, types))
        if "dealloc" not in methods and above not in _ours:
            runtime.add_method(pointer, "dealloc", *_going(above))
        runtime.register(pointer)
        _ours.add(pointer)
        _python_classes[pointer] = made
        return made

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_: Any
    ) -> None:
        super().__init__(name, bases, namespace)

    def __getattr__(cls, name: str) -> Any:
        """A class method; if there is none, the instances' method, which takes the instance
        first."""
        found = message(cls.pyobjc_class, cls, name)
        if found:
            return found
        selector = selector_for(name)
        if selector and runtime.encoding(cls.pyobjc_class, selector):
            return lambda instance, *arguments: send(
                pointer_to(instance), selector, arguments, cls.pyobjc_class
            )
        raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")


def _methods(namespace: dict[str, Any]) -> Any:
    """The methods that Objective-C is to see: selector, function and types; "" if no types are
    given."""
    for name, value in namespace.items():
        function, types = (
            (value.function, value.types) if isinstance(value, Selector) else (value, "")
        )
        selector = selector_for(name)
        if selector is None or not isinstance(function, FunctionType):
            continue
        if not (inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function)):
            yield selector, (_fitting(selector, function), types)


def _fitting(selector: str, function: FunctionType) -> FunctionType:
    wanted = selector.count(":")
    try:
        inspect.signature(function).bind(*[None] * (wanted + 1))
    except TypeError as error:
        raise BadPrototype(f"{selector!r} expects {wanted} arguments: {error}") from None
    return function


def _plain(value: Any) -> Any:
    """The function itself, as Python calls it."""
    match value:
        case Selector():
            return value.function
        case PythonMethod():
            return value.__wrapped__
        case _:
            return value


def _entry(
    line: tuple[str, ...], selector: str, function: FunctionType, types: str
) -> tuple[str, Any]:
    """A method as Objective-C takes it: types and function. `line`: names of the class and the
    classes above it."""
    told = signature(types)
    if len(told.arguments) != selector.count(":"):
        raise BadPrototype(f"{selector!r} has {selector.count(':')} arguments, its types {types}")
    if told.result.code == "{":
        raise NotImplementedError(f"{selector}: ctypes lets no function of Python return a struct")
    record.defined(line, selector, len(told.arguments))

    def called(this: int, _selector: int, *arguments: Any) -> Any:
        try:
            record.reached(line, selector)
            is_going = selector == "dealloc"
            instance = objects.borrow(this) if is_going else objects.wrap(this)
            if is_going:
                objects.forget(this)
            taken = [from_objc(*each) for each in zip(told.arguments, arguments, strict=True)]
            return _returned(selector, told, function(instance, *taken))
        except BaseException:  # noqa: BLE001 (nothing above it would tell)
            faults.end()

    return types.translate(GCC), told.prototype(called)


def _returned(selector: str, told: Signature, result: Any) -> Any:
    if told.result.code == "v":
        if result is not None:
            raise ValueError(f"{selector}: did not return None, expecting void return value")
        return None
    converted = to_objc(told.result, result)
    if told.result.code == "@" and converted and not begins(selector, ("init",)):
        objects.retain(converted)  # kept alive for the caller; Python may drop it at once
        objects.autorelease(converted)
    return converted


def _types(selector: str, function: FunctionType) -> str:
    """The types of a delegate's method, as PyObjC knows them; of any other method, all values are
    objects."""
    default = ["@" if returns_value(function) else "v", *"@" * selector.count(":")]
    told = known.DELEGATES.get(selector) or [""] * len(default)
    result, *arguments = (each or usual for each, usual in zip(told, default, strict=True))
    return "".join((result, "@:", *arguments))


def returns_value(function: FunctionType) -> bool:
    """Whether the function has a `return` with a value: PyObjC's rule for a method without
    types."""
    before: dis.Instruction | None = None
    for instruction in dis.get_instructions(function):
        if instruction.opname == "RETURN_CONST" and instruction.argval is not None:
            return True
        is_none = before and before.opname == "LOAD_CONST" and before.argval is None
        if instruction.opname == "RETURN_VALUE" and not is_none:
            return True
        before = instruction
    return False


def _going(above: int) -> tuple[str, Any]:
    """A `dealloc` method for a class that does not define one: types and function. `above`: its
    superclass."""
    types = runtime.encoding(above, "dealloc")
    told = signature(types)

    def called(this: int, command: int) -> None:
        objects.forget(this)
        told.prototype(runtime.implementation(this, "dealloc", above))(this, command)

    return types, told.prototype(called)


class ObjCObject(objects.Proxy, metaclass=ObjCClass):
    __slots__ = ()

    pyobjc_class = 0

    def __getattr__(self, name: str) -> Any:
        found = message(self.pyobjc_id, self, name)
        if found is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return found


class Super(builtins.super):
    """Stands for objc.super: finds what Python's classes above have, else what Objective-C's
    classes have."""

    def __getattribute__(self, name: str) -> Any:
        try:
            return super().__getattribute__(name)
        except AttributeError:
            this: Any = super().__getattribute__("__thisclass__")
            instance: Any = super().__getattribute__("__self__")
        above = runtime.superclass(this.pyobjc_class)
        found = message(instance.pyobjc_id, instance, name, above)
        if found is None:
            raise AttributeError(f"'super' object has no attribute '{name}'")
        return found


_python_classes: dict[int, ObjCClass] = {}
_ours: set[int] = set()
"""Pointers of the classes that Python made."""


def python_class(pointer: int) -> ObjCClass:
    """The Python class for a class of Objective-C; classes for its superclasses are made first."""
    if pointer not in _python_classes:
        name, above = runtime.class_name(pointer), runtime.superclass(pointer)
        base = python_class(above) if above else ObjCObject
        namespace = {"__slots__": (), "pyobjc_class": pointer, **CONVENIENCES.get(name, {})}
        _python_classes[pointer] = ObjCClass(name, (base,), namespace)
    return _python_classes[pointer]


def look_up(name: str) -> ObjCClass:
    pointer = runtime.class_named(name)
    if not pointer:
        raise NoSuchClass(name)
    if pointer not in _ours:
        record.looked_up(name)
    return python_class(pointer)


objects.classes.append(python_class)
process.begin()
