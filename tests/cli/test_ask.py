# SPDX-License-Identifier: Apache-2.0
"""One door: a question in JSON and the same question on the command line have the same answer, for every command."""
import ast
import gzip
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from program import PROGRAM, ROOT, CommandCase, commands_of, run
from questions import CONF, DOCUMENT, EVENT, PROJECT, SACCT, SAMPLES, SCRIPT, TRACE

try:
    import jsonschema
except ImportError:
    jsonschema = None
HAS_PANDAS = importlib.util.find_spec("pandas") is not None

# These print texts for the shell and the pager, and answer nothing.
NOT_ASKED = {"ask", "serve", "mcp"}  # a question that asks itself, and servers
NO_ANSWER = {"completion"} | NOT_ASKED
# With `out`, these write a file in place of a table, whatever the format.
PRINTS_A_FILE = {"fit mix", "init", "sweep"}


def schema(*words):
    return json.loads(run("help", "--schema", *words).stdout)


class Asked(CommandCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp()
        for name, text in (("s.yaml", json.dumps(DOCUMENT)), ("p.yaml", json.dumps(PROJECT)), ("job.sh", SCRIPT), ("slurm.conf", CONF),
                           ("sacct.txt", SACCT)):
            with open(os.path.join(cls.shared, name), "w", encoding="utf-8") as stream:
                stream.write(text)
        with gzip.open(os.path.join(cls.shared, "a.events.gz"), "wt") as stream:
            stream.write(EVENT)
        done = run("-q", "run", "s.yaml", "--out", "result", cwd=cls.shared)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.shared)

    def ask(self, question, *words):
        return run("-q", *words, "ask", "-", stdin=question if isinstance(question, str) else json.dumps(question), cwd=self.shared)

    def remove_made(self):
        for name in os.listdir(self.shared):
            if name.startswith("made"):
                path = os.path.join(self.shared, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def commands(self, *words):
        """The names of all commands that can be asked, from their help."""
        text = self.succeed(*words, "--help").stdout
        names = commands_of(text)
        # A command of commands is itself one if it takes arguments: "validate" and "validate waits".
        if words and (not names or "Positionals:" in text):
            yield " ".join(words)
        for name in names:
            yield from self.commands(*words, name)


class SameAnswer(Asked):
    def test_every_command_has_a_sample(self):
        self.assertEqual(set(self.commands()), set(SAMPLES) | NO_ANSWER)

    def test_command_line_and_json_have_the_same_answer(self):
        for command, (words, keys) in SAMPLES.items():
            with self.subTest(command=command):
                first = run("-q", *command.split(), *words.split(), cwd=self.shared)
                self.remove_made()
                second = self.ask({"command": command, **keys})
                self.remove_made()
                self.assertEqual(first.returncode, 0, first.stderr)
                self.assertEqual((second.returncode, second.stdout), (first.returncode, first.stdout), second.stderr)

    def test_words_are_written_as_the_question_that_they_ask(self):
        for command, (words, keys) in SAMPLES.items():
            with self.subTest(command=command):
                written = self.succeed("--as-question", *command.split(), *words.split(), cwd=self.shared).stdout
                self.assertEqual(json.loads(written)["command"], command)
                first = run("-q", *command.split(), *words.split(), cwd=self.shared)
                self.remove_made()
                second = self.ask(written)
                self.remove_made()
                self.assertEqual((second.returncode, second.stdout), (first.returncode, first.stdout), second.stderr)

    @unittest.skipUnless(HAS_PANDAS, "no pandas")
    def test_python_has_the_same_answer(self):
        sys.path.insert(0, os.path.join(ROOT, "notebooks"))
        self.addCleanup(sys.path.remove, os.path.join(ROOT, "notebooks"))
        sys.dont_write_bytecode = True
        os.environ["CLUSTERSIM"] = PROGRAM
        import clustersim as cs
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.shared)
        for command, (words, keys) in SAMPLES.items():
            if command in PRINTS_A_FILE or "json" not in schema(*command.split())["properties"].get("format", {}).get("enum", []):
                continue
            with self.subTest(command=command):
                words = [word for word in words.split() if word not in ("--format", "csv", "json")]
                keys = {key.replace("-", "_"): value for key, value in keys.items() if key != "format"}
                answer = cs.ask(command, **keys)
                done = run("-q", *command.split(), *words, "--format", "json", cwd=self.shared)
                self.assertEqual(answer, json.loads(done.stdout))

    def test_a_file_is_asked_like_standard_input(self):
        question = {"command": "step", "app": "gpt-857m", "system": "lumi", "nodes": 2}
        self.assertEqual(self.succeed("ask", self.write("q.json", json.dumps(question))).stdout, self.ask(question).stdout)

    def test_a_document_stands_in_place_of_its_path(self):
        for command, key, value, file in (("run", "scenario", DOCUMENT, "s.yaml"), ("allocate", "project", PROJECT, "p.yaml")):
            more = {"no-results": True} if command == "run" else {}
            inline = self.ask({"command": command, key: value, **more})
            self.assertEqual(inline.returncode, 0, inline.stderr)
            self.assertEqual(inline.stdout, self.ask({"command": command, key: file, **more}).stdout)

    def test_a_question_may_hold_several_documents(self):
        files = [DOCUMENT, {**DOCUMENT, "policy": {"release": "24.11"}}]
        inline = self.ask({"command": "diff", "file": files, "format": "json"})
        self.assertEqual(inline.returncode, 0, inline.stderr)
        paths = [self.write(f"{i}.yaml", json.dumps(one)) for i, one in enumerate(files)]
        of_files = json.loads(self.ask({"command": "diff", "file": paths, "format": "json"}).stdout)
        text = json.dumps(of_files)
        for i, path in enumerate(paths):
            text = text.replace(path, f"document {i + 1}")
        self.assertEqual(json.loads(inline.stdout), json.loads(text))

    def test_a_text_is_neither_an_option_nor_a_command(self):
        for app in ("--help", "-h", "run", "--", "", "a b", "=", "x,y"):
            with self.subTest(app=app):
                done = self.ask({"command": "step", "app": app, "system": "lumi", "nodes": 2})
                self.assertEqual(done.returncode, 3, done.stdout + done.stderr)

    def test_exit_codes_are_those_of_the_command_line(self):
        question = {"command": "run", "scenario": {**DOCUMENT, "sweep": {}}, "no-results": True}
        self.assertEqual(self.ask({**question, "set": "jobs.train.nodes=100000"}).returncode, 4)
        self.assertEqual(self.ask({**question, "scenario": "absent.yaml"}).returncode, 5)
        self.assertEqual(run("ask", "absent.json").returncode, 5)


