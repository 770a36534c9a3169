// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/site.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

template <class Things, class Match>
std::optional<std::int32_t> position(Things const& things, Match match) {
    auto const found = std::find_if(things.begin(), things.end(), match);
    if (found == things.end()) return std::nullopt;
    return static_cast<std::int32_t>(found - things.begin());
}

}  // namespace

std::optional<std::int32_t> Site::find_node(std::string_view name) const {
    return position(
        nodes, [&](Node const& node) { return node.name == name; });
}

std::optional<std::int32_t> Site::find_partition(std::string_view name) const {
    return position(
        partitions, [&](Partition const& one) { return one.name == name; });
}

std::optional<std::int32_t> Site::default_partition() const {
    return position(
        partitions, [](Partition const& one) { return one.is_default; });
}

std::optional<std::int32_t> Site::find_qos(std::string_view name) const {
    return position(
        qos, [&](Qos const& one) { return one.name == name; });
}

std::optional<std::int32_t> Site::find_association(std::string_view account,
                                                   std::string_view user,
                                                   std::string_view partition) const {
    auto const matches = [&](std::string_view wanted) {
        return position(associations, [&](Association const& one) {
            return one.account == account && one.user == user && one.partition == wanted;
        });
    };
    if (!partition.empty()) {
        if (auto const special = matches(partition)) return special;
    }
    return matches("");
}

std::optional<std::string> Site::default_account(std::string_view user) const {
    Association const* first = nullptr;
    for (auto const& one : associations) {
        if (one.user != user || !one.is_user()) continue;
        if (one.is_default) return one.account;
        first = first == nullptr ? &one : first;
    }
    return first == nullptr ? std::nullopt : std::optional(first->account);
}

}  // namespace clustersim::slurm
