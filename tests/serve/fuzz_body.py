# SPDX-License-Identifier: Apache-2.0
"""Changed bodies and heads of requests: each gets a reply that is one, and the server goes on.

usage: fuzz_body.py PROGRAM [--seconds S] [--seed N]
"""
import argparse
import json
import os
import random
import sys
import time

import served
from served import DOCUMENT, STEP, Server, reply_of

BODIES = [("step", STEP), ("run", {"scenario": {**DOCUMENT, "replicates": 1}}), ("systems/show", {"system": "vega"}),
          ("nccl-tests", {"system": "leonardo", "nodes": 2}), ("check", {"scenario": {"yaml": json.dumps(DOCUMENT), "name": "a.yaml"}}),
          ("advise", {"script": {"text": "#!/bin/sh\n#SBATCH -A x -p dev-g --nodes=1 --time=0:20:00\nsrun true\n"}, "system": "lumi", "replicates": 1}),
          ("forecast", {"archive": {"base64": "H4sIAAAAAAAAAwMAAAAAAAAAAAA=", "name": "queue.tar.gz"}, "nodes": 1})]
WORDS = [b"null", b"1e999", b"-1", b"99999999999999999999", b"{", b"}", b"[", b"]", b'"', b"\\u0000", b"\\ud800", b"\xff", b"\0", b"/etc/passwd",
         b"../", b'"extends": "/etc/passwd"', b'"command": "sweep"', b'"out": "/tmp/x"', b"true", b"1e-320", b"0x10", b",", b":", b"\r\n"]
STATUSES = {200, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 422, 429, 431, 503, 504, 507}


def changed(chance, data):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        what = chance.randrange(5)
        if what == 0:
            data[at:at] = chance.choice(WORDS)
        elif what == 1:
            del data[at:at + chance.randint(1, 20)]
        elif what == 2 and at < len(data):
            data[at] = chance.randrange(256)
        elif what == 3:
            data[at:at] = data[at:at + 30] * chance.randint(1, 50)
        else:
            data[at:at + 10] = chance.choice(WORDS)
    return bytes(data)


def request(chance, server):
    command, question = chance.choice(BODIES)
    body = changed(chance, json.dumps(question).encode())
    if chance.random() < 0.2:
        body = b"5\r\n" + body[:5] + b"\r\n%x\r\n" % len(body[5:]) + body[5:] + b"\r\n0\r\n\r\n"
        lines = ["Transfer-Encoding: chunked"]
        if chance.random() < 0.5:
            body = changed(chance, body)
    else:
        lines = [f"Content-Length: {len(body)}"]
    head = server.head(command, *lines, "Connection: close")
    if chance.random() < 0.3:
        head = changed(chance, head[:-4]) + head[-4:]
    return head + body


def fuzz(server, seconds, seed):
    """Raises AssertionError with the request that does not get what it should."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        data = request(chance, server)
        with server.raw() as plain:
            try:
                plain.sendall(data)
                plain.settimeout(served.PATIENCE)
                # Of a length that is not that of the body, the server waits for the rest.
                waits = not reply_soon(plain)
                reply = b"" if waits else reply_of(plain)
            except OSError:
                continue
        count += 1
        assert server.process.poll() is None, f"the server ended at {data!r}"
        if waits or not reply:
            continue
        assert reply.startswith(b"HTTP/1.1 "), (data, reply[:200])
        status = int(reply[9:12])
        assert status in STATUSES, (status, data, reply[-2000:])
        assert b"root:" not in reply, data
    assert server.ask("step", STEP)[0] == 200
    return count


def reply_soon(plain):
    import select
    return bool(select.select([plain], [], [], 2)[0])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--seed", type=int, default=2)
    given = options.parse_args()
    served.PROGRAM = os.path.abspath(given.program)
    with Server("--seconds", 20, "--memory", 1024) as server:
        print(f"{fuzz(server, given.seconds, given.seed)} requests")


if __name__ == "__main__":
    sys.exit(main())
