# SPDX-License-Identifier: Apache-2.0
"""The page of `clustersim serve` in a real browser: a reader asks, reads, copies a link and gets the same state again.

test_page.py PROGRAM FOLDER keeps screenshots in the folder, as on a desktop, in the dark and as on a phone. Skipped where
Chromium is not installed.
"""
import base64
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "report"))
from browser import Browser, find_chromium  # noqa: E402

PATIENCE = 600
SNAPSHOT = os.path.join(ROOT, "tests", "conformance", "snapshots", "W07-5000.tar.gz")
HOSTILE = "<img/src=x/onerror=window.broken=1>"
BUSY_AND_KNOWN = """schema: clustersim/scenario/1
# a comment that stays
title: "A title </script><script>window.broken=1</script>"
system: karolina
partition: qgpu
replicates: 2
background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  "<b>work</b>": {nodes: 2, walltime: 2 h, runtime: 1 h}
"""


def hostile_snapshot():
    """A snapshot whose users and jobs have names that a page must not take for markup."""
    out = io.BytesIO()
    with tarfile.open(SNAPSHOT) as old, tarfile.open(fileobj=out, mode="w:gz") as new:
        for member in old.getmembers():
            text = old.extractfile(member).read() if member.isfile() else b""
            text = re.sub(rb"UserId=u4\b", b"UserId=" + HOSTILE.encode(), text)
            text = re.sub(rb"JobName=\w+", b"JobName=" + HOSTILE.encode(), text)
            member.size = len(text)
            new.addfile(member, io.BytesIO(text))
    return base64.b64encode(out.getvalue()).decode()


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        cls.addClassCleanup(cls.stop)
        found = None
        while not found:
            line = cls.server.stdout.readline()
            if not line:
                raise RuntimeError("clustersim serve has printed no address")
            found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", line)
        cls.address = found[0]
        cls.browser = Browser()
        cls.browser.__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    @classmethod
    def stop(cls):
        cls.server.terminate()
        cls.server.communicate(timeout=60)

    def until(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.browser.value(expression):
            self.assertLess(time.monotonic(), end, f"never true: {expression}; the page shows {self.text()[:3000]}")
            time.sleep(0.1)

    def text(self, part="body"):
        return self.browser.value(f"document.querySelector({json.dumps(part)}).innerText")

    def state(self):
        return self.browser.value("pageState()")

    def visit(self, address=None, **form):
        self.browser.visit(address or self.address, **form)
        self.until("window.pageState !== undefined")

    def answered(self):
        """Waits until the latest state is asked and completely answered."""
        self.browser.value("new Promise(done => setTimeout(done, 200))")
        self.until("!pageState().busy")

    def type(self, selector, text):
        self.browser.value(f"(i => (i.focus(), i.value = {json.dumps(text)}, i.dispatchEvent(new Event('input')), i.blur()))"
                           f"(document.querySelector({json.dumps(selector)}))")

    def click(self, selector):
        self.browser.value(f"document.querySelector({json.dumps(selector)}).click()")

    def shot(self, name, part="body"):
        self.browser.screenshot(os.path.join(SHOTS, name + ".png"), part)

    def drop_snapshot(self, archive):
        self.browser.value(
            f"(async () => {{const bytes = Uint8Array.from(atob('{archive}'), c => c.charCodeAt(0));"
            f"const files = new DataTransfer(); files.items.add(new File([bytes], {json.dumps(HOSTILE.replace('/', ' ') + '.tar.gz')}));"
            "document.querySelector('#form').dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}))})()")

    def sound(self, width):
        """Nothing has failed, no name was executed, nothing came from elsewhere, and the page fits its window."""
        self.assertEqual(self.state()["failures"], [])
        # Without its token, an address leads to the doorway first, which answers 401.
        self.assertEqual([one for one in self.browser.problems() if "status of 401" not in one], [])
        self.assertIsNone(self.browser.value("window.broken"))
        host = self.address.split("?")[0]
        outside = [url for url in self.browser.requests() if not url.startswith((host, "data:", "blob:", "about:"))]
        self.assertEqual(outside, [])
        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), width)
        unnamed = self.browser.value(
            "[...document.querySelectorAll('canvas.gantt,.chart,button,select,input,textarea,section')].filter(e => e.checkVisibility() && "
            "!e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !e.labels?.length && !e.textContent.trim()).length")
        self.assertEqual(unnamed, 0, "parts without a name for a screen reader")
        twice = self.browser.value("(ids => ids.filter((id, i) => ids.indexOf(id) < i))([...document.querySelectorAll('[id]')].map(e => e.id))")
        self.assertEqual(twice, [])

    def test_story(self):
        self.visit()
        self.assertNotIn("token", self.browser.value("location.href"))
        self.until("document.querySelectorAll('.machines .device').length === 15")
        last = "document.querySelector('.machines label:last-child')"
        self.until(f"{last}.textContent.includes('now Roihu')")
        self.assertIn("Closed on 2026-07-31", self.browser.value(f"{last}.title"))
        # Llama 7B, by typing a part of its name and Enter.
        self.browser.value("(i => (i.focus(), i.value = 'llama 7b', i.dispatchEvent(new Event('input'))))(document.querySelector('.combo input'))")
        self.until("document.querySelector('.combo .options li .name')?.textContent === 'llama-7b'")
        self.browser.key("Enter")
        self.type(".joined input", "100 billion")
        for machine in ("leonardo", "jupiter"):
            self.click(f".machines input[value={machine}]")
        self.browser.value("document.querySelector('.more').open = true")
        self.type(".more input[type=number]", "2")
        self.type("input[type=range]", "4")
        self.answered()
        self.assertEqual(self.state()["machines"], ["lumi", "leonardo", "jupiter"])
        text = self.state()["text"]
        for line in ("tokens: 100e9", "nodes: 16", "replicates: 2", "title: llama-7b on 100 billion tokens"):
            self.assertIn(line, text)
        shown = self.text("#numbers")
        for part in ("Done first on", "LUMI", "Leonardo", "JUPITER", "starts in", "16 nodes", "core-h", "GPU-h", "access"):
            self.assertIn(part, shown)
        self.assertEqual(self.browser.value("document.querySelectorAll('.machine .wait dd:first-of-type').length"), 3)
        self.assertNotIn("…", self.browser.value("[...document.querySelectorAll('.machine .wait dd')].map(e => e.textContent).join()"))
        titles = [chart["title"] for chart in self.state()["charts"]]
        for title in ("Wait and run", "Run time, without waits", "Efficiency", "Cost", "Memory of a device"):
            self.assertIn(title, titles)
        self.sound(1280)
        self.shot("desktop")
        # Two states side by side.
        self.click(".actions button[aria-pressed]")
        self.type("input[type=range]", "3")
        self.answered()
        compared = self.text("#pinned")
        for part in ("jobs.train.nodes", "16", "8", "done after"):
            self.assertIn(part, compared)
        self.shot("compared", "#pinned")
        self.click(".actions button[aria-pressed]")
        # Why it waits: the queue with the job in it.
        self.browser.value("document.querySelector('#why').open = true")
        self.until("document.querySelector('#why canvas.gantt') !== null")
        self.assertGreater(self.state()["gantts"][0]["jobs"], 0)
        self.shot("why", "#why")
        self.sound(1280)
        # The link, in a fresh page.
        self.browser.value("document.querySelector('.actions .main').click()")
        self.until("location.hash.startsWith('#s=')")
        link, before = self.browser.value("location.href"), self.state()
        self.browser.visit("about:blank")
        self.visit(link, width=390, height=844, phone=True)
        self.assertEqual([self.state()[key] for key in ("text", "machines")], [before[key] for key in ("text", "machines")])
        self.answered()
        self.sound(390)
        self.shot("phone")
        self.browser.visit("about:blank")
        self.visit(link, dark=True)
        self.answered()
        self.sound(1280)
        self.shot("dark")
        # Back and forth.
        self.type("input[type=range]", "2")
        self.answered()
        self.until("location.href !== " + json.dumps(link))
        self.browser.value("history.back()")
        self.until("pageState().text.includes('nodes: 8')")

    def test_yaml_and_forms(self):
        self.visit()
        self.click("#tab-yaml")
        area = "document.querySelector('#panel-yaml textarea')"
        self.type("#panel-yaml textarea", BUSY_AND_KNOWN)
        self.answered()
        self.assertEqual(self.state()["machines"], ["karolina"])
        self.click("#tab-answer")
        self.assertIn("Karolina", self.text("#numbers"))
        # What the form changes leaves the rest of the text as it is.
        self.type(".nodes input[type=number]", "3")
        self.assertIn("nodes: 3", self.state()["text"])
        self.assertIn("# a comment that stays", self.state()["text"])
        self.answered()
        self.sound(1280)
        self.click("#tab-command")
        self.assertIn("clustersim run scenario.yaml", self.text("#panel-command"))
        self.click("#tab-sbatch")
        script = self.text("#panel-sbatch pre")
        for line in ("#SBATCH --nodes=3", "#SBATCH --time=2:00:00", "#SBATCH --partition=qgpu"):
            self.assertIn(line, script)
        self.assertNotIn("<b>", script)
        # A policy for teaching reads no options.
        self.click("#tab-yaml")
        self.type("#panel-yaml textarea", BUSY_AND_KNOWN.replace("background:", "scheduler: easy\nbackground:"))
        self.answered()
        self.click("#tab-sbatch")
        self.assertIn("policy for teaching", self.text("#panel-sbatch"))
        # A mistake is told at its line, in the words of the program.
        self.click("#tab-yaml")
        self.type("#panel-yaml textarea", BUSY_AND_KNOWN.replace("nodes:", "nodess:"))
        self.answered()
        self.until("document.querySelector('#panel-yaml .wrong') !== null")
        self.assertEqual(self.text("#panel-yaml .wrong"), "9")
        self.assertIn('unknown key "nodess"', self.text("#panel-yaml"))
        # Completion knows where the cursor is.
        self.browser.value(f"(a => (a.focus(), a.value = a.value.replace('nodess: 2', 'wallt'), a.selectionStart = a.selectionEnd = a.value.indexOf('wallt') + 5,"
                           f" a.dispatchEvent(new InputEvent('input', {{inputType: 'insertText', data: 't'}}))))({area})")
        self.assertEqual(self.text("#panel-yaml .options li .name"), "walltime")
        self.browser.key("Enter")
        self.assertIn("walltime: ,", self.state()["text"])
        # Text that is no YAML stops the form, not the page.
        self.type("#panel-yaml textarea", "jobs: {")
        self.answered()
        self.assertTrue(self.browser.value("document.querySelector('#form fieldset').disabled"))
        self.sound(1280)

    def test_own_model_and_other_questions(self):
        self.visit()
        self.click("#form .segments input[value=empty]")
        self.click("#form .segments input[value=model]")
        self.answered()
        self.assertIn("6.74 billion parameters", self.text("#form .model"))
        self.type("#form .model input[type=text]", "1.3 B")
        self.answered()
        text = self.state()["text"]
        for line in ("title: own-model on 10 billion tokens", "extends: llama-7b", "layers: 23", "hidden: 2048"):
            self.assertIn(line, text)
        self.assertIn("GPU-h", self.text("#numbers"))
        # What cannot be has its place.
        self.type("#form .model .shape .field:nth-child(3) input", "7")
        self.answered()
        self.assertIn("do not divide", self.text(".trouble"))
        self.shot("own-model", "main")
        self.click("#form .segments input[value=application]")
        self.answered()
        self.click("#tab-others")
        self.type("#panel-others form .field:nth-child(3) input", "8")
        self.click("#panel-others button.main")
        self.until("document.querySelector('#panel-others pre') !== null")
        self.assertIn("tp=", self.text("#panel-others pre"))
        self.assertIn("clustersim plan llama-7b --system lumi --gpus 8", self.text("#panel-others"))
        self.sound(1280)

    def test_proposal_and_course(self):
        self.visit()
        self.browser.value("document.querySelector('.more').open = true")
        self.type(".more input[type=number]", "2")
        self.answered()
        self.click("#tab-proposal")
        self.until("document.querySelector('#panel-proposal pre') !== null")
        self.assertIn("We request", self.text("#panel-proposal pre"))
        self.shot("proposal", "main")
        self.browser.visit("about:blank")
        self.visit(self.address.split("?")[0] + "#course=07-strong-scaling")
        self.until("!document.querySelector('#panel-course').hidden")
        self.assertIn("75 %", self.text("#panel-course .task"))
        self.click("#panel-course button.main")
        self.until("document.querySelector('#panel-course .verdict li') !== null")
        self.assertIn("Not yet", self.text("#panel-course .verdict"))
        self.shot("course", "main")
        self.sound(1280)

    def test_hostile_snapshot(self):
        self.visit()
        self.answered()
        self.drop_snapshot(hostile_snapshot())
        self.until("document.querySelector('#snapshot-0, #snapshot .problems') !== null")
        self.assertIn("onerror", self.text("#snapshot h2"))
        self.assertEqual(self.browser.value("document.querySelectorAll('#snapshot img').length"), 0)
        self.sound(1280)
        self.shot("snapshot", "#snapshot")
        # What takes long can be cancelled; the button is there as soon as something is asked.
        self.type("#snapshot form .field input", "2")
        self.browser.value("document.querySelector('#snapshot form').requestSubmit(); document.querySelector('#snapshot .statusline button').click()")
        self.assertIn("Cancelled", self.text("#snapshot"))

    def test_keyboard(self):
        """Tab goes through the page in its order, beginning with the link to the answer, which keeps the address."""
        self.visit()
        self.answered()
        self.browser.value("document.activeElement.blur()")
        self.browser.key("Tab")
        self.assertEqual(self.browser.value("document.activeElement.className"), "skip")
        before = self.browser.value("location.hash")
        self.browser.value("document.activeElement.click()")
        self.assertEqual(self.browser.value("[document.activeElement.id, location.hash]"), ["answer", before])
        self.browser.value("(b => b.focus())(document.querySelector('#tab-answer'))")
        self.browser.key("ArrowRight")
        self.assertEqual(self.browser.value("document.activeElement.id"), "tab-yaml")
        self.assertTrue(self.browser.value("document.querySelector('#panel-yaml textarea').checkVisibility()"))

    def test_paper(self):
        self.visit(dark=True)
        self.answered()
        pages = self.browser.call("Page.printToPDF", {"printBackground": True})["data"]
        self.assertGreater(len(pages), 10000)
        self.sound(1280)


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: Chromium is not installed")
        sys.exit(77)
    PROGRAM, SHOTS = (os.path.abspath(argument) for argument in sys.argv[1:3])
    os.makedirs(SHOTS, exist_ok=True)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
