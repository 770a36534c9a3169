// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace clustersim::slurm {
namespace {

/// No index is above.
constexpr std::int64_t most_indices = INT32_MAX;

std::optional<ArrayRun> parse_run(std::string_view text) {
    auto const first = take_digits(text);
    if (!first) return std::nullopt;
    ArrayRun run{*first, *first, 1};
    if (take(text, '-')) {
        auto const last = take_digits(text);
        if (!last) return std::nullopt;
        run.last = *last;
        if (take(text, ':')) {
            auto const step = take_digits(text);
            if (!step) return std::nullopt;
            run.step = *step;
        }
    }
    if (!text.empty() || run.last < run.first || run.step < 1) return std::nullopt;
    return run;
}

/// Adds the runs and the limit of a text; false if it is malformed.
bool parse_runs(std::string_view text, ArrayRequest& array) {
    if (auto const percent = text.find('%'); percent != std::string_view::npos) {
        auto const limit = digits_only(text.substr(percent + 1));
        if (!limit || *limit > INT32_MAX) return false;
        array.limit = static_cast<std::int32_t>(*limit);
        text = text.substr(0, percent);
    }
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    std::int64_t listed = 0;
    for (std::string_view const part : split(text, ",")) {
        auto const run = parse_run(part);
        if (!run) return false;
        std::int64_t const more = (run->last - run->first) / run->step;
        // A short text may name many tasks, again and again.
        array.least_size =
            std::max({array.least_size, run->last + 1, run->step + 1, more + listed});
        if (array.least_size > most_indices) return false;
        listed += more + 1;
        array.runs.push_back(*run);
    }
    return true;
}

}  // namespace

ArrayRequest read_array(std::string text) {
    ArrayRequest array;
    if (!parse_runs(text, array)) {
        array = {};
        array.least_size = std::numeric_limits<std::int64_t>::max();
    }
    array.text = std::move(text);
    return array;
}

ArrayRequest first_tasks(std::int32_t count, std::int32_t limit) {
    return {{}, {{0, count - 1, 1}}, limit, std::max(count, 2)};
}

tl::expected<ArrayIndices, std::string> tasks_of(ArrayRequest const& array,
                                                 std::int64_t max_array_size) {
    if (array.least_size > max_array_size)
        return tl::unexpected(std::string("Invalid job array specification"));
    ArrayIndices indices;
    indices.limit = array.limit;
    for (ArrayRun const& run : array.runs)
        for (auto task = run.first; task <= run.last; task += run.step)
            indices.tasks.push_back(static_cast<std::int32_t>(task));
    std::ranges::sort(indices.tasks);
    indices.tasks.erase(std::unique(indices.tasks.begin(), indices.tasks.end()),
                        indices.tasks.end());
    return indices;
}

tl::expected<ArrayIndices, std::string> parse_array(std::string_view text,
                                                    std::int64_t max_array_size) {
    return tasks_of(read_array(std::string(text)), max_array_size);
}

std::string fold_indices(std::span<std::int32_t const> tasks) {
    std::string out;
    for (std::size_t i = 0; i < tasks.size();) {
        std::size_t last = i;
        while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
        if (!out.empty()) out += ',';
        out += std::to_string(tasks[i]);
        if (last > i) out += fmt::format("-{}", tasks[last]);
        i = last + 1;
    }
    return out;
}

}  // namespace clustersim::slurm
