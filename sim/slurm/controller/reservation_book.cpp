// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/reservation_book.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

constexpr std::int64_t day = 86400;
/// How often a start is moved before a job without reservation gives up (spec 9.2).
constexpr int most_moves = 10;

/// The instant one period later; the origin of the run is taken as a Thursday, as 1970-01-01 was.
std::int64_t next_period(Recurrence recurrence, std::int64_t start) {
    auto const weekday = [](std::int64_t t) { return (t / day + 4) % 7; };  // 0: Sunday
    switch (recurrence) {
        case Recurrence::hourly: return start + 3600;
        case Recurrence::daily: return start + day;
        case Recurrence::weekly: return start + 7 * day;
        case Recurrence::weekday: do { start += day;
            } while (weekday(start) == 0 || weekday(start) == 6);
            return start;
        case Recurrence::weekend: do { start += day;
            } while (weekday(start) != 0 && weekday(start) != 6);
            return start;
        case Recurrence::none: break;
    }
    return start;
}

}  // namespace

ReservationBook::ReservationBook(Site const& site) {
    NodeSet const everything(site.nodes.size(), true);
    NodeSet const nothing(site.nodes.size());
    for (auto const& wanted : site.reservations) {
        create(site, wanted, {everything, everything, nothing});
    }
}

std::optional<std::int32_t> ReservationBook::create(Site const& site,
                                                    Reservation const& wanted,
                                                    ReservationGround const& ground) {
    HeldReservation held{wanted,
                         NodeSet(site.nodes.size()),
                         wanted.start.since_origin,
                         wanted.start.since_origin + wanted.duration.count,
                         false,
                         {},
                         {},
                         {}};
    for (auto const& [name, count] : wanted.licenses) {
        auto const known = std::ranges::find(site.licenses, name, &License::name);
        if (known == site.licenses.end() || count > known->total) {
            return std::nullopt;
        }
        held.licenses.emplace_back(static_cast<std::int32_t>(known - site.licenses.begin()), count);
    }
    NodeSet pool(site.nodes.size(), true);
    if (!wanted.partition.empty()) {
        auto const partition = site.find_partition(wanted.partition);
        if (!partition) {
            return std::nullopt;
        }
        pool =
            NodeSet(site.nodes.size(), site.partitions[static_cast<std::size_t>(*partition)].nodes);
    }
    held.pool = pool;
    if (!wanted.nodes.empty()) {
        held.nodes = NodeSet(site.nodes.size(), wanted.nodes);
    } else if (wanted.flags.all_nodes || wanted.flags.part_nodes) {
        held.nodes = pool;
    } else {
        // Nodes of other reservations of that time are not given twice.
        for (auto const& other : held_) {
            if (other.overlaps(held.start, held.end)) {
                pool -= other.nodes;
            }
        }
        pool &= ground.up;
        pool -= ground.taken;
        auto missing = wanted.node_count;
        auto const take = [&](NodeSet const& from) {
            from.for_each([&](std::int32_t node) {
                if (missing > 0 && !held.nodes.contains(node)) {
                    held.nodes.insert(node);
                    --missing;
                }
            });
        };
        auto preferred = pool;
        preferred &= ground.idle;
        take(preferred);
        take(pool);
        if (missing > 0) {
            return std::nullopt;
        }
    }
    if (held.nodes.intersects(ground.taken)) {
        return std::nullopt;
    }
    held_.push_back(std::move(held));
    return static_cast<std::int32_t>(held_.size()) - 1;
}

std::vector<std::int32_t> ReservationBook::advance(std::int64_t now) {
    std::vector<std::int32_t> ended;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        auto& held = held_[i];
        if (held.gone) {
            continue;
        }
        if (held.config.flags.time_float && held.start < now) {
            auto const length = held.end - held.start;
            held.start = now;
            held.end = now + length;
        }
        if (held.end >= now) {
            continue;
        }
        if (close(held, now)) {
            ended.push_back(static_cast<std::int32_t>(i));
        }
    }
    return ended;
}

bool ReservationBook::close(HeldReservation& held, std::int64_t now) {
    held.idle_since.reset();
    if (held.config.recurrence == Recurrence::none) {
        held.gone = true;
        return true;
    }
    auto const length = held.end - held.start;
    do {
        held.start = next_period(held.config.recurrence, held.start);
        held.end = held.start + length;
    } while (held.end < now);
    return false;
}

