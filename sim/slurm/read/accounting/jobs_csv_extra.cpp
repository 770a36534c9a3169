// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/jobs_csv_extra.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace clustersim::slurm {

namespace {

/// Appends words to a line.
class Words {
  public:
    void count(std::string_view option, auto const& value) {
        if (value) add(fmt::format("--{}={}", option, *value));
    }
    void text(std::string_view option, std::string const& value) {
        if (!value.empty()) add(fmt::format("--{}={}", option, value));
    }
    void flag(std::string_view option, bool set) {
        if (set) add(fmt::format("--{}", option));
    }
    void megabytes(std::string_view option, std::optional<std::int64_t> const& value) {
        if (value) add(fmt::format("--{}={}M", option, *value));
    }
    std::string take() { return std::move(all_); }

  private:
    void add(std::string const& word) {
        bool const plain = word.find_first_of(" \t'\"\\#") == std::string::npos;
        all_ += (all_.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
    }
    std::string all_;
};

std::string gres_list(JobRequest const& r, GresScope scope, bool names) {
    std::string out;
    for (GresRequest const& one : r.gres) {
        if (one.scope == scope) {
            out += fmt::format(
                "{}{}{}", out.empty() ? "" : ",", names ? one.name + ":" : "", gpu_count(one));
        }
    }
    return out;
}

}  // namespace

std::string extra_words(JobRequest const& r) {
    Words words;
    if (r.ntasks_per_node && !(*r.ntasks_per_node == 1 && !r.ntasks && r.min_nodes))
        words.count("ntasks-per-node", r.ntasks_per_node);
    words.count("ntasks-per-socket", r.ntasks_per_socket);
    words.count("ntasks-per-core", r.ntasks_per_core);
    words.count("ntasks-per-gpu", r.ntasks_per_gpu);
    words.count("cpus-per-gpu", r.cpus_per_gpu);
    words.count("mincpus", r.min_cpus_per_node);
    words.count("sockets-per-node", r.sockets_per_node);
    words.count("cores-per-socket", r.cores_per_socket);
    words.count("threads-per-core", r.threads_per_core);
    words.count("core-spec", r.core_spec);
    words.megabytes("mem-per-cpu", r.mem_per_cpu_mb);
    words.megabytes("mem-per-gpu", r.mem_per_gpu_mb);
    words.megabytes("tmp", r.tmp_disk_mb);
    if (only_gpus(r, GresScope::per_node) == nullptr)
        words.text("gres", gres_list(r, GresScope::per_node, true));
    if (only_gpus(r, GresScope::per_job) == nullptr)
        words.text("gpus", gres_list(r, GresScope::per_job, false));
    words.text("gpus-per-task", gres_list(r, GresScope::per_task, false));
    words.text("gpus-per-socket", gres_list(r, GresScope::per_socket, false));
    words.flag("gres-flags=enforce-binding", r.enforce_gres_binding);
    words.flag("hold", r.hold);
    words.flag("oversubscribe", r.oversubscribe);
    words.flag("contiguous", r.contiguous);
    words.flag("spread-job", r.spread);
    words.flag("use-min-nodes", r.use_min_nodes);
    words.text("nodelist", r.node_list);
    words.text("exclude", r.exclude_list);
    words.text("prefer", r.prefer);
    words.flag("kill-on-invalid-dep=yes", r.kill_on_invalid_dep);
    words.flag("requeue", r.requeue.value_or(false));
    words.flag("no-requeue", !r.requeue.value_or(true));
    words.flag("no-kill", r.no_kill);
    words.flag("distribution=*:block", r.block_distribution);
    return words.take();
}

std::string gpu_count(GresRequest const& gpus) {
    return gpus.type.empty() ? fmt::format("{}", gpus.count)
                             : fmt::format("{}:{}", gpus.type, gpus.count);
}

GresRequest const* only_gpus(JobRequest const& r, GresScope scope) {
    GresRequest const* found = nullptr;
    for (GresRequest const& one : r.gres) {
        if (one.scope == scope && (found != nullptr || one.name != "gpu")) return nullptr;
        found = one.scope == scope ? &one : found;
    }
    return found;
}

}  // namespace clustersim::slurm
