// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve.hpp"

#include "sim/scenario/background_size.hpp"
#include "sim/scenario/group_place.hpp"
#include "sim/scenario/input_cache.hpp"
#include "sim/scenario/job_place.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/scenario/node_group_choice.hpp"
#include "sim/scenario/partition_choice.hpp"
#include "sim/scenario/resolve_job.hpp"
#include "sim/scenario/scenario_config.hpp"
#include "sim/scenario/slurm_setups.hpp"
#include "sim/scenario/typical_background.hpp"
#include "sim/sched/policy.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace clustersim {
/// Resolves variants one after another and remembers what it has loaded.
class RunResolver::State {
  public:
    State(Library library, std::optional<NodeWish> wish, ReadInputs known)
        : library_(std::move(library)),
          inputs_(library_, std::move(known)),
          wish_(std::move(wish)) {}

    [[nodiscard]] ReadInputs const& inputs() const { return inputs_.inputs(); }
    [[nodiscard]] Library const& library() const { return library_; }
    void wish(NodeWish wish) { wish_ = std::move(wish); }

    Result<ResolvedRun> resolve(Variant const& variant) {
        auto scenario = read_scenario(variant.document, variant.jobs);
        if (!scenario) return failure(with_names(std::move(scenario.error()), variant));
        ResolvedRun run;
        run.variant = variant;
        run.scenario = std::move(*scenario);
        Diagnostics problems;
        find_policy_of(run, problems);
        load_machine(run, problems);
        run.mix = mix_named(inputs_,
                            run.scenario.background.mix,
                            run.variant.document.find("background"),
                            problems);
        if (run.system == nullptr) return failure(with_names(std::move(problems), variant));
        if (run.scenario.partition) {
            NodeGroups const named = groups_named(run, problems);
            if (named.empty()) return failure(with_names(std::move(problems), variant));
            return on_named_groups(run, named, problems);
        }
        return on_chosen_partition(run, problems);
    }

  private:
    void load_machine(ResolvedRun& run, Diagnostics& problems) {
        ConfigNode const& document = run.variant.document;
        auto machine = inputs_.system(run.scenario.system);
        if (!machine) {
            problems.append(at_key(machine.error(), document, "system"));
            return;
        }
        run.machine = *machine;
        if (run.scenario.policy.kind != ConfigNode::Kind::null && run.scenario.scheduler != "slurm")
            problems.append(at_key(only_slurm("a policy"), document, "policy"));
        auto system = inputs_.system_under(run.scenario.system, run.scenario.policy);
        if (!system) {
            problems.append(at_key(system.error(), document, "policy"));
            return;
        }
        run.system = *system;
        tell_closed(run);
        load_grid(run, problems);
        Diagnostics of_policy = run.machine->warnings;
        auto const known = of_policy.items().size();
        of_policy.append_unsaid(run.system->warnings);
        for (std::size_t i = known; i < of_policy.items().size(); ++i)
            run.warnings.add(of_policy.items()[i]);
    }

    /// Without hours, nothing else of the answer needs them: only the question for them is refused.
    void load_grid(ResolvedRun& run, Diagnostics& problems) {
        if (!run.scenario.grid_hours) return;
        auto hours = inputs_.grid_hours(run.system->system.country);
        if (hours)
            run.grid = *hours;
        else
            problems.append(at_key(hours.error(), run.variant.document, "energy"));
    }

    /// A machine of the past answers, too; whoever plans work hears where it would run now.
    static void tell_closed(ResolvedRun& run) {
        System const& system = run.system->system;
        if (!system.upkeep.closed) return;
        run.warnings.add(problem(Code::inconsistent, closed_remark(system.name, system.upkeep)))
            .severity = Severity::note;
    }

    /// Adds the unknown names that were not looked up because of earlier errors.
    Diagnostics with_names(Diagnostics problems, Variant const& variant) {
        problems.append_unsaid(unknown_names(variant.document, inputs_));
        return problems;
    }

    Result<ResolvedRun>
    on_named_groups(ResolvedRun const& run, NodeGroups const& named, Diagnostics const& problems) {
        return choose_node_group(
            run,
            named,
            [&](ResolvedRun const& settled, NodeGroups const& groups) {
                return on_groups(settled, groups, problems);
            });
    }