class Wrong(Asked):
    def problems(self, question, code=2):
        done = self.ask(question, "--message-format", "json")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return json.loads(done.stderr)["diagnostics"]

    def test_every_problem_is_told_with_its_place(self):
        text = ('{\n  "command": "inference",\n  "sistem": "lumi",\n  "gpus": "two",\n  "tensor": 0,\n  "batch": [1, 1.5],\n  "rate": 3,\n'
                '  "precision": "fp15",\n  "precision": "fp16"\n}\n')
        places = {(one["line"], one["column"]) for one in self.problems(text)}
        # App and system are missing; batch and rate exclude each other.
        self.assertEqual(places, {(1, 1), (3, 3), (4, 11), (5, 13), (6, 12), (6, 16), (8, 16), (9, 3)})

    def test_the_nearest_name_is_told(self):
        for question, near in (({"command": "stpe"}, '"step"'), ({"command": "step", "nods": 2}, '"nodes"'),
                               ({"command": "step", "scaling": "stron"}, '"strong"'), ({"command": "systems"}, "systems show")):
            self.assertIn(near, "".join(one["help"] for one in self.problems(question)))

    def test_what_is_no_json_object(self):
        for text in ("", "[]", "3", "command: step", '{"command": "step"', '{"command": "step", "nodes": NaN}', '{command: "step"}', "{\0}"):
            with self.subTest(text=text):
                self.assertEqual({one["code"] for one in self.problems(text, 3)} & {"CS0101"}, {"CS0101"})

    def test_keys_that_need_each_other(self):
        self.assertIn("`plan`", self.problems({"command": "sweep", "scenario": "s.yaml", "system": "lumi"})[0]["message"])
        self.assertIn("exactly 1", self.problems({"command": "replay", "trace": TRACE})[0]["message"])
        self.assertIn("exactly 1", self.problems({"command": "replay", "trace": TRACE, "procs": 1, "site": "x"})[0]["message"])

    def test_a_flag_that_is_false_is_not_given(self):
        question = {"command": "run", "scenario": "s.yaml", "out": "x", "no-results": False, "dry-run": True}
        self.assertEqual(self.ask(question).returncode, 0)
        self.problems({**question, "no-results": True})

    def test_problems_of_a_document_stand_where_the_question_has_it(self):
        text = '{"command": "run", "no-results": true,\n "scenario": {"schema": "clustersim/scenario/1",\n  "sistem": "lumi", "seed": 1, "seed": 2}}\n'
        found = [(one["line"], one["column"]) for one in self.problems(text, 3)]
        self.assertEqual(found, [(3, 32)])
        text = text.replace(', "seed": 2', "")
        self.assertIn((3, 3), [(one["line"], one["column"]) for one in self.problems(text, 3)])
        file = self.write("q.json", text)
        done = self.fail_with(3, "ask", file)
        self.assertIn(f"{file}:3:3: error", done.stderr)
        self.assertIn('"sistem": "lumi", "seed": 1', done.stderr)

    def test_columns_count_what_the_file_has(self):
        # JSON writes a character beyond U+FFFF as two escapes of six bytes each.
        text = '{"command": "step", "app": "\\ud83d\\ude00", "system": "lumi", "nods": 2, "nodes": 1}'
        self.assertEqual([(one["line"], one["column"]) for one in self.problems(text)], [(1, text.index('"nods"') + 1)])

    def test_a_question_does_not_ask_itself(self):
        self.problems({"command": "ask", "file": "-"})
        self.fail_with(2, "--as-question", "ask", "q.json")

    def test_a_wrong_variable_is_named(self):
        for name in ("SEED", "WORKERS"):
            done = run("ask", "-", stdin=json.dumps({"command": "run", "scenario": DOCUMENT, "no-results": True}), cwd=self.shared,
                       environment={f"CLUSTERSIM_{name}": "x"})
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"CLUSTERSIM_{name}", done.stderr)

    def test_each_document_has_its_place(self):
        text = json.dumps({"command": "check", "scenario": [{**DOCUMENT, "sistem": 1}, {**DOCUMENT, "seeed": 1}]})
        places = {(one["line"], one["column"]) for one in self.problems(text, 3)}
        self.assertEqual(places, {(1, text.index('"sistem"') + 1), (1, text.index('"seeed"') + 1)})


