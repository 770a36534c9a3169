// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/core_choice.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Moves the lowest `count` cores of a socket from `allowed` to `chosen`.
void move_lowest(NodeRecord const& record,
                 std::int32_t socket,
                 std::int32_t count,
                 CoreMask& allowed,
                 CoreMask& chosen) {
    for (std::int32_t i = 0; i < record.cores_per_socket && count > 0; ++i) {
        auto const core = socket * record.cores_per_socket + i;
        if (allowed.contains(core)) {
            allowed.erase(core);
            chosen.insert(core);
            --count;
        }
    }
}

std::int32_t in_socket(NodeRecord const& record, CoreMask const& cores, std::int32_t socket) {
    return cores.count(socket * record.cores_per_socket, record.cores_per_socket);
}

/// Takes one core of each socket in turn, as long as the socket has any. This gives an equal number
/// from each socket that has that many, and one more from the first sockets.
CoreMask choose_cyclic(NodeRecord const& record, CoreMask allowed, std::int32_t count) {
    std::int32_t level = 0;  // cores of each socket, as far as it has them
    for (std::int32_t step = 1; step > 0;) {
        std::int32_t open = 0;
        auto room = count;
        for (std::int32_t s = 0; s < record.sockets; ++s) {
            if (auto const above = in_socket(record, allowed, s) - level; above > 0) {
                ++open;
                room = std::min(room, above);
            }
        }
        step = open == 0 ? 0 : std::min(room, count / open);
        level += step;
        count -= step * open;
    }
    CoreMask chosen;
    for (std::int32_t s = 0; s < record.sockets; ++s) {
        auto const here = in_socket(record, allowed, s);
        auto const more = here > level && count > 0 ? 1 : 0;
        count -= more;
        move_lowest(record, s, std::min(here, level) + more, allowed, chosen);
    }
    return chosen;
}

CoreMask choose_by_task(NodeRecord const& record, CoreMask allowed, CoreDemand const& demand) {
    CoreMask chosen;
    auto left = demand.cores;
    // Cores for whole tasks first, then any free core.
    for (auto const unit : {demand.cores_per_task, 1}) {
        for (std::int32_t s = 0; s < record.sockets && left >= unit; ++s) {
            auto const taken = std::min(in_socket(record, allowed, s) / unit, left / unit) * unit;
            move_lowest(record, s, taken, allowed, chosen);
            left -= taken;
        }
    }
    return chosen;
}

CoreMask choose_block(NodeRecord const& record, CoreMask allowed, std::int32_t count) {
    CoreMask chosen;
    while (count > 0) {
        std::int32_t best = 0, size = 0;
        for (std::int32_t s = 0; s < record.sockets; ++s) {
            auto const here = in_socket(record, allowed, s);
            auto const tighter = here >= count && (size < count || here < size);
            if (tighter || (size < count && here > size)) {
                best = s;
                size = here;
            }
        }
        auto const taken = std::min(size, count);
        move_lowest(record, best, taken, allowed, chosen);
        count -= taken;
    }
    return chosen;
}

}  // namespace

CoreMask choose_cores(NodeRecord const& record, CoreMask const& allowed, CoreDemand const& demand) {
    if (demand.cores >= allowed.count()) return allowed;
    if (demand.block) return choose_block(record, allowed, demand.cores);
    return demand.cores_per_task > 1 ? choose_by_task(record, allowed, demand)
                                     : choose_cyclic(record, allowed, demand.cores);
}

}  // namespace clustersim::slurm
