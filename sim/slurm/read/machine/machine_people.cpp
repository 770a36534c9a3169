// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_people.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim {

void describe_people(UserPopulation const& people, slurm::Site& site) {
    auto const add = [&](std::string account, std::string user, std::int32_t parent) {
        slurm::Association one;
        one.account = std::move(account);
        one.user = std::move(user);
        one.parent = parent;
        site.associations.push_back(std::move(one));
        return static_cast<std::int32_t>(site.associations.size()) - 1;
    };
    std::int32_t const root = add("root", "", -1);
    add("root", "root", root);
    for (slurm::Qos const& qos : site.qos)
        site.associations.front().allowed_qos.push_back(qos.name);
    site.associations.front().default_qos = "normal";
    std::vector<std::int64_t> shares;
    for (BackgroundAccount const& account : people.accounts) {
        std::int32_t const parent = add(account.name, "", root);
        site.associations.back().shares = account.shares;
        shares.push_back(account.shares);
        for (BackgroundUser const& user : people.users)
            if (user.account == account.name) add(account.name, user.name, parent);
    }
    std::ranges::sort(shares);
    std::int32_t const own = add(study_account, "", root);
    site.associations.back().shares = shares.empty() ? 1 : shares[shares.size() / 2];
    add(study_account, study_user, own);
}

}  // namespace clustersim
