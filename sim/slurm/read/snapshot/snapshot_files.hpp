// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The version of the archives that collect.sh writes.
inline constexpr int snapshot_format = 2;

/// A command that gave nothing on the cluster.
struct MissingOutput {
    std::string file;     ///< "shares.txt"
    std::string command;  ///< "sshare -a"
    std::string why;      ///< its message, or its exit status
};

/// The archive of collect.sh: the manifest, and the output of each command by file.
struct SnapshotFiles {
    std::string archive;  ///< its name, for messages
    std::string slurm;    ///< "22.05.8"; "unknown"
    std::string cluster;
    std::int64_t began = 0, ended = 0;  ///< Unix time on the clock of the login node
    std::int64_t utc_offset = 0;        ///< seconds
    bool names_hashed = true;
    std::vector<MissingOutput> missing;
    /// What collect.sh kept of jobs whose text could be read in two ways, as sentences.
    std::vector<std::string> unclear;
    std::map<std::string, NamedText, std::less<>> texts;

    /// nullptr if it is not in the archive.
    [[nodiscard]] NamedText const* find(std::string_view file) const;
};

/// Reads an archive. Fails if it is damaged, has no manifest, is of a newer format, or does not hold what its
/// manifest says: the files of the commands that succeeded, once each, with the sizes that are written there.
Result<SnapshotFiles> read_snapshot_files(GivenFile const& archive);

}  // namespace clustersim::slurm
