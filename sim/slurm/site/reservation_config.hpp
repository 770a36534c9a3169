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
    bool static_alloc = false;  ///< nodes chosen by count stay, also when they fail
    bool time_float = false;
    bool replace = false;  ///< nodes in use give way to idle ones
    bool no_hold_jobs_after_end = false;
    bool magnetic = false;

    friend bool operator==(ReservationFlags const&, ReservationFlags const&) = default;
};

enum class Recurrence { none, hourly, daily, weekday, weekend, weekly };

/// An advance reservation as `scontrol create reservation` takes it.
struct Reservation {
    std::string name;
    Instant start;
    Seconds duration;
    std::vector<std::int32_t> nodes;    ///< named nodes, ascending; or
    std::int32_t node_count = 0;        ///< so many, chosen when it is made
    std::vector<std::string> users;     ///< "-name" denies
    std::vector<std::string> accounts;  ///< "-name" denies
    std::string partition;              ///< nodes are taken from it; empty: any
    std::vector<std::pair<std::string, std::int64_t>> licenses;
    ReservationFlags flags;
    Recurrence recurrence = Recurrence::none;
    std::optional<Seconds> purge_after;  ///< PURGE_COMP: over when nobody has used it for so long

    friend bool operator==(Reservation const&, Reservation const&) = default;
};

}  // namespace clustersim::slurm
