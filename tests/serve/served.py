# SPDX-License-Identifier: Apache-2.0
"""A running `clustersim serve` for tests, and requests to it."""
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CLUSTERSIM", os.path.join(ROOT, "build", "release", "clustersim"))
PATIENCE = 300  # seconds until a test gives up, on however busy a machine
STEP = {"app": "gpt-857m", "system": "leonardo", "nodes": [2]}
DOCUMENT = {"schema": "clustersim/scenario/1", "title": "two jobs", "system": "vega", "scheduler": "slurm", "seed": 4, "replicates": 4,
            "background": {"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"},
            "jobs": {"train": {"nodes": 2, "runtime": "1 h", "walltime": "2 h"}}}
# Minutes of work, which a test cancels.
LONG = {"scenario": {**DOCUMENT, "system": "lumi", "background": {"mix": "gpu-centre", "load": 0.95}}, "replicates": 10_000}


class Server:
    """The program, with its address and token; ended at the end of the with."""

    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "serve", *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, cwd=ROOT)
        self.line = self.process.stdout.readline()
        found = re.fullmatch(r"http://(\[.*\]|[^:]+):(\d+)/(\?token=(\w+))?\n", self.line)
        if not found:
            self.process.kill()
            raise AssertionError(f"{self.line!r}: {self.process.communicate()[1]}")
        self.host, self.port, self.token = found[1], int(found[2]), found[4]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, by=signal.SIGTERM):
        """Returns the exit code and what was written to stderr."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        _, told = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, told

    def request(self, method, path, body=None, headers=None, token=True):
        """Status, headers and body of the reply."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            all_headers = {"Authorization": f"Bearer {self.token}"} if token and self.token else {}
            connection.request(method, path, body, {**all_headers, **(headers or {})})
            reply = connection.getresponse()
            return reply.status, reply.headers, reply.read()
        finally:
            connection.close()

    def ask(self, command, question=None, **headers):
        """Status and envelope of an answer."""
        status, _, body = self.request("POST", f"/api/v1/{command}", json.dumps(question or {}).encode(), headers)
        return status, json.loads(body)

    def health(self):
        return json.loads(self.request("GET", "/api/v1/health")[2])

    def workers(self):
        done = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True)
        return [int(line) for line in done.stdout.split()]

    def raw(self):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        return plain

    def head(self, command="step", *lines, method="POST"):
        text = [f"{method} /api/v1/{command} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Authorization: Bearer {self.token}", *lines]
        return ("\r\n".join(text) + "\r\n\r\n").encode()

    def events(self, command, question, asker=None):
        """An open stream: a connection, to be closed, and its events as they come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
        if asker:
            headers["X-Clustersim-Asker"] = asker
        connection.request("POST", f"/api/v1/{command}", json.dumps(question), headers)
        return connection, read_events(connection.getresponse())

    def resident(self):
        """Memory of the server in bytes."""
        return resident(self.process.pid)


def read_events(reply):
    assert reply.status == 200, (reply.status, reply.read())
    name, data = None, []
    for line in reply:
        line = line.decode().rstrip("\n")
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            data.append(line[6:])
        elif not line and name:
            yield name, json.loads("\n".join(data))
            name, data = None, []


def resident(process):
    with open(f"/proc/{process}/status", encoding="utf-8") as stream:
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", stream.read())[1])


def reply_of(plain):
    """All that comes until the other side closes."""
    parts = []
    while True:
        if not select.select([plain], [], [], PATIENCE)[0]:
            raise AssertionError("the server neither answers nor closes the connection")
        try:
            part = plain.recv(65536)
        except ConnectionResetError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it does not come to be")
        time.sleep(0.02)
