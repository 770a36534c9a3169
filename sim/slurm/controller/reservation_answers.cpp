// SPDX-License-Identifier: Apache-2.0
// The nodes that reservations leave to a job, and until when (spec 9.2).
#include "sim/slurm/controller/reservation_book.hpp"

namespace clustersim::slurm {

namespace {

/// Maximum number of times that a start is moved before a job without reservation gives up (spec
/// 9.2).
constexpr int most_moves = 10;

/// What a reservation at the time of a job does to one without a reservation; usable: the job can
/// run on other nodes of its partition.
ReservationAnswer::Kind effect_on(ReservationQuery const& query, HeldReservation const& held) {
    auto const& flags = held.config.flags;
    if (flags.all_nodes ||
        ((flags.part_nodes || flags.maint) && held.nodes.contains_all(*query.partition)))
        return ReservationAnswer::Kind::maintenance;
    bool const needed = query.required != nullptr && query.required->intersects(held.nodes);
    return needed ? ReservationAnswer::Kind::busy : ReservationAnswer::Kind::usable;
}

}  // namespace

std::int64_t ReservationBook::licenses_kept(std::int32_t license,
                                            Instant from,
                                            Instant to,
                                            std::optional<ReservationId> own) const {
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        if ((own && own->value == i) || !held_[i].overlaps(from, to)) continue;
        for (auto const& [which, count] : held_[i].licenses) kept += which == license ? count : 0;
    }
    return kept;
}

std::optional<Instant> ReservationBook::next_end(Instant start) const {
    std::optional<Instant> earliest;
    for (auto const& held : held_)
        if (!held.gone && held.end > start && (!earliest || held.end < *earliest))
            earliest = held.end;
    return earliest;
}

ReservationAnswer ReservationBook::test(ReservationQuery const& query, Instant now) const {
    if (query.own) return test_own(query, now);
    ReservationAnswer none;
    none.when = query.when;
    return held_.empty() ? none : test_open(query);
}

ReservationAnswer ReservationBook::test_own(ReservationQuery const& query, Instant now) const {
    using Kind = ReservationAnswer::Kind;
    auto const& own = at(*query.own);
    ReservationAnswer answer;
    answer.when = query.when;
    if (own.gone || (query.when > own.end && now > own.end)) {
        answer.kind = Kind::ended;
        return answer;
    }
    if (own.config.flags.flex) return answer;
    if (query.when < own.start) {
        if (!query.may_move) {
            answer.kind = Kind::not_yet;
            return answer;
        }
        answer.when = own.start;
    }
    if (answer.when > own.end) {
        answer.kind = Kind::busy;
        return answer;
    }
    answer.allowed = own.nodes;
    if (own.config.flags.any_nodes) *answer.allowed |= *query.partition;
    if (query.required != nullptr && !answer.allowed->contains_all(*query.required)) {
        answer.kind = Kind::busy;
        return answer;
    }
    auto const end = answer.when + query.duration;
    for (auto const& other : held_) {
        if (&other == &own || !other.overlaps(answer.when, end)) continue;
        if (own.config.flags.maint || (own.config.flags.overlap && !other.config.flags.maint))
            continue;
        *answer.allowed -= other.nodes;
        answer.overlap = true;
    }
    return answer;
}

ReservationAnswer ReservationBook::test_open(ReservationQuery const& query) const {
    using Kind = ReservationAnswer::Kind;
    ReservationAnswer answer;
    answer.when = query.when;
    for (int move = 0; move <= most_moves; ++move) {
        answer.kind = Kind::usable;
        answer.overlap = false;
        answer.allowed.reset();
        Instant retry;
        for (auto const& held : held_) {
            if (!held.overlaps(answer.when, answer.when + query.duration)) continue;
            answer.kind = effect_on(query, held);
            if (answer.kind != Kind::usable) {
                retry = held.end;
                break;
            }
            if (held.nodes.intersects(*query.partition)) {
                if (!answer.allowed) answer.allowed.emplace(query.partition->universe(), true);
                *answer.allowed -= held.nodes;
                answer.overlap = true;
            }
        }
        if (answer.kind == Kind::usable || !query.may_move) return answer;
        answer.when = retry;
    }
    return answer;
}

}  // namespace clustersim::slurm
