// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_command.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Removes the words with one of these keys and returns their items in lower case; with `bare`,
/// also words without a key.
std::vector<std::string> take_items(std::vector<SacctmgrWord>& words,
                                    std::initializer_list<std::string_view> keys,
                                    bool bare = false) {
    std::vector<std::string> items;
    std::erase_if(words, [&](SacctmgrWord const& word) {
        if (!(word.bare() ? bare : is_word(word.key, keys))) return false;
        for (std::string const& item : word.items())
            if (std::string name = lower(item); std::ranges::find(items, name) == items.end())
                items.push_back(std::move(name));
        return true;
    });
    return items;
}

bool has(std::vector<std::string> const& names, std::string_view name) {
    return std::ranges::find(names, lower(name)) != names.end();
}

class CommandReading {
  public:
    explicit CommandReading(AccountingTarget& target) : target_(&target), store_(&target.store) {}

    void play(SacctmgrCommand command) {
        command_ = std::move(command);
        auto& filter = command_.verb == SacctmgrVerb::add ? command_.set : command_.where;
        if (command_.entity != SacctmgrEntity::cluster) {
            auto const clusters = take_items(filter, {"clusters"});
            if (!clusters.empty() && !has(clusters, target_->cluster)) return;
        }
        switch (command_.entity) {
            case SacctmgrEntity::account: play_account(command_); break;
            case SacctmgrEntity::user: play_user(command_); break;
            case SacctmgrEntity::qos: play_qos(command_); break;
            case SacctmgrEntity::cluster: play_cluster(command_); break;
            case SacctmgrEntity::other: break;
        }
    }

  private:
    void complain(Code code, std::string message) {
        target_->reading.problems.add(
            command_.line->problem(code, std::move(message), command_.line->text));
    }
    void warn(std::string message) {
        auto trouble =
            command_.line->problem(Code::inconsistent, std::move(message), command_.line->text);
        trouble.severity = Severity::warning;
        target_->reading.problems.add(std::move(trouble));
    }
    bool expect_account(std::string const& name) {
        if (store_->find(name) != nullptr) return true;
        complain(Code::unknown_name, fmt::format("there is no account \"{}\"", name));
        return false;
    }
    bool expect_names(std::vector<std::string> const& names) {
        if (names.empty()) complain(Code::missing_key, "the command names no object");
        return !names.empty();
    }

    void set_all(Association& one, std::vector<SacctmgrWord> const& words, std::string_view what) {
        for (SacctmgrWord const& word : words)
            if (!apply_to_association(word, one, UnknownQos::refuse, *target_))
                report_unknown_key(word, false, what, target_->reading);
    }

    void play_account(SacctmgrCommand& command) {
        auto& words = command.verb == SacctmgrVerb::add ? command.set : command.where;
        auto const names = take_items(words, {"names", "accounts", "accts"}, true);
        auto const parents = take_items(command.set, {"parents"});
        std::string const parent = parents.empty() ? "root" : parents.front();
        if (!expect_names(names) || !(parents.empty() || expect_account(parent))) return;
        if (command.verb == SacctmgrVerb::remove) {
            store_->remove_if(
                [&](Association const& one) { return !one.is_user() && has(names, one.account); });
            return;
        }
        for (std::string const& name : names) {
            Association* one = store_->find(name);
            if (command.verb == SacctmgrVerb::add && one != nullptr) {
                warn(fmt::format("the account \"{}\" already exists", name));
                continue;
            }
            if (command.verb == SacctmgrVerb::add) {
                one = &store_->add_account(name, parent, true);
            } else if (one == nullptr) {
                complain(Code::unknown_name, fmt::format("there is no account \"{}\"", name));
                continue;
            } else if (!parents.empty() && store_->is_below(parent, name)) {
                complain(Code::inconsistent, fmt::format("{} is itself below {}", parent, name));
            } else if (!parents.empty()) {
                store_->set_parent(name, parent);
            }
            set_all(*one, command.set, "an account");
        }
    }

