# SPDX-License-Identifier: Apache-2.0
"""Asks the library of the program, so that a question takes no process of its own: libclustersim, by its C interface
(sim/library/clustersim.h). Without it, the program is asked."""
import contextlib
import contextvars
import ctypes
import json
import os
import pathlib
import shutil
import threading
import weakref

from .errors import ClustersimError
from .hearing import Hearing
from .program import data_folder, program

NAME = "libclustersim.so.0"
KEPT_BYTES = 256 << 20
SO_FAR = 2
HEAR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)

_lock = threading.Lock()
_doors = {}  # the shared door of each library and data folder
_own = weakref.WeakSet()  # the doors of queues
_asked = contextvars.ContextVar("clustersim_door", default=None)


def in_process():
    """Whether questions are asked in this process, and not by starting the program for each: the library is beside the program, or
    $CLUSTERSIM_LIBRARY names it. CLUSTERSIM_IN_PROCESS=0 switches this off."""
    return shared_door() is not None


class Door:
    """The library with its data; keeps simulated queues between questions. Any thread may ask."""

    def __init__(self, path, data, kept_bytes=KEPT_BYTES):
        self._library = functions_of(path)
        self._door = self._library.clustersim_open(os.fsencode(data), kept_bytes)
        if not self._door:
            raise OSError(f"{data} has no systems/")
        self._free = weakref.finalize(self, self._library.clustersim_close, self._door)
        self._free.atexit = False  # a thread may still ask
        self._lock = threading.Lock()
        self._asking = 0
        self.is_closed = False

    def close(self):
        """Frees the queues, at the end of the questions that are being answered. Nothing may be asked afterwards."""
        with self._lock:
            self.is_closed = True
            if self._asking == 0:
                self._free()

    def after_fork(self):
        """In a forked process, nobody goes on with the questions of the parent's other threads, so their door stays as it was."""
        self._lock = threading.Lock()
        if self._asking > 0:
            self.is_closed = True
            self._free.detach()

    @contextlib.contextmanager
    def _in_use(self):
        with self._lock:
            if self.is_closed:
                raise ValueError("this queue is closed")
            self._asking += 1
        try:
            yield
        finally:
            with self._lock:
                self._asking -= 1
                if self.is_closed and self._asking == 0:
                    self._free()

    def ask(self, question):
        """The answer to a question in JSON, as a dictionary with exit_code, text, remarks and problems."""
        text = question.encode("utf-8")
        with self._in_use(), Hearing() as hearing:
            hear = HEAR(hearing.hear) if hearing.is_needed else HEAR()
            said = self._library.clustersim_ask(self._door, text, SO_FAR if hearing.hears_so_far else 0, 0, hear, None)
            try:
                answer = ctypes.string_at(said)
            finally:
                self._library.clustersim_free(said)
        return json.loads(answer)


def functions_of(path):
    """The functions of the library. OSError if it cannot be loaded, AttributeError if it is another library."""
    # The library finds what is beside it by this path, whatever folder is current later.
    library = ctypes.CDLL(os.path.abspath(path) if os.sep in path else path)
    for name, result, arguments in (
            ("clustersim_open", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_size_t]),
            ("clustersim_close", None, [ctypes.c_void_p]),
            ("clustersim_ask", ctypes.c_void_p,
             [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint, HEAR, ctypes.c_void_p]),
            ("clustersim_free", None, [ctypes.c_void_p])):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def found():
    """The path of the library; None if the program is asked."""
    if os.environ.get("CLUSTERSIM_IN_PROCESS") in ("0", "no", "off", "false"):
        return None
    if named := os.environ.get("CLUSTERSIM_LIBRARY"):
        return named
    try:
        at = program()
    except ClustersimError:
        return None
    return beside(pathlib.Path(shutil.which(at) or at))


def beside(at):
    """The library in the build or the installed tree of a program."""
    at = at.resolve()
    prefix = at.parent.parent
    for folder in (at.parent, prefix / "lib", prefix / "lib64", *prefix.glob("lib/*-linux-gnu")):
        if (folder / NAME).exists():
            return str(folder / NAME)
    return None


def shared_door():
    """The door of all questions; None if the program is asked, as when the library beside it cannot be loaded."""
    wanted = (os.environ.get("CLUSTERSIM_IN_PROCESS"), os.environ.get("CLUSTERSIM_LIBRARY"), os.environ.get("CLUSTERSIM"),
              os.environ.get("CLUSTERSIM_DATA"), os.environ.get("PATH"))
    with _lock:
        if wanted not in _doors:
            _doors[wanted] = new_door()
        return _doors[wanted]


def new_door(kept_bytes=KEPT_BYTES):
    """A door of its own, likewise. A ClustersimError if $CLUSTERSIM_LIBRARY names no such library."""
    path = found()
    if path is None:
        return None
    try:
        return Door(path, data_folder(path), kept_bytes)
    except (OSError, AttributeError, ValueError) as error:
        if os.environ.get("CLUSTERSIM_LIBRARY"):
            raise ClustersimError(127, [], f"cannot use $CLUSTERSIM_LIBRARY: {error}") from error
        return None


def own_door(kept_bytes):
    """A door that somebody else does not use."""
    door = new_door(kept_bytes)
    if door is not None:
        _own.add(door)
    return door


@contextlib.contextmanager
def through(door):
    """Questions inside `with` go through this door; through the shared one if it is None."""
    token = _asked.set(door)
    try:
        yield
    finally:
        _asked.reset(token)


def door():
    """The door that a question goes through."""
    return _asked.get() or shared_door()


def after_fork():
    """A forked process opens new doors in place of those that were in use."""
    global _lock
    _lock = threading.Lock()
    for one in (*filter(None, _doors.values()), *_own):
        one.after_fork()
    for wanted in [wanted for wanted, one in _doors.items() if one is not None and one.is_closed]:
        del _doors[wanted]


os.register_at_fork(after_in_child=after_fork)
