// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"
#include "sim/slurm/views/record_format.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The options of `sshare`, named after its long options.
struct SshareOptions {
    bool all = false;         ///< -a: every user
    bool long_form = false;   ///< -l
    bool partition = false;   ///< -m
    bool users_only = false;  ///< -U: no accounts
    bool no_header = false;   ///< -n
    RecordStyle style = RecordStyle::columns;
    /// The users to show; empty: root, the requesting user, unless `all`.
    std::vector<std::string> users;
    std::vector<std::string> accounts;  ///< empty: all
};

/// Prints the tree of associations with shares and usage in the layout of sshare (spec 11.5).
std::string sshare_text(Snapshot const& snapshot, SshareOptions const& options);

}  // namespace clustersim::slurm
