// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/script_scenario.hpp"

#include "sim/core/human.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

using slurm::JobRequest;

ConfigNode scalar(ConfigNode place, std::string value) {
    place.kind = ConfigNode::Kind::scalar;
    place.scalar = std::move(value);
    return place;
}

ConfigNode mapping(ConfigNode place) {
    place.kind = ConfigNode::Kind::mapping;
    return place;
}

std::string seconds_text(Seconds time) {
    return fmt::format("{} s", time.count);
}

/// Builds the block of the job.
class JobBlock {
  public:
    JobBlock(JobScript const& script, AskedJob const& asked)
        : script_(script), asked_(asked), job_(mapping(script.whole)) {}

    ConfigNode write() {
        Partition const& partition = *asked_.partitions.all.front();
        JobRequest const& r = script_.request;
        set("nodes", std::to_string(asked_.nodes.nodes), {"nodes", "ntasks", "gpus"});
        if (asked_.whole_nodes && !partition.exclusive && !oversize())
            set("exclusive", "true", {"exclusive"});
        write_share(partition.fixed.has_value());
        if (r.time_minutes)
            set("walltime", seconds_text(asked_.limit), {"time"});
        else
            set("walltime", "default", {"time"});
        set("runtime", seconds_text(asked_.runtime), {"time"});
        write_rest(r);
        return std::move(job_);
    }

  private:
    void
    set(std::string_view key, std::string value, std::initializer_list<std::string_view> from) {
        ConfigNode const place = script_.place_of(from);
        job_.entries.push_back({std::string(key), place, scalar(place, std::move(value))});
    }

    /// The scenario chooses the kind of node of a job that gets whole nodes by its amounts.
    [[nodiscard]] bool amounts_decide() const {
        return asked_.partitions.by_amount && !asked_.partitions.slurm_name.empty();
    }

    /// Whether no node has the amounts.
    [[nodiscard]] bool oversize() const {
        NodeRequest const& nodes = asked_.nodes;
        double const memory = static_cast<double>(asked_.place.memory_mb) * mebibyte;
        return (nodes.cores && *nodes.cores > asked_.place.cores) ||
               (nodes.memory && nodes.memory->si() > memory);
    }

    /// The part of each node that the job gets. In a partition of whole nodes, or of equal shares, the site decides it;
    /// amounts that no node has are kept, so that they are refused.
    void write_share(bool fixed) {
        NodeRequest const& nodes = asked_.nodes;
        bool const part = !asked_.whole_nodes || oversize();
        bool const amounts = (part && (!fixed || oversize())) || amounts_decide();
        if (nodes.gpus > 0 && part)
            set("gpus",
                std::to_string(nodes.gpus),
                {"gpus-per-node", "gres", "gpus-per-task", "gpus"});
        if (nodes.cores && amounts)
            set("cores",
                std::to_string(*nodes.cores),
                {"cpus-per-task", "cpus-per-gpu", "ntasks-per-node", "ntasks"});
        if (nodes.memory && amounts)
            set("memory",
                print_exact(nodes.memory->si(), Dimension::data),
                {"mem", "mem-per-cpu", "mem-per-gpu"});
    }

    void write_rest(JobRequest const& r) {
        if (!r.array.empty()) set("array", r.array, {"array"});
        if (r.time_min_minutes && *r.time_min_minutes > 0)
            set("time-min", seconds_text(Seconds{*r.time_min_minutes * 60}), {"time-min"});
        if (r.tmp_disk_mb)
            set("tmp",
                print_exact(static_cast<double>(*r.tmp_disk_mb) * mebibyte, Dimension::data),
                {"tmp"});
        if (!r.constraint.empty()) set("features", r.constraint, {"constraint"});
        if (!r.reservation.empty()) set("reservation", r.reservation, {"reservation"});
        if (r.begin && r.begin->since_origin > 0)
            set("begin", seconds_text(Seconds{r.begin->since_origin}), {"begin"});
        if (r.nice > 0) set("nice", std::to_string(r.nice), {"nice"});
        if (r.requeue && !*r.requeue) set("requeue", "false", {"no-requeue"});
        if (r.switches.count > 0) {
            set("switches", std::to_string(r.switches.count), {"switches"});
            if (r.switches.wait) set("switches-wait", seconds_text(*r.switches.wait), {"switches"});
        }
        if (asked_.partitions.all.size() < 2) return;
        ConfigNode list = script_.place_of({"partition"});
        list.kind = ConfigNode::Kind::sequence;
        for (std::size_t i = 1; i < asked_.partitions.all.size(); ++i)
            list.items.push_back(
                scalar(script_.place_of({"partition"}), asked_.partitions.all[i]->name));
        job_.entries.push_back({"partitions", list, list});
    }

    JobScript const& script_;
    AskedJob const& asked_;
    ConfigNode job_;
};

/// The name of a QOS in the machine file for its name in Slurm.
std::string file_name_of(SlurmPlace const& place, std::string const& qos) {
    for (AdmittingQos const& one : place.qos)
        if (one.slurm_name == qos) return one.name;
    return qos;
}

