# SPDX-License-Identifier: Apache-2.0
"""Questions that reach every part of an installed program, asked in other systems and compared with the answers of the build."""
import json
import shutil
import signal
import subprocess
import time
import urllib.request

DATA = "/share/clustersim"
FLOWS = {"system": "meluxina", "nodes": 2, "placement": "random", "model": "flow", "background": 0.5, "traffic": "flows"}
SWEEP = """schema: clustersim/scenario/1
title: Two jobs
system: lumi
jobs:
  solve: {nodes: 2, runtime: 1 h, walltime: 2 h}
sweep:
  jobs.solve.nodes: [2, 4, 8]
replicates: 2
"""


def options(question):
    return [word for key, value in question.items() for word in ("--" + key, str(value))]


class Questions:
    """The folder `asked` holds what they read and write; it is the current folder of the program that is asked."""

    def __init__(self, program, asked, source):
        asked.mkdir()
        shutil.copy(source / "tests/data/waits/history.txt.gz", asked)
        (asked / "sweep.yaml").write_text(SWEEP)
        self.asked = asked
        # A run of the models and of the emulated Slurm; trees of XGBoost; flows of SimGrid.
        self.words = {
            "run": ["run", "{data}/scenarios/first-steps/quickstart.yaml", "--no-results"],
            "waits": ["validate", "waits", "history.txt.gz", "--learn", "5"],
            "flows": ["nccl-tests", *options(FLOWS), "-b", "1G", "-e", "1G"]}
        self.answers = {name: subprocess.run([program, *self.of(name, str(source))], cwd=asked, check=True, stdout=subprocess.PIPE).stdout
                        for name in self.words}
        subprocess.run([program, "-q", "sweep", "sweep.yaml", "-o", "expected.sqlite"], cwd=asked, check=True, stdout=subprocess.DEVNULL)
        self.step = json.loads(subprocess.run([program, "-q", "step", "gpt-857m", "--system", "lumi", "--nodes", "2", "--format", "json"],
                                              check=True, stdout=subprocess.PIPE).stdout)

    def of(self, name, data):
        return [word.replace("{data}", data) for word in self.words[name]]

    def ask_all(self, place, wrong, name, only=None, data=None):
        """Seconds of each question, as text; adds what is wrong."""
        seconds = {}
        for question in only or (*self.words, "sweep", "serve"):
            started = time.monotonic()
            ask = {"sweep": self.sweep, "serve": self.serve}.get(question)
            problem = ask(place) if ask else self.answer(place, question, data)
            seconds[question] = f"{time.monotonic() - started:.1f}"
            if problem:
                wrong.append(f"{name}, {question}: {problem}")
                seconds[question] = "wrong"
            print(f"{name}, {question}: {seconds[question]}", flush=True)
        return seconds

    def answer(self, place, question, data):
        done = place(*self.of(question, data), capture_output=True, cwd=self.asked)
        if done.returncode != 0:
            return f"exit code {done.returncode}: {done.stderr.decode()[-1000:]}"
        return None if done.stdout == self.answers[question] else "other bytes than those of the build: " + done.stdout.decode()[:1000]

    def sweep(self, place):
        done = place("-q", "sweep", "sweep.yaml", "-o", "got.sqlite", "--workers", "2", capture_output=True, cwd=self.asked)
        got = self.asked / "got.sqlite"
        if done.returncode != 0 or not got.exists():
            return f"exit code {done.returncode}: {done.stderr.decode()[-1000:]}"
        same = got.read_bytes() == (self.asked / "expected.sqlite").read_bytes()
        got.unlink()
        return None if same else "other bytes than those of the build"

    def serve(self, place):
        """Its workers are confined: they start SimGrid all the same."""
        server = subprocess.Popen([*place.before, place.program, "serve", "--workers", "1"], env=place.environment,
                                  preexec_fn=place.prepare, cwd=self.asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            if not address:
                return server.stderr.read()[-1000:]
            base, _, token = address.partition("/?token=")

            def ask(command, question):
                request = urllib.request.Request(f"{base}/api/v1/{command}", json.dumps(question).encode(),
                                                 {"Authorization": f"Bearer {token}"})
                with urllib.request.urlopen(request, timeout=300) as reply:
                    return json.load(reply)["answer"]
            if ask("step", {"app": "gpt-857m", "system": "lumi", "nodes": [2]}) != self.step:
                return "another answer than that of the build"
            ask("nccl-tests", {**FLOWS, "minbytes": "1G", "maxbytes": "1G"})
            return None
        except OSError as error:
            return f"{error}: {error.read()[:1000] if hasattr(error, 'read') else ''}"
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