bool ReservationBook::renew(NodeSet const& idle, NodeSet const& available) {
    bool any = false;
    for (auto& held : held_) {
        auto const& flags = held.config.flags;
        if (held.gone || held.config.node_count == 0 || !held.config.nodes.empty() ||
            flags.static_alloc || flags.all_nodes || flags.part_nodes) {
            continue;
        }
        auto kept = held.nodes;
        kept &= available;
        if (flags.replace) {
            kept &= idle;
        }
        if (kept == held.nodes) {
            continue;
        }
        auto spare = held.pool;
        spare &= idle;
        spare &= available;
        spare -= held.nodes;
        for (auto const& other : held_) {
            if (&other != &held && other.overlaps(held.start, held.end)) {
                spare -= other.nodes;
            }
        }
        std::vector<std::int32_t> leaving;
        auto lost = held.nodes;
        lost -= kept;
        lost.for_each([&](std::int32_t node) { leaving.push_back(node); });
        std::size_t replaced = 0;
        spare.for_each([&](std::int32_t node) {
            if (replaced < leaving.size()) {
                held.nodes.erase(leaving[replaced++]);
                held.nodes.insert(node);
            }
        });
        any = any || replaced > 0;
    }
    return any;
}

std::vector<std::int32_t> ReservationBook::purge(std::vector<bool> const& in_use,
                                                 std::int64_t now) {
    std::vector<std::int32_t> ended;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        auto& held = held_[i];
        if (held.gone || !held.config.purge_after || held.start > now || in_use[i]) {
            held.idle_since.reset();
            continue;
        }
        held.idle_since = held.idle_since.value_or(now);
        if (now - *held.idle_since >= held.config.purge_after->count && close(held, now)) {
            ended.push_back(static_cast<std::int32_t>(i));
        }
    }
    return ended;
}

std::int64_t ReservationBook::licenses_kept(std::int32_t license,
                                            std::int64_t from,
                                            std::int64_t to,
                                            std::int32_t own) const {
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        if (static_cast<std::int32_t>(i) == own || !held_[i].overlaps(from, to)) {
            continue;
        }
        for (auto const& [which, count] : held_[i].licenses) {
            kept += which == license ? count : 0;
        }
    }
    return kept;
}

std::optional<std::int32_t> ReservationBook::find(std::string_view name) const {
    for (std::size_t i = held_.size(); i-- > 0;) {
        if (held_[i].config.name == name && !held_[i].gone) {
            return static_cast<std::int32_t>(i);
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> ReservationBook::next_end(std::int64_t start) const {
    std::optional<std::int64_t> earliest;
    for (auto const& held : held_) {
        if (!held.gone && held.end > start && (!earliest || held.end < *earliest)) {
            earliest = held.end;
        }
    }
    return earliest;
}

ReservationAnswer ReservationBook::test(ReservationQuery const& query, std::int64_t now) const {
    if (query.own >= 0) {
        return test_own(query, now);
    }
    ReservationAnswer none;
    none.when = query.when;
    return held_.empty() ? none : test_open(query);
}

ReservationAnswer ReservationBook::test_own(ReservationQuery const& query, std::int64_t now) const {
    using Kind = ReservationAnswer::Kind;
    auto const& own = held_[static_cast<std::size_t>(query.own)];
    ReservationAnswer answer;
    answer.when = query.when;
    if (own.gone || (query.when > own.end && now > own.end)) {
        answer.kind = Kind::ended;
        return answer;
    }
    if (own.config.flags.flex) {
        return answer;
    }
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
    if (own.config.flags.any_nodes) {
        *answer.allowed |= *query.partition;
    }
    if (query.required != nullptr && !answer.allowed->contains_all(*query.required)) {
        answer.kind = Kind::busy;
        return answer;
    }
    auto const end = answer.when + query.duration;
    for (auto const& other : held_) {
        if (&other == &own || !other.overlaps(answer.when, end)) {
            continue;
        }
        if (own.config.flags.maint || (own.config.flags.overlap && !other.config.flags.maint)) {
            continue;
        }
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
        std::int64_t retry = 0;
        for (auto const& held : held_) {
            if (!held.overlaps(answer.when, answer.when + query.duration)) {
                continue;
            }
            bool const everything =
                held.config.flags.all_nodes ||
                (held.config.flags.part_nodes && held.nodes.contains_all(*query.partition)) ||
                (held.config.flags.maint && held.nodes.contains_all(*query.partition));
            bool const needed = query.required != nullptr && query.required->intersects(held.nodes);
            if (everything || needed) {
                answer.kind = everything ? Kind::maintenance : Kind::busy;
                retry = held.end;
                break;
            }
            if (held.nodes.intersects(*query.partition)) {
                if (!answer.allowed) {
                    answer.allowed.emplace(query.partition->universe(), true);
                }
                *answer.allowed -= held.nodes;
                answer.overlap = true;
            }
        }
        if (answer.kind == Kind::usable || !query.may_move) {
            return answer;
        }
        answer.when = retry;
    }
    return answer;
}

}  // namespace clustersim::slurm
