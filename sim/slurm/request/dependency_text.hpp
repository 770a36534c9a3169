// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

enum class DependencyType {
    after,
    afterany,
    afterok,
    afternotok,
    aftercorr,
    afterburstbuffer,
    singleton,
};

/// One thing that a job waits for (spec 1.10).
struct Dependency {
    DependencyType type = DependencyType::afterany;
    std::int64_t job_id = 0;           ///< 0 for singleton
    std::optional<std::int64_t> task;  ///< of an array; absent: the whole of it
    std::int64_t minutes = 0;          ///< after:id+minutes, since the other's start

    friend bool operator==(Dependency const&, Dependency const&) = default;
};

/// All of them must be fulfilled, or any of them.
struct DependencyList {
    std::vector<Dependency> all;
    bool any_is_enough = false;  ///< joined with '?'

    friend bool operator==(DependencyList const&, DependencyList const&) = default;
};

/// "afterok:12:13_4,after:9+5": the list, empty for "0" and for no text. The error is sbatch's.
/// Whether the jobs exist and whether the dependency is circular is not looked at.
tl::expected<DependencyList, std::string> parse_dependency(std::string_view text);

/// The name as it is written: "afterok".
std::string_view dependency_name(DependencyType type);

/// The list in Slurm's grammar, one group for each dependency: "afterok:12,afterok:13_4".
std::string dependency_text(DependencyList const& list);

}  // namespace clustersim::slurm
