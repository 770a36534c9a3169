// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace clustersim::slurm {

/// The jobs of scontrol, one for each id. Names of jobs and comments are free text, in which a line
/// may imitate another job, or a word another word of its job. For such jobs, squeue says which
/// entry counts.
class OneForEachId {
  public:
    /// `imitated`: a word of the job was there twice.
    void add(QueuedJob job, bool imitated);
    /// True if squeue must decide about the job.
    [[nodiscard]] bool doubts(std::int64_t id) const { return doubts_.contains(id); }
    /// Takes what squeue says of a doubtful job.
    void hear(QueuedJob job);
    /// The jobs in the order of adding, and sentences on those that were doubtful.
    std::vector<QueuedJob> finish(std::vector<std::string>& notes);

  private:
    struct Doubt {
        bool first_imitated = false;
        std::vector<QueuedJob> others;  ///< with the same id, without imitated words
        bool twice = false;
        std::optional<QueuedJob> squeue;
    };

    /// Nothing if it cannot be decided what the job is.
    static std::optional<QueuedJob> settle(QueuedJob first, Doubt& doubt);

    std::vector<QueuedJob> jobs_;
    std::unordered_map<std::int64_t, std::size_t> place_;  ///< looked up only
    std::map<std::int64_t, Doubt> doubts_;
};

}  // namespace clustersim::slurm
