# Keeps what a forecast needs. mode=names prints each name of a person, an account, a group or a job once,
# mode=hash prints the lines with the names replaced, mode=keep with the names. kind is the form of the input.
BEGIN {
    FS = OFS = (kind == "table" || kind == "cells" ? "|" : " ")
    keep("JobId ArrayJobId ArrayTaskId ArrayTaskThrottle HetJobId HetJobOffset QOS Priority Nice " \
        "JobState Reason Dependency Requeue Restarts ExitCode RunTime TimeLimit TimeMin SubmitTime EligibleTime " \
        "AccrueTime StartTime EndTime Deadline SuspendTime SecsPreSuspend PreemptEligibleTime PreemptTime " \
        "LastSchedEval Scheduler Partition ReqNodeList ExcNodeList NodeList SchedNodeList NumNodes NumCPUs NumTasks " \
        "CPUs/Task ReqB:S:C:T TRES ReqTRES AllocTRES Socks/Node NtasksPerN:B:S:C CoreSpec Nodes CPU_IDs Mem GRES " \
        "MinCPUsNode MinMemoryNode MinMemoryCPU MinTmpDiskNode Features Prefer Reservation Gres OverSubscribe " \
        "Contiguous Licenses NtasksPerTRES Switches GresEnforceBind KillOInInvalidDependent " \
        "NodeName CoresPerSocket CPUAlloc CPUEfctv CPUTot AvailableFeatures ActiveFeatures GresUsed Sockets State " \
        "ThreadsPerCore TmpDisk Weight RealMemory AllocMem CoreSpecCount CPUSpecList MemSpecLimit Partitions CfgTRES " \
        "PartitionName AllowGroups AllowAccounts AllowQos DenyAccounts DenyQos Default DefaultTime DisableRootJobs " \
        "ExclusiveUser GraceTime Hidden MaxNodes MaxTime MinNodes LLN MaxCPUsPerNode PriorityJobFactor PriorityTier " \
        "RootOnly ReqResv OverTimeLimit PreemptMode TotalCPUs TotalNodes SelectTypeParameters DefMemPerNode " \
        "DefMemPerCPU DefMemPerGPU MaxMemPerNode MaxMemPerCPU TRESBillingWeights JobDefaults QoS " \
        "ClusterName UserName ParentAccount DefAssoc SharesRaw/Norm/Level/Factor UsageRaw/Norm/Efctv UsageRaw GrpJobs " \
        "GrpSubmitJobs GrpWall GrpTRES GrpTRESMins GrpTRESRunMins " \
        "ReservationName Duration NodeCnt CoreCnt Flags Users Groups Accounts MaxStartDelay Watts " \
        "LicenseName Total Used Free Reserved Remote SwitchName Level Switches BlockName BlockIndex BlockSize", wanted)
    # Account is of nodes, partitions and usage; a job's own is free text.
    if (kind == "words") keep("UserId Account", wanted)
    keep("TresPerJob TresPerNode TresPerSocket TresPerTask CpusPerTres MemPerTres", per_tres)
    keep("Nodes CPU_IDs Mem GRES", repeated)
    keep("ClusterName SLURM_VERSION BOOT_TIME NEXT_JOB_ID SchedulerType SchedulerParameters SchedulerTimeSlice " \
        "PriorityType PriorityMaxAge PriorityDecayHalfLife PriorityCalcPeriod PriorityUsageResetPeriod " \
        "PriorityFavorSmall PriorityFlags PriorityWeightAge PriorityWeightAssoc PriorityWeightFairshare " \
        "PriorityWeightFairShare PriorityWeightJobSize PriorityWeightPartition PriorityWeightQOS PriorityWeightTRES " \
        "FairShareDampeningFactor SelectType SelectTypeParameters TopologyPlugin TopologyParam " \
        "AccountingStorageEnforce AccountingStorageType AccountingStorageTRES PreemptType PreemptMode " \
        "PreemptParameters PreemptExemptTime EnforcePartLimits DependencyParameters JobRequeue CompleteWait KillWait " \
        "MinJobAge MaxJobCount MaxJobId MaxArraySize MessageTimeout OverTimeLimit ResvOverRun FirstJobId " \
        "ReturnToService DefMemPerCPU DefMemPerNode DefMemPerGPU MaxMemPerCPU MaxMemPerNode DefCpuPerGPU JobDefaults " \
        "GresTypes Licenses BurstBufferType PrivateData MaxBatchRequeue", setting)
    titles = "^(cluster|account|user|partition|parentname|par name|share|priority|qos|def qos|defaultqos|name|gracetime|" \
        "flags|fairshare|levelfs|effectvusage|(grp|max|min|preempt|norm|raw|usage|tres)[a-z]*)$"
    if (mode == "hash") {
        while ((got = (getline text < ENVIRON["MAP"])) > 0) {
            at = index(text, " ")
            hash[substr(text, at + 1)] = substr(text, 1, at - 1)
        }
        if (got < 0) stop("the hashes cannot be read")
    }
    fields = split(columns, word_of, " ")
    known = 0
    if (kind == "jobs" && ENVIRON["SQUEUE"] != "") {
        known = 1
        while ((got = (getline text < ENVIRON["SQUEUE"])) > 0) row[substr(text, 1, index(text, "\037") - 1)] = text
        if (got < 0) stop("squeue's jobs cannot be read")
    }
}
function keep(text, set,    i, n, list_of) {
    n = split(text, list_of, " ")
    for (i = 1; i <= n; i++) set[list_of[i]] = 1
}
function stop(text) { print "collect.sh: " text > "/dev/stderr"; stopped = 1; exit 3 }

