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

/// One condition that a job waits for (spec 1.10).
struct Dependency {
    DependencyType type = DependencyType::afterany;
    std::int64_t job_id = 0;           ///< 0 for singleton
    std::optional<std::int64_t> task;  ///< of an array; absent: all tasks
    std::int64_t minutes = 0;          ///< after:id+minutes, counted from the start of the other
                                       ///< job

    friend bool operator==(Dependency const&, Dependency const&) = default;
};

/// Either all of the dependencies must be fulfilled, or any one of them.
struct DependencyList {
    std::vector<Dependency> all;
    bool any_is_enough = false;  ///< joined with '?'

    friend bool operator==(DependencyList const&, DependencyList const&) = default;
};

/// What --dependency asks for.
struct DependencyRequest {
    DependencyList list;
    std::string text;        ///< as written; empty if no text states it
    bool malformed = false;  ///< Slurm refuses the submission

    [[nodiscard]] bool empty() const { return list.all.empty() && !malformed; }
};

/// Parses "afterok:12:13_4,after:9+5"; "0" and empty text give an empty list. The error is
/// sbatch's. It does not check that the jobs exist or that the dependency is not circular.
tl::expected<DependencyList, std::string> parse_dependency(std::string_view text);

/// The same for a request, whose text need not be right.
DependencyRequest read_dependency(std::string text);

/// Writes the list in Slurm's grammar, one group for each dependency: "afterok:12,afterok:13_4".
std::string dependency_text(DependencyList const& list);

}  // namespace clustersim::slurm
