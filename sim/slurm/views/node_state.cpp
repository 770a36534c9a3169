// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/node_state.hpp"

#include <algorithm>
#include <string_view>

namespace clustersim::slurm {

namespace {

enum class Base { down = 1, idle = 2, allocated = 3, mixed = 5 };

Base base_of(NodeView const& node) {
    if (node.down) return Base::down;
    bool const works = node.running || (node.cpus_allocated > 0 && !node.completing);
    if (!works) return Base::idle;
    return node.cpus_allocated < node.cpus ? Base::mixed : Base::allocated;
}

/// Flags rank above the base state, in the order of Slurm's flag bits.
std::int64_t rank_of(NodeView const& node, Base base) {
    auto rank = static_cast<std::int64_t>(base);
    if (node.reserved) rank += 0x20;
    if (node.drain) rank += 0x200;
    if (node.completing) rank += 0x400;
    if (!node.responding) rank += 0x800;
    if (node.maintenance) rank += 0x8000;
    if (node.planned) rank += 0x200000;
    return rank;
}

NodeStateText text_of(std::string_view compact, std::string_view full, std::string_view mark) {
    return {0, std::string(compact).append(mark), std::string(full).append(mark)};
}

NodeStateText name_of(NodeView const& node, Base base) {
    bool const works = base == Base::allocated || base == Base::mixed;
    std::string_view const silent = node.responding ? "" : "*";
    std::string_view const mark = node.maintenance ? "$" : silent;
    if (node.maintenance && !node.drain && base == Base::idle)
        return text_of("maint", "maint", silent);
    if (node.drain) {
        return works || node.completing ? text_of("drng", "draining", mark)
                                        : text_of("drain", "drained", mark);
    }
    switch (base) {
        case Base::down: return text_of("down", "down", mark);
        case Base::allocated:
            if (mark.empty() && node.completing) return text_of("alloc", "allocated", "+");
            return text_of("alloc", "allocated", mark);
        case Base::mixed:
            if (mark.empty() && node.planned) return text_of("mix", "mixed", "-");
            return text_of("mix", "mixed", mark);
        case Base::idle: break;
    }
    if (node.completing) return text_of("comp", "completing", silent);
    if (node.reserved) return text_of("resv", "reserved", silent);
    if (node.planned) return text_of("plnd", "planned", silent);
    return text_of("idle", "idle", silent);
}

}  // namespace

NodeStateText node_state(NodeView const& node) {
    Base const base = base_of(node);
    NodeStateText state = name_of(node, base);
    state.rank = rank_of(node, base);
    return state;
}

NodeUsage node_usage(NodeView const& node) {
    Base const base = base_of(node);
    if (base == Base::allocated || base == Base::mixed || node.completing)
        return NodeUsage::allocated;
    return node.down || node.drain ? NodeUsage::other : NodeUsage::idle;
}

CpuUse cpu_use(NodeView const& node) {
    std::int64_t const allocated = std::min(node.cpus_allocated, node.cpus);
    std::int64_t const rest = node.cpus - allocated;
    if (node.down || node.drain) return {allocated, 0, rest};
    return {allocated, rest, 0};
}

}  // namespace clustersim::slurm
