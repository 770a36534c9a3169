// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

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

/// Adds problems of one machine as notes.
void note_impossible(std::string const& system,
                     Diagnostics const& problems,
                     Diagnostics& impossible) {
    for (Diagnostic d : problems.items()) {
        d.severity = Severity::note;
        d.message = fmt::format("{}: {}", system, d.message);
        impossible.add(std::move(d));
    }
}

/// Resolves the variants that one machine can run, on nodes as in `wish`.
Result<void> resolve_on(std::string const& system,
                        std::vector<Variant> const& variants,
                        Library const& library,
                        NodeWish const& wish,
                        ComparedRuns& comparison) {
    auto all = resolve_all(variants, library, wish);
    if (all) {
        std::ranges::move(*all, std::back_inserter(comparison.runs));
        return {};
    }
    if (all.error().fault() != Fault::impossible) return failure(all.error());
    note_impossible(system, all.error(), comparison.impossible);
    for (Variant const& variant : variants)
        if (auto one = resolve_all({variant}, library, wish))
            comparison.runs.push_back(std::move(one->front()));
    return {};
}

}  // namespace

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
    ComparedRuns comparison;
    for (std::size_t i = 0; i < systems.size(); ++i) {
        auto const variants = expand_sweep(moved[i]);
        if (!variants) return failure(variants.error());
        if (auto resolved = resolve_on(systems[i], *variants, library, *wish, comparison);
            !resolved)
            return failure(std::move(resolved.error()));
    }
    return comparison;
}

}  // namespace clustersim
