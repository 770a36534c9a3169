// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_checks.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace clustersim {
namespace {

using slurm::GresScope;

class NoteWriter {
  public:
    NoteWriter(JobScript const& script, AskedJob const& job)
        : script_(script),
          asked_(job.nodes),
          place_(job.place),
          partition_(*job.partitions.all.front()),
          job_(job) {}

    Diagnostics write() {
        note_unused_options();
        note_range_of_nodes();
        note_other_resources();
        note_no_limit();
        note_other_partitions();
        note_hold();
        note_whole_nodes();
        for (SrunLine const& step : script_.steps) check_step(step);
        note_inherited_cores();
        notes_.sort_by_place();
        return std::move(notes_);
    }

  private:
    /// Options that Slurm obeys and the simulation of one job does not.
    void note_unused_options() {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 2> about_others{
            {{"dependency", "the wait is counted from the end of the jobs that it waits for"},
             {"deadline", "whether the job ends in time can be read from its end"}}};
        for (auto const& [option, instead] : about_others) note_unused(option, instead);
        // The others are read by Slurm itself.
        if (job_.read_by_slurm()) return;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 16> unused{
            {{"licenses", "the licences of the site are not known"},
             {"nodelist", "any node of the partition is used"},
             {"exclude", "any node of the partition is used"},
             {"prefer", "any node of the partition is used"},
             {"contiguous", "any nodes of the partition are used"},
             {"spread-job", "nodes are chosen as usual"},
             {"use-min-nodes", "the fewest nodes are used anyway"},
             {"core-spec", "all cores of a node are used"},
             {"oversubscribe", "cores are not shared with other jobs"},
             {"gpus-per-socket", "the sockets of a node are not told apart"},
             {"cores-per-socket", "any node of the partition is used"},
             {"sockets-per-node", "any node of the partition is used"},
             {"extra-node-info", "any node of the partition is used"},
             {"ntasks-per-core", "the cores of a job follow from its tasks and --cpus-per-task"},
             {"ntasks-per-socket", "the sockets of a node are not told apart"},
             {"threads-per-core", "CPUs are counted as cores"}}};
        for (auto const& [option, instead] : unused) note_unused(option, instead);
    }

    void note_unused(std::string_view option, std::string_view instead) {
        if (!script_.gives(option)) return;
        note(Severity::note,
             script_.place_of({option}),
             fmt::format("--{} is not simulated: {}", option, instead));
    }

    /// Of a Slurm that reads the options itself, the simulation gives each start what it takes then.
    void note_range_of_nodes() {
        if (script_.request.nice < 0)
            note(Severity::note,
                 script_.place_of({"nice"}),
                 "only an operator may lower --nice below 0: read as 0");
        if (script_.request.max_nodes && script_.request.min_nodes &&
            *script_.request.max_nodes > *script_.request.min_nodes)
            note(Severity::note,
                 script_.place_of({"nodes"}),
                 job_.read_by_slurm()
                     ? fmt::format("the costs are those of {} nodes, which it gets on the empty "
                                   "machine",
                                   asked_.nodes)
                     : fmt::format("the job is simulated on the fewest of its nodes, {}",
                                   asked_.nodes));
    }

    void note_other_resources() {
        for (slurm::GresRequest const& one : script_.request.gres)
            if (one.name != "gpu")
                note(Severity::note,
                     script_.place_of({"gres"}),
                     fmt::format("the generic resource \"{}\" is {}",
                                 one.name,
                                 job_.read_by_slurm()
                                     ? "not in the costs"
                                     : "not simulated, and its price is not in the costs"));
    }

    /// A limit of a year is no answer to when the job ends.
    void note_no_limit() {
        if (!job_.unlimited || job_.knows_runtime) return;
        Diagnostic& d =
            note(Severity::warning,
                 script_.place_of({"time"}),
                 "the job has no time limit: it is taken to run for a year, as Slurm plans it");
        d.help = "say with --runtime how long it runs";
    }

    void note_other_partitions() {
        if (!job_.read_by_slurm() || !partition_.background) return;
        for (std::size_t i = 1; i < job_.partitions.all.size(); ++i)
            note(Severity::warning,
                 script_.place_of({"partition"}),
                 fmt::format("in partition {} the job meets only the usual jobs of {}",
                             job_.partitions.all[i]->slurm_name,
                             partition_.slurm_name));
    }

