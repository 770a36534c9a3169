// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/commands/look/stored_page.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/html/sweep_page.hpp"
#include "sim/report/sqlite/sweep_file.hpp"
#include "sim/report/sqlite/sweep_reader.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <system_error>

namespace clustersim {
namespace {

struct ReportCommand {
    std::filesystem::path result;
    std::filesystem::path out = "report.html";
};

/// The page of a file of a sweep.
Result<std::string> page_of_sweep(std::filesystem::path const& path) {
    auto const sweep = read_stored_sweep(path, metrics_of_sweep_page());
    if (!sweep) return failure(sweep.error());
    return page_json(sweep_page(*sweep));
}

/// A folder is a result of `run`, a file one of `sweep`. A sweep that is not finished has another name.
Result<std::string> page_of(std::filesystem::path const& result) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(result, ignored)) return page_of_sweep(result);
    std::filesystem::path const unfinished = unfinished_sweep_path(result);
    if (!std::filesystem::exists(result, ignored) && std::filesystem::exists(unfinished, ignored)) {
        Diagnostic d = problem(Code::cannot_read,
                               "this sweep is not finished",
                               fmt::format("report what is answered with `clustersim report {}`, "
                                           "or continue the sweep with --resume",
                                           unfinished.string()));
        d.where.file = result.string();
        return failure(std::move(d));
    }
    return stored_page(result);
}

void make_report(ReportCommand const& command, CommandContext& context) {
    auto const page = page_of(command.result);
    if (!page) {
        context.report(page.error());
        return;
    }
    auto file = ReportFile::open(command.out);
    if (context.value_of(file) != nullptr) file->write(*page, context);
}

}  // namespace

void add_report_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("report", "Write a stored result or sweep as one HTML file");
    auto command = std::make_shared<ReportCommand>();
    sub->add_option("RESULT",
                    command->result,
                    "result folder of `clustersim run`, or file of `clustersim sweep`")
        ->required()
        ->takes(ValueKind::file, "FILE");
    sub->add_option("-o,--out", command->out, "the HTML file")
        ->takes(ValueKind::file, "FILE.html")
        ->capture_default_str()
        ->writes();
    sub->footer("Examples:\n"
                "  clustersim report results/quickstart-1a2b3c4d -o quickstart.html\n"
                "  clustersim report study.sqlite -o study.html\n"
                "See also: clustersim run --report, clustersim sweep --report");
    sub->callback([command, &context] { make_report(*command, context); });
}

}  // namespace clustersim
