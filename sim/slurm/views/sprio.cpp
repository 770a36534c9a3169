// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sprio.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/views/column_format.hpp"
#include "sim/slurm/views/job_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim::slurm {

namespace {

/// A line of sprio: a job in one of its partitions, or the weights if there is no job.
struct SprioRow {
    Snapshot const* snapshot = nullptr;
    JobView const* job = nullptr;
    PriorityTerms const* terms = nullptr;
};

/// "%.0f": the integer nearest to the term; of two equally near ones, the even one (spec 5.10).
template <double PriorityTerms::*factor, double PrioritySettings::*weight>
std::string weighted(SprioRow const& row) {
    double const by = row.snapshot->weights.*weight;
    return fmt::format("{:.0f}", row.terms == nullptr ? by : row.terms->*factor * by);
}

template <double PriorityTerms::*factor, double PrioritySettings::*weight>
std::string normalized(SprioRow const& row) {
    if (row.terms == nullptr) return fmt::format("{:.0f}", row.snapshot->weights.*weight);
    return fmt::format("{:.7f}", row.terms->*factor);
}

double tres_weight(Snapshot const& snapshot, std::string const& name) {
    for (auto const& [known, weight] : snapshot.tres_weights)
        if (same_word(known, name)) return weight;
    return 0;
}

/// The name as usually written in PriorityWeightTRES: CPU=…,Mem=…,GRES/gpu=….
std::string configured_name(std::string const& name) {
    if (same_word(name, "cpu")) return "CPU";
    if (same_word(name, "mem")) return "Mem";
    if (same_word(name, "node")) return "Node";
    if (same_word(name, "energy")) return "Energy";
    if (name.starts_with("gres/")) return "GRES/" + name.substr(5);
    return name;
}

std::string tres_list(SprioRow const& row, bool norm) {
    std::string out;
    if (row.terms == nullptr) {
        if (norm) return out;
        for (auto const& [name, weight] : row.snapshot->tres_weights)
            out +=
                fmt::format("{}{}={:.0f}", out.empty() ? "" : ",", configured_name(name), weight);
        return out;
    }
    for (auto const& [name, factor] : row.terms->tres) {
        if (factor == 0) continue;
        out += fmt::format("{}{}=", out.empty() ? "" : ",", name);
        out += norm ? fmt::format("{:.2f}", factor)
                    : fmt::format("{:.0f}", factor * tres_weight(*row.snapshot, name));
    }
    return out;
}

/// A property of the job; empty in the line of the weights.
template <class Of>
std::string of_job(SprioRow const& row, Of of) {
    return row.job == nullptr ? std::string() : of(row);
}

std::string id(SprioRow const& row) {
    return row.job == nullptr ? "Weights" : std::to_string(row.job->id);
}

std::string priority_fraction(SprioRow const& row) {
    return of_job(
        row,
        [](SprioRow const& r) {
            // Truncated, not rounded, after eight decimals.
            auto const scaled =
                static_cast<std::int64_t>(r.terms->priority) * 100'000'000 / 4294967295;
            return fmt::format("0.{:08}", scaled);
        });
}

using P = PriorityTerms;
using W = PrioritySettings;

constexpr auto sprio_kinds = std::to_array<ColumnKind<SprioRow>>({
    {'i', "JOBID", id},
    {'r',
     "PARTITION",
     [](SprioRow const& row) {
         return of_job(row, [](SprioRow const& r) { return r.terms->partition; });
     }},
    {'u',
     "USER",
     [](SprioRow const& row) {
         return of_job(row, [](SprioRow const& r) { return r.job->user; });
     }},
    {'o',
     "ACCOUNT",
     [](SprioRow const& row) {
         return of_job(row, [](SprioRow const& r) { return r.job->account; });
     }},
    {'n',
     "QOSNAME",
     [](SprioRow const& row) { return of_job(row, [](SprioRow const& r) { return r.job->qos; }); }},
    {'Y',
     "PRIORITY",
     [](SprioRow const& row) {
         return of_job(row, [](SprioRow const& r) { return std::to_string(r.terms->priority); });
     }},
    {'y', "PRIORITY", priority_fraction},
    {'S',
     "SITE",
     [](SprioRow const& row) {
         return row.job == nullptr ? std::string("1") : std::to_string(row.job->site_factor);
     }},
    {'A', "AGE", weighted<&P::age, &W::weight_age>},
    {'a', "AGE", normalized<&P::age, &W::weight_age>},
    {'B', "ASSOC", weighted<&P::assoc, &W::weight_assoc>},
    {'b', "ASSOC", normalized<&P::assoc, &W::weight_assoc>},
    {'F', "FAIRSHARE", weighted<&P::fairshare, &W::weight_fairshare>},
    {'f', "FAIRSHARE", normalized<&P::fairshare, &W::weight_fairshare>},
    {'J', "JOBSIZE", weighted<&P::job_size, &W::weight_job_size>},
    {'j', "JOBSIZE", normalized<&P::job_size, &W::weight_job_size>},
    {'P', "PARTITION", weighted<&P::partition_factor, &W::weight_partition>},
    {'p', "PARTITION", normalized<&P::partition_factor, &W::weight_partition>},
    {'Q', "QOS", weighted<&P::qos, &W::weight_qos>},
    {'q', "QOS", normalized<&P::qos, &W::weight_qos>},
    {'N',
     "NICE",
     [](SprioRow const& row) {
         return of_job(row, [](SprioRow const& r) { return std::to_string(r.job->nice); });
     }},
    {'T', "TRES", [](SprioRow const& row) { return tres_list(row, false); }},
    {'t', "TRES", [](SprioRow const& row) { return tres_list(row, true); }},
});

/// Without -l only factors with a weight have a column.
std::string own_format(Snapshot const& snapshot, SprioOptions const& options) {
    if (options.long_form)
        return options.norm ? "%.15i %9r %.8u %10y %10a %10b %10f %10j %10p %10q %20t"
                            : "%.15i %9r %.8u %.10Y %.10S %.10A %.10B %.10F %.10J %.10P %.10Q "
                              "%.11N %.20T";
    PrioritySettings const& w = snapshot.weights;
    std::string out = "%.15i %9r";
    if (!options.users.empty()) out += " %.8u";
    out += options.norm ? " %10y" : " %.10Y %.10S";
    auto const add = [&](double weight, char raw, char norm) {
        if (weight == 0) return;
        out += options.norm ? fmt::format(" %10{}", norm) : fmt::format(" %.10{}", raw);
    };
    add(w.weight_age, 'A', 'a');
    add(w.weight_assoc, 'B', 'b');
    add(w.weight_fairshare, 'F', 'f');
    add(w.weight_job_size, 'J', 'j');
    add(w.weight_partition, 'P', 'p');
    add(w.weight_qos, 'Q', 'q');
    if (!snapshot.tres_weights.empty()) out += options.norm ? " %20t" : " %.20T";
    return out;
}

/// Eligible pending jobs that are not held; with CALCULATE_RUNNING also running jobs.
bool is_listed(Snapshot const& snapshot, JobView const& job) {
    if (job.state == JobState::running) return snapshot.weights.calculate_running;
    return job.state == JobState::pending && job.eligible && *job.eligible <= snapshot.now &&
           job.priority != 0;
}

}  // namespace

