// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_reservations.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

void set_flag(std::string_view name, Reservation& out) {
    if (name == "MAINT") out.flags.maint = true;
    if (name == "IGNORE_JOBS") out.flags.ignore_jobs = true;
    if (name == "OVERLAP") out.flags.overlap = true;
    if (name == "FLEX") out.flags.flex = true;
    if (name == "STATIC") out.flags.static_alloc = true;
    if (name == "NO_HOLD_JOBS_AFTER_END") out.flags.no_hold_jobs_after_end = true;
    if (name == "MAGNETIC") out.flags.magnetic = true;
    if (name == "HOURLY") out.recurrence = Recurrence::hourly;
    if (name == "DAILY") out.recurrence = Recurrence::daily;
    if (name == "WEEKDAY") out.recurrence = Recurrence::weekday;
    if (name == "WEEKEND") out.recurrence = Recurrence::weekend;
    if (name == "WEEKLY") out.recurrence = Recurrence::weekly;
}

std::vector<std::int32_t> known_nodes(std::string_view hosts, Site const& site) {
    std::vector<std::int32_t> nodes;
    auto const names = expand_hostlist(hosts);
    if (!names) return nodes;
    for (std::string const& name : *names)
        if (auto const node = site.find_node(name)) nodes.push_back(*node);
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

}  // namespace

std::vector<Reservation> read_snapshot_reservations(SnapshotFiles const& files,
                                                    Site const& site,
                                                    std::vector<std::string>& notes) {
    std::vector<Reservation> out;
    auto const* text = files.find("reservations.txt");
    if (text == nullptr) {
        notes.emplace_back(
            "reservations are hidden: none is assumed, so maintenance may come as a surprise");
        return out;
    }
    each_words_line(*text, [&](WordsLine const& words) {
        auto const name = words.text("ReservationName");
        auto const start = words.time("StartTime");
        auto const end = words.time("EndTime");
        if (name.empty()) return;
        Reservation one;
        one.name = name;
        one.nodes = known_nodes(words.text("Nodes"), site);
        if (!start || !end || *end <= *start || one.nodes.empty()) {
            notes.push_back(
                fmt::format("the reservation {} has no nodes or no times: it is ignored", name));
            return;
        }
        one.start = Instant{*start};
        one.duration = Seconds{*end - *start};
        one.users = split_list(words.text("Users"));
        one.accounts = split_list(words.text("Accounts"));
        for (std::string const& flag : split_list(words.text("Flags"))) set_flag(flag, one);
        std::int64_t cores = 0;
        for (auto const node : one.nodes) cores += site.record_of(node).cores();
        if (auto const reserved = words.number("CoreCnt");
            reserved && *reserved > 0 && *reserved < cores)
            notes.push_back(fmt::format("the reservation {} has {} of {} cores of its nodes: it is "
                                        "taken to have all of them",
                                        name,
                                        *reserved,
                                        cores));
        out.push_back(std::move(one));
    });
    return out;
}

}  // namespace clustersim::slurm
