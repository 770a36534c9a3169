// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric.hpp"

#include "sim/core/ensure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, link_level_count> level_names{
    "injection", "group-local", "leaf-spine", "core", "global", "trunk"};
constexpr std::array<std::string_view, 5> family_names{
    "single switch", "fat tree", "dragonfly", "dragonfly+", "edge list"};

}  // namespace

std::string_view name_of(LinkLevel level) {
    return level_names[static_cast<std::size_t>(level)];
}

std::string_view name_of(FabricFamily family) {
    return family_names[static_cast<std::size_t>(family)];
}

NodeBlock const* Fabric::block_of(std::string_view type) const {
    auto const found = std::ranges::find(blocks_, type, &NodeBlock::type);
    return found == blocks_.end() ? nullptr : &*found;
}

FabricNodeId Fabric::node_of(std::string_view type, std::uint32_t index) const {
    NodeBlock const* block = block_of(type);
    CS_ENSURE(block != nullptr && index < block->count, "the fabric has this node of the type");
    return {block->first + index};
}

std::span<LinkId const>
Fabric::links_between(SwitchId from, SwitchId to, std::uint32_t count) const {
    std::span<LinkId const> const all = links_from(vertex(from));
    VertexId const first = vertex(to);
    auto const target = [this](LinkId id) { return links_[id.value].to; };
    auto const begin = std::ranges::lower_bound(all, first, {}, target);
    auto const end =
        std::ranges::lower_bound(begin, all.end(), VertexId{first.value + count}, {}, target);
    return {begin, end};
}

std::span<LinkId const> Fabric::global_links(std::uint32_t from, std::uint32_t to) const {
    std::size_t const cell = std::size_t{from} * groups_.size() + to;
    return {global_.data() + global_first_[cell], global_.data() + global_first_[cell + 1]};
}

std::string Fabric::switch_name(SwitchId id) const {
    if (!switch_names_.empty()) return switch_names_[id.value];
    Switch const& one = switches_[id.value];
    if (one.group == no_group) {
        return one.level <= 3 ? fmt::format("core-{}", one.index)
                              : fmt::format("core{}-{}", one.level - 2, one.index);
    }
    bool const alone = family_ == FabricFamily::dragonfly || family_ == FabricFamily::single_switch;
    std::string_view const role = alone ? "switch" : one.level == 1 ? "leaf" : "spine";
    return fmt::format("{}/{}-{}", groups_[one.group].name, role, one.index);
}

std::string Fabric::node_name(FabricNodeId id) const {
    if (!node_names_.empty()) return node_names_[id.value];
    auto const after = std::ranges::upper_bound(blocks_, id.value, {}, &NodeBlock::first);
    CS_ENSURE(after != blocks_.begin(), "every node has a type");
    NodeBlock const& block = *(after - 1);
    return fmt::format("{}-{}", block.type, id.value - block.first);
}

std::string Fabric::endpoint_name(EndpointId id) const {
    Endpoint const& endpoint = endpoints_[id.value];
    return fmt::format("{}/nic-{}", node_name(endpoint.node), endpoint.nic);
}

}  // namespace clustersim
