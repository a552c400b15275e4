"""The double does what PyObjC does: spelling, values, subclasses, and who owns what."""

import subprocess
import sys
from pathlib import Path

import pytest

import macos_double


def run(place: Path, program: str) -> subprocess.CompletedProcess[str]:
    around = {"HOME": str(place), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-c", "import objc, AppKit, Foundation\n" + program],
        env=macos_double.environ(around), cwd=place, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


def said(place: Path, program: str) -> str:
    done = run(place, program)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def fails(place: Path, program: str) -> str:
    """What is said of it at last; it has not ended well."""
    done = run(place, program)
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ('AppKit.NSString.stringWithString_("hä\\0😀")', "'hä\\x00😀'"),
        ("list(AppKit.NSArray.arrayWithArray_([1, -2.5, True, 'x', 2**63]))",
         "[1, -2.5, True, 'x', 9223372036854775808]"),
        ("AppKit.NSArray.arrayWithArray_([None])[0] is AppKit.NSNull.null()", "True"),
        ("AppKit.NSDictionary.dictionaryWithDictionary_({'a': [1]})['a'][0]", "1"),
        ("AppKit.NSData.dataWithData_(b'x\\0y').length()", "3"),
        ("AppKit.NSValue.valueWithRect_(((1, 2), (3, 4))).rectValue() == ((1, 2), (3, 4))", "True"),
        ("AppKit.NSValue.valueWithSize_(AppKit.NSMakeSize(3, 4)).sizeValue().height", "4.0"),
        ("tuple(AppKit.NSValue.valueWithRange_((5, 6)).rangeValue())", "(5, 6)"),
        ("AppKit.NSArray.arrayWithArray_(['abc']).containsObject_('abc')", "True"),
        ("AppKit.NSObject.alloc().init().respondsToSelector_('nope:')", "False"),
        ("AppKit.NSMidX(((1, 2), (4, 4)))", "3.0"),
        ("AppKit.NSIntersectsRect(((0, 0), (2, 2)), AppKit.NSMakeRect(1, 1, 2, 2))", "True"),
        ("AppKit.NSEventTypeKeyDown, AppKit.NSWindowStyleMaskTitled", "(10, 1)"),
        ("AppKit.NSWindowSharingNone, AppKit.NSFloatingWindowLevel", "(0, 3)"),
        ("AppKit.NSModalPanelRunLoopMode", "'NSModalPanelRunLoopMode'"),
        ("issubclass(AppKit.NSButton, AppKit.NSView)", "True"),
        ("AppKit.NSApp()", "None"),
        ("AppKit.NSProcessInfo.processInfo().arguments().count()", "1"),
    ],
)  # fmt: skip
def test_values_are_pythons(tmp_path: Path, expression: str, result: str) -> None:
    assert said(tmp_path, f"print(repr(({expression})))") == result


@pytest.mark.parametrize(
    ("program", "last"),
    [
        ("AppKit.NSNope", "AttributeError: module 'AppKit' has no attribute 'NSNope'"),
        ("from AppKit import NSNope", "ImportError: cannot import name 'NSNope' from 'AppKit'"),
        ("objc.lookUpClass('NSNope')", "NoSuchClass: NSNope"),
        ("AppKit.NSObject.alloc().init().setNope_", "no attribute 'setNope_'"),
        ("AppKit.NSObject.alloc().init().nope = 1", "no attribute 'nope'"),
        ("AppKit.NSArray.array().objectAtIndex_()", "Need 1 arguments, got 0"),
        ("AppKit.NSArray.array().objectAtIndex_('1')", "TypeError"),
        ("AppKit.NSArray.array().objectAtIndex_(-1)", "ValueError: -1 is out of the range of Q"),
        ("AppKit.NSValue.valueWithSize_((1, 2, 3))", "ValueError: (1, 2, 3) is no CGSize"),
        ("AppKit.NSMidX(1, 2)", "TypeError: NSMidX: Need 1 arguments, got 2"),
        ("AppKit.NSArray.array().addObject_(object())", "no attribute 'addObject_'"),
        ("AppKit.NSArray.array().objectAtIndex_(7)", "GNUstep raised NSRangeException: "),
        ("class C(AppKit.NSObject):\n def a_b_(self, x): pass", "'a:b:' expects 2 arguments"),
        ("class C(AppKit.NSView):\n def frame(self): pass", "NotImplementedError: frame: "),
        ("class C(AppKit.NSObject): pass\nclass C(AppKit.NSObject): pass",
         "overriding existing Objective-C class"),
    ],
)  # fmt: skip
def test_mistakes_are_told(tmp_path: Path, program: str, last: str) -> None:
    assert last in fails(tmp_path, program)


SUBCLASS = """
class Base(AppKit.NSObject):
    def init(self):
        self = objc.super(Base, self).init()
        self.number = 5
        return self
    def isEqual_(self, other): return True
    def dealloc(self):
        print("gone", self.number)
        objc.super(Base, self).dealloc()
    @objc.python_method
    def plain(self, one, two=3): return one + two
    def take_(self, value): print("took", value)
class Derived(Base):
    def init(self):
        self = objc.super(Derived, self).init()
        self.number += 1
        return self
    def windowShouldClose_(self, window): return 1
    def returned(self): return ["made", "here"]
    @objc.typedSelector(b"q@:q")
    def doubled_(self, number): return 2 * number
"""


@pytest.mark.parametrize(
    ("program", "result"),
    [
        ("print(Derived.alloc().init().number)", "gone 6\n6"),
        ("print(Derived.new().number)", "gone 6\n6"),
        ("print(Derived.new().plain(1))", "gone 6\n4"),
        ("print(hasattr(Derived.new(), 'windowWillClose_'))", "gone 6\nFalse"),
        ("Derived.new().performSelector_withObject_('take:', {'a': 1}['a'])", "took 1\ngone 6"),
        ("it = Derived.new()\nprint(it.performSelector_('returned')[1])", "here"),
        (("a = AppKit.NSMutableArray.array()\na.addObject_(Derived.new())\na[0].more = 7\n"
         "print(a[0].more, a[0] is a[0])\na.removeAllObjects()\nprint('end')"),
         "7 True\ngone 6\nend"),
        (("with objc.autorelease_pool():\n it = AppKit.NSArray.arrayWithObject_(Derived.new())\n"
         " del it\n print('in')\nprint('out')"), "in\ngone 6\nout"),
        (("signature = Derived.instanceMethodSignatureForSelector_('windowShouldClose:')\n"
         "print(signature.numberOfArguments(), signature.methodReturnLength())"), "3 1"),
        (("signature = Derived.instanceMethodSignatureForSelector_('doubled:')\n"
         "print(signature.methodReturnLength())"), "8"),
    ],
)  # fmt: skip
def test_subclasses(tmp_path: Path, program: str, result: str) -> None:
    assert said(tmp_path, SUBCLASS + program) == result


def test_what_is_void_returns_nothing(tmp_path: Path) -> None:
    program = """
class C(AppKit.NSObject):
    def applicationDidFinishLaunching_(self, _): return 1
C.new().performSelector_withObject_("applicationDidFinishLaunching:", None)
"""
    assert "did not return None, expecting void return value" in fails(tmp_path, program)