    static Result<ResolvedRun> by_qos(Result<ResolvedRun> run) {
        if (!run) return run;
        std::string& why = run->partition_choice;
        why = fmt::format(
            "the only one with QOS {}{}{}", *run->scenario.qos, why.empty() ? "" : "; ", why);
        return run;
    }

    Result<ResolvedRun> on_chosen_partition(ResolvedRun const& run, Diagnostics const& problems) {
        System const& system = run.system->system;
        NodeWish const wish = wish_ ? *wish_ : own_wish(system, run.scenario, inputs_);
        auto candidates = candidate_partitions(system, wish, run.scenario.qos);
        if (candidates.empty() && run.scenario.qos) {
            if (auto const groups = groups_with_qos(system, *run.scenario.qos); !groups.empty())
                return by_qos(on_named_groups(run, groups, problems));
        }
        // No partition has the QOS: the error of the default partition names the nearest one.
        if (candidates.empty() && run.scenario.qos) candidates = {&system.default_partition()};
        if (candidates.empty()) {
            Diagnostics none = problems;
            none.add(problem(Code::never_fits,
                             fmt::format("{} has no eligible partition {} accelerators",
                                         system.name,
                                         wish.like.gpus > 0 ? "with" : "without")));
            return failure(std::move(none));
        }
        ResolvedRun settled = run;
        settle_job_groups(settled);
        return choose_partition(candidates, wish, [&](Partition const& partition) {
            return on_groups(settled, {&partition}, problems);
        });
    }

    Result<ResolvedRun> on_groups(ResolvedRun run, NodeGroups const& groups, Diagnostics problems) {
        set_place(run, groups);
        settle_background(run, inputs_, problems);
        settle_own_partitions(run, inputs_, problems);
        check_demand(run, problems);
        check_quota(run, problems);
        check_background(run, groups, problems);
        if (run.scenario.scheduler == "slurm") run.slurm = slurms_.of(run, groups, problems);
        if (run.scenario.network != NetworkDetail::closed) run.fabric = fabric_of(run, problems);
        resolve_jobs(run, problems);
        if (problems.has_errors()) return failure(std::move(problems));
        return run;
    }

    void check_background(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems) {
        if (run.mix == nullptr) return;
        BackgroundSpec const& background = run.scenario.background;
        Seconds const span = background.warm_up.value_or(Seconds{}) + background.window;
        // Most variants have the same background load.
        BackgroundKey const key(run.mix, groups, background.load, span);
        auto known = sizes_.find(key);
        if (known == sizes_.end()) {
            PartitionShape const shape = partition_shape(run.system->system, groups);
            known =
                sizes_.emplace(key, check_background_size(*run.mix, shape, background.load, span))
                    .first;
        }
        if (!known->second) {
            ConfigNode const* place = run.variant.document.find("background");
            problems.append(at_key(known->second.error(), *place, "mix"));
        }
    }

    static void check_demand(ResolvedRun const& run, Diagnostics& problems) {
        if (run.scenario.scheduler == "slurm" || !run.scenario.background.backlog) return;
        ConfigNode const& background = *run.variant.document.find("background");
        problems.append(at_key(only_slurm("users who react to a backlog"),
                               background,
                               background.find("backlog") != nullptr ? "backlog" : "mix"));
    }

    static void check_quota(ResolvedRun const& run, Diagnostics& problems) {
        System const& system = run.system->system;
        if (run.scenario.user.quota_used == 0.0 || system.rules.monthly_quota) return;
        Diagnostics found;
        found.add(
            problem(Code::inconsistent,
                    fmt::format("the file of {} has no monthly quota that lowers the priority",
                                system.name),
                    "remove `quota-used`, or choose the partition for projects without budget"));
        problems.append(at_key(found, *run.variant.document.find("user"), "quota-used"));
    }

    static void find_policy_of(ResolvedRun const& run, Diagnostics& problems) {
        if (run.scenario.scheduler == "slurm") return;
        if (find_policy(run.scenario.scheduler) != nullptr) {
            if (run.scenario.topology != SlurmTopology::none)
                problems.append(at_key(only_slurm("topologies"), run.variant.document, "topology"));
            if (!run.scenario.user.by_default)
                problems.append(
                    at_key(only_slurm("the usage of the user"), run.variant.document, "user"));
            if (!run.scenario.background.others.empty()) {
                problems.append(at_key(only_slurm("the background load of other partitions"),
                                       *run.variant.document.find("background"),
                                       "others"));
            }
            return;
        }
        problems.append(
            at_key(unknown_scheduler(run.scenario.scheduler), run.variant.document, "scheduler"));
    }

