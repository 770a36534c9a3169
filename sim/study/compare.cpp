// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

#include "sim/scenario/site_limits.hpp"
#include "sim/scenario/wait_evidence.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/comparable_nodes.hpp"
#include "sim/study/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// The scenario on another machine, without its partition and QOS, which only exist on its own machine.
Result<ConfigNode> moved_to(std::string const& system, ConfigNode const& scenario) {
    Settings settings{{"--systems", "system=" + system}};
    ConfigNode const* own = scenario.find("system");
    if (own == nullptr || own->scalar != system)
        for (char const* name : {"partition=~", "qos=~"}) settings.emplace_back("--systems", name);
    return with_settings(scenario, settings);
}

/// The scenario without a sweep over machines: those that are compared replace it.
ConfigNode on_named_machines(ConfigNode document) {
    auto const sweep = std::ranges::find(document.entries, "sweep", &ConfigNode::Entry::key);
    if (sweep != document.entries.end())
        std::erase_if(sweep->value.entries,
                      [](ConfigNode::Entry const& axis) { return axis.key == "system"; });
    return document;
}

/// Problems of the names and files of the machines.
Diagnostics unreadable(std::vector<std::string> const& systems, Library const& library) {
    Diagnostics problems;
    Catalogue const machines = machine_catalogue(library.systems, library.kept_machines());
    for (std::string const& system : systems)
        if (auto const loaded = machines.load(system, library.scenario_folder); !loaded)
            problems.append(loaded.error());
    return problems;
}

/// One machine of a comparison.
struct Contestant {
    std::string system;
    bool own = false;  ///< the scenario states the settings of this machine
    std::vector<Variant> variants;
};

/// The variant with the work that all machines do.
Result<ResolvedRun>
resolve_equal(Variant const& variant, SharedWork const& work, RunResolver& resolver) {
    auto run = resolver.resolve(with_equal_batch(variant, work));
    if (run || run.error().fault() == Fault::impossible) return run;
    auto const with_own_batch = resolver.resolve(variant);
    if (!with_own_batch) return run;
    auto nearest = resolver.resolve(with_nearest_batch(variant, work, *with_own_batch));
    return nearest ? std::move(nearest) : std::move(run);
}

/// Resolves the variants that one machine can run. Returns the problems that are not about what a machine can do.
Diagnostics resolve_on(Contestant const& contestant,
                       std::vector<std::optional<SharedWork>> const& work,
                       EqualSize size,
                       RunResolver& resolver,
                       ComparedRuns& comparison) {
    Diagnostics wrong;
    for (std::size_t v = 0; v < contestant.variants.size(); ++v) {
        Variant variant = contestant.variants[v];
        if (work[v]) variant = with_equal_size(std::move(variant), *work[v], size, contestant.own);
        bool const is_example = work[v] && contestant.own && contestant.system == work[v]->system &&
                                (v == 0 || size != EqualSize::chosen_nodes);
        auto one = work[v] && !is_example ? resolve_equal(variant, *work[v], resolver)
                                          : resolver.resolve(variant);
        if (one) {
            comparison.runs.push_back(std::move(*one));
            continue;
        }
        if (one.error().fault() != Fault::impossible) wrong.append_unsaid(one.error());
        comparison.impossible.push_back(
            {contestant.system, variant.label(), impossible_reason(one.error())});
    }
    return wrong;
}

/// The only job of a scenario.
Result<ConfigNode::Entry const*> sized_job(ConfigNode const& document, std::string_view key) {
    ConfigNode const* jobs = document.find("jobs");
    if (jobs != nullptr && jobs->entries.size() == 1) return &jobs->entries.front();
    Diagnostic several =
        problem(Code::inconsistent, fmt::format("--{} is for a scenario with one job", key));
    several.help = fmt::format(
        "sweep the {0} of one of its jobs: --set 'sweep={{jobs.NAME.{0}: [1, 2]}}'", key);
    return failure(std::move(several));
}

/// The scenario with a sweep over one size of a job, in place of any other size.
Result<ConfigNode> with_sizes(ConfigNode document,
                              std::string const& job,
                              std::string_view key,
                              std::vector<int> const& sizes) {
    auto counts = parse_yaml(fmt::format("[{}]", fmt::join(sizes, ", ")), fmt::format("--{}", key));
    if (!counts) return failure(counts.error());
    auto const entry = std::ranges::find(document.entries, "sweep", &ConfigNode::Entry::key);
    if (entry == document.entries.end() || entry->value.kind != ConfigNode::Kind::mapping) {
        ConfigNode sweep;
        sweep.kind = ConfigNode::Kind::mapping;
        sweep.source = counts->source;
        set_value(document, "sweep", std::move(sweep));
    }
    ConfigNode& sweep =
        std::ranges::find(document.entries, "sweep", &ConfigNode::Entry::key)->value;
    std::string const of_job = fmt::format("jobs.{}.", job);
    std::erase_if(sweep.entries, [&](ConfigNode::Entry const& axis) {
        return axis.key == of_job + "nodes" || axis.key == of_job + "gpus";
    });
    sweep.entries.push_back({fmt::format("{}{}", of_job, key), {}, std::move(*counts)});
    return document;
}

}  // namespace

