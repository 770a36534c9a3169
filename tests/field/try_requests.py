#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `advise` with the emulated Slurm over random sites and job scripts, made from the manuals of slurm.conf,
sacctmgr and sbatch.

    try_requests.py --program build/release/clustersim [--seed N] [--cases N]

What `advise` accepts, the emulator starts on the empty machine; what it refuses, the emulator refuses, and both name the same
reason. A case that breaks this rule is made smaller, as long as it breaks it in the same way, and printed with its seed."""
import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile

JOBS_OF_A_SITE = 8


# -- random sites and scripts -----------------------------------------------------------------------------------------


class Site:
    """A slurm.conf, QOS and a user, as lines of words, so that words can be left out."""

    def __init__(self, rng):
        self.rng = rng
        self.kinds = [self.kind(name) for name in "abc"[: rng.randint(1, 3)]]
        self.qos = ["normal", *rng.sample(["long", "big", "debug"], rng.randint(0, 2))]
        self.partitions = ["main", "other", "third"][: rng.randint(1, 3)]
        memory = "_Memory" if rng.random() < 0.8 else ""
        self.conf = [["ClusterName=c"], ["SelectType=select/cons_tres"],
                     [f"SelectTypeParameters=CR_{rng.choice(['Core', 'Core', 'CPU', 'Socket'])}{memory}"],
                     ["AccountingStorageType=accounting_storage/slurmdbd"],
                     ["AccountingStorageEnforce=associations,limits,qos"], ["AccountingStorageTRES=gres/gpu"],
                     ["GresTypes=gpu"], *self.globals()]
        self.conf += [kind["line"] for kind in self.kinds]
        self.conf += [self.partition(name, name == "main") for name in self.partitions]
        self.dump = [self.qos_line(name) for name in self.qos]
        self.dump += [["User", "u1", "QOS=" + ",".join(self.qos), "DefaultQOS=normal"]]

    def maybe(self, chance, *words):
        return list(words) if self.rng.random() < chance else []

    def globals(self):
        rng = self.rng
        out = [self.maybe(0.5, f"EnforcePartLimits={rng.choice(['NO', 'ANY', 'ALL'])}"),
               self.maybe(0.3, f"DefMemPerCPU={rng.choice([1000, 2000, 4000])}"),
               self.maybe(0.15, f"MaxMemPerNode={rng.choice([60000, 120000])}"),
               self.maybe(0.1, f"MaxMemPerCPU={rng.choice([2000, 8000])}")]
        return [line for line in out if line]

    def kind(self, name):
        rng = self.rng
        count, sockets, cores, threads = rng.randint(1, 6), rng.randint(1, 2), rng.choice([4, 8, 16]), rng.choice([1, 1, 2])
        kind = {"name": name, "count": count, "features": rng.sample(["fat", "ib", "v100"], rng.randint(0, 2)),
                "memory": rng.choice([16000, 64000, 128000, 500000]), "gpus": rng.choice([0, 0, 1, 2, 4, 8]),
                "type": rng.choice(["", "a100", "h100"]), "cores": sockets * cores}
        line = [f"NodeName={name}[1-{count}]", f"Sockets={sockets}", f"CoresPerSocket={cores}",
                f"ThreadsPerCore={threads}", f"RealMemory={kind['memory']}"]
        if kind["gpus"]:
            line.append(f"Gres=gpu:{kind['type'] + ':' if kind['type'] else ''}{kind['gpus']}")
        if kind["features"]:
            line.append("Feature=" + ",".join(kind["features"]))
        kind["line"] = line
        return kind

    def partition(self, name, default):
        rng = self.rng
        nodes = rng.sample(self.kinds, rng.randint(1, len(self.kinds)))
        line = [f"PartitionName={name}", "Nodes=" + ",".join(f"{one['name']}[1-{one['count']}]" for one in nodes)]
        line += ["Default=YES"] if default else []
        line += self.maybe(0.5, f"MaxTime={rng.choice(['30', '1:00:00', '2-0', 'UNLIMITED'])}")
        line += self.maybe(0.4, f"DefaultTime={rng.choice(['10', '30:00'])}")
        line += self.maybe(0.2, f"MaxNodes={rng.randint(1, 4)}")
        line += self.maybe(0.1, f"MinNodes={rng.randint(1, 3)}")
        line += self.maybe(0.2, "AllowQos=" + ",".join(rng.sample(self.qos, rng.randint(1, len(self.qos)))))
        line += self.maybe(0.1, "DenyQos=" + rng.choice(self.qos))
        line += self.maybe(0.2, "QOS=" + rng.choice(self.qos))
        line += self.maybe(0.4, f"OverSubscribe={rng.choice(['NO', 'YES', 'FORCE:2', 'EXCLUSIVE', 'EXCLUSIVE'])}")
        line += self.maybe(0.2, f"DefMemPerCPU={rng.choice([500, 3000])}")
        line += self.maybe(0.1, f"DefMemPerNode={rng.choice([5000, 20000])}")
        line += self.maybe(0.15, f"MaxMemPerNode={rng.choice([30000, 100000])}")
        line += self.maybe(0.1, f"MaxMemPerCPU={rng.choice([4000, 8000])}")
        line += self.maybe(0.1, f"MaxCPUsPerNode={rng.choice([4, 12])}")
        line += self.maybe(0.05, "State=" + rng.choice(["DOWN", "DRAIN", "INACTIVE"]))
        return line

    def qos_line(self, name):
        rng = self.rng
        line = ["Qos", name, "Priority=1" if name == "normal" else "Priority=2"]
        line += self.maybe(0.3, f"MaxWall={rng.choice(['20', '1:00:00'])}")
        line += self.maybe(0.25, f"MaxTRES={rng.choice(['node=2', 'cpu=16', 'gres/gpu=2'])}")
        line += self.maybe(0.15, f"MaxTRESPerUser={rng.choice(['node=3', 'cpu=32', 'gres/gpu=4'])}")
        line += self.maybe(0.15, f"GrpTRES={rng.choice(['node=4', 'cpu=24'])}")
        line += self.maybe(0.1, f"MinTRES={rng.choice(['cpu=4', 'node=2', 'gres/gpu=1'])}")
        line += self.maybe(0.2, "Flags=DenyOnLimit")
        return line


def script_of(site):
    """Options of sbatch, one a word or two."""
    rng, options = site.rng, []

    def maybe(chance, *forms):
        if rng.random() < chance:
            options.append(rng.choice(forms))

    tasks, nodes, cores = rng.choice([1, 1, 2, 2, 3, 4, 8, 16, 40]), rng.choice([1, 1, 1, 2, 2, 3, 7]), rng.choice([1, 2, 2, 4, 8, 33])
    gpus = rng.choice([1, 1, 1, 2, 2, 3, 4, 8])
    kind = rng.choice(site.kinds)
    gpu_type = rng.choice([":a100", ":h100"]) if rng.random() < 0.3 else ""
    memory = rng.choice(["500M", "4G", "15000M", str(kind["memory"]), str(kind["memory"] + 1), "900G", "0"])
    maybe(0.45, f"-N {nodes}", f"--nodes={nodes}", f"-N{nodes}-{nodes + 1}")
    maybe(0.5, f"-n {tasks}", f"--ntasks={tasks}", f"--ntasks {tasks}")
    maybe(0.3, f"-c {cores}", f"--cpus-per-task={cores}", f"--cpus-per-t {cores}")
    maybe(0.25, f"--ntasks-per-node={rng.choice([1, 2, 4, 8, 16])}", f"--tasks-per-node={rng.choice([1, 2, 4])}")
    memory_kind = rng.random()
    if memory_kind < 0.3:
        options.append(f"--mem={memory}")
    elif memory_kind < 0.5:
        options.append(f"--mem-per-cpu={rng.choice(['500M', '2G', '9000', '40G'])}")
    gpu_kind = rng.random()
    if gpu_kind < 0.15:
        options.append(rng.choice([f"--gres=gpu{gpu_type}:{gpus}", f"--gpus-per-node={gpu_type[1:] + ':' if gpu_type else ''}{gpus}"]))
    elif gpu_kind < 0.25:
        options.append(rng.choice([f"-G {gpus}", f"--gpus={gpu_type[1:] + ':' if gpu_type else ''}{gpus}"]))
    elif gpu_kind < 0.3:
        options.append(f"--gpus-per-task={rng.choice([1, 2])}")
    elif gpu_kind < 0.35 and "mem" not in " ".join(options):
        options += [f"--gpus-per-node={gpus}", f"--mem-per-gpu={rng.choice(['4G', '40G'])}"]
    maybe(0.8, f"-t {rng.choice([5, 15, 25])}", f"--time={rng.choice(['10:00', '45', '1:30:00', '3-0'])}")
    maybe(0.5, *[f"-p {name}" for name in site.partitions], *[f"--partition={name}" for name in site.partitions],
          f"--part={site.partitions[-1]}", *(["-p nowhere"] if rng.random() < 0.1 else []))
    maybe(0.3, *[f"-q {name}" for name in site.qos], f"--qos={site.qos[-1]}", *(["-q nothing"] if rng.random() < 0.1 else []))
    maybe(0.12, "-C fat", "-C ib", "--constraint=v100", "-C 'fat|ib'", "-C 'fat&ib'", "-C nosuch")
    maybe(0.15, "--exclusive", "--exclu")
    return [*options, *rare_options(site, options)]


def rare_options(site, options):
    """Those that few scripts have, at most two of them."""
    rng = site.rng
    first = f"{rng.choice(site.kinds)['name']}1"
    with_gpus = any("gpu" in one for one in options)
    few, some = rng.choice([1, 2]), rng.choice([1, 2, 4, 8])
    forms = [f"--ntasks-per-socket={some}", f"--cores-per-socket={some}", f"--sockets-per-node={few}",
             f"--ntasks-per-core={few}", "--threads-per-core=1", f"-B {few}:{some}", "--hint=nomultithread",
             "-m block:block", "--distribution=cyclic", "--array=0-3", "-a 1,5%1", f"--mincpus={some}",
             f"-N 2-{2 + some}", f"-x {first}", f"-w {first}", "--contiguous", "--spread-job", "--use-min-nodes",
             "--oversubscribe", "-s", "--time-min=5", "--nice=10", "--no-requeue", "-S 1", "--tmp=100M", "-L lic:1",
             "--exclusive=user", "--gres=none", "-k", "--switches=1", "--prefer=fat", "-C '[fat|ib]'", "-C 'fat*1&ib*1'",
             "--begin=now+1hour", f"--gpus-per-socket={few} --sockets-per-node={few}"]
    forms += [f"-p {','.join(rng.sample(site.partitions, 2))}"] * 6 if len(site.partitions) > 1 else []
    forms += [f"--cpus-per-gpu={some}", f"--ntasks-per-gpu={few}", f"--mem-per-gpu={rng.choice(['4G', '40G'])}",
              "--gres-flags=enforce-binding"] * 3 if with_gpus else []
    return rng.sample(forms, rng.choice([0, 0, 0, 1, 1, 2]))


def accounting_files(lines):
    """A table of QOS and a dump, as sacctmgr prints them."""
    qos = [(line[1], dict(word.split("=", 1) for word in line[2:])) for line in lines if line[0] == "Qos" and len(line) > 1]
    titles = sorted({title for _, words in qos for title in words})
    table = ["|".join(["Name", *titles])] + ["|".join([name, *(words.get(title, "") for title in titles)]) for name, words in qos]
    users = [":".join([f"User - '{line[1]}'", *line[2:]]) for line in lines if line[0] == "User" and len(line) > 1]
    return "\n".join(table) + "\n", "\n".join(["Account - 'acc'", "Parent - 'acc'", *users]) + "\n"


# -- one case ---------------------------------------------------------------------------------------------------------


class Case:
    def __init__(self, conf, dump, options):
        self.conf, self.dump, self.options = conf, dump, options

    def text(self):
        script = "#!/bin/bash\n" + "".join(f"#SBATCH {option}\n" for option in self.options) + "srun ./x\n"
        lines = [*(" ".join(line) for line in self.conf), "-- sacctmgr", *(" ".join(line) for line in self.dump),
                 "-- script", script]
        return "\n".join(lines)


class Program:
    def __init__(self, path, folder):
        self.path, self.folder, self.imported = os.path.abspath(path), folder, None
        self.answers = {"start": 0, "refuse": 0, "unread": 0}

    def ask(self, *words):
        return subprocess.run([self.path, "-q", *words], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def imports(self, case):
        site = "\n".join(" ".join(line) for line in case.conf) + "\n", *accounting_files(case.dump)
        if site == self.imported:
            return True
        self.imported = None
        self.write("slurm.conf", site[0])
        self.write("qos.txt", site[1])
        self.write("dump.txt", site[2])
        if os.path.exists(os.path.join(self.folder, "site.yaml")):
            os.remove(os.path.join(self.folder, "site.yaml"))
        done = self.ask("import", "slurm", "--conf", "slurm.conf", "--associations", "qos.txt",
                        "--associations", "dump.txt", "-o", "site.yaml")
        if done.returncode == 0:
            self.imported = site
        return done.returncode == 0

    def emulated(self, case):
        """start, refuse with Slurm's reason, or unread with a message."""
        options = " ".join(case.options)
        self.write("one.events", f"-dt 0 -e submit_batch_job | -sim-walltime 60 --uid=u1 -J jobid_1 {options} pseudo.job\n")
        outcomes = os.path.join(self.folder, "o.csv")
        if os.path.exists(outcomes):
            os.remove(outcomes)
        done = self.ask("replay", "one.events", "--as", "events", "--site", "site.yaml", "--outcomes", "o.csv")
        if not os.path.exists(outcomes):
            return "unread", done.stderr
        with open(outcomes, encoding="utf-8", newline="") as stream:
            row = next(csv.DictReader(stream))
        if row["state"] in ("REJECTED", "PENDING"):
            return "refuse", row["reason"]
        return "start", row["start_s"]

    def disagreement(self, case):
        """(kind, explanation), or None."""
        if not self.imports(case):
            return None
        what, why = self.emulated(case)
        self.answers[what] += 1
        self.write("job.sbatch", case.text().split("-- script\n")[1])
        done = self.ask("advise", "job.sbatch", "--system", "./site.yaml", "--set", "background.mix=none", "--replicates", "1",
                        "--workers", "1", "--format", "json")
        said = done.stderr.strip()
        if done.returncode not in (0, 3, 4):
            return f"exit code {done.returncode}", said
        if what == "start" and done.returncode != 0:
            return "refused, but Slurm starts it", said
        if what == "refuse" and done.returncode == 0:
            return "accepted, but Slurm refuses it", why
        if what == "refuse" and why not in said:
            return "another reason", f"Slurm: {why}\nadvise: {said}"
        if what == "unread" and done.returncode == 0:
            return "accepted, but the options are wrong", why
        return None


