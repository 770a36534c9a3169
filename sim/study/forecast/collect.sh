#!/bin/sh
# Collects the queue of a Slurm cluster as it is now, for `clustersim import queue`.
# Slurm 20.11 to 26.05, ordinary rights, POSIX tools. It only reads, with one call of each command.
#
#   sh collect.sh                writes queue-CLUSTER-TIME.tar.gz into the current folder
#   sh collect.sh -o FILE        writes FILE
#   sh collect.sh --names        keeps the names of users, accounts and jobs
#   sh collect.sh --key TEXT     the same TEXT gives the same hashes in every archive (keep it secret)
#
# Without --names, every name of a user, an account, a group or a job is replaced by a hash that needs a key;
# without --key the key is random and not kept. Free text (comments, reasons of administrators, paths,
# command lines) is always left out. Look into the archive before you give it to somebody else.
set -u
LC_ALL=C
export LC_ALL

names=hashed
key=
out=
while [ $# -gt 0 ]; do
    case $1 in
        --names) names=kept ;;
        --key) key=${2:?--key needs a text}; shift ;;
        -o) out=${2:?-o needs a file}; shift ;;
        -h | --help) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "collect.sh: unknown option: $1 (see --help)" >&2; exit 2 ;;
    esac
    shift
done

scratch=$(mktemp -d "${TMPDIR:-/tmp}/collect.XXXXXX") || exit 5
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
umask 077
mkdir "$scratch/raw" "$scratch/queue" "$scratch/names" || exit 5
manifest=$scratch/queue/manifest.txt

# Times as Unix seconds; releases that ignore the format print UTC.
offset=$(date +%z)
SLURM_TIME_FORMAT=%s
TZ=UTC0
export SLURM_TIME_FORMAT TZ
# Settings of the user must not change what the commands print.
unset SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_USERS SQUEUE_PARTITION SQUEUE_STATES SINFO_FORMAT SINFO_PARTITION \
    SPRIO_FORMAT SSHARE_FORMAT SLURM_CLUSTERS SACCTMGR_FORMAT 2>/dev/null

began=$(date +%s)
: > "$scratch/commands"
# collect FILE COMMAND...: keeps the output, or why there is none.
collect() {
    file=$1
    shift
    "$@" > "$scratch/raw/$file" 2> "$scratch/errors" < /dev/null
    status=$?
    why=$(head -n 1 "$scratch/errors" | tr '\t' ' ' | cut -c 1-200)
    [ "$status" -eq 0 ] && why=
    [ "$status" -eq 0 ] || rm -f "$scratch/raw/$file"
    printf 'command\t%s\t%s\t%s\t%s\n' "$file" "$status" "$1 ${2:-}" "$why" >> "$scratch/commands"
}

# The queue first and the slow databases last, so that the state is of one moment.
collect sdiag.txt sdiag
collect jobs.txt scontrol -o -d -a show job
collect squeue.txt squeue -a -h -o 'JobId=%A ArrayJobId=%F ArrayTaskId=%K UserId=%u Account=%a QOS=%q JobState=%T Reason=%r Priority=%Q Nice=%y SubmitTime=%V StartTime=%S EndTime=%e TimeLimit=%l Partition=%P NodeList=%N NumNodes=%D NumCPUs=%C MinMemoryNode=%m Features=%f Dependency=%E ReqNodeList=%n ExcNodeList=%x OverSubscribe=%h Reservation=%v Licenses=%W TresPerNode=%b JobName=%j'
collect nodes.txt scontrol -o -d -a show node
collect reservations.txt scontrol -o -a show reservation
collect partitions.txt scontrol -o -a show partition
collect sinfo.txt sinfo -a -h -N -o '%N|%P|%T|%c|%m|%G'
collect sprio.txt sprio -h -o '%i|%r|%Y|%A|%F|%J|%P|%Q|%N|%T'
collect shares.txt sshare -a -l -P
collect usage.txt scontrol -o show assoc_mgr flags=assoc,qos
collect licenses.txt scontrol -o show licenses
collect topology.txt scontrol -o show topology
collect config.txt scontrol show config
collect qos.txt sacctmgr -n -P show qos format=Name
[ -f "$scratch/raw/qos.txt" ] && collect qos.txt sacctmgr -P show qos
collect associations.txt sacctmgr -P show assoc tree format=Cluster,Account,User,Partition,ParentName,Share,Priority,GrpJobs,GrpTRES,GrpSubmit,GrpWall,GrpTRESMins,GrpTRESRunMins,MaxJobs,MaxTRES,MaxTRESPerNode,MaxSubmit,MaxWall,MaxTRESMins,QOS,DefaultQOS
ended=$(date +%s)

