// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/accounting_store.hpp"
#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <span>
#include <string>

namespace clustersim::slurm {

/// The results of the readers of the kinds of file.
struct AccountingTarget {
    AccountingStore store;
    AccountingReading reading;
    std::string cluster;  ///< rows for other clusters are ignored
};

enum class AccountingKind { dump, qos_table, association_table };

/// The kind of a file, from its first line that is neither empty nor a comment.
AccountingKind kind_of(std::span<ImportLine const> lines);

void read_dump(std::span<ImportLine const> lines, AccountingTarget& target);
void read_qos_table(std::span<ImportLine const> lines, AccountingTarget& target);
void read_association_table(std::span<ImportLine const> lines, AccountingTarget& target);

/// Sets a property of an association. A QOS that it names and no file describes is created, with a
/// warning. Returns false if the word is not a property of an association.
bool apply_to_association(SacctmgrWord const& word,
                          Association& association,
                          AccountingTarget& target);

}  // namespace clustersim::slurm
