#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time and memory of the questions that people ask, by one worker.

    answer_times.py --program build/release/clustersim [--against OLD] [--log LOG.swf.gz] [--benches FOLDER] [--rows advise jupiter] [--limit 300]

Prints a row for each command; with --against also the time of the other program, run right after it, and the ratio.
--log adds rows of a log in SWF with waits; --benches, the folder of the programs of the preset `bench`, the second questions and the yardstick of
EASY. --rows keeps the rows whose names have one of these words. Nothing is asserted: times depend on the machine, ratios
much less.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile

import run_bench

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = "#!/bin/sh\n#SBATCH --nodes={nodes}\n#SBATCH --partition={partition}\n#SBATCH --time={time}\n{more}srun ./program\n"


def script(folder, name, **values):
    path = folder / (name + ".sbatch")
    path.write_text(SCRIPT.format(**{"nodes": 1, "time": "10:00:00", "more": "", **values}))
    return path


def of_json(program, *words):
    return json.loads(subprocess.run([program, *words, "--format", "json"], check=True, capture_output=True, cwd=ROOT).stdout)


def gpu_partitions(program):
    """(machine, partition) of each partition under Slurm whose usual jobs are those of GPUs."""
    for machine in of_json(program, "systems", "list")["systems"]:
        for partition in of_json(program, "systems", "show", machine["name"])["partitions"]:
            if partition.get("max_time_s", 14400) >= 14400 and "gpu" in (partition.get("background") or {}).get("mix", ""):
                yield machine["name"], partition["slurm_name"]


def advice(folder, program):
    for machine, partition in dict.fromkeys(gpu_partitions(program)):
        nodes = 17 if partition == "qgpu_big" else 1  # its least size
        path = script(folder, f"{machine}-{partition}", nodes=nodes, partition=partition, time="4:00:00", more="#SBATCH --gpus-per-node=1\n")
        yield f"advise {machine} {partition}", ["advise", path, "--system", machine, "--replicates", "20"]


def rows(folder, program, log):
    """(name, arguments) of each command."""
    yield "quickstart", ["run", "scenarios/first-steps/quickstart.yaml", "--no-results"]
    for path in sorted((ROOT / "scenarios/allocation").glob("*.yaml")):
        yield "allocation " + path.stem, ["run", path.relative_to(ROOT), "--no-results"]
    yield "lumi-prepare-train-evaluate", ["run", "scenarios/planning/lumi-prepare-train-evaluate.yaml", "--no-results"]
    yield from advice(folder, program)
    yield "compare 7B, three sizes", ["compare", "scenarios/allocation/lumi.yaml", "--gpus", "32,64,128"]
    yield "advise puhti small, one replicate", [
        "advise", script(folder, "puhti-small", partition="small", more="#SBATCH --cpus-per-task=4\n"), "--system", "puhti",
        "--replicates", "1"]
    yield "advise leonardo, one core for a day", [
        "advise", script(folder, "leonardo-core", partition="dcgp_usr_prod", time="24:00:00"), "--system", "leonardo",
        "--replicates", "1"]
    for path in sorted((ROOT / "scenarios/projects").glob("*.yaml")):
        yield "allocate " + path.stem, ["allocate", path.relative_to(ROOT)]
    for count in (1000, 10000):
        copies = folder / f"copies-{count}.yaml"
        copies.write_text("schema: clustersim/scenario/1\ntitle: Copies\nsystem: vega\nbackground: {mix: none}\nreplicates: 1\n"
                          f"jobs:\n  a: {{count: {count}, nodes: 1, runtime: 10 min, walltime: 20 min}}\n")
        yield f"{count:,} copies on an empty machine", ["run", copies, "--no-results"]
    preempt = folder / "preempt.yaml"
    preempt.write_text("schema: clustersim/scenario/1\ntitle: Preempt\nsystem: karolina\npartition: qgpu_preempt\nreplicates: 2\n"
                       "background: {mix: blue-waters-gpu, load: 0.2, others: {qgpu: {mix: blue-waters-gpu, load: 0.8}}}\njobs:\n  a: {nodes: 8, runtime: 3 h, walltime: 4 h}\n")
    yield "qgpu_preempt, two backgrounds, two replicates", ["run", preempt, "--no-results"]
    archive = folder / "queue.tar.gz"
    subprocess.run([sys.executable, ROOT / "tests/bench/queue_archive.py", archive], check=True)
    with tarfile.open(archive) as packed:
        user, account = re.search(rb"UserId=(\w+)\(1\).* Account=(\w+)", packed.extractfile("queue/jobs.txt").read()).groups()
    yield "forecast, 100 samples", ["forecast", archive, "--user", user.decode(), "--account", account.decode(), "--nodes", "40",
                                    "--time", "12:00:00", "--samples", "100"]
    if log:
        yield "validate waits", ["validate", "waits", log]
        yield "validate waits, 300 simulated", ["validate", "waits", log, "--simulate", "300"]
    trace = folder / "trace.swf.gz"
    run_bench.write_trace(trace, 20000)
    for words in (["--procs", "1000", "--policy", "easy"], ["--nodes", "125", "--cores", "8"]):
        yield "replay of 20,000 jobs " + " ".join(words), ["replay", trace, *words, "--starts", folder / "starts.csv"]


