# SPDX-License-Identifier: Apache-2.0
# Written by tests/support/renew.py from the table of options; change its rows.
"""Every command of the program as a function with its arguments and options; what they return is that of `ask`.

A list may be a range, an array or a single value; None and False are left out."""
from __future__ import annotations

import os
from typing import Any, Literal, Union

from .asking import answer_of

Path = Union[str, "os.PathLike[str]"]

# For each command that answers in JSON: the keys that `format` needs, and those that exclude it.
IN_JSON = {
    "init": (("list",), ()),
    "run": ((), ()),
    "compare": ((), ()),
    "sweep": (("plan",), ()),
    "allocate": ((), ()),
    "advise": ((), ()),
    "forecast": ((), ("collector",)),
    "show": ((), ("to",)),
    "replay": ((), ()),
    "diff": ((), ()),
    "fit mix": ((), ()),
    "fit pilot": ((), ()),
    "fit links": ((), ()),
    "fit accelerator": ((), ()),
    "validate": ((), ()),
    "validate waits": ((), ()),
    "step": ((), ("kernels",)),
    "plan": ((), ()),
    "inference": ((), ()),
    "fabric show": ((), ()),
    "nccl-tests": ((), ()),
    "systems list": ((), ()),
    "systems show": ((), ("for",)),
    "applications list": ((), ()),
    "applications show": ((), ()),
    "help": ((), ("man", "man-pages", "python", "reference", "schema")),
}


def ask(command: str, /, **question: Any) -> Any:
    """Asks any command, such as `ask("systems show", system="lumi")`. Returns the parsed JSON, or the text if the answer is none.

    The keys are the arguments of the command in lower case and its options, with `_` for `-` and after a word of Python (`from_`), as the
    functions of this module have them. False and None are left out. A dictionary in place of a path is the document itself."""
    return answer_of(command, question, IN_JSON.get(command))


