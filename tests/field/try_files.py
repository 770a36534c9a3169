#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries every slurm.conf and job script of a folder and judges the answers by rules that need no expectation.

    try_files.py --program build/release/clustersim FOLDER… [--system NAME] [--numbers N] [--empty]

Rules:
  ends         each command ends within 20 s of processor time (--seconds)
  code         its exit code is a documented one: 0, 3 (wrong input) or 4 (impossible on this machine)
  contradiction  what a refusal advises (a partition, a QOS, a name) is not what it refuses, and is not refused in turn
  lost         each number of a file changes the answer if it is changed, or its key is named in a message
  imported     an imported site can be checked, and a job of one node can be run in each of its partitions

A job script names its machine in a comment, `# machine: lumi`, or the README.md of its folder has the command
`clustersim advise SCRIPT --system NAME`; else --system counts. A site file that is imported in the folder may be named."""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

EMPTY = ["--set", "background.mix=none", "--replicates", "1", "--workers", "1"]


class Answer:
    def __init__(self, arguments, code, out, err, seconds):
        self.arguments, self.code, self.out, self.err, self.seconds = arguments, code, out, err, seconds

    def __eq__(self, other):
        return (self.code, self.out, self.err) == (other.code, other.out, other.err)

    def text(self):
        return self.out + self.err


class Program:
    def __init__(self, path, seconds):
        self.path, self.seconds = os.path.abspath(path), seconds
        self.commands, self.slowest = 0, (0.0, "")

    def ask(self, arguments, folder):
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.path, "-q", *arguments], cwd=folder, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, preexec_fn=limit,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.commands += 1
        self.slowest = max(self.slowest, (seconds, " ".join(arguments)))
        return Answer(arguments, done.returncode, done.stdout, done.stderr, seconds)


class Trial:
    """The commands of one file and what is wrong with their answers."""

    def __init__(self, program, folder, name):
        self.program, self.folder, self.name, self.faults = program, folder, name, []

    def fault(self, rule, answer, why):
        self.faults.append((rule, f"{self.name}: {' '.join(answer.arguments)}: {why}"))

    def ask(self, *arguments):
        answer = self.program.ask([str(word) for word in arguments], self.folder)
        if answer.code < 0:
            how = "ends" if -answer.code in (9, 24) else "code"
            self.fault(how, answer, f"ended by signal {-answer.code} after {answer.seconds:.0f} s of processor time")
        elif answer.code not in (0, 3, 4):
            self.fault("code", answer, f"exit code {answer.code}: {first_line(answer.err)}")
        return answer


def first_line(text):
    return next((line for line in text.splitlines() if line.strip()), "")[:200]


# -- contradictions ---------------------------------------------------------------------------------------------------

ADMITTING = re.compile(r"partitions that admit it: ([^\n;]+)")
REFUSED_PARTITION = re.compile(r"\bpartition \"?([\w.-]+)\"?")
ADD_OPTION = re.compile(r"\badd (--[\w-]+=[^\s,;]+)")
MEANT = re.compile(r"\"([^\"\s]+)\"; did you mean \"([^\"\s]+)\"")


def errors(answer):
    return [line for line in answer.err.splitlines() if "error[" in line]


def check_contradictions(trial, script, system, refusal):
    """Follows what the refusal of a script advises: it must not be refused for the same reason again."""
    advised = []
    for names in ADMITTING.findall(refusal.err):
        advised += [["-p", name] for name in re.findall(r"[\w.-]+", names) if name not in ("and", "more")][:3]
    advised += [[option] for option in ADD_OPTION.findall(refusal.err)]
    told = {re.sub(r"^\S+ ", "", line) for line in errors(refusal)}
    for words in advised:
        again = trial.ask("advise", script, "--system", system, *EMPTY, f"--sbatch={' '.join(words)}")
        same = [line for line in errors(again) if re.sub(r"^\S+ ", "", line) in told]
        if again.code != 0 and same:
            trial.fault("contradiction", refusal, f"advises {' '.join(words)}, which is refused as well: {same[0][:160]}")
    for line in refusal.err.splitlines():
        for wrong, right in MEANT.findall(line):
            if wrong == right:
                trial.fault("contradiction", refusal, f"refuses {wrong} and proposes it")


# -- numbers that are lost --------------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w])|(?<=[=:,\[-])\d+")


def changed_numbers(text, comment, most):
    """Each number with two copies of the text in which it is changed: (line number, word around it, texts)."""
    found, at = [], 0
    for index, line in enumerate(text.splitlines(keepends=True)):
        if not comment(line):
            for match in NUMBER.finditer(line.split(" #")[0]):
                found.append((index + 1, at + match.start(), at + match.end()))
        at += len(line)
    step = max(1, len(found) // most)
    for line, begin, end in found[::step]:
        old = text[begin:end]
        word = re.split(r"[\s]", text[:begin])[-1] + re.split(r"[\s]", text[begin:])[0]
        # One more task may fit on the same whole nodes; a thousand times more do not.
        yield line, word, [text[:begin] + new + text[end:] for new in (str(int(old) + 1).zfill(len(old)), f"{1000 * int(old) + 7}")]


def named(key, message):
    return key and re.search(rf"(?<![\w-]){re.escape(key)}(?![\w])", message, re.I) is not None


def check_numbers(trial, text, whole, ask, comment, key_of, most):
    """`ask(text)` is the answer to a changed file; it must differ from `whole`, or a message names the key."""
    for line, word, others in changed_numbers(text, comment, most):
        if any(ask(other) != whole for other in others):
            continue
        key = key_of(word, text.splitlines()[line - 1])
        if not named(key, whole.text()):
            trial.fault("lost", whole, f"line {line}: {word} has no effect and no message names {key}")


# -- slurm.conf -------------------------------------------------------------------------------------------------------

ONE_JOB = """schema: clustersim/scenario/1
title: one node
system: ./site.yaml
partition: {partition}
background: {{mix: none}}
replicates: 1
jobs: {{a: {{nodes: 1, runtime: 1 min, walltime: 2 min}}}}
"""


def try_conf(program, path, most):
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "conf")
        shutil.copytree(os.path.dirname(path) or ".", folder)
        conf = os.path.basename(path)
        trial = Trial(program, folder, path)

        def imported(text=None):
            if text is not None:
                with open(os.path.join(folder, conf), "w", encoding="utf-8", errors="surrogateescape") as stream:
                    stream.write(text)
            site = os.path.join(folder, "site.yaml")
            if os.path.exists(site):
                os.remove(site)
            answer = trial.ask("import", "slurm", "--conf", conf, "-o", "site.yaml")
            if answer.code == 0:
                with open(site, encoding="utf-8") as stream:
                    answer.out += stream.read()
            return answer

        whole = imported()
        if whole.code != 0:
            return trial
        check = trial.ask("systems", "check", "./site.yaml")
        if check.code != 0:
            trial.fault("imported", check, first_line(check.err))
        shown = trial.ask("systems", "show", "./site.yaml", "--format", "json")
        for name in sorted(one["name"] for one in json.loads(shown.out)["partitions"]) if shown.code == 0 else []:
            with open(os.path.join(folder, "one.yaml"), "w", encoding="utf-8") as stream:
                stream.write(ONE_JOB.format(partition=json.dumps(name)))
            trial.ask("run", "one.yaml", "--no-results")
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            text = stream.read()

        def key_of(word, line):
            keys = re.findall(r"([\w-]+)=", word)
            return keys[-1] if keys else line.split("=")[0].strip()

        check_numbers(trial, text, whole, imported, lambda line: line.lstrip().startswith("#"), key_of, most)
        return trial


# -- job scripts ------------------------------------------------------------------------------------------------------

NAMES = re.compile(r"#SBATCH\s+(-A|-J|-o|-e|-i|-D|--account|--job-name|--output|--error|--input|--chdir|--mail-\w+|"
                   r"--comment|--wckey|--signal)\b")


def system_of(path, fallback):
    with open(path, encoding="utf-8", errors="replace") as stream:
        stated = re.search(r"^#\s*machine:\s*(\S+)", stream.read(), re.M)
    if stated:
        return stated[1]
    readme = os.path.join(os.path.dirname(path), "README.md")
    if os.path.exists(readme):
        with open(readme, encoding="utf-8") as stream:
            command = re.search(rf"advise {re.escape(os.path.basename(path))} --system (\S+)", stream.read())
        if command:
            return command[1]
    return fallback


def try_script(program, path, fallback, most, empty):
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "script")
        shutil.copytree(os.path.dirname(path) or ".", folder)
        script = os.path.basename(path)
        trial = Trial(program, folder, path)
        system = system_of(path, fallback)
        if system is None:
            return trial
        if system.startswith("./") and not os.path.exists(os.path.join(folder, system)):
            trial.ask("import", "slurm", "--conf", "slurm.conf", "-o", os.path.basename(system))

        def advised(text):
            with open(os.path.join(folder, script), "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
                stream.write(text)
            return trial.ask("advise", script, "--system", system, *EMPTY, "--format", "json")

        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            text = stream.read()
        whole = advised(text)
        if whole.code != 0:
            if whole.code == 4:
                check_contradictions(trial, script, system, whole)
            return trial
        if not empty:
            trial.ask("advise", script, "--system", system, "--replicates", "1", "--workers", "1")

        def key_of(word, line):
            option = re.match(r"#SBATCH\s+(--?[\w-]+)", line)
            return option[1].lstrip("-") if option else word

        # Numbers in names, in a signal and below the directives concern the user's program, not the request.
        check_numbers(trial, text, whole, advised, lambda line: NAMES.match(line) or not line.startswith("#SBATCH"),
                      key_of, most)
        return trial


def is_script(path):
    if path.endswith((".sbatch", ".slurm", ".sh", ".job")):
        with open(path, encoding="utf-8", errors="replace") as stream:
            return "#SBATCH" in stream.read(65536)
    return False


def files_of(folders):
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            yield from (os.path.join(root, name) for name in sorted(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--program", default=os.environ.get("CLUSTERSIM", "build/release/clustersim"))
    parser.add_argument("--system", help="machine of scripts that name none")
    parser.add_argument("--numbers", type=int, default=40, help="most numbers of a file that are changed (default: 40)")
    parser.add_argument("--empty", action="store_true", help="try job scripts on empty machines only")
    parser.add_argument("--seconds", type=int, default=20, help="most processor time of a command (default: 20)")
    options = parser.parse_args()
    program, tried, faults = Program(options.program, options.seconds), 0, []
    for path in files_of(options.folders):
        if os.path.basename(path) == "slurm.conf" or (path.endswith(".conf") and "NodeName" in open(path, errors="replace").read()):
            trial = try_conf(program, path, options.numbers)
        elif is_script(path):
            trial = try_script(program, path, options.system, options.numbers, options.empty)
        else:
            continue
        tried += 1
        faults += trial.faults
        sys.stdout.flush()
        for rule, text in trial.faults:
            print(f"{rule:14} {text}")
    print(f"{tried} files, {program.commands} commands; slowest {program.slowest[0]:.1f} s: {program.slowest[1]}", file=sys.stderr)
    print(f"{tried - len({t.split(':')[0] for _, t in faults})} passed, {len({t.split(':')[0] for _, t in faults})} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