def measure(program, arguments, limit):
    """Processor seconds and peak MB of one run; None if it took longer or failed."""
    words = [program, "-q", *map(str, arguments)]
    if arguments[0] in ("run", "compare", "advise", "allocate", "forecast", "validate"):
        words += ["--workers", "1"]

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, preexec_fn=limited)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return None, f"over {limit} s"
    # 4: impossible, such as more than is granted. Discoverer says nothing of its waits, so it has no advice.
    answered = (0, 4) if arguments[0] in ("allocate", "advise") else (0,)
    if os.waitstatus_to_exitcode(status) not in answered:
        return None, "failed: " + errors.decode(errors="replace").splitlines()[0]
    return usage.ru_utime + usage.ru_stime, f"{usage.ru_maxrss * 1024 / 1e6:.0f} MB"


def yardstick_of_easy(folder, benches, program):
    """The loop that only counts processors over `replay`: least processor seconds of seven runs each."""
    trace = folder / "easy.swf.gz"
    run_bench.write_trace(trace, 100000)
    starts = folder / "starts.csv"
    commands = {"count only": [benches / "easy_count_only_bench", trace, "1000", starts],
                "replay": [program, "replay", trace, "--procs", "1000", "--policy", "easy", "--starts", starts]}
    least = {}
    for name, words in commands.items():
        for _ in range(7):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            least[name] = min(seconds, least.get(name, seconds))
    print(f"EASY, 100,000 jobs: {least['count only']:.3f} s count only, {least['replay']:.3f} s replay, ratio {least['count only'] / least['replay']:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the clustersim to measure, a release build")
    parser.add_argument("--against", help="another one to compare with")
    parser.add_argument("--log", type=pathlib.Path, help="a log in SWF with waits")
    parser.add_argument("--benches", type=pathlib.Path, help="folder of second_question_bench and easy_count_only_bench")
    parser.add_argument("--rows", nargs="+", default=[""], help="only rows with one of these words in their name")
    parser.add_argument("--limit", type=int, default=300, help="processor seconds after which a run is given up")
    asked = parser.parse_args()
    program = str(pathlib.Path(asked.program).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in rows(pathlib.Path(folder), program, asked.log and asked.log.resolve()):
            if not any(word in name for word in asked.rows):
                continue
            seconds, memory = measure(program, arguments, asked.limit)
            line = f"{name:44} {'-' if seconds is None else format(seconds, '.2f')} s  {memory}"
            if asked.against:
                before, reason = measure(str(pathlib.Path(asked.against).resolve()), arguments, asked.limit)
                ratio = f"{before / seconds:.2f} times as fast" if seconds and before else reason
                line += f"  (before: {'-' if before is None else format(before, '.2f')} s, {ratio})"
            print(line, flush=True)
        if asked.benches:
            subprocess.run([asked.benches.resolve() / "second_question_bench"], check=True)
            yardstick_of_easy(pathlib.Path(folder), asked.benches.resolve(), program)


if __name__ == "__main__":
    main()
