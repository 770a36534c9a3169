# SPDX-License-Identifier: Apache-2.0
"""A client of the Model Context Protocol for the tests: starts `clustersim mcp` and talks to it."""
import json
import os
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CLUSTERSIM", os.path.join(ROOT, "build", "dev", "clustersim"))
SLOWDOWN = float(os.environ.get("CLUSTERSIM_SLOWDOWN", "1"))  # of a sanitized program
PATIENCE_S = 300 * SLOWDOWN  # until a silent server fails the test; no test waits that long otherwise
CLIENT = {"name": "test", "version": "1"}


class Client:
    """Use it in a `with` statement. Everything that the server wrote is kept in `heard`, in its order."""

    def __init__(self, version="2025-06-18", initialize=True, data=ROOT):
        self.process = subprocess.Popen([PROGRAM, "--data", data, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=ROOT)
        self.heard = []
        self.changed = threading.Condition()
        self.ended = False
        self.errors = b""
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()
        self.last_id = 0
        if initialize:
            self.introduction = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=CLIENT)["result"]
            self.tell("notifications/initialized")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.wait()

    def _listen(self):
        for line in self.process.stdout:
            with self.changed:
                self.heard.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def _drain(self):
        self.errors = self.process.stderr.read()

    def write(self, data):
        """Bytes as they are, or a value as one line of JSON."""
        line = data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def wait(self, wanted):
        """The first message, heard or yet to come, of which `wanted` is true."""
        last = time.monotonic() + PATIENCE_S
        with self.changed:
            looked = 0
            while True:
                for message in self.heard[looked:]:
                    if wanted(message):
                        return message
                looked = len(self.heard)
                if self.ended:
                    raise EOFError(f"the server ended: {self.heard[-3:]} {self.errors!r}")
                if not self.changed.wait(timeout=max(0, last - time.monotonic())):
                    raise TimeoutError(f"no answer; heard {self.heard[-3:]}")

    def send(self, method, **params):
        """Sends a request and returns its id."""
        self.last_id += 1
        self.write({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
        return self.last_id

    def tell(self, method, **params):
        """Sends a notification."""
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, number):
        return self.wait(lambda message: isinstance(message, dict) and message.get("id") == number)

    def ask(self, method, **params):
        return self.answer(self.send(method, **params))

    def call(self, tool, **arguments):
        """The result of a tool."""
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def close(self):
        """Ends the input; returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE_S)
