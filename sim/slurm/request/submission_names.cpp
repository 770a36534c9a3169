// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/submission_names.hpp"

#include "sim/core/hostlist.hpp"

#include <algorithm>

namespace clustersim::slurm {
namespace {

using Index = std::unordered_map<std::string, std::int32_t>;

std::optional<std::int32_t> look_up(Index const& index, std::string const& name) {
    auto const found = index.find(name);
    if (found == index.end()) return std::nullopt;
    return found->second;
}

template <class Things>
void fill(Index& index, Things const& things) {
    for (std::size_t i = 0; i < things.size(); ++i)
        index.try_emplace(things[i].name, static_cast<std::int32_t>(i));
}

/// The separator is a line end, which no name contains.
std::string
association_key(std::string_view account, std::string_view user, std::string_view partition) {
    std::string key(account);
    key += '\n';
    key += user;
    key += '\n';
    key += partition;
    return key;
}

}  // namespace

SubmissionNames::SubmissionNames(Site const& site) : site_(&site) {
    fill(partitions_, site.partitions);
    fill(qos_, site.qos);
    fill(nodes_, site.nodes);
    for (std::size_t i = 0; i < site.associations.size(); ++i) {
        Association const& one = site.associations[i];
        associations_.try_emplace(association_key(one.account, one.user, one.partition),
                                  static_cast<std::int32_t>(i));
        if (!one.is_user()) continue;
        // The association marked as default, else the first (as in Site::default_account).
        auto const known = default_accounts_.try_emplace(one.user, i).first;
        bool const marked = site.associations[known->second].is_default;
        if (one.is_default && !marked) known->second = i;
    }
    for (NodeRecord const& record : site.records)
        for (NodeGres const& gres : record.gres) gres_.insert(gres.name);
    for (Partition const& partition : site.partitions) {
        std::int64_t cpus = 0;
        for (auto const node : partition.nodes) cpus += site.record_of(node).cpus;
        partition_cpus_.push_back(cpus);
        partition_nodes_.emplace_back(site.nodes.size(), partition.nodes);
    }
    for (std::size_t i = 0; i < site.users.size(); ++i) users_.emplace(site.users[i].name, i);
}

std::optional<std::int32_t> SubmissionNames::partition(std::string_view name) const {
    return look_up(partitions_, std::string(name));
}

std::optional<std::int32_t> SubmissionNames::qos(std::string_view name) const {
    return look_up(qos_, std::string(name));
}

std::optional<std::int32_t> SubmissionNames::association(std::string_view account,
                                                         std::string_view user,
                                                         std::string_view partition) const {
    if (!partition.empty()) {
        auto const special = look_up(associations_, association_key(account, user, partition));
        if (special) return special;
    }
    return look_up(associations_, association_key(account, user, ""));
}

std::string_view SubmissionNames::default_account(std::string_view user) const {
    auto const found = default_accounts_.find(std::string(user));
    return found == default_accounts_.end() ? std::string_view{}
                                            : site_->associations[found->second].account;
}

std::optional<NodeSet> SubmissionNames::nodes(std::string_view hostlist) const {
    auto const names = expand_hostlist(hostlist);
    if (!names) return std::nullopt;
    NodeSet set(site_->nodes.size());
    for (std::string const& name : *names) {
        auto const node = look_up(nodes_, name);
        if (!node) return std::nullopt;
        set.insert(*node);
    }
    return set;
}

std::vector<std::string> const* SubmissionNames::allowed_qos(std::int32_t association) const {
    while (association >= 0) {
        Association const& one = site_->associations[static_cast<std::size_t>(association)];
        if (!one.allowed_qos.empty()) return &one.allowed_qos;
        association = one.parent;
    }
    return nullptr;
}

std::string_view SubmissionNames::default_qos(std::int32_t association) const {
    while (association >= 0) {
        Association const& one = site_->associations[static_cast<std::size_t>(association)];
        if (!one.default_qos.empty()) return one.default_qos;
        association = one.parent;
    }
    return {};
}

bool SubmissionNames::in_allowed_group(std::string_view user, std::int32_t partition) const {
    auto const& allowed = site_->partitions[static_cast<std::size_t>(partition)].allow_groups;
    if (allowed.empty() || site_->users.empty() || user == "root") return true;
    auto const found = users_.find(std::string(user));
    if (found == users_.end()) return false;
    auto const& groups = site_->users[found->second].groups;
    return std::ranges::any_of(groups, [&](std::string const& group) {
        return std::ranges::find(allowed, group) != allowed.end();
    });
}

bool SubmissionNames::in_partition(NodeSet const& nodes, std::int32_t partition) const {
    return partition_nodes_[static_cast<std::size_t>(partition)].contains_all(nodes);
}

}  // namespace clustersim::slurm
