// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/squeue.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/views/job_names.hpp"
#include "sim/slurm/views/job_state_text.hpp"
#include "sim/slurm/views/squeue_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace clustersim::slurm {

namespace {

constexpr std::string_view default_format = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R";
constexpr std::string_view long_format = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R";
constexpr std::string_view start_format = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R";
constexpr std::string_view sort_letters = "iAPjuagqtTMlLDCmVSepQ";

/// True if one of the partitions in the job's list is selected. Jobs of hidden partitions are shown
/// only if the partition is named.
bool in_partitions(Snapshot const& snapshot,
                   std::vector<std::string> const& wanted,
                   JobView const& job) {
    auto const names = split_list(job.partition);
    if (wanted.empty())
        return names.empty() || !std::ranges::all_of(
                                    names,
                                    [&](auto const& name) {
                                        auto const found = std::ranges::find(
                                            snapshot.partitions, name, &Partition::name);
                                        return found != snapshot.partitions.end() && found->hidden;
                                    });
    return std::ranges::any_of(names, [&](auto const& name) { return among(wanted, name); });
}

/// "17" is a job or all tasks of an array, "12_3" one task.
bool among_jobs(std::vector<std::string> const& wanted, SqueueRow const& row) {
    if (wanted.empty()) return true;
    JobView const& job = *row.job;
    return std::ranges::any_of(wanted, [&](std::string const& name) {
        if (names_job(name, job)) return true;
        auto const is_task = [&](std::int32_t task) {
            return name == fmt::format("{}_{}", job.array_id, task);
        };
        if (job.array_task) return is_task(*job.array_task);
        if (row.waiting_task) return is_task(*row.waiting_task);
        return std::ranges::any_of(job.waiting_tasks, is_task);
    });
}

bool in_states(std::vector<std::string> const& wanted, JobView const& job) {
    if (wanted.empty()) return !is_final(job.state) || job.flags.completing;
    return std::ranges::any_of(wanted, [&](std::string const& name) {
        return same_word(name, "all") || same_word(name, shown_state_code(job)) ||
               same_word(name, shown_state_name(job)) || same_word(name, state_code(job.state)) ||
               same_word(name, state_name(job.state));
    });
}

Diagnostics unknown_job_states(std::vector<std::string> const& wanted) {
    constexpr std::array<std::string_view, 10> flags{"CG",
                                                     "COMPLETING",
                                                     "CF",
                                                     "CONFIGURING",
                                                     "RQ",
                                                     "REQUEUED",
                                                     "RH",
                                                     "REQUEUE_HOLD",
                                                     "RD",
                                                     "RESV_DEL_HOLD"};
    Diagnostics wrong;
    for (std::string const& name : wanted) {
        bool known = same_word(name, "all");
        for (auto state = JobState::pending; state <= JobState::out_of_memory;
             state = static_cast<JobState>(static_cast<int>(state) + 1)) {
            known =
                known || same_word(name, state_code(state)) || same_word(name, state_name(state));
        }
        known =
            known || std::ranges::any_of(flags, [&](auto flag) { return same_word(name, flag); });
        if (!known)
            wrong.add(problem(Code::unknown_name,
                              fmt::format("there is no job state {}", name),
                              "states: PD, R, S, CG, CD, CA, F, TO, NF, PR, OOM, DL or all"));
    }
    return wrong;
}

struct SortKey {
    char letter = 0;
    bool descending = false;
};

Result<std::vector<SortKey>> parse_sort(std::string_view text) {
    std::vector<SortKey> keys;
    for (std::string const& part : split_list(text)) {
        SortKey key;
        std::string_view name = part;
        if (name.front() == '-' || name.front() == '+') {
            key.descending = name.front() == '-';
            name.remove_prefix(1);
        }
        if (name.size() != 1 || sort_letters.find(name.front()) == std::string_view::npos)
            return failure(problem(
                Code::unknown_name,
                fmt::format("jobs cannot be sorted by \"{}\"", part),
                fmt::format("a comma list of {}, each with - for descending", sort_letters)));
        key.letter = name.front();
        keys.push_back(key);
    }
    return keys;
}

/// A value to sort by: by number first, equal numbers by text.
using SortValue = std::tuple<std::int64_t, std::int64_t, std::string>;

constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();

SortValue time_value(std::optional<Instant> at, std::int64_t otherwise) {
    return {at ? at->since_origin : otherwise, 0, {}};
}

SortValue sort_value(char letter, SqueueRow const& row) {
    JobView const& job = *row.job;
    switch (letter) {
        case 'i':
            if (job.array_id == 0) return {job.id, 0, {}};
            return {job.array_id, job.array_task ? *job.array_task : last, {}};
        case 'A': return {job.id, 0, {}};
        case 'P': return {0, 0, job.partition};
        case 'j': return {0, 0, job.name};
        case 'u': return {0, 0, job.user};
        case 'a': return {0, 0, job.account};
        case 'g': return {0, 0, job.group};
        case 'q': return {0, 0, job.qos};
        case 't': return {0, 0, std::string(shown_state_code(job))};
        case 'T': return {0, 0, std::string(shown_state_name(job))};
        case 'M': return {run_seconds(row), 0, {}};
        case 'l': return {limit_minutes(row).value_or(last), 0, {}};
        case 'L': {
            auto const minutes = limit_minutes(row);
            return {minutes ? *minutes * 60 - run_seconds(row) : last, 0, {}};
        }
        case 'D': return {job.nodes_count, 0, {}};
        case 'C': return {job.cpus, 0, {}};
        case 'm': return {job.memory_mb, 0, {}};
        case 'V': return time_value(job.submit, 0);
        case 'S': return time_value(shown_start(row), last);
        case 'e': return time_value(job.end, 0);
        default: return {static_cast<std::int64_t>(job.priority), 0, {}};
    }
}

/// Before applying its sort keys, squeue sorts jobs by start, the latest first and those without an
/// expected start last; equal pending jobs are in the reverse of the controller's order.
void put_in_first_order(std::vector<SqueueRow>& rows) {
    std::ranges::reverse(rows);
    std::ranges::stable_sort(rows, [](SqueueRow const& a, SqueueRow const& b) {
        return time_value(shown_start(b), 0) < time_value(shown_start(a), 0);
    });
    // Jobs that are no longer pending keep the controller's order among equals.
    for (auto from = rows.begin(); from != rows.end();) {
        auto const to = std::find_if(from, rows.end(), [&](SqueueRow const& row) {
            return shown_start(row) != shown_start(*from);
        });
        if (from->job->state != JobState::pending) std::reverse(from, to);
        from = to;
    }
}

void sort_rows(std::vector<SqueueRow>& rows, std::vector<SortKey> const& keys) {
    // If sorted by expected start only, equal jobs are in the controller's order.
    if (keys.empty() || keys.front().letter != 'S') put_in_first_order(rows);
    std::ranges::stable_sort(rows, [&](SqueueRow const& a, SqueueRow const& b) {
        for (SortKey const& key : keys) {
            auto const left = sort_value(key.letter, a);
            auto const right = sort_value(key.letter, b);
            if (left != right) return key.descending ? right < left : left < right;
        }
        return false;
    });
}

/// Replaces the line of a record by one line for each pending task.
std::vector<SqueueRow> task_by_task(std::vector<SqueueRow> const& rows) {
    std::vector<SqueueRow> out;
    for (SqueueRow const& row : rows) {
        if (row.job->waiting_tasks.empty()) out.push_back(row);
        for (std::int32_t const task : row.job->waiting_tasks) {
            out.push_back(row);
            out.back().waiting_task = task;
        }
    }
    return out;
}

}  // namespace

