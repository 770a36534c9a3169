// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_option.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/look/export_database.hpp"
#include "sim/commands/look/exported_text.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/result_mark.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

void refuse(std::string what, std::string help, CommandContext& context) {
    Diagnostics wrong;
    wrong.add(problem(Code::wrong_usage, std::move(what), std::move(help)));
    context.set_exit(Fault::usage);
    context.report(wrong);
}

void write_bytes(ExportOption const& asked, std::string const& bytes, CommandContext& context) {
    if (auto const written = write_file(asked.out, bytes); !written) {
        context.report(written.error());
        return;
    }
    context.remark(fmt::format("{}: {}\n", asked.format->name, asked.out.string()));
}

/// A binary format of the whole result.
void export_result(ExportOption const& asked, CommandContext& context) {
    if (asked.one_replicate)
        return refuse(fmt::format("--to {} writes all variants and replicates: --variant and "
                                  "--replicate do not apply",
                                  asked.format->name),
                      "leave them out",
                      context);
    if (asked.out == "-" && stdout_is_terminal())
        return refuse("a binary file is not written to a terminal",
                      "name the file with --out, or redirect stdout",
                      context);
    auto const bytes = asked.format->bytes(asked.look.folder);
    if (!bytes)
        context.report(bytes.error());
    else if (asked.out == "-")
        context.print_bytes(*bytes);
    else
        write_bytes(asked, *bytes, context);
}

void export_queue(ExportOption const& asked, CommandContext& context) {
    auto const found = exported_text(asked.look, *asked.format);
    std::string const* const text = context.answer_of(found);
    if (text == nullptr) return;
    if (asked.out == "-") {
        context.print(*text);
        return;
    }
    write_bytes(asked, *text, context);
}

std::vector<ExportFormat const*> all_formats() {
    std::vector<ExportFormat const*> all(export_formats().begin(), export_formats().end());
    all.push_back(&sqlite_format);
    return all;
}

/// The names of the formats, which live as long as the program.
std::vector<std::pair<std::string_view, ExportFormat const*>> const& names_of_formats() {
    static std::vector<std::pair<std::string_view, ExportFormat const*>> const names = [] {
        std::vector<std::pair<std::string_view, ExportFormat const*>> all;
        for (ExportFormat const* format : all_formats()) all.emplace_back(format->name, format);
        return all;
    }();
    return names;
}

}  // namespace

OptionRow* add_export_options(Command& command, ExportOption& option) {
    auto* const to = add_choice_option<ExportFormat const*>(
        command,
        "--to",
        option.format,
        names_of_formats(),
        "write the result in the format of another program, see below");
    add_out_option(command, option.out, "the file of --to (- for stdout)")
        ->needs(to)
        ->capture_default_str();
    add_replicate_options(command, option.look);
    for (char const* name : {"--replicate", "--variant"}) command.get_option(name)->needs(to);
    return to;
}

std::string export_formats_text() {
    std::string text = "Formats of --to:\n";
    for (ExportFormat const* format : all_formats())
        text += fmt::format("  {:<10}{}\n", format->name, format->description);
    return text;
}

void write_export(ExportOption const& asked, CommandContext& context) {
    if (is_sweep_file(asked.look.folder)) {
        return refuse(
            fmt::format("--to {} takes the result of a run, and this is the file of a sweep",
                        asked.format->name),
            "without --to it is printed, --report FILE.html writes a page of it; sqlite3 reads the "
            "file",
            context);
    }
    if (asked.format->bytes != nullptr)
        export_result(asked, context);
    else
        export_queue(asked, context);
}

}  // namespace clustersim
