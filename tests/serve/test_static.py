# SPDX-License-Identifier: Apache-2.0
"""The static edition in Chromium answers as the native program does, byte for byte; a question can be cancelled; its page is read.

test_static.py PROGRAM SITE builds the site in that folder, keeps what it compiles in the folder SITE.parts, and screenshots of
the page in the folder SITE.shots. Skipped where Chromium or emscripten is not installed.
"""
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "report"))
import static_page  # noqa: E402
from browser import Browser, find_chromium  # noqa: E402
from static_questions import QUESTIONS, SCENARIO, yaml  # noqa: E402

# What a page does with the worker, for one question at a time.
ASKER = """
self.told = [];
self.heard = {};
self.begin = address => {
  self.worker = new Worker(address);
  worker.onerror = error => { throw new Error(error.message); };
  worker.onmessage = ({data: {id, event}}) => {
    told.push({id, event});
    if (event.event === "answer" && heard[id]) heard[id](event.answer);
  };
};
begin("worker.js");
self.ask = (id, question, soFar = false) => new Promise(done => {
  heard[id] = done;
  worker.postMessage({id, question, soFar});
});
1
"""


class Server(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def do_GET(self):
        if self.path == "/alone/worker.js":
            self.path = "/worker.js"
        if self.path != "/empty.html":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<!doctype html><title>asks</title><link rel="icon" href="data:,">')

    def log_message(self, *_):
        pass


def native_answers(program):
    """Asked one after the other, as the page asks, and written as JavaScript writes them: columns of messages refer to it."""
    asked = "".join(json.dumps({"id": name, "question": question, "workers": 1}, ensure_ascii=False, separators=(",", ":")) + "\n"
                    for name, question in QUESTIONS.items())
    run = subprocess.run([program, "--data", ".", "ask", "--stream", "--confined"], input=asked, cwd=ROOT, capture_output=True, text=True,
                         check=False)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    return {event["id"]: event["answer"] for event in events if event["event"] == "answer"}


def timeless(answer):
    """Without what an answer tells of the time that it took."""
    remarks = [re.sub(r" plans in .* plans/s", " plans", remark) for remark in answer["remarks"]]
    return {**answer, "remarks": remarks}


def told_difference(name, ours, native):
    for key in native:
        if ours.get(key) == native[key]:
            continue
        a, b = str(ours.get(key)), str(native[key])
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        return f"{name}: {key} differs at {at}: static {a[max(at - 80, 0):at + 40]!r}, native {b[max(at - 80, 0):at + 40]!r}"
    return f"{name}: other keys: {sorted(ours)}"


def check_answers(browser, natives):
    failures = []
    for name, question in QUESTIONS.items():
        began = time.monotonic()
        ours = timeless(browser.value(f"ask({json.dumps(name)}, {json.dumps(question)})"))
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
        native = timeless(natives[name])
        if ours != native:
            failures.append(told_difference(name, ours, native))
            print(failures[-1], flush=True)
    print(f"{len(QUESTIONS)} questions, {len(QUESTIONS) - len(failures)} equal answers", flush=True)
    return failures


def check_manners(browser):
    """The first answer of a question that grows, a question that is cancelled, one that is refused, all in their order."""
    failures = []
    question = json.dumps({"command": "run", "scenario": yaml(SCENARIO.replace("seed: 1", "seed: 2")), "format": "json"})
    growing = browser.value(f"told = [], ask('grows', {question}, true).then(() => told.map(one => one.event.event))")
    if "so_far" not in growing or "progress" not in growing or growing[-1] != "answer":
        failures.append(f"a growing question: {growing}")
    codes = browser.value(
        f"(() => {{ const all = [ask('a', {question.replace('seed: 2', 'seed: 3')}), ask('b', {question}),"
        "ask('c', {command: 'systems list'})]; setTimeout(() => { worker.postMessage({cancel: 'b'});"
        "worker.postMessage({cancel: 'a'}); }, 300); return Promise.all(all).then(all => all.map(one => one.exit_code)); })()")
    if codes != [130, 130, 0]:
        failures.append(f"two of three questions are cancelled: exit codes {codes}")
    refused = browser.value("ask('f', {command: 'forecast', archive: {base64: '', name: 'queue.tar.gz'}})")
    if refused["exit_code"] != 2 or "static edition" not in refused["problems"][0]["message"]:
        failures.append(f"a question of another edition: {refused}")
    flows = browser.value("ask('s', {command: 'nccl-tests', system: 'leonardo', nodes: 4, model: 'flow', background: 0.3, traffic: 'flows', format: 'json'})")
    if flows["exit_code"] == 0 or "SimGrid cannot be started" not in flows["problems"][0]["message"]:
        failures.append(f"a question that needs SimGrid: {flows}")
    # Files that are missing are told, to each asker.
    codes = browser.value("worker.terminate(), begin('alone/worker.js'), Promise.all([ask('g', {command: 'systems list'}), ask('h', {command:"
                          "'systems list'})]).then(all => all.map(one => [one.exit_code, one.problems[0]?.message.includes('cannot be loaded: 404')]))")
    if codes != [[5, True], [5, True]]:
        failures.append(f"a worker without the other files: {codes}")
    return failures


def main():
    program, site = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if find_chromium() is None or shutil.which("emcc") is None:
        print("skipped: Chromium or emscripten is not installed")
        sys.exit(77)
    subprocess.run([os.path.join(ROOT, "sim/serve/wasm/build.sh"), site, site + ".parts"], check=True)
    natives = native_answers(program)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # The server alone can be reached.
    with Browser() as browser:
        browser.open_address(f"http://127.0.0.1:{server.server_port}/empty.html")
        browser.value(ASKER)
        failures = check_answers(browser, natives) + browser.problems()
        # Those of files that are missing on purpose would follow.
        failures += check_manners(browser)
    if not static_page.main(program, site, site + ".shots"):
        failures.append("the page, as told above")
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


main()