Result<std::string> squeue_text(Snapshot const& snapshot, SqueueOptions const& options) {
    auto const kinds = squeue_columns();
    std::string_view const own = options.start       ? start_format
                                 : options.long_form ? long_format
                                                     : default_format;
    auto const format = parse_column_format(
        options.format.empty() ? own : std::string_view(options.format), letters_of(kinds));
    if (!format) return failure(format.error());
    auto const keys = parse_sort(!options.sort.empty() ? std::string_view(options.sort)
                                 : options.start       ? "S"
                                                       : "P,t,-p");
    if (!keys) return failure(keys.error());
    Diagnostics wrong = unknown_job_states(options.states);
    wrong.append(unknown_job_names(options.jobs, [&](auto const& take) {
        for (JobView const& job : snapshot.jobs) take(job.name);
    }));
    if (!wrong.empty()) return failure(std::move(wrong));

    std::vector<SqueueRow> rows;
    for (JobView const& job : snapshot.jobs) {
        bool const in_form = !options.start || job.state == JobState::pending;
        if (in_form && in_states(options.states, job) && among(options.users, job.user) &&
            in_partitions(snapshot, options.partitions, job) &&
            among(options.accounts, job.account) && among(options.qos, job.qos))
            rows.push_back({&snapshot, &job, std::nullopt});
    }
    sort_rows(rows, *keys);
    if (options.array) rows = task_by_task(rows);
    std::erase_if(rows, [&](SqueueRow const& row) { return !among_jobs(options.jobs, row); });

    std::string out;
    if (options.long_form) out += date_line(snapshot, snapshot.now) + '\n';
    if (!options.no_header) out += title_line(*format, kinds);
    for (SqueueRow const& row : rows) out += row_line(*format, kinds, row);
    return out;
}

}  // namespace clustersim::slurm
