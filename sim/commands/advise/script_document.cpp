// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_document.hpp"

#include "sim/core/quantity_text.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

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
        if (!r.array.empty()) set("array", r.array.text, {"array"});
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

}  // namespace

ConfigNode
script_document(JobScript const& script, AskedJob const& asked, std::string const& system) {
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
    if (!asked.qos.empty() && !asked.read_by_slurm())
        add("qos", scalar(script.place_of({"qos"}), asked.place.file_name_of(asked.qos)));
    ConfigNode background = mapping(script.whole);
    background.entries.push_back(
        {"mix", script.whole, scalar(script.whole, partition.background ? "typical" : "none")});
    add("background", std::move(background));
    if (asked.read_by_slurm()) return document;
    ConfigNode jobs = mapping(script.whole);
    jobs.entries.push_back(
        {asked.job, script.place_of({"job-name"}), JobBlock(script, asked).write()});
    add("jobs", std::move(jobs));
    return document;
}

void add_follower(AskedJob& asked, ConfigNode const& place) {
    std::string const name = fmt::format("{} (2)", asked.job);
    if (asked.read_by_slurm()) {
        JobSpec second = asked.jobs.front();
        second.name = name;
        second.form.after.push_back({slurm::DependencyType::afterok, asked.job, 0, place});
        second.place.entries.push_back({"after", place, place});
        asked.jobs.push_back(std::move(second));
        return;
    }
    for (ConfigNode::Entry& block : asked.document.entries) {
        if (block.key != "jobs") continue;
        ConfigNode::Entry second = block.value.entries.front();
        second.key = name;
        block.value.entries.push_back(std::move(second));
    }
    set_value(
        asked.document, fmt::format("jobs.{}.after.{}", name, asked.job), scalar(place, "ok"));
}

}  // namespace clustersim
