// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/resolve_study.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace clustersim {

namespace {

/// The variants with a run, or nothing if none has one or something else is wrong.
std::optional<ResolvedStudy> possible_part(std::vector<Variant> const& variants,
                                           Library const& library) {
    RunResolver resolver(library);
    ResolvedStudy part;
    for (Variant const& variant : variants) {
        auto run = resolver.resolve(variant);
        if (run) {
            part.runs.push_back(std::move(*run));
            continue;
        }
        if (run.error().fault() != Fault::impossible) return std::nullopt;
        part.impossible.push_back({"", variant.label(), impossible_reason(run.error())});
    }
    if (part.runs.empty() || part.impossible.empty()) return std::nullopt;
    auto const inputs = std::make_shared<ReadInputs const>(resolver.inputs());
    for (ResolvedRun& run : part.runs) run.inputs = inputs;
    return part;
}

}  // namespace

Diagnostics ResolvedStudy::warnings() const {
    Diagnostics out;
    for (ResolvedRun const& run : runs) out.append_unsaid(run.warnings);
    return out;
}

Result<ResolvedStudy> resolve_possible(std::vector<Variant> const& variants,
                                       Library const& library) {
    auto all = resolve_study(variants, library);
    if (all || variants.size() < 2 || all.error().fault() != Fault::impossible) return all;
    auto part = possible_part(variants, library);
    auto expectations = read_expectations(variants.front().document);
    auto exercise = read_exercise(variants.front().document);
    if (!part || !expectations || !exercise) return all;
    part->expectations = std::move(*expectations);
    part->exercise = std::move(*exercise);
    return std::move(*part);
}

Result<ResolvedStudy> resolve_study(std::vector<Variant> const& variants, Library const& library) {
    auto expectations = read_expectations(variants.front().document);
    auto exercise = read_exercise(variants.front().document);
    auto runs = resolve_all(variants, library);
    Diagnostics problems;
    if (!runs) problems.append_unsaid(runs.error());
    if (!expectations) problems.append_unsaid(expectations.error());
    if (!exercise) problems.append_unsaid(exercise.error());
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return ResolvedStudy{std::move(*runs), std::move(*expectations), std::move(*exercise), {}};
}

}  // namespace clustersim
