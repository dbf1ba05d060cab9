"""Loads the shared library, and wraps its contexts: only one thread at a time can call a context."""
import contextlib
import ctypes
import ctypes.util
import functools
import logging
import os
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import Any, ParamSpec, TypeVar, cast

from . import _library as c
from ._types import Setting
from .errors import Closed, Error, UsageError, in_python, of_status
from .options import integer

P = ParamSpec("P")
T = TypeVar("T")
_LEVELS = {c.LG_DEBUG: logging.DEBUG, c.LG_INFO: logging.INFO, c.LG_WARNING: logging.WARNING}


def text_of(data: bytes | None) -> str | Any:
    """Decodes a string of the library; NULL becomes None."""
    return None if data is None else data.decode("utf-8", "replace")


def bytes_of(text: str) -> bytes:
    """Encodes a string for the library. Paths that are not UTF-8 keep their bytes."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = b"\0"
    if b"\0" in data:
        raise UsageError(f"{text[:60]!r}: it contains a NUL or an invalid character")
    return data


def _log(about: Callable[[], str], level: int, text: bytes) -> None:
    with contextlib.suppress(Exception):  # called from C, which cannot handle exceptions
        logging.getLogger("lengthen").log(_LEVELS.get(level, logging.INFO), "%s", about() + in_python(text_of(text)))


def _places() -> Iterator[str]:
    """Paths where the library may be: in a wheel, in a checkout, or installed beside this package."""
    package = os.path.dirname(os.path.abspath(__file__))
    above = os.path.join(package, "..", "..")
    for folder in (os.path.join(package, "lib"), os.path.join(above, "build", "release"),
                   os.path.join(above, "..", "..", "lib")):
        yield os.path.normpath(os.path.join(folder, f"liblengthen.so.{c.VERSION}"))


@functools.lru_cache(None)
def library() -> ctypes.CDLL:
    """The library, loaded on first use. It must have the same version as this package."""
    places = list(_places())
    path = next(filter(os.path.exists, places), None) or ctypes.util.find_library("lengthen")
    if path is None:
        raise Error(f"the library of lengthen {c.VERSION} was not found: looked for {', '.join(places)} and for "
                    "liblengthen among the system libraries")
    try:
        loaded = ctypes.CDLL(path)
        loaded.lg_version.restype = ctypes.c_char_p
        version = text_of(loaded.lg_version())
        if version != c.VERSION:
            raise Error(f"{path} is lengthen {version}, but this package needs {c.VERSION}: install the same version of both")
        return c.declare(loaded)
    except (OSError, AttributeError) as error:
        raise Error(f"{path}: the library cannot be loaded ({error})") from None


_of_thread = threading.local()  # .stop: the event that stops the calls of this thread


def interruptible(function: Callable[P, T]) -> Callable[P, T]:
    """Wraps a function so that Ctrl-C stops it at any point. Python raises KeyboardInterrupt only in the main thread,
    and the exception is lost if it is raised at the start of a ctypes callback. So another thread calls the function,
    and the main thread waits."""
    @functools.wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> T:
        if threading.current_thread() is not threading.main_thread():
            return function(*arguments, **options)
        stop, done = threading.Event(), threading.Event()
        found: list[T] = []
        failed: list[BaseException] = []

        def work() -> None:
            _of_thread.stop = stop
            try:
                found.append(function(*arguments, **options))
            except BaseException as error:
                failed.append(error)
            done.set()

        thread = threading.Thread(target=work, name=f"lengthen {function.__name__}", daemon=True)
        try:
            thread.start()
            done.wait()
        except BaseException:
            stop.set()
            if thread.ident is not None:
                done.wait()
            raise
        if failed:
            raise failed.pop()
        return found.pop()

    return called


_Stop: Any = c.FUNCTIONS["lg_context_stop"][1][1]


class Context:
    """A context of the library, with the configs and runs created from it. Calls of several threads run one after
    another. In a forked child process, calls raise Closed, and nothing is freed. An exception in a callback stops the
    call; `check` raises the exception again."""

    def __init__(self, threads: int = 0):
        self.library, self._pid = library(), os.getpid()
        self._made: list[tuple[Callable[[ctypes.c_void_p], object], ctypes.c_void_p]] = []
        self._lock, self._handle = threading.Lock(), None
        self._caller: int | None = None
        self._handle = self.library.lg_context_new()
        if not self._handle:
            raise MemoryError("out of memory: a context of lengthen")
        self.stopping: Callable[[], bool] = lambda: False
        self._stop: threading.Event | None = None
        self._raised: list[BaseException] = []
        this = cast("Callable[[], Context]", weakref.ref(self))  # the context is alive during its calls
        ask: Callable[[Any], bool] = lambda _: this()._asked()
        self._ask = _Stop(ask)
        self.library.lg_context_stop(self._handle, self._ask, None)
        self.about = ""  # prefix of log messages

        def log(_: object, level: int, text: bytes) -> None:
            _log(lambda: this().about, level, text)

        self._log = c.lg_log_fn(log)
        self.library.lg_context_log(self._handle, self._log, None)
        self.library.lg_context_threads(self._handle, integer("threads", threads, 0, c.LG_THREADS_MAX))

    @contextlib.contextmanager
    def calling(self) -> "Generator[Context]":
        """A context manager: inside the with block, only this thread calls the library with this context."""
        if self._pid != os.getpid():
            raise Closed("it was opened before a fork, by the parent process; open it again in this process")
        if self._caller == threading.get_ident():
            raise Error("this object was called from a callback of one of its own calls")
        with self._lock:
            if not self._handle:
                raise Closed("it is closed")
            self._caller, self._raised = threading.get_ident(), []
            self._stop = getattr(_of_thread, "stop", None)
            try:
                yield self
            finally:
                self._caller = None

    def _asked(self) -> bool:
        """Should the current call stop?"""
        try:
            return bool(self._raised) or self.stopping() or (self._stop is not None and self._stop.is_set())
        except BaseException as error:
            self._raised.append(error)
            return True

    def callback(self, kind: Any, function: Callable[[Any, Any], object]) -> Any:
        """A callback of ctypes type `kind`. Its exceptions are kept and raised by `check`."""
        def guarded(*arguments: Any) -> None:
            try:
                if not self._raised:
                    function(*arguments)
            except BaseException as error:
                self._raised.append(error)

        return kind(guarded)

    def check(self, status: int) -> None:
        """Raises the exception that a callback has raised, or the exception for a status other than LG_OK."""
        if self._raised:
            raise self._raised[0]
        if status != c.LG_OK:
            raise of_status(status, text_of(self.library.lg_error_text(self._handle)))

    def _make(self, function: Any, free: Any, *arguments: bytes) -> ctypes.c_void_p:
        out = ctypes.c_void_p()
        self.check(function(self._handle, *arguments, ctypes.byref(out)))
        self._made.append((free, out))
        return out

    def new_config(self) -> ctypes.c_void_p:
        return self._make(self.library.lg_config_new, self.library.lg_config_free)

    def open_run(self, path: str) -> ctypes.c_void_p:
        return self._make(self.library.lg_run_open, self.library.lg_run_free, bytes_of(path))

    def free(self, made: ctypes.c_void_p) -> None:
        """Frees a config or a run before the context is closed."""
        at = next(i for i, (_, other) in enumerate(self._made) if other is made)
        free, _ = self._made.pop(at)
        free(made)

    def _free_all(self) -> None:
        handle, self._handle = self._handle, None
        while handle and self._made:
            free, made = self._made.pop()
            free(made)
        self.library.lg_context_free(handle)

    @property
    def closed(self) -> bool:
        return not self._handle or self._pid != os.getpid()

    def close(self) -> None:
        """Waits for calls of other threads and frees everything. Closing twice is allowed."""
        if self.closed:
            return
        if self._caller == threading.get_ident():
            raise Error("this object cannot be closed from a callback of one of its own calls")
        with self._lock:
            if self._handle:
                self._free_all()

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) and self._pid == os.getpid():
            self._free_all()


def set_options(context: Context, config: ctypes.c_void_p, options: list[Setting]) -> None:
    """Sets a config from the pairs (name, text) of options.settings: presets and files first, then options. The caller
    must be inside `calling`."""
    library = context.library
    for name, value in options:
        if name == "preset":
            context.check(library.lg_config_preset(config, bytes_of(value)))
        elif name == "config":
            context.check(library.lg_config_load(config, bytes_of(value)))
    for name, value in options:
        if name not in ("preset", "config"):
            context.check(library.lg_config_set(config, bytes_of(name), bytes_of(value), c.LG_FLAG, b""))


@contextlib.contextmanager
def filled(options: list[Setting], threads: int = 0) -> Generator[tuple[Context, ctypes.c_void_p]]:
    """A context manager that gives a context, already inside `calling`, and a config with these options."""
    with Context(threads) as context, context.calling():
        config = context.new_config()
        set_options(context, config, options)
        yield context, config
