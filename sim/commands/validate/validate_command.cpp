// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/validate/validate_sets.hpp"
#include "sim/commands/validate/validate_waits_command.hpp"
#include "sim/commands/validate/validation_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace clustersim {
namespace {

struct ValidateCommand {
    ValidationQuestion question;
    bool rows = false;
    Format format = Format::table;
};

void run(ValidateCommand const& command, CommandContext& context) {
    auto const references = References::load({context.data.systems(), context.data.applications()});
    if (!references) return context.report(references.error());
    ValidationQuestion question = command.question;
    question.folder = context.data.measurements();
    auto scored = validate_sets(question, *references);
    if (context.value_of(scored) == nullptr) return;
    std::vector<ValidationResult> results;
    for (auto& one : *scored)
        if (ValidationResult* result = context.value_of(one)) results.push_back(std::move(*result));
    if (results.empty()) return;
    bool const rows = command.rows || !question.measured.empty();
    context.print(validation_text(results, command.format, rows));
}

}  // namespace

void add_validate_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("validate", "Compare predictions with published measurements");
    auto command = std::make_shared<ValidateCommand>();
    sub->add_option("SET",
                    command->question.sets,
                    fmt::format("sets of measurements (default: all): {}",
                                fmt::join(validation_set_names(), ", ")))
        ->one_of(validation_set_names())
        ->type_name("NAME");
    sub->add_option("--measured",
                    command->question.measured,
                    "a CSV file of your own in the column layout of one of the sets")
        ->takes(ValueKind::file, "FILE");
    sub->add_flag("--rows", command->rows, "print every row next to its prediction");
    add_format_option(*sub, command->format);
    add_validate_waits(*sub, context);
    // A subcommand has answered already.
    sub->callback([sub, command, &context] {
        if (sub->get_subcommands().empty()) run(*command, context);
    });
    sub->footer("Examples:\n"
                "  clustersim validate\n"
                "  clustersim validate vtrain-multi --rows\n"
                "  clustersim validate --measured mine.csv --format json\n"
                "See also: docs/validation.md, clustersim validate waits --help");
}

}  // namespace clustersim
