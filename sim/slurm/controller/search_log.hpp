// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/search_terms.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The searches of the last cycle, in order, up to the first that tried to start a job or whose
/// result could change with time. In a cycle that begins from the same nodes and the same running
/// jobs, each search repeats as long as all before it have repeated: the plan is then the same, too.
class SearchLog {
  public:
    /// All that searches depend on, in addition to their terms and the plan.
    struct Basis {
        std::uint64_t use = 0, departures = 0, running = 0;  ///< versions
        std::int32_t sharing_jobs = 0;
        std::shared_ptr<Site const> site;
        NodeSet available, dearer;

        friend bool operator==(Basis const&, Basis const&) = default;
    };

    /// Begins a cycle; keeps the searches of the last one if they had the same basis.
    void begin(Basis const& basis);
    /// Forgets everything; the searches until the next begin() are not recorded.
    void close();
    [[nodiscard]] bool has_basis(Basis const& basis) const { return basis_ == basis; }

    /// What the next search of the cycle finds, if the last cycle shows it. If not, the rest of the
    /// last cycle is forgotten.
    [[nodiscard]] SearchFinding const* next(SearchTerms const& terms, Instant now);
    /// Until when this finding will repeat, and all before it.
    [[nodiscard]] Instant steady_until() const { return entries_[position_ - 1].steady_until; }
    /// Records the search for which next() knew nothing. It and all before it repeat until
    /// `steady_until`; if that time has passed, neither this nor a later one is recorded.
    void
    add(SearchTerms const& terms, SearchFinding const& finding, Instant now, Instant steady_until);

    /// Number of searches that were not made because the last cycle showed their result.
    [[nodiscard]] std::uint64_t repeated() const { return repeated_; }

  private:
    struct Entry {
        SearchTerms terms;
        SearchFinding finding;
        Instant steady_until;
    };

    std::optional<Basis> basis_;  ///< absent: nothing is recorded
    std::vector<Entry> entries_;  ///< the first `known_` are valid; the others keep their memory
    std::size_t known_ = 0;
    std::size_t position_ = 0;  ///< searches of the current cycle before which all repeated
    bool recording_ = false;    ///< every search so far is recorded
    std::uint64_t repeated_ = 0;
};

}  // namespace clustersim::slurm
