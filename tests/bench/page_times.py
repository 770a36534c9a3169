#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the page of `clustersim serve` is, in Debian's Chromium over the loopback.

page_times.py --program build/release/clustersim [--rounds N] prints the median and the least of: the first paint after
the address is opened; a moved slider until the answer of what needs no queue; and until the first numbers of a queue that
the server has simulated before, with other nodes.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "report"))
from browser import Browser  # noqa: E402

# Notes in the page when a part of the answer is seen first; the clock starts with the event of the slider.
WATCH = """(value, queue) => new Promise(done => {
  const slider = document.querySelector('input[type=range]');
  slider.value = value;
  const start = performance.now();
  slider.dispatchEvent(new Event('input'));
  const nodes = 2 ** value;
  const seen = () => {
    const card = document.querySelector('#numbers .machine .where')?.textContent ?? '';
    const old = document.querySelector('#result').classList.contains('old');
    const wait = document.querySelector('#numbers .wait dd')?.textContent ?? '…';
    if (!old && card.startsWith(`${nodes} node`) && (!queue || wait !== '…')) done(performance.now() - start);
    else requestAnimationFrame(seen);
  };
  seen();
})"""


def first_paint(browser, address):
    browser.visit("about:blank")
    browser.visit(address)
    return browser.value("new Promise(done => { const look = () => { const paint = performance.getEntriesByName('first-contentful-paint')[0];"
                         " if (paint && document.querySelector('#form')) done(paint.startTime); else setTimeout(look, 20); }; look(); })")


def idle(browser):
    browser.value("new Promise(done => { const look = () => pageState().busy ? setTimeout(look, 50) : done(1); setTimeout(look, 300); })")


def moved(browser, queue, rounds):
    """Each size once before it is timed, so that the server knows the queue; the page keeps no answers of other seeds."""
    times = []
    for number in range(rounds):
        # A seed of its own asks anew what the page would have kept; the queue of a seed is known after its first question.
        browser.value(f"(area => (area.value = area.value.replace(/(seed: .*\\n)?jobs:/, 'seed: {number + 1}\\njobs:'), area.dispatchEvent(new InputEvent('input'))))"
                      "(document.querySelector('#panel-yaml textarea'))")
        idle(browser)
        times.append(browser.value(f"({WATCH})({2 + number % 2}, {json.dumps(queue)})"))
        idle(browser)
    return times


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--program", required=True)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    server = subprocess.Popen([given.program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = None
        while not address:
            line = server.stdout.readline()
            if not line:
                sys.exit("clustersim serve has printed no address")
            address = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", line)
        rows = {}
        with Browser() as browser:
            rows["first paint"] = [first_paint(browser, address[0]) for _ in range(given.rounds)]
            idle(browser)
            rows["moved slider, answer without a queue (LUMI)"] = moved(browser, False, given.rounds)
            rows["moved slider, first numbers of a known queue (LUMI)"] = moved(browser, True, given.rounds)
        print("| what | median | least |\n|---|---|---|")
        for name, times in rows.items():
            print(f"| {name} | {statistics.median(times):.0f} ms | {min(times):.0f} ms |")
    finally:
        server.terminate()
        server.communicate(timeout=60)


if __name__ == "__main__":
    main()
