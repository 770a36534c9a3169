// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/search_log.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The searches of a cycle that found no start since its plan and its running jobs last changed. A
/// search on the same terms finds none either: jobs of one user, and of many users who ask for the
/// usual sizes and limits, differ in nothing that a search reads.
class FruitlessSearches {
  public:
    /// To be called when the plan or the running jobs change.
    void clear() { known_ = 0; }

    /// What a search on these terms finds; null if none was made on equal ones.
    [[nodiscard]] SearchFinding const* find(SearchTerms const& terms, bool weighs);
    /// Notes the finding if it says that there is no start.
    void add(SearchTerms const& terms, bool weighs, SearchFinding const& finding);

    /// Number of searches that were not made.
    [[nodiscard]] std::uint64_t spared() const { return spared_; }

  private:
    struct Entry {
        SearchTerms terms;
        bool weighs = true;
        SearchFinding finding;
    };

    std::vector<Entry> entries_;  ///< the first `known_` are valid; the others keep their memory
    std::size_t known_ = 0;
    std::uint64_t spared_ = 0;
};

}  // namespace clustersim::slurm
