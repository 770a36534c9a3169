// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/accounting_store.hpp"
#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <span>
#include <string>

namespace clustersim::slurm {

/// The results of the readers of the three kinds of file.
struct AccountingTarget {
    AccountingStore store;
    AccountingReading reading;
    std::string cluster;  ///< rows and commands for other clusters are ignored
};

enum class AccountingKind { commands, dump, qos_table, association_table };

/// The kind of a file, from its first line that is neither empty nor a comment.
AccountingKind kind_of(std::span<ImportLine const> lines);

void read_commands(std::span<ImportLine const> lines, AccountingTarget& target);
void read_dump(std::span<ImportLine const> lines, AccountingTarget& target);
void read_qos_table(std::span<ImportLine const> lines, AccountingTarget& target);
void read_association_table(std::span<ImportLine const> lines, AccountingTarget& target);

/// Whether an undescribed QOS is an error, as in commands, or is created with a warning: dumps and
/// tables of associations name QOS that they do not describe.
enum class UnknownQos { refuse, make };

/// Sets a property of an association and checks the QOS that it names. Returns false if the word is
/// not a property of an association.
bool apply_to_association(SacctmgrWord const& word,
                          Association& association,
                          UnknownQos unknown,
                          AccountingTarget& target);

/// True if a word is one of `names` (lower case) or an abbreviation of one with at least three
/// letters.
bool is_word(std::string_view word, std::initializer_list<std::string_view> names);

}  // namespace clustersim::slurm