class Schema(Asked):
    def test_it_is_json_and_has_every_command(self):
        text = self.succeed("help", "--schema").stdout
        subprocess.run([sys.executable, "-m", "json.tool"], input=text, text=True, check=True, capture_output=True)
        whole = json.loads(text)
        self.assertEqual({one["properties"]["command"]["const"] for one in whole["oneOf"]}, set(SAMPLES) | (NO_ANSWER - NOT_ASKED))
        if jsonschema:
            jsonschema.Draft202012Validator.check_schema(whole)

    def test_it_has_every_option(self):
        for command in SAMPLES:
            text = self.succeed(*command.split(), "--help").stdout
            if "--help-all" in text:
                text = self.succeed(*command.split(), "--help-all").stdout
            told = set(re.findall(r"(?m)^ {2,6}(?:-\w,)?--([a-z-]+)", text.partition("\nExample")[0])) - {"help", "help-all"}
            with self.subTest(command=command):
                self.assertLessEqual(told, set(schema(*command.split())["properties"]))

    def test_samples_are_valid_and_unknown_keys_are_not(self):
        for command, (_, keys) in SAMPLES.items():
            rules = schema(*command.split())
            question = {"command": command, **keys}
            with self.subTest(command=command):
                self.assertFalse(rules["additionalProperties"])
                self.assertLessEqual(set(question), set(rules["properties"]))
                self.assertLessEqual(set(rules["required"]), set(question))
                if jsonschema:
                    check = jsonschema.Draft202012Validator(rules)
                    self.assertEqual([error.message for error in check.iter_errors(question)], [])
                    self.assertFalse(check.is_valid({**question, "no such key": 1}))

    @unittest.skipUnless(jsonschema, "no jsonschema")
    def test_what_it_refuses_is_refused(self):
        step = {"command": "step", "app": "gpt-857m", "system": "lumi", "nodes": 2}
        for wrong in ({**step, "nodes": 0}, {**step, "nodes": []}, {**step, "nodes": "2"}, {**step, "scaling": "strange"},
                      {**step, "kernels": True, "sweep": "x"}, {"command": "step"}, {**step, "system": 3}, {**step, "detail": 1},
                      {"command": "run", "scenario": "s.yaml", "no-results": True, "out": "x"},
                      {"command": "sweep", "scenario": "s.yaml", "system": "lumi"}, {"command": "replay", "trace": TRACE},
                      {"command": "replay", "trace": TRACE, "procs": 1, "nodes": 1}):
            with self.subTest(wrong=wrong):
                self.assertFalse(jsonschema.Draft202012Validator(schema(wrong["command"])).is_valid(wrong))
                self.assertEqual(self.ask(wrong).returncode, 2)

    def test_keys_have_the_types_of_their_options(self):
        look = schema("squeue")["properties"]
        self.assertEqual([look[key]["type"] for key in ("replicate", "variant")], ["integer", "integer"])
        self.assertIn("file", schema("fit", "mix")["required"])
        self.assertEqual(schema("replay")["properties"]["policy"]["default"], "easy")
        for command, key, one in (("validate", "set", "sc21"), ("fit pilot", "fit", "network")):
            self.assertIn(one, schema(*command.split())["properties"][key]["anyOf"][0]["enum"])

    def test_units_examples_and_defaults_are_told_once(self):
        step = schema("step")["properties"]
        self.assertEqual((step["nodes"]["x-unit"], step["nodes"]["examples"]), ("nodes", [[16, 32, 64]]))
        self.assertEqual((step["device-spread"]["default"], step["scaling"]["default"]), (0, "weak"))
        self.assertEqual(schema("compare")["properties"]["systems"]["default"], "all")
        for command in SAMPLES:
            for key, rules in schema(*command.split())["properties"].items():
                with self.subTest(command=command, key=key):
                    if "default" in rules:
                        self.assertNotRegex(rules["description"], r"the default\b|default:")
                    if jsonschema:
                        for value in [rules[word] for word in ("default",) if word in rules] + rules.get("examples", []):
                            jsonschema.Draft202012Validator(rules).validate(value)

    def test_an_unknown_command_is_wrong_use(self):
        self.assertIn('"step"', self.fail_with(2, "help", "--schema", "stpe").stderr)
        self.assertEqual(len(schema("systems")["oneOf"]), 3)


