# SPDX-License-Identifier: Apache-2.0
"""The Python package: as it stands in the tree, and installed into an environment of its own.

usage: check_package.py PROGRAM
"""
import contextlib
import gzip
import inspect
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "notebooks"))
sys.dont_write_bytecode = True

import pandas as pd  # noqa: E402

import clustersim as cs  # noqa: E402

SCENARIO = """schema: clustersim/scenario/1
title: A <b>small</b> job
system: lumi
jobs:
  solve: {nodes: 2, runtime: 1 h, walltime: 2 h}
sweep:
  jobs.solve.nodes: [2, 4]
replicates: 2
"""


class InFolder(unittest.TestCase):
    """Tests in an empty folder, which is not that of the program."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.before = os.getcwd()
        os.chdir(self.folder.name)
        pathlib.Path("s.yaml").write_text(SCENARIO)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()


class Answers(InFolder):
    def test_paths_are_those_of_the_caller(self):
        frame = cs.run("s.yaml").frame
        self.assertEqual(list(frame.nodes), [2, 4])
        self.assertEqual(list(frame.runtime_s), [3600, 3600])
        self.assertEqual(os.listdir(), ["s.yaml"])

    def test_an_exercise_runs_without_its_conditions(self):
        path = cs.shipped("scenarios/courses/01-anatomy-of-backfill.yaml")
        self.assertEqual(len(cs.run(path, {"expect": []}).frame), 8)

    def test_a_dictionary_is_a_scenario_and_settings_change_it(self):
        scenario = {"schema": "clustersim/scenario/1", "title": "t", "system": "lumi",
                    "jobs": {"solve": {"nodes": 1, "runtime": "1 h", "walltime": "2 h"}}}
        self.assertEqual(cs.run(scenario, {"jobs.solve.nodes": 3}).frame.nodes[0], 3)

    def test_one_row_of_waits_for_each_replicate(self):
        self.assertEqual(len(cs.run("s.yaml").waits), 4)

    def test_it_is_shown_as_a_table_and_names_are_no_markup(self):
        shown = cs.run("s.yaml")._repr_html_()
        self.assertIn("<table", shown)
        self.assertIn("A &lt;b&gt;small&lt;/b&gt; job", shown)

    def test_machines_are_compared(self):
        self.assertEqual(set(cs.compare("s.yaml", systems=["lumi", "mahti"]).frame.system), {"lumi", "mahti"})

    def test_other_commands_have_frames(self):
        self.assertEqual(list(cs.step("gpt-857m", system="leonardo", nodes=2).frame.gpus), [8])
        plans = cs.plan("llama3-8b", system="leonardo", gpus=16).frame
        self.assertTrue((plans.step_s > 0).all() and (plans.gpus == 16).all())
        self.assertEqual(len(cs.nccl_tests(system="leonardo", nodes=2, begin="1M", end="4M").frame), 3)
        self.assertIn("wait_median_s", cs.metrics().index)
        self.assertIn("lumi", set(cs.systems().name))


    def test_any_command_is_asked(self):
        self.assertEqual(cs.ask("systems show", system="lumi"), json.loads(cs.call("systems", "show", "lumi", "--format", "json")))
        self.assertEqual([row["gpus"] for row in cs.ask("step", app="gpt-857m", system="lumi", nodes=range(2, 4), sweep=None)["steps"]], [16, 24])
        with self.assertRaises(cs.UsageError) as caught:
            cs.ask("step", app="gpt-857m", nods=2, detail="yes")
        self.assertEqual(len(caught.exception.problems), 4)

    def test_every_command_is_a_function(self):
        lists = cs.questions.systems_list()
        self.assertEqual(lists, cs.ask("systems list"))
        self.assertEqual(cs.questions.step("gpt-857m", system="lumi", nodes=[2, 3]), cs.ask("step", app="gpt-857m", system="lumi", nodes=[2, 3]))

    def test_what_has_no_json_is_text_or_a_file(self):
        self.assertEqual(cs.ask("help", topic="units"), cs.call("help", "units"))
        self.assertEqual(cs.questions.forecast(collector=True), cs.call("forecast", "--collector"))
        cs.run("s.yaml", out="r")
        self.assertEqual(cs.questions.show("r", to="sqlite", out="r.sqlite"), "")
        self.assertTrue(os.path.exists("r.sqlite"))
        self.assertTrue(cs.ask("step", app="gpt-857m", system="lumi", nodes=2, format="csv").startswith("nodes,gpus,"))

    def test_functions_with_frames_show_the_options_of_their_command(self):
        for function, question in ((cs.run, cs.questions.run), (cs.step, cs.questions.step), (cs.forecast, cs.questions.forecast)):
            shown, whole = inspect.signature(function).parameters, inspect.signature(question).parameters
            self.assertEqual({name for name, one in whole.items() if one.kind is one.KEYWORD_ONLY} - set(shown), {"format", "width"} & set(whole))
        self.assertIn("\nnodes: node counts", cs.step.__doc__)


class Machines(InFolder):
    def test_every_number_has_its_source(self):
        numbers = cs.system("leonardo")
        self.assertEqual(numbers.value["node_types.booster.gpus.count"], "4")
        self.assertEqual(numbers.confidence["node_types.booster.gpus.count"], "docs")
        self.assertTrue(numbers.citation["node_types.booster.gpus.count"])

    def test_networks_are_described(self):
        found = {routing: cs.fabric("leonardo", routing=routing)["networks"][0] for routing in ("minimal", "adaptive")}
        self.assertEqual(found["minimal"]["family"], "dragonfly+")
        self.assertGreater(*(found[routing]["traffic"][0]["mean_bytes_per_s"] for routing in ("adaptive", "minimal")))


class Projects(InFolder):
    def test_a_project_is_planned(self):
        project = {"schema": "clustersim/project/1", "title": "t", "systems": ["mahti"], "start": "2027-01-11", "replicates": 1,
                   "background": {"mix": "itp-trace", "load": 0.5, "warm-up": "1 h", "window": "1 h"},
                   "stages": {"work": {"repeat": 3, "job": {"runtime": "1 h", "walltime": "2 h", "nodes": 2}}}}
        frame = cs.allocate(project).frame
        self.assertEqual((frame.stage[0], frame.runs[0], frame["node_hours.value"][0]), ("work", 3, 6))
        self.assertEqual(cs.allocate(project, {"stages.work.repeat": 4}).frame.runs[0], 4)


class Exercises(unittest.TestCase):
    def test_every_fault_and_the_hint_are_said(self):
        with self.assertRaises(cs.NotSolved) as caught:
            cs.grade({"too slow": True, "too large": False, "too late": 1 > 0}, hint="think", learned="much")
        self.assertEqual(caught.exception.faults, ["too slow", "too late"])
        self.assertEqual(str(caught.exception), "Not solved yet:\n  - too slow\n  - too late\nHint: think")
        self.assertEqual(caught.exception._render_traceback_(), str(caught.exception).split("\n"))

    def test_a_solved_exercise_says_what_was_learned(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            cs.grade({"too slow": False}, hint="think", learned="Patience.")
        self.assertEqual(printed.getvalue(), "Solved. Patience.\n")


class Forecasts(InFolder):
    def test_a_queue_of_a_real_slurm_is_asked(self):
        forecast = cs.forecast(ROOT / "tests/conformance/snapshots/W05-4000.tar.gz", nodes=4, time="1:00:00", user="p1", account="phys", samples=6, no_alternatives=True)
        self.assertEqual(len(forecast.waits_s), 6)
        row = forecast.table().loc["simulated"]
        self.assertTrue(0 <= row["5 %, h"] <= row["50 %, h"] <= row["95 %, h"])
        self.assertIn("4 nodes", forecast._repr_html_())


class Results(InFolder):
    def test_a_result_folder_is_read_again(self):
        answer = cs.run("s.yaml", out="r")
        stored = cs.load("r")
        self.assertEqual(list(stored.frame.billed), list(answer.frame.billed))
        self.assertGreater(len(stored.jobs), 0)

    def test_a_sweep_is_read(self):
        cs.call("sweep", "s.yaml", "-o", "s.sqlite")
        frame = cs.load("s.sqlite").frame
        self.assertEqual(list(frame["nodes"]), [2, 4])

    def test_what_is_no_result_is_refused(self):
        with self.assertRaises(ValueError):
            cs.load("s.yaml")
        with self.assertRaises(ValueError):
            cs.load(".")
        with self.assertRaises(FileNotFoundError):
            cs.load("absent")

    def test_a_damaged_or_newer_result_is_refused(self):
        for name, change in (("summary.json", lambda text: text[:-1]), ("jobs.csv", lambda text: ""), ("answer.json", None),
                             ("run.json", lambda text: text.replace("clustersim/run/2", "clustersim/run/3")),
                             ("run.json", lambda text: text[:len(text) // 2])):
            shutil.rmtree("r", ignore_errors=True)
            cs.run("s.yaml", out="r")
            file = pathlib.Path("r", name)
            text = file.read_text()
            file.unlink()
            if change:
                file.write_text(change(text))
            with self.subTest(file=name), self.assertRaises(cs.ClustersimError) as raised:
                cs.load("r")
            self.assertIn(name, str(raised.exception))

    def test_names_are_as_they_were_given(self):
        scenario = {"schema": "clustersim/scenario/1", "title": "\U0001F600 é", "system": "lumi",
                    "jobs": {"=1+1": {"nodes": 1, "runtime": "1 h", "walltime": "2 h"}}}
        self.assertEqual(cs.run(scenario, out="r").frame.job[0], "=1+1")
        self.assertEqual(cs.load("r").jobs.job[0], "=1+1")
        self.assertEqual(cs.run(scenario, {"title": "\U0001F601"})["title"], "\U0001F601")


    def test_texts_and_names_are_what_they_were_whatever_they_look_like(self):
        for text in ("a #b", "a: b", "[x]", "null", "1e5", "'", "- x", "{", "&a", "\"q\"", " x "):
            self.assertEqual(cs.run("s.yaml", {"title": text, "replicates": 1})["title"], text)
        work = {"nodes": 1, "runtime": "1 h", "walltime": "2 h"}
        names = ["NA", "001", "1e5", "None", "nan", "true"]
        cs.run({"schema": "clustersim/scenario/1", "title": "t", "system": "lumi", "replicates": 1, "jobs": {name: work for name in names}},
               out="r")
        jobs = cs.load("r").jobs
        self.assertEqual(set(jobs.job), set(names))
        self.assertEqual(list(jobs.requested_time), [7200] * len(names))

    def test_numbers_of_numpy_and_paths_are_values(self):
        np = pd.Series([3]).to_numpy()
        scenario = {"schema": "clustersim/scenario/1", "title": "t", "system": "lumi", "replicates": np[0],
                    "jobs": {"solve": {"nodes": np[0], "runtime": "1 h", "walltime": "2 h"}}}
        self.assertEqual(cs.run(scenario).frame.nodes[0], 3)
        self.assertEqual(cs.run(scenario, {"jobs.solve.nodes": np[0] + 1}, seed=np[0], no_results=np[0] > 2).frame.nodes[0], 4)
        self.assertEqual(list(cs.run(scenario, {"sweep": {"jobs.solve.nodes": np + np}}).frame.nodes), [6])
        with self.assertRaises(TypeError):
            cs.run(scenario, {"title": object()})

    def test_the_file_of_a_sweep_may_have_any_name(self):
        cs.call("sweep", "s.yaml", "-o", "study")
        for name in ("study#2.sqlite", "a?b.sqlite", "a%20b.sqlite", "a b.sqlite", "é.sqlite", "a?mode=rwc"):
            cs.call("sweep", "s.yaml", "-o", name, "--set", "sweep={jobs.solve.nodes: [3, 5]}")
            before = sorted(os.listdir())
            self.assertEqual(list(cs.load(name).frame["nodes"]), [3, 5], name)
            self.assertEqual(sorted(os.listdir()), before)

    def test_every_failure_is_the_documented_exception(self):
        cs.call("sweep", "s.yaml", "-o", "s.sqlite")
        whole = pathlib.Path("s.sqlite").read_bytes()
        for size in (16, 100, 5000, len(whole) // 2, len(whole) - 1):
            pathlib.Path("cut.sqlite").write_bytes(whole[:size])
            with self.subTest(size=size), self.assertRaises(cs.ClustersimError):
                cs.load("cut.sqlite").frame
        with self.assertRaises(cs.ClustersimError):
            cs.load("s.sqlite").table('no"table')
        for strange in ("--help", "--version", "a\0b", "\ud800"):
            with self.subTest(application=strange), self.assertRaises(cs.ClustersimError):
                cs.step(strange, system="lumi", nodes=1)
        with self.assertRaises(cs.ClustersimError):
            cs.run({"title": "\ud800"})
        before = os.environ.get("CLUSTERSIM")
        for missing in ("/nonexistent/clustersim", os.getcwd(), str(pathlib.Path("s.yaml").absolute())):
            os.environ["CLUSTERSIM"] = missing
            try:
                with self.subTest(program=missing), self.assertRaises(cs.ClustersimError) as raised:
                    cs.version()
                self.assertEqual(raised.exception.exit_code, 127)
            finally:
                if before is None:
                    del os.environ["CLUSTERSIM"]
                else:
                    os.environ["CLUSTERSIM"] = before


class Traces(InFolder):
    def test_a_written_trace_is_replayed(self):
        cs.write_swf("t.swf", [{"id": 1, "submit": 0, "run": 100, "requested": 100, "procs": 2},
                               {"id": 2, "submit": 1, "run": 10, "requested": 10, "procs": 2}])
        summary, jobs = cs.replay("t.swf", 2, "fcfs")
        self.assertEqual(list(jobs.wait), [0, 99])
        self.assertEqual(summary["policy"], "fcfs")


    def test_a_list_of_jobs_is_a_trace(self):
        jobs = [{"id": 1, "submit": 0, "run": 100, "requested": 100, "procs": 2}, {"id": 2, "submit": 1, "run": 10, "requested": 10, "procs": 2}]
        self.assertEqual(list(cs.replay(jobs, 2, "fcfs")[1].wait), [0, 99])

    def test_a_frame_runs_under_the_rules_of_a_site(self):
        site = {"schema": "clustersim/site/1", "settings": {"accounting_storage": True, "priority": {"type": "multifactor", "weight_fairshare": 1000}},
                "nodes": [{"names": "n1", "cpus": 1}], "qos": {"normal": {}}, "partitions": {"batch": {"nodes": "n1", "is_default": True}},
                "associations": [{"account": "root"}, {"account": "work", "parent": "root"}, {"account": "work", "user": "ann"},
                                 {"account": "work", "user": "bob"}]}
        jobs = pd.DataFrame({"submit_s": [0, 0, 7200], "runtime_s": 7200, "timelimit_s": 7200, "user": ["ann", "ann", "bob"]})
        summary, frame = cs.replay(pd.concat([jobs] * 2), site=site, settings={"PriorityDecayHalfLife": "1-0"})
        self.assertEqual((summary["policy"], summary["state_COMPLETED"]), ("slurm", 6))
        self.assertEqual(list(frame.wait), list(frame.start_s - frame.submit_s))
        self.assertLess(frame.start_s[frame.user == "bob"].min(), frame.start_s[frame.user == "ann"].max())
        with self.assertRaises(cs.InputError):
            cs.replay(jobs, site=site, settings={"PriorityDecayHalfLive": "1-0"})


class Shipped(unittest.TestCase):
    """The data of the notebooks are what their scripts make of the recording in tests/."""

    def test_the_recorded_queue_is_that_of_the_tests(self):
        data, tests = ROOT / "notebooks/data", ROOT / "tests/conformance"
        self.assertEqual((data / "queue.tar.gz").read_bytes(), (tests / "snapshots/W43-820800.tar.gz").read_bytes())
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "notebooks/data"
            copy.mkdir(parents=True)
            (pathlib.Path(folder) / "tests").symlink_to(ROOT / "tests")
            shutil.copy(data / "from_recording.py", copy)
            subprocess.run([sys.executable, copy / "from_recording.py"], check=True)
            self.assertEqual((copy / "starts.csv").read_text(), (data / "starts.csv").read_text())
            self.assertEqual(gzip.decompress((copy / "accounting.txt.gz").read_bytes()), gzip.decompress((data / "accounting.txt.gz").read_bytes()))


class Errors(InFolder):
    def test_every_problem_has_its_place(self):
        pathlib.Path("bad.yaml").write_text("schema: clustersim/scenario/1\nsystem: lumy\njobs: {a: {nodes: x}}\n")
        with self.assertRaises(cs.InputError) as caught:
            cs.run("bad.yaml")
        problems = caught.exception.problems
        self.assertGreater(len(problems), 2)
        self.assertIn(("bad.yaml", 2, 9), [(one.file, one.line, one.column) for one in problems])
        self.assertIn("lumi", str(caught.exception))

    def test_each_exit_code_has_its_exception(self):
        with self.assertRaises(cs.UsageError):
            cs.ask("run", scenario="s.yaml", no_such_option=1)
        with self.assertRaises(TypeError):
            cs.run("s.yaml", no_such_option=1)
        with self.assertRaises(cs.ImpossibleError):
            cs.run("s.yaml", {"jobs.solve.nodes": 100000, "sweep": {}})
        with self.assertRaises(cs.ClustersimError) as caught:
            cs.run("absent.yaml")
        self.assertEqual(caught.exception.exit_code, 5)


class Installed(InFolder):
    def test_pip_installs_it_and_it_runs_elsewhere(self):
        # A copy, because setuptools builds beside the sources.
        shutil.copytree(ROOT / "notebooks", "source", ignore=shutil.ignore_patterns("*.ipynb", "__pycache__", "data", "solutions"))
        made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "v"], capture_output=True, text=True, check=False)
        if made.returncode:
            self.skipTest("this Python has no venv")
        pip = subprocess.run(["v/bin/python", "-m", "pip", "install", "-q", "--no-build-isolation", "--no-index", "--no-deps", "./source"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(pip.returncode, 0, pip.stderr)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(["v/bin/python", "-c", "import clustersim as cs; print(cs.__file__, cs.run('s.yaml').frame.nodes.sum())"],
                              capture_output=True, text=True, check=False, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("/v/lib/", done.stdout)
        self.assertTrue(done.stdout.strip().endswith(" 6"))


if __name__ == "__main__":
    os.environ["CLUSTERSIM"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
