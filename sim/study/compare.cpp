// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

#include "sim/scenario/comparable_partition.hpp"
#include "sim/study/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustersim {
namespace {

/// The scenario on another machine.
Result<ConfigNode>
moved_to(std::string const& system, ConfigNode const& scenario, Library const& library) {
    auto const partition =
        comparable_partition(Catalogue(library.systems), scenario, system, library.scenario_folder);
    if (!partition) return failure(partition.error());
    Settings settings{{"--systems", "system=" + system}, {"--systems", "partition=" + *partition}};
    ConfigNode const* own = scenario.find("system");
    if (own == nullptr || own->scalar != system) settings.emplace_back("--systems", "qos=~");
    return with_settings(scenario, settings);
}

/// Adds problems as notes of what one machine cannot do.
void note_impossible(std::string const& system,
                     Diagnostics const& problems,
                     Diagnostics& impossible) {
    for (Diagnostic d : problems.items()) {
        d.severity = Severity::note;
        d.message = fmt::format("{}: {}", system, d.message);
        impossible.add(std::move(d));
    }
}

/// Resolves what can be resolved of one machine's variants.
Result<void> resolve_on(std::string const& system,
                        std::vector<Variant> const& variants,
                        Library const& library,
                        ComparedRuns& comparison) {
    auto all = resolve_all(variants, library);
    if (all) {
        std::ranges::move(*all, std::back_inserter(comparison.runs));
        return {};
    }
    if (all.error().fault() != Fault::impossible) return failure(all.error());
    note_impossible(system, all.error(), comparison.impossible);
    for (Variant const& variant : variants) {
        if (auto one = resolve_all({variant}, library)) {
            comparison.runs.push_back(std::move(one->front()));
        }
    }
    return {};
}

}  // namespace

Result<ComparedRuns> resolve_comparison(ConfigNode const& document,
                                        std::vector<std::string> const& systems,
                                        Library const& library) {
    if (auto const expectations = read_expectations(document); !expectations)
        return failure(expectations.error());
    ComparedRuns comparison;
    for (std::string const& system : systems) {
        auto const moved = moved_to(system, document, library);
        if (!moved && moved.error().fault() == Fault::impossible) {
            note_impossible(system, moved.error(), comparison.impossible);
            continue;
        }
        if (!moved) return failure(moved.error());
        auto const variants = expand_sweep(*moved);
        if (!variants) return failure(variants.error());
        if (auto resolved = resolve_on(system, *variants, library, comparison); !resolved)
            return failure(std::move(resolved.error()));
    }
    return comparison;
}

}  // namespace clustersim
