// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/accounting_store.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>
#include <map>

namespace clustersim::slurm {

AccountingStore::AccountingStore() {
    add_qos("normal");
    add({"root", {}, {}}, {});
    root().allowed_qos = {"normal"};
    add_user("root", "root", "");
}

Qos* AccountingStore::find_qos(std::string_view name) {
    auto const found =
        std::ranges::find_if(qos_, [&](Qos const& one) { return lower(one.name) == lower(name); });
    return found == qos_.end() ? nullptr : &*found;
}

Qos& AccountingStore::add_qos(std::string_view name) {
    Qos& one = qos_.emplace_back();
    one.name = std::string(name);
    return one;
}

std::string
AccountingStore::key(std::string_view account, std::string_view user, std::string_view part) {
    std::string out(account);
    out += '\n';
    out += user;
    out += '\n';
    out += part;
    return out;
}

Association& AccountingStore::add(Names names, std::string parent) {
    index_[key(names.account, names.user, names.partition)] = rows_.size();
    Row& row = rows_.emplace_back();
    row.association.account = std::move(names.account);
    row.association.user = std::move(names.user);
    row.association.partition = std::move(names.partition);
    row.parent = std::move(parent);
    return row.association;
}

Association*
AccountingStore::find(std::string_view account, std::string_view user, std::string_view partition) {
    auto const found = index_.find(key(account, user, partition));
    return found == index_.end() ? nullptr : &rows_[found->second].association;
}

Association& AccountingStore::add_account(std::string_view name, std::string_view parent) {
    return add({std::string(name), {}, {}}, std::string(parent));
}

Association& AccountingStore::add_user(std::string_view account,
                                       std::string_view user,
                                       std::string_view partition) {
    default_account_.try_emplace(std::string(user), account);
    return add({std::string(account), std::string(user), std::string(partition)}, {});
}

void AccountingStore::set_default_account(std::string_view user, std::string_view account) {
    default_account_.insert_or_assign(std::string(user), std::string(account));
}

void AccountingStore::name_qos(std::vector<Association>& associations) const {
    std::map<std::string, std::string> names;  // by their lower case
    for (Qos const& one : qos_) names.emplace(lower(one.name), one.name);
    auto const as_listed = [&](std::string& name) {
        if (auto const found = names.find(lower(name)); found != names.end()) name = found->second;
    };
    for (Association& one : associations) {
        std::ranges::for_each(one.allowed_qos, as_listed);
        as_listed(one.default_qos);
    }
    // A new database has the QOS; a table that was read may not.
    if (!names.contains("normal")) std::erase(associations.front().allowed_qos, "normal");
}

std::vector<Association> AccountingStore::associations() const {
    std::map<std::string, std::vector<Row const*>> children;  // of accounts, by their parent
    std::map<std::string, std::vector<Row const*>> users;     // by their account
    for (Row const& row : rows_) {
        if (&row == &rows_.front()) continue;
        auto& siblings =
            row.association.is_user() ? users[row.association.account] : children[row.parent];
        siblings.push_back(&row);
    }
    std::vector<Association> out;
    auto const take = [&](Row const& row, std::int32_t parent) {
        out.push_back(row.association);
        out.back().parent = parent;
        if (row.association.is_user()) {
            auto const chosen = default_account_.find(row.association.user);
            out.back().is_default =
                chosen != default_account_.end() && chosen->second == row.association.account;
        }
    };
    struct Next {
        Row const* row;
        std::int32_t parent;
    };
    std::vector<Next> waiting{{&rows_.front(), -1}};  // a stack: the first child is on top
    while (!waiting.empty()) {
        auto const [row, parent] = waiting.back();
        waiting.pop_back();
        auto const own = static_cast<std::int32_t>(out.size());
        take(*row, parent);
        for (Row const* user : users[row->association.account]) take(*user, own);
        auto const& below = children[row->association.account];
        for (auto child = below.rbegin(); child != below.rend(); ++child)
            waiting.push_back({*child, own});
    }
    name_qos(out);
    return out;
}

}  // namespace clustersim::slurm