Result<std::string> sprio_text(Snapshot const& snapshot, SprioOptions const& options) {
    std::span<ColumnKind<SprioRow> const> const columns = sprio_kinds;
    auto const format =
        parse_column_format(options.format.empty() ? own_format(snapshot, options) : options.format,
                            letters_of(columns));
    if (!format) return failure(format.error());

    Diagnostics unknown = unknown_job_names(options.jobs, [&](auto const& take) {
        for (JobView const& job : snapshot.jobs) take(job.name);
    });
    if (!unknown.empty()) return failure(std::move(unknown));

    std::string out;
    if (!options.no_header) out += title_line(*format, columns);
    if (options.weights)
        return out + row_line(*format, columns, SprioRow{&snapshot, nullptr, nullptr});
    std::vector<SprioRow> rows;
    for (JobView const& job : snapshot.jobs) {
        bool const named =
            options.jobs.empty() || std::ranges::any_of(options.jobs, [&](std::string const& name) {
                return names_job(name, job);
            });
        if (!is_listed(snapshot, job) || !named || !among(options.users, job.user)) continue;
        for (PriorityTerms const& terms : job.priorities)
            if (among(options.partitions, terms.partition))
                rows.push_back({&snapshot, &job, &terms});
    }
    std::ranges::stable_sort(rows, {}, [](SprioRow const& row) { return row.job->id; });
    for (SprioRow const& row : rows) out += row_line(*format, columns, row);
    return out;
}

}  // namespace clustersim::slurm
