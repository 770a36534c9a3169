#!/bin/sh
# Collects the queue of a Slurm cluster as it is now, for `clustersim forecast`.
# Slurm 20.11 to 26.05, ordinary rights, POSIX tools. It only reads, with one call of each command.
#
#   sh collect.sh                  writes queue-CLUSTER-TIME.tar.gz into the current folder
#   sh collect.sh -o FILE          writes FILE
#   sh collect.sh --names          keeps the names of users, accounts and jobs
#   sh collect.sh --key-file FILE  the same first line of FILE gives the same hashes in every archive (keep it
#                                  secret); so does the variable COLLECT_KEY
#
# Without --names, every name of a user, an account, a group or a job is replaced by a hash that needs a key;
# without a key of yours it is random and not kept. Free text (comments, reasons of administrators, paths,
# command lines, error messages) is always left out. Look into the archive before you give it to somebody else.
set -u
umask 077
LC_ALL=C
export LC_ALL

fail() { # fail STATUS TEXT
    echo "collect.sh: $2" >&2
    exit "$1"
}
names=hashed
key=${COLLECT_KEY:-}
unset COLLECT_KEY
out=
while [ $# -gt 0 ]; do
    case $1 in
        --names) names=kept ;;
        --key-file)
            key=
            IFS= read -r key < "${2:?--key-file needs a file}"
            [ -n "$key" ] || fail 2 "$2 has no key in its first line"
            shift ;;
        --key | --key=*) fail 2 "ps would show the key to all users: use --key-file FILE or the variable COLLECT_KEY" ;;
        -o) out=${2:?-o needs a file}; shift ;;
        -h | --help) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail 2 "unknown option: $1 (see --help)" ;;
    esac
    shift
done

# Raw data must not stay, whatever ends the script. Commands run in the background: a trap would wait for any other.
scratch=
child=
stop() {
    trap '' HUP INT QUIT PIPE TERM
    [ -z "$child" ] || kill "$child" "$(cat "$scratch/pid")" 2> /dev/null
    exit "$1"
}
trap '[ -z "$scratch" ] || rm -rf "$scratch"' EXIT
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 131' QUIT
trap 'stop 141' PIPE
trap 'stop 143' TERM
scratch=$(mktemp -d "${TMPDIR:-/tmp}/collect.XXXXXX") && scratch=$(CDPATH='' cd "$scratch" && pwd) || exit 5
mkdir "$scratch/raw" "$scratch/queue" "$scratch/names" || exit 5
manifest=$scratch/queue/manifest.txt

# Times as Unix seconds; releases that ignore the format print UTC.
offset=$(date +%z)
SLURM_TIME_FORMAT=%s
TZ=UTC0
export SLURM_TIME_FORMAT TZ
# Settings of the user must not change what the commands print.
unset SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_USERS SQUEUE_PARTITION SQUEUE_STATES SQUEUE_ACCOUNT SQUEUE_ALL SQUEUE_ARRAY \
    SQUEUE_QOS SQUEUE_LICENSES SQUEUE_SORT SQUEUE_NAMES SINFO_FORMAT SINFO_PARTITION SPRIO_FORMAT SSHARE_FORMAT \
    SLURM_CLUSTERS SACCTMGR_FORMAT 2> /dev/null
# All tasks of an array, also of a long list.
SLURM_BITSTR_LEN=0
export SLURM_BITSTR_LEN

# The columns of squeue have fixed widths: a name of a user, an account or a job may hold any byte, also a line break,
# so no separator is safe. FIELD:WIDTH:WORD, the word as scontrol has it.
columns='JobID:14:JobId ArrayJobID:14:ArrayJobId ArrayTaskID:1024:ArrayTaskId UserName:128:UserId Account:1100:Account
    QOS:64:QOS State:24:JobState Reason:128:Reason PriorityLong:14:Priority Nice:14:Nice SubmitTime:24:SubmitTime
    StartTime:24:StartTime EndTime:24:EndTime TimeLimit:24:TimeLimit Partition:512:Partition NodeList:2048:NodeList
    NumNodes:24:NumNodes NumCPUs:24:NumCPUs MinMemory:24:MinMemoryNode Feature:256:Features Dependency:512:Dependency
    ReqNodes:1024:ReqNodeList OverSubscribe:14:OverSubscribe Reservation:128:Reservation
    Licenses:256:Licenses tres-per-node:256:TresPerNode tres-per-job:256:TresPerJob tres-per-socket:256:TresPerSocket
    tres-per-task:256:TresPerTask cpus-per-tres:128:CpusPerTres mem-per-tres:128:MemPerTres Name:1100:JobName'
