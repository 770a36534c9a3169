// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/report_option.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/report/html/html_report.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<ReportFile> ReportFile::open(std::filesystem::path const& path) {
    ReportFile report;
    if (path.empty()) return report;
    auto file = AtomicFile::create(path);
    if (!file) return failure(std::move(file.error()));
    report.path_ = path;
    report.file_.emplace(std::move(*file));
    return report;
}

void ReportFile::write(std::string_view page_json, CommandContext& context) {
    if (!file_) return;
    file_->write(html_report(page_json));
    if (auto const written = file_->commit(); !written) {
        context.report(written.error());
        return;
    }
    context.remark(fmt::format("report: {}\n", path_.string()));
}

void add_report_option(Command& command, std::filesystem::path& path) {
    command
        .add_option(
            "--report", path, "write the answers, charts, inputs and sources as one HTML file")
        ->takes(ValueKind::file, "FILE.html")
        ->writes();
}

void add_page_option(Command& command, bool& page) {
    command.add_flag(
        "--page",
        page,
        "print the JSON of the report's page in place of the answer, for programs that draw it");
    make_rare(command, {"--page"});
}

}  // namespace clustersim