class OtherForms(Asked):
    """What else is made from the table: the functions of the Python package, and the page of the reference."""

    def test_every_command_is_a_function_of_its_keys(self):
        module = ast.parse(self.succeed("help", "--python").stdout, feature_version=(3, 9))
        functions = {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}
        commands = json.loads(self.succeed("help", "--schema").stdout)["oneOf"]
        self.assertEqual(len(functions), len(commands) + 1)  # and `ask`
        for rules in commands:
            command = rules["properties"]["command"]["const"]
            with self.subTest(command=command):
                taken = functions[command.replace(" ", "_").replace("-", "_")].args
                named = [one.arg for one in taken.args + taken.kwonlyargs]
                self.assertEqual([name.rstrip("_").replace("_", "-") for name in named], [key for key in rules["properties"] if key != "command"])
                optional = len(taken.defaults) + sum(default is not None for default in taken.kw_defaults)
                self.assertEqual(len(named) - optional, len(rules["required"]) - 1)

    def test_the_page_has_every_command_and_option(self):
        page = self.succeed("help", "--reference").stdout
        for rules in json.loads(self.succeed("help", "--schema").stdout)["oneOf"]:
            command = rules["properties"]["command"]["const"]
            with self.subTest(command=command):
                section = page.partition(f"\n## clustersim {command}\n")[2].partition("\n## ")[0]
                rows = [line for line in section.splitlines() if line.startswith("| `")]
                self.assertEqual(len(rows), len(rules["properties"]) - 1)
                self.assertTrue(all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows))
                self.assertEqual(section.count("**required**"), len(rules["required"]) - 1)

    def test_they_are_of_all_commands(self):
        for option in ("--reference", "--python"):
            self.fail_with(2, "help", option, "step")


if __name__ == "__main__":
    unittest.main()
