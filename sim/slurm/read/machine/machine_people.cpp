// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

std::int32_t
add_association(slurm::Site& site, std::string account, std::string user, std::int32_t parent) {
    slurm::Association one;
    one.account = std::move(account);
    one.user = std::move(user);
    one.parent = parent;
    site.associations.push_back(std::move(one));
    return static_cast<std::int32_t>(site.associations.size()) - 1;
}

/// The share of a group with all groups below it.
double whole_share(FairShareTree const& tree, FairShareGroup const& group) {
    double share = group.share;
    for (FairShareGroup const& other : tree.groups)
        if (other.below == group.name) share += whole_share(tree, other);
    return share;
}

/// The association of each group.
std::vector<std::int32_t>
add_groups(FairShareTree const& tree, std::int32_t root, slurm::Site& site) {
    std::vector<std::int32_t> added;
    if (tree.single_tier) return added;
    for (FairShareGroup const& group : tree.groups) {
        auto const above = std::ranges::find(tree.groups, group.below, &FairShareGroup::name);
        std::int32_t const parent =
            above == tree.groups.end()
                ? root
                : added[static_cast<std::size_t>(above - tree.groups.begin())];
        added.push_back(add_association(site, group.name, "", parent));
        constexpr double parts = 1e6;
        site.associations.back().shares =
            std::max<std::int64_t>(1, std::llround(parts * whole_share(tree, group)));
    }
    return added;
}

/// Projects with shares and users, but without jobs: in Fair Tree they rank before those of their group that compute.
void add_idle_projects(FairShareTree const& tree,
                       std::size_t first,
                       std::size_t last,
                       slurm::Site& site) {
    std::int32_t parent = -1;
    for (int copy = 1; copy <= tree.idle_projects; ++copy) {
        for (std::size_t i = first; i < last; ++i) {
            slurm::Association one = site.associations[i];
            one.account += fmt::format("-idle{}", copy);
            if (one.is_user())
                one.parent = parent;
            else
                parent = static_cast<std::int32_t>(site.associations.size());
            site.associations.push_back(std::move(one));
        }
    }
}

}  // namespace

void describe_people(UserPopulation const& people, FairShareTree const& tree, slurm::Site& site) {
    std::int32_t const root = add_association(site, "root", "", -1);
    add_association(site, "root", "root", root);
    for (slurm::Qos const& qos : site.qos)
        site.associations.front().allowed_qos.push_back(qos.name);
    site.associations.front().default_qos = "normal";
    std::vector<std::int32_t> const groups = add_groups(tree, root, site);
    auto const group_of = groups_of(people, tree);
    std::vector<std::int64_t> shares = project_shares(people, tree);
    std::unordered_map<std::string_view, std::vector<BackgroundUser const*>> users_of;
    for (BackgroundUser const& user : people.users) users_of[user.account].push_back(&user);
    std::size_t const first = site.associations.size();
    for (std::size_t p = 0; p < people.accounts.size(); ++p) {
        BackgroundAccount const& account = people.accounts[p];
        std::int32_t const parent =
            add_association(site, account.name, "", group_of[p] ? groups[*group_of[p]] : root);
        site.associations.back().shares = shares[p];
        for (BackgroundUser const* user : users_of[account.name])
            add_association(site, account.name, user->name, parent);
    }
    add_idle_projects(tree, first, site.associations.size(), site);
    std::ranges::sort(shares);
    std::int32_t const own =
        add_association(site, study_account, "", groups.empty() ? root : groups.front());
    site.associations.back().shares = shares.empty() ? 1 : shares[shares.size() / 2];
    add_association(site, study_account, study_user, own);
}

}  // namespace clustersim
