// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/qos.hpp"

#include <set>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// What reading accounting files gathers beside its values.
struct AccountingReading {
    TresTable const* tres = nullptr;  ///< those that the cluster tracks
    Diagnostics problems;             ///< errors and warnings, in the order found
    std::set<std::string> unused;     ///< words that have no effect here
};

/// Whether a word names a property of an association: what sacctmgr takes or shows for one.
bool is_association_key(std::string_view key);

/// Sets what a word says. Keys may be shortened as long as they stay unique, as sacctmgr allows; an
/// empty value or -1 takes a limit away. False when the key is none of an association's (of a QOS's);
/// a wrong value is reported and changes nothing.
bool apply_word(SacctmgrWord const& word, Association& target, AccountingReading& reading);
bool apply_word(SacctmgrWord const& word, Qos& target, AccountingReading& reading);

/// `=`, `+=` and `-=` on a list of names.
void apply_names(SacctmgrWord const& word, std::vector<std::string>& target);

/// An unknown word, with the nearest known one.
void report_unknown_key(SacctmgrWord const& word,
                        bool of_qos,
                        std::string_view what,
                        AccountingReading& reading);

}  // namespace clustersim::slurm