def init(
    *,
    template: str | None = None,
    out: Path | None = None,
    force: bool = False,
    list: bool = False,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Write a commented scenario to start from.

    template: the scenario to copy [default: quickstart]
    out: the new file (default: TEMPLATE.yaml; - for stdout)
    force: replace an existing file
    list: list the templates
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("init", **locals())


def check(
    scenario: list[Path | dict] | Path | dict,
    *,
    run: bool = False,
) -> Any:
    """Check a scenario or project for errors without running it.

    scenario: scenarios or projects
    run: also run scenarios and check the answers against `expect:`; grades an exercise
    """
    return ask("check", **locals())


def run(
    scenario: Path | dict,
    *,
    seed: int | None = None,
    replicates: int | None = None,
    precision: float | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    workers: int | None = None,
    out: Path | None = None,
    no_results: bool = False,
    report: Path | None = None,
    page: bool = False,
    dry_run: bool = False,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
    detail: bool = False,
) -> Any:
    """Run a scenario: start, speed, run time, cost and energy of jobs.

    scenario: the scenario (- for stdin)
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    precision: simulate more queues until the median wait is known to this share of itself, such as 0.1 [a ratio; 0.001 to 1]
    set: change one value: --set jobs.train.nodes=8 (repeatable)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    out: result folder (default: results/NAME-HASH)
    no_results: write no result folder
    report: write the answers, charts, inputs and sources as one HTML file
    page: print the JSON of the report's page in place of the answer, for programs that draw it
    dry_run: print every resolved run and the origin of each value, without running anything
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    detail: print every table, column, picture and note, as other formats always do
    """
    return ask("run", **locals())


def compare(
    scenario: Path | dict,
    *,
    seed: int | None = None,
    replicates: int | None = None,
    precision: float | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    workers: int | None = None,
    systems: list[Path] | Path | None = None,
    nodes: list[int] | int | None = None,
    gpus: list[int] | int | None = None,
    report: Path | None = None,
    page: bool = False,
    format: Literal["table", "json", "csv", "markdown", "latex"] | None = None,
    width: int | None = None,
    detail: bool = False,
) -> Any:
    """Run one scenario on several machines and compare the answers.

    scenario: the scenario (- for stdin)
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    precision: simulate more queues until the median wait is known to this share of itself, such as 0.1 [a ratio; 0.001 to 1]
    set: change one value: --set jobs.train.nodes=8 (repeatable)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    systems: machines, separated by commas; each uses a partition of the scenario's kind that admits the jobs [default: all]
    nodes: node counts of the job on every machine, such as 1,2,4,8; without it, machines get equal numbers of GPUs [nodes; 1 to 1000000]
    gpus: GPUs of the whole job on every machine, such as 8,32,128 [GPUs; 1 to 1000000]
    report: write the answers, charts, inputs and sources as one HTML file
    page: print the JSON of the report's page in place of the answer, for programs that draw it
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    detail: print every table, column, picture and note, as other formats always do
    """
    return ask("compare", **locals())


def sweep(
    scenario: Path | dict,
    *,
    seed: int | None = None,
    replicates: int | None = None,
    precision: float | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    workers: int | None = None,
    out: Path | None = None,
    report: Path | None = None,
    resume: bool = False,
    part: str | float | None = None,
    merge: list[Path] | Path | None = None,
    executor: Literal["local", "slurm"] | None = None,
    tasks: int | None = None,
    retries: int | None = None,
    poll: float | None = None,
    sbatch: list[str | float] | str | float | None = None,
    plan: bool = False,
    system: Path | None = None,
    partition: str | float | None = None,
    core_time: str | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Answer all points of a sweep in one SQLite file, resumable.

    scenario: the scenario (- for stdin)
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    precision: simulate more queues until the median wait is known to this share of itself, such as 0.1 [a ratio; 0.001 to 1]
    set: change one value: --set jobs.train.nodes=8 (repeatable)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    out: the result, an SQLite file
    report: write the answers, charts, inputs and sources as one HTML file
    resume: continue an unfinished sweep in that file
    part: answer only part K of N, to be merged later
    merge: make the result of parts, without computing
    executor: local: threads of this process; slurm: a job array, collected and merged [default: local]
    tasks: tasks of the job array (default: 8) [tasks; 1 to 10000]
    retries: new submissions of a task that ends without its part [0 to 100; default: 3]
    poll: seconds between two looks at the array [s; 0.1 to 3600; default: 10]
    sbatch: option for sbatch, such as --sbatch=--partition=small (repeatable)
    plan: print what the sweep needs as a job array on --system, and compute nothing
    system: a machine of `systems list`, or a file
    partition: its partition (default: the first one without accelerators)
    core_time: time of all points together on one core, such as "40 h" (default: some points are measured)
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("sweep", **locals())


def allocate(
    project: Path | dict,
    *,
    seed: int | None = None,
    replicates: int | None = None,
    precision: float | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    workers: int | None = None,
    mode: str | float | None = None,
    force: bool = False,
    report: Path | None = None,
    page: bool = False,
    format: Literal["table", "json", "csv", "markdown", "latex"] | None = None,
    width: int | None = None,
) -> Any:
    """Plan a project of several stages: what to ask for, when it ends.

    project: the project (- for stdin)
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    precision: simulate more queues until the median wait is known to this share of itself, such as 0.1 [a ratio; 0.001 to 1]
    set: change one value: --set jobs.train.nodes=8 (repeatable)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    mode: the access mode to ask for, in place of the project's own or of its budget
    force: accept a project that needs more than is granted, or that breaks a rule of access
    report: write the answers, charts, inputs and sources as one HTML file
    page: print the JSON of the report's page in place of the answer, for programs that draw it
    format: output format; markdown and latex are the compute section of a proposal [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("allocate", **locals())


def advise(
    script: Path | dict,
    *,
    seed: int | None = None,
    replicates: int | None = None,
    precision: float | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    workers: int | None = None,
    system: Path,
    runtime: str | None = None,
    sbatch: str | float | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Check a job script; predict its start, cost and improvements.

    script: the job script, as for sbatch (- for stdin)
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    precision: simulate more queues until the median wait is known to this share of itself, such as 0.1 [a ratio; 0.001 to 1]
    set: change one value: --set jobs.train.nodes=8 (repeatable)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    system: a machine of `systems list`, or a file
    runtime: how long the job runs, such as '2 h' (default: until its limit ends it)
    sbatch: options that are given to sbatch besides the script, such as '-t 2:00:00'
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("advise", **locals())


def forecast(
    archive: Path | dict | None = None,
    *,
    collector: bool = False,
    job: str | float | None = None,
    script: Path | dict | None = None,
    nodes: str | float | None = None,
    time: str | float | None = None,
    partition: str | float | None = None,
    ntasks: str | float | None = None,
    cpus_per_task: str | float | None = None,
    gpus_per_node: str | float | None = None,
    mem: str | float | None = None,
    user: str | float | None = None,
    account: str | float | None = None,
    qos: str | float | None = None,
    sbatch: str | float | None = None,
    by: str | float | None = None,
    samples: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    horizon: int | None = None,
    mix: Path | None = None,
    release: str | float | None = None,
    history: Path | None = None,
    history_key_file: Path | None = None,
    history_key: str | float | None = None,
    waits_model: Path | None = None,
    no_learning: bool = False,
    no_friction: bool = False,
    exact: bool = False,
    no_later_jobs: bool = False,
    no_alternatives: bool = False,
    report: Path | None = None,
    page: bool = False,
    format: Literal["table", "json"] | None = None,
) -> Any:
    """Forecast when a job starts, from the queue of a real cluster.

    archive: the queue, as the script of --collector wrote it
    collector: print the script that collects a queue
    job: a job of the queue: 123456, or 123456_7 for a task of an array
    script: a job script, as for sbatch (- for stdin)
    nodes: number of nodes
    time: time limit, as for sbatch: 4:00:00, 2-12:00
    partition: partition
    ntasks: number of tasks
    cpus_per_task: CPUs of each task
    gpus_per_node: GPUs of each node
    mem: memory of each node
    user: user who submits it, as the snapshot names users
    account: account
    qos: QOS
    sbatch: other options of sbatch, in one text
    by: also print the chance to have started by then: 2026-11-24T08:00 (UTC), now+4hours
    samples: number of simulated futures [1 to 10000; default: 100]
    seed: seed of every random stream [0 or more; default: 1]
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    horizon: days after which a sample ends without a start [days; 1 to 3650; default: 7]
    mix: job mix whose run times count if the snapshot knows too few ended jobs (default: gpu-centre or archer2)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    history: past jobs of the cluster, as sacct --parsable2 prints them: later submissions, run times and waits are learned from them
    history_key_file: hash the names of users with the first line of FILE, the key that collect.sh had; so does the variable CLUSTERSIM_HISTORY_KEY
    history_key: the same with this key; other users of the machine see it meanwhile
    waits_model: learned waits of the cluster, as clustersim fit waits wrote them; they are then not learned from the history
    no_learning: only simulate: do not forecast from the waits of the past
    no_friction: simulate without the friction that the history shows: lost capacity, closed partitions, limits of users
    exact: simulate every cycle of backfill, even if thousands of jobs wait
    no_later_jobs: assume that nobody submits another job
    no_alternatives: do not try smaller and shorter requests
    report: write the answers, charts, inputs and sources as one HTML file
    page: print the JSON of the report's page in place of the answer, for programs that draw it
    format: output format [default: table]
    """
    return ask("forecast", **locals())


def show(
    result: Path,
    *,
    format: Literal["table", "json", "csv", "markdown", "latex"] | None = None,
    width: int | None = None,
    detail: bool = False,
    report: Path | None = None,
    to: Literal["perfetto", "batsim", "sacct", "swf", "sqlite"] | None = None,
    out: Path | None = None,
    replicate: int | None = None,
    variant: int | None = None,
) -> Any:
    """Show a stored result: as text, page or file of another program.

    result: result folder of `clustersim run`, or the file of a sweep
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    detail: print every table, column, picture and note, as other formats always do
    report: write the answers, charts, inputs and sources as one HTML file
    to: write the result in the format of another program, see below
    out: the file of --to (- for stdout) [default: -]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    """
    return ask("show", **locals())


def explain(
    what: str | float,
    *,
    job: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
) -> Any:
    """Explain a message such as CS0103, or why a job waited.

    what: the code in brackets after `error`, or a result folder if --job is given
    job: explain this job of a run with `scheduler: slurm`; JOB is its name in the study or a job ID that squeue shows
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    """
    return ask("explain", **locals())


def import_slurm(
    *,
    conf: Path,
    gres: Path | None = None,
    topology: Path | None = None,
    associations: list[Path] | Path | None = None,
    show_config: Path | None = None,
    release: str | float | None = None,
    hash_users: str | float | None = None,
    out: Path,
) -> Any:
    """Convert slurm.conf and the accounting database of a site into one site.yaml.

    conf: slurm.conf; Include files are read too
    gres: gres.conf (default: the one in the folder of slurm.conf, if any)
    topology: topology.conf (default: the one in the folder of slurm.conf, if any)
    associations: QOS, accounts, users: `sacctmgr dump CLUSTER`, or the tables of `sacctmgr -P show qos` and `sacctmgr -P show assoc tree`; may be given several times
    show_config: output of `scontrol show config`, which names the release of Slurm
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    hash_users: replace names of users and accounts by hashes; the same KEY gives the same names in the site and in its jobs (keep it secret)
    out: the site to write (- for stdout)
    """
    return ask("import slurm", **locals())


def import_sacct(
    dump: Path,
    *,
    hash_users: str | float | None = None,
    skip_broken: bool = False,
    out: Path,
) -> Any:
    """Convert past jobs, as sacct --parsable2 prints them, into a table of submissions.

    dump: what the first example prints, plain or compressed (- for stdin)
    hash_users: replace names of users and accounts by hashes; the same KEY gives the same names in the site and in its jobs (keep it secret)
    skip_broken: skip broken rows instead of refusing the file
    out: the jobs.csv to write (- for stdout)
    """
    return ask("import sacct", **locals())


def import_events(
    events: Path,
    *,
    out: Path,
) -> Any:
    """Convert an event file of the Buffalo Slurm simulator into a table of submissions.

    events: the file, plain or compressed (- for stdin)
    out: the jobs.csv to write (- for stdout)
    """
    return ask("import events", **locals())


def replay(
    trace: Path,
    *,
    cores: int | None = None,
    as_: Literal["swf", "events", "jobs"] | None = None,
    outcomes: Path | None = None,
    set: list[str | float] | str | float | None = None,
    release: str | float | None = None,
    seed: int | None = None,
    reference_cycles: bool = False,
    policy: Literal["fcfs", "easy", "conservative"] | None = None,
    first: int | None = None,
    from_: int | None = None,
    size: Literal["requested", "allocated"] | None = None,
    starts: Path | None = None,
    report: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
    procs: int | None = None,
    site: Path | None = None,
    nodes: int | None = None,
) -> Any:
    """Run the jobs of a trace under a scheduling policy.

    trace: a Standard Workload Format file, plain or compressed (- for stdin); under Slurm also a jobs.csv or an .events file
    cores: cores per node of --nodes [cores; 1 to 4096; default: 1]
    as_: under Slurm, the kind of TRACE: swf, events or jobs (jobs.csv); default: by its name
    outcomes: under Slurm, write the outcome of every job to this file
    set: under Slurm, change the policy of the site: --set bf_max_job_test=1000, or a file with a policy (repeatable; docs/policies.md)
    release: follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not those of the site's (docs/slurm/semantics.md)
    seed: seed of every random stream [0 or more; default: 1]
    reference_cycles: under Slurm, run every scheduling cycle in full: the same starts, slower
    policy: scheduling policy: fcfs: first come, first served: no job passes the head of the queue easy: EASY backfilling: only the head of the queue holds a reservation conservative: conservative backfilling: every waiting job holds a reservation [default: easy]
    first: use only the first K usable jobs [jobs; 1 or more]
    from_: leave out jobs submitted before this second [s; 0 or more; default: 0]
    size: size of a job: what it requested, or was allocated [default: requested]
    starts: write id,submit,start,run,procs of every job to this file
    report: write the answers, charts, inputs and sources as one HTML file
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    procs: processors of the machine [processors; 1 or more]
    site: a site file of `import slurm`; the jobs run under the emulated Slurm, not under --policy
    nodes: number of equal nodes, under the emulated Slurm with its defaults [nodes; 1 to 1000000]
    """
    return ask("replay", **locals())


def diff(
    file: list[Path | dict] | Path | dict,
    *,
    with_: list[str | float] | str | float | None = None,
    set: list[str | float] | str | float | None = None,
    workload: Path | None = None,
    first: int | None = None,
    from_: int | None = None,
    seed: int | None = None,
    replicates: int | None = None,
    workers: int | None = None,
    report: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Compare policies, sites or Slurm releases: who gains, who loses.

    file: site files (with --workload), tables of replay --outcomes, scenarios or folders of results; each is compared with the first
    with_: a further side: the first file with these changes of its policy, "KEY=VALUE …" or a file with a policy (repeatable)
    set: change the policy of every side (repeatable)
    workload: the trace for site files: jobs.csv, .events or Standard Workload Format
    first: use only the first K jobs of the trace [jobs; 1 or more]
    from_: leave out jobs submitted before this second of the trace [s; 0 or more; default: 0]
    seed: seed of every random stream [0 or more]
    replicates: number of simulated queues [1 or more]
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    report: write the answers, charts, inputs and sources as one HTML file
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("diff", **locals())


def fit_mix(
    file: list[Path] | Path,
    *,
    jobs: Literal["all", "gpu", "cpu"] | None = None,
    partition: list[str | float] | str | float | None = None,
    cores_per_node: int | None = None,
    size: Literal["requested", "allocated"] | None = None,
    size_unit: Literal["gpu", "node"] | None = None,
    machine_size: int | None = None,
    name: str | float | None = None,
    out: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Fit a job mix for background load to a log of jobs.

    file: logs, plain or compressed: SWF (*.swf*), output of sacct --parsable2, jobs.csv of `import`, or CSV with a submission, a run time and GPUs or nodes; users and limits where they are given
    jobs: jobs to use [default: all]
    partition: use only the jobs of these partitions
    cores_per_node: processors of a node, for sizes of SWF [processors; 1 to 1000000; default: 1]
    size: processors of SWF: requested (field 8) or allocated (field 5) [default: requested]
    size_unit: unit of the sizes (default: node if the log has nodes)
    machine_size: nodes or GPUs of the machine that the log is of: sizes then scale with the partition (default: they do not) [nodes or GPUs; 1 to 10000000]
    name: name of the mix (default: that of the file)
    out: mix to write (- for stdout) [default: -]
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("fit mix", **locals())


def fit_waits(
    file: list[Path] | Path,
    *,
    partition: list[str | float] | str | float | None = None,
    history_key_file: Path | None = None,
    history_key: str | float | None = None,
    out: Path | None = None,
    workers: int | None = None,
) -> Any:
    """Learn the waits of a cluster from its log, for clustersim forecast --waits-model.

    file: logs with waits, plain or compressed: output of sacct --parsable2 or jobs.csv of `import`
    partition: use only the jobs of these partitions
    history_key_file: hash the names of users with the first line of FILE, the key that collect.sh had; so does the variable CLUSTERSIM_HISTORY_KEY
    history_key: the same with this key; other users of the machine see it meanwhile
    out: model to write (- for stdout) [default: -]
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    """
    return ask("fit waits", **locals())


def fit_pilot(
    application: Path,
    pilot: list[Path] | Path,
    *,
    system: Path,
    partition: str | float | None = None,
    scaling: Literal["weak", "strong"] | None = None,
    nodes: list[int] | int | None = None,
    fit: list[Literal["compute", "network", "overhead"]] | Literal["compute", "network", "overhead"] | None = None,
    out: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Fit an application's step time to pilot runs and extrapolate to more nodes.

    application: a name of workloads/applications, or a file
    pilot: CSV with nodes and step_time_s, samples_per_s or tokens_per_s
    system: a machine of `systems list`, or a file
    partition: partition of the machine (default: its usual one with GPUs)
    scaling: scaling of the pilot's batch [default: weak]
    nodes: node counts to extrapolate to [nodes; 1 to 1000000]
    fit: parameters to fit: compute, network, overhead (default: as many as the pilot determines)
    out: write the application with the fit, for `run`, `step` and `plan`
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("fit pilot", **locals())


def fit_links(
    file: Path,
    *,
    like: str | float | None = None,
    system: Path | None = None,
    partition: str | float | None = None,
    nodes: int | None = None,
    gpus_per_node: int | None = None,
    collective: Literal["all_reduce", "all_gather", "reduce_scatter", "broadcast", "alltoall", "sendrecv"] | None = None,
    by: Literal["hardware", "class"] | None = None,
    format: Literal["text", "json", "yaml"] | None = None,
) -> Any:
    """Fit latencies and achieved bandwidth shares of links to measured collectives.

    file: CSV with size_bytes and time_us or busbw_GBps; collective, hardware, nodes, gpus, nic and algo where rows differ
    like: treat all rows as this class of systems/links, whatever hardware they name
    system: treat all rows as nodes of this machine
    partition: partition of the machine (default: its usual one with GPUs)
    nodes: nodes of rows that state none [nodes; 1 or more; default: 1]
    gpus_per_node: GPUs per node of rows that state none (default: all of a node) [GPUs; 1 or more]
    collective: collective of rows that state none [default: all_reduce]
    by: one fit for each hardware or for each class [default: hardware]
    format: output format; yaml is to paste into a file of systems/links [default: text]
    """
    return ask("fit links", **locals())


def fit_accelerator(
    table: Path,
    *,
    accelerator: str | float | None = None,
    out: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Fit the achievable rates of an accelerator to measured kernels.

    table: CSV of tests/bench/gpu/kernels.py: kernel, precision, m, n, k, copies, bytes, seconds, repeats, spread
    accelerator: the one that was measured, a name of systems/accelerators or a file (default: the one whose model the table names)
    out: write the accelerator with the fit
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("fit accelerator", **locals())


def validate(
    set: list[str] | str | None = None,
    *,
    measured: list[Path] | Path | None = None,
    rows: bool = False,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Compare predictions with published measurements.

    set: sets of measurements (default: all): vtrain-single, vtrain-multi, megatron-2020, sc21, korthikanti, korthikanti-memory, megatron-core, nemo-launcher, mpt-fsdp, bloom, eurohpc, campaigns, resnet-bert, mlperf, mlperf-v5, lora, nemo-context, megatron-bridge, memory, recipes, torchtitan, huggingface, reported, epicure, caraml, power, collectives, collectives-carried, nccl-node, generic, inference, serving, served, vision, storage, gemm, attention [one of vtrain-single, vtrain-multi, megatron-2020, sc21, korthikanti, korthikanti-memory, megatron-core, nemo-launcher, mpt-fsdp, bloom, eurohpc, campaigns, resnet-bert, mlperf, mlperf-v5, lora, nemo-context, megatron-bridge, memory, recipes, torchtitan, huggingface, reported, epicure, caraml, power, collectives, collectives-carried, nccl-node, generic, inference, serving, served, vision, storage, gemm, attention]
    measured: a CSV file of your own in the column layout of one of the sets
    rows: print every row next to its prediction
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("validate", **locals())


def validate_waits(
    file: list[Path] | Path,
    *,
    learn: int | None = None,
    partition: list[str | float] | str | float | None = None,
    cores_per_node: int | None = None,
    size: Literal["requested", "allocated"] | None = None,
    simulate: int | None = None,
    machine_size: int | None = None,
    workers: int | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Forecast the waits of a log job by job without the future, and score the forecasts.

    file: logs with waits, plain or compressed: SWF (*.swf*), output of sacct --parsable2 or jobs.csv of `import`; or CSV tables of jobs that waited at snapshots (columns poll_time, start_time, ...)
    learn: days of a log, or snapshots, that are only learned from (default: a third of the days, at least 4; 10 snapshots) [1 or more]
    partition: use only the jobs of these partitions
    cores_per_node: processors of a node, for sizes of SWF [processors; 1 to 1000000; default: 1]
    size: processors of SWF: requested (field 8) or allocated (field 5) [default: requested]
    simulate: simulate the queue for N of the scored jobs of a log, too, without and with the friction that its past shows: lost capacity, closed queues, limits of users, order [jobs; 1 or more]
    machine_size: nodes of the simulated machine, or processors of SWF without --cores-per-node (default: the most in use at once so far) [nodes or processors; 1 to 10000000]
    workers: number of threads, on which no result depends (default: one per core) [threads; 1 to 1024]
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("validate waits", **locals())


def step(
    app: Path,
    *,
    framework: str | float | None = None,
    system: Path,
    partition: str | float | None = None,
    nodes: list[int] | int,
    plan: str | float | None = None,
    sweep: str | float | None = None,
    scaling: Literal["weak", "strong"] | None = None,
    placement: Literal["compact", "spread"] | None = None,
    data: str | float | None = None,
    device_spread: float | None = None,
    detail: bool = False,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
    kernels: bool = False,
) -> Any:
    """Predict time, throughput, memory and energy of a training step.

    app: an application by name or file
    framework: training software, such as huggingface (default: the application's)
    system: a machine of `systems list`, or a file
    partition: partition of the machine (default: its usual one with GPUs)
    nodes: node counts, such as 16,32,64 [nodes; 1 to 1000000]
    plan: changes of the application's parallel plan: tp, pp, dp, cp, ep, vp, mb, acc, zero, shard, lora, frozen, saved, attention, paged, bucket, recompute, recompute-layers, recompute-every, schedule, sp, ends, etp, precision, graphs, dispatch, router; for example tp=8,pp=4,zero=1
    sweep: print a row for each value of one key, such as tp=1,2,4,8
    scaling: weak: keep the micro-batches per replica; strong: keep the global batch [default: weak]
    placement: compact, or spread over the machine [default: compact]
    data: where samples are read from: a file system of the machine, disk or ram of its nodes, or synthetic (nothing is loaded); default: the application's
    device_spread: coefficient of variation of the devices' step times, such as 0.01 [a ratio; 0 to 1; default: 0]
    detail: print the parts of time and memory of several plans, too
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    kernels: print the distinct kernels of the step with their predicted times as CSV, for tests/bench/gpu/kernels.py --shapes
    """
    return ask("step", **locals())


def plan(
    app: Path,
    *,
    framework: str | float | None = None,
    system: Path,
    partition: str | float | None = None,
    gpus: list[int] | int,
    batch: int | None = None,
    hold: str | float | None = None,
    top: int | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Find the fastest parallel plans that fit in memory on N GPUs.

    app: an application by name or file
    framework: training software, such as huggingface (default: the application's)
    system: a machine of `systems list`, or a file
    partition: partition of the machine (default: its usual one with GPUs)
    gpus: GPU counts, such as 256,512,1024 [GPUs; 1 to 1000000]
    batch: samples per step (default: the application's) [samples; 1 to 100000000]
    hold: parts that all plans have, such as tp=8,zero=1,lora=16 (keys: docs/applications.md)
    top: number of plans to print for each count [plans; 1 to 1000; default: 10]
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("plan", **locals())


def inference(
    app: Path,
    *,
    system: Path,
    partition: str | float | None = None,
    gpus: int | None = None,
    tensor: int | None = None,
    batch: list[int] | int | None = None,
    prompt: int | None = None,
    output: int | None = None,
    weights: str | None = None,
    precision: Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8"] | None = None,
    cache: Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8"] | None = None,
    engine: str | float | None = None,
    data: int | None = None,
    expert: int | None = None,
    speculative: int | None = None,
    acceptance: float | None = None,
    rate: list[float] | float | None = None,
    concurrency: list[int] | int | None = None,
    for_: str | float | None = None,
    prefill_gpus: int | None = None,
    decode_gpus: int | None = None,
    max_batch: int | None = None,
    pass_tokens: int | None = None,
    prefill: Literal["chunked", "first"] | None = None,
    spread: float | None = None,
    seed: int | None = None,
    format: Literal["table", "json", "csv", "markdown", "latex"] | None = None,
    width: int | None = None,
) -> Any:
    """Predict latency, throughput and memory of serving a model.

    app: a language model by name or file
    system: a machine of `systems list`, or a file
    partition: partition of the machine (default: its usual one with GPUs)
    gpus: GPUs in all [GPUs; 1 to 1000000; default: 1]
    tensor: GPUs that hold one replica (default: all, at most those of a node) [GPUs; 1 to 1024]
    batch: requests at the same time, such as 1,16,64 [requests; 1 to 1000000; default: 1]
    prompt: tokens of a prompt [tokens; 1 to 10000000; default: 1024]
    output: tokens to generate [tokens; 1 to 10000000; default: 256]
    weights: format in which weights are stored [one of bf16, fp16, fp8, mxfp8, int8, int4, nf4, mxfp4, nvfp4, awq]
    precision: of products, and of weights without --weights (default: bf16)
    cache: of keys and values (default: as the products; 16 bits with --weights)
    engine: software: a name of workloads/engines, or a file [default: vllm]
    data: groups of --tensor GPUs with requests of their own, which share the experts [groups; 1 to 1024; default: 1]
    expert: groups of a replica's GPUs that hold different experts [groups; 1 to 1024; default: 1]
    speculative: tokens that a draft of one layer proposes for each pass (default: none) [tokens; 1 to 16]
    acceptance: probability that a proposed token is accepted [a ratio; 0 to 1; default: 0.8]
    rate: requests/s over all replicas, such as 0.5,1,2 [requests/s; 1e-06 to 1000000]
    concurrency: clients that always have one request each, such as 1,10,50 [clients; 1 to 100000]
    for_: limits on latencies, such as ttft<1s,tpot<50ms: find the fewest GPUs
    prefill_gpus: GPUs that only pass prompts [GPUs; 1 to 1000000]
    decode_gpus: GPUs that only generate [GPUs; 1 to 1000000]
    max_batch: requests that a replica runs at the same time (default: the engine's) [requests; 1 to 100000]
    pass_tokens: tokens of one pass (default: the engine's) [tokens; 1 to 1000000]
    prefill: prompts: chunked, with the tokens of others, or first (default: the engine's)
    spread: standard deviation of the lengths over their mean [a ratio; 0 to 2; default: 0]
    seed: seed of every random stream [0 or more; default: 1]
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("inference", **locals())


def fabric_show(
    system: Path | None = None,
    *,
    edges: Path | None = None,
    partition: str | float | None = None,
    routing: Literal["minimal", "ecmp", "valiant", "adaptive"] | None = None,
    format: Literal["text", "json", "graphml", "dot", "simgrid-xml"] | None = None,
) -> Any:
    """Show one network as tables or as a graph.

    system: a machine of `systems list`, or a file
    edges: a fabric of your own: CSV from,to,bandwidth,latency,level
    partition: show the network, traffic and bisection of this partition's nodes
    routing: routing of its traffic (default: the machine's own)
    format: output format [default: text]
    """
    return ask("fabric show", **locals())


def nccl_tests(
    *,
    system: Path,
    partition: str | float | None = None,
    nodes: int,
    gpus_per_node: int | None = None,
    groups: int | None = None,
    collective: Literal["all_reduce", "all_gather", "reduce_scatter", "broadcast", "alltoall", "sendrecv"] | None = None,
    algorithm: Literal["ring", "tree", "hierarchical", "in_switch", "pairwise"] | None = None,
    minbytes: str | float | None = None,
    maxbytes: str | float | None = None,
    stepfactor: float | None = None,
    placement: str | float | None = None,
    model: Literal["closed", "flow"] | None = None,
    background: float | None = None,
    traffic: Literal["mean", "flows"] | None = None,
    seed: int | None = None,
    measured: Path | None = None,
    format: Literal["text", "json"] | None = None,
) -> Any:
    """Predict what nccl-tests would print for a collective.

    system: a machine of `systems list`, or a file
    partition: partition of the machine (default: its usual one with GPUs)
    nodes: number of nodes [nodes; 1 to 1000000]
    gpus_per_node: ranks per node (default: all its GPUs) [GPUs; 1 to 1000000]
    groups: number of equal groups that run on the nodes at the same time [groups; 1 to 1000000; default: 1]
    collective: collective operation [default: all_reduce]
    algorithm: algorithm (default: the fastest that the library would choose)
    minbytes: first size: 8, 64K, 8M, 1G [default: 8]
    maxbytes: last size [default: 128M]
    stepfactor: ratio of each size to the previous one [a ratio; 1.01 to 1000000; default: 2]
    placement: compact: fill group by group; spread: distribute over the groups; random; or a file of node names [default: compact]
    model: closed: use formulas; flow: simulate every flow on its route [default: closed]
    background: share of the time in which jobs on all other nodes communicate (needs --model flow) [a ratio; 0 to 1; default: 0]
    traffic: of the background. mean: what it leaves of each link on average; flows: every flow of every job, with what it has to send, at 20 moments [default: mean]
    seed: seed of every random stream [0 or more; default: 1]
    measured: CSV file with size_bytes and time_us, printed next to the prediction
    format: output format [default: text]
    """
    return ask("nccl-tests", **locals())


def systems_list(
    *,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """List the machines, one row each.

    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("systems list", **locals())


def systems_show(
    system: Path,
    *,
    section: str | float | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
    for_: Literal["snakemake", "nextflow"] | None = None,
) -> Any:
    """Show partitions, QOS, billing and access of a machine, then every number with its source.

    system: a machine of `systems list`, or a file
    section: only one section: partitions, qos, access, node_types, sources …
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    for_: the partitions as the configuration file of a workflow manager
    """
    return ask("systems show", **locals())


def systems_check(
    file: list[Path] | Path,
    *,
    today: str | float | None = None,
) -> Any:
    """Check files of machines, accelerators, links or Slurm sites for errors.

    file: files, or names of machines
    today: the day on which facts are old if they were checked more than a year before
    """
    return ask("systems check", **locals())


def applications_list(
    *,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """List names, sizes and training defaults.

    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("applications list", **locals())


def applications_show(
    app: Path,
    *,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    width: int | None = None,
) -> Any:
    """Show every number of an application with its source.

    app: an application of `applications list`, or a file
    format: output format [default: table]
    width: characters of a line of a table (default: those of the terminal, 80 in a pipe) [characters; 40 to 10000]
    """
    return ask("applications show", **locals())


def applications_check(
    file: list[Path] | Path,
) -> Any:
    """Check application files for errors.

    file: application files
    """
    return ask("applications check", **locals())


def help(
    topic: list[str] | str | None = None,
    *,
    schema: bool = False,
    man: bool = False,
    man_pages: Path | None = None,
    format: Literal["table", "json", "csv", "markdown"] | None = None,
    reference: bool = False,
    python: bool = False,
) -> Any:
    """Explain a command or a topic.

    topic: a command, or units, exit-codes, formats, metrics
    schema: print the JSON schema of what `clustersim ask` takes for the command, or for all
    man: print it as a manual page
    man_pages: write all manual pages into man1/ and man7/ of this folder
    format: format of the metrics [default: table]
    reference: print all commands as a page in Markdown
    python: print all commands as functions of the Python package
    """
    return ask("help", **locals())


def completion(
    shell: Literal["bash", "zsh", "fish"],
    *,
    out: Path | None = None,
) -> Any:
    """Print a script that completes commands in a shell.

    shell: your shell
    out: write it to a file
    """
    return ask("completion", **locals())


def squeue(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
    long: bool = False,
    start: bool = False,
    array: bool = False,
    noheader: bool = False,
    format: str | float | None = None,
    sort: str | float | None = None,
    user: str | float | None = None,
    partition: str | float | None = None,
    states: str | float | None = None,
    jobs: str | float | None = None,
    account: str | float | None = None,
    qos: str | float | None = None,
) -> Any:
    """Show the queue at a moment, as squeue does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    long: print limits and long state names too
    start: print start estimates of pending jobs
    array: print one line per array task
    noheader: print no header
    format: columns such as "%.18i %.9P %Q %R"
    sort: sort keys such as "P,t,-p"
    user: only jobs of these users
    partition: only these partitions
    states: only these states, or all
    jobs: only these jobs, by number or name
    account: only these accounts
    qos: only these QOS
    """
    return ask("squeue", **locals())


def sinfo(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
    long: bool = False,
    summarize: bool = False,
    Node: bool = False,
    list_reasons: bool = False,
    reservation: bool = False,
    noheader: bool = False,
    format: str | float | None = None,
    partition: str | float | None = None,
    states: str | float | None = None,
    nodes: str | float | None = None,
) -> Any:
    """Show partitions and nodes at a moment, as sinfo does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    long: print limits and reasons too
    summarize: print one line per partition
    Node: print one line per node and partition
    list_reasons: print why nodes are out of service
    reservation: print reservations
    noheader: print no header
    format: columns such as "%P %.6D %t %N"
    partition: only these partitions
    states: only these states
    nodes: only these nodes
    """
    return ask("sinfo", **locals())


def sprio(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
    long: bool = False,
    norm: bool = False,
    weights: bool = False,
    noheader: bool = False,
    format: str | float | None = None,
    user: str | float | None = None,
    partition: str | float | None = None,
    jobs: str | float | None = None,
) -> Any:
    """Show the priority factors of pending jobs, as sprio does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    long: print every factor, also those without weight
    norm: print the factors before weighting
    weights: print the weights
    noheader: print no header
    format: columns such as "%.15i %9r %.10Y"
    user: only jobs of these users
    partition: only these partitions
    jobs: only these jobs, by number or name
    """
    return ask("sprio", **locals())


def sshare(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
    all: bool = False,
    long: bool = False,
    partition: bool = False,
    Users: bool = False,
    noheader: bool = False,
    parsable: bool = False,
    parsable2: bool = False,
    users: str | float | None = None,
    accounts: str | float | None = None,
) -> Any:
    """Show shares and usage of accounts at a moment, as sshare does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    all: print all users
    long: print level fairshare and minutes too
    partition: print partitions too
    Users: print only users, no accounts
    noheader: print no header
    parsable: print | after each field
    parsable2: print | between fields
    users: only these users
    accounts: only these accounts
    """
    return ask("sshare", **locals())


def sacct(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
    brief: bool = False,
    allocations: bool = False,
    duplicates: bool = False,
    noheader: bool = False,
    parsable: bool = False,
    parsable2: bool = False,
    format: str | float | None = None,
    starttime: str | float | None = None,
    endtime: str | float | None = None,
    user: str | float | None = None,
    accounts: str | float | None = None,
    partition: str | float | None = None,
    state: str | float | None = None,
    jobs: str | float | None = None,
) -> Any:
    """Show the accounting up to a moment, as sacct does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    brief: print only job, state and exit code
    allocations: print no job steps
    duplicates: print every run of a requeued job
    noheader: print no header
    parsable: print | after each field
    parsable2: print | between fields
    format: fields such as JobID%20,State,Elapsed
    starttime: only jobs that were pending or running after this moment (default: midnight)
    endtime: only jobs that were pending or running before this moment
    user: only jobs of these users
    accounts: only these accounts
    partition: only these partitions
    state: only these states
    jobs: only these jobs, by number or name
    """
    return ask("sacct", **locals())


def sdiag(
    result: Path,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
) -> Any:
    """Show the scheduler's statistics, as sdiag does.

    result: result folder of a run with `scheduler: slurm`
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    """
    return ask("sdiag", **locals())


def seff(
    result: Path,
    job: str | float,
    *,
    at: str | float | None = None,
    replicate: int | None = None,
    variant: int | None = None,
) -> Any:
    """Show how efficiently a job used its allocation, as seff does.

    result: result folder of a run with `scheduler: slurm`
    job: ID or name of the job, or an array task such as 10_2
    at: moment to show: 2d4h or seconds since the start of the simulated queue, submit, submit+30m, or 2026-01-03T12:00:00 [default: submit]
    replicate: number of the simulated queue, as in jobs.csv (default: the one with the median wait of the study's first job) [0 or more]
    variant: number of the variant, in the order of jobs.csv [0 or more; default: 0]
    """
    return ask("seff", **locals())
