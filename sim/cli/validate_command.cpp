// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/validation_table.hpp"
#include "sim/study/validate/validation.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace clustersim {
namespace {

struct ValidateCommand {
    std::vector<std::string> sets;
    std::vector<std::filesystem::path> measured;
    bool rows = false;
    Format format = Format::table;
};

std::vector<std::string> set_names() {
    std::vector<std::string> names;
    for (ValidationSet const& set : validation_sets()) names.emplace_back(set.name);
    return names;
}

Result<ValidationSet const*> set_named(std::string const& name) {
    auto const sets = validation_sets();
    auto const found = std::ranges::find(sets, name, &ValidationSet::name);
    if (found != sets.end()) return &*found;
    return failure(problem(Code::unknown_name,
                           fmt::format("no set of measurements is called \"{}\"", name),
                           did_you_mean(name, set_names())));
}

/// The layout of a file of one's own: the set that the command names, or the one whose columns it has.
Result<ValidationSet const*> layout_of(ValidateCommand const& command, MeasuredTable const& table) {
    if (!command.sets.empty()) return set_named(command.sets.front());
    ValidationSet const* const found = set_of_layout(table);
    if (found != nullptr) return found;
    return failure(problem(Code::missing_key,
                           table.file + ": these are not the columns of any set of measurements",
                           nearest_layout(table) + "columns of each set: workloads/measurements"));
}

Result<ValidationResult> of_file(ValidateCommand const& command,
                                 std::filesystem::path const& file,
                                 References const& known) {
    auto const table = read_measured_table(file);
    if (!table) return failure(table.error());
    auto const set = layout_of(command, *table);
    if (!set) return failure(set.error());
    return validate(**set, *table, known);
}

Result<ValidationResult>
of_set(ValidationSet const& set, std::filesystem::path const& folder, References const& known) {
    auto table = read_measured_table(folder / set.file);
    if (!table) return failure(table.error());
    table->file = set.file;
    return validate(set, *table, known);
}

void run(ValidateCommand const& command, CommandContext& context) {
    auto const known = References::load({context.data.systems(), context.data.applications()});
    if (!known) return context.report(known.error());
    std::vector<Result<ValidationResult>> scored;
    if (!command.measured.empty() && command.sets.size() > 1) {
        Diagnostics problems;
        problems.add(problem(Code::inconsistent,
                             "--measured with more than one set",
                             "one set whose layout the file has, or none"));
        return context.report(problems);
    }
    for (auto const& file : command.measured) scored.push_back(of_file(command, file, *known));
    if (command.measured.empty()) {
        for (ValidationSet const& set : validation_sets()) {
            bool const chosen = command.sets.empty() ||
                                std::ranges::find(command.sets, set.name) != command.sets.end();
            if (chosen) scored.push_back(of_set(set, context.data.measurements(), *known));
        }
        for (std::string const& name : command.sets) {
            if (auto const set = set_named(name); !set) return context.report(set.error());
        }
    }
    std::vector<ValidationResult> results;
    for (auto& one : scored) {
        if (ValidationResult* result = context.value_of(one)) results.push_back(std::move(*result));
    }
    if (results.empty()) return;
    bool const rows = command.rows || !command.measured.empty();
    context.print(validation_text(results, command.format, rows));
}

}  // namespace

void add_validate_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("validate", "Compare predictions with published measurements");
    auto command = std::make_shared<ValidateCommand>();
    std::string names;
    for (std::string const& name : set_names()) names += (names.empty() ? "" : ", ") + name;
    sub->add_option("SET", command->sets, "sets to take (all): " + names);
    sub->add_option("--measured",
                    command->measured,
                    "a CSV file of your own in the column layout of one of the sets")
        ->type_name("FILE");
    sub->add_flag("--rows", command->rows, "every row beside its prediction");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { run(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim validate\n"
                "  clustersim validate vtrain-multi --rows\n"
                "  clustersim validate --measured mine.csv --format json\n"
                "See also: docs/validation.md");
}

}  // namespace clustersim
