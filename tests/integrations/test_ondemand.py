# SPDX-License-Identifier: Apache-2.0
"""The apps for Open OnDemand: templates rendered by Ruby, the form's script run by Node, the app called as Rack calls it."""
import json
import os
import shutil
import subprocess
import unittest

from ruamel.yaml import YAML

from mcp_client import PROGRAM, ROOT

FOLDER = os.path.join(ROOT, "docs", "integrations", "ondemand")
HERE = os.path.join(ROOT, "tests", "integrations")
RUBY, NODE = shutil.which("ruby"), shutil.which("node")
SCRIPT = "#!/bin/bash\n#SBATCH --partition=standard-g\n#SBATCH --nodes=2\n#SBATCH --gpus-per-node=8\n#SBATCH --time=2:00:00\n"


def run(words, stdin="", **environment):
    return subprocess.run(words, input=stdin, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "CLUSTERSIM": PROGRAM, "CLUSTERSIM_SYSTEM": "lumi", "OOD_CLUSTER": "here", **environment})


@unittest.skipUnless(RUBY, "no Ruby")
class Templates(unittest.TestCase):
    def render(self, name, stdin="", environment=None, **values):
        done = run([RUBY, os.path.join(HERE, "render.rb"), os.path.join(FOLDER, "form", name), *[f"{k}={v}" for k, v in values.items()]],
                   stdin, **(environment or {}))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_form(self):
        form = YAML(typ="safe").load(self.render("form.yml.erb"))
        self.assertEqual(form["cluster"], "here")
        self.assertIn(["standard-g", "standard-g"], form["attributes"]["partition"]["options"])
        self.assertEqual(set(form["form"]), set(form["attributes"]))
        self.assertIn("forecast", form["form"])

    def test_form_of_an_unknown_machine(self):
        form = YAML(typ="safe").load(self.render("form.yml.erb", environment={"CLUSTERSIM_SYSTEM": "nowhere"}))
        self.assertFalse(form["attributes"]["partition"]["options"])

    def test_submit(self):
        values = {"partition": "standard-g", "account": "project: 1", "nodes": "4", "gpus_per_node": "8", "hours": "3"}
        script = YAML(typ="safe").load(self.render("submit.yml.erb", **values))["script"]
        self.assertEqual(script, {"queue_name": "standard-g", "accounting_id": "project: 1", "wall_time": 10800,
                                  "native": ["--nodes=4", "--gpus-per-node=8"]})
        script = YAML(typ="safe").load(self.render("submit.yml.erb", **{**values, "gpus_per_node": "0", "nodes": "x\n- y"}))["script"]
        self.assertEqual(script["native"], ["--nodes=1"])

    def test_script(self):
        self.assertTrue(self.render("template/script.sh.erb", command="srun ./a.out").endswith("\nsrun ./a.out\n"))

    def test_manifests(self):
        for app in ("form", "advice"):
            with open(os.path.join(FOLDER, app, "manifest.yml"), encoding="utf-8") as stream:
                self.assertTrue(YAML(typ="safe").load(stream)["name"])


@unittest.skipUnless(RUBY, "no Ruby")
class Advice(unittest.TestCase):
    def ask(self, body, method="POST", kind="application/json", **environment):
        done = run([RUBY, os.path.join(HERE, "call_app.rb"), os.path.join(FOLDER, "advice", "advice_app.rb"), method, kind], body, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        status, text = done.stdout.split("\n", 1)
        return int(status), json.loads(text)

    def test_answer(self):
        status, told = self.ask(json.dumps({"script": SCRIPT}))
        self.assertEqual((status, told["problems"]), (200, []))
        self.assertEqual(told["answer"]["nodes"], 2)
        self.assertIn("median", told["answer"]["start_s"])

    def test_refusals(self):
        status, told = self.ask(json.dumps({"script": SCRIPT.replace("standard-g", "nowhere")}))
        self.assertEqual((status, told["answer"]), (200, None))
        self.assertTrue(told["problems"])
        for status, given in ((405, {"body": "", "method": "GET"}), (415, {"body": "{}", "kind": "text/plain"}), (400, {"body": "["}),
                              (400, {"body": "[]"}), (400, {"body": '{"script": 7}'}), (413, {"body": "x" * 70_000}),
                              (503, {"body": json.dumps({"script": SCRIPT}), "CLUSTERSIM": "/no/such/program"})):
            found, told = self.ask(**given)
            # `timeout` itself reports a program that is missing, by an answer without lines.
            self.assertIn(found, (status, 504) if status == 503 else (status,))
            self.assertTrue(told["problems"][0]["message"])


@unittest.skipUnless(NODE, "no Node")
class Form(unittest.TestCase):
    def evaluate(self, code):
        done = run([NODE, "-e", f"const advice = require({json.dumps(os.path.join(FOLDER, 'form', 'form.js'))}); {code}"])
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_script(self):
        text = self.evaluate("""console.log(JSON.stringify(advice.script({partition: 'gpu\\n#SBATCH --nodes=9', account: '', nodes: '2',
                                gpus_per_node: '4', hours: '3'})))""")
        self.assertEqual(text.splitlines()[1:], ["#SBATCH --partition=gpu #SBATCH --nodes=9", "#SBATCH --account=project", "#SBATCH --nodes=2",
                                                 "#SBATCH --gpus-per-node=4", "#SBATCH --time=3:00:00"])

    def test_text(self):
        answer = {"billed": 64.04, "billing_unit": "GPU-h", "start_s": {"low": 60, "median": 7200, "high": 400000},
                  "changes": [{"change": "--time=1:00:00", "condition": "if that is enough", "start_s": {"median": 40}},
                              {"change": "--nodes=9", "condition": "", "start_s": {"median": 9000}}]}
        self.assertEqual(self.evaluate(f"console.log(JSON.stringify(advice.text({json.dumps({'answer': answer})})))").splitlines(),
                         ["Starts in about 2.0 h (60 s to 4.6 d).", "Costs at most 64 GPU-h.", "--time=1:00:00 (if that is enough): starts in about 40 s."])
        self.assertEqual(self.evaluate("console.log(JSON.stringify(advice.text({answer: null, problems: [{message: 'no'}]})))"), "no")

    def test_later_question_replaces_earlier(self):
        texts = self.evaluate("""
            const fetcher = (address, given) => new Promise((done, fail) => {
              given.signal.addEventListener('abort', () => fail(new Error('aborted')))
              setTimeout(() => done({json: async () => ({answer: null, problems: [{message: given.body.includes('nodes=2') ? 'late' : 'early'}]})}), 20)
            })
            const values = {partition: 'gpu', nodes: '1', hours: '1'}
            Promise.all([advice.ask(values, fetcher), advice.ask({...values, nodes: '2'}, fetcher)])
              .then(async both => [...both, await advice.ask(values, async () => { throw new Error('down') })])
              .then(all => console.log(JSON.stringify(all)))""")
        self.assertEqual(texts, [None, "late", "There is no forecast: clustersim does not answer."])


if __name__ == "__main__":
    unittest.main()
