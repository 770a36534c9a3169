// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Times at which searches of a cycle found that too few nodes can be free. They hold for every
/// later job of the cycle that asks for as many nodes of the partition and as much time, or more:
/// the plan and the nodes that running jobs release only lose nodes during a cycle, except when a
/// job starts; then clear() is called.
///
/// A span [from, until) says: fewer than `nodes` of the nodes that are unpromised from `from` on for
/// `length` can be free by `until`, and no node is freed in the plan within it. With t between `from`
/// and `until`, the nodes unpromised from t on are then among those from `from` on, so fewer than
/// `nodes` of them can be free by any time up to `until`.
class HopelessTimes {
  public:
    /// The job of a search.
    struct Asked {
        std::int32_t partition = 0;
        std::int32_t nodes = 0;
        Seconds length;
    };

    void clear() { known_ = 0; }
    /// Begins the search of a job.
    void begin(Asked const& asked);
    /// True if a search at `from` for a start up to `until` fails. To be asked in order of time.
    [[nodiscard]] bool fails(Instant from, Instant until);
    /// Notes that this search fails, for a job that may have every node of the partition.
    void note(Instant from, Instant until) { found_.push_back({from, until}); }
    /// Ends the search; what it noted holds for later jobs.
    void end();

  private:
    struct Span {
        Instant from, until;
    };
    struct Entry {
        Asked asked;
        std::vector<Span> spans;  ///< by time
    };

    std::vector<Entry> entries_;  ///< the first `known_` are valid; the others keep their memory
    std::size_t known_ = 0;
    Asked asked_;
    std::vector<Span> of_others_;  ///< spans of an earlier search that hold for the current one
    std::size_t position_ = 0;     ///< none of those before it ends after the last question
    bool used_ = false;            ///< the span at this position was an answer
    std::vector<Span> found_;      ///< of the current search, by time
};

}  // namespace clustersim::slurm