if [ ! -f "$scratch/raw/jobs.txt" ] && [ ! -f "$scratch/raw/squeue.txt" ]; then
    echo "collect.sh: neither scontrol nor squeue shows the queue: is this a login node of a Slurm cluster?" >&2
    cut -f 2,5 "$scratch/commands" | head -n 3 >&2
    exit 5
fi

cat > "$scratch/filter.awk" <<'AWK'
# Keeps what a forecast needs. mode=names prints each name of a person, an account, a group or a job once;
# mode=write prints the lines, with the names replaced where a map is given.
BEGIN {
    FS = OFS = (kind == "table" ? "|" : " ")
    n = split("JobId ArrayJobId ArrayTaskId ArrayTaskThrottle HetJobId HetJobOffset UserId Account QOS Priority Nice " \
        "JobState Reason Dependency Requeue Restarts ExitCode RunTime TimeLimit TimeMin SubmitTime EligibleTime " \
        "AccrueTime StartTime EndTime Deadline SuspendTime SecsPreSuspend PreemptEligibleTime PreemptTime " \
        "LastSchedEval Scheduler Partition ReqNodeList ExcNodeList NodeList SchedNodeList NumNodes NumCPUs NumTasks " \
        "CPUs/Task ReqB:S:C:T TRES ReqTRES AllocTRES Socks/Node NtasksPerN:B:S:C CoreSpec Nodes CPU_IDs Mem GRES " \
        "MinCPUsNode MinMemoryNode MinMemoryCPU MinTmpDiskNode Features Prefer Reservation Gres OverSubscribe " \
        "Contiguous Licenses CpusPerTres TresPerJob TresPerNode TresPerSocket TresPerTask MemPerTres NtasksPerTRES " \
        "Switches GresEnforceBind KillOInInvalidDependent " \
        "NodeName CoresPerSocket CPUAlloc CPUEfctv CPUTot AvailableFeatures ActiveFeatures GresUsed Sockets State " \
        "ThreadsPerCore TmpDisk Weight RealMemory AllocMem CoreSpecCount CPUSpecList MemSpecLimit Partitions CfgTRES " \
        "PartitionName AllowGroups AllowAccounts AllowQos DenyAccounts DenyQos Default DefaultTime DisableRootJobs " \
        "ExclusiveUser GraceTime Hidden MaxNodes MaxTime MinNodes LLN MaxCPUsPerNode PriorityJobFactor PriorityTier " \
        "RootOnly ReqResv OverTimeLimit PreemptMode TotalCPUs TotalNodes SelectTypeParameters DefMemPerNode " \
        "DefMemPerCPU DefMemPerGPU MaxMemPerNode MaxMemPerCPU TRESBillingWeights JobDefaults QoS " \
        "ClusterName UserName ParentAccount DefAssoc SharesRaw/Norm/Level/Factor UsageRaw/Norm/Efctv UsageRaw GrpJobs " \
        "GrpSubmitJobs GrpWall GrpTRES GrpTRESMins GrpTRESRunMins " \
        "ReservationName Duration NodeCnt CoreCnt Flags Users Groups Accounts MaxStartDelay Watts", words, " ")
    for (i = 1; i <= n; i++) wanted[words[i]] = 1
    if (map != "") while ((getline line < map) > 0) {
        at = index(line, " ")
        hash[substr(line, at + 1)] = substr(line, 1, at - 1)
    }
}
# One name, or with mode=write its hash. What is no name stays: nothing, "(null)", "ALL", "root".
function name(text, prefix) {
    if (text == "" || text == "(null)"  || text == "ALL" || text == "root" || text == "N/A" || text == "None") return text
    if (mode == "names") { print prefix text; return text }
    return ((prefix text) in hash) ? hash[prefix text] : text
}
function list(text, prefix,    i, m, parts, minus, all) {
    m = split(text, parts, ",")
    all = ""
    for (i = 1; i <= m; i++) {
        minus = substr(parts[i], 1, 1) == "-" ? "-" : ""
        all = all (i > 1 ? "," : "") minus name(substr(parts[i], length(minus) + 1), prefix)
    }
    return all
}
kind == "table" {  # sshare, sacctmgr: columns Account and User; accounts are indented
    if (NR == 1) {
        for (i = 1; i <= NF; i++) column[tolower($i)] = i
        if (mode == "write") print
        next
    }
    for (title in column) {
        i = column[title]
        if (title == "account" || title == "parentname" || title == "par name") {
            match($i, /^ */)
            $i = substr($i, 1, RLENGTH) name(substr($i, RLENGTH + 1), "a ")
        } else if (title == "user") {
            match($i, /^ */)
            $i = substr($i, 1, RLENGTH) name(substr($i, RLENGTH + 1), "u ")
        }
    }
    if (mode == "write") print
    next
}
kind == "words" {
    rest = $0
    job = ""
    # The name of a job is free text: it ends where the next word of Slurm begins.
    if ((at = index(rest, " JobName=")) > 0) {
        job = substr(rest, at + 9)
        if ((last = index(job, " UserId=")) > 0) {
            rest = substr(rest, 1, at - 1) substr(job, last)
            job = substr(job, 1, last - 1)
        } else rest = substr(rest, 1, at - 1)
        gsub(/[ \t|]/, "_", job)
    }
    m = split(rest, part, " ")
    text = ""
    free = 0
    for (i = 1; i <= m; i++) {
        equals = index(part[i], "=")
        if (equals == 0) continue
        word = substr(part[i], 1, equals - 1)
        value = substr(part[i], equals + 1)
        # From here on a job has free text, of which nothing is kept but these words at its end.
        if (word == "Comment" || word == "AdminComment" || word == "SystemComment" || word == "Command" || word == "Extra") free = 1
        if (free && word !~ /^(TresPer(Job|Node|Socket|Task)|MemPerTres|CpusPerTres|NtasksPerTRES)$/) continue
        if (!(word in wanted) || (kind2 == "node" && word == "Reason")) continue
        if (word == "UserId") { sub(/\([0-9]*\)$/, "", value); value = name(value, "u ") }
        else if (word == "Account") value = name(value, "a ")
        else if (word == "UserName") { sub(/\([0-9]*\)$/, "", value); value = name(value, "u ") }
        else if (word == "ParentAccount") { sub(/\([0-9]*\)$/, "", value); value = name(value, "a ") }
        else if (word == "Users") value = list(value, "u ")
        else if (word == "Accounts" || word == "AllowAccounts" || word == "DenyAccounts") value = list(value, "a ")
        else if (word == "Groups" || word == "AllowGroups") value = list(value, "g ")
        text = text (text == "" ? "" : " ") word "=" value
    }
    if (job != "") text = text " JobName=" name(job, "j ")
    if (mode == "write" && text != "") print text
}
AWK

