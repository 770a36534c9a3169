# SPDX-License-Identifier: Apache-2.0
"""Changes the files that the program reads and judges what it makes of them.

Each case takes a shipped input or a small seed of seeds/, changes it in a few places (bytes, lines, numbers, words,
structure, encodings), and gives it to a command that reads such a file. A case fails if the program
- ends by a signal or with an exit code that is not documented,
- prints an internal error or a control character,
- takes longer than LIMIT_S of processor time or more than LIMIT_MB of memory,
- changes its input.
The same seed gives the same cases on every machine; a failing case is kept with its command.

--slowdown: so many times slower than a release is the program, as with sanitizers; it multiplies the limit of time.

usage: mutate.py PROGRAM [--runs N] [--seed S] [--first I] [--workers W] [--keep FOLDER] [--kind NAME] [--slowdown F]
"""
import argparse
import concurrent.futures
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SEEDS = os.path.join(ROOT, "tests", "fuzz", "seeds")
LIMIT_S = 20
LIMIT_MB = 1024
CODES = {0, 1, 2, 3, 4, 5}

# Commands for each kind of file: {} is the changed file, {out} a file that may be written, {dir} its folder.
KINDS = {
    "scenario": (["scenarios/*/*.yaml", "scenarios/*/*/*.yaml", "tests/fixtures/scenario/good/*.yaml"],
                 ["check {}", "run {} --dry-run", "run {} --no-results --replicates 1",
                  "compare {} --systems lumi,leonardo --replicates 1", "sweep"]),
    "machine": (["systems/*.yaml", "tests/fixtures/system/good/*.yaml"],
                ["systems check {}", "systems show {}", "fabric show {} --format json", "step gpt-857m --system {} --nodes 4"]),
    "device": (["systems/accelerators/*.yaml", "systems/links/*.yaml", "systems/communication/*.yaml"], ["systems check {}"]),
    "application": (["workloads/applications/*.yaml", "tests/fixtures/application/good/*.yaml"],
                    ["step {} --system leonardo --nodes 4", "plan {} --system lumi --gpus 64"]),
    "mix": (["workloads/mixes/*.yaml"], ["mix"]),
    "site": (["tests/fixtures/site/good/*.yaml", SEEDS + "/site.yaml"],
             ["systems check {}", "replay " + SEEDS + "/site-jobs.csv --site {}"]),
    "slurm.conf": (["tests/data/sites/gpus/slurm.conf", "tests/fuzz/corpus/slurm_conf/small", SEEDS + "/slurm.conf"],
                   ["import slurm --conf {} -o {out}"]),
    "gres.conf": (["tests/data/sites/gpus/gres.conf"],
                  ["import slurm --conf " + ROOT + "/tests/data/sites/gpus/slurm.conf --gres {} -o {out}"]),
    "topology.conf": ([SEEDS + "/topology.conf"], ["import slurm --conf " + SEEDS + "/slurm.conf --topology {} -o {out}"]),
    "associations": (["tests/fuzz/corpus/slurm_accounting/*"],
                     ["import slurm --conf " + SEEDS + "/slurm.conf --associations {} -o {out}"]),
    "sacct": ([SEEDS + "/sacct.txt"], ["import sacct {} -o {out}", "import sacct {} --skip-broken -o {out}"]),
    "jobs.csv": ([SEEDS + "/site-jobs.csv", "tests/conformance/slurm/W21-node-events/jobs.csv"],
                 ["replay {} --as jobs --site " + SEEDS + "/site.yaml", "replay {} --as jobs --nodes 4 --cores 8"]),
    "events": ([SEEDS + "/week.events"], ["import events {} -o {out}", "replay {} --as events --site " + SEEDS + "/site.yaml"]),
    "swf": (["tests/golden/input/small.swf", "tests/fuzz/corpus/swf/*"],
            ["replay {} --procs 64", "replay {} --procs 64 --policy conservative", "replay {} --as swf --nodes 8 --cores 8"]),
    "measured": (["workloads/measurements/collectives/*.csv"],
                 ["fit links {}", "fit links {} --system marenostrum5 --nodes 2 --format yaml",
                  "nccl-tests --system marenostrum5 --nodes 2 --measured {}"]),
    "published": (["workloads/measurements/*.csv"], ["validate --measured {} --rows"]),
    "pilot": (["tests/data/pilot/*.csv"], ["fit pilot gpt-857m {} --system lumi --nodes 16,32"]),
    "edges": (["tests/golden/input/*ring.csv"], ["fabric show --edges {}", "fabric show --edges {} --format graphml"]),
    "placement": ([SEEDS + "/nodes.txt"],
                  ["nccl-tests --system leonardo --nodes 4 --model flow --placement {} -b 1M -e 64M -f 8"]),
    "result": ([SEEDS + "/two-jobs.yaml"], ["result squeue", "result sacct", "result explain"]),
    "argument": ([SEEDS + "/arguments.txt"], ["argument"]),
}

