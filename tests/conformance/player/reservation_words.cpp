// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/reservation_words.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/conf/conf_lines.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/slurm/site/limit_text.hpp"
#include "tests/conformance/player/site_text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clustersim::slurm::conformance {

namespace {

bool set_flag(Reservation& r, std::string_view word) {
    static constexpr std::pair<std::string_view, bool ReservationFlags::*> flags[] = {
        {"MAINT", &ReservationFlags::maint},
        {"IGNORE_JOBS", &ReservationFlags::ignore_jobs},
        {"OVERLAP", &ReservationFlags::overlap},
        {"FLEX", &ReservationFlags::flex},
        {"ANY_NODES", &ReservationFlags::any_nodes},
        {"ALL_NODES", &ReservationFlags::all_nodes},
        {"PART_NODES", &ReservationFlags::part_nodes},
        {"STATIC_ALLOC", &ReservationFlags::static_alloc},
        {"STATIC", &ReservationFlags::static_alloc},
        {"TIME_FLOAT", &ReservationFlags::time_float},
        {"REPLACE", &ReservationFlags::replace},
        {"NO_HOLD_JOBS_AFTER_END", &ReservationFlags::no_hold_jobs_after_end},
        {"NO_HOLD_JOBS", &ReservationFlags::no_hold_jobs_after_end},
        {"MAGNETIC", &ReservationFlags::magnetic},
    };
    static constexpr std::pair<std::string_view, Recurrence> recurrences[] = {
        {"HOURLY", Recurrence::hourly},
        {"DAILY", Recurrence::daily},
        {"WEEKDAY", Recurrence::weekday},
        {"WEEKEND", Recurrence::weekend},
        {"WEEKLY", Recurrence::weekly},
    };
    for (auto const& [name, member] : flags)
        if (same_word(word, name)) return r.flags.*member = true;
    for (auto const& [name, recurrence] : recurrences) {
        if (same_word(word, name)) {
            r.recurrence = recurrence;
            return true;
        }
    }
    if (word.starts_with("PURGE_COMP")) {
        auto const at = word.find_first_of("=:");
        auto const after = at == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                        : limit_seconds(word.substr(at + 1));
        r.purge_after = Seconds{after.value_or(0)};
        return after.has_value();
    }
    // Failed nodes are replaced unless STATIC_ALLOC is given.
    return same_word(word, "SPEC_NODES") || same_word(word, "REPLACE_DOWN");
}

bool set_word(
    Reservation& r, std::string_view key, std::string const& value, Site const& site, Instant now) {
    auto const is = [&](std::string_view name) { return same_word(key, name); };
    if (is("ReservationName") || is("Reservation")) {
        r.name = value;
    } else if (is("StartTime")) {
        auto const start = read_instant(value, now);
        r.start = start.value_or(now);
        return start.has_value();
    } else if (is("EndTime")) {
        auto const end = read_instant(value, now);
        r.duration = end.value_or(r.start) - r.start;
        return end.has_value();
    } else if (is("Duration")) {
        auto const minutes = limit_minutes(value);
        r.duration = Seconds{minutes.value_or(0) * 60};
        return minutes.has_value();
    } else if (is("Nodes")) {
        auto nodes = node_indices_of(value, site);
        if (!nodes) return false;
        if (same_word(value, "ALL")) r.flags.all_nodes = true;
        r.nodes = std::move(*nodes);
    } else if (is("NodeCnt") || is("NodeCount")) {
        auto const count = number_of(value);
        r.node_count = static_cast<std::int32_t>(count.value_or(0.0));
        return count && *count >= 1.0 && *count <= 1e6;
    } else if (is("Users") || is("User")) {
        r.users = split_list(value);
    } else if (is("Accounts") || is("Account")) {
        r.accounts = split_list(value);
    } else if (is("PartitionName") || is("Partition")) {
        r.partition = value;
    } else if (is("Flags")) {
        return std::ranges::all_of(
            split_list(value, ",+"), [&](std::string const& word) { return set_flag(r, word); });
    } else if (is("Licenses")) {
        for (auto const& item : split_list(value)) {
            auto const colon = item.find(':');
            auto const count = number_of(colon == std::string::npos ? "1" : item.substr(colon + 1));
            if (!count) return false;
            r.licenses.emplace_back(item.substr(0, colon), static_cast<std::int64_t>(*count));
        }
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::optional<Instant> read_instant(std::string_view text, Instant now) {
    return parse_instant(text, {now, Seconds{0}});
}

std::optional<std::vector<std::int32_t>> node_indices_of(std::string_view text, Site const& site) {
    std::vector<std::int32_t> nodes(site.nodes.size());
    if (same_word(text, "ALL")) {
        std::iota(nodes.begin(), nodes.end(), 0);
        return nodes;
    }
    nodes.clear();
    auto const names = expand_hostlist(text);
    if (!names) return std::nullopt;
    for (std::string const& name : *names) {
        auto const node = site.find_node(name);
        if (!node) return std::nullopt;
        nodes.push_back(*node);
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

tl::expected<Reservation, std::string>
read_reservation(std::span<std::string const> words, Site const& site, Instant now) {
    Reservation made;
    made.start = now;
    for (std::string const& word : words) {
        auto const equals = word.find('=');
        if (equals == std::string::npos ||
            !set_word(
                made, std::string_view(word).substr(0, equals), word.substr(equals + 1), site, now))
            return tl::unexpected("scontrol create reservation: cannot read " + word);
    }
    return made;
}

}  // namespace clustersim::slurm::conformance
