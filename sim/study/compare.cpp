// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/comparable_nodes.hpp"
#include "sim/study/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

/// Problems of the names and files of the machines.
Diagnostics unreadable(std::vector<std::string> const& systems, Library const& library) {
    Diagnostics problems;
    Catalogue const machines = machine_catalogue(library.systems);
    for (std::string const& system : systems)
        if (auto const loaded = machines.load(system, library.scenario_folder); !loaded)
            problems.append(loaded.error());
    return problems;
}

std::string reason_of(Diagnostic const& error) {
    return error.expected.empty() ? error.message : error.message + "; " + error.expected;
}

/// Resolves the variants that one machine can run, on nodes as in `wish`. Returns the problems that are not about what
/// a machine can do.
Diagnostics resolve_on(std::string const& system,
                       std::vector<Variant> const& variants,
                       Library const& library,
                       NodeWish const& wish,
                       ComparedRuns& comparison) {
    if (auto all = resolve_all(variants, library, wish)) {
        std::ranges::move(*all, std::back_inserter(comparison.runs));
        return {};
    }
    Diagnostics wrong;
    for (Variant const& variant : variants) {
        auto one = resolve_all({variant}, library, wish);
        if (one) {
            comparison.runs.push_back(std::move(one->front()));
            continue;
        }
        if (one.error().fault() != Fault::impossible) wrong.append_unsaid(one.error());
        auto const& problems = one.error().items();
        auto const error = std::ranges::find(problems, Severity::error, &Diagnostic::severity);
        comparison.impossible.push_back({system, variant.label(), reason_of(*error)});
    }
    return wrong;
}

/// The name of the only job of a scenario, if it may ask for whole nodes.
Result<std::string> sized_job(ConfigNode const& document) {
    ConfigNode const* jobs = document.find("jobs");
    if (jobs == nullptr || jobs->entries.size() != 1) {
        Diagnostic several = problem(Code::inconsistent, "--nodes is for a scenario with one job");
        several.help =
            "sweep the nodes of one of its jobs: --set 'sweep={jobs.NAME.nodes: [1, 2]}'";
        return failure(std::move(several));
    }
    ConfigNode::Entry const& job = jobs->entries.front();
    ConfigNode const* gpus = job.value.find("gpus");
    if (gpus == nullptr) return job.key;
    return failure(problem_at(*gpus,
                              Code::inconsistent,
                              "--nodes gives whole nodes, and the job asks for GPUs of one node"));
}

}  // namespace

std::string ImpossibleRun::name() const {
    return variant.empty() ? system : system + ", " + variant;
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
    auto const job = sized_job(document);
    if (!job) return failure(job.error());
    std::string const key = fmt::format("jobs.{}.nodes", *job);
    auto counts = parse_yaml(fmt::format("[{}]", fmt::join(nodes, ", ")), "--nodes");
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
    std::erase_if(sweep.entries, [&](ConfigNode::Entry const& axis) { return axis.key == key; });
    sweep.entries.push_back({key, {}, std::move(*counts)});
    return document;
}

Result<ComparedRuns> resolve_comparison(ConfigNode const& document,
                                        std::vector<std::string> const& systems,
                                        Library const& library) {
    if (auto const expectations = read_expectations(document); !expectations)
        return failure(expectations.error());
    std::vector<ConfigNode> moved;
    for (std::string const& system : systems) {
        auto one = moved_to(system, document);
        if (!one) return failure(std::move(one.error()));
        moved.push_back(std::move(*one));
    }
    auto const own = expand_sweep(document);
    if (!own) return failure(own.error());
    auto wish = comparable_nodes(own->front().document, library);
    if (!wish) return failure(wish.error());
    if (auto problems = unreadable(systems, library); problems.has_errors())
        return failure(std::move(problems));
    ComparedRuns comparison;
    Diagnostics wrong;
    for (std::size_t i = 0; i < systems.size(); ++i) {
        auto const variants = expand_sweep(moved[i]);
        if (!variants) return failure(variants.error());
        wrong.append_unsaid(resolve_on(systems[i], *variants, library, *wish, comparison));
    }
    // What another machine can do is no mistake in the scenario.
    if (comparison.runs.empty() && wrong.has_errors()) return failure(std::move(wrong));
    return comparison;
}

}  // namespace clustersim
