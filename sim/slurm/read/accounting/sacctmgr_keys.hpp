// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/accounting_reading.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/qos.hpp"

#include <string_view>

namespace clustersim::slurm {

/// True if a word names a property of an association in sacctmgr.
bool is_association_key(std::string_view key);

/// Sets the property that a word names. Keys may be abbreviated uniquely, as in sacctmgr; an empty
/// value or -1 clears a limit. Returns false if the key is not a property of an association (of a
/// QOS); a wrong value is reported and changes nothing.
bool apply_word(SacctmgrWord const& word, Association& target, AccountingReading& reading);
bool apply_word(SacctmgrWord const& word, Qos& target, AccountingReading& reading);

/// Reports an unknown word, with the nearest known one.
void report_unknown_key(SacctmgrWord const& word,
                        bool of_qos,
                        std::string_view what,
                        AccountingReading& reading);

}  // namespace clustersim::slurm