filter() { # filter MODE KIND FILE: KIND is words, table or, where a line may not keep a reason, node
    kind=$2
    kind2=
    [ "$kind" = node ] && kind=words && kind2=node
    awk -v mode="$1" -v kind="$kind" -v kind2="$kind2" -v map="$scratch/map" -f "$scratch/filter.awk" "$scratch/raw/$3"
}
each() { # each COMMAND: for every collected file that may hold names
    for pair in words:jobs.txt words:squeue.txt node:nodes.txt words:reservations.txt words:partitions.txt words:usage.txt \
        table:shares.txt table:associations.txt; do
        [ -f "$scratch/raw/${pair#*:}" ] && "$1" "${pair%%:*}" "${pair#*:}"
    done
}
gather() { filter names "$1" "$2" >> "$scratch/all"; }
write() { filter write "$1" "$2" > "$scratch/queue/$2"; }

: > "$scratch/map"
if [ "$names" = hashed ]; then
    if command -v sha256sum > /dev/null 2>&1; then digest=sha256sum
    elif command -v shasum > /dev/null 2>&1; then digest='shasum -a 256'
    else
        echo "collect.sh: neither sha256sum nor shasum is installed, so names cannot be hashed; --names keeps them" >&2
        exit 5
    fi
    [ -n "$key" ] || key=$(od -An -N 32 -tx1 /dev/urandom | tr -d ' \n')
    : > "$scratch/all"
    each gather
    sort -u "$scratch/all" > "$scratch/sorted"
    # One file for each name, so that one process hashes them all.
    i=1000000
    while IFS= read -r line; do
        printf '%s\n%s' "$key" "$line" > "$scratch/names/$i"
        i=$((i + 1))
    done < "$scratch/sorted"
    (cd "$scratch/names" && find . -type f -exec $digest {} +) | sort -k 2 | cut -c 1-12 > "$scratch/hashes"
    # Users are u0123456789ab, accounts a…, groups g…, jobs j….
    paste -d ' ' "$scratch/hashes" "$scratch/sorted" | sed 's/^\([0-9a-f]*\) \(.\) /\2\1 \2 /' > "$scratch/map"
