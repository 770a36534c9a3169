# SPDX-License-Identifier: Apache-2.0
"""Reports in a real browser: nothing fails, every chart is drawn, no request leaves the file, names are only shown.

test_report.py PROGRAM [FOLDER] keeps screenshots of every section in the folder, if there is one, as on a desktop, in the
dark and as on a phone: most of the time goes into them. Skipped where Chromium is not installed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import sample_page
from browser import Browser, find_chromium

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

BUSY = """schema: clustersim/scenario/1
title: "%s"
system: karolina
partition: qgpu
seed: 3
replicates: 3
background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  "%s": {nodes: 2, application: gpt-857m, steps: 500, training: {accumulation: 16}}
"""
WHOLE_QUEUE = """schema: clustersim/scenario/1
title: Loads
system: karolina
partition: qgpu
seed: 3
replicates: 3
background: {mix: gpu-centre, load: 0.9, warm-up: 6 h, window: 3 h}
show: {whole-queue: true, differences: true}
jobs:
  work: {nodes: 2, walltime: 2 h, runtime: 1 h}
"""
FULL_QUEUE = """schema: clustersim/scenario/1
title: A full queue
system: karolina
partition: qgpu
seed: 3
replicates: 3
background: {mix: itp-trace, load: 0.95, warm-up: 2 d, window: 1 d}
jobs:
  work: {nodes: 16, walltime: 12 h, runtime: 10 h}
"""
SWEPT = """schema: clustersim/scenario/1
title: "%s"
system: karolina
partition: qgpu
replicates: 3
background: {mix: itp-trace, load: 0.95, warm-up: 2 d, window: 1 d}
jobs:
  "%s": {nodes: 2, application: gpt-857m, steps: 5000, training: {accumulation: 16}}
sweep:
  background.load: [0.6, 0.8, 0.95]
  "jobs.%s.nodes": [2, 8, 16, 4000]
  seed: [3, 4]
"""
ON_A_FABRIC = """schema: clustersim/scenario/1
title: On a fabric
system: leonardo
network: flow+background
seed: 3
replicates: 2
background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  "%s": {nodes: 64, application: gpt-857m, steps: 500, training: {accumulation: 4}}
  other: {nodes: 32, application: gpt-857m, steps: 500, training: {accumulation: 4}}