format=
widths=
words=
for column in $columns; do
    format=$format${format:+,}${column%:*}
    words="$words ${column##*:}"
    column=${column%:*}
    widths="$widths ${column#*:}"
done

cat > "$scratch/widths.awk" <<'AWK'
# One line for each record: values with \037 between them, \036 after one that may be cut.
BEGIN { n = split(widths, width, " "); for (i = 1; i <= n; i++) all += width[i] }
{
    record = open ? record "_" $0 : $0
    open = 1
    if (length(record) < all) next
    if (length(record) > all) exit 65
    gsub(/[\001-\037\177]/, "_", record)
    text = ""
    for (at = i = 1; i <= n; at += width[i++]) {
        value = substr(record, at, width[i])
        cut = substr(value, width[i]) == " " ? "" : "\036"
        sub(/ +$/, "", value)
        text = text (i > 1 ? "\037" : "") value cut
    }
    print text
    open = 0
}
END { if (open) exit 65 }
AWK
shape() { if [ "$1" = squeue.txt ]; then awk -v widths="$widths" -f "$scratch/widths.awk"; else cat; fi; }

# Of an error only its kind: messages name hosts, paths and users.
kind_of() { # kind_of STATUS
    if [ "$1" -eq 127 ]; then echo "not installed"
    elif [ "$1" -eq 65 ]; then echo "unexpected output"
    elif grep -Eqi 'denied|not permitted|not authorized|privilege' "$scratch/errors"; then echo "Access/permission denied"
    elif grep -Eqi 'contact|connect|communicat|resolve|timed? ?out|not respond' "$scratch/errors"; then echo "no connection"
    elif grep -Eqi 'invalid|unrecognized|unknown|not supported|not running a supported' "$scratch/errors"; then echo "not supported"
    else echo "failed"
    fi
}
began=$(date +%s)
: > "$scratch/commands"
collect() { # collect FILE COMMAND...: keeps the output, or the kind of error
    file=$1
    shift
    : > "$scratch/status"
    {
        "$@" < /dev/null 2> "$scratch/errors" &
        echo $! > "$scratch/pid"
        wait $!
        echo $? > "$scratch/status"
    } | shape "$file" > "$scratch/raw/$file" &
    child=$!
    wait "$child"
    shaped=$?
    child=
    status=1
    read -r status < "$scratch/status"
    [ "$status" -ne 0 ] || status=$shaped
    why=
    [ "$status" -eq 0 ] || { why=$(kind_of "$status"); rm -f "$scratch/raw/$file"; }
    printf 'command\t%s\t%s\t%s\t%s\n' "$file" "$status" "$1 ${2:-}" "$why" >> "$scratch/commands"
}

# The queue first and the slow databases last, so that the state is of one moment.
collect sdiag.txt sdiag
collect jobs.txt scontrol -o -d -a show job
collect squeue.txt squeue -a -h -t all -O "$format"
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
    cut -f 2,5 "$scratch/commands" | head -n 3 >&2
    fail 5 "neither scontrol nor squeue shows the queue: is this a login node of a Slurm cluster?"
fi

cat > "$scratch/filter.awk" <<'AWK'
@collect_filter@
AWK

filter() { # filter MODE FILE: MODE is names, hash or keep
    case $2 in
        jobs.txt | squeue.txt | config.txt | sdiag.txt) kind=${2%.txt} ;;
        sinfo.txt | sprio.txt) kind=cells ;;
        shares.txt | qos.txt | associations.txt) kind=table ;;
        *) kind=words ;;
    esac
    squeue=$scratch/raw/squeue.txt
    [ -f "$squeue" ] || squeue=
    # By the environment: awk changes backslashes of -v and takes a file name with "=" for an assignment.
    MAP=$scratch/map SQUEUE=$squeue UNCLEAR=$scratch/unclear awk -v mode="$1" -v kind="$kind" -v columns="$words" \
        -v began="$began" -f "$scratch/filter.awk" < "$scratch/raw/$2"
}
each() { # each MODE FOLDER: every file that was collected, filtered
    for raw in "$scratch"/raw/*.txt; do
        file=${raw##*/}
        filter "$1" "$file" > "$2/$file" || fail 5 "cannot filter $file, so nothing is written"
    done
}