    void note_hold() {
        if (script_.request.hold)
            note(Severity::warning,
                 script_.place_of({"hold"}),
                 "the job does not start before it is released; the wait is counted from then");
    }

    /// A job holds all of its whole nodes, and pays for it, whatever it asks for.
    void note_whole_nodes() {
        bool const whole =
            partition_.exclusive || script_.request.exclusive == slurm::Exclusive::whole_nodes;
        if (!whole) return;
        if (asked_.gpus < place_.gpus) {
            note(Severity::warning,
                 script_.place_of({"gpus", "gpus-per-node", "gres", "gpus-per-task", "partition"}),
                 asked_.gpus > 0
                     ? fmt::format(
                           "the job asks for {} of the {} GPUs of a node, and holds all of them",
                           asked_.gpus,
                           place_.gpus)
                     : fmt::format("the job asks for no GPU, and holds all {} of each of its nodes",
                                   place_.gpus));
            return;
        }
        // Half of the cores may be meant: for memory, or because hardware threads do not help.
        bool const says = script_.gives("ntasks") || script_.gives("ntasks-per-node") ||
                          script_.gives("cpus-per-task");
        if (place_.gpus > 0 || !says || !asked_.cores || 2 * *asked_.cores >= place_.cores) return;
        Diagnostic& d =
            note(Severity::warning,
                 script_.place_of({"cpus-per-task", "ntasks-per-node", "ntasks"}),
                 fmt::format("the job asks for {} of the {} cores of a node, and holds all of them",
                             *asked_.cores,
                             place_.cores));
        d.help = "use all cores, or a partition whose nodes are shared";
    }

    void check_step(SrunLine const& step) {
        slurm::JobRequest const& r = step.request;
        int const nodes = r.min_nodes.value_or(asked_.nodes);
        if (nodes > asked_.nodes) refuse(step, "nodes", nodes, asked_.nodes);
        int const tasks = r.ntasks ? *r.ntasks : nodes * r.ntasks_per_node.value_or(0);
        if (tasks > 0 && asked_.cores) {
            int const cores = tasks * r.cpus_per_task.value_or(1);
            int const has = asked_.nodes * *asked_.cores;
            if (cores > has && !partition_.exclusive) refuse(step, "cores", cores, has);
        }
        for (slurm::GresRequest const& one : r.gres) {
            if (one.name != "gpu") continue;
            auto const each = static_cast<int>(one.count);
            int const all = one.scope == GresScope::per_job    ? each
                            : one.scope == GresScope::per_task ? each * std::max(1, tasks)
                                                               : each * nodes;
            int const has = asked_.nodes * (partition_.exclusive ? place_.gpus : asked_.gpus);
            if (all > has) refuse(step, "GPUs", all, has);
        }
    }

    void refuse(SrunLine const& step, std::string_view what, int asks, int has) {
        note(
            Severity::warning,
            step.place,
            fmt::format(
                "srun would refuse this step: it asks for {} {}, the job has {}", asks, what, has));
    }

    /// Since Slurm 22.05 a step does not inherit --cpus-per-task (its release notes), which leaves tasks with one core.
    void note_inherited_cores() {
        if (script_.request.cpus_per_task.value_or(1) < 2 || script_.exports_cpus_per_task) return;
        for (SrunLine const& step : script_.steps) {
            if (step.gives_cores) continue;
            Diagnostic& d = note(Severity::note,
                                 step.place,
                                 "srun of Slurm 22.05 and later does not take --cpus-per-task from "
                                 "sbatch: each task gets one core");
            d.help = "srun --cpus-per-task=$SLURM_CPUS_PER_TASK, or export "
                     "SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK before it";
            return;
        }
    }

    Diagnostic& note(Severity severity, ConfigNode const& place, std::string message) {
        Diagnostic one = problem_at(place, Code::inconsistent, std::move(message));
        one.severity = severity;
        return notes_.add(std::move(one));
    }

    JobScript const& script_;
    NodeRequest const& asked_;
    SlurmPlace const& place_;
    Partition const& partition_;
    AskedJob const& job_;
    Diagnostics notes_;
};

}  // namespace

Diagnostics script_notes(JobScript const& script, AskedJob const& asked) {
    return NoteWriter(script, asked).write();
}

}  // namespace clustersim
