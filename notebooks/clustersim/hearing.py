# SPDX-License-Identifier: Apache-2.0
"""What happens while the library answers: progress, and Ctrl-C."""
import contextlib
import contextvars
import dataclasses
import json
import signal
import sys
import threading
from typing import Any, Callable, Optional

_listener = contextvars.ContextVar("clustersim_listener", default=None)


@dataclasses.dataclass(frozen=True)
class Listener:
    """The functions of `progress`."""

    progress: Optional[Callable[[str, int, int], Any]] = None
    so_far: Optional[Callable[[int, Any], Any]] = None
    estimate: Optional[Callable[[float], Any]] = None


def show(what, done, total):
    """Writes progress on one line of stderr."""
    print(f"\r{what}: {done} of {total} ", end="" if done < total else "\r", file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(callback=show, *, so_far=None, estimate=None):
    """Hears of the questions asked inside `with` by this thread:

        with clustersim.progress(lambda what, done, total: print(what, done, total)):
            clustersim.run("study.yaml")

    callback(what, done, total) hears that `done` of `total` units are done ("replicates"), or which one is being worked at ("warming up
    queue"); without a callback, a line on stderr shows it. so_far(replicates, answer) gets the JSON of the answer of the first replicates,
    and estimate(seconds) the time that the whole will take. An exception that one of them raises ends the question and is raised by it.
    They are called in the process only (`in_process()`); the program as a process of its own answers without progress."""
    token = _listener.set(Listener(callback, so_far, estimate))
    try:
        yield
    finally:
        _listener.reset(token)


class Hearing:
    """Hears the events of one question. Exceptions cannot pass the library, so they are kept, interrupt the question, and are raised at the
    end; Ctrl-C, too."""

    def __init__(self):
        self.listener = _listener.get()
        self.raised = None
        self.interrupt = None
        self.handler = None

    @property
    def is_needed(self):
        """Whether there is anybody to hear."""
        return self.listener is not None or self.handler is not None

    @property
    def hears_so_far(self):
        return self.listener is not None and self.listener.so_far is not None

    def __enter__(self):
        # Only the main thread gets signals. A handler that is no function is not Python's.
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self.handler = handler
                try:
                    signal.signal(signal.SIGINT, self.note)
                except ValueError:  # an interpreter inside another one
                    self.handler = None
        return self

    def __exit__(self, kind, error, trace):
        if self.handler is not None:
            signal.signal(signal.SIGINT, self.handler)
        if self.interrupt is not None:
            self.handler(*self.interrupt)
        if self.raised is not None:
            raise self.raised

    def note(self, number, frame):
        self.interrupt = (number, frame)

    def hear(self, _user, event):
        """Called by the library, also every 50 ms without news. A result other than 0 interrupts the question."""
        try:
            if self.listener is not None:
                self.tell(json.loads(event))
            return 0 if self.interrupt is None else 1
        except BaseException as error:  # noqa: BLE001  (raised at the end)
            self.raised = error
            return 1

    def tell(self, event):
        kind, listener = event["event"], self.listener
        if kind == "progress" and listener.progress:
            listener.progress(event["what"], event["done"], event["all"])
        elif kind == "estimate" and listener.estimate:
            listener.estimate(event["seconds"])
        elif kind == "so_far" and listener.so_far:
            answer = event["answer"]
            listener.so_far(event["replicates"], json.loads(answer["text"]) if answer["format"] == "json" else answer["text"])