fi
each write

# No names of people are in these; hosts, paths and accounts of services are left out.
for file in sinfo.txt sprio.txt licenses.txt topology.txt qos.txt; do
    [ -f "$scratch/raw/$file" ] && cp "$scratch/raw/$file" "$scratch/queue/$file"
done
[ -f "$scratch/raw/sdiag.txt" ] && sed '/^Remote Procedure Call/,$d' "$scratch/raw/sdiag.txt" > "$scratch/queue/sdiag.txt"
[ -f "$scratch/raw/config.txt" ] && grep -E '^([A-Za-z_]+ *=|Configuration data as of)' "$scratch/raw/config.txt" |
    grep -Ev '^[A-Za-z_]*(Pass|Host|User|Log|Loc|Path|Dir|Location|Prog|Addr|Prolog|Epilog|File|Script|Info|MailDomain|StorageParameters|SLURM_CONF)[A-Za-z_]* *=' > "$scratch/queue/config.txt"

cluster=$(sed -n 's/^ClusterName *= *//p' "$scratch/queue/config.txt" 2> /dev/null | head -n 1)
version=$(sed -n 's/^SLURM_VERSION *= *//p' "$scratch/queue/config.txt" 2> /dev/null | head -n 1)
[ -n "$version" ] || version=$(squeue --version 2> /dev/null | sed 's/^slurm[a-z-]* *//')
{
    printf 'clustersim-queue\t1\n'
    printf 'slurm\t%s\n' "${version:-unknown}"
    printf 'cluster\t%s\n' "${cluster:-unknown}"
    printf 'began\t%s\n' "$began"
    printf 'ended\t%s\n' "$ended"
    printf 'utc_offset\t%s\n' "$offset"
    printf 'names\t%s\n' "$names"
    awk -F '\t' '{ last[$2] = $0; if (!($2 in seen)) order[++n] = $2; seen[$2] = 1 } END { for (i = 1; i <= n; i++) print last[order[i]] }' "$scratch/commands"
} > "$manifest"

[ -n "$out" ] || out=queue-${cluster:-cluster}-$began.tar.gz
(cd "$scratch" && tar cf - queue) | gzip -9 > "$scratch/archive" && cp "$scratch/archive" "$out" || {
    echo "collect.sh: cannot write $out" >&2
    exit 5
}
echo "wrote $out (names $names)"
awk -F '\t' '$1 == "command" && $3 != 0 { printf "  left out: %s (%s)\n", $2, $5 == "" ? "status " $3 : $5 }' "$manifest"
