// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/look/stored_answer.hpp"
#include "sim/commands/look/sweep_summary.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

struct ShowCommand {
    std::filesystem::path result;
    Format format = Format::table;
};

void show(ShowCommand const& command, CommandContext& context) {
    std::error_code ignored;
    bool const file = std::filesystem::is_regular_file(command.result, ignored);
    bool const sweep = file && is_sweep_file(command.result);
    if (file && !sweep) {
        Diagnostic d =
            problem(Code::cannot_read,
                    "this is neither a result folder of `clustersim run` nor the file of "
                    "a sweep",
                    "read other files of SQLite with sqlite3");
        d.where.file = command.result.string();
        Diagnostics wrong;
        wrong.add(std::move(d));
        context.report(wrong);
        return;
    }
    auto const text = sweep ? sweep_summary(command.result, command.format)
                            : stored_answer(command.result, command.format);
    if (text)
        context.print(*text);
    else
        context.report(text.error());
}

}  // namespace

void add_show_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("show", "Print a stored result again, in any format");
    auto command = std::make_shared<ShowCommand>();
    sub->add_option(
           "RESULT", command->result, "result folder of `clustersim run`, or the file of a sweep")
        ->required()
        ->takes(ValueKind::folder, "DIR");
    add_format_option(*sub,
                      command->format,
                      document_format_names,
                      "output format: table (the default), json, csv, markdown or latex");
    add_detail_option(*sub, command->format);
    sub->footer("Prints what `run` printed, and simulates nothing. Messages are not repeated.\n"
                "Of a sweep it prints what the file holds, and refuses one that was changed.\n"
                "Examples:\n"
                "  clustersim show results/quickstart-1a2b3c4d\n"
                "  clustersim show results/quickstart-1a2b3c4d --format markdown > answer.md\n"
                "See also: clustersim run, clustersim report, clustersim export");
    sub->callback([command, &context] { show(*command, context); });
}

}  // namespace clustersim
