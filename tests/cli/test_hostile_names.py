# SPDX-License-Identifier: Apache-2.0
"""Names that attack a terminal, a spreadsheet, a page or a parser, in every answer that shows them; and damaged results."""
import csv
import io
import json
import os
import re
import shutil
import unicodedata
import unittest

from program import CommandCase, run

NAMES = ["</script><script>alert(1)</script>", "\x1b[31mred\x1b]0;t\x07", "\u202eevil\u2066x\u200f", "=1+1", "+cmd|' /C calc'!A0",
         "@SUM(A1)", "-2+3", "a\nb\rc\td", "x" * 900, "\U0001F600 é", "a|b", "a,b\"c'd", "C1\x9b31m\u2028", "&amp;", "$(id)", "%s%n", "'=1"]
FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d.e+-]*$)")


class HostileNames(CommandCase):
    def shown(self, *arguments, form=None):
        done = run(*arguments, *(["--format", form] if form else []))
        self.assertIn(done.returncode, (0, 1, 3, 4), done.stderr)
        for text in done.stdout, done.stderr:
            self.clean(text, arguments)
        if done.returncode == 0 and form == "json":
            json.loads(done.stdout)
        if done.returncode == 0 and form == "csv":
            self.no_formula(done.stdout)
        return done.stdout

    def clean(self, text, where):
        """No character that a terminal obeys; invalid UTF-8 would not have been decoded."""
        odd = [c for c in text if (unicodedata.category(c) in ("Cc", "Zl", "Zp") and c not in "\n\t")
               or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" or c in "\u200e\u200f"]
        self.assertEqual(odd, [], where)

    def no_formula(self, text):
        for row in csv.reader(io.StringIO(text)):
            self.assertFalse([cell for cell in row if FORMULA.match(cell)])

    def test_names_of_jobs_and_titles_in_every_answer(self):
        for name in NAMES:
            scenario = {"schema": "clustersim/scenario/1", "title": name, "system": "vega", "replicates": 1, "scheduler": "slurm",
                        "jobs": {name: {"nodes": 1, "runtime": "1 h", "walltime": "2 h"}}, "sweep": {"seed": [1, 2]}}
            # Python writes characters beyond U+FFFF as two escapes.
            file, result, page = self.write("s.yaml", json.dumps(scenario)), self.path("r"), self.path("p.html")
            shutil.rmtree(result, ignore_errors=True)
            with self.subTest(name=name[:30]):
                self.succeed("-q", "run", file, "--out", result, "--report", page)
                with open(page, encoding="utf-8") as stream:
                    self.assertNotIn("<script>alert", stream.read())
                for form in "table", "json", "csv", "markdown", "latex":
                    self.shown("show", result, form=form)
                    self.shown("compare", file, "--systems", "vega", form=form)
                self.no_formula(self.shown("show", result, "--to", "batsim"))
                json.loads(self.shown("show", result, "--to", "perfetto"))
                for command in (["show", result, "--to", "sacct"], ["show", result, "--to", "swf"], ["squeue", result],
                                ["sacct", result], ["explain", result, "--job", name], ["run", file, "--dry-run"]):
                    self.shown(*command)
                with open(os.path.join(result, "jobs.csv"), encoding="utf-8", newline="") as stream:
                    self.no_formula(stream.read())

    def test_names_in_a_log_of_jobs(self):
        for name in NAMES:
            rows = io.StringIO()
            writer = csv.writer(rows)
            writer.writerow("job_id submit_s runtime_s user account name nodes timelimit_s".split())
            writer.writerows([number, number * 10, 100, name, name, name, 1, 600] for number in range(1, 30))
            file, outcomes = self.write("jobs.csv", rows.getvalue()), self.path("o.csv")
            with self.subTest(name=name[:30]):
                if os.path.exists(outcomes):
                    os.remove(outcomes)
                self.shown("replay", file, "--nodes", "4", "--cores", "4", "--outcomes", outcomes)
                if os.path.exists(outcomes):
                    with open(outcomes, encoding="utf-8", newline="") as stream:
                        self.no_formula(stream.read())
                    for form in "table", "json", "csv", "markdown":
                        self.shown("diff", outcomes, outcomes, form=form)
                for form in "table", "json", "csv", "markdown":
                    self.shown("fit", "mix", file, "-o", self.path("m.yaml"), form=form)

    def test_names_as_arguments(self):
        for name in NAMES:
            for command in (["systems", "show", name], ["applications", "show", name], ["run", name], ["show", name], ["help", name],
                            ["step", "llama-7b", "--system", name], ["show", name, "--to", name], ["init", "--template", name]):
                done = run("--message-format", "json", *command)
                self.assertIn(done.returncode, (2, 3, 5), done.stderr)
                json.loads(done.stderr)
                self.clean(run(*command).stderr, command)


class DamagedResults(CommandCase):
    OPTIONS = ([], ["--format", "json"], ["--to", "swf", "-o", "OUT"], ["--to", "sqlite", "-o", "OUT"], ["--report", "OUT"])

    def test_a_missing_cut_or_newer_file_is_refused_and_nothing_is_written(self):
        scenario = self.write("s.yaml", "schema: clustersim/scenario/1\ntitle: t\nsystem: vega\nreplicates: 1\n"
                                        "jobs: {j: {nodes: 1, runtime: 1 h, walltime: 2 h}}\n")
        whole = self.path("whole")
        self.succeed("-q", "run", scenario, "--out", whole)
        damages = [(name, size) for name in sorted(os.listdir(whole))
                   for size in (None, 0, 1, *(os.path.getsize(os.path.join(whole, name)) * part // 5 for part in (1, 2, 3, 4)))]
        for name, size in damages + [("run.json", "newer")]:
            folder, out = self.path("r"), self.path("out")
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(whole, folder)
            file = os.path.join(folder, name)
            if size is None:
                os.remove(file)
            elif size == "newer":
                with open(file, encoding="utf-8") as stream:
                    text = stream.read()
                self.write("r/run.json", text.replace("clustersim/run/2", "clustersim/run/3"))
            else:
                os.truncate(file, size)
            for options in self.OPTIONS:
                with self.subTest(file=name, size=size, options=options):
                    done = self.fail_with(5, "show", folder, *[out if word == "OUT" else word for word in options])
                    self.assertIn(name, done.stderr)
                    self.assertFalse(os.path.exists(out))


if __name__ == "__main__":
    unittest.main()
