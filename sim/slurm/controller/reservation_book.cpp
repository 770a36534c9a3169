// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/reservation_book.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

constexpr Seconds day{86400};

/// The instant one period later; the origin of the run is treated as a Thursday, as 1970-01-01 was.
Instant next_period(Recurrence recurrence, Instant start) {
    auto const weekday = [](Instant t) {
        return (t.since_origin / day.count + 4) % 7;
    };  // 0: Sunday
    switch (recurrence) {
        case Recurrence::hourly: return start + Seconds{3600};
        case Recurrence::daily: return start + day;
        case Recurrence::weekly: return start + Seconds{7 * day.count};
        case Recurrence::weekday: do { start = start + day;
            } while (weekday(start) == 0 || weekday(start) == 6);
            return start;
        case Recurrence::weekend: do { start = start + day;
            } while (weekday(start) != 0 && weekday(start) != 6);
            return start;
        case Recurrence::none: break;
    }
    return start;
}

ReservationId id_of(std::size_t position) {
    return {static_cast<std::uint32_t>(position)};
}

/// Absent if a licence does not exist, or if there are too few of it.
std::optional<LicenseCounts> known_licenses(Site const& site, Reservation const& wanted) {
    LicenseCounts licenses;
    for (auto const& [name, count] : wanted.licenses) {
        auto const known = std::ranges::find(site.licenses, name, &License::name);
        if (known == site.licenses.end() || count > known->total) return std::nullopt;
        licenses.emplace_back(static_cast<std::int32_t>(known - site.licenses.begin()), count);
    }
    return licenses;
}

/// The nodes of the partition, or all; absent if the partition does not exist.
std::optional<NodeSet> pool_of(Site const& site, Reservation const& wanted) {
    if (wanted.partition.empty()) return NodeSet(site.nodes.size(), true);
    auto const partition = site.find_partition(wanted.partition);
    if (!partition) return std::nullopt;
    return NodeSet(site.nodes.size(), site.partitions[static_cast<std::size_t>(*partition)].nodes);
}

/// Chooses the wanted number of nodes, idle ones first. Returns false if there are too few.
bool choose_nodes(HeldReservation& held, NodeSet pool, ReservationGround const& ground) {
    pool &= ground.up;
    pool -= ground.taken;
    auto missing = held.config.node_count;
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
    return missing <= 0;
}

}  // namespace

ReservationBook::ReservationBook(Site const& site) {
    NodeSet const everything(site.nodes.size(), true);
    NodeSet const nothing(site.nodes.size());
    for (auto const& wanted : site.reservations)
        create(site, wanted, {Instant{}, everything, everything, nothing});
}

std::optional<ReservationId> ReservationBook::create(Site const& site,
                                                     Reservation const& wanted,
                                                     ReservationGround const& ground) {
    auto licenses = known_licenses(site, wanted);
    auto pool = pool_of(site, wanted);
    if (!licenses || !pool) return std::nullopt;
    HeldReservation held{wanted,
                         NodeSet(site.nodes.size()),
                         wanted.start,
                         wanted.start + wanted.duration,
                         false,
                         *pool,
                         std::move(*licenses),
                         {},
                         {}};
    if (wanted.flags.time_float) held.ahead = std::max(Seconds{}, wanted.start - ground.now);
    if (!wanted.nodes.empty()) {
        held.nodes = NodeSet(site.nodes.size(), wanted.nodes);
    } else if (wanted.flags.all_nodes || wanted.flags.part_nodes) {
        held.nodes = *pool;
    } else {
        // Nodes of other reservations at that time are excluded.
        for (auto const& other : held_)
            if (other.overlaps(held.start, held.end)) *pool -= other.nodes;
        if (!choose_nodes(held, std::move(*pool), ground)) return std::nullopt;
    }
    if (held.nodes.intersects(ground.taken)) return std::nullopt;
    held_.push_back(std::move(held));
    return id_of(held_.size() - 1);
}

std::vector<ReservationId> ReservationBook::advance(Instant now) {
    std::vector<ReservationId> ended;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        auto& held = held_[i];
        if (held.gone || held.end >= now) continue;
        if (close(held, now)) ended.push_back(id_of(i));
    }
    return ended;
}

void ReservationBook::keep_ahead(Instant now) {
    for (auto& held : held_) {
        if (!held.ahead) continue;
        held.start = now + *held.ahead;
        held.end = held.start + held.config.duration;
    }
}

bool ReservationBook::close(HeldReservation& held, Instant now) {
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
            flags.static_alloc || flags.all_nodes || flags.part_nodes)
            continue;
        auto kept = held.nodes;
        kept &= available;
        if (flags.replace) kept &= idle;
        if (kept == held.nodes) continue;
        auto spare = held.pool;
        spare &= idle;
        spare &= available;
        spare -= held.nodes;
        for (auto const& other : held_)
            if (&other != &held && other.overlaps(held.start, held.end)) spare -= other.nodes;
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

std::vector<ReservationId> ReservationBook::purge(std::vector<bool> const& in_use, Instant now) {
    std::vector<ReservationId> ended;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        auto& held = held_[i];
        if (held.gone || !held.config.purge_after || held.start > now || in_use[i]) {
            held.idle_since.reset();
            continue;
        }
        held.idle_since = held.idle_since.value_or(now);
        if (now - *held.idle_since >= *held.config.purge_after && close(held, now))
            ended.push_back(id_of(i));
    }
    return ended;
}

std::optional<ReservationId> ReservationBook::find(std::string_view name) const {
    for (std::size_t i = held_.size(); i-- > 0;)
        if (held_[i].config.name == name && !held_[i].gone) return id_of(i);
    return std::nullopt;
}

}  // namespace clustersim::slurm
