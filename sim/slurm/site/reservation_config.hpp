// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// Flags of a reservation (spec 1.8).
struct ReservationFlags {
    bool maint = false;
    bool ignore_jobs = false;
    bool overlap = false;
    bool flex = false;
    bool any_nodes = false;
    bool all_nodes = false;
    bool part_nodes = false;
    bool static_alloc = false;  ///< nodes chosen by count are kept, even if they fail
    bool time_float = false;
    bool replace = false;  ///< nodes in use are replaced by idle ones
    bool no_hold_jobs_after_end = false;
    bool magnetic = false;

    friend bool operator==(ReservationFlags const&, ReservationFlags const&) = default;
};

enum class Recurrence { none, hourly, daily, weekday, weekend, weekly };

/// An advance reservation, with the arguments of `scontrol create reservation`.
struct Reservation {
    std::string name;
    Instant start;
    Seconds duration;
    std::vector<std::int32_t> nodes;    ///< named nodes, ascending; or
    std::int32_t node_count = 0;        ///< this many, chosen when the reservation is created
    std::vector<std::string> users;     ///< "-name" denies
    std::vector<std::string> accounts;  ///< "-name" denies
    std::string partition;              ///< nodes are taken from this partition; empty: any
    std::vector<std::pair<std::string, std::int64_t>> licenses;
    ReservationFlags flags;
    Recurrence recurrence = Recurrence::none;
    std::optional<Seconds> purge_after;  ///< PURGE_COMP: ends after being unused for this long

    friend bool operator==(Reservation const&, Reservation const&) = default;
};

}  // namespace clustersim::slurm
