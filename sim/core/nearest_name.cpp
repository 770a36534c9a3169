// SPDX-License-Identifier: Apache-2.0
#include "sim/core/nearest_name.hpp"

#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Optimal string alignment distance (Damerau–Levenshtein without repeated edits of one place).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            std::size_t const change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

/// The nearest first, without those that would fill the screen.
std::string shortened_list(std::string_view given, std::span<std::string const> known) {
    constexpr std::size_t shown = 8;
    std::vector<std::pair<std::size_t, std::string>> by_distance;
    std::string const wanted = lower(given.substr(0, 64));
    for (std::string const& name : known)
        by_distance.emplace_back(edit_distance(wanted, lower(name)), name);
    std::ranges::stable_sort(by_distance, {}, &std::pair<std::size_t, std::string>::first);
    std::string list;
    for (std::size_t i = 0; i < shown; ++i) list += by_distance[i].second + ", ";
    return fmt::format("{}and {} more", list, known.size() - shown);
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view given,
                                        std::span<std::string const> known) {
    // Longer names are not worth the quadratic table: names of that length are copied, not typed.
    if (given.size() > 64) return std::nullopt;
    std::string const wanted = lower(given);
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(1, given.size() / 3) + 1;
    for (std::string const& name : known) {
        std::size_t const distance = edit_distance(wanted, lower(name));
        if (distance < best_distance) {
            best_distance = distance;
            best = name;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view given, std::span<std::string const> known) {
    if (known.empty()) return {};
    // If the list would fill the screen, the nearest name is enough.
    constexpr std::size_t most_listed = 40;
    auto const near = nearest_name(given, known);
    if (near && known.size() > most_listed)
        return fmt::format("did you mean \"{}\"? {} are known", *near, known.size());
    if (known.size() > most_listed) return "known: " + shortened_list(given, known);
    std::string const list = fmt::format("known: {}", fmt::join(known, ", "));
    if (near) return fmt::format("did you mean \"{}\"? {}", *near, list);
    return list;
}

}  // namespace clustersim
