// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/failure_config.hpp"
#include "sim/slurm/site/node_config.hpp"
#include "sim/slurm/site/partition_config.hpp"
#include "sim/slurm/site/qos.hpp"
#include "sim/slurm/site/reservation_config.hpp"
#include "sim/slurm/site/settings.hpp"
#include "sim/slurm/site/topology_config.hpp"
#include "sim/slurm/site/tres.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// `Licenses=name:count` of slurm.conf.
struct License {
    std::string name;
    std::int64_t total = 0;

    friend bool operator==(License const&, License const&) = default;
};

/// Counts of licences, by their position in Site::licenses.
using LicenseCounts = std::vector<std::pair<std::int32_t, std::int64_t>>;

/// The groups of a user, which only the site's operating system knows. AllowGroups of partitions is
/// enforced as soon as one user is listed.
struct SiteUser {
    std::string name;
    std::vector<std::string> groups;

    friend bool operator==(SiteUser const&, SiteUser const&) = default;
};

/// The configuration of a cluster from slurm.conf, gres.conf, topology.conf and the accounting
/// database. The emulated controller reads it and never changes it.
struct Site {
    Settings settings;
    TresTable tres;
    std::vector<NodeRecord> records;  ///< one for each NodeName line
    std::vector<Node> nodes;
    std::vector<Partition> partitions;  ///< in the order of slurm.conf
    std::vector<Qos> qos;               ///< by id; Slurm's own "normal" comes first if it exists
    std::vector<Association> associations;  ///< empty without accounting
    std::vector<Switch> switches;
    std::vector<License> licenses;
    std::vector<Reservation> reservations;  ///< made before the first job
    NodeFailures failures;
    std::vector<Outage> outages;
    std::vector<SiteUser> users;  ///< empty: no groups are known

    [[nodiscard]] NodeRecord const& record_of(std::int32_t node) const {
        return records[static_cast<std::size_t>(nodes[static_cast<std::size_t>(node)].record)];
    }
    [[nodiscard]] std::optional<std::int32_t> find_node(std::string_view name) const;
    [[nodiscard]] std::optional<std::int32_t> find_partition(std::string_view name) const;
    [[nodiscard]] std::optional<std::int32_t> default_partition() const;
    [[nodiscard]] std::optional<std::int32_t> find_qos(std::string_view name) const;
    /// The association of a user in an account: for that partition if there is one, else for any.
    [[nodiscard]] std::optional<std::int32_t> find_association(std::string_view account,
                                                               std::string_view user,
                                                               std::string_view partition) const;
    /// The user's default account: that of the association marked as default, else of the user's
    /// first.
    [[nodiscard]] std::optional<std::string> default_account(std::string_view user) const;

    /// True if nodes go down at random or at given times.
    [[nodiscard]] bool nodes_fail() const { return failures.any() || !outages.empty(); }

    friend bool operator==(Site const&, Site const&) = default;
};

}  // namespace clustersim::slurm
