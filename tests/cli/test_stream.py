# SPDX-License-Identifier: Apache-2.0
"""A stream of questions: answers in their order, events before them, and nothing for foreign askers that names files."""
import base64
import json
import os
import subprocess
import tempfile
import unittest

from program import PROGRAM, ROOT, run
from questions import SCRIPT

STEP = {"command": "step", "app": "gpt-857m", "system": "leonardo", "nodes": [2]}
SCENARIO = """schema: clustersim/scenario/1
title: A job
system: vega
replicates: 6
background: {mix: gpu-centre, load: 0.9, warm-up: 2 h, window: 1 h}
jobs: {train: {nodes: 2, runtime: 1 h, walltime: 2 h}}
"""
SNAPSHOT = os.path.join(ROOT, "tests/conformance/snapshots/W05-4000.tar.gz")


def stream(*lines, confined=False, **keys):
    """The events that lines get; a dictionary with `command` is a question."""
    text = "".join((line if isinstance(line, str) else json.dumps({"id": str(number), "question": line, **keys})) + "\n"
                   for number, line in enumerate(lines))
    done = run("ask", "--stream", *(["--confined"] if confined else []), stdin=text)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def answers(*lines, **keys):
    return [event["answer"] for event in stream(*lines, **keys) if event["event"] == "answer"]


class Stream(unittest.TestCase):
    def test_answers_are_those_of_ask(self):
        alone = run("ask", "-", stdin=json.dumps({**STEP, "format": "json"})).stdout
        for one in answers(STEP, STEP, in_json=True):
            self.assertEqual((one["exit_code"], one["format"], one["text"]), (0, "json", alone))

    def test_a_known_queue_has_the_same_answer(self):
        question = {"command": "run", "scenario": {"yaml": SCENARIO}, "no-results": True, "format": "json"}
        first, second = answers(question, question)
        self.assertEqual(first["text"], second["text"])
        alone = run("-q", "ask", "-", stdin=json.dumps(question))
        self.assertEqual(alone.stdout, first["text"])

    def test_few_replicates_answer_first(self):
        events = stream({"command": "run", "scenario": {"yaml": SCENARIO}, "no-results": True}, so_far=True, in_json=True)
        kinds = [event["event"] for event in events]
        self.assertEqual(kinds[-1], "answer")
        self.assertIn("estimate", kinds)
        so_far = events[kinds.index("so_far")]
        few, whole = json.loads(so_far["answer"]["text"]), json.loads(events[-1]["answer"]["text"])
        waits = [one["runs"][0]["jobs"][0]["waits_s"] for one in (few, whole)]
        self.assertEqual((so_far["replicates"], len(waits[0]), len(waits[1])), (2, 2, 6))
        self.assertEqual(waits[0], waits[1][:2])

    def test_wrong_lines_are_answered(self):
        for line in ("{", "[]", "7", '{"id": "x"}', '{"id": 7, "question": 3}', '{"id": "x", "question": "{"}'):
            (one,) = answers(line)
            self.assertIn(one["exit_code"], (2, 3), line)
            self.assertTrue(one["problems"], line)

    def test_a_cancelled_question_ends(self):
        long = json.dumps({"id": "long", "question": {"command": "run", "scenario": {"yaml": SCENARIO}, "replicates": 10000, "no-results": True}})
        events = stream(long, '{"cancel": "long"}', json.dumps({"id": "next", "question": STEP}))
        self.assertEqual([(event["id"], event["answer"]["exit_code"]) for event in events if event["event"] == "answer"],
                         [("long", 130), ("next", 0)])

    def test_messages_have_the_lines_of_a_held_text(self):
        text = SCENARIO.replace("system: vega", "sistem: vega")
        (one,) = answers({"command": "check", "scenario": {"yaml": text, "name": "mine.yaml"}})
        self.assertIn(("mine.yaml", 3), {(p["file"], p["line"]) for p in one["problems"]})

    def test_script_and_archive_may_be_held(self):
        (one,) = answers({"command": "advise", "system": "lumi", "script": {"text": SCRIPT, "name": "job.sh"}, "replicates": 2})
        with tempfile.NamedTemporaryFile("w", suffix=".sh") as file:
            file.write(SCRIPT)
            file.flush()
            told = run("-q", "advise", file.name, "--system", "lumi", "--replicates", "2")
        self.assertEqual((one["exit_code"], one["text"].replace("job.sh", "")), (told.returncode, told.stdout.replace(file.name, "")))
        with open(SNAPSHOT, "rb") as file:
            held = {"base64": base64.b64encode(file.read()).decode(), "name": "q.tar.gz"}
        common = {"command": "forecast", "job": "162", "samples": 2, "format": "json"}
        by_path, by_bytes = answers({**common, "archive": SNAPSHOT}, {**common, "archive": held})
        self.assertEqual(by_path["exit_code"], 0, by_path["problems"])
        self.assertEqual(by_path["text"].replace(SNAPSHOT, "q.tar.gz"), by_bytes["text"])

    def test_held_texts_are_checked(self):
        for key, value in (("script", {"txt": "x"}), ("script", {"text": 7}), ("archive", {"base64": "?"}), ("archive", {"name": "x"})):
            question = {"command": "advise", "system": "lumi"} if key == "script" else {"command": "forecast", "nodes": "2"}
            (one,) = answers({**question, key: value})
            self.assertEqual((one["exit_code"], bool(one["problems"])), (2, True), (key, value))


