// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The words of a command line, separated by blanks outside quotes.
std::vector<SacctmgrWord> command_words(ImportLine const& line);

/// The fields after the name in a line of `sacctmgr dump`: `:key=value:key='value'…`. A colon
/// separates two fields only if a key follows it, so that gres/gpu:a100=1 is one value.
std::vector<SacctmgrWord> dump_words(ImportLine const& line, std::string_view fields);

}  // namespace clustersim::slurm
