// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/priority/fairshare.hpp"
#include "sim/slurm/priority/usage.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace clustersim::slurm {

/// A tree of associations below root, built from the top down, with usage.
class TestTree {
  public:
    TestTree() {
        site.settings.accounting_storage = true;
        Association root;
        root.account = "root";
        add("root", root);
    }
    TestTree& account(std::string const& name, std::string const& parent, std::int64_t shares) {
        Association account;
        account.account = name;
        account.parent = index(parent);
        account.shares = shares;
        return add(name, account);
    }
    TestTree& user(std::string const& name, std::string const& account, std::int64_t shares) {
        Association user;
        user.account = account;
        user.user = name;
        user.parent = index(account);
        user.shares = shares;
        return add(name, user);
    }
    TestTree& qos(std::string const& name, bool no_decay) {
        Qos added;
        added.name = name;
        added.flags.no_decay = no_decay;
        site.qos.push_back(added);
        return *this;
    }
    TestTree& shares_of_parent(std::string const& name) {
        site.associations[static_cast<std::size_t>(index_.at(name))].shares_of_parent = true;
        return *this;
    }
    TestTree& used(std::string const& name, double usage) {
        past_[name] = usage;
        return *this;
    }
    [[nodiscard]] std::int32_t index(std::string const& name) const { return index_.at(name); }
    [[nodiscard]] AssociationUsage usage() const {
        AssociationUsage usage(site);
        for (auto const& [name, amount] : past_) usage.add_past(index(name), amount);
        return usage;
    }
    [[nodiscard]] AssociationFairshare of(std::string const& name) const {
        return compute_fairshare(site, usage()).at(static_cast<std::size_t>(index(name)));
    }
    [[nodiscard]] double factor(std::string const& name) const { return of(name).factor; }

    Site site;

  private:
    TestTree& add(std::string const& name, Association const& association) {
        index_[name] = static_cast<std::int32_t>(site.associations.size());
        site.associations.push_back(association);
        return *this;
    }
    std::map<std::string, std::int32_t> index_;
    std::map<std::string, double> past_;
};

}  // namespace clustersim::slurm
