// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sacct.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/views/job_names.hpp"
#include "sim/slurm/views/sacct_row.hpp"
#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace clustersim::slurm {

namespace {

constexpr std::string_view default_fields =
    "JobID,JobName,Partition,Account,AllocCPUS,State,ExitCode";
constexpr std::string_view brief_fields = "JobID,State,ExitCode";

struct Chosen {
    std::vector<RecordField> shapes;
    std::vector<SacctField const*> fields;
};

/// Parses "JobID%20,State": names are case-insensitive, a negative width means left-aligned.
Result<Chosen> choose_fields(std::string_view text) {
    Chosen chosen;
    Diagnostics wrong;
    for (std::string const& part : split_list(text)) {
        auto const percent = part.find('%');
        std::string const name = part.substr(0, percent);
        auto const found = std::ranges::find_if(
            sacct_fields(), [&](auto const& field) { return same_word(field.title, name); });
        if (found == sacct_fields().end()) {
            std::vector<std::string> known;
            for (SacctField const& field : sacct_fields()) known.emplace_back(field.title);
            wrong.add(problem(Code::unknown_name,
                              fmt::format("sacct has no field {}", name),
                              did_you_mean(name, known)));
            continue;
        }
        int width = found->width;
        if (percent != std::string::npos) {
            width = std::atoi(part.c_str() + percent + 1);
            if (width == 0 || std::abs(width) > 10'000)
                wrong.add(problem(Code::out_of_range,
                                  fmt::format("\"{}\" is not a width", part.substr(percent + 1)),
                                  "write %20, or %-20 for a left-aligned field"));
        }
        chosen.shapes.push_back({std::string(found->title), std::abs(width), width < 0});
        chosen.fields.push_back(&*found);
    }
    if (wrong.empty() && chosen.fields.empty())
        wrong.add(problem(Code::bad_syntax, "a format without fields", "write JobID,State"));
    if (!wrong.empty()) return failure(std::move(wrong));
    return chosen;
}

bool among_jobs(std::vector<std::string> const& wanted, AccountingRecord const& record) {
    return wanted.empty() || std::ranges::any_of(
                                 wanted,
                                 [&](std::string const& name) {
                                     return name == std::to_string(record.id) ||
                                            name == std::to_string(record.array_id) ||
                                            name == job_name(record) ||
                                            (!is_job_number(name) && name == record.name);
                                 });
}

bool in_partitions(std::vector<std::string> const& wanted, AccountingRecord const& record) {
    if (wanted.empty()) return true;
    auto const names = split_list(record.partition);
    return std::ranges::any_of(names, [&](auto const& name) { return among(wanted, name); });
}

bool in_states(std::vector<std::string> const& wanted, AccountingRecord const& record) {
    if (wanted.empty()) return true;
    return std::ranges::any_of(wanted, [&](std::string const& name) {
        if (record.requeued) return same_word(name, "RQ") || same_word(name, "REQUEUED");
        return same_word(name, state_code(record.state)) ||
               same_word(name, state_name(record.state));
    });
}

Diagnostics unknown_states(std::vector<std::string> const& wanted) {
    Diagnostics wrong;
    for (std::string const& name : wanted) {
        bool known = same_word(name, "RQ") || same_word(name, "REQUEUED");
        for (auto state = JobState::pending; state <= JobState::out_of_memory;
             state = static_cast<JobState>(static_cast<int>(state) + 1))
            known =
                known || same_word(name, state_code(state)) || same_word(name, state_name(state));
        if (!known)
            wrong.add(problem(Code::unknown_name,
                              fmt::format("there is no job state {}", name),
                              "states: PD, R, S, CD, CA, F, TO, NF, PR, OOM, DL or RQ"));
    }
    return wrong;
}

/// True if the job was in the system at some time of the window, pending or running.
bool in_window(Snapshot const& snapshot,
               SacctOptions const& options,
               AccountingRecord const& record) {
    Instant const midnight{snapshot.now.since_origin -
                           (snapshot.origin + snapshot.now.since_origin) % 86400};
    bool const ever = !options.jobs.empty() && !options.start;
    Instant const from = options.start.value_or(midnight);
    Instant const until = options.end.value_or(snapshot.now);
    if (!ever && record.end && *record.end < from) return false;
    return record.submit <= until;
}

/// Of the runs of a job only the last one is listed, unless all are requested.
std::vector<AccountingRecord const*> listed_records(Snapshot const& snapshot,
                                                    SacctOptions const& options) {
    std::map<std::int64_t, std::size_t> last_run;
    for (std::size_t i = 0; i < snapshot.accounting.size(); ++i)
        last_run[snapshot.accounting[i].id] = i;
    std::vector<AccountingRecord const*> listed;
    for (std::size_t i = 0; i < snapshot.accounting.size(); ++i) {
        AccountingRecord const& record = snapshot.accounting[i];
        if (!options.duplicates && last_run[record.id] != i) continue;
        if (among(options.users, record.user) && among(options.accounts, record.account) &&
            in_partitions(options.partitions, record) && in_states(options.states, record) &&
            among_jobs(options.jobs, record) && in_window(snapshot, options, record))
            listed.push_back(&record);
    }
    return listed;
}

}  // namespace

Result<std::string> sacct_text(Snapshot const& snapshot, SacctOptions const& options) {
    std::string_view const own = options.brief ? brief_fields : default_fields;
    auto const chosen =
        choose_fields(options.format.empty() ? own : std::string_view(options.format));
    if (!chosen) return failure(chosen.error());
    Diagnostics wrong = unknown_states(options.states);
    wrong.append(unknown_job_names(options.jobs, [&](auto const& take) {
        for (AccountingRecord const& record : snapshot.accounting) take(record.name);
    }));
    if (!wrong.empty()) return failure(std::move(wrong));

    std::string out;
    if (!options.no_header) out += record_titles(chosen->shapes, options.style);
    auto const add = [&](SacctRow const& row) {
        std::vector<std::string> values;
        for (SacctField const* const field : chosen->fields) values.push_back(field->value(row));
        out += record_line(chosen->shapes, values, options.style);
    };
    for (AccountingRecord const* const record : listed_records(snapshot, options)) {
        add({&snapshot, record, false});
        if (!options.allocations && !record->nodes.empty()) add({&snapshot, record, true});
    }
    return out;
}

}  // namespace clustersim::slurm
