// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/release.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace clustersim::slurm {

namespace {

/// The first release with a change, in the order of the enumeration: scheduling asks for each node.
struct Introduction {
    ReleaseChange change;
    std::int32_t number;
    std::int32_t maintenance;
};

constexpr Introduction introductions[] = {
    {ReleaseChange::plan_ends_up, 2411, 0},
    {ReleaseChange::ends_in_window, 2411, 0},
    {ReleaseChange::promises_in_use_count, 2411, 2},
    {ReleaseChange::later_past_reach, 2411, 0},
    {ReleaseChange::cpus_of_tasks_only, 2302, 5},
    {ReleaseChange::configured_weights, 2311, 0},
    {ReleaseChange::loop_at_second, 2411, 0},
    {ReleaseChange::nearer_leaf_must_fit, 2405, 3},
    {ReleaseChange::retry_moves_on, 2411, 0},
    {ReleaseChange::running_ends_up, 2505, 0},
    {ReleaseChange::start_by_chosen_nodes, 2511, 0},
    {ReleaseChange::longest_limit, 2511, 0},
    {ReleaseChange::requeue_computes_priority, 2411, 0},
    {ReleaseChange::promise_counts_new_nodes, 2411, 0},
};

constexpr std::size_t row_of(ReleaseChange change) {
    return static_cast<std::size_t>(change);
}
static_assert(
    [] {
        for (std::size_t row = 0; row < std::size(introductions); ++row)
            if (row_of(introductions[row].change) != row) return false;
        return true;
    }(),
    "the table is in the order of the enumeration");

/// The releases whose changes were read; 20.11 to 22.05 schedule alike.
constexpr std::int32_t first_known = 2011;
constexpr std::int32_t known_releases[] = {2205, 2302, 2311, 2405, 2411, 2505, 2511, 2605};
/// The releases that were compared with recordings (docs/validation.md).
constexpr std::int32_t recorded_releases[] = {2205, 2411};

/// The last known release up to this one; the first one if there is none.
Release nearest_known(Release release) {
    auto nearest = known_releases[0];
    for (auto const known : known_releases)
        if (known <= release.number) nearest = known;
    return {nearest, std::nullopt};
}

/// Takes a number of at most two digits from the front of the text.
std::optional<std::int32_t> take_number(std::string_view& text) {
    std::int32_t number = 0;
    auto const [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    auto const digits = rest - text.data();
    if (error != std::errc{} || digits > 2 || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(digits));
    return number;
}

bool take_dot(std::string_view& text) {
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

bool Release::has(ReleaseChange change) const {
    Introduction const& first = introductions[row_of(change)];
    return number > first.number ||
           (number == first.number && maintenance.value_or(first.maintenance) >= first.maintenance);
}

std::optional<Release> release_of(std::string_view text) {
    auto const year = take_number(text);
    if (!year || *year < 10 || !take_dot(text)) return std::nullopt;
    auto const month = take_number(text);
    if (!month || *month < 1 || *month > 12) return std::nullopt;
    Release release{*year * 100 + *month, std::nullopt};
    if (text.empty()) return release;
    if (!take_dot(text)) return std::nullopt;
    release.maintenance = take_number(text);
    if (!release.maintenance || text.starts_with('.')) return std::nullopt;
    return release;
}

std::string to_text(Release release) {
    auto const text = fmt::format("{:02}.{:02}", release.number / 100, release.number % 100);
    return release.maintenance ? fmt::format("{}.{}", text, *release.maintenance) : text;
}

std::string rules_text(Release release) {
    auto const nearest = nearest_known(release);
    bool const known = nearest.number == release.number ||
                       (release.number >= first_known && release.number < known_releases[0]);
    if (!known)
        return fmt::format("rules of Slurm {}, the nearest known release to {}",
                           to_text(nearest),
                           to_text(release));
    bool const recorded =
        std::ranges::find(recorded_releases, nearest.number) != std::ranges::end(recorded_releases);
    return fmt::format("rules of Slurm {}{}",
                       to_text(release),
                       recorded ? "" : ", as read, not compared with recordings");
}

}  // namespace clustersim::slurm
