// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/noon_snapshots.hpp"

#include "sim/history/waits/noon_ranks.hpp"
#include "sim/history/waits/noon_rows.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

WaitCase case_of(NoonRow const& row) {
    return {.at = row.poll,
            .start = *row.start,
            .queue = row.partition,
            .user = row.account,
            .size = job_size_class(row.cores),
            .limit = walltime_class(Seconds{static_cast<std::int64_t>(row.limit_s)}),
            .gpu = row.gpus > 0.0};
}

}  // namespace

Result<bool> is_snapshot_table(std::filesystem::path const& file) {
    auto const header = header_of(file);
    if (!header) return failure(header.error());
    auto const has = [&](char const* name) {
        return std::ranges::find(*header, name) != header->end();
    };
    return has("poll_time") && has("start_time");
}

Result<WaitCases> read_noon_snapshots(std::vector<std::filesystem::path> const& files) {
    auto table = read_noon_rows(files);
    if (!table) return failure(std::move(table.error()));
    std::vector<NoonRow>& rows = table->rows;
    std::ranges::stable_sort(rows, {}, &NoonRow::poll);
    // The queue of an instant includes the jobs that never started.
    auto const ranks = noon_ranks(rows);
    std::vector<FeatureColumn> columns = request_columns();
    std::ranges::copy(table->others, std::back_inserter(columns));
    WaitCases out;
    out.source = WaitSource::noons;
    out.features = FeatureTable(std::move(columns));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        NoonRow const& row = rows[i];
        if (!row.start) {
            ++out.never_started;
            continue;
        }
        if (out.blocks.empty() || out.blocks.back().known_until != row.poll)
            out.blocks.push_back({row.poll, out.cases.size(), out.cases.size()});
        out.cases.push_back(case_of(row));
        out.blocks.back().to = out.cases.size();
        auto values = request_values(row, ranks[i]);
        std::ranges::copy(row.others, std::back_inserter(values));
        out.features.add_row(values);
    }
    if (out.cases.empty())
        return failure(problem(Code::no_jobs,
                               "no job of the snapshots has a start",
                               "start_time is the start that accounting recorded later"));
    return out;
}

}  // namespace clustersim
