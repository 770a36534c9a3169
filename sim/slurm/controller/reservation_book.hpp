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

/// A reservation as it stands: recurring ones move on, ended ones are gone.
struct HeldReservation {
    Reservation config;
    NodeSet nodes;
    Instant start;
    Instant end;
    bool gone = false;
    NodeSet pool;  ///< where its nodes may be chosen from
    LicenseCounts licenses;
    std::optional<Instant> idle_since;  ///< nobody uses it or waits for it (PURGE_COMP)

    [[nodiscard]] bool active_at(Instant t) const { return !gone && start <= t && t < end; }
    [[nodiscard]] bool overlaps(Instant from, Instant to) const {
        return !gone && start < to && end > from;
    }
};

/// The nodes as a new reservation finds them.
struct ReservationGround {
    NodeSet const& idle;
    NodeSet const& up;
    NodeSet const& taken;  ///< by jobs that may run into it; none with IGNORE_JOBS
};

/// Who asks for nodes at a time, and for how long.
struct ReservationQuery {
    Instant when;
    Seconds duration;
    std::optional<ReservationId> own;  ///< the reservation that the job named
    NodeSet const* partition = nullptr;
    NodeSet const* required = nullptr;  ///< -w
    std::int32_t partition_index = 0;
    bool may_move = false;  ///< backfill: a later start is an answer
};

struct ReservationAnswer {
    enum class Kind { usable, maintenance, busy, not_yet, ended };
    Kind kind = Kind::usable;
    Instant when;                    ///< the start it is good for
    bool overlap = false;            ///< a reservation touches the partition in that time
    std::optional<NodeSet> allowed;  ///< absent: every node
};

/// Advance reservations and which nodes they leave to a job (spec 9).
class ReservationBook {
  public:
    ReservationBook() = default;
    explicit ReservationBook(Site const& site);

    /// Adds one as `scontrol create reservation` does (spec 9.1). Idle nodes are preferred when only a
    /// count was given; absent when there are too few nodes, jobs on those that were named, or no such
    /// licences.
    std::optional<ReservationId>
    create(Site const& site, Reservation const& wanted, ReservationGround const& ground);
    /// Where only a count was asked for, idle nodes take the place of those that have failed, and
    /// with REPLACE of those in use (spec 9.4). Returns whether any did.
    bool renew(NodeSet const& idle, NodeSet const& available);
    /// Ends those with PURGE_COMP that have been idle for long enough; `in_use` says which are used or
    /// waited for. Returns those that ended for good.
    std::vector<ReservationId> purge(std::vector<bool> const& in_use, Instant now);
    void remove(ReservationId id) { held_[id.value].gone = true; }
    /// Ends what is over and moves what recurs; returns those that ended for good since last time.
    std::vector<ReservationId> advance(Instant now);

    [[nodiscard]] ReservationAnswer test(ReservationQuery const& query, Instant now) const;
    [[nodiscard]] std::optional<ReservationId> find(std::string_view name) const;
    [[nodiscard]] HeldReservation const& at(ReservationId id) const { return held_[id.value]; }
    [[nodiscard]] std::vector<HeldReservation> const& all() const { return held_; }
    [[nodiscard]] bool empty() const { return held_.empty(); }
    /// So many of a licence are kept for who may use reservations, other than `own`, that overlap
    /// [from, to) (spec 1.6.5).
    [[nodiscard]] std::int64_t licenses_kept(std::int32_t license,
                                             Instant from,
                                             Instant to,
                                             std::optional<ReservationId> own) const;
    /// The earliest end of any reservation that ends after `start`; absent when there is none.
    [[nodiscard]] std::optional<Instant> next_end(Instant start) const;

  private:
    /// It is over: gone, or in its next period. Returns whether it is gone.
    static bool close(HeldReservation& held, Instant now);
    [[nodiscard]] ReservationAnswer test_own(ReservationQuery const& query, Instant now) const;
    [[nodiscard]] ReservationAnswer test_open(ReservationQuery const& query) const;

    std::vector<HeldReservation> held_;
};

}  // namespace clustersim::slurm
