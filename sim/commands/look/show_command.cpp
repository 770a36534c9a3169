// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/commands/look/export_option.hpp"
#include "sim/commands/look/stored_answer.hpp"
#include "sim/commands/look/stored_page.hpp"
#include "sim/commands/look/sweep_summary.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/html/sweep_page.hpp"
#include "sim/report/sqlite/sweep_reader.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

struct ShowCommand {
    Format format = Format::table;
    fs::path report;
    ExportOption other;  ///< with the result

    [[nodiscard]] fs::path const& result() const { return other.look.folder; }
};

Diagnostic unreadable(fs::path const& where, std::string what, std::string help) {
    Diagnostic d = problem(Code::cannot_read, std::move(what), std::move(help));
    d.where.file = where.string();
    return d;
}

/// The page of a folder of `run` or of a file of `sweep`. A sweep that is not finished has another name.
Result<std::string> page_of(fs::path const& result) {
    std::error_code ignored;
    if (fs::is_regular_file(result, ignored)) {
        auto const sweep = read_stored_sweep(result, metrics_of_sweep_page());
        if (!sweep) return failure(sweep.error());
        return page_json(sweep_page(*sweep));
    }
    fs::path const unfinished = unfinished_sweep_path(result);
    if (!fs::exists(result, ignored) && fs::exists(unfinished, ignored))
        return failure(
            unreadable(result,
                       "this sweep is not finished",
                       fmt::format("show what is answered with `clustersim show {}`, or continue "
                                   "the sweep with --resume",
                                   unfinished.string())));
    return stored_page(result);
}

Result<std::string> answer_of(fs::path const& result, Format format) {
    std::error_code ignored;
    if (!fs::is_regular_file(result, ignored)) return stored_answer(result, format);
    if (is_sweep_file(result)) return sweep_summary(result, format);
    return failure(
        unreadable(result,
                   "this is neither a result folder of `clustersim run` nor the file of a sweep",
                   "read other files of SQLite with sqlite3"));
}

void show(ShowCommand const& command, CommandContext& context) {
    Result<std::string> page;
    if (!command.report.empty()) page = page_of(command.result());
    if (context.value_of(page) == nullptr) return;
    auto file = ReportFile::open(command.report);
    if (context.value_of(file) == nullptr) return;
    auto answer = answer_of(command.result(), command.format);
    if (context.value_of(answer) == nullptr) return;
    context.print(*answer);
    file->write(*page, context);
}

}  // namespace

void add_show_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "show", "Show a stored result: as text, page or file of another program");
    auto command = std::make_shared<ShowCommand>();
    sub->add_option("RESULT",
                    command->other.look.folder,
                    "result folder of `clustersim run`, or the file of a sweep")
        ->required()
        ->takes(ValueKind::folder, "DIR");
    add_format_option(*sub, command->format, document_format_names);
    add_detail_option(*sub, command->format);
    add_report_option(*sub, command->report);
    auto* const to = add_export_options(*sub, command->other);
    for (char const* name : {"--format", "--detail", "--report"})
        to->excludes(sub->get_option(name));
    sub->footer(export_formats_text() +
                "Prints what `run` printed, and simulates nothing. Messages are not repeated.\n"
                "Of a sweep it prints what the file holds, and refuses one that was changed.\n"
                "Examples:\n"
                "  clustersim show results/quickstart-1a2b3c4d --format markdown > answer.md\n"
                "  clustersim show study.sqlite --report study.html\n"
                "  clustersim show results/quickstart-1a2b3c4d --to perfetto -o trace.json\n"
                "See also: clustersim run, clustersim sweep, docs/report.md, docs/export.md");
    sub->callback([command, sub, &context] {
        command->other.one_replicate = sub->count("--replicate") + sub->count("--variant") > 0;
        if (command->other.format != nullptr)
            write_export(command->other, context);
        else
            show(*command, context);
    });
}

}  // namespace clustersim
