// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_format.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// Numbers for names, from 1 in the order in which they appear.
class Numbered {
  public:
    /// -1 if it is unknown.
    int of(std::string const& name) {
        if (name.empty()) return -1;
        auto const [found, fresh] = numbers_.emplace(name, static_cast<int>(names_.size()) + 1);
        if (fresh) names_.push_back(name);
        return found->second;
    }
    [[nodiscard]] std::vector<std::string> const& names() const { return names_; }

  private:
    std::map<std::string, int> numbers_;
    std::vector<std::string> names_;
};

/// Field 11: 1 completed, 0 failed, 5 cancelled.
int status_of(slurm::AccountingRecord const& record) {
    if (record.state == slurm::JobState::completed) return 1;
    return record.state == slurm::JobState::cancelled ? 5 : 0;
}

/// The Standard Workload Format, version 2.2, of the last run of every job that ran and ended. A field that is unknown
/// is -1. A processor is a CPU of Slurm.
Result<std::string> swf_text(ExportedQueue const& exported) {
    slurm::Snapshot const& snapshot = exported.queue.snapshot;
    std::map<std::int64_t, slurm::AccountingRecord const*> last;
    for (slurm::AccountingRecord const& record : snapshot.accounting) last[record.id] = &record;
    std::vector<slurm::AccountingRecord const*> jobs;
    for (auto const& [id, record] : last)
        if (record->start && record->end && record->allocated_cpus > 0) jobs.push_back(record);
    std::ranges::stable_sort(jobs, {}, [](auto const* job) { return job->submit; });
    Numbered users;
    Numbered groups;
    Numbered partitions;
    Numbered queues;
    std::string rows;
    for (slurm::AccountingRecord const* job : jobs)
        rows += fmt::format("{} {} {} {} {} -1 -1 {} {} -1 {} {} {} -1 {} {} -1 -1\n",
                            job->id,
                            job->submit.since_origin,
                            (*job->start - job->submit).count,
                            (*job->end - *job->start).count,
                            job->allocated_cpus,
                            job->requested_cpus,
                            job->limit_minutes ? *job->limit_minutes * 60 : -1,
                            status_of(*job),
                            users.of(job->user),
                            groups.of(job->account),
                            queues.of(job->qos),
                            partitions.of(job->partition));
    std::int64_t processors = 0;
    for (slurm::NodeView const& node : snapshot.nodes) processors += node.cpus;
    std::string out =
        fmt::format("; Version: 2.2\n; Computer: {}\n; Note: {}\n; Note: simulated by "
                    "clustersim {}\n; MaxJobs: {}\n; MaxRecords: {}\n"
                    "; UnixStartTime: {}\n; TimeZoneString: UTC\n"
                    "; MaxNodes: {}\n; MaxProcs: {}\n",
                    printable_line(snapshot.cluster),
                    printable_line(exported.title),
                    program_version(),
                    jobs.size(),
                    jobs.size(),
                    snapshot.origin,
                    snapshot.nodes.size(),
                    processors);
    auto const legend = [&](char const* what, Numbered const& of) {
        for (std::size_t i = 0; i < of.names().size(); ++i)
            out += fmt::format("; {}: {} {}\n", what, i + 1, printable_line(of.names()[i]));
    };
    legend("Queue", queues);
    legend("Partition", partitions);
    return out + rows;
}

}  // namespace

ExportFormat const swf_format{
    "swf",
    "the jobs that ended in the Standard Workload Format; replay and fit mix read it",
    swf_text};

}  // namespace clustersim
