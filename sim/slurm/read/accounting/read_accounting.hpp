// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/site.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Additional results of reading accounting files.
struct AccountingNotes {
    Diagnostics warnings;
    std::vector<std::string> without_effect;  ///< words without effect here, sorted
};

/// Reads QOS, accounts and users into a site, replacing those that it has. Each text is recognised
/// as one of
/// - what `sacctmgr dump CLUSTER` writes: lines `Cluster - 'x':…`, `Parent - 'x'`,
///   `Account - 'x':…`, `User - 'x':…`;
/// - tables of `sacctmgr -P show qos` and `sacctmgr -P show assoc` (with the column ParentName, or
///   with the word `tree`, where accounts are nested).
/// Tables of QOS are read first, the others in the given order. TRES are those of the site, so the
/// cluster's configuration must be read before.
///
/// Fails with every problem of all files at once, each with file and line.
Result<AccountingNotes> read_accounting(std::span<NamedText const> texts, Site& site);

/// Reads a whole file, plain or compressed; `-` is standard input.
Result<NamedText> read_named_text(std::filesystem::path const& path);

}  // namespace clustersim::slurm
