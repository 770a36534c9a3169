# SPDX-License-Identifier: Apache-2.0
"""The library in the process of Python: the same answers as from the program, interruption, progress, threads, forks, queues.

usage: check_library.py PROGRAM LIBRARY
"""
import concurrent.futures
import contextlib
import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "notebooks"), str(ROOT / "tests/cli")]
sys.dont_write_bytecode = True

import clustersim as cs  # noqa: E402
from clustersim.asking import needs_the_program, text_of  # noqa: E402
from questions import CONF, DOCUMENT, EVENT, PROJECT, SACCT, SAMPLES, SCRIPT  # noqa: E402

# Takes minutes with this many replicates.
LONG = {**DOCUMENT, "replicates": 10000, "sweep": {}}
SMALL = {**DOCUMENT, "sweep": {}}


@contextlib.contextmanager
def environment(**values):
    """Variables inside `with`; those that are None are not set."""
    before = {name: os.environ.get(name) for name in values}

    def set_all(to):
        for name, value in to.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    set_all(values)
    try:
        yield
    finally:
        set_all(before)


def by_program():
    return environment(CLUSTERSIM_IN_PROCESS="0")


def outcome(question):
    """The answer, or the exception with all that it says."""
    try:
        return text_of(question)
    except cs.ClustersimError as error:
        # Places of one file keep their order; which file comes first is that of their names.
        problems = sorted(error.problems, key=lambda one: (one.file, one.line, one.column))
        return type(error), error.exit_code, problems, "" if problems else str(error)


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.before = os.getcwd()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()


class BothWays(InFolder):
    """A question in the process has the answer of the program."""

    def setUp(self):
        super().setUp()
        for name, text in (("s.yaml", json.dumps(DOCUMENT)), ("p.yaml", json.dumps(PROJECT)), ("job.sh", SCRIPT), ("slurm.conf", CONF),
                           ("sacct.txt", SACCT), ("bad.yaml", "schema: clustersim/scenario/1\nsystem: lumy\njobs: {a: {nodes: x}}\n")):
            pathlib.Path(name).write_text(text, encoding="utf-8")
        with gzip.open("a.events.gz", "wt") as stream:
            stream.write(EVENT)

    def both(self, question):
        answers = []
        for value in ("0", None):
            with environment(CLUSTERSIM_IN_PROCESS=value):
                answers.append(outcome(question))
            for made in pathlib.Path().glob("made*"):
                shutil.rmtree(made) if made.is_dir() else made.unlink()
        return answers

    def test_every_command(self):
        cs.questions.run("s.yaml", out="result")
        for command, (_, keys) in SAMPLES.items():
            if needs_the_program(keys):
                continue
            with self.subTest(command=command):
                program, process = self.both({"command": command, **keys})
                self.assertEqual(program, process)

    def test_what_is_refused(self):
        impossible = {**SMALL, "jobs": {"train": {"nodes": 100000, "runtime": "1 h", "walltime": "2 h"}}}
        unmet = {**SMALL, "expect": ["train.wait_median_s < -1"]}
        for question in ({"command": "run", "scenario": "bad.yaml"}, {"command": "run", "scenario": "absent.yaml"},
                         {"command": "stepp"}, {}, {"command": "step", "app": "gpt-857m", "nods": 2, "detail": "yes"},
                         {"command": "run", "scenario": impossible, "no-results": True}, {"command": "check", "scenario": unmet, "run": True},
                         {"command": "check", "scenario": ["s.yaml", "bad.yaml"]}, {"command": "step", "app": "a\0b", "system": "lumi"},
                         {"command": "systems show", "system": "\ud800"}, {"command": "systems check", "file": "bad.yaml"},
                         {"command": "run", "scenario": "s.yaml", "out": "s.yaml"}, {"command": "show", "result": "absent"},
                         {"command": "sweep", "scenario": "s.yaml", "out": "s.yaml"},
                         {"command": "forecast", "archive": "job.sh", "nodes": 1}, {"command": "run", "scenario": {"extends": "bad.yaml"}}):
            with self.subTest(question=str(question)[:100]):
                program, process = self.both(question)
                self.assertEqual(program, process)
                self.assertIsInstance(program, tuple)

    def test_standard_input_is_that_of_the_program(self):
        program, process = self.both({"command": "run", "scenario": "-"})
        self.assertEqual(program, process)

    def test_frames_and_relative_paths(self):
        for value in ("0", None):
            pathlib.Path("deeper").mkdir(exist_ok=True)
            shutil.copy("s.yaml", "deeper/other.yaml")
            os.chdir("deeper")
            with environment(CLUSTERSIM_IN_PROCESS=value):
                self.assertEqual(list(cs.run("other.yaml").frame.nodes), [1, 2])
                self.assertIn("lumi", set(cs.systems().name))
            os.chdir("..")


