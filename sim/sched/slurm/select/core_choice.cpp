// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/select/core_choice.hpp"

namespace clustersim::slurm {

namespace {

CoreMask choose_cyclic(NodeRecord const& record, CoreMask const& allowed, std::int32_t count) {
    CoreMask chosen;
    for (bool found = true; found && count > 0;) {
        found = false;
        for (std::int32_t s = 0; s < record.sockets && count > 0; ++s) {
            for (std::int32_t i = 0; i < record.cores_per_socket; ++i) {
                auto const core = s * record.cores_per_socket + i;
                if (allowed.contains(core) && !chosen.contains(core)) {
                    chosen.insert(core);
                    --count;
                    found = true;
                    break;
                }
            }
        }
    }
    return chosen;
}

CoreMask choose_block(NodeRecord const& record, CoreMask allowed, std::int32_t count) {
    CoreMask chosen;
    while (count > 0) {
        std::int32_t best = -1, size = 0;
        for (std::int32_t s = 0; s < record.sockets; ++s) {
            auto const here = allowed.count(s * record.cores_per_socket, record.cores_per_socket);
            if (here == 0) {
                continue;
            }
            auto const tighter = here >= count && (size < count || here < size);
            if (best < 0 || tighter || (size < count && here > size)) {
                best = s;
                size = here;
            }
        }
        if (best < 0) {
            break;
        }
        for (std::int32_t i = 0; i < record.cores_per_socket && count > 0; ++i) {
            auto const core = best * record.cores_per_socket + i;
            if (allowed.contains(core)) {
                allowed.erase(core);
                chosen.insert(core);
                --count;
            }
        }
    }
    return chosen;
}

}  // namespace

CoreMask
choose_cores(NodeRecord const& record, CoreMask const& allowed, std::int32_t count, bool block) {
    if (count >= allowed.count()) {
        return allowed;
    }
    return block ? choose_block(record, allowed, count) : choose_cyclic(record, allowed, count);
}

}  // namespace clustersim::slurm
