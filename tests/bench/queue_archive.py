#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""queue_archive.py OUT.tar.gz [--nodes 3000] [--jobs 5000] [--seed 1]

Writes an archive as collect.sh does, of an invented machine: nodes of 128 cores given out whole, users with shares and usage,
most nodes busy. For measuring the speed of `clustersim forecast`.
"""
import argparse
import io
import random
import tarfile

NOW = 1704157901


def clock(seconds):
    return "%d-%02d:%02d:%02d" % (seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out")
    options.add_argument("--nodes", type=int, default=3000)
    options.add_argument("--jobs", type=int, default=5000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    rand = random.Random(asked.seed)
    accounts = ["a%03d" % i for i in range(80)]
    users = [("u%03d" % i, rand.choice(accounts)) for i in range(300)]
    activity = [rand.paretovariate(1.1) for _ in users]
    node = "nid%06d"
    nodes = ["NodeName=%s CPUTot=128 CoresPerSocket=64 Sockets=2 ThreadsPerCore=1 RealMemory=229376 Weight=1 State=%s" %
             (node % i, "DOWN+DRAIN" if i % 100 == 7 else "ALLOCATED") for i in range(1, asked.nodes + 1)]
    free = [i for i in range(1, asked.nodes + 1) if i % 100 != 7]
    jobs = []
    limits = [1800, 3600, 7200, 14400, 43200, 86400, 172800]
    waiting = False
    for number in range(1, asked.jobs + 1):
        user, account = rand.choices(users, activity)[0]
        size = min(512, int(rand.paretovariate(0.9)))
        limit = rand.choice(limits)
        common = "JobId=%d UserId=%s(1) Priority=%d Nice=0 Account=%s QOS=normal " % (number, user, rand.randint(1000, 9000), account)
        waiting = waiting or size > len(free) or number > asked.jobs // 3
        submit = NOW - rand.randint(60, 80000)
        end = "TimeLimit=%s Partition=standard NumTasks=%d CPUs/Task=1 NtasksPerN:B:S:C=1:0:*:* MinMemoryNode=0 OverSubscribe=NO" % (clock(limit), size)
        if not waiting:
            start = NOW - rand.randint(1, limit - 1)
            mine, free = free[:size], free[size:]
            places = "NodeList=%s NumNodes=%d NumCPUs=%d Nodes=%s CPU_IDs=0-127 Mem=229376 GRES=" % (
                ",".join(node % i for i in mine), size, size * 128, ",".join(node % i for i in mine))
            jobs.append(common + "JobState=RUNNING Reason=None SubmitTime=%d EligibleTime=%d AccrueTime=%d StartTime=%d EndTime=%d LastSchedEval=%d Scheduler=Main %s %s"
                        % (start - 60, start - 60, start - 60, start, start + limit, start, end, places))
        else:
            jobs.append(common + "JobState=PENDING Reason=Priority SubmitTime=%d EligibleTime=%d AccrueTime=%d StartTime=Unknown NumNodes=%d-%d NumCPUs=%d %s"
                        % (submit, submit, submit, size, size, size * 128, end))
    config = """ClusterName = invented
SLURM_VERSION = 24.05.1
BOOT_TIME = 1703000000
SelectType = select/cons_tres
SelectTypeParameters = CR_CORE_MEMORY
SchedulerType = sched/backfill
SchedulerParameters = bf_window=4320,bf_resolution=600,bf_max_job_test=1000,bf_max_job_user=50,bf_continue
PriorityType = priority/multifactor
PriorityWeightFairShare = 10000
PriorityWeightAge = 2000
PriorityDecayHalfLife = 7-00:00:00
AccountingStorageType = accounting_storage/slurmdbd
AccountingStorageEnforce = associations,limits,qos
MaxJobCount = 100000
"""
    tree = ["Cluster|Account|User|Partition|ParentName|Share|QOS", "invented|root||||1|normal", "invented| root|root|||1|normal"]
    shares = ["Account|User|RawShares|NormShares|RawUsage", "root|||1|0"]
    for account in accounts:
        tree.append("invented| %s|||root|%d|normal" % (account, rand.randint(1, 50)))
        mine = [(user, rand.randint(0, 10 ** 9)) for user, its in users if its == account]
        shares.append(" %s||1|0|%d" % (account, sum(usage for _, usage in mine)))
        for user, usage in mine:
            tree.append("invented|  %s|%s|||1|normal" % (account, user))
            shares.append("  %s|%s|1|0|%d" % (account, user, usage))
    texts = {
        "manifest.txt": "clustersim-queue\t1\nslurm\t24.05.1\ncluster\tinvented\nbegan\t%d\nended\t%d\nutc_offset\t+0100\nnames\thashed\n" % (NOW, NOW),
        "sdiag.txt": "sdiag output at x (%d)\n\tLast cycle when: x (%d)\n" % (NOW, NOW - 17),
        "nodes.txt": "\n".join(nodes) + "\n",
        "partitions.txt": "PartitionName=standard Default=YES MaxTime=2-00:00:00 Nodes=nid[%06d-%06d] OverSubscribe=EXCLUSIVE State=UP\n" % (1, asked.nodes),
        "reservations.txt": "",
        "jobs.txt": "\n".join(jobs) + "\n",
        "config.txt": config,
        "qos.txt": "Name|Priority\nnormal|0\n",
        "associations.txt": "\n".join(tree) + "\n",
        "shares.txt": "\n".join(shares) + "\n",
    }
    with tarfile.open(asked.out, "w:gz") as packed:
        for name, text in texts.items():
            data = text.encode()
            info = tarfile.TarInfo("queue/" + name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))


if __name__ == "__main__":
    main()
