// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim::slurm {
namespace {

struct Run {
    std::int64_t first = 0, last = 0, step = 1;
};

/// "7", "1-9" or "1-9:2".
std::optional<Run> parse_run(std::string_view text) {
    auto const first = take_digits(text);
    if (!first) return std::nullopt;
    Run run{*first, *first, 1};
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

}  // namespace

tl::expected<ArrayIndices, std::string> parse_array(std::string_view text,
                                                    std::int64_t max_array_size) {
    tl::unexpected<std::string> const invalid(std::string("Invalid job array specification"));
    ArrayIndices array;
    if (auto const percent = text.find('%'); percent != std::string_view::npos) {
        auto const limit = digits_only(text.substr(percent + 1));
        if (!limit || *limit > INT32_MAX) return invalid;
        array.limit = static_cast<std::int32_t>(*limit);
        text = text.substr(0, percent);
    }
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    for (std::string_view const part : split(text, ",")) {
        auto const run = parse_run(part);
        if (!run || run->last >= max_array_size || run->step >= max_array_size) return invalid;
        // Checked before they are listed: a short text may name many, again and again.
        if ((run->last - run->first) / run->step + static_cast<std::int64_t>(array.tasks.size()) >
            max_array_size)
            return invalid;
        for (auto task = run->first; task <= run->last; task += run->step)
            array.tasks.push_back(static_cast<std::int32_t>(task));
    }
    std::ranges::sort(array.tasks);
    array.tasks.erase(std::unique(array.tasks.begin(), array.tasks.end()), array.tasks.end());
    return array;
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
