// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_database.hpp"

#include "sim/commands/look/result_tables.hpp"
#include "sim/report/result_mark.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

Result<std::string> database_of(std::filesystem::path const& folder) {
    auto const result = read_result(folder);
    if (!result) return failure(result.error());
    Database file = Database::in_memory();
    file.run(fmt::format("PRAGMA user_version = {}; BEGIN", result_tables_version));
    using Writer = Result<void> (*)(Database&, ResultText const&);
    for (auto const& [name, write] :
         {std::pair<char const*, Writer>{"summary.json", write_summary_tables},
          {"jobs.csv", write_jobs_table},
          {"timeline.csv", write_timeline_table},
          {page_file, write_source_tables}}) {
        if (!result->hashes.contains(name)) {
            Diagnostic d =
                problem(Code::cannot_read,
                        fmt::format("this result does not hold {}: an earlier version of the "
                                    "program made it",
                                    name),
                        "run its scenario again with this version");
            d.where.file = (folder / "run.json").string();
            return failure(std::move(d));
        }
        auto text = read_file_of(*result, folder, name);
        if (!text) return text;
        if (auto const written = write(file, {folder / name, std::move(*text)}); !written)
            return failure(written.error());
    }
    file.run("CREATE INDEX answers_of_metric ON answers (metric, run); COMMIT");
    std::string bytes = file.bytes();
    if (file.failed())
        return failure(problem(Code::cannot_write,
                               fmt::format("SQLite cannot hold the result: {}", file.reason())));
    return bytes;
}

}  // namespace

ExportFormat const sqlite_format{
    "sqlite",
    "the whole result as an SQLite file: answers, jobs, timeline, inputs and sources",
    nullptr,
    database_of};

}  // namespace clustersim