# One name, as the mode has it. What is no name stays: nothing, "(null)", "ALL", "root".
function name(text, prefix) {
    if (prefix != "j " && (text == "" || text ~ /^(\(null\)|ALL|root|N\/A|None)$/)) return text
    if (mode == "names") print prefix text
    if (mode != "hash") { gsub(/[ \t|]/, "_", text); return text }
    if (!((prefix text) in hash)) stop("a name has no hash")
    return hash[prefix text]
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
function write(text) { if (mode != "names" && text != "") print text }
# The value of a word as it may be kept.
function value_of(word, value) {
    if (word == "UserName") { sub(/\([0-9]*\)$/, "", value); return name(value, "u ") }
    if (word == "ParentAccount") { sub(/\([0-9]*\)$/, "", value); return name(value, "a ") }
    if (word == "UserId") return name(value, "u ")
    if (word == "Account") return name(value, "a ")
    if (word == "Users") return list(value, "u ")
    if (word == "Accounts" || word == "AllowAccounts" || word == "DenyAccounts") return list(value, "a ")
    if (word == "Groups" || word == "AllowGroups") return list(value, "g ")
    # Slurm's own reasons are one word; an administrator's or a node's name may follow.
    if (word == "Reason") return match(value, /^[A-Za-z_]+/) ? substr(value, 1, RLENGTH) : "None"
    return value
}
# Where the first free text of a line begins.
function free_text(text,    i, n, words, at, first) {
    n = split("Comment AdminComment SystemComment Command WorkDir StdErr StdIn StdOut Extra Network Container", words, " ")
    first = length(text) + 1
    for (i = 1; i <= n; i++) if ((at = index(text, " " words[i] "=")) > 0 && at < first) first = at
    return first
}

kind != "squeue" && kind != "sdiag" { gsub(/[\001-\037\177]/, "_") }
kind == "table" {  # sshare, sacctmgr
    if (NR == 1) {
        cells = NF
        for (i = 1; i <= NF; i++) title[i] = tolower($i)
    } else if (NF != cells) next
    text = ""
    for (i = 1; i <= NF; i++) {
        if (title[i] !~ titles) continue
        match($i, /^ */)  # accounts are indented
        value = substr($i, RLENGTH + 1)
        if (NR > 1 && title[i] ~ /^(account|parentname|par name)$/) value = name(value, "a ")
        if (NR > 1 && title[i] == "user") value = name(value, "u ")
        text = text (text == "" ? "" : "|") substr($i, 1, RLENGTH) value
    }
    write(NR == 1 || text != "" ? text : "")
    next
}
kind == "cells" { write($0); next }  # of sinfo and sprio: no names, their format is ours
kind == "sdiag" { if ($0 ~ /^ *\t*(sdiag output at|Last cycle when:)/) write($0); next }
kind == "config" {
    if ($0 ~ /^Configuration data as of/) write($0)
    at = index($0, "=")
    word = substr($0, 1, at - 1)
    gsub(/[ \t]/, "", word)
    if (!(word in setting)) next
    # A word that is a path, an address or a secret has no place in a list of scheduling parameters.
    n = split(substr($0, at + 1), part, ",")
    text = ""
    for (i = 1; i <= n; i++)
        if (tolower(part[i]) !~ /(^ *|=)\/|:\/\/|pass|secret|token|key/) text = text (text == "" ? "" : ",") part[i]
    write(substr($0, 1, at) text)
    next
}
kind == "words" {
    n = split(substr($0, 1, free_text($0) - 1), part, " ")
    text = ""
    for (i = 1; i <= n; i++) {
        at = index(part[i], "=")
        word = substr(part[i], 1, at - 1)
        if (word == "Reason") break  # of a node: an administrator's
        if (word in wanted) text = text (text == "" ? "" : " ") word "=" value_of(word, substr(part[i], at + 1))
    }
    write(text)
    next
}
kind == "squeue" { write(of_row($0)); next }
kind == "jobs" {
    # A name or a comment may hold line breaks, and what looks like another job after them.
    if ($0 ~ /^JobId=[0-9]+ / && !unfinished()) { take(); record = $0 }
    else if (record != "") record = record "_" $0
}
END {
    if (stopped) exit 3
    if (kind != "jobs") exit 0
    take()
    for (i = 1; i <= jobs; i++) {
        id = order[i]
        if (seen[id] == 1 && line[id] != "") write(line[id])
        else if (id in row) { ++reduced; write(of_row(row[id])) }
        else ++dropped
    }
    # What a name has swallowed is still in squeue.
    for (id in row) if (!(id in seen) && submitted(row[id]) < began) { ++reduced; write(of_row(row[id])) }
    if (mode == "names") exit 0
    printf "" > ENVIRON["UNCLEAR"]
    if (reduced) print "unclear\t" reduced "\tonly what squeue shows of them is kept" > ENVIRON["UNCLEAR"]
    if (dropped) print "unclear\t" dropped "\tleft out" > ENVIRON["UNCLEAR"]
}

# A line of squeue.
function of_row(text,    i, cell, all, value) {
    split(text, cell, "\037")
    all = ""
    for (i = 1; i <= fields; i++) {
        value = cell[i]
        if (value == "" || value == "N/A" || value == "(null)" || value ~ /\036$/) continue
        if (word_of[i] == "JobName") value = name(value, "j ")
        else value = value_of(word_of[i], value)
        gsub(/ /, "_", value)
        all = all (all == "" ? "" : " ") word_of[i] "=" value
    }
    return all
}
function submitted(text,    cell, i) {
    split(text, cell, "\037")
    for (i = 1; i <= fields; i++) if (word_of[i] == "SubmitTime") return cell[i] ~ /^[0-9]+$/ ? cell[i] + 0 : 0
}
function job_id(text) { return substr(text, 7, index(text, " ") - 7) }
function cell_of(id, word,    cell, i) {
    split(row[id], cell, "\037")
    for (i = 1; i <= fields; i++) if (word_of[i] == word) return cell[i]
}
# True if the name of the job does not end yet in what was read of it.
function unfinished(    id, at) {
    if (record == "") return 0
    if (!known) return !identity(record)
    id = job_id(record)
    at = index(record, " JobName=")
    return id in row && at > 0 && length(record) < at + 9 + length(cell_of(id, "JobName"))
}
# Where " UserId=NAME(N) GroupId=NAME(N) " begins for the last time; 0 without it.
function identity(text,    at, offset) {
    at = offset = 0
    while (match(substr(text, offset + 1), / UserId=[^=]*\([0-9]+\) GroupId=[^=]*\([0-9]+\) [A-Z]/)) {
        at = offset + RSTART
        offset = at + 7
    }
    return at
}
function take(    id) {
    if (record == "") return
    id = job_id(record)
    if (!known || id in row) {
        if (!(id in seen)) order[++jobs] = id
        ++seen[id]
        line[id] = of_record(record, id)
    }
    record = ""
}
# The words of a job of scontrol, or nothing if its text can be read in two ways.
function of_record(text, id,    at, head, job, rest, user, account, free, i, n, part, word, count, all) {
    if ((at = index(text, " JobName=")) == 0) return ""
    head = substr(text, 1, at - 1)
    rest = substr(text, at + 9)
    if (known) {  # squeue says where the name ends
        job = cell_of(id, "JobName")
        if (substr(rest, 1, length(job)) != job) return ""
        rest = substr(rest, length(job) + 1)
        sub(/^ +/, " ", rest)
    } else {
        if ((at = identity(rest)) == 0) return ""
        job = substr(rest, 1, at - 1)
        rest = substr(rest, at)
        if (job ~ / JobState=/ && job ~ / SubmitTime=/ && job ~ / Partition=/) return ""
    }
    if (!match(rest, /^ UserId=[^=]*\([0-9]+\) GroupId=/)) return ""
    user = substr(rest, 9, RLENGTH - 17)
    sub(/\([0-9]+\)$/, "", user)
    if ((at = index(rest, " Priority=")) == 0) return ""
    rest = substr(rest, at)
    account = ""
    if ((at = index(rest, " Account=")) > 0) {
        if (known) {
            account = cell_of(id, "Account")
            if (substr(rest, at + 9, length(account) + 5) != account " QOS=") return ""
        } else if (match(substr(rest, at), /^ Account=[^=]* QOS=/)) account = substr(rest, at + 9, RLENGTH - 14)
        else return ""
        rest = substr(rest, 1, at - 1) substr(rest, at + 9 + length(account))
    }
    at = free_text(rest)
    free = substr(rest, at)
    if (!known && free ~ / (JobState|UserId|SubmitTime)=/) return ""
    all = value_of("UserId", user)
    all = head_words(head) " UserId=" all
    if (account != "") all = all " Account=" value_of("Account", account)
    n = split(substr(rest, 1, at - 1), part, " ")
    for (i = 1; i <= n; i++) {
        at = index(part[i], "=")
        word = substr(part[i], 1, at - 1)
        if (at == 0) continue
        if (++count[word] > 1 && !(word in repeated)) return ""
        if (word in wanted || word in per_tres) all = all " " word "=" value_of(word, substr(part[i], at + 1))
    }
    if (!count["JobState"] || !count["SubmitTime"]) return ""
    # Slurm writes these after free text.
    for (word in per_tres) {
        if (count[word]) continue
        text = known ? cell_of(id, word) : once(free, word)
        if (text != "" && text != "(null)" && text ~ /^[A-Za-z0-9_:\/=,.*+-]+$/ && text != "N/A") all = all " " word "=" text
    }
    if (job != "") all = all " JobName=" name(job, "j ")
    return all
}
function once(text, word,    at, rest) {
    if ((at = index(text, " " word "=")) == 0) return ""
    rest = substr(text, at + length(word) + 2)
    return index(rest, " " word "=") ? "" : substr(rest, 1, match(rest " ", / /) - 1)
}
function head_words(text,    i, n, part, all, at) {
    n = split(text, part, " ")
    all = ""
    for (i = 1; i <= n; i++) {
        at = index(part[i], "=")
        if (at > 0 && substr(part[i], 1, at - 1) in wanted) all = all (all == "" ? "" : " ") part[i]
    }
    return all
}