# What `run` wrote for seeds/two-jobs.yaml.
RESULT = tempfile.TemporaryDirectory(prefix="mutate-result-")

NUMBERS = ["0", "-1", "1", "-0", "0.5", "1e308", "-1e308", "1e-320", "nan", "inf", "-inf", "2147483647", "2147483648", "4294967296",
           "9223372036854775807", "9223372036854775808", "18446744073709551616", "1" * 400, "1e99", "3963", "0x10", "1_000", "1,000",
           "٣", "1e", ".", "--1", "1/0", "1e3", "00", "+5", "1 d", "1e9 d", "64K", "5 GiB", "-3 h", "00:00", "99:99:99", "UNLIMITED", "0 s"]
WORDS = ["", "~", "null", "true", "[]", "{}", "[1, 2]", "{a: b}", "*x", "&x y", "!!binary x", "'", '"', "a" * 5000, "é", "\u202e", "\u0007bell",
         "\x1b[31m", "=cmd()", "../../etc/passwd", "/dev/zero", ".", "/", "%s%n", "a.b", "a: b", "none", "ALL", "root", "n[1-9]", "n[1-9999999]",
         "n[9-1]", "n[", "lumi", "slurm", "UNLIMITED", "<<", "-", "#", "|", "a,b", "NaN"]


def mutate_bytes(data, rng):
    at = rng.randrange(len(data) + 1)
    kind = rng.randrange(7)
    if kind == 0 and data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
    if kind == 1:
        return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9))) + data[at:]
    if kind == 2:
        return data[:at] + data[at + rng.randrange(1, 40):]
    if kind == 3:
        return data[:at]
    if kind == 4:
        part = data[at:at + rng.randrange(1, 400)]
        return data[:at] + part * rng.randrange(2, 30) + data[at:]
    if kind == 5:
        return data[:at] + b"\0" + data[at:]
    return b"\xef\xbb\xbf" + data.replace(b"\n", rng.choice([b"\r\n", b"\r", b"\n\n"]))