def smaller_lines(lines):
    for i, line in enumerate(lines):
        if len(line) <= 3 and not line[0].startswith(("PartitionName", "NodeName")):
            yield [*lines[:i], *lines[i + 1:]]
        for j in range(1, len(line)):
            yield [*lines[:i], [*line[:j], *line[j + 1:]], *lines[i + 1:]]


def smaller(case):
    for i in range(len(case.options)):
        yield Case(case.conf, case.dump, [*case.options[:i], *case.options[i + 1:]])
    for conf in smaller_lines(case.conf):
        yield Case(conf, case.dump, case.options)
    for dump in smaller_lines(case.dump):
        yield Case(case.conf, dump, case.options)


def shrunk(program, case, kind):
    """The smallest case found that disagrees in the same way."""
    for _ in range(200):
        for other in smaller(case):
            found = program.disagreement(other)
            if found and found[0] == kind:
                case = other
                break
        else:
            return case
    return case


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--program", default=os.environ.get("CLUSTERSIM", "build/release/clustersim"))
    parser.add_argument("--seed", type=int, default=1, help="of the first site; the next ones follow (default: 1)")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--most", type=int, default=5, help="end after so many disagreements (default: 5)")
    parser.add_argument("--as-is", action="store_true", help="do not make cases smaller")
    options = parser.parse_args()
    found, cases, seed = 0, 0, options.seed
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        while cases < options.cases and found < options.most:
            site = Site(random.Random(seed))
            for number in range(JOBS_OF_A_SITE):
                case = Case(site.conf, site.dump, script_of(site))
                cases += 1
                wrong = program.disagreement(case)
                if not wrong:
                    continue
                found += 1
                small = case if options.as_is else shrunk(program, case, wrong[0])
                explanation = program.disagreement(small) or wrong
                print(f"seed {seed}, script {number}: {wrong[0]}\n{explanation[1]}\n{small.text()}", flush=True)
            seed += 1
    counts = program.answers
    print(f"{cases} scripts on {seed - options.seed} sites: {found} disagreements; of all answers {counts['start']} start, "
          f"{counts['refuse']} are refused, {counts['unread']} cannot be read")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
