// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/imported_machine.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

slurm::Site site_of(System const& system) {
    auto site = slurm::read_site(system.slurm);
    CS_ENSURE(site, "the file of a machine's Slurm was checked when the machine was read");
    return std::move(*site);
}

/// Makes the name of each node type a feature of its nodes, so that a job can request the type.
void name_types(System const& system, slurm::Site& site) {
    std::map<std::pair<std::int32_t, std::string>, std::int32_t> records;
    std::vector<slurm::NodeRecord> const before = std::exchange(site.records, {});
    std::map<std::string, std::string> type_of;
    for (auto const& [name, type] : system.node_types) {
        auto const hosts = expand_hostlist(type.hosts);
        CS_ENSURE(hosts, "the hosts of a node type were read before");
        for (std::string const& host : *hosts) type_of.emplace(host, name);
    }
    for (slurm::Node& node : site.nodes) {
        std::string const& type = type_of.at(node.name);
        auto const [found, fresh] = records.try_emplace(
            {node.record, type}, static_cast<std::int32_t>(site.records.size()));
        if (fresh) {
            slurm::NodeRecord record = before[static_cast<std::size_t>(node.record)];
            if (std::ranges::find(record.features, type) == record.features.end())
                record.features.push_back(type);
            site.records.push_back(std::move(record));
        }
        node.record = found->second;
    }
}

/// Admits the study's own jobs: adds a QOS without limits for campaigns, and opens partitions that
/// are restricted to some accounts or groups.
void admit_study(slurm::Site& site) {
    std::size_t const gpu = site.tres.add("gres/gpu");
    if (site.qos.empty()) {
        site.qos.emplace_back();
        site.qos.back().name = "normal";
    }
    site.qos.push_back(unlimited_qos(gpu));
    slurm::SiteUser student{study_user, {}};
    for (slurm::Partition& partition : site.partitions) {
        if (!partition.allow_qos.empty()) partition.allow_qos.emplace_back(campaign_qos);
        if (!partition.allow_accounts.empty()) partition.allow_accounts.emplace_back(study_account);
        student.groups.insert(
            student.groups.end(), partition.allow_groups.begin(), partition.allow_groups.end());
    }
    if (!site.users.empty()) site.users.push_back(std::move(student));
}

bool is_person(slurm::Association const& one) {
    return one.is_user() && one.user != "root";
}

/// The default QOS of most people; that of the site if they have none of their own.
std::string usual_default_qos(slurm::Site const& site) {
    std::map<std::string, int> people;
    for (slurm::Association const& one : site.associations)
        if (is_person(one) && !one.default_qos.empty()) ++people[one.default_qos];
    auto const most =
        std::ranges::max_element(people, {}, [](auto const& one) { return one.second; });
    return most == people.end() ? site.qos.front().name : most->first;
}

/// Adds the study's account below the root, with the median of the other accounts' shares.
void add_study_account(slurm::Site& site) {
    auto const root = std::ranges::find(site.associations, -1, &slurm::Association::parent);
    CS_ENSURE(root != site.associations.end(), "associations hang below a root");
    auto const above = static_cast<std::int32_t>(root - site.associations.begin());
    std::vector<std::int64_t> shares;
    for (slurm::Association const& one : site.associations)
        if (!one.is_user() && one.parent >= 0) shares.push_back(one.shares);
    std::ranges::sort(shares);
    slurm::Association account;
    account.account = study_account;
    account.parent = above;
    account.shares = shares.empty() ? 1 : shares[shares.size() / 2];
    for (slurm::Qos const& qos : site.qos) account.allowed_qos.push_back(qos.name);
    account.default_qos = usual_default_qos(site);
    slurm::Association user = account;
    user.user = study_user;
    user.parent = static_cast<std::int32_t>(site.associations.size());
    user.shares = 1;
    site.associations.push_back(std::move(account));
    site.associations.push_back(std::move(user));
}

}  // namespace

slurm::Site imported_site(System const& system, UserPopulation const& people) {
    slurm::Site site = site_of(system);
    name_types(system, site);
    admit_study(site);
    if (std::ranges::any_of(site.associations, is_person)) {
        add_study_account(site);
    } else {
        // No users are known: the site's own accounts, if any, would be empty.
        site.associations.clear();
        describe_people(people, {}, site);
        site.associations.front().default_qos = site.qos.front().name;
    }
    return site;
}

UserPopulation people_of(System const& system, RandomStream const& random, std::int32_t users) {
    if (!system.has_slurm_file()) return make_population(random, users);
    slurm::Site const site = site_of(system);
    UserPopulation people;
    std::map<std::string, int> seen;
    for (slurm::Association const& one : site.associations) {
        if (!is_person(one) || !one.partition.empty()) continue;
        auto const& account = site.associations[static_cast<std::size_t>(one.parent)];
        int const rank = ++seen[one.account];
        if (rank == 1) people.accounts.push_back({one.account, account.shares});
        people.users.push_back(
            {one.user,
             one.account,
             static_cast<double>(std::max<std::int64_t>(1, account.shares)) / rank});
    }
    return people.users.empty() ? make_population(random, users) : people;
}

}  // namespace clustersim
