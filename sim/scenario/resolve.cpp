// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve.hpp"

#include "models/application/catalogue.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/resolve_job.hpp"
#include "sim/scenario/scenario_config.hpp"
#include "sim/sched/policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace clustersim {
namespace {

/// Re-places problems without a place at a value of the scenario.
Diagnostics at_key(Diagnostics const& problems, ConfigNode const& document, std::string_view key) {
    Diagnostics placed;
    ConfigNode const* value = document.find(key);
    for (Diagnostic d : problems.items()) {
        if (!d.where.file.empty() || value == nullptr) {
            placed.add(std::move(d));
            continue;
        }
        Diagnostic at = problem_at(*value, d.code, std::move(d.message));
        at.help = std::move(d.help);
        placed.add(std::move(at));
    }
    return placed;
}

/// Resolves variants one after another and remembers what it has loaded.
class Resolver {
  public:
    explicit Resolver(Library const& library) : library_(library), machines_(library.systems) {}

    Result<ResolvedRun> resolve(Variant const& variant) {
        auto scenario = read_scenario(variant.document);
        if (!scenario) return failure(scenario.error());
        ResolvedRun run;
        run.variant = variant;
        run.scenario = std::move(*scenario);
        Diagnostics problems;
        find_policy_of(run, problems);
        if (auto system = system_of(run.scenario.system)) {
            run.system = *system;
            find_partition_of(run, problems);
        } else {
            problems.append(at_key(system.error(), run.variant.document, "system"));
        }
        find_mix_of(run, problems);
        if (run.partition != nullptr) resolve_jobs(run, problems);
        if (problems.has_errors()) return failure(std::move(problems));
        return run;
    }

  private:
    Result<std::shared_ptr<LoadedSystem const>> system_of(std::string const& name) {
        if (auto const found = systems_.find(name); found != systems_.end()) return found->second;
        auto loaded = machines_.load(name, library_.scenario_folder);
        if (!loaded) return failure(loaded.error());
        return systems_[name] = std::make_shared<LoadedSystem const>(std::move(*loaded));
    }

    Result<Application> application_of(std::string const& name) {
        if (auto const found = applications_.find(name); found != applications_.end())
            return found->second;
        auto loaded = load_application(name, library_.applications, library_.scenario_folder);
        if (loaded) applications_.emplace(name, *loaded);
        return loaded;
    }

    static void find_policy_of(ResolvedRun const& run, Diagnostics& problems) {
        if (find_policy(run.scenario.scheduler) != nullptr) return;
        Diagnostics unknown;
        unknown.add(problem(Code::unknown_name,
                            fmt::format("there is no scheduler \"{}\"", run.scenario.scheduler),
                            did_you_mean(run.scenario.scheduler, policy_names())));
        problems.append(at_key(unknown, run.variant.document, "scheduler"));
    }

    static void find_partition_of(ResolvedRun& run, Diagnostics& problems) {
        System const& system = run.system->system;
        run.partition = run.scenario.partition ? system.find_partition(*run.scenario.partition)
                                               : &system.default_partition();
        if (run.partition == nullptr) {
            std::vector<std::string> known;
            for (Partition const& partition : system.partitions) known.push_back(partition.name);
            Diagnostics unknown;
            unknown.add(problem(
                Code::unknown_name,
                fmt::format("{} has no partition \"{}\"", system.name, *run.scenario.partition),
                did_you_mean(*run.scenario.partition, known)));
            problems.append(at_key(unknown, run.variant.document, "partition"));
            return;
        }
        run.node_type = &system.node_type_of(*run.partition);
        Accelerator const* accelerator = system.accelerator_of(*run.node_type);
        run.place = {
            .system = system.name,
            .title = system.title,
            .partition = run.partition->name,
            .device =
                accelerator != nullptr
                    ? fmt::format("{} × {}", run.node_type->gpus, accelerator->model)
                    : fmt::format("{} cores, {}", run.node_type->cores, run.node_type->cpu_model),
            .partition_nodes = run.partition->nodes,
            .bill_unit = run.partition->billing.unit};
    }

    void find_mix_of(ResolvedRun& run, Diagnostics& problems) {
        std::string const& name = run.scenario.background.mix;
        if (name == "none") return;
        auto found = mixes_.find(name);
        if (found == mixes_.end()) {
            auto loaded = load_mix(name, library_.mixes, library_.scenario_folder);
            if (!loaded) {
                ConfigNode const* background = run.variant.document.find("background");
                problems.append(at_key(loaded.error(), *background, "mix"));
                return;
            }
            found = mixes_.emplace(name, std::make_shared<Mix const>(std::move(*loaded))).first;
        }
        run.mix = found->second;
    }

    void resolve_jobs(ResolvedRun& run, Diagnostics& problems) {
        for (JobSpec const& spec : run.scenario.jobs) {
            std::optional<Application> application;
            if (auto const* work = std::get_if<TrainingWork>(&spec.work)) {
                auto loaded = application_of(work->application);
                if (!loaded) {
                    problems.append(at_key(loaded.error(), spec.place, "application"));
                    continue;
                }
                application = std::move(*loaded);
            }
            auto job = resolve_job(spec, application, run);
            if (job) {
                run.jobs.push_back(std::move(*job));
            } else {
                problems.append(std::move(job.error()));
            }
        }
    }

    Library const& library_;
    Catalogue machines_;
    std::map<std::string, std::shared_ptr<LoadedSystem const>> systems_;
    std::map<std::string, Application> applications_;
    std::map<std::string, std::shared_ptr<Mix const>> mixes_;
};

}  // namespace

Result<std::vector<ResolvedRun>> resolve_all(std::vector<Variant> const& variants,
                                             Library const& library) {
    Resolver resolver(library);
    std::vector<ResolvedRun> runs;
    Diagnostics problems;
    for (Variant const& variant : variants) {
        auto run = resolver.resolve(variant);
        if (run) {
            runs.push_back(std::move(*run));
        } else {
            problems.append_unsaid(run.error());
        }
    }
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return runs;
}

}  // namespace clustersim
