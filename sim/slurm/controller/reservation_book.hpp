// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/reservation_id.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The current state of a reservation: recurring ones move on, floating ones with the clock, ended ones are removed.
struct HeldReservation {
    Reservation config;
    NodeSet nodes;
    Instant start;
    Instant end;
    bool gone = false;
    NodeSet pool;  ///< the nodes from which its nodes may be chosen
    LicenseCounts licenses;
    std::optional<Instant> idle_since;  ///< unused and not waited for since then (PURGE_COMP)
    std::optional<Seconds> ahead;       ///< how long after now it starts, at any time (TIME_FLOAT)

    [[nodiscard]] bool active_at(Instant t) const { return !gone && start <= t && t < end; }
    [[nodiscard]] bool overlaps(Instant from, Instant to) const {
        return !gone && start < to && end > from;
    }
};

/// The state of the nodes when a reservation is created.
struct ReservationGround {
    Instant now;
    NodeSet const& idle;
    NodeSet const& up;
    NodeSet const& taken;  ///< by jobs that may overlap it; empty with IGNORE_JOBS
};

/// A request for nodes at a time, and for how long.
struct ReservationQuery {
    Instant when;
    Seconds duration;
    std::optional<ReservationId> own;  ///< the reservation requested by the job
    NodeSet const* partition = nullptr;
    NodeSet const* required = nullptr;  ///< -w
    std::int32_t partition_index = 0;
    bool may_move = false;  ///< backfill: a later start is acceptable
};

struct ReservationAnswer {
    enum class Kind { usable, maintenance, busy, not_yet, ended };
    Kind kind = Kind::usable;
    Instant when;                    ///< the start for which it is valid
    bool overlap = false;            ///< a reservation overlaps the partition in that time
    std::optional<NodeSet> allowed;  ///< absent: every node
};

/// Advance reservations, and the nodes that they leave to a job (spec 9).
class ReservationBook {
  public:
    ReservationBook() = default;
    explicit ReservationBook(Site const& site);

    /// Adds a reservation as `scontrol create reservation` does (spec 9.1). If only a count was
    /// given, idle nodes are preferred. Absent if there are too few nodes, if jobs use the named
    /// nodes, or if the licences do not exist.
    std::optional<ReservationId>
    create(Site const& site, Reservation const& wanted, ReservationGround const& ground);
    /// If only a count was requested, replaces failed nodes, and with REPLACE nodes in use, by idle
    /// ones (spec 9.4). Returns true if any was replaced.
    bool renew(NodeSet const& idle, NodeSet const& available);
    /// Ends those with PURGE_COMP that have been idle for long enough; `in_use` says which are used
    /// or waited for. Returns those that ended for good.
    std::vector<ReservationId> purge(std::vector<bool> const& in_use, Instant now);
    void remove(ReservationId id) { held_[id.value].gone = true; }
    /// Keeps reservations with TIME_FLOAT the same time ahead of `now` (spec 9.4).
    void keep_ahead(Instant now);
    /// Ends reservations that are over and moves recurring ones; returns those that ended for good
    /// since the last call.
    std::vector<ReservationId> advance(Instant now);

    [[nodiscard]] ReservationAnswer test(ReservationQuery const& query, Instant now) const;
    [[nodiscard]] std::optional<ReservationId> find(std::string_view name) const;
    [[nodiscard]] HeldReservation const& at(ReservationId id) const { return held_[id.value]; }
    [[nodiscard]] std::vector<HeldReservation> const& all() const { return held_; }
    [[nodiscard]] bool empty() const { return held_.empty(); }
    /// Number of licences reserved for users of reservations, other than `own`, that overlap [from,
    /// to) (spec 1.6.5).
    [[nodiscard]] std::int64_t licenses_kept(std::int32_t license,
                                             Instant from,
                                             Instant to,
                                             std::optional<ReservationId> own) const;
    /// The earliest end of any reservation that ends after `start`; absent if there is none.
    [[nodiscard]] std::optional<Instant> next_end(Instant start) const;

  private:
    /// Closes a reservation that is over: it is removed or moves to its next period. Returns true
    /// if it was removed.
    static bool close(HeldReservation& held, Instant now);
    [[nodiscard]] ReservationAnswer test_own(ReservationQuery const& query, Instant now) const;
    [[nodiscard]] ReservationAnswer test_open(ReservationQuery const& query) const;

    std::vector<HeldReservation> held_;
};

}  // namespace clustersim::slurm
