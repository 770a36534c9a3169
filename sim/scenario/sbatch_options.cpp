// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/sbatch_options.hpp"

#include "sim/scenario/resolved_run.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace clustersim {
namespace {

class SbatchOptions {
  public:
    template <class Value>
    void add(std::string_view name, Value const& value) {
        options_.push_back(fmt::format("--{}={}", name, value));
    }
    void add(std::string_view name, std::string const& value) {
        if (!value.empty()) options_.push_back(fmt::format("--{}={}", name, value));
    }
    void add(std::string_view name, std::optional<std::int64_t> const& value) {
        if (value) options_.push_back(fmt::format("--{}={}", name, *value));
    }
    void add_time(std::string_view name, std::optional<std::int64_t> const& minutes) {
        if (minutes) add(name, slurm::squeue_duration(Seconds{*minutes * 60}));
    }
    void flag(std::string_view name) { options_.push_back(fmt::format("--{}", name)); }
    [[nodiscard]] std::vector<std::string> all() && { return std::move(options_); }

  private:
    std::vector<std::string> options_;
};

/// The features that a user writes. A partition of a machine file whose nodes have no feature of their own at the site is
/// told from others of the same Slurm partition by the type of its nodes, which the site's Slurm does not know.
std::string const&
features(slurm::JobRequest const& request, ResolvedJob const& job, ResolvedRun const& run) {
    bool const own_name = run.partition->constraint.empty() && !run.slurm->place.constraint.empty();
    return own_name ? job.spec.resources.features : request.constraint;
}

/// Whether the machine file states the type of the devices in the site's Slurm. If not, it is named after the accelerator.
bool is_type_of_site(NodeType const& type) {
    std::string const name = std::filesystem::path(type.accelerator).filename().string();
    return !type.gres.empty() && type.gres != name && type.gres + ".yaml" != name;
}

/// Whole nodes where others may share them, or a part of each node.
void add_share(SbatchOptions& options,
               slurm::JobRequest const& request,
               Partition const& partition) {
    bool const whole = request.exclusive == slurm::Exclusive::whole_nodes;
    if (whole && partition.exclusive) return;
    if (whole) options.flag("exclusive");
    // 0: all of the node.
    options.add("mem", whole ? "0" : fmt::format("{}M", request.mem_per_node_mb.value_or(0)));
}

}  // namespace

std::vector<std::string>
sbatch_options(slurm::JobRequest const& request, ResolvedJob const& job, ResolvedRun const& run) {
    SbatchOptions options;
    options.add("partition", request.partition);
    options.add("qos", job.qos);
    options.add("constraint", features(request, job, run));
    options.add("reservation", request.reservation);
    options.add("nodes", request.min_nodes.value_or(1));
    // One task for each device, which is how trainings are started; else one for each node.
    std::int64_t const devices = request.gres.empty() ? 0 : request.gres.front().count;
    std::int64_t const cores = request.cpus_per_task.value_or(1);
    std::int64_t const tasks = devices > 0 && devices <= cores ? devices : 1;
    options.add("ntasks-per-node", tasks);
    options.add("cpus-per-task", cores / tasks);
    for (slurm::GresRequest const& one : request.gres)
        options.add("gpus-per-node",
                    is_type_of_site(*run.node_type) ? fmt::format("{}:{}", one.type, one.count)
                                                    : std::to_string(one.count));
    add_share(options, request, *run.partition);
    if (request.tmp_disk_mb) options.add("tmp", fmt::format("{}M", *request.tmp_disk_mb));
    options.add_time("time", request.time_minutes);
    options.add_time("time-min", request.time_min_minutes);
    options.add("array", request.array.text);
    if (job.spec.form.singleton) options.add("dependency", "singleton");
    if (job.spec.resources.begin.count > 0)
        options.add("begin", fmt::format("now+{}", job.spec.resources.begin.count));
    if (job.spec.resources.signal)
        options.add("signal", fmt::format("TERM@{}", job.spec.resources.signal->count));
    if (request.switches.count > 0) options.add("switches", request.switches.count);
    if (job.spec.resources.nice > 0) options.add("nice", job.spec.resources.nice);
    if (request.requeue == false) options.flag("no-requeue");
    return std::move(options).all();
}

}  // namespace clustersim