class WhichWay(InFolder):
    def test_the_library_is_beside_the_program(self):
        self.assertTrue(cs.in_process())
        with by_program():
            self.assertFalse(cs.in_process())
        pathlib.Path("bin").mkdir()
        shutil.copy("/bin/true", "bin/clustersim")
        with environment(CLUSTERSIM=os.path.abspath("bin/clustersim")):
            self.assertFalse(cs.in_process())
        with environment(CLUSTERSIM="/nonexistent/clustersim"):
            self.assertFalse(cs.in_process())

    def test_an_installed_tree_has_it_in_its_folder_of_libraries(self):
        for number, folder in enumerate(("lib", "lib64", "lib/x86_64-linux-gnu")):
            prefix = pathlib.Path(f"prefix{number}").absolute()
            (prefix / "bin").mkdir(parents=True)
            (prefix / folder).mkdir(parents=True)
            (prefix / "share").mkdir()
            shutil.copy(PROGRAM, prefix / "bin/clustersim")
            shutil.copy(LIBRARY, prefix / folder / "libclustersim.so.0")
            data = prefix / "share/clustersim"
            data.mkdir()
            for name in ("systems", "workloads"):
                (data / name).symlink_to(ROOT / name)
            with self.subTest(folder=folder), environment(CLUSTERSIM=str(prefix / "bin/clustersim")):
                self.assertTrue(cs.in_process())
                self.assertGreater(len(cs.systems()), 10)

    def test_a_library_that_cannot_be_used_is_told_if_it_is_named(self):
        pathlib.Path("libclustersim.so.0").write_text("no library")
        pathlib.Path("clustersim").symlink_to(PROGRAM)
        for named in ("absent.so", os.path.abspath("libclustersim.so.0"), "libc.so.6"):
            with self.subTest(library=named), environment(CLUSTERSIM_LIBRARY=named), self.assertRaises(cs.ClustersimError) as raised:
                cs.step("gpt-857m", system="lumi", nodes=1)
            self.assertEqual(raised.exception.exit_code, 127)

    def test_without_data_the_program_says_so(self):
        with environment(CLUSTERSIM_DATA=os.getcwd()):
            self.assertFalse(cs.in_process())
            with self.assertRaises(cs.ClustersimError):
                cs.step("gpt-857m", system="lumi", nodes=1)
        self.assertTrue(cs.in_process())


class Hears(InFolder):
    def test_progress_until_the_end(self):
        heard = []
        with cs.progress(lambda *event: heard.append(event)):
            cs.run(SMALL, replicates=3, no_results=True)
        self.assertIn(("replicates", 3, 3), heard)
        before = len(heard)
        cs.run(SMALL, no_results=True)
        self.assertEqual(len(heard), before)

    def test_first_replicates_come_first(self):
        heard = []
        with cs.progress(None, so_far=lambda replicates, answer: heard.append((replicates, answer))):
            whole = cs.run(SMALL, replicates=4, no_results=True)
        self.assertEqual([replicates for replicates, _ in heard], [2])
        self.assertEqual(heard[0][1]["runs"][0]["jobs"][0]["waits_s"], whole["runs"][0]["jobs"][0]["waits_s"][:2])

    def test_without_a_function_a_line_shows_it(self):
        done = subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import json, clustersim as cs\n"
                               "with cs.progress(): cs.run(json.loads(sys.argv[2]), replicates=2, no_results=True)",
                               str(ROOT / "notebooks"), json.dumps(SMALL)], capture_output=True, text=True, check=True)
        self.assertIn("replicates: 2 of 2", done.stderr)

    def test_an_exception_ends_the_question(self):
        def refuse(what, done, total):
            raise LookupError("enough")
        with self.assertRaisesRegex(LookupError, "enough"), cs.progress(refuse):
            cs.run(LONG, no_results=True)
        self.assertEqual(len(cs.run(SMALL, no_results=True).frame), 1)


INTERRUPTED = """
import json, os, signal, sys, threading
sys.path.insert(0, sys.argv[1])
import clustersim as cs
assert cs.in_process()
def interrupt(*event):
    cs.hearing._listener.get()
    os.kill(os.getpid(), signal.SIGINT)
if sys.argv[3] == "progress":
    hears = cs.progress(interrupt)
else:
    hears = cs.progress(None)
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    with hears:
        cs.run(json.loads(sys.argv[2]), no_results=True)
except KeyboardInterrupt:
    print("interrupted")
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
print(len(cs.step("gpt-857m", system="lumi", nodes=1).frame))
"""