std::string ImpossibleRun::name() const {
    return system + (system.empty() || variant.empty() ? "" : ", ") + variant;
}

std::string impossible_reason(Diagnostics const& problems) {
    auto const& all = problems.items();
    auto error = std::ranges::find_if(all, [](Diagnostic const& d) {
        return d.severity == Severity::error && entry_of(d.code).fault == Fault::impossible;
    });
    if (error == all.end()) error = std::ranges::find(all, Severity::error, &Diagnostic::severity);
    std::string out = error->message;
    if (!error->expected.empty()) out += "; " + error->expected;
    if (error->help.starts_with(shorter_submissions))
        out += fmt::format(": {}", shorter_submissions);
    return out;
}

bool waits_may_decide(std::vector<ResolvedRun> const& runs) {
    return !runs.empty() &&
           std::ranges::all_of(
               runs,
               [](ResolvedRun const& run) { return has_wait_evidence(run.variant.document); });
}

Diagnostics none_possible(std::vector<ImpossibleRun> const& impossible, std::string conclusion) {
    Diagnostics problems;
    for (ImpossibleRun const& run : impossible) {
        Diagnostics one;
        one.add(problem(Code::never_fits, fmt::format("{}: {}", run.name(), run.reason))).severity =
            Severity::note;
        problems.append_unsaid(one);
    }
    problems.add(problem(Code::never_fits, std::move(conclusion)));
    return problems;
}

Result<ConfigNode> with_node_counts(ConfigNode document, std::vector<int> const& nodes) {
    auto const job = sized_job(document, "nodes");
    if (!job) return failure(job.error());
    if (ConfigNode const* gpus = (*job)->value.find("gpus")) {
        Diagnostic part =
            problem_at(*gpus,
                       Code::inconsistent,
                       "--nodes gives whole nodes, and the job asks for GPUs of one node");
        part.help = "--gpus gives the GPUs of the whole job";
        return failure(std::move(part));
    }
    std::string const name = (*job)->key;
    return with_sizes(std::move(document), name, "nodes", nodes);
}

Result<ConfigNode> with_gpu_counts(ConfigNode document, std::vector<int> const& gpus) {
    auto const job = sized_job(document, "gpus");
    if (!job) return failure(job.error());
    std::string const name = (*job)->key;
    erase_value(document, fmt::format("jobs.{}.nodes", name));
    return with_sizes(std::move(document), name, "gpus", gpus);
}

Result<ComparedRuns> resolve_comparison(ConfigNode const& scenario,
                                        std::vector<std::string> const& systems,
                                        Library const& library,
                                        EqualSize size) {
    RunResolver resolver(library);
    return resolve_comparison(scenario, systems, resolver, size);
}

Result<ComparedRuns> resolve_comparison(ConfigNode const& scenario,
                                        std::vector<std::string> const& systems,
                                        RunResolver& resolver,
                                        EqualSize size) {
    ConfigNode const document = on_named_machines(scenario);
    if (auto const expectations = read_expectations(document); !expectations)
        return failure(expectations.error());
    ConfigNode const* own_system = document.find("system");
    std::vector<ConfigNode> moved;
    for (std::string const& system : systems) {
        auto one = moved_to(system, document);
        if (!one) return failure(std::move(one.error()));
        moved.push_back(std::move(*one));
    }
    auto const own = expand_sweep(document);
    if (!own) return failure(own.error());
    auto wish = comparable_nodes(own->front().document, resolver.library());
    if (!wish) return failure(wish.error());
    if (auto problems = unreadable(systems, resolver.library()); problems.has_errors())
        return failure(std::move(problems));
    resolver.wish(*wish);
    std::vector<std::optional<SharedWork>> work;
    for (Variant const& variant : *own) {
        bool const known = size == EqualSize::chosen_nodes && !work.empty() && work.front();
        work.push_back(known ? work.front() : shared_work(variant, systems, resolver));
    }
    ComparedRuns comparison;
    Diagnostics wrong;
    for (std::size_t i = 0; i < systems.size(); ++i) {
        auto variants = expand_sweep(moved[i]);
        if (!variants) return failure(variants.error());
        bool const is_own = own_system != nullptr && own_system->scalar == systems[i];
        Contestant const contestant{systems[i], is_own, std::move(*variants)};
        wrong.append_unsaid(resolve_on(contestant, work, size, resolver, comparison));
    }
    // What another machine can do is no mistake in the scenario.
    if (comparison.runs.empty() && wrong.has_errors()) return failure(std::move(wrong));
    auto const inputs = std::make_shared<ReadInputs const>(resolver.inputs());
    for (ResolvedRun& run : comparison.runs) run.inputs = inputs;
    return comparison;
}

}  // namespace clustersim