class Foreign(unittest.TestCase):
    def refused(self, question):
        (one,) = answers(question, foreign=True)
        self.assertEqual(one["exit_code"], 2, question)
        self.assertTrue(any("from here" in problem["message"] for problem in one["problems"]), one["problems"])
        self.assertEqual(one["text"], "")

    def test_nothing_that_names_a_file_is_asked(self):
        document = {"schema": "clustersim/scenario/1", "title": "t", "system": "vega", "jobs": {"a": {"nodes": 1, "runtime": "1 h"}}}
        for path in ("/etc/passwd", "../x", "x.yaml", "-", "scenarios/first-steps/quickstart.yaml"):
            self.refused({"command": "run", "scenario": path})
            self.refused({"command": "run", "scenario": {**document, "system": path}})
            self.refused({"command": "run", "scenario": {**document, "extends": path}})
            self.refused({"command": "run", "scenario": document, "set": f"system='{path}'"})
            self.refused({**STEP, "system": path})
            self.refused({**STEP, "app": path})
            self.refused({"command": "systems show", "system": path})
        for key in ("out", "report"):
            self.refused({"command": "run", "scenario": document, key: "/tmp/x"})
        self.refused({"command": "forecast", "archive": SNAPSHOT, "nodes": "1"})

    def test_no_result_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            line = json.dumps({"id": "1", "question": {"command": "run", "scenario": {"yaml": SCENARIO}, "replicates": 2}, "foreign": True})
            done = run("ask", "--stream", stdin=line + "\n", cwd=folder)
            self.assertEqual((done.returncode, os.listdir(folder)), (0, []))

    def test_the_environment_does_not_count(self):
        line = json.dumps({"id": "1", "question": {"command": "run", "scenario": {"yaml": SCENARIO}, "replicates": 2, "format": "json"}, "foreign": True})
        texts = [subprocess.run([PROGRAM, "ask", "--stream"], input=line + "\n", capture_output=True, text=True, check=True,
                                env={**os.environ, **more}).stdout.splitlines()[-1] for more in ({}, {"CLUSTERSIM_SEED": "77"})]
        self.assertEqual(texts[0], texts[1])

    def test_a_confined_process_answers(self):
        (one,) = answers(STEP, confined=True, in_json=True)
        self.assertEqual((one["exit_code"], one["text"]), (0, answers(STEP, in_json=True)[0]["text"]))

    def test_a_confined_process_names_shipped_files(self):
        machine = "scenarios/courses/cluster/cluster.yaml"
        document = {"schema": "clustersim/scenario/1", "title": "CPU/GPU", "system": machine, "replicates": 1,
                    "jobs": {"a": {"nodes": 1, "runtime": "1 h", "walltime": "1 h"}}}
        (one,) = answers({"command": "run", "scenario": document}, confined=True)
        self.assertEqual(one["exit_code"], 0, one["problems"])
        for path in ("scenarios/../../x.yaml", "../x.yaml", "/etc/passwd", "bootstrap.sh", "docs/x.yaml"):
            (one,) = answers({"command": "run", "scenario": {**document, "system": path}}, confined=True)
            self.assertEqual((one["exit_code"], one["text"]), (2 if "/" in path else 3, ""), path)

    def test_a_confined_process_starts_simgrid(self):
        with open(os.path.join(ROOT, "scenarios/first-steps/quickstart.yaml"), encoding="utf-8") as file:
            question = {"command": "run", "scenario": {"yaml": file.read()}, "set": ["network=flow", "sweep={jobs.train.nodes: [2]}"],
                        "replicates": 2, "format": "json"}
        alone, confined = answers(question, foreign=True), answers(question, confined=True)
        self.assertEqual(alone[0]["exit_code"], 0, alone[0]["problems"])
        self.assertEqual(alone[0]["text"], confined[0]["text"])

    def test_templates_are_printed(self):
        for question in ({"command": "init"}, {"command": "init", "list": True, "format": "json"}):
            (one,) = answers(question, confined=True)
            self.assertEqual((one["exit_code"], bool(one["text"])), (0, True), question)


if __name__ == "__main__":
    unittest.main()