if [ "$names" = hashed ]; then
    if command -v sha256sum > /dev/null 2>&1; then digest=sha256sum
    elif command -v shasum > /dev/null 2>&1; then digest='shasum -a 256'
    else fail 5 "neither sha256sum nor shasum is installed, so names cannot be hashed; --names keeps them"
    fi
    if [ -z "$key" ]; then
        key=$(od -An -N 32 -tx1 /dev/urandom | tr -d ' \n')
        [ ${#key} -eq 64 ] || fail 5 "no random key: /dev/urandom cannot be read"
    fi
    mkdir "$scratch/found" || exit 5
    each names "$scratch/found"
    cat "$scratch"/found/*.txt | sort -u > "$scratch/sorted" || exit 5
    # One file for each name, so that one process hashes them all.
    (cd "$scratch/names" && HASH_KEY=$key awk '{ file = 1000000 + NR; printf "%s\n%s", ENVIRON["HASH_KEY"], $0 > file; close(file) }' \
        < "$scratch/sorted" && find . -type f -exec $digest {} +) | sort -k 2 | cut -c 1-12 > "$scratch/hashes"
    # Users are u0123456789ab, accounts a…, groups g…, jobs j….
    paste -d ' ' "$scratch/hashes" "$scratch/sorted" | sed 's/^\([0-9a-f]*\) \(.\) /\2\1 \2 /' > "$scratch/map"
    [ "$(grep -Ec '^[augj][0-9a-f]{12} [augj] .' "$scratch/map")" -eq "$(awk 'END { print NR }' < "$scratch/sorted")" ] ||
        fail 5 "some names have no hash, so nothing is written"
    each hash "$scratch/queue"
else
    each keep "$scratch/queue"
fi

word_of() { [ ! -f "$scratch/queue/config.txt" ] || sed -n "s/^$1 *= *//p" "$scratch/queue/config.txt" | head -n 1 | tr -cd 'A-Za-z0-9_.-'; }
cluster=$(word_of ClusterName)
version=$(word_of SLURM_VERSION)
[ -n "$version" ] || version=$(squeue --version 2> /dev/null < /dev/null | sed 's/^slurm[a-z-]* *//' | head -n 1 | tr -cd 'A-Za-z0-9_.-')
{
    printf 'clustersim-queue\t2\n'
    printf 'slurm\t%s\n' "${version:-unknown}"
    printf 'cluster\t%s\n' "${cluster:-unknown}"
    printf 'began\t%s\n' "$began"
    printf 'ended\t%s\n' "$ended"
    printf 'utc_offset\t%s\n' "$offset"
    printf 'names\t%s\n' "$names"
    awk -F '\t' '{ last[$2] = $0; if (!($2 in seen)) order[++n] = $2; seen[$2] = 1 } END { for (i = 1; i <= n; i++) print last[order[i]] }' "$scratch/commands"
    [ ! -f "$scratch/unclear" ] || cat "$scratch/unclear"
    (cd "$scratch/queue" && for file in *.txt; do
        [ "$file" = manifest.txt ] || printf 'file\t%s\t%d\n' "$file" "$(wc -c < "$file")"
    done)
} > "$manifest"

[ -n "$out" ] || out=queue-${cluster:-cluster}-$began.tar.gz
(cd "$scratch" && tar cf - queue) | gzip -9 > "$scratch/archive" && cat "$scratch/archive" > "$out" || fail 5 "cannot write $out"
echo "wrote $out (names $names)"
awk -F '\t' '$1 == "command" && $3 != 0 { printf "  left out: %s (%s)\n", $2, $5 }
    $1 == "unclear" { printf "  %s jobs whose text could be read in two ways: %s\n", $2, $3 }' "$manifest"
