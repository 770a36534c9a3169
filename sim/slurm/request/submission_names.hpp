// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace clustersim::slurm {

/// Resolves every name that a submission may use in constant time. The site must outlive it.
class SubmissionNames {
  public:
    explicit SubmissionNames(Site const& site);

    [[nodiscard]] Site const& site() const { return *site_; }
    [[nodiscard]] std::optional<std::int32_t> partition(std::string_view name) const;
    [[nodiscard]] std::optional<std::int32_t> qos(std::string_view name) const;
    /// The association of a user in an account: for that partition if there is one, else for any.
    [[nodiscard]] std::optional<std::int32_t>
    association(std::string_view account, std::string_view user, std::string_view partition) const;
    /// Empty if the user has no association.
    [[nodiscard]] std::string_view default_account(std::string_view user) const;
    /// The nodes of a hostlist; nothing if it is malformed or names no node of the cluster.
    [[nodiscard]] std::optional<NodeSet> nodes(std::string_view hostlist) const;
    /// True if any node has generic resources of that name.
    [[nodiscard]] bool has_gres(std::string const& name) const { return gres_.contains(name); }
    /// The QOS that an association may use, its own or its nearest parent's; null: any.
    [[nodiscard]] std::vector<std::string> const* allowed_qos(std::int32_t association) const;
    /// Its default QOS, its own or its nearest parent's; empty: none.
    [[nodiscard]] std::string_view default_qos(std::int32_t association) const;
    /// True if AllowGroups admits the user; if no groups are known it admits every user.
    [[nodiscard]] bool in_allowed_group(std::string_view user, std::int32_t partition) const;
    [[nodiscard]] std::int64_t cpus_of_partition(std::int32_t partition) const {
        return partition_cpus_[static_cast<std::size_t>(partition)];
    }
    [[nodiscard]] bool in_partition(NodeSet const& nodes, std::int32_t partition) const;

  private:
    using Index = std::unordered_map<std::string, std::int32_t>;

    Site const* site_;
    Index partitions_, qos_, nodes_, associations_;
    std::unordered_map<std::string, std::size_t> default_accounts_;  ///< user to association
    std::unordered_map<std::string, std::size_t> users_;
    std::unordered_set<std::string> gres_;
    std::vector<std::int64_t> partition_cpus_;
    std::vector<NodeSet> partition_nodes_;
};

}  // namespace clustersim::slurm
