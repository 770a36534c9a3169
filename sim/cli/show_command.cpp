// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/report/stored_answer.hpp"

#include <CLI/CLI.hpp>

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
    if (std::filesystem::is_regular_file(command.result, ignored)) {
        Diagnostic d = problem(Code::cannot_read,
                               "this is a file: expected a result folder of `clustersim run`",
                               "read the file of a sweep with sqlite3 or Python; docs/sweeps.md "
                               "names its tables");
        d.where.file = command.result.string();
        Diagnostics wrong;
        wrong.add(std::move(d));
        context.report(wrong);
        return;
    }
    auto const text = stored_answer(command.result, command.format);
    if (text)
        context.print(*text);
    else
        context.report(text.error());
}

}  // namespace

void add_show_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("show", "Print a stored result again, in any format");
    auto command = std::make_shared<ShowCommand>();
    sub->add_option("RESULT", command->result, "result folder of `clustersim run`")
        ->required()
        ->type_name("DIR");
    add_format_option(*sub,
                      command->format,
                      document_format_names,
                      "output format: table (the default), json, csv, markdown or latex");
    sub->footer("Prints what `run` printed, and simulates nothing. Messages are not repeated.\n"
                "Examples:\n"
                "  clustersim show results/quickstart-1a2b3c4d\n"
                "  clustersim show results/quickstart-1a2b3c4d --format markdown > answer.md\n"
                "See also: clustersim run, clustersim report, clustersim export");
    sub->callback([command, &context] { show(*command, context); });
}

}  // namespace clustersim