ConfigNode scenario_of(JobScript const& script, AskedJob const& asked, std::string const& system) {
    Partition const& partition = *asked.partitions.all.front();
    ConfigNode document = mapping(script.whole);
    auto const add = [&](std::string key, ConfigNode value) {
        document.entries.push_back({std::move(key), value, value});
    };
    add("schema", scalar(script.whole, "clustersim/scenario/1"));
    add("title", scalar(script.place_of({"job-name"}), asked.job));
    add("system", scalar(script.whole, system));
    std::string const& slurm_name = asked.partitions.slurm_name;
    add("partition",
        scalar(script.place_of({"partition"}), slurm_name.empty() ? partition.name : slurm_name));
    if (!asked.qos.empty())
        add("qos", scalar(script.place_of({"qos"}), file_name_of(asked.place, asked.qos)));
    ConfigNode background = mapping(script.whole);
    background.entries.push_back(
        {"mix", script.whole, scalar(script.whole, partition.background ? "typical" : "none")});
    add("background", std::move(background));
    ConfigNode jobs = mapping(script.whole);
    jobs.entries.push_back(
        {asked.job, script.place_of({"job-name"}), JobBlock(script, asked).write()});
    add("jobs", std::move(jobs));
    return document;
}

/// What the site gives the job because its script does not say it.
std::vector<std::string> defaults_taken(JobScript const& script, AskedJob const& asked) {
    Partition const& partition = *asked.partitions.all.front();
    JobDefaults const& site = partition.defaults;
    std::vector<std::string> taken;
    if (script.request.partition.empty())
        taken.push_back(fmt::format("partition {}", partition.slurm_name));
    if (script.request.qos.empty() && !asked.qos.empty())
        taken.push_back(fmt::format("QOS {}", asked.qos));
    if (script.request.account.empty()) taken.emplace_back("your default account");
    if (!script.request.time_minutes)
        taken.push_back(fmt::format("a time limit of {}", human(asked.limit.duration())));
    if (asked.whole_nodes || partition.fixed) return taken;
    int const gpus = asked.nodes.gpus;
    if (gpus > 0 && !asked.nodes.cores)
        taken.push_back(fmt::format("{} cores for each GPU",
                                    site.cores_per_gpu.value_or(asked.place.cores_per_gpu)));
    if (asked.nodes.memory) return taken;
    auto const mebibytes_of = [](std::int64_t mb) {
        return bytes(static_cast<double>(mb) * mebibyte);
    };
    if (gpus > 0)
        taken.push_back(fmt::format(
            "{} of memory for each GPU",
            human(site.memory_per_gpu.value_or(mebibytes_of(asked.place.memory_per_gpu_mb)))));
    else
        taken.push_back(fmt::format("{} of memory for each core",
                                    human(site.memory_per_core.value_or(
                                        mebibytes_of(asked.place.memory_mb / asked.place.cores)))));
    return taken;
}

Diagnostics too_many_gpus(JobScript const& script, AskedJob const& asked) {
    Diagnostics problems;
    if (asked.nodes.gpus <= asked.place.gpus || asked.place.gpus == 0) return problems;
    problems
        .add(problem_at(script.place_of({"gpus-per-node", "gres", "gpus-per-task", "gpus"}),
                        Code::never_fits,
                        fmt::format("the job asks for {} GPUs of each node", asked.nodes.gpus)))
        .expected = fmt::format("at most the {} of a node of partition {}",
                                asked.place.gpus,
                                asked.partitions.all.front()->slurm_name);
    return problems;
}

}  // namespace

Result<AskedJob> asked_job(JobScript const& script,
                           System const& machine,
                           std::string const& system,
                           ScriptPartitions partitions,
                           std::optional<Seconds> runtime) {
    AskedJob asked;
    asked.partitions = std::move(partitions);
    Partition const& partition = *asked.partitions.all.front();
    asked.place = slurm_place(machine, partition);
    Diagnostics problems;
    auto nodes = node_request(script, asked.place);
    if (!nodes) problems.append(nodes.error());
    asked.qos = qos_of_script(script, partition);
    auto const limit = limit_of_script(script, partition, asked.qos);
    if (!limit) problems.append(limit.error());
    if (problems.has_errors()) return failure(std::move(problems));
    asked.nodes = *nodes;
    asked.whole_nodes =
        partition.exclusive || script.request.exclusive == slurm::Exclusive::whole_nodes;
    asked.limit = *limit;
    asked.knows_runtime = runtime.has_value();
    asked.runtime = runtime.value_or(*limit);
    if (asked.runtime > asked.limit) {
        return failure(problem_at(script.place_of({"time"}),
                                  Code::over_limit,
                                  fmt::format("the job runs for {}, and its limit of {} ends it",
                                              human(asked.runtime.duration()),
                                              human(asked.limit.duration()))));
    }
    asked.job = script.request.name.empty() ? "job" : script.request.name;
    // Keys of a scenario are separated by dots.
    std::ranges::replace(asked.job, '.', '_');
    asked.taken = defaults_taken(script, asked);
    asked.document = scenario_of(script, asked, system);
    if (auto const too_many = too_many_gpus(script, asked); too_many.has_errors())
        return failure(too_many);
    return asked;
}

void set_job_key(ConfigNode& document,
                 std::string const& job,
                 std::string_view key,
                 std::string value,
                 ConfigNode const& place) {
    set_value(document, fmt::format("jobs.{}.{}", job, key), scalar(place, std::move(value)));
}

void drop_job_key(ConfigNode& document, std::string const& job, std::string_view key) {
    for (ConfigNode::Entry& block : document.entries) {
        if (block.key != "jobs") continue;
        for (ConfigNode::Entry& one : block.value.entries)
            if (one.key == job)
                std::erase_if(one.value.entries,
                              [&](ConfigNode::Entry const& entry) { return entry.key == key; });
    }
}

}  // namespace clustersim
