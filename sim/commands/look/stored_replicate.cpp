// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/stored_replicate.hpp"

#include "sim/core/csv.hpp"
#include "sim/report/result_mark.hpp"
#include "sim/study/shown_replicate.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

std::optional<std::size_t> column_of(std::vector<CsvCell> const& head, std::string_view name) {
    auto const found = std::ranges::find(head, name, &CsvCell::text);
    if (found == head.end()) return std::nullopt;
    return static_cast<std::size_t>(found - head.begin());
}

/// The waits of the jobs of one variant, of several tasks those of the first.
struct VariantWaits {
    std::string label;
    std::vector<std::string> jobs;  ///< in their order
    std::map<std::string, std::vector<double>> waits;
};

double wait_in(std::string const& cell) {
    double wait = 0.0;
    auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), wait);
    bool const number = error == std::errc{} && end == cell.data() + cell.size();
    return number ? wait : std::numeric_limits<double>::infinity();
}

/// Nothing if the table has other columns or fewer variants. The rows of a variant follow each other.
std::optional<VariantWaits> waits_of_variant(std::string_view table, std::size_t variant) {
    auto const head = take_csv_record(table).cells;
    auto const label = column_of(head, "variant");
    auto const job = column_of(head, "job");
    auto const task = column_of(head, "task");
    auto const wait = column_of(head, "waiting_time");
    if (!label || !job || !task || !wait) return std::nullopt;
    std::optional<VariantWaits> found;
    std::optional<std::string> last;
    std::size_t number = 0;
    while (!table.empty()) {
        auto const cells = take_csv_record(table).cells;
        if (cells.size() < head.size()) continue;
        std::string const& name = cells[*label].text;
        if (last && *last != name) ++number;
        last = name;
        bool const first_task = cells[*task].text.empty() || cells[*task].text == "0";
        if (number != variant || !first_task) continue;
        if (!found) found = VariantWaits{name, {}, {}};
        std::string const& of = cells[*job].text;
        if (!found->waits.contains(of)) found->jobs.push_back(of);
        found->waits[of].push_back(wait_in(cells[*wait].text));
    }
    return found;
}

}  // namespace

ShownReplicate stored_shown_replicate(std::filesystem::path const& folder,
                                      std::size_t variant,
                                      std::string const& job) {
    auto const result = read_run_json(folder);
    if (!result || !result->hashes.contains("jobs.csv")) return {};
    auto const table = read_file_of(*result, folder, "jobs.csv");
    if (!table) return {};
    auto const found = waits_of_variant(*table, variant);
    if (!found || found->jobs.empty()) return {};
    std::string const& whose = found->waits.contains(job) ? job : found->jobs.front();
    std::vector<double> const& waits = found->waits.at(whose);
    return {median_replicate(waits),
            waits.size(),
            whose + (found->label.empty() ? "" : ", " + found->label)};
}

}  // namespace clustersim