    /// Null if the machine file does not describe one.
    std::shared_ptr<PartitionFabric const> fabric_of(ResolvedRun const& run,
                                                     Diagnostics& problems) {
        if (auto const found = fabrics_.find(run.partition); found != fabrics_.end())
            return found->second;
        auto built = partition_fabric(run.system->system, *run.partition);
        if (!built) {
            problems.append(at_key(built.error(), run.variant.document, "network"));
            return nullptr;
        }
        return fabrics_[run.partition] = std::make_shared<PartitionFabric const>(std::move(*built));
    }

    void resolve_jobs(ResolvedRun& run, Diagnostics& problems) {
        for (JobSpec const& spec : run.scenario.jobs) {
            auto const model = job_model(spec, inputs_);
            if (!model) {
                problems.append(model.error());
                continue;
            }
            auto job = names_own_place(spec) ? resolve_elsewhere(spec, *model, run)
                                             : resolve_here(spec, *model, run);
            if (job)
                run.jobs.push_back(std::move(*job));
            else
                problems.append(std::move(job.error()));
        }
    }

    Result<ResolvedJob> resolve_here(JobSpec const& spec, JobModel const& model, ResolvedRun& run) {
        auto const current =
            model_on(spec, model, run.system->system.accelerator_of(*run.node_type), inputs_);
        if (!current) return failure(current.error());
        return resolve_job(spec, *current, run);
    }

    Result<ResolvedJob>
    resolve_elsewhere(JobSpec const& spec, JobModel const& model, ResolvedRun& run) {
        Diagnostics problems;
        std::shared_ptr<ResolvedRun> const there = run_elsewhere(spec, run, problems);
        if (there == nullptr) return failure(std::move(problems));
        if (there->scenario.network != NetworkDetail::closed)
            there->fabric = fabric_of(*there, problems);
        if (problems.has_errors()) return failure(std::move(problems));
        auto job = resolve_here(spec, model, *there);
        if (!job) return job;
        run.warnings.append_unsaid(there->warnings);
        job->prediction.own_place = there->place;
        job->elsewhere = there;
        return job;
    }

    Library library_;
    InputCache inputs_;
    std::optional<NodeWish> wish_;
    SlurmSetups slurms_{inputs_};
    /// By the partition, which is that of the machine under the run's policy.
    std::map<Partition const*, std::shared_ptr<PartitionFabric const>> fabrics_;
    using BackgroundKey = std::tuple<std::shared_ptr<Mix const>, NodeGroups, double, Seconds>;
    std::map<BackgroundKey, Result<void>> sizes_;
};

RunResolver::RunResolver(Library library, std::optional<NodeWish> wish, ReadInputs known)
    : state_(std::make_unique<State>(std::move(library), std::move(wish), std::move(known))) {}
RunResolver::~RunResolver() = default;
RunResolver::RunResolver(RunResolver&&) noexcept = default;
RunResolver& RunResolver::operator=(RunResolver&&) noexcept = default;

void RunResolver::wish(NodeWish wish) {
    state_->wish(std::move(wish));
}

Library const& RunResolver::library() const {
    return state_->library();
}

Result<ResolvedRun> RunResolver::resolve(Variant const& variant) {
    return state_->resolve(variant);
}

ReadInputs const& RunResolver::inputs() const {
    return state_->inputs();
}

Result<std::vector<ResolvedRun>> resolve_all(std::vector<Variant> const& variants,
                                             Library const& library,
                                             std::optional<NodeWish> const& wish) {
    RunResolver resolver(library, wish);
    std::vector<ResolvedRun> runs;
    Diagnostics problems;
    for (Variant const& variant : variants) {
        auto run = resolver.resolve(variant);
        if (run)
            runs.push_back(std::move(*run));
        else
            problems.append_unsaid(run.error());
    }
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    auto const inputs = std::make_shared<ReadInputs const>(resolver.inputs());
    for (ResolvedRun& run : runs) run.inputs = inputs;
    return runs;
}

}  // namespace clustersim
