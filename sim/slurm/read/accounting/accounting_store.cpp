// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/accounting_store.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>
#include <map>

namespace clustersim::slurm {

AccountingStore::AccountingStore() {
    add_qos("normal");
    add({"root", {}, {}}, {}, 0);
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

void AccountingStore::remove_qos(std::string_view name) {
    std::erase_if(
        qos_, [&](Qos const& one) { return lower(one.name) == lower(name); });
    auto const is_it = [&](std::string const& one) { return lower(one) == lower(name); };
    for (Qos& one : qos_) std::erase_if(one.preempt, is_it);
    each([&](Association& one) {
        std::erase_if(one.allowed_qos, is_it);
        if (is_it(one.default_qos)) one.default_qos.clear();
    });
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

Association& AccountingStore::add(Names names, std::string parent, std::int64_t order) {
    index_[key(names.account, names.user, names.partition)] = rows_.size();
    Row& row = rows_.emplace_back();
    row.association.account = std::move(names.account);
    row.association.user = std::move(names.user);
    row.association.partition = std::move(names.partition);
    row.parent = std::move(parent);
    row.order = order;
    return row.association;
}

Association*
AccountingStore::find(std::string_view account, std::string_view user, std::string_view partition) {
    auto const found = index_.find(key(account, user, partition));
    return found == index_.end() ? nullptr : &rows_[found->second].association;
}

Association&
AccountingStore::add_account(std::string_view name, std::string_view parent, bool newest_first) {
    auto const order = static_cast<std::int64_t>(rows_.size());
    return add({std::string(name), {}, {}}, std::string(parent), newest_first ? -order : order);
}

Association& AccountingStore::add_user(std::string_view account,
                                       std::string_view user,
                                       std::string_view partition) {
    default_account_.try_emplace(std::string(user), account);
    return add({std::string(account), std::string(user), std::string(partition)}, {}, 0);
}

std::vector<std::string> AccountingStore::allowed_qos(Association const& one) const {
    if (!one.allowed_qos.empty()) return one.allowed_qos;
    std::string at = one.account;
    while (true) {
        auto const found = index_.find(key(at, "", ""));
        if (found == index_.end()) return {};
        Row const& row = rows_[found->second];
        if (!row.association.allowed_qos.empty() || row.parent.empty())
            return row.association.allowed_qos;
        at = row.parent;
    }
}

void AccountingStore::set_parent(std::string_view account, std::string_view parent) {
    rows_[index_.at(key(account, "", ""))].parent = std::string(parent);
}

bool AccountingStore::is_below(std::string_view account, std::string_view ancestor) const {
    std::string at(account);
    while (at != ancestor) {
        auto const found = index_.find(key(at, "", ""));
        if (found == index_.end() || rows_[found->second].parent.empty()) return false;
        at = rows_[found->second].parent;
    }
    return true;
}

void AccountingStore::set_default_account(std::string_view user, std::string_view account) {
    default_account_.insert_or_assign(std::string(user), std::string(account));
}

void AccountingStore::each(std::function<void(Association&)> const& visit) {
    for (Row& row : rows_)
        if (!row.gone) visit(row.association);
}

void AccountingStore::remove_if(std::function<bool(Association const&)> const& matches) {
    std::vector<std::string> accounts;
    for (Row const& row : rows_)
        if (!row.gone && !row.association.is_user() && !row.parent.empty() &&
            matches(row.association))
            accounts.push_back(row.association.account);
    auto const in_removed_account = [&](Row const& row) {
        return std::ranges::any_of(accounts, [&](std::string const& account) {
            return is_below(row.association.account, account);
        });
    };
    std::vector<Row*> leaving;
    for (Row& row : rows_)
        if (!row.gone &&
            (in_removed_account(row) || (row.association.is_user() && matches(row.association))))
            leaving.push_back(&row);
    for (Row* row : leaving) {
        row->gone = true;
        index_.erase(
            key(row->association.account, row->association.user, row->association.partition));
    }
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
        if (row.gone || &row == &rows_.front()) continue;
        auto& siblings =
            row.association.is_user() ? users[row.association.account] : children[row.parent];
        siblings.push_back(&row);
    }
    for (auto& [parent, siblings] : children) std::ranges::sort(siblings, {}, &Row::order);
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