class Interrupts(unittest.TestCase):
    def test_ctrl_c_interrupts_a_question_and_the_next_one_is_answered(self):
        for when in ("progress", "later"):
            with self.subTest(when=when):
                done = subprocess.run([sys.executable, "-c", INTERRUPTED, str(ROOT / "notebooks"), json.dumps(LONG), when],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.stdout, done.stderr, done.returncode), ("interrupted\n1\n", "", 0))

    def test_a_handler_of_the_caller_is_called_and_stays(self):
        called = []
        before = signal.signal(signal.SIGINT, lambda *_: called.append(1))
        try:
            with cs.progress(lambda *_: os.kill(os.getpid(), signal.SIGINT)), self.assertRaises(cs.ClustersimError) as raised:
                cs.run(LONG, no_results=True)
            self.assertEqual((called, raised.exception.exit_code), ([1], 130))
            os.kill(os.getpid(), signal.SIGINT)
            self.assertEqual(called, [1, 1])
        finally:
            signal.signal(signal.SIGINT, before)


class Together(InFolder):
    def test_threads_get_their_own_answers(self):
        def ask(nodes):
            if nodes == 5:
                return cs.questions.step("gpt-857m", system="lumi", nodes=[nodes])["steps"][0]["nodes"]
            if nodes % 3 == 0:
                return cs.run({**SMALL, "jobs": {"a": {"nodes": nodes, "runtime": "1 h", "walltime": "2 h"}}}, out=f"r{nodes}").frame.nodes[0]
            return cs.step("gpt-857m", system="lumi", nodes=nodes).frame.nodes[0]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(ask, range(1, 17))), list(range(1, 17)))
        self.assertEqual(len(os.listdir()), 5)

    def test_other_threads_run_while_a_question_is_answered(self):
        ran = threading.Event()
        threading.Thread(target=ran.set).start()
        heard = []
        with cs.progress(lambda *_: heard.append(ran.wait(60))):
            cs.run(SMALL, no_results=True)
        self.assertTrue(all(heard))

    def test_a_forked_process_asks_too(self):
        queue = cs.Queue("vega", "gpu", replicates=1, background={"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"})
        expected = list(queue.wait(nodes=1, time="1:00:00").samples_s)
        child = os.fork()
        if child == 0:
            good = list(queue.wait(nodes=1, time="1:00:00").samples_s) == expected and cs.in_process()
            os._exit(0 if good else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)


class Queues(InFolder):
    def setUp(self):
        super().setUp()
        self.queue = cs.Queue("vega", partition="gpu", seed=4, replicates=2,
                              background={"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"})

    def tearDown(self):
        self.queue.close()
        super().tearDown()

    def test_it_answers_as_run_does(self):
        asked = {"nodes": 4, "time": "2:00:00"}
        scenario = self.queue.scenario(**asked)
        self.assertEqual(scenario["jobs"], {"job": {"nodes": 4, "walltime": "2:00:00", "runtime": "2:00:00"}})
        for _ in range(2):
            wait = self.queue.wait(**asked)
            with by_program():
                program = cs.run(scenario)
            self.assertEqual(wait.answer.json, program.json)
        self.assertEqual(list(wait.samples_s), list(program.waits.wait_s))
        self.assertEqual(wait.median.total_seconds(), program.frame.wait_median_s[0])
        self.assertEqual(wait.within("1000d"), 1.0)
        with by_program():
            self.assertEqual(self.queue.wait(**asked).answer.json, program.json)

    def test_starts_and_reasons(self):
        start = self.queue.start(nodes=4, time="2:00:00", at="2027-03-01 08:00")
        self.assertEqual(list(start.index), ["5 %", "50 %", "95 %"])
        self.assertTrue(str(start["5 %"]) >= "2027-03-01 08:00" and start.is_monotonic_increasing)
        why = self.queue.why(nodes=4, time="2:00:00")
        self.assertIn("(job) of student", why)
        self.assertEqual(repr(why), why)
        self.assertEqual(os.listdir(), [])

    def test_a_job_may_have_any_key_of_a_scenario(self):
        frame = self.queue.run(nodes=2, application="gpt-857m", steps=100).frame
        self.assertGreater(frame.step_time_s[0], 0)
        with self.assertRaises(cs.InputError):
            self.queue.wait(nodes=2, tiem="1:00:00")
        with self.assertRaises(cs.InputError):
            cs.Queue("vega", partition="gpu", no_such_key=1).wait(nodes=1, time="1:00:00")

    def test_a_closed_queue_is_closed(self):
        with cs.Queue("vega", "gpu") as queue:
            pass
        with self.assertRaises(ValueError):
            queue.wait(nodes=1, time="1:00:00")


if __name__ == "__main__":
    PROGRAM, LIBRARY = map(os.path.abspath, sys.argv[1:3])
    del sys.argv[1:3]
    os.environ["CLUSTERSIM"] = PROGRAM
    if os.path.dirname(os.path.realpath(LIBRARY)) != os.path.dirname(os.path.realpath(PROGRAM)):
        os.environ["CLUSTERSIM_LIBRARY"] = LIBRARY
    unittest.main()