"""
BAD_NAME = r"</script><script>window.broken=1</script>\e[31m \u2028 <!-- Łódź"


class Checks:
    def __init__(self, program, folder, shots, browser):
        self.program, self.folder, self.shots, self.browser = program, folder, shots, browser
        self.failed = 0

    def check(self, holds, what):
        if not holds:
            self.failed += 1
            print("FAILED:", what[:1000])

    def run(self, *arguments):
        done = subprocess.run([self.program, "-q", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=600)
        self.check(done.returncode == 0, f"{arguments}: {done.stderr}")

    def path(self, name):
        return os.path.join(self.folder, name)

    def shot(self, name):
        """Pictures of the head and of every section of the page, if they are wanted."""
        if self.shots is None:
            return
        parts = self.browser.value("['head', 'answers', ...[...document.querySelectorAll('section')].map(s => s.id)]"
                                   ".filter(id => document.getElementById(id).clientHeight > 0)")
        for part in parts:
            self.browser.screenshot(os.path.join(self.shots, f"{name}-{part}.png"), f"[id='{part}']")

    def page(self, name, charts, gantts, fabrics=0):
        """Opens a report in every form; the numbers are those of the pictures that it must have."""
        path = self.path(name)
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        self.check(not re.search(r'(?:src|href)="?(?:https?:)?//', text), f"{name} refers to nothing outside")
        for form in ({"width": 1280}, {"width": 1280, "dark": True}, {"width": 390, "height": 844, "phone": True}):
            self.browser.open(path, **form)
            where = f"{name} {form}"
            state = self.browser.value("reportState()")
            self.check(state["problems"] == [], f"{where}: {state['problems']}")
            self.check(self.browser.problems() == [], f"{where}: {self.browser.problems()}")
            outside = [url for url in self.browser.requests() if not url.startswith(("file:", "about:", "blob:", "data:"))]
            self.check(outside == [], f"{where}: requests {outside}")
            self.check(self.browser.value("window.broken") is None, f"{where}: a name was executed")
            self.check(len(state["charts"]) == charts, f"{where}: {[c['title'] for c in state['charts']]}")
            self.check(len(state["gantts"]) == gantts, f"{where}: {state['gantts']}")
            self.check(len(state["fabrics"]) == fabrics, f"{where}: {state['fabrics']}")
            for one in state["fabrics"]:
                self.check(one["leaves"] > 0 and one["width"] <= form["width"], f"{where}: {one} is not drawn, or too wide")
            for chart in state["charts"]:
                # Axes alone have the colours of text, line and background, and shades between them.
                self.check(chart["colours"] > 20, f"{where}: {chart} is not drawn")
            for gantt in state["gantts"]:
                self.check(gantt["shown"] > 0, f"{where}: {gantt} shows no job")
            wide = self.browser.value("document.documentElement.scrollWidth")
            self.check(wide <= form["width"], f"{where}: {wide} pixels wide")
            unnamed = self.browser.value(
                "[...document.querySelectorAll('canvas.gantt,.chart,.fabric,button,select,section')].filter(e => "
                "!e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !e.textContent.trim()).length")
            self.check(unnamed == 0, f"{where}: {unnamed} parts have no name for a screen reader")
            twice = self.browser.value("(ids => ids.filter((id, i) => ids.indexOf(id) < i))([...document.querySelectorAll('[id]')].map(e => e.id))")
            self.check(twice == [], f"{where}: the addresses {twice} are not unique")
            lost = self.browser.value("[...document.querySelectorAll('nav a')].filter(a => !document.getElementById(a.hash.slice(1))).length")
            self.check(lost == 0, f"{where}: {lost} links of the page lead nowhere")
            self.shot("-".join([name.removesuffix(".html"), *(k for k in ("dark", "phone") if form.get(k))]))
        self.browser.open(path)
        return text

    def focus(self):
        """The tab key walks through everything that can be used, in the order of the page."""
        self.browser.value("document.activeElement.blur()")
        count = self.browser.value("(all => (window.all = all, all.length))([...document.querySelectorAll("
                                   "'a,button,select,summary,[tabindex]')].filter(e => e.checkVisibility()))")
        places = []
        for _ in range(count):
            self.browser.key("Tab")
            places.append(self.browser.value("window.all.indexOf(document.activeElement)"))
        self.check(places == list(range(count)), f"tab goes through {places}")

    def tables(self, charts):
        """Every chart has its numbers as a table, made when it is opened."""
        rows = self.browser.value("[...document.querySelectorAll('details.numbers')].map(d => (d.open = true, d)).length")
        self.check(rows == charts, f"{rows} tables for {charts} charts")
        self.browser.value("new Promise(done => setTimeout(done, 50))")
        empty = self.browser.value("[...document.querySelectorAll('details.numbers')].filter(d => !d.querySelector('tbody tr')).length")
        self.check(empty == 0, f"{empty} charts have an empty table")

    def steering(self):
        """Wheel, pointer and keys move the picture of a queue, and the job under the pointer is described."""
        browser = self.browser
        gantt = "reportState().gantts[0]"
        browser.value("document.querySelector('canvas.gantt').scrollIntoView({block: 'center'})")
        box = browser.value("(() => {const b = document.querySelector('canvas.gantt').getBoundingClientRect();"
                            "return [b.left, b.top, b.width, b.height]})()")
        frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
        span = lambda: browser.value(f"{gantt}.to - {gantt}.from")
        told = False
        for part in range(5, 100, 5):
            browser.mouse("mouseMoved", box[0] + box[2] * 0.6, box[1] + box[3] * part / 100)
            told = told or browser.value("!document.querySelector('.hint').hidden && document.querySelector('.hint').innerText.includes('wait')")
        self.check(told, "hovering describes no job")
        whole = span()
        browser.mouse("mouseWheel", box[0] + box[2] / 2, box[1] + box[3] / 2, deltaX=0, deltaY=-300, modifiers=2)
        browser.value(frame)
        self.check(span() < whole, "the wheel does not zoom")
        before = browser.value(gantt + ".from")
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        browser.mouse("mousePressed", x, y, button="left", clickCount=1)
        browser.mouse("mouseMoved", x + 80, y, button="left", buttons=1)
        browser.mouse("mouseReleased", x + 80, y, button="left", clickCount=1)
        browser.value(frame)
        self.check(browser.value(gantt + ".from") < before, "dragging does not move")
        browser.key("n")
        self.check("Job" in browser.value("document.getElementById('said').textContent"), "N announces no job")
        zoomed = span()
        browser.key("+")
        browser.value(frame)
        self.check(span() < zoomed, "plus does not zoom")
        browser.key("0")
        browser.value(frame)
        self.check(span() == whole, "0 does not show all")
        colours = browser.value("[...document.querySelectorAll('.tools select option')].map(o => o.value)")
        for colour in colours:
            browser.value(f"(() => {{const s = document.querySelector('.tools select'); s.value = {json.dumps(colour)};"
                          "s.dispatchEvent(new Event('change'))})()")
            self.check(browser.value("document.querySelectorAll('.legend li').length") > 0, f"no legend for {colour}")
        self.check(browser.problems() == [], f"steering: {browser.problems()}")

    def choosing(self):
        """Another one of several charts replaces the first."""
        browser = self.browser
        before = len(browser.value("reportState()")["charts"])
        said = "document.querySelector('.chosen [role=img]').getAttribute('aria-label')"
        first = browser.value(said)
        browser.value("(() => {const s = document.querySelector('.choice select'); s.selectedIndex = 1; s.dispatchEvent(new Event('change'))})()")
        state = browser.value("reportState()")
        self.check(browser.value(said) != first, f"the choice changes nothing: {first}")
        self.check(len(state["charts"]) == before, f"{before} charts before the choice, then {len(state['charts'])}")
        self.check(all(chart["colours"] > 20 for chart in state["charts"]), f"a chosen chart is not drawn: {state['charts']}")
        self.check(browser.problems() == [], f"choosing: {browser.problems()}")

    def printing(self):
        """Paper is light, in the dark too."""
        self.browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        pages = self.browser.call("Page.printToPDF", {"printBackground": True})["data"]
        self.check(len(pages) > 10000, "nothing is printed")
        self.check(self.browser.problems() == [], f"printing: {self.browser.problems()}")


def sample(checks):
    sample_page.write(checks.path("sample.html"), sample_page.page())
    checks.page("sample.html", charts=10, gantts=1, fabrics=1)
    checks.focus()
    shown = checks.browser.value("document.querySelector('h1').textContent")
    checks.check("</script>" in shown and "␛[31m" in shown, f"the title is shown as {shown}")
    checks.tables(13)
    checks.steering()
    checks.choosing()
    checks.printing()
    sample_page.write(checks.path("many.html"), sample_page.page(100_000))
    checks.page("many.html", charts=10, gantts=1, fabrics=1)
    checks.steering()


def runs(checks):
    with open(checks.path("bad.yaml"), "w", encoding="utf-8") as stream:
        stream.write(BUSY % (BAD_NAME, BAD_NAME))
    checks.run("run", "bad.yaml", "--report", "bad.html", "--out", "r")
    # Wait + run; use of the queue; waits of the job and by size; its priority; parts and memory of a step; five bars of cost and energy; roofline;
    # load of links by level.
    text = checks.page("bad.html", charts=14, gantts=1, fabrics=1)
    checks.check("<script>window" not in text, "a name stands in the page as it is")
    checks.check("window.broken" in checks.browser.value("document.querySelector('h1').textContent"), "the title is not shown")
    checks.run("show", "r", "--report", "again.html")
    with open(checks.path("again.html"), encoding="utf-8") as stream:
        checks.check(stream.read() == text, "report RESULT differs from run --report")
    checks.run("run", os.path.join(ROOT, "scenarios", "first-steps", "quickstart.yaml"), "--replicates", "3", "--no-results",
               "--report", "quickstart.html")
    # The same, and four curves over the nodes.
    text = checks.page("quickstart.html", charts=18, gantts=1, fabrics=1)
    checks.check(len(text) <= 2_000_000, f"{len(text)} bytes")
    # Those of the charts, of the queue, and of the leaf switches.
    checks.tables(20)
    checks.steering()


def whole_queues(checks):
    """All jobs of the queues, and the differences of the other runs from the first one."""
    with open(checks.path("loads.yaml"), "w", encoding="utf-8") as stream:
        stream.write(WHOLE_QUEUE)
    checks.run("run", "loads.yaml", "--set", "sweep={background.load: [0.7, 0.9]}", "--no-results", "--report", "loads.html")
    # Use of the queue; waits of the job and by size, its priority; waits and slowdowns of all jobs; four differences; cost: billed, two
    # kinds of hours, energy, CO2e.
    checks.page("loads.html", charts=16, gantts=1)
    checks.tables(17)
    text = checks.browser.value("document.body.innerText")
    for title in ("All jobs of the queue", "Differences from the first run", "less load=0.7"):
        checks.check(title in text, f"loads.html does not show {title}")
    # Use of the queue; waits; two of all jobs; cost.
    checks.run("compare", "loads.yaml", "--systems", "karolina,meluxina", "--report", "loads-compare.html")
    checks.page("loads-compare.html", charts=10, gantts=1)


def priorities(checks):
    """The priority of a job that waits in a full queue, and what blocked it."""
    with open(checks.path("waits.yaml"), "w", encoding="utf-8") as stream:
        stream.write(FULL_QUEUE)
    checks.run("run", "waits.yaml", "--no-results", "--report", "waits.html")
    # Use of the queue; waits of the jobs and by size; priority; cost: billed, two kinds of hours, energy, CO2e.
    checks.page("waits.html", charts=10, gantts=1)
    checks.tables(11)
    told = checks.browser.value("document.querySelector('#priority .chart').getAttribute('aria-label')")
    checks.check("Resources from" in told, f"no reason is told: {told}")


def sweeps(checks):
    """A finished sweep and a part of it, with hostile names in a key."""
    name = "a</script><script>window.broken=1</script>"
    with open(checks.path("swept.yaml"), "w", encoding="utf-8") as stream:
        stream.write(SWEPT % (BAD_NAME, name, name))
    checks.run("sweep", "swept.yaml", "-o", "s.sqlite", "--report", "sweep.html")
    # By load: turnaround and wait. By nodes: these, node-hours, GPU-hours, bill, energy. By seed: turnaround and wait.
    checks.page("sweep.html", charts=10, gantts=0)
    checks.choosing()
    checks.focus()
    text = checks.browser.value("document.body.innerText")
    for part in ("24 of 24 points", "Not possible", "By background.load", "4000 nodes", "Not drawn, because"):
        checks.check(part in text, f"sweep.html does not show {part}")
    checks.run("sweep", "swept.yaml", "-o", "p.sqlite", "--part", "1/2")
    checks.run("show", "p.sqlite", "--report", "part.html")
    checks.browser.open(checks.path("part.html"))
    checks.check("Incomplete" in checks.browser.value("document.body.innerText"), "a part looks complete")


def placements(checks):
    """Two training jobs on a dragonfly+."""
    with open(checks.path("fabric.yaml"), "w", encoding="utf-8") as stream:
        stream.write(ON_A_FABRIC % BAD_NAME)
    checks.run("run", "fabric.yaml", "--no-results", "--report", "fabric.html")
    # Turnaround; use of the queue; waits of the jobs and by size, and for what; parts, memory and batches of a step; cost: billed, two kinds of
    # hours, energy, CO2e; roofline; load by level.
    checks.page("fabric.html", charts=15, gantts=1, fabrics=1)
    checks.choosing()
    text = checks.browser.value("document.querySelector('#placement-on-the-fabric').innerText")
    for part in ("of 18 groups", "leaf switches", "limit the sum of gradients", "adaptive", "median run time"):
        checks.check(part in text, f"fabric.html does not show {part}: {text}")


def others(checks):
    """One report of each other command that has them."""
    data = os.path.join(ROOT, "tests", "data")
    policy = os.path.join(data, "policy")
    jobs, site = os.path.join(policy, "jobs.csv"), os.path.join(policy, "site.yaml")
    checks.run("replay", os.path.join(data, "replay", "synthetic.swf.gz"), "--procs", "100", "--report", "replay.html")
    checks.page("replay.html", charts=2, gantts=1)
    checks.steering()
    checks.run("replay", jobs, "--site", site, "--report", "replay-slurm.html")
    checks.page("replay-slurm.html", charts=2, gantts=1)
    # All jobs, by size and by user.
    checks.run("diff", site, "--workload", jobs, "--with", "bf_max_job_test=2", "--report", "diff.html")
    checks.page("diff.html", charts=3, gantts=0)
    archive = os.path.join(ROOT, "tests", "conformance", "snapshots", "W05-4000.tar.gz")
    checks.run("forecast", archive, "--job", "160", "--samples", "20", "--report", "forecast.html")
    checks.page("forecast.html", charts=2, gantts=0)
    checks.run("allocate", os.path.join(ROOT, "tests", "fixtures", "project", "good", "budget.yaml"), "--report", "allocate.html")
    checks.page("allocate.html", charts=4, gantts=0)
    quickstart = os.path.join(ROOT, "scenarios", "first-steps", "quickstart.yaml")
    # Wait + run at each of two sizes; waits; four curves; parts and memory of a step; billed amounts have several units, so four bars of cost; roofline.
    checks.run("compare", quickstart, "--systems", "karolina,lumi", "--nodes", "1,4", "--replicates", "2", "--report", "compare.html")
    checks.page("compare.html", charts=15, gantts=1, fabrics=1)
    checks.tables(18)
    checks.choosing()


def main():
    program, shots = (*(os.path.abspath(argument) for argument in sys.argv[1:]), None)[:2]
    if find_chromium() is None:
        print("skipped: Chromium is not installed")
        sys.exit(77)
    if shots is not None:
        os.makedirs(shots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        checks = Checks(program, folder, shots, browser)
        for part in (sample, runs, whole_queues, priorities, sweeps, placements, others):
            part(checks)
    print(f"report: {checks.failed} checks failed")
    sys.exit(1 if checks.failed else 0)


main()