    void add_user(std::string const& name,
                  SacctmgrCommand& command,
                  std::vector<std::string> const& accounts) {
        auto words = command.set;
        auto partitions = take_items(words, {"partitions"});
        auto const wanted = take_items(words, {"defaultaccount"});
        std::erase_if(words, [](SacctmgrWord const& word) {
            return is_word(word.key, {"names", "users", "accounts", "accts"}) || word.bare();
        });
        if (partitions.empty()) partitions.emplace_back();
        for (std::string const& account : accounts) {
            for (std::string const& partition : partitions) {
                if (store_->find(account, name, partition) != nullptr) {
                    warn(fmt::format("the user \"{}\" is already in {}", name, account));
                    continue;
                }
                set_all(store_->add_user(account, name, partition), words, "a user");
            }
        }
        if (!wanted.empty()) store_->set_default_account(name, wanted.front());
    }

    void play_user(SacctmgrCommand& command) {
        auto const names =
            take_items(command.verb == SacctmgrVerb::add ? command.set : command.where,
                       {"names", "users"},
                       true);
        if (!expect_names(names)) return;
        if (command.verb == SacctmgrVerb::add) {
            // The default account is one of the accounts.
            auto words = command.set;
            auto accounts = take_items(words, {"accounts", "accts", "defaultaccount"});
            if (accounts.empty()) complain(Code::missing_key, "the command names no account");
            std::erase_if(accounts, [&](std::string const& one) { return !expect_account(one); });
            for (std::string const& name : names) add_user(name, command, accounts);
            return;
        }
        auto const accounts = take_items(command.where, {"accounts", "accts"});
        auto const partitions = take_items(command.where, {"partitions"});
        auto const matches = [&](Association const& one) {
            return one.is_user() && has(names, one.user) &&
                   (accounts.empty() || has(accounts, one.account)) &&
                   (partitions.empty() || has(partitions, one.partition));
        };
        if (command.verb == SacctmgrVerb::remove) {
            store_->remove_if(matches);
            return;
        }
        auto const wanted = take_items(command.set, {"defaultaccount"});
        bool found = false;
        store_->each([&](Association& one) {
            if (matches(one)) {
                found = true;
                set_all(one, command.set, "a user");
            }
        });
        for (std::string const& name : names)
            if (!wanted.empty() && expect_account(wanted.front()))
                store_->set_default_account(name, wanted.front());
        if (!found)
            complain(Code::unknown_name, fmt::format("there is no user \"{}\"", names.front()));
    }

    void play_qos(SacctmgrCommand& command) {
        auto& words = command.verb == SacctmgrVerb::add ? command.set : command.where;
        auto const names = take_items(words, {"names"}, true);
        if (!expect_names(names)) return;
        for (std::string const& name : names) {
            Qos* qos = store_->find_qos(name);
            if (command.verb == SacctmgrVerb::add && qos != nullptr) {
                warn(fmt::format("the QOS \"{}\" already exists", name));
                continue;
            }
            if (command.verb != SacctmgrVerb::add && qos == nullptr) {
                complain(Code::unknown_name, fmt::format("there is no QOS \"{}\"", name));
                continue;
            }
            if (command.verb == SacctmgrVerb::remove) {
                store_->remove_qos(name);
                continue;
            }
            set_qos(qos == nullptr ? store_->add_qos(name) : *qos, command.set);
        }
    }

    void set_qos(Qos& qos, std::vector<SacctmgrWord> const& words) {
        for (SacctmgrWord const& word : words) {
            if (!apply_word(word, qos, target_->reading))
                report_unknown_key(word, true, "a QOS", target_->reading);
            std::erase_if(qos.preempt, [&](std::string const& other) {
                if (store_->find_qos(other) != nullptr) return false;
                target_->reading.problems.add(
                    word.problem(Code::unknown_name, fmt::format("there is no QOS \"{}\"", other)));
                return true;
            });
        }
    }

    void play_cluster(SacctmgrCommand& command) {
        auto& words = command.verb == SacctmgrVerb::add ? command.set : command.where;
        auto const names = take_items(words, {"names", "clusters"}, true);
        if (expect_names(names) && has(names, target_->cluster) &&
            command.verb != SacctmgrVerb::remove)
            set_all(store_->root(), command.set, "a cluster");
    }

    AccountingTarget* target_;
    AccountingStore* store_;
    SacctmgrCommand command_;
};

}  // namespace

void read_commands(std::span<ImportLine const> lines, AccountingTarget& target) {
    CommandReading reading(target);
    for (ImportLine const& line : lines)
        if (auto command = parse_command(line, target)) reading.play(std::move(*command));
}

}  // namespace clustersim::slurm
