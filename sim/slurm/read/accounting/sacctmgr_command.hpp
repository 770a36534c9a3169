// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacctmgr_files.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

enum class SacctmgrVerb { add, modify, remove, none };
enum class SacctmgrEntity { account, user, qos, cluster, other };

/// One command of sacctmgr: `add` has all its words in `set`.
struct SacctmgrCommand {
    ImportLine const* line = nullptr;
    SacctmgrVerb verb = SacctmgrVerb::none;
    SacctmgrEntity entity = SacctmgrEntity::other;
    std::vector<SacctmgrWord> where;
    std::vector<SacctmgrWord> set;
};

/// Splits a line into verb, entity and words. Reports a malformed command to the target; returns
/// nothing for commands without effect here.
std::optional<SacctmgrCommand> parse_command(ImportLine const& line, AccountingTarget& target);

}  // namespace clustersim::slurm
