// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validate_sets.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

Result<ValidationSet const*> set_named(std::string const& name) {
    auto const sets = validation_sets();
    auto const found = std::ranges::find(sets, name, &ValidationSet::name);
    if (found != sets.end()) return &*found;
    return failure(problem(Code::unknown_name,
                           fmt::format("no set of measurements is called \"{}\"", name),
                           did_you_mean(name, validation_set_names())));
}

Result<ValidationSet const*> layout_of(ValidationQuestion const& question,
                                       MeasuredTable const& table) {
    if (!question.sets.empty()) return set_named(question.sets.front());
    ValidationSet const* const found = set_of_layout(table);
    if (found != nullptr) return found;
    return failure(problem(Code::missing_key,
                           table.file + ": these are not the columns of any set of measurements",
                           nearest_layout(table) + "columns of each set: workloads/measurements"));
}

Result<ValidationResult> score_file(ValidationQuestion const& question,
                                    std::filesystem::path const& file,
                                    References const& references) {
    auto const table = read_measured_table(file);
    if (!table) return failure(table.error());
    auto const set = layout_of(question, *table);
    if (!set) return failure(set.error());
    ValidationResult scored = validate(**set, *table, references);
    if (!scored.points.empty()) return scored;
    std::vector<std::string_view> missing;
    for (std::string_view const column : (*set)->columns)
        if (!table->has(column)) missing.push_back(column);
    if (missing.empty()) return scored;
    return failure(
        problem(Code::missing_key,
                fmt::format("{}: no row can be predicted, because columns of {} are missing",
                            table->file,
                            (*set)->name),
                fmt::format("add {}; columns of each set: workloads/measurements",
                            fmt::join(missing, ", "))));
}

Result<ValidationResult> score_set(ValidationSet const& set,
                                   std::filesystem::path const& folder,
                                   References const& references) {
    auto table = read_measured_table(folder / set.file);
    if (!table) return failure(table.error());
    table->file = set.file;
    return validate(set, *table, references);
}

}  // namespace

std::vector<std::string> validation_set_names() {
    std::vector<std::string> names;
    for (ValidationSet const& set : validation_sets()) names.emplace_back(set.name);
    return names;
}

Result<std::vector<Result<ValidationResult>>> validate_sets(ValidationQuestion const& question,
                                                            References const& references) {
    std::vector<Result<ValidationResult>> scored;
    if (!question.measured.empty()) {
        if (question.sets.size() > 1) {
            return failure(problem(Code::inconsistent,
                                   "--measured with more than one set",
                                   "one set whose layout the file has, or none"));
        }
        for (auto const& file : question.measured)
            scored.push_back(score_file(question, file, references));
        return scored;
    }
    for (std::string const& name : question.sets)
        if (auto const set = set_named(name); !set) return failure(set.error());
    for (ValidationSet const& set : validation_sets()) {
        bool const chosen = question.sets.empty() ||
                            std::ranges::find(question.sets, set.name) != question.sets.end();
        if (chosen) scored.push_back(score_set(set, question.folder, references));
    }
    return scored;
}

}  // namespace clustersim
