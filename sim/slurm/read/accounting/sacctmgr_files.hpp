// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/accounting_store.hpp"
#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <span>
#include <string>

namespace clustersim::slurm {

/// Where the readers of the three kinds of file put what they find.
struct AccountingTarget {
    AccountingStore store;
    AccountingReading reading;
    std::string cluster;  ///< rows and commands for another one are passed over
};

enum class AccountingKind { commands, dump, qos_table, association_table };

/// Which kind a file is, after its first line that is neither empty nor a comment.
AccountingKind kind_of(std::span<ImportLine const> lines);

void read_commands(std::span<ImportLine const> lines, AccountingTarget& target);
void read_dump(std::span<ImportLine const> lines, AccountingTarget& target);
void read_qos_table(std::span<ImportLine const> lines, AccountingTarget& target);
void read_association_table(std::span<ImportLine const> lines, AccountingTarget& target);

/// Whether QOS that nobody described are an error, as for commands, or come to be with a warning:
/// dumps and tables of associations name QOS that they do not describe.
enum class UnknownQos { refuse, make };

/// Sets a property of an association and looks up the QOS that it then names. False when the word is
/// no property of an association.
bool apply_to_association(SacctmgrWord const& word,
                          Association& association,
                          UnknownQos unknown,
                          AccountingTarget& target);

/// Whether a word is one of `names` (small letters) or begins one of them with three letters or more.
bool is_word(std::string_view word, std::initializer_list<std::string_view> names);

}  // namespace clustersim::slurm
