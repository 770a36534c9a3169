# SPDX-License-Identifier: Apache-2.0
"""Sends changed messages to `clustersim mcp`, one process for all of them, and judges what it answers.

A case fails if the server ends, writes a line that is no message of JSON-RPC 2.0, or no longer answers a ping. Questions
that simulate are left out, so that the reader gets as many lines as possible. The same seed gives the same lines.

usage: fuzz_mcp.py [--lines N | --seconds S] [--seed S]      (the program is named by the variable CLUSTERSIM)
"""
import argparse
import copy
import json
import random
import sys
import time

from mcp_client import CLIENT, Client

SEEDS = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-03-26", "capabilities": {"roots": {}}, "clientInfo": CLIENT}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3, "reason": "why"}},
    {"jsonrpc": "2.0", "id": "p", "method": "ping"},
    {"jsonrpc": "2.0", "id": 2, "method": "resources/templates/list"},
    {"jsonrpc": "2.0", "id": 4, "method": "resources/read", "params": {"uri": "clustersim://scenarios/schema/scenario-1.json"}},
    {"jsonrpc": "2.0", "id": 3, "method": "tools/call",
     "params": {"name": "step", "arguments": {"app": "gpt-857m", "system": "leonardo", "nodes": [2, 4], "select": "/steps/0",
                                              "max_bytes": 5000, "format": "json"}, "_meta": {"progressToken": "t"}}},
    {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "applications_show", "arguments": {"app": "gpt-857m"}}},
    {"jsonrpc": "2.0", "id": 6, "method": "tools/call",
     "params": {"name": "check", "arguments": {"scenario": {"schema": "clustersim/scenario/1", "title": "x", "system": "vega",
                                                            "jobs": {"a": {"nodes": 1, "runtime": "1 h"}}}}}},
    {"jsonrpc": "2.0", "id": 7, "result": {}},
    [{"jsonrpc": "2.0", "id": 8, "method": "ping"}, {"jsonrpc": "2.0", "method": "ping"}],
]
VALUES = [None, True, 0, -1, 1e308, 2 ** 63, 2 ** 200, 0.1, "", "\u0000", "\ud83d\ude00", "/", "-", "~2", [], {}, [[]],
          {"yaml": "a: [1"}, {"extends": "x"}, "x" * 5000, "2.0"]
BYTES = [b"\x00", b"\xff", b"\xc3", b'"', b"\\u", b"{", b"}", b"[", b"]", b",", b":", b"\r", b"\n", b"1e999", b"\\ud800",
         b"[" * 200, b'{"a":' * 70, b"null", b"-"]


def changed_value(draw, value):
    """The value with one part of it replaced, removed, doubled or moved."""
    parents = []

    def walk(node):
        if isinstance(node, (dict, list)) and node:
            parents.append(node)
            for child in list(node.values() if isinstance(node, dict) else node):
                walk(child)

    walk(value)
    node = draw.choice(parents)
    key = draw.choice(list(node)) if isinstance(node, dict) else draw.randrange(len(node))
    act = draw.randrange(4)
    if act == 0:
        node[key] = copy.deepcopy(draw.choice(VALUES))
    elif act == 1:
        del node[key]
    elif act == 2 and isinstance(node, dict):
        node[key + draw.choice(["x", "", " ", "\u202e"])] = node.pop(key)
    else:
        node[key] = [node[key], copy.deepcopy(node[key])]
    return value


def line_of(draw):
    value = copy.deepcopy(draw.choice(SEEDS))
    for _ in range(draw.choice([0, 1, 1, 2, 4])):
        value = changed_value(draw, value)
        if not isinstance(value, (dict, list)) or not value:
            break
    line = bytearray(json.dumps(value, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass"))
    for _ in range(draw.choice([0, 0, 0, 1, 3])):
        at = draw.randrange(len(line) + 1)
        if draw.random() < 0.5:
            line[at:at + draw.randrange(4)] = draw.choice(BYTES)
        else:
            del line[at:at + draw.randrange(1, 30)]
    return bytes(line) + b"\n"


def is_message(message):
    """Whether a client can read it."""
    if isinstance(message, list):
        return bool(message) and all(is_message(one) and not isinstance(one, list) for one in message)
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return False
    if "method" in message:
        return message["method"] == "notifications/progress" and "id" not in message
    error = message.get("error")
    if error is not None:
        return isinstance(error["code"], int) and error["code"] != -32603 and bool(error["message"]) and "id" in message
    return isinstance(message.get("result"), dict) and isinstance(message.get("id"), (int, str))


def fuzz(seed, lines=None, seconds=None):
    """Returns how many lines were sent; raises AssertionError or EOFError with the last ones."""
    draw = random.Random(seed)
    sent, last = 0, []
    end = None if seconds is None else time.monotonic() + seconds
    while (lines is None or sent < lines) and (end is None or time.monotonic() < end):
        with Client("2025-03-26" if draw.random() < 0.5 else "2025-06-18", draw.random() < 0.9) as client:
            for _ in range(20):
                last = [line_of(draw) for _ in range(25)]
                sent += len(last)
                try:
                    client.write(b"".join(last))
                    client.write({"jsonrpc": "2.0", "id": "still there", "method": "ping"})
                    client.wait(lambda message: isinstance(message, dict) and message.get("id") == "still there")
                    with client.changed:
                        wrong = [message for message in client.heard if not is_message(message)]
                        client.heard.clear()
                except (OSError, EOFError, TimeoutError, ValueError) as error:
                    raise AssertionError(f"seed {seed}, after {sent} lines: {error!r}\n{last}") from error
                assert not wrong, f"seed {seed}, after {sent} lines: {wrong[:2]}\n{last}"
                if (lines is not None and sent >= lines) or (end is not None and time.monotonic() > end):
                    break
            code = client.close()
            assert code == 0, f"seed {seed}, after {sent} lines: exit code {code}\n{last}"
    return sent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.lines is None and given.seconds is None:
        given.lines = 2000
    print(f"{fuzz(given.seed, given.lines, given.seconds)} lines, no failure")


if __name__ == "__main__":
    sys.exit(main())