def mutate_lines(data, rng):
    lines = data.split(b"\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(j, lines[i])
    elif kind == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 3:
        lines[i:i] = [lines[j]] * rng.choice([3, 100, 2000])
    else:
        lines[i] = b" " * rng.randrange(1, 5) + lines[i]
    return b"\n".join(lines)


def mutate_token(data, rng):
    text = data.decode("utf-8", "surrogateescape")
    if rng.random() < 0.6:
        found = list(re.finditer(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", text))
        value = rng.choice(NUMBERS)
    else:
        found = list(re.finditer(r"[A-Za-z_][\w.-]*", text))
        value = rng.choice(WORDS + NUMBERS)
    if not found:
        return data
    one = rng.choice(found)
    if rng.random() < 0.2:
        other = rng.choice(found)
        value = other.group()
    return (text[:one.start()] + value + text[one.end():]).encode("utf-8", "surrogateescape")


def mutate_value(data, rng):
    """The value after a colon or an equals sign, or a cell."""
    text = data.decode("utf-8", "surrogateescape")
    found = list(re.finditer(r"(?<=[:=,|])[^:=,|\n]*", text))
    if not found:
        return data
    one = rng.choice(found)
    value = rng.choice(WORDS + NUMBERS)
    return (text[:one.start()] + " " * (text[one.start() - 1] == ":") + value + text[one.end():]).encode("utf-8", "surrogateescape")


def mutated(data, rng):
    data = data[:200_000]
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        change = rng.choices([mutate_token, mutate_value, mutate_lines, mutate_bytes], [5, 4, 2, 2])[0]
        data = change(data, rng)
        if len(data) > 4_000_000:
            data = data[:4_000_000]
    return data


class Case:
    """One changed file and the command that reads it."""

    def __init__(self, seed, index, only):
        self.rng = random.Random(f"{seed} {index}")
        self.index = index
        self.kind = only or self.rng.choice(sorted(KINDS))
        patterns, commands = KINDS[self.kind]
        files = sorted(f for p in patterns for f in glob.glob(p if os.path.isabs(p) else os.path.join(ROOT, p)))
        self.source = self.rng.choice(files)
        self.command = self.rng.choice(commands)

    def arguments(self, folder):
        with open(self.source, "rb") as stream:
            data = stream.read()
        if self.kind == "argument":
            return self.changed_arguments(data)
        if self.kind == "result":
            return self.result_arguments(folder)
        path = os.path.join(folder, "case" + os.path.splitext(self.source)[1])
        if self.command == "mix":
            # A mix names its trace relative to itself.
            data = data.replace(b"../traces/", os.path.join(ROOT, "workloads", "traces", "").encode())
        with open(path, "wb") as stream:
            stream.write(mutated(data, self.rng))
        self.path = path
        if self.command == "sweep":
            return ["run", path, "--no-results", "--replicates", "1", "--set", f"jobs.train.nodes={self.rng.choice(NUMBERS)}"]
        if self.command == "mix":
            scenario = os.path.join(folder, "scenario.yaml")
            with open(scenario, "w", encoding="utf-8") as stream:
                stream.write("schema: clustersim/scenario/1\nsystem: vega\nscheduler: easy\n"
                             f"background: {{mix: {path}, load: 0.5, warm-up: 2 h, window: 1 h}}\n"
                             "jobs: {one: {nodes: 2, runtime: 1 h}}\nreplicates: 1\n")
            return ["run", scenario, "--no-results"]
        out = os.path.join(folder, "out")
        return [word.format(path, out=out, dir=folder) for word in self.command.split()]

    def result_arguments(self, folder):
        """A result of seeds/two-jobs.yaml with one file changed."""
        result = os.path.join(folder, "result")
        shutil.copytree(RESULT.name, result)
        self.path = os.path.join(result, self.rng.choice(sorted(os.listdir(result))))
        with open(self.path, "rb") as stream:
            data = stream.read()
        with open(self.path, "wb") as stream:
            stream.write(mutated(data, self.rng))
        view = self.command.split()[1]
        return [view, result] + (["--job", "train"] if view == "explain" else [])

    def changed_arguments(self, data):
        lines = [line for line in data.decode().splitlines() if line and not line.startswith("#")]
        words = self.rng.choice(lines).replace("{result}", RESULT.name).split()
        for _ in range(self.rng.choice([1, 1, 2])):
            at = self.rng.randrange(len(words))
            kind = self.rng.randrange(4)
            if kind == 0:
                words[at] = self.rng.choice(NUMBERS + WORDS)
            elif kind == 1:
                words[at] = mutate_bytes(words[at].encode("utf-8", "surrogateescape"), self.rng).replace(b"\0", b"").decode("utf-8", "surrogateescape")
            elif kind == 2 and len(words) > 1:
                del words[at]
            else:
                words.insert(at, words[self.rng.randrange(len(words))])
        self.path = None
        return words


def set_limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def run(program, case, keep, limit):
    """The reasons why the case fails; empty if it does not."""
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        arguments = case.arguments(folder)
        before = open(case.path, "rb").read() if case.path else b""
        command = [program, *[a.replace("\0", "") for a in arguments]]
        out_path, err_path = os.path.join(folder, "stdout"), os.path.join(folder, "stderr")
        begin = time.monotonic()
        with open(out_path, "wb") as out, open(err_path, "wb") as err:
            child = subprocess.Popen(command, cwd=ROOT if case.path is None else folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     preexec_fn=lambda: set_limits(limit), env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder, "CLUSTERSIM_WORKERS": "1"})
            timed_out = False
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                # A process that sleeps uses no processor time.
                if time.monotonic() - begin > 15 * limit:
                    timed_out = True
                    child.kill()
                time.sleep(0.005)
            child.returncode = os.waitstatus_to_exitcode(status)
        reasons = judge(child.returncode, usage, timed_out, read_some(out_path), read_some(err_path))
        if case.path and os.path.exists(case.path) and open(case.path, "rb").read() != before:
            reasons.append("changed its input")
        if reasons and keep:
            kept = os.path.join(keep, f"{case.index}-{case.kind}")
            os.makedirs(kept, exist_ok=True)
            for name in os.listdir(folder):
                if os.path.isfile(os.path.join(folder, name)):
                    with open(os.path.join(folder, name), "rb") as a, open(os.path.join(kept, name), "wb") as b:
                        b.write(a.read(8 << 20))
            with open(os.path.join(kept, "command.txt"), "w", encoding="utf-8", errors="replace") as stream:
                stream.write(repr([a.replace(folder, kept) for a in command]) + "\n" + "\n".join(reasons) + "\n")
        return reasons, child.returncode, usage


def read_some(path):
    with open(path, "rb") as stream:
        return stream.read(4 << 20)


def judge(code, usage, timed_out, out, err):
    reasons = []
    seconds = usage.ru_utime + usage.ru_stime
    if timed_out or code in (-signal.SIGXCPU, -signal.SIGKILL):
        reasons.append(f"hang: {seconds:.1f} s of processor time")
    elif code < 0:
        reasons.append(f"signal {signal.Signals(-code).name}")
    elif code not in CODES:
        reasons.append(f"exit code {code}")
    if usage.ru_maxrss / 1024 > LIMIT_MB:
        reasons.append(f"{usage.ru_maxrss / 1024:.0f} MB")
    if b"internal error" in err:
        reasons.append("internal error: " + err[:300].decode("utf-8", "replace"))
    for name, text in (("stdout", out), ("stderr", err)):
        found = re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", text)
        if found:
            reasons.append(f"{name} has the control character {found.group()!r} near {text[max(0, found.start() - 40):found.end() + 20]!r}")
    if code not in (0, 1) and not err:
        reasons.append(f"exit code {code} without a word")
    return reasons


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--slowdown", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(KINDS))
    options = parser.parse_args()
    program = os.path.abspath(options.program)

    shutil.rmtree(RESULT.name)
    subprocess.run([program, "-q", "run", os.path.join(SEEDS, "two-jobs.yaml"), "--out", RESULT.name], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)

    failures, codes, worst_s, worst_mb = [], {}, 0.0, 0.0
    cases = (Case(options.seed, i, options.kind) for i in range(options.first, options.first + options.runs))
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        done = {}
        for case in cases:
            done[pool.submit(run, program, case, options.keep, LIMIT_S * options.slowdown)] = case
        for future in concurrent.futures.as_completed(done):
            case = done[future]
            reasons, code, usage = future.result()
            codes[code] = codes.get(code, 0) + 1
            worst_s = max(worst_s, usage.ru_utime + usage.ru_stime)
            worst_mb = max(worst_mb, usage.ru_maxrss / 1024)
            if reasons:
                failures.append(case.index)
                print(f"case {case.index} ({case.kind}, {os.path.relpath(case.source, ROOT)}, {case.command}): " + "; ".join(reasons)[:400],
                      flush=True)
    shown = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    print(f"{options.runs} runs, seed {options.seed}; exit codes {shown}; at most {worst_s:.1f} s and {worst_mb:.0f} MB; {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
