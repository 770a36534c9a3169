// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clustersim::slurm {

/// The QOS, accounts and users as slurmdbd would have them, while files are read into them.
class AccountingStore {
  public:
    /// A new database: the account root with the user root, and the QOS "normal".
    AccountingStore();

    [[nodiscard]] Qos* find_qos(std::string_view name);
    Qos& add_qos(std::string_view name);
    /// A table of all QOS was read: QOS that it does not list do not exist.
    void forget_qos() { qos_.clear(); }

    [[nodiscard]] Association& root() { return rows_.front().association; }
    /// The association of an account, of a user in it, or of the user in a partition.
    [[nodiscard]] Association*
    find(std::string_view account, std::string_view user = {}, std::string_view partition = {});
    /// Adds an account after its siblings.
    Association& add_account(std::string_view name, std::string_view parent);
    Association&
    add_user(std::string_view account, std::string_view user, std::string_view partition);
    void set_default_account(std::string_view user, std::string_view account);

    [[nodiscard]] std::vector<Qos> const& qos() const { return qos_; }
    /// The tree in the order of a site: parents before children, a partition's row after its
    /// user's.
    [[nodiscard]] std::vector<Association> associations() const;

  private:
    struct Row {
        Association association;
        std::string parent;  ///< account above, for accounts
    };
    static std::string key(std::string_view account, std::string_view user, std::string_view part);
    struct Names {
        std::string account, user, partition;
    };
    Association& add(Names names, std::string parent);
    /// Names the QOS of the associations as they are listed: slurmdbd ignores case, a site does not.
    void name_qos(std::vector<Association>& associations) const;

    std::vector<Qos> qos_;
    std::deque<Row> rows_;                                ///< references into it stay valid
    std::unordered_map<std::string, std::size_t> index_;  ///< looked up only
    std::unordered_map<std::string, std::string> default_account_;  ///< looked up only
};

}  // namespace clustersim::slurm
